package symbols

import (
	"fmt"
	"strings"

	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/rules/flow"
	"puppet-lint/syntax"
)

// FileLocation identifies a file in its module.
type FileLocation struct {
	// Path is the absolute path.
	Path string
	// Module is the name of the module that contains the file, and Relative the path in it,
	// with slashes. Both are empty for a file outside modules.
	Module, Relative string
	// Initial is set if Puppet reads the file first, so that its top-level variables are
	// visible everywhere.
	Initial bool
}

// template returns the name of the template at the place, or "".
func (p FileLocation) template() string {
	if rest, found := strings.CutPrefix(p.Relative, "templates/"); found && p.Module != "" {
		return p.Module + "/" + rest
	}
	return ""
}

// served returns the name of the served file at the place, or "".
func (p FileLocation) served() string {
	if rest, found := strings.CutPrefix(p.Relative, "files/"); found && p.Module != "" {
		return p.Module + "/" + rest
	}
	return ""
}

// block returns the symbol that owns the local variables of a part of the file.
func (p FileLocation) block(offset int32) Symbol {
	return Symbol{Kind: Block, Name: fmt.Sprintf("%s#%d", p.Path, offset)}
}

// OfManifest returns the table of a manifest or EPP template.
func OfManifest(file *syntax.File, location FileLocation) *Table {
	return ofManifest(file, location, flow.Of(file))
}

func ofManifest(file *syntax.File, location FileLocation, variables *flow.Analysis) *Table {
	c := &collector{
		Table: &Table{File: file.Source, Path: location.Path, Parameters: map[Symbol]bool{}},
		file:  file, location: location, flow: variables,
		scopes: map[syntax.Node]int32{}, understood: make([]bool, file.NodeCount),
	}
	for i := range file.Errors {
		c.Broken = c.Broken || file.Errors[i].Fatal
	}
	c.openScopes()
	c.visit(file.Program.Body)
	if name := location.template(); name != "" {
		c.add(Occurrence{Symbol: Symbol{Kind: Template, Name: name}, Role: Definition, Style: Partial})
	}
	return c.finish()
}

// collector fills a table in one walk of the tree.
type collector struct {
	*Table
	file     *syntax.File
	location FileLocation
	flow     *flow.Analysis
	// scopes maps the nodes that open scopes to the indexes of the scopes. scope is the index
	// of the current scope.
	scopes map[syntax.Node]int32
	scope  int32
	// understood holds, by the number of its node, whether the meaning of a text is known.
	understood []bool
}

// understand records that the meaning of a text is known.
func (c *collector) understand(text syntax.Node) { c.understood[text.ID()] = true }

// openScopes lists the scopes of the file with the owners of their variables.
func (c *collector) openScopes() {
	byScope := map[*flow.Scope]int32{}
	for i, scope := range c.flow.Scopes {
		extent := c.file.Extent(scope.Node)
		owner := c.location.block(extent.Start)
		switch node := scope.Node.(type) {
		case *syntax.Program:
			extent = source.Span{End: int32(len(c.file.Source.Text))}
			owner = c.location.block(-1)
			if c.location.Initial {
				owner = Symbol{Kind: Top}
			}
		case *syntax.HostClassDefinition:
			owner = Symbol{Kind: Class, Name: module.Normalize(node.Name)}
		case *syntax.ResourceTypeDefinition:
			owner = Symbol{Kind: DefinedType, Name: module.Normalize(node.Name)}
		case *syntax.FunctionDefinition:
			owner = Symbol{Kind: Function, Name: module.Normalize(node.Name)}
		case *syntax.PlanDefinition:
			owner = Symbol{Kind: Plan, Name: module.Normalize(node.Name)}
		case *syntax.NodeDefinition:
			owner = Symbol{Kind: Top}
		case *syntax.LambdaExpression:
			if name := c.location.template(); name != "" && c.file.Program.Body == syntax.Node(node) {
				owner = Symbol{Kind: Template, Name: name}
			}
		}
		outer := int32(-1)
		if scope.Outer != nil {
			outer = byScope[scope.Outer]
		}
		byScope[scope], c.scopes[scope.Node] = int32(i), int32(i)
		c.Scopes = append(c.Scopes, Scope{Span: extent, Owner: owner, Outer: outer})
	}
}

// variableOf returns the symbol of a variable that the file sets.
func (c *collector) variableOf(variable *flow.Variable) Symbol {
	owner := c.Scopes[c.scopes[variable.Scope.Node]].Owner
	return Symbol{Kind: Variable, In: owner.Kind, Owner: owner.Name, Name: variable.Name}
}

// looseOwner returns the definition around the current scope. The lookup of a variable that the
// file does not set begins there.
func (c *collector) looseOwner() Symbol {
	at := c.scope
	for c.Scopes[at].Outer >= 0 && c.Scopes[at].Owner.Kind == Block {
		at = c.Scopes[at].Outer
	}
	switch owner := c.Scopes[at].Owner; owner.Kind {
	case Class, Template:
		return owner
	}
	return Symbol{Kind: Top}
}

