package symbols

import (
	"iter"
	"maps"
)

// groups holds defined symbols by kind, and defined variables by owner.
type groups struct {
	kinds     map[Kind]*group // without variables
	variables map[Symbol]map[Symbol]struct{}
}

// group holds symbols with the letters in their names, so that those whose names contain certain
// letters are found quickly among many.
type group struct {
	members []member
	indexes map[Symbol]int // the index of each member
}

type member struct {
	letters letterSet
	symbol  Symbol
}

func (x *Index) groups() *groups {
	x.grouping.Lock()
	defer x.grouping.Unlock()
	if x.grouped == nil {
		x.grouped = &groups{kinds: map[Kind]*group{}, variables: map[Symbol]map[Symbol]struct{}{}}
		for symbol := range x.defined.keys() {
			x.grouped.add(symbol)
		}
	}
	return x.grouped
}

// add adds a newly defined symbol. g may be nil: the groups are made on first use.
func (g *groups) add(symbol Symbol) {
	switch {
	case g == nil:
	case symbol.Kind == Variable:
		owner := Symbol{Kind: symbol.In, Name: symbol.Owner}
		if g.variables[owner] == nil {
			g.variables[owner] = map[Symbol]struct{}{}
		}
		g.variables[owner][symbol] = struct{}{}
	default:
		of := g.kinds[symbol.Kind]
		if of == nil {
			of = &group{indexes: map[Symbol]int{}}
			g.kinds[symbol.Kind] = of
		}
		of.indexes[symbol] = len(of.members)
		of.members = append(of.members, member{lettersOf(symbol.Name, anyLetter), symbol})
	}
}

func (g *groups) remove(symbol Symbol) {
	switch {
	case g == nil:
	case symbol.Kind == Variable:
		owner := Symbol{Kind: symbol.In, Name: symbol.Owner}
		if delete(g.variables[owner], symbol); len(g.variables[owner]) == 0 {
			delete(g.variables, owner)
		}
	default:
		of := g.kinds[symbol.Kind]
		at, last := of.indexes[symbol], len(of.members)-1
		of.members[at] = of.members[last]
		of.indexes[of.members[at].symbol] = at
		of.members[last] = member{}
		of.members = of.members[:last]
		delete(of.indexes, symbol)
	}
}

// letterSet has a bit for each letter, digit and "_", and for groups of the other bytes. The case of
// a letter does not count.
type letterSet uint64

const (
	anyLetter   letterSet = 1<<64 - 1
	otherLetter letterSet = 1 << 63
)

// lettersOf returns the letters of a text. other stands for a byte that is not ASCII.
func lettersOf(text string, other letterSet) (set letterSet) {
	for i := 0; i < len(text); i++ {
		switch char := text[i]; {
		case char >= 0x80:
			set |= other
		case 'A' <= char && char <= 'Z':
			set |= 1 << (char - 'A')
		case 'a' <= char && char <= 'z':
			set |= 1 << (char - 'a')
		case '0' <= char && char <= '9':
			set |= 1 << (26 + char - '0')
		case char == '_':
			set |= 1 << 36
		default:
			set |= 1 << (37 + char%26)
		}
	}
	return set
}

// OfKind returns the defined symbols of a kind, in no order.
func (x *Index) OfKind(kind Kind) iter.Seq[Symbol] { return x.WithLetters(kind, "") }

// WithLetters returns the defined symbols of a kind whose names may contain the letters of a text, in
// no order. The case of the letters does not count. A byte of a name that is not ASCII counts as any
// letter.
func (x *Index) WithLetters(kind Kind, text string) iter.Seq[Symbol] {
	groups, letters := x.groups(), lettersOf(text, otherLetter)
	return func(yield func(Symbol) bool) {
		if kind == Variable {
			for _, variables := range groups.variables {
				for symbol := range variables {
					if lettersOf(symbol.Name, anyLetter)&letters == letters && !yield(symbol) {
						return
					}
				}
			}
			return
		}
		if of := groups.kinds[kind]; of != nil {
			for i := range of.members {
				if one := &of.members[i]; one.letters&letters == letters && !yield(one.symbol) {
					return
				}
			}
		}
	}
}

// VariablesOf returns the defined variables of an owner, in no order.
func (x *Index) VariablesOf(owner Symbol) iter.Seq[Symbol] {
	return maps.Keys(x.groups().variables[owner])
}
