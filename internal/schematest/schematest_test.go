package schematest

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// observed is a test whose end is kept.
type observed struct {
	testing.TB
	fatal string
}

func (o *observed) Helper() {}

func (o *observed) Fatal(arguments ...any) {
	o.fatal = fmt.Sprint(arguments...)
	runtime.Goexit()
}

// endOf returns the message with which a part of a test ends it.
func endOf(part func(t testing.TB)) string {
	o, done := &observed{}, make(chan struct{})
	go func() {
		defer close(done)
		part(o)
	}()
	<-done
	return o.fatal
}

// TestMistakes: an invalid schema and a document that is not JSON end the test.
func TestMistakes(t *testing.T) {
	for text, want := range map[string]string{"{": "EOF", `{"type": "thing"}`: "'/type'", `{}`: ""} {
		if got := endOf(func(t testing.TB) { Compile(t, []byte(text)) }); (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	if got := endOf(func(t testing.TB) { _ = Compile(t, []byte("{}")).Validate(t, "{") }); !strings.Contains(got, "EOF") {
		t.Errorf("a document that is not JSON: %q", got)
	}
}

// TestValidate checks that the error for a rejected document has the reason, and that formats are
// checked.
func TestValidate(t *testing.T) {
	schema := Compile(t, []byte(`{"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}, "link": {"type": "string", "format": "uri"}}}`))
	for document, reason := range map[string]string{
		`{"name": "a", "link": "https://example.com/a"}`: "",
		`{}`:                             "missing property 'name'",
		`{"name": 1}`:                    "got number, want string",
		`{"name": "a", "link": "a b"}`:   "is not valid uri",
		`["name"]`:                       "got array, want object",
		`{"name": "a", "more": [1, {}]}`: "",
	} {
		err := schema.Validate(t, document)
		if reason == "" && err != nil || reason != "" && (err == nil || !strings.Contains(err.Error(), reason)) {
			t.Errorf("%s: %v, want %q", document, err, reason)
		}
	}
}
