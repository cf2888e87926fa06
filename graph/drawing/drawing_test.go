package drawing_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"puppet-lint/graph"
	"puppet-lint/graph/drawing"
	"puppet-lint/internal/source"
	"puppet-lint/module"
)

// build returns the graph of a tree with three modules, one of which is missing.
func build(t *testing.T) *graph.Graph {
	t.Helper()
	return graphOf(t, map[string]string{
		"web/manifests/init.pp":     "class web {\n  include web::ports\n  web::site { 'a': }\n}\n",
		"web/manifests/ports.pp":    "class web::ports {\n  include base\n}\n",
		"web/manifests/site.pp":     "define web::site {\n  include elsewhere::thing\n}\n",
		"base/manifests/init.pp":    "class base {\n}\n",
		"base/manifests/unused.pp":  "class base::unused {\n}\n",
		"web/metadata.json":         "{\"name\": \"own-web\", \"version\": \"1.0.0\", \"dependencies\": []}\n",
		"base/metadata.json":        "{\"name\": \"own-base\", \"version\": \"1.0.0\", \"dependencies\": []}\n",
		"base/manifests/<odd> 1.pp": "# a file with an odd name\n",
	})
}

// graphOf returns the graph of a tree whose modules are the folders of some files.
func graphOf(t *testing.T, files map[string]string) *graph.Graph {
	t.Helper()
	folder := source.Absolute(t.TempDir(), "modules")
	texts := map[string]string{}
	for name, text := range files {
		texts[filepath.Join(folder, filepath.FromSlash(name))] = text
	}
	tree := module.NewWorkspace(source.NewOverlay(nil, texts), []string{folder}, []string{folder}).TreeOf(filepath.Join(folder, "web"))
	built, err := graph.Build(t.Context(), tree, graph.Options{Folder: folder})
	if err != nil {
		t.Fatal(err)
	}
	return built
}

