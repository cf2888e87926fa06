package documents

import (
	"slices"
	"strings"

	"puppet-lint/checker/program"
	"puppet-lint/internal/document/erb"
	"puppet-lint/module"
	"puppet-lint/module/builtin"
)

// A variable that nothing in the tree sets is a mistake, unless a node classifier or an
// external fact sets it. The number of its readers decides: if several files read the variable,
// it is probably set outside the tree.

// UsesIn is program.UsesIn, read once.
func (f *SyntaxInfo) UsesIn(manifest *module.Manifest) program.Uses {
	return f.uses.Get(manifest, func() program.Uses { return program.UsesIn(manifest) })
}

// SetsAtTop reports whether a manifest sets a variable at top scope or in a node.
func (f *SyntaxInfo) SetsAtTop(manifest *module.Manifest, name string) bool {
	names := f.setsAtTop.Get(manifest, func() []string { return program.SetAtTop(manifest) })
	_, found := slices.BinarySearch(names, name)
	return found
}

// IsSetOutside reports whether a node classifier or an external fact probably sets a variable
// outside the tree. That is so if no definition of the tree sets the variable, and several
// manifests or templates read it or explain it in a comment, or one reads it with a leading "::".
func (p *Documents) IsSetOutside(name string) bool {
	if builtin.Metaparameter(name) != nil {
		return false // declarations set the metaparameter for their readers
	}
	return p.setByNobody.Get(name, func() bool {
		readers, isTop := 0, false
		for _, manifest := range p.Tree.Manifests.With(name) {
			use := p.UsesIn(manifest).Of(name)
			if use&program.Sets != 0 {
				return false
			}
			isTop = isTop || use&program.ReadsTop != 0
			if use&(program.ReadsUnset|program.GivenInComment) != 0 {
				readers++
			}
		}
		return isTop || readers > 1 || readers+p.templateReaders()[name] > 1
	})
}

// IsSetAtTop reports whether a manifest of a module sets a variable at top scope or in a node.
// Manifests for tests and for puppet apply count, too.
func (p *Documents) IsSetAtTop(name string) bool {
	sets := func(manifest *module.Manifest) bool { return p.SetsAtTop(manifest, name) }
	return p.setAtTop.Get(name, func() bool {
		return slices.ContainsFunc(p.Tree.Manifests.With(name), sets) || slices.ContainsFunc(p.Tree.Manifests.ExamplesWith(name), sets)
	})
}

// readTemplateReaders counts the templates that read a variable that they do not set themselves, by
// the name of the variable. It keeps the numbers until a template changes.
func (p *Documents) readTemplateReaders() map[string]int {
	return p.readers.of(p.Tree.Documents.AllTemplates(), func(all *module.Templates) map[string]int {
		found := map[string]int{}
		for _, template := range all.Embedded {
			for _, one := range p.UsesIn(template) {
				if one.Use&(program.ReadsUnset|program.ReadsTop) != 0 {
					found[one.Name]++
				}
			}
		}
		for _, template := range all.Ruby {
			for name := range VariablesReadBy(template) {
				found[name]++
			}
		}
		return found
	})
}

// VariablesReadBy returns the unqualified names of the variables that an ERB template reads and does
// not set itself.
func VariablesReadBy(template *erb.Template) map[string]bool {
	names := map[string]bool{}
	for _, use := range template.Variables {
		if !use.Assigned && use.Name != "" && !strings.Contains(use.Name, "::") {
			names[use.Name] = true
		}
	}
	return names
}
