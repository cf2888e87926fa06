package unused

import (
	"puppet-lint/graph"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// keysOfInterfaces returns the keys of the parameters of classes that used classes declare, as far as
// the interfaces of missing modules show.
func (f *finder) keysOfInterfaces() (keys []*graph.Node) {
	var declared map[string]bool
	for _, node := range f.graph.Nodes {
		if node.Kind != graph.Key || f.used[node] {
			continue
		}
		if class, has, _ := f.graph.KnownParameter(node.Name); has {
			if declared == nil {
				declared = f.declaredByInterfaces()
			}
			if declared[class] {
				keys = append(keys, node)
			}
		}
	}
	return keys
}

// declaredByInterfaces returns the used classes of which only the interface is known, and those that they
// declare or inherit from, directly or through others.
func (f *finder) declaredByInterfaces() map[string]bool {
	declared := map[string]bool{}
	var open []string
	add := func(class string) {
		if class = module.Normalize(class); !declared[class] {
			declared[class] = true
			open = append(open, class)
		}
	}
	for _, node := range f.graph.Nodes {
		if node.Kind == graph.Class && f.used[node] && !node.IsDefined() {
			add(node.Name)
		}
	}
	for at := 0; at < len(open); at++ {
		found := f.graph.Tree.Manifests.Find(module.Class, open[at])
		if found == nil || found.Manifest.Module == nil || found.Manifest.Module.Known == nil {
			continue
		}
		if host, isClass := found.Node.(*syntax.HostClassDefinition); isClass && host.ParentClass != "" {
			add(host.ParentClass)
		}
		syntax.Inspect(found.Node, func(node syntax.Node) bool {
			if name, arguments := syntax.CalledFunction(node); name == "include" {
				for _, argument := range arguments {
					if class, ok := syntax.LiteralText(argument); ok {
						add(class)
					}
				}
			}
			return true
		})
	}
	return declared
}
