package compile

import (
	"testing"

	"puppet-lint/checker/catalog"
	"puppet-lint/internal/hiera"
	"puppet-lint/types"
)

// TestUniqueData compares merged values with those of Puppet 8, for hierarchies of one or two
// levels, the first of which has one or two paths.
func TestUniqueData(t *testing.T) {
	list := func(values ...types.Value) types.Array { return values }
	const a, b = types.String("a"), types.String("b")
	source := func(levels, paths int) foundData {
		level := &hiera.Level{Locations: make([]*hiera.Location, paths)}
		for i := range level.Locations {
			level.Locations[i] = &hiera.Location{}
		}
		config := &hiera.Config{Version: 5, Levels: make([]*hiera.Level, levels)}
		return foundData{from: &hiera.Source{Level: level, Config: config}}
	}
	for _, test := range []struct {
		levels, paths int
		values        []types.Value
		want          string
	}{
		{1, 1, list(a), "['a']"},
		{2, 2, list(a), "['a']"},
		{1, 1, list(list(a, a)), "['a']"},
		{1, 2, list(list(a, a)), "['a']"},
		{2, 1, list(list(a, a)), "['a']"},
		{2, 2, list(list(a, a)), "['a', 'a']"},
		{1, 1, list(list(a, list(a, b), a)), "['a', 'a', 'b']"},
		{1, 2, list(list(a, list(a, b), a)), "['a', 'b']"},
		{2, 1, list(list(a, list(a, b), a)), "['a', 'a', 'b']"},
		{2, 2, list(list(a, list(a, b), a)), "['a', 'a', 'b', 'a']"},
		{1, 1, list(list(list(a, a), b)), "['a', 'a', 'b']"},
		{1, 2, list(list(list(a, a), b)), "['a', 'b']"},
		{1, 1, list(list(list(a), list(a))), "['a']"},
		{2, 2, list(list(list(a), list(a))), "['a', 'a']"},
		{2, 2, list(list(a, a), b), "['a', 'b']"},
		{1, 2, list(a, list(b, a)), "['a', 'b']"},
		{1, 1, list(types.NewHash(types.HashEntry{Key: a, Value: b})), ""},
	} {
		from := source(test.levels, test.paths)
		found := make([]foundData, len(test.values))
		for i := range found {
			found[i] = from
		}
		got := ""
		if value := uniqueData(found, test.values); value != nil {
			got = catalog.ValueText(value)
		}
		if got != test.want {
			t.Errorf("%d levels, %d paths, %v: %s, want %s", test.levels, test.paths, test.values, got, test.want)
		}
	}
}
