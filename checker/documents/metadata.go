package documents

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"puppet-lint/checker/code"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/document"
	"puppet-lint/internal/english"
	"puppet-lint/internal/lazyregexp"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/types"
)

var moduleFullName = lazyregexp.New(`\A[a-zA-Z0-9]+[-/][a-z][a-z0-9_]*\z`)

// moduleShortName matches a name without an owner. The modules of a site, which nobody
// publishes, have such names.
var moduleShortName = lazyregexp.New(`\A[a-z][a-z0-9_]*\z`)

// metadataFields are the required fields of metadata.json. All but the last are strings.
var metadataFields = []string{"name", "version", "author", "license", "summary", "source", "dependencies"}

// metadataReader checks one metadata.json.
type metadataReader struct {
	*Reader
	module *module.Module
	root   *document.Node
}

// checkMetadata checks a module's metadata.json.
func (r *Reader) checkMetadata(path string) {
	owner, _ := r.Tree.ModuleOf(path)
	read := r.Tree.Documents.At(path)
	if owner == nil || read.Root == nil {
		return
	}
	r.File = read.File
	m := &metadataReader{Reader: r, module: owner, root: read.Root.Resolve()}
	if m.root.Kind != document.Mapping {
		m.fail(read.Root.Span, "metadata.json must contain a JSON object")
		return
	}
	if !m.isOfModule() {
		return
	}
	m.checkFields()
	m.checkDependencies()
	m.checkRequirements()
	m.checkSystems()
	m.checkUses()
}

// isOfModule reports whether the file has any field of a module's metadata. Other programs also
// use the file name metadata.json, such as Vagrant for its boxes.
func (m *metadataReader) isOfModule() bool {
	return len(m.root.Entries) == 0 || slices.ContainsFunc(metadataFields, func(field string) bool { return m.root.Get(field) != nil })
}

// fail reports an error in metadata.json that makes Puppet ignore the module, or that Puppet's
// module commands, the Forge or other tools reject.
func (m *metadataReader) fail(span source.Span, message string) *diag.Diagnostic {
	return m.report(&code.InvalidMetadata, span, message)
}

// warn reports a mistake that only other tools than Puppet reject, as a warning. Many modules
// that were never meant to be published have no owner in their name, or no summary.
func (m *metadataReader) warn(span source.Span, message string) {
	m.fail(span, message).Severity = diag.Warning
}

// opening returns the span of the object's first brace, where missing fields are reported.
func opening(node *document.Node) source.Span {
	return source.Span{Start: node.Span.Start, End: min(node.Span.Start+1, node.Span.End)}
}

func (m *metadataReader) checkFields() {
	var missing, examples []string
	severity := diag.Warning
	for _, name := range metadataFields {
		value := m.root.Get(name)
		isNeeded := name != "name" && name != "summary" && len(m.root.Pairs()) > 0
		switch {
		case value == nil:
			missing, examples = append(missing, "'"+name+"'"), append(examples, fieldExample(name))
			if isNeeded {
				severity = diag.Error
			}
		case name == "dependencies" || value.Kind == document.String:
		case isNeeded && value.Kind == document.Null:
			m.fail(value.Span, "'"+name+"' must be a string")
		default:
			m.warn(value.Span, "'"+name+"' must be a string")
		}
	}
	if len(missing) > 0 {
		message := "the field " + missing[0] + " is missing"
		if len(missing) > 1 {
			message = "the fields " + english.List(missing, "and") + " are missing"
		}
		finding := m.fail(opening(m.root), message)
		finding.Severity, finding.Help = severity, "add "+strings.Join(examples, ", ")
	}
	if name := m.root.Get("name"); name != nil && name.Kind == document.String && !moduleFullName.MatchString(name.Text) && !(m.isOfSite() && moduleShortName.MatchString(name.Text)) {
		m.wrongName(name)
	}
	if version := m.root.Get("version"); version != nil && version.Kind == document.String {
		if _, err := types.ParseVersion(version.Text); err != nil {
			m.warn(version.Span, "'"+version.Text+"' is not a version such as 1.2.3")
		}
	}
}

// wrongName reports a name that is not the full name of a module: its last part if there is an
// owner before it, otherwise the whole.
func (m *metadataReader) wrongName(name *document.Node) {
	end := strings.IndexAny(name.Text, "-/") + 1
	if owner, short := name.Text[:end], name.Text[end:]; short != "" && moduleFullName.MatchString(owner+"x") {
		finding := m.fail(name.Span, "'"+short+"' cannot be the name of a module")
		finding.Severity, finding.Help = diag.Warning, "start with a lower-case letter; use only lower-case letters, digits and underscores"
		return
	}
	m.warn(name.Span, "the full name of a module must be 'owner-name', with the name in lower case")
}

// fieldExample returns a field of metadata.json as it may be written.
func fieldExample(name string) string {
	value := `"…"`
	switch name {
	case "name":
		value = `"owner-module"`
	case "version":
		value = `"0.1.0"`
	case "license":
		value = `"Apache-2.0"`
	case "source":
		value = `"https://…"`
	case "dependencies":
		value = "[]"
	}
	return `"` + name + `": ` + value
}

