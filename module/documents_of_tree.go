package module

import (
	"slices"

	"puppet-lint/internal/document/erb"
	"puppet-lint/internal/hiera"
)

// Hierarchies are all hierarchies of a tree. Each state of them and of their data files has a value
// of its own, so that what follows from them can be kept for as long as the pointer stays the same.
type Hierarchies struct {
	// Global and Environment are nil if there are none.
	Global, Environment *hiera.Config
	// Modules holds the hierarchies of modules by name.
	Modules map[string]*hiera.Config
}

// Hierarchies returns the hierarchies of the tree, and reads their data files.
func (d *Documents) Hierarchies() *Hierarchies { return d.data.get(d.tree) }

func (d *Documents) readHierarchies() *Hierarchies {
	found := &Hierarchies{Global: d.GlobalHiera(), Environment: d.Hiera(), Modules: map[string]*hiera.Config{}}
	for _, module := range d.tree.Modules {
		if config := d.hieraOf(module); config != nil {
			found.Modules[module.Name] = config
		}
	}
	for _, config := range d.hierarchies() {
		for _, source := range config.Sources() {
			d.At(source.Path) // so that the value depends on the file
		}
	}
	return found
}

// Templates are all templates of the modules of a tree. The pointer stays the same as long as they do.
type Templates struct {
	Embedded []*Manifest
	Ruby     []*erb.Template
}

func (t *Templates) equal(other *Templates) bool {
	return slices.Equal(t.Embedded, other.Embedded) && slices.Equal(t.Ruby, other.Ruby)
}

// AllTemplates returns the templates of all modules.
func (d *Documents) AllTemplates() *Templates { return d.rendered.get(d.tree) }

func (d *Documents) readTemplates() *Templates {
	found := &Templates{}
	for _, module := range d.tree.Modules {
		found.Embedded = append(found.Embedded, d.EmbeddedTemplates(module)...)
		found.Ruby = append(found.Ruby, d.RubyTemplates(module)...)
	}
	return found
}
