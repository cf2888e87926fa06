package program_test

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"puppet-lint/checker/deps"
	"puppet-lint/checker/eval"
	"puppet-lint/checker/lattice"
	"puppet-lint/checker/program"
	"puppet-lint/internal/source"
	"puppet-lint/internal/spell"
	"puppet-lint/internal/treetest"
	"puppet-lint/module"
	"puppet-lint/module/builtin"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// interpreterOf returns the interpreter of a tree: a program that knows all types.
func interpreterOf(t *testing.T, archive string) *eval.Interpreter {
	t.Helper()
	return eval.NewInterpreter(t.Context(), treetest.Parse(archive).Tree, nil, program.Options{})
}

// TestParseType reads types as code writes them, with the names of a tree.
func TestParseType(t *testing.T) {
	i := interpreterOf(t, `
-- a/types/port.pp --
type A::Port = Integer[1, 65535]
-- a/types/maybe.pp --
type A::Maybe = Variant[String, Optional[A::Port]]
-- a/types/list.pp --
type A::List = Array[A::List]
-- a/types/car.pp --
type A::Car = Object[{ attributes => { 'wheels' => Integer } }]
-- a/types/van.pp --
type A::Van = Object[{ parent => A::Car, attributes => { 'load' => Float } }]
-- a/types/self.pp --
type A::Self = Object[{ parent => A::Other }]
-- a/types/other.pp --
type A::Other = Object[{ parent => A::Self }]
-- a/types/short.pp --
type A::Short = { attributes => { 'x' => String } }
-- a/types/set.pp --
type A::Set = TypeSet[{ version => '1.0.0', pcore_version => '1.0.0', types => { One => Integer, Two => { attributes => { 'one' => One } } } }]
-- a/types/damaged.pp --
type A::Damaged = Integer[1,
-- a/manifests/thing.pp --
define a::thing { }
`)
	for text, want := range map[string]string{
		"Integer[1, 2]":          "Integer[1, 2]",
		"A::Port":                "A::Port",
		"Optional[A::Port]":      "Optional[A::Port]",
		"A::Thing":               "A::Thing",
		"File['/x']":             "File['/x']",
		"Integer[":               "",
		"Nowhere::Known":         "",
		"3":                      "",
		"A::Damaged":             "",
		"A::Set::One":            "",
		"Node":                   "",
		"TargetSpec":             "",
		"Array[A::Port, 1]":      "Array[A::Port, 1]",
		"Hash[String, A::Maybe]": "Hash[String, A::Maybe]",
	} {
		got := i.ParseType(text)
		if want == "" {
			if !i.IsUnknown(got) {
				t.Errorf("%s is %s, not unknown", text, lattice.FormatType(got))
			}
			continue
		}
		if lattice.FormatType(got) != want {
			t.Errorf("%s is %s, not %s", text, lattice.FormatType(got), want)
		}
	}
	if got := i.ParseTypeOnBolt("TargetSpec"); lattice.FormatType(got) != "TargetSpec" {
		t.Errorf("Bolt's TargetSpec is %s", lattice.FormatType(got))
	}
	for name, want := range map[string]string{"A::Port": "Integer[1, 65535]", "A::Maybe": "Variant[String, Optional[A::Port]]", "Stdlib::Port": "Integer[0, 65535]"} {
		if got, ok := i.ResolveAlias(name); !ok || lattice.FormatType(got) != want {
			t.Errorf("%s stands for %s, not %s", name, lattice.FormatType(got), want)
		}
	}
	for _, name := range []string{"A::Damaged", "A::Self", "Nowhere"} {
		if got, ok := i.ResolveAlias(name); ok {
			t.Errorf("%s stands for %s", name, lattice.FormatType(got))
		}
	}
	for _, name := range []string{"A::Car", "A::Van", "A::Short"} {
		if got, ok := i.ResolveAlias(name); !ok || got.Kind() != types.KindObject {
			t.Errorf("%s is no Object type: %v", name, got)
		}
	}
	for name, want := range map[string]bool{"A::Port": false, "A::Maybe": true, "Data": true, "TargetSpec": false, "A::List": false} {
		if got := i.AliasAcceptsUndef(name, 0); got != want {
			t.Errorf("undef is an instance of %s: %v", name, got)
		}
	}
	for _, alias := range []string{"a::self", "a::other"} {
		found := i.FindAlias(alias)
		if _, err := i.ReadDefinition(found.Node.(*syntax.TypeAlias), found.Manifest, nil); err == nil || !strings.Contains(err.Error(), "inherits from itself") {
			t.Errorf("%s: %v", alias, err)
		}
	}
	set := i.FindAlias("a::set")
	if got, err := i.ReadDefinition(set.Node.(*syntax.TypeAlias), set.Manifest, nil); err != nil || got.Kind() == types.KindAny {
		t.Errorf("A::Set is %v, %v", got, err)
	}
}

