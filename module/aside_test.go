package module

import "testing"

func TestIsAside(t *testing.T) {
	const environment = "-- environment.conf --\n"
	for _, test := range []struct {
		name, archive, path string
		want                bool
	}{
		{"a folder that Puppet cannot name", "-- modules/a/manifests/windows-old/x.pp --\nclass a::windows::x { }\n", "modules/a/manifests/windows-old/x.pp", true},
		{"a file that Puppet cannot name", "-- modules/a/manifests/init-sample.pp --\nclass a { }\n", "modules/a/manifests/init-sample.pp", true},
		{"a copy", "-- modules/a/manifests/x (copy).pp --\nclass a::x { }\n", "modules/a/manifests/x (copy).pp", true},
		{"a folder of what was moved there", "-- modules/a/manifests/x/old/y.pp --\nclass a::x::y { }\n", "modules/a/manifests/x/old/y.pp", true},
		{"a folder that is a namespace", "-- modules/a/manifests/backup/y.pp --\nclass a::backup::y { }\n", "modules/a/manifests/backup/y.pp", false},
		{"a misplaced class of the namespace", "-- modules/a/manifests/backup/init.pp --\nclass a::backup { }\n", "modules/a/manifests/backup/init.pp", false},
		{"a class that is called so", "-- modules/a/manifests/disabled.pp --\nclass a::disabled { }\n", "modules/a/manifests/disabled.pp", false},
		{"a name with a hyphen", "-- modules/a/manifests/web-server.pp --\nclass a::web { }\n", "modules/a/manifests/web-server.pp", false},
		{"a module called so", "-- modules/backup/manifests/init.pp --\nclass backup { }\n", "modules/backup/manifests/init.pp", false},
		{"a checkout of a module called so", "-- modules/puppet-backup/manifests/init.pp --\nclass backup { }\n", "modules/puppet-backup/manifests/init.pp", false},
		{"a module with metadata that is called so", "-- modules/a/manifests/init.pp --\nclass a { }\n-- modules/archive_old/metadata.json --\n{\"name\": \"me-archive_old\"}\n-- modules/archive_old/manifests/x.pp --\nclass archive_old::x { }\n", "modules/archive_old/manifests/x.pp", false},
		{"a copy of a module", "-- modules/a/manifests/init.pp --\nclass a { }\n-- modules/a_old/manifests/init.pp --\nclass a { }\n", "modules/a_old/manifests/init.pp", true},
		{"a copy of a module that Puppet cannot name", "-- modules/a/manifests/init.pp --\nclass a { }\n-- modules/a.bak/manifests/init.pp --\nclass a { }\n", "modules/a.bak/manifests/init.pp", true},
		{"a folder of modules", "-- modules/a/manifests/init.pp --\nclass a { }\n-- modules.old/b/manifests/init.pp --\nclass b { }\n", "modules.old/b/manifests/init.pp", true},
		{"a folder around a folder of modules", environment + "-- modules/a/manifests/init.pp --\nclass a { }\n-- attic/modules/b/manifests/init.pp --\nclass b { }\n", "attic/modules/b/manifests/init.pp", true},
		{"initial manifests, all of which are read", environment + "-- manifests/site.pp --\n-- manifests/old/x.pp --\nclass x { }\n", "manifests/old/x.pp", false},
		{"a module that is not finished", "-- modules/a/manifests/init.pp --\nclass a { }\n-- modules/_todo/manifests/init.pp --\nclass b { }\n", "modules/_todo/manifests/init.pp", true},
		{"a module of the tests of another", "-- modules/a/manifests/init.pp --\nclass a { }\n-- modules/a/spec/system/test_module/manifests/init.pp --\nclass a_tests { }\n", "modules/a/spec/system/test_module/manifests/init.pp", true},
		{"a folder with a word in the middle", "-- modules/a/manifests/init.pp --\nclass a { }\n-- modules-deprecated-2019/b/manifests/init.pp --\nclass b { }\n", "modules-deprecated-2019/b/manifests/init.pp", true},
		{"a folder with a common word in the middle", "-- modules/a/manifests/init.pp --\nclass a { }\n-- modules-old-site/b/manifests/init.pp --\nclass b { }\n", "modules-old-site/b/manifests/init.pp", false},
		{"a module called archive", environment + "-- modules/archive/manifests/nexus.pp --\ndefine archive::nexus { }\n", "modules/archive/manifests/nexus.pp", false},
		{"an archive", environment + "-- manifests/site.pp --\n-- 10_archive/2010/nodes.pp --\nnode a { }\n", "10_archive/2010/nodes.pp", true},
		{"a manifest that a module puts on hosts", "-- modules/a/manifests/init.pp --\nclass a { }\n-- modules/a/files/etc/site.pp --\ninclude b\n", "modules/a/files/etc/site.pp", true},
		{"an example", "-- modules/a/manifests/init.pp --\nclass a { }\n-- modules/a/examples/init.pp --\ninclude a\n", "modules/a/examples/init.pp", false},
		{"an archive of folders", environment + "-- manifests/site.pp --\n-- archive/here/production/modules/b/manifests/init.pp --\nclass b { }\n", "archive/here/production/modules/b/manifests/init.pp", true},
		{"an archive of environments", environment + "-- manifests/site.pp --\n-- archive/here/production/environment.conf --\n-- archive/here/production/modules/b/manifests/init.pp --\nclass b { }\n", "archive/here/production/modules/b/manifests/init.pp", true},
		{"a repository in a folder called so", "-- old/production/environment.conf --\n-- old/production/modules/b/manifests/init.pp --\nclass b { }\n", "old/production/modules/b/manifests/init.pp", false},
		{"an environment called so", environment + "-- environments/backup/environment.conf --\n-- environments/backup/modules/b/manifests/init.pp --\nclass b { }\n", "environments/backup/modules/b/manifests/init.pp", false},
		{"a module that another puts on hosts", "-- modules/a/manifests/init.pp --\nclass a { }\n-- modules/a/files/html/course/modules/b/manifests/init.pp --\nclass c { }\n", "modules/a/files/html/course/modules/b/manifests/init.pp", true},
		{"initial manifests of an archive", environment + "-- manifests/site.pp --\n-- archive/here/environment.conf --\n-- archive/here/manifests/classes.pp --\nclass c { }\n", "archive/here/manifests/classes.pp", true},
		{"initial manifests of an environment called so", environment + "-- environments/backup/environment.conf --\n-- environments/backup/manifests/site.pp --\nclass c { }\n", "environments/backup/manifests/site.pp", false},
		{"a file without a module", environment + "-- old/x.pp --\nclass x { }\n", "old/x.pp", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			path := "/w/" + test.path
			if got := workspace(test.archive).TreeOf(path).IsAside(path); got != test.want {
				t.Errorf("IsAside(%s) = %v, want %v", test.path, got, test.want)
			}
		})
	}
}

