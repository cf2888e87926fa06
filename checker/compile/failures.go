package compile

import (
	"strings"

	"puppet-lint/checker/catalog"
	"puppet-lint/checker/code"
	"puppet-lint/checker/eval"
	"puppet-lint/checker/lattice"
	"puppet-lint/checker/program"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/types"
)

// This file handles what keeps a catalog from being compiled, or may do so.

// fails records that the catalog cannot be compiled.
func (k *compilation) fails(what string, at catalog.Location) {
	if k.catalog.Failure == nil {
		k.catalog.Failure = &catalog.Gap{What: what, Location: at}
	}
}

// refusal is code that Puppet refuses to evaluate. certain is true if every evaluation reaches it.
type refusal struct {
	finding *diag.Diagnostic
	certain bool
}

// settleRefusals records the first certain refusal as the failure of the catalog, unless it has
// one, and the others as possible failures.
func (k *compilation) settleRefusals() {
	for _, one := range k.refusals {
		at := catalog.Location{File: one.finding.File, Span: one.finding.Span}
		if one.certain && one.finding.Severity == diag.Error {
			k.fails(one.finding.Message, at)
		} else {
			k.mayFail(catalog.Gap{What: one.finding.Message, Location: at})
		}
	}
	k.refusals = nil
}

// mayFail records an error that may prevent the compilation.
func (k *compilation) mayFail(why catalog.Gap) {
	if known := k.catalog.PossibleFailures; len(known) == 0 || known[len(known)-1] != why { // as of a loop
		k.catalog.PossibleFailures = append(known, why)
	}
}

// misfit returns the finding that a parameter does not accept a value from the data or its default.
func (k *compilation) misfit(s *scope, d *program.Definition, p *program.Parameter, value types.Type) *diag.Diagnostic {
	finding := &diag.Diagnostic{
		Rule: &code.TypeMismatch, Severity: diag.Error, File: s.Body.Manifest.Source, Span: s.Body.Manifest.Extent(p.Node),
		Message: "parameter '" + p.Name + "' of '" + d.Name + "' " + s.Mismatch(p.Type, value),
	}
	if home := d.Manifest.Module; home != nil {
		home.Known.Soften(finding)
	}
	return finding
}

// neverFits reports whether no value of a type is accepted for a parameter.
func (k *compilation) neverFits(e *scope, value, typ types.Type) bool {
	return !k.IsUnknown(value) && !k.IsNever(value) && !k.IsUnknown(typ) && !e.HasBareOptional(typ, 0) && k.Relation(value, typ) == lattice.Never
}

// callOf returns a call for comparisons. The code of a call that is watched counts even if its
// arguments are not known.
func (k *compilation) callOf(s *scope, c *eval.Call) catalog.Call {
	made := catalog.Call{Code: source.OneLine(s.Body.Manifest.Source.Slice(s.Body.Manifest.Extent(c.At)))}
	values := make([]string, len(c.Arguments), len(c.Arguments)+1)
	for i, argument := range c.Arguments {
		values[i] = k.show(s, argument).text
	}
	if k.watch.nodes[c.At] {
		values = append(values, made.Code)
	}
	made.Values = c.Name + "(" + strings.Join(values, ", ") + ")"
	return made
}
