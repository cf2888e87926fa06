package module

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"puppet-lint/internal/source"
	"puppet-lint/module/builtin"
)

// fleet is a control repository with every kind of file that a tree lists or reads.
const fleet = `
-- environment.conf --
modulepath = site:modules
-- hiera.yaml --
version: 5
hierarchy:
  - name: tier
    path: "%{::tier}.yaml"
-- facts.d/rack.txt --
rack_name=r1
-- manifests/site.pp --
include ship
-- site/ship/metadata.json --
{"name": "me-ship", "version": "1.0.0", "dependencies": [{"name": "me-sea", "version_requirement": ">= 1.0.0"}],
 "operatingsystem_support": [{"operatingsystem": "Debian", "operatingsystemrelease": ["12"]}, {"operatingsystem": "Ubuntu", "operatingsystemrelease": ["22.04"]},
  {"operatingsystem": "windows"}, {"operatingsystem": "Amazon", "operatingsystemrelease": ["2"]}, {"operatingsystem": "Plan9"}]}
-- site/ship/manifests/init.pp --
class ship { }
-- site/ship/manifests/deck.pp --
define ship::deck { }
-- site/ship/types/knot.pp --
type Ship::Knot = String
-- site/ship/functions/sail.pp --
function ship::sail($x) { $x }
-- site/ship/facts.d/ship.yaml --
ship_draught: 3
-- site/ship/files/etc/facts.d/deployed.txt --
deployed_fact=1
-- site/ship/files/hiera.yaml --
:hierarchy:
  - "%{berth}"
-- site/ship/manifests/log.pp --
class ship::log {
  file { '/etc/facter/facts.d/log.yaml': content => epp('ship/log.epp') }
}
-- site/ship/templates/log.epp --
logged_fact: <%= $speed_in_knots %>
-- site/ship/lib/facter/hull.rb --
Facter.add(:hull) { setcode { 1 } }
Facter.add("hull_#{side}_paint") { setcode { 1 } }
-- site/ship/lib/puppet/type/hull.rb --
Puppet::Type.newtype(:hull) do
  newparam(:name) { isnamevar }
  newproperty(:paint)
end
-- site/ship/lib/puppet/provider/hull/dock.rb --
Puppet::Type.type(:hull).provide(:dock) do
end
-- site/ship/lib/puppet/functions/ship/paint.rb --
Puppet::Functions.create_function(:'ship::paint') do
  dispatch(:paint) { param 'String', :x }
  def paint(x); x; end
end
-- site/ship/lib/puppet/parser/functions/oldpaint.rb --
module Puppet::Parser::Functions
  newfunction(:oldpaint, :type => :rvalue) { |args| lookupvar(args[0]) }
end
-- site/ship/lib/puppet/parser/functions/plain.rb --
module Puppet::Parser::Functions
  newfunction(:plain, :type => :rvalue, :arity => 1) { |args| args[0] }
end
-- site/ship/lib/puppet/parser/functions/camelCase.rb --
module Puppet::Parser::Functions
  newfunction(:camelCase, :type => :rvalue) { |args| 1 }
end
-- site/ship/lib/puppet/datatypes/berth.rb --
Puppet::DataTypes.create_type('Berth') { interface "attributes => { size => Integer }" }
-- site/ship/lib/puppet/extra.rb --
Puppet::Type.type(:file).newparam(:colour)
Puppet::Type.newmetaparam(:watch) { }
-- modules/sea/metadata.json --
{"name": "me-sea", "version": "1.0.0", "dependencies": []}
-- modules/sea/manifests/init.pp --
class sea { }
`

