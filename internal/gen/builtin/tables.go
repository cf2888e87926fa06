//go:build develop

package main

import (
	"fmt"
	"slices"
	"strings"

	"puppet-lint/module/builtin"
)

type rawAttribute struct {
	Name           string            `json:"name"`
	Kind           string            `json:"kind"`
	Namevar        bool              `json:"namevar"`
	Required       bool              `json:"required"`
	Values         []string          `json:"values"`
	Regexes        []string          `json:"regexes"`
	Aliases        map[string]string `json:"aliases"`
	Boolean        bool              `json:"boolean"`
	Base           string            `json:"base"`
	ArrayMatching  string            `json:"array_matching"`
	Default        any               `json:"default"`
	Features       []string          `json:"features"`
	CustomValidate bool              `json:"custom_validate"`
	CustomMunge    bool              `json:"custom_munge"`
	ReadOnly       bool              `json:"read_only"`
}

func resourceTypeTable(folder string) (map[string]*builtin.ResourceType, []builtin.Attribute, error) {
	var raw struct {
		Metaparameters []rawAttribute `json:"metaparameters"`
		Types          []struct {
			Name          string         `json:"name"`
			Module        string         `json:"module"`
			Ensurable     bool           `json:"ensurable"`
			Internal      bool           `json:"internal"`
			KeyAttributes []string       `json:"key_attributes"`
			Attributes    []rawAttribute `json:"attributes"`
			Autorequire   []string       `json:"autorequire"`
			Providers     []struct {
				Name string `json:"name"`
			} `json:"providers"`
			Differs map[string]struct {
				AttributesAbsent []string `json:"attributes_absent"`
			} `json:"differs"`
		} `json:"types"`
	}
	if err := read(folder, "resource_types.json", &raw); err != nil {
		return nil, nil, err
	}
	table := map[string]*builtin.ResourceType{}
	for _, from := range raw.Types {
		to := &builtin.ResourceType{
			Module: from.Module, Ensurable: from.Ensurable, Internal: from.Internal,
			Namevars: from.KeyAttributes, Autorequires: from.Autorequire,
		}
		if to.Module == "puppet" {
			to.Module = ""
		}
		for _, provider := range from.Providers {
			to.Providers = append(to.Providers, provider.Name)
		}
		for i := range from.Attributes {
			attribute := convertAttribute(&from.Attributes[i])
			for version, differs := range from.Differs {
				if slices.Contains(differs.AttributesAbsent, attribute.Name) {
					major, _, _ := strings.Cut(version, ".")
					attribute.AbsentIn = append(attribute.AbsentIn, major)
				}
			}
			slices.Sort(attribute.AbsentIn)
			to.Attributes = append(to.Attributes, attribute)
		}
		table[from.Name] = to
	}
	var metaparameters []builtin.Attribute
	for i := range raw.Metaparameters {
		metaparameters = append(metaparameters, convertAttribute(&raw.Metaparameters[i]))
	}
	return table, metaparameters, nil
}

func convertAttribute(raw *rawAttribute) builtin.Attribute {
	attribute := builtin.Attribute{
		Name: raw.Name, Property: raw.Kind == "property", Namevar: raw.Namevar, Required: raw.Required,
		ReadOnly: raw.ReadOnly, Boolean: raw.Boolean, Validated: raw.CustomValidate || raw.Base != "", Munged: raw.CustomMunge,
		Array: raw.ArrayMatching == "all", Values: raw.Values, Patterns: raw.Regexes, Features: raw.Features,
	}
	for alias := range raw.Aliases {
		attribute.Values = append(attribute.Values, alias)
	}
	slices.Sort(attribute.Values[len(raw.Values):])
	if raw.Default != nil {
		attribute.Default = fmt.Sprint(raw.Default)
	}
	return attribute
}

