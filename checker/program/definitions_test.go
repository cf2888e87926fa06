package program_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"puppet-lint/checker/deps"
	"puppet-lint/checker/eval"
	"puppet-lint/checker/lattice"
	"puppet-lint/checker/program"
	"puppet-lint/internal/source"
	"puppet-lint/internal/treetest"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// TestFindFrom checks that a name means nothing in a manifest that defines it, if Puppet would load another
// file for it.
func TestFindFrom(t *testing.T) {
	i := interpreterOf(t, `
-- a/manifests/init.pp --
class a { }
-- a/manifests/b.pp --
class a::b { }
-- a/manifests/c.pp --
class a::c { }
class a::b { }
`)
	all, b := i.Class("a::c").Manifest, i.Class("a::b").Manifest
	if all == b {
		t.Fatal("Puppet loads a/manifests/b.pp for a::b")
	}
	for _, test := range []struct {
		from    *module.Manifest
		name    string
		isKnown bool
	}{
		{all, "a", true}, {all, "a::b", false}, {b, "a::b", true}, {b, "a", true}, {nil, "a::b", true}, {all, "a::none", false},
	} {
		if found := i.FindFrom(test.from, module.Class, test.name); (found != nil) != test.isKnown {
			t.Errorf("%s means %v", test.name, found)
		}
	}
}

// TestInitialManifests checks that further initial manifests go before the files of the tree.
func TestInitialManifests(t *testing.T) {
	further := module.NewManifest(source.NewFile("further.pp", "class a { }\ntype A::Port = Integer[1]\nclass nowhere { }\n$top = 1\n"), nil)
	i := eval.NewInterpreter(t.Context(), treetest.Parse(`
-- a/manifests/init.pp --
class a { }
-- a/types/port.pp --
type A::Port = Integer[2]
`).Tree, nil, program.Options{Initial: []*module.Manifest{further}})
	for _, name := range []string{"a", "nowhere"} {
		if found := i.Class(name); found == nil || found.Manifest != further {
			t.Errorf("class %s is %+v", name, found)
		}
	}
	if found, _ := i.ResolveAlias("A::Port"); lattice.FormatType(found) != "Integer[1]" {
		t.Errorf("A::Port is %s", lattice.FormatType(found))
	}
	if setters := i.TopBodies("top"); len(setters) != 1 || setters[0].Manifest != further {
		t.Errorf("$top is set by %v", setters)
	}
	for manifest := range i.AllManifests() {
		if manifest != further {
			t.Errorf("the first manifest is %s", manifest.Source.Name)
		}
		break
	}
	var names []string
	for manifest := range i.AllManifests() {
		if names = append(names, manifest.Source.Name); manifest != further {
			break
		}
	}
	if len(names) != 2 {
		t.Errorf("the manifests are %q", names)
	}
}

// TestManyParameters checks that a parameter is found by its name among few and among many.
func TestManyParameters(t *testing.T) {
	var many strings.Builder
	for n := range 40 {
		fmt.Fprintf(&many, "Integer[%d] $p%d = %d, ", n, n, n)
	}
	i := interpreterOf(t, "-- a/manifests/init.pp --\nclass a ("+many.String()+") { }\n-- a/manifests/few.pp --\nclass a::few ($p39) { }\n")
	if p := i.Class("a").Parameter("p39"); p == nil || p.Name != "p39" || lattice.FormatType(p.Type) != "Integer[39]" || p.Required {
		t.Errorf("$p39 is %+v", p)
	}
	if p := i.Class("a::few").Parameter("p39"); p == nil || !p.Required {
		t.Errorf("$p39 of a::few is %+v", p)
	}
	for _, class := range []string{"a", "a::few"} {
		if p := i.Class(class).Parameter("p40"); p != nil {
			t.Errorf("%s has %+v", class, p)
		}
	}
	if best := i.ParameterNames(i.Class("a::few")).Words(); !slices.Equal(best, []string{"p39"}) {
		t.Errorf("the parameters of a::few are %q", best)
	}
}