// TestFindFunction checks the signatures of functions of all kinds.
func TestFindFunction(t *testing.T) {
	i := interpreterOf(t, `
-- a/functions/own.pp --
function a::own(Integer $n, String *$rest) >> Integer { $n }
-- a/functions/damaged.pp --
function a::damaged(Integer $n { }
-- a/plans/run.pp --
plan a::run() { }
-- a/lib/puppet/functions/a/ruby.rb --
Puppet::Functions.create_function(:'a::ruby') do
  local_types do
    type 'Small = Integer[0, 9]'
  end
  dispatch :one do
    param 'Small', :number
    optional_param 'String', :text
    optional_block_param 'Callable[1]', :block
    return_type 'Array[Small]'
  end
  dispatch :many do
    required_repeated_param 'Boolean', :flags
  end
  dispatch :any do
    repeated_param 'Hash', :hashes
  end
end
-- a/lib/puppet/functions/a/guarded.rb --
Puppet::Functions.create_function(:'a::guarded') do
  def guarded(*args)
    raise ArgumentError, 'one or two' unless [1, 2].include?(args.size)
  end
end
-- a/lib/puppet/functions/a/huge.rb --
Puppet::Functions.create_function(:'a::huge') do
`+strings.Repeat("  dispatch :one do\n    param 'String', :text\n  end\n", 200)+`end
-- a/lib/puppet/parser/functions/checked.rb --
module Puppet::Parser::Functions
  newfunction(:checked, :type => :rvalue) do |args|
    raise Puppet::ParseError, 'two' if args.size != 2
  end
end
-- a/lib/puppet/parser/functions/computed.rb --
module Puppet::Parser::Functions
  newfunction(:computed, :arity => ARITY) do |args|
  end
end
-- a/lib/puppet/parser/functions/old.rb --
module Puppet::Parser::Functions
  newfunction(:old, :type => :rvalue, :arity => -2) do |args|
  end
end
`)
	if own := i.FindFunction("a::own"); own == nil || own.Definition == nil || own.Builtin || own.Open {
		t.Errorf("a::own is %+v", own)
	} else if rest := own.Definition.Parameter("rest"); !rest.Rest || lattice.FormatType(rest.Type) != "String" || rest.Required {
		t.Errorf("$rest is %+v", rest)
	}
	for _, name := range []string{"a::damaged", "a::run"} {
		if found := i.FindFunction(name); found == nil || !found.Open || len(found.Signatures) > 0 {
			t.Errorf("%s is %+v", name, found)
		}
	}
	if found := i.FindFunction("a::none"); found != nil {
		t.Errorf("a::none is %+v", found)
	}
	ruby := i.FindFunction("a::ruby")
	if ruby == nil || len(ruby.Signatures) != 3 {
		t.Fatalf("a::ruby is %+v", ruby)
	}
	one, many, any := ruby.Signatures[0], ruby.Signatures[1], ruby.Signatures[2]
	if one.Least != 1 || one.Most != 2 || one.Block == nil || !one.BlockOptional || lattice.FormatType(one.Returns) != "Array[Integer[0, 9]]" ||
		lattice.FormatType(one.TypeOfParameter(0)) != "Integer[0, 9]" || one.NameOfParameter(1) != "text" {
		t.Errorf("the first signature is %+v", one)
	}
	if many.Least != 1 || many.Most != -1 || many.Returns != nil || lattice.FormatType(many.TypeOfParameter(7)) != "Boolean" || many.NameOfParameter(7) != "flags" {
		t.Errorf("the second signature is %+v", many)
	}
	if any.Least != 0 || any.Most != -1 {
		t.Errorf("the third signature is %+v", any)
	}
	if old := i.FindFunction("old"); old == nil || !old.Legacy || old.Least != 1 || old.Most != -1 || old.Builtin {
		t.Errorf("old is %+v", old)
	}
	if guarded := i.FindFunction("a::guarded").Signatures; len(guarded) != 1 || guarded[0].Least != 1 || guarded[0].Most != 2 {
		t.Errorf("a::guarded has the signatures %+v", guarded)
	}
	if huge := i.FindFunction("a::huge"); !huge.Open || len(huge.Signatures) > 0 {
		t.Errorf("a::huge has %d signatures", len(huge.Signatures))
	}
	if checked := i.FindFunction("checked"); checked.Least != 2 || checked.Most != 2 {
		t.Errorf("checked is %+v", checked)
	}
	if computed := i.FindFunction("computed"); computed.Least != 0 || computed.Most != -1 {
		t.Errorf("computed is %+v", computed)
	}
	for name, want := range map[string]string{"zip": "Array", "compare": "Integer[-1, 1]"} {
		if found := i.FindFunction(name); len(found.Signatures) == 0 || found.Signatures[0].Returns == nil || lattice.FormatType(found.Signatures[0].Returns) != want {
			t.Errorf("%s is %+v", name, found)
		}
	}
	if split := i.FindFunction("split"); split == nil || !split.Builtin || !split.Core || split.Legacy || len(split.Signatures) == 0 {
		t.Errorf("split is %+v", split)
	}
	if include := i.FindFunction("fail"); include == nil || !include.Legacy || !include.Builtin {
		t.Errorf("fail is %+v", include)
	}
	for name, want := range map[string]bool{"run_task": true, "file_upload": true, "pe_build_version": true, "file::read": true, "file": false, "a::own": false} {
		if got := program.BroughtByOthers(name); got != want {
			t.Errorf("BroughtByOthers(%s) = %v", name, got)
		}
	}
}

