package rules

import (
	"testing"

	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// TestUnknownDocumentedParameterSaysWhatToWrite checks the help for a documented parameter that the
// function does not have: it is a typo, or the type of a parameter without brackets.
func TestUnknownDocumentedParameterSaysWhatToWrite(t *testing.T) {
	for documented, want := range map[string]string{
		"nummer what to double":            "did you mean number?",
		"Integer[1] number what to double": "a type is written in brackets: @param [Type] name",
		"other what to double":             "",
	} {
		file := syntax.Parse(source.NewFile("functions/twice.pp", "# @param "+documented+"\nfunction m::twice(Integer $number) {\n  $number * 2\n}\n"), syntax.Options{})
		found := NewSet([]Enabled{{Rule: &unknownDocumentedParameter}}, Settings{}).CheckFile(file, FileLocation{})
		if len(found) != 1 || found[0].Help != want {
			t.Errorf("%q: found %v, want the help %q", documented, found, want)
		}
	}
}
