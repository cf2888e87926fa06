//go:build develop

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/syntax"
)

// text is a text with its origin.
type text struct {
	name, text string
	options    syntax.Options
}

// readCorpus reads the manifests, plans and templates below a folder.
func readCorpus(folder string, every int) (texts []text, err error) {
	count := 0
	err = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		extension := filepath.Ext(path)
		if err != nil || entry.IsDir() || extension != ".pp" && extension != ".epp" {
			return err
		}
		if count++; count%every != 0 {
			return nil
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(folder, path)
		isPlan := slices.Contains(strings.Split(filepath.ToSlash(name), "/"), "plans")
		texts = append(texts, text{name, string(content), syntax.Options{EPP: extension == ".epp", Tasks: isPlan}})
		return err
	})
	if err == nil && len(texts) == 0 {
		err = fmt.Errorf("no manifests in %q", folder)
	}
	return texts, err
}

// readModules unpacks archives, "AUTHOR-NAME/VERSION.tar.xz", below a folder and reads the
// files in them.
func readModules(folder string) (texts []text, err error) {
	archives, err := filepath.Glob(filepath.Join(folder, "*", "*.tar.xz"))
	if err != nil || len(archives) == 0 {
		return nil, fmt.Errorf("no modules in %q (%w)", folder, err)
	}
	work, err := os.MkdirTemp("", "format-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(work)
	for i, archive := range archives {
		into := filepath.Join(work, fmt.Sprint(i))
		if err := os.Mkdir(into, 0o755); err != nil {
			return nil, err
		}
		if output, err := exec.Command("tar", "-xJf", archive, "-C", into).CombinedOutput(); err != nil {
			return nil, fmt.Errorf("%s: %w: %s", archive, err, output)
		}
		found, err := readCorpus(into, 1)
		if err != nil {
			continue // a module without code
		}
		for _, t := range found {
			t.name = filepath.Join(filepath.Base(filepath.Dir(archive)), filepath.Base(archive), t.name)
			texts = append(texts, t)
		}
		if err := os.RemoveAll(into); err != nil {
			return nil, err
		}
	}
	return texts, nil
}

// readVectors reads the source texts of the oracle's syntax tree vectors.
func readVectors(oracle string) (texts []text, err error) {
	for _, name := range []string{"pn.jsonl", "pn-cases.jsonl", "validate.jsonl", "eval.jsonl"} {
		content, err := os.ReadFile(filepath.Join(oracle, "vectors", name))
		if err != nil {
			return nil, err
		}
		number := 0
		for line := range bytes.Lines(content) {
			number++
			var vector struct {
				Source     string
				Epp, Tasks bool
			}
			if err := json.Unmarshal(line, &vector); err != nil {
				return nil, fmt.Errorf("%s:%d: %w", name, number, err)
			}
			texts = append(texts, text{fmt.Sprintf("%s:%d", name, number), vector.Source, syntax.Options{EPP: vector.Epp, Tasks: vector.Tasks}})
		}
	}
	return texts, nil
}
