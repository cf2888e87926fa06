package checker

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"puppet-lint/checker/lattice"
	"puppet-lint/module"
	"puppet-lint/module/builtin"
	"puppet-lint/source"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// TypeSummary is what a program declares about its types, and what its code tells
// of those that it does not declare.
type TypeSummary struct {
	// Manifests are those that were asked about, in the order of the options.
	Manifests []*ManifestSummary

	run *run
}

// Resolve is what an alias stands for, through further aliases; any other type is
// what it is.
func (s *TypeSummary) Resolve(t Type) Type { return s.run.Resolve(t) }

// ManifestSummary is one manifest or template of a TypeSummary.
type ManifestSummary struct {
	Manifest *module.Manifest
	// Definitions are in the order of the text.
	Definitions []*DefinitionSummary
	// Gaps say why the types of some expressions are not known, the most
	// frequent first.
	Gaps []Gap

	run   *run
	types []Type
}

// TypeOf is the type of an expression, joined over all its evaluations; nil
// when it was never evaluated. An alias of Any is Any.
func (m *ManifestSummary) TypeOf(node syntax.Node) Type {
	if t := m.types[node.ID()]; t != nil {
		return m.run.throughAny(t)
	}
	return nil
}

// DefinitionSummary is a class, defined type, function, plan or type alias.
type DefinitionSummary struct {
	*module.Definition
	Parameters []*ParameterSummary
	// Returns is what a function is known to return: what it declares, or what
	// was inferred; nil for anything else.
	Returns Type
	// SuggestedReturn is a type that a function could declare to return which
	// holds all that it may return; empty when it declares one, or none is
	// known.
	SuggestedReturn string
	// Variables are those that the body sets in its own scope, by name.
	Variables map[string]Type
}

// ParameterSummary is a parameter of a definition.
type ParameterSummary struct {
	Node *syntax.Parameter
	// Declared is its type, Any for an alias of it; nil when it declares none.
	Declared Type
	// Default is the type of its default; nil without one.
	Default Type
	// Given are the values that code of the checked manifests gives to it, in
	// the order of the text.
	Given []GivenValue
	// Data are the values that the data of the tree give to a class's parameter,
	// those that count most first.
	Data []DataValue
	// Suggested is a type that accepts every value which works now, as
	// Puppet code; empty when the parameter has a type or there is none that
	// says more than Any.
	Suggested string
	// Likely is a type that what is known of the values points to; unlike
	// Suggested it may refuse some that work. It is empty when nothing is known.
	Likely string
	// Documented says that the comment above the definition names the type that is
	// suggested, or else the one that is likely: the former accepts the default and
	// all values that are seen, and what else it may refuse is not documented.
	Documented bool
	// Uses are the places that do not take every value.
	Uses []ParameterUse
}

// IsUntyped reports whether any value may be given to the parameter.
func (p *ParameterSummary) IsUntyped() bool {
	return p.Declared == nil || p.Declared.Kind() == types.KindAny
}

// GivenValue is a value that a call or resource gives to a parameter.
type GivenValue struct {
	Manifest *module.Manifest
	// Span is the expression.
	Span source.Span
	Type Type
}

// givenKey tells where which parameter is given a value.
type givenKey struct {
	definition syntax.Node
	parameter  string
	at         source.Span
}

// givenValue is a GivenValue with the parameter that it is given to.
type givenValue struct {
	definition syntax.Node
	parameter  string
	value      GivenValue
}

// GapKind says why something is not known.
type GapKind uint8

const (
	// MissingFunction is a function that is not there.
	MissingFunction GapKind = iota
	// MissingClass is a class whose variables are read and that is not there.
	MissingClass
	// MissingResourceType is a resource type that is not there.
	MissingResourceType
	// UnknownFact is a fact whose values are not known.
	UnknownFact
	// FactVariable is a variable of top scope with the name of a core fact,
	// which a node classifier may set to something else.
	FactVariable
	// UnknownVariable is a variable of top scope that something outside of the
	// code sets.
	UnknownVariable
	// TemplateVariable is a variable that a template does not declare and nothing
	// else sets: what calls the template gives it.
	TemplateVariable
	// UntypedFunction is a function that does not say what it returns.
	UntypedFunction
	// UntypedLookup is a lookup of data without a type.
	UntypedLookup
)

// Gap is something that is not known, and how often it is met.
type Gap struct {
	Kind  GapKind
	Name  string
	Count int
}

