package rules

import (
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/module/builtin"
	"puppet-lint/syntax"
)

var onlyVariableString = Rule{
	Rule: diag.Rule{
		Name:        "only_variable_string",
		Templates:   true,
		Group:       diag.Style,
		Severity:    diag.Warning,
		Core:        true,
		RubyKind:    diag.Warning,
		RubyDefault: true,
		Summary:     "a string that holds nothing but a variable",
		Rationale: "`\"${x}\"` is `$x`, except that numbers, Booleans, arrays and hashes become strings. If that is intended, `String($x)` makes it visible. " +
			"The fix leaves titles, keys, conditions, comparisons and arguments alone, which may need the string, and values that may " +
			"be undef: parts of hashes and arrays, and parameters that are optional. `\"${x['y']}\"` is an empty string if there is no 'y'.",
		Bad:        []diag.Example{{Code: "# An example.\nclass example {\n  $x = \"${facts['kernel']}\"\n}\n", Fixed: "# An example.\nclass example {\n  $x = $facts['kernel']\n}\n"}},
		Good:       []diag.Example{{Code: "# An example.\nclass example {\n  $x = $facts['kernel']\n}\n"}},
		Fix:        diag.FixInfo{Safety: diag.Unsafe, Summary: "write the variable without the string"},
		Since:      "1.0.0",
		References: []string{"https://www.puppet.com/docs/puppet/latest/style_guide.html#quoting"},
	},
	Visits: []Visit{Tokens(func(pass *Pass, index int) {
		first := index + 1
		if pass.Token(first).Kind == syntax.InterpolationStart {
			first++
		}
		variable, found := pass.variableAt(first)
		if !found {
			return
		}
		end := variable.Index + 1
		if !variable.Unenclosed {
			if end = endOfSubscripts(pass, variable); pass.Token(end).Kind != syntax.InterpolationEnd {
				return
			}
			end++
		}
		for pass.Token(end).Kind == syntax.StringText && pass.Token(end).End <= variable.NameEnd {
			end++ // puppet-lint (Ruby) treats "$a-b" as one variable
		}
		if pass.Token(end).Kind != syntax.StringEnd || pass.Token(pass.NextCode(end)).Kind == syntax.FatArrow {
			return
		}
		whole := pass.Token(index).To(pass.Token(end).Span)
		finding := pass.ReportAt(whole, variable.Start, "string containing only a variable")
		inner := source.Span{Start: variable.Start, End: variable.NameEnd}
		if !variable.Unenclosed {
			inner.End = pass.Token(end - 2).End
		}
		if expression := pass.Source.Slice(inner); !strings.Contains(variable.Name, "-") && !isHostName(pass, index) && (pass.AsRuby() || !mustBeString(pass, index) && !mayBeUndef(pass, variable.Name, expression)) {
			pass.Fix(finding, pass.Replace(whole, "$"+strings.TrimPrefix(expression, "$")))
		}
	}, syntax.StringStart)},
}

// mayBeUndef reports whether the variable of a string may be undef, as far as the file shows. The
// string is empty then. An element of a hash or array may be, except the parts of Puppet's facts that
// are strings, and so may an optional parameter.
func mayBeUndef(pass *Pass, name, expression string) bool {
	if path, isFact := strings.CutPrefix(strings.TrimPrefix(expression, "$"), "facts["); isFact {
		fact := builtin.FindFact(strings.Trim(strings.NewReplacer("'][", ".", "\"][", ".", "'", "", "\"", "").Replace(path), "]"))
		return fact == nil || fact.Type != "String"
	}
	if strings.Contains(expression, "[") {
		return true
	}
	return stringUsesOf(pass).optional[name]
}

// isHostName reports whether the string that begins at a token is the name of a node, which
// cannot be a variable.
func isHostName(p *Pass, index int) bool {
	for i := index; ; {
		previous := p.PreviousCode(i)
		if previous < 0 {
			return false
		}
		switch p.Token(previous).Kind {
		case syntax.KeywordNode:
			return true
		case syntax.KeywordInherits, syntax.Comma, syntax.StringEnd, syntax.SingleQuoted, syntax.DoubleQuoted, syntax.Name, syntax.Regex, syntax.KeywordDefault:
			i = previous
		default:
			return false
		}
	}
}

// endOfSubscripts returns the index of the token after the subscripts of the variable.
// puppet-lint (Ruby) skips only subscripts with a single token.
func endOfSubscripts(pass *Pass, variable variable) int {
	next := variable.Index + 1
	if variable.NameEnd < pass.Token(variable.Index).End {
		return -1 // puppet-lint (Ruby) treats it as two names
	}
	if pass.AsRuby() && !variable.Interpolated {
		for pass.Token(next).Start < variable.End {
			next++
		}
	}
	for pass.Token(next).Kind == syntax.LeftBracket {
		depth, tokens := 0, 0
		for ; pass.Token(next).Kind != syntax.EndOfFile; next++ {
			kind := pass.Token(next).Kind
			if opensBlock(kind) {
				depth++
			} else if closesBlock(kind) {
				depth--
			}
			if depth == 0 {
				break
			}
			tokens++
		}
		if next++; pass.AsRuby() && tokens != 2 {
			return -1
		}
	}
	return next
}
