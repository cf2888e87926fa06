package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var manifestWhitespaceClosingBracketAfter = Rule{
	Rule: manifestWhitespace(diag.Rule{
		Name:      "closing_bracket_after",
		Summary:   "wrong whitespace after a closing bracket",
		Rationale: "Punctuation and closing brackets directly follow a bracket. Whitespace separates everything else from it.",
		Bad:       badExample("  $ranges = [[80, 443] , [8000, 8999]]\n", "  $ranges = [[80, 443], [8000, 8999]]\n"),
		Good:      examples("  $ranges = [[80, 443], [8000, 8999]]\n"),
		Fix:       diag.FixInfo{Summary: "add or remove the space"},
	}),
	Visits: []Visit{closingAfter(syntax.RightBracket, "there should be either a bracket, punctuation mark, closing quote or a newline after a closing bracket, or whitespace and none of the aforementioned")},
}
