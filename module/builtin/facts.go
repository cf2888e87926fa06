package builtin

import (
	"iter"
	"strings"
)

// Fact is a core fact, a part of a structured one, or a legacy fact. It is
// named by its path, dots between the segments: "os.family". A segment in
// angle brackets stands for any name, as in "disks.<devicename>.size".
type Fact struct {
	// Type is the type of the fact's value, where the fact exists: no fact is
	// there on every platform.
	Type string `json:"type"`
	// Open says that a Hash has more keys than those listed.
	Open bool `json:"open,omitempty"`
	// Legacy says that the fact is one of the flat ones that Puppet 8 no longer
	// sends; Replacement is the path that took its place, Converted that the
	// value there is of another form.
	Legacy      bool   `json:"legacy,omitempty"`
	Replacement string `json:"replacement,omitempty"`
	Converted   bool   `json:"converted,omitempty"`
	// Keys are the names of the parts of a structured fact, in order.
	Keys []string `json:"keys,omitempty"`
}

var facts = table[Fact]{text: factsText}

// FindFact is the fact at path, or nil. It does not match segments in angle
// brackets against names: see AnyKey.
func FindFact(path string) *Fact { return facts.find(path) }

// FactNames are the paths of all facts, in order.
func FactNames() iter.Seq[string] { return facts.names() }

// AnyKey is the segment in angle brackets among the keys of the fact, or
// empty: the name under which what every other key holds is described.
func (f *Fact) AnyKey() string {
	for _, key := range f.Keys {
		if strings.HasPrefix(key, "<") {
			return key
		}
	}
	return ""
}

// LegacyFact is the legacy fact called name, or nil. Families such as
// ipaddress_<interface> are found by their members: ipaddress_eth0.
func LegacyFact(name string) *Fact {
	if fact := facts.find(name); fact != nil && fact.Legacy {
		return fact
	}
	if !strings.Contains(name, "_") && !strings.HasPrefix(name, "processor") && !strings.HasPrefix(name, "ssh") {
		return nil
	}
	for i := range language().LegacyPatterns {
		family := &language().LegacyPatterns[i]
		rest, ok := strings.CutPrefix(name, family.Prefix)
		if !ok {
			continue
		}
		member, ok := strings.CutSuffix(rest, family.Suffix)
		if ok && member != "" && (!family.Digits || strings.Trim(member, "0123456789") == "") {
			return &Fact{Type: family.Type, Legacy: true, Replacement: strings.ReplaceAll(family.Replacement, "<>", member), Converted: family.Converted}
		}
	}
	return nil
}

// IsSame reports whether what replaces a legacy fact of some name holds the same value,
// and its path is known. That of a device is not if the name may stand for several: the
// legacy fact has an underscore for each character that facts cannot have in their names.
func (f *Fact) IsSame(name string) bool {
	if f.Replacement == "" || f.Converted || strings.ContainsAny(f.Replacement, "<> ") {
		return false
	}
	for _, prefix := range []string{"networking.interfaces.", "disks."} {
		if rest, ok := strings.CutPrefix(f.Replacement, prefix); ok && strings.Contains(rest[:strings.IndexByte(rest+".", '.')], "_") {
			return false
		}
	}
	return name != ""
}

// Expression is what reads the fact that replaces a legacy one, without the dollar:
// facts['os']['family'].
func (f *Fact) Expression() string {
	text := "facts"
	for _, key := range strings.Split(f.Replacement, ".") {
		key, index, isList := strings.Cut(key, "[")
		text += "['" + key + "']"
		if isList {
			text += "[" + index
		}
	}
	return text
}

// Advice says where what a legacy fact held is to be found, if it is.
func (f *Fact) Advice() string {
	switch {
	case f.Replacement == "":
		return ""
	case f.Converted:
		return "the structured fact '" + f.Replacement + "' holds the value in a different form"
	}
	return "the structured fact '" + f.Replacement + "' holds it"
}

// LegacyPattern is a family of legacy facts: Prefix, a name, Suffix.
type LegacyPattern struct {
	Prefix string `json:"prefix"`
	Suffix string `json:"suffix,omitempty"`
	// Digits says that the name in the middle is a number.
	Digits bool `json:"digits,omitempty"`
	// Type and Replacement are as in Fact; "<>" in Replacement stands for the
	// name in the middle.
	Type        string `json:"type"`
	Replacement string `json:"replacement"`
	Converted   bool   `json:"converted,omitempty"`
}
