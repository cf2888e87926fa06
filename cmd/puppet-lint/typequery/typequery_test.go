package typequery

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"reflect"
	"strings"
	"testing"
)

func TestRun(t *testing.T) {
	for _, test := range []struct {
		args   string
		status int
		want   string
	}{
		{"assignable Scalar Integer[1,2]", 0, "yes\n"},
		{"assignable Integer Scalar", 1, "no\n"},
		{"common Integer Float", 0, "Numeric\n"},
		{"join Integer[1,2] Integer[3,4]", 0, "Integer[1, 4]\n"},
		{"meet Integer[1,5] Integer[3,9]", 0, "Integer[3, 5]\n"},
		{"subtract Optional[String] Undef", 0, "String\n"},
		{"relation Integer[1,5] Integer", 0, "sometimes\n"},
		{"relation Integer String", 1, "never\n"},
		{"instance Port 70000", 1, "no\n"},
		{"instance Port 80", 0, "yes\n"},
		{"explain Struct[{port=>Port}] Struct[{port=>String}]", 1, "port"},
		{"infer [1,undef]", 0, "Tuple[Integer[1, 1], Undef]\n"},
		{"iterable Array[String]", 0, "String\n"},
		{"normalize Variant[Integer,Undef]", 0, "Optional[Integer]\n"},
		{"equal Integer", 2, ""},
		{"nonsense Integer", 2, ""},
		{"parse Integer[5,1]", 2, ""},
		{"parse Loop", 2, ""},
	} {
		var out, errs bytes.Buffer
		args := append([]string{"--alias", "Port=Integer[1,65535]"}, strings.SplitN(test.args, " ", 3)...)
		if test.args == "parse Loop" {
			args = append([]string{"--alias", "Loop=Variant[Loop]"}, args...)
		}
		if status := Run(args, nil, &out, &errs); status != test.status || !strings.Contains(out.String(), test.want) || status == 2 && errs.Len() == 0 {
			t.Errorf("%s: status %d, %q, %q", test.args, status, out.String(), errs.String())
		}
	}
}

// TestAnswers compares answers with those of the real Puppet for queries of all kinds. Each line
// has a query and its answer.
func TestAnswers(t *testing.T) {
	text, err := os.ReadFile("testdata/answers.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	session := NewSession()
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
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%sgot %v", line, got)
		}
	}
}

// Answers come in the order of the questions, whatever cores they took.
func TestJSONLinesKeepTheirOrder(t *testing.T) {
	var in, out bytes.Buffer
	for i := range 1000 {
		fmt.Fprintf(&in, `{"id":%d,"op":"parse","a":"Integer[%d]"}`+"\n", i, i)
	}
	if err := JSONLines(&in, &out); err != nil {
		t.Fatal(err)
	}
	for i := range 1000 {
		line, err := out.ReadString('\n')
		if want := fmt.Sprintf(`{"id":%d,"string":"Integer[%d]"}`+"\n", i, i); err != nil || line != want {
			t.Fatalf("line %d: %q, %v", i, line, err)
		}
	}
}

// TestJSONLinesAnswerAtOnce checks that each query is answered at once, because a program may wait
// for an answer before it sends the next query.
func TestJSONLinesAnswerAtOnce(t *testing.T) {
	questions, ask := io.Pipe()
	answers, tell := io.Pipe()
	go func() {
		JSONLines(questions, tell)
		tell.Close()
	}()
	buffer := make([]byte, 1000)
	for range 3 {
		if _, err := io.WriteString(ask, `{"op":"equal","a":"Integer","b":"Integer"}`+"\n"); err != nil {
			t.Fatal(err)
		}
		if n, err := answers.Read(buffer); err != nil || string(buffer[:n]) != `{"equal":true}`+"\n" {
			t.Fatalf("%q, %v", buffer[:n], err)
		}
	}
	ask.Close()
	if rest, err := io.ReadAll(answers); err != nil || len(rest) > 0 {
		t.Errorf("%q, %v", rest, err)
	}
}

func FuzzAnswerLine(f *testing.F) {
	for _, line := range []string{
		`{"op":"assignable","a":"Scalar","b":"Integer[1,2]"}`, `{"op":"mismatch","expected":"Struct[{a=>Integer}]","actual":"{a=>'x'}"}`,
		`{"op":"instance","a":"Tree","expr":"[[1],2]","aliases":{"Tree":"Variant[Integer, Array[Tree]]"}}`,
		`{"op":"infer","expr":"{a=>[1,undef,/x/],2=>SemVer('1.0.0')}"}`, `{"op":"callable","a":"Callable[Integer]","args":"Tuple[Integer]"}`,
		`{"op":"common","a":"Loop","b":"Loop","aliases":{"Loop":"Variant[Loop]"}}`, `{"op":"parse","a":"Integer[1"}`, `{"op":3}`, `[]`,
		`{"id":{"x":1},"op":"iterable","a":"Hash[String,Integer]"}`,
	} {
		f.Add([]byte(line))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		answer := NewSession().AnswerLine(line)
		if !json.Valid(answer) || bytes.ContainsRune(answer, '\n') {
			t.Errorf("%q is answered with %q", line, answer)
		}
	})
}
