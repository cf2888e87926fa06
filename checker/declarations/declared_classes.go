package declarations

import (
	"strings"

	"puppet-lint/checker/program"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// DeclaredClasses are the classes that some code declares like resources, with parameters.
type DeclaredClasses struct {
	Names map[string]bool
	// Any means that some title is unknown, so that every class may be declared.
	Any bool
}

// Has reports whether some code may declare a class like a resource.
func (d *DeclaredClasses) Has(name string) bool { return d.Any || d.Names[name] }

// readDeclaredClasses reads the whole tree. It is only called when a class lacks data.
func (p *Declarations) readDeclaredClasses() *DeclaredClasses {
	found := &DeclaredClasses{Names: map[string]bool{}}
	for manifest := range p.AllManifests() {
		found.read(manifest)
	}
	return found
}

func (d *DeclaredClasses) read(manifest *module.Manifest) {
	if program.IsBroken(manifest) { // after a syntax error, any word may be the title of a class
		for _, token := range manifest.Tokens {
			if !token.Kind.IsTrivia() {
				d.Names[module.Normalize(strings.Trim(manifest.Source.Slice(token.Span), `'"`))] = true
			}
		}
	}
	syntax.Inspect(manifest.Program, func(node syntax.Node) bool {
		switch node := node.(type) {
		case *syntax.ResourceExpression:
			if program.LiteralText(node.TypeName) != "class" {
				return true
			}
			for _, body := range node.Bodies {
				d.add(body.Title)
			}
		case *syntax.CallNamedFunctionExpression:
			name := program.LiteralText(node.Functor)
			if (name == "create_resources" || name == "ensure_resource" || name == "ensure_resources") && len(node.Arguments) > 0 && program.LiteralText(node.Arguments[0]) == "class" {
				d.Any = true
			}
		}
		return true
	})
}

func (d *DeclaredClasses) add(title syntax.Node) {
	switch title := syntax.Unparenthesized(title).(type) {
	case *syntax.LiteralList:
		for _, value := range title.Values {
			d.add(value)
		}
	default:
		if text := program.LiteralText(title); text != "" {
			d.Names[module.Normalize(text)] = true
		} else {
			d.Any = true
		}
	}
}

// DeclaredIn returns the classes that a manifest declares like resources.
func DeclaredIn(manifest *module.Manifest) *DeclaredClasses {
	found := &DeclaredClasses{Names: map[string]bool{}}
	if manifest != nil {
		found.read(manifest)
	}
	return found
}
