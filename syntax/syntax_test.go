package syntax_test

import (
	"fmt"
	"strings"
	"testing"
	"unsafe"

	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

func parse(text string, options syntax.Options) *syntax.File {
	return syntax.Parse(source.NewFile("x.pp", text), options)
}

// check fails if file violates an invariant of the package.
func check(t *testing.T, file *syntax.File) {
	t.Helper()
	text := file.Source.Text
	end := int32(0)
	for i, token := range file.Tokens {
		if token.Start != end || token.End <= token.Start {
			t.Fatalf("%q: token %d (%v) is at %v, want one from %d on", text, i, token.Kind, token.Span, end)
		}
		end = token.End
	}
	if int(end) != len(text) {
		t.Fatalf("%q: the tokens end at %d of %d", text, end, len(text))
	}
	seen := make([]bool, file.NodeCount)
	depth := 0
	syntax.Walk(file.Program, func(c *syntax.Cursor) bool {
		node := c.Node()
		if id := node.ID(); int(id) >= len(seen) || seen[id] {
			t.Fatalf("%q: %v has the id %d, of %d, twice or too great", text, node.Kind(), id, len(seen))
		}
		seen[node.ID()] = true
		depth = max(depth, c.Depth())
		if first, last := node.FirstToken(), node.LastToken(); first < 0 || last < first-1 || last >= len(file.Tokens) {
			t.Fatalf("%q: %v has the tokens %d to %d of %d", text, node.Kind(), first, last, len(file.Tokens))
		}
		if span := node.Span(); span.Start < 0 || span.End < span.Start && node.Kind() != syntax.KindBadExpr && len(file.Errors) == 0 || int(span.End) > len(text) {
			t.Fatalf("%q: %v has the span %v", text, node.Kind(), span)
		}
		return true
	}, nil)
	if depth > 8*syntax.MaxDepth {
		t.Fatalf("the tree is %d deep", depth)
	}
	for _, err := range file.Errors {
		if err.Message == "" || err.Code == "" || err.Span.Start < 0 || err.Span.End < err.Span.Start || int(err.Span.End) > len(text) || int(err.At) > len(text) {
			t.Fatalf("%q: bad error %+v", text, err)
		}
	}
}

// TestSizes checks the sizes of the structs that occur most often.
func TestSizes(t *testing.T) {
	for _, test := range []struct {
		name      string
		got, want uintptr
	}{
		{"Token", unsafe.Sizeof(syntax.Token{}), 12},
		{"QualifiedName", unsafe.Sizeof(syntax.QualifiedName{}), 40},
		{"LiteralString", unsafe.Sizeof(syntax.LiteralString{}), 40},
		{"VariableExpression", unsafe.Sizeof(syntax.VariableExpression{}), 64},
		{"AttributeOperation", unsafe.Sizeof(syntax.AttributeOperation{}), 64},
		{"ArithmeticExpression", unsafe.Sizeof(syntax.ArithmeticExpression{}), 56},
		{"CallNamedFunctionExpression", unsafe.Sizeof(syntax.CallNamedFunctionExpression{}), 80},
	} {
		if test.got != test.want {
			t.Errorf("a %s has %d bytes, want %d", test.name, test.got, test.want)
		}
	}
}

// TestTokens lists the tokens of texts that contain every kind of token.
func TestTokens(t *testing.T) {
	for _, test := range []struct {
		text    string
		options syntax.Options
		want    string
	}{
		{"  $a = [1] # c\r\n/* d */\tx::y", syntax.Options{},
			"INDENT'  ' VARIABLE'$a' WHITESPACE' ' EQUALS'=' WHITESPACE' ' LISTSTART'[' NUMBER'1' RBRACK']' WHITESPACE' ' COMMENT'# c' NEWLINE'\\r\\n' MLCOMMENT'/* d */' WHITESPACE'\\t' NAME'x::y'"},
		{`"a${b}$c" 'x'`, syntax.Options{},
			`DQSTART'"' DQTEXT'a' DQEXPR'${' VARIABLE'b' DQEXPR_END'}' VARIABLE'$c' DQEND'"' WHITESPACE' ' SSTRING''x''`},
		{"f(@(\"E\"))\n  a\n   ${b}\n  | E\ng", syntax.Options{},
			"NAME'f' LPAREN'(' HEREDOC'@(\"E\")' RPAREN')' NEWLINE'\\n' HEREDOC_MARGIN'  ' DQTEXT'a\\n' HEREDOC_MARGIN'  ' DQTEXT' ' DQEXPR'${' VARIABLE'b' DQEXPR_END'}' DQTEXT'\\n' HEREDOC_END'  | E\\n' NAME'g'"},
		{"a<%# c -%>\nb<%= $x -%> <%- if x { %>%%>", syntax.Options{EPP: true},
			"RENDER_STRING'a' EPP_COMMENT'<%# c -%>' RENDER_STRING'\\nb' RENDER_EXPR'<%=' WHITESPACE' ' VARIABLE'$x' WHITESPACE' ' EPP_END_TRIM'-%>' RENDER_STRING' ' EPP_TAG'<%-' WHITESPACE' ' IF'if' WHITESPACE' ' NAME'x' WHITESPACE' ' LBRACE'{' WHITESPACE' ' EPP_END'%>' RENDER_STRING'%%>'"},
		{"$x ? { a => 1 }\n (1)", syntax.Options{},
			"VARIABLE'$x' WHITESPACE' ' QMARK'?' WHITESPACE' ' SELBRACE'{' WHITESPACE' ' NAME'a' WHITESPACE' ' FARROW'=>' WHITESPACE' ' NUMBER'1' WHITESPACE' ' RBRACE'}' NEWLINE'\\n' INDENT' ' WSLPAREN'(' NUMBER'1' RPAREN')'"},
	} {
		file := parse(test.text, test.options)
		check(t, file)
		var got []string
		for i, token := range file.Tokens {
			text := strings.NewReplacer("\n", `\n`, "\r", `\r`, "\t", `\t`).Replace(file.Text(i))
			got = append(got, fmt.Sprintf("%v'%s'", token.Kind, text))
		}
		if joined := strings.Join(got, " "); joined != test.want {
			t.Errorf("%q\n got %s\nwant %s", test.text, joined, test.want)
		}
	}
}

// TestRecovery checks that each mistake is reported once, and that nothing else is reported.
func TestRecovery(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"ten typos", `class foo (
  String $a = ,
  Integer $b = 1
  Boolean $c = true,
) {
  file { '/etc/a':
    ensure => present
    mode   => '0644',
    owner  => ,
  }
  if $x == {
    notice('a')
  }
  package { 'x' ensure => present }
  $y = [1, 2 3, 4]
  $z = { a => 1, b 2, c => 3 }
  foo(1, , 2)
  case $x {
    'a' { notice(1) }
    'b': { $q = = 3 }
  }
  notify { "a ${x +} b": }
  include foo bar)
  $w = 08
  Foo::bar { }
}
define bar($x {
  notice($x)
}
`, "2:15 4:3 8:5 9:15 13:3 14:17 15:14 16:20 17:10 19:9 20:17 22:21 23:18 24:8 25:7 27:15"},
		{"missing braces", "class a {\n  if $x {\n    notice(1)\n}\nclass b {\n  $x = ]\n}\n", "6:8"},
		{"a space before the title of a reference", "class a {\n  if $x {\n      file { 'a':\n        require => Exec [ 'b' ]\n    }\n  }\n  file { 'c':\n    before => File ['d'],\n    after => File['d'] 'e'; 'f':\n    mode => ]\n  }\n  File<| |> { require => File ['x'] }\n}\n", "4:25 8:20 9:24 10:13 12:31"},
		{"missing parenthesis", "class a {\n  foo('x'\n  $a = 1\n  $b = 1 +\n}\n", "3:3 5:1"},
		{"stray closers", "a } ) ] b\n$x = 2\nfoo { 'a' }\n", "1:3 3:11"},
		{"missing quote", "$a = \"foo\n$b = \"bar ${x}\"\n$c = 08\n", "2:14"},
		{"missing quote, the last", "$a = 'foo\n$b = 08\n", "1:7 2:6"},
		{"end of file", "class a {\n  file { 'x': ensure => present }\n", "0:0"},
		{"a heredoc without end", "$a = @(E)\n  text\n$b = [1 2]\n", "2:1 3:9"},
		{"a heredoc whose tag is in single quotes", "f(@('E'),\n  <%= $x %> ${\n  | E\n  1)\n$b = [1 2]\n", "2:1 5:9"},
		{"the same with that end", "$a = @('E')\n  text\n  | 'E'\n$b = [1 2]\n", "4:9"},
		{"the same without any end", "$a = @('E')\n  text\n$b = [1 2]\n", "2:1 3:9"},
		{"many at signs", "@@@ 1\n$x = ]\n", "1:3 2:6"},
	} {
		file := parse(test.text, syntax.Options{})
		check(t, file)
		var got []string
		for _, err := range file.Errors {
			at := source.Position{}
			if err.At >= 0 {
				at = file.Source.Position(err.At)
			}
			got = append(got, fmt.Sprintf("%d:%d", at.Line, at.Column))
		}
		if joined := strings.Join(got, " "); joined != test.want {
			t.Errorf("%s: errors at %s, want %s", test.name, joined, test.want)
			for _, err := range file.Errors {
				t.Log(err.Code, err.Message)
			}
		}
	}
}

