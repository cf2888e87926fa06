package checker

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"puppet-lint/internal/ascii"

	"puppet-lint/checker/eval"
	"puppet-lint/checker/lattice"
	"puppet-lint/checker/program"
	"puppet-lint/module"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// TypeSummary holds the declared types of a program, and what its code shows about undeclared
// ones.
type TypeSummary struct {
	// Manifests are the summarized manifests, in the order of the options.
	Manifests []*ManifestSummary

	run *summarizer
}

// Resolve returns the type that an alias represents, through further aliases. It returns any
// other type unchanged.
func (s *TypeSummary) Resolve(t Type) Type { return s.run.Resolve(t) }

// ManifestSummary summarizes one manifest or template.
type ManifestSummary struct {
	Manifest *module.Manifest
	// Definitions are in source order.
	Definitions []*DefinitionSummary
	// Gaps are the reasons why the types of some expressions are not known, the most frequent
	// first.
	Gaps []Gap

	run   *summarizer
	types []Type
}

// TypeOf returns the type of an expression, joined over all its evaluations, or nil if it was
// never evaluated. It returns Any for an alias of Any.
func (m *ManifestSummary) TypeOf(node syntax.Node) Type {
	if t := m.types[node.ID()]; t != nil {
		return m.run.resolveAnyAlias(t)
	}
	return nil
}

// DefinitionSummary summarizes a class, defined type, function, plan or type alias.
type DefinitionSummary struct {
	*module.Definition
	Parameters []*ParameterSummary
	// Returns is the declared or inferred type of a function's result, nil for other
	// definitions.
	Returns Type
	// SuggestedReturn is a return type that the function could declare and that contains every
	// result. It is empty if a type is declared or none is known.
	SuggestedReturn string
	// Variables are the types of the variables that the body sets in its own scope, by name.
	Variables map[string]Type
}

// ParameterSummary summarizes a parameter of a definition.
type ParameterSummary struct {
	Node *syntax.Parameter
	// Declared is the declared type, nil if there is none. It is Any for an alias of Any.
	Declared Type
	// Default is the type of the default, nil if there is none.
	Default Type
	// Given are the values that the checked manifests give to the parameter, in source order.
	Given []eval.GivenValue
	// Data are the values in the data for a parameter of a class, those with the highest
	// priority first.
	Data []DataValue
	// Suggested is a type that accepts every value that works now, as Puppet code. It is empty
	// if the parameter has a type, or if no type more precise than Any is found.
	Suggested string
	// Likely is a type that the known values suggest, as Puppet code. Unlike Suggested, it may
	// reject values that work. It is empty if nothing is known.
	Likely string
	// Documented means that the comment above the definition names the suggested type, or else
	// the likely one: that type accepts the default and all known values. Any other value that
	// it may reject is not documented.
	Documented bool
	// Uses are the uses of the parameter that do not accept every value.
	Uses []eval.ParameterUse
}

// IsUntyped reports whether the parameter accepts any value.
func (p *ParameterSummary) IsUntyped() bool {
	return p.Declared == nil || p.Declared.Kind() == types.KindAny
}

// Gap is the cause of unknown types and the number of times it occurs.
type Gap struct {
	Kind  eval.GapKind
	Name  string
	Count int
}

// NewTypeSummary evaluates the manifests of the options as Check does, and collects what is
// known about the types of all their definitions.
func NewTypeSummary(tree *module.Tree, options Options) *TypeSummary {
	r := &summarizer{Evaluate(context.Background(), tree, options)}
	given := r.givenValues()
	result := &TypeSummary{Manifests: make([]*ManifestSummary, len(r.Manifests)), run: r}
	r.Parallel(r.Workers(), len(r.Manifests), func(i int) {
		result.Manifests[i] = r.summarizeManifest(r.Manifests[i], given)
	})
	return result
}

// summarizer makes a type summary of an evaluation.
type summarizer struct{ *Evaluation }

// givenValues returns the values given by all bodies, by definition and parameter.
func (r *summarizer) givenValues() map[syntax.Node]map[string][]eval.GivenValue {
	all := map[syntax.Node]map[string][]eval.GivenValue{}
	for _, manifest := range r.Manifests {
		for _, b := range r.EvaluatedIn(manifest) {
			e := r.EvaluatorOf(b)
			if e == nil {
				continue
			}
			for _, one := range e.Given {
				if all[one.Definition] == nil {
					all[one.Definition] = map[string][]eval.GivenValue{}
				}
				all[one.Definition][one.Parameter] = append(all[one.Definition][one.Parameter], one.Value)
			}
		}
	}
	return all
}

func (r *summarizer) summarizeManifest(manifest *module.Manifest, given map[syntax.Node]map[string][]eval.GivenValue) *ManifestSummary {
	result := &ManifestSummary{Manifest: manifest, run: r, types: r.TypesOf(manifest)}
	gaps := map[eval.Gap]int{}
	bodies := map[syntax.Node]*program.Body{}
	for _, b := range r.EvaluatedIn(manifest) {
		bodies[b.Node] = b
		e := r.EvaluatorOf(b)
		if e == nil {
			continue
		}
		for key, count := range e.Gaps {
			gaps[key] += count
		}
	}
	for key, count := range gaps {
		result.Gaps = append(result.Gaps, Gap{key.Kind, key.Name, count})
	}
	slices.SortFunc(result.Gaps, func(a, b Gap) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Kind, b.Kind), strings.Compare(a.Name, b.Name))
	})
	for _, found := range manifest.Definitions {
		if found.Kind == module.TypeAlias {
			result.Definitions = append(result.Definitions, &DefinitionSummary{Definition: found})
		} else if b := bodies[found.Node]; b != nil && b.Definition != nil {
			result.Definitions = append(result.Definitions, r.summarizeDefinition(b, result, given[found.Node]))
		}
	}
	slices.SortStableFunc(result.Definitions, func(a, b *DefinitionSummary) int {
		return cmp.Compare(manifest.Extent(a.Node).Start, manifest.Extent(b.Node).Start)
	})
	return result
}

