package validate

import (
	"slices"
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

var syntaxError = diag.Rule{
	Name: "syntax_error", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"SYNTAX_ERROR", "EPP_INTERNAL_ERROR", "NO_INPUT_TO_LEXER"},
	Summary:     "the text is not valid Puppet code",
	Rationale: "Puppet cannot use a file that has a syntax error. It stops at the first one; puppet-lint continues " +
		"and reports every independent error.",
	Bad:  code("class example {\n  $port = \n}\n", "class example {\n  notice('x'\n}\n"),
	Good: code("# Notes.\nclass example {\n  notice('x')\n}\n"),
}

var byteOrderMark = diag.Rule{
	Name: "byte_order_mark", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"ILLEGAL_BOM"},
	Summary:     "the file starts with a byte order mark",
	Rationale:   "Puppet reads UTF-8 and refuses the mark that some editors put before the text. Save the file as UTF-8 without a byte order mark.",
	Bad:         []diag.Example{{Code: "\ufeffclass example {\n}\n", Fixed: "class example {\n}\n"}},
	Good:        code("# Nothing.\nclass example {\n}\n"),
	Fix:         diag.FixInfo{Safety: diag.Safe, Summary: "remove the mark"},
}

var invalidEncoding = diag.Rule{
	Name: "invalid_encoding", Group: diag.Correctness, Severity: diag.Error, Since: since,
	Summary: "the file is not UTF-8",
	Rationale: "Puppet reads only UTF-8 and fails with an internal error on anything else. Convert the file, for " +
		"instance with `iconv -f ISO-8859-1 -t UTF-8`.",
	Bad:  code("$name = 'M\xfcller'\n"),
	Good: inClass("$name = 'Müller'\nnotice($name)\n"),
}

var invalidNumber = diag.Rule{
	Name: "invalid_number", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"ILLEGAL_NUMBER", "INVALID_HEX_NUMBER", "INVALID_OCTAL_NUMBER", "INVALID_DECIMAL_NUMBER"},
	Summary:     "a number is not written as Puppet writes numbers",
	Rationale: "Numbers are decimal (`10`, `1.5`, `1e6`), hexadecimal (`0x1f`) or, with a leading zero, octal (`0644`). " +
		"There are no digit separators, no `0b` and no `0o`, and letters cannot follow a number; Puppet refuses " +
		"a file with such a number. Quote what is a string.",
	Bad:  code("$mode = 0788\n", "$size = 10MB\n", "$mask = 0xfg\n"),
	Good: inClass("$mode = '0788'\nnotice($mode)\n"),
}

var unclosedString = diag.Rule{
	Name: "unclosed_string", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"UNCLOSED_QUOTE"},
	Summary:     "a string has no closing quote",
	Rationale: "The string runs on to the end of the file, and Puppet refuses the file. Often the quote is missing from " +
		"an earlier string, so that text and code are swapped from there on.",
	Bad:  code("$name = 'example\n"),
	Good: inClass("$name = 'example'\nnotice($name)\n"),
}

var unclosedComment = diag.Rule{
	Name: "unclosed_comment", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"UNCLOSED_MLCOMMENT"},
	Summary:     "a `/*` comment has no `*/`",
	Rationale: "The comment runs on to the end of the file, and Puppet refuses the file. Comments do not nest. Add the " +
		"missing `*/`, or use `#` on each line.",
	Bad:  code("/* An example.\nclass example {\n}\n"),
	Good: code("# An example.\nclass example {\n}\n"),
}

var invalidQualifiedName = diag.Rule{
	Name: "invalid_qualified_name", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{
		"ILLEGAL_CLASS_REFERENCE", "ILLEGAL_FULLY_QUALIFIED_CLASS_REFERENCE", "ILLEGAL_FULLY_QUALIFIED_NAME",
		"ILLEGAL_NAME_OR_BARE_WORD",
	},
	Summary: "`::` joins parts that cannot form a name",
	Rationale: "Puppet refuses the file. All segments of a name start with a lower-case letter, and all segments of a " +
		"reference to a type or class start with a capital letter. A segment follows every `::`.",
	Bad:  code("include Example::web\n", "include example::\n"),
	Good: code("# Orders.\nclass example {\n  Class['example::web'] -> Example::Site['www']\n}\n"),
}