// contentsOf returns the answers of a tree about the repository.
func contentsOf(tree *Tree) string {
	var text strings.Builder
	line := func(name string, values ...any) { fmt.Fprintln(&text, append([]any{name + ":"}, values...)...) }
	line("modules", strings.ReplaceAll(names(tree), filepath.ToSlash(tree.Environment), ""))
	types := slices.DeleteFunc(slices.Clone(tree.Plugins.ResourceTypeNames().Words()), func(name string) bool { return builtin.FindResourceType(name) != nil })
	functions := slices.DeleteFunc(slices.Clone(tree.Plugins.FunctionNames().Words()), func(name string) bool { return builtin.FindFunction(name) != nil })
	facts := tree.Plugins.CustomFacts()
	line("types", types, "functions", functions, "facts", facts.Names, facts.Open, facts.Patterns)
	for _, name := range []string{"hull", "mast"} {
		providers, open := tree.Plugins.Providers(name)
		var attributes []string
		if found := tree.Plugins.FindResourceType(name); found != nil {
			for _, attribute := range found.Attributes {
				attributes = append(attributes, attribute.Name)
			}
		}
		line("type "+name, attributes, providers, open)
	}
	for _, name := range []string{"ship::paint", "oldpaint", "plain", "ship::row"} {
		found := tree.Plugins.FindFunction(name)
		line("function "+name, found != nil, found != nil && found.Function != nil, tree.Plugins.ReadsScope(name))
	}
	line("capitals", tree.Plugins.HasFunctionCalled("camelCase"), tree.Plugins.HasFunctionCalled("camelcase"), tree.Plugins.HasFunctionCalled("oldPaint"))
	dataType, found := tree.Plugins.FindDataType("berth")
	line("berth", dataType != nil, found)
	line("added", tree.Plugins.MayAdd("file", "colour"), tree.Plugins.MayAdd("file", "shade"), tree.Plugins.MayAdd("hull", "watch"), tree.Plugins.MayAdd("class", "watch"))
	for _, word := range []string{"rack_name", "ship_draught", "deployed_fact", "logged_fact", "nothing_such"} {
		line("external "+word, tree.Facts.MayBeExternal(word))
	}
	for _, module := range tree.Modules {
		tree.Manifests.At(module.Path("templates/log.epp")) // as the checker and the rules read it
		tree.Documents.Template(module.Path("templates/log.epp"))
	}
	line("interpolated", tree.Documents.IsInterpolated("tier"), tree.Documents.IsInterpolated("berth"), tree.Documents.IsInterpolated("other"))
	for _, name := range []string{"ship", "ship::mast", "sea", "port"} {
		line("class "+name, tree.Manifests.Find(Class, name) != nil)
	}
	line("others", tree.Manifests.Find(DefinedType, "ship::deck") != nil, tree.Manifests.Find(TypeAlias, "ship::knot") != nil, tree.Manifests.Find(Function, "ship::sail") != nil)
	for _, module := range tree.Modules {
		words := tree.Names.Of(module).Words
		line("words "+module.Name, words["speed_in_knots"], words["speed_in_miles"])
		line("closed "+module.Name, tree.IsClosed(module))
		metadata := module.Metadata()
		if metadata == nil {
			continue
		}
		for _, system := range metadata.Systems() {
			var values []string
			for _, path := range []string{"os.name", "os.family", "kernel", "os.release.major", "operatingsystemmajrelease", "hostname"} {
				value, isSystem := system.Fact(path)
				values = append(values, fmt.Sprint(path, value, isSystem))
			}
			line("system "+system.Name+" "+system.Release, values)
		}
	}
	return text.String()
}

// fleetTree reads the repository in a folder anew.
func fleetTree(folder string) (*Workspace, *Tree) {
	workspace := NewWorkspace(source.Disk{}, []string{folder}, nil).Following()
	return workspace, workspace.TreeOf(folder)
}

