//go:build develop

package main

import (
	"slices"
	"strings"

	"puppet-lint/internal/document/ruby"
)

type typeAnswer struct {
	Name          string
	Attributes    []attributeAnswer
	Features      []string
	Automatic     []string
	Isomorphic    bool
	TitlePatterns bool `json:"title_patterns"`
}

type attributeAnswer struct {
	Name, Kind                                         string
	Namevar, Required, Array, Validate, Munge, Default bool
	Features, Values, Regexes                          []string
	Aliases                                            map[string]string
	ValueFeatures                                      map[string][]string `json:"value_features"`
}

type providerAnswer struct {
	Type, Name string
	Features   []string
}

func (c *comparison) compareType(got *ruby.Declarations, want typeAnswer) {
	c.count("types")
	index := slices.IndexFunc(got.Types, func(t *ruby.ResourceType) bool { return t.Name == want.Name })
	if index < 0 {
		if got.Open {
			c.note("type %s", want.Name)
		} else {
			c.differ("type %s is not read", want.Name)
		}
		return
	}
	t := got.Types[index]
	if t.Open {
		c.count("types that are open")
		c.note("type %s: %s", t.Name, t.OpenReason)
	}
	for _, attribute := range want.Attributes {
		own := t.Attribute(attribute.Name)
		switch {
		case own != nil:
			c.compareAttribute(t, own, attribute)
		case attribute.Name != "provider" && !t.Open:
			c.differ("%s: attribute %s is not read", t.Name, attribute.Name)
		}
	}
	for _, own := range t.Attributes {
		// An attribute declared under a condition is open and may be missing.
		if !(own.Open && t.Open) && !slices.ContainsFunc(want.Attributes, func(a attributeAnswer) bool { return a.Name == own.Name }) {
			c.differ("%s: Puppet knows no attribute %s", t.Name, own.Name)
		}
	}
	var features, automatic []string
	for _, feature := range t.Features {
		features = append(features, feature.Name)
	}
	for _, edge := range t.Automatic {
		automatic = append(automatic, edge.Kind+" "+edge.Type)
	}
	c.compareNames(t.Name+": features", features, want.Features, t.Open)
	c.compareNames(t.Name+": automatic relations", automatic, want.Automatic, true)
	if t.NotIsomorphic == want.Isomorphic {
		c.differ("%s: isomorphic is %v", t.Name, want.Isomorphic)
	}
	if t.CustomTitlePatterns != want.TitlePatterns && !t.Open {
		c.differ("%s: title_patterns: %v", t.Name, want.TitlePatterns)
	}
}

// compareNames compares names. They must be equal or, if open is true, each of got must be in
// want.
func (c *comparison) compareNames(what string, got, want []string, open bool) {
	got, want = slices.Clone(got), slices.Clone(want)
	slices.Sort(got)
	slices.Sort(want)
	got, want = slices.Compact(got), slices.Compact(want)
	for _, name := range got {
		if !slices.Contains(want, name) {
			c.differ("%s: we have %q, Puppet has not", what, name)
		}
	}
	for _, name := range want {
		if !open && !slices.Contains(got, name) {
			c.differ("%s: Puppet has %q, we have not", what, name)
		}
	}
}

func (c *comparison) compareAttribute(t *ruby.ResourceType, got *ruby.Attribute, want attributeAnswer) {
	c.count("attributes")
	what := t.Name + "." + got.Name
	if got.Open {
		c.count("attributes that are open")
		c.note("attribute %s", what)
	}
	if (got.Kind == ruby.Property) != (want.Kind == "property") {
		c.differ("%s: Puppet says it is a %s", what, want.Kind)
	}
	for _, flag := range []struct {
		name      string
		got, want bool
	}{
		{"namevar", got.Namevar, want.Namevar}, {"required", got.Required, want.Required}, {"array_matching", got.ArrayMatchingAll, want.Array},
		{"validate", got.Validate, want.Validate}, {"munge", got.Munge, want.Munge}, {"default", got.Default.Exists, want.Default},
	} {
		if flag.got != flag.want && !(got.Open && !flag.got) {
			c.differ("%s: %s is %v for us, %v for Puppet", what, flag.name, flag.got, flag.want)
		}
	}
	var values, regexes []string
	aliases := map[string]string{}
	features := map[string][]string{}
	for _, value := range got.Values {
		if value.Regex {
			regexes = append(regexes, value.Name)
		} else {
			values = append(values, value.Name)
		}
		for _, alias := range value.Aliases {
			aliases[alias] = value.Name
		}
		features[value.Name] = value.Features
	}
	c.compareNames(what+": values", values, want.Values, got.Open)
	c.compareNames(what+": patterns", regexes, want.Regexes, got.Open)
	c.compareNames(what+": features", got.Features, want.Features, got.Open)
	c.compareNames(what+": aliases", pairs(aliases), pairs(want.Aliases), got.Open)
	for name, wanted := range want.ValueFeatures {
		c.compareNames(what+": features of "+name, features[name], wanted, got.Open)
	}
}

func pairs(m map[string]string) []string {
	var list []string
	for key, value := range m {
		list = append(list, key+"="+value)
	}
	return list
}

func (c *comparison) compareProvider(got *ruby.Declarations, want providerAnswer) {
	c.count("providers")
	for _, p := range got.Providers {
		if p.Type == want.Type && p.Name == want.Name {
			c.compareNames("provider "+p.Type+"/"+p.Name, p.Features, want.Features, p.Open || p.Parent != "")
			if p.Open {
				c.count("providers that are open")
			}
			return
		}
	}
	if !got.Open && !strings.HasPrefix(want.Type, "_") {
		c.differ("provider %s/%s is not read", want.Type, want.Name)
	}
}
