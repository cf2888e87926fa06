package drawing_test

import (
	"bytes"
	"encoding/json"
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
	folder := source.Absolute(t.TempDir(), "modules")
	texts := map[string]string{}
	for name, text := range map[string]string{
		"web/manifests/init.pp":     "class web {\n  include web::ports\n  web::site { 'a': }\n}\n",
		"web/manifests/ports.pp":    "class web::ports {\n  include base\n}\n",
		"web/manifests/site.pp":     "define web::site {\n  include elsewhere::thing\n}\n",
		"base/manifests/init.pp":    "class base {\n}\n",
		"base/manifests/unused.pp":  "class base::unused {\n}\n",
		"web/metadata.json":         "{\"name\": \"own-web\", \"version\": \"1.0.0\", \"dependencies\": []}\n",
		"base/metadata.json":        "{\"name\": \"own-base\", \"version\": \"1.0.0\", \"dependencies\": []}\n",
		"base/manifests/<odd> 1.pp": "# a file with an odd name\n",
	} {
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
