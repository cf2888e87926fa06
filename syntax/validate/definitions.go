package validate

import (
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var nestedDefinition = diag.Rule{
	Name: "nested_definition", Group: diag.Correctness, Severity: diag.Error, Since: since,
	Supersedes:  []string{"nested_classes_or_defines"},
	PuppetCodes: []string{"NOT_TOP_LEVEL", "NOT_ABSOLUTE_TOP_LEVEL"},
	Summary:     "a definition is written where none is allowed",
	Rationale: "Classes, defined types and nodes may be defined at top level or in a class; functions and type aliases at top " +
		"level only. Inside a condition, a lambda, a function or an expression a definition would depend on what is evaluated. " +
		"Move it to a file of its own.",
	Bad:  code("if $facts['os']['family'] == 'Debian' {\n  class example { }\n}\n", "class example {\n  function example::f() { 1 }\n}\n"),
	Good: codeAt("functions/f.pp", "# One.\n#\n# @return one\n#\nfunction example::f() >> Integer {\n  1\n}\n"),
}

var illegalDefinitionName = diag.Rule{
	Name: "illegal_definition_name", Group: diag.Correctness, Severity: diag.Error, Since: since,
	Supersedes:  []string{"names_containing_dash", "names_containing_uppercase"},
	PuppetCodes: []string{"ILLEGAL_DEFINITION_NAME"},
	Summary:     "a class, defined type, function, plan or type alias has an invalid name",
	Rationale: "Puppet refuses the file. Each segment of a name starts with a lower-case letter (in a type alias, with " +
		"a capital letter), followed by letters, digits and underscores. `::` joins the segments, and does not " +
		"stand at the start. The name is not quoted, and it cannot be `class`.",
	Bad:  code("class Example {\n}\n", "class my-example {\n}\n", "define 'example' {\n}\n"),
	Good: code("# A class.\nclass example {\n}\n"),
}

var reservedTypeName = diag.Rule{
	Name: "reserved_type_name", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"RESERVED_TYPE_NAME"},
	Summary:     "a definition takes the name of one of Puppet's own types",
	Rationale:   "A class, defined type or function named `integer` and a type alias named `Integer` or `File` would hide the type that Puppet itself has under that name, so Puppet refuses them. Put the name into your module's namespace.",
	Bad:         code("class integer {\n}\n", "type Integer = String\n"),
	Good:        codeAt("types/integer.pp", "# A small number.\ntype Example::Integer = Integer[0, 9]\n"),
}

var futureReservedWord = diag.Rule{
	Name: "future_reserved_word", Group: diag.Suspicious, Severity: diag.Warning, Since: since,
	PuppetCodes: []string{"FUTURE_RESERVED_WORD"},
	Summary:     "`plan` or `Plan` is used as a name",
	Advice:      "choose another name, or quote it if it is a value",
	Rationale: "Puppet warns that `plan` will become a keyword: code that uses it as a name then no longer compiles. It " +
		"already is a keyword where tasks and plans are run. Choose another name.",
	Bad:  code("class plan {\n}\n", "function example::f() >> Plan {\n}\n"),
	Good: code("# A plan.\nclass example::schedule {\n}\n"),
}

var duplicateDefinition = diag.Rule{
	Name: "duplicate_definition", Group: diag.Correctness, Severity: diag.Error, Since: since,
	Summary: "a file defines the same name twice",
	Rationale: "Puppet refuses a second class, defined type, function, type alias or node of the same name. A class and " +
		"a defined type share one set of names, and so do classes and nodes. Names are compared without regard " +
		"to case. Of two node patterns only letters, digits, `-`, `_`, `:` and `.` are compared, so that " +
		"`/^web$/` and `/web/` clash.",
	Bad:  code("class example {\n}\nclass example {\n}\n", "node 'a' { }\nnode 'A' { }\n"),
	Good: code("# One.\nclass example {\n}\n"),
}

var invalidTypeReference = diag.Rule{
	Name: "invalid_type_reference", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"ILLEGAL_EXPRESSION", "ILLEGAL_CLASSREF"},
	Summary:     "the right side of a type alias is not a type",
	Rationale: "A type alias and a return type need a type: a capitalized name, with optional parameters in brackets. " +
		"Puppet refuses anything else.",
	Bad:  codeAt("types/port.pp", "type Example::Port = [Integer]\n"),
	Good: codeAt("types/port.pp", "# A port.\ntype Example::Port = Integer[1, 65535]\n"),
}

var unsupportedTypeDefinition = diag.Rule{
	Name: "unsupported_type_definition", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"UNSUPPORTED_EXPRESSION"},
	Summary:     "a `type` statement has a form that Puppet reads but does not support",
	Rationale: "`type Name { … }` and `type Name inherits Other { … }` are part of the grammar, but Puppet refuses " +
		"to evaluate them. Define an alias, `type Name = Other`, or an object type, `type Name = Object[{ … " +
		"}]`.",
	Bad:  codeAt("types/port.pp", "type Example::Port {\n}\n"),
	Good: codeAt("types/port.pp", "# A port.\ntype Example::Port = Integer[1, 65535]\n"),
}