func TestIsExample(t *testing.T) {
	const archive = "-- environment.conf --\n-- manifests/site.pp --\n-- tests/x.pp --\n-- modules/a/manifests/init.pp --\n-- modules/a/manifests/examples/x.pp --\n" +
		"-- modules/a/examples/x.pp --\n-- modules/a/tests/deep/x.pp --\n-- modules/examples/manifests/init.pp --\nclass examples { }\n" +
		"-- modules/a/init.pp --\n-- modules/a/nodes/x.pp --\n-- modules/a/functions/x.pp --\n"
	tree := workspace(archive).TreeOf("/w/manifests/site.pp")
	for path, want := range map[string]bool{
		"modules/a/examples/x.pp": true, "modules/a/tests/deep/x.pp": true, "modules/a/manifests/init.pp": false,
		"modules/a/manifests/examples/x.pp": false, "modules/examples/manifests/init.pp": false, "manifests/site.pp": false, "tests/x.pp": false,
		"modules/a/init.pp": true, "modules/a/nodes/x.pp": true, "modules/a/functions/x.pp": false,
	} {
		if got := tree.IsExample("/w/" + path); got != want {
			t.Errorf("IsExample(%s) = %v, want %v", path, got, want)
		}
	}
}

func TestIsExampleEnvironment(t *testing.T) {
	const archive = "-- modules/a/metadata.json --\n{\"name\": \"me-a\"}\n-- modules/a/manifests/init.pp --\nclass a { }\n" +
		"-- modules/a/vagrant/environments/dev/environment.conf --\n-- modules/a/vagrant/environments/dev/hiera.yaml --\n-- modules/a/vagrant/environments/dev/manifests/site.pp --\n" +
		"-- vagrant/environment.conf --\n-- vagrant/hiera.yaml --\n"
	for path, want := range map[string]bool{
		"/w/modules/a/vagrant/environments/dev/hiera.yaml": true, "/w/modules/a/vagrant/environments/dev/manifests/site.pp": true, "/w/vagrant/hiera.yaml": false,
	} {
		if got := workspace(archive).TreeOf(path).IsExample(path); got != want {
			t.Errorf("IsExample(%s) = %v, want %v", path, got, want)
		}
	}
}

func TestIsOfTests(t *testing.T) {
	const archive = "-- environment.conf --\n-- manifests/site.pp --\n-- spec/classes/x.pp --\n-- modules/a/manifests/init.pp --\nclass a { }\n" +
		"-- modules/a/spec/fixtures/x.pp --\n-- modules/a/manifests/spec/x.pp --\n-- modules/a_old/manifests/init.pp --\nclass a { }\n"
	tree := workspace(archive).TreeOf("/w/manifests/site.pp")
	for path, want := range map[string]bool{
		"spec/classes/x.pp": true, "modules/a/spec/fixtures/x.pp": true,
		"modules/a/manifests/spec/x.pp": false, "modules/a/manifests/init.pp": false, "manifests/site.pp": false,
	} {
		if got := tree.IsOfTests("/w/" + path); got != want {
			t.Errorf("IsOfTests(%s) = %v, want %v", path, got, want)
		}
	}
	for path, want := range map[string]bool{"modules/a_old/manifests/init.pp": true, "modules/a/manifests/init.pp": false, "manifests/site.pp": false} {
		if got := tree.InAsideModule("/w/" + path); got != want {
			t.Errorf("InAsideModule(%s) = %v, want %v", path, got, want)
		}
	}
}
