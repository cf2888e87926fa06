package validate

import (
	"encoding/base64"
	"fmt"
	"strings"
	"unicode"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/rubyregexp"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

var unrecognizedEscape = diag.Rule{
	Name: "unrecognized_escape", Group: diag.Suspicious, Severity: diag.Warning, Since: since,
	PuppetCodes: []string{"UNRECOGNIZED_ESCAPE"},
	Summary:     "a double-quoted string has an escape that does not exist",
	Rationale: "The escapes in double quotes are `\\\\ \\\" \\' \\$ \\n \\r \\t \\s \\uXXXX \\u{…}`. A backslash before anything " +
		"else stays in the text, and Puppet logs a warning. Double the backslash, or use single quotes.",
	Bad:  code("$pattern = \"\\d+\"\n"),
	Good: inClass("$pattern = '\\d+'\nnotice($pattern)\n"),
}

var illegalUnicodeEscape = diag.Rule{
	Name: "illegal_unicode_escape", Group: diag.Suspicious, Severity: diag.Warning, Since: since,
	PuppetCodes: []string{"ILLEGAL_UNICODE_ESCAPE"},
	Summary:     "`\\u` is not followed by the code point of a character",
	Rationale: "`\\u` is followed by four hexadecimal digits, or by one to six in braces. They are the code point of " +
		"a character: at most 10ffff, and not a surrogate. Puppet leaves other text after `\\u` as it is, and fails " +
		"if the number is not a code point.",
	Bad:  code("$sign = \"\\u20\"\n"),
	Good: inClass("$sign = \"\\u20ac\"\nnotice($sign)\n"),
}

var invalidRegexp = diag.Rule{
	Name: "invalid_regexp", Group: diag.Correctness, Severity: diag.Error, Since: since,
	Summary: "a regular expression cannot be compiled",
	Rationale: "Puppet uses Ruby's regular expressions. If Ruby refuses one, Puppet stops while it reads the file, " +
		"and the error does not say where.",
	Bad:  code("if $facts['kernel'] =~ /Lin(ux/ {\n  notice('Linux')\n}\n"),
	Good: inClass("if $facts['kernel'] =~ /Lin(ux)/ {\n  notice('Linux')\n}\n"),
}

var invalidHeredocContent = diag.Rule{
	Name: "invalid_heredoc_content", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"ILLEGAL_JSON", "ILLEGAL_PP", "ILLEGAL_EPP", "ILLEGAL_BASE64"},
	Summary:     "a heredoc's text does not have the syntax that its tag names",
	Rationale: "`@(END:json)` declares the text to be JSON. For `json`, `pp`, `epp` and `base64` Puppet checks the " +
		"text, and refuses the file if it is not valid. Fix the text, or leave the syntax out of the tag.",
	Bad:  code("$settings = @(END:json)\n  { \"port\": 80, }\n  | END\n"),
	Good: inClass("$settings = @(END:json)\n  { \"port\": 80 }\n  | END\nnotice($settings)\n"),
}

var interpolatedBoolean = diag.Rule{
	Name: "interpolated_boolean", Group: diag.Correctness, Severity: diag.Error, Since: since,
	Summary:   "`\"${true}\"` or `\"${false}\"`, on which Puppet crashes",
	Rationale: "A single word between `${` and `}` is read as the name of a variable, and Puppet fails with an internal error if it is `true` or `false`. Write the word without the braces.",
	Bad:       code("$text = \"enabled: ${true}\"\n"),
	Good:      inClass("$text = 'enabled: true'\nnotice($text)\n"),
}

// regexp reports a regular expression that Ruby refuses.
func (c *checker) regexp(n *syntax.LiteralRegularExpression) {
	if err := rubyregexp.Check(n.Pattern); err != nil {
		c.reportNode(&invalidRegexp, "", n, "Ruby cannot read this regular expression: "+err.Error())
	}
}

