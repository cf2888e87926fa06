package module

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"puppet-lint/internal/source"
)

// workspace writes the files of a txtar archive below /w. Under Windows, it also writes them on the
// current drive, since some paths are made absolute.
func workspace(archive string, modulepath ...string) *Workspace {
	texts := map[string]string{}
	for _, file := range txtar.Parse([]byte(archive)).Files {
		texts["/w/"+file.Name] = string(file.Data)
		texts[absolute("/w/"+file.Name)] = string(file.Data)
	}
	return NewWorkspace(source.NewOverlay(nil, texts), []string{"/w"}, modulepath)
}

func names(tree *Tree) string {
	var names []string
	for _, module := range tree.Modules {
		names = append(names, module.Name+"="+filepath.ToSlash(module.Folder))
	}
	return strings.Join(names, " ")
}

func TestTreeOf(t *testing.T) {
	for _, test := range []struct{ name, archive, path, want, environment string }{
		{"a module by its metadata", `
-- puppetlabs-apache/metadata.json --
{"name": "puppetlabs-apache"}
-- puppetlabs-apache/manifests/init.pp --
`, "/w/puppetlabs-apache/manifests/init.pp", "apache=/w/puppetlabs-apache", ""},
		{"a module without metadata, in a folder of another name", `
-- src/manifests/server.pp --
class ntp::server { }
-- src/manifests/init.pp --
class ntp { }
`, "/w/src/manifests/server.pp", "ntp=/w/src", ""},
		{"a module beside others, in a folder of another name", `
-- modules_of_mine/a/manifests/init.pp --
class a { }
-- trial/metadata.json --
{"name": "x-example"}
-- trial/manifests/init.pp --
class example { }
-- b/manifests/init.pp --
class b { }
`, "/w/trial/manifests/init.pp", "example=/w/trial", ""},
		{"a module beside others, of which only the metadata have another name", `
-- trial/metadata.json --
{"name": "x-example"}
-- trial/manifests/init.pp --
class trial { }
-- b/manifests/init.pp --
class b { }
`, "/w/trial/manifests/init.pp", "b=/w/b trial=/w/trial", ""},
		{"a module in a folder of another name, beside others in a modulepath", `
-- modules/trial/metadata.json --
{"name": "x-example"}
-- modules/trial/manifests/init.pp --
class example { }
-- modules/b/manifests/init.pp --
class b { }
`, "/w/modules/trial/manifests/init.pp", "b=/w/modules/b trial=/w/modules/trial", ""},
		{"a module whose class has another name than its folder and its metadata, beside others", `
-- trial/metadata.json --
{"name": "x-trial"}
-- trial/manifests/init.pp --
class example { }
-- b/manifests/init.pp --
class b { }
`, "/w/trial/manifests/init.pp", "b=/w/b trial=/w/trial", ""},
		{"a module with what its tests fetched", `
-- apache/metadata.json --
{"name": "puppetlabs/apache"}
-- apache/spec/fixtures/modules/stdlib/metadata.json --
{}
-- apache/.fixtures.yml --
`, "/w/apache/manifests", "apache=/w/apache stdlib=/w/apache/spec/fixtures/modules/stdlib", ""},
		{"a module whose types folder has folders like a module's", `
-- modules/b/manifests/init.pp --
-- modules/b/types/manifests/init.pp --
type B::Manifests::Init = String
-- modules/types/manifests/init.pp --
class types { }
`, "/w/modules/b/types/manifests/init.pp", "b=/w/modules/b types=/w/modules/types", ""},
		{"a checkout in a folder of modules", `
-- manifests/site.pp --
-- modules/me-a/metadata.json --
{"name": "me-a"}
-- modules/me-a/examples/init.pp --
-- modules/b/manifests/init.pp --
`, "/w/modules/me-a/examples", "a=/w/modules/me-a", ""},
		{"other folders of modules beside the manifests", `
-- manifests/site.pp --
-- modules/a/manifests/init.pp --
-- contrib-modules/b/manifests/init.pp --
-- contrib-modules/a/manifests/init.pp --
-- node_modules/x/index.js --
-- no/modules.txt --
`, "/w/modules/a/manifests/init.pp", "a=/w/modules/a b=/w/contrib-modules/b", "/w"},
		{"folders of modules with names of their own", `
-- manifests/site.pp --
-- modules/a/manifests/init.pp --
-- deployment/b/manifests/init.pp --
-- doc/c/manifests/init.pp --
-- tests/d/manifests/init.pp --
-- spec/e/manifests/init.pp --
-- environments/f/manifests/site.pp --
-- other/Puppetfile --
-- other/g/manifests/init.pp --
`, "/w/deployment/b/manifests/init.pp", "a=/w/modules/a b=/w/deployment/b", "/w"},
		{"a folder with a Puppetfile for the modules in it, which the environment names", `
-- environment.conf --
modulepath = modules:3rdparty/modules:$basemodulepath
-- manifests/site.pp --
-- modules/a/manifests/init.pp --
-- 3rdparty/Puppetfile --
-- 3rdparty/modules/b/manifests/init.pp --
`, "/w/3rdparty/modules/b/manifests/init.pp", "a=/w/modules/a b=/w/3rdparty/modules/b", "/w"},
		{"the same, before there are modules", `
-- environment.conf --
modulepath = modules:3rdparty/modules:$basemodulepath
-- manifests/site.pp --
-- modules/a/manifests/init.pp --
-- 3rdparty/Puppetfile --
`, "/w/3rdparty/Puppetfile", "a=/w/modules/a", "/w"},
		{"folders of modules that an environment.conf does not name", `
-- environment.conf --
modulepath = modules
-- modules/a/manifests/init.pp --
-- contrib-modules/b/manifests/init.pp --
`, "/w/modules/a/manifests/init.pp", "a=/w/modules/a", "/w"},
		{"a folder of modules", `
-- modules/a/manifests/init.pp --
-- modules/b/metadata.json --
{}
-- modules/README/x --
`, "/w/modules/a/manifests/init.pp", "a=/w/modules/a b=/w/modules/b", ""},
		{"a control repository", `
-- environment.conf --
modulepath = site-modules:modules:$basemodulepath # the site first
manifest = code
-- Puppetfile --
-- site-modules/profile/manifests/base.pp --
-- modules/stdlib/metadata.json --
{"name": "puppetlabs-stdlib"}
-- modules/profile/metadata.json --
{}
-- code/site.pp --
`, "/w/code/site.pp", "profile=/w/site-modules/profile stdlib=/w/modules/stdlib", "/w"},
		{"from within a module of a control repository", `
-- Puppetfile --
-- site/role/manifests/web.pp --
-- modules/stdlib/metadata.json --
{}
`, "/w/site/role/manifests/web.pp", "role=/w/site/role stdlib=/w/modules/stdlib", "/w"},
		{"an environment of a server, with modules for all environments", `
-- environments/production/manifests/site.pp --
-- environments/production/modules/web/manifests/init.pp --
-- environments/production/modules/apt/manifests/init.pp --
-- modules/apt/manifests/init.pp --
-- modules/base/manifests/init.pp --
`, "/w/environments/production/manifests/site.pp", "apt=/w/environments/production/modules/apt base=/w/modules/base web=/w/environments/production/modules/web", "/w/environments/production"},
		{"an environment that names the modules for all environments", `
-- environments/production/environment.conf --
modulepath = site:$basemodulepath
-- environments/production/manifests/site.pp --
-- environments/production/site/role/manifests/web.pp --
-- modules/base/manifests/init.pp --
`, "/w/environments/production/site/role/manifests/web.pp", "base=/w/modules/base role=/w/environments/production/site/role", "/w/environments/production"},
		{"an environment with modules of its own only", `
-- environments/production/environment.conf --
modulepath = site
-- environments/production/manifests/site.pp --
-- environments/production/site/role/manifests/web.pp --
-- modules/base/manifests/init.pp --
`, "/w/environments/production/site/role/manifests/web.pp", "role=/w/environments/production/site/role", "/w/environments/production"},
		{"a control repository with metadata", `
-- metadata.json --
{"name": "example-control_repo"}
-- environment.conf --
modulepath = site-modules:$basemodulepath
-- manifests/site.pp --
-- site-modules/role/manifests/web.pp --
`, "/w/site-modules/role/manifests/web.pp", "role=/w/site-modules/role", "/w"},
		{"a control repository with metadata and without settings", `
-- metadata.json --
{"name": "example-control_repo"}
-- Puppetfile --
-- manifests/site.pp --
-- site-modules/role/manifests/web.pp --
-- modules/ntp/metadata.json --
{}
`, "/w/manifests", "ntp=/w/modules/ntp role=/w/site-modules/role", "/w"},
		{"a control repository with the metadata of a module", `
-- metadata.json --
{"name": "puppetlabs-ntp"}
-- hiera.yaml --
-- manifests/site.pp --
node default { include role }
-- modules/role/manifests/init.pp --
`, "/w/manifests", "role=/w/modules/role", "/w"},
		{"a module with metadata and a site.pp, which holds modules", `
-- metadata.json --
{"name": "me-web"}
-- manifests/init.pp --
class web { }
-- manifests/site.pp --
include web
-- modules/a/manifests/init.pp --
`, "/w/manifests", "web=/w", ""},
		{"a module whose metadata name the repository", `
-- metadata.json --
{"name": "me-site_profiles"}
-- manifests/base.pp --
class profile::base { }
-- manifests/osg/ce.pp --
class profile::osg::ce { }
`, "/w/manifests/osg", "profile=/w", ""},
		{"a module of which one definition has another name", `
-- metadata.json --
{"name": "me-profile"}
-- manifests/base.pp --
class base { }
-- manifests/osg/ce.pp --
define Profile::osg::ce { }
`, "/w/manifests/osg", "profile=/w", ""},
		{"a copy of a module in a folder of no module's name", `
-- modules/web-old/metadata.json --
{"name": "me-webinstaller"}
-- modules/web-old/manifests/init.pp --
class web { }
-- modules/web-old/manifests/a.pp --
class web::a { }
`, "/w/modules/web-old/manifests", "web=/w/modules/web-old", ""},
		{"a copy of a module without metadata among the modules of an environment", `
-- manifests/site.pp --
-- modules/ntp/manifests/init.pp --
-- modules/ntp.old/manifests/init.pp --
class ntp { }
-- modules/ntp.old/manifests/ntpd.pp --
class ntp::ntpd { }
`, "/w/modules/ntp.old/manifests", "ntp=/w/modules/ntp.old", ""},
		{"manifests that Vagrant applies", `
-- go-centos64/Vagrantfile --
puppet.manifest_file = "#{type}.pp"
puppet.module_path = '../modules'
-- go-centos64/manifests/go-centos64.pp --
include go::server
class go::server { }
-- modules/git/manifests/init.pp --
`, "/w/go-centos64/manifests", "git=/w/modules/git", "/w/go-centos64"},
		{"manifests that Vagrant applies, with several folders of modules", `
-- box/Vagrantfile --
puppet.module_path = ["../modules", 'own']
-- box/manifests/box.pp --
class box::x { }
node default { include box::x }
-- box/own/b/manifests/init.pp --
-- modules/git/manifests/init.pp --
`, "/w/box/manifests", "b=/w/box/own/b git=/w/modules/git", "/w/box"},
		{"a module with a Vagrantfile for its tests", `
-- web/Vagrantfile --
-- web/manifests/init.pp --
class web { }
include web
`, "/w/web/manifests", "web=/w/web", ""},
		{"a module whose site.pp defines something, without metadata", `
-- modules/apache/manifests/site.pp --
define apache::site { }
-- modules/apache/manifests/init.pp --
class apache { }
-- modules/ntp/manifests/init.pp --
class ntp { }
`, "/w/modules/apache/manifests/site.pp", "apache=/w/modules/apache ntp=/w/modules/ntp", ""},
		{"an environment whose site.pp has classes and nodes", `
-- manifests/site.pp --
class my::site { }
node default { }
-- modules/ntp/manifests/init.pp --
class ntp { }
`, "/w/manifests/site.pp", "ntp=/w/modules/ntp", "/w"},
		{"the same with a project of Bolt's", `
-- metadata.json --
{"name": "example-control_repo"}
-- environment.conf --
modulepath = site-modules:$basemodulepath
-- bolt-project.yaml --
name: control
modulepath: [site-modules, other]
-- manifests/site.pp --
-- site-modules/role/manifests/web.pp --
-- other/deploy/plans/init.pp --
-- .modules/facts/plans/init.pp --
`, "/w/manifests/site.pp", "control=/w deploy=/w/other/deploy facts=/w/.modules/facts role=/w/site-modules/role", "/w"},
		{"a module with a project of Bolt's and an environment to try it in", `
-- metadata.json --
{"name": "example-ntp"}
-- bolt-project.yaml --
-- environment.conf --
-- manifests/init.pp --
`, "/w/manifests/init.pp", "ntp=/w", ""},
		{"a project of Bolt's", `
-- bolt-project.yaml --
name: deploy
-- plans/all.pp --
plan deploy::all() { }
-- manifests/init.pp --
-- site-modules/own/plans/init.pp --
-- modules/deploy/plans/all.pp --
-- .modules/facts/plans/init.pp --
`, "/w/plans/all.pp", "deploy=/w facts=/w/.modules/facts own=/w/site-modules/own", "/w"},
		{"a project of Bolt's with a modulepath and without a name", `
-- bolt-project.yaml --
modulepath:
  - lib/all
  - more
-- plans/all.pp --
plan deploy::all() { }
-- lib/all/own/plans/init.pp --
-- more/other/plans/init.pp --
-- modules/third/plans/all.pp --
-- .modules/facts/plans/init.pp --
`, "/w/lib/all/own/plans/init.pp", "deploy=/w facts=/w/.modules/facts other=/w/more/other own=/w/lib/all/own", "/w"},
		{"a project of Bolt's without anything of its own", "-- bolt-project.yaml --\nmodulepath: a:b\n-- b/x/plans/init.pp --\n", "/w/bolt-project.yaml", "w=/w x=/w/b/x", "/w"},
		{"a project of Bolt's that cannot be read", "-- bolt-project.yaml --\n- [\n-- modules/x/plans/init.pp --\n", "/w/bolt-project.yaml", "w=/w x=/w/modules/x", "/w"},
		{"a server's environment without settings", "-- environments/production/manifests/all.pp --\n-- environments/production/modules/ntp/manifests/init.pp --\n",
			"/w/environments/production/manifests/all.pp", "ntp=/w/environments/production/modules/ntp", "/w/environments/production"},
		{"a repository from before environments", "-- puppet/manifests/servers.pp --\n-- puppet/modules/ntp/manifests/init.pp --\n",
			"/w/puppet/manifests/servers.pp", "ntp=/w/puppet/modules/ntp", "/w/puppet"},
		{"what Vagrant applies", "-- metadata.json --\n{\"name\": \"a-web\"}\n-- vagrant/manifests/base.pp --\ninclude web\n",
			"/w/vagrant/manifests/base.pp", "", "/w/vagrant"},
		{"what Vagrant applies in init.pp", "-- puppet/manifests/init.pp --\nclass web { }\ninclude web\n", "/w/puppet/manifests/init.pp", "", "/w/puppet"},
		{"a checkout without metadata", "-- puppet-web-master/manifests/init.pp --\n  class web($x) { }\n", "/w/puppet-web-master/manifests/init.pp", "web=/w/puppet-web-master", ""},
		{"a repository of which nothing tells what it is", "-- web-servers/manifests/all.pp --\ninclude web\nclass other::all { }\n",
			"/w/web-servers/manifests/all.pp", "", ""},
		{"a module without a class of its name", "-- web/manifests/server.pp --\nclass web::server { }\n", "/w/web/manifests/server.pp", "web=/w/web", ""},
		{"a module with modules of its own", "-- web/manifests/init.pp --\nclass web { }\n-- web/modules/ntp/manifests/init.pp --\n", "/w/web/manifests/init.pp", "web=/w/web", ""},
		{"a module among others with a class of nodes", "-- modules/web/manifests/nodes.pp --\n", "/w/modules/web/manifests/nodes.pp", "web=/w/modules/web", ""},
		{"a lone manifest", "-- x.pp --\n", "/w/x.pp", "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			tree := workspace(test.archive).TreeOf(test.path)
			if got := names(tree); got != test.want {
				t.Errorf("modules %q, want %q", got, test.want)
			}
			if got := filepath.ToSlash(tree.Environment); got != test.environment {
				t.Errorf("environment %q, want %q", got, test.environment)
			}
		})
	}
}

