package module

import (
	"path/filepath"
	"strings"

	"puppet-lint/internal/lazyregexp"
)

// The tests of a module give the facts that its code needs. Some of them come from no file of the
// tree: an external fact of the hosts, or one of a module that the tree lacks.

// testedFacts matches the start of a block that gives facts to an example of rspec-puppet.
var testedFacts = lazyregexp.New(`(?m)^([ \t]*)let\(:\w*facts\w*\)\s*(do\b|\{)`)

var (
	rubyKey     = lazyregexp.New(`["':]([a-z_][a-z0-9_]*)["']?\s*(?:=>|:\s)|\b([a-z_][a-z0-9_]*):\s`)
	topLevelKey = lazyregexp.New(`(?m)^["':]?([a-z_][a-z0-9_]*)["']?\s*:`)
)

// IsGivenByTests reports whether a test of a module gives a fact of that name.
func (f *Facts) IsGivenByTests(module *Module, name string) bool {
	return f.tested.get(absolute(module.Folder), func() map[string]bool { return f.listTested(module) })[name]
}

// listTested are the names of the facts that the tests of a module give.
func (f *Facts) listTested(module *Module) map[string]bool {
	names := map[string]bool{}
	f.tree.folders.walk(module.Path(testsFolder), func(path string) {
		if !givesTestedFacts(path) {
			return
		}
		text, err := f.tree.Manifests.text(path)
		if err != nil {
			return
		}
		if filepath.Ext(path) != ".rb" {
			for _, match := range topLevelKey.FindAllStringSubmatch(text, -1) {
				names[match[1]] = true
			}
			return
		}
		for _, at := range testedFacts.FindAllStringSubmatchIndex(text, -1) {
			indent, opening, rest := text[at[2]:at[3]], text[at[4]:at[5]], text[at[1]:]
			addOuterKeys(names, blockOf(rest, indent, opening))
		}
	})
	return names
}

// addOuterKeys adds the keys of the outermost hashes in a text of Ruby. Those of the hashes in them
// are the names of a fact's parts.
func addOuterKeys(names map[string]bool, text string) {
	type key struct {
		name  string
		depth int
	}
	var keys []key
	depth, counted, outermost := 0, 0, len(text)
	for _, at := range rubyKey.FindAllStringSubmatchIndex(text, -1) {
		depth += strings.Count(text[counted:at[0]], "{") - strings.Count(text[counted:at[0]], "}")
		counted = at[0]
		start, end := at[2], at[3]
		if start < 0 {
			start, end = at[4], at[5]
		}
		keys = append(keys, key{text[start:end], depth})
		outermost = min(outermost, depth)
	}
	for _, key := range keys {
		if key.depth == outermost {
			names[key.name] = true
		}
	}
}

// givesTestedFacts reports whether a file of a module's tests may give facts: a Ruby file, or the
// default facts of the Puppet Development Kit. The modules among the fixtures have facts of their own.
func givesTestedFacts(path string) bool {
	slashed := filepath.ToSlash(path)
	if !strings.Contains(slashed, "/"+testsFolder+"/") || strings.Contains(slashed, "/fixtures/") {
		return false
	}
	name := filepath.Base(path)
	return filepath.Ext(name) == ".rb" || name == "default_facts.yml" || name == "default_module_facts.yml"
}

// blockOf returns the rest of a Ruby block, of which opening is the brace or the word that begins it
// and indent is what its line begins with.
func blockOf(rest, indent, opening string) string {
	if opening == "do" {
		block, _, _ := strings.Cut(rest, "\n"+indent+"end")
		return block
	}
	depth := 1
	for i := range len(rest) {
		switch rest[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return rest[:i]
			}
		}
	}
	return rest
}
