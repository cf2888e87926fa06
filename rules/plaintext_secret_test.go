package rules

import "testing"

// TestIsDemonstration tests which files hold no real secrets.
func TestIsDemonstration(t *testing.T) {
	for location, want := range map[FileLocation]bool{
		{InModule: "examples/init.pp"}:                                          true,
		{InModule: "spec/acceptance/site.pp"}:                                   true,
		{AbsolutePath: "/w/aem/spec/acceptance/files/manifests/install_run.pp"}: true,
		{AbsolutePath: "/w/aem/manifests/acceptance.pp"}:                        false,
		{InModule: "manifests/examples/init.pp"}:                                false,
		{AbsolutePath: "/spec/manifests/site.pp"}:                               false,
	} {
		if got := isDemonstration(location); got != want {
			t.Errorf("%+v: %v", location, got)
		}
	}
}