func TestTreesAreShared(t *testing.T) {
	files := workspace("-- modules/a/manifests/init.pp --\n-- modules/b/manifests/sub/x.pp --\n")
	if files.TreeOf("/w/modules/a/manifests/init.pp") != files.TreeOf("/w/modules/b/manifests/sub/x.pp") {
		t.Error("two modules of one folder are in different trees")
	}
}

// TestVagrantsManifests checks that the manifests that Vagrant applies by default need not be at
// an autoload path of the module beside the Vagrantfile.
func TestVagrantsManifests(t *testing.T) {
	tree := workspace(`
-- dev/metadata.json --
{"name": "me-dev"}
-- dev/Vagrantfile --
-- dev/manifests/default.pp --
-- dev/manifests/init.pp --
class dev { }
-- web/metadata.json --
{"name": "me-web"}
-- web/manifests/default.pp --
`)
	for path, want := range map[string]string{"/w/dev/manifests/default.pp": "", "/w/dev/manifests/init.pp": "dev", "/w/web/manifests/default.pp": "web"} {
		if module, _ := tree.TreeOf(path).AutoloadPath(path); module != want {
			t.Errorf("%s is a file of the module %q, want %q", path, module, want)
		}
	}
}

func TestAutoloadPath(t *testing.T) {
	tree := workspace("-- Puppetfile --\n-- manifests/site.pp --\n-- modules/a/manifests/init.pp --\n").TreeOf("/w")
	for path, want := range map[string]string{
		"/w/manifests/nodes/x.pp":        ":",
		"/w/other/x.pp":                  ":",
		"/w/modules/a/manifests/init.pp": "a:manifests/init.pp",
		"/w/modules/a/x.pp":              "a:x.pp",
		"/w/modules/a/templates/x.epp":   ":",
	} {
		if module, relative := tree.AutoloadPath(path); module+":"+relative != want {
			t.Errorf("%s: %s:%s, want %s", path, module, relative, want)
		}
	}
}

