package deps

import (
	"maps"
	"slices"
	"testing"

	"puppet-lint/internal/source"
	"puppet-lint/module"
)

// TestSet checks that keys are recorded, unless recording is off.
func TestSet(t *testing.T) {
	workspace := module.NewWorkspace(source.NewOverlay(nil, map[string]string{"/w/modules/Web/manifests/init.pp": "", "/w/modules/web/manifests/init.pp": "class web { }"}), []string{"/w/modules"}, []string{"/w/modules"})
	tree := workspace.TreeOf("/w/modules")
	record := func(s Set) {
		s.Add(ParametersGiven("web"))
		s.AddLeading("web", "web::page")
		s.AddHidden(tree, module.Class, "web")
		s.AddHidden(tree, module.Class, "page")
		s.AddHidden(tree, module.Class, "website")
		s.AddHidden(tree, module.Function, "webhook")
		s.AddHidden(tree, module.Class, "web::page")
		s.AddHidden(tree, module.Class, "missing::page")
	}
	recorded := Set{}
	record(recorded)
	want := []string{" hidden page", " hidden webhook", " hidden website", "* hidden web", "? web", "? web::page", "web =>", "web hidden page", "web hidden website"}
	if got := slices.Sorted(maps.Keys(recorded)); !slices.Equal(got, want) {
		t.Errorf("recorded are %q, want %q", got, want)
	}
	record(nil)
	if got := VersionsOfPuppet(tree.Module("web")); got != "web versions" {
		t.Errorf("the key of the versions is %q", got)
	}
}

// TestTexts checks that the parts of a text follow each other.
func TestTexts(t *testing.T) {
	texts := Texts{}
	texts.Add("a", "1")
	texts.Add("b", "2")
	texts.Add("a", "3")
	if got, want := texts.Whole(), map[string]string{"a": "13", "b": "2"}; !maps.Equal(got, want) {
		t.Errorf("the texts are %v, want %v", got, want)
	}
}