// TestBoltTypes checks the types of Bolt's data and their members.
func TestBoltTypes(t *testing.T) {
	i := interpreterOf(t, "-- a/manifests/init.pp --\nclass a { }\n")
	set := i.BoltReference("ResultSet")
	if set == nil || i.BoltReference("::ResultSet") != set || i.BoltReference("Nothing") != nil {
		t.Fatalf("ResultSet is %v", set)
	}
	described := i.BoltTypeOf(set)
	if described == nil || described.Name != "ResultSet" || i.BoltTypeOf(i.String) != nil {
		t.Fatalf("ResultSet is described as %+v", described)
	}
	if ok := i.BoltSignatures(described, "ok"); len(ok) != 1 || lattice.FormatType(ok[0].Returns) != "Boolean" {
		t.Errorf("ok is %+v", ok)
	}
	if len(i.BoltSignatures(described, "[]")) == 0 || i.BoltSignatures(described, "nosuch") != nil {
		t.Error("a ResultSet has an operator [], and no member nosuch")
	}
	if t1 := i.ParseTypeOnBolt("Array[Result]"); !strings.Contains(lattice.FormatType(t1), "Result") {
		t.Errorf("Array[Result] is %s", lattice.FormatType(t1))
	}
}

// TestTopScope checks the variables of top scope and their types.
func TestTopScope(t *testing.T) {
	i := interpreterOf(t, `
-- environment.conf --
modulepath = modules
-- manifests/a.pp --
$one = 1
[$two, $three] = [2, 3]
[1].each |$x| { $inner = 1 }
node default { $of_node = 1 }
-- manifests/b.pp --
$one = 'one'
-- modules/m/lib/facter/own.rb --
Facter.add(:own_fact) do
  setcode { 1 }
end
-- modules/m/manifests/init.pp --
class m { }
`)
	for name, want := range map[string]string{
		"two": "Any", "of_node": "Any", "own_fact": "Any", "facts": "", "trusted": "", "server_facts": "", "title": "String",
		"environment": "String", "hostname": "Optional[String]", "kernel": "Optional[String]", "inner": "nil", "nowhere": "nil",
		"ipaddress_eth0": "Optional[String]", "ipaddress_": "nil",
	} {
		got := "nil"
		if found := i.TopVariable(nil, name); found != nil {
			got = lattice.FormatType(found)
		}
		if want != "" && got != want || want == "" && got == "nil" {
			t.Errorf("$::%s is %s, not %s", name, got, want)
		}
	}
	if setters := i.TopBodies("one"); len(setters) != 2 || setters[0].IsTop() != true {
		t.Errorf("$one is set by %d manifests", len(setters))
	} else {
		setters[0].Summary = &program.Summary{Variables: map[string]types.Type{"one": i.Integer}}
		setters[1].Summary = &program.Summary{Variables: map[string]types.Type{"one": i.String}}
		if got := lattice.FormatType(i.TopVariable(nil, "one")); got != "Variant[Integer, String]" {
			t.Errorf("$one is %s", got)
		}
		if got := lattice.FormatType(i.TopVariable(setters[0], "one")); got != "String" {
			t.Errorf("$one of the other manifest is %s", got)
		}
	}
	if names := i.FactNames().Words(); !slices.Contains(names, "own_fact") || !slices.Contains(names, "kernel") || !slices.IsSorted(names) {
		t.Errorf("the facts are %d", len(names))
	}
	if fact := builtin.FindFact("os"); fact == nil || !i.IsUnknown(i.FactType(fact)) {
		t.Error("the type of $os has no type of its own")
	}
	count := 0
	for manifest := range i.AllManifests() {
		if program.DefinesNodes(manifest) != strings.HasSuffix(manifest.Source.Name, "a.pp") {
			t.Errorf("%s defines nodes: %v", manifest.Source.Name, program.DefinesNodes(manifest))
		}
		count++
	}
	if count != 3 {
		t.Errorf("there are %d manifests", count)
	}
}

