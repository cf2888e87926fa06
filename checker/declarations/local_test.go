package declarations

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"puppet-lint/checker/program"
	"puppet-lint/module"
)

// localIn returns the declarations of a class with a body.
func localIn(t *testing.T, body string) *Local {
	t.Helper()
	d := declarationsOf(t, "-- m/manifests/init.pp --\nclass m ($p = 1) {\n"+body+"\n}\n")
	return d.LocalOf(d.Class("m").Node)
}

// TestLocalOfCalls checks what calls and references declare or need, by their syntax.
func TestLocalOfCalls(t *testing.T) {
	for body, want := range map[string]string{
		"include a, '::b', [c]":                               "classes a b c",
		"'a'.include":                                         "classes a",
		"contain Class['d', 'e']":                             "classes d e wants d e",
		"include $x":                                          "vague",
		"include File['x']":                                   "vague refers file x",
		"include \"m::${x}\"":                                 "prefix m::",
		"include \"${title}::x${p}\"":                         "prefix m::x",
		"include \"x${p}\"":                                   "vague",
		"hiera_include('classes')":                            "vague",
		"create_resources('@file', $x)":                       "file *",
		"create_resources($title, $x)":                        "title is type",
		"create_resources('class', $x)":                       "vague",
		"create_resources()":                                  "",
		"ensure_packages(['a'])":                              "package *",
		"stdlib::ensure_resource('user', 'x')":                "user *",
		"f::g(1)":                                             "function f::g",
		"if defined(Class['x']) { }":                          "guards x wants x",
		"if defined(Class[$x]) { }":                           "guards  guarded",
		"if defined('x') { }":                                 "guarded",
		"getvar('x')":                                         "guarded",
		"assert_private()":                                    "private",
		"notice($caller_module_name)":                         "function notice private",
		"notice($a::b::c)":                                    "function notice wants a::b",
		"File['/x'] -> Class['y']":                            "wants y refers file /x",
		"file { ['/a', '/b']: ; default: mode => '0600' }":    "file /a /b",
		"file { $x: }":                                        "file *",
		"class { ['a', 'b']: }":                               "classes a b",
		"Resource['file'] { '/x': }":                          "vague refers resource file",
		"$x { 'a': }":                                         "vague",
		"file { default: mode => '0600'; '/a': } define d {}": "file /a",
	} {
		local := localIn(t, body)
		var got []string
		say := func(word string, of ...string) {
			if len(of) > 0 {
				got = append(got, word+" "+strings.Join(of, " "))
			}
		}
		say("classes", local.Classes...)
		for flag, is := range map[string]bool{"vague": local.Vague, "title is type": local.TitleIsType} {
			if is {
				got = append(got, flag)
			}
		}
		say("prefix", local.Prefixes...)
		for _, use := range local.Uses {
			titles := use.Titles
			if use.Open {
				titles = append(titles, "*")
			}
			say(use.TypeName, titles...)
		}
		say("function", local.Functions...)
		say("guards", local.Guards...)
		if local.Guarded {
			got = append(got, "guarded")
		}
		if local.Private {
			got = append(got, "private")
		}
		say("wants", slices.Sorted(maps.Keys(local.Wanted))...)
		for _, key := range slices.Sorted(maps.Keys(local.References)) {
			typeName, title := SplitResourceKey(key)
			say("refers", typeName, title)
		}
		if text := strings.Join(got, " "); text != want {
			t.Errorf("%s\ndeclares %q, not %q", body, text, want)
		}
		if !strings.Contains(local.Text(), "Classes:") {
			t.Errorf("the text of %s is %q", body, local.Text())
		}
	}
}

// TestManyUses checks that a body with many uses declares the same as one with few.
func TestManyUses(t *testing.T) {
	var body strings.Builder
	for i := range 2 * manyUses {
		fmt.Fprintf(&body, "file { '/f%d': }\n", i)
	}
	body.WriteString("user { $p: }\n")
	many := localIn(t, body.String())
	if many.index == nil {
		t.Fatal("the uses have no index")
	}
	plain := *many
	plain.index = nil
	for _, key := range []string{"file /f1", "file /f999", "user x", "group x", "/f2 x"} {
		typeName, title, _ := strings.Cut(key, " ")
		if many.mayDeclare(typeName, title) != plain.mayDeclare(typeName, title) || many.declares(typeName, title) != plain.declares(typeName, title) || many.usesType(typeName) != plain.usesType(typeName) {
			t.Errorf("with the index, %s is declared: %v", key, many.mayDeclare(typeName, title))
		}
	}
	if !many.mayDeclare("file", "/f1") || many.mayDeclare("file", "/f999") || !many.mayDeclare("user", "x") || many.mayDeclare("group", "x") {
		t.Error("the body declares its files, and any user")
	}
}

