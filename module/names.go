package module

import (
	"path"
	"slices"
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
// looks for a class or defined type, in Puppet's order: for a::b::c, init.pp, manifests/b/c.pp
// and manifests/b.pp (TypeLoader#files_to_try_for, Module#match_manifests). exists reports
// whether the module has a folder. Files in other folders are left out, so that a name with
// many segments costs no more than the existing folders.
func manifestCandidates(name string, exists func(folder string) bool) []string {
	candidates := []string{MainManifest}
	_, rest, more := strings.Cut(name, "::")
	for folder := "manifests"; more; {
		var segment string
		if segment, rest, more = strings.Cut(rest, "::"); strings.Trim(segment, ".") == "" {
			break // no folder or file has such a name
		}
		folder += "/" + segment
		candidates = append(candidates, folder+".pp")
		more = more && exists(folder)
	}
	slices.Reverse(candidates[1:])
	return candidates
}

// candidatesIn returns the files of a module, relative to its folder, from which Puppet loads a
// definition: those of manifestCandidates for a class or defined type, at most one for others.
func candidatesIn(kind Kind, name string, exists func(folder string) bool) []string {
	if kind == Class || kind == DefinedType {
		return manifestCandidates(name, exists)
	}
	if one := candidate(kind, name); one != "" {
		return []string{one}
	}
	return nil
}

// candidate returns the file of a module, relative to its folder, from which Puppet loads a
// definition, or "" if the name belongs to no module. Classes and defined types have several:
// see manifestCandidates.
func candidate(kind Kind, name string) string {
	segments := strings.Split(name, "::")
	rest := strings.Join(segments[1:], "/")
	if len(segments) == 1 {
		switch kind {
		case Plan, Task:
			rest = "init"
		case TypeAlias:
			rest = "init_typeset" // the TypeSet that bears the name of its module
		default:
			return ""
		}
	}
	if kind == Task {
		return path.Join(kind.folder(), rest+".json")
	}
	return path.Join(kind.folder(), rest+".pp")
}
