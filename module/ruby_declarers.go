package module

import (
	"slices"
	"strings"

	"puppet-lint/internal/lazyregexp"
)

// RubyDeclarer describes a function in Ruby that may declare classes or resources.
type RubyDeclarer struct {
	// Prefixes are the texts in the function's file that end in "::". The function may put one of
	// them before an argument to make the name of a class.
	Prefixes []string
}

// declaring matches Ruby code that may declare something: calls of functions that do, and the methods
// of Puppet's compiler and catalog. namePrefix matches a text that ends in "::".
var (
	declaring  = lazyregexp.New(`\bfunction_(?:include|contain|require|create_resources|ensure_\w+|realize|hiera_include)\b|\bcall_function\(?\s*[:'"](?:include|contain|require|create_resources|ensure_\w+|realize|hiera_include|stdlib::ensure\w*)\b|\b(?:add_resource|add_class|evaluate_classes|evaluate_ast_node|Parser::Resource|catalog|compiler)\b`)
	namePrefix = lazyregexp.New(`['"]((?:[a-z][a-z0-9_]*::)+)['"#]`)
)

// FindDeclarer returns the function called name that a Ruby file of the tree defines, if it may
// declare classes or resources; otherwise nil. The caller must not change the result.
func (p *Plugins) FindDeclarer(name string) *RubyDeclarer {
	return p.declarers.Get(p.tree.inputs.task, Normalize(name))
}

func (p *Plugins) readDeclarer(name string) *RubyDeclarer {
	for _, file := range slices.Concat(p.in(functionFiles).byName[name], p.in(legacyFunctionFiles).byName[name]) {
		text, err := p.tree.Manifests.text(file.path)
		if err != nil || !declaring.MatchString(text) {
			return nil
		}
		found := &RubyDeclarer{}
		for _, match := range namePrefix.FindAllStringSubmatch(text, -1) {
			if !slices.Contains(found.Prefixes, match[1]) {
				found.Prefixes = append(found.Prefixes, match[1])
			}
		}
		return found
	}
	return nil
}

// equal reports whether two functions may declare the same; either may be nil.
func (d *RubyDeclarer) equal(other *RubyDeclarer) bool {
	if d == nil || other == nil {
		return d == other
	}
	return strings.Join(d.Prefixes, "\n") == strings.Join(other.Prefixes, "\n")
}
