package module

import (
	"path/filepath"
	"slices"
	"strings"
)

// A syntax error may hide a definition. So a manifest with a syntax error may define more than
// its tree shows: the definition that Puppet looks for in the file, and names that occur in its
// text.

// HiddenNames returns the names that a manifest with a syntax error may define, by their last
// parts. It returns nil for a manifest without one. The names of definitions have no capital
// letters, so references such as Package['x'] do not count. Neither do names in comment lines,
// names of variables and attributes, and included classes. The caller must not change the map.
func (m *Manifest) HiddenNames() map[string]bool {
	if m.Err != nil || !m.Broken() {
		return nil
	}
	m.hidden.Do(func() {
		m.hiddenNames = map[string]bool{}
		for line := range strings.Lines(m.Source.Text) {
			if !strings.HasPrefix(strings.TrimLeft(line, " \t"), "#") {
				addHiddenNames(m.hiddenNames, line)
			}
		}
		file := strings.ToLower(strings.TrimSuffix(filepath.Base(m.Source.Name), ".pp"))
		if m.hiddenNames[file] = true; file == "init" && m.Module != nil {
			m.hiddenNames[m.Module.Name] = true
		}
	})
	return m.hiddenNames
}

// addHiddenNames adds the last parts of the names in a line that may belong to definitions.
func addHiddenNames(names map[string]bool, line string) {
	before := "" // the previous name, if only blanks follow it
	for at := 0; at < len(line); {
		if !isPartOfName(line[at]) {
			if line[at] != ' ' && line[at] != '\t' {
				before = ""
			}
			at++
			continue
		}
		start := at
		for at < len(line) && isPartOfName(line[at]) {
			at++
		}
		name := strings.TrimRight(line[start:at], ":")
		isVariable := start > 0 && (line[start-1] == '$' || strings.HasSuffix(line[:start], "${"))
		isAttribute := strings.HasPrefix(strings.TrimLeft(line[at:], " \t"), "=>")
		isIncluded := before == "include" || before == "require" || before == "contain"
		if name != "" && name == strings.ToLower(name) && !isVariable && !isAttribute && !isIncluded {
			names[LastPart(name)] = true
		}
		before = name
	}
}

// isPartOfName reports whether a character may be part of a qualified name.
func isPartOfName(char byte) bool {
	return char == ':' || char == '_' || '0' <= char && char <= '9' || 'a' <= char && char <= 'z' || 'A' <= char && char <= 'Z'
}

// LastPart returns the part of a name behind the last "::".
func LastPart(name string) string { return name[strings.LastIndex(name, ":")+1:] }

// mayDefine reports whether a manifest has a syntax error that may hide the definition of a
// name.
func (m *Manifest) mayDefine(name string) bool {
	return m.HiddenNames()[LastPart(name)]
}

// hasInText reports whether the text of a manifest contains a whole name, if the manifest may
// define it.
func (m *Manifest) hasInText(name string) bool {
	if !m.mayDefine(name) {
		return false
	}
	found, isKnown := m.inText.Load(name)
	if !isKnown {
		found = strings.Contains(m.Source.Text, name)
		m.inText.Store(name, found)
	}
	return found.(bool)
}

// IsBroken reports whether a manifest of a module has a syntax error, or a main manifest
// if module is nil.
func (m *Manifests) IsBroken(module *Module) bool {
	return m.broken.Get(m.tree.inputs.task, module)
}

// computeBroken computes the answer of IsBroken.
func (m *Manifests) computeBroken(module *Module) bool {
	return slices.ContainsFunc(m.ofOrInitial(module), func(manifest *Manifest) bool { return manifest.Err == nil && manifest.Broken() })
}

// ofOrInitial returns the manifests of a module, or the initial ones if module is nil.
func (m *Manifests) ofOrInitial(module *Module) []*Manifest {
	if module == nil {
		return m.Initial()
	}
	return m.Of(module)
}

// mayBeHidden reports whether a syntax error in a main manifest may hide the definition of
// a name.
func (m *Manifests) mayBeHidden(name string) bool {
	return slices.ContainsFunc(m.Initial(), func(manifest *Manifest) bool { return manifest.mayDefine(name) })
}
