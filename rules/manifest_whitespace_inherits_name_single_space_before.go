package rules

import "puppet-lint/internal/diag"

var manifestWhitespaceInheritsNameSingleSpaceBefore = Rule{
	Rule: manifestWhitespace(diag.Rule{
		Name:      "inherits_name_single_space_before",
		Summary:   "anything but one space after `inherits`",
		Rationale: "The name of the parent class follows `inherits` after one space.",
		Bad:       []diag.Example{{Code: "# Accepts mail for other hosts.\nclass example inherits  example::base {\n  Service['postfix'] { enable => true }\n}\n", Fixed: "# Accepts mail for other hosts.\nclass example inherits example::base {\n  Service['postfix'] { enable => true }\n}\n"}},
		Good:      []diag.Example{{Code: "# Accepts mail for other hosts.\nclass example inherits example::base {\n  Service['postfix'] { enable => true }\n}\n"}},
		Fix:       diag.FixInfo{Summary: "leave one space"},
	}),
	Visits: []Visit{definitions(func(pass *Pass, definition *definition) {
		if definition.Parent == "" {
			return
		}
		for index := definition.First; index <= definition.Last; index++ {
			if pass.Token(index).Start == definition.ParentSpan.Start {
				wantSpaceBefore(pass, index, "there should be a single space between the inherits statement and the name")
				return
			}
		}
	})},
}

// wantSpaceBefore reports a gap before the token that is not a single space. The finding is at
// the token's start. A comment in between is kept.
func wantSpaceBefore(pass *Pass, index int, message string) {
	gap := pass.gapBefore(index)
	if pass.Token(gap.Before).Kind.IsComment() {
		if pass.AsRuby() {
			pass.Report(pass.Token(pass.PreviousCode(index)+1).Span, message) // there is no fix
		}
		return
	}
	if gap.isSpace(pass) {
		return
	}
	pass.Fix(pass.ReportAt(gap.Span, gap.Start, message), pass.Replace(gap.Span, " "))
}
