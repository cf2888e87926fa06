package symbols

import (
	"strings"

	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// typeOf returns the symbol whose parameters the resources of a type expression have: Foo,
// Foo['x'] or foo. It returns the zero Symbol if that is not known.
func (c *collector) typeOf(node syntax.Node) Symbol {
	switch node := syntax.Unparenthesized(node).(type) {
	case *syntax.QualifiedReference:
		return Symbol{Kind: TypeName, Name: module.Normalize(node.Value)}
	case *syntax.QualifiedName:
		return Symbol{Kind: TypeName, Name: module.Normalize(node.Value)}
	case *syntax.AccessExpression:
		owner := c.typeOf(node.Left)
		if owner.Name != "class" {
			return owner
		}
		if len(node.Keys) == 1 {
			if name, _, ok := c.text(node.Keys[0]); ok {
				return Symbol{Kind: Class, Name: module.Normalize(name)}
			}
		}
	}
	return Symbol{}
}

// access adds the names in the brackets of Foo['title'], Class['name'],
// Foo['title']['parameter'] and $facts['name'].
func (c *collector) access(node *syntax.AccessExpression) {
	switch left := node.Left.(type) {
	case *syntax.QualifiedReference:
		c.accessType(module.Normalize(left.Value), node)
	case *syntax.AccessExpression:
		if _, isType := left.Left.(*syntax.QualifiedReference); isType && len(node.Keys) == 1 {
			if name, span, ok := c.text(node.Keys[0]); ok {
				c.understand(node.Keys[0])
				c.parameterOf(c.typeOf(left), name, span, Use)
			}
		}
	case *syntax.VariableExpression:
		if name := strings.TrimPrefix(left.Name, "::"); name == "facts" && len(node.Keys) == 1 {
			if fact, span, ok := c.text(node.Keys[0]); ok {
				c.understand(node.Keys[0])
				c.occur(Occurrence{Symbol: Symbol{Kind: Fact, Name: fact}, Span: span})
			}
		}
	}
}

func (c *collector) accessType(name string, node *syntax.AccessExpression) {
	keys := node.Keys
	switch name {
	case "class":
		for _, key := range keys {
			c.texts(key, func(_ syntax.Node, text string, span source.Span) { c.name(Class, Use, text, span) })
			c.computed(key, Class)
		}
		return
	case "resource":
		if len(keys) == 0 {
			return
		}
		if text, span, ok := c.text(keys[0]); ok {
			c.understand(keys[0])
			c.name(TypeName, Use, text, span)
			name, keys = module.Normalize(text), keys[1:]
		}
	case "string", "integer", "float", "enum", "pattern", "regexp", "struct", "array", "hash", "optional", "variant", "notundef", "tuple", "collection",
		"callable", "type", "sensitive", "runtime", "boolean", "typereference", "typealias", "object", "init", "timestamp", "timespan", "semver", "semverrange",
		"deferred", "iterable", "iterator", "uri", "any", "scalar", "data":
		for _, key := range keys {
			c.take(key)
		}
		return
	}
	for _, key := range keys {
		c.texts(key, func(_ syntax.Node, text string, span source.Span) {
			c.occur(Occurrence{Symbol: Symbol{Kind: Resource, In: TypeName, Owner: name, Name: text}, Span: span})
		})
	}
}

// take marks the texts in a node, such as the strings of an Enum or the keys of a Struct, so
// that they do not count as names.
func (c *collector) take(node syntax.Node) {
	syntax.Inspect(node, func(node syntax.Node) bool {
		if _, isText := node.(*syntax.LiteralString); isText {
			c.understand(node)
		}
		return true
	})
}

// resource adds a resource with its title and attributes, and visits its parts.
func (c *collector) resource(node *syntax.ResourceExpression) {
	name, span, ok := c.text(node.TypeName)
	kind := module.Normalize(name)
	switch {
	case !ok:
		c.visit(node.TypeName)
	case kind == "class":
	default:
		c.understand(node.TypeName)
		c.name(TypeName, Declaration, name, span)
	}
	for _, body := range node.Bodies {
		owners := []Symbol{{Kind: TypeName, Name: kind}}
		if kind == "class" {
			owners = nil
			c.texts(body.Title, func(_ syntax.Node, text string, span source.Span) {
				c.name(Class, Declaration, text, span)
				owners = append(owners, Symbol{Kind: Class, Name: module.Normalize(text)})
			})
			c.computed(body.Title, Class)
			if len(owners) == 0 {
				owners = []Symbol{{Kind: Class}}
			}
		} else if ok {
			c.texts(body.Title, func(_ syntax.Node, text string, span source.Span) {
				c.occur(Occurrence{Symbol: Symbol{Kind: Resource, In: TypeName, Owner: kind, Name: text}, Span: span, Role: Definition})
			})
		} else {
			owners = c.ofTypeExpression(node.TypeName)
		}
		c.visit(body.Title)
		for _, owner := range owners {
			c.attributes(owner, body.Operations)
		}
		for _, operation := range body.Operations {
			c.visit(operation)
		}
	}
}

// ofTypeExpression returns the type of Resource['x'] { … }. The name of the symbol is empty if
// the type is not known.
func (c *collector) ofTypeExpression(node syntax.Node) []Symbol {
	if access, ok := node.(*syntax.AccessExpression); ok && c.typeOf(access.Left).Name == "resource" && len(access.Keys) == 1 {
		if name, _, ok := c.text(access.Keys[0]); ok {
			return []Symbol{{Kind: TypeName, Name: module.Normalize(name)}}
		}
	}
	if owner := c.typeOf(node); owner.Name != "" && owner.Name != "resource" {
		return []Symbol{owner}
	}
	return []Symbol{{Kind: TypeName}}
}

// attributes adds the parameters of owner that attribute operations set.
func (c *collector) attributes(owner Symbol, operations []syntax.Node) {
	for _, operation := range operations {
		switch operation := operation.(type) {
		case *syntax.AttributeOperation:
			c.parameterOf(owner, operation.Name, c.file.Token(int(operation.NameToken)).Span, Gives)
		case *syntax.AttributesOperation:
			c.keys(owner, operation.Expr)
		}
	}
}

// keys adds the keys of a hash as parameters of owner, or notes that they are not known.
func (c *collector) keys(owner Symbol, node syntax.Node) {
	switch hash := syntax.Unparenthesized(node).(type) {
	case *syntax.LiteralHash:
		for _, entry := range hash.Entries {
			if name, span, ok := c.text(entry.Key); ok {
				c.understand(entry.Key)
				c.parameterOf(owner, name, span, Gives)
			} else {
				c.given(owner, entry.Key)
			}
		}
	case *syntax.ArithmeticExpression: // $defaults + { … }
		c.keys(owner, hash.Left)
		c.keys(owner, hash.Right)
	case nil, *syntax.LiteralUndef:
	default:
		if only := c.onlyHash(hash); only != nil {
			c.keys(owner, only)
			return
		}
		keys, known := c.keysOf(hash, false)
		c.Given = append(c.Given, Given{Span: c.file.Extent(hash), Owner: owner, Keys: keys, IsComplete: known})
	}
}

func (c *collector) given(owner Symbol, node syntax.Node) {
	c.Given = append(c.Given, Given{Span: c.file.Extent(node), Owner: owner})
}

func (c *collector) parameterOf(owner Symbol, name string, span source.Span, role Role) {
	switch {
	case owner.Kind == 0 || name == "":
		return
	case owner.Name == "":
		c.mention(name, span) // of a type or class that is not known
		return
	}
	c.occur(Occurrence{Symbol: Symbol{Kind: Variable, In: owner.Kind, Owner: owner.Name, Name: name}, Span: span, Role: role})
}

// override adds the attributes of Foo['x'] { … }. Foo may be Class.
func (c *collector) override(node *syntax.ResourceOverrideExpression) {
	access, ok := node.Resources.(*syntax.AccessExpression)
	if !ok {
		c.attributes(c.typeOf(node.Resources), node.Operations)
		return
	}
	switch owner := c.typeOf(access.Left); owner.Name {
	case "class":
	case "resource": // Resource['foo', 'x'] { … }
		owner = Symbol{Kind: TypeName}
		if len(access.Keys) > 0 {
			if name, _, ok := c.text(access.Keys[0]); ok {
				owner.Name = module.Normalize(name)
			}
		}
		c.attributes(owner, node.Operations)
		return
	default:
		c.attributes(owner, node.Operations)
		return
	}
	for _, key := range access.Keys {
		if name, _, ok := c.text(key); ok {
			c.attributes(Symbol{Kind: Class, Name: module.Normalize(name)}, node.Operations)
		}
	}
}

// collect adds the parameters in the query and in the overrides of a collector.
func (c *collector) collect(node *syntax.CollectExpression) {
	owner := c.typeOf(node.TypeExpr)
	if owner.Name == "class" {
		owner = Symbol{} // of any class
	}
	c.attributes(owner, node.Operations)
	syntax.Inspect(node.Query, func(part syntax.Node) bool {
		comparison, ok := part.(*syntax.ComparisonExpression)
		if ok {
			if name, isName := comparison.Left.(*syntax.QualifiedName); isName && name.Value != "title" && name.Value != "tag" {
				c.parameterOf(owner, name.Value, c.file.Extent(name), Use)
			}
		}
		return true
	})
}
