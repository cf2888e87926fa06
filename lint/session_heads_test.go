package lint

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestSessionFollowsHeads: a declaration of a class is checked again if one of the parameters that
// it gives changes, or the set of required ones. A reader of the class's variables is checked again
// if these change, or if one that it reads is missing and other names are there to suggest.
func TestSessionFollowsHeads(t *testing.T) {
	folder, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	tree := &changingTree{folder: filepath.Join(folder, "files", "of", "mine")}
	tree.write(t, "web/manifests/ports.pp", "class web::ports {\n  class { 'web':\n    port => 80,\n  }\n  web::place { 'a':\n    port => 80,\n  }\n}\n")
	tree.write(t, "web/manifests/docs.pp", "class web::docs {\n  class { 'web':\n    root_folder => '/srv',\n  }\n}\n")
	tree.write(t, "web/manifests/reads.pp", "class web::reads {\n  include web\n  $folder = \"${web::root_folder} ${web::nothing}\"\n}\n")
	tree.write(t, "web/manifests/creates.pp", "class web::creates {\n  ensure_resource('web::place', 'b', { 'port' => 80, 'root_folder' => '/b' })\n  Web::Place <| |> { root_folder => '/c' }\n  notice(Web::Place['b']['root_folder'])\n}\n")
	tree.write(t, "web/manifests/place.pp", "define web::place (Integer $port, String $root_folder = '/') {\n  file { $root_folder: owner => $port }\n}\n")
	const plain = "class web (Integer $port = 1, String $root_folder = '/') {\n  file { $root_folder: }\n}\n"
	tree.write(t, "web/manifests/init.pp", plain)
	var session Session
	session.Run(t.Context(), tree.options())

	for _, step := range []struct {
		file, text, hold string
		again            []string // files checked again besides the file itself
	}{
		{"init", "class web (Integer $port = 2, String $root_folder = '/', $more = 1) {\n  $set = 1\n  file { $root_folder: }\n}\n", "web::nothing", []string{"reads"}},
		{"init", "class web (String $port = '2', String $root_folder = '/', $more = 1) {\n  file { $root_folder: }\n}\n", "'port' of 'web' expects", []string{"ports", "reads"}},
		{"init", plain, "web::nothing", []string{"ports", "reads"}},
		{"init", "class web (Integer $port = 1, $root_folder = '/') {\n  file { $root_folder: }\n}\n", "web::nothing", []string{"docs", "reads"}},
		{"init", "class web (Integer $port = 1, String $nothing = '/') {\n  file { $nothing: }\n}\n", "no parameter 'root_folder'", []string{"docs", "reads"}},
		{"init", "class web (Integer $port = 1, String $other = '/', String $root_folders = '/') {\n  file { $root_folders: }\n}\n", "did you mean 'root_folders'", []string{"docs", "reads"}},
		{"init", plain, "web::nothing", []string{"docs", "reads"}},
		{"place", "define web::place (Integer $port, String $owner, String $root_folder) {\n  file { $root_folder: owner => $port }\n}\n", "needs a value for its parameter 'owner'", []string{"creates", "ports"}},
		{"place", "define web::place (Integer $port, String $root_folder = '/') {\n  if $title == 'a' { fail('not this one') }\n}\n", "not this one", []string{"creates", "ports"}},
		{"place", "define web::place (Integer $port, String $dogs = '/') {\n  file { $dogs: owner => $port }\n}\n", "no attribute 'root_folder'", []string{"creates", "ports"}},
	} {
		again := tree.rerun(t, &session, []string{tree.write(t, "web/manifests/"+step.file+".pp", step.text)}, step.hold)
		var names []string
		for path := range again {
			if name := strings.TrimSuffix(filepath.Base(path), ".pp"); name != step.file {
				names = append(names, name)
			}
		}
		if slices.Sort(names); !slices.Equal(names, step.again) {
			t.Errorf("after\n%s\n%v are looked at again, and not %v", step.text, names, step.again)
		}
	}
}

// TestSessionFollowsHiddenNames breaks manifests whose texts hold names that other manifests do not
// find. Only those of modules that could define them are checked again.
func TestSessionFollowsHiddenNames(t *testing.T) {
	folder, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	tree := &changingTree{folder: folder}
	tree.write(t, "environment.conf", "modulepath = modules\n")
	tree.write(t, "manifests/site.pp", "node default {\n}\n")
	tree.write(t, "modules/base/manifests/init.pp", "class base {\n  include apache\n  $x = pick(1)\n  include store\n  include storehouse\n  notice($nothing)\n}\n")
	tree.write(t, "modules/other/manifests/init.pp", "class other {\n  notice('apache')\n}\n")
	tree.write(t, "modules/store/manifests/more.pp", "class store::more {\n}\n")
	tree.write(t, "modules/store/manifests/init.pp", "# nothing\n")
	var session Session
	session.Run(t.Context(), tree.options())
	for _, step := range []struct {
		file, text string
		again      []string // files checked again besides the file itself
	}{
		{"modules/other/manifests/init.pp", "class other {\n  $\n  notice('apache', pick(2))\n}\n", nil},
		{"modules/other/manifests/init.pp", "class other {\n  notice('apache')\n}\n", nil},
		{"modules/store/manifests/init.pp", "class storehouse {\n  $\n}\n", []string{"base"}},
		{"modules/store/manifests/init.pp", "class storehouse {\n}\n", nil}, // the class may be there before and after
		{"modules/other/manifests/init.pp", "class other {\n  $\n}\nclass store {\n}\n", []string{"base", "store"}},
	} {
		again := tree.rerun(t, &session, []string{tree.write(t, step.file, step.text)}, "$nothing")
		var names []string
		for path := range again {
			if !strings.HasSuffix(filepath.ToSlash(path), step.file) {
				names = append(names, filepath.Base(filepath.Dir(filepath.Dir(path))))
			}
		}
		if slices.Sort(names); !slices.Equal(names, step.again) {
			t.Errorf("after %s\n%s\n%v are looked at again, and not %v", step.file, step.text, names, step.again)
		}
	}
}

