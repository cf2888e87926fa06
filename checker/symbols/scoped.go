package symbols

import (
	"iter"
	"slices"
)

// Scoped is an Index as one file sees it. Several definitions may have a name that belong to
// different trees, such as two environments side by side: a file of one of them means the
// definitions of its own tree. Where its tree has none, it may mean all.
type Scoped struct {
	*Index
	// From is the path of the file.
	From string
	// Sees reports whether the tree of a file contains another file.
	Sees func(from, path string) bool
}

// Definitions is Index.Definitions for the definitions that the file means.
func (s *Scoped) Definitions(symbol Symbol) []Reference {
	return s.meant(s.From, s.Index.Definitions(symbol))
}

// References is Index.References without the uses in files that mean other definitions.
func (s *Scoped) References(symbol Symbol) []Reference {
	found, all := s.Index.References(symbol), s.Index.Definitions(symbol)
	own := s.meant(s.From, all)
	if len(own) == len(all) {
		return found
	}
	means := map[string]bool{}
	return slices.DeleteFunc(found, func(one Reference) bool {
		path := one.Table.Path
		if _, asked := means[path]; !asked {
			means[path] = slices.ContainsFunc(s.meant(path, all), func(definition Reference) bool {
				return slices.ContainsFunc(own, func(o Reference) bool { return o.Table == definition.Table })
			})
		}
		return !means[path]
	})
}

// VariablesOf is Index.VariablesOf for the definitions of the owner that the file means.
func (s *Scoped) VariablesOf(owner Symbol) iter.Seq[Symbol] {
	all := s.Index.Definitions(owner)
	if len(s.meant(s.From, all)) == len(all) {
		return s.Index.VariablesOf(owner)
	}
	return func(yield func(Symbol) bool) {
		for symbol := range s.Index.VariablesOf(owner) {
			isSeen := slices.ContainsFunc(s.Index.Definitions(symbol), func(one Reference) bool { return s.Sees(s.From, one.Table.Path) })
			if isSeen && !yield(symbol) {
				return
			}
		}
	}
}

// meant returns those of all definitions of a symbol that a file means.
func (s *Scoped) meant(from string, all []Reference) []Reference {
	if len(all) < 2 {
		return all
	}
	own := slices.DeleteFunc(slices.Clone(all), func(one Reference) bool { return !s.Sees(from, one.Table.Path) })
	if len(own) == 0 {
		return all
	}
	return own
}