var invalidHeredoc = diag.Rule{
	Name: "invalid_heredoc", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{
		"HEREDOC_UNCLOSED_PARENTHESIS", "HEREDOC_INVALID_SYNTAX", "HEREDOC_EMPTY_ENDTAG", "HEREDOC_MULTIPLE_AT_ESCAPES",
		"HEREDOC_INVALID_ESCAPE", "HEREDOC_WITHOUT_TEXT", "HEREDOC_WITHOUT_END_TAGGED_LINE", "HEREDOC_DIRTY_MARGIN",
		"EMPTY_HEREDOC_SYNTAX_SEGMENT",
	},
	Summary: "a heredoc's tag is malformed, or its end is missing",
	Rationale: "A heredoc begins with `@(END)`, or with `@(\"END\")` if variables in it are interpolated. After the tag, " +
		"`:json` names a syntax in lower case, and `/` enables escapes: some of `t r n s u L $`, each at most " +
		"once. The text starts on the next line. It ends at a line that holds only the tag, after an optional " +
		"`|` and `-`. Puppet refuses any other form.",
	Bad:  code("$text = @(END)\n  Hello\n"),
	Good: inClass("$text = @(END)\n  Hello\n  | END\nnotice($text)\n"),
}

var unbalancedEppTag = diag.Rule{
	Name: "unbalanced_epp_tag", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"EPP_UNBALANCED_EXPRESSION", "EPP_UNBALANCED_TAG", "EPP_UNBALANCED_COMMENT"},
	Summary:     "a template's `<%` has no `%>`",
	Rationale: "Everything after the opening tag is read as code, and Puppet refuses the template. Close the tag with " +
		"`%>`, or write `<%%` for the characters themselves.",
	Bad:  codeAt("templates/bad.epp", "Hello <%= $name\n"),
	Good: codeAt("templates/good.epp", "<%- | String $name | -%>\nHello <%= $name %>\n"),
}

var virtualNonResource = diag.Rule{
	Name: "virtual_non_resource", Group: diag.Correctness, Severity: diag.Error, Since: since,
	Summary: "`@` or `@@` is written before something that is not a resource",
	Rationale: "`@` makes a resource virtual and `@@` exports it; Puppet refuses either before anything else. Remove " +
		"the `@`.",
	Bad:  code("@notice('x')\n"),
	Good: inClass("@file { '/tmp/x':\n  ensure => file,\n}\n"),
}

var invalidResourceExpression = diag.Rule{
	Name: "invalid_resource_expression", Group: diag.Correctness, Severity: diag.Error, Since: since,
	Summary: "attributes in braces follow something that is not a resource type or reference",
	Rationale: "Puppet refuses the file. Before `{ attribute => value }` stands a capitalized type (for defaults) or a " +
		"reference with a title (for an override). A new resource needs a title and a colon.",
	Bad:  code("$type { ensure => file }\n", "'file' { mode => '0644' }\n"),
	Good: inClass("file { '/tmp/x':\n  ensure => file,\n}\n"),
}

var illegalArgumentList = diag.Rule{
	Name: "illegal_argument_list", Group: diag.Correctness, Severity: diag.Error, Since: since,
	Summary: "values separated by commas are not an argument list here",
	Rationale: "Only Puppet's statement functions (`include`, `require`, `contain`, `realize`, `tag`, `notice`, `fail` " +
		"…) can be called without parentheses. Every other call needs them, and a list of values needs " +
		"brackets; without them Puppet refuses the file.",
	Bad:  code("ensure_packages 'vim', 'git'\n", "$list = 1, 2\n"),
	Good: inClass("$list = [1, 2]\nnotice($list)\n"),
}

var nestingTooDeep = diag.Rule{
	Name: "nesting_too_deep", Group: diag.Correctness, Severity: diag.Error, Since: since,
	Summary:   "brackets or expressions are nested too deeply",
	Rationale: "Expressions can be nested only to a certain depth, far beyond real code, so that no input can exhaust the memory. Puppet itself fails on such a file with an internal error.",
	Bad:       nil,
	Good:      inClass("$list = [[[1]]]\nnotice($list)\n"),
}

// syntaxErrors reports the errors of the lexer and the parser.
func (c *reporter) syntaxErrors() {
	var places []source.Span
	swapped := c.swappedFrom()
	for i := range c.file.Errors {
		if err := &c.file.Errors[i]; err.Fatal {
			if len(places) == 0 || !c.isInText(err, swapped) {
				c.syntaxError(err)
			}
			places = append(places, err.Span)
		}
	}
	if places != nil {
		c.broken = true
		c.errors = newErrorRegion(c.file, places)
	}
}

