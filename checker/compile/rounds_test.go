package compile

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"puppet-lint/checker/catalog"
	"puppet-lint/internal/treetest"
)

// TestManyClassesWithValues checks a catalog for which each round of the evaluation finds one more class that
// a path which may not be taken has declared first: all of it is known, unless there are too many.
func TestManyClassesWithValues(t *testing.T) {
	compiled := func(classes int) *catalog.Catalog {
		var declared, code strings.Builder
		for i := classes; i > 0; i-- {
			fmt.Fprintf(&declared, "    class { 'm::c%d': v => 1 }\n", i)
			next := ""
			if i < classes {
				next = fmt.Sprintf("  include m::c%d\n", i+1)
			}
			fmt.Fprintf(&code, "class m::c%d (Integer $v = 0) {\n  file { '/c%d': ensure => file }\n%s}\n", i, i, next)
		}
		fmt.Fprintf(&code, "class m::all {\n  if $facts['one'] {\n%s  }\n  include m::c1\n}\n", declared.String())
		archive := &txtar.Archive{Files: []txtar.File{
			{Name: "environment.conf", Data: []byte("modulepath = modules\n")},
			{Name: "modules/m/manifests/init.pp", Data: []byte(code.String())},
		}}
		return New(treetest.New(archive).Tree, 0, nil).Class("m::all")
	}
	few := compiled(20)
	for i := 1; i <= 20; i++ {
		if ref := fmt.Sprintf("File[/c%d]", i); few.Find(ref) == nil || !few.Find(ref).Certain {
			t.Errorf("%s is not certain", ref)
		}
	}
	many := compiled(2 * maxCompileRounds)
	if !many.Unknown || len(many.Resources) > 0 {
		t.Errorf("the catalog has %d resources, although it is evaluated too often", len(many.Resources))
	}
	for _, one := range []*catalog.Difference{catalog.Compare(few, many), catalog.Compare(many, few)} {
		if !one.IsEmpty() || one.HasPossible() || !one.NotKnown {
			t.Errorf("a catalog that is not known differs: %+v", one)
		}
	}
}