// gap is a Gap without its count.
type gap struct {
	kind GapKind
	name string
}

func (e *evaluator) noteGap(kind GapKind, name string) {
	if e.remembers && !e.state.unreachable {
		e.gaps[gap{kind, name}]++
	}
}

// gapOfTop says why the value of a variable of top scope is not known.
func (e *evaluator) gapOfTop(name string) GapKind {
	if builtin.FindFact(name) != nil {
		return FactVariable
	}
	if _, isFact := slices.BinarySearch(e.top().customFacts, name); isFact {
		return UnknownFact
	}
	return UnknownVariable
}

// gapOfUnset says why a variable that nothing sets has a value.
func (e *evaluator) gapOfUnset(name, written string) GapKind {
	if _, inTemplate := e.templateOf(); inTemplate && !strings.Contains(written, "::") {
		return TemplateVariable
	}
	return UnknownVariable
}

func (e *evaluator) noteGiven(d *definition, p *parameter, value Type, at syntax.Node) {
	if !e.remembers || e.IsNever(value) {
		return
	}
	span := e.body.manifest.Extent(at)
	key := givenKey{d.node, p.name, span}
	if i, known := e.givenAt[key]; known {
		e.given[i].value.Type = e.Join(e.given[i].value.Type, value)
		return
	}
	e.givenAt[key] = len(e.given)
	e.given = append(e.given, givenValue{d.node, p.name, GivenValue{e.body.manifest, span, value}})
}

// NewTypeSummary evaluates the manifests of the options as Check does, and gathers
// what is known about the types of everything that they define.
func NewTypeSummary(tree *module.Tree, options Options) *TypeSummary {
	r := newRun(newProgram(context.Background(), tree, options), options, true)
	r.evaluate()
	given := r.givenValues()
	bodies := map[syntax.Node]*body{}
	byManifest := map[*module.Manifest][]*body{}
	for _, b := range r.bodies {
		bodies[b.node] = b
		byManifest[b.manifest] = append(byManifest[b.manifest], b)
	}
	result := &TypeSummary{Manifests: make([]*ManifestSummary, len(r.manifests)), run: r}
	r.parallel(r.options.Workers, len(r.manifests), func(i int) {
		result.Manifests[i] = r.summarizeManifest(r.manifests[i], byManifest[r.manifests[i]], bodies, given)
	})
	return result
}

// givenValues are those that all bodies give, by definition and parameter.
func (r *run) givenValues() map[syntax.Node]map[string][]GivenValue {
	all := map[syntax.Node]map[string][]GivenValue{}
	for _, b := range r.bodies {
		outcome := r.results[b]
		if outcome.evaluator == nil {
			continue
		}
		for _, one := range outcome.evaluator.given {
			if all[one.definition] == nil {
				all[one.definition] = map[string][]GivenValue{}
			}
			all[one.definition][one.parameter] = append(all[one.definition][one.parameter], one.value)
		}
	}
	return all
}

func (r *run) summarizeManifest(manifest *module.Manifest, own []*body, bodies map[syntax.Node]*body, given map[syntax.Node]map[string][]GivenValue) *ManifestSummary {
	result := &ManifestSummary{Manifest: manifest, run: r, types: make([]Type, manifest.NodeCount)}
	gaps := map[gap]int{}
	for _, b := range own {
		e := r.results[b].evaluator
		if e == nil {
			continue
		}
		e.types.addTo(result.types, r.Join)
		for key, count := range e.gaps {
			gaps[key] += count
		}
	}
	for key, count := range gaps {
		result.Gaps = append(result.Gaps, Gap{key.kind, key.name, count})
	}
	slices.SortFunc(result.Gaps, func(a, b Gap) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Kind, b.Kind), strings.Compare(a.Name, b.Name))
	})
	for _, found := range manifest.Definitions {
		if found.Kind == module.TypeAlias {
			result.Definitions = append(result.Definitions, &DefinitionSummary{Definition: found})
		} else if b := bodies[found.Node]; b != nil && b.definition != nil {
			result.Definitions = append(result.Definitions, r.summarizeDefinition(b, result, given[found.Node]))
		}
	}
	slices.SortStableFunc(result.Definitions, func(a, b *DefinitionSummary) int {
		return cmp.Compare(manifest.Extent(a.Node).Start, manifest.Extent(b.Node).Start)
	})
	return result
}

