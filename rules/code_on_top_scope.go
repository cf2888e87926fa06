package rules

import (
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var codeOnTopScope = Rule{
	Rule: diag.Rule{
		Name:         "code_on_top_scope",
		Group:        diag.Style,
		Severity:     diag.Warning,
		OffByDefault: true,
		Core:         true,
		RubyKind:     diag.Warning,
		Summary:      "code outside of every class and defined type",
		Advice:       "move the code into a class",
		Rationale: "In a module, code at top scope runs whenever Puppet happens to read the file, so its effect depends on " +
			"which other classes a node has. Put it into a class. The main manifests of an environment, such as " +
			"`manifests/site.pp`, contain such code and are not reported.",
		Bad:   []diag.Example{{Code: "package { 'ntp':\n  ensure => installed,\n}\n"}},
		Good:  []diag.Example{{Code: example("  package { 'ntp':\n    ensure => installed,\n  }\n")}},
		Since: "1.0.0",
	},
	Visits: []Visit{End(func(pass *Pass) {
		if !pass.AsRuby() {
			reportTopStatements(pass)
			return
		}
		covered := definitionSpans(pass)
		for i, token := range pass.File.Tokens {
			for len(covered) > 0 && token.Start >= covered[0].End {
				covered = covered[1:]
			}
			if token.Kind.IsTrivia() || len(covered) > 0 && covered[0].Contains(token.Start) || pass.hiddenFromRuby(token.Start) {
				continue
			}
			reportTopLevel(pass, i)
		}
	})},
}

// reportTopStatements reports every statement at top scope once. puppet-lint (Ruby) reports
// each of its tokens. Functions, types and plans belong at top scope.
func reportTopStatements(pass *Pass) {
	if pass.Location().Initial {
		return
	}
	statements := []syntax.Node{pass.File.Program.Body}
	if block, ok := statements[0].(*syntax.BlockExpression); ok {
		statements = block.Statements
	}
	for _, statement := range statements {
		switch statement.(type) {
		case nil, *syntax.Nop, *syntax.HostClassDefinition, *syntax.ResourceTypeDefinition, *syntax.FunctionDefinition,
			*syntax.PlanDefinition, *syntax.TypeAlias, *syntax.TypeMapping, *syntax.TypeDefinition:
		default:
			pass.Report(pass.Token(statement.FirstToken()).Span, "code outside of class or define block")
		}
	}
}

// reportTopLevel reports the token at index, with the value that puppet-lint (Ruby) gives it.
// For puppet-lint (Ruby), literal text in a string belongs to the preceding token: the opening
// quote, a closing brace, or a variable.
func reportTopLevel(pass *Pass, index int) {
	report := func(at int32, value string) {
		pass.ReportAt(pass.Token(index).Span, at, "code outside of class or define block - "+value)
	}
	token, text := pass.Token(index), pass.Text(index)
	switch token.Kind {
	case syntax.StringText, syntax.StringEnd, syntax.InterpolationStart:
	case syntax.StringStart, syntax.InterpolationEnd:
		report(token.Start, textAfter(pass, index))
	case syntax.SingleQuoted, syntax.DoubleQuoted, syntax.Regex:
		report(token.Start, unquoted(text))
	case syntax.HeredocTag:
		report(token.Start, strings.TrimSuffix(strings.TrimPrefix(text, "@("), ")"))
	case syntax.AtAt:
		report(token.Start, "@")
		report(token.Start+1, "@")
	case syntax.Variable:
		if variable, found := pass.variableAt(index); found {
			report(token.Start, variable.Name+variable.Subscripts)
			if variable.Unenclosed {
				report(variable.NameEnd, strings.TrimPrefix(textAfter(pass, index), pass.Source.Text[token.End:variable.NameEnd]))
			}
			return
		}
		report(token.Start, text)
	default:
		// For puppet-lint (Ruby), the name of a built-in type ends before a "::".
		if first, _, isQualified := strings.Cut(text, "::"); isQualified && rubyTypes[first] {
			report(token.Start, first)
			report(token.Start+int32(len(first)), text[len(first):])
			return
		}
		report(token.Start, text)
	}
}

// textAfter returns the literal text of a string directly after the token.
func textAfter(pass *Pass, index int) string {
	if pass.Token(index+1).Kind == syntax.StringText {
		return pass.Text(index + 1)
	}
	return ""
}
