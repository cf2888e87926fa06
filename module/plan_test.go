package module

import (
	"testing"

	"puppet-lint/internal/source"
)

// TestHoldsPlan checks that the path decides for the files of modules, and that the text counts,
// too, outside of modules.
func TestHoldsPlan(t *testing.T) {
	for _, test := range []struct {
		name, relative, text string
		want                 bool
	}{
		{"/m/plans/init.pp", "plans/init.pp", "", true},
		{"/m/manifests/init.pp", "manifests/init.pp", "plan m::a() {}", false},
		{"/x/plans/a.pp", "", "# A plan.\n\nplan x::a(\n) {}", true},
		{"/x/plans/a.pp", "", "plan { 'x': }", false},
		{"/x/plans/a.pp", "", "class x {}", false},
		{"/x/other/a.pp", "", "plan x::a() {}", false},
		{"/x/plans/a.epp", "", "plan x", false},
	} {
		if got := HoldsPlan(source.NewFile(test.name, test.text), test.relative); got != test.want {
			t.Errorf("%s (%q) with %q: %t, want %t", test.name, test.relative, test.text, got, test.want)
		}
	}
}
