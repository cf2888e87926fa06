package compile

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"puppet-lint/checker/catalog"
	"puppet-lint/internal/document/json"
	"puppet-lint/internal/source"
	"puppet-lint/internal/treetest"
	"puppet-lint/types"
)

var update = flag.Bool("update", false, "write the catalogs that the trees want")

// TestCatalogs compiles the classes and nodes of trees. The file want/NAME of a tree is the
// catalog of the class or node NAME as text. The facts of the node are facts.json, but for a
// name with "without facts".
func TestCatalogs(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no trees: %v", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			tree := treetest.New(archive)
			var facts *types.Hash
			for _, file := range archive.Files {
				if file.Name == "facts.json" {
					facts = readFacts(t, string(file.Data))
				}
			}
			wanted := 0
			for i, file := range archive.Files {
				name, isWanted := strings.CutPrefix(file.Name, "want/")
				if !isWanted {
					continue
				}
				wanted++
				name, isUnknown := strings.CutSuffix(name, " without facts")
				given := facts
				if isUnknown {
					given = nil
				}
				got := textOf(t, New(tree.Tree, 0, given), name)
				if *update {
					archive.Files[i].Data = []byte(got)
				} else if got != string(file.Data) {
					t.Errorf("%s is\n%s\nnot\n%s", file.Name, got, file.Data)
				}
			}
			if wanted == 0 {
				t.Error("no catalog is wanted")
			}
			if *update {
				if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// readFacts reads facts in JSON.
func readFacts(t *testing.T, text string) *types.Hash {
	t.Helper()
	document := json.Read(source.NewFile("facts.json", text))
	facts, err := ReadFacts(document.Root)
	if err != nil {
		t.Fatal(err)
	}
	return facts
}

// textOf returns the catalog of a class or, if there is none, of a node as text.
func textOf(t *testing.T, compiler *Compiler, name string) string {
	t.Helper()
	var made *catalog.Catalog
	if made = compiler.Class(name); made == nil {
		made = compiler.Node(name)
	}
	if made == nil {
		return "there is no such class or node\n"
	}
	var text strings.Builder
	if err := made.WriteText(&text, strings.TrimSuffix(treetest.Root, "/")); err != nil {
		t.Fatal(err)
	}
	if made.Failure != nil {
		text.WriteString("\nfails: " + made.Failure.What + "\n")
	}
	return text.String()
}

func TestClassesAndNodes(t *testing.T) {
	tree := treetest.Parse(`
-- environment.conf --
-- manifests/site.pp --
node 'b.example.com', 'a.example.com', /^c/ { }
node default { }
-- modules/m/manifests/init.pp --
class m { }
class m::inner { }
define m::d { }
-- modules/m/manifests/other.pp --
class m::other { }
`)
	compiler := New(tree.Tree, 0, nil)
	if got := strings.Join(compiler.Classes(), " "); got != "m m::inner m::other" {
		t.Errorf("the classes are %s", got)
	}
	if got := strings.Join(compiler.Nodes(), " "); got != "a.example.com b.example.com default" {
		t.Errorf("the nodes are %s", got)
	}
}

// A name selects the first definition for it, else the first pattern that matches it, else the
// default.
func TestNodeSelection(t *testing.T) {
	tree := treetest.Parse(`
-- environment.conf --
-- manifests/site.pp --
node /^web/ { notify { 'any web': } }
node 'Web1.example.com', 'web2.example.com' { notify { 'one web': } }
node /example/ { notify { 'example': } }
node default { notify { 'default': } }
`)
	compiler := New(tree.Tree, 0, nil)
	for name, want := range map[string]string{
		"web1.example.com": "one web", "WEB2.example.com": "one web", "web3.example.com": "any web",
		"db.example.com": "example", "db.other.net": "default",
	} {
		made := compiler.Node(name)
		if made == nil || made.Find("Notify["+want+"]") == nil {
			t.Errorf("%s: not by the definition with %q", name, want)
		}
	}
}

// TestDefinitionOfFacts finds the node definition for the host whose facts are known.
func TestDefinitionOfFacts(t *testing.T) {
	const site = `
-- environment.conf --
-- manifests/site.pp --
node 'Web.example.com', 'www' { }
node /^db/ { }
node /^${x}/ { }
`
	for _, test := range []struct{ tree, facts, want string }{
		{site, `{"trusted": {"certname": "web.example.com"}, "fqdn": "db1"}`, "Web.example.com, www"},
		{site, `{"clientcert": "WWW"}`, "Web.example.com, www"},
		{site, `{"networking": {"fqdn": "db1.example.com"}}`, "/^db/"},
		{site, `{"networking": {"hostname": "db1"}, "fqdn": "other"}`, ""},
		{site, `{"fqdn": 3}`, "unknown"},
		{site, `{}`, "unknown"},
		{site, "", "unknown"},
		{site + "node default { }\n", `{"fqdn": "other"}`, "default"},
		{"-- environment.conf --\n-- manifests/site.pp --\nnotice(1)\n", `{"fqdn": "other"}`, "default"},
	} {
		var facts *types.Hash
		if test.facts != "" {
			facts = readFacts(t, test.facts)
		}
		name, known := New(treetest.Parse(test.tree).Tree, 0, facts).DefinitionOfFacts()
		if !known {
			name += "unknown"
		}
		if name != test.want {
			t.Errorf("the definition for %s is %q, not %q", test.facts, name, test.want)
		}
	}
}

// TestReadFacts checks which documents are facts.
func TestReadFacts(t *testing.T) {
	for text, want := range map[string]string{
		`{"a": 1}`:                           "{'a' => 1}",
		`{"values": {"a": 1}}`:               "{'a' => 1}",
		`{"facts": {"a": 1}}`:                "{'a' => 1}",
		`[1]`:                                "it holds no hash of facts",
		``:                                   "it holds no hash of facts",
		`{"a": 123456789012345678901234567}`: "it holds values other than data",
		`{"a": ` + strings.Repeat("[", 80) + strings.Repeat("]", 80) + `}`: "it holds values other than data",
	} {
		facts, err := ReadFacts(json.Read(source.NewFile("facts.json", text)).Root)
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = catalog.ValueText(facts)
		}
		if got != want {
			t.Errorf("the facts in %.40s are %s, not %s", text, got, want)
		}
	}
}