// swappedFrom returns the first line on which a string probably has a quote too many or too few,
// so that text and code are swapped from there on. It returns 0 if there is none, or without
// the specification, as for "puppet parser validate".
func (c *reporter) swappedFrom() (first int) {
	if !c.options.Specification {
		return 0
	}
	for i := range c.file.Errors {
		err := &c.file.Errors[i]
		rule, _ := ruleOfError(err.Code)
		isAtString := rule == &syntaxError && int(err.Span.Start) < len(c.file.Source.Text) && strings.IndexByte(`'"`, c.file.Source.Text[err.Span.Start]) >= 0
		if err.Fatal && (rule == &unclosedString || isAtString) {
			start := err.Span.Start
			if err.Cause != "" { // the quote is missing before the place where Puppet fails
				start = min(start, err.Related.Start)
			}
			if line := c.file.Source.Line(start); first == 0 || line < first {
				first = line
			}
		}
	}
	return first
}

// isInText reports whether an error is about a part of a word that looks like a number, from the
// line swapped on, where text is read as code.
func (c *reporter) isInText(err *syntax.Error, swapped int) bool {
	rule, _ := ruleOfError(err.Code)
	if swapped == 0 || rule != &invalidNumber || err.Span.Start == 0 || c.file.Source.Line(err.Span.Start) < swapped {
		return false
	}
	return strings.IndexByte(" \t\n([{,=>:", c.file.Source.Text[err.Span.Start-1]) < 0
}

// warnings reports the warnings of the lexer.
func (c *reporter) warnings() {
	for i := range c.file.Errors {
		if err := &c.file.Errors[i]; !err.Fatal {
			c.syntaxError(err)
		}
	}
}

func (c *reporter) syntaxError(err *syntax.Error) {
	rule, code := ruleOfError(err.Code)
	finding := c.add(rule, code, err.Span, err.Message)
	finding.SetPuppetMessage(err.PuppetMessage)
	finding.Help = err.Help
	if err.RelatedMessage != "" {
		finding.Related = []diag.Related{{File: c.file.Source, Span: err.Related, Message: err.RelatedMessage}}
	}
	if err.At >= 0 {
		finding.At = err.At
	} else {
		finding.PuppetPrecision = diag.FileOnly
	}
	if err.Cause != "" && c.options.Specification {
		finding.Message, finding.Span, finding.At = err.Cause, err.Related, err.Related.Start
		finding.Related = []diag.Related{{File: c.file.Source, Span: err.Span, Message: "Puppet fails here"}}
	}
	finding.Severity, finding.Fatal = diag.Warning, err.Fatal
	if err.Fatal {
		finding.Severity = diag.Error
	}
	if rule == &byteOrderMark && c.isOnlyError(err) && strings.HasPrefix(c.file.Source.Text, "\ufeff") {
		finding.Fixes = []diag.Fix{{
			Message: "remove the mark", Safety: diag.Safe, Edits: []diag.Edit{{File: c.file.Source, Span: err.Span}},
		}}
	}
}

// isOnlyError reports whether the file would parse without this error.
func (c *reporter) isOnlyError(err *syntax.Error) bool {
	return !slices.ContainsFunc(c.file.Errors, func(other syntax.Error) bool { return other.Fatal && other != *err })
}

// ruleOfError returns the rule for an error code of package syntax, and the code if it is one
// of Puppet's.
func ruleOfError(code string) (rule *diag.Rule, puppetCode string) {
	switch code {
	case "INVALID_UTF8":
		return &invalidEncoding, ""
	case "NESTING_TOO_DEEP":
		return &nestingTooDeep, ""
	case "HEREDOC_TRAILING_BACKSLASH", "HEREDOC_OVERRUN":
		return &invalidHeredoc, ""
	case "VIRTUAL_NON_RESOURCE":
		return &virtualNonResource, ""
	case "NOT_A_RESOURCE":
		return &invalidResourceExpression, ""
	case "RESOURCE_WITHOUT_TITLE_APPENDS":
		return &resourceWithoutTitle, ""
	case "NOT_A_NAME":
		return &illegalDefinitionName, ""
	case "ILLEGAL_ARGUMENT_LIST":
		return &illegalArgumentList, ""
	}
	for _, rule := range [...]*diag.Rule{
		&syntaxError, &byteOrderMark, &invalidNumber, &unclosedString, &unclosedComment, &invalidQualifiedName,
		&invalidHeredoc, &unbalancedEppTag, &unrecognizedEscape, &illegalUnicodeEscape,
	} {
		if slices.Contains(rule.PuppetCodes, code) {
			return rule, code
		}
	}
	return &syntaxError, ""
}