func (c *collector) occur(one Occurrence) {
	one.Scope = c.scope
	c.add(one)
}

// name adds an occurrence of a name as written in the source, such as foo::bar, ::foo::bar or
// Foo::Bar.
func (c *collector) name(kind Kind, role Role, written string, span source.Span) {
	bare := strings.TrimPrefix(written, "::")
	span.Start += int32(len(written) - len(bare))
	style := Plain
	if bare != "" && bare[0] >= 'A' && bare[0] <= 'Z' {
		style = Capitalized
	}
	c.occur(Occurrence{Symbol: Symbol{Kind: kind, Name: strings.ToLower(bare)}, Span: span, Role: role, Style: style})
}

func (c *collector) visit(node syntax.Node) {
	if node == nil {
		return
	}
	around := c.scope
	if scope, opens := c.scopes[node]; opens {
		c.scope = scope
		defer func() { c.scope = around }()
	}
	switch node := node.(type) {
	case *syntax.HostClassDefinition:
		c.tags(node, node.Parameters)
		c.definition(Class, node.Name, node.NameToken)
		if node.ParentToken >= 0 {
			c.name(Class, Inheritance, c.file.Text(int(node.ParentToken)), c.file.Token(int(node.ParentToken)).Span)
			c.Inherits = append(c.Inherits, Inherits{module.Normalize(node.Name), module.Normalize(node.ParentClass)})
		}
	case *syntax.ResourceTypeDefinition:
		c.tags(node, node.Parameters)
		c.definition(DefinedType, node.Name, node.NameToken)
	case *syntax.FunctionDefinition:
		c.tags(node, node.Parameters)
		c.definition(Function, node.Name, node.NameToken)
	case *syntax.PlanDefinition:
		c.tags(node, node.Parameters)
		c.definition(Plan, node.Name, node.NameToken)
	case *syntax.TypeAlias:
		c.definition(TypeAlias, node.Name, node.NameToken)
	case *syntax.TypeDefinition:
		c.definition(TypeAlias, node.Name, node.NameToken)
	case *syntax.NodeDefinition:
		c.node(node)
	case *syntax.Parameter:
		c.parameter(node)
	case *syntax.AssignmentExpression:
		c.assign(node.Left)
		c.visit(node.Right)
		return
	case *syntax.VariableExpression:
		c.read(node)
	case *syntax.QualifiedReference:
		c.name(TypeName, Use, node.Value, c.file.Extent(node))
	case *syntax.AccessExpression:
		c.access(node)
	case *syntax.ResourceExpression:
		c.resource(node)
		return
	case *syntax.ResourceDefaultsExpression:
		c.attributes(c.typeOf(node.TypeRef), node.Operations)
	case *syntax.ResourceOverrideExpression:
		c.override(node)
	case *syntax.CollectExpression:
		c.collect(node)
	case *syntax.CallNamedFunctionExpression:
		c.call(node, node.Arguments, node.Lambda)
	case *syntax.CallMethodExpression:
		c.call(node, node.Arguments, node.Lambda)
		c.callMethod(node)
		return
	case *syntax.LiteralString:
		c.literal(node)
	case *syntax.ConcatenatedString:
		c.composed(node, 0)
	}
	syntax.EachChild(node, c.visit)
}

// callMethod visits the parts of receiver.name(arguments), except for the name, which has been
// added as the function's.
func (c *collector) callMethod(node *syntax.CallMethodExpression) {
	if access, ok := node.Functor.(*syntax.NamedAccessExpression); ok {
		c.visit(access.Left)
	} else {
		c.visit(node.Functor)
	}
	for _, argument := range node.Arguments {
		c.visit(argument)
	}
	if node.Lambda != nil {
		c.visit(node.Lambda)
	}
}

// definition adds the occurrence of a defined name.
func (c *collector) definition(kind Kind, name string, token int32) {
	if name == "" { // a syntax error
		return
	}
	written, span := c.file.Text(int(token)), c.file.Token(int(token)).Span
	bare := strings.TrimPrefix(written, "::")
	span.Start += int32(len(written) - len(bare))
	one := Occurrence{Symbol: Symbol{Kind: kind, Name: module.Normalize(name)}, Span: span, Role: Definition}
	switch {
	case strings.ToLower(bare) != one.Symbol.Name:
		one.Style = Partial
	case kind == TypeAlias:
		one.Style = Capitalized
	}
	c.occur(one)
}

// tags adds the parameters that the comment above a definition documents.
func (c *collector) tags(node syntax.Node, parameters []*syntax.Parameter) {
	owner := c.Scopes[c.scope].Owner
	tags := c.file.ParameterTags(node)
	if len(tags) == 0 {
		return
	}
	isParameter := make(map[string]bool, len(parameters))
	for _, parameter := range parameters {
		isParameter[parameter.Name] = true
	}
	for _, tag := range tags {
		if isParameter[tag.Name] {
			span := tag.Span
			span.Start = span.End - int32(len(tag.Name))
			c.occur(Occurrence{Symbol: Symbol{Kind: Variable, In: owner.Kind, Owner: owner.Name, Name: tag.Name}, Span: span})
		}
	}
}

