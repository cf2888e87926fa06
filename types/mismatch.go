package types

import (
	"fmt"
	"strings"
)

// PathKind is the kind of a PathElement.
type PathKind uint8

// The kinds of path elements.
const (
	PathSubject PathKind = iota
	PathEntry
	PathEntryKey
	PathParameter
	PathReturn
	PathBlock
	PathIndex
	PathVariant
	PathSignature
)

// PathElement is one step into a type or value, such as entry 'port' or index 2.
type PathElement struct {
	Kind PathKind
	// Name is the name of the subject, key or parameter.
	Name string
	// Index is the 0-based index, variant or signature.
	Index int
}

// String formats the step as Puppet does.
func (e PathElement) String() string {
	switch e.Kind {
	case PathEntry:
		return "entry '" + e.Name + "'"
	case PathEntryKey:
		return "key of entry '" + e.Name + "'"
	case PathParameter:
		return "parameter '" + e.Name + "'"
	case PathIndex:
		return fmt.Sprintf("index %d", e.Index)
	case PathVariant:
		return fmt.Sprintf("variant %d", e.Index)
	case PathSignature:
		return fmt.Sprintf("%d.", e.Index+1)
	}
	return e.Name
}

// MismatchKind is the kind of a Mismatch.
type MismatchKind uint8

// The kinds of mismatches.
const (
	// WrongType: another type was expected.
	WrongType MismatchKind = iota
	// WrongPattern: a string matches none of the patterns or values.
	WrongPattern
	// WrongSize: a collection or string has the wrong size.
	WrongSize
	// WrongCount: a call has the wrong number of arguments.
	WrongCount
	// MissingKey: a required entry is missing.
	MissingKey
	// ExtraKey: the entry is not allowed.
	ExtraKey
	// MissingParameter: a parameter without a default was not given.
	MissingParameter
	// InvalidParameter: there is no such parameter.
	InvalidParameter
	// UnexpectedBlock: a block was given, but is not accepted.
	UnexpectedBlock
	// MissingBlock: a required block was not given.
	MissingBlock
	// UnresolvedType: the expected type contains an undefined name.
	UnresolvedType
)

// Mismatch describes where a type or value differs from the expected one.
type Mismatch struct {
	Kind MismatchKind
	// Path leads from the subject to the mismatch.
	Path []PathElement
	// Key is the key, parameter or unresolved name, for kinds that have one.
	Key string
	// Expected and Actual are set for kinds about types and sizes.
	Expected, Actual Type
}

// canonicalPath returns the path without the members of Variants.
func (m Mismatch) canonicalPath() string {
	var b strings.Builder
	for _, e := range m.Path {
		if e.Kind != PathVariant && e.Kind != PathSignature {
			fmt.Fprintf(&b, "%d:%s:%d|", e.Kind, e.Name, e.Index)
		}
	}
	return b.String()
}

// sameMismatch reports whether Puppet finds two mismatches equal. Mismatches with an expected
// type never are, because Puppet's == for them has a bug: it compares the result of super's ==,
// a boolean, with the other mismatch.
func sameMismatch(m, o Mismatch) bool {
	return m.Expected == nil && m.Kind == o.Kind && m.Key == o.Key && m.canonicalPath() == o.canonicalPath()
}

func (m Mismatch) withoutPath(at int) Mismatch {
	if at < len(m.Path) {
		path := append([]PathElement(nil), m.Path[:at]...)
		m.Path = append(path, m.Path[at+1:]...)
	}
	return m
}

// describer finds the mismatches of one query, as Puppet's TypeMismatchDescriber does.
type describer struct {
	*Algebra
	steps int
}

// mostSteps bounds the number of pairs that one description compares.
const mostSteps = 20000

func extend(path []PathElement, e PathElement) []PathElement {
	return append(append(make([]PathElement, 0, len(path)+1), path...), e)
}

// Mismatches returns the differences between actual and expected, or none if actual matches.
func (x *Algebra) Mismatches(subject string, expected, actual Type) []Mismatch {
	d := describer{Algebra: x}
	return d.describe(expected, actual, []PathElement{{Kind: PathSubject, Name: subject}})
}

