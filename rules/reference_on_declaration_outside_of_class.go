package rules

import (
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var referenceOnDeclarationOutsideOfClass = Rule{
	Rule: communityRule(diag.Rule{
		Name:     "reference_on_declaration_outside_of_class",
		Group:    diag.Strict,
		Plugin:   "puppet-lint-reference_on_declaration_outside_of_class-check",
		Narrower: true,
		Summary:  "a reference to a resource that the same class does not declare",
		Advice:   "refer to the class that declares the resource",
		Rationale: "A relationship with a resource of another class breaks when that class renames the resource, and the " +
			"catalog fails when the class is not included. Refer to the class instead. The rule checks only literal " +
			"titles, and only types of which the class declares no resource with a computed title.",
		Bad:  examples("  service { 'a':\n    require => Package['b'],\n  }\n"),
		Good: examples("  package { 'b':\n    ensure => installed,\n  }\n  service { 'a':\n    require => Package['b'],\n  }\n"),
	}),
	Visits: []Visit{definitions(func(pass *Pass, definition *definition) {
		declared := declaredWithin(pass, definition)
		for _, reference := range declared.references {
			name, keys := typeReference(reference)
			name = strings.ToLower(strings.TrimPrefix(name, "::"))
			if name == "class" || declared.computed[name] || rubyTypes[strings.SplitN(pass.Source.Slice(pass.extent(reference)), "[", 2)[0]] {
				continue
			}
			for _, key := range keys {
				if title, isLiteral := literalText(key); isLiteral && !declared.titles[resourceTitle{name, title}] {
					pass.Report(pass.Token(reference.FirstToken()).Span, "reference on a resource type declaration not included in the same class")
					break
				}
			}
		}
	})},
}

// resourceTitle is a resource type and a literal title.
type resourceTitle struct{ kind, title string }

// declarations holds what a definition declares, and the references in it.
type declarations struct {
	// titles holds the declared resources, including those of included classes. computed holds
	// the types with titles that are not literal.
	titles     map[resourceTitle]bool
	computed   map[string]bool
	references []*syntax.AccessExpression
}

// declaredWithin returns the declarations of a definition, and the references in it.
func declaredWithin(pass *Pass, definition *definition) *declarations {
	found := &declarations{titles: map[resourceTitle]bool{}, computed: map[string]bool{}}
	inReference := map[syntax.Node]bool{}
	statementsWithin(definition.Node, func(node syntax.Node) {
		switch node := node.(type) {
		case *syntax.ResourceExpression:
			kind := strings.TrimPrefix(strings.ToLower(pass.Source.Slice(pass.extent(node.TypeName))), "::")
			for _, body := range node.Bodies {
				found.add(kind, body.Title)
			}
		case *syntax.CallNamedFunctionExpression:
			found.addCall(node)
		case *syntax.AttributeOperation:
			if relationshipAttributes[node.Name] && node.Value != nil {
				eachElement(node.Value, func(value syntax.Node) { inReference[value] = true })
			}
		case *syntax.RelationshipExpression:
			inReference[node.Left], inReference[node.Right] = true, true
		case *syntax.AccessExpression:
			if name, _ := typeReference(node); name != "" && inReference[node] {
				found.references = append(found.references, node)
			}
		}
	})
	return found
}

// add adds the resources that a title declares, which may be an array.
func (d *declarations) add(kind string, title syntax.Node) {
	eachElement(title, func(title syntax.Node) {
		if text, isLiteral := literalText(title); isLiteral {
			d.titles[resourceTitle{kind, strings.TrimPrefix(text, "::")}] = true
			d.titles[resourceTitle{kind, text}] = true
		} else {
			d.computed[kind] = true
		}
	})
}

// addCall adds what the call of a function that declares classes or resources declares.
func (d *declarations) addCall(node *syntax.CallNamedFunctionExpression) {
	name, isName := node.Functor.(*syntax.QualifiedName)
	if !isName {
		return
	}
	switch name.Value {
	case "include", "contain", "require":
		for _, argument := range node.Arguments {
			d.add("class", argument)
		}
	case "create_resources", "ensure_resource", "ensure_resources", "ensure_packages":
		d.computed["package"] = true
		if len(node.Arguments) > 0 {
			kind, _ := literalText(node.Arguments[0])
			d.computed[strings.TrimPrefix(kind, "::")] = true
		}
	}
}