// TestNeedsOfTopScope checks that code that reads a variable of top scope is evaluated after the
// manifests that set it. This includes other initial manifests and templates.
func TestNeedsOfTopScope(t *testing.T) {
	i := interpreterOf(t, `
-- environment.conf --
modulepath = modules
-- manifests/a.pp --
$one = 1
notice($one)
-- manifests/b.pp --
notice($::one)
-- modules/m/manifests/init.pp --
class m { notice($one) }
-- modules/m/templates/one.epp --
<%= $one %>
`)
	setters := i.TopBodies("one")
	if len(setters) != 1 {
		t.Fatalf("$one is set by %d manifests", len(setters))
	}
	if needs := i.NeedsOf(setters[0]); len(needs) != 0 {
		t.Errorf("the manifest that sets $one needs %d bodies", len(needs))
	}
	folder := i.Tree.Environment
	for _, path := range []string{"manifests/b.pp", "modules/m/manifests/init.pp", "modules/m/templates/one.epp"} {
		bodies := i.BodiesOf(i.Tree.Manifests.At(filepath.Join(folder, filepath.FromSlash(path))))
		if !slices.ContainsFunc(bodies, func(b *program.Body) bool { return slices.Contains(i.NeedsOf(b), setters[0]) }) {
			t.Errorf("%s does not need the manifest that sets $one", path)
		}
	}
}

