package main

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"puppet-lint/internal/dirty"
	"puppet-lint/internal/effort"
	"puppet-lint/rules"
)

// TestSplicedRuns runs the commands over a control repository whose files are put together from
// pieces of its files and of the rules' examples. Whatever they hold, no run meets a bug of its
// own.
func TestSplicedRuns(t *testing.T) {
	tree := map[string]string{}
	var donors []string
	root := os.DirFS(filepath.Join("..", "..", "testdata", "control"))
	if err := fs.WalkDir(root, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := fs.ReadFile(root, path)
		tree[path] = string(data)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	names := slices.Sorted(maps.Keys(tree))
	var manifests []string
	for _, name := range names {
		donors = append(donors, tree[name])
		if strings.HasSuffix(name, ".pp") {
			manifests = append(manifests, name)
		}
	}
	for _, rule := range rules.All() {
		for _, example := range append(rule.Bad, rule.Good...) {
			donors = append(donors, example.Code)
		}
	}
	ways := append(fuzzWays(), []string{"unused"}, []string{"graph"}, []string{"data"}, []string{"catalog", "role::web"}, []string{"search", "$x:String"}, []string{"--select", "security"}, []string{"upgrade", "--to", "9"})
	splicer := dirty.NewSplicer(donors, 1)
	folder := t.TempDir()
	for round := range effort.Rounds(1, 8) {
		for i, way := range ways {
			files := maps.Clone(tree)
			// A manifest gets a rule's example, and three files are changed.
			at := round*len(ways) + i
			files[manifests[at%len(manifests)]] = splicer.Text(donors[at%len(donors)])
			for j := range 3 {
				name := names[(at*5+j*11)%len(names)]
				files[name] = splicer.Text(files[name])
			}
			t.Run(fmt.Sprint(round, " ", strings.Join(way, " ")), func(t *testing.T) {
				if fuzzRun(t, folder, files, way...); t.Failed() {
					for _, name := range names {
						if files[name] != tree[name] {
							t.Logf("-- %s --\n%q", name, files[name])
						}
					}
				}
			})
		}
	}
}
