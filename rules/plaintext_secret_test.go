package rules

import "testing"

// TestIsDemonstration tests which files hold no real secrets.
func TestIsDemonstration(t *testing.T) {
	for _, test := range []struct {
		location FileLocation
		want     bool
	}{
		{FileLocation{InModule: "examples/init.pp"}, true},
		{FileLocation{InModule: "spec/acceptance/site.pp"}, true},
		{FileLocation{AbsolutePath: "/w/aem/spec/acceptance/files/manifests/install_run.pp"}, true},
		{FileLocation{AbsolutePath: "/w/aem/manifests/acceptance.pp"}, false},
		{FileLocation{InModule: "manifests/examples/init.pp"}, false},
		{FileLocation{AbsolutePath: "/spec/manifests/site.pp"}, false},
	} {
		if got := isDemonstration(test.location); got != test.want {
			t.Errorf("%+v: %v", test.location, got)
		}
	}
}
