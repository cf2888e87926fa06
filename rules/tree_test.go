package rules

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/document/yaml"
	"puppet-lint/internal/source"
	"puppet-lint/module"
)

// units returns the files as modules below /w/modules.
func units(files []txtar.File) []*TreeFile {
	return unitsBelow("/w/modules/", files, func(files source.FileSystem) *module.Tree {
		return module.NewTree(files, []string{"/w/modules"}, false)
	})
}

// environmentUnits returns the files as an environment.
func environmentUnits(files []txtar.File) []*TreeFile {
	return unitsBelow("/w/", files, func(files source.FileSystem) *module.Tree {
		return module.NewWorkspace(files, []string{"/w"}, nil).TreeOf("/w")
	})
}

func unitsBelow(folder string, files []txtar.File, treeOf func(source.FileSystem) *module.Tree) []*TreeFile {
	texts := map[string]string{}
	for _, file := range files {
		texts[folder+file.Name] = string(file.Data)
	}
	tree := treeOf(source.NewOverlay(nil, texts))
	var all []*TreeFile
	for _, file := range files {
		if path := folder + file.Name; strings.HasSuffix(path, ".pp") && !strings.Contains(path, "/templates/") {
			name, inside := tree.AutoloadPath(path)
			all = append(all, &TreeFile{File: tree.Manifests.At(path).File, Location: FileLocation{AbsolutePath: path, Module: name, InModule: inside}, Modules: tree})
		}
	}
	return all
}

// exampleUnits returns the files of an example, which is in the module "example".
func exampleUnits(example diag.Example) []*TreeFile {
	files := txtar.Parse([]byte(example.Tree)).Files
	if slices.ContainsFunc(files, func(file txtar.File) bool { return file.Name == module.EnvironmentConf }) {
		return environmentUnits(append(files, txtar.File{Name: example.Path, Data: []byte(example.Code)}))
	}
	path := example.Path
	if path == "" {
		path = "manifests/init.pp"
	}
	own := []txtar.File{{Name: "example/" + path, Data: []byte(example.Code)}, {Name: "example/metadata.json", Data: []byte(`{"name": "acme-example"}`)}}
	return units(append(own, files...))
}

func TestDataExamples(t *testing.T) {
	for _, rule := range All() {
		if rule.Data == nil || rule.Visits != nil { // rules that check both are covered by the labelled set
			continue
		}
		set := NewSet(byDefault(), Settings{})
		check := func(example diag.Example) []*diag.Diagnostic {
			return set.CheckData(yaml.Read(source.NewFile("/w/"+example.Path, example.Code), yaml.Options{}))
		}
		for i, example := range rule.Bad {
			if found := check(example); len(found) == 0 || found[0].Rule.Name != rule.Name {
				t.Errorf("%s: bad example %d raises nothing:\n%s", rule.Name, i, example.Code)
			}
		}
		for i, example := range rule.Good {
			for _, finding := range check(example) {
				t.Errorf("%s: good example %d raises %s: %s\n%s", rule.Name, i, finding.Rule.Name, finding.Message, example.Code)
			}
		}
	}
}

func TestTreeExamples(t *testing.T) {
	for _, rule := range All() {
		if !rule.LooksAtTree() || rule.Visits != nil { // rules_test.go has those that also visit
			continue
		}
		t.Run(rule.Name, func(t *testing.T) {
			for i, example := range rule.Bad {
				if found := NewSet(alone(rule, example), Settings{}).CheckTree(t.Context(), exampleUnits(example)); len(found) == 0 {
					t.Errorf("bad example %d raises nothing:\n%s", i, example.Code)
				}
			}
			for i, example := range rule.Good {
				set := NewSet(append(byDefault(), Enabled{Rule: rule, Options: example.Options}), Settings{})
				units := exampleUnits(example)
				for _, finding := range append(set.CheckTree(t.Context(), units), set.CheckFile(units[0].File, units[0].Location)...) {
					t.Errorf("good example %d raises %s: %s\n%s", i, finding.Rule.Name, finding.Message, example.Code)
				}
			}
		})
	}
}

var wanted = regexp.MustCompile(`# want (\w+)`)

// TestTrees checks module trees with the rules that the archive's comment names. A comment "# want
// rule" marks each line with a finding.
func TestTrees(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no trees: %v", err)
	}
	for _, name := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			var enabled []Enabled
			for _, rule := range All() {
				if slices.Contains(strings.Fields(string(archive.Comment)), rule.Name) {
					enabled = append(enabled, Enabled{Rule: rule})
				}
			}
			checkTree(t, NewSet(enabled, Settings{}), archive.Files)
		})
	}
}

func checkTree(t *testing.T, set *Set, files []txtar.File) {
	texts, plain := map[string]string{}, slices.Clone(files)
	for i, file := range files {
		texts["/w/modules/"+file.Name] = string(file.Data)
		// Comments may matter to a rule, so the marks are removed.
		plain[i].Data = wanted.ReplaceAll(file.Data, nil)
	}
	units := units(plain)
	found := set.CheckTree(t.Context(), units)
	for _, unit := range units {
		found = append(found, set.CheckFile(unit.File, unit.Location)...)
	}
	for _, unit := range units {
		var got, want []string
		for _, finding := range found {
			if finding.File == unit.File.Source {
				got = append(got, fmt.Sprintf("%d %s", finding.File.Line(finding.Span.Start), finding.Rule.Name))
			}
		}
		for line, text := range strings.Split(texts[unit.Location.AbsolutePath], "\n") {
			for _, match := range wanted.FindAllStringSubmatch(text, -1) {
				want = append(want, fmt.Sprintf("%d %s", line+1, match[1]))
			}
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: found\n  %s\nwant\n  %s", unit.Location.AbsolutePath, strings.Join(got, "\n  "), strings.Join(want, "\n  "))
		}
	}
}

// TestUnusedRelationship checks the help for an unused variable with the name of a relationship.
func TestUnusedRelationship(t *testing.T) {
	set := NewSet([]Enabled{{Rule: &unusedVariable}}, Settings{})
	found := set.CheckTree(t.Context(), exampleUnits(diag.Example{Code: "class example {\n  $require = Class['example::install']\n}\n"}))
	if len(found) != 1 || found[0].Help != "a variable orders nothing: set the attribute require of the resources" {
		t.Errorf("got %+v", found)
	}
}
