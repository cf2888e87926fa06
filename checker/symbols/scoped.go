package symbols

import (
	"iter"
	"slices"
)

// Scoped is an Index as one file sees it. If several trees define a name, such as two
// environments side by side, a file refers to the definitions in its own tree. If its tree has
// none, the file may refer to any of them.
type Scoped struct {
	*Index
	// From is the path of the file.
	From string
	// Sees reports whether the tree of a file contains another file.
	Sees func(from, path string) bool
}

// Definitions is like Index.Definitions, restricted to definitions that the file may refer to.
func (s *Scoped) Definitions(symbol Symbol) []Reference {
	return s.meant(s.From, s.Index.Definitions(symbol))
}

// References is like Index.References, without the uses in files that refer to other definitions.
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

// VariablesOf is like Index.VariablesOf, restricted to definitions of the owner that the file may
// refer to.
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

// meant returns the definitions of a symbol that the file from may refer to. all are the
// definitions in all trees.
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
