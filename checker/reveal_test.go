package checker

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/tools/txtar"

	"puppet-lint/checker/code"
	"puppet-lint/checker/eval"
)

// TestLongTypesRevealed checks that a type that nobody would read to its end is
// shortened where it is revealed.
func TestLongTypesRevealed(t *testing.T) {
	issue := "$x = {\n"
	for i := range 40 {
		issue += fmt.Sprintf("'key_%d' => ['value', 1, { 'inner' => true }],\n", i)
	}
	tree, paths := treeOf(txtar.Parse([]byte("-- a/manifests/init.pp --\nclass a {\n" + issue + "}\n$y = $x # lint:reveal\n}\n")))
	var messages []string
	checked, _ := Check(t.Context(), tree, Options{Paths: paths})
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
