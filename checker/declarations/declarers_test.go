package declarations

import (
	"slices"
	"strings"
	"testing"

	"puppet-lint/checker/program"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// readAll reads the local declarations and closures of all definitions of a tree.
func readAll(d *Declarations) {
	for manifest := range d.AllManifests() {
		for _, definition := range manifest.Definitions {
			d.ClosureOf(definition.Node)
		}
	}
}

// namesOf returns the sorted names of the definitions at some nodes.
func namesOf(roots []syntax.Node) string {
	var names []string
	for _, root := range roots {
		key, isDefinition := keyOf(root)
		names = append(names, key.Name)
		if !isDefinition {
			names = append(names, "?")
		}
	}
	slices.Sort(names)
	return strings.Join(names, " ")
}

const chain = `
-- a/manifests/init.pp --
class a {
  include "a::part_${facts['os']['family']}"
  notify { 'x': }
}
-- a/manifests/part_one.pp --
class a::part_one { contain b }
-- a/manifests/item.pp --
define a::item { a::call() }
-- a/manifests/user.pp --
class a::user { a::item { 'one': } }
-- a/functions/call.pp --
function a::call() { include b }
-- b/manifests/init.pp --
class b { file { ['/b', '/c']: } }
-- b/manifests/other.pp --
class b::other { file { '/c': } file { $x: } }
-- b/manifests/plain.pp --
class b::plain { }
`

// TestDeclarersOf finds definitions by the resources and classes that they declare themselves.
func TestDeclarersOf(t *testing.T) {
	d := declarationsOf(t, chain)
	readAll(d)
	for resources, want := range map[string]string{
		"file /b": "b", "file /c": "b b::other", "file /d": "", "user /b": "", "notify x": "a", "a::item one": "a::user", "a::item two": "",
	} {
		typeName, title, _ := strings.Cut(resources, " ")
		names := d.DeclarersOf([]string{ResourceKey(typeName, title)})
		if slices.Sort(names); strings.Join(names, " ") != want {
			t.Errorf("%s is declared by %q, not %q", resources, names, want)
		}
	}
	names := d.DeclarersOf([]string{ResourceKey("file", "/b"), ResourceKey("file", "/d"), ResourceKey("notify", "x")})
	if slices.Sort(names); strings.Join(names, " ") != "a b" {
		t.Errorf("the declarers are %q", names)
	}
	for class, want := range map[string]bool{"a::part_one": true, "a::part_none": true, "a::item": false, "b": false} {
		if got := d.MayDeclareByPrefix(class); got != want {
			t.Errorf("%s may be declared by the beginning of its name: %v", class, got)
		}
	}
	d.SyntaxInfo.Forget(d.Class("a").Manifest)
	if d.MayDeclareByPrefix("a::part_one") || len(d.DeclarersOf([]string{ResourceKey("notify", "x")})) > 0 {
		t.Error("a forgotten manifest declares nothing")
	}
}

// titleIsType makes any code lead to any type: it declares resources of the type that its title names.
const titleIsType = "-- c/manifests/init.pp --\ndefine notify { create_resources($title, {}) }\n"

// TestForgetClosures forgets what leads to a definition. What else is known stays.
func TestForgetClosures(t *testing.T) {
	for _, test := range []struct {
		of   program.DefinitionKey
		want string
	}{
		{program.DefinitionKey{Kind: module.Class, Name: "b"}, "a a::call a::item a::part_one a::user b"},
		{program.DefinitionKey{Kind: module.Class, Name: "a::part_two"}, "a"},
		{program.DefinitionKey{Kind: module.Class, Name: "b::plain"}, "b::plain"},
		{program.DefinitionKey{Kind: module.Function, Name: "a::call"}, "a::item a::user"},
		{program.DefinitionKey{Kind: module.DefinedType, Name: "a::item"}, "a::user"},
		{program.DefinitionKey{Kind: module.Class, Name: "none"}, ""},
	} {
		for _, more := range []string{"", titleIsType} {
			d := declarationsOf(t, chain+more)
			readAll(d)
			if _, isKnown := d.declarers.leadingTo(test.of); isKnown != (more == "") {
				t.Errorf("it is known what leads to %s: %v", test.of.Name, isKnown)
			}
			var visited []syntax.Node
			d.ForgetClosures([]program.DefinitionKey{test.of}, func(root syntax.Node) { visited = append(visited, root) })
			if got := namesOf(visited); got != test.want {
				t.Errorf("%v %s: it forgets %q, not %q", test.of.Kind, test.of.Name, got, test.want)
			}
			for manifest := range d.AllManifests() {
				for _, definition := range manifest.Definitions {
					if _, isCached := d.Closures.Known(definition.Node); isCached == slices.Contains(visited, definition.Node) {
						t.Errorf("%s, after the change of %s: its closure is kept: %v", definition.Name, test.of.Name, isCached)
					}
				}
			}
		}
	}
}

// TestEntryPoints finds the code that leads to a class, also if a title may be any type, and after a
// change of the tree.
func TestEntryPoints(t *testing.T) {
	known := &SyntaxInfo{}
	for _, test := range []struct{ archive, want string }{
		{chain, "a a::item a::part_one a::user"},
		{chain + titleIsType, "a a::item a::part_one a::user"},
		{"-- b/manifests/init.pp --\nclass b { }\n-- d/manifests/init.pp --\nclass d { include b }\n", "d"},
		{"-- b/manifests/init.pp --\nclass b { }\n", ""},
	} {
		d := declarationsOf(t, test.archive)
		d = New(d.Program, known)
		for range 2 {
			var roots []syntax.Node
			for _, from := range d.entryPointsTo(d.Class("b")) {
				roots = append(roots, from.root)
				if !from.declares(d.Class("b").Node) || from.declares(from.root) {
					t.Errorf("%s does not declare b", namesOf(roots))
				}
			}
			if got := namesOf(roots); got != test.want {
				t.Errorf("these lead to b: %q, not %q", got, test.want)
			}
		}
		if d.entryPoints().ofModules.has(d.Class("b").Node) != true {
			t.Error("b is a class of a module")
		}
		if unknown := d.moduleRoots.update(d.Tree); len(unknown) > 0 {
			t.Errorf("without a change, %s are not known", namesOf(unknown))
		}
		d.moduleRoots.forget(d.Class("b").Node)
		if unknown := namesOf(d.moduleRoots.update(d.Tree)); unknown != "b" {
			t.Errorf("after b is forgotten, %q are not known", unknown)
		}
		if want := countDefinitions(d); len(d.moduleRoots.roots) != want {
			t.Errorf("%d classes and defined types are known, not %d", len(d.moduleRoots.roots), want)
		}
	}
}

// countDefinitions counts the classes and defined types of a tree.
func countDefinitions(d *Declarations) (count int) {
	for _, owner := range d.Tree.Modules {
		count += len(d.declarable(owner))
	}
	return count
}

// TestEntryPointsOfMany finds the same entry points one definition at a time and all at once.
func TestEntryPointsOfMany(t *testing.T) {
	for _, more := range []string{"", titleIsType} {
		few, many := declarationsOf(t, chain+more), declarationsOf(t, chain+more)
		many.entryPoints().searches.Store(manySearches)
		for manifest := range few.AllManifests() {
			for _, definition := range manifest.Definitions {
				if few.Find(definition.Kind, definition.Name) == nil || definition.Kind == module.Function {
					continue
				}
				names := func(d *Declarations) string {
					var roots []syntax.Node
					for _, from := range d.entryPointsTo(d.Find(definition.Kind, definition.Name)) {
						roots = append(roots, from.root)
					}
					return namesOf(roots)
				}
				if one, all := names(few), names(many); one != all {
					t.Errorf("%s is reached from %q, and from %q of all", definition.Name, one, all)
				}
			}
		}
		if few.entryPoints().searches.Load() >= manySearches {
			t.Error("the first tree was to be searched one definition at a time")
		}
	}
}
