package documents

import (
	"strings"

	"puppet-lint/checker/deps"
	"puppet-lint/checker/lattice"
	"puppet-lint/internal/document"
	"puppet-lint/internal/hiera"
	"puppet-lint/module"
)

// isOverridden reports whether a value may never count because levels above it, which depend on
// facts, have other values. An empty value ("key: ~") often only names a key that other levels
// set: it counts only if some system that the module supports certainly has no other value. Any
// other value counts unless every supported system certainly has another one.
func (r *Reader) isOverridden(key hiera.Key) bool {
	var above []hiera.Key
	for _, other := range r.Data().values(key.Name) {
		if other.Node == key.Node {
			break
		}
		if other.Source.Default == key.Source.Default && other.Value.Kind != document.Null {
			above = append(above, other)
		}
	}
	if len(above) == 0 {
		return false
	}
	isNothing := key.Value.Kind == document.Null
	var systems []*module.System
	if owner := r.Tree.Module(key.Source.Config.Module); owner != nil {
		r.dependOn(deps.SupportedSystems(owner))
		systems = r.ListedSystems(owner)
	}
	if len(systems) == 0 {
		return isNothing
	}
	for _, system := range systems {
		covered := lattice.Never
		for _, other := range above {
			one := readsOn(other.Source, system)
			if one == lattice.Always {
				covered = lattice.Always
				break
			}
			if one == lattice.Maybe {
				covered = lattice.Maybe
			}
		}
		if covered == lattice.Never || covered == lattice.Maybe && !isNothing {
			return false
		}
	}
	return true
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

// maxPathsOn limits the number of texts of one path on a system.
const maxPathsOn = 16

// textsOn returns the texts of a path with interpolations on a system. exact is false if they
// depend on facts that the system does not determine.
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
