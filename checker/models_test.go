package checker

import (
	"slices"
	"testing"

	"golang.org/x/tools/txtar"

	"puppet-lint/module/builtin"
)

// A model of a function that neither Puppet, stdlib nor Bolt has would never be asked.
func TestModelsAreOfFunctionsThatThereAre(t *testing.T) {
	tree, _ := treeOf(&txtar.Archive{})
	p := newInterpreter(t.Context(), tree, Options{})
	// Only versions of stdlib that are not embedded have these.
	ofOthers := []string{"domain_name", "has_key", "hash", "is_array", "is_bool", "is_hash", "is_string", "stdlib::ensure_resource", "stdlib::ensure_resources"}
	for name := range p.models {
		if p.FindFunction(name) == nil && builtin.FindBoltFunction(name) == nil && !slices.Contains(ofOthers, name) {
			t.Errorf("there is no function %s", name)
		}
	}
	for name := range p.resourceModels {
		if tree.FindResourceType(name) == nil {
			t.Errorf("there is no resource type %s", name)
		}
	}
}