// DescribeMismatch returns Puppet's message for a value of type actual where expected was
// required; "" if it matches. Several mismatches are on separate lines.
func (x *Algebra) DescribeMismatch(subject string, expected, actual Type) string {
	list := x.Mismatches(subject, expected, actual)
	if len(list) == 1 {
		return x.FormatMismatch(list[0])
	}
	lines := make([]string, len(list))
	for i, m := range list {
		lines[i] = mismatchWriter{x}.format(m)
	}
	return strings.Join(lines, "\n ")
}

func (d *describer) describe(expected, actual Type, path []PathElement) []Mismatch {
	if d.steps++; d.steps > mostSteps {
		return nil
	}
	if name, ok := d.unresolved(expected, map[*AliasType]bool{}); ok {
		return []Mismatch{{Kind: UnresolvedType, Path: path, Key: name}}
	}
	return d.inner(d.Normalize(expected), expected, actual, path)
}

// unresolved returns the name of an undefined type in t.
func (d *describer) unresolved(t Type, seen map[*AliasType]bool) (string, bool) {
	if t.node().flags&(hasReference|hasAlias) == 0 {
		return "", false
	}
	switch t := t.(type) {
	case *TypeReferenceType:
		return t.Text, true
	case *AliasType:
		if seen[t] {
			return "", false
		}
		seen[t] = true
		return d.unresolved(d.Resolve(t), seen)
	}
	for _, p := range Parts(t) {
		if name, ok := d.unresolved(p, seen); ok {
			return name, true
		}
	}
	return "", false
}

func (d *describer) mismatch(kind MismatchKind, path []PathElement, expected, actual Type) []Mismatch {
	return []Mismatch{{Kind: kind, Path: path, Expected: d.Normalize(expected), Actual: d.Normalize(actual)}}
}

// inner describes the mismatches with expected, which is the normal form of original or a part
// of it.
func (d *describer) inner(expected, original, actual Type, path []PathElement) []Mismatch {
	switch e := expected.(type) {
	case *VariantType:
		return d.variant(e, original, actual, path)
	case *StructType:
		return d.structure(e, original, actual, path)
	case *HashType:
		return d.hash(e, original, actual, path)
	case *TupleType:
		return d.tuple(e, original, actual, path, WrongSize)
	case *ArrayType:
		return d.array(e, original, actual, path)
	case *CallableType:
		return d.callable(e, original, actual, path)
	case *OptionalType:
		if actual.Kind() == KindUndef || e.Type == nil {
			return nil
		}
		if original.Kind() == KindAlias {
			return d.inner(e.Type, original, actual, path)
		}
		return d.inner(e.Type, e, actual, path)
	case *PatternType, *EnumType:
		// Puppet reports these without testing again whether they match. Only types that do not
		// match get here.
		return d.mismatch(WrongPattern, path, original, actual)
	case *AliasType:
		if d.steps++; d.steps > mostSteps {
			return nil
		}
		return d.inner(d.Normalize(d.Resolve(e)), e, actual, path)
	}
	if d.Assignable(expected, actual) {
		return nil
	}
	return d.mismatch(WrongType, path, original, actual)
}

func (d *describer) variant(e *VariantType, original, actual Type, path []PathElement) []Mismatch {
	types := e.Types
	if original.Kind() == KindOptional {
		types = append([]Type{d.store.Undef}, types...)
	}
	var all [][]Mismatch
	for i, t := range types {
		list := d.describe(t, actual, extend(path, PathElement{Kind: PathVariant, Index: i}))
		if len(list) == 0 {
			return nil
		}
		all = append(all, list)
	}
	merged := d.merge(len(path), WrongSize, all)
	if original.Kind() == KindAlias && len(merged) == 1 {
		return d.mismatch(WrongType, path, original, actual)
	}
	return merged
}

