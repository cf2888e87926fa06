package syntax_test

import (
	"strings"
	"testing"

	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// TestHeredocTextExtents: the tokens of a text in a heredoc with a margin reach to its last line,
// although each line has a token of its own.
func TestHeredocTextExtents(t *testing.T) {
	const code = "$a = @(\"END\")\n  one\n  two ${b}\n  three\n  four $c\n  five\n  six\n  | END\n$d = @(END)\n  one\n  two\n  | END\n"
	file := syntax.Parse(source.NewFile("a.pp", code), syntax.Options{})
	var found []string
	syntax.Inspect(file.Program, func(node syntax.Node) bool {
		if text, isText := node.(*syntax.LiteralString); isText {
			found = append(found, file.Source.Slice(file.Extent(text)))
		}
		return true
	})
	want := []string{"one\n  two ", "\n  three\n  four ", "\n  five\n  six\n", "one\n  two\n"}
	if strings.Join(found, "|") != strings.Join(want, "|") {
		t.Errorf("texts: %q, want %q", found, want)
	}
}

// TestNestedHeredocTokens: in an interpolation in a heredoc with a margin, the tokens of another
// heredoc's text follow those of its tag's line, whether or not its lines have margins.
func TestNestedHeredocTokens(t *testing.T) {
	for _, code := range []string{
		"$a = @(\"B\")\n  x\n  ${[@(C)\n  c\n  C\n  ]}\n  | B\n",
		"$a = @(\"B\")\n  x\n  ${[@(C)\nc\nC\n  ]}\n  | B\n",
		"$a = @(\"B\")\n  x\n  ${[@(C)\n    c\n    | C\n  ]}\n  | B\n",
		"$a = @(\"B\")\n  x\n  ${[@(C)\n  C\n  ]}\n  | B\n",
		"$a = @(\"B\")\n  ${[@(C), @(\"D\")\n    c\n    |- C\n    ${[@(E)\n      e\n      | E\n    ]}\n    | D\n  ]}\n  | B\n",
		"$a = @(\"B\")\r\n  x\r\n  ${[@(C)\r\n  c\r\n  C\r\n  ]}\r\n  | B\r\n",
	} {
		file := syntax.Parse(source.NewFile("a.pp", code), syntax.Options{})
		if len(file.Errors) > 0 {
			t.Errorf("%q: %v", code, file.Errors[0])
		}
		check(t, file)
	}
	file := syntax.Parse(source.NewFile("a.pp", "f(@(\"B\")\n  ${[@(C)\n  c\n  | C\n  ]}\n  | B\n)"), syntax.Options{})
	margins := 0
	for i, token := range file.Tokens {
		if token.Kind == syntax.HeredocMargin {
			margins++
			if text := file.Text(i); text != "  " {
				t.Errorf("a margin is %q, want two blanks", text)
			}
		}
	}
	if margins == 0 {
		t.Error("there is no margin")
	}
}
