//go:build develop

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"puppet-lint/internal/source"
	"puppet-lint/lint"
	"puppet-lint/module/builtin"
)

// facts searches the corpus for legacy facts by text and compares them with what is listed for
// Puppet 8.
func facts(corpus string, every int) (bool, error) {
	folders, err := sample(corpus, every)
	if err != nil {
		return false, err
	}
	searches := newSearches()
	found, missed, local := 0, 0, 0
	for _, folder := range folders {
		outcome, err := ask(lint.Confine(folder, []string{folder}), folder, false, "puppet=8")
		if err != nil {
			return false, err
		}
		listed := map[string]bool{}
		for _, finding := range outcome.Result.Findings {
			listed[fmt.Sprintf("%s:%d", finding.File.Name, finding.Position().Line)] = true
		}
		for _, path := range outcome.Result.Files {
			text, err := os.ReadFile(source.Absolute(folder, path))
			if err != nil {
				return false, err
			}
			for _, hit := range searches.in(path, string(text)) {
				switch {
				case listed[fmt.Sprintf("%s:%d", path, hit.line)]:
					found++
				case hit.isOwn:
					local++
				default:
					missed++
					fmt.Printf("  not listed: %s:%d: %s\n", path, hit.line, hit.text)
				}
			}
		}
	}
	fmt.Printf("legacy facts in %d modules: %d listed, %d not, %d variables of the code's own\n", len(folders), found, missed, local)
	return missed == 0, nil
}

// sample returns every Nth module of the corpus.
func sample(corpus string, every int) ([]string, error) {
	entries, err := os.ReadDir(corpus)
	if err != nil {
		return nil, err
	}
	var folders []string
	for i, entry := range entries {
		if entry.IsDir() && i%every == 0 {
			folders = append(folders, filepath.Join(corpus, entry.Name()))
		}
	}
	return folders, nil
}

// hit is a position where a text looks like the use of a legacy fact.
type hit struct {
	line int
	text string
	// isOwn is true if the file sets, declares or tests a variable of that name.
	isOwn bool
}

// searches are the patterns of legacy facts, by the kind of file.
type searches struct{ manifest, template, data *regexp.Regexp }

func newSearches() *searches {
	var names []string
	for name := range builtin.FactNames() {
		if builtin.LegacyFact(name) != nil && !strings.ContainsAny(name, ".<>") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	any := `(` + strings.Join(names, "|") + `)`
	return &searches{
		manifest: regexp.MustCompile(`\$\{?(?:::)?` + any + `\b|facts\[['"]` + any + `['"]\]`),
		template: regexp.MustCompile(`@` + any + `\b|scope(?:\.lookupvar\(|\[)['"](?:::)?` + any + `['"]`),
		data:     regexp.MustCompile(`%\{(?:::|facts\.)?` + any + `\}`),
	}
}

var comment = regexp.MustCompile(`^\s*#|\s#[^{].*$|<%#.*?%>`)

func (s *searches) in(path, text string) []hit {
	var hits []hit
	search := s.manifest
	switch filepath.Ext(path) {
	case ".erb":
		search = s.template
	case ".yaml", ".yml", ".json":
		search = s.data
	case ".pp", ".epp":
	default:
		return nil
	}
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = comment.ReplaceAllStringFunc(line, func(found string) string {
			if strings.TrimSpace(found) == "#" {
				return "#\x00" // the whole line is a comment
			}
			return ""
		})
		if strings.Contains(line, "\x00") {
			continue
		}
		for _, match := range search.FindAllStringSubmatch(line, -1) {
			name := strings.Join(match[1:], "")
			bare := strings.HasPrefix(match[0], "$") && !strings.Contains(match[0], "::")
			own := bare && regexp.MustCompile(`\$`+name+`\s*(=[^=~>]|,|\)|\n|\|)`).MatchString(text)
			tested := search == s.template && regexp.MustCompile(`(if|unless|and|or|&&|\|\||defined\?|nil\?).*@?`+name+`|@?`+name+`.*(\?|nil|\|\|)`).MatchString(text)
			hits = append(hits, hit{number, strings.TrimSpace(line), own || tested})
		}
	}
	return hits
}
