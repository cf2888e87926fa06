package documents

import (
	"fmt"
	"strings"

	"puppet-lint/checker/code"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/document"
	"puppet-lint/module"
	"puppet-lint/module/known"
	"puppet-lint/types"
)

// unavailableUse is a use of a definition that some allowed versions of its module lack.
type unavailableUse struct {
	moduleUse
	without known.Versions
}

// checkAllowedVersions reports a version range of a dependency that also allows versions
// without a definition that the code uses. For each dependency it reports a single use: the one
// that is missing from the most versions.
func (m *metadataReader) checkAllowedVersions() {
	worst := map[*module.Module]unavailableUse{}
	for _, manifest := range append(m.Tree.Manifests.Of(m.module), m.Tree.Documents.EmbeddedTemplates(m.module)...) {
		for _, use := range m.NamesUsedIn(manifest) {
			owner, without := m.versionsWithout(use)
			if owner == nil || without == 0 || without == owner.Known.Allowed {
				continue
			}
			if before := worst[owner]; len(owner.Known.In(without)) > len(owner.Known.In(before.without)) {
				worst[owner] = unavailableUse{moduleUse{file: manifest.Source, span: use.span, what: use.What}, without}
			}
		}
	}
	for _, item := range m.listOf("dependencies") {
		name, wanted := item.Get("name"), item.Get("version_requirement")
		if name == nil || wanted == nil || wanted.Kind != document.String {
			continue
		}
		owner := m.Tree.Module(name.Text[strings.IndexAny(name.Text, "-/")+1:])
		if use, found := worst[owner]; found {
			view := owner.Known
			finding := m.report(&code.RequirementTooWide, wanted.Span, fmt.Sprintf("%s exists in %s %s but not in %s, which this range allows",
				use.what, view.FullName(), listVersions(view.In(view.Allowed&^use.without)), listVersions(view.In(use.without))))
			finding.Help = code.NarrowerRange(view.In(view.Allowed), view.In(use.without))
			finding.Related = append(finding.Related, diag.Related{File: use.file, Span: use.span, Message: "used here"})
		}
	}
}

// versionsWithout returns the known module that has the used name, and the allowed versions of
// it that lack the name. The module is nil if no known module has the name.
func (m *metadataReader) versionsWithout(use NameUse) (*module.Module, known.Versions) {
	for _, one := range m.ownersOf(use) {
		owner := m.Tree.Module(one.owner)
		if one.owner == "" || owner == nil || owner.Known == nil {
			continue
		}
		switch use.Kind {
		case nameOfFunction:
			return owner, owner.Known.Without(known.FunctionFiles(use.Name)...)
		case nameOfDataType:
			return owner, owner.Known.Without(known.TypeFile(use.Name))
		case nameOfResourceType:
			if !strings.Contains(use.Name, "::") && use.Name != owner.Name {
				return owner, owner.Known.Without("lib/puppet/type/" + use.Name + ".rb")
			}
		}
		return owner, owner.Known.Without(known.ManifestFile(use.Name))
	}
	return nil, 0
}

// listVersions lists versions in words, such as "1.0.0, 1.1.0 and 2.0.0".
func listVersions(versions []*types.Version) string {
	text := ""
	for i, version := range versions {
		switch {
		case i > 0 && i == len(versions)-1:
			text += " and "
		case i > 0:
			text += ", "
		}
		text += version.String()
	}
	return text
}
