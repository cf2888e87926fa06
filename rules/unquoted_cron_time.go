package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var unquotedCronTime = Rule{
	Rule: communityRule(diag.Rule{
		Name:     "unquoted_cron_time",
		OldNames: []string{"cron_quoted_time"},
		Group:    diag.Style,
		Plugin:   "puppet-lint-cron_quoted_time-check",
		Summary:  "the hour or minute of a cron job is a number without quotes",
		Rationale: "Many times are patterns that need quotes (`'*/5'`), and with `08` the file does not compile. Quote all " +
			"times, so that they look the same.",
		Bad:  badExample("  cron { 'backup':\n    hour => 4,\n  }\n", "  cron { 'backup':\n    hour => '4',\n  }\n"),
		Good: examples("  cron { 'backup':\n    hour => '4',\n  }\n"),
		Fix:  diag.FixInfo{Safety: diag.Unsafe, Summary: "quote the time"},
	}),
	Visits: []Visit{resourcesOf([]string{"cron"}, func(pass *Pass, body *resourceBody) {
		for i := range body.Attributes {
			time := &body.Attributes[i]
			if time.Name != "hour" && time.Name != "minute" {
				continue
			}
			switch time.Value.(type) {
			case *syntax.LiteralInteger, *syntax.QualifiedName:
				span := time.valueSpan(pass)
				pass.Fix(pass.Report(span, "unquoted cron time"), pass.Replace(span, "'"+pass.Source.Slice(span)+"'"))
			}
		}
	})},
}