// merge combines the mismatches with each member of a Variant (or each signature) into one, if
// all are at the same path.
func (d *describer) merge(position int, size MismatchKind, all [][]Mismatch) []Mismatch {
	var flat []Mismatch
	for _, list := range all {
		flat = append(flat, list...)
	}
	isSize := func(k MismatchKind) bool { return k == size || size == WrongSize && k == WrongCount }
	for _, is := range []func(MismatchKind) bool{
		isSize,
		func(k MismatchKind) bool { return k == MissingBlock },
		func(k MismatchKind) bool { return k == UnexpectedBlock },
		func(k MismatchKind) bool { return k == WrongType || k == WrongPattern },
	} {
		var chosen []Mismatch
		for _, m := range flat {
			if is(m.Kind) {
				chosen = append(chosen, m)
			}
		}
		if len(chosen) != len(all) || len(chosen) == 0 {
			continue
		}
		if generic, ok := d.mergeAll(chosen); ok {
			flat = []Mismatch{generic}
			break
		}
	}
	var unique []Mismatch
next:
	for _, m := range flat {
		for _, o := range unique {
			if sameMismatch(m, o) {
				continue next
			}
		}
		unique = append(unique, m)
	}
	if len(unique) == 1 {
		return []Mismatch{unique[0].withoutPath(position)}
	}
	return unique
}

func (d *describer) mergeAll(list []Mismatch) (Mismatch, bool) {
	result := list[0]
	for _, m := range list[1:] {
		if result.canonicalPath() != m.canonicalPath() {
			return Mismatch{}, false
		}
		switch result.Kind {
		case WrongSize, WrongCount:
			a, b := result.Expected.(*IntegerType), m.Expected.(*IntegerType)
			result.Expected = d.store.IntegerRange(minBound(a.From, b.From), maxBound(a.To, b.To))
		case WrongType, WrongPattern:
			result.Expected = d.Normalize(d.store.VariantOf(result.Expected, m.Expected))
		}
	}
	return result, true
}

func (d *describer) array(e *ArrayType, original, actual Type, path []PathElement) []Mismatch {
	s := d.store
	switch a := actual.(type) {
	case *TupleType:
		size := a.Size
		if size == nil {
			size = s.Size(len(a.Types), len(a.Types))
		}
		if !s.sizeOr(e.Size).covers(size) {
			return d.mismatch(WrongSize, path, s.sizeOr(e.Size), size)
		}
		var list []Mismatch
		for i, t := range a.Types {
			if !d.Assignable(e.Element, t) {
				list = append(list, d.describe(e.Element, t, extend(path, PathElement{Kind: PathIndex, Index: i}))...)
			}
		}
		return list
	case *ArrayType:
		if e.Size == nil || e.Size.covers(s.sizeOr(a.Size)) {
			return d.mismatch(WrongType, path, original, s.ArrayOf(a.Element, nil))
		}
		return d.mismatch(WrongSize, path, e.Size, s.sizeOr(a.Size))
	}
	return d.mismatch(WrongType, path, original, actual)
}

func (d *describer) hash(e *HashType, original, actual Type, path []PathElement) []Mismatch {
	s := d.store
	switch a := actual.(type) {
	case *StructType:
		size := s.Size(a.required(), len(a.Elements))
		if !s.sizeOr(e.Size).covers(size) {
			return d.mismatch(WrongSize, path, s.sizeOr(e.Size), size)
		}
		var list []Mismatch
		for _, element := range a.Elements {
			if !d.Assignable(e.Key, element.key) {
				list = append(list, d.describe(e.Key, element.key, extend(path, PathElement{Kind: PathEntryKey, Name: element.Name}))...)
			}
			if !d.Assignable(e.Value, element.Value) {
				list = append(list, d.describe(e.Value, element.Value, extend(path, PathElement{Kind: PathEntry, Name: element.Name}))...)
			}
		}
		return list
	case *HashType:
		if e.Size == nil || e.Size.covers(s.sizeOr(a.Size)) {
			return d.mismatch(WrongType, path, original, s.HashOf(a.Key, a.Value, nil))
		}
		return d.mismatch(WrongSize, path, e.Size, s.sizeOr(a.Size))
	}
	return d.mismatch(WrongType, path, original, actual)
}

