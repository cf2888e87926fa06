package validate

import (
	"slices"
	"testing"

	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// TestSwappedQuotes checks that parts of words are not reported as numbers after a string with a
// quote too many or too few: one cause is one finding. The numbers of code are.
func TestSwappedQuotes(t *testing.T) {
	for code, want := range map[string][]int{
		"file { '/tmp/AB-8C4'':\n  source => 'http://example.org/AB-8C4/AB%20C',\n  mode   => 0888,\n}\n":              {1, 3},
		"file { AB-0x:\n  source => 'AB-8C4%20C',\n}\n":                                                                {1},
		"file { AB-C4':\n  source => 'AB-8C4%20C',\n}\n":                                                               {1},
		"file { AB-087.exe':\n  source => 'AB-087/AB%20C-087.exe',\n}\nfile { 'AB-0384_x':\n  source => 'b%20C',\n}\n": {1},
		"$a = AB-8C4\n$b = AB%20C\n": {1, 2},
	} {
		file := syntax.Parse(source.NewFile("a.pp", code), syntax.Options{})
		var lines []int
		for _, finding := range File(file, Options{Specification: true}) {
			if line := finding.Position().Line; finding.Fatal && !slices.Contains(lines, line) {
				lines = append(lines, line)
			}
		}
		if !slices.Equal(lines, want) {
			t.Errorf("%s: errors on the lines %v, want %v", code, lines, want)
		}
		if all := File(file, Options{}); len(all) < len(file.Errors) {
			t.Errorf("%s: %d findings as Puppet has them", code, len(all))
		}
	}
}