// TestNeeds checks which definitions code needs before its own summary.
func TestNeeds(t *testing.T) {
	i := interpreterOf(t, `
-- a/manifests/init.pp --
class a inherits a::parent { }
-- a/manifests/parent.pp --
class a::parent { }
-- a/manifests/calls.pp --
class a::calls { a::plain() a::typed() [5].a::chained }
-- a/manifests/reads.pp --
class a::reads { $x = Class['a', "a::${facts['x']}"] $y = File['a::calls'] notice($a::parent::z, $a::none::z) }
-- a/functions/plain.pp --
function a::plain() { 1 }
-- a/functions/typed.pp --
function a::typed() >> Integer { 1 }
-- a/functions/chained.pp --
function a::chained($x) { $x }
-- a/plans/outer.pp --
plan a::outer() { run_plan('a::inner') }
-- a/plans/inner.pp --
plan a::inner() { run_plan($plan) }
`)
	for _, test := range []struct {
		kind module.Kind
		name string
		want string
	}{
		{module.Class, "a", "a::parent"},
		{module.Class, "a::parent", ""},
		{module.Class, "a::calls", "a::plain a::chained"}, // the result of a::typed is declared
		{module.Class, "a::reads", "a a::parent"},
		{module.Plan, "a::outer", "a::inner"},
		{module.Plan, "a::inner", ""},
	} {
		found := i.Find(test.kind, test.name)
		if found == nil {
			t.Fatalf("there is no %s", test.name)
		}
		b := found.Body()
		var names []string
		for _, need := range i.NeedsOf(b) {
			names = append(names, need.Definition.Name)
		}
		if got := strings.Join(names, " "); got != test.want {
			t.Errorf("%s needs %q, not %q", test.name, got, test.want)
		}
	}
}

// TestInterruptedGraph checks that the search for needs ends when the check is cancelled.
func TestInterruptedGraph(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	i := eval.NewInterpreter(ctx, treetest.Parse("-- a/manifests/init.pp --\nclass a { notice($a::b::x) }\n-- a/manifests/b.pp --\nclass a::b { $x = 1 }\n").Tree, nil, program.Options{})
	b := i.Class("a").Body()
	if graph := i.NewGraph([]*program.Body{b}); len(graph.Components) != 2 {
		t.Errorf("there are %d components", len(graph.Components))
	}
	cancel()
	if graph := i.NewGraph([]*program.Body{b}); len(graph.Components) != 1 || !i.IsInterrupted() || !i.HasStopped() {
		t.Errorf("after the end, there are %d components", len(graph.Components))
	}
}

// TestBodies checks how a manifest is split into bodies, and which variables each body sets.
func TestBodies(t *testing.T) {
	i := interpreterOf(t, `
-- a/manifests/init.pp --
class a ($p = 1) {
  $once = ('x')
  $twice = 1
  if $p { $twice = 2 }
  $hash = { 'k' => $once, 'k' => 'last', 'l' => $twice }
  $alias = $once
}
define a::d { notify { $title: } }
node default { $n = 1 }
class a { $hidden = 1 }
$top = 1
`)
	manifest := i.Class("a").Manifest
	var kinds []string
	for _, b := range i.BodiesOf(manifest) {
		kinds = append(kinds, strings.TrimPrefix(strings.TrimPrefix(b.Node.Kind().String(), "syntax."), "Kind"))
		if len(program.StatementsOf(b.Node)) == 0 {
			t.Errorf("%s has no statements", kinds[len(kinds)-1])
		}
	}
	if len(kinds) != 5 {
		t.Errorf("the bodies are %v", kinds)
	}
	b := i.Class("a").Body()
	values := map[string]syntax.Node{}
	syntax.Inspect(b.Node, func(node syntax.Node) bool {
		if assignment, ok := node.(*syntax.AssignmentExpression); ok {
			values[program.TargetsOf(assignment.Left)[0]] = assignment.Right
		}
		return true
	})
	if got := program.LiteralText(b.ValueLocation(values["alias"])); got != "x" {
		t.Errorf("$alias is %q", got)
	}
	hash := values["hash"].(*syntax.LiteralHash)
	if got := program.LiteralText(b.EntryOf(hash, "k")); got != "last" {
		t.Errorf("the entry k is %q", got)
	}
	if _, isVariable := b.EntryOf(hash, "l").(*syntax.VariableExpression); !isVariable || b.EntryOf(hash, "m") != nil || program.EntryOf(nil, "k") != nil {
		t.Error("$twice has two values, and there is no entry m")
	}
	if summary := i.SummaryOf(b); !summary.Open || !i.IsUnknown(summary.Returns) {
		t.Errorf("the summary of a body that was not evaluated is %+v", summary)
	}
	if !b.Definition.MayHaveMetaparameter("before") || b.Definition.MayHaveMetaparameter("p") || (*program.Definition)(nil).MayHaveMetaparameter("before") {
		t.Error("a class may have the variable $before")
	}
}

