package typesummary

import (
	"fmt"
	"strings"
	"testing"

	"puppet-lint/checker"
	"puppet-lint/checker/eval"
	"puppet-lint/checker/lattice"
	"puppet-lint/internal/treetest"
	"puppet-lint/types"
)

// TestDocumentedTypes checks which types from comments are suggested. A case has the tags of the
// comment, the definition m::x, and for its parameter $p the expected suggested type, the likely
// type, and whether they come from the comment.
func TestDocumentedTypes(t *testing.T) {
	const helpers = `
-- m/manifests/port.pp --
define m::port(Integer[1, 65535] $port) { }
-- m/types/level.pp --
type M::Level = Enum['low', 'high']
`
	for _, c := range []struct {
		tags, code, suggested, likely string
		documented                    bool
	}{
		{"[Integer] p", `class m::x($p) { }`, "Integer", "", true},
		{"p [Integer] a number [of them]", `class m::x($p) { }`, "Integer", "", true},
		{"[Integer] p see [the others]", `class m::x($p) { }`, "Integer", "", true},
		{"[Integer] $p", `class m::x($p = 3) { }`, "Integer", "Integer", true},
		{"[Hash[String, Array[Integer]]] p", `class m::x($p = {}) { }`, "Hash[String, Array[Integer]]", "Hash[String, Any]", true},
		{"[M::Level] p", `class m::x($p = 'low') { }`, "M::Level", "String", true},
		{"[String, Integer] p", `class m::x($p) { }`, "Variant[String, Integer]", "", true},
		{"[String] p", `class m::x($p = undef) { }`, "Optional[String]", "", true},
		{"[Undef, String] p", `class m::x($p = undef) { }`, "Optional[String]", "", true},
		{"[String] p", `define m::x($p = 'a') { } class m::y { m::x { 'a': p => undef } }`, "String", "String", true},
		{"[String] p", `plan m::x($p = 'a') { }`, "String", "String", true},
		// Narrower than what works, and wider.
		{"[Integer[80, 99]] p", `class m::x($p) { m::port { 'a': port => $p } }`, "Integer[80, 99]", "Integer", true},
		{"[Numeric] p", `class m::x($p) { m::port { 'a': port => $p } }`, "Integer[1, 65535]", "Integer", false},
		// Not all that is given is known, or accepted.
		{"[String] p", `class m::x($p) { } class m::y { class { 'm::x': p => $facts['nosuch'] } }`, "", "String", true},
		{"[String[3]] p", `class m::x($p) { } class m::y(String $s) { class { 'm::x': p => $s } }`, "", "String[3]", true},
		// The code says otherwise, of this parameter or of another one.
		{"[String] p", `class m::x($p = 3) { }`, "", "Integer", false},
		{"[String] p", `class m::x($p) { } class m::y { class { 'm::x': p => 3 } }`, "", "Integer", false},
		{"[String] p", `class m::x($p) { m::port { 'a': port => $p } }`, "Integer[1, 65535]", "Integer", false},
		{"[String] p\n# @param [String] q", `class m::x($p, $q = true) { }`, "", "", false},
		{"[String] p\n# @param [String] q", `class m::x($p, Integer $q) { }`, "", "", false},
		// No types of Puppet.
		{"[string] p", `class m::x($p) { }`, "", "", false},
		{"[Array<String>] p", `class m::x($p) { }`, "", "", false},
		{"[Bool] p", `class m::x($p) { }`, "", "", false},
		{"[File] p", `class m::x($p) { }`, "", "", false},
		{"[M::Gone] p", `class m::x($p) { }`, "", "", false},
		{"[Any] p", `class m::x($p) { }`, "", "", false},
		{"[] p", `class m::x($p) { }`, "", "", false},
		{"[String p", `class m::x($p) { }`, "", "", false},
		{"[Type[$x]] p", `class m::x($p) { }`, "", "", false},
	} {
		folder := "manifests"
		if strings.HasPrefix(c.code, "plan") {
			folder = "plans"
		}
		summary := summaryOf(fmt.Sprintf("%s-- m/%s/x.pp --\n# @param %s\n%s\n", helpers, folder, c.tags, c.code))
		parameter := summary.parameter(t, "m::x", "p")
		if parameter.Suggested != c.suggested || parameter.Likely != c.likely || parameter.Documented != c.documented {
			t.Errorf("# @param %s\n%s\nsuggests %q, likely %q, documented: %v; want %q, %q, %v", c.tags, c.code,
				parameter.Suggested, parameter.Likely, parameter.Documented, c.suggested, c.likely, c.documented)
		}
	}
}

