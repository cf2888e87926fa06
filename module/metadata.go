package module

import (
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/internal/document"
	"puppet-lint/internal/document/environmentconf"
	"puppet-lint/internal/document/json"
	"puppet-lint/internal/source"
)

// Metadata is the content of a module's metadata.json.
type Metadata struct {
	// Document is the file as it was read.
	Document *document.Document
	// Owner and Name are the two parts of the module's full name. Either may be empty.
	Owner, Name string
	Version     string
	// Dependencies in the order of the file.
	Dependencies []Dependency
	// Requirements are the version ranges of Puppet, by lower-case name ("puppet", "openvox").
	Requirements map[string]string
	// OperatingSystems are the supported systems, in the order of the file.
	OperatingSystems []OperatingSystem
}

// Dependency is a module that another module needs.
type Dependency struct {
	Owner, Name string
	// Range is the version range as written, or "".
	Range string
	// Span is the location of the full name, including quotes.
	Span source.Span
}

// OperatingSystem is an operating system that a module supports.
type OperatingSystem struct {
	Name     string
	Releases []string
	// Span is the location of the name, including quotes.
	Span source.Span
}

// SupportsTheSame reports whether two metadata list the same systems. Each of them may be nil.
func (m *Metadata) SupportsTheSame(other *Metadata) bool {
	return slices.EqualFunc(m.orNone().OperatingSystems, other.orNone().OperatingSystems, func(a, b OperatingSystem) bool {
		return a.Name == b.Name && slices.Equal(a.Releases, b.Releases)
	})
}

// DependsOnTheSame reports whether two metadata name the same modules. Each of them may be nil.
func (m *Metadata) DependsOnTheSame(other *Metadata) bool {
	return slices.EqualFunc(m.orNone().Dependencies, other.orNone().Dependencies, func(a, b Dependency) bool { return a.Name == b.Name })
}

func (m *Metadata) orNone() *Metadata {
	if m == nil {
		return &Metadata{}
	}
	return m
}

// readMetadata reads the metadata.json at path. It returns nil if there is none or if it cannot
// be read.
func readMetadata(files source.FileSystem, path string) *Metadata {
	file, err := files.Read(path)
	if err != nil {
		return nil
	}
	metadata := &Metadata{Document: json.Read(file), Requirements: map[string]string{}}
	root := metadata.Document.Root
	metadata.Owner, metadata.Name = splitFullName(textOf(valueOf(root, "name")))
	metadata.Version = textOf(valueOf(root, "version"))
	for _, item := range itemsOf(valueOf(root, "dependencies")) {
		name := valueOf(item, "name")
		owner, short := splitFullName(textOf(name))
		if short == "" {
			continue
		}
		metadata.Dependencies = append(metadata.Dependencies, Dependency{
			Owner: owner, Name: short, Range: textOf(valueOf(item, "version_requirement")), Span: name.Span,
		})
	}
	for _, item := range itemsOf(valueOf(root, "requirements")) {
		if name := strings.ToLower(textOf(valueOf(item, "name"))); name != "" {
			metadata.Requirements[name] = textOf(valueOf(item, "version_requirement"))
		}
	}
	for _, item := range itemsOf(valueOf(root, "operatingsystem_support")) {
		name := valueOf(item, "operatingsystem")
		if textOf(name) == "" {
			continue
		}
		system := OperatingSystem{Name: textOf(name), Span: name.Span}
		for _, release := range itemsOf(valueOf(item, "operatingsystemrelease")) {
			system.Releases = append(system.Releases, textOf(release))
		}
		metadata.OperatingSystems = append(metadata.OperatingSystems, system)
	}
	return metadata
}

// splitFullName splits a full name such as puppetlabs-apache or puppetlabs/apache.
func splitFullName(full string) (owner, name string) {
	if at := strings.IndexAny(full, "-/"); at >= 0 {
		return full[:at], full[at+1:]
	}
	return "", full
}

// valueOf returns the value of the last pair with that key in a mapping, or nil.
func valueOf(node *document.Node, key string) *document.Node {
	if node == nil || node.Kind != document.Mapping {
		return nil
	}
	for i := len(node.Entries) - 1; i >= 0; i-- {
		if entry := node.Entries[i]; entry.Key != nil && entry.Key.Kind == document.String && entry.Key.Text == key {
			return entry.Value
		}
	}
	return nil
}

func itemsOf(node *document.Node) []*document.Node {
	if node == nil || node.Kind != document.Sequence {
		return nil
	}
	return node.Items
}

func textOf(node *document.Node) string {
	if node == nil || node.Kind != document.String {
		return ""
	}
	return node.Text
}

// readEnvironmentConf reads the settings of an environment.conf or puppet.conf, in any section.
// It removes a comment after a value. Puppet treats such a comment as part of the value; that
// is reported elsewhere and should have no further consequences.
func readEnvironmentConf(files source.FileSystem, path string) map[string]string {
	file, err := files.Read(path)
	if err != nil {
		return nil
	}
	settings := map[string]string{}
	for _, one := range environmentconf.Read(file).Settings {
		value, _, _ := strings.Cut(one.Value, "#")
		settings[one.Name] = strings.Trim(strings.TrimSpace(value), `"'`)
	}
	return settings
}

// LacksStrictVariables reports whether the environment turns strict_variables off, so that a
// variable that nothing sets is undef.
func (t *Tree) LacksStrictVariables() bool { return t.surroundings.lax.get(t) }

func (s *surroundings) readStrictVariables() bool {
	if s.tree.Environment == "" {
		return false
	}
	for _, name := range []string{EnvironmentConf, "puppet.conf"} {
		if readEnvironmentConf(s.tree.Files, filepath.Join(s.tree.Environment, name))["strict_variables"] == "false" {
			return true
		}
	}
	return false
}
