package docstring

import (
	"reflect"
	"strings"
	"testing"

	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

const commented = `# Far away.

# @summary Manages the
#   service.
#
# Text of two lines,
# the second one.
#
# @param port where it listens
# @param [Hash[String, Integer]] options settings,
#   one each
#
#   and more
# @param $mode [String] how
# @return [Integer] a number
# @example Use it
#   include app
#     ensure => present
# @deprecated Use other.
# @api private
class app($port, $options, $mode) { }
`

func TestOf(t *testing.T) {
	file := syntax.Parse(source.NewFile("x.pp", commented), syntax.Options{})
	got := Of(file, file.Program.Definitions[0])
	want := Doc{
		Summary: "Manages the service.",
		Text:    "Text of two lines,\nthe second one.",
		Parameters: map[string]string{
			"port": "where it listens", "options": "settings,\none each\n\nand more", "mode": "how",
		},
		Returns: "[Integer] a number", Examples: []string{"include app\n  ensure => present"},
		IsDeprecated: true, Deprecated: "Use other.",
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %#v\nwant %#v", got, want)
	}
}

func TestParseOddities(t *testing.T) {
	for text, want := range map[string]Doc{
		"":                    {},
		"@param":              {},
		"@param [Unclosed x":  {},
		"@deprecated":         {IsDeprecated: true},
		"@summary\n\nPlain.":  {Text: "Plain."},
		"@unknown a\n  b\nc":  {Text: "c"},
		"@example\n":          {Examples: []string{""}},
		"a@b is no tag\r\n@x": {Text: "a@b is no tag"},
	} {
		got := Parse(strings.Split(text, "\n"))
		if want.Parameters = (map[string]string{}); !reflect.DeepEqual(got, want) {
			t.Errorf("%q: got %#v, want %#v", text, got, want)
		}
	}
}

func TestFirstSentence(t *testing.T) {
	for text, want := range map[string]string{
		"One. Two.":                    "One",
		"One\ncontinues here. Two":     "One continues here",
		"e.g. one. Two":                "e.g. one",
		"Required. One":                "One",
		"with i.e. two":                "with i.e. two",
		"Paragraph one\n\nAnd another": "Paragraph one",
		"= Class: app":                 "",
		"## Heading":                   "",
		strings.Repeat("x", 21):        "",
		"  spaced   out.  ":            "spaced out",
	} {
		if got := FirstSentence(text, 20); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