type rawFact struct {
	Path        string `json:"path"`
	Name        string `json:"name"`
	Type        string `json:"type"`
	Open        bool   `json:"open"`
	Legacy      bool   `json:"legacy"`
	Optional    bool   `json:"optional"`
	Pattern     string `json:"pattern"`
	Replacement string `json:"replacement"`
	Conversion  any    `json:"conversion"`
}

// factTable returns the table of facts, and a Language with what the input contains about
// variables and families of facts.
func factTable(folder string) (map[string]*builtin.Fact, *builtin.Language, error) {
	var raw struct {
		Facts          []rawFact                `json:"facts"`
		Unlisted       []rawFact                `json:"facts_in_source_not_in_schema"`
		Legacy         []rawFact                `json:"legacy"`
		LegacyPatterns []rawFact                `json:"legacy_patterns"`
		AddedByPuppet  []rawFact                `json:"facts_added_by_puppet"`
		Trusted        struct{ Keys []rawFact } `json:"trusted"`
		ServerFacts    struct{ Keys []rawFact } `json:"server_facts"`
		Variables      []struct {
			Name, Type string
			Scopes     []string
			Optional   bool
		} `json:"variables"`
	}
	if err := read(folder, "core_facts.json", &raw); err != nil {
		return nil, nil, err
	}
	table := factsOf(slices.Concat(raw.Facts, raw.AddedByPuppet), raw.Unlisted, raw.Legacy)
	language := &builtin.Language{
		Trusted: paths(raw.Trusted.Keys, "trusted."), ServerFacts: paths(raw.ServerFacts.Keys, "server_facts."),
		TopVariables: map[string]string{},
	}
	for _, variable := range raw.Variables {
		if !slices.Contains(variable.Scopes, "top") || strings.Contains(variable.Name, "*") {
			continue
		}
		language.TopVariables[variable.Name] = optional(variable.Type, variable.Optional)
	}
	for _, family := range raw.LegacyPatterns {
		for _, pattern := range legacyPatterns(family, raw.Facts) {
			if pattern.Suffix == "" && strings.Contains(pattern.Prefix, "ssh") { // a whole name
				algorithm := strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(pattern.Prefix, "sshfp_"), "ssh"), "key")
				replacement := strings.ReplaceAll(pattern.Replacement, "<>", algorithm)
				table[pattern.Prefix] = &builtin.Fact{Type: "String", Legacy: true, Replacement: replacement, Converted: pattern.Converted}
				continue
			}
			language.LegacyPatterns = append(language.LegacyPatterns, pattern)
		}
	}
	return table, language, nil
}

// factsOf returns the table of facts, by path. unlisted are facts that only Facter's source names.
// legacy are the legacy facts, with the facts that replace them.
func factsOf(facts, unlisted, legacy []rawFact) map[string]*builtin.Fact {
	table := map[string]*builtin.Fact{}
	for _, fact := range facts {
		if fact.Legacy && strings.Contains(fact.Path, "<") {
			continue // a family: see LegacyPatterns
		}
		table[fact.Path] = &builtin.Fact{Type: fact.Type, Open: fact.Open, Legacy: fact.Legacy}
	}
	for _, fact := range unlisted {
		if table[fact.Path] == nil {
			table[fact.Path] = &builtin.Fact{Type: "Any"}
		}
	}
	for _, fact := range legacy {
		if table[fact.Name] == nil {
			table[fact.Name] = &builtin.Fact{Type: "String"}
		}
		entry := table[fact.Name]
		entry.Legacy, entry.Replacement, entry.Converted = true, fact.Replacement, fact.Conversion != nil
	}
	for path := range table {
		if dot := strings.LastIndexByte(path, '.'); dot >= 0 && table[path[:dot]] != nil {
			parent := table[path[:dot]]
			parent.Keys = append(parent.Keys, path[dot+1:])
			slices.Sort(parent.Keys)
		}
	}
	return table
}

