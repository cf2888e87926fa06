package rules

import (
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var doubleQuotedStrings = Rule{
	Rule: diag.Rule{
		Name:        "double_quoted_strings",
		Templates:   true,
		Group:       diag.Style,
		Severity:    diag.Warning,
		Core:        true,
		RubyKind:    diag.Warning,
		RubyDefault: true,
		Summary:     "a double-quoted string that needs no double quotes",
		Rationale: "Double quotes tell a reader to look for a variable or an escape. Where there is none, use single " +
			"quotes. The rule does not report strings that contain an escape which single quotes lack (`\\n`, `\\t`, " +
			"`\\s`, `\\r`, `\\u`, `\\$`), a quote, a backslash, a tab or a line feed.",
		Bad:        []diag.Example{{Code: "# An example.\nclass example {\n  $x = \"a\"\n}\n", Fixed: "# An example.\nclass example {\n  $x = 'a'\n}\n"}},
		Good:       []diag.Example{{Code: "# An example.\nclass example {\n  $x = 'a'\n  $y = \"a\\n\"\n}\n"}},
		Fix:        diag.FixInfo{Safety: diag.Safe, Summary: "use single quotes", LayoutOnly: true},
		Since:      "1.0.0",
		References: []string{"https://www.puppet.com/docs/puppet/latest/style_guide.html#quoting"},
	},
	Visits: []Visit{Tokens(func(pass *Pass, index int) {
		span, text := pass.Token(index).Span, unquoted(pass.Text(index))
		if mayNeedDoubleQuotes(text) || pass.AsRuby() && (pass.hiddenFromRuby(span.Start) || excusedByRuby(text, pass.Column(span.Start))) {
			return
		}
		means := needsDoubleQuotes(text)
		if !pass.AsRuby() && (means || len(rubyInterpolations(pass, span)) > 0) {
			return
		}
		finding := pass.Report(span, "double quoted string containing no variables")
		if !means {
			pass.Fix(finding, pass.Replace(span, "'"+text+"'"))
		}
	}, syntax.DoubleQuoted)},
}

// unquoted returns the text without its first and last byte.
func unquoted(text string) string {
	if len(text) < 2 {
		return ""
	}
	return text[1 : len(text)-1]
}

// mayNeedDoubleQuotes reports whether the text between double quotes contains a character that
// puppet-lint (Ruby) accepts as a reason to use them.
func mayNeedDoubleQuotes(text string) bool {
	if strings.ContainsAny(text, "'\r\t\n") {
		return true
	}
	for i := 0; i+1 < len(text); i++ {
		if text[i] == '\\' && strings.IndexByte(`$"'tsn\`, text[i+1]) >= 0 {
			return true
		}
	}
	return false
}

// needsDoubleQuotes reports whether the text would have another meaning between single quotes.
// puppet-lint (Ruby) does not know these escapes and breaks them.
func needsDoubleQuotes(text string) bool {
	return strings.Contains(text, `\r`) || strings.Contains(text, `\u`) || strings.HasSuffix(text, `\`)
}

// excusedByRuby reproduces a bug: before puppet-lint (Ruby) looks for a line feed, it replaces
// every run of spaces by one if the run is as long as the string's column.
func excusedByRuby(text string, column int) bool {
	return column <= len(text) && strings.Contains(text, strings.Repeat(" ", column))
}