// TestSessionFollowsTemplates checks that the code that renders a template depends on the
// variables of the class with whose name the template's path begins.
func TestSessionFollowsTemplates(t *testing.T) {
	tree := &changingTree{folder: t.TempDir()}
	tree.write(t, "web/manifests/params.pp", "class web::params {\n  $colour = 'red'\n}\n")
	tree.write(t, "web/manifests/init.pp", "class web {\n  notice(template('web/a.erb'))\n  include web::params\n}\n")
	tree.write(t, "web/templates/a.erb", "<%= scope.lookupvar('web::params::colour') %>\n")
	var session Session
	session.Run(t.Context(), tree.options())
	tree.rerun(t, &session, []string{tree.write(t, "web/manifests/params.pp", "class web::params {\n  $color = 'red'\n}\n")}, "has no variable 'colour'")
	tree.rerun(t, &session, []string{tree.write(t, "web/manifests/params.pp", "class web::params {\n  $colour = 'red'\n}\n")}, "class_not_included")
}

// TestSessionFollowsPlans checks that the callers of a plan depend on its result.
func TestSessionFollowsPlans(t *testing.T) {
	tree := &changingTree{folder: t.TempDir()}
	tree.write(t, "web/plans/init.pp", "plan web {\n  $got = run_plan('web::inner')\n  notice($got['x'], $nothing)\n}\n")
	tree.write(t, "web/plans/outer.pp", "plan web::outer {\n  return(run_plan('web::inner'))\n}\n")
	tree.write(t, "web/plans/last.pp", "plan web::last {\n  notice(run_plan('web::outer') + 1)\n}\n")
	tree.write(t, "web/plans/inner.pp", "plan web::inner {\n  return([1])\n}\n")
	var session Session
	session.Run(t.Context(), tree.options())
	for _, step := range []struct{ text, hold string }{
		{"plan web::inner {\n  return(get_target('x'))\n}\n", "a Target cannot be indexed"},
		{"plan web::inner {\n  return({ 'x' => 1 })\n}\n", "$nothing"},
		{"plan web::inner {\n  [1]\n}\n", "expects a number, got undef"},
	} {
		tree.rerun(t, &session, []string{tree.write(t, "web/plans/inner.pp", step.text)}, step.hold)
	}
}

// TestSessionSeesRefusedVariables: a variable that Puppet refuses to set is reported at its reader
// once nothing sets it.
func TestSessionSeesRefusedVariables(t *testing.T) {
	tree := &changingTree{folder: t.TempDir()}
	tree.write(t, "web/manifests/init.pp", "class web ($found = $web::params::facts) inherits web::params {\n  notice($found)\n}\n")
	params := tree.write(t, "web/manifests/params.pp", "class web::params {\n  $facts = true\n}\n")
	var session Session
	session.Run(t.Context(), tree.options())
	tree.write(t, "web/manifests/params.pp", "class web::params {\n}\n")
	tree.rerun(t, &session, []string{params}, "unknown_variable")
	tree.write(t, "web/manifests/params.pp", "class web::params {\n  $facts = true\n}\n")
	tree.rerun(t, &session, []string{params}, "reassigned_variable")
}

// TestSessionSeesHiddenNames checks that a reference to a resource type in a manifest with a
// syntax error does not count as a possible definition of it.
func TestSessionSeesHiddenNames(t *testing.T) {
	tree := &changingTree{folder: t.TempDir()}
	for _, module := range []string{"stdlib", "net", "user"} {
		tree.write(t, module+"/metadata.json", metadataOf(module, "", "Debian"))
	}
	tree.write(t, "environment.conf", "modulepath = .\n")
	tree.write(t, "net/manifests/init.pp", "class net {\n  net_base { 'x': }\n}\n")
	tree.write(t, "stdlib/manifests/init.pp", "class stdlib {\n}\n")
	user := tree.write(t, "user/manifests/init.pp", "class user {\n  net_base { 'x': }\n  Net_base['x'] -> type['y']\n}\n")
	var session Session
	session.Run(t.Context(), tree.options())
	tree.write(t, "user/manifests/init.pp", "class user {\n  notify { 'x': }\n  Net_base['x'] -> type['y']\n}\n")
	tree.rerun(t, &session, []string{user}, "unknown_resource_type")
}
