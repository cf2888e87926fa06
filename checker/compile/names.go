package compile

import (
	"slices"
	"strings"

	"puppet-lint/checker/catalog"
	"puppet-lint/checker/eval"
	"puppet-lint/checker/lattice"
	"puppet-lint/checker/program"
	"puppet-lint/module"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// realized is a reference that is passed to realize().
type realized struct {
	key     string
	certain bool
}

// realize makes the virtual resources real that were passed to realize().
func (k *compilation) realize() {
	for _, one := range k.realized {
		if r := k.byKey[one.key]; r != nil && r.Virtual {
			r.Virtual = false
			r.Certain = r.Certain && one.certain
		}
	}
}

// DefinedNow reports whether an argument of defined() names something that exists.
func (s *scope) DefinedNow(argument types.Type) lattice.Truth {
	k := s.k
	if text, known := lattice.StringOf(argument); known {
		if strings.HasPrefix(text, "$") {
			return lattice.Maybe
		}
		name := module.Normalize(text)
		if s.Class(name) != nil || s.DefinedType(name) != nil || s.Tree.Plugins.FindResourceType(name) != nil {
			return lattice.Always
		}
		if s.MayExist(module.Class, name, s.Body.Module) || s.Program.FindFunction(name) != nil || name == "main" {
			return lattice.Maybe
		}
		return lattice.Never
	}
	if lattice.TypeClassOf(argument) != lattice.TypeValueClass {
		return lattice.Maybe
	}
	ref, known := refOf(lattice.TypeIn(argument))
	if !known {
		return lattice.Maybe
	}
	switch r := k.byKey[catalog.Key(ref)]; {
	case r != nil && r.Certain:
		return lattice.Always
	case r != nil || k.open || k.openTypes[lattice.ResourceTypeName(lattice.TypeIn(argument))]:
		return lattice.Maybe
	}
	return lattice.Never
}

// functionCall is a call of a function written in Puppet whose body is being evaluated, or of a
// template that is being rendered; the other is nil. conditional reports whether the call is behind a
// condition of unknown outcome.
type functionCall struct {
	function    *program.Definition
	template    *module.Manifest
	conditional bool
}

// isOpenRecursion reports whether a function calls itself, directly or through others, behind a
// condition of unknown outcome. Nothing would end the evaluation of such calls but its limits,
// and each branch would double its work.
func (s *scope) isOpenRecursion(d *program.Definition) bool {
	conditional := s.IsConditional()
	for _, outer := range slices.Backward(s.k.calls) {
		if outer.function == d {
			return conditional
		}
		conditional = conditional || outer.conditional
	}
	return false
}

// CallResult evaluates the body of a function written in Puppet for the arguments, and
// returns its result.
func (s *scope) CallResult(c *eval.Call, d *program.Definition) types.Type {
	k := s.k
	if k.depth > maxCompileDepth {
		return s.Unknown
	}
	if s.isOpenRecursion(d) {
		if declared := s.DeclaredReturn(d); !s.IsUnknown(declared) {
			return declared
		}
		return s.SummaryOf(d.Body()).Returns
	}
	k.depth++
	k.calls = append(k.calls, functionCall{function: d, conditional: s.IsConditional()})
	defer func() {
		k.depth--
		k.calls = k.calls[:len(k.calls)-1]
	}()
	inner := k.newScope(d.Body(), s.outer, s.resource)
	inner.certain = s.isCertain()
	inner.FollowMode(s.Evaluator)
	signature := d.Signature()
	for i := range signature {
		p := &signature[i]
		value := p.Type
		switch {
		case p.Rest:
			value = s.Array(p.Type, p.Count)
			if c.Exact {
				value = s.Tuple(c.Arguments[min(i, len(c.Arguments)):])
			}
		case !c.Exact:
		case i < len(c.Arguments):
			value = k.fitted(c.Arguments[i], p.Type)
		case p.Node.Value != nil:
			value = k.fitted(inner.Evaluate(p.Node.Value), p.Type)
		}
		inner.Declare(p.Name, value, p.Node.Span())
	}
	result := inner.EvaluateBlock(program.StatementsOf(d.Node))
	if inner.IsUnreachable() {
		result = s.Never
	}
	inner.CheckLastValue(d, result) // Puppet checks nothing that return() gives
	result = s.Join(result, inner.Returned())
	if s.IsNever(result) && k.budget < 0 {
		return s.Unknown
	}
	return result
}

// renderedText is the text of a template that has been rendered so far. unknown means that a
// part of it is unknown.
type renderedText struct {
	text    strings.Builder
	unknown bool
}

// maxRendered limits the length of the text of a template, in bytes.
const maxRendered = lattice.MaxString

// maxSelfRendered limits how deep a template may be rendered in itself.
const maxSelfRendered = 8

// isOpenRendering reports whether a template renders itself behind a condition of unknown outcome,
// or too deep.
func isOpenRendering(s *scope, template *module.Manifest) bool {
	conditional, count := s.IsConditional(), 0
	for _, outer := range slices.Backward(s.k.calls) {
		if outer.template == template {
			if count++; conditional || count > maxSelfRendered {
				return true
			}
		}
		conditional = conditional || outer.conditional
	}
	return false
}

// RenderedTemplate returns the text that a template renders; nil if it is unknown.
func (s *scope) RenderedTemplate(c *eval.Call, template *module.Manifest) types.Type {
	lambda, ok := template.Program.Body.(*syntax.LambdaExpression)
	if !ok {
		return nil
	}
	embedded, ok := lambda.Body.(*syntax.EppExpression)
	if !ok {
		return nil
	}
	fields, exact := lattice.ExactFields(c.Argument(1))
	if len(c.Arguments) < 2 {
		fields, exact = nil, true
	}
	if !exact {
		return nil
	}
	k := s.k
	if k.depth > maxCompileDepth || isOpenRendering(s, template) {
		return nil
	}
	k.depth++
	k.calls = append(k.calls, functionCall{template: template, conditional: s.IsConditional()})
	defer func() {
		k.depth--
		k.calls = k.calls[:len(k.calls)-1]
	}()
	inner := k.newScope(&program.Body{Manifest: template, Module: template.Module, Node: template.Program}, s.outer, s.resource)
	inner.rendered = &renderedText{}
	inner.FollowMode(s.Evaluator)
	if c.Name == "inline_epp" && !embedded.ParametersSpecified {
		return nil
	}
	if !embedded.ParametersSpecified {
		inner.template = s
	}
	for _, p := range lambda.Parameters {
		at := slices.IndexFunc(fields, func(f lattice.Field) bool { return f.Name == p.Name })
		switch {
		case at >= 0 && (p.Value == nil || !s.MayBeUndef(fields[at].Value)):
			inner.Declare(p.Name, fields[at].Value, p.Span())
		case p.Value != nil && (at < 0 || fields[at].Value == s.Undef):
			inner.Declare(p.Name, inner.Evaluate(p.Value), p.Span())
		default:
			return nil
		}
	}
	if !embedded.ParametersSpecified {
		for _, f := range fields {
			inner.Declare(f.Name, f.Value, template.Program.Span())
		}
	}
	if embedded.Body != nil {
		inner.EvaluateBlock(embedded.Body.Statements)
	}
	if inner.IsUnreachable() || inner.rendered.unknown {
		return nil
	}
	return s.Str(inner.rendered.text.String())
}

// WriteText appends text to the template being evaluated. If known is false, it makes the whole
// text unknown.
func (s *scope) WriteText(text string, known bool) {
	if s.rendered == nil {
		return
	}
	r := s.rendered
	if !known || s.IsConditional() || r.text.Len()+len(text) > maxRendered {
		r.unknown = true
		return
	}
	r.text.WriteString(text)
}
