package deps

import (
	"maps"
	"slices"
	"testing"
)

func TestSetRecordsOnlyWhereWanted(t *testing.T) {
	var none Set
	none.Add("a")
	some := Set{}
	some.Add(Parameter("apache", "Port"))
	if len(none) != 0 || !some["apache $port"] {
		t.Errorf("got %v and %v", none, some)
	}
}

func TestNameIndex(t *testing.T) {
	index := NewNameIndex()
	index.readText("/a.pp", "include apache::vhost\n$x = $ntp::servers\n")
	index.readText("/b.pp", "include \"apache::${name}\"\n")
	index.SetLookedUp("/b.pp", Set{LeadsTo("ntp"): true, "ntp/files/x": true})
	index.AddLookedUp("/a.pp", Set{LeadsTo("ntp"): true})
	for name, want := range map[string][]string{
		"apache::vhost": {"/a.pp"}, "apache": {"/a.pp", "/b.pp"}, "ntp": {"/a.pp"}, NamesBelow("apache"): {"/b.pp"}, "nothing": nil,
	} {
		if got := slices.Sorted(slices.Values(index.Holders(name))); !slices.Equal(got, want) {
			t.Errorf("%s is held by %v, want %v", name, got, want)
		}
	}
	if got := slices.Sorted(maps.Keys(index.LookedUpBy([]string{LeadsTo("ntp")}))); !slices.Equal(got, []string{"/a.pp", "/b.pp"}) {
		t.Errorf("looked up by %v", got)
	}
	if !index.HasLookedUp("/b.pp", LeadsTo("ntp")) || index.HasLookedUp("/b.pp", LeadsTo("apache")) {
		t.Error("the recorded lookups of a file are wrong")
	}
	if got := index.FilesAt("ntp/files"); !slices.Equal(got, []string{"ntp/files/x"}) {
		t.Errorf("files: %v", got)
	}
	index.Forget("/b.pp")
	if index.HasLookedUp("/b.pp", LeadsTo("ntp")) || len(index.Holders(NamesBelow("apache"))) > 0 {
		t.Error("a file that is gone still holds names")
	}
}
