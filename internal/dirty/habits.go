package dirty

import (
	"math/rand/v2"
	"regexp"
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// habits never changes. Its order is part of the meaning of a seed.
var habits = []habit{
	doubleQuotes, singleQuotes, bareVariables, quotedVariables, quotedBooleans,
	trailingBlanks, tabs, oddIndents, crookedArrows, arrowsAtLineEnd, leftArrows,
	ensureLast, linkInEnsure, badModes, bareTitles, blockComments, slashComments,
	undocumented, badClassNames, badParents, nestedDefinitions, optionalFirst,
	upperCaseVariables, dashedVariables, unknownVariables, topScopeFacts, legacyFacts,
	noDefaultCase, selectors, duplicates, moduleURLs, longLines, hashesOnOneLine,
	semicolons, controlComments, carelessCode, carelessNames,
}

var simpleName = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

func content(quoted string) string { return quoted[1 : len(quoted)-1] }

func doubleQuotes(t *text, offer func(...diag.Edit)) {
	t.each(func(i int) {
		if text := content(t.slice(i)); !strings.ContainsAny(text, `"$\`) {
			offer(t.replace(i, `"`+text+`"`))
		}
	}, syntax.SingleQuoted)
}

// singleQuotes turns an interpolated string into a single-quoted one.
func singleQuotes(t *text, offer func(...diag.Edit)) {
	t.each(func(i int) {
		end := i + 1
		for ; end < t.count() && t.kind(end) != syntax.StringEnd; end++ {
			if kind := t.kind(end); kind == syntax.StringStart || kind == syntax.SingleQuoted {
				return
			}
		}
		if end < t.count() && !strings.Contains(t.file.Source.Text[t.token(i).Start:t.token(end).End], "'") {
			offer(t.replace(i, "'"), t.replace(end, "'"))
		}
	}, syntax.StringStart)
}

// bareVariables removes the braces of "${name}".
func bareVariables(t *text, offer func(...diag.Edit)) {
	t.each(func(i int) {
		if t.kind(i+2) != syntax.InterpolationEnd || !simpleName.MatchString(t.slice(i+1)) {
			return
		}
		behind := t.token(i + 2).End
		if next := t.file.Source.Text[behind]; next == '_' || next == ':' || 'a' <= next && next <= 'z' || '0' <= next && next <= '9' {
			return
		}
		offer(t.replace(i, "$"), diag.Delete(t.file.Source, t.token(i+2).Span))
	}, syntax.InterpolationStart)
}

// quotedVariables writes "${name}" for $name.
func quotedVariables(t *text, offer func(...diag.Edit)) {
	t.each(func(i int) {
		if t.kind(t.previous(i)) == syntax.FatArrow && t.kind(i+1) == syntax.Comma {
			offer(t.replace(i, `"${`+t.slice(i)[1:]+`}"`))
		}
	}, syntax.Variable)
}

func quotedBooleans(t *text, offer func(...diag.Edit)) {
	t.each(func(i int) {
		quote := t.pick("'", `"`)
		offer(t.replace(i, quote+t.slice(i)+quote))
	}, syntax.KeywordTrue, syntax.KeywordFalse)
}

func trailingBlanks(t *text, offer func(...diag.Edit)) {
	t.each(func(i int) { offer(t.insert(t.token(i).Start, t.pick(" ", "  ", "\t"))) }, syntax.Newline)
}

func tabs(t *text, offer func(...diag.Edit)) {
	t.each(func(i int) {
		offer(t.replace(i, strings.Replace(t.slice(i), t.pick("  ", " "), "\t", 1+t.random.IntN(2))))
	}, syntax.Indent, syntax.Whitespace)
}

func oddIndents(t *text, offer func(...diag.Edit)) {
	t.each(func(i int) { offer(t.replace(i, t.slice(i)+t.pick(" ", "  ", "   "))) }, syntax.Indent)
}

func crookedArrows(t *text, offer func(...diag.Edit)) {
	t.each(func(i int) {
		before := i - 1
		if t.kind(before) == syntax.Whitespace {
			offer(t.replace(before, t.pick("", " ", "  ", "   ")))
		}
	}, syntax.FatArrow)
}

func arrowsAtLineEnd(t *text, offer func(...diag.Edit)) {
	t.each(func(i int) {
		left, right := t.previous(i), t.token(t.next(i)).Start
		if t.kind(left+1) != syntax.Newline {
			return
		}
		arrow := t.token(i)
		offer(t.insert(t.token(left).End, t.pick(" ", "")+t.slice(i)+t.pick("", " ")),
			diag.Delete(t.file.Source, source.Span{Start: arrow.Start, End: right}))
	}, syntax.InEdge, syntax.InEdgeSub)
}

func leftArrows(t *text, offer func(...diag.Edit)) {
	t.each(func(i int) { offer(t.replace(i, "<-")) }, syntax.InEdge)
}

// attributes calls visit for every "name => value," that is alone on a line. name is the token,
// end the offset after the comma.
func (t *text) attributes(visit func(name int, value source.Span, end int32)) {
	t.each(func(i int) {
		name := t.previous(i)
		if t.kind(name) != syntax.Name || t.kind(name-1) != syntax.Indent {
			return
		}
		line := t.file.Source.LineSpan(t.file.Source.Line(t.token(i).Start))
		first := t.next(i)
		if comma := line.End - 1; t.file.Source.Text[comma] == ',' && t.token(first).Start < comma {
			visit(name, source.Span{Start: t.token(first).Start, End: comma}, line.End)
		}
	}, syntax.FatArrow)
}

// ensureLast moves ensure after the attribute on the next line.
func ensureLast(t *text, offer func(...diag.Edit)) {
	t.attributes(func(name int, _ source.Span, end int32) {
		if t.slice(name) != "ensure" {
			return
		}
		line := t.file.Source.Line(end)
		if line >= t.file.Source.LineCount() {
			return
		}
		next := t.file.Source.LineSpan(line + 1)
		text := t.file.Source.Slice(next)
		if !strings.HasSuffix(text, ",") || !strings.Contains(text, "=>") || strings.ContainsAny(text, "{[(") {
			return
		}
		start := t.file.Source.LineStart(line)
		whole := t.file.Source.Text[start:end]
		offer(diag.Delete(t.file.Source, source.Span{Start: start, End: next.Start}), t.insert(next.End, "\n"+whole))
	})
}

func linkInEnsure(t *text, offer func(...diag.Edit)) {
	t.attributes(func(name int, value source.Span, _ int32) {
		switch t.slice(name) + t.file.Source.Slice(value) {
		case "ensurefile", "ensurepresent", "ensuredirectory", "ensurelink":
			offer(diag.Replace(t.file.Source, value, t.pick("'/etc/other'", `"/etc/${name}"`)))
		}
	})
}

func badModes(t *text, offer func(...diag.Edit)) {
	t.attributes(func(name int, value source.Span, _ int32) {
		if t.slice(name) == "mode" {
			offer(diag.Replace(t.file.Source, value, t.pick("644", "0644", "'644'", `"0644"`, "'u=rw,g=r'", "'99'", "''", "absent", "'07777'")))
		}
	})
}

func bareTitles(t *text, offer func(...diag.Edit)) {
	t.each(func(i int) {
		if text := content(t.slice(i)); t.kind(i+1) == syntax.Colon && simpleName.MatchString(text) && t.kind(t.next(i+1)) != syntax.LeftBrace {
			offer(t.replace(i, text))
		}
	}, syntax.SingleQuoted)
}

func blockComments(t *text, offer func(...diag.Edit)) {
	t.each(func(i int) {
		if text := t.slice(i); !strings.Contains(text, "*/") && !strings.Contains(text, "lint:") {
			offer(t.replace(i, "/*"+text[1:]+t.pick(" */", "*/", "\n * more\n */")))
		}
	}, syntax.LineComment)
}

func slashComments(t *text, offer func(...diag.Edit)) {
	t.each(func(i int) {
		if text := t.slice(i); len(text) > 1 && !strings.Contains(text, "lint:") && !strings.Contains(text, "/") {
			offer(t.replace(i, "//"+text[1:]))
		}
	}, syntax.LineComment)
}

// undocumented removes the comment lines above a class or define.
func undocumented(t *text, offer func(...diag.Edit)) {
	t.each(func(i int) {
		first := i
		for first > 0 && t.kind(first-1).IsTrivia() {
			first--
		}
		if first < i {
			offer(diag.Delete(t.file.Source, source.Span{Start: t.token(first).Start, End: t.token(i).Start}))
		}
	}, syntax.KeywordClass, syntax.KeywordDefine)
}

// definitions calls visit for the name token of every class or define.
func (t *text) definitions(visit func(keyword, name int)) {
	t.each(func(i int) {
		if name := t.next(i); t.kind(name) == syntax.Name {
			visit(i, name)
		}
	}, syntax.KeywordClass, syntax.KeywordDefine)
}

func badClassNames(t *text, offer func(...diag.Edit)) {
	t.definitions(func(_, name int) {
		text := t.slice(name)
		offer(t.replace(name, t.pick(text+"-x", text+"X", "other::"+text, "other", text+"::more", "::"+text)))
	})
}

func badParents(t *text, offer func(...diag.Edit)) {
	t.definitions(func(keyword, name int) {
		if t.kind(keyword) != syntax.KeywordClass || t.kind(t.next(name)) != syntax.LeftBrace {
			return
		}
		module, _, _ := strings.Cut(t.slice(name), "::")
		offer(t.insert(t.token(name).End, " inherits "+t.pick("other", "::other::thing", module+"::params", "::"+module)))
	})
}

func nestedDefinitions(t *text, offer func(...diag.Edit)) {
	t.definitions(func(_, name int) {
		for end := name; end < t.count() && end < name+400; end++ {
			if t.kind(end) == syntax.LeftBrace && t.kind(end+1) == syntax.Newline {
				offer(t.insert(t.token(end).End, t.pick(
					"\n  class inner { }", "\n  # Inner.\n  define inner_type ($x = 1, $y) {\n    notice($x)\n  }", "\n  class inner {\n    class innermost { }\n  }")))
				return
			}
			if kind := t.kind(end); kind == syntax.LeftParen || kind == syntax.LineLeftParen {
				return
			}
		}
	})
}

// carelessCode adds statements at the start of bodies.
func carelessCode(t *text, offer func(...diag.Edit)) {
	for _, node := range t.file.Program.Definitions {
		for end := node.FirstToken(); end < node.LastToken(); end++ {
			if t.kind(end) == syntax.LeftBrace && t.kind(end+1) == syntax.Newline {
				offer(t.insert(t.token(end).End, t.pick(
					"\n  case $title {\n    'a': { }\n  }",
					"\n  file { '/tmp/x':\n    owner => 'a',\n    ensure => '/tmp/y',\n    mode => 644,\n  }",
					"\n  file { '/tmp/x': mode  => 0644, ensure=> file }",
					"\n  file { [ '/tmp/x', some_title ]: ensure => file }",
					"\n  user { root: home => $facts['kernel'] ? { 'a' => true, default => \"false\" } }",
					"\n  $parts = { 'a' => 'puppet:///files/a', \"b\" => 'x ${title}' }",
				)))
				break
			}
		}
	}
}

// carelessNames spoils the names of classes and defined types and the order of their
// parameters. It strikes more often than the other habits.
func carelessNames(t *text, offer func(...diag.Edit)) {
	badClassNames(t, offer)
	badParents(t, offer)
	optionalFirst(t, offer)
	nestedDefinitions(t, offer)
}

// optionalFirst gives the first parameter a default value.
func optionalFirst(t *text, offer func(...diag.Edit)) {
	for _, node := range t.file.Program.Definitions {
		var parameters []*syntax.Parameter
		switch node := node.(type) {
		case *syntax.HostClassDefinition:
			parameters = node.Parameters
		case *syntax.ResourceTypeDefinition:
			parameters = node.Parameters
		}
		if len(parameters) > 1 && parameters[0].Value == nil {
			name := int(parameters[0].NameToken)
			offer(t.replace(name, t.slice(name)+t.pick(" = undef", " = {}", " = [$x]", "= 'a'")))
		}
	}
}

func (t *text) variables(visit func(index int)) {
	t.each(func(i int) {
		if text := t.slice(i); len(text) > 3 && simpleName.MatchString(text[1:]) {
			visit(i)
		}
	}, syntax.Variable)
}

func upperCaseVariables(t *text, offer func(...diag.Edit)) {
	t.variables(func(i int) {
		text := t.slice(i)
		offer(t.replace(i, text[:2]+strings.ToUpper(text[2:3])+text[3:]))
	})
}

// reads calls visit for the token of every variable that is read.
func (t *text) reads(visit func(index int)) {
	targets := map[syntax.Node]bool{}
	syntax.Inspect(t.file.Program, func(node syntax.Node) bool {
		switch node := node.(type) {
		case *syntax.AssignmentExpression:
			targets[node.Left] = true
		case *syntax.VariableExpression:
			if text := t.slice(node.FirstToken()); !targets[node] && len(text) > 3 && simpleName.MatchString(strings.TrimPrefix(text, "$")) {
				visit(node.FirstToken())
			}
		}
		return true
	})
}

func dashedVariables(t *text, offer func(...diag.Edit)) {
	t.reads(func(i int) { offer(t.replace(i, t.slice(i)+t.pick("-x", "-1", "-other"))) })
}

func unknownVariables(t *text, offer func(...diag.Edit)) {
	t.variables(func(i int) { offer(t.replace(i, t.slice(i)+"_unknown")) })
}

func topScopeFacts(t *text, offer func(...diag.Edit)) {
	t.reads(func(i int) {
		if name, isBare := strings.CutPrefix(t.slice(i), "$"); isBare {
			offer(t.replace(i, t.pick("$::kernel", "$::"+name, "$::my_fact", "$::osfamily")))
		} else {
			offer(t.replace(i, "::"+name))
		}
	})
}

func legacyFacts(t *text, offer func(...diag.Edit)) {
	t.reads(func(i int) {
		text := t.slice(i)
		switch {
		case strings.HasSuffix(text, "facts") || t.kind(i+1) == syntax.LeftBracket:
		case text[0] == '$' && t.kind(i-1) != syntax.StringText && t.kind(i-1) != syntax.StringStart:
			offer(t.replace(i, t.pick("$::osfamily", "$facts['fqdn']", "$facts['ipaddress_eth0']", "$::memorysize_mb", `$facts["hostname"]`, "$::processor0")))
		case text[0] != '$':
			offer(t.replace(i, t.pick("facts['operatingsystem']", "::lsbdistcodename", "facts['uuid']", `$facts['domain']`)))
		}
	})
}

// noDefaultCase renames the default option of case statements and selectors.
func noDefaultCase(t *text, offer func(...diag.Edit)) {
	t.each(func(i int) { offer(t.replace(i, "'fallback'")) }, syntax.KeywordDefault)
}

func selectors(t *text, offer func(...diag.Edit)) {
	t.attributes(func(_ int, value source.Span, _ int32) {
		if text := t.file.Source.Slice(value); !strings.Contains(text, "@(") && !strings.ContainsAny(text, "{}") {
			subject := t.pick("$facts['os']['family']", "$title", "fact('a')", `"${name}"`)
			offer(diag.Replace(t.file.Source, value, subject+" ? { 'a' => "+text+", default => undef }"))
		}
	})
}

func duplicates(t *text, offer func(...diag.Edit)) {
	t.attributes(func(_ int, value source.Span, end int32) {
		if text := t.file.Source.Slice(value); !strings.Contains(text, "@(") {
			start := t.file.Source.LineStart(t.file.Source.Line(end))
			offer(t.insert(start, t.file.Source.Text[start:end]+"\n"))
		}
	})
}

func moduleURLs(t *text, offer func(...diag.Edit)) {
	t.each(func(i int) {
		text := t.slice(i)
		if at := strings.Index(text, "puppet:///modules/"); at >= 0 {
			offer(t.replace(i, strings.Replace(text, "puppet:///modules/", "puppet:///", 1)))
		} else if len(text) > 30 && t.kind(i) != syntax.StringText {
			offer(t.replace(i, text[:1]+"puppet:///"+text[1:]))
		}
	}, syntax.SingleQuoted, syntax.StringText)
}

func longLines(t *text, offer func(...diag.Edit)) {
	t.each(func(i int) {
		if t.kind(i-1) != syntax.LineComment && t.kind(i-1) != syntax.BlockComment {
			offer(t.insert(t.token(i).Start, " # "+strings.Repeat(t.pick("long ", "längs ", "http://x "), 10+t.random.IntN(20))+"line"))
		}
	}, syntax.Newline)
}

// hashesOnOneLine joins an attribute with the one on the next line.
func hashesOnOneLine(t *text, offer func(...diag.Edit)) {
	t.attributes(func(_ int, _ source.Span, end int32) {
		line := t.file.Source.Line(end)
		if line >= t.file.Source.LineCount() {
			return
		}
		next := t.file.Source.LineText(line + 1)
		trimmed := strings.TrimLeft(next, " ")
		if strings.Contains(next, "=>") && strings.HasSuffix(next, ",") {
			offer(diag.Replace(t.file.Source, source.Span{Start: end, End: t.file.Source.LineStart(line+1) + int32(len(next)-len(trimmed))}, " "))
		}
	})
}

// semicolons adds a second body to a resource.
func semicolons(t *text, offer func(...diag.Edit)) {
	syntax.Inspect(t.file.Program, func(node syntax.Node) bool {
		resource, isResource := node.(*syntax.ResourceExpression)
		if !isResource {
			return true
		}
		brace := resource.LastToken()
		if last := t.previous(brace); t.kind(last) == syntax.Comma && t.kind(brace-1) == syntax.Indent {
			offer(t.replace(last, ";"), t.insert(t.token(brace-1).End, "  'second':\n      ensure => present,\n      mode => 0755;\n  "))
		}
		return true
	})
}

func controlComments(t *text, offer func(...diag.Edit)) {
	checks := []string{"double_quoted_strings", "arrow_alignment", "140chars", "hard_tabs", "variable_scope", "legacy_facts"}
	t.each(func(i int) {
		if t.kind(i-1) != syntax.LineComment {
			offer(t.insert(t.token(i).Start, " # lint:ignore:"+t.pick(checks...)+t.pick("", " because", " lint:ignore:trailing_whitespace so it is")))
		}
	}, syntax.Newline)
}

// wholeFile are the habits that strike a whole file. It never changes.
var wholeFile = []func(string, *rand.Rand) string{
	func(text string, _ *rand.Rand) string { return strings.ReplaceAll(text, "\n", "\r\n") },
	func(text string, _ *rand.Rand) string { return strings.TrimRight(text, "\r\n") },
	func(text string, random *rand.Rand) string {
		return text + []string{
			"node foo.example.com { }\n", "node default { include foo }\nnode 'a', bar {\n}\n", "Foo['a'] -> Bar['b']\n",
			"notice(\"top\")\n", "include other\nfile { '/tmp/x': mode => 644 }\n",
		}[random.IntN(5)]
	},
}