func writeFile(t *testing.T, folder, name, text string) string {
	t.Helper()
	path := filepath.Join(folder, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestPlugins checks the names that a tree finds in Ruby files, external facts, hierarchies and
// metadata.
func TestPlugins(t *testing.T) {
	folder := t.TempDir()
	for _, file := range txtar.Parse([]byte(fleet)).Files {
		writeFile(t, folder, file.Name, string(file.Data))
	}
	const want = `modules: sea=/modules/sea ship=/site/ship
types: [hull] functions [camelCase oldpaint plain ship::paint] facts [hull] true [{hull_ _paint}]
type hull: [name paint] [dock] false
type mast: [] [] false
function ship::paint: true true false
function oldpaint: true false true
function plain: true false false
function ship::row: false false false
capitals: true false false
berth: true true
added: true false true true
external rack_name: true
external ship_draught: true
external deployed_fact: true
external logged_fact: true
external nothing_such: false
interpolated: true true false
class ship: true
class ship::mast: false
class sea: true
class port: false
others: true true true
words sea: false false
closed sea: true
words ship: true false
closed ship: true
system Debian 12: [os.name[Debian] true os.family[Debian] true kernel[Linux] true os.release.major[12] true operatingsystemmajrelease[12] true hostname[] false]
system Ubuntu 22.04: [os.name[Ubuntu] true os.family[Debian] true kernel[Linux] true os.release.major[22.04] true operatingsystemmajrelease[22.04] true hostname[] false]
system windows : [os.name[windows] true os.family[windows] true kernel[windows] true os.release.major[] true operatingsystemmajrelease[] true hostname[] false]
system Amazon 2: [os.name[Amazon] true os.family[RedHat Linux] true kernel[Linux] true os.release.major[] true operatingsystemmajrelease[] true hostname[] false]
system Plan9 : [os.name[] true os.family[] true kernel[] true os.release.major[] true operatingsystemmajrelease[] true hostname[] false]
`
	_, tree := fleetTree(folder)
	if got := contentsOf(tree); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestRenew changes one file after the other. After Renew, the answers of the tree must be those
// of a new tree.
func TestRenew(t *testing.T) {
	folder := t.TempDir()
	for _, file := range txtar.Parse([]byte(fleet)).Files {
		writeFile(t, folder, file.Name, string(file.Data))
	}
	workspace, tree := fleetTree(folder)
	contentsOf(tree)
	sufficient := 0
	for _, change := range []struct{ name, text string }{ // an empty text deletes the file
		{"site/ship/manifests/mast.pp", "class ship::mast { }\n"},
		{"site/ship/manifests/mast.pp", "class ship::other { }\n"},
		{"site/ship/manifests/deck.pp", ""},
		{"site/ship/manifests/init.pp", "class ship {\n"},
		{"site/ship/manifests/init.pp", "class ship { include sea }\n"},
		{"site/ship/types/knot.pp", "type Ship::Knot = Integer\n"},
		{"site/ship/types/knot.pp", ""},
		{"site/ship/functions/sail.pp", ""},
		{"site/ship/lib/puppet/type/hull.rb", "Puppet::Type.newtype(:hull) do\n  newparam(:name) { isnamevar }\nend\n"},
		{"site/ship/lib/puppet/type/mast.rb", "Puppet::Type.newtype(:mast) do\n  newparam(:name) { isnamevar }\nend\n"},
		{"site/ship/lib/puppet/provider/hull/dock.rb", ""},
		{"site/ship/lib/puppet/provider/mast/rig.rb", "Puppet::Type.type(:mast).provide(:rig) do\nend\n"},
		{"site/ship/lib/puppet/functions/ship/paint.rb", "Puppet::Functions.create_function(:'ship::paint') do\n  def paint(x, y); x; end\nend\n"},
		{"site/ship/lib/puppet/functions/ship/row.rb", "Puppet::Functions.create_function(:'ship::row') do\n  def row; 1; end\nend\n"},
		{"site/ship/lib/puppet/parser/functions/oldpaint.rb", "module Puppet::Parser::Functions\n  newfunction(:oldpaint) { |args| 1 }\nend\n"},
		{"site/ship/lib/puppet/parser/functions/plain.rb", ""},
		{"site/ship/lib/facter/hull.rb", "Facter.add(:keel) { setcode { 1 } }\n"},
		{"site/ship/lib/facter/more.rb", "Facter.add(:more) { setcode { 1 } }\n"},
		{"site/ship/lib/puppet/datatypes/berth.rb", ""},
		{"site/ship/lib/puppet/extra.rb", "Puppet::Type.type(:file).newparam(:shade)\n"},
		{"site/ship/templates/log.epp", "logged_fact: <%= $speed_in_miles %>\n"},
		{"site/ship/templates/log.epp", ""},
		{"site/ship/templates/log.epp", "logged_fact: <%= $speed_in_knots %>\n"},
		{"site/ship/manifests/log.pp", ""},
		{"site/ship/templates/log.epp", ""},
		{"site/ship/facts.d/ship.yaml", "nothing_such: 1\n"},
		{"hiera.yaml", "version: 5\nhierarchy:\n  - name: x\n    path: \"%{::other}.yaml\"\n"},
		{"site/ship/metadata.json", `{"name": "me-ship", "version": "2.0.0", "dependencies": [{"name": "me-gone"}]}`},
		{"site/ship/metadata.json", ""},
		{"modules/sea/manifests/init.pp", ""},
		{"environment.conf", "modulepath = modules\n"},
	} {
		if change.text == "" {
			if err := os.Remove(filepath.Join(folder, filepath.FromSlash(change.name))); err != nil {
				t.Fatal(err)
			}
		} else {
			writeFile(t, folder, change.name, change.text)
		}
		path := filepath.Join(folder, filepath.FromSlash(change.name))
		again, fresh := fleetTree(folder)
		if workspace.Keeps(path) && tree.Renew([]string{path}) {
			sufficient++
		} else {
			workspace, tree = again, fresh // everything may depend on the file
		}
		if got, want := contentsOf(tree), contentsOf(fresh); got != want {
			t.Errorf("after a change of %s:\n%s\nwant\n%s", change.name, got, want)
		}
	}
	if sufficient < 12 {
		t.Errorf("only %d changes did not need a new tree", sufficient)
	}
}