// TestDeclaredClasses checks which classes code declares like resources.
func TestDeclaredClasses(t *testing.T) {
	tree := `
-- m/manifests/init.pp --
class m {
  class { 'm::a': }
  class { ['m::b', '::m::c']: x => 1 }
  include m::d
  file { 'm::e': }
}
-- n/manifests/init.pp --
class n {
  class { 'n::whole': }
  broken ( 'n::word'
`
	d := declarationsOf(t, tree)
	found := d.DeclaredClasses()
	for name, want := range map[string]bool{"m::a": true, "m::b": true, "m::c": true, "m::d": false, "m::e": false, "n::word": true, "n::whole": true} {
		if found.Has(name) != want {
			t.Errorf("%s is declared: %v", name, found.Has(name))
		}
	}
	if found.Any {
		t.Error("all names are known")
	}
	for _, code := range []string{"class { $x: }", "create_resources('class', $x)"} {
		manifest := module.NewManifest(declarationsOf(t, "-- m/manifests/init.pp --\nclass m { "+code+" }\n").Class("m").Manifest.Source, nil)
		if !DeclaredIn(manifest).Has("anything") {
			t.Errorf("%s may declare any class", code)
		}
	}
	if DeclaredIn(nil).Has("m") {
		t.Error("no manifest declares no class")
	}
}

// TestClosureOfUnknown checks closures with computed and missing names.
func TestClosureOfUnknown(t *testing.T) {
	d := declarationsOf(t, `
-- m/manifests/init.pp --
class m {
  include "m::part_${facts['x']}"
  m::wrap { 'user': }
  m::f()
  missing::thing { 'x': }
}
-- m/manifests/part_one.pp --
class m::part_one { include m::deep }
-- m/manifests/deep.pp --
class m::deep { }
-- m/manifests/other.pp --
class m::other { include gone::class, "gone::${x}" }
-- m/manifests/wrap.pp --
define m::wrap { create_resources($name, {}) }
-- m/manifests/open.pp --
class m::open { m::wrap { $facts['type']: } }
-- m/functions/f.pp --
function m::f() { include m::other }
`)
	closure := d.ClosureOf(d.Class("m").Node)
	for _, class := range []string{"m::part_one", "m::deep", "m::other", "gone::class"} {
		if !closure.Classes[class] {
			t.Errorf("m does not declare %s", class)
		}
	}
	if !closure.Incomplete || closure.AnyUnresolved {
		t.Errorf("of m, a class and a defined type are missing: %+v", closure.ClassSet)
	}
	if !closure.MayDeclare("user", "x") || closure.MayDeclare("group", "x") {
		t.Error("m may declare any user, since the title of m::wrap is a type")
	}
	for key, want := range map[program.DefinitionKey]bool{
		{Kind: module.Class, Name: "m::deep"}: true, {Kind: module.Class, Name: "m::part_new"}: true, {Kind: module.Class, Name: "m::none"}: false,
		{Kind: module.DefinedType, Name: "missing::thing"}: true, {Kind: module.DefinedType, Name: "m::none"}: false,
		{Kind: module.Function, Name: "m::f"}: true, {Kind: module.Function, Name: "m::g"}: false, {Kind: module.Plan, Name: "m::f"}: false,
	} {
		if closure.HasMet(key) != want {
			t.Errorf("the closure depends on %v: %v", key, !want)
		}
	}
	open := d.ClosureOf(d.Class("m::open").Node)
	if !open.AnyUnresolved {
		t.Error("a type that is not known may be declared")
	}
	var empty ClassSet
	if empty.HoldsUnknown(&open.ClassSet) || !open.HoldsUnknown(&empty) {
		t.Error("a set of which all is known holds nothing unknown")
	}
	if empty.AddUnknown(&open.ClassSet); !empty.HoldsUnknown(&open.ClassSet) || !empty.mayBeUnresolved("any::class") {
		t.Error("a set must hold the unknown classes that were added")
	}
	if empty := (ClassSet{}); empty.mayBeUnresolved("m::x") {
		t.Error("nothing is unresolved")
	} else if empty.AddUnresolved(&Local{owner: "m"}); !empty.mayBeUnresolved("m::x") || empty.mayBeUnresolved("n::x") {
		t.Error("code of m declares classes of m")
	}
}

// TestIsTitleTypo checks which titles are typos of others, and which are names of their own.
func TestIsTitleTypo(t *testing.T) {
	for _, test := range []struct {
		title, known    string
		plain, inModule bool
	}{
		{"ngnix", "nginx", true, true},
		{"openssl", "openssh", false, false}, // another ending
		{"sshd", "ssh", false, false},
		{"ssh", "sshd", false, true}, // the last letter of a title with the name of a module
		{"relaod", "reload", true, true},
		{"relod", "reload", true, true},
		{"relioad", "reload", true, true},
		{"reloadx", "reload", false, false},
		{"node1x", "node2x", false, false}, // numbers
		{"web_a1", "web-a1", false, false},
		{"shop::begn", "shop::begin", true, true},
		{"reloed", "reload", false, true}, // a letter replaced
		{"reload", "reload", false, false},
	} {
		for isInModule, want := range map[bool]bool{false: test.plain, true: test.inModule} {
			if got := isTitleTypo(test.title, test.known, isInModule); got != want {
				t.Errorf("%s is a typo of %s (in a module: %v): %v", test.title, test.known, isInModule, got)
			}
		}
	}
}
