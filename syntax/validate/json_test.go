package validate

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// TestJSONError compares with the answers of Ruby's json 2.6.1, one array
// [text, accepted] a line.
func TestJSONError(t *testing.T) {
	content, err := os.ReadFile("testdata/json.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(content)) {
		var answer [2]any
		if err := json.Unmarshal([]byte(line), &answer); err != nil {
			t.Fatal(err)
		}
		if _, bad := jsonError(answer[0].(string)); bad == answer[1].(bool) {
			t.Errorf("%q: refused is %v", answer[0], bad)
		}
	}
	if _, bad := jsonError(strings.Repeat("[", 1_000_000)); !bad {
		t.Error("a million brackets were accepted")
	}
}
