package rules

import (
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/rules/flow"
	"puppet-lint/syntax"
)

var selfRelationship = Rule{
	Rule: diag.Rule{
		Name:       "self_relationship",
		Group:      diag.Correctness,
		Severity:   diag.Error,
		Summary:    "a resource is ordered before or after itself",
		Advice:     "name the other resource, or remove the relationship",
		Rationale:  "A resource that requires or notifies itself is a dependency cycle: the catalog compiles but cannot be applied. It should probably name another resource.",
		Bad:        []diag.Example{{Code: "service { 'ntpd':\n  ensure  => running,\n  require => [Package['ntp'], Service['ntpd']],\n}\n"}},
		Good:       []diag.Example{{Code: "service { 'ntpd':\n  ensure  => running,\n  require => Package['ntp'],\n}\n"}},
		Since:      "1.0.0",
		Supersedes: []string{"dependency_cycle"},
	},
	Visits: []Visit{resourceBodies(func(pass *Pass, body *resourceBody) {
		if body.IsClass {
			return
		}
		titles := map[string]bool{}
		collectTitles(body.Node.Title, titles)
		for i := range body.Attributes {
			switch set := &body.Attributes[i]; set.Name {
			case "require", "before", "notify", "subscribe":
				reportSelf(pass, body.Type, titles, set.Value)
			}
		}
	})},
}

// collectTitles collects titles that are the same in every evaluation, by their source:
// literals, and strings with interpolated variables.
func collectTitles(title syntax.Node, titles map[string]bool) {
	title = syntax.Unparenthesized(title)
	if list, isList := title.(*syntax.LiteralList); isList {
		for _, value := range list.Values {
			collectTitles(value, titles)
		}
		return
	}
	if text, isString := stringOf(title); isString {
		titles["="+text] = true
	} else if key, known := identityOf(title); known {
		titles[key] = true
	}
}

func reportSelf(pass *Pass, typeName string, titles map[string]bool, value syntax.Node) {
	switch value := syntax.Unparenthesized(value).(type) {
	case *syntax.LiteralList:
		for _, element := range value.Values {
			reportSelf(pass, typeName, titles, element)
		}
	case *syntax.AccessExpression:
		if !strings.EqualFold(flow.TypeName(value), typeName) {
			return
		}
		for _, key := range value.Keys {
			key = syntax.Unparenthesized(key)
			identity, known := identityOf(key)
			if text, isString := stringOf(key); isString {
				identity = "=" + text
			}
			if known && titles[identity] {
				pass.Report(pass.extent(value), pass.text(value)+" is the resource itself: the catalog can never be applied")
			}
		}
	}
}
