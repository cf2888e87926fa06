package eval

import (
	"cmp"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/checker/code"
	"puppet-lint/checker/deps"
	"puppet-lint/checker/documents"
	"puppet-lint/checker/lattice"
	"puppet-lint/checker/program"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/hiera"
	"puppet-lint/internal/spell"
	"puppet-lint/syntax"
)

// LookupCall holds the arguments of a call of lookup() or one of the older hiera functions
// (functions/lookup.rb, hiera/puppet_function.rb).
type LookupCall struct {
	*Call
	// Names are the keys in the order in which they are tried; nil if they are unknown.
	Names []string
	// Target is the requested type, or nil.
	Target Type
	// Merge is the requested merge strategy, or undef.
	Merge Type
	// Fallback is the default value, or nil. MayDefault means that there may be a value even if
	// no data file has one.
	Fallback   Type
	MayDefault bool
}

// modelLookup models lookup() and the old hiera functions.
func (e *Evaluator) modelLookup(c *Call) Type {
	if c.block != nil {
		c.block.invokeUnknown()
	}
	l := e.readLookup(c)
	if e.compiling != nil {
		return e.compiling.LookupResult(l)
	}
	result := e.lookupResult(l)
	if e.IsUnknown(result) {
		key := ""
		if len(l.Names) > 0 {
			key = l.Names[0]
		}
		e.noteGap(UntypedLookup, key)
	}
	return result
}

// readLookup reads the arguments of a call.
func (e *Evaluator) readLookup(c *Call) *LookupCall {
	l := &LookupCall{Call: c, Merge: e.Undef, MayDefault: c.block != nil}
	switch c.Name {
	case "hiera_array":
		l.Merge = e.Str("unique")
	case "hiera_hash":
		l.Merge = e.Str("hash")
	}
	first := c.Argument(0)
	if c.Name != "lookup" {
		l.Names = e.namesIn(first)
		if len(c.Arguments) > 1 {
			l.MayDefault = true
			if c.block == nil {
				l.Fallback = c.Arguments[1]
			}
		}
		return l
	}
	options := c.Argument(1)
	if lattice.TypeClassOf(first) == lattice.HashClass {
		options = first
		first = e.LookupKey(first, e.Str("name"))
	}
	l.Names = e.namesIn(first)
	if lattice.TypeClassOf(options) == lattice.HashClass {
		e.readLookupOptions(l, options)
		return l
	}
	l.setTarget(e, options)
	l.Merge = c.Argument(2)
	if len(c.Arguments) == 4 && c.block == nil {
		l.Fallback, l.MayDefault = c.Arguments[3], true
	}
	return l
}

// readLookupOptions reads the options hash of lookup().
func (e *Evaluator) readLookupOptions(l *LookupCall, options Type) {
	fields, exact := lattice.ExactFields(options)
	if !exact {
		l.MayDefault, l.Merge = true, e.Unknown
		return
	}
	for _, field := range fields {
		switch field.Name {
		case "value_type":
			l.setTarget(e, field.Value)
		case "merge":
			l.Merge = field.Value
		case "default_value":
			l.Fallback, l.MayDefault = field.Value, true
		case "default_values_hash", "override":
			l.MayDefault = true
		}
	}
}

func (l *LookupCall) setTarget(e *Evaluator, asked Type) {
	switch {
	case lattice.TypeClassOf(asked) == lattice.TypeValueClass:
		l.Target = lattice.TypeIn(asked)
	case lattice.TypeClassOf(asked) != lattice.UndefClass:
		l.Target = e.Unknown
	}
}

// namesIn returns the keys that a value names; nil if they are unknown.
func (e *Evaluator) namesIn(value Type) []string {
	items, exact := e.FlattenOne(value, 0)
	if !exact {
		return nil
	}
	var names []string
	for _, item := range items {
		name, known := lattice.StringOf(item)
		if !known {
			return nil
		}
		names = append(names, name)
	}
	return names
}

