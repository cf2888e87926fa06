package eval

import (
	"slices"
	"testing"

	"puppet-lint/checker/program"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/module/builtin"
)

// A model of a function that neither Puppet, stdlib nor Bolt has would never be asked.
func TestModelsAreOfFunctionsThatThereAre(t *testing.T) {
	tree := module.NewWorkspace(source.NewOverlay(nil, map[string]string{}), []string{"/w/modules"}, []string{"/w/modules"}).TreeOf("/w/modules")
	p := NewInterpreter(t.Context(), tree, nil, program.Options{})
	// Only versions of stdlib that are not embedded have these.
	ofOthers := []string{"domain_name", "has_key", "hash", "is_array", "is_bool", "is_hash", "is_string", "stdlib::ensure_resource", "stdlib::ensure_resources"}
	for name := range p.models {
		if p.FindFunction(name) == nil && builtin.FindBoltFunction(name) == nil && !slices.Contains(ofOthers, name) {
			t.Errorf("there is no function %s", name)
		}
	}
	for name := range p.resourceModels {
		if tree.Plugins.FindResourceType(name) == nil {
			t.Errorf("there is no resource type %s", name)
		}
	}
}