// TestIntactBodies checks which parts of a manifest with a syntax error are checked: definitions
// and statements that no error affects.
func TestIntactBodies(t *testing.T) {
	i := interpreterOf(t, `
-- a/manifests/init.pp --
class a { $x = 1 }
notice(1 + 'x')
class a::b { $y = = 1 }
fail('no')
notice(2)
`)
	manifest := i.Tree.Manifests.At(treetest.Root + "a/manifests/init.pp")
	var shown []string
	for _, b := range i.IntactBodies(manifest) {
		text := manifest.Source.Slice(manifest.Extent(b.Node))
		shown = append(shown, text)
		if b.Alone != strings.HasPrefix(text, "notice") && !strings.HasPrefix(text, "fail") {
			t.Errorf("%q is alone: %v", text, b.Alone)
		}
	}
	if want := []string{"class a { $x = 1 }", "notice(1 + 'x')"}; len(shown) < 2 || shown[0] != want[0] || !slices.Contains(shown, want[1]) || slices.Contains(shown, "notice(2)") {
		t.Errorf("intact are %q", shown)
	}
	if a, b := i.Class("a"), i.Class("a::b"); a == nil || a.IsDamaged || b != nil && !b.IsDamaged {
		t.Errorf("a is %+v, a::b %+v", a, b)
	}
}

// TestMayExist checks which undefined names may exist.
func TestMayExist(t *testing.T) {
	i := interpreterOf(t, `
-- nginx/metadata.json --
{"name": "x-nginx", "dependencies": [{"name": "x/stdlib"}, {"name": "x/ngin"}]}
-- nginx/manifests/init.pp --
class nginx { }
-- nginx/manifests/site.pp --
define nginx::site { }
`)
	nginx := i.Tree.Module("nginx")
	for name, want := range map[string]bool{"nginx::nosuch": false, "elsewhere::x": true, "ngimx::x": false, "ngin::x": true} {
		if got := i.MayExist(module.Class, name, nginx); got != want {
			t.Errorf("class %s may exist: %v", name, got)
		}
	}
	if !program.DependsOn(nginx, "ngin") || program.DependsOn(nginx, "apache") {
		t.Error("nginx depends on ngin")
	}
	set := deps.Set{}
	if got := i.DefinedNames(set, "nginx::x", module.Class, module.DefinedType).Words(); !slices.Equal(got, []string{"nginx", "nginx::site"}) || len(set) == 0 {
		t.Errorf("nginx defines %v", got)
	}
	if got := i.DefinedNames(set, "other::x", module.Class).Words(); !slices.Equal(got, []string{"nginx"}) {
		t.Errorf("the modules are %v", got)
	}
}

