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
