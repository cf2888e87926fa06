package rules

import (
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var singleQuoteStringWithVariables = Rule{
	Rule: diag.Rule{
		Name:        "single_quote_string_with_variables",
		Templates:   true,
		Group:       diag.Suspicious,
		Severity:    diag.Warning,
		Core:        true,
		RubyKind:    diag.Error,
		RubyDefault: true,
		Summary:     "a single-quoted string contains what looks like a variable",
		Advice:      "use double quotes if the value of the variable is wanted",
		Rationale: "Nothing is interpolated between single quotes, so the text `${name}` itself ends up in the file or " +
			"message. Use double quotes. A string is reported if it contains `${name}` and a variable of that name " +
			"exists in the file. Text for a shell, systemd or another program, and templates for `inline_epp` and " +
			"`inline_template`, are not reported.",
		Bad:        []diag.Example{{Code: "# An example.\nclass example {\n  $who = 'you'\n  notice('hello ${who}')\n}\n"}},
		Good:       []diag.Example{{Code: "# An example.\nclass example {\n  $who = 'you'\n  notice(\"hello ${who}\", 'echo ${HOME}')\n}\n"}},
		Since:      "1.0.0",
		References: []string{"https://www.puppet.com/docs/puppet/latest/style_guide.html#quoting"},
	},
	Visits: []Visit{Tokens(func(pass *Pass, index int) {
		text := pass.Text(index)
		at := strings.Index(text, "${")
		if at < 0 || isInlineTemplate(pass, index) || pass.AsRuby() && pass.hiddenFromRuby(pass.Token(index).Start) {
			return
		}
		if pass.AsRuby() || mentionsVariable(pass, text[at:]) {
			pass.Report(pass.Token(index).Span, "single quoted string containing a variable found")
		}
	}, syntax.SingleQuoted)},
}

// isInlineTemplate reports whether the string is the first argument of inline_epp or
// inline_template, in which ${} has another meaning.
func isInlineTemplate(pass *Pass, index int) bool {
	open := pass.PreviousCode(index)
	function := pass.PreviousCode(open)
	if pass.AsRuby() {
		open, function = index-1, index-2
	}
	if open < 0 || function < 0 {
		return false
	}
	if kind := pass.Token(open).Kind; kind == syntax.Name && !pass.AsRuby() {
		function = open // a call without parentheses
	}
	name := pass.Text(function)
	return strings.Contains(name, "inline_epp") || strings.Contains(name, "inline_template")
}

// mentionsVariable reports whether the text contains "${name" with the name of a variable that
// the file uses.
func mentionsVariable(pass *Pass, text string) bool {
	for {
		_, rest, found := strings.Cut(text, "${")
		if !found {
			return false
		}
		if name := leadingName(rest); name != "" && knowsVariable(pass, name) {
			return true
		}
		text = rest
	}
}

// leadingName returns the variable name at the start of the text between braces, without a
// leading "::" or dollar.
func leadingName(text string) string {
	text = strings.TrimPrefix(strings.TrimPrefix(text, "$"), "::")
	end := 0
	for end < len(text) && (isWordChar(text[end]) || text[end] == ':') {
		end++
	}
	if end < len(text) && strings.IndexByte("}[.", text[end]) < 0 {
		return ""
	}
	return text[:end]
}

// knowsVariable reports whether a variable of that name is set or read
// elsewhere in the file, or exists everywhere.
func knowsVariable(pass *Pass, name string) bool {
	if strings.Contains(name, "::") || name == "facts" || name == "trusted" || name == "title" || name == "module_name" {
		return true
	}
	state := State[variableNames](pass)
	if state.names == nil {
		state.names = map[string]bool{}
		for i := range pass.File.Tokens {
			if variable, found := pass.variableAt(i); found {
				state.names[variable.Name] = true
			}
		}
	}
	return state.names[name]
}

// variableNames holds the names of a file's variables.
type variableNames struct {
	names map[string]bool
}
