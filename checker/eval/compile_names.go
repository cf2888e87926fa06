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

// DefinedNow reports whether an argument of defined() names something that exists.
func (e *catalogScope) DefinedNow(argument Type) lattice.Truth {
	k := e.k
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

// CallResult evaluates the body of a function written in Puppet for the arguments, and
// returns its result.
func (e *catalogScope) CallResult(c *Call, d *program.Definition) Type {
	k := e.k
	if k.depth > maxCompileDepth {
		return e.Unknown
	}
	k.depth++
	defer func() { k.depth-- }()
	inner := k.newScope(d.Body(), e.outer, e.resource)
	inner.certain = e.isCertain()
	inner.FollowMode(e.Evaluator)
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
		inner.Declare(p.Name, value, p.Node.Span())
	}
	result := inner.evaluateBlock(program.StatementsOf(d.Node))
	if inner.IsUnreachable() {
		result = e.Never
	}
	result = e.Join(result, inner.Returned())
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

// RenderedTemplate returns the text that a template renders; nil if it is unknown.
func (e *catalogScope) RenderedTemplate(c *Call, template *module.Manifest) Type {
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
	k := e.k
	inner := k.newScope(&program.Body{Manifest: template, Module: template.Module, Node: template.Program}, e.outer, e.resource)
	inner.rendered = &renderedText{}
	inner.FollowMode(e.Evaluator)
	if c.name == "inline_epp" && !embedded.ParametersSpecified {
		return nil
	}
	if !embedded.ParametersSpecified {
		inner.template = e
	}
	for _, p := range lambda.Parameters {
		at := slices.IndexFunc(fields, func(f lattice.Field) bool { return f.Name == p.Name })
		switch {
		case at >= 0 && (p.Value == nil || !e.MayBeUndef(fields[at].Value)):
			inner.Declare(p.Name, fields[at].Value, p.Span())
		case p.Value != nil && (at < 0 || fields[at].Value == e.Undef):
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
		inner.evaluateBlock(embedded.Body.Statements)
	}
	if inner.IsUnreachable() || inner.rendered.unknown {
		return nil
	}
	return e.Str(inner.rendered.text.String())
}

// WriteText appends text to the template being evaluated. If known is false, the whole text
// becomes unknown.
func (e *catalogScope) WriteText(text string, known bool) {
	if e.rendered == nil {
		return
	}
	r := e.rendered
	if !known || e.IsConditional() || r.text.Len()+len(text) > maxRendered {
		r.unknown = true
		return
	}
	r.text.WriteString(text)
}