// lookupResult returns the type of the value found, and reports what fails.
func (e *Evaluator) lookupResult(l *LookupCall) Type {
	for _, name := range l.Names {
		e.depend(deps.DataValues(name))
		if owner, _, qualified := strings.Cut(name, "::"); qualified {
			e.depend(deps.ModuleData(owner))
		}
	}
	e.checkLookupMerge(l)
	// A default of undef counts as no default: without data the lookup fails in both cases.
	if l.Fallback != nil && lattice.TypeClassOf(l.Fallback) != lattice.UndefClass && l.Target != nil && !e.IsUnknown(l.Target) && !e.IsUnknown(l.Fallback) && e.Relation(l.Fallback, l.Target) == lattice.Never &&
		!slices.ContainsFunc(l.Names, e.Data().HasAlways) {
		e.reportMismatch(l.At, "the default value", l.Target, l.Fallback)
	}
	if len(l.Names) > 1 && e.Data().Environment != nil {
		// Puppet skips a key that no data file has.
		if there := slices.DeleteFunc(slices.Clone(l.Names), func(name string) bool { return !e.MayHaveData(name) }); len(there) > 0 {
			l.Names = there
		}
	}
	found := e.Unknown
	if len(l.Names) == 1 {
		found = e.lookedUpType(l, l.Names[0])
	}
	e.checkLookedUp(l)
	switch {
	case l.Target != nil && !e.IsUnknown(l.Target):
		return l.Target
	case l.MayDefault && l.Fallback == nil || e.IsUnknown(found):
		return e.Unknown
	case l.Fallback != nil:
		return e.Join(found, l.Fallback)
	}
	return found
}

// checkLookupMerge reports an unknown merge strategy.
func (e *Evaluator) checkLookupMerge(l *LookupCall) {
	strategy := l.Merge
	if lattice.TypeClassOf(strategy) == lattice.HashClass {
		fields, exact := lattice.ExactFields(strategy)
		if !exact {
			return
		}
		at := slices.IndexFunc(fields, func(f lattice.Field) bool { return f.Name == "strategy" })
		if at < 0 {
			e.report(&code.InvalidLookup, l.At, "RUNTIME_ERROR", "a merge with options needs a 'strategy'")
			return
		}
		strategy = fields[at].Value
	}
	name, known := lattice.StringOf(strategy)
	if !known || slices.Contains(documents.StrategyNames, name) || slices.Contains(documents.OtherStrategies, name) {
		return
	}
	finding := e.report(&code.InvalidLookup, l.At, "RUNTIME_ERROR", "there is no merge strategy '"+name+"': use first, unique, hash or deep")
	if finding != nil {
		finding.Suggest(diag.Suggestion{Written: name, Meant: spell.Best(name, documents.StrategyNames)})
	}
}

// lookupWays returns the ways in which a call may look up a value. known is false if they
// cannot be determined.
func (e *Evaluator) lookupWays(l *LookupCall, key hiera.Key) (ways []documents.LookupWay, known bool) {
	candidates, known := e.Data().OptionsOf(key)
	if !known {
		return nil, false
	}
	for _, candidate := range candidates {
		way := e.WayOf(candidate)
		switch lattice.TypeClassOf(l.Merge) {
		case lattice.UndefClass:
		case lattice.StringClass, lattice.HashClass:
			strategy, knockout := l.Merge, e.Undef
			if lattice.TypeClassOf(l.Merge) == lattice.HashClass {
				strategy, knockout = e.LookupKey(l.Merge, e.Str("strategy")), e.LookupKey(l.Merge, e.Str("knockout_prefix"))
			}
			name, isConstant := lattice.StringOf(strategy)
			prefix, isPrefix := lattice.StringOf(knockout)
			if !isConstant || !isPrefix && lattice.TypeClassOf(knockout) != lattice.UndefClass {
				return nil, false
			}
			way.Merge, way.Knockout = name, prefix
			way.Unknown = !slices.Contains(documents.StrategyNames, name)
		default:
			return nil, false
		}
		if way.Unknown {
			return nil, false
		}
		ways = append(ways, way)
	}
	return ways, true
}

// lookedUpType returns the type of the values that the data files have for a key. It returns
// Unknown if there may be other values.
func (e *Evaluator) lookedUpType(l *LookupCall, name string) Type {
	if strings.ContainsAny(name, `.'"`) || e.Data().Environment == nil || e.Data().IsOpen(name) {
		return e.Unknown
	}
	result := e.Never
	for _, value := range e.Data().Values(name) {
		ways, known := e.lookupWays(l, value)
		if !known {
			return e.Unknown
		}
		for _, way := range ways {
			switch {
			case way.Target != nil:
				result = e.Join(result, way.Target)
			case way.Merge == "first" || way.Merge == "default":
				f := &documents.ValueChecker{Reader: &documents.Reader{Documents: e.Documents}, Encrypted: value.Source.Encrypted}
				result = e.Join(result, f.OpenTypeOf(value.Value))
			case way.Merge == "hash":
				result = e.Join(result, e.Hash(e.Any, e.Any, lattice.Range{Low: 0, High: lattice.AnyInteger.High}))
			case way.Merge == "unique":
				result = e.Join(result, e.Array(e.Any, lattice.Range{Low: 0, High: lattice.AnyInteger.High}))
			default:
				return e.Unknown
			}
		}
	}
	if e.IsNever(result) {
		return e.Unknown
	}
	return result
}

