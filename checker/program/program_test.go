package program

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"puppet-lint/internal/source"
	"puppet-lint/internal/spell"
	"puppet-lint/module"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// plain is an Interpreter that knows no types and no functions.
type plain struct{ unknown types.Type }

func (p plain) EvaluateType(syntax.Node, *module.Manifest, bool) types.Type { return p.unknown }
func (p plain) ModeledFunction(string) (least int, returns string)          { return 0, "" }

// programOf returns the program of a tree whose modules are the folders of an archive.
func programOf(t *testing.T, archive string) *Program {
	t.Helper()
	texts := map[string]string{}
	for _, file := range txtar.Parse([]byte(archive)).Files {
		texts["/tree/"+file.Name] = string(file.Data)
	}
	known := NewSyntaxInfo()
	tree := module.NewTree(source.NewOverlay(nil, texts), []string{"/tree"}, true)
	return New(t.Context(), tree, plain{known.interned.Unknown}, known, Options{})
}

func TestFind(t *testing.T) {
	p := programOf(t, `
-- a/manifests/init.pp --
class a ($x, Optional[String] $y = undef) inherits a::b { }
-- a/manifests/b.pp --
class a::b { }
-- a/manifests/c.pp --
define a::c { }
-- a/types/port.pp --
type A::Port = Integer
-- b/manifests/init.pp --
class b { if { }
`)
	a := p.Class("a")
	if a == nil || a.Parent() != "a::b" || a.MayRunOnBolt() {
		t.Fatalf("class a is %+v", a)
	}
	if x, y := a.Parameter("x"), a.Parameter("y"); !x.Required || x.Type != p.Any || y.Required || a.Parameter("z") != nil {
		t.Errorf("the parameters of class a are %+v", a.Signature())
	}
	if p.Class("a::c") != nil || p.DefinedType("a::c") == nil || p.DefinedType("a") != nil {
		t.Error("a::c is a defined type and no class, a a class and no defined type")
	}
	if p.FindAlias("a::port") == nil || p.FindAlias("a::path") != nil {
		t.Error("the only alias of module a is A::Port")
	}
	if b := p.Class("b"); b == nil || !b.IsDamaged {
		t.Errorf("class b has a syntax error in its body: %+v", b)
	}
}

func TestGraph(t *testing.T) {
	p := programOf(t, `
-- a/manifests/init.pp --
class a { $x = $a::b::y + f(1) }
-- a/manifests/b.pp --
class a::b { $y = $a::c::z }
-- a/manifests/c.pp --
class a::c { $z = $a::b::y }
-- a/functions/one.pp --
function a::one() { 1 }
`)
	graph := p.NewGraph([]*Body{p.Class("a").Body()})
	var found []string
	for i, component := range graph.Components {
		var names []string
		for _, b := range component {
			names = append(names, b.Definition.Name)
		}
		line := strings.Join(names, " ")
		if graph.Cyclic[i] {
			line += " need each other"
		}
		found = append(found, line)
	}
	if want := []string{"a::b a::c need each other", "a"}; !slices.Equal(found, want) {
		t.Errorf("the components are %q, not %q", found, want)
	}
}

func TestIsTypo(t *testing.T) {
	for _, test := range []struct {
		word, known string
		want        bool
	}{
		{"ensrue", "ensure", true},
		{"ensur", "ensure", false}, // another ending
		{"esure", "ensure", true},
		{"enssure", "ensure", true},
		{"ensure", "ensure", false},
		{"port", "ports", false},
		{"prot", "port", true},
		{"abc", "abd", false}, // too short
	} {
		if got := IsTypo(test.word, test.known); got != test.want {
			t.Errorf("IsTypo(%q, %q) is %t", test.word, test.known, got)
		}
	}
}

func TestSuggestions(t *testing.T) {
	known := spell.List{"osfamily", "os", "networking"}
	if meant := SuggestionOf("osfamly", known); meant != "osfamily" {
		t.Errorf("the suggestion for osfamly is %q", meant)
	}
	if meant := SuggestionOf("networkings", known); meant != "" {
		t.Errorf("a different ending is not a typo: %q", meant)
	}
	if meant := SuggestionOfAny("networkin", known); meant != "networking" {
		t.Errorf("the suggestion for networkin is %q", meant)
	}
}
