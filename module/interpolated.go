package module

import (
	"path/filepath"
	"strings"

	"puppet-lint/internal/lazyregexp"
)

// IsInterpolated reports whether a hiera.yaml of the tree, or one that a module puts on hosts,
// interpolates a variable of top scope, such as %{::tier}. Levels of a hierarchy are named for
// variables that nodes have: if no code sets one, a fact or a node classifier does.
func (d *Documents) IsInterpolated(name string) bool { return d.interpolated.in(d.tree)[name] }

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

// isCalledHierarchy reports whether the name of a file is that of a hierarchy, or of a template
// of one.
func isCalledHierarchy(name string) bool {
	return strings.HasPrefix(name, "hiera") && (strings.Contains(name, ".yaml") || strings.Contains(name, ".yml"))
}
