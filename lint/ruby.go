package lint

import (
	"slices"
	"strings"
	"unicode/utf8"

	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
	"puppet-lint/syntax/slashes"
)

// rubySyntax is puppet-lint (Ruby)'s own finding for a text that its lexer cannot read. It is
// not a rule and cannot be switched off.
var rubySyntax = diag.Rule{Name: "syntax", Group: diag.Correctness, Severity: diag.Error, Summary: "text that cannot be read"}

// rubySyntaxError returns the finding at which puppet-lint (Ruby)'s lexer would give up.
// puppet-lint (Ruby) has no parser: its lexer fails only on stray characters and unterminated
// strings. Its failures within "${…}" are not reproduced here. It treats "//" as the start of a
// comment.
func rubySyntaxError(parsed *syntax.File) (finding *diag.Diagnostic, found bool) {
	file, _ := slashes.AsComments(parsed)
	report := func(span syntax.Span, message string) (*diag.Diagnostic, bool) {
		return &diag.Diagnostic{Rule: &rubySyntax, Severity: diag.Error, File: parsed.Source, Span: span, At: span.Start, Message: message}, true
	}
	depth := 0
	for i, token := range file.Tokens {
		switch token.Kind {
		case syntax.ByteOrderMark:
			return report(token.Span, "Syntax error")
		case syntax.InterpolationStart:
			depth++
		case syntax.InterpolationEnd:
			depth--
		case syntax.Variable: // a dollar sign without a name
			if text := file.Text(i); depth == 0 && strings.Trim(text, "$:") == "" {
				return report(token.Span, "Syntax error")
			}
		case syntax.Invalid:
			if depth > 0 || token.Len() == 0 {
				continue
			}
			if i > 0 && file.Tokens[i-1].Kind == syntax.StringStart {
				return report(file.Tokens[i-1].Span, "Syntax error (unterminated string)")
			}
			switch char, _ := utf8.DecodeRuneInString(file.Text(i)); {
			case char == '"':
				return report(token.Span, "Syntax error (unterminated string)")
			case char == '\'', char == '&', char == '`', char == '~', char == '^', char >= utf8.RuneSelf, char < ' ':
				return report(token.Span, "Syntax error")
			}
		}
	}
	return nil, false
}

// afterRubySyntax returns the findings that remain if puppet-lint (Ruby) cannot read the text:
// the syntax error, and those of the rules that read the raw lines.
func afterRubySyntax(findings []*diag.Diagnostic, syntaxError *diag.Diagnostic) []*diag.Diagnostic {
	findings = slices.DeleteFunc(findings, func(finding *diag.Diagnostic) bool {
		return finding.Rule.Name != "140chars" && finding.Rule.Name != "80chars"
	})
	return slices.Insert(findings, 0, syntaxError)
}
