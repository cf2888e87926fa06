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
		Bad:       badExample("  $servers = [{ 'host' => 'a.example.com' } , { 'host' => 'b.example.com' }]\n", "  $servers = [{ 'host' => 'a.example.com' }, { 'host' => 'b.example.com' }]\n"),
		Good:      examples("  $servers = [{ 'host' => 'a.example.com' }, { 'host' => 'b.example.com' }]\n"),
		Fix:       diag.FixInfo{Summary: "add or remove the space"},
	}),
	Visits: []Visit{closingAfter(syntax.RightBrace, "there should be either a bracket, punctuation mark, closing quote or a newline after a closing brace, or whitespace and none of the aforementioned")},
}
