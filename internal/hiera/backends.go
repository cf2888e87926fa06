package hiera

import "puppet-lint/internal/document"

// Backends returns the texts in a hiera.yaml that name the functions that read the data of levels.
func Backends(root *document.Node) (names []*document.Node) {
	add := func(level *document.Node) {
		for _, kind := range functionKeys[:3] {
			if name := field(level, kind); name != nil && name.Kind == document.String {
				names = append(names, name)
			}
		}
	}
	add(field(root, "defaults"))
	for _, key := range []string{"hierarchy", "plan_hierarchy", "default_hierarchy"} {
		if levels := field(root, key); levels != nil {
			for _, level := range levels.Items {
				add(level.Resolve())
			}
		}
	}
	return names
}
