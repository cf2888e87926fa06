package validate_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"puppet-lint/internal/source"
	"puppet-lint/syntax"
	"puppet-lint/syntax/validate"
)

var update = flag.Bool("update", false, "accept the findings")

// TestMistakes checks that a manifest with one typical mistake has one finding, at the mistake,
// with help that says what to write instead.
func TestMistakes(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/mistakes.txtar")
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, one := range archive.Files {
		file := syntax.Parse(source.NewFile(one.Name, string(one.Data)), syntax.Options{})
		found := validate.File(file, validate.Options{Specification: true})
		if len(found) != 1 {
			t.Errorf("%s has %d findings, want 1", one.Name, len(found))
		}
		for _, finding := range found {
			at := finding.File.Position(finding.At)
			fmt.Fprintf(&got, "%s:%d:%d: %s", one.Name, at.Line, at.Column, finding.Message)
			if finding.Help != "" {
				got.WriteString(" -> " + finding.Help)
			}
			got.WriteString("\n")
		}
		if len(validate.File(file, validate.Options{})) == 0 {
			t.Errorf("Puppet's own validation accepts %s", one.Name)
		}
	}
	const golden = "testdata/mistakes.txt"
	if *update {
		if err := os.WriteFile(golden, []byte(got.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("got\n%s", got.String())
	}
}
