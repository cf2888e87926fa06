package documents

import (
	"strings"

	"puppet-lint/checker/program"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// embeddedCalls holds the calls of epp() in the whole tree. A template without parameters sees
// the variables that these calls pass and those of top scope, and nothing else (EppEvaluator).
type embeddedCalls struct {
	// byTemplate holds the calls by the name of the template, with ".epp".
	byTemplate map[string][]*syntax.CallNamedFunctionExpression
	// named holds the templates whose names appear elsewhere, so that other code may render
	// them. dynamic holds the modules with code that renders a template with a computed name;
	// outside means that there is such code outside of all modules.
	named, dynamic map[string]bool
	outside        bool
}

func (p *Documents) readEmbeddedCalls() *embeddedCalls {
	found := &embeddedCalls{byTemplate: map[string][]*syntax.CallNamedFunctionExpression{}, named: map[string]bool{}, dynamic: map[string]bool{}}
	for manifest := range p.AllManifests() {
		found.addFrom(manifest)
	}
	for _, owner := range p.Tree.Modules {
		for _, manifest := range p.Tree.Documents.EmbeddedTemplates(owner) {
			found.addFrom(manifest)
		}
		for _, template := range p.Tree.Documents.RubyTemplates(owner) {
			for _, call := range template.Calls {
				for _, text := range call.Strings {
					found.named[withExtension(text.Text)] = true
				}
			}
		}
	}
	return found
}

func withExtension(name string) string { return strings.TrimSuffix(name, ".epp") + ".epp" }

// addFrom adds the calls in a manifest or template.
func (c *embeddedCalls) addFrom(manifest *module.Manifest) {
	names := map[syntax.Node]bool{} // first arguments of epp()
	syntax.Inspect(manifest.Program, func(node syntax.Node) bool {
		switch node := node.(type) {
		case *syntax.CallNamedFunctionExpression:
			if program.LiteralText(node.Functor) == "epp" && len(node.Arguments) > 0 {
				if text := program.LiteralText(node.Arguments[0]); text != "" {
					names[node.Arguments[0]] = true
					c.byTemplate[withExtension(text)] = append(c.byTemplate[withExtension(text)], node)
				} else {
					c.addDynamic(manifest)
				}
			}
		case *syntax.CallMethodExpression:
			if access, ok := node.Functor.(*syntax.NamedAccessExpression); ok && program.LiteralText(access.Right) == "epp" {
				c.addDynamic(manifest)
			}
		case *syntax.LiteralString:
			if strings.HasSuffix(node.Value, ".epp") && !names[node] {
				c.named[node.Value] = true
			}
		}
		return true
	})
}

func (c *embeddedCalls) addDynamic(manifest *module.Manifest) {
	if manifest.Module == nil {
		c.outside = true
	} else {
		c.dynamic[manifest.Module.Name] = true
	}
}

// GivenTo returns the names of the variables that calls pass to a template. known is false if
// other calls, which the tree does not show, may pass other variables.
func (p *Documents) GivenTo(template *module.Manifest) (names map[string]bool, known bool) {
	owner, relative := p.Tree.ModuleOf(template.Source.Name)
	rest, inTemplates := strings.CutPrefix(relative, "templates/")
	if owner == nil || !inTemplates {
		return nil, false
	}
	all := p.embeddedCalls()
	name := owner.Name + "/" + rest
	calls := all.byTemplate[name]
	if len(calls) == 0 || all.outside || all.dynamic[owner.Name] || all.named[name] {
		return nil, false
	}
	names = map[string]bool{}
	for _, call := range calls {
		if len(call.Arguments) < 2 {
			continue
		}
		hash, ok := syntax.Unparenthesized(call.Arguments[1]).(*syntax.LiteralHash)
		if !ok {
			return nil, false
		}
		for _, entry := range hash.Entries {
			key := program.LiteralText(entry.Key)
			if key == "" {
				return nil, false
			}
			names[key] = true
		}
	}
	return names, true
}
