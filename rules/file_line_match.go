package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/internal/rubyregexp"
	"puppet-lint/syntax"
)

var fileLineMatch = Rule{
	Rule: communityRule(diag.Rule{
		Name:     "file_line_match",
		Group:    diag.Suspicious,
		Plugin:   "puppet-lint-file_line_match-check",
		Narrower: true,
		Summary:  "the `match` of a `file_line` does not match its `line`",
		Rationale: "The line that `file_line` writes must match `match`; otherwise the next run does not find the line and " +
			"adds it again. The plugin also requires a `match` where there is none; puppet-lint reports this only " +
			"with `--profile puppet-lint`.",
		Bad:  examples("  file_line { 'a':\n    path  => '/tmp/a',\n    line  => 'port=80',\n    match => '^host=',\n  }\n"),
		Good: examples("  file_line { 'a':\n    path  => '/tmp/a',\n    line  => 'port=80',\n    match => '^port=',\n  }\n"),
	}),
	Visits: []Visit{resourcesOf([]string{"file_line"}, func(pass *Pass, body *resourceBody) {
		if body.Node.Title.Kind() == syntax.KindLiteralDefault {
			return
		}
		attributes := pass.effectiveAttributes(body)
		if !attributes.has("match") {
			if pass.AsRuby() && !isAbsent(body) { // a line that must only exist needs none
				pass.ReportAt(pass.extent(body.Node.Title), pass.Token(body.Colon).Start, "expected one match attribute for file_line resource")
			}
			return
		}
		match, line := body.attribute("match"), body.attribute("line")
		if match == nil || line == nil {
			return
		}
		pattern, isLiteral := literalText(match.Value)
		text, isText := literalText(line.Value)
		if !isLiteral || !isText || isAbsent(body) || attributes.has("append_on_no_match", "replace_all_matches_not_matching_line") {
			return
		}
		if expression, err := rubyregexp.Compile(pattern); err == nil && expression.Match(text) == rubyregexp.No {
			pass.Report(match.valueSpan(pass), "match attribute for file_line doesn't match line")
		}
	})},
}

// isAbsent reports whether the resource is absent, or may be.
func isAbsent(body *resourceBody) bool {
	ensure := body.attribute("ensure")
	if ensure == nil {
		return false
	}
	text, isLiteral := literalText(ensure.Value)
	return !isLiteral || text == "absent"
}