// TestAutoloadPathOfApplied checks that a manifest that a script applies by its path, and that
// Puppet would not autoload, may be anywhere.
func TestAutoloadPathOfApplied(t *testing.T) {
	const metadata = "-- me/metadata.json --\n{\"name\": \"a-me\"}\n-- me/manifests/init.pp --\nclass me { }\n-- me/manifests/own.pp --\nclass me::own { }\n-- me/manifests/x/run.pp --\ninclude me\n-- me/manifests/run.pp --\n"
	for script, want := range map[string]string{
		"-- me/run.sh --\nsudo puppet apply --modulepath=.. manifests/run.pp\n":                          "",
		"-- me/run.sh --\nsudo puppet apply \\\n  -v \\\n  ./manifests/run.pp\n":                         "",
		"-- me/run.sh --\npuppet apply \"$(dirname \"$0\")/manifests/run.pp\"\n":                         "",
		"-- me/run.sh --\npuppet apply manifests/$1.pp\n":                                                "",
		"-- me/run.sh --\npuppet apply ${HERE}/manifests/${role}.pp\n":                                   "",
		"-- me/Makefile --\nrun:\n\tpuppet apply manifests/run.pp\n":                                     "",
		"-- me/Rakefile --\nsh 'puppet apply manifests/run.pp'\nsystem('puppet', 'apply', 'tests/x.pp')": "",
		"-- me/Rakefile --\nsystem('puppet', 'apply', 'manifests/run.pp')":                               "",
		"-- me/.travis.yml --\nscript:\n  - puppet apply --noop manifests/run.pp\n":                      "",
		"-- me/run.sh --\npuppet apply manifests/other.pp\n":                                             "me",
		"-- me/run.sh --\npuppet apply manifests/x/run.pp\n":                                             "me",
		"-- me/run.sh --\npuppet parser validate manifests/run.pp\n":                                     "me",
		"-- me/README.md --\npuppet apply manifests/run.pp\n":                                            "me",
		"-- me/run.sh --\ncd tests; puppet apply $1.pp\n":                                                "me",
	} {
		tree := workspace(metadata + "include me\n" + script).TreeOf("/w/me")
		if module, _ := tree.AutoloadPath("/w/me/manifests/run.pp"); module != want {
			t.Errorf("%s\nmanifests/run.pp is a file of the module %q, want %q", script, module, want)
		}
		if module, _ := tree.AutoloadPath("/w/me/manifests/own.pp"); module != "me" {
			t.Errorf("%s\nmanifests/own.pp is a file of the module %q", script, module)
		}
	}
	inRepository := workspace("-- environment.conf --\n-- deploy/run.sh --\npuppet apply /etc/puppet/modules/me/manifests/run.pp\n-- modules/me/manifests/run.pp --\ninclude me\n").TreeOf("/w")
	if module, _ := inRepository.AutoloadPath("/w/modules/me/manifests/run.pp"); module != "" {
		t.Errorf("a manifest that the repository's script applies is a file of the module %q", module)
	}
}

