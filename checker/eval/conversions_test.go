package eval

import (
	"strconv"
	"testing"

	"puppet-lint/checker/lattice"
	"puppet-lint/checker/program"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// valueOf evaluates an expression to a value, or to a type if it has no single one.
func valueOf(t *testing.T, i *Interpreter, text string) (result string, findings int) {
	t.Helper()
	manifest := module.NewManifest(source.NewFile("a.pp", text), nil)
	if len(manifest.Errors) > 0 {
		t.Fatalf("%s: %v", text, manifest.Errors)
	}
	e := i.NewEvaluator(&program.Body{Manifest: manifest, Node: manifest.Program}, true, true)
	got := e.RunBody().Returns
	if text, known := lattice.StringOf(got); known {
		return strconv.Quote(text), len(e.Findings)
	}
	return lattice.FormatType(got), len(e.Findings)
}

// TestConstantCalls computes calls whose arguments are constants, as Puppet does.
func TestConstantCalls(t *testing.T) {
	i := interpreterOf(t, "-- a/manifests/init.pp --\nclass a { }\n")
	for text, want := range map[string]string{
		`Integer('0x1f')`: "Integer[31, 31]", `Integer('0b11')`: "Integer[3, 3]", `Integer('017')`: "Integer[15, 15]",
		`Integer('0xff', 16)`: "Integer[255, 255]", `Integer('77', 8)`: "Integer[63, 63]", `Integer('-5', 10, true)`: "Integer[5, 5]",
		`Integer(3.9)`: "Integer[3, 3]", `Integer(-3.9)`: "Integer[-3, -3]", `Integer(true)`: "Integer[1, 1]", `Integer('- 7')`: "Integer[-7, -7]",
		`Numeric('3.5')`: "Float[3.5, 3.5]", `Numeric('0x1F')`: "Integer[31, 31]", `Numeric(false)`: "Integer[0, 0]", `Numeric('12')`: "Integer[12, 12]",
		`Float('2.5')`: "Float[2.5, 2.5]", `Float(2)`: "Float[2.0, 2.0]",
		`Boolean('yes')`: "Boolean[true]", `Boolean('n')`: "Boolean[false]", `Boolean(0)`: "Boolean[false]", `Boolean(1.5)`: "Boolean[true]", `Boolean('TRUE')`: "Boolean[true]",
		`String(12)`: `"12"`, `String(true)`: `"true"`, `String(undef)`: `""`,
		`'  a b '.strip`: `"a b"`, `'  a '.lstrip`: `"a "`, `' a  '.rstrip`: `" a"`, `"a\n".chomp`: `"a"`, `"a\r\n".chomp`: `"a"`,
		`'abc'.chop`: `"ab"`, `"a\r\n".chop`: `"a"`, `''.chop`: `""`, `'aBC'.capitalize`: `"Abc"`, `'abc'.upcase`: `"ABC"`, `'ABC'.downcase`: `"abc"`,
		`'aB::cd'.camelcase`: "", `[1, 2].length`: "Integer[2, 2]", `'abc'.length`: "Integer[3, 3]",
		`pick_default(undef, '', 'x')`: "", `pick(undef, 'y')`: `"y"`, `concat([1], [2], 3)`: "Array",
		`bool2num(true)`: "", `abs(-3)`: "Integer[3, 3]", `ceiling(1.2)`: "Integer[2, 2]", `floor(-1.2)`: "Integer[-2, -2]", `round(1.5)`: "Integer[2, 2]",
		`max(1, 5, 3)`: "Integer[5, 5]", `min(4, 2)`: "Integer[2, 2]", `sort([3, 1, 2])`: "", `unique([1, 1, 2])`: "", `flatten([1, [2, [3]]])`: "",
		`join(['a', 'b'], '-')`: `"a-b"`, `split('a,b', ',')`: "", `[1, 2, 3].reduce |$m, $n| { $m + $n }`: "Integer[6, 6]",
		`{ 'a' => 1 }.keys`: "", `{ 'a' => 1 }.map |$k, $v| { $v }`: "", `with(1, 2) |$a, $b| { $a + $b }`: "Integer[3, 3]",
		`dig({ 'a' => [5] }, 'a', 0)`: "Integer[5, 5]", `[1, undef, 2].filter |$x| { $x =~ NotUndef }`: "", `'b' in ['a', 'b']`: "Boolean[true]",
		`type(3)`: "", `sprintf('%03d', 7)`: "", `regsubst('abc', 'b', 'x')`: "", `[1] + [2]`: "Tuple[Integer[1, 1], Integer[2, 2]]",
	} {
		got, findings := valueOf(t, i, text)
		if want != "" && got != want {
			t.Errorf("%s is %s, not %s", text, got, want)
		}
		if findings > 0 || got == "Never" {
			t.Errorf("%s is %s, with %d findings", text, got, findings)
		}
	}
}

// TestWrongCalls checks that calls with constants for which they always fail are reported.
func TestWrongCalls(t *testing.T) {
	i := interpreterOf(t, "-- a/manifests/init.pp --\nclass a { }\n")
	for _, text := range []string{
		`Integer('x')`, `Integer('9', 8)`, `Integer('')`, `Integer('0x1f', 10)`, `Boolean('maybe')`, `Numeric('1.2.3')`, `Float('x')`, `Integer([])`,
		`split('a')`, `join('a', 1, 2)`, `'a'.upcase(1)`, `[1].each`, `lookup('x', 'y', 'z', 'w', 'v')`, `dig()`,
	} {
		if got, findings := valueOf(t, i, text); findings != 1 {
			t.Errorf("%s is %s, with %d findings", text, got, findings)
		}
	}
}

// TestRequirements infers the types of parameters from their uses in a body.
func TestRequirements(t *testing.T) {
	i := interpreterOf(t, `
-- a/manifests/init.pp --
class a ($port, $name_of, $list, $flag, $any, $sum, $title_of, $both) {
  a::port { 'x': port => $port }
  notice($name_of.upcase)
  $list.each |$x| { notice($x) }
  if $flag { notice('x') }
  notice($any)
  $y = $sum - 1
  file { $title_of: }
  case $both { 'one', 'two': { } default: { fail('other') } }
}
-- a/manifests/port.pp --
define a::port (Integer[1, 65535] $port) { }
`)
	d := i.Class("a")
	names := map[string]bool{}
	for _, parameter := range d.Signature() {
		names[parameter.Name] = true
	}
	left, uses := i.RequirementsOf(d.Body(), names, false)
	for name, want := range map[string]string{"port": "Integer[1, 65535]", "any": "Any", "flag": "Any"} {
		if got := lattice.FormatType(left[name]); got != want {
			t.Errorf("$%s must be %s, not %s", name, got, want)
		}
	}
	if len(uses["port"]) != 1 || len(uses["any"]) != 0 {
		t.Errorf("uses are %v", uses)
	}
	plain, _ := i.RequirementsOf(d.Body(), names, true)
	if got := lattice.FormatType(plain["both"]); got != "Enum['one', 'two']" && got != "Enum['one', 'two', true]" {
		t.Errorf("of plain data, $both is %s", got)
	}
	if got := lattice.FormatType(plain["sum"]); got == "Any" {
		t.Errorf("of plain data, $sum is %s", got)
	}
}

// TestParameterSignatures checks that the signature of a parameter changes with the parts of it
// that callers see, and with nothing else.
func TestParameterSignatures(t *testing.T) {
	textOf := func(code string) string {
		i := interpreterOf(t, "-- a/manifests/init.pp --\n"+code+"\n")
		d := i.Class("a")
		return ParametersText(d.Node, d.Manifest)
	}
	before := textOf("class a (Integer $x = 1, $y = undef) { notice($x) }")
	for code, same := range map[string]bool{
		"class a (Integer $x = 1, $y = undef) { notice($y) }":         true,
		"class a (Integer[0] $x = 1, $y = undef) { notice($x) }":      false,
		"class a (Integer $x, $y = undef) { notice($x) }":             false,
		"class a (Integer $x = 1, $y = undef, $z = 2) { notice($x) }": false,
		"class a (Integer $x = 1, $other = undef) { notice($other) }": false,
	} {
		if got := textOf(code); (got == before) != same {
			t.Errorf("%s has the parameters %q; before %q", code, got, before)
		}
	}
	sourceOf := func(code string) string {
		d := interpreterOf(t, "-- a/manifests/init.pp --\n"+code+"\n").Class("a")
		return SourceOf(d.Node, d.Manifest)
	}
	if sourceOf("class a { $x = [1] }") != sourceOf("class a {\n  $x  =  [1] # one\n}") || sourceOf("class a { notice($a [1]) }") == sourceOf("class a { notice($a[1]) }") {
		t.Error("comments and space between tokens do not count, others do")
	}
}

// TestNodeTypesOfRun checks that an evaluation keeps types only on request.
func TestNodeTypesOfRun(t *testing.T) {
	i := interpreterOf(t, "-- a/manifests/init.pp --\nclass a { $x = 1 + 2 }\n")
	body := i.Class("a").Body()
	e := i.NewEvaluator(body, false, true)
	e.RunBody()
	kept := make([]Type, body.Manifest.NodeCount)
	e.Types.AddTo(kept, i.Join)
	found := false
	syntax.Inspect(body.Node, func(node syntax.Node) bool {
		if sum, ok := node.(*syntax.ArithmeticExpression); ok {
			found = lattice.FormatType(kept[sum.ID()]) == "Integer[3, 3]"
		}
		return true
	})
	if !found {
		t.Errorf("the sum has no type among %v", kept)
	}
	if plain := i.NewEvaluator(body, false, false); plain.Types != nil {
		t.Error("types that nobody wants are kept")
	}
}