// TestUnfinishedWordDefinesNothing checks an unfinished class name that begins with a keyword: the
// lines below it do not become a type alias.
func TestUnfinishedWordDefinesNothing(t *testing.T) {
	for _, name := range []string{"type", "typed", "type\n$x = 1", "type Foo = String"} {
		file := parse("class a {\n  include "+name+"\n  include b\n}\n", syntax.Options{})
		aliases := 0
		for _, definition := range file.Program.Definitions {
			if _, isAlias := definition.(*syntax.TypeAlias); isAlias {
				aliases++
			}
		}
		if want := strings.Count(name, "Foo"); aliases != want {
			t.Errorf("include %s: %d type aliases, want %d", name, aliases, want)
		}
	}
}

// TestHostile checks that hostile code takes little time and has few errors.
func TestHostile(t *testing.T) {
	many := 1 << 16
	for _, test := range []struct {
		name, text string
		// most is the greatest number of errors.
		most int
	}{
		{"open brackets", strings.Repeat("[", many), 1},
		{"open parentheses", strings.Repeat("(", many), 1},
		{"open braces", strings.Repeat("{", many), 1},
		{"open blocks", strings.Repeat("if 1 {", many), 1},
		{"open interpolations", strings.Repeat(`"${`, many), 1},
		{"nots", strings.Repeat("!", many) + "1", 1},
		{"sums", "1" + strings.Repeat("+1", many), 1},
		{"calls", "a" + strings.Repeat(".b", many), 1},
		{"indices", "a" + strings.Repeat("[1]", many), 1},
		{"arrows", "a" + strings.Repeat("->a", many), 1},
		{"assignments", strings.Repeat("$a=", many) + "1", 1},
		{"elsifs", "if 1 {}" + strings.Repeat("elsif 1 {}", many), 1},
		{"closers", strings.Repeat("}", many), 1},
		{"heredocs", strings.Repeat("@(E) ", many/16) + "\n", 2},
		{"nested heredocs", strings.Repeat("@(\"E\")\n${", many/64) + "\n", 2},
		{"NULs", strings.Repeat("\x00", many), 2},
		{"quotes", strings.Repeat("\\\"\n", many/16), 3},
		{"errors", strings.Repeat("$x = ]\n", many/16), many / 16},
		{"one line", strings.Repeat("$a = 'b' ", many/16) + "]", 1},
		{"broken lists", strings.Repeat("[1 2, ", many/16), 2},
	} {
		file := parse(test.text, syntax.Options{})
		check(t, file)
		if len(file.Errors) > test.most || len(file.Errors) == 0 && test.name != "quotes" {
			t.Errorf("%s: %d errors, want 1 to %d", test.name, len(file.Errors), test.most)
		}
	}
}