var illegalTypeMapping = diag.Rule{
	Name: "illegal_type_mapping", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"ILLEGAL_TYPE_MAPPING"},
	Summary:     "the two sides of a mapping from a `Runtime` type do not fit together",
	Rationale: "Puppet refuses the file. `type Runtime[ruby, 'Name'] = …` maps one name to a type. With a pattern and " +
		"its replacement on the left, `[/re/, 'replacement']`, the right side has the same form.",
	Bad:  codeAt("types/init.pp", "type Runtime[ruby, 'Example'] = [/a/, 'b']\n"),
	Good: codeAt("types/port.pp", "# A port.\ntype Example::Port = Integer[1, 65535]\n"),
}

// topLevel reports a definition in the wrong position.
func (c *checker) topLevel(n syntax.Node) {
	if c.broken {
		return
	}
	for i := 0; ; i++ {
		switch c.container(i).(type) {
		case nil, *syntax.ApplyExpression, *syntax.HostClassDefinition, *syntax.Program:
			return
		case *syntax.BlockExpression, *syntax.ApplyBlockExpression:
			if _, program := c.container(i + 1).(*syntax.Program); !program && onlyAtTop(n) {
				c.reportNode(&nestedDefinition, "NOT_ABSOLUTE_TOP_LEVEL", n, aLabel(n)+" is allowed only at top level").
					Help = "move it to a file of its own"
				return
			}
		default:
			c.reportNode(&nestedDefinition, "NOT_TOP_LEVEL", n, aLabel(n)+" is allowed only at top level or in a class").
				Help = "move it to a file of its own"
			return
		}
	}
}

// onlyAtTop reports whether a definition is not even allowed in a class.
func onlyAtTop(n syntax.Node) bool {
	switch n.(type) {
	case *syntax.FunctionDefinition, *syntax.PlanDefinition, *syntax.TypeAlias, *syntax.TypeDefinition:
		return true
	}
	return false
}

// named makes the checks common to classes, defined types, functions and plans.
func (c *checker) named(node syntax.Node, n *syntax.NamedDefinition, kind definitionKind) {
	c.topLevel(node)
	if !isQualified(n.Name, isLower) {
		c.reportNode(&illegalDefinitionName, "ILLEGAL_DEFINITION_NAME", node, "'"+n.Name+"' cannot be the name of a "+kind.noun()).
			Help = "start each part with a lower-case letter; use only letters, digits and underscores"
	}
	c.inItsFile(node, n.Name)
	c.reserved(node, n.Name, kind.noun())
	if n.Name == "plan" {
		c.reportNode(&futureReservedWord, "FUTURE_RESERVED_WORD", node, "'plan' will become a reserved word")
	}
	c.specifiedName(node, n, kind)
}

// reserved reports a definition with the name of a type.
func (c *checker) reserved(node syntax.Node, name, what string) {
	if isReservedTypeName(name) {
		c.reportNode(&reservedTypeName, "RESERVED_TYPE_NAME", node, "a "+what+" cannot be named '"+name+"': Puppet has a type of that name").
			Help = "put the name into the namespace of your module"
	}
}

// isReservedTypeName reports whether Puppet's checker refuses name for a definition. Its list
// differs from that of the types and from the specification's.
func isReservedTypeName(name string) bool {
	switch name {
	case "type", "any", "unit", "scalar", "boolean", "numeric", "integer", "float", "collection", "array", "hash", "tuple",
		"struct", "variant", "optional", "enum", "regexp", "pattern", "runtime", "init", "object", "sensitive", "semver",
		"semverrange", "string", "timestamp", "timespan", "typeset":
		return true
	}
	return false
}

func (c *checker) class(n *syntax.HostClassDefinition) {
	if c.options.Tasks {
		c.whenScripting(n, "a class")
		return
	}
	c.named(n, &n.NamedDefinition, classDefinition)
	c.noCapturesRest(n.Parameters, "a class")
	c.duplicateParameters(n.Parameters)
	c.reservedParameters(n.Parameters, "a class")
	c.lastStatement(n.Body, "a class")
	c.literalTypes(n.Parameters)
}

func (c *checker) definedType(n *syntax.ResourceTypeDefinition) {
	if c.options.Tasks {
		c.whenScripting(n, "a defined type")
		return
	}
	c.named(n, &n.NamedDefinition, definedType)
	c.noCapturesRest(n.Parameters, "a defined type")
	c.duplicateParameters(n.Parameters)
	c.reservedParameters(n.Parameters, "a defined type")
	c.lastStatement(n.Body, "a defined type")
}

func (c *checker) function(n *syntax.FunctionDefinition) {
	c.named(n, &n.NamedDefinition, functionDefinition)
	c.returnType(n.ReturnType)
	c.duplicateParameters(n.Parameters)
}

