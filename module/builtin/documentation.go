package builtin

import (
	_ "embed"
	"strings"
	"sync"

	"puppet-lint/internal/compressed"
)

// Kind is a kind of thing that comes with Puppet and is documented.
type Kind string

// The kinds of things, with the form of their names.
const (
	// OfAttribute is for attributes of resource types: "file.mode".
	OfAttribute Kind = "attribute"
	// OfDataType is for data types and aliases, as code writes them: "String".
	OfDataType Kind = "data-type"
	// OfFact is for facts and their parts: "os.family".
	OfFact Kind = "fact"
	// OfFunction is for functions of Puppet and Bolt; those of stdlib have none.
	OfFunction Kind = "function"
	// OfMetaparameter is for the attributes that every resource has.
	OfMetaparameter Kind = "metaparameter"
	// OfResourceType is for resource types.
	OfResourceType Kind = "resource-type"
	// OfVariable is for variables that Puppet sets, without the dollar.
	OfVariable Kind = "variable"
)

// documentationFile is documentation.txt, compressed.
//
//go:embed documentation.txt.gz
var documentationFile string

// documentation returns a description of one or two sentences for each thing. They are written by
// hand in documentation.txt.
var documentation = sync.OnceValue(func() *lines {
	return &lines{text: compressed.Text("documentation.txt.gz", documentationFile)()}
})

// Documentation returns a description of a thing in one or two sentences, or "" if there is none. A
// legacy fact has the description of the fact that replaces it, if that has the same value. The
// first call reads the descriptions.
func Documentation(kind Kind, name string) string {
	for _, line := range documentationLines(kind, name) {
		if text := documentation().find(line); text != "" {
			return text
		}
	}
	return ""
}

// documentationLines returns the names of the lines that may describe something, the most specific
// first. Types whose names begin with the same word can share the description of an attribute
// ("nagios_*.use"), and so can all types ("*.provider").
func documentationLines(kind Kind, name string) []string {
	names := []string{name}
	switch kind {
	case OfAttribute:
		owner, attribute, _ := strings.Cut(name, ".")
		if family, _, ok := strings.Cut(owner, "_"); ok {
			names = append(names, family+"_*."+attribute)
		}
		names = append(names, "*."+attribute)
	case OfFact:
		names = append(names, DescribedFact(name))
		if fact := LegacyFact(name); fact != nil && !fact.Converted {
			path, _, _ := strings.Cut(fact.Replacement, "[")
			names = append(names, DescribedFact(path))
		}
	}
	for i := range names {
		names[i] = string(kind) + " " + names[i]
	}
	return names
}

// DescribedFact returns the path under which FindFact finds the fact at path. For "disks.sda.size",
// it is the path for any device. It is "" if there is no such fact.
func DescribedFact(path string) string {
	if FindFact(path) != nil {
		return path
	}
	described := ""
	for i, key := range strings.Split(path, ".") {
		if i == 0 {
			described = key
			continue
		}
		fact := FindFact(described)
		if fact == nil {
			return ""
		}
		if FindFact(described+"."+key) == nil {
			key = fact.AnyKey()
		}
		described += "." + key
	}
	if FindFact(described) == nil {
		return ""
	}
	return described
}
