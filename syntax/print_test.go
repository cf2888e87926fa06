package syntax_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"puppet-lint/syntax"
)

// TestQuote checks that every quoted text reads back as itself. The texts consist of characters
// that have a meaning in one of the two kinds of quotes.
func TestQuote(t *testing.T) {
	pieces := []string{
		`'`, `"`, `\`, `\\`, `$`, `${`, `}`, `$x`, `\n`, `\'`, `\$`, `\u0041`, `\u{1F600}`, `\s`, "\n", "\t", "\r", "\x00", "\x1b", "\x7f",
		"é", "\u00a0", "\u200b", "\u2028", "\u202e", "😀", "\ufeff", "a", "::", "%", "#", "/", "@(X)", "<%", " ",
	}
	random := rand.New(rand.NewPCG(3, 4))
	for range 20_000 {
		var text strings.Builder
		for range random.IntN(6) {
			text.WriteString(pieces[random.IntN(len(pieces))])
		}
		quoted := syntax.Quote(text.String())
		file := parse("$x = "+quoted+"\n", syntax.Options{})
		if len(file.Errors) > 0 {
			t.Fatalf("%q is quoted as %s: %s", text.String(), quoted, file.Errors[0].Message)
		}
		read, isLiteral := syntax.LiteralText(file.Program.Body.(*syntax.AssignmentExpression).Right)
		if !isLiteral || read != text.String() {
			t.Fatalf("%q is quoted as %s, which is %q", text.String(), quoted, read)
		}
		for _, char := range quoted {
			if char < ' ' {
				t.Fatalf("%q is quoted as %q, which hides something", text.String(), quoted)
			}
		}
	}
	// The real Puppet gives the lengths of these texts as 1, 2, 3 and 1.
	for text, want := range map[string]string{`\`: `'\\'`, `\\`: `'\\\\'`, `a\b`: `'a\b'`, "\x1b": `"\u{1b}"`} {
		if got := syntax.Quote(text); got != want {
			t.Errorf("%q is quoted as %s, want %s", text, got, want)
		}
	}
}

// TestParameterTags reads the tags as Puppet Strings and its users write them.
func TestParameterTags(t *testing.T) {
	for _, test := range []struct{ comment, want string }{
		{"# @param port the port", "port"},
		{"# @param [Integer] port the port", "port:Integer"},
		{"# @param port [Integer, String] the port", "port:Integer, String"},
		{"# @param [Hash[String, Array[Integer]]] ports", "ports:Hash[String, Array[Integer]]"},
		{"#   @param   $port", "port"},
		{"# @param *rest", "rest"},
		{"# @param &block", "block"},
		{"## @param port", "port"},
		{"# @param [Integer port", ""},
		{"# @param", ""},
		{"# @parameter port", ""},
		{"# see @param port", ""},
		{"# @return [Integer] x", ""},
		{"# @param a\n# @param b\n#   more of b\n#\n# @param c", "a b c"},
		{"# @param a\n\n# @param b", "b"},
	} {
		file := parse(test.comment+"\nclass a { }\n", syntax.Options{})
		var got []string
		for _, tag := range file.ParameterTags(file.Program.Body) {
			word := tag.Name
			if tag.Types != "" {
				word += ":" + tag.Types
			}
			got = append(got, word)
			if written := strings.TrimLeft(file.Source.Slice(tag.Span), "$*&"); written != tag.Name {
				t.Errorf("%q: the span of %s is that of %q", test.comment, tag.Name, written)
			}
		}
		if joined := strings.Join(got, " "); joined != test.want {
			t.Errorf("%q: got %q, want %q", test.comment, joined, test.want)
		}
	}
}

// TestSmallAnswers checks simple methods of nodes and files.
func TestSmallAnswers(t *testing.T) {
	file := parse("Db produces Sql { host => $x }\n((('a')))\n@@file { x: }\nclass b { }\n", syntax.Options{})
	statements := file.Program.Body.(*syntax.BlockExpression).Statements
	for from := range statements {
		if got := syntax.IsCapabilityMapping(statements[from:]); got != (from == 0) {
			t.Errorf("the statements from %d on begin with a mapping: %v", from, got)
		}
		if got := syntax.InCapabilityMapping(statements, from); got != (from < 3) {
			t.Errorf("statement %d belongs to a mapping: %v", from, got)
		}
	}
	if syntax.IsCapabilityMapping(statements[:2]) {
		t.Error("a mapping has no hash")
	}
	if text, isLiteral := syntax.LiteralText(syntax.Unparenthesized(statements[3])); text != "a" || !isLiteral {
		t.Errorf("the text in parentheses is %q", text)
	}
	if _, isLiteral := syntax.LiteralText(statements[0]); isLiteral {
		t.Error("a type name is a text")
	}
	if form := statements[4].(*syntax.ResourceExpression).Form; form.String() != "exported" {
		t.Errorf("@@ is %v", form)
	}
	if body := syntax.BodyOf(statements[5]); body != statements[5].(*syntax.HostClassDefinition).Body || syntax.BodyOf(statements[0]) != nil {
		t.Error("the body of a class, or that of a type name")
	}
	if kind := statements[5].Kind(); kind.String() != "HostClassDefinition" || syntax.KindCount.String() != "?" {
		t.Errorf("the kind of a class is %v", kind)
	}
	for _, test := range []struct{ text, statements string }{
		{"function a::f() { 1 }", "1"}, {"define a::d() { $x = 1 }", "$x = 1"}, {"node 'n' { $x = 1 }", "$x = 1"}, {"plan a::p() { 1 }", "1"},
	} {
		file := parse(test.text, syntax.Options{Tasks: true})
		if body := syntax.BodyOf(file.Program.Body); body == nil || file.Source.Slice(file.Extent(body.Statements[0])) != test.statements {
			t.Errorf("%s: the body is %v", test.text, body)
		}
		renamed := file.WithErrors(file.Source, []syntax.Error{{Fatal: true, Message: "x"}})
		if file.Broken() || !renamed.Broken() || renamed.Program != file.Program || len(renamed.NodeTokens(file.Program.Body)) != len(file.NodeTokens(file.Program.Body)) {
			t.Errorf("%s: other errors changed more than the errors", test.text)
		}
	}
}
