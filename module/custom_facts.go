package module

import (
	"cmp"
	"slices"

	"puppet-lint/internal/document/ruby"
)

// CustomFacts holds the facts that Ruby files of a tree define. Its slices must not be changed.
type CustomFacts struct {
	// Names are sorted.
	Names []string
	// Open is set if there may be facts of other names.
	Open bool
	// Patterns are the known parts of the names that Ruby files compute, sorted.
	Patterns []ruby.NamePattern
}

// Equal reports whether both hold the same facts.
func (f *CustomFacts) Equal(other *CustomFacts) bool {
	return f.Open == other.Open && slices.Equal(f.Names, other.Names) && slices.Equal(f.Patterns, other.Patterns)
}

// CustomFacts returns the facts that Ruby files of the tree define.
func (p *Plugins) CustomFacts() *CustomFacts { return p.customFacts.get(p.tree) }

func (p *Plugins) listCustomFacts() *CustomFacts {
	all := &CustomFacts{}
	for _, file := range p.in(factFiles).files {
		declarations := p.Declarations(file.path)
		all.Open = all.Open || declarations.Open
		for _, fact := range declarations.Facts {
			all.Names = append(all.Names, fact.Name)
		}
		all.Patterns = append(all.Patterns, declarations.FactPatterns...)
	}
	slices.Sort(all.Names)
	all.Names = slices.Compact(all.Names)
	slices.SortFunc(all.Patterns, func(a, b ruby.NamePattern) int {
		return cmp.Or(cmp.Compare(a.Prefix, b.Prefix), cmp.Compare(a.Suffix, b.Suffix))
	})
	all.Patterns = slices.Compact(all.Patterns)
	return all
}