func (d *describer) structure(e *StructType, original, actual Type, path []PathElement) []Mismatch {
	s := d.store
	switch a := actual.(type) {
	case *StructType:
		var list []Mismatch
		for _, x := range e.Elements {
			y, ok := a.Element(x.Name)
			if !ok {
				if !x.Optional {
					list = append(list, Mismatch{Kind: MissingKey, Path: path, Key: x.Name})
				}
				continue
			}
			if !d.Assignable(x.key, y.key) {
				list = append(list, d.describe(x.key, y.key, extend(path, PathElement{Kind: PathEntryKey, Name: x.Name}))...)
			}
			if !d.Assignable(x.Value, y.Value) {
				list = append(list, d.describe(x.Value, y.Value, extend(path, PathElement{Kind: PathEntry, Name: x.Name}))...)
			}
		}
		for _, y := range a.Elements {
			if _, ok := e.Element(y.Name); !ok {
				list = append(list, Mismatch{Kind: ExtraKey, Path: path, Key: y.Name})
			}
		}
		return list
	case *HashType:
		size := s.Size(e.required(), len(e.Elements))
		if size.covers(s.sizeOr(a.Size)) {
			return d.mismatch(WrongType, path, original, s.HashOf(a.Key, a.Value, nil))
		}
		return d.mismatch(WrongSize, path, size, s.sizeOr(a.Size))
	}
	return d.mismatch(WrongType, path, original, actual)
}

func (d *describer) tuple(e *TupleType, original, actual Type, path []PathElement, size MismatchKind) []Mismatch {
	s := d.store
	if d.Equal(e, actual) || len(e.Types) == 0 && actual.Kind() == KindArray {
		return nil
	}
	var list []Mismatch
	switch a := actual.(type) {
	case *TupleType:
		if !s.tupleSize(e).covers(s.tupleSize(a)) {
			return d.mismatch(size, path, s.tupleSize(e), s.tupleSize(a))
		}
		if len(e.Types) == 0 {
			return nil
		}
		for i, t := range a.Types {
			at := min(i, len(e.Types)-1)
			list = append(list, d.describe(e.Types[at], t, extend(path, PathElement{Kind: PathIndex, Index: at}))...)
		}
		return list
	case *ArrayType:
		if !s.tupleSize(e).covers(s.sizeOr(a.Size)) {
			return d.mismatch(size, path, s.tupleSize(e), s.sizeOr(a.Size))
		}
		for i, t := range e.Types {
			list = append(list, d.describe(t, a.Element, extend(path, PathElement{Kind: PathIndex, Index: i}))...)
		}
		return list
	}
	return d.mismatch(WrongType, path, original, actual)
}

func (d *describer) callable(e *CallableType, original, actual Type, path []PathElement) []Mismatch {
	a, ok := actual.(*CallableType)
	if !ok {
		return d.mismatch(WrongType, path, original, actual)
	}
	if e.Params == nil && e.Return == nil {
		return nil
	}
	s := d.store
	if e.Params != nil && a.Params != nil {
		if list := d.tuple(e.Params, e.Params, a.Params, path, WrongCount); len(list) > 0 {
			return list
		}
	} else if e.Params != nil {
		return d.mismatch(WrongType, path, original, actual)
	}
	anyOr := func(t Type) Type {
		if t == nil {
			return s.Any
		}
		return t
	}
	if this, that := anyOr(e.Return), anyOr(a.Return); !d.Assignable(this, that) {
		return d.mismatch(WrongType, extend(path, PathElement{Kind: PathReturn, Name: "return"}), this, that)
	}
	r := run{Algebra: d.Algebra, low: noAssumption}
	if this, that := r.blockOr(e), r.blockOr(a); !d.Assignable(that, this) {
		return d.mismatch(WrongType, extend(path, PathElement{Kind: PathBlock, Name: "block"}), this, that)
	}
	return nil
}