// heredoc checks the text of a heredoc by the syntax that its tag names. Text with
// interpolation is unknown before its evaluation, so it is not checked.
func (c *checker) heredoc(n *syntax.HeredocExpression) {
	text, static := n.Text.(*syntax.LiteralString)
	if !static || n.Syntax == "" || c.broken {
		return
	}
	// For "a+b+json", Puppet tries the whole, then "b+json", then "json".
	base := strings.TrimRight(n.Syntax, "+")
	base = base[strings.LastIndexByte(base, '+')+1:]
	var code, problem string
	switch base {
	case "json":
		code, problem = "ILLEGAL_JSON", jsonProblem(text.Value)
	case "base64":
		code, problem = "ILLEGAL_BASE64", base64Problem(text.Value)
	case "pp", "epp":
		code, problem = "ILLEGAL_"+strings.ToUpper(base), c.programProblem(text.Value, base == "epp")
		if n.Syntax != base {
			code, problem = "", "Puppet crashes on the syntax '"+n.Syntax+"': '"+base+"' takes no prefix"
		}
	}
	if problem != "" {
		finding := c.reportNode(&invalidHeredocContent, code, text, problem)
		finding.Help = "fix the text, or leave the syntax out of @(…)"
		// Puppet locates the error at the start of the line, before the margin.
		finding.At = c.file.Source.LineStart(c.file.Source.Line(finding.At))
	}
}

func jsonProblem(text string) string {
	offset, bad := jsonError(text)
	if !bad {
		return ""
	}
	return "this is not JSON: " + describeOffset(text, offset)
}

// describeOffset formats the location of an error in a heredoc's text.
func describeOffset(text string, offset int) string {
	line := 1 + strings.Count(text[:offset], "\n")
	rest, _, _ := strings.Cut(text[offset:], "\n")
	if rest == "" {
		return fmt.Sprintf("line %d of the text ends unexpectedly", line)
	}
	if runes := []rune(rest); len(runes) > 20 {
		rest = string(runes[:20]) + "…"
	}
	return fmt.Sprintf("unexpected %q in line %d of the text", rest, line)
}

// base64Problem ignores blanks, line endings and question marks, as Puppet does.
func base64Problem(text string) string {
	cleaned := strings.Map(func(r rune) rune {
		if r == '\r' || r == '\n' || r == '?' || r == '\t' || unicode.Is(unicode.Zs, r) {
			return -1
		}
		return r
	}, text)
	if _, err := base64.StdEncoding.Strict().DecodeString(cleaned); err != nil {
		return "this is not Base64: " + err.Error()
	}
	return ""
}

// maxProgramNesting bounds the nesting of programs within programs that are checked.
const maxProgramNesting = 8

// programProblem returns the first error in a manifest or template in a heredoc, or "".
func (c *checker) programProblem(text string, epp bool) string {
	if c.nesting >= maxProgramNesting {
		return ""
	}
	file := syntax.Parse(source.NewFile("heredoc", text), syntax.Options{
		EPP: epp, Tasks: c.options.Tasks, TargetVersion: c.options.TargetVersion,
	})
	inner := newChecker(file, Options{
		Strict: c.options.Strict, Tasks: c.options.Tasks, TargetVersion: c.options.TargetVersion,
	})
	inner.nesting = c.nesting + 1
	inner.run()
	for _, finding := range inner.findings {
		if finding.Severity == diag.Error {
			return fmt.Sprintf("line %d of the text: %s", finding.Position().Line, finding.Message)
		}
	}
	return ""
}

// interpolated reports "${true}" and the like. Puppet treats the first word in the braces as a
// variable's name if it is alone or precedes a dot or bracket. It crashes if that word is a
// boolean.
func (c *checker) interpolated(n *syntax.TextExpression) {
	first := n.Expr.FirstToken()
	if word := c.file.Text(first); word != "true" && word != "false" {
		return
	}
	switch c.file.Token(c.file.NextSignificant(first)).Kind {
	case syntax.InterpolationEnd, syntax.Dot, syntax.LeftBracket:
		c.report(&interpolatedBoolean, "", c.file.Token(first).Span, "Puppet crashes on a boolean in ${…}").
			Help = "write the word itself, without ${}"
	}
}
