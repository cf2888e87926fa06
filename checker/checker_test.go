package checker

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"puppet-lint/checker/code"
	"puppet-lint/checker/lattice"
	"puppet-lint/checker/program"
	"puppet-lint/diag"
	"puppet-lint/module"
	"puppet-lint/source"
	"puppet-lint/syntax"
)

// treeOf lays the files of an archive out as a folder of modules below
// /w/modules (as a control repository, if there is an environment.conf), and
// lists its manifests and templates.
func treeOf(archive *txtar.Archive) (tree *module.Tree, paths []string) {
	tree, paths, _ = treeWithDocuments(archive)
	return tree, paths
}

// treeWithDocuments also lists the data files and ERB templates, and where the
// archive's comment speaks of metadata the metadata.json files.
func treeWithDocuments(archive *txtar.Archive) (tree *module.Tree, paths, documents []string) {
	texts := map[string]string{}
	for _, file := range archive.Files {
		path := "/w/modules/" + file.Name
		texts[path] = string(file.Data)
		if strings.HasSuffix(path, ".pp") || strings.HasSuffix(path, ".epp") {
			paths = append(paths, path)
		} else if module.IsDocumentName(path) && (filepath.Base(path) != "metadata.json" || strings.Contains(string(archive.Comment), "metadata")) {
			documents = append(documents, path)
		}
	}
	modulepath := []string{"/w/modules"}
	isKnown := strings.Contains(string(archive.Comment), "known modules")
	if isEnvironment(archive) || isKnown {
		modulepath = nil
	}
	workspace := module.NewWorkspace(source.NewOverlay(nil, texts), []string{"/w/modules"}, modulepath)
	if isKnown {
		workspace.WithKnownModules()
	}
	return workspace.TreeOf("/w/modules"), paths, documents
}

func isEnvironment(archive *txtar.Archive) bool {
	return slices.ContainsFunc(archive.Files, func(file txtar.File) bool {
		return file.Name == "environment.conf" || file.Name == module.BoltProjectFile
	})
}

var wantPattern = regexp.MustCompile(`(?:#) want ("(?:[^"\\]|\\.)*"(?: "(?:[^"\\]|\\.)*")*)`)

// TestTrees checks module trees: a comment "# want "regexp"" says what is found
// on its line, and nothing else is found.
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
			tree, paths, documents := treeWithDocuments(archive)
			strict := strings.Contains(string(archive.Comment), "strict level")
			findings, _ := Check(t.Context(), tree, Options{Paths: paths, Documents: documents, Strict: strict})
			checkWants(t, archive, findings)
			for _, workers := range []int{1, 2, 16} {
				tree, paths, documents := treeWithDocuments(archive)
				if again, _ := Check(t.Context(), tree, Options{Paths: paths, Documents: documents, Strict: strict, Workers: workers}); render(again) != render(findings) {
					t.Errorf("with %d workers:\n%s\nand otherwise:\n%s", workers, render(again), render(findings))
				}
			}
		})
	}
}

func render(findings []diag.Diagnostic) string {
	var lines []string
	for i := range findings {
		position := findings[i].Position()
		lines = append(lines, fmt.Sprintf("%s:%d:%d: %s [%s]", findings[i].File.Name, position.Line, position.Column, findings[i].Message, findings[i].Rule.Name))
	}
	return strings.Join(lines, "\n")
}

func checkWants(t *testing.T, archive *txtar.Archive, findings []diag.Diagnostic) {
	t.Helper()
	found := map[string][]string{}
	for i := range findings {
		key := fmt.Sprintf("%s:%d", strings.TrimPrefix(filepath.ToSlash(findings[i].File.Name), "/w/modules/"), findings[i].Position().Line)
		text := findings[i].Rule.Name + ": " + findings[i].Message
		if findings[i].Help != "" {
			text += " [" + findings[i].Help + "]"
		}
		found[key] = append(found[key], text)
	}
	for _, file := range archive.Files {
		for number, line := range strings.Split(string(file.Data), "\n") {
			key := fmt.Sprintf("%s:%d", file.Name, number+1)
			match := wantPattern.FindStringSubmatch(line)
			if match == nil {
				continue
			}
			for _, quoted := range regexp.MustCompile(`"(?:[^"\\]|\\.)*"`).FindAllString(match[1], -1) {
				wanted := regexp.MustCompile(strings.ReplaceAll(quoted[1:len(quoted)-1], `\"`, `"`))
				at := slices.IndexFunc(found[key], wanted.MatchString)
				if at < 0 {
					t.Errorf("%s: nothing matches %s among %q", key, quoted, found[key])
					continue
				}
				found[key] = slices.Delete(found[key], at, at+1)
			}
		}
	}
	for key, messages := range found {
		for _, message := range messages {
			t.Errorf("%s: unexpected: %s", key, message)
		}
	}
}

// TestExamples checks the examples of every rule: the bad ones raise it, the
// good ones raise nothing.
func TestExamples(t *testing.T) {
	for _, rule := range code.Rules() {
		t.Run(rule.Name, func(t *testing.T) {
			for _, example := range rule.Bad {
				findings := checkExample(example, rule.Group == diag.Strict)
				if !slices.ContainsFunc(findings, func(d diag.Diagnostic) bool { return d.Rule == rule }) {
					t.Errorf("nothing found in\n%s\nbut\n%s", example.Code, render(findings))
				}
			}
			for _, example := range rule.Good {
				findings := slices.DeleteFunc(checkExample(example, rule.Group == diag.Strict), func(d diag.Diagnostic) bool { return d.Rule != rule && !d.Rule.OnByDefault() })
				if len(findings) > 0 {
					t.Errorf("found in\n%s\n%s", example.Code, render(findings))
				}
			}
		})
	}
}