// resolveAnyAlias returns Any for an alias of Any, and any other type unchanged.
func (r *summarizer) resolveAnyAlias(t Type) Type {
	if t.Kind() == types.KindAlias && r.Resolve(t).Kind() == types.KindAny {
		return r.Any
	}
	return t
}

func (r *summarizer) summarizeDefinition(b *program.Body, in *ManifestSummary, given map[string][]eval.GivenValue) *DefinitionSummary {
	d := b.Definition
	result := &DefinitionSummary{Definition: d.Definition, Variables: map[string]Type{}}
	untyped := map[string]bool{}
	for _, parameter := range d.Signature() {
		typeSummary := &ParameterSummary{Node: parameter.Node, Given: given[parameter.Name]}
		if parameter.Node.TypeExpr != nil {
			typeSummary.Declared = r.resolveAnyAlias(parameter.Type)
		}
		if parameter.Node.Value != nil {
			typeSummary.Default = in.TypeOf(parameter.Node.Value)
		}
		if d.Kind == module.Class {
			typeSummary.Data = r.dataValues(d.Name + "::" + parameter.Name)
		}
		if typeSummary.IsUntyped() && !parameter.Rest {
			untyped[parameter.Name] = true
		}
		result.Parameters = append(result.Parameters, typeSummary)
	}
	if b.Summary != nil {
		maps.Copy(result.Variables, b.Summary.Variables)
		for _, parameter := range d.Signature() {
			delete(result.Variables, parameter.Name)
		}
	}
	if d.Kind == module.Function {
		r.summarizeReturn(b, result)
	}
	if len(untyped) > 0 {
		r.suggest(b, result, untyped)
	}
	return result
}

// summarizeReturn sets the return type of a function's summary.
func (r *summarizer) summarizeReturn(b *program.Body, result *DefinitionSummary) {
	function := b.Definition.Node.(*syntax.FunctionDefinition)
	if function.ReturnType != nil {
		result.Returns = r.resolveAnyAlias(r.DeclaredReturn(b.Definition))
		return
	}
	result.Returns = r.Unknown
	if b.Summary != nil {
		result.Returns = b.Summary.Returns
	}
	if !r.IsNever(result.Returns) {
		result.SuggestedReturn = r.asCode(r.presentable(result.Returns))
	}
}

// suggest suggests types for untyped parameters.
func (r *summarizer) suggest(b *program.Body, result *DefinitionSummary, untyped map[string]bool) {
	spelled := sync.OnceValue(func() spellings { return spellingsIn(b.Node) })
	certain, uses := r.RequirementsOf(b, untyped, false)
	var plain map[string]Type
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
func (r *summarizer) suggestCertain(left Type, parameter *ParameterSummary, undefArrives bool) string {
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
	if r.MayBe(left, func(_ lattice.TypeClass, member Type) bool { return member == r.FalseType || member == r.TrueType }) {
		left = r.Join(left, r.Boolean) // Boolean[false] is never meant
	}
	return r.asCode(left)
}

// isWritten reports whether people would write a type for a parameter. They write no Iterable
// or other rare types, no case-insensitive Enum, and no String that is always empty.
func isWritten(t Type) bool {
	switch t := t.(type) {
	case *types.OptionalType:
		return t.Type == nil || isWritten(t.Type)
	case *types.VariantType:
		return !slices.ContainsFunc(t.Types, func(member Type) bool { return !isWritten(member) })
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
func (r *summarizer) asWritten(t Type, spelled func() spellings) Type {
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
func (r *summarizer) definite(t Type) Type {
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
func (r *summarizer) suggestLikely(accepted Type, parameter *ParameterSummary, spelled func() spellings) string {
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
		if r.MayBe(seen, func(_ lattice.TypeClass, member Type) bool {
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
func isListed(t Type) bool {
	switch t := t.(type) {
	case *types.OptionalType:
		return t.Type != nil && isListed(t.Type)
	case *types.VariantType:
		return !slices.ContainsFunc(t.Types, func(member Type) bool { return !isListed(member) })
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
func (r *summarizer) generalized(t Type) Type {
	joined := func(count int, member func(i int) Type) Type {
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
		return r.Store.ArrayOf(joined(len(t.Types), func(i int) Type { return t.Types[i] }), nil)
	case *types.ArrayType:
		if lattice.SizeOf(t).High != 0 {
			return r.Store.ArrayOf(joined(1, func(int) Type { return t.Element }), nil)
		}
	case *types.StructType:
		return r.Store.HashOf(r.String, joined(len(t.Elements), func(i int) Type { return t.Elements[i].Value }), nil)
	}
	return t
}

// presentable returns a type as people would write it: without the values of constants, and
// with any size for a hash or array that is now empty.
func (r *summarizer) presentable(t Type) Type {
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
func (r *summarizer) asCode(t Type) string {
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
