package eval

import (
	"testing"

	"golang.org/x/tools/txtar"

	"puppet-lint/checker/lattice"
	"puppet-lint/checker/program"
	"puppet-lint/internal/source"
	"puppet-lint/module"
)

// interpreterOf returns an interpreter of a tree whose modules are the folders of an archive.
func interpreterOf(t *testing.T, archive string) *Interpreter {
	t.Helper()
	texts := map[string]string{}
	for _, file := range txtar.Parse([]byte(archive)).Files {
		texts["/w/modules/"+file.Name] = string(file.Data)
	}
	tree := module.NewWorkspace(source.NewOverlay(nil, texts), []string{"/w/modules"}, []string{"/w/modules"}).TreeOf("/w/modules")
	return NewInterpreter(t.Context(), tree, nil, program.Options{})
}

// TestVariables holds the types of the variables of a class after its evaluation.
func TestVariables(t *testing.T) {
	i := interpreterOf(t, `
-- a/manifests/init.pp --
class a (Integer[1, 9] $p, $q = undef) {
  $sum = 1 + 2
  $joined = if $q { 'x' } else { 'y' }
  $narrowed = $p ? { Integer[5, 20] => $p, default => 0 }
  $mapped = [1, 2].map |$n| { $n * 2 }
  $text = "a${sum}"
  $called = a::f()
}
-- a/functions/f.pp --
function a::f() >> String { 'x' }
-- a/manifests/fails.pp --
class a::fails {
  fail('no')
  $x = 1
}
`)
	summary := i.NewEvaluator(i.Class("a").Body(), true, false).RunBody()
	for name, want := range map[string]string{
		"sum": "Integer[3, 3]", "joined": "Enum['x', 'y']", "text": "String", "called": "String",
		"mapped": "Tuple[Integer[2, 2], Integer[4, 4]]", "p": "Integer[1, 9]",
	} {
		if got := lattice.FormatType(summary.Variables[name]); got != want {
			t.Errorf("$%s has the type %s, not %s", name, got, want)
		}
	}
	if x := i.NewEvaluator(i.Class("a::fails").Body(), true, false).RunBody().Variables["x"]; x != nil {
		t.Errorf("code after fail() is not evaluated: %s", lattice.FormatType(x))
	}
}

// TestFindings holds that a finding is reported once, and only if findings are wanted.
func TestFindings(t *testing.T) {
	i := interpreterOf(t, `
-- a/manifests/init.pp --
class a {
  [1, 2].each |$n| { $x = $n + [] }
}
`)
	e := i.NewEvaluator(i.Class("a").Body(), true, false)
	e.RunBody()
	if len(e.Findings) != 1 || e.Findings[0].Rule.Name != "operator_mismatch" {
		t.Errorf("the findings are %v", e.Findings)
	}
	silent := i.NewEvaluator(i.Class("a").Body(), false, false)
	silent.RunBody()
	if len(silent.Findings) > 0 {
		t.Errorf("no findings were wanted: %v", silent.Findings)
	}
}

// TestEvaluateType checks how an interpreter evaluates type expressions.
func TestEvaluateType(t *testing.T) {
	i := interpreterOf(t, "-- a/types/port.pp --\ntype A::Port = Integer[1, 65535]\n")
	if got := lattice.FormatType(i.ParseType("Array[A::Port, 1]")); got != "Array[A::Port, 1]" {
		t.Errorf("the type is %s", got)
	}
	if port, ok := i.ResolveAlias("A::Port"); !ok || lattice.FormatType(port) != "Integer[1, 65535]" {
		t.Errorf("the alias stands for %s", lattice.FormatType(port))
	}
	if least, returns := i.ModeledFunction("zip"); least != 0 || returns != "Array" {
		t.Errorf("zip returns %q of at least %d arguments", returns, least)
	}
	if !i.IsUnknown(i.ParseType("Integer[")) {
		t.Error("a text that cannot be parsed has no type")
	}
}
