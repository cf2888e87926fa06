package checker

import (
	"slices"

	"puppet-lint/module"
	"puppet-lint/syntax"
)

// evaluated holds the last evaluation of each manifest by absolute path. Its indexes find
// manifests without a look at all of them, since that would take longer than most changes.
type evaluated struct {
	byPath map[string]*checked
	// byModule holds the paths of the manifests of each module, and of those outside of modules
	// under nil. byRoot holds the module of each body with a closure of its own. guarding
	// holds, by class, the paths of the manifests with queries whose bodies test for the class.
	byModule map[*module.Module]map[string]bool
	byRoot   map[syntax.Node]*module.Module
	guarding map[string]map[string]bool
}

func newEvaluated() *evaluated {
	return &evaluated{
		byPath: map[string]*checked{}, byModule: map[*module.Module]map[string]bool{},
		byRoot: map[syntax.Node]*module.Module{}, guarding: map[string]map[string]bool{},
	}
}

// set replaces the evaluation of a manifest; nil removes it.
func (e *evaluated) set(path string, now *checked) {
	if last := e.byPath[path]; last != nil {
		for _, class := range last.guards {
			delete(e.guarding[class], path)
		}
		if now == nil || now.manifest != last.manifest {
			delete(e.byModule[last.manifest.Module], path)
			eachRoot(last.manifest, func(root syntax.Node) { delete(e.byRoot, root) })
		}
	}
	if now == nil {
		delete(e.byPath, path)
		return
	}
	e.byPath[path] = now
	add(e.byModule, now.manifest.Module, path)
	eachRoot(now.manifest, func(root syntax.Node) { e.byRoot[root] = now.manifest.Module })
	for _, class := range now.guards {
		add(e.guarding, class, path)
	}
}

// hasQueries reports whether the bodies of a manifest have asked any queries.
func (e *evaluated) hasQueries(path string) bool {
	known := e.byPath[path]
	return known != nil && len(known.recordedQueries) > 0
}

func add[K comparable](to map[K]map[string]bool, key K, path string) {
	if to[key] == nil {
		to[key] = map[string]bool{}
	}
	to[key][path] = true
}

// eachRoot calls visit with the definitions and nodes of a manifest, and with its code outside of them.
func eachRoot(manifest *module.Manifest, visit func(root syntax.Node)) {
	visit(manifest.Program)
	for _, root := range manifest.Program.Definitions {
		visit(root)
	}
}

// guardsIn returns the classes that the bodies of a manifest test for, sorted.
func (f *sessionInfo) guardsIn(manifest *module.Manifest) (classes []string) {
	for _, root := range manifest.Program.Definitions {
		classes = append(classes, f.Declarations.LocalOf(root).Guards...)
	}
	slices.Sort(classes)
	return slices.Compact(classes)
}