// listOf returns the objects in the array of a field. It reports a field that is not an array
// and elements that are not objects.
func (m *metadataReader) listOf(field string) []*document.Node {
	value := m.root.Get(field)
	if value == nil {
		return nil
	}
	report := m.warn
	if field == "dependencies" {
		report = func(span source.Span, message string) { m.fail(span, message) }
	}
	if value.Kind != document.Sequence {
		report(value.Span, "'"+field+"' must be an array")
		return nil
	}
	var items []*document.Node
	for _, item := range value.Items {
		if item.Kind != document.Mapping {
			report(item.Span, "each element of '"+field+"' must be an object")
			continue
		}
		items = append(items, item)
	}
	return items
}

// stringIn returns the string in a field of an item; nil if there is none.
func (m *metadataReader) stringIn(item *document.Node, field string, required bool) *document.Node {
	value := item.Get(field)
	switch {
	case value == nil && required:
		m.fail(opening(item), "the field '"+field+"' is missing")
	case value != nil && value.Kind != document.String:
		m.warn(value.Span, "'"+field+"' must be a string")
		return nil
	}
	return value
}

func (m *metadataReader) checkDependencies() {
	seen := map[string]bool{}
	for _, item := range m.listOf("dependencies") {
		name := m.stringIn(item, "name", true)
		if name == nil {
			continue
		}
		if !moduleFullName.MatchString(name.Text) {
			m.warn(name.Span, "the name of a dependency must be 'owner/name' or 'owner-name'")
			continue
		}
		short := name.Text[strings.IndexAny(name.Text, "-/")+1:]
		if seen[short] {
			m.warn(name.Span, "the module depends on '"+short+"' twice")
		}
		seen[short] = true
		if short == m.module.Name {
			m.warn(name.Span, "the module depends on itself")
		}
		m.checkRange(item, short, name)
	}
}

// checkRange checks the versions that a dependency allows.
func (m *metadataReader) checkRange(item *document.Node, short string, name *document.Node) {
	wanted := m.stringIn(item, "version_requirement", false)
	if wanted == nil {
		m.report(&code.OpenDependency, name.Span, "the dependency allows any version of '"+short+"'")
		return
	}
	allowed, err := types.ParseVersionRange(wanted.Text)
	if err != nil {
		m.badRange(wanted, ">= 1.2.0 < 2.0.0")
		return
	}
	switch {
	case !allowed.Includes(types.VersionOf(math.MaxInt32, 0, 0)):
	case allowed.Includes(types.VersionOf(0, 0, 0)):
		m.report(&code.OpenDependency, wanted.Span, "the dependency allows any version of '"+short+"'")
	default:
		m.report(&code.OpenDependency, wanted.Span, "the dependency allows every later version of '"+short+"'")
	}
	other := m.Tree.Module(short)
	if other != nil && m.Tree.IsChosen(other) {
		m.checkChosen(wanted, allowed, other)
	}
	if other == nil || other.Known != nil || other.Metadata() == nil {
		return
	}
	if version, err := types.ParseVersion(other.Metadata().Version); err == nil && !allowed.Includes(version) {
		m.report(&code.DependencyVersion, wanted.Span, fmt.Sprintf("version %[2]s of '%[1]s' is in the tree, but this module requires %[3]s", short, version, wanted.Text))
	}
}

func (m *metadataReader) badRange(wanted *document.Node, example string) {
	message := "'" + wanted.Text + "' is not a version range such as " + example
	if trimmed := strings.TrimSpace(wanted.Text); trimmed != wanted.Text {
		if _, err := types.ParseVersionRange(trimmed); err == nil {
			message = "a version range must not begin with a space: Puppet cannot read it"
		}
	}
	m.warn(wanted.Span, message)
}

func (m *metadataReader) checkRequirements() {
	for _, item := range m.listOf("requirements") {
		name := m.stringIn(item, "name", true)
		wanted := m.stringIn(item, "version_requirement", false)
		if name == nil || wanted == nil {
			continue
		}
		allowed, err := types.ParseVersionRange(wanted.Text)
		switch {
		case err != nil:
			m.badRange(wanted, ">= 7.0.0 < 9.0.0")
		case name.Text == "puppet":
			m.checkTarget(name.Text, wanted, allowed)
			m.checkRequirement(wanted, allowed)
		case name.Text == "openvox":
			m.checkTarget(name.Text, wanted, allowed)
		}
	}
}

func (m *metadataReader) checkSystems() {
	seen := map[string]bool{}
	for _, item := range m.listOf("operatingsystem_support") {
		name := m.stringIn(item, "operatingsystem", true)
		if name != nil {
			if seen[strings.ToLower(name.Text)] {
				m.warn(name.Span, "the operating system '"+name.Text+"' is listed twice")
			}
			seen[strings.ToLower(name.Text)] = true
		}
		releases := item.Get("operatingsystemrelease")
		if releases == nil {
			continue
		}
		if releases.Kind != document.Sequence {
			m.warn(releases.Span, "'operatingsystemrelease' must be an array of strings")
			continue
		}
		for _, release := range releases.Items {
			if release.Kind != document.String {
				m.warn(release.Span, "a release must be a string: put it in quotes")
			}
		}
	}
}
