package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var spaceshipOperatorWithoutTag = Rule{
	Rule: diag.Rule{
		Name:         "spaceship_operator_without_tag",
		Group:        diag.Suspicious,
		Severity:     diag.Warning,
		OffByDefault: true,
		Plugin:       "puppet-lint-spaceship_operator_without_tag-check",
		Summary:      "a collector that collects everything",
		Advice:       "select by a tag or an attribute",
		Rationale: "`Package <| |>` collects every resource of the type in the whole catalog, including those of " +
			"other modules: virtual resources are realized, and the attributes and relationships of the collector " +
			"apply to all of them. Select by a tag or an attribute.",
		Bad:        []diag.Example{{Code: "# An example.\nclass example {\n  Package <| |> -> Service['example']\n}\n"}},
		Good:       []diag.Example{{Code: "# An example.\nclass example {\n  Package <| tag == 'example' |> -> Service['example']\n}\n"}},
		Since:      "1.0.0",
		References: []string{"https://github.com/voxpupuli/puppet-lint-spaceship_operator_without_tag-check"},
	},
	Visits: []Visit{Tokens(func(pass *Pass, index int) {
		switch pass.Token(pass.NextCode(index)).Kind {
		case syntax.RightCollect, syntax.RightExportedCollect:
			pass.Report(pass.Token(index).Span, "spaceship operator without tag")
		}
	}, syntax.LeftCollect, syntax.LeftExportedCollect)},
}