// checkLookedUp reports keys that no data file has, and values that do not have the requested
// type.
func (e *Evaluator) checkLookedUp(l *LookupCall) {
	if !e.reporting || len(l.Names) == 0 || e.Data().Environment == nil {
		return
	}
	if !l.MayDefault && !slices.ContainsFunc(l.Names, e.MayHaveData) {
		e.reportMissingKey(l)
		return
	}
	if len(l.Names) > 1 || l.Target == nil || e.IsUnknown(l.Target) || strings.ContainsAny(l.Names[0], `.'"`) {
		return
	}
	for _, value := range e.Data().Values(l.Names[0]) {
		if e.reportLookedUp(l, value) {
			return
		}
	}
}

// reportLookedUp reports a value that does not have the requested type. It returns whether the
// type is wrong.
func (e *Evaluator) reportLookedUp(l *LookupCall, value hiera.Key) bool {
	ways, known := e.lookupWays(l, value)
	if !known {
		return false
	}
	file := value.Source.Document().File
	r := &documents.Reader{Documents: e.Documents, File: file}
	several := len(e.Data().Values(value.Name)) > 1
	var first []documents.Misfit
	for _, way := range ways {
		if r.IsShadowed(value, way) {
			return false
		}
		found := r.MisfitsOf(value, way, several, l.Target)
		if len(found) == 0 {
			return false
		}
		if first == nil {
			first = found
		}
	}
	if len(first) == 0 {
		return false
	}
	where := ""
	if first[0].Path != "" {
		where = " at " + first[0].Path
	}
	finding := e.report(&code.DataTypeMismatch, l.At, "RUNTIME_ERROR", "the value of '"+value.Name+"' in "+filepath.Base(file.Name)+where+" "+first[0].Why)
	if finding != nil {
		finding.Help = cmp.Or(first[0].Suggestion.Question(), first[0].Help) // the text is in another file
		finding.Related = append(finding.Related, diag.Related{File: file, Span: first[0].Span, Message: "the value is defined here"})
	}
	return true
}

// MayHaveData is Documents.MayHaveData, and makes the body depend on the answer.
func (e *Evaluator) MayHaveData(name string) bool {
	if owner, _, qualified := strings.Cut(name, "::"); qualified {
		e.depend(deps.Declaration(owner + "::data")) // a function may return further data
	}
	return e.Documents.MayHaveData(name)
}

// reportMissingKey reports a lookup without a default if no data file has any of its keys.
func (e *Evaluator) reportMissingKey(l *LookupCall) {
	what := "no data file has the key '" + l.Names[0] + "'"
	if len(l.Names) > 1 {
		what = "no data file has any of the keys that are looked up, such as '" + l.Names[0] + "'"
	}
	finding := e.report(&code.MissingData, l.At, "RUNTIME_ERROR", what+", and the call has no default")
	if finding == nil {
		return
	}
	keys := e.Data().Environment.Keys
	known := e.Words(e.Data().Environment, func() []string { return slices.Sorted(maps.Keys(keys)) })
	finding.Suggest(diag.Suggestion{Written: l.Names[0], Meant: known.Best(l.Names[0])})
}

// checkIncludedData reports parameters of an included class that have no default and no value
// in the data.
func (e *Evaluator) checkIncludedData(class *program.Definition, at syntax.Node) {
	if !e.reporting || e.Data().Environment == nil {
		return
	}
	var missing []string
	for _, parameter := range e.requiredBy(class) {
		if !e.MayHaveData(class.Name + "::" + parameter) {
			missing = append(missing, lattice.Quote(parameter))
		}
	}
	if len(missing) == 0 {
		return
	}
	e.depend(deps.DeclaredClasses)
	if e.DeclaredClasses().Has(class.Name) {
		return
	}
	noun, pronoun := "parameter ", "it"
	if len(missing) > 1 {
		noun, pronoun = "parameters ", "them"
	}
	e.report(&code.MissingData, at, "RUNTIME_ERROR", "no data file has a value for the "+noun+lattice.Enumerate(missing, maxNamedSystems)+" of class "+lattice.Quote(class.Name)+", which is included here and has no default for "+pronoun)
}
