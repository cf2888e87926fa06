package checker

import (
	"fmt"
	"strings"
	"testing"

	"puppet-lint/checker/eval"
	"puppet-lint/checker/lattice"
	"puppet-lint/internal/treetest"
	"puppet-lint/syntax"
)

// TestNodeTypes keeps types in every order of numbers.
func TestNodeTypes(t *testing.T) {
	tree := treetest.Parse("-- a/manifests/init.pp --\nclass a { }\n")
	l := newRun(new(Options).interpreter(t.Context(), tree.Tree), Options{Paths: tree.Paths}, true)
	for _, order := range [][]syntax.NodeID{{5}, {5, 6, 9}, {9, 6, 5}, {9, 0, 5}, {7, 6, 5, 4, 3, 2, 1, 0}, {3, 11, 2, 10, 1}} {
		kept := &eval.NodeTypes{}
		for _, id := range order {
			*kept.Slot(id) = l.IntegerRange(lattice.Range{Low: int64(id), High: int64(id)})
		}
		all := make([]Type, 12)
		all[5] = l.IntegerRange(lattice.Range{Low: 4, High: 4})
		kept.AddTo(all, l.Join)
		wanted := map[syntax.NodeID]bool{}
		for _, id := range order {
			wanted[id] = true
		}
		for id := range syntax.NodeID(len(all)) {
			if got := kept.At(id); (got != nil) != wanted[id] || got != nil && got != l.IntegerRange(lattice.Range{Low: int64(id), High: int64(id)}) {
				t.Errorf("%v: node %d is %v", order, id, got)
			}
			if (all[id] != nil) != (wanted[id] || id == 5) {
				t.Errorf("%v: node %d of all is %v", order, id, all[id])
			}
		}
		if wanted[5] && lattice.FormatType(all[5]) != "Integer[4, 5]" {
			t.Errorf("%v: joined is %s", order, lattice.FormatType(all[5]))
		}
	}
}

// TestTypeSummaryOfManyBodies checks that the memory for the summary of a body does not grow with
// the size of its file.
func TestTypeSummaryOfManyBodies(t *testing.T) {
	var source strings.Builder
	for i := range 400 {
		fmt.Fprintf(&source, "node 'n%d' { $x = %d + 1 }\ndefine d%d($a, $b = [%d]) { d%d { $title: a => $a } }\n", i, i, i, i, i/2)
	}
	tree := treetest.Parse("-- a/manifests/init.pp --\n" + source.String())
	manifest := tree.Manifests.At(tree.Paths[0])
	r := newRun(new(Options).interpreter(t.Context(), tree.Tree), Options{Paths: tree.Paths}, true)
	r.evaluate()
	kept := 0
	for _, b := range r.bodies {
		if e := r.results[b].evaluator; e != nil {
			kept += len(e.Types.Types)
		}
	}
	if kept == 0 || kept > 2*manifest.NodeCount {
		t.Errorf("the types of %d nodes are kept in %d places", manifest.NodeCount, kept)
	}
}
