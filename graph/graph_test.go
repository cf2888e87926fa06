package graph_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"puppet-lint/checker/symbols"
	"puppet-lint/graph"
	"puppet-lint/internal/rubyregexp"
	"puppet-lint/internal/source"
	"puppet-lint/internal/treetest"
	"puppet-lint/module"
)

var update = flag.Bool("update", false, "write the golden parts of the archives anew")

// open writes the files of an archive below a folder and builds their graph.
func open(t *testing.T, archive *txtar.Archive, folder string) *graph.Graph {
	t.Helper()
	for _, file := range archive.Files {
		if strings.HasSuffix(file.Name, ".golden") {
			continue
		}
		path := filepath.Join(folder, filepath.FromSlash(file.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, file.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	tree := module.NewWorkspace(source.Disk{}, []string{folder}, nil).Following().TreeOf(folder)
	built, err := graph.Build(context.Background(), tree, graph.Options{Folder: folder})
	if err != nil {
		t.Fatal(err)
	}
	return built
}

// TestEdges compares the edges of each archive with its part edges.golden.
func TestEdges(t *testing.T) {
	treetest.Golden(t, "testdata/*.txtar", *update, func(t *testing.T, archive *txtar.Archive) map[string]string {
		folder := t.TempDir()
		built := open(t, archive, folder)
		var shown strings.Builder
		for _, edge := range built.Edges {
			relative, _ := filepath.Rel(folder, edge.Location.File.Name)
			fmt.Fprintf(&shown, "%s %s %s", edge.From.ID, edge.Kind.Verb(), edge.To.ID)
			if edge.To.Missing {
				shown.WriteString(", which is missing")
			}
			fmt.Fprintf(&shown, " at %s:%d", filepath.ToSlash(relative), edge.Location.File.Position(edge.Location.Span.Start).Line)
			if !edge.IsCertain() {
				shown.WriteString(" (" + edge.Reason + ")")
			}
			shown.WriteString("\n")
		}
		for _, one := range built.Opens {
			fmt.Fprintf(&shown, "%s %s some %s '%s…%s'", one.From.ID, one.Edge, one.Kind, one.Prefix, one.Suffix)
			if one.IsOutside {
				shown.WriteString(" if code outside of the tree declares it so")
			}
			shown.WriteString("\n")
		}
		for _, component := range built.Components(graph.Filter{Kinds: []graph.EdgeKind{graph.Includes, graph.Contains, graph.Requires, graph.Inherits}}) {
			shown.WriteString("cycle:")
			for _, node := range component {
				shown.WriteString(" " + node.Name)
			}
			shown.WriteString("\n")
		}
		return map[string]string{"edges.golden": shown.String()}
	})
}

// TestWalks checks the paths and the reachable nodes in one tree.
func TestWalks(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/kinds.txtar")
	if err != nil {
		t.Fatal(err)
	}
	built := open(t, archive, t.TempDir())
	from, to := built.Node(graph.ID{Kind: graph.NodeDefinition, Name: "web1, web2"}), built.Node(graph.ID{Kind: graph.DefinedType, Name: "profile::vhost"})
	var path []string
	for _, edge := range built.Why(from, to, graph.Filter{}) {
		path = append(path, edge.Kind.String()+" "+edge.To.Name)
	}
	if got, want := strings.Join(path, ", "), "includes role::web, contains profile::base, declares profile::vhost"; got != want {
		t.Errorf("the path is %q, want %q", got, want)
	}
	if path := built.Why(to, from, graph.Filter{}); path != nil {
		t.Errorf("there is a path back: %v", path)
	}
	var users []string
	for _, step := range built.WalkBack([]*graph.Node{to}, graph.Filter{CertainOnly: true, NamesOnly: true}, 2) {
		users = append(users, fmt.Sprintf("%d %s", step.Depth, step.Node.ID))
	}
	want := "0 defined type 'profile::vhost'; 1 class 'profile::base'; 2 code 'manifests/site.pp'; 2 class 'role::web'"
	if got := strings.Join(users, "; "); got != want {
		t.Errorf("users: %q, want %q", got, want)
	}
}

// TestPrevious builds a graph after another one, of a file that has changed.
func TestPrevious(t *testing.T) {
	archive := txtar.Parse([]byte("-- metadata.json --\n{\"name\": \"me-a\", \"version\": \"1.0.0\"}\n-- manifests/init.pp --\nclass a { include a::b }\n-- manifests/b.pp --\nclass a::b { }\n-- manifests/c.pp --\nclass a::c { }\n"))
	folder := t.TempDir()
	before := open(t, archive, folder)
	archive.Files[1].Data = []byte("class a { include a::c }\n")
	path := filepath.Join(folder, "manifests", "init.pp")
	if err := os.WriteFile(path, archive.Files[1].Data, 0o666); err != nil {
		t.Fatal(err)
	}
	before.Tree.Renew([]string{path})
	after, err := graph.Build(context.Background(), before.Tree, graph.Options{Folder: folder, Previous: before})
	if err != nil {
		t.Fatal(err)
	}
	if len(after.Edges) != 1 || after.Edges[0].To.Name != "a::c" || len(before.Edges) != 1 || before.Edges[0].To.Name != "a::b" {
		t.Errorf("the edges are %v and %v", before.Edges, after.Edges)
	}
}

// TestDefinedIn compares the definitions and data keys in single files with the nodes of the
// graph.
func TestDefinedIn(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/names.txtar")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	built := open(t, archive, folder)
	defined := 0
	for _, file := range archive.Files {
		path := filepath.Join(folder, filepath.FromSlash(file.Name))
		if strings.HasSuffix(file.Name, ".golden") {
			continue
		}
		for _, one := range graph.DefinedIn(built.Tree, path) {
			defined++
			node := built.Node(one.ID)
			if node == nil || node.Missing {
				t.Errorf("%s defines %v, which is no node", file.Name, one.ID)
			} else if one.Location.File.Name != path {
				t.Errorf("%v is defined in %s, not in %s", one.ID, file.Name, one.Location.File.Name)
			}
		}
	}
	if defined < 20 {
		t.Errorf("only %d definitions", defined)
	}
	outline := built.Outline()
	if len(outline.Nodes) != len(built.Nodes) || len(outline.Edges) != len(built.Edges) || outline.Node(built.Nodes[0].ID) != built.Nodes[0] {
		t.Error("the outline has other nodes or edges")
	}
	tables := 0
	built.Files(func(table *symbols.Table) { tables++ })
	if tables < 12 {
		t.Errorf("only %d files have names", tables)
	}
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := graph.Build(cancelled, built.Tree, graph.Options{Folder: folder}); err == nil {
		t.Error("a cancelled build gives a graph")
	}
}

// TestExternalFacts compares the facts that files of the folder facts.d define, and the text
// that defines them, with what Facter would take from them.
func TestExternalFacts(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/order.txtar")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	built := open(t, archive, folder)
	for name, want := range map[string]struct {
		facts  string
		isData bool
	}{
		"data.yaml":   {"listed: 'Listed: 1'; other: 'other: {nested: 2}'", true},
		"data.json":   {"from_json: '\"from_json\": true'", true},
		"lines.txt":   {"line: 'line=1'", true},
		"run.sh":      {"printed: 'printed='", false},
		"broken.yaml": {"", true},
		"list.yaml":   {"", true},
	} {
		path := filepath.Join(folder, "site", "a", "facts.d", name)
		var facts []string
		for _, one := range graph.DefinedIn(built.Tree, path) {
			if one.ID.Kind != graph.Fact || one.Location.File.Name != path {
				t.Errorf("%s defines %v in %s", name, one.ID, one.Location.File.Name)
			}
			facts = append(facts, fmt.Sprintf("%s: '%s'", one.ID.Name, one.Location.File.Slice(one.Location.Span)))
		}
		if got := strings.Join(facts, "; "); got != want.facts {
			t.Errorf("%s: %s; want %s", name, got, want.facts)
		}
		if got := graph.IsFactData(path); got != want.isData {
			t.Errorf("%s has its facts as text: %v", name, got)
		}
	}
}

// TestData reads the keys and the lookup_options of an environment and of its modules.
func TestData(t *testing.T) {
	built := open(t, txtar.Parse([]byte(`
-- environment.conf --
modulepath = site
-- hiera.yaml --
version: 5
hierarchy:
  - name: common
    paths: [first.yaml, common.yaml]
-- data/first.yaml --
lookup_options: none
a::x: 1
-- data/common.yaml --
lookup_options:
  a::x: { merge: unique }
  '^a::.*': { convert_to: Integer }
  '^a::(': { merge: deep }
a::x: 2
-- site/a/hiera.yaml --
version: 5
hierarchy:
  - name: of the module
    path: common.yaml
-- site/a/data/common.yaml --
lookup_options:
  a::y: { merge: hash }
a::y: {}
-- site/a/manifests/init.pp --
class a ($x, $y) { }
-- site/b/hiera.yaml --
version: 5
hierarchy:
  - name: of another program
    lookup_key: vault_lookup
-- site/b/manifests/init.pp --
class b ($x) { }
`)), t.TempDir())
	var options []string
	for _, one := range built.Data.LookupOptions() {
		owner := "the environment"
		if one.Module != "" {
			owner = "module " + one.Module
		}
		if text := one.Location.File.Slice(one.Location.Span); strings.Trim(text, "'") != one.Key {
			t.Errorf("%s is at %s", one.Key, text)
		}
		options = append(options, fmt.Sprintf("%s of %s, pattern %v, can match a::x %v",
			one.Key, owner, one.IsPattern(), one.Pattern != nil && one.Pattern.Match("a::x") == rubyregexp.Yes))
	}
	want := []string{
		"a::x of the environment, pattern false, can match a::x false",
		"^a::.* of the environment, pattern true, can match a::x true",
		"^a::( of the environment, pattern true, can match a::x false",
		"a::y of module a, pattern false, can match a::x false",
	}
	if !slices.Equal(options, want) {
		t.Errorf("options:\n%s\nwant\n%s", strings.Join(options, "\n"), strings.Join(want, "\n"))
	}
	var keys []string
	built.Data.Keys(func(key string) { keys = append(keys, fmt.Sprintf("%s %d", key, len(built.Data.Values(key)))) })
	slices.Sort(keys)
	if got := strings.Join(keys, ", "); got != "a::x 2, a::y 1" {
		t.Errorf("keys and how often they have a value: %s", got)
	}
	if built.Data.IsHidden("a::x") || !built.Data.IsHidden("b::x") {
		t.Error("only the data of module b is in a backend that nobody knows")
	}
}

// TestVariables checks that the graph keeps the analysis of the variables of each manifest that it
// has read.
func TestVariables(t *testing.T) {
	folder := t.TempDir()
	built := open(t, txtar.Parse([]byte(`
-- metadata.json --
{"name": "me-a", "version": "1.0.0"}
-- manifests/init.pp --
class a { $x = 1 }
`)), folder)
	if analysis := built.Variables(filepath.Join(folder, "manifests", "init.pp")); analysis == nil || len(analysis.Scopes) == 0 {
		t.Error("the manifest has no scopes")
	}
	if built.Variables(filepath.Join(folder, "metadata.json")) != nil {
		t.Error("another file has variables")
	}
}
