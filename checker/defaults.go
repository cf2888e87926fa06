package checker

import (
	"slices"
	"strings"

	"puppet-lint/checker/code"
	"puppet-lint/checker/deps"
	"puppet-lint/checker/lattice"
	"puppet-lint/checker/program"
	"puppet-lint/diag"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// A failure with the default of a parameter is reported once, where the parameter is declared.
// Declarations that give no value do not report it again (failsByDefaults).

// failsByDefaults reports whether a declaration fails in the same way for any given values,
// because of the defaults of the other parameters. A fail() demands a value, so it is the
// declaration's own mistake.
func (p *interpreter) failsByDefaults(d *declaration, f *failure, dependencies deps.Set) bool {
	if f.refusal || !d.complete {
		return false
	}
	given := func(name string) bool {
		i := slices.Index(d.given.names, name)
		return i >= 0 && d.given.values[i] != p.Undef // undef stands for the default
	}
	in := callSite{isDefault: func(name string) bool { return !given(name) }, anyHost: true, mayBe: true, dependencies: dependencies}
	return p.fails(d.definition, in, f)
}

// longestDefault is the length, in bytes, of the longest default that a message quotes.
const longestDefault = 40

// ofDefault returns the message, at the default of a parameter, for a failure that the default
// causes elsewhere.
func ofDefault(b *program.Body, p *program.Parameter, f *failure) string {
	if isUndef(p.Node.Value) && strings.HasSuffix(f.Message, ", got undef") {
		return byDefault(b, p, f)
	}
	return "the default of `$" + p.Name + "` always fails: " + f.Message
}

func isUndef(node syntax.Node) bool {
	_, ok := program.Unparenthesized(node).(*syntax.LiteralUndef)
	return ok
}

// byDefault returns the message for a failure that the default of a parameter causes.
func byDefault(b *program.Body, p *program.Parameter, f *failure) string {
	name := "`$" + p.Name + "`"
	if isUndef(p.Node.Value) {
		for _, end := range []string{", got undef", ", not undef"} {
			if text, found := strings.CutSuffix(f.Message, end); found {
				return text + ", but " + name + " is undef by default"
			}
		}
		text := f.File.Slice(f.Span)
		if f.Message == "undef"+lattice.NoElements && strings.HasPrefix(text, "$"+p.Name) && f.File == b.Manifest.Source {
			return "cannot index " + name + ": it is undef by default"
		}
	}
	text := b.Manifest.Source.Slice(b.Manifest.Extent(p.Node.Value))
	if len(text) > longestDefault || strings.Contains(text, "\n") {
		return f.Message + ", with the default of " + name
	}
	return f.Message + ": " + name + " is " + text + " by default"
}

// checkDefaults reports the first failure of a class or defined type when it is declared
// without values for the parameters that have defaults.
func (r *run) checkDefaults(b *program.Body) []diag.Diagnostic {
	d := b.Definition
	if d == nil || d.Kind != module.Class && d.Kind != module.DefinedType {
		return nil
	}
	relevant := r.relevanceOf(d).parameters
	if !slices.ContainsFunc(d.Signature(), func(p program.Parameter) bool { return relevant[p.Name] && r.defaultRevealsMore(&p) }) {
		return nil
	}
	failures := r.evaluateCallSite(b, callSite{isDefault: func(string) bool { return true }, dependencies: r.results[b].lookedUp})
	if len(failures) == 0 {
		return nil
	}
	isOpen := func(name string) bool {
		key := d.Name + "::" + name
		if r.Tracks {
			r.results[b].lookedUp[deps.DataValues(key)] = true
		}
		return d.Kind == module.Class && len(r.Data().Values(key)) > 0
	}
	origins, first := r.originDefault(b, failures, isOpen)
	if first == nil {
		return r.unsetByDefaults(b, failures, isOpen)
	}
	finding := first.Diagnostic
	r.softenDefault(d, origins.Name, &finding, r.results[b].lookedUp)
	place := diag.Related{File: finding.File, Span: finding.Span, Message: "here"}
	if first.File != b.Manifest.Source || first.refusal {
		finding.File, finding.Span = b.Manifest.Source, b.Manifest.Extent(origins.Node.Value)
		finding.At = origins.Node.Value.Span().Start
		finding.Message = ofDefault(b, origins, first)
		finding.Related = []diag.Related{place}
		return []diag.Diagnostic{finding}
	}
	finding.Message = byDefault(b, origins, first)
	finding.Related = append(finding.Related, diag.Related{File: b.Manifest.Source, Span: b.Manifest.Extent(origins.Node.Value), Message: "the default"})
	return []diag.Diagnostic{finding}
}

// unsetByDefaults reports a failure that the defaults of several parameters cause together,
// such as a variable that nothing sets.
func (r *run) unsetByDefaults(b *program.Body, failures []failure, isOpen func(string) bool) []diag.Diagnostic {
	first := &failures[0]
	if first.refusal || first.File != b.Manifest.Source && first.declared == nil || r.failsAnyway(b.Definition, first, r.results[b].lookedUp) || r.failsItself(b.Definition, first, r.results[b].lookedUp) {
		return nil
	}
	var origins []string
	relevant := r.relevanceOf(b.Definition).parameters
	for _, p := range b.Definition.Signature() {
		if p.Node.Value != nil && relevant[p.Name] && !isOpen(p.Name) {
			origins = append(origins, p.Name)
		}
	}
	fails := func(among []string) bool {
		in := callSite{isDefault: func(name string) bool { return slices.Contains(among, name) }, dependencies: r.results[b].lookedUp}
		return slices.ContainsFunc(r.evaluateCallSite(b, in), func(one failure) bool { return one.key() == first.key() })
	}
	if !fails(origins) {
		return nil
	}
	for _, name := range slices.Clone(origins) {
		if without := slices.DeleteFunc(slices.Clone(origins), func(other string) bool { return other == name }); fails(without) {
			origins = without
		}
	}
	if first.Rule != &code.UnknownVariable && slices.ContainsFunc(origins, func(name string) bool { return asksForValue(b, b.Definition.Parameter(name)) }) {
		return nil
	}
	finding := first.Diagnostic
	if first.File != b.Manifest.Source {
		finding.File, finding.Span, finding.At = b.Manifest.Source, b.Manifest.Extent(first.declared), first.declared.Span().Start
		finding.Message = "what this declares fails: " + finding.Message
		finding.Related = []diag.Related{{File: first.File, Span: first.Span, Message: "here"}}
	}
	finding.Message += ", with the defaults of $" + strings.Join(origins, ", $")
	return []diag.Diagnostic{finding}
}

// defaultRevealsMore reports whether evaluating a parameter's default may find more than evaluating its
// type: the default is undef or a Boolean, or the type is not scalar.
func (p *interpreter) defaultRevealsMore(of *program.Parameter) bool {
	switch of.Node.Value.(type) {
	case nil:
		return false
	case *syntax.LiteralUndef, *syntax.LiteralBoolean:
		return true
	}
	return !p.isScalar(of)
}

// originDefault returns the parameter whose default alone causes the first failure, and the
// failure; nil if there is none.
func (r *run) originDefault(b *program.Body, failures []failure, isOpen func(string) bool) (*program.Parameter, *failure) {
	first := &failures[0]
	if r.failsAnyway(b.Definition, first, r.results[b].lookedUp) || r.failsItself(b.Definition, first, r.results[b].lookedUp) {
		return nil, nil
	}
	var candidates []*program.Parameter
	relevant := r.relevanceOf(b.Definition).parameters
	parameters := b.Definition.Signature()
	for i := range parameters {
		p := &parameters[i]
		if p.Node.Value != nil && relevant[p.Name] && !isOpen(p.Name) && !(first.refusal && asksForValue(b, p)) {
			candidates = append(candidates, p)
		}
	}
	fails := func(among []*program.Parameter) bool {
		isDefault := func(name string) bool {
			return slices.ContainsFunc(among, func(p *program.Parameter) bool { return p.Name == name })
		}
		return slices.ContainsFunc(r.evaluateCallSite(b, callSite{isDefault: isDefault, dependencies: r.results[b].lookedUp}), func(one failure) bool { return one.key() == first.key() })
	}
	for len(candidates) > 1 {
		half := candidates[:len(candidates)/2]
		if !fails(half) {
			if half = candidates[len(candidates)/2:]; !fails(half) {
				return nil, nil
			}
		}
		candidates = half
	}
	if len(candidates) == 0 || !fails(candidates) {
		return nil, nil
	}
	return candidates[0], first
}

// asksForValue reports whether the default of a parameter may mean "no value", so that a fail()
// demands one: it is empty, false or no literal, or the body compares with it.
func asksForValue(b *program.Body, p *program.Parameter) bool {
	text := b.Manifest.Source.Slice(b.Manifest.Extent(p.Node.Value))
	switch value := program.Unparenthesized(p.Node.Value).(type) {
	case *syntax.LiteralString, *syntax.QualifiedName:
		if program.LiteralText(value) == "" {
			return true
		}
	case *syntax.LiteralList:
		if len(value.Values) == 0 {
			return true
		}
	case *syntax.LiteralHash:
		if len(value.Entries) == 0 {
			return true
		}
	case *syntax.LiteralInteger, *syntax.LiteralFloat, *syntax.UnaryMinusExpression, *syntax.LiteralRegularExpression, *syntax.QualifiedReference:
	case *syntax.LiteralBoolean:
		if !value.Value {
			return true
		}
	default:
		return true
	}
	isCompared := false
	for _, statement := range program.StatementsOf(b.Node) {
		syntax.Inspect(statement, func(node syntax.Node) bool {
			switch node.(type) {
			case *syntax.LiteralString, *syntax.QualifiedName, *syntax.LiteralInteger, *syntax.LiteralFloat, *syntax.LiteralList, *syntax.LiteralHash:
				isCompared = isCompared || b.Manifest.Source.Slice(b.Manifest.Extent(node)) == text
			}
			return !isCompared
		})
	}
	return isCompared
}
