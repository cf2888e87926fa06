package checker

import (
	"testing"

	"puppet-lint/catalog"
	"puppet-lint/types"
)

// TestUniqueData merges as Puppet does; of one value with duplicates, it is not known.
func TestUniqueData(t *testing.T) {
	text := func(s string) types.Value { return types.String(s) }
	for _, test := range []struct {
		values []types.Value
		want   string
	}{
		{[]types.Value{text("a")}, "['a']"},
		{[]types.Value{types.Array{text("a"), types.Array{text("b")}}}, "['a', 'b']"},
		{[]types.Value{types.Array{text("a"), text("a")}}, ""},
		{[]types.Value{types.Array{text("a"), text("a")}, text("b")}, "['a', 'b']"},
		{[]types.Value{text("a"), types.Array{text("b"), text("a")}}, "['a', 'b']"},
	} {
		got := ""
		if value := uniqueData(test.values); value != nil {
			got = catalog.ValueText(value)
		}
		if got != test.want {
			t.Errorf("%v: %s, want %s", test.values, got, test.want)
		}
	}
}
