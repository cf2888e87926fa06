package types_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"reflect"
	"testing"

	"puppet-lint/cmd/puppet-lint/typequery"
)

// TestVectors compares the answers to questions about types with those that the real Puppet
// gave. Each line holds a question and its answer.
//
// `internal/oracle/types` asks far more; these protect the package where there is no Puppet.
func TestVectors(t *testing.T) {
	packed, err := os.Open("testdata/vectors.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	unpacked, err := gzip.NewReader(packed)
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
		for _, input := range []string{"op", "a", "b", "args", "expr", "name", "expected", "actual", "actual_type", "aliases"} {
			delete(want, input)
			delete(got, input)
		}
		if asked++; !reflect.DeepEqual(got, want) {
			t.Errorf("%sgot %v", line, got)
		}
	}
	if asked < 1000 {
		t.Errorf("only %d questions", asked)
	}
}