// TestEncodings checks the errors for files that are not UTF-8.
func TestEncodings(t *testing.T) {
	for _, test := range []struct{ text, code, message string }{
		{"\xEF\xBB\xBFnotice(1)", "ILLEGAL_BOM", "Illegal UTF-8 Byte Order mark at beginning of input: [EF BB BF] - remove these from the puppet source"},
		{"\xFF\xFEn\x00", "ILLEGAL_BOM", "Illegal UTF-16 Byte Order mark at beginning of input: [FF FE] - remove these from the puppet source"},
		{"\xFE\xFF\x00n", "ILLEGAL_BOM", "Illegal UTF-16 Byte Order mark at beginning of input: [FE FF] - remove these from the puppet source"},
		{"\xFF\xFE\x00\x00n\x00\x00\x00", "ILLEGAL_BOM", "Illegal UTF-32 Byte Order mark at beginning of input: [FF FE 0 0] - remove these from the puppet source"},
		{"\x00\x00\xFE\xFF", "ILLEGAL_BOM", "Illegal UTF-32 Byte Order mark at beginning of input: [0 0 FE FF] - remove these from the puppet source"},
		{"# caf\xE9\nnotice(1)", "INVALID_UTF8", ""},
	} {
		file := parse(test.text, syntax.Options{})
		check(t, file)
		if len(file.Errors) != 1 || file.Errors[0].Code != test.code || file.Errors[0].PuppetMessage != test.message {
			t.Errorf("%q: %+v, want %s %s", test.text, file.Errors, test.code, test.message)
		}
	}
}

