package taint_test

import (
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/rules/taint"
	"puppet-lint/syntax"
)

// TestTrees follows the argument of each text(…) and secret(…) in the trees of testdata: a value of
// that kind. A comment on the line says what the path begins with, or "nothing"; the names of the
// files that it leads through may follow.
func TestTrees(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no trees: %v", err)
	}
	for _, archive := range archives {
		parsed, err := txtar.ParseFile(archive)
		if err != nil {
			t.Fatal(err)
		}
		trees, names := map[string]map[string]string{}, []string{}
		for _, file := range parsed.Files {
			name, path, _ := strings.Cut(file.Name, " ")
			if trees[name] == nil {
				trees[name] = map[string]string{}
				names = append(names, name)
			}
			trees[name]["/w/modules/m/"+path] = string(file.Data)
		}
		for _, name := range names {
			t.Run(name, func(t *testing.T) { followAll(t, trees[name]) })
		}
	}
}

func followAll(t *testing.T, texts map[string]string) {
	tree := module.NewTree(source.NewOverlay(nil, texts), []string{"/w/modules"}, false)
	finder := &taint.Finder{Modules: tree}
	for path := range texts {
		if !strings.HasSuffix(path, ".pp") {
			continue
		}
		file := tree.Manifests.At(path).File
		syntax.Inspect(file.Program, func(node syntax.Node) bool {
			call, isCall := node.(*syntax.CallNamedFunctionExpression)
			name, isNamed := nameOf(call, isCall)
			if !isNamed || name != "text" && name != "secret" {
				return true
			}
			kind := taint.Text
			if name == "secret" {
				kind = taint.Secret
			}
			line := file.Source.LineText(file.Source.Line(file.Extent(call).Start))
			_, want, isWanted := strings.Cut(line, "# ")
			if !isWanted {
				t.Errorf("%s: no comment says what is wanted of %s", path, line)
			}
			ignored := func(name string) bool { return name == "$command" }
			got := shown(finder.Query(kind, ignored, nil).Trace(file, call.Arguments[0]))
			if first, _, _ := strings.Cut(got, " through "); got != want && first != want {
				t.Errorf("%s: the path begins with %s, want %s\n%s", path, got, want, strings.TrimSpace(line))
			}
			return true
		})
	}
}

// shown is the name at which a path begins, and the files that it leads through.
func shown(path taint.Path) string {
	if path == nil {
		return "nothing"
	}
	var files []string
	for _, step := range path {
		if name := filepath.Base(step.File.Name); len(files) == 0 || files[len(files)-1] != name {
			files = append(files, name)
		}
		if step.Message == "" {
			return "a step without a message"
		}
	}
	return path[0].Name + " through " + strings.Join(files, ", ")
}
