package vectortest

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// observed is a test whose errors are kept.
type observed struct {
	testing.TB
	errors []string
}

func (o *observed) Helper() {}

func (o *observed) Errorf(format string, arguments ...any) {
	o.errors = append(o.errors, fmt.Sprintf(format, arguments...))
}

func (o *observed) Fatal(arguments ...any) {
	o.errors = append(o.errors, fmt.Sprint(arguments...))
	runtime.Goexit()
}

// errorsOf returns the errors of Run.
func errorsOf(packed []byte, least int) []string {
	o, done := &observed{}, make(chan struct{})
	go func() {
		defer close(done)
		Run(o, packed, least)
	}()
	<-done
	return o.errors
}

func pack(t *testing.T, lines string) []byte {
	t.Helper()
	var packed bytes.Buffer
	writer := gzip.NewWriter(&packed)
	if _, err := writer.Write([]byte(lines)); err != nil {
		t.Fatal(err)
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	return packed.Bytes()
}

// TestRun: answers that are equal to the recorded ones pass, others and too few fail.
func TestRun(t *testing.T) {
	lines := `{"op":"infer","expr":"1 + 2","value":"3","infer":"Integer[3, 3]","infer_set":"Integer[3, 3]","generic":"Integer"}
{"op":"assignable","a":"Scalar","b":"Integer[1, 2]","assignable":true}
{"op":"parse","a":"Integer[ 5,10 ]","string":"Integer[5, 10]"}
`
	whole := pack(t, lines)
	if got := errorsOf(whole, 3); len(got) > 0 {
		t.Errorf("errors: %q", got)
	}
	for _, test := range []struct {
		packed []byte
		least  int
		want   string
	}{
		{whole, 4, "only 3 questions"},
		{pack(t, strings.Replace(lines, "true", "false", 1)), 3, "got map[assignable:true]"},
		{pack(t, "{"), 1, "unexpected end of JSON input"},
		{[]byte("text"), 1, "unexpected EOF"},
		{whole[:len(whole)-9], 1, "unexpected EOF"},
	} {
		if got := errorsOf(test.packed, test.least); len(got) != 1 || !strings.Contains(got[0], test.want) {
			t.Errorf("errors: %q, want %q", got, test.want)
		}
	}
}