// throughAny is Any for an alias of it, and any other type as it is: an alias says
// something by its name, but not that Any is less.
func (r *run) throughAny(t Type) Type {
	if t.Kind() == types.KindAlias && r.Resolve(t).Kind() == types.KindAny {
		return r.Any
	}
	return t
}

func (r *run) summarizeDefinition(b *body, in *ManifestSummary, given map[string][]GivenValue) *DefinitionSummary {
	d := b.definition
	result := &DefinitionSummary{Definition: d.Definition, Variables: map[string]Type{}}
	untyped := map[string]bool{}
	for _, parameter := range d.signature() {
		typeSummary := &ParameterSummary{Node: parameter.node, Given: given[parameter.name]}
		if parameter.node.TypeExpr != nil {
			typeSummary.Declared = r.throughAny(parameter.typ)
		}
		if parameter.node.Value != nil {
			typeSummary.Default = in.TypeOf(parameter.node.Value)
		}
		if d.kind == kindClass {
			typeSummary.Data = r.dataValues(d.name + "::" + parameter.name)
		}
		if typeSummary.IsUntyped() && !parameter.rest {
			untyped[parameter.name] = true
		}
		result.Parameters = append(result.Parameters, typeSummary)
	}
	if b.summary != nil {
		maps.Copy(result.Variables, b.summary.variables)
		for _, parameter := range d.signature() {
			delete(result.Variables, parameter.name)
		}
	}
	if d.kind == kindFunction {
		r.summarizeReturn(b, result)
	}
	if len(untyped) > 0 {
		r.suggest(b, result, untyped)
	}
	return result
}

// summarizeReturn finds out what a function returns.
func (r *run) summarizeReturn(b *body, result *DefinitionSummary) {
	function := b.definition.node.(*syntax.FunctionDefinition)
	if function.ReturnType != nil {
		result.Returns = r.throughAny(r.declaredReturn(b.definition))
		return
	}
	result.Returns = r.Unknown
	if b.summary != nil {
		result.Returns = b.summary.returns
	}
	if !r.IsNever(result.Returns) {
		result.SuggestedReturn = r.asCode(r.presentable(result.Returns))
	}
}

// suggest finds types for parameters that have none.
func (r *run) suggest(b *body, result *DefinitionSummary, untyped map[string]bool) {
	spelled := sync.OnceValue(func() spellings { return spellingsIn(b.node) })
	certain, uses := r.requirementsOf(b, untyped, false)
	var plain map[string]Type
	var plainUses map[string][]ParameterUse
	if b.definition.kind != kindPlan { // plans give each other targets and results
		plain, plainUses = r.requirementsOf(b, untyped, true)
	}
	for _, parameter := range result.Parameters {
		name := parameter.Node.Name
		if !untyped[name] {
			continue
		}
		parameter.Uses = uses[name]
		for _, use := range plainUses[name] {
			if !slices.ContainsFunc(parameter.Uses, func(known ParameterUse) bool { return known.Span == use.Span }) {
				parameter.Uses = append(parameter.Uses, use)
			}
		}
		// What is not given, or undef, takes the default; without a default,
		// undef is not taken for a value.
		undefArrives := b.definition.kind == kindFunction || parameter.Default != nil && r.MayBeUndef(parameter.Default)
		parameter.Suggested = r.suggestCertain(certain[name], parameter, undefArrives)
		parameter.Likely = r.suggestLikely(plain[name], parameter, spelled)
		if parameter.Suggested == "" && parameter.Likely == "" {
			parameter.Likely = r.suggestLikely(certain[name], parameter, spelled)
		}
	}
	r.suggestDocumented(b, result, untyped, certain)
}

// maxAlternatives is how many types a suggestion may join, undef not counted:
// of more, it is better said what the uses are.
const maxAlternatives = 3

// suggestCertain is the type left at the end of the body, as far as it is one
// that people would write.
func (r *run) suggestCertain(left Type, parameter *ParameterSummary, undefArrives bool) string {
	if left == nil || r.IsNever(left) {
		return ""
	}
	if !undefArrives {
		left = r.definite(left)
	} else if parameter.Default != nil {
		left = r.Join(left, parameter.Default)
	}
	if r.memberCount(left) > maxAlternatives {
		return ""
	}
	if !isWritten(left) {
		return ""
	}
	if r.MayBe(left, func(_ lattice.TypeClass, member Type) bool { return member == r.FalseType || member == r.TrueType }) {
		left = r.Join(left, r.Boolean) // nobody writes Boolean[false]
	}
	return r.asCode(left)
}

