package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var manifestWhitespaceClosingBraceAfter = Rule{
	Rule: manifestWhitespace(diag.Rule{
		Name:      "closing_brace_after",
		Summary:   "wrong whitespace after a closing brace",
		Rationale: "Punctuation and closing brackets directly follow a brace. Whitespace separates everything else from it.",
		Bad:       badExample("  $x = [{ 'a' => 1 } , 2]\n", "  $x = [{ 'a' => 1 }, 2]\n"),
		Good:      examples("  $x = [{ 'a' => 1 }, 2]\n"),
		Fix:       diag.FixInfo{Summary: "add or remove the space"},
	}),
	Visits: []Visit{closingAfter(syntax.RightBrace, "there should be either a bracket, punctuation mark, closing quote or a newline after a closing brace, or whitespace and none of the aforementioned")},
}
