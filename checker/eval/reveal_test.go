package eval_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"puppet-lint/checker/code"
	"puppet-lint/checker/eval"

	"puppet-lint/checker"
	"puppet-lint/internal/treetest"
)

// TestLongTypesRevealed checks that a type that nobody would read to its end is
// shortened where it is revealed.
func TestLongTypesRevealed(t *testing.T) {
	issue := "$x = {\n"
	for i := range 40 {
		issue += fmt.Sprintf("'key_%d' => ['value', 1, { 'inner' => true }],\n", i)
	}
	tree := treetest.Parse("-- a/manifests/init.pp --\nclass a {\n" + issue + "}\n$y = $x # lint:reveal\n}\n")
	var messages []string
	checked, _ := checker.Check(t.Context(), tree.Tree, checker.Options{Paths: tree.Paths})
	for _, finding := range checked {
		if finding.Rule.Name == code.RevealedType.Name {
			messages = append(messages, finding.Message)
		}
	}
	if len(messages) != 1 || !strings.HasPrefix(messages[0], "the type is Struct[") || !strings.Contains(messages[0], " more") ||
		utf8.RuneCountInString(messages[0]) > eval.RevealedLength+50 {
		t.Errorf("revealed are %q", messages)
	}
}