// TestParameterTypes checks the types of parameters, also of a rest parameter and behind a syntax error.
func TestParameterTypes(t *testing.T) {
	i := interpreterOf(t, `
-- a/manifests/init.pp --
class a (Integer $p, $q = = 1) { }
-- a/functions/each.pp --
function a::each(Integer $first, Array[String, 1, 3] *$rest) { }
-- a/functions/any.pp --
function a::any(Float *$rest) { }
`)
	a := i.Class("a")
	if a == nil || !a.IsSignatureDamaged || a.Parent() != "" {
		t.Fatalf("class a is %+v", a)
	}
	if p := a.Parameter("p"); p == nil || !i.IsUnknown(p.Type) || p.Required {
		t.Errorf("$p is known behind a syntax error: %+v", p)
	}
	each := i.Find(module.Function, "a::each")
	if rest := each.Parameter("rest"); lattice.FormatType(rest.Type) != "String" || rest.Count.Low != 1 || rest.Count.High != 3 {
		t.Errorf("$rest takes %+v", rest)
	}
	if rest := i.Find(module.Function, "a::any").Parameter("rest"); lattice.FormatType(rest.Type) != "Float" || rest.Count.Low != 0 {
		t.Errorf("$rest takes %+v", rest)
	}
	if each.Parent() != "" {
		t.Errorf("a function inherits from %q", each.Parent())
	}
}

// TestMayExistByTypo checks that nothing can have a name whose module is a typo of one that has it.
func TestMayExistByTypo(t *testing.T) {
	i := interpreterOf(t, `
-- firewall/manifests/service.pp --
class firewall::service { }
-- firewall/manifests/rule.pp --
define firewall::rule { }
-- firewall/functions/port.pp --
function firewall::port() { 1 }
-- my_app/manifests/init.pp --
class my_app { }
`)
	for _, test := range []struct {
		kind  module.Kind
		name  string
		exist bool
	}{
		{module.Class, "firwall::service", false},
		{module.Class, "firwall::other", true},
		{module.DefinedType, "firwall::rule", false},
		{module.Class, "firwall::rule", true},
		{module.TypeAlias, "firwall::rule", false}, // a defined type is written as an alias is
		{module.Function, "firwall::port", false},
		{module.Function, "firwall::service", true},
		{module.Class, "fi:rewall", false},
		{module.Class, "myapp::x", true},
		{module.Class, "firwall", true},
	} {
		if got := i.MayExist(test.kind, test.name, nil); got != test.exist {
			t.Errorf("%v %s may exist: %v", test.kind, test.name, got)
		}
	}
	if got := i.WithKnownModule("firwall::x", nil); got != "firewall::x" {
		t.Errorf("firwall::x is taken for %q", got)
	}
}

// TestProjectOfTwo checks that a Bolt project may have any name of a module that its Puppetfile lists
// under the project's own name.
func TestProjectOfTwo(t *testing.T) {
	for puppetfile, want := range map[string]bool{"mod 'x-site', '1.0.0'\n": true, "mod 'x-other', '1.0.0'\n": false} {
		i := interpreterOf(t, "-- bolt-project.yaml --\nname: site\n-- Puppetfile --\n"+puppetfile+"-- manifests/init.pp --\nclass site { }\n")
		if got := i.MayExist(module.Class, "site::nosuch", nil); got != want {
			t.Errorf("%s: site::nosuch may exist: %v", puppetfile, got)
		}
	}
}

// TestNameOfNode checks how node definitions are named.
func TestNameOfNode(t *testing.T) {
	manifest := module.NewManifest(source.NewFile("site.pp", "node 'A.example.com', b.example.com, /^d\\d+$/, default { }\n"), nil)
	if got, want := program.NameOfNode(manifest.File, manifest.Program.Definitions[0].(*syntax.NodeDefinition)), `A.example.com, b.example.com, /^d\d+$/, default`; got != want {
		t.Errorf("the node is %q, not %q", got, want)
	}
}

// TestNamesGiven checks which names of classes the arguments of a call give.
func TestNamesGiven(t *testing.T) {
	manifest := module.NewManifest(source.NewFile("a.pp", "include('a', ['a::b', { 'k' => '::c::D' }], '::e::f', \"g::${h}\", g::h)"), nil)
	_, arguments := syntax.CalledFunction(manifest.Program.Body)
	if got := program.NamesGiven(arguments); !slices.Equal(got, []string{"a::b", "e::f", "g::h"}) {
		t.Errorf("the names are %q", got)
	}
}

