package module

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"puppet-lint/internal/source"
)

// TestModulesNaming checks which modules name something by its first segment, and that a changed
// file changes the answer. The same holds for definitions in places where Puppet does not look.
func TestModulesNaming(t *testing.T) {
	root := t.TempDir()
	write := func(name, text string) string { return writeFile(t, root, name, text) }
	write("environment.conf", "")
	write("modules/reader/manifests/init.pp", "class reader { notice($::web::port) }\n")
	write("modules/heir/manifests/init.pp", "class heir inherits web::params { }\n")
	write("modules/opener/templates/x.erb", `<%= scope["::web::#{name}"] %><%= scope["::#{name}"] %>`)
	write("modules/web/manifests/init.pp", "class web { }\n")
	changed := write("modules/later/manifests/init.pp", "class later { }\n")
	tree := NewWorkspace(source.Disk{}, []string{root}, nil).Following().TreeOf(filepath.Join(root, "modules", "web", "manifests"))
	naming := func(root string) (names []string) {
		for _, module := range tree.Names.ModulesNaming(root) {
			names = append(names, module.Name)
		}
		slices.Sort(names)
		return names
	}
	expect := func(root string, want ...string) {
		t.Helper()
		if got := naming(root); !slices.Equal(got, want) {
			t.Errorf("%q is named by %v, want %v", root, got, want)
		}
	}
	expect("web", "heir", "opener", "reader")
	expect("", "opener")
	expect("params")
	tree.Manifests.At(changed)
	if tree.Manifests.IsDefinedElsewhere(Class, "stray") {
		t.Error("class stray is defined before anything defines it")
	}
	write("modules/later/manifests/init.pp", "class later { notice($web::port) }\nclass stray { }\n")
	if !tree.Renew([]string{changed}) {
		t.Fatal("the tree must be made again")
	}
	expect("web", "heir", "later", "opener", "reader")
	if !tree.Manifests.IsDefinedElsewhere(Class, "stray") {
		t.Error("class stray is not found after it was written")
	}
	write("modules/later/manifests/init.pp", "class later { }\n")
	tree.Renew([]string{changed})
	expect("web", "heir", "opener", "reader")
	if tree.Manifests.IsDefinedElsewhere(Class, "stray") {
		t.Error("class stray is found after it was removed")
	}
}

// TestEditorFilesNameNothing checks that the copies of an open manifest that editors keep beside
// it define nothing.
func TestEditorFilesNameNothing(t *testing.T) {
	root := t.TempDir()
	manifests := filepath.Join(root, "web", "manifests")
	if err := os.MkdirAll(manifests, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"init.pp": "class web { $spare = 1 }\n", ".init.pp.swp": "spare", ".init.pp.swo": "spare", ".init.pp.kate-swp": "spare", "init.pp~": "spare",
		"#init.pp#": "spare", ".#init.pp": "spare", "init.pp___jb_tmp___": "spare", "notes.txt": "other", ".notes.swift": "swift", "#notes": "hash",
	} {
		if err := os.WriteFile(filepath.Join(manifests, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	tree := NewWorkspace(source.Disk{}, []string{root}, nil).Following().TreeOf(manifests)
	words := tree.Names.Of(tree.Module("web")).Words
	if got, want := slices.Sorted(maps.Keys(words)), []string{"hash", "other", "swift"}; !slices.Equal(got, want) {
		t.Errorf("the module mentions %v, want %v", got, want)
	}
}
