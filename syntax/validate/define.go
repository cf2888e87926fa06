package validate

import (
	_ "embed"
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// builtinTypes lists the types that Puppet knows before it reads anything (its static loader):
// names in lower case, one a line. An alias cannot have such a name.
//
//go:embed builtin_types.txt
var builtinTypes string

// isBuiltinType reports whether name, in lower case, is that of one of Puppet's own types.
func isBuiltinType(name string) bool {
	return strings.HasPrefix(builtinTypes, name+"\n") || strings.Contains(builtinTypes, "\n"+name+"\n")
}

// definitionKind is the kind of a definition in a file.
type definitionKind uint8

const (
	classDefinition definitionKind = iota
	definedType
	nodeDefinition
	functionDefinition
	planDefinition
	typeAlias
	typeMapping
)

// noun returns the name of the kind for messages.
func (k definitionKind) noun() string {
	return [...]string{"class", "defined type", "node", "function", "plan", "type alias", "type mapping"}[k]
}

// definition is one name that a file defines. A node with several names has several
// definitions.
type definition struct {
	kind definitionKind
	// name is the name as Puppet compares it: in lower case. For a node's pattern, it is the
	// result of nodeName.
	name string
	// shown is the name as written.
	shown string
	node  syntax.Node
	span  source.Span
}

// definer checks the names that a file defines against each other and those that Puppet knows.
type definer struct{ *reporter }

// define reports the errors that occur when the definitions of the file are entered into an
// environment, in the order in which Puppet's parser completes them.
//
// Puppet enters them in two rounds: first those in its loaders (functions, aliases, and the
// types of defined types), then classes, defined types and nodes, whose names overlap.
func (c definer) define() {
	var definitions []definition
	for _, node := range c.file.Program.Definitions {
		definitions = c.appendDefinitions(definitions, node)
	}
	c.defineInLoaders(definitions)
	c.defineInEnvironment(definitions)
}

// appendDefinitions appends the names that node defines.
func (c definer) appendDefinitions(definitions []definition, node syntax.Node) []definition {
	add := func(kind definitionKind, name, shown string, span source.Span) {
		definitions = append(definitions, definition{kind, name, shown, node, span})
	}
	switch n := node.(type) {
	case *syntax.HostClassDefinition:
		add(classDefinition, strings.ToLower(n.Name), n.Name, c.extent(n))
	case *syntax.ResourceTypeDefinition:
		add(definedType, strings.ToLower(n.Name), n.Name, c.extent(n))
	case *syntax.FunctionDefinition:
		add(functionDefinition, strings.ToLower(n.Name), n.Name, c.extent(n))
	case *syntax.PlanDefinition:
		add(planDefinition, strings.ToLower(n.Name), n.Name, c.extent(n))
	case *syntax.TypeAlias:
		add(typeAlias, strings.ToLower(n.Name), n.Name, c.extent(n))
	case *syntax.TypeMapping:
		add(typeMapping, "", "", c.extent(n))
	case *syntax.NodeDefinition:
		for _, match := range n.HostMatches {
			span := c.file.Extent(match)
			switch m := match.(type) {
			case *syntax.LiteralString:
				add(nodeDefinition, strings.ToLower(m.Value), m.Value, span)
			case *syntax.QualifiedName:
				add(nodeDefinition, strings.ToLower(m.Value), m.Value, span)
			case *syntax.LiteralDefault:
				add(nodeDefinition, "default", "default", span)
			case *syntax.LiteralRegularExpression:
				add(nodeDefinition, nodeName(m.Pattern), "/"+m.Pattern+"/", span)
			}
		}
	}
	return definitions
}

// defineInLoaders is the first round. The loader of defined types is below that of aliases.
// Therefore an alias after a defined type of that name clashes, and an alias before it does
// not.
func (c definer) defineInLoaders(definitions []definition) {
	seen := newNames(definitions)
	for i := range definitions {
		d := &definitions[i]
		switch n := d.node.(type) {
		case *syntax.HostClassDefinition:
			c.metaparameters(&n.NamedDefinition)
		case *syntax.ResourceTypeDefinition:
			c.metaparameters(&n.NamedDefinition)
			c.enter(seen, d, diag.FileOnly, definedType)
		case *syntax.FunctionDefinition, *syntax.PlanDefinition:
			c.enter(seen, d, diag.FileOnly, d.kind)
		case *syntax.TypeMapping:
			c.mappingTypes(n)
		case *syntax.TypeAlias:
			if c.enter(seen, d, diag.FileOnly, typeAlias, definedType) && isBuiltinType(d.name) {
				finding := c.reportNode(&reservedTypeName, "", n, "a type alias cannot be named '"+n.Name+"': Puppet has a type of that name")
				finding.Help = "put the name into the namespace of your module"
				finding.PuppetPrecision = diag.FileOnly
			}
		}
	}
}

// defineInEnvironment is the second round.
func (c definer) defineInEnvironment(definitions []definition) {
	seen := newNames(definitions)
	for i := range definitions {
		switch d := &definitions[i]; d.kind {
		case classDefinition:
			c.enter(seen, d, diag.LineOnly, classDefinition, nodeDefinition, definedType)
		case definedType:
			c.enter(seen, d, diag.LineOnly, classDefinition) // the first round handled the other defined types
		case nodeDefinition:
			if d.name == "" { // the name of the implicit main class
				finding := c.report(&illegalHostname, "", d.span, "a node needs a name")
				finding.Help, finding.PuppetPrecision = "write `default` to match every node", diag.LineOnly
			}
			c.enter(seen, d, diag.LineOnly, nodeDefinition, classDefinition)
		}
	}
}

// names maps kinds and names to definitions.
type names map[nameKey]*definition

type nameKey struct {
	kind definitionKind
	name string
}

// newNames returns an empty map, or nil if there are too few definitions for a clash.
func newNames(definitions []definition) names {
	if len(definitions) < 2 {
		return nil
	}
	return make(names, len(definitions))
}

// enter adds d to seen. If a definition of one of the kinds already has its name, enter reports
// that instead, with Puppet's precision.
func (c definer) enter(seen names, d *definition, precision diag.Precision, against ...definitionKind) (entered bool) {
	if seen == nil {
		return true
	}
	for _, kind := range against {
		if first := seen[nameKey{kind, d.name}]; first != nil {
			c.duplicate(d, first).PuppetPrecision = precision
			return false
		}
	}
	seen[nameKey{d.kind, d.name}] = d
	return true
}

func (c definer) duplicate(d, first *definition) *diag.Diagnostic {
	message := d.kind.noun() + " '" + d.shown + "' is defined twice in this file"
	if first.kind != d.kind {
		message = d.kind.noun() + " '" + d.shown + "' has the name of a " + first.kind.noun()
	}
	finding := c.report(&duplicateDefinition, "", d.span, message)
	finding.Help = "remove one of them or give it another name"
	finding.Related = []diag.Related{{File: c.file.Source, Span: first.span, Message: "first defined here"}}
	return finding
}

// nodeName returns the name under which Puppet stores a node with a regular expression
// (Resource::Type#name). It spells out the marks of look-around groups and then drops
// characters that a host name cannot contain.
func nodeName(pattern string) string {
	pattern = strings.ToLower(pattern)
	var name strings.Builder
	name.WriteString("__node_regexp__")
	start := name.Len()
	for i := 0; i < len(pattern); i++ {
		if strings.HasPrefix(pattern[i:], "(?") {
			if end := strings.IndexByte(pattern[i:], ')'); end >= 0 {
				for _, char := range pattern[i : i+end+1] {
					writeLookAround(&name, start, char)
				}
				i += end
				continue
			}
		}
		writeNodeChar(&name, start, pattern[i])
	}
	return name.String()
}

// writeLookAround writes a character of a group "(?…)" in a node's pattern.
func writeLookAround(name *strings.Builder, start int, char rune) {
	switch char {
	case '(':
		name.WriteString("LP")
	case '?':
		name.WriteString("QU")
	case '<':
		name.WriteString("LT")
	case '>':
		name.WriteString("GT")
	case '!':
		name.WriteString("EX")
	case '=':
		name.WriteString("EQ")
	case ')':
		name.WriteString("RP")
	default:
		if char < 0x80 {
			writeNodeChar(name, start, byte(char))
		}
	}
}

// writeNodeChar writes a byte of a node's pattern if it may be part of a name. A name never
// starts with a dot.
func writeNodeChar(name *strings.Builder, start int, char byte) {
	if isWordByte(char) || char == '-' || char == ':' || char == '.' && name.Len() > start {
		name.WriteByte(char)
	}
}
