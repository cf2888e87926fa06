package document_test

import (
	"testing"

	"puppet-lint/internal/document"
	"puppet-lint/internal/document/yaml"
	"puppet-lint/internal/source"
)

func TestInline(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"plain text", "plain text"},
		{"{a: 1, b: [2,  3]}", "{a: 1, b: [2, 3]}"},
		{"- a\n- b\n", "[a, b]"},
		{"a:\n  port: 80\nb:\n", "{a: {port: 80}, b: ~}"},
		{"- a, b\n", `["a, b"]`},
		{"|\n  two\n  lines\n", `"two\nlines\n"`},
		{"a: 'a long text that is cut'\n", "{a: 'a long text that…"},
	} {
		file := source.NewFile("x.yaml", test.text)
		if got := document.Inline(file, yaml.Read(file, yaml.Options{}).Root, 21); got != test.want {
			t.Errorf("%q: got %s, want %s", test.text, got, test.want)
		}
	}
}
