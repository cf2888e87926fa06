package syntax_test

import (
	"testing"

	"puppet-lint/syntax"
)

// FuzzTokens checks that the tokens of every text give back the text, and that
// Parse keeps the package's other invariants, whatever it reads.
func FuzzTokens(f *testing.F) {
	for _, text := range []string{
		everyKind, "$a = [@(A), @(\"B\"/L)]\n  x\n  | A\n  ${@(C)}\nc\nC\n|- B\n", "\"a${\"b${c}\"}$d\" '\\''", "a<%# x -%>\n<%= {1} -%> <%% %>",
		"\xEF\xBB\xBFx", "1.5e 0x 08 ::A:: A::b", "/a\\/b/ / 2 /* x", "\"${", "@(", "@(E)\n", "@(\"E\"/$)\n \\\n |- E", "\u00a0(\u3000[",
		"class a { $x = ] } }\n\n@(X)\n'a\nb\nX\n",
		"$a = @(\"B\"/L)\n  x\n  ${[@(C)\n  c\n  C\n  ]}${[@(D)\nd\n|- D\n]}\n  | B\n",
		"@(\"B\" )\n${@(C)\"\n 0C\n\"0\n\n |B",
		"a <% if $a { type-%>\n<%= $c -%>\n<% } -%>", "<% class <%= 1 %>", "<% define <%= 1 %>", "<% node <%= 1 %>", "<% a { <%= 1 %>: }",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		check(t, parse(text, syntax.Options{}))
		check(t, parse(text, syntax.Options{EPP: true, Tasks: true}))
	})
}