// exampleMetadata is what examples have for a metadata.json.
const exampleMetadata = `{"name": "example-example", "version": "1.0.0", "author": "a", "license": "MIT", "summary": "s", "source": "s", "dependencies": []}`

func checkExample(example diag.Example, strict bool) []diag.Diagnostic {
	path := example.Path
	if path == "" {
		path = "manifests/init.pp"
	}
	archive := txtar.Parse([]byte(example.Tree))
	switch {
	case isEnvironment(archive):
		archive.Files = append(archive.Files, txtar.File{Name: path, Data: []byte(example.Code)})
		tree, paths, documents := treeWithDocuments(archive)
		findings, _ := Check(context.Background(), tree, Options{Paths: paths, Documents: documents, Strict: strict})
		return findings
	case path == "metadata.json":
		archive.Comment = []byte("metadata")
	default:
		archive.Files = append(archive.Files, txtar.File{Name: "example/metadata.json", Data: []byte(exampleMetadata)})
	}
	archive.Files = append(archive.Files, txtar.File{Name: "example/" + path, Data: []byte(example.Code)})
	tree, paths, documents := treeWithDocuments(archive)
	findings, _ := Check(context.Background(), tree, Options{Paths: paths, Documents: documents, Strict: strict})
	return findings
}

// vector is a snippet with Puppet's own answer.
type vector struct {
	ID       string  `json:"id"`
	Source   string  `json:"source"`
	Value    *string `json:"value"`
	InferSet string  `json:"infer_set"`
	Error    *struct {
		Line int `json:"line"`
	} `json:"error"`
}

// TestPuppetAgrees infers snippets that the real Puppet has evaluated: the
// type contains the value, and nothing is reported; of those that it refused,
// most are reported on the same line.
func TestPuppetAgrees(t *testing.T) {
	for _, test := range []struct {
		file            string
		caught, precise int // lowest shares, in percent
	}{
		{"testdata/eval.jsonl", 75, 97},
		{"testdata/snippets.jsonl", 82, 95},
		{"testdata/operators.jsonl", 99, 97},
		{"testdata/calls.jsonl", 100, 95},
		{"testdata/refusals.jsonl", 65, 90},
		{"testdata/generated.jsonl", 80, 93},
	} {
		t.Run(filepath.Base(test.file), func(t *testing.T) {
			var evaluated, precise, refused, caught int
			for _, v := range readVectors(t, test.file) {
				manifest := module.NewManifest(source.NewFile("snippet.pp", v.Source), nil)
				if slices.ContainsFunc(manifest.Errors, func(e syntax.Error) bool { return e.Fatal }) {
					continue
				}
				tree := module.NewTree(source.NewOverlay(nil, nil), nil, true)
				options := Options{TargetVersion: 8, Initial: []*module.Manifest{manifest}}
				run := newRun(options.interpreter(t.Context(), tree), options, false)
				run.evaluate()
				findings := slices.DeleteFunc(run.findings(), func(d diag.Diagnostic) bool { return d.Severity != diag.Error })
				value := run.SummaryOf(run.TopBody(manifest)).Returns
				switch {
				case v.Error == nil && v.Value != nil:
					evaluated++
					if lattice.FormatType(value) != "Any" {
						precise++
					}
					if len(findings) > 0 {
						t.Errorf("%s %q: Puppet evaluates it, but %s", v.ID, v.Source, render(findings))
					}
					shown := run.ParseType(lattice.FormatType(value))
					if actual := valueType(run, v); !run.IsUnknown(shown) && run.Relation(actual, shown) != lattice.Always {
						t.Errorf("%s %q: %s does not contain %s, a %s", v.ID, v.Source, lattice.FormatType(value), *v.Value, v.InferSet)
					}
				case v.Error != nil:
					refused++
					if len(findings) > 0 && (v.Error.Line == 0 || findings[0].Position().Line == v.Error.Line) {
						caught++
					}
				}
			}
			t.Logf("%d evaluated, %d more precise than Any; %d refused, %d of them found", evaluated, precise, refused, caught)
			if precise*100 < evaluated*test.precise {
				t.Errorf("only %d of %d types are more precise than Any", precise, evaluated)
			}
			if caught*100 < refused*test.caught {
				t.Errorf("only %d of %d mistakes are found", caught, refused)
			}
		})
	}
}

// valueType is the type of a value that Puppet gave as program text, or the
// type that Puppet gave where the text cannot be evaluated.
func valueType(r *run, v vector) Type {
	manifest := module.NewManifest(source.NewFile("value", *v.Value), nil)
	if len(manifest.Errors) == 0 {
		e := r.NewEvaluator(&program.Body{Manifest: manifest, Node: manifest.Program}, false, false)
		if t := e.Evaluate(manifest.Program.Body); !r.IsUnknown(t) && lattice.TypeClassOf(t) != lattice.AnyClass {
			return t
		}
	}
	return r.ParseType(v.InferSet)
}

func readVectors(t *testing.T, name string) []vector {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var vectors []vector
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var v vector
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		vectors = append(vectors, v)
	}
	return vectors
}
