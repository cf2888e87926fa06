package typesummary

import (
	"slices"
	"strconv"
	"sync"

	"puppet-lint/checker/eval"
	"puppet-lint/checker/lattice"
	"puppet-lint/checker/program"
	"puppet-lint/internal/ascii"
	"puppet-lint/module"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// suggest suggests types for untyped parameters.
func (r *summarizer) suggest(b *program.Body, result *Definition, untyped map[string]bool) {
	spelled := sync.OnceValue(func() spellings { return spellingsIn(b.Node) })
	certain, uses := r.RequirementsOf(b, untyped, false)
	var plain map[string]types.Type
	var plainUses map[string][]eval.ParameterUse
	if b.Definition.Kind != module.Plan { // plans pass targets and results to each other
		plain, plainUses = r.RequirementsOf(b, untyped, true)
	}
	for _, parameter := range result.Parameters {
		name := parameter.Node.Name
		if !untyped[name] {
			continue
		}
		parameter.Uses = uses[name]
		for _, use := range plainUses[name] {
			if !slices.ContainsFunc(parameter.Uses, func(known eval.ParameterUse) bool { return known.Span == use.Span }) {
				parameter.Uses = append(parameter.Uses, use)
			}
		}
		// A parameter that is not given, or given undef, takes its default. A parameter without
		// a default is taken not to get undef.
		undefArrives := b.Definition.Kind == module.Function || parameter.Default != nil && r.MayBeUndef(parameter.Default)
		parameter.Suggested = r.suggestCertain(certain[name], parameter, undefArrives)
		parameter.Likely = r.suggestLikely(plain[name], parameter, spelled)
		if parameter.Suggested == "" && parameter.Likely == "" {
			parameter.Likely = r.suggestLikely(certain[name], parameter, spelled)
		}
	}
	r.suggestDocumented(b, result, untyped, certain)
}

// maxAlternatives bounds the number of types joined in a suggestion, not counting undef. If
// there are more, it is more useful to show the uses.
const maxAlternatives = 3

// suggestCertain returns the type left at the end of the body as Puppet code, "" if it is not a
// type that people would write.
func (r *summarizer) suggestCertain(left types.Type, parameter *Parameter, undefArrives bool) string {
	if left == nil || r.IsNever(left) {
		return ""
	}
	if !undefArrives {
		left = r.definite(left)
	} else if parameter.Default != nil {
		left = r.Join(left, parameter.Default)
	}
	if r.MemberCount(left) > maxAlternatives {
		return ""
	}
	if !isWritten(left) {
		return ""
	}
	if r.MayBe(left, func(_ lattice.TypeClass, member types.Type) bool {
		return member == r.FalseType || member == r.TrueType
	}) {
		left = r.Join(left, r.Boolean) // Boolean[false] is never meant
	}
	return r.asCode(left)
}

// isWritten reports whether people would write a type for a parameter. They write no Iterable
// or other rare types, no case-insensitive Enum, and no String that is always empty.
func isWritten(t types.Type) bool {
	switch t := t.(type) {
	case *types.OptionalType:
		return t.Type == nil || isWritten(t.Type)
	case *types.VariantType:
		return !slices.ContainsFunc(t.Types, func(member types.Type) bool { return !isWritten(member) })
	case *types.EnumType:
		return !t.CaseInsensitive
	case *types.StringType:
		return lattice.SizeSpan(t.Size).High != 0
	}
	switch t.Kind() {
	case types.KindIterable, types.KindIterator, types.KindBinary, types.KindTimespan, types.KindTimestamp:
		return false
	}
	return true
}

// spellings maps words in lower case to their spellings in a definition.
type spellings map[string][]string

// spellingsIn collects the words in a definition, including its defaults.
func spellingsIn(node syntax.Node) spellings {
	found := spellings{}
	syntax.Inspect(node, func(node syntax.Node) bool {
		text := program.LiteralText(node)
		lower := ascii.Lower(text)
		if text != "" && !slices.Contains(found[lower], text) {
			found[lower] = append(found[lower], text)
		}
		return true
	})
	return found
}

// of returns the words as spelled in the code; comparisons have made them lower-case.
func (s spellings) of(words []string) []string {
	var all []string
	for _, word := range words {
		if spelled := s[ascii.Lower(word)]; len(spelled) > 0 {
			all = append(all, spelled...)
		} else {
			all = append(all, word)
		}
	}
	return all
}

// asWritten converts a type to one that people would write.
func (r *summarizer) asWritten(t types.Type, spelled func() spellings) types.Type {
	switch t := t.(type) {
	case *types.OptionalType:
		if t.Type != nil {
			return r.Optional(r.asWritten(t.Type, spelled))
		}
	case *types.VariantType:
		kept := r.Never
		for _, member := range t.Types {
			if member = r.asWritten(member, spelled); isWritten(member) {
				kept = r.Join(kept, member)
			}
		}
		if !r.IsNever(kept) {
			return kept
		}
	case *types.EnumType:
		if t.CaseInsensitive {
			return r.Store.EnumOf(spelled().of(t.Values), false)
		}
	case *types.IterableType:
		sizes := lattice.Range{Low: 0, High: lattice.AnyInteger.High}
		return r.Join(r.Array(r.Any, sizes), r.Hash(r.Any, r.Any, sizes))
	}
	return t
}

// definite is WithoutUndef, but keeps the names of aliases.
func (r *summarizer) definite(t types.Type) types.Type {
	switch t := t.(type) {
	case *types.OptionalType:
		if t.Type != nil {
			return r.definite(t.Type)
		}
	case *types.VariantType:
		kept := r.Never
		for _, member := range t.Types {
			kept = r.Join(kept, r.definite(member))
		}
		return kept
	case *types.AliasType:
		if !r.MayBeUndef(t) {
			return t
		}
	}
	return r.WithoutUndef(t)
}

// suggestLikely returns a type for the known values as Puppet code: the default and the values
// given by code and data, restricted to what the uses accept of plain data. It returns "" if
// nothing is known.
func (r *summarizer) suggestLikely(accepted types.Type, parameter *Parameter, spelled func() spellings) string {
	seen := r.Never
	if parameter.Default != nil {
		seen = parameter.Default
	}
	for _, given := range parameter.Given {
		if !r.IsUnknown(given.Type) {
			seen = r.Join(seen, given.Type)
		}
	}
	for _, given := range parameter.Data {
		if given := r.WithoutUndef(given.Type); !r.IsUnknown(given) {
			seen = r.Join(seen, given) // null in data means that no value is given
		}
	}
	values := r.WithoutUndef(seen)
	if r.IsUnknown(seen) || r.IsNever(values) || accepted != nil && isListed(accepted) {
		seen = accepted // no value was seen, or the uses list the accepted values
	} else {
		numbers := r.Never
		if r.MayBe(seen, func(_ lattice.TypeClass, member types.Type) bool {
			return slices.ContainsFunc(lattice.WordsOf(member), isWholeNumber)
		}) {
			numbers = r.Integer // code that compares with '8080' also accepts 8080
		}
		seen = r.Join(r.presentable(r.generalized(seen)), numbers)
		if accepted != nil && !r.IsNever(accepted) {
			if both := r.Meet(seen, accepted); !r.IsNever(both) {
				seen = both
			}
		}
	}
	if seen == nil || r.IsNever(seen) {
		return ""
	}
	if seen = r.definite(seen); parameter.Default != nil && r.MayBeUndef(parameter.Default) {
		seen = r.Optional(seen)
	}
	if seen = r.asWritten(seen, spelled); r.MemberCount(seen) > maxAlternatives {
		return ""
	}
	return r.asCode(r.presentable(seen))
}

// isWholeNumber reports whether a text is an integer in Puppet's notation. A mode such as 0644
// is not.
func isWholeNumber(text string) bool {
	number, err := strconv.Atoi(text)
	return err == nil && strconv.Itoa(number) == text
}

// isListed reports whether a type lists the values that it accepts.
func isListed(t types.Type) bool {
	switch t := t.(type) {
	case *types.OptionalType:
		return t.Type != nil && isListed(t.Type)
	case *types.VariantType:
		return !slices.ContainsFunc(t.Types, func(member types.Type) bool { return !isListed(member) })
	case *types.EnumType:
		return true
	case *types.StringType:
		return t.HasValue
	case *types.BooleanType, *types.UndefType:
		return true
	}
	return false
}

// generalized returns the type of values similar to those of t: other strings, lists of other
// lengths, hashes with other keys.
func (r *summarizer) generalized(t types.Type) types.Type {
	joined := func(count int, member func(i int) types.Type) types.Type {
		all := r.Never
		for i := range count {
			all = r.Join(all, r.presentable(r.generalized(member(i))))
		}
		if r.IsNever(all) || r.MemberCount(all) > maxAlternatives {
			return r.Any
		}
		return all
	}
	switch t := t.(type) {
	case *types.OptionalType:
		if t.Type != nil {
			return r.Optional(r.generalized(t.Type))
		}
	case *types.VariantType:
		result := r.Never
		for _, member := range t.Types {
			result = r.Join(result, r.generalized(member))
		}
		return result
	case *types.EnumType:
		return r.String
	case *types.TupleType:
		return r.Store.ArrayOf(joined(len(t.Types), func(i int) types.Type { return t.Types[i] }), nil)
	case *types.ArrayType:
		if lattice.SizeOf(t).High != 0 {
			return r.Store.ArrayOf(joined(1, func(int) types.Type { return t.Element }), nil)
		}
	case *types.StructType:
		return r.Store.HashOf(r.String, joined(len(t.Elements), func(i int) types.Type { return t.Elements[i].Value }), nil)
	}
	return t
}

// presentable returns a type as people would write it: without the values of constants, and
// with any size for a hash or array that is now empty.
func (r *summarizer) presentable(t types.Type) types.Type {
	switch t := t.(type) {
	case *types.AliasType, *types.EnumType, *types.PatternType:
		return t
	case *types.OptionalType:
		if t.Type != nil {
			return r.Optional(r.presentable(t.Type))
		}
	case *types.VariantType:
		result := r.Never
		for _, member := range t.Types {
			result = r.Join(result, r.presentable(member))
		}
		return result
	case *types.StringType:
		return r.String
	case *types.HashType:
		if lattice.SizeOf(t).High == 0 {
			return r.Store.Hash
		}
	case *types.ArrayType:
		if lattice.SizeOf(t).High == 0 {
			return r.Store.Array
		}
	}
	return r.Generalize(t)
}

// asCode returns a type as Puppet code. It returns "" if the type is no more precise than Any,
// or if the code would not represent the type.
func (r *summarizer) asCode(t types.Type) string {
	if r.IsUnknown(t) || r.IsNever(t) || r.Relation(r.Any, t) == lattice.Always || t.Kind() == types.KindUndef {
		return ""
	}
	text := lattice.FormatType(t)
	read := r.ParseTypeOnBolt(text)
	if r.IsUnknown(read) || r.Relation(t, read) != lattice.Always {
		return ""
	}
	return text
}