// TestSuggestions checks the suggested types of parameters and results without a type. A case has
// the parameters and the body of a class, defined type or function m::x, and the expected
// suggestion for its parameter $p.
func TestSuggestions(t *testing.T) {
	const helpers = `
-- m/manifests/port.pp --
define m::port(Integer[1, 65535] $port, Optional[Boolean] $flag = undef) { }
-- m/types/level.pp --
type M::Level = Enum['low', 'high']
-- m/types/anything.pp --
type M::Anything = Any
-- m/manifests/leveled.pp --
class m::leveled(M::Level $level = 'low', Integer $size = 1) { }
-- m/functions/twice.pp --
function m::twice(Integer $n) >> Integer { $n * 2 }
`
	for _, c := range []struct{ code, suggested, likely string }{
		{`define m::x($p) { m::port { 'a': port => $p } }`, "Integer[1, 65535]", "Integer"},
		{`define m::x($p = 80) { m::port { 'a': port => $p } }`, "Integer[1, 65535]", "Integer"},
		{`define m::x($p = undef) { if $p { m::port { 'a': port => $p } } }`, "Optional[Variant[Integer[1, 65535], Boolean]]", "Optional[Variant[Integer, Boolean]]"},
		{`define m::x($p = undef) { if $p =~ NotUndef { m::port { 'a': port => $p } } }`, "Optional[Integer[1, 65535]]", "Optional[Integer]"},
		{`class m::x($p) { class { 'm::leveled': level => $p } }`, "M::Level", "M::Level"},
		{`class m::x($p) { class { 'm::leveled': * => $p } }`, "Hash", "Hash[String, Any]"},
		{`class m::x($p) { $q = $p m::port { 'a': port => $q } }`, "Integer[1, 65535]", "Integer"},
		{`class m::x($p, $c) { if $c { $q = $p } else { $q = 1 } m::port { 'a': port => $q } }`, "", ""},
		{`class m::x($p) { case $p { 'a', 'b': { } default: { fail('no') } } }`, "", "Enum['a', 'b']"},
		{`class m::x($p) { unless $p =~ Boolean { fail('no') } }`, "Boolean", "Boolean"},
		{`class m::x($p) { $y = $p ? { /^a/ => 1, 'b' => 2 } }`, "String", "String"},
		{`class m::x($p) { if $p { return() } m::port { 'a': port => $p } }`, "", ""},
		{`class m::x($p = 'present') { file { '/a': ensure => $p } }`, "", "String"},
		{`class m::x($p) { file { $p: } }`, "Variant[String[1], Array]", "Variant[String, Array]"},
		{`class m::x($p) { $y = "${p}" $z = [$p] }`, "", ""},
		{`class m::x($p) { [1].each |$p| { m::port { 'a': port => $p } } }`, "", ""},
		{`class m::x($p) { fail('always') }`, "", ""},
		{`class m::x(Any $p) { $y = m::twice($p) }`, "Integer", "Integer"},
		{`class m::x($p) { $y = $p['a'] }`, "", "Hash[String, Any]"},
		{`class m::x($p) { $p.each |$k, $v| { } }`, "", "Variant[Array, Hash]"},
		{`function m::x($p) >> Integer { m::twice($p) }`, "Integer", "Integer"},
		{`class m::x($p) { if $p =~ Integer and $p > 3 { m::port { 'a': port => $p } } else { fail('no') } }`, "Integer[1, 65535]", "Integer"},
		{`class m::x($p = ['admin']) { }`, "", "Array[String]"},
		{`class m::x($p = ['a', 1, true, 2.5]) { }`, "", "Array"},
		{`class m::x($p = []) { }`, "", "Array"},
		{`class m::x($p = { 'a' => { 'b' => ['c'] } }) { }`, "", "Hash[String, Hash[String, Array[String]]]"},
		{`class m::x($p = $facts['os']['family'] ? { 'Debian' => 'apache2', default => 'httpd' }) { }`, "", "String"},
		{`class m::x($p = $facts['os']['family'] ? { 'Debian' => 'apache2', default => undef }) { }`, "", "Optional[String]"},
		{`class m::x($p = 'low') { class { 'm::leveled': level => $p } }`, "M::Level", "M::Level"},
		{`class m::x($p = 'a') { case $p { 'a', 'b': { } default: { fail('no') } } }`, "", "Enum['a', 'b']"},
		{`class m::x($p = 'undef') { case $p { 'undef', true, false: { } default: { fail('no') } } }`, "", "Variant[Enum['undef'], Boolean]"},
		{`class m::x(M::Anything $p) { m::port { 'a': port => $p } }`, "Integer[1, 65535]", "Integer"},
		{`class m::x(M::Anything $p = 'a') { }`, "", "String"},
		{`class m::x($p = '8080') { }`, "", "Variant[String, Integer]"},
		{`class m::x($p = '0644') { }`, "", "String"},
		{`class m::x($p = '2.4') { }`, "", "String"},
		{`class m::x($p = undef) { if $p == 'x' { $q = "${p}" } } class m::y { class { 'm::x': p => '80' } }`, "", "Optional[Variant[String, Integer]]"},
		{`class m::x($p = '8080') { $q = $p.split(',') }`, "Variant[String, Sensitive[String]]", "String"},
		{`class m::x($p = 'iSCSI') { if $p == 'iSCSI' { } elsif $p == 'FC' { } else { fail('no') } }`, "", "Enum['FC', 'iSCSI']"},
		{`class m::x($p = 'one') { case $p { 'ONE', 'Two': { } default: { fail("it is 'Two' or 'one'") } } }`, "", "Enum['ONE', 'Two', 'one']"},
		{`class m::x($p) { unless $p =~ Variant[Hash, String[0, 0]] { fail('no') } }`, "", "Hash[String, Any]"},
		{`class m::x(String $p) { m::port { 'a': port => $p } }`, "", ""},
	} {
		folder := "manifests"
		if strings.HasPrefix(c.code, "function") {
			folder = "functions"
		}
		summary := summaryOf(fmt.Sprintf("%s-- m/%s/x.pp --\n%s\n", helpers, folder, c.code))
		parameter := summary.parameter(t, "m::x", "p")
		if parameter.Suggested != c.suggested || parameter.Likely != c.likely {
			t.Errorf("%s\nsuggests %q, likely %q; want %q, %q", c.code, parameter.Suggested, parameter.Likely, c.suggested, c.likely)
		}
	}
}