// TestSystemsOf checks the operating systems that a body is for.
func TestSystemsOf(t *testing.T) {
	i := interpreterOf(t, `
-- a/metadata.json --
{"name": "x-a", "operatingsystem_support": [
  {"operatingsystem": "Debian", "operatingsystemrelease": ["12"]},
  {"operatingsystem": "RedHat", "operatingsystemrelease": ["9"]},
  {"operatingsystem": "windows", "operatingsystemrelease": ["2019"]}]}
-- a/manifests/init.pp --
class a { }
-- a/manifests/debian.pp --
class a::debian { }
-- a/manifests/params.pp --
class a::params { }
-- b/manifests/init.pp --
class b { }
`)
	for name, want := range map[string]int{"a": 3, "a::debian": 1, "a::params": 3, "b": 0} {
		if got := len(i.SystemsOf(i.Class(name).Body())); got != want {
			t.Errorf("%s is for %d systems, not %d", name, got, want)
		}
	}
	if got := i.SystemsOf(i.TopBody(i.Class("a").Manifest)); got != nil {
		t.Errorf("code outside of definitions is for %v", got)
	}
}

// TestInterruption checks that work ends when the context ends, and gives the context's reason.
func TestInterruption(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	i := eval.NewInterpreter(ctx, treetest.Parse("-- a/manifests/init.pp --\nclass a { }\n").Tree, nil, program.Options{})
	done := make([]bool, 50)
	i.Parallel(4, len(done), func(at int) { done[at] = true })
	if slices.Contains(done, false) || i.HasStopped() || i.IsInterrupted() || i.CancelCause() != nil {
		t.Fatal("nothing ends the work")
	}
	why := errors.New("the user left")
	cancel(why)
	if i.HasStopped() || !i.IsInterrupted() || !i.HasStopped() || !errors.Is(i.CancelCause(), why) {
		t.Errorf("the work ends because of %v", i.CancelCause())
	}
	i.Parallel(4, 1, func(int) { t.Error("work begins after the end") })
	next := eval.NewInterpreter(ctx, i.Tree, nil, program.Options{})
	next.ContinueIn(t.Context())
	if next.IsInterrupted() {
		t.Error("another context goes on")
	}
}

// TestCalls checks how the names and arguments of calls are read.
func TestCalls(t *testing.T) {
	for text, want := range map[string]string{"f(1, 2)": "f 2", "$x.g(1)": "g 2", "$x.h": "h 1", "(f())": "f 0", "$x": " 0", "$f::x": " 0"} {
		manifest := module.NewManifest(source.NewFile("a.pp", text), nil)
		node := manifest.Program.Body
		if block, ok := node.(*syntax.BlockExpression); ok {
			node = block.Statements[0]
		}
		name, arguments := syntax.CalledFunction(syntax.Unparenthesized(node))
		if got := name + " " + string(rune('0'+len(arguments))); got != want {
			t.Errorf("%s is a call of %q, not %q", text, got, want)
		}
	}
	for text, want := range map[string]string{"['a', ['b', c], $d]": "a b c", "('a')": "a", "$x": ""} {
		node := module.NewManifest(source.NewFile("a.pp", text), nil).Program.Body
		if block, ok := node.(*syntax.BlockExpression); ok {
			node = block.Statements[0]
		}
		if got := strings.Join(program.LiteralTexts(node), " "); got != want {
			t.Errorf("the texts in %s are %q", text, got)
		}
	}
	for pair, want := range map[string]bool{"abc cab": true, "abc abd": false, "aab abb": false} {
		a, b, _ := strings.Cut(pair, " ")
		if program.IsAnagram(a, b) != want {
			t.Errorf("%s are anagrams: %v", pair, !want)
		}
	}
	for word, want := range map[string]string{"apachee": "apache", "apach": "apache", "apaches": "", "apahce": "apache", "apache": "", "apache2": "", "other": ""} {
		if got := program.SuggestionOfAny(word, spell.List{"apache"}); got != want {
			t.Errorf("for %s it suggests %q", word, got)
		}
	}
	for word, want := range map[string]string{"create_resourcess": "create_resources", "process": ""} {
		if got := program.SuggestionOfAny(word, spell.List{"create_resources", "proces"}); got != want {
			t.Errorf("for %s it suggests %q", word, got)
		}
	}
}
