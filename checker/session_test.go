package checker

import (
	"fmt"
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/effort"
	"puppet-lint/internal/source"
	"puppet-lint/internal/treetest"
	"puppet-lint/module"
)

// changingFiles are files whose texts change.
type changingFiles struct {
	source.FileSystem
	texts map[string]string
}

func newChangingFiles(texts map[string]string) *changingFiles {
	return &changingFiles{source.NewOverlay(nil, texts), texts}
}

// set changes the text of a file, or removes the file if text is nil.
func (f *changingFiles) set(path string, text *string) {
	if delete(f.texts, path); text != nil {
		f.texts[path] = *text
	}
	f.FileSystem = source.NewOverlay(nil, f.texts)
}

// options returns the options to check all files.
func (f *changingFiles) options() Options {
	options := Options{Strict: true} // what follows from supported systems is only noted for strict rules
	for _, path := range slices.Sorted(maps.Keys(f.texts)) {
		switch {
		case filepath.Ext(path) == ".pp" || filepath.Ext(path) == ".epp":
			options.Paths = append(options.Paths, path)
		case module.IsDocumentName(path):
			options.Documents = append(options.Documents, path)
		}
	}
	return options
}

func (f *changingFiles) workspace() *module.Workspace {
	return module.NewWorkspace(f, []string{"/w/modules"}, []string{"/w/modules"})
}

// linesOf returns a line for each finding, sorted.
func linesOf(findings []*diag.Diagnostic) []string {
	var lines []string
	for _, finding := range findings {
		lines = append(lines, fmt.Sprintf("%s:%d: %s: %s [%s]", filepath.ToSlash(finding.File.Name), finding.At, finding.Rule.Name, finding.Message, finding.Help))
	}
	slices.Sort(lines)
	return lines
}

// followed is a session and its findings by file.
type followed struct {
	*Session
	workspace *module.Workspace
	tree      *module.Tree
	found     map[string][]*diag.Diagnostic
}

func follow(t *testing.T, files *changingFiles) *followed {
	t.Helper()
	f := &followed{workspace: files.workspace().Following()}
	f.tree = f.workspace.TreeOf("/w/modules")
	f.Session = NewSession(f.tree)
	found, err := f.Check(t.Context(), files.options())
	if err != nil {
		t.Fatal(err)
	}
	f.Remember()
	f.found = found
	return f
}

// recheck checks again after a change of a file. It returns false if the tree has to be read anew,
// as package lint does if folders may belong to other trees.
func (f *followed) recheck(t *testing.T, files *changingFiles, path string) bool {
	t.Helper()
	if !f.workspace.Keeps(path) || !f.tree.Renew([]string{path}) {
		return false
	}
	found, err := f.Recheck(t.Context(), files.options(), []string{path}, nil)
	if err != nil {
		t.Fatal(err)
	}
	maps.Copy(f.found, found)
	return true
}

func (f *followed) lines() []string {
	return linesOf(slices.Concat(slices.Collect(maps.Values(f.found))...))
}

// difference describes the lines that only one of two lists has.
func difference(got, want []string) string {
	var text strings.Builder
	for _, line := range got {
		if !slices.Contains(want, line) {
			text.WriteString("\nonly the session: " + line)
		}
	}
	for _, line := range want {
		if !slices.Contains(got, line) {
			text.WriteString("\nonly a new check: " + line)
		}
	}
	return text.String()
}

