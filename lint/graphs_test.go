package lint

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"weak"

	"puppet-lint/config"
	"puppet-lint/graph"
	"puppet-lint/graph/lookups"
	"puppet-lint/module"
)

// Graphs.Each needs the memory of one tree at a time, whatever is kept of the results.
func TestEachForgetsTrees(t *testing.T) {
	folder := t.TempDir()
	for _, tree := range []string{"a", "b", "c"} {
		for path, text := range map[string]string{
			"environment.conf":            "modulepath = modules\n",
			"hiera.yaml":                  "version: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n",
			"data/common.yaml":            "m::x: 1\nother: 2\n",
			"modules/m/manifests/init.pp": "class m(Integer $x) {\n  include m::other\n}\n",
		} {
			path = filepath.Join(folder, tree, filepath.FromSlash(path))
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	files := Confine(folder, []string{folder})
	graphs, err := NewGraphs(Options{
		Files: files, Folder: folder, Paths: []string{folder},
		Resolver: config.NewResolver(files, folder, config.NewCatalogue(Rules()), nil, &config.Flags{NoConfig: true}),
	})
	if err != nil {
		t.Fatal(err)
	}
	var before []weak.Pointer[module.Tree]
	var keys []*lookups.Key
	var outlines []*graph.Graph
	err = graphs.Each(context.Background(), func(built *graph.Graph) {
		runtime.GC()
		for i, tree := range before {
			if tree.Value() != nil {
				t.Errorf("tree %d is still in memory while tree %d is read", i, len(before))
			}
		}
		before = append(before, weak.Make(built.Tree))
		for _, key := range lookups.Collect(built, lookups.Options{Shown: graphs.Shown}) {
			key.Release()
			keys = append(keys, key)
		}
		outlines = append(outlines, built.Outline())
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(before) != 3 || len(keys) != 6 || outlines[2].Node(graph.ID{Kind: graph.Class, Name: "m"}) == nil {
		t.Errorf("%d trees, %d keys", len(before), len(keys))
	}
	runtime.KeepAlive(keys)
	runtime.KeepAlive(outlines)
}

// TestTreeForTwoVersionsHasOneGraph checks that modules for different versions of Puppet are parts
// of one graph.
func TestTreeForTwoVersionsHasOneGraph(t *testing.T) {
	folder := t.TempDir()
	for path, text := range map[string]string{
		"environment.conf":              "modulepath = modules\n",
		"modules/old/metadata.json":     `{"name": "me-old", "requirements": [{"name": "puppet", "version_requirement": ">= 6.0.0 < 8.0.0"}]}`,
		"modules/old/manifests/init.pp": "class old {\n  include new\n}\n",
		"modules/new/metadata.json":     `{"name": "me-new", "requirements": [{"name": "puppet", "version_requirement": ">= 8.0.0 < 9.0.0"}]}`,
		"modules/new/manifests/init.pp": "class new {\n}\n",
	} {
		writeBelow(t, folder, path, text)
	}
	graphs := graphsBelow(t, folder)
	count := 0
	err := graphs.Each(context.Background(), func(built *graph.Graph) {
		count++
		for _, class := range []string{"old", "new"} {
			node := built.Node(graph.ID{Kind: graph.Class, Name: class})
			if node == nil || !node.IsDefined() || !graphs.IsOwn(node.Definitions[0].File.Name) {
				t.Errorf("class %s is not in the graph", class)
			}
		}
	})
	if err != nil || count != 1 {
		t.Errorf("%d graphs, %v; want 1", count, err)
	}
}

// TestOtherDocumentsMakeNoGraph checks that a JSON file beside a module does not make a second
// tree with the same module.
func TestOtherDocumentsMakeNoGraph(t *testing.T) {
	folder := t.TempDir()
	writeBelow(t, folder, "package.json", "{}\n")
	writeBelow(t, folder, "web/manifests/init.pp", "class web {\n}\n")
	graphs := graphsBelow(t, folder)
	count := 0
	err := graphs.Each(context.Background(), func(built *graph.Graph) {
		if count++; built.Node(graph.ID{Kind: graph.Class, Name: "web"}) == nil {
			t.Error("the class is not in the graph")
		}
	})
	if err != nil || count != 1 {
		t.Errorf("%d graphs, %v; want 1", count, err)
	}
}

// graphsBelow finds the trees in a folder.
func graphsBelow(t *testing.T, folder string) *Graphs {
	t.Helper()
	files := Confine(folder, []string{folder})
	graphs, err := NewGraphs(Options{
		Files: files, Folder: folder, Paths: []string{folder},
		Resolver: config.NewResolver(files, folder, config.NewCatalogue(Rules()), nil, &config.Flags{NoConfig: true}),
	})
	if err != nil {
		t.Fatal(err)
	}
	return graphs
}

// writeBelow writes a file at a path with slashes below a folder.
func writeBelow(t *testing.T, folder, path, text string) {
	t.Helper()
	path = filepath.Join(folder, filepath.FromSlash(path))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
