package ruby

import (
	"testing"

	"puppet-lint/internal/source"
)

// TestEnsurableArguments checks that only a block that is passed as a value makes the values of
// ensure unknown.
func TestEnsurableArguments(t *testing.T) {
	for _, test := range []struct {
		call string
		open bool
	}{
		{"ensurable", false}, {"ensurable(*options)", false}, {"ensurable(**options)", false}, {"ensurable(&values)", true},
	} {
		file := source.NewFile("t.rb", "Puppet::Type.newtype(:t) do\n  newparam(:name)\n  "+test.call+"\nend\n")
		for _, attribute := range Read(file).Types[0].Attributes {
			if attribute.Name == "ensure" && (attribute.Open != test.open || len(attribute.Values) == 0 != test.open) {
				t.Errorf("%s: open is %v with the values %v", test.call, attribute.Open, attribute.Values)
			}
		}
	}
}
