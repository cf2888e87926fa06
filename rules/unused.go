package rules

import (
	"slices"

	"puppet-lint/graph"
	"puppet-lint/graph/unused"
	"puppet-lint/internal/diag"
)

// reportUnused reports what is certainly unused and of one of the kinds, at its first definition.
func (p *TreePass) reportUnused(kinds ...string) {
	p.eachGraph(func(g *graph.Graph) {
		for _, answer := range p.graphs.unusedIn(g) {
			if !answer.IsCertain() || len(answer.Definitions) == 0 || !slices.Contains(kinds, answer.Kind) {
				continue
			}
			place := answer.Definitions[0]
			file := place.File
			if manifest := p.fileOf(file); manifest != nil {
				file = manifest.File.Source
			}
			finding := p.Report(file, place.Span, answer.Kind+" '"+answer.Name+"' is unused: "+answer.Why)
			if answer.Node != nil && (answer.Node.Kind == graph.File || answer.Node.Kind == graph.Template) {
				finding.Precision = diag.FileOnly
			}
		}
	})
}

// unusedIn returns what nothing needs in a tree. It is found once for all rules.
func (g *graphs) unusedIn(built *graph.Graph) []unused.Answer {
	answers, known := g.unused[built]
	if !known {
		answers = unused.Find(built, unused.Options{})
		if g.unused == nil {
			g.unused = map[*graph.Graph][]unused.Answer{}
		}
		g.unused[built] = answers
	}
	return answers
}

// unusedRule completes a rule about unused code or data.
func unusedRule(rule diag.Rule) diag.Rule {
	rule.Group, rule.Severity, rule.OffByDefault = diag.Suspicious, diag.Warning, true
	rule.Since, rule.CWE = "1.0.0", []int{561}
	return rule
}
