package checker

import (
	"slices"

	"puppet-lint/checker/code"
	"puppet-lint/checker/deps"
	"puppet-lint/checker/eval"
	"puppet-lint/checker/program"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/english"
	"puppet-lint/module"
)

// checkDefaults reports the first failure of a class or defined type when it is declared
// without values for the parameters that have defaults.
func (r *run) checkDefaults(b *program.Body) []*diag.Diagnostic {
	d := b.Definition
	if d == nil || d.Kind != module.Class && d.Kind != module.DefinedType {
		return nil
	}
	if !slices.ContainsFunc(d.Signature(), func(p program.Parameter) bool {
		return r.DefaultRevealsMore(&p) && r.RelevanceOf(d).Parameters[p.Name]
	}) {
		return nil
	}
	failures := r.EvaluateCallSite(b, eval.CallSite{IsDefault: func(string) bool { return true }, Dependencies: r.results[b].lookedUp})
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
	finding := *first.Diagnostic
	r.SoftenDefault(d, origins.Name, &finding, r.results[b].lookedUp)
	if finding.Severity == diag.Error && eval.ExpectsValue(d, origins) {
		finding.Severity = diag.Warning
	}
	if first.File != b.Manifest.Source || first.Refusal {
		finding.File, finding.Span = b.Manifest.Source, b.Manifest.Extent(origins.Node.Value)
		finding.At = origins.Node.Value.Span().Start
		finding.Message = r.OfDefault(b, origins, first)
		finding.Related = first.Path()
		finding.Cause = diag.CauseOf(first.Identity())
		return []*diag.Diagnostic{&finding}
	}
	finding.Message = eval.ByDefault(b, origins, first)
	finding.Related = append(finding.Related, diag.Related{File: b.Manifest.Source, Span: b.Manifest.Extent(origins.Node.Value), Message: "the default"})
	return []*diag.Diagnostic{&finding}
}

// unsetByDefaults reports a failure that the defaults of several parameters cause together,
// such as a variable that nothing sets.
func (r *run) unsetByDefaults(b *program.Body, failures []eval.Failure, isOpen func(string) bool) []*diag.Diagnostic {
	first := &failures[0]
	if first.Refusal || first.File != b.Manifest.Source && first.Declared == nil || r.FailsAnyway(b.Definition, first, r.results[b].lookedUp) || r.FailsItself(b.Definition, first, r.results[b].lookedUp) {
		return nil
	}
	var origins []string
	relevant := r.RelevanceOf(b.Definition).Parameters
	for _, p := range b.Definition.Signature() {
		if p.Node.Value != nil && relevant[p.Name] && !isOpen(p.Name) {
			origins = append(origins, p.Name)
		}
	}
	fails := func(among []string) bool {
		in := eval.CallSite{IsDefault: func(name string) bool { return slices.Contains(among, name) }, Dependencies: r.results[b].lookedUp}
		return slices.ContainsFunc(r.EvaluateCallSite(b, in), func(one eval.Failure) bool { return one.Key() == first.Key() })
	}
	if !fails(origins) {
		return nil
	}
	for _, name := range slices.Clone(origins) {
		if without := slices.DeleteFunc(slices.Clone(origins), func(other string) bool { return other == name }); fails(without) {
			origins = without
		}
	}
	if first.Rule != &code.UnknownVariable && slices.ContainsFunc(origins, func(name string) bool { return eval.DefaultMeansNoValue(b, b.Definition.Parameter(name)) }) {
		return nil
	}
	finding := *first.Diagnostic
	variables := make([]string, len(origins))
	for i, name := range origins {
		variables[i] = "$" + name
	}
	defaults := "with the defaults of " + english.List(variables, "and")
	if first.File == b.Manifest.Source {
		finding.Message = defaults + ", " + finding.Message
	} else {
		finding.File, finding.Span, finding.At = b.Manifest.Source, b.Manifest.Extent(first.Declared), first.Declared.Span().Start
		finding.Message = "what this declares fails " + defaults + ": " + finding.Message
		finding.Related = first.Path()[1:] // its first declaration is the finding itself
	}
	return []*diag.Diagnostic{&finding}
}

// originDefault returns the parameter whose default alone causes the first failure, and the
// failure; nil if there is none.
func (r *run) originDefault(b *program.Body, failures []eval.Failure, isOpen func(string) bool) (*program.Parameter, *eval.Failure) {
	first := &failures[0]
	if r.FailsAnyway(b.Definition, first, r.results[b].lookedUp) || r.FailsItself(b.Definition, first, r.results[b].lookedUp) {
		return nil, nil
	}
	var candidates []*program.Parameter
	relevant := r.RelevanceOf(b.Definition).Parameters
	parameters := b.Definition.Signature()
	for i := range parameters {
		p := &parameters[i]
		if p.Node.Value != nil && relevant[p.Name] && !isOpen(p.Name) && !(first.Refusal && eval.DefaultMeansNoValue(b, p)) {
			candidates = append(candidates, p)
		}
	}
	fails := func(among []*program.Parameter) bool {
		isDefault := func(name string) bool {
			return slices.ContainsFunc(among, func(p *program.Parameter) bool { return p.Name == name })
		}
		return slices.ContainsFunc(r.EvaluateCallSite(b, eval.CallSite{IsDefault: isDefault, Dependencies: r.results[b].lookedUp}), func(one eval.Failure) bool { return one.Key() == first.Key() })
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
