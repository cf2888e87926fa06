package yaml

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"puppet-lint/internal/document"
)

// TestAnswersOfPsych compares values and errors with recorded answers: those of Psych 4.0.3,
// with libyaml 0.2.5, to YAML.safe_load(text, permitted_classes: [Symbol], aliases: true), which
// is how Puppet reads data. Where Ruby fails by accident, such as by calling a method of nil,
// only the failure is compared. Positions are compared where libyaml names a context: without
// one, Psych writes the position of the context all the same, which is 1:1. A value that this
// package leaves open is only compared with not being an error.
func TestAnswersOfPsych(t *testing.T) {
	recorded, err := os.ReadFile("testdata/psych.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for line := range bytes.Lines(recorded) {
		var one struct{ Text, Value, Error string }
		if err := json.Unmarshal(line, &one); err != nil {
			t.Fatal(err)
		}
		compared++
		result := read(one.Text)
		if one.Error == "" {
			if got := valueOf(result.Root); len(result.Errors) > 0 || got != one.Value && got != "unknown" {
				t.Errorf("%q is %s, %v; want %s", one.Text, got, messagesOf(result), one.Value)
			}
			continue
		}
		if len(result.Errors) != 1 || result.Root != nil {
			t.Errorf("%q is %s, %v; want the error %s", one.Text, valueOf(result.Root), messagesOf(result), one.Error)
			continue
		}
		want, got := one.Error, messagesOf(result)[0]
		if result.Errors[0].Context == "" {
			want, got = atPosition.ReplaceAllString(want, ""), result.Errors[0].Message
		}
		if got != want && want != "an accident in Ruby" {
			t.Errorf("%q: %s; want %s", one.Text, got, want)
		}
	}
	if compared < 200 {
		t.Errorf("only %d texts were compared", compared)
	}
}

var atPosition = regexp.MustCompile(`^\d+:\d+ `)

// messagesOf returns the errors as Psych writes them, with the position that it names.
func messagesOf(result *document.Document) (messages []string) {
	for _, one := range result.Errors {
		span, message := one.Span, one.Message
		if one.Context != "" {
			span, message = one.ContextSpan, message+" "+one.Context
		}
		at := result.File.Position(span.Start)
		messages = append(messages, fmt.Sprintf("%d:%d %s", at.Line, at.Column, message))
	}
	return messages
}

// valueOf writes a value in the form of the recorded answers.
func valueOf(n *document.Node) string {
	if n == nil {
		return "nil"
	}
	switch n = n.Resolve(); n.Kind {
	case document.Null:
		return "nil"
	case document.Boolean:
		return fmt.Sprint(n.Boolean)
	case document.Integer:
		if n.Big != nil {
			return n.Big.String()
		}
		return fmt.Sprint(n.Integer)
	case document.Float:
		return "float " + strings.TrimPrefix(fmt.Sprintf("%.10g", n.Float), "+")
	case document.String:
		return "'" + n.Text + "'"
	case document.Symbol:
		return "symbol '" + n.Text + "'"
	case document.Sequence:
		var items []string
		for _, item := range n.Items {
			items = append(items, valueOf(item))
		}
		return "[" + strings.Join(items, ", ") + "]"
	case document.Mapping:
		var pairs []string
		for _, pair := range n.Pairs() {
			pairs = append(pairs, valueOf(pair.Key)+" => "+valueOf(pair.Value))
		}
		return "{" + strings.Join(pairs, ", ") + "}"
	}
	return "unknown"
}