// isWritten reports whether people write a type of parameters: none that takes
// the rarest values along, letters in any case, or the empty string alone.
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

// spellings are the words of a definition, by their text in lower case.
type spellings map[string][]string

// spellingsIn finds the words in a definition, its defaults included.
func spellingsIn(node syntax.Node) spellings {
	found := spellings{}
	syntax.Inspect(node, func(node syntax.Node) bool {
		text := literalText(node)
		lower := lattice.LowerASCII(text)
		if text != "" && !slices.Contains(found[lower], text) {
			found[lower] = append(found[lower], text)
		}
		return true
	})
	return found
}

// of are the words as the code spells them; comparing made them lower-case.
func (s spellings) of(words []string) []string {
	var all []string
	for _, word := range words {
		if spelled := s[lattice.LowerASCII(word)]; len(spelled) > 0 {
			all = append(all, spelled...)
		} else {
			all = append(all, word)
		}
	}
	return all
}

// asWritten is the part of a type that people would write.
func (r *run) asWritten(t Type, spelled func() spellings) Type {
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

// definite is withoutUndef that keeps the names of aliases.
func (r *run) definite(t Type) Type {
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

// memberCount counts the types that a type joins, undef aside.
func (l *program) memberCount(t Type) int {
	if optional, ok := t.(*types.OptionalType); ok && optional.Type != nil {
		t = optional.Type
	}
	variant, ok := t.(*types.VariantType)
	if !ok {
		return 1
	}
	return len(slices.DeleteFunc(slices.Clone(variant.Types), func(member Type) bool { return member.Kind() == types.KindUndef }))
}

// suggestLikely is a type for the values that are seen: the default and what
// code and data give, within what the uses accept of plain data.
func (r *run) suggestLikely(accepted Type, parameter *ParameterSummary, spelled func() spellings) string {
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
			seen = r.Join(seen, given) // what is null in data is not given
		}
	}
	values := r.WithoutUndef(seen)
	if r.IsUnknown(seen) || r.IsNever(values) || accepted != nil && isListed(accepted) {
		seen = accepted // no value is seen, or the uses list what there may be
	} else {
		numbers := r.Never
		if r.MayBe(seen, func(_ lattice.TypeClass, member Type) bool {
			return slices.ContainsFunc(lattice.WordsOf(member), isWholeNumber)
		}) {
			numbers = r.Integer // who writes '8080' takes 8080
		}
		seen = r.Join(r.presentable(r.openTo(seen)), numbers)
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
	if seen = r.asWritten(seen, spelled); r.memberCount(seen) > maxAlternatives {
		return ""
	}
	return r.asCode(r.presentable(seen))
}

// isWholeNumber reports whether a text is a number as Puppet writes it: a mode
// such as 0644 is none.
func isWholeNumber(text string) bool {
	number, err := strconv.Atoi(text)
	return err == nil && strconv.Itoa(number) == text
}

// isListed reports whether a type lists the values that it takes.
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

// openTo is the type of values such as those that are seen: other strings, lists
// of another length, hashes with other keys.
func (r *run) openTo(t Type) Type {
	joined := func(count int, member func(i int) Type) Type {
		all := r.Never
		for i := range count {
			all = r.Join(all, r.presentable(r.openTo(member(i))))
		}
		if r.IsNever(all) || r.memberCount(all) > maxAlternatives {
			return r.Any
		}
		return all
	}
	switch t := t.(type) {
	case *types.OptionalType:
		if t.Type != nil {
			return r.Optional(r.openTo(t.Type))
		}
	case *types.VariantType:
		result := r.Never
		for _, member := range t.Types {
			result = r.Join(result, r.openTo(member))
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

// presentable is a type as people would write it: without the values of
// constants, and what is an empty hash or array today may hold something.
func (r *run) presentable(t Type) Type {
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

// asCode is a type as Puppet code; empty when it says no more than Any, or the
// code would not mean the type.
func (r *run) asCode(t Type) string {
	if r.IsUnknown(t) || r.IsNever(t) || r.Relation(r.Any, t) == lattice.Always || t.Kind() == types.KindUndef {
		return ""
	}
	text := lattice.FormatType(t)
	read := r.parseTypeOnBolt(text)
	if r.IsUnknown(read) || r.Relation(t, read) != lattice.Always {
		return ""
	}
	return text
}
