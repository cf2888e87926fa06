package module

import (
	"path/filepath"
	"strings"

	"puppet-lint/internal/document/yaml"
)

// The tests of a module set the facts that its code needs. No file of the tree may define
// these: an external fact of the hosts, or a fact of a missing module.

// IsGivenByTests reports whether a test of a module sets a fact of that name.
func (f *Facts) IsGivenByTests(module *Module, name string) bool {
	return f.tested.Get(f.tree.inputs.task, module)[name]
}

// listTested returns the names of the facts that the tests of a module set.
func (f *Facts) listTested(module *Module) map[string]bool {
	names := map[string]bool{}
	f.tree.folders.walk(module.Path(testsFolder), func(path string) {
		if !givesTestedFacts(path) {
			return
		}
		file, err := f.tree.Files.Read(path)
		if err != nil {
			return
		}
		if filepath.Ext(path) == ".rb" {
			for _, name := range f.tree.Plugins.ruby.GivenFacts(file.Text) {
				names[name] = true
			}
			return
		}
		if root := yaml.Read(file, yaml.Options{}).Root; root != nil {
			for _, pair := range root.Pairs() {
				names[strings.TrimPrefix(pair.Key.Text, ":")] = true
			}
		}
	})
	return names
}

// givesTestedFacts reports whether a file of a module's tests may set facts: a Ruby file, or
// the default facts of the Puppet Development Kit. The modules among the fixtures do not count,
// since they have facts of their own.
func givesTestedFacts(path string) bool {
	slashed := filepath.ToSlash(path)
	if !strings.Contains(slashed, "/"+testsFolder+"/") || strings.Contains(slashed, "/fixtures/") {
		return false
	}
	name := filepath.Base(path)
	return filepath.Ext(name) == ".rb" || name == "default_facts.yml" || name == "default_module_facts.yml"
}