type testSummary struct{ *Summary }

func summaryOf(archive string) testSummary {
	tree := treetest.Parse(archive)
	return testSummary{New(tree.Tree, checker.Options{Paths: tree.Paths})}
}

func (s testSummary) definition(t *testing.T, name string) *Definition {
	t.Helper()
	for _, manifest := range s.Manifests {
		for _, definition := range manifest.Definitions {
			if definition.Name == name {
				return definition
			}
		}
	}
	t.Fatalf("there is no %s", name)
	return nil
}

func (s testSummary) parameter(t *testing.T, name, parameter string) *Parameter {
	t.Helper()
	for _, found := range s.definition(t, name).Parameters {
		if found.Node.Name == parameter {
			return found
		}
	}
	t.Fatalf("%s has no $%s", name, parameter)
	return nil
}

func TestSummary(t *testing.T) {
	summary := summaryOf(`
-- m/manifests/init.pp --
class m($a, Integer $b = 2, Any $c = undef) {
  $sum = $b + 1
  m::part { 'one': size => $sum }
  m::part { 'two': size => 'large' }
  $os = $facts['custom_one']
  $x = nowhere::to_be_found(1)
}
-- m/manifests/part.pp --
define m::part($size) { }
-- m/functions/name.pp --
function m::name(Boolean $long) { if $long { 'long' } else { undef } }
-- m/types/size.pp --
type M::Size = Integer[1]
-- m/templates/undeclared.epp --
<%= $given %> <%= $::site %>
`)
	m := summary.definition(t, "m")
	if got := lattice.FormatType(m.Variables["sum"]); got != "Integer" {
		t.Errorf("$sum is %s", got)
	}
	if m.Parameters[0].IsUntyped() != true || m.Parameters[1].IsUntyped() || !m.Parameters[2].IsUntyped() {
		t.Error("$a and $c have no type, $b has")
	}
	if got := m.Parameters[1].Default; got.Kind() != types.KindInteger {
		t.Errorf("the default of $b is %s", got)
	}
	size := summary.parameter(t, "m::part", "size")
	if len(size.Given) != 2 || size.Likely != "Variant[Integer, String]" {
		t.Errorf("$size is given %d values and is likely %s", len(size.Given), size.Likely)
	}
	if got := summary.definition(t, "m::name").SuggestedReturn; got != "Optional[String]" {
		t.Errorf("m::name returns %q", got)
	}
	gaps := map[Gap]bool{}
	for _, manifest := range summary.Manifests {
		for _, gap := range manifest.Gaps {
			gaps[gap] = true
		}
	}
	for _, wanted := range []Gap{{eval.UnknownFact, "custom_one", 1}, {eval.MissingFunction, "nowhere::to_be_found", 1}, {eval.TemplateVariable, "given", 1}, {eval.UnknownVariable, "site", 1}} {
		if !gaps[wanted] {
			t.Errorf("%v is not among %v", wanted, gaps)
		}
	}
}

