package rules

import (
	"math"
	"strconv"

	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var abcSize = Rule{
	Rule: communityRule(diag.Rule{
		Name:     "abc_size",
		Group:    diag.Style,
		Plugin:   "puppet-lint-metrics-check",
		Narrower: true,
		Summary:  "a manifest has too many assignments, branches and conditions",
		Rationale: "A manifest that does many things at once is hard to read and to test. The rule measures this with the " +
			"ABC size, `sqrt(A² + B² + C²)`: A counts assignments (of variables and attributes), B branches " +
			"(resources, calls, collectors, blocks) and C conditions. Split a large manifest into several classes.",
		Bad:  []diag.Example{{Code: example("  include foo\n  include bar\n"), Options: map[string]any{"warning_limit": 2}}},
		Good: examples("  include foo\n  include bar\n"),
		Options: []diag.Option{
			{Name: "warning_limit", Kind: diag.Int, Default: 30, Summary: "the smallest size that is reported"},
			{Name: "error_limit", Kind: diag.Int, Default: 100, Summary: "the smallest size that is an error"},
		},
		References: []string{"https://github.com/danzilio/puppet-lint-metrics-check"},
	}),
	Visits: []Visit{End(func(pass *Pass) {
		assignments, branches, conditions := 0, 0, 0
		syntax.Inspect(pass.File.Program, func(node syntax.Node) bool {
			switch node.(type) {
			case *syntax.AssignmentExpression, *syntax.AttributeOperation:
				assignments++
			case *syntax.ResourceExpression, *syntax.CallNamedFunctionExpression, *syntax.CallMethodExpression, *syntax.CollectExpression,
				*syntax.BlockExpression:
				branches++
			case *syntax.IfExpression, *syntax.UnlessExpression, *syntax.CaseExpression, *syntax.SelectorExpression,
				*syntax.ComparisonExpression, *syntax.MatchExpression, *syntax.InExpression, *syntax.NotExpression:
				conditions++
			}
			return true
		})
		size := math.Sqrt(float64(assignments*assignments + branches*branches + conditions*conditions))
		if size < float64(pass.Int("warning_limit")) {
			return
		}
		finding := pass.Report(pass.Token(0).Span, "assignment branch condition size is "+strconv.FormatFloat(math.Round(size*100)/100, 'f', -1, 64))
		finding.Precision = diag.FileOnly
		if size >= float64(pass.Int("error_limit")) {
			finding.Severity = diag.Error
		}
	})},
}
