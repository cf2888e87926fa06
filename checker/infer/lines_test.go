package infer

import (
	"bytes"
	"strings"
	"testing"

	"puppet-lint/checker"
	"puppet-lint/checker/catalog"
	"puppet-lint/checker/lattice"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/internal/treetest"
	"puppet-lint/module"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// TestLines answers queries in JSON lines.
func TestLines(t *testing.T) {
	files := source.NewOverlay(nil, map[string]string{
		"/w/a/manifests/init.pp": "class a (Integer $n = 3) {\n  $m = $n + 1\n  notice($m, $unset)\n}\n",
		"/w/a/functions/f.pp":    "function a::f() >> String { 'x' }\n",
	})
	for _, test := range []struct{ query, want string }{
		{`{"id": 1, "source": "1 + 2"}`, `{"id":1,"type":"Integer[3, 3]","diagnostics":[]}`},
		{`{"id": "two", "source": "'a' + 1"}`, `{"id":"two","type":"Any","diagnostics":[{"rule":"operator_mismatch","code":"NOT_NUMERIC","severity":"error","line":1,"column":1,"message":"'+' expects a number, got the string 'a'"}]}`},
		{`/w/a/functions/f.pp`, `"type":"Undef"`},
		{`{"id": 3, "path": "/w/a/manifests/init.pp", "line": 2, "column": 8}`, `"type":"Integer","text":"$n","origins":[{"what":"parameter $n of class 'a'","path":"/w/a/manifests/init.pp","line":1,"column":10,"type":"Integer"}]`},
		{`{"id": 4, "path": "/w/a/manifests/init.pp", "line": 1, "column": 1}`, `"error":"there is no expression that is evaluated"`},
		{`{"id": 5, "path": "/w/a/manifests/init.pp", "source": "class a { }\n$x = 'replaced'"}`, `"type":"String"`},
		{`{"id": 6, "path": "/w/none.pp"}`, `"error":"`},
		{`{"id": 7,`, `"error":"not a JSON object: `},
		{``, ``},
	} {
		var out bytes.Buffer
		err := Lines(strings.NewReader(test.query+"\n"), &out, func(string) source.FileSystem { return files }, nil, checker.Options{}, nil)
		if err != nil || !strings.Contains(out.String(), test.want) || test.want == "" && out.Len() > 0 {
			t.Errorf("%s: %v, %s\nwant %s", test.query, err, out.String(), test.want)
		}
	}
	var out bytes.Buffer
	more := func(manifest *module.Manifest) []*diag.Diagnostic {
		return []*diag.Diagnostic{{Rule: &diag.Rule{Name: "of_others"}, File: manifest.Source, Message: "more"}}
	}
	if err := Lines(strings.NewReader(`{"source": "1"}`), &out, func(string) source.FileSystem { return files }, []string{"/w"}, checker.Options{}, more); err != nil || !strings.Contains(out.String(), `"rule":"of_others"`) {
		t.Errorf("further findings: %v, %s", err, out.String())
	}
}

// TestTextIn checks which texts the values of an expression may be or contain.
func TestTextIn(t *testing.T) {
	tree := treetest.Parse(`
-- a/types/word.pp --
type A::Word = Enum['x', 'y']
-- a/manifests/init.pp --
class a (
  Integer $number, String $any, Enum['a', 'b'] $known, Pattern[/^a/] $matching, Optional[A::Word] $alias,
  Array[Integer] $numbers, Hash[Enum['k'], Pattern[/b/]] $hash, Struct[{ f => Integer, g => String }] $struct,
  Sensitive[String] $secret, Variant[Integer, Enum['v']] $variant, Boolean $boolean, Tuple[Integer, Pattern[/c/]] $tuple, Array[Any] $unknown,
  Enum $anyenum, Pattern $anypattern, NotUndef[Enum['n']] $given, Optional[Pattern[/o/]] $optional, Tuple $anytuple, Variant $anyvariant,
) {
  $seen = [$number, $any, $known, $matching, $alias, $numbers, $hash, $struct, $secret, $variant, $boolean, $tuple, $unknown, 'lit', 3, ['l', 1], $facts['x'], {}, $anyenum, $anypattern, $given, $optional, $anytuple, $anyvariant, Integer, /re/]
  if false { notice($number) }
}
`)
	found, err := All(t.Context(), tree.Tree, tree.Paths, checker.Options{})
	if err != nil || len(found) != 2 {
		t.Fatalf("%d manifests, %v", len(found), err)
	}
	var inferred *Types
	for _, one := range found {
		if strings.HasSuffix(one.Manifest.Source.Name, "init.pp") {
			inferred = one
		}
	}
	if len(inferred.Diagnostics) > 0 || inferred.Value != nil {
		t.Errorf("All reports %v, %v", inferred.Diagnostics, inferred.Value)
	}
	if _, known := inferred.Constant(); known {
		t.Error("All knows no last value")
	}
	var list *syntax.LiteralList
	syntax.Inspect(inferred.Manifest.Program, func(node syntax.Node) bool {
		if found, ok := node.(*syntax.LiteralList); ok && list == nil {
			list = found
		}
		return true
	})
	for i, want := range []TextKind{NoText, AnyText, KnownText, MatchingText, KnownText, NoText, MatchingText, AnyText, AnyText, KnownText, NoText, MatchingText, AnyText, KnownText, NoText, KnownText, AnyText, AnyText, AnyText, AnyText, KnownText, MatchingText, AnyText, AnyText, AnyText, NoText} {
		if got := inferred.TextIn(list.Values[i]); got != want {
			t.Errorf("%s: %d, want %d", inferred.Manifest.Source.Slice(inferred.Manifest.Extent(list.Values[i])), got, want)
		}
	}
	if texts, known := inferred.TextsOf(inferred.TypeOf(list.Values[2]), false); !known || strings.Join(texts, " ") != "a b" {
		t.Errorf("$known is one of %v, %v", texts, known)
	}
	for _, unknown := range []types.Type{nil, inferred.TypeOf(list.Values[1]), inferred.TypeOf(list.Values[16])} {
		if texts, known := inferred.TextsOf(unknown, false); known {
			t.Errorf("the texts of %v are %v", unknown, texts)
		}
	}
	if !inferred.Fits(list.Values[0], "Numeric") || inferred.Fits(list.Values[0], "String") || inferred.Fits(list.Values[16], "String") || inferred.Fits(list.Values[0], "Nowhere") {
		t.Error("an Integer is a Numeric and no String; of other values nothing is known")
	}
}

// TestConstant checks the value of a manifest's last expression.
func TestConstant(t *testing.T) {
	for text, want := range map[string]string{"[1, 'a']": "[1, 'a']", "1 + 1": "2", "String": "", "$facts['x']": "", "[1, 2].map |$x| { $x * 2 }": "[2, 4]"} {
		manifest := module.NewManifest(source.NewFile("a.pp", text), nil)
		inferred := Manifest(module.NewTree(source.NewOverlay(nil, nil), nil, true), manifest, checker.Options{})
		value, known := inferred.Constant()
		if known != (want != "") {
			t.Errorf("%s is known: %v, %s", text, known, lattice.FormatType(inferred.Value))
		} else if known && catalog.ExactText(value) != want {
			t.Errorf("%s is %s", text, catalog.ExactText(value))
		}
	}
}
