package eval

import (
	"slices"
	"strings"

	"puppet-lint/checker/deps"
	"puppet-lint/checker/program"
	"puppet-lint/internal/document"
	"puppet-lint/internal/hiera"
	"puppet-lint/module"
	"puppet-lint/types"
)

// bindDefault evaluates the default of a parameter and checks it against the parameter's type.
// A value in the data replaces the default of a class parameter. If any data file has a value,
// findings from evaluating the default are dropped. If every node gets one, the default is not
// checked either.
func (e *Evaluator) bindDefault(d *program.Definition, p *program.Parameter, pending []program.Parameter) {
	outer, isAlwaysGiven := e.mode, false
	if d.Kind == module.Class {
		key := d.Name + "::" + p.Name
		e.depend(deps.DataValues(key))
		e.depend(deps.ModuleData(strings.SplitN(key, "::", 2)[0]))
		values := e.Data().Values(key)
		e.reporting = e.reporting && len(values) == 0
		isAlwaysGiven = slices.ContainsFunc(values, func(value hiera.Key) bool {
			return value.Source.Always && value.Value.Resolve().Kind != document.Null
		})
	}
	e.pending = pending
	count := len(e.Findings)
	given := e.Evaluate(p.Node.Value)
	e.restore(outer)
	if !isAlwaysGiven {
		e.checkDefault(p, given)
	}
	for _, finding := range e.Findings[count:] {
		e.SoftenDefault(d, p.Name, finding, e.Dependencies)
	}
}

// HasBareOptional reports whether a type is, or contains, Optional or Variant without types in
// brackets. Only undef is an instance of a bare Optional, and nothing is an instance of a bare
// Variant. Nevertheless a parameter of a class, defined type or template with such a type
// accepts every value, because Puppet finds no mismatch to report.
func (e *Evaluator) HasBareOptional(t Type, depth int) bool {
	if depth > maxHolding {
		return false
	}
	within := func(part Type) bool { return part != nil && e.HasBareOptional(part, depth+1) }
	switch t := e.Resolve(t).(type) {
	case *types.OptionalType:
		return t.Type == nil || within(t.Type)
	case *types.NotUndefType:
		return within(t.Type)
	case *types.SensitiveType:
		return within(t.Type)
	case *types.ArrayType:
		return within(t.Element)
	case *types.HashType:
		return within(t.Value)
	case *types.TupleType:
		return slices.ContainsFunc(t.Types, within)
	case *types.VariantType:
		return len(t.Types) == 0 || slices.ContainsFunc(t.Types, within)
	case *types.StructType:
		return slices.ContainsFunc(t.Elements, func(element types.StructElement) bool { return within(element.Value) })
	}
	return false
}