func TestCandidates(t *testing.T) {
	for _, test := range []struct{ name, folders, want string }{
		{"a", "", "manifests/init.pp"},
		{"a::b::c", "manifests/b", "manifests/init.pp manifests/b/c.pp manifests/b.pp"},
		{"a::b::c", "", "manifests/init.pp manifests/b.pp"},
		{"a::b::c::d", "manifests/b", "manifests/init.pp manifests/b/c.pp manifests/b.pp"},
		{"a::..::b", "manifests/..", "manifests/init.pp"},
	} {
		exists := func(folder string) bool { return slices.Contains(strings.Fields(test.folders), folder) }
		if got := strings.Join(manifestCandidates(test.name, exists), " "); got != test.want {
			t.Errorf("%s is looked for in %s, want %s", test.name, got, test.want)
		}
	}
	for _, test := range []struct {
		kind Kind
		name string
		want string
	}{
		{Function, "a::b::c", "functions/b/c.pp"}, {Function, "a", ""}, {TypeAlias, "a::b", "types/b.pp"}, {TypeAlias, "a", "types/init_typeset.pp"},
		{Plan, "a", "plans/init.pp"}, {Task, "a::b", "tasks/b.json"},
	} {
		if got := candidate(test.kind, test.name); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

func TestFunctionsAndTypes(t *testing.T) {
	tree := NewTree(source.NewOverlay(nil, nil), nil, true)
	if f := tree.Plugins.FindFunction("map"); f == nil || f.Function == nil || len(f.Signatures) != 4 {
		t.Errorf("map: %+v", f)
	}
	if f := tree.Plugins.FindFunction("template"); f == nil || f.Legacy == nil || f.Legacy.Minimum() != 1 || f.Legacy.Arity >= 0 {
		t.Errorf("template: %+v", f)
	}
	if tree.Plugins.FindFunction("merge") != nil {
		t.Error("a closed tree without stdlib has merge")
	}
	if open := NewTree(source.NewOverlay(nil, nil), nil, false); open.Plugins.FindFunction("merge") == nil {
		t.Error("an open tree without stdlib lacks merge")
	}
	if file := tree.Plugins.FindResourceType("file"); file == nil || file.Attribute("ensure") == nil || file.Attribute("nope") != nil {
		t.Errorf("file: %+v", file)
	}
}

func TestBoltProject(t *testing.T) {
	const archive = `
-- bolt-project.yaml --
name: deploy
-- plans/all.pp --
plan deploy::all() { }
-- manifests/web.pp --
class deploy::web { }
-- hiera.yaml --
version: 5
-- data/common.yaml --
x: 1
-- inventory.yaml --
-- modules/a/plans/init.pp --
`
	for _, test := range []struct{ name, extra, inside, outside string }{
		{"alone", "", "plans/all.pp manifests/web.pp tasks/x.json lib/facter/x.rb", "hiera.yaml data/common.yaml inventory.yaml spec/x.rb"},
		{"in a control repository", "-- manifests/site.pp --\n", "plans/all.pp tasks/x.json", "manifests/web.pp manifests/site.pp hiera.yaml data/common.yaml"},
	} {
		t.Run(test.name, func(t *testing.T) {
			tree := workspace(archive + test.extra).TreeOf("/w")
			project := tree.Module("deploy")
			if project == nil {
				t.Fatal("no module")
			}
			for _, path := range strings.Fields(test.inside) {
				if owner, relative := tree.ModuleOf("/w/" + path); owner != project || relative != path {
					t.Errorf("%s: %v, %q", path, owner, relative)
				}
			}
			for _, path := range strings.Fields(test.outside) {
				if owner, _ := tree.ModuleOf("/w/" + path); owner != nil {
					t.Errorf("%s: of %s", path, owner.Name)
				}
			}
			if project.Hiera() != nil || tree.Documents.Hiera() == nil || project.Metadata() != nil {
				t.Errorf("hiera.yaml is that of the environment")
			}
			hasWeb := false
			for _, manifest := range tree.Manifests.Of(project) {
				hasWeb = hasWeb || strings.HasSuffix(manifest.Source.Name, "web.pp")
			}
			if want := test.extra == ""; hasWeb != want {
				t.Errorf("manifests/web.pp among those of the project: %v, want %v", hasWeb, want)
			}
		})
	}
	for _, test := range []struct {
		name, settings string
		closed         bool
	}{
		{"nothing more", "name: deploy\n", false},
		{"a module that is there", "name: deploy\nmodules: [x/a]\n", true},
		{"a module that is not there", "name: deploy\nmodules: [x/a, {name: x-b}]\n", false},
		{"a module by its repository", "name: deploy\nmodules: [x/a, {git: 'https://example.com/b', ref: main}]\n", false},
	} {
		tree := workspace("-- bolt-project.yaml --\n" + test.settings + "-- plans/all.pp --\nplan deploy::all() { }\n-- modules/a/plans/init.pp --\n").TreeOf("/w")
		if got := tree.IsClosed(tree.Module("deploy")); got != test.closed {
			t.Errorf("%s: closed %v, want %v", test.name, got, test.closed)
		}
	}
}

func TestClosed(t *testing.T) {
	archive := `
-- modules/a/metadata.json --
{"name": "x-a", "dependencies": [{"name": "x/b"}]}
-- modules/b/metadata.json --
{"name": "x-b", "dependencies": [{"name": "x-c"}]}
-- modules/d/metadata.json --
{"name": "x-d", "dependencies": []}
`
	tree := workspace(archive).TreeOf("/w/modules")
	for name, want := range map[string]bool{"a": false, "b": false, "d": true} {
		if got := tree.IsClosed(tree.Module(name)); got != want {
			t.Errorf("%s: closed %v, want %v", name, got, want)
		}
	}
	if tree.IsClosed(nil) {
		t.Errorf("closed for code that belongs to no module and to no environment")
	}
	alone := workspace("-- metadata.json --\n{\"name\": \"x-e\", \"dependencies\": []}\n-- manifests/init.pp --\nclass e {}\n").TreeOf("/w/manifests/init.pp")
	if e := alone.Module("e"); e == nil || alone.IsClosed(e) {
		t.Errorf("a module alone: %v, want one that is not closed", e)
	}
}

// TestModulesOfOneName checks that a name may exist if another module of the same name defines it,
// because that module may come first on the server's modulepath.
func TestModulesOfOneName(t *testing.T) {
	for _, test := range []struct{ name, archive, path string }{
		{"in two folders of an environment", "-- Puppetfile --\n-- site/a/manifests/init.pp --\nclass a { }\n-- modules/a/manifests/b.pp --\nclass a::b { }\n", "/w/site/a/manifests"},
		{"beside each other and in a folder", "-- a/manifests/init.pp --\nclass a { }\n-- c/manifests/init.pp --\nclass c { }\n-- more/a/manifests/b.pp --\nclass a::b { }\n", "/w/a/manifests"},
	} {
		tree := workspace(test.archive).TreeOf(test.path)
		if !tree.MayExist(Class, "a::b", nil) || tree.MayExist(Class, "a::c", nil) {
			t.Errorf("%s: a::b may exist: %v, a::c: %v", test.name, tree.MayExist(Class, "a::b", nil), tree.MayExist(Class, "a::c", nil))
		}
	}
}

// TestClassifier checks which files mean that a tree has an external node classifier.
func TestClassifier(t *testing.T) {
	const modules = "-- manifests/site.pp --\n-- modules/a/manifests/init.pp --\nclass a { }\n"
	for _, test := range []struct {
		archive string
		want    bool
	}{
		{modules, false},
		{modules + "-- puppet.conf --\n[master]\nnode_terminus = exec\n", true},
		{modules + "-- puppet.conf.sample --\nexternal_nodes = /etc/puppet/nodes\n", true},
		{modules + "-- puppet.conf --\n#external_nodes = /etc/puppet/nodes\nnode_terminus = plain\n", false},
		{modules + "-- bin/puppet-enc.rb --\n", true},
		{modules + "-- hiera/puppet_node_classifier.rb --\n", true},
		{modules + "-- bin/encode.rb --\n", false},
		{modules + "-- modules/puppet/files/puppet.conf --\nexternal_nodes = x\n-- modules/puppet/manifests/init.pp --\nclass puppet { }\n", true},
		{modules + "-- modules/foreman/manifests/init.pp --\nclass foreman { }\n", true},
		{"-- a/manifests/init.pp --\nclass a { }\n-- enc.py --\n", false},
	} {
		if got := workspace(test.archive).TreeOf("/w/modules").HasClassifier(); got != test.want {
			t.Errorf("%q: %v, want %v", test.archive, got, test.want)
		}
	}
}

// TestClosedInEnvironment checks that a Puppetfile also lists the modules in folders of the
// environment that are not on its modulepath.
func TestClosedInEnvironment(t *testing.T) {
	const modules = `
-- modules/local/a/metadata.json --
{"name": "x-a", "dependencies": []}
-- modules/local/b/metadata.json --
{"name": "x-b", "dependencies": []}
-- modules/site/role/metadata.json --
{"name": "x-role", "dependencies": []}
-- alone/c-d/metadata.json --
{"name": "x-d", "dependencies": []}
-- alone/c-d/spec/fixtures/modules/b/metadata.json --
{"name": "x-b", "dependencies": []}
-- environment.conf --
modulepath = site:modules
`
	for _, test := range []struct {
		more   string
		closed bool
	}{
		{"", true},
		{"-- Puppetfile --\nmod 'puppetlabs/firewall', '1.11.0'\n", false},
		{"-- Puppetfile --\nmod 'x/b', '1.11.0'\n", true},
	} {
		for name, folder := range map[string]string{"a": "/w/modules/local/a", "d": "/w/alone/c-d"} {
			tree := workspace(modules + test.more).TreeOf(folder)
			if found := tree.Module(name); found == nil || tree.IsClosed(found) != test.closed {
				t.Errorf("%s with %q: %v in %s, want closed %v", name, test.more, found, names(tree), test.closed)
			}
		}
	}
}

// TestSharedHierarchy checks that a module whose folder is an environment, too, shares the
// hierarchy of the environment.
func TestSharedHierarchy(t *testing.T) {
	for _, mark := range []string{"", Puppetfile, EnvironmentConf, BoltProjectFile} {
		archive := "-- ntp/metadata.json --\n{\"name\": \"example-ntp\"}\n-- ntp/manifests/init.pp --\nclass ntp { }\n-- ntp/hiera.yaml --\nversion: 5\n"
		if mark != "" {
			archive += "-- ntp/" + mark + " --\n"
		}
		tree := workspace(archive).TreeOf("/w/ntp/manifests/init.pp")
		if found := tree.Module("ntp"); found == nil || found.Hiera() == nil || found.Hiera().Shared != (mark != "") {
			t.Errorf("with %q the module's hierarchy is not as wanted", mark)
		}
	}
}

// TestEmptyModuleFolder checks that an empty folder, as Git leaves it for a submodule that is not
// fetched, is a missing module until it has content.
func TestEmptyModuleFolder(t *testing.T) {
	root := t.TempDir()
	write := func(name, text string) string { return writeFile(t, root, name, text) }
	write("environment.conf", "")
	write("modules/stdlib/manifests/init.pp", "class stdlib { }\n")
	path := write("modules/role/manifests/init.pp", "class role { include apache }\n")
	if err := os.Mkdir(filepath.Join(root, "modules", "apache"), 0o755); err != nil {
		t.Fatal(err)
	}
	tree := NewWorkspace(source.Disk{}, []string{root}, nil).TreeOf(path)
	if tree.Module("apache") != nil || tree.IsClosed(tree.Module("role")) || !tree.MayExist(Class, "apache::mod::ssl", tree.Module("role")) {
		t.Errorf("a module in an empty folder: %v, closed %v", tree.Module("apache"), tree.IsClosed(tree.Module("role")))
	}
	if tree.Renew([]string{write("modules/apache/manifests/init.pp", "class apache { }\n")}) {
		t.Errorf("a new module must not require a new tree")
	}
}

// TestAround checks that the author of a repository cannot make folders around it part of it.
func TestAround(t *testing.T) {
	for _, test := range []struct{ name, archive, folder, want string }{
		{"a control repository", "-- r/environment.conf --\nmodulepath = site:modules\n-- r/modules/a/manifests/init.pp --\n", "/w/r/modules/a", "/w/r /w/r/modules"},
		{"one that names the root", "-- r/environment.conf --\nmodulepath = /:modules\n-- r/modules/a/manifests/init.pp --\n", "/w/r/modules/a", "/w/r /w/r/modules"},
		{"one that names the folder around it", "-- r/environment.conf --\nmodulepath = ..:../../w:modules\n-- r/modules/a/manifests/init.pp --\n", "/w/r/modules/a", "/w/r /w/r/modules"},
		{"one that names itself", "-- r/environment.conf --\nmodulepath = .\n-- r/a/manifests/init.pp --\n", "/w/r/a", "/w/r /w/r"},
		{"a Bolt project that names the root", "-- r/bolt-project.yaml --\nname: b\nmodulepath: [/, .., modules]\n-- r/modules/a/manifests/init.pp --\n", "/w/r/modules/a", "/w/r /w/r/modules"},
		{"a module", "-- modules/a/manifests/init.pp --\n", "/w/modules/a", "/w/modules"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var around []string
			for _, folder := range workspace(test.archive).Around(test.folder) {
				around = append(around, strings.TrimPrefix(filepath.ToSlash(folder), filepath.ToSlash(filepath.VolumeName(folder))))
			}
			if got := strings.Join(around, " "); got != test.want {
				t.Errorf("Around(%s) = %s, want %s", test.folder, got, test.want)
			}
		})
	}
}
