package pattern

import (
	"fmt"
	regexpsyntax "regexp/syntax"
	"slices"
	"strings"
	"testing"

	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// find lists the matches of a rule in code, each as "line: NAME=text …".
func find(t *testing.T, rule *Rule, code string) string {
	t.Helper()
	file := syntax.Parse(source.NewFile("a.pp", code), syntax.Options{})
	if len(file.Errors) > 0 {
		t.Fatalf("%s\n%v", code, file.Errors)
	}
	kinds := map[syntax.Kind]bool{}
	for _, kind := range rule.Kinds() {
		kinds[kind] = true
	}
	work := NewWork(file, nil)
	var found []string
	syntax.Walk(file.Program, func(cursor *syntax.Cursor) bool {
		if !kinds[cursor.Node().Kind()] {
			return true
		}
		around := func(n int) syntax.Node { return cursor.Ancestor(n + 1) }
		rule.Find(work, cursor.Node(), around, func(match *Match) bool {
			line := fmt.Sprint(file.Source.Line(file.Extent(match.Node).Start), ":")
			for i := range match.Captures {
				line += " " + match.Captures[i].Name() + "=" + match.Captures[i].Text()
			}
			found = append(found, line)
			return true
		})
		return true
	}, nil)
	return strings.Join(found, "\n")
}

func expression(t *testing.T, text string) *Expression {
	t.Helper()
	compiled, err := CompileExpression(text)
	if err != nil {
		t.Fatal(err)
	}
	return compiled
}

func compile(t *testing.T, texts ...string) []*Pattern {
	t.Helper()
	var all []*Pattern
	for _, text := range texts {
		if text == "" {
			continue
		}
		compiled, err := Compile(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		all = append(all, compiled)
	}
	return all
}

func TestPatterns(t *testing.T) {
	for _, test := range []struct {
		name, pattern, code, want string
	}{
		{"a call", `foo($A, 1)`, "foo(bar, 1)\nfoo(bar, 2)\nfoo(bar)", "1: A=bar"},
		{"a statement call", `include $X`, "include foo\ninclude 'bar'\ninclude(baz)\nrequire foo", "1: X=foo\n2: X=bar\n3: X=baz"},
		{"any function", `$F($_)`, "foo(1)\nbar(1, 2)", "1: F=foo"},
		{"runs in arguments", `foo($...BEFORE, 1, $...AFTER)`, "foo(1)\nfoo(a, b, 1)\nfoo(2)", "1: BEFORE= AFTER=\n2: BEFORE=a, b AFTER="},
		{"dots in arguments", `foo(..., 2)`, "foo(1, 2)\nfoo(2)\nfoo(2, 1)", "1:\n2:"},
		{"the same metavariable twice", `$A == $A`, "$x = $y == $y\n$z = $y == $w", "1: A=$y"},
		{"layout does not matter", `$A == $A`, "$x = [ 1,2 ] == [1, 2]", "1: A=[ 1,2 ]"},
		{"parentheses do not matter", `$A and true`, "$x = (($y) and (true))", "1: A=$y"},
		{"a method", `$X.each |$K, $V| { ... }`, "$h.each |$k, $v| { notice($k) }\n$h.each |$k| { }", "1: X=$h K=k V=v"},
		{"a call without its lambda", `each($X)`, "each($h) |$k| { }", "1: X=$h"},
		{"attributes in any order", `file { $T: mode => $M, owner => root }`, "file { 'a':\n  owner => 'root',\n  group => 'x',\n  mode => '0644',\n}\nfile { 'b': mode => 'x' }", "1: T=a M=0644"},
		{"each body", `file { $T: mode => $M }`, "file {\n 'a': mode => 1;\n 'b': ensure => file;\n 'c': mode => 2;\n}", "1: T=a M=1\n1: T=c M=2"},
		{"any attribute", `exec { $_: $NAME => 'x' }`, "exec { 'a': unless => 'x', onlyif => 'y', command => 'x' }", "1: NAME=unless\n1: NAME=command"},
		{"any type", `$TYPE { 'a': }`, "file { 'a': }\nclass { 'a': }\nuser { 'b': }", "1: TYPE=file\n2: TYPE=class"},
		{"virtual and exported", `user { $T: }`, "@user { 'a': }\n@@user { 'b': }\nuser { 'c': }", "1: T=a\n2: T=b\n3: T=c"},
		{"only exported", `@@user { $T: }`, "@user { 'a': }\n@@user { 'b': }\nuser { 'c': }", "2: T=b"},
		{"a splat", `file { $_: * => $H }`, "file { 'a': * => $x }", "1: H=$x"},
		{"defaults", `File { mode => $M }`, "File { owner => root, mode => '0644' }", "1: M=0644"},
		{"overrides", `File[$T] { mode => $M }`, "File['a'] { mode => '0644' }", "1: T=a M=0644"},
		{"collectors", `User <| $_ |>`, "User <| title == a |>\nUser <| |>\nGroup <| |>", "1:"},
		{"a bare word is a string", `file { $_: ensure => 'present' }`, "file { 'a': ensure => present }\nfile { 'b': ensure => 'present' }", "1:\n2:"},
		{"any string", `foo("$...")`, "foo('a')\nfoo(\"a ${b} c\")\nfoo($x)\nfoo(@(END))\n  text\n  | END", "1:\n2:\n4:"},
		{"the rest of a string", `foo("curl $...REST")`, "foo('curl -O x')\nfoo(\"curl ${url} -O\")\nfoo('a curl')", "1: REST=-O x\n2: REST=${url} -O"},
		{"the middle of a string", `foo("${...A}/${...B}")`, "foo('a/b')\nfoo('ab')", "1: A=a B=b"},
		{"an expression in a string", `foo("a $X b")`, "foo(\"a ${c} b\")\nfoo(\"a ${d['e']} b\")\nfoo('a $X b')", "1: X=$c\n2: X=$d['e']"},
		{"single quotes hold no metavariables", `foo('$X')`, "foo('$X')\nfoo('y')", "1:"},
		{"strings anywhere", `"/usr/local/$...REST"`, "$a = '/usr/local/bin'\n$b = \"x/usr/local/${c}\"\n$d = { \"/usr/local/${e}\" => 1 }", "1: REST=bin\n3: REST=${e}"},
		{"a variable", `$::osfamily`, "$a = $::osfamily\n$b = \"${::osfamily}\"\n$c = $osfamily", "1:\n2:"},
		{"an element", `$facts[$NAME]`, "$a = $facts['os']['name']\n$b = $x['os']", "1: NAME=os"},
		{"references", `Class[$X]`, "Class['a'] -> Class[b]\n$x = Foo[a]", "1: X=a\n1: X=b"},
		{"a class", `class $NAME($P = $_) { ... }`, "class foo($a, $b = 1) { include x }\nclass bar { }", "1: NAME=foo P=b"},
		{"a class by its parent", `class $NAME inherits $PARENT { ... }`, "class foo inherits ::foo::params { }\nclass bar { }", "1: NAME=foo PARENT=foo::params"},
		{"what a body holds", `class $_ { ... include $X ... }`, "class foo {\n  $a = 1\n  include b\n  include c\n}", "1: X=b\n1: X=c"},
		{"an empty body", `class $NAME { }`, "class foo { }\nclass bar { include x }", "1: NAME=foo"},
		{"typed parameters", `define $NAME(Optional[$T] $P) { ... }`, "define foo(Optional[String] $x, Integer $y) { }", "1: NAME=foo T=String P=x"},
		{"an if without its else", `if $X { ... }`, "if $a { notice(1) } else { notice(2) }\nif $b { }", "1: X=$a\n2: X=$b"},
		{"an else", `if $X { ... } else { fail($M) }`, "if $a { } else { fail('b') }\nif $a { }", "1: X=$a M=b"},
		{"an option of a case", `case $X { default: { ... } }`, "case $a { 1: { } default: { } }\ncase $b { 1: { } }", "1: X=$a"},
		{"a selector", `$X ? { true => $A, false => $B }`, "$y = $a ? { false => 1, true => 2 }", "1: X=$a A=2 B=1"},
		{"a hash", `{ 'a' => $V, ... }`, "$x = { b => 1, a => 2 }\n$y = { b => 1 }", "1: V=2"},
		{"an array", `[$FIRST, ...]`, "$x = [1, 2]\n$y = []", "1: FIRST=1"},
		{"an assignment", `$X = undef`, "$x = undef\n$y = 1", "1: X=$x"},
		{"chains", `$A -> $B`, "Class[a] -> Class[b]\nClass[a] ~> Class[b]", "1: A=Class[a] B=Class[b]"},
		{"an alias", `type $NAME = Variant[...]`, "type A::B = Variant[String, Integer]\ntype C = String", "1: NAME=A::B"},
		{"a node", `node $NAME { ... }`, "node 'a.b' { }\nnode default { }", "1: NAME=a.b\n2: NAME=default"},
		{"a type", `foo($X:Integer[1, 10])`, "foo(7)\nfoo(11)\nfoo('7')\nfoo($x)", "1: X=7"},
		{"a type of a title", `file { $T:Pattern[/^.tmp/]: }`, "file { '/tmp/x': }\nfile { '/usr/x': }", "1: T=/tmp/x"},
		{"a type of an array", `$X = $Y:Array[String]`, "$a = ['b']\n$c = [1]", "1: X=$a Y=['b']"},
		{"numbers by their value", `foo(420)`, "foo(0644)\nfoo(0x1a4)\nfoo('420')", "1:\n2:"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := find(t, &Rule{Patterns: compile(t, test.pattern)}, test.code); got != test.want {
				t.Errorf("%s\n%s\ngot\n%s\nwant\n%s", test.pattern, test.code, got, test.want)
			}
		})
	}
}

func TestContext(t *testing.T) {
	code := "class a {\n  file { 'x': mode => 1 }\n  file { 'y': }\n}\nclass b {\n  if $c {\n    file { 'z': * => $h }\n  }\n}\n"
	for _, test := range []struct {
		name                      string
		unless, inside, notInside string
		want                      string
	}{
		{"unless", "file { $_: mode => $_ }", "", "", "3: T=y"},
		{"inside", "", "class b { ... }", "", "7: T=z"},
		{"inside, with a capture", "", "class $CLASS { ... }", "", "2: T=x CLASS=a\n3: T=y CLASS=a\n7: T=z CLASS=b"},
		{"not inside", "", "", "if $_ { ... }", "2: T=x\n3: T=y"},
		{"inside something else", "", "define $_ { ... }", "", ""},
	} {
		rule := &Rule{Patterns: compile(t, "file { $T: }"), Unless: compile(t, test.unless),
			Inside: compile(t, test.inside), NotInside: compile(t, test.notInside)}
		if got := find(t, rule, code); got != test.want {
			t.Errorf("%s: got\n%s\nwant\n%s", test.name, got, test.want)
		}
	}
}

func TestConditions(t *testing.T) {
	code := "foo('abc')\nfoo(xyz)\nfoo($v)\nfoo(42)\nfoo([bar(1)])\nfoo(\"a ${b}\")\n"
	for _, test := range []struct {
		name      string
		condition Condition
		want      string
	}{
		{"matches", Condition{Matches: expression(t, `^[ax]`)}, "1 2 6"},
		{"does not match", Condition{NotMatches: expression(t, `^[ax]`)}, "3 4 5"},
		{"one of", Condition{OneOf: []string{"xyz", "$v"}}, "2 3"},
		{"not one of", Condition{NotOneOf: []string{"xyz", "$v"}}, "1 4 5 6"},
		{"kind", Condition{Kinds: []string{"string", "interpolated", "integer"}}, "1 4 6"},
		{"not kind", Condition{NotKinds: []string{"array", "variable", "name"}}, "1 4 6"},
		{"contains", Condition{Contains: compile(t, "bar($_)")}, "5"},
		{"does not contain", Condition{NotContains: compile(t, "bar($_)", "$v")}, "1 2 4 6"},
	} {
		rule := &Rule{Patterns: compile(t, "foo($X)"), Where: map[string]*Condition{"X": &test.condition}}
		var lines []string
		for line := range strings.Lines(find(t, rule, code)) {
			lines = append(lines, line[:1])
		}
		if got := strings.Join(lines, " "); got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
}

func TestLargeExpressions(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("(?:x{1000})", 20), strings.Repeat("(?:a{9}b){100}", 12), strings.Repeat("a?", 10_000), strings.Repeat("(a|", 60) + strings.Repeat("b)", 60) + "{1,100}",
	} {
		if compiled, err := CompileExpression(text); compiled != nil || err == nil || !strings.Contains(err.Error(), "too large") {
			t.Errorf("%.30s: got %v, %v", text, compiled, err)
		}
	}
	for _, text := range []string{`\p{L}{500}`, "^(?:" + strings.Repeat("host-name[0-9]+|", 300) + "x)$", "(?i)[a-z]{1000}"} {
		compiled, err := CompileExpression(text)
		if err != nil {
			t.Fatalf("%.30s: %v", text, err)
		}
		program, err := regexpsyntax.Parse(text, regexpsyntax.Perl)
		if err != nil {
			t.Fatal(err)
		}
		if of, err := regexpsyntax.Compile(program.Simplify()); err != nil || len(of.Inst) > compiled.instructions+2 {
			t.Errorf("%.30s: %d instructions, counted %d (%v)", text, len(of.Inst), compiled.instructions, err)
		}
	}
	file := syntax.Parse(source.NewFile("a.pp", "foo('"+strings.Repeat("x", 20_000)+"')\n"), syntax.Options{})
	rule := &Rule{Patterns: compile(t, "foo($X)"), Where: map[string]*Condition{"X": {NotMatches: expression(t, "(?:x?){900}y")}}}
	work, matches := NewWork(file, nil), 0
	syntax.Walk(file.Program, func(cursor *syntax.Cursor) bool {
		rule.Find(work, cursor.Node(), func(n int) syntax.Node { return cursor.Ancestor(n + 1) }, func(*Match) bool { matches++; return true })
		return true
	}, nil)
	if matches != 0 || !work.GaveUp(rule) {
		t.Errorf("%d matches, gave up: %v", matches, work.GaveUp(rule))
	}
}

func TestErrors(t *testing.T) {
	for _, test := range []struct {
		pattern, want string
		offset        int32
	}{
		{"", "the pattern is empty", 0},
		{"$X", "this pattern matches everything", 0},
		{"...", "this pattern matches everything", 0},
		{"foo(", "this is not valid Puppet code", 4},
		{"include a\ninclude b", "a pattern is a single statement or expression", 10},
		{"file { mode => $X }", "a resource has a title: file { $_: ... }", 5},
		{"ensure => latest", "an attribute is found as part of a resource: $_ { $_: ensure => latest, ... }", 7},
		{"ensure => 'a', mode => ", "this is not valid Puppet code: unexpected '=>'", 7},
		{`foo("$...abc")`, "write ${...}", 5},
		{"file { 'a': $...REST }", "cannot be captured", 12},
	} {
		_, err := Compile(test.pattern)
		problem, ok := err.(*Error)
		if !ok || !strings.Contains(problem.Message, test.want) || problem.Offset != test.offset {
			t.Errorf("%q: got %+v", test.pattern, err)
		}
	}
}

// TestSearchEnds: a pattern that can be bound in very many ways gives up.
func TestSearchEnds(t *testing.T) {
	rule := &Rule{Patterns: compile(t, "foo($...A, $...B, $...C, $...D, $...E, nothing)")}
	if got := find(t, rule, "foo("+strings.Repeat("1, ", 500)+"2)"); got != "" {
		t.Errorf("got %s", got)
	}
}

// TestRulesShareWork: rules that can match in very many ways stop where that is too much work for
// the file, and say so. The pattern of `inside` is asked once for the node around all matches.
func TestRulesShareWork(t *testing.T) {
	code := "if $x {\n" + strings.Repeat("  notice(0)\n  notice(1)\n", 25) + "}\n"
	file := syntax.Parse(source.NewFile("a.pp", code), syntax.Options{})
	work := NewWork(file, nil)
	run := func(rule *Rule) (matches int) {
		syntax.Walk(file.Program, func(cursor *syntax.Cursor) bool {
			if slices.Contains(rule.Kinds(), cursor.Node().Kind()) {
				rule.Find(work, cursor.Node(), func(n int) syntax.Node { return cursor.Ancestor(n + 1) }, func(*Match) bool { matches++; return true })
			}
			return true
		}, nil)
		return matches
	}
	notices := compile(t, "notice($A)")
	inside := &Rule{Patterns: notices, Inside: compile(t, "if $X { ... notice($B) ... notice($B) ... }")}
	before := work.left
	if got, spent := run(inside), before-work.left; got != 50 || work.GaveUp(inside) || spent > 50*stepsOfMatch+2000 {
		t.Errorf("%d matches in %d steps, gave up: %v", got, spent, work.GaveUp(inside))
	}
	plain := &Rule{Patterns: notices}
	for range 80 {
		run(&Rule{Patterns: notices, Inside: compile(t, "if $X { ... notice($B) ... notice($C) ... notice([$B, $C]) ... }")})
	}
	if got := run(plain); got != 0 || !work.GaveUp(plain) || work.left < -2*maxSteps {
		t.Errorf("%d matches, gave up: %v, %d steps left", got, work.GaveUp(plain), work.left)
	}
}

// TestInsideWithBindings: what a pattern of `inside` matches depends on the values of the
// metavariables that it shares with the match.
func TestInsideWithBindings(t *testing.T) {
	code := "class a {\n  foo(1)\n  foo(2)\n  foo(2)\n  foo('2')\n  bar(2)\n}\n"
	rule := &Rule{Patterns: compile(t, "foo($A)"), Inside: compile(t, "class $CLASS { ... bar($A) ... }")}
	if got, want := find(t, rule, code), "3: A=2 CLASS=a\n4: A=2 CLASS=a"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestGivingUpIsNoMatch: a pattern of `unless` or `not-inside` that gives up does not make a match.
func TestGivingUpIsNoMatch(t *testing.T) {
	code := "foo(" + strings.Repeat("1, ", 500) + "2)"
	many := "foo($...A, $...B, $...C, $...D, $...E, nothing)"
	for _, rule := range []*Rule{
		{Patterns: compile(t, "foo(...)"), Unless: compile(t, many)},
		{Patterns: compile(t, "2"), NotInside: compile(t, many)},
		{Patterns: compile(t, "2"), Inside: compile(t, many)},
	} {
		if got := find(t, rule, code); got != "" {
			t.Errorf("got %s", got)
		}
	}
}

func TestTemplate(t *testing.T) {
	for _, test := range []struct{ template, code, want string }{
		{"bar($A)", "foo(1 + 2)", "bar(1 + 2)"},
		{"$A.bar", "foo(1 + 2)", "(1 + 2).bar"},
		{"$A", "foo(1 + 2)", "1 + 2"},
		{"$A.bar", "foo($x)", "$x.bar"},
		{"\"${A}_$b\"", "foo($x['y'])", "\"${x['y']}_$b\""},
		{"\"a $A\"", "foo(x)", "\"a x\""},
		{"'$A'", "foo('x')", "'x'"},
	} {
		template, err := CompileTemplate(test.template, []string{"A"})
		if err != nil {
			t.Fatal(err)
		}
		file := syntax.Parse(source.NewFile("a.pp", test.code), syntax.Options{})
		rule := &Rule{Patterns: compile(t, "foo($A)")}
		rule.Find(NewWork(file, nil), file.Program.Body, func(int) syntax.Node { return nil }, func(match *Match) bool {
			if got := template.Code(file, match); got != test.want {
				t.Errorf("%s: got %s, want %s", test.template, got, test.want)
			}
			return true
		})
	}
	if _, err := CompileTemplate("$B", []string{"A"}); err == nil || err.Error() != "no pattern captures $B; they capture $A" {
		t.Errorf("got %v", err)
	}
}

// TestMessage: a message shows the beginning of each capture on one line, as often as it is named.
func TestMessage(t *testing.T) {
	for _, test := range []struct{ code, want string }{
		{"foo(' a\n\tb ')", "a b, a b!"},
		{"foo('" + strings.Repeat("a", 60) + " ')", strings.Repeat("a", 60) + ", " + strings.Repeat("a", 60) + "!"},
		{"foo('" + strings.Repeat("ä b ", 5000) + "')", strings.Repeat("ä b ", 14) + "ä b…, " + strings.Repeat("ä b ", 14) + "ä b…!"},
	} {
		template, err := CompileTemplate("$A, $A!", []string{"A"})
		if err != nil {
			t.Fatal(err)
		}
		file := syntax.Parse(source.NewFile("a.pp", test.code), syntax.Options{})
		rule := &Rule{Patterns: compile(t, "foo($A)")}
		rule.Find(NewWork(file, nil), file.Program.Body, func(int) syntax.Node { return nil }, func(match *Match) bool {
			if got := template.Message(match); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
			long, _ := CompileTemplate(strings.Repeat("$A", 1000), []string{"A"})
			if allocations := testing.AllocsPerRun(1, func() { long.Message(match) }); allocations > 200 {
				t.Errorf("%v allocations", allocations)
			}
			return true
		})
	}
}

// TestExplain checks the explanation for a pattern that matches nothing: the closest code, and the
// first difference.
func TestExplain(t *testing.T) {
	for _, test := range []struct{ pattern, code, at, reason string }{
		{`exec { $_: command => $C }`, "notice('x')\n", "", "there is no resource here"},
		{`exec { $_: command => $C }`, "", "", "there is no resource here, and the pattern matches nothing else"},
		{`cron { $_: hour => $H }`, "file { 'x': }\n", "file", "the pattern has `cron` where the code has `file`"},
		{`cron { $_: hour => $H }`, "cron { 'x': minute => 3 }\n", "cron { 'x': minute => 3 }", "the pattern has `hour` where the code has `minute`"},
		{`cron { $_: hour => $H }`, "cron { 'x': }\n", "cron { 'x': }", "no part of it matches `hour => $H`"},
		{`cron { $_: hour => 4 }`, "cron { 'x': hour => 3 }\n", "3", "the pattern has `4` where the code has `3`"},
		{`lookup($KEY)`, "lookup('a', String)\n", "String", "the code continues with `String`, which is not in the pattern"},
		{`lookup($KEY, $TYPE)`, "lookup('a')\n", "lookup('a')", "the code has nothing for `$TYPE`"},
		{`$A == $A`, "$x = $y == $z\n", "$y == $z", "$A is `$y` in one place and `$z` in another"},
		{`class $NAME { }`, "class a {\n  include b\n}\n", "include b", "the code continues with `include b`"},
		{`"curl $...REST"`, "exec { 'wget x': }\n", "'wget x'", "the pattern has `\"curl $...REST\"` where the code has `'wget x'`"},
		{`include $X`, "contain foo\n", "contain", "the pattern has `include` where the code has `contain`"},
	} {
		file := syntax.Parse(source.NewFile("x.pp", test.code), syntax.Options{})
		miss := (&Rule{Patterns: compile(t, test.pattern)}).Explain(file)
		if miss == nil {
			t.Errorf("%s matches %s", test.pattern, test.code)
			continue
		}
		at := ""
		if miss.Node != nil {
			at = file.Source.Slice(file.Extent(miss.Node))
		}
		if at != test.at || !strings.HasPrefix(miss.Reason, test.reason) {
			t.Errorf("%s\n%s: at %q: %s", test.pattern, test.code, at, miss.Reason)
		}
	}
	file := syntax.Parse(source.NewFile("x.pp", "class a {\n  file { 'x': mode => 1 }\n}\n"), syntax.Options{})
	for want, rule := range map[string]*Rule{
		"": {Patterns: compile(t, "file { $T: }")},
		"it matches, but so does a pattern of `unless`":                         {Patterns: compile(t, "file { $T: }"), Unless: compile(t, "file { $_: mode => $_ }")},
		"it matches, but nothing around it matches a pattern of `inside`":       {Patterns: compile(t, "file { $T: }"), Inside: compile(t, "class b { ... }")},
		"it matches, but a pattern of `not-inside` matches something around it": {Patterns: compile(t, "file { $T: }"), NotInside: compile(t, "class a { ... }")},
		"where.T does not hold for `x`":                                         {Patterns: compile(t, "file { $T: }"), Where: map[string]*Condition{"T": {OneOf: []string{"y"}}}},
	} {
		got := ""
		if miss := rule.Explain(file); miss != nil {
			got = miss.Reason
		}
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