// TestUsesOf checks that a variable is found by its name.
func TestUsesOf(t *testing.T) {
	uses := program.UsesIn(module.NewManifest(source.NewFile("a.pp", "class a ($p) { notice($p, $free) }"), nil))
	for name, want := range map[string]program.Use{"p": program.Sets, "free": program.ReadsUnset, "none": 0, "zzz": 0} {
		if got := uses.Of(name); got != want {
			t.Errorf("$%s is used as %d, not %d", name, got, want)
		}
	}
}

// TestNewDependencies checks that dependencies are recorded only if they are wanted.
func TestNewDependencies(t *testing.T) {
	tree := treetest.Parse("-- a/manifests/init.pp --\nclass a { }\n").Tree
	for known, want := range map[*eval.SyntaxInfo]int{eval.NewSyntaxInfo(): 1, nil: 0} {
		set := eval.NewInterpreter(t.Context(), tree, known, program.Options{}).NewDependencies()
		if set.Add(deps.CertainDeclarations("a")); len(set) != want {
			t.Errorf("%d dependencies are recorded, not %d", len(set), want)
		}
	}
}

// TestTypeSetNames checks which names may be those of types of a TypeSet.
func TestTypeSetNames(t *testing.T) {
	i := interpreterOf(t, `
-- a/types/set.pp --
type A::Set = TypeSet[{ version => '1.0.0', types => { One => Integer, 'two' => String }, references => { Ref => { name => 'B::Set', version_range => '1.x' } } }]
-- a/types/computed.pp --
type A::Computed = TypeSet[$parts]
-- a/types/split.pp --
type A::Split = TypeSet[{ types => $types }]
-- a/types/plain.pp --
type A::Plain = Integer
-- a/types/hash.pp --
type A::Hash = { attributes => { 'x' => String } }
-- a/lib/puppet/datatypes/berth.rb --
Puppet::DataTypes.create_type('Berth') { interface "attributes => { size => Integer }" }
`)
	for name, want := range map[string]bool{
		"A::Set::One": true, "A::Set::Two": true, "A::Set::Ref::Deep": true, "A::Set::Three": false, "A::Computed::Any": true, "A::Split::Any": true,
		"A::Plain::One": false, "A::Hash::One": false, "B::Set": false, "Berth": true, "A::Plain": true,
		"A::Set::" + strings.Repeat("X::", 1000) + "One": false,
	} {
		if _, found := i.Reference(name); found != want {
			t.Errorf("%.40s is a type: %v", name, found)
		}
	}
}

// TestReadDefinition checks the definitions of aliases that Puppet rejects, and those with unknown parts.
func TestReadDefinition(t *testing.T) {
	for definition, want := range map[string]string{
		"Integer[1, 2]": "Integer[1, 2]",
		"Integer[2, 1]": "error",
		"Array[A::B]":   "Array[A::B]",
		"Unheard::Of":   "unknown",
		"Object[{ attributes => { 'x' => Integer } }]":         "A::B",
		"Object[{ attributes => { 'x' => Integer[2, 1] } }]":   "error",
		"Object[{ attributes => 3 }]":                          "error",
		"Object[$parts]":                                       "error",
		"Object['text']":                                       "unknown",
		"Object[{ parent => A::Back }]":                        "unknown", // A::Back is A::B itself
		"Object[{ parent => A::None }]":                        "unknown",
		"{ attributes => { 'x' => Integer } }":                 "A::B",
		"TypeSet[{ version => '1.0.0', types => { X => 3 } }]": "error",
		"TypeSet[{ version => '1.0.0', pcore_version => '1.0.0', types => { X => Integer[2, 1] } }]": "error",
		"TypeSet[{ version => 'one' }]":           "error",
		"TypeSet[{ $key => 1 }]":                  "error",
		"TypeSet[{ version => '1.0.0', 3 => 4 }]": "error",
	} {
		i := interpreterOf(t, "-- a/types/b.pp --\ntype A::B = "+definition+"\n-- a/types/plain.pp --\ntype A::Plain = Integer\n-- a/types/back.pp --\ntype A::Back = A::B\n")
		found := i.FindAlias("a::b")
		got := ""
		switch read, err := i.ReadDefinition(found.Node.(*syntax.TypeAlias), found.Manifest, nil); {
		case err != nil:
			got = "error"
		case i.IsUnknown(read):
			got = "unknown"
		default:
			got = lattice.FormatType(read)
		}
		if got != want {
			t.Errorf("%s is read as %s, not as %s", definition, got, want)
		}
	}
}
