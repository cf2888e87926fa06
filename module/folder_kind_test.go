package module

import "testing"

func TestMayDecideFolderKind(t *testing.T) {
	const archive = "-- a/manifests/init.pp --\nclass a { }\n-- modules/b/manifests/init.pp --\nclass b { }\n" +
		"-- c/metadata.json --\n{\"name\": \"me-c\"}\n-- c/manifests/init.pp --\nclass c { }\n" +
		"-- d/metadata.json --\n{\"name\": \"me-other\"}\n-- d/manifests/init.pp --\nclass other { }\n" +
		"-- modules/puppet-e/manifests/init.pp --\nclass e { }\n"
	files := workspace(archive)
	for path, want := range map[string]bool{
		"a/manifests/init.pp":                true,
		"a/manifests/deep/x.pp":              false,
		"a/templates/x.epp":                  false,
		"modules/b/manifests/init.pp":        false, // the folder's name decides
		"modules/puppet-e/manifests/init.pp": true,
		"c/manifests/init.pp":                false, // metadata.json decides
		"c/metadata.json":                    true,
		"d/manifests/init.pp":                true,
		"modules/b/metadata.json":            false,
		"puppet-f/metadata.json":             false, // no module can have that name
	} {
		if got := files.MayDecideFolderKind("/w/" + path); got != want {
			t.Errorf("%s: %v, want %v", path, got, want)
		}
	}
}
