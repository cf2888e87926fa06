package eval

import (
	"slices"
	"strings"

	"puppet-lint/catalog"
	"puppet-lint/checker/lattice"
	"puppet-lint/checker/program"
	"puppet-lint/module"
	"puppet-lint/syntax"
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

// modelDefined evaluates defined(). In a compilation, it uses what has been declared so far.
func (e *Evaluator) modelDefined(c *Call) Type {
	if e.compiling == nil || c.block != nil {
		return e.Boolean
	}
	result := lattice.Never
	for _, argument := range c.arguments {
		items, exact := e.FlattenOne(argument, 0)
		if !exact {
			return e.Boolean
		}
		for _, item := range items {
			result = result.Or(e.isDefinedNow(item))
		}
	}
	return e.BooleanOf(result)
}

// isDefinedNow reports whether an argument of defined() names something that exists.
func (e *Evaluator) isDefinedNow(argument Type) lattice.Truth {
	k := e.compiling.compilation
	if text, known := lattice.StringOf(argument); known {
		if strings.HasPrefix(text, "$") {
			return lattice.Maybe
		}
		name := module.Normalize(text)
		if e.Class(name) != nil || e.DefinedType(name) != nil || e.Tree.FindResourceType(name) != nil {
			return lattice.Always
		}
		if e.MayExist(module.Class, name, e.Body.Module) || e.Program.FindFunction(name) != nil || name == "main" {
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
	key := catalog.Key(ref)
	kind, _, _ := strings.Cut(key, "[")
	switch r := k.byKey[key]; {
	case r != nil && r.Certain:
		return lattice.Always
	case r != nil || k.open || k.openTypes[kind]:
		return lattice.Maybe
	}
	return lattice.Never
}

// callCompiled evaluates the body of a function written in Puppet for the arguments, and
// returns its result.
func (e *Evaluator) callCompiled(c *Call, d *program.Definition) Type {
	k := e.compiling.compilation
	if k.depth > maxCompileDepth {
		return e.Unknown
	}
	k.depth++
	defer func() { k.depth-- }()
	inner := k.newScope(d.Body(), e.compiling.outer, e.compiling.resource)
	inner.compiling.certain = e.isCertain()
	inner.silent = e.silent
	signature := d.Signature()
	for i := range signature {
		p := &signature[i]
		value := p.Type
		switch {
		case p.Rest:
			value = e.Array(p.Type, p.Count)
			if c.exact {
				value = e.Tuple(c.arguments[min(i, len(c.arguments)):])
			}
		case !c.exact:
		case i < len(c.arguments):
			value = k.fitted(c.arguments[i], p.Type)
		case p.Node.Value != nil:
			value = k.fitted(inner.Evaluate(p.Node.Value), p.Type)
		}
		inner.declare(p.Name, value, p.Node.Span())
	}
	result := inner.evaluateBlock(program.StatementsOf(d.Node))
	if inner.state.unreachable {
		result = e.Never
	}
	result = e.Join(result, inner.returned)
	if e.IsNever(result) && k.budget < 0 {
		return e.Unknown
	}
	return result
}

// renderedText is the text of a template, as far as it has been rendered. unknown means that
// some of it is not known.
type renderedText struct {
	text    strings.Builder
	unknown bool
}

// maxRendered limits the length of the text of a template, in bytes.
const maxRendered = lattice.MaxString

// renderCompiled returns the text that a template renders; nil if it is unknown.
func (e *Evaluator) renderCompiled(c *Call, template *module.Manifest) Type {
	lambda, ok := template.Program.Body.(*syntax.LambdaExpression)
	if !ok {
		return nil
	}
	embedded, ok := lambda.Body.(*syntax.EppExpression)
	if !ok {
		return nil
	}
	fields, exact := e.ExactFields(c.argument(1))
	if len(c.arguments) < 2 {
		fields, exact = nil, true
	}
	if !exact {
		return nil
	}
	k := e.compiling.compilation
	inner := k.newScope(&program.Body{Manifest: template, Module: template.Module, Node: template.Program}, e.compiling.outer, e.compiling.resource)
	inner.compiling.rendered = &renderedText{}
	inner.silent = e.silent
	if c.name == "inline_epp" && !embedded.ParametersSpecified {
		return nil
	}
	if !embedded.ParametersSpecified {
		inner.compiling.template = e
	}
	for _, p := range lambda.Parameters {
		at := slices.IndexFunc(fields, func(f lattice.Field) bool { return f.Name == p.Name })
		switch {
		case at >= 0 && (p.Value == nil || !e.MayBeUndef(fields[at].Value)):
			inner.declare(p.Name, fields[at].Value, p.Span())
		case p.Value != nil && (at < 0 || fields[at].Value == e.Undef):
			inner.declare(p.Name, inner.Evaluate(p.Value), p.Span())
		default:
			return nil
		}
	}
	if !embedded.ParametersSpecified {
		for _, f := range fields {
			inner.declare(f.Name, f.Value, template.Program.Span())
		}
	}
	if embedded.Body != nil {
		inner.evaluateBlock(embedded.Body.Statements)
	}
	if inner.state.unreachable || inner.compiling.rendered.unknown {
		return nil
	}
	return e.Str(inner.compiling.rendered.text.String())
}

// render appends text to the template being evaluated. If known is false, the whole text
// becomes unknown.
func (e *Evaluator) render(text string, known bool) {
	if e.compiling == nil || e.compiling.rendered == nil || e.silent {
		return
	}
	r := e.compiling.rendered
	if !known || e.state.passed != nil || r.text.Len()+len(text) > maxRendered {
		r.unknown = true
		return
	}
	r.text.WriteString(text)
}
