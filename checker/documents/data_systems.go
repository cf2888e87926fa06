package documents

import (
	"slices"
	"strings"

	"puppet-lint/checker/deps"
	"puppet-lint/checker/lattice"
	"puppet-lint/internal/document"
	"puppet-lint/internal/hiera"
	"puppet-lint/module"
)

// isOverridden reports whether a value may never be used because levels above it, which depend
// on facts, have other values. Only the operating systems that the module supports count. An
// empty value ("key: ~") often only names a key that other levels set, so it counts as
// overridden unless some system certainly uses it. Any other value counts as overridden only if
// every system certainly uses another one.
func (r *Reader) isOverridden(key hiera.Key) bool {
	values := r.Data().values(key.Name)
	if len(values) == 0 || values[0].Node == key.Node {
		return false
	}
	if owner := r.Tree.Module(key.Source.Config.Module); owner != nil {
		r.dependOn(deps.SupportedSystems(owner))
	}
	found := r.above(key).coverage[hierarchyOf(key)]
	if key.Value.Kind == document.Null {
		return found.any && found.everywhere != lattice.Never
	}
	return found.any && found.everywhere == lattice.Always
}

// coverage describes the values that the levels above a value have: whether there are any, and
// whether one of them is used on each supported system.
type coverage struct {
	any        bool
	everywhere lattice.Truth
}

// levelsAbove describes the levels above a value: the nodes that they cover, and the kinds of the
// values that every node finds in them. The first element is for the hierarchy, the second for the
// default hierarchy.
type levelsAbove struct {
	coverage [2]coverage
	always   [2]kinds
}

// kinds is a set of document.Kind: bit n stands for the kind n.
type kinds uint16

func (k kinds) with(kind document.Kind) kinds { return k | 1<<kind }

// above maps the node of each value of a key to the levels above it. The key nil stands for all
// levels.
type above map[*document.Node]levelsAbove

// levelsKey identifies the values of a key for a module.
type levelsKey struct {
	name  string
	owner *module.Module
}

// above returns the levels above a value, for the systems that the module of the value
// supports.
func (r *Reader) above(key hiera.Key) levelsAbove {
	values := r.Data().values(key.Name)
	if len(values) == 0 || values[0].Node == key.Node {
		return levelsAbove{}
	}
	owner := r.Tree.Module(key.Source.Config.Module)
	levels := r.aboveValues.Get(levelsKey{key.Name, owner}, func() above { return r.levelsAbove(values, owner) })
	found, known := levels[key.Node]
	if !known {
		found = levels[nil]
	}
	return found
}

// hierarchyOf returns the index of the value's hierarchy in levelsAbove: 1 for the default
// hierarchy, else 0.
func hierarchyOf(key hiera.Key) int {
	if key.Source.Default {
		return 1
	}
	return 0
}

// levelsAbove returns the levels above each of the values of a key, for the systems that a
// module supports. The values are in order, highest priority first.
func (r *Reader) levelsAbove(values []hiera.Key, owner *module.Module) above {
	var systems []*module.System
	if owner != nil {
		systems = r.ListedSystems(owner)
	}
	found := make(above, len(values)+1)
	var isAny [2]bool
	var always [2]kinds
	counts := [2][]lattice.Truth{slices.Repeat([]lattice.Truth{lattice.Never}, len(systems)), slices.Repeat([]lattice.Truth{lattice.Never}, len(systems))}
	add := func(node *document.Node) {
		if _, again := found[node]; !again {
			found[node] = levelsAbove{[2]coverage{{isAny[0], leastOf(counts[0])}, {isAny[1], leastOf(counts[1])}}, always}
		}
	}
	for _, value := range values {
		add(value.Node)
		hierarchy := hierarchyOf(value)
		if value.Source.Always {
			always[hierarchy] = always[hierarchy].with(value.Value.Kind)
		}
		if value.Value.Kind == document.Null {
			continue
		}
		isAny[hierarchy] = true
		for i, system := range systems {
			if above := &counts[hierarchy][i]; *above != lattice.Always {
				if one := readsOn(value.Source, system); one != lattice.Never {
					*above = one
				}
			}
		}
	}
	add(nil)
	return found
}

// leastOf returns the least certain of several answers; Maybe if there are none.
func leastOf(counts []lattice.Truth) lattice.Truth {
	switch {
	case slices.Contains(counts, lattice.Never):
		return lattice.Never
	case len(counts) == 0 || slices.Contains(counts, lattice.Maybe):
		return lattice.Maybe
	}
	return lattice.Always
}

// readsOn reports whether a level reads a data file on a system. The answer is Maybe if it
// depends on facts that the system does not determine.
func readsOn(from *hiera.Source, system *module.System) lattice.Truth {
	if from.Always {
		return lattice.Always
	}
	path := strings.ReplaceAll(from.Path, "\\", "/")
	result := lattice.Never
	for _, location := range from.Level.Locations {
		texts, exact := textsOn(location.Text, system)
		for _, text := range texts {
			switch {
			case !exact:
				result = lattice.Maybe
			case strings.HasSuffix(path, "/"+text) || strings.HasSuffix(path[:strings.LastIndexByte(path, '.')+1], "/"+text+"."):
				return lattice.Always
			}
		}
	}
	return result
}

// maxPathsOn limits the number of paths that one path with interpolations may become on a
// system.
const maxPathsOn = 16

// textsOn replaces the interpolations in a path by their values on a system, and returns all
// results. exact is false if they depend on facts that the system does not determine.
func textsOn(path string, system *module.System) (texts []string, exact bool) {
	texts = []string{""}
	at := 0
	for _, one := range hiera.Interpolations(path) {
		name := strings.TrimPrefix(strings.TrimPrefix(one.Key, "::"), "facts.")
		values, _ := system.Fact(name)
		if one.Method != "" || len(values) == 0 || len(texts)*len(values) > maxPathsOn {
			return []string{path}, false
		}
		var longer []string
		for _, text := range texts {
			for _, value := range values {
				longer = append(longer, text+path[at:one.Start]+value)
			}
		}
		texts, at = longer, one.End
	}
	for i := range texts {
		texts[i] += path[at:]
	}
	return texts, true
}