func paths(keys []rawFact, prefix string) map[string]string {
	types := map[string]string{}
	for _, key := range keys {
		types[strings.TrimPrefix(key.Path, prefix)] = optional(key.Type, key.Optional)
	}
	return types
}

func optional(text string, isOptional bool) string {
	if isOptional && !strings.HasPrefix(text, "Optional[") && text != "Any" {
		return "Optional[" + text + "]"
	}
	return text
}

// legacyPatterns converts a family such as zone_(.+)_(brand|id) to prefixes and suffixes, one
// for each alternative.
func legacyPatterns(family rawFact, facts []rawFact) []builtin.LegacyPattern {
	template := strings.TrimSuffix(strings.TrimPrefix(family.Pattern, "^"), "$")
	templates := []string{template}
	if open := strings.LastIndexByte(template, '('); strings.Contains(template[open:], "|") {
		end := open + strings.IndexByte(template[open:], ')')
		templates = nil
		for _, word := range strings.Split(template[open+1:end], "|") {
			templates = append(templates, template[:open]+word+template[end+1:])
		}
	}
	var patterns []builtin.LegacyPattern
	for _, template := range templates {
		prefix, rest, _ := strings.Cut(template, "(")
		group, suffix, _ := strings.Cut(rest, ")")
		pattern := builtin.LegacyPattern{
			Prefix: prefix, Suffix: suffix, Digits: group == "[0-9]+", Type: "String",
			Replacement: family.Replacement, Converted: family.Conversion != nil,
		}
		if open := strings.IndexByte(pattern.Replacement, '<'); open >= 0 {
			end := open + strings.IndexByte(pattern.Replacement[open:], '>')
			pattern.Replacement = pattern.Replacement[:open] + "<>" + pattern.Replacement[end+1:]
		}
		pattern.Replacement = strings.Replace(pattern.Replacement, "<attribute>", strings.Replace(strings.TrimPrefix(suffix, "_"), "iptype", "ip_type", 1), 1)
		for _, fact := range facts {
			if fact.Legacy && strings.HasPrefix(fact.Path, prefix+"<") && strings.HasSuffix(fact.Path, ">"+suffix) {
				pattern.Type = fact.Type
			}
		}
		patterns = append(patterns, pattern)
	}
	return patterns
}

func readLanguage(folder string, language *builtin.Language) error {
	type names struct {
		Names []string `json:"names"`
	}
	var raw struct {
		ReservedTypeNames      names `json:"reserved_type_names"`
		ReservedParameterNames names `json:"reserved_parameter_names"`
		StatementCalls         names `json:"statement_calls"`
		BuiltinTypes           names `json:"builtin_types"`
		LoaderTypes            names `json:"loader_types"`
		BuiltinTypeAliases     struct {
			Aliases map[string]string `json:"aliases"`
		} `json:"builtin_type_aliases"`
	}
	if err := read(folder, "language.json", &raw); err != nil {
		return err
	}
	language.ReservedTypeNames = raw.ReservedTypeNames.Names
	language.ReservedParameterNames = raw.ReservedParameterNames.Names
	language.StatementFunctions = raw.StatementCalls.Names
	language.DataTypes = raw.BuiltinTypes.Names
	language.LoaderTypes = raw.LoaderTypes.Names
	language.TypeAliases = raw.BuiltinTypeAliases.Aliases
	return nil
}

// stdlibTypes returns the lines of stdlib's type aliases, sorted by name.
func stdlibTypes(folder string) (string, error) {
	var stdlib struct {
		TypeAliases []struct {
			Name, Type string
		} `json:"type_aliases"`
	}
	if err := read(folder, "stdlib_functions.json", &stdlib); err != nil {
		return "", err
	}
	var lines []string
	for _, alias := range stdlib.TypeAliases {
		lines = append(lines, alias.Name+"\t"+alias.Type+"\n")
	}
	slices.Sort(lines)
	return strings.Join(lines, ""), nil
}
