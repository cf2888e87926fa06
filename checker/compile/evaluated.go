package compile

import (
	"puppet-lint/checker/catalog"
	"puppet-lint/checker/eval"
	"puppet-lint/checker/lattice"
	"puppet-lint/checker/program"
	"puppet-lint/internal/diag"
	"puppet-lint/module"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// evaluatedScope is a scope as the evaluator of its body sees it. It records what the evaluation asks
// and adds, if the scope has a recorder.
type evaluatedScope struct{ *scope }

// ask returns an answer of the compilation.
func (s evaluatedScope) ask(ask func(s *scope) answer) answer {
	if s.recorder == nil {
		return ask(s.scope)
	}
	return s.recorder.next(s.scope, step{ask: ask}).answer
}

// adds changes the catalog.
func (s evaluatedScope) adds(add func(s *scope)) {
	if s.recorder == nil {
		add(s.scope)
		return
	}
	s.recorder.next(s.scope, step{add: add})
}

// unrecorded notes that the evaluation of the body depends on something that is not recorded.
func (s evaluatedScope) unrecorded() {
	if s.recorder != nil {
		s.recorder.isBroken = true
	}
}

// Evaluates records that a node is evaluated.
func (s evaluatedScope) Evaluates(node syntax.Node) {
	if s.k.watch.includes(node) != nil {
		s.adds(func(s *scope) { s.k.includesAgain(s, node) })
	}
	s.readsForName(node)
	s.scope.Evaluates(node)
	if r := s.recorder; r != nil {
		isWatched, reads := s.k.watch.finds(node)
		r.usesCode, r.readsAttributes = r.usesCode || isWatched, r.readsAttributes || reads
	}
}

// ReadsAttribute records that code reads an attribute of a resource.
func (s evaluatedScope) ReadsAttribute() {
	s.scope.ReadsAttribute()
	if s.recorder != nil {
		s.recorder.readsAttributes = true
	}
}

// CallResult returns the result of a function written in Puppet.
func (s evaluatedScope) CallResult(c *eval.Call, d *program.Definition) types.Type {
	s.unrecorded()
	return s.scope.CallResult(c, d)
}

// RenderedTemplate returns the text that a template renders; nil if it is unknown.
func (s evaluatedScope) RenderedTemplate(c *eval.Call, template *module.Manifest) types.Type {
	s.unrecorded()
	return s.scope.RenderedTemplate(c, template)
}

// LookupResult returns the result of a lookup in the data.
func (s evaluatedScope) LookupResult(l *eval.LookupCall) types.Type {
	return s.ask(func(s *scope) answer { return answer{value: s.LookupResult(l)} }).value
}

// DefinedNow reports whether an argument of defined() names something that exists.
func (s evaluatedScope) DefinedNow(argument types.Type) lattice.Truth {
	return s.ask(func(s *scope) answer { return answer{truth: s.DefinedNow(argument)} }).truth
}

// VariableAtTop returns the type of a top-scope variable; nil if nothing known sets it.
func (s evaluatedScope) VariableAtTop(name string) types.Type {
	if s.recorder == nil {
		return s.scope.VariableAtTop(name)
	}
	return s.ask(func(s *scope) answer { return answer{value: s.VariableAtTop(name)} }).value
}

// VariableOfClass returns the type of a variable that a class itself sets.
func (s evaluatedScope) VariableOfClass(d *program.Definition, name string) (t types.Type, found, known bool) {
	if s.recorder == nil {
		return s.scope.VariableOfClass(d, name)
	}
	a := s.ask(func(s *scope) (a answer) {
		a.value, a.found, a.known = s.VariableOfClass(d, name)
		return a
	})
	return a.value, a.found, a.known
}

// DeclareResources adds the resources that a resource expression declares.
func (s evaluatedScope) DeclareResources(kind eval.ResourceKind, known bool, node *syntax.ResourceExpression, titles [][]types.Type, exact []bool, given []eval.Attributes) {
	var made *madeResources
	if s.recorder != nil {
		made = &madeResources{}
	}
	s.adds(func(s *scope) { s.DeclareResources(kind, known, node, titles, exact, given, made) })
	made.complete()
}

// SetDefaults adds Type { … }.
func (s evaluatedScope) SetDefaults(kind eval.ResourceKind, given eval.Attributes) {
	s.adds(func(s *scope) { s.SetDefaults(kind, given) })
}

// OverrideResources adds Type[title] { … } for the resources that references name.
func (s evaluatedScope) OverrideResources(references []types.Type, given eval.Attributes) {
	s.adds(func(s *scope) { s.OverrideResources(references, given) })
}

// CollectResources adds a collector.
func (s evaluatedScope) CollectResources(node *syntax.CollectExpression, kind eval.ResourceKind, given eval.Attributes) {
	if kind.Name == "" {
		return
	}
	c := newCollector(s.scope, node, kind)
	s.adds(func(s *scope) { s.addCollector(c, node, kind, given) })
}

// RelateResources adds the order that a relationship expression defines.
func (s evaluatedScope) RelateResources(node *syntax.RelationshipExpression, left, right types.Type) {
	s.adds(func(s *scope) { s.RelateResources(node, left, right) })
}

// IncludeClass adds a class for include, contain or require.
func (s evaluatedScope) IncludeClass(function, name string, at syntax.Node) {
	s.adds(func(s *scope) { s.IncludeClass(function, name, at) })
}

// IncludeAnyOf adds each class that a value may name.
func (s evaluatedScope) IncludeAnyOf(of types.Type, at syntax.Node) {
	s.adds(func(s *scope) { s.IncludeAnyOf(of, at) })
}

// RealizeResources adds the references that are passed to realize().
func (s evaluatedScope) RealizeResources(values []types.Type, at syntax.Node) {
	s.adds(func(s *scope) { s.RealizeResources(values, at) })
}

// CreateResources adds the resources that a call creates from a hash.
func (s evaluatedScope) CreateResources(c *eval.Call, kind eval.ResourceKind, known bool, resources []eval.CreatedResource, exact bool, defaultsAt int) {
	s.adds(func(s *scope) { s.CreateResources(c, kind, known, resources, exact, defaultsAt) })
}

// EnsureResources adds the resources that a call ensures.
func (s evaluatedScope) EnsureResources(c *eval.Call, kind eval.ResourceKind, known bool, position int) {
	s.adds(func(s *scope) { s.EnsureResources(c, kind, known, position) })
}

// Fails records that fail() is called.
func (s evaluatedScope) Fails(what string, at syntax.Node) {
	why := catalog.Gap{What: what, Location: s.locationOf(at)}
	s.adds(func(s *scope) {
		if s.isCertain() {
			s.k.fails(why.What, why.Location)
			return
		}
		s.k.mayFail(why)
	})
}

// Refuses records that Puppet refuses to evaluate code.
func (s evaluatedScope) Refuses(finding *diag.Diagnostic) {
	s.adds(func(s *scope) { s.k.refusals = append(s.k.refusals, refusal{finding, s.isCertain()}) })
}

// CallsRuby records a call of a function of the tree that is written in Ruby.
func (s evaluatedScope) CallsRuby(c *eval.Call) {
	s.adds(func(s *scope) { s.CallsRuby(c) })
}

// AddTags adds tags to the class or resource whose body is evaluated.
func (s evaluatedScope) AddTags(value types.Type) {
	s.adds(func(s *scope) { s.AddTags(value) })
}
