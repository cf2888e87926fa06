package builtin

import (
	"iter"
	"strings"
)

// Fact is a core fact, a part of a structured one, or a legacy fact. Its name is its path, with
// dots between the segments: "os.family". A segment in angle brackets matches any name, as in
// "disks.<devicename>.size".
type Fact struct {
	// Type is the type of the fact's value. No fact exists on every platform.
	Type string `json:"type"`
	// Open is set if a Hash has more keys than those listed.
	Open bool `json:"open,omitempty"`
	// Legacy is set for a flat fact that Puppet 8 no longer sends. Replacement is the path of
	// the fact that replaces it. Converted is set if that fact's value has a different form.
	Legacy      bool   `json:"legacy,omitempty"`
	Replacement string `json:"replacement,omitempty"`
	Converted   bool   `json:"converted,omitempty"`
	// Keys are the names of the parts of a structured fact, sorted.
	Keys []string `json:"keys,omitempty"`

	// steps are the keys of Replacement if it contains the name of a device, which may have dots.
	steps []string
}

var facts = table[Fact]{lines: lines{text: factsText}}

// FindFact returns the fact at path, or nil. Segments in angle brackets match only themselves:
// see AnyKey.
func FindFact(path string) *Fact { return facts.find(path) }

// FactNames returns the paths of all facts, sorted.
func FactNames() iter.Seq[string] { return facts.names() }

// AnyKey returns the segment in angle brackets among the keys of the fact, or "". It describes
// the values of all keys that are not listed.
func (f *Fact) AnyKey() string {
	for _, key := range f.Keys {
		if strings.HasPrefix(key, "<") {
			return key
		}
	}
	return ""
}

// LegacyFact returns the legacy fact called name, or nil. Members of families such as
// ipaddress_<interface> are found, too: ipaddress_eth0.
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
			fact := &Fact{Type: family.Type, Legacy: true, Replacement: strings.ReplaceAll(family.Replacement, "<>", member), Converted: family.Converted}
			for _, step := range strings.Split(family.Replacement, ".") {
				fact.steps = append(fact.steps, strings.ReplaceAll(step, "<>", member))
			}
			return fact
		}
	}
	return nil
}

// IsCertain reports whether the name of a legacy fact can hardly be anything else. Any word may follow
// the prefix of a family, but $ipaddress_primary and $network_options are rather facts or variables of a site:
// the names of interfaces have digits or, on Windows, capital letters, apart from a few.
func (f *Fact) IsCertain() bool {
	if f.steps == nil || !strings.HasPrefix(f.Replacement, "networking.interfaces.") {
		return true
	}
	device := f.steps[2]
	return strings.ContainsAny(device, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ") || device == "lo" || device == "docker_gwbridge" || strings.HasPrefix(device, "br_")
}

// IsSame reports whether the replacement of a legacy fact holds the same value at a known path.
// The path of a device is not known if its name has an underscore, which replaces any character
// that facts cannot have in their names.
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

// replacementSteps returns the keys of the replacement of a legacy fact. The last may have an
// index in brackets.
func (f *Fact) replacementSteps() []string {
	if f.steps != nil {
		return f.steps
	}
	return strings.Split(f.Replacement, ".")
}

// DataKey returns the replacement of a legacy fact as an interpolation in data names it, but
// without the leading "facts.": processors.models.12. Keys with dots are in quotes.
func (f *Fact) DataKey() string {
	var keys []string
	for _, step := range f.replacementSteps() {
		key, index, isList := strings.Cut(step, "[")
		if strings.Contains(key, ".") {
			key = `"` + key + `"`
		}
		keys = append(keys, key)
		if isList {
			keys = append(keys, strings.TrimSuffix(index, "]"))
		}
	}
	return strings.Join(keys, ".")
}

// Expression returns the expression that reads the replacement of a legacy fact, without the
// dollar: facts['os']['family'].
func (f *Fact) Expression() string {
	text := "facts"
	for _, key := range f.replacementSteps() {
		key, index, isList := strings.Cut(key, "[")
		text += "['" + key + "']"
		if isList {
			text += "[" + index
		}
	}
	return text
}

// Advice says where to find the value of a legacy fact. It is "" if the fact has no replacement.
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
	// Digits is set if the name in the middle is a number.
	Digits bool `json:"digits,omitempty"`
	// Type and Replacement are as in Fact. "<>" in Replacement is replaced by the name in the
	// middle.
	Type        string `json:"type"`
	Replacement string `json:"replacement"`
	Converted   bool   `json:"converted,omitempty"`
}
