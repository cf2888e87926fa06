package declarations

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"puppet-lint/checker/deps"
	"puppet-lint/checker/program"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// untyped is an Interpreter that knows no types and no functions.
type untyped struct{}

func (untyped) EvaluateType(syntax.Node, *module.Manifest, bool) types.Type { return nil }
func (untyped) ModeledFunction(string) (least int, returns string)          { return 0, "" }

// declarationsOf returns the declarations of a tree whose modules are the folders of an archive.
func declarationsOf(t *testing.T, archive string) *Declarations {
	t.Helper()
	texts := map[string]string{}
	for _, file := range txtar.Parse([]byte(archive)).Files {
		texts["/tree/"+file.Name] = string(file.Data)
	}
	tree := module.NewTree(source.NewOverlay(nil, texts), []string{"/tree"}, true)
	return New(program.New(t.Context(), tree, untyped{}, program.NewSyntaxInfo(), program.Options{}), &SyntaxInfo{})
}

const twoModules = `
-- a/manifests/init.pp --
class a {
  include a::b
  if $facts['x'] { contain c }
  a::d { 'one': }
  file { '/etc/a': }
}
-- a/manifests/b.pp --
class a::b { include $x }
-- a/manifests/d.pp --
define a::d { include e::f }
-- a/manifests/user.pp --
class a::user { file { '/etc/b': require => Class['a::b'] } }
-- e/manifests/f.pp --
class e::f { file { '/etc/a': } }
`

func TestClosure(t *testing.T) {
	d := declarationsOf(t, twoModules)
	closure := d.ClosureOf(d.Class("a").Node)
	if got, want := slices.Sorted(maps.Keys(closure.Classes)), []string{"a", "a::b", "c", "e::f"}; !slices.Equal(got, want) {
		t.Errorf("class a declares %q, not %q", got, want)
	}
	if !closure.MayDeclare("file", "/etc/a") || closure.MayDeclare("file", "/etc/b") {
		t.Error("class a declares /etc/a and not /etc/b")
	}
	if !slices.Equal(closure.unresolved, []string{"a"}) || closure.AnyUnresolved {
		t.Errorf("only code of module a declares classes that are not known: %q", closure.unresolved)
	}
}

func TestLocal(t *testing.T) {
	d := declarationsOf(t, twoModules)
	local := d.LocalOf(d.Class("a").Node)
	var uses []string
	for _, use := range local.Uses {
		uses = append(uses, ResourceKey(use.TypeName, strings.Join(use.Titles, " ")))
	}
	if want := []string{"a::d\x00one", "file\x00/etc/a"}; !slices.Equal(uses, want) {
		t.Errorf("class a uses %q, not %q", uses, want)
	}
	certain := d.CertainOf(d.Class("a").Node)
	if len(certain.Classes) != 1 || certain.Classes[0].Name != "a::b" {
		t.Errorf("class a always declares %v", certain.Classes)
	}
	if got, want := certain.Text(), "\"file\\x00/etc/a\"\nclass a::b\n"; !strings.HasSuffix(got, want) || strings.Contains(got, "class c") {
		t.Errorf("class a always declares %s", got)
	}
}

func TestDeclaredTwice(t *testing.T) {
	d := declarationsOf(t, `
-- a/manifests/init.pp --
class a {
  include a::b
  file { '/etc/a': }
}
-- a/manifests/b.pp --
class a::b { file { '/etc/a': } }
`)
	keys := deps.Set{}
	queries := &Queries{Declarations: d, Dependencies: keys, Body: d.Class("a").Body()}
	answer := queries.Answer(Query{Kind: IsDeclaredTwice})
	if answer.Meant == "" {
		t.Error("/etc/a is declared twice")
	}
	if !keys[deps.CertainDeclarations("a::b")] {
		t.Errorf("the answer depends on what a::b declares: %v", keys)
	}
	recorded := map[syntax.Node][]RecordedQuery{d.Class("a").Node: {{Query{Kind: IsDeclaredTwice}, answer}}}
	if d.AnyAnswerDiffers(d.Class("a").Manifest, recorded, deps.Set{}) {
		t.Error("the same query has the same answer")
	}
	recorded[d.Class("a").Node][0].Meant = "another"
	if !d.AnyAnswerDiffers(d.Class("a").Manifest, recorded, deps.Set{}) {
		t.Error("a recorded answer that the query no longer has differs")
	}
}

// A body is compared with a bounded number of resources of other bodies, and the declarations of each
// class are listed once, for all queries.
func TestDeclaredTwiceIsBounded(t *testing.T) {
	twice := func(count int) int {
		var list strings.Builder
		for i := range count {
			fmt.Fprintf(&list, "  file { '/etc/%d': }\n", i)
		}
		d := declarationsOf(t, "-- a/manifests/init.pp --\nclass a {\n  include a::b\n  include a::c\n}\n"+
			"-- a/manifests/b.pp --\nclass a::b {\n"+list.String()+"}\n-- a/manifests/c.pp --\nclass a::c {\n"+list.String()+"}\n")
		queries := &Queries{Declarations: d, Dependencies: deps.Set{}, Body: d.Class("a").Body()}
		return len(queries.DeclaredTwice())
	}
	for count, want := range map[int]int{3: 3, 500: 16, 1023: 1, 1024: 0, 4096: 0} {
		if got := twice(count); got != want {
			t.Errorf("two lists of %d resources: %d are reported, not %d", count, got, want)
		}
	}
	d := declarationsOf(t, twoModules)
	first := d.certainClassOf("a")
	following := d.followingOf(first)
	if d.certainClassOf("a") != first || len(following) == 0 || &d.followingOf(first)[0] != &following[0] || following[0] != d.certainClassOf("a::b") {
		t.Error("the declarations of a class are computed more than once")
	}
}

func TestForget(t *testing.T) {
	d := declarationsOf(t, twoModules)
	root := d.Class("a").Node
	before := d.LocalOf(root)
	if d.LocalOf(root) != before {
		t.Error("the declarations of a body are computed once")
	}
	d.SyntaxInfo.Forget(d.Class("a").Manifest)
	if d.LocalOf(root) == before {
		t.Error("forgotten declarations are computed anew")
	}
}
