package jsonl_test

import (
	"encoding/json"
	"strings"
	"testing"

	"puppet-lint/internal/source"
	"puppet-lint/syntax/validate/jsonl"
)

// TestAnswerLine checks whole answers: the keys and their order are what other programs read.
func TestAnswerLine(t *testing.T) {
	files := source.NewOverlay(nil, map[string]string{"good.pp": "include a\n", "bad.pp": "class {\n"})
	for _, test := range []struct{ line, want string }{
		{"good.pp", `{"id":"good.pp","ok":true,"diagnostics":[]}`},
		{`{"id":7,"source":"include a"}`, `{"id":7,"ok":true,"diagnostics":[]}`},
		{`{"source":"include a"}`, `{"ok":true,"diagnostics":[]}`},
		{`{"id":"x","path":"none.pp"}`, `{"id":"x","error":{"message":"none.pp: no such file or folder"}}`},
		{`{"id":"x"}`, `{"id":"x","error":{"message":"the query has neither a source nor a path"}}`},
		{`{"source":"","strict":"sometimes"}`, `{"error":`},
		{`{"source":`, `{"error":`},
		{"bad.pp", `{"id":"bad.pp","ok":false,"diagnostics":[{"severity":"error","stage":"parse","issue_code":"SYNTAX_ERROR"`},
		{`{"source":"$a = 1\n$a::b = 2"}`, `{"ok":false,"diagnostics":[{"severity":"error","stage":"check"`},
		{`{"source":"<%= 1 %>","epp":true}`, `{"ok":true,"diagnostics":[]}`},
		{`{"source":"<%= 1 %>"}`, `{"ok":false,`},
	} {
		got := string(jsonl.AnswerLine(files, jsonl.Query{}, []byte(test.line)))
		if !strings.HasPrefix(got, test.want) || !json.Valid([]byte(got)) {
			t.Errorf("%s: got %s, want %s", test.line, got, test.want)
		}
	}
}

// TestDefaults checks that a line overrides only what it states.
func TestDefaults(t *testing.T) {
	const plan = `{"source":"plan a::b() { }"%s}`
	for fields, want := range map[string]bool{"": true, `,"tasks":false`: false} {
		var answer jsonl.Answer
		text := jsonl.AnswerLine(source.NewOverlay(nil, nil), jsonl.Query{Tasks: true}, []byte(strings.Replace(plan, "%s", fields, 1)))
		if err := json.Unmarshal(text, &answer); err != nil || answer.OK != want {
			t.Errorf("with %q: %s", fields, text)
		}
	}
}