// written returns the output of a method.
func written(t *testing.T, write func(io.Writer) error) string {
	t.Helper()
	var out bytes.Buffer
	if err := write(&out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestFormats(t *testing.T) {
	g := build(t)
	picture, err := drawing.New([]*graph.Graph{g}, drawing.Options{From: "web", Shown: filepath.Base})
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		text string
		want []string
	}{
		"text":    {written(t, picture.WriteText), []string{"class 'web'\n", "web::ports", "elsewhere::thing"}},
		"DOT":     {written(t, picture.WriteDOT), []string{"digraph", "web::ports", "->", "elsewhere::thing"}},
		"Mermaid": {written(t, picture.WriteMermaid), []string{"flowchart", "web::ports", "-->"}},
		"page":    {written(t, picture.WritePage), []string{"<!DOCTYPE html>", "default-src 'none'"}},
	} {
		for _, want := range test.want {
			if !strings.Contains(strings.ToLower(test.text), strings.ToLower(want)) {
				t.Errorf("%s does not hold %q:\n%s", name, want, test.text)
			}
		}
		if strings.Contains(test.text, "base::unused") {
			t.Errorf("%s holds what web does not use", name)
		}
	}
	var document struct {
		Nodes []struct {
			Name    string `json:"name"`
			Missing bool   `json:"missing"`
		} `json:"nodes"`
	}
	text := written(t, picture.WriteJSON)
	if err := json.Unmarshal([]byte(text), &document); err != nil {
		t.Fatal(err)
	}
	missing := map[string]bool{}
	for _, node := range document.Nodes {
		missing[node.Name] = node.Missing
	}
	if is, drawn := missing["elsewhere::thing"]; !drawn || !is || missing["web"] || len(missing) != 5 {
		t.Errorf("the nodes are %v in %s", missing, text)
	}
}

// TestSelection checks which nodes are drawn.
func TestSelection(t *testing.T) {
	graphs := []*graph.Graph{build(t)}
	for _, test := range []struct {
		options drawing.Options
		want    string
	}{
		{drawing.Options{From: "web", Depth: 1}, "class web, class web::ports, defined type web::site"},
		{drawing.Options{To: "base"}, "class base, class web, class web::ports"},
		{drawing.Options{To: "base", Depth: 1}, "class base, class web::ports"},
		{drawing.Options{From: "web", To: "base"}, "class base, class web, class web::ports"},
		{drawing.Options{From: "web", Nodes: []graph.Kind{graph.Class}}, "class base, class web, class web::ports"},
		{drawing.Options{Modules: true}, "module base, module elsewhere, module web"},
	} {
		picture, err := drawing.New(graphs, test.options)
		if err != nil {
			t.Errorf("%+v: %v", test.options, err)
			continue
		}
		var names []string
		for _, node := range picture.Nodes {
			names = append(names, node.ID.String())
		}
		if got := strings.ReplaceAll(strings.Join(names, ", "), "'", ""); got != test.want {
			t.Errorf("from %q to %q: got %s, want %s", test.options.From, test.options.To, got, test.want)
		}
	}
	if _, err := drawing.New(graphs, drawing.Options{From: "web::port"}); err == nil || !strings.Contains(err.Error(), "web::ports") {
		t.Errorf("a misspelt name: %v", err)
	}
}

func TestFind(t *testing.T) {
	graphs := []*graph.Graph{build(t)}
	for name, want := range map[string]graph.Kind{"web": graph.Class, "web::site": graph.DefinedType, "module:web": graph.Module} {
		if _, node, err := drawing.Find(graphs, name); err != nil || node.Kind != want {
			t.Errorf("Find(%s): %v, %v", name, node, err)
		}
	}
}

// uncertain returns the graph of a module with computed names, node definitions and code outside of
// definitions.
func uncertain(t *testing.T) *graph.Graph {
	t.Helper()
	return graphOf(t, map[string]string{
		"web/manifests/init.pp":  "class web {\n  include web::ports\n  include $facts['x'] ? { 'a' => 'web::one', default => 'web::two' }\n}\n",
		"web/manifests/ports.pp": "class web::ports {\n  include web::one\n  include gone::thing\n}\n",
		"web/manifests/one.pp":   "class web::one { include web::ports }\n",
		"web/manifests/two.pp":   "class web::two { include web::ports }\n",
		"web/metadata.json":      "{\"name\": \"own-web\", \"version\": \"1.0.0\", \"dependencies\": []}\n",
		"site/manifests/node.pp": "node 'a.example.com', 'b.example.com' {\n  include web\n}\n",
	})
}

// shownName returns the name of a file below its folder.
func shownName(path string) string { return filepath.Base(path) }

// TestUncertainEdges checks how the formats show edges that are only possible, cycles and the nodes that
// refer to one.
func TestUncertainEdges(t *testing.T) {
	graphs := []*graph.Graph{uncertain(t)}
	for _, test := range []struct {
		options drawing.Options
		write   func(*drawing.Picture, io.Writer) error
		want    string
	}{
		{drawing.Options{From: "web"}, (*drawing.Picture).WriteText, `
class 'web'
├─ includes class 'web::one' (init.pp:3); uncertain: the name is computed and has 2 possible values
│  └─ includes class 'web::ports' (one.pp:1) …
├─ includes class 'web::ports' (init.pp:2)
│  ├─ includes class 'gone::thing', which is missing (ports.pp:3)
│  └─ includes class 'web::one' (ports.pp:2) …
└─ includes class 'web::two' (init.pp:3); uncertain: the name is computed and has 2 possible values
   └─ includes class 'web::ports' (two.pp:1) …
`},
		{drawing.Options{From: "web", CertainOnly: true}, (*drawing.Picture).WriteText, `
class 'web'
└─ includes class 'web::ports' (init.pp:2)
   ├─ includes class 'gone::thing', which is missing (ports.pp:3)
   └─ includes class 'web::one' (ports.pp:2)
      └─ includes class 'web::ports' (one.pp:1) …
`},
		{drawing.Options{To: "gone::thing", Depth: 2}, (*drawing.Picture).WriteText, `
class 'gone::thing', which is missing
└─ class 'web::ports' includes it (ports.pp:3)
   ├─ class 'web' includes it (init.pp:2)
   ├─ class 'web::one' includes it (one.pp:1) …
   └─ class 'web::two' includes it (two.pp:1) …
`},
		{drawing.Options{From: "b.example.com", Depth: 1}, (*drawing.Picture).WriteDOT, `
digraph puppet {
  rankdir=LR;
  node [shape=box, fontname="sans-serif"];
  subgraph cluster_0 {
    label="web";
    n0 [label="web"];
  }
  subgraph cluster_1 {
    label="site";
    n1 [label="node a.example.com, b.example.com"];
  }
  n1 -> n0 [label="includes"];
}
`},
		{drawing.Options{From: "web", To: "web::two"}, (*drawing.Picture).WriteMermaid, `
flowchart LR
  subgraph m0["web"]
    n0["web"]
    n1["web::two"]
  end
  n0 -.->|includes| n1
`},
		{drawing.Options{From: "web", Modules: true}, (*drawing.Picture).WriteDOT, `
digraph puppet {
  rankdir=LR;
  node [shape=box, fontname="sans-serif"];
  n0 [label="gone", style=dashed];
  n1 [label="web"];
  n1 -> n0 [label="includes"];
}
`},
	} {
		test.options.Shown = shownName
		picture, err := drawing.New(graphs, test.options)
		if err != nil {
			t.Errorf("%+v: %v", test.options, err)
			continue
		}
		if got := written(t, func(out io.Writer) error { return test.write(picture, out) }); got != strings.TrimPrefix(test.want, "\n") {
			t.Errorf("from %q to %q it draws\n%s\nnot\n%s", test.options.From, test.options.To, got, test.want)
		}
	}
	if _, err := drawing.New(graphs, drawing.Options{From: "gone::thing", To: "web"}); err == nil || err.Error() != "there is no path from class 'gone::thing' to class 'web'" {
		t.Errorf("a path that does not exist: %v", err)
	}
	if _, err := drawing.New(graphs, drawing.Options{From: "web", To: "wbe"}); err == nil || !strings.Contains(err.Error(), "'wbe'") {
		t.Errorf("a misspelt name: %v", err)
	}
}

// TestWriteWhy checks a path in words.
func TestWriteWhy(t *testing.T) {
	built := uncertain(t)
	class := func(name string) *graph.Node { return built.Node(graph.ID{Kind: graph.Class, Name: name}) }
	for to, want := range map[string]string{
		"gone::thing": "class 'web' includes class 'web::ports' (init.pp:2)\nclass 'web::ports' includes class 'gone::thing', which is missing (ports.pp:3)\n",
		"web::two":    "possibly class 'web' includes class 'web::two' (init.pp:3): the name is computed and has 2 possible values\n",
	} {
		path := built.Why(class("web"), class(to), graph.Filter{})
		if got := written(t, func(out io.Writer) error { return drawing.WriteWhy(out, path, shownName) }); got != want {
			t.Errorf("the path to %s is\n%s\nnot\n%s", to, got, want)
		}
		full := errors.New("the disk is full")
		if err := drawing.WriteWhy(failing{full}, path, shownName); !errors.Is(err, full) {
			t.Errorf("writing fails with %v", err)
		}
	}
}

// failing is a Writer that cannot write.
type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// TestOwn checks what is drawn of some files: their definitions, what these use, and nothing twice,
// though several graphs have it.
func TestOwn(t *testing.T) {
	built := uncertain(t)
	names := func(graphs []*graph.Graph, options drawing.Options) string {
		picture, err := drawing.New(graphs, options)
		if err != nil {
			t.Fatal(err)
		}
		var words []string
		for _, node := range picture.Nodes {
			words = append(words, node.Name)
		}
		return strings.Join(words, " ") + fmt.Sprintf(", %d edges", len(picture.Edges))
	}
	isOwn := func(path string) bool { return filepath.Base(path) == "two.pp" }
	for _, test := range []struct {
		options drawing.Options
		want    string
	}{
		{drawing.Options{IsOwn: isOwn}, "web::ports web::two, 1 edges"},
		{drawing.Options{IsOwn: isOwn, Depth: 2}, "gone::thing web::one web::ports web::two, 4 edges"},
		{drawing.Options{}, "gone::thing web web::one web::ports web::two a.example.com, b.example.com, 8 edges"},
		{drawing.Options{Modules: true}, "gone site web, 2 edges"},
	} {
		once, twice := names([]*graph.Graph{built}, test.options), names([]*graph.Graph{built, built}, test.options)
		if once != test.want || twice != once {
			t.Errorf("%+v: %s; of two graphs, %s; not %s", test.options, once, twice, test.want)
		}
	}
}
