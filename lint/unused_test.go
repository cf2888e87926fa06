package lint

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"puppet-lint/config"
	"puppet-lint/graph/unused"
	"puppet-lint/internal/source"
)

// countedFiles counts how often each file is read.
type countedFiles struct {
	source.FileSystem
	mutex sync.Mutex
	reads map[string]int
}

func (c *countedFiles) Read(path string) (*source.File, error) {
	c.mutex.Lock()
	c.reads[filepath.Base(path)]++
	c.mutex.Unlock()
	return c.FileSystem.Read(path)
}

// The check that finds unused control comments uses the tree that the graph is built from, and
// the answers do not depend on the number of jobs.
func TestUnusedReadsATreeOnce(t *testing.T) {
	folder, texts := t.TempDir(), map[string]string{}
	for name, text := range map[string]string{
		"metadata.json":         `{"name": "o-m", "version": "1.0.0", "dependencies": []}`,
		"manifests/init.pp":     "class m {\n  include m::called\n}\n",
		"manifests/called.pp":   "class m::called {\n  m::resource { 'x': used => 1 } # lint:ignore:140chars\n}\n",
		"manifests/resource.pp": "define m::resource($used, $unread = 1) {\n  notice($used)\n}\n",
		"manifests/private.pp":  "# @api private\nclass m::private {\n  notice('x') # lint:ignore:hard_tabs\n}\n",
	} {
		texts[filepath.Join(folder, filepath.FromSlash(name))] = text
	}
	files := source.NewOverlay(nil, texts)
	var first string
	for _, jobs := range []int{1, 2, 0} {
		counted := &countedFiles{FileSystem: files, reads: map[string]int{}}
		resolver := config.NewResolver(counted, folder, config.NewCatalogue(Rules()), nil, &config.Flags{NoConfig: true})
		answers, graphs, err := Unused(context.Background(), Options{Files: counted, Folder: folder, Paths: []string{folder}, Resolver: resolver, Jobs: jobs}, UnusedOptions{})
		if err != nil {
			t.Fatal(err)
		}
		shown := ""
		for _, answer := range answers {
			shown += fmt.Sprintln(answer.Kind, answer.Name, graphs.Shown(answer.Definitions[0].File.Name), answer.Definitions[0].Span)
		}
		if first == "" {
			first = shown
		}
		if shown != first {
			t.Errorf("with %d jobs:\n%s\nwith 1 job:\n%s", jobs, shown, first)
		}
		for _, kind := range []string{unused.Comment, unused.Parameter, "class"} {
			if !hasKind(answers, kind) {
				t.Errorf("with %d jobs: no answer of the kind %q:\n%s", jobs, kind, shown)
			}
		}
		for name, count := range counted.reads {
			// Once for its comments, once for its words, once for the tree; in an order that depends
			// on the scheduler unless there is one job.
			if jobs == 1 && filepath.Ext(name) == ".pp" && count > 3 {
				t.Errorf("with %d jobs: %s was read %d times", jobs, name, count)
			}
		}
	}
}

// Files in which a removal leaves nothing are deleted, since Puppet warns of data files without
// keys.
func TestRemoveLeavesNoEmptyFile(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{
		"environment.conf":                "modulepath = site\n",
		"hiera.yaml":                      "version: 5\nhierarchy:\n  - name: a\n    paths: [gone.yaml, gone.json, kept.yaml]\n",
		"site/role/hiera.yaml":            "version: 5\nhierarchy:\n  - name: a\n    path: kept.yaml\n  - name: none\n    path: missing.yaml\n",
		"site/role/data/kept.yaml":        "role::b: 1\n",
		"data/gone.yaml":                  "---\n# Unread.\nunread: 1\n",
		"data/gone.json":                  "{\"unread\": 1}\n",
		"data/kept.yaml":                  "unread: 1\nread: 2\n",
		"manifests/site.pp":               "include role::a\n",
		"site/role/manifests/a.pp":        "class role::a {\n  notice(lookup('read'))\n}\n",
		"site/role/manifests/leftover.pp": "# Left over.\nclass profile::one { }\n\n# Too.\nclass profile::two { }\n",
	} {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	files := source.Disk{}
	resolver := config.NewResolver(files, folder, config.NewCatalogue(Rules()), nil, &config.Flags{NoConfig: true})
	answers, graphs, err := Unused(context.Background(), Options{Files: files, Folder: folder, Paths: []string{folder}, Resolver: resolver}, UnusedOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if removed, failures := graphs.Remove(answers); removed != 5 || len(failures) > 0 {
		t.Errorf("%d removed of %d, %v", removed, len(answers), failures)
	}
	for name, want := range map[string]string{
		"hiera.yaml":           "version: 5\nhierarchy:\n  - name: a\n    paths: [gone.yaml, gone.json, kept.yaml]\n",
		"site/role/hiera.yaml": "version: 5\nhierarchy:\n  - name: a\n    path: kept.yaml\n",
		"data/kept.yaml":       "read: 2\n", "data/gone.yaml": "", "data/gone.json": "", "site/role/manifests/leftover.pp": "",
	} {
		text, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(name)))
		if string(text) != want || (want == "") != errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s is %q, %v; want %q", name, text, err, want)
		}
	}
}

func hasKind(answers []unused.Answer, kind string) bool {
	for _, answer := range answers {
		if answer.Kind == kind {
			return true
		}
	}
	return false
}
