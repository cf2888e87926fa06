package rules

import (
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var documentation = Rule{
	Rule: diag.Rule{
		Name:        "documentation",
		Group:       diag.Docs,
		Severity:    diag.Info,
		Core:        true,
		RubyKind:    diag.Warning,
		RubyDefault: true,
		Summary:     "a class or defined type without a comment above it",
		Advice:      "describe it in a comment directly above",
		Rationale: "The comment directly above a class or defined type is its documentation: puppet-strings and editors " +
			"show it. Without one, users have to read the code to learn what the class does. Control comments, and " +
			"comments after other code on the same line, are not documentation.",
		Bad:        []diag.Example{{Code: "class example {\n}\n"}},
		Good:       []diag.Example{{Code: "# An example.\nclass example {\n}\n"}},
		Since:      "1.0.0",
		References: []string{"https://www.puppet.com/docs/puppet/latest/style_guide.html#public-and-private"},
	},
	Visits: []Visit{definitions(func(pass *Pass, definition *definition) {
		if !isDocumented(pass, definition.Keyword) {
			pass.Report(pass.Token(definition.Keyword).Span, definition.kind()+" not documented")
		}
	})},
}

// isDocumented reports whether a comment ends on the line above the keyword. It skips lines
// with control comments.
func isDocumented(pass *Pass, keyword int) bool {
	feeds := 0
	for i := keyword - 1; i >= 0; i-- {
		switch kind := pass.Token(i).Kind; {
		case kind == syntax.Newline:
			if feeds++; feeds > 1 {
				return false
			}
		case kind == syntax.Whitespace || kind == syntax.Indent:
		case !kind.IsComment():
			return false
		case pass.AsRuby() || !isControlComment(pass.Text(i)):
			return pass.AsRuby() || feeds == 0 || startsLine(pass, i)
		default:
			feeds = 0
		}
	}
	return false
}

func isControlComment(text string) bool {
	return strings.HasPrefix(strings.TrimLeft(text, "#/* \t"), "lint:")
}

// startsLine reports whether only blanks precede the token on its line.
func startsLine(pass *Pass, index int) bool {
	switch pass.Token(index - 1).Kind {
	case syntax.Newline, syntax.Indent, syntax.HeredocEnd:
		return true
	}
	return index == 0
}