// TestSessionFindsWhatCheckFinds changes files at random: it removes tokens and lines, deletes
// files and restores them. After each change, a session must find the same as a new check.
func TestSessionFindsWhatCheckFinds(t *testing.T) {
	archives, err := filepath.Glob("*/testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no trees: %v", err)
	}
	changes, renewed := 0, 0
	for _, name := range archives {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if len(archive.Files) > 60 || !holdsModules(archive) {
			continue // a single check takes long; the tests of package lint change environments and single modules
		}
		seed := fnv.New64a() // one per archive, so that changes of others do not select other changes
		seed.Write([]byte(filepath.Base(name)))
		random := rand.New(rand.NewPCG(seed.Sum64(), 1))
		texts := map[string]string{}
		for _, file := range archive.Files {
			texts[treetest.Root+file.Name] = string(file.Data)
		}
		original := maps.Clone(texts)
		paths := slices.Sorted(maps.Keys(original))
		for _, path := range paths {
			texts[filepath.Join(filepath.Dir(path), ".keep")] = "" // the folder stays when its files go
		}
		files := newChangingFiles(texts)
		session := follow(t, files)
		for range effort.Rounds(1, 8) {
			path := paths[random.IntN(len(paths))]
			files.set(path, changeOf(random, original[path], files.texts[path]))
			changes++
			if !session.recheck(t, files, path) {
				renewed++
				session = follow(t, files)
			}
			fresh, err := Check(t.Context(), files.workspace().TreeOf("/w/modules"), files.options())
			if err != nil {
				t.Fatal(err)
			}
			if got, want := session.lines(), linesOf(fresh); !slices.Equal(got, want) {
				t.Fatalf("%s: after a change of %s to\n%s\nthe findings differ:%s", filepath.Base(name), path, files.texts[path], difference(got, want))
			}
		}
	}
	t.Logf("%d changes, after %d of which the tree had to be read anew", changes, renewed)
	if changes == 0 || renewed*2 > changes {
		t.Error("the sessions followed too few changes")
	}
}

// holdsModules reports whether an archive is a folder of modules.
func holdsModules(archive *txtar.Archive) bool {
	return !treetest.IsEnvironment(archive) && !strings.Contains(string(archive.Comment), "known modules") &&
		!slices.ContainsFunc(archive.Files, func(file txtar.File) bool { return strings.HasPrefix(file.Name, "manifests/") })
}

// changeOf returns a changed text of a file, which is nil if the file is to be deleted.
func changeOf(random *rand.Rand, original, text string) *string {
	if text != original {
		return &original
	}
	lines := strings.SplitAfter(text, "\n")
	at := random.IntN(len(lines))
	switch random.IntN(6) {
	case 0:
		return nil
	case 1:
		lines = slices.Delete(lines, at, at+1)
	case 2:
		lines = slices.Insert(lines, at, lines[random.IntN(len(lines))])
	case 3:
		lines = slices.Insert(lines, at, "# A comment.\n")
	default:
		words := strings.SplitAfter(text, " ")
		lines = slices.Delete(words, at%len(words), at%len(words)+1)
	}
	changed := strings.Join(lines, "")
	return &changed
}

// A change concerns only the files that have looked at what changed: the others have no entry in what
// Recheck returns.
func TestRecheckChecksOnlyWhatAChangeConcerns(t *testing.T) {
	const web, user, other = treetest.Root + "web/manifests/init.pp", treetest.Root + "web/manifests/user.pp", treetest.Root + "other/manifests/init.pp"
	files := newChangingFiles(map[string]string{
		web:   "class web (Integer $port = 80) {\n  $kind = 'a'\n}\n",
		user:  "class web::user {\n  class { 'web': port => 443 }\n}\n",
		other: "class other {\n  notice('x')\n}\n",
	})
	session := follow(t, files)
	for _, step := range []struct {
		what, path, text string
		concerns         []string
		found            int
	}{
		{"a comment", web, "# Says something.\nclass web (Integer $port = 80) {\n  $kind = 'a'\n}\n", []string{web}, 0},
		{"a variable that nobody reads", web, "class web (Integer $port = 80) {\n  $kind = 'b'\n}\n", []string{web}, 0},
		{"the type of a parameter that is given", web, "class web (String $port = '80') {\n  $kind = 'b'\n}\n", []string{web, user}, 1},
		{"another module", other, "class other {\n  notice('y')\n}\n", []string{other}, 1},
		{"the type again", web, "class web (Integer $port = 80) {\n}\n", []string{web, user}, 0},
	} {
		files.set(step.path, &step.text)
		if !session.tree.Renew([]string{step.path}) {
			t.Fatalf("%s: the tree must be read anew", step.what)
		}
		found, err := session.Recheck(t.Context(), files.options(), []string{step.path}, nil)
		if err != nil {
			t.Fatal(err)
		}
		maps.Copy(session.found, found)
		if got := slices.Sorted(maps.Keys(found)); !slices.Equal(got, slices.Sorted(slices.Values(step.concerns))) {
			t.Errorf("%s: %v were checked, want %v", step.what, got, step.concerns)
		}
		if got := session.lines(); len(got) != step.found {
			t.Errorf("%s: the findings are %q, want %d", step.what, got, step.found)
		}
	}
}
