package pn

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// vector is a snippet with the answer of the real Puppet.
type vector struct {
	Source string
	EPP    bool
	Tasks  bool
	PN     *string
	Data   json.RawMessage
	Error  *vectorError
}

type vectorError struct {
	Class     string `json:"class"`
	IssueCode string `json:"issue_code"`
	Line, Pos int
}

// TestVectors compares with the recorded answers of the real Puppet in testdata, one JSON object a
// line.
func TestVectors(t *testing.T) {
	files, err := filepath.Glob("testdata/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatalf("no vectors: %v", err)
	}
	for _, path := range files {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(bytes.NewReader(content))
		lines.Buffer(nil, 1<<24)
		for number := 1; lines.Scan(); number++ {
			var v vector
			if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
				t.Fatalf("%s:%d: %v", path, number, err)
			}
			v.check(t, path, number)
		}
	}
}

func (v *vector) check(t *testing.T, path string, number int) {
	t.Helper()
	file := syntax.Parse(source.NewFile("x.pp", v.Source), syntax.Options{EPP: v.EPP, Tasks: v.Tasks})
	var first *syntax.Error
	for i := range file.Errors {
		if file.Errors[i].Fatal {
			first = &file.Errors[i]
			break
		}
	}
	switch {
	case v.PN != nil && first != nil:
		t.Errorf("%s:%d: %q\nerror %s at %d: %s", path, number, v.Source, first.Code, first.At, first.Message)
	case v.PN != nil:
		tree := Of(file.Program)
		if got := Compact(tree); got != *v.PN {
			t.Errorf("%s:%d: %q\n got %s\nwant %s", path, number, v.Source, got, *v.PN)
		}
		if v.Data != nil {
			var want bytes.Buffer
			json.Compact(&want, v.Data)
			var got bytes.Buffer
			encoder := json.NewEncoder(&got)
			encoder.SetEscapeHTML(false)
			encoder.Encode(Data(tree))
			if g := string(bytes.TrimSpace(got.Bytes())); g != want.String() {
				t.Errorf("%s:%d: %q\n got %s\nwant %s", path, number, v.Source, g, want.String())
			}
		}
	case v.Error != nil && first == nil:
		t.Errorf("%s:%d: %q\nno error, want %+v", path, number, v.Source, *v.Error)
	case v.Error != nil:
		if !v.Error.isPuppets() {
			return
		}
		line, column := 0, 0
		if first.At >= 0 {
			at := file.Source.Position(first.At)
			line, column = at.Line, at.Column
		}
		code := v.Error.IssueCode // Puppet gives some errors without a code; any code is accepted there
		if code != "" && first.Code != code || line != v.Error.Line || column != v.Error.Pos {
			t.Errorf("%s:%d: %q\n got %s %d:%d (%s)\nwant %s %d:%d", path, number, v.Source, first.Code, line, column, first.Message, code, v.Error.Line, v.Error.Pos)
		}
	}
}

// isPuppets reports whether Puppet raises the error itself. It returns false for a crash of Ruby.
func (e *vectorError) isPuppets() bool {
	return e.Class == "" || e.Class == "Puppet::ParseError" || e.Class == "Puppet::ParseErrorWithIssue"
}
