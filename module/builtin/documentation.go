package builtin

import "strings"

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

// documentation says in a sentence or two what each thing is. It is written by hand: see
// documentation.txt.
var documentation = lines{text: documentationText}

// Documentation returns what a thing is, in one or two sentences, or "" if that is not known. A
// legacy fact is what the fact is that replaces it, provided that it has the same value. Nothing
// is read before the first call.
func Documentation(kind Kind, name string) string {
	for _, line := range documentationLines(kind, name) {
		if text := documentation.find(line); text != "" {
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

// DescribedFact returns the path under which FindFact finds the fact at a path: that of any
// device for "disks.sda.size". It is "" if the facts do not include it.
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
