// Package treetest serves the tests of the checker's packages. It lays txtar archives out as
// trees of modules, and compares findings with the comments that say what is wanted.
//
// An archive's files lie below /w/modules, each folder a module. With an environment.conf or a
// bolt-project.yaml among them, they are a control repository or a Bolt project. The comment of
// the archive may say what to check, and how: "metadata" for metadata.json files, "known
// modules" for the embedded interfaces of modules that are not there, "strict level" for what
// fails only for some values.
package treetest

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/module"
)

// Root is the folder of the trees.
const Root = "/w/modules/"

// Tree is an archive laid out as a tree of modules.
type Tree struct {
	*module.Tree
	// Paths are the manifests and templates, Documents the data files and ERB templates and, if
	// they are to be checked, the metadata.json files.
	Paths, Documents []string
	// Strict reports whether the strict level is wanted.
	Strict bool
}

// Parse lays out the archive in a text.
func Parse(text string) *Tree { return New(txtar.Parse([]byte(text))) }

// New lays out an archive.
func New(archive *txtar.Archive) *Tree {
	comment := string(archive.Comment)
	result := &Tree{Strict: strings.Contains(comment, "strict level")}
	texts := map[string]string{}
	for _, file := range archive.Files {
		path := Root + file.Name
		texts[path] = string(file.Data)
		if strings.HasSuffix(path, ".pp") || strings.HasSuffix(path, ".epp") {
			result.Paths = append(result.Paths, path)
		} else if module.IsDocumentName(path) && (filepath.Base(path) != "metadata.json" || strings.Contains(comment, "metadata")) {
			result.Documents = append(result.Documents, path)
		}
	}
	modulepath := []string{"/w/modules"}
	isKnown := strings.Contains(comment, "known modules")
	if IsEnvironment(archive) || isKnown {
		modulepath = nil
	}
	workspace := module.NewWorkspace(source.NewOverlay(nil, texts), []string{"/w/modules"}, modulepath)
	if isKnown {
		workspace.WithKnownModules()
	}
	result.Tree = workspace.TreeOf("/w/modules")
	return result
}

// IsEnvironment reports whether an archive is a control repository or a Bolt project.
func IsEnvironment(archive *txtar.Archive) bool {
	return slices.ContainsFunc(archive.Files, func(file txtar.File) bool {
		return file.Name == "environment.conf" || file.Name == module.BoltProjectFile
	})
}

// Check returns the findings of a tree. It is checker.Check, which the tests pass, so that those
// of package checker itself can import this package.
type Check func(tree *Tree, workers int) []*diag.Diagnostic

// Run checks the archives that match a pattern: a comment "# want "regexp"" says what is found
// on its line, and nothing else is found, whatever the number of workers.
func Run(t *testing.T, pattern string, check Check) {
	archives, err := filepath.Glob(pattern)
	if err != nil || len(archives) == 0 {
		t.Fatalf("no trees: %v", err)
	}
	for _, name := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			findings := check(New(archive), 0)
			Wants(t, archive, findings)
			for _, workers := range []int{1, 2, 16} {
				if again := check(New(archive), workers); Render(again) != Render(findings) {
					t.Errorf("with %d workers:\n%s\nand otherwise:\n%s", workers, Render(again), Render(findings))
				}
			}
		})
	}
}

// Render returns findings as text, one a line.
func Render(findings []*diag.Diagnostic) string {
	var lines []string
	for _, finding := range findings {
		position := finding.Position()
		lines = append(lines, fmt.Sprintf("%s:%d:%d: %s [%s]", finding.File.Name, position.Line, position.Column, finding.Message, finding.Rule.Name))
	}
	return strings.Join(lines, "\n")
}

var (
	wantPattern   = regexp.MustCompile(`(?:#) want ("(?:[^"\\]|\\.)*"(?: "(?:[^"\\]|\\.)*")*)`)
	quotedPattern = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)
)

// Wants compares findings with the comments of an archive that say what is wanted.
func Wants(t *testing.T, archive *txtar.Archive, findings []*diag.Diagnostic) {
	t.Helper()
	found := map[string][]string{}
	for _, finding := range findings {
		key := fmt.Sprintf("%s:%d", strings.TrimPrefix(filepath.ToSlash(finding.File.Name), Root), finding.Position().Line)
		text := finding.Rule.Name + ": " + finding.Message
		if finding.Help != "" {
			text += " [" + finding.Help + "]"
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
			for _, quoted := range quotedPattern.FindAllString(match[1], -1) {
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

// Manifests returns the texts of the manifests of each archive that matches a pattern, as inputs of
// fuzz targets.
func Manifests(tb testing.TB, pattern string) [][]string {
	tb.Helper()
	archives, err := filepath.Glob(pattern)
	if err != nil || len(archives) == 0 {
		tb.Fatalf("no trees: %v", err)
	}
	all := make([][]string, len(archives))
	for i, name := range archives {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			tb.Fatal(err)
		}
		for _, file := range archive.Files {
			if filepath.Ext(file.Name) == ".pp" {
				all[i] = append(all[i], string(file.Data))
			}
		}
	}
	return all
}
