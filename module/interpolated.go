package module

import (
	"path/filepath"
	"strings"

	"puppet-lint/internal/lazyregexp"
)

// IsInterpolated reports whether a hiera.yaml interpolates a variable of top scope, such as
// %{::tier}. It may be a hierarchy of the tree, or one that a module copies to hosts. Nodes
// have the variables that name the levels of a hierarchy: if no code sets such a variable, a
// fact or a node classifier does.
func (d *Documents) IsInterpolated(name string) bool { return d.interpolated.get(d.tree)[name] }

var interpolation = lazyregexp.New(`%\{(?:::)?(?:facts\.)?([a-z_][a-z0-9_]*)\}`)

func (d *Documents) listInterpolated() map[string]bool {
	names := map[string]bool{}
	add := func(path string) {
		if !isCalledHierarchy(filepath.Base(path)) {
			return
		}
		text, err := d.tree.Manifests.text(path)
		if err != nil {
			return
		}
		for _, match := range interpolation.FindAllStringSubmatch(text, -1) {
			names[match[1]] = true
		}
	}
	for _, module := range d.tree.Modules {
		for _, folder := range []string{"files", "templates"} {
			d.tree.folders.walk(module.Path(folder), add)
		}
	}
	d.tree.surroundings.each(add)
	return names
}

// isCalledHierarchy reports whether a file, judging by its name, is a hierarchy or a template
// of one.
func isCalledHierarchy(name string) bool {
	return strings.HasPrefix(name, "hiera") && (strings.Contains(name, ".yaml") || strings.Contains(name, ".yml"))
}
