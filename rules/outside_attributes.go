package rules

import (
	"strings"

	"puppet-lint/syntax"
)

// outsideAttributes holds the attributes that the file sets outside resource bodies: in
// defaults, overrides and collectors. They are grouped by the type's name in lower case. If an
// attribute is set several times, the first counts.
type outsideAttributes struct {
	byType map[string][]*syntax.AttributeOperation
	known  map[[2]string]bool
	// vague holds the types that get attributes with unknown names.
	vague map[string]bool
}

// outsideAttributes returns the outside attributes of the file. All rules share them.
func (p *Pass) outsideAttributes() *outsideAttributes {
	if p.fileRun.outside == nil {
		found := &outsideAttributes{byType: map[string][]*syntax.AttributeOperation{}, known: map[[2]string]bool{}, vague: map[string]bool{}}
		syntax.Inspect(p.File.Program, func(node syntax.Node) bool {
			switch node := node.(type) {
			case *syntax.ResourceDefaultsExpression:
				found.add(node.TypeRef, node.Operations)
			case *syntax.ResourceOverrideExpression:
				found.add(node.Resources, node.Operations)
			case *syntax.CollectExpression:
				found.add(node.TypeExpr, node.Operations)
			}
			return true
		})
		p.fileRun.outside = found
	}
	return p.fileRun.outside
}

func (o *outsideAttributes) add(target syntax.Node, operations []syntax.Node) {
	if access, ok := target.(*syntax.AccessExpression); ok {
		target = access.Left
	}
	name := "*"
	if reference, ok := target.(*syntax.QualifiedReference); ok && reference.Value != "Resource" {
		name = strings.ToLower(strings.TrimPrefix(reference.Value, "::"))
	}
	for _, operation := range operations {
		set, ok := operation.(*syntax.AttributeOperation)
		if !ok {
			o.vague[name] = true
		} else if key := [2]string{name, set.Name}; !o.known[key] {
			o.known[key] = true
			o.byType[name] = append(o.byType[name], set)
		}
	}
}

// effective holds what the file shows of a resource's attributes.
type effective struct {
	// values maps names to values. The resource's own attributes precede defaults.
	values map[string]syntax.Node
	// vague is set if there may be other attributes, or other values.
	vague bool
}

// effectiveAttributes collects the attributes of a resource body from all parts of the file
// that set them.
// It caches the answer for the last body.
func (p *Pass) effectiveAttributes(body *resourceBody) effective {
	if run := p.fileRun; run.effectiveOf != body.Node {
		run.effectiveOf, run.effective = body.Node, p.collectAttributes(body)
	}
	return p.fileRun.effective
}

func (p *Pass) collectAttributes(body *resourceBody) effective {
	result := effective{values: map[string]syntax.Node{}}
	result.take(body.Node.Operations)
	if expression, ok := p.cursor.Node().(*syntax.ResourceExpression); ok {
		for _, other := range p.defaultBodies(expression) {
			result.take(other.Operations)
		}
	}
	outside := p.outsideAttributes()
	for _, name := range []string{strings.ToLower(body.Type), "*"} {
		result.vague = result.vague || outside.vague[name]
		for _, set := range outside.byType[name] {
			result.set(set.Name, set.Value)
		}
	}
	return result
}

// defaultBodies returns the bodies of a resource expression with the title default. It caches
// the answer for the last expression.
func (p *Pass) defaultBodies(expression *syntax.ResourceExpression) []*syntax.ResourceBody {
	run := p.fileRun
	if run.defaultsOf != expression {
		run.defaultsOf, run.defaults = expression, nil
		for _, other := range expression.Bodies {
			if other.Title != nil && other.Title.Kind() == syntax.KindLiteralDefault {
				run.defaults = append(run.defaults, other)
			}
		}
	}
	return run.defaults
}

func (e *effective) take(operations []syntax.Node) {
	for _, operation := range operations {
		switch operation := operation.(type) {
		case *syntax.AttributeOperation:
			e.set(operation.Name, operation.Value)
		case *syntax.AttributesOperation:
			hash, isLiteral := syntax.Unparenthesized(operation.Expr).(*syntax.LiteralHash)
			if !isLiteral {
				e.vague = true
				continue
			}
			for _, entry := range hash.Entries {
				if name, known := stringOf(entry.Key); known {
					e.set(name, entry.Value)
				} else {
					e.vague = true
				}
			}
		default:
			e.vague = true
		}
	}
}

func (e *effective) set(name string, value syntax.Node) {
	if e.values[name] == nil {
		e.values[name] = value
	}
}

// has reports whether one of the attributes is set, or may be.
func (e *effective) has(names ...string) bool {
	for _, name := range names {
		if e.values[name] != nil {
			return true
		}
	}
	return e.vague
}
