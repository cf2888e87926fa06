// Package vectortest serves tests of the packages of types. It compares the program's answers to
// questions about types and values with recorded ones of the real Puppet, so that plain tests
// hold what otherwise only the comparison programs in internal/oracle would, which need Puppet.
package vectortest

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"reflect"
	"testing"

	"puppet-lint/cmd/puppet-lint/typequery"
)

// inputs are the fields of a line that form the question.
var inputs = []string{"op", "a", "b", "args", "expr", "name", "expected", "actual", "actual_type", "aliases"}

// Run asks the questions of a compressed text, at least a number of them. Each line holds a
// question and Puppet's answer.
func Run(t testing.TB, packed []byte, least int) {
	t.Helper()
	unpacked, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(unpacked)
	if err != nil {
		t.Fatal(err)
	}
	session, asked := typequery.NewSession(), 0
	for line := range bytes.Lines(text) {
		var want, got map[string]any
		if err := json.Unmarshal(line, &want); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(session.AnswerLine(line), &got); err != nil {
			t.Fatal(err)
		}
		for _, input := range inputs {
			delete(want, input)
			delete(got, input)
		}
		if asked++; !reflect.DeepEqual(got, want) {
			t.Errorf("%sgot %v", line, got)
		}
	}
	if asked < least {
		t.Errorf("only %d questions", asked)
	}
}
