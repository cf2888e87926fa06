package rules

import (
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/lazyregexp"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

var rubyInterpolation = Rule{
	Rule: diag.Rule{
		Name:     "ruby_interpolation",
		Group:    diag.Suspicious,
		Severity: diag.Warning,
		Summary:  "a string contains a variable in Ruby's syntax: `#{x}`",
		Rationale: "Puppet interpolates `${x}`. It does not replace anything in `\"#{x}\"`, and in `\"#{$x}\"` the " +
			"number sign and the braces stay around the value. The rule reports `#{$x}`, and `#{x}` and `#{@x}` if " +
			"`$x` is a variable of the class, defined type or function. It does not report Ruby code, ERB and text " +
			"with its own quotes, in which `#{` may be intended.",
		Bad: []diag.Example{
			{Code: "# An example.\nclass example (\n  String $port,\n) {\n  notice(\"port #{$port}\")\n}\n", Fixed: "# An example.\nclass example (\n  String $port,\n) {\n  notice(\"port ${port}\")\n}\n"},
			{Code: "# An example.\nclass example (\n  String $port,\n) {\n  notice(\"port #{port}\")\n}\n", Fixed: "# An example.\nclass example (\n  String $port,\n) {\n  notice(\"port ${port}\")\n}\n"},
			{Code: "# An example.\ndefine example {\n  notice(\"for #{@title}\")\n}\n", Fixed: "# An example.\ndefine example {\n  notice(\"for ${title}\")\n}\n"},
		},
		Good: []diag.Example{
			{Code: "# An example.\nclass example (\n  String $port,\n) {\n  notice(\"port ${port}\", 'port #{port}', \"#{other}'s\")\n}\n"},
			{Code: "# An example.\nclass example (\n  Array $ports,\n) {\n  notice(inline_template(\"<%= @ports.map { |port| \\\"#{port}\\\" } %>\"), $ports)\n}\n"},
		},
		Fix:   diag.FixInfo{Safety: diag.Unsafe, Summary: "interpolate the variable"},
		Since: "1.0.0",
	},
	Visits: []Visit{
		Enter(func(pass *Pass, node *syntax.ConcatenatedString) { reportRubyInterpolations(pass, node) }),
		Enter(func(pass *Pass, node *syntax.LiteralString) { reportRubyInterpolations(pass, node) }),
	},
}

func reportRubyInterpolations(pass *Pass, node syntax.Node) {
	if node.LastToken() < node.FirstToken() {
		return
	}
	heredoc, isHeredoc := pass.Parent(0).(*syntax.HeredocExpression)
	switch {
	case isHeredoc && (heredoc.Syntax != "" || !isInterpolated(pass, heredoc)):
		return
	case !isHeredoc && pass.Source.Text[pass.Token(node.FirstToken()).Start] != '"':
		return
	}
	for _, found := range rubyInterpolations(pass, pass.File.Extent(node)) {
		message := "Puppet does not interpolate '#{}': it stays in the text"
		if found.sigil == "$" {
			message = "Puppet interpolates '${}', not '#{}': the number sign and the braces stay in the text"
		}
		finding := pass.Report(found.span, message)
		finding.Help = "write ${" + found.expression + "}"
		pass.Fix(finding, pass.Replace(found.span, "${"+found.expression+"}"))
	}
}

// isInterpolated reports whether a heredoc's tag is in double quotes.
func isInterpolated(pass *Pass, heredoc *syntax.HeredocExpression) bool {
	return strings.Contains(pass.Text(heredoc.FirstToken()), `"`)
}

// rubyVariable is "#{x}", "#{@x}" or "#{$x}" in a text.
type rubyVariable struct {
	span source.Span
	// sigil is the character before the name: "@", "$" or none.
	sigil string
	// expression is the name with its subscripts.
	expression string
}

var (
	rubyVariablePattern = lazyregexp.New(`#\{([$@]?)([a-z_][a-zA-Z0-9_]*)((?:\[['a-z0-9_]+\])*)\}`)
	// rubyWords matches signs of Ruby code or of a template.
	rubyWords = lazyregexp.New(`<%|\bruby\b|\bputs\b|\bdo \||\.each\b|\.map\b|\brequire ['"]|(?:^|\n)\s*(?:def|end|class|module)\b|\bENV\[`)
)

// rubyInterpolations finds the variables written in Ruby's syntax, but meant as Puppet
// variables, in the text of a double-quoted string or heredoc.
func rubyInterpolations(pass *Pass, span source.Span) (found []rubyVariable) {
	text := pass.Source.Slice(span)
	if !strings.Contains(text, "#{") || rubyWords.MatchString(text) {
		return nil
	}
	// A text with quotes in it may be one that a program reads.
	isPlain := !strings.Contains(text, `\"`) && !strings.Contains(text, "\n")
	for _, match := range rubyVariablePattern.FindAllStringSubmatchIndex(text, -1) {
		one := rubyVariable{
			span:       source.Span{Start: span.Start + int32(match[0]), End: span.Start + int32(match[1])},
			sigil:      text[match[2]:match[3]],
			expression: text[match[4]:match[7]],
		}
		name := text[match[4]:match[5]]
		switch {
		case match[0] > 0 && text[match[0]-1] == '\\':
		case one.sigil == "$", isPlain && isVariableAt(pass, name, one.span.Start):
			found = append(found, one)
		}
	}
	return found
}

// isVariableAt reports whether the definition or block at offset has a variable of that
// name.
func isVariableAt(p *Pass, name string, offset int32) bool {
	analysis := p.flow()
	scope := analysis.Scopes[0]
	for _, inner := range analysis.Scopes[1:] {
		if extent := p.File.Extent(inner.Node); extent.Start <= offset && offset < extent.End {
			scope = inner // inner scopes come later
		}
	}
	if scope.Lookup(name) != nil {
		return true
	}
	if name != "title" && name != "name" {
		return name == "facts"
	}
	for ; scope.Outer != nil; scope = scope.Outer {
	}
	kind := scope.Node.Kind()
	return kind == syntax.KindResourceTypeDefinition || kind == syntax.KindHostClassDefinition
}
