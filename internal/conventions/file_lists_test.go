package conventions

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// listedFile matches a file, or a pattern of files, in the comment of a package.
var listedFile = regexp.MustCompile(`[a-z0-9_*/]+\.go\b`)

// TestFileListsAreComplete checks the comments of packages that list their files: those with the
// heading "Files", and those that name at least half of the package's files. A list must contain
// every file but the one with the comment. TestReferencesExist checks that the listed files exist.
func TestFileListsAreComplete(t *testing.T) {
	type folder struct {
		files  []string
		doc    string
		heldBy string
	}
	folders := map[string]*folder{}
	goFiles(t, func(file sourceFile) {
		if strings.HasSuffix(file.path, "_test.go") {
			return
		}
		one := folders[path.Dir(file.path)]
		if one == nil {
			one = &folder{}
			folders[path.Dir(file.path)] = one
		}
		one.files = append(one.files, path.Base(file.path))
		if file.tree.Doc != nil {
			one.doc, one.heldBy = file.tree.Doc.Text(), path.Base(file.path)
		}
	})
	lists := 0
	for name, one := range folders {
		patterns := listedFile.FindAllString(one.doc, -1)
		var missing []string
		for _, file := range one.files {
			isListed := slices.ContainsFunc(patterns, func(pattern string) bool {
				matches, err := path.Match(pattern, file)
				return err == nil && matches
			})
			if !isListed && file != one.heldBy {
				missing = append(missing, file)
			}
		}
		if !strings.Contains(one.doc, "# Files\n") && 2*len(missing) >= len(one.files) {
			continue
		}
		if len(one.files) > 2 {
			lists++
		}
		if len(missing) > 0 {
			t.Errorf("%s/%s lists the files of the package, but not %s", name, one.heldBy, strings.Join(missing, ", "))
		}
	}
	if lists < 5 {
		t.Errorf("only %d packages list their files", lists)
	}
}
