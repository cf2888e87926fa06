package module

import (
	"path"
	"strings"
)

// Kind is a kind of definition that Puppet autoloads by name.
type Kind uint8

// The kinds of definitions.
const (
	Class Kind = iota
	DefinedType
	Function
	TypeAlias
	Plan
	Task
)

// folder returns the folder of a module that contains definitions of the kind.
func (k Kind) folder() string {
	switch k {
	case Function:
		return "functions"
	case TypeAlias:
		return "types"
	case Plan:
		return "plans"
	case Task:
		return "tasks"
	}
	return "manifests"
}

// Normalize returns a name in the form that this package uses: in lower case, without a leading
// "::".
func Normalize(name string) string {
	return strings.ToLower(strings.TrimPrefix(name, "::"))
}

// manifestCandidates returns the files of a module, relative to its folder, in which Puppet
// looks for a class or defined type, in its order: for a::b::c, init.pp, manifests/b/c.pp and
// manifests/b.pp (TypeLoader#files_to_try_for, Module#match_manifests).
func manifestCandidates(name string) []string {
	segments := strings.Split(name, "::")
	candidates := []string{"manifests/init.pp"}
	for end := len(segments); end > 1; end-- {
		candidates = append(candidates, "manifests/"+strings.Join(segments[1:end], "/")+".pp")
	}
	return candidates
}

// candidate returns the file of a module, relative to its folder, from which Puppet loads a
// definition, or "" if the name belongs to no module. Classes and defined types have several:
// see manifestCandidates.
func candidate(kind Kind, name string) string {
	segments := strings.Split(name, "::")
	rest := strings.Join(segments[1:], "/")
	if len(segments) == 1 {
		if kind != Plan && kind != Task {
			return ""
		}
		rest = "init"
	}
	if kind == Task {
		return path.Join(kind.folder(), rest+".json")
	}
	return path.Join(kind.folder(), rest+".pp")
}