func (c *collector) node(node *syntax.NodeDefinition) {
	for _, match := range node.HostMatches {
		if name, span, ok := c.text(match); ok {
			c.understand(match)
			c.occur(Occurrence{Symbol: Symbol{Kind: Node, Name: name}, Span: span, Role: Definition})
		}
	}
	if name, span, ok := c.text(node.Parent); ok {
		c.understand(node.Parent)
		c.occur(Occurrence{Symbol: Symbol{Kind: Node, Name: name}, Span: span, Role: Inheritance})
	}
}

func (c *collector) parameter(node *syntax.Parameter) {
	scope := c.Scopes[c.scope].Owner
	symbol := Symbol{Kind: Variable, In: scope.Kind, Owner: scope.Name, Name: node.Name}
	c.Parameters[symbol] = true
	c.occur(Occurrence{Symbol: symbol, Span: c.variableSpan(node.NameToken), Role: Definition})
}

// variableSpan returns the span of a variable's name in its token.
func (c *collector) variableSpan(token int32) source.Span {
	span := c.file.Token(int(token)).Span
	if strings.HasPrefix(c.file.Text(int(token)), "$") {
		span.Start++
	}
	return span
}

// assign adds the variables on the left side of an assignment.
func (c *collector) assign(left syntax.Node) {
	switch left := left.(type) {
	case *syntax.VariableExpression:
		if variable := c.flow.Scopes[c.scope].Own(left.Name); variable != nil {
			c.occur(Occurrence{Symbol: c.variableOf(variable), Span: c.variableSpan(int32(left.FirstToken())), Role: Definition})
			return
		}
		c.read(left)
	case *syntax.LiteralList:
		for _, part := range left.Values {
			c.assign(part)
		}
	default:
		c.visit(left)
	}
}

// read adds a variable that is read. For $foo::bar, it adds the class foo, too.
func (c *collector) read(node *syntax.VariableExpression) {
	if node.Name == "" || node.Number != nil || node.Boolean || node.Name[0] >= '0' && node.Name[0] <= '9' {
		return
	}
	span := c.variableSpan(int32(node.FirstToken()))
	if variable := c.flow.VariableOf(node); variable != nil {
		c.occur(Occurrence{Symbol: c.variableOf(variable), Span: span})
		return
	}
	c.variable(node.Name, span, Use)
}

// variable adds an occurrence of a variable that the file does not set: an unqualified name,
// one of top scope, or one of a class.
func (c *collector) variable(name string, span source.Span, role Role) {
	bare, absolute := strings.CutPrefix(name, "::")
	if absolute {
		span.Start += 2
	}
	if at := strings.LastIndex(bare, "::"); at > 0 {
		c.ofClass(bare, at, span, role, false)
		return
	}
	owner := Symbol{Kind: Top}
	if !absolute {
		owner = c.looseOwner()
	}
	c.occur(Occurrence{Symbol: Symbol{Kind: Variable, In: owner.Kind, Owner: owner.Name, Name: bare}, Span: span, Role: role, Unscoped: true})
}

// ofClass adds class::variable. at is the offset of the last "::" in the name.
func (c *collector) ofClass(name string, at int, span source.Span, role Role, quiet bool) {
	for _, one := range partsOfClass(name, at, span, role, quiet) {
		c.occur(one)
	}
}

func partsOfClass(name string, at int, span source.Span, role Role, quiet bool) [2]Occurrence {
	class := strings.ToLower(name[:at])
	return [2]Occurrence{
		{Symbol: Symbol{Kind: Class, Name: class}, Span: source.Span{Start: span.Start, End: span.Start + int32(at)}, Quiet: quiet, Qualifies: true},
		{Symbol: Symbol{Kind: Variable, In: Class, Owner: class, Name: name[at+2:]}, Span: source.Span{Start: span.Start + int32(at) + 2, End: span.End}, Role: role, Unscoped: true, Quiet: quiet},
	}
}

// text returns the value of a name, or of a string without interpolation and escapes, with the
// span of the text itself.
func (c *collector) text(node syntax.Node) (text string, span source.Span, ok bool) {
	switch node := node.(type) {
	case *syntax.QualifiedName:
		return node.Value, c.file.Extent(node), true
	case *syntax.LiteralString:
		span = c.file.Extent(node)
		written := c.file.Source.Slice(span)
		if len(written) >= 2 && (written[0] == '\'' || written[0] == '"') {
			span.Start++
			span.End--
			written = written[1 : len(written)-1]
		}
		return node.Value, span, written == node.Value
	}
	return "", span, false
}

// texts visits the values of a list of names, or of a single one.
func (c *collector) texts(node syntax.Node, visit func(node syntax.Node, text string, span source.Span)) {
	switch node := syntax.Unparenthesized(node).(type) {
	case *syntax.LiteralList:
		for _, value := range node.Values {
			c.texts(value, visit)
		}
	default:
		if text, span, ok := c.text(node); ok {
			c.understand(node)
			visit(node, text, span)
		}
	}
}
