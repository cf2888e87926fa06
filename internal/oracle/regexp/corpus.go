//go:build develop

package main

import (
	"encoding/json"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/internal/oracle/judge"
)

// corpusPatterns returns the regular expressions in the manifests below a folder, sorted and
// without duplicates.
func corpusPatterns(folder, oracle string) ([]string, error) {
	parser, err := judge.Start(oracle, "pn.rb", nil, "--json")
	if err != nil {
		return nil, err
	}
	defer parser.Close()
	seen := map[string]bool{}
	err = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".pp") {
			return err
		}
		var tree any
		if err := parser.Ask(map[string]string{"path": path}, &tree); err != nil {
			return err
		}
		collect(tree, seen)
		return nil
	})
	patterns := make([]string, 0, len(seen))
	for p := range seen {
		patterns = append(patterns, p)
	}
	slices.Sort(patterns)
	return patterns, err
}

// collect finds every ["regexp", pattern] in a tree in PN's data form.
func collect(tree any, seen map[string]bool) {
	switch t := tree.(type) {
	case map[string]any:
		for _, v := range t {
			collect(v, seen)
		}
	case []any:
		if len(t) == 2 && t[0] == "regexp" {
			if s, ok := t[1].(string); ok {
				seen[s] = true
			}
		}
		for _, v := range t {
			collect(v, seen)
		}
	case json.Number, string, bool, nil:
	}
}