// TestData checks what data tell of a class's parameters: the types of
// their values, but not the values.
func TestData(t *testing.T) {
	summary := summaryOf(`
-- m/manifests/init.pp --
class m($list, $map, $none, $word = undef, $converted, $merged, $mixed = 1, $odd, Integer $typed = 1) { }
-- m/plans/run.pp --
plan m::run($targets, $count = 3, $mode = undef) { $result = run_task('m::x', $targets) }
-- m/hiera.yaml --
version: 5
hierarchy:
  - name: hosts
    path: "hosts/%{facts.networking.hostname}.yaml"
  - name: common
    path: common.yaml
-- m/data/hosts/one.yaml --
m::word: s3cret
m::mixed: ten
-- m/data/common.yaml --
lookup_options:
  m::converted: { convert_to: Sensitive }
  m::merged: { merge: unique }
m::list: [s3cret, s4cret]
m::map: { s5: { port: 80 } }
m::none: ~
m::converted: x
m::merged: x
m::odd: "%{alias('elsewhere')}"
m::typed: 3
`)
	for name, want := range map[string]string{
		"list": "Array[String]; Array[String]", "map": "Hash[String, Hash[String, Integer]]; Hash[String, Hash[String, Integer]]", "none": "Undef; ",
		"word": "String; Optional[String]", "converted": "Sensitive; Sensitive", "merged": "Array[String]; Array[String]",
		"mixed": "String; Variant[Integer, String]", "odd": "; ", "typed": "Integer; ",
	} {
		parameter := summary.parameter(t, "m", name)
		var types []string
		for _, value := range parameter.Data {
			if summary.summarizer.IsUnknown(value.Type) {
				types = append(types, "")
				continue
			}
			types = append(types, lattice.FormatType(value.Type))
		}
		if got := strings.Join(types, ", ") + "; " + parameter.Likely; got != want {
			t.Errorf("$%s: %s, want %s", name, got, want)
		}
	}
	for name, want := range map[string]string{"targets": "TargetSpec; ", "count": "; Integer", "mode": "; "} {
		if parameter := summary.parameter(t, "m::run", name); parameter.Suggested+"; "+parameter.Likely != want {
			t.Errorf("$%s of the plan: %q, %q", name, parameter.Suggested, parameter.Likely)
		}
	}
	if got := lattice.FormatType(summary.definition(t, "m::run").Variables["result"]); got != "ResultSet" {
		t.Errorf("$result of the plan: %s", got)
	}
	for _, manifest := range summary.Manifests {
		if len(manifest.Gaps) > 0 {
			t.Errorf("gaps are %+v", manifest.Gaps)
		}
	}
}