func (c *checker) alias(n *syntax.TypeAlias) {
	c.topLevel(n)
	if !isQualified(n.Name, isUpper) {
		c.reportNode(&illegalDefinitionName, "ILLEGAL_DEFINITION_NAME", n, "'"+n.Name+"' cannot be the name of a type alias").
			Help = "start each part with a capital letter; use only letters, digits and underscores"
	}
	c.typeReference(n.TypeExpr, "a type alias")
}

func (c *checker) returnType(n syntax.Node) {
	if n != nil {
		c.typeReference(n, "a return type")
	}
}

// typeReference reports a node that is not a type where one is required.
func (c *checker) typeReference(n syntax.Node, as string) {
	base := n
	if access, ok := n.(*syntax.AccessExpression); ok {
		base = access.Left
	}
	switch reference := base.(type) {
	case *syntax.QualifiedReference:
		if reference.Value == "Plan" {
			c.reportNode(&futureReservedWord, "FUTURE_RESERVED_WORD", n, "'Plan' will become a reserved word")
		}
	case *syntax.BadExpr:
	default:
		c.reportNode(&invalidTypeReference, "ILLEGAL_EXPRESSION", n, aLabel(n)+" cannot be "+as).
			Help = "write the capitalized name of a type"
	}
}

// mapping checks a mapping from a Runtime type.
func (c *checker) mapping(n *syntax.TypeMapping) {
	c.topLevel(n)
	if c.broken {
		return
	}
	runtime := runtimeType(n)
	byPattern := runtime != nil && len(runtime.Keys) == 2 && isPatternWithReplacement(runtime.Keys[1])
	switch {
	case runtime == nil:
		c.reportNode(&unsupportedTypeDefinition, "UNSUPPORTED_EXPRESSION", n, "only a Runtime type can be mapped").
			Help = "write `type Name = …` for an alias; a name takes no parameters"
	case byPattern && !isPatternWithReplacement(n.MappingExpr):
		c.reportNode(&illegalTypeMapping, "ILLEGAL_TYPE_MAPPING", n, "a pattern is mapped to something that is not a pattern with its replacement")
	case !byPattern && !isTypeReference(n.MappingExpr):
		c.reportNode(&illegalTypeMapping, "ILLEGAL_TYPE_MAPPING", n, "a name is mapped to something that is not a type")
	}
}

// runtimeType returns the Runtime type that n maps, or nil if it maps another type.
func runtimeType(n *syntax.TypeMapping) *syntax.AccessExpression {
	access, ok := n.TypeExpr.(*syntax.AccessExpression)
	if !ok {
		return nil
	}
	if left, ok := access.Left.(*syntax.QualifiedReference); !ok || left.Value != "Runtime" {
		return nil
	}
	return access
}

// isPatternWithReplacement reports whether a node is [/pattern/, 'text'].
func isPatternWithReplacement(node syntax.Node) bool {
	list, ok := node.(*syntax.LiteralList)
	if !ok || len(list.Values) != 2 {
		return false
	}
	_, pattern := list.Values[0].(*syntax.LiteralRegularExpression)
	_, text := list.Values[1].(*syntax.LiteralString)
	return pattern && text
}

func isTypeReference(node syntax.Node) bool {
	if access, ok := node.(*syntax.AccessExpression); ok {
		node = access.Left
	}
	_, ok := node.(*syntax.QualifiedReference)
	return ok
}

// mappingTypes reports the errors that Puppet finds in the types of a mapping when it enters
// the mapping: a Runtime type must have two parameters, and both sides must be literal.
func (c definer) mappingTypes(n *syntax.TypeMapping) {
	runtime := runtimeType(n)
	if runtime == nil {
		return
	}
	report := func(node syntax.Node, message string) *diag.Diagnostic {
		finding := c.reportNode(&illegalTypeMapping, "", node, message)
		finding.PuppetPrecision = diag.FileOnly
		return finding
	}
	switch {
	case len(runtime.Keys) != 2:
		report(runtime, "Runtime takes the name of a runtime and a name or pattern")
	case !isRuntimeName(runtime.Keys[1]) && !isPatternWithReplacement(runtime.Keys[1]):
		report(runtime.Keys[1], aLabel(runtime.Keys[1])+" is not a name in a runtime").Help = "write a string, or [/pattern/, 'replacement']"
	case !isWrittenOut(runtime):
		report(runtime, "the parameters of this type must be literals")
	case !isWrittenOut(n.MappingExpr):
		report(n.MappingExpr, "the parameters of this type must be literals")
	}
}

// isWrittenOut reports whether a type can be read without evaluating anything.
func isWrittenOut(node syntax.Node) bool {
	switch node.(type) {
	case *syntax.VariableExpression, *syntax.CallNamedFunctionExpression, *syntax.CallMethodExpression,
		*syntax.ConcatenatedString, *syntax.ArithmeticExpression:
		return false
	}
	written := true
	syntax.EachChild(node, func(child syntax.Node) { written = written && isWrittenOut(child) })
	return written
}

func isRuntimeName(node syntax.Node) bool {
	switch node.(type) {
	case *syntax.LiteralString, *syntax.QualifiedName:
		return true
	}
	return false
}
