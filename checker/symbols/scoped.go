package symbols

import (
	"iter"
	"slices"
)

// Scoped is an Index as one file sees it. If several trees define a name, such as two
// environments side by side, a file refers to the definitions in its own tree. If its tree has
// none, the file may refer to any of them, except for those in other environments.
type Scoped struct {
	*Index
	// From is the path of the file.
	From string
	// SeesAll means that the file belongs to no environment, so that no other file is apart from it.
	SeesAll bool
	// Sees reports whether the tree of a file contains another file.
	Sees func(from, path string) bool
	// IsApart reports whether two files belong to different environments.
	IsApart func(from, path string) bool
}

// Definitions is like Index.Definitions, restricted to definitions that the file may refer to.
func (s *Scoped) Definitions(symbol Symbol) []Reference {
	return s.meant(s.From, s.Index.Definitions(symbol))
}

// References is like Index.References, without the uses in files that refer to other definitions.
func (s *Scoped) References(symbol Symbol) []Reference {
	found, all := s.Index.References(symbol), s.Index.Definitions(symbol)
	if len(all) == 0 {
		return slices.DeleteFunc(found, func(one Reference) bool { return s.IsApart(s.From, one.Table.Path) })
	}
	own := s.meant(s.From, all)
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

// OfKind is like Index.OfKind, restricted to symbols that the file may refer to.
func (s *Scoped) OfKind(kind Kind) iter.Seq[Symbol] {
	return func(yield func(Symbol) bool) {
		for symbol := range s.Index.OfKind(kind) {
			if s.IsDefined(symbol) && !yield(symbol) {
				return
			}
		}
	}
}

// Shows reports whether the file may refer to the definitions in a table.
func (s *Scoped) Shows(table *Table) bool { return !s.IsApart(s.From, table.Path) }

// IsDefined reports whether some file defines the symbol that the file may refer to.
func (s *Scoped) IsDefined(symbol Symbol) bool {
	if s.SeesAll {
		return s.Index.IsDefined(symbol)
	}
	return s.Index.defined.any(symbol, s.Shows)
}

// Parent returns the class that a class inherits from, or "", according to the definition that the
// file may refer to.
func (s *Scoped) Parent(class string) string {
	parents := s.Index.parents[class]
	if len(parents) < 2 {
		return s.Index.Parent(class)
	}
	for _, one := range s.Definitions(Symbol{Kind: Class, Name: class}) {
		if parent := parents[one.Table.Path]; parent != "" {
			return parent
		}
	}
	return ""
}

// Line is like Index.Line, according to the definitions that the file may refer to.
func (s *Scoped) Line(class string) []string { return lineOf(class, s.Parent) }

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
	own := slices.DeleteFunc(slices.Clone(all), func(one Reference) bool { return !s.Sees(from, one.Table.Path) })
	if len(own) == 0 {
		return slices.DeleteFunc(slices.Clone(all), func(one Reference) bool { return s.IsApart(from, one.Table.Path) })
	}
	return own
}