// TestDocComment checks which comment documents a definition.
func TestDocComment(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"# a\n# b\nclass x {}", "# a\n# b"},
		{"# a\n\n# b\nclass x {}", "# b"},
		{"# a\n\nclass x {}", ""},
		{"$a = 1 # a\nclass x {}", ""},
		{"\n  # a\n  class x {}", "# a"},
		{"class x {}", ""},
	} {
		file := parse(test.text, syntax.Options{})
		from, upTo := file.DocComment(file.Program.Definitions[0])
		got := ""
		if from < upTo {
			got = test.text[file.Tokens[from].Start:file.Tokens[upTo-1].End]
		}
		if got = strings.ReplaceAll(got, "\n  #", "\n#"); got != test.want {
			t.Errorf("%q: %q, want %q", test.text, got, test.want)
		}
	}
}

// everyKind is a program with a node of every kind but BadExpr and Nop.
const everyKind = `
class a::b ($x, Array[Integer] $y = 1, *$z) inherits c { $a = 1 + 0x1F * 1.5 }
define d { } function e() >> Foo { [1, true, undef, default] } plan p { apply($t) { notice(1) } }
node 'x', /y/ inherits z { } type A = B[c] type M[a] = N type T inherits S { }
$x -> $y == 1 =~ /re/ in 3 and 4 or 5
if !$x { -$a } else { *$b } unless (1) { {a => 1} }
case 1 { 2: { 3 } } 4 ? { 5 => 6 }
Foo<| a == b |> { c => d, * => $e } Foo<<| |>>
foo(1) |$x| { private } $a.b(1) $a[1]
"a${b}" @(E)
E
file { 'x': y => z } File { a => b } File['x'] { a +> b } @foo { 'x': }
`

// TestWalkVisitsEveryKind checks that no kind of node is forgotten in EachChild.
func TestWalkVisitsEveryKind(t *testing.T) {
	var seen syntax.KindSet
	mark := func(file *syntax.File) {
		check(t, file)
		count := 0
		entered := 0
		syntax.Walk(file.Program, func(c *syntax.Cursor) bool {
			count++
			entered++
			kind := c.Node().Kind()
			union := syntax.NewKindSet(kind)
			for i := range seen {
				seen[i] |= union[i]
			}
			if (c.Parent() == nil) != (kind == syntax.KindProgram) || c.Depth() != entered-1 {
				t.Fatalf("%v: parent %v, depth %d", kind, c.Parent(), c.Depth())
			}
			return true
		}, func(*syntax.Cursor) { entered-- })
		inspected := 0
		syntax.Inspect(file.Program, func(syntax.Node) bool { inspected++; return true })
		if count > file.NodeCount || inspected != count {
			t.Errorf("Walk visits %d nodes, Inspect %d, of %d; %v", count, inspected, file.NodeCount, file.Errors)
		}
	}
	mark(parse(everyKind, syntax.Options{Tasks: true}))
	mark(parse("x<%= $a %>", syntax.Options{EPP: true}))
	mark(parse("", syntax.Options{}))
	mark(parse("$x = ]", syntax.Options{}))
	for kind := syntax.Kind(0); kind < syntax.KindCount; kind++ {
		if !seen.Has(kind) {
			t.Errorf("no %v visited", kind)
		}
	}
}
