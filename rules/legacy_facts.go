package rules

import (
	"fmt"
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/module/builtin"
	"puppet-lint/syntax"
)

var legacyFacts = Rule{
	Rule: diag.Rule{
		Name:        "legacy_facts",
		Templates:   true,
		Group:       diag.Migration,
		Severity:    diag.Warning,
		Core:        true,
		RubyKind:    diag.Warning,
		RubyDefault: true,
		Summary:     "a legacy fact is used",
		Rationale:   "Puppet 8 no longer sends the flat facts of old (`$facts['osfamily']`, `$::fqdn`) to the compiler. Use the structured ones.",
		Bad:         []diag.Example{{Code: "# An example.\nclass example {\n  notice($facts['osfamily'])\n}\n", Fixed: "# An example.\nclass example {\n  notice($facts['os']['family'])\n}\n"}},
		Good:        []diag.Example{{Code: "# An example.\nclass example {\n  notice($facts['os']['family'])\n}\n"}},
		Fix:         diag.FixInfo{Safety: diag.Unsafe, Summary: "use the structured fact"},
		Since:       "1.0.0",
		References:  []string{"https://www.puppet.com/docs/puppet/latest/core_facts.html"},
	},
	Visits: []Visit{Enter(namedByCall[*syntax.CallNamedFunctionExpression]), Enter(namedByCall[*syntax.CallMethodExpression]), variables(func(pass *Pass, variable variable) {
		name, end := legacyFactOf(pass, variable)
		legacy := builtin.LegacyFact(name)
		if name == "" || pass.AsRuby() && !isLegacyFact(name) || !pass.AsRuby() && (legacy == nil || !legacy.IsCertain()) {
			return
		}
		span := source.Span{Start: variable.Start, End: end}
		finding := pass.Report(span, fmt.Sprintf("legacy fact '%s'", name))
		fact := ""
		switch {
		case pass.AsRuby():
			fact = structuredFact(name)
		case legacy.IsSame(name):
			fact = legacy.Expression()
			finding.Help = "write $" + fact
		default:
			finding.Help = legacy.Advice()
		}
		if fact != "" && pass.canBeReplaced(variable) {
			pass.Fix(finding, pass.Replace(span, variable.asVariable(fact)))
		}
	})},
}

// namedByCall reports a call that reads a legacy fact whose name is a text.
func namedByCall[N syntax.Node](pass *Pass, node N) {
	if pass.AsRuby() {
		return
	}
	at, name := factInCall(pass, node)
	legacy := builtin.LegacyFact(name)
	if legacy == nil || !legacy.IsCertain() {
		return
	}
	finding := pass.Report(pass.extent(at), fmt.Sprintf("legacy fact '%s'", name))
	if finding.Help = legacy.Advice(); legacy.IsSame(name) {
		finding.Help = "write $" + legacy.Expression()
	}
}

// factInCall returns the argument of a call that names a fact, and the name; "" if there is none.
func factInCall(pass *Pass, call syntax.Node) (at syntax.Node, name string) {
	function, arguments := syntax.CalledFunction(call)
	position := 0
	switch function {
	case "defined", "getvar", "fact":
	case "get", "dig":
		if position = 1; len(arguments) < 2 || !isFacts(arguments[0]) {
			return nil, ""
		}
	default:
		return nil, ""
	}
	if position >= len(arguments) {
		return nil, ""
	}
	text, isText := arguments[position].(*syntax.LiteralString)
	if !isText {
		return nil, ""
	}
	name = text.Value
	if function == "defined" {
		if !strings.HasPrefix(name, "$") {
			return nil, ""
		}
		name = name[1:]
	}
	switch function {
	case "fact", "get":
		name, _, _ = strings.Cut(name, ".")
	case "defined", "getvar":
		bare, isTop := strings.CutPrefix(name, "::")
		if key, isFact := strings.CutPrefix(bare, "facts."); isFact && function == "getvar" {
			bare, isTop = key, true
		}
		name, _, _ = strings.Cut(bare, ".")
		if !isTop && setsVariable(pass, name) {
			return nil, ""
		}
	}
	return text, name
}

// isFacts reports whether an expression is the hash of facts.
func isFacts(node syntax.Node) bool {
	read, isVariable := syntax.Unparenthesized(node).(*syntax.VariableExpression)
	return isVariable && strings.TrimPrefix(read.Name, "::") == "facts"
}

// setsVariable reports whether the file sets a variable of that name.
func setsVariable(p *Pass, name string) bool {
	set := State[variablesSet](p)
	if set.names == nil {
		set.names = map[string]bool{}
		for _, scope := range p.flow().Scopes {
			for _, variable := range scope.Variables {
				set.names[variable.Name] = true
			}
		}
	}
	return set.names[name]
}

// variablesSet holds the names of the variables that a file sets.
type variablesSet struct{ names map[string]bool }

// legacyFactOf returns the name of the legacy fact that the variable reads, from the facts hash
// or at top scope, and the end of the expression; "" if it reads none.
func legacyFactOf(pass *Pass, variable variable) (name string, end int32) {
	bare, isTop := strings.CutPrefix(variable.Name, "::")
	switch {
	case bare == "facts" && variable.Interpolated:
		if isTop && pass.AsRuby() {
			return "", 0
		}
		return factKey(pass, variable.Index)
	case bare == "facts" && variable.Subscripts == "" && !variable.Unenclosed && !isTop:
		return factKey(pass, variable.Index)
	case bare == "facts":
		return keyOf(variable.Subscripts, !pass.AsRuby()), variable.End
	case isTop:
		return bare + variable.Subscripts, variable.End
	}
	return "", 0
}

// keyOf returns the key in subscripts of the form "['key']" or "[key]"; "" for others.
func keyOf(subscripts string, orDoubleQuoted bool) string {
	if len(subscripts) < 3 {
		return ""
	}
	key := unquoted(subscripts)
	if len(key) > 2 && key[0] == key[len(key)-1] && (key[0] == '\'' || key[0] == '"' && orDoubleQuoted) {
		return unquoted(key)
	}
	return key
}

// factKey returns the key in the brackets after the token, and the end of the brackets.
func factKey(pass *Pass, index int) (name string, end int32) {
	open := pass.NextCode(index)
	key := pass.NextCode(open)
	if kind := pass.Token(open).Kind; kind != syntax.LeftBracket && kind != syntax.ListStart {
		return "", 0
	}
	if closing := pass.Token(pass.NextCode(key)); closing.Kind == syntax.RightBracket {
		end = closing.End
	}
	switch pass.Token(key).Kind {
	case syntax.SingleQuoted, syntax.DoubleQuoted:
		return unquoted(pass.Text(key)), end
	case syntax.Name:
		return pass.Text(key), end
	}
	return "", 0
}
