package checker

import (
	"fmt"
	"strings"

	"puppet-lint/checker/code"
	"puppet-lint/diag"
	"puppet-lint/internal/document"
	"puppet-lint/module"
	"puppet-lint/module/known"
	"puppet-lint/types"
)

// lackingUse is the use of something that some allowed versions of a module lack.
type lackingUse struct {
	moduleUse
	without known.Versions
}

// checkAllowedVersions reports the ranges of dependencies that allow versions without
// something that the code uses, and others with it. Of each dependency the use is told
// that most of them lack.
func (m *metadataReader) checkAllowedVersions() {
	worst := map[*module.Module]lackingUse{}
	for _, manifest := range append(m.tree.ManifestsOf(m.module), m.tree.EmbeddedTemplates(m.module)...) {
		for _, use := range m.facts.namesUsedIn(manifest) {
			owner, without := m.lackingVersions(use)
			if owner == nil || without == 0 || without == owner.Known.Allowed {
				continue
			}
			if before := worst[owner]; len(owner.Known.In(without)) > len(owner.Known.In(before.without)) {
				worst[owner] = lackingUse{moduleUse{manifest.Source, use.span, use.what}, without}
			}
		}
	}
	for _, item := range m.listOf("dependencies") {
		name, wanted := item.Get("name"), item.Get("version_requirement")
		if name == nil || wanted == nil || wanted.Kind != document.String {
			continue
		}
		owner := m.tree.Module(name.Text[strings.IndexAny(name.Text, "-/")+1:])
		if use, found := worst[owner]; found {
			view := owner.Known
			finding := m.report(&code.RequirementTooLow, wanted.Span, fmt.Sprintf("%s exists in %s %s but not in %s, which this range allows",
				use.what, view.FullName(), listVersions(view.In(view.Allowed&^use.without)), listVersions(view.In(use.without))))
			finding.Related = append(finding.Related, diag.Related{File: use.file, Span: use.span, Message: "used here"})
		}
	}
}

// lackingVersions are the known module that has what is named, and its allowed versions
// that lack it; no module where it is not one of those.
func (m *metadataReader) lackingVersions(use nameUse) (*module.Module, known.Versions) {
	for _, one := range m.ownersOf(use) {
		owner := m.tree.Module(one.owner)
		if one.owner == "" || owner == nil || owner.Known == nil {
			continue
		}
		_, own, isQualified := strings.Cut(use.name, "::")
		if !isQualified {
			own = "init"
		}
		path := strings.ReplaceAll(own, "::", "/")
		switch use.kind {
		case nameOfFunction:
			whole := strings.ReplaceAll(use.name, "::", "/")
			return owner, owner.Known.Without("functions/"+path+".pp", "lib/puppet/functions/"+whole+".rb", "lib/puppet/parser/functions/"+whole+".rb")
		case nameOfDataType:
			return owner, owner.Known.Without("types/" + path + ".pp")
		case nameOfResourceType:
			if !isQualified && use.name != owner.Name {
				return owner, owner.Known.Without("lib/puppet/type/" + use.name + ".rb")
			}
		}
		return owner, owner.Known.Without("manifests/" + path + ".pp")
	}
	return nil, 0
}

// listVersions are versions in words.
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
