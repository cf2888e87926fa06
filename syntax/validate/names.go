package validate

import (
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var illegalVariableName = diag.Rule{
	Name: "illegal_variable_name", Group: diag.Correctness, Severity: diag.Error, Since: since,
	Supersedes:  []string{"variable_is_lowercase", "variable_contains_upcase", "unknown_variable", "illegal_assignment"},
	PuppetCodes: []string{"ILLEGAL_VAR_NAME", "ILLEGAL_NUMERIC_VAR_NAME", "ILLEGAL_EXPRESSION"},
	Summary:     "a variable has an invalid name",
	Rationale: "Puppet refuses the file. A variable's name starts with a lower-case letter or an underscore, followed " +
		"by letters, digits and underscores. Namespaces may precede it, each starting with a lower-case letter " +
		"and followed by `::`. A name that is a number is decimal and has no leading zero.",
	Bad:        code("$Port = 80\n", "notice($01)\n", "notice(\"${my-port}\")\n"),
	Good:       inClass("$port = 80\nnotice($port)\n"),
	References: []string{"Puppet language specification, Values and Variables, Variable Names"},
}

var reservedName = diag.Rule{
	Name: "reserved_name", Group: diag.Suspicious, Severity: diag.Warning, Since: since,
	Summary: "a definition or parameter has a name that the language reserves for a type",
	Rationale: "The specification reserves the names of Puppet's types, in lower case as well, because every class, defined type " +
		"and resource type is also known by its capitalized name: `define data` makes `Data['x']` mean two things. Puppet " +
		"refuses some of these names and accepts others, which then clash when they are referred to. Use a namespace, or " +
		"choose another name.",
	Bad:        code("class data {\n}\n", "define catalogentry {\n}\n"),
	Good:       code("# Holds data.\nclass example::data {\n}\n"),
	References: []string{"Puppet language specification, Lexical Structure, Reserved Names"},
}

var reservedParameterName = diag.Rule{
	Name: "reserved_parameter_name", Group: diag.Strict, Severity: diag.Info, OffByDefault: true, Since: since,
	Summary: "a parameter has a name that the language reserves for a type",
	Advice:  "choose another name for the parameter",
	Rationale: "The specification advises against using the names of Puppet's types for anything else. A parameter " +
		"is always written with a `$`, so nothing clashes; the rule is for teams that follow the specification " +
		"strictly.",
	Bad:        code("class example (\n  $data,\n) {\n}\n"),
	Good:       code("# Has settings.\n#\n# @param settings the settings\n#\nclass example (\n  Hash $settings,\n) {\n  notice($settings)\n}\n"),
	References: []string{"Puppet language specification, Lexical Structure, Reserved Names"},
}

var underscoreInQualifiedName = diag.Rule{
	Name: "underscore_in_qualified_name", Group: diag.Suspicious, Severity: diag.Info, OffByDefault: true, Since: since,
	Summary: "a segment of a qualified variable name starts with an underscore",
	Rationale: "A variable whose name starts with an underscore is private to its scope, and the specification does not allow " +
		"access from outside, as in `$example::_port`. Puppet accepts it today. Give the variable a name without the underscore.",
	Bad:        code("notice($example::_port)\n"),
	Good:       code("# Uses a variable.\nclass example {\n  $port = 80\n  notice($example::port)\n}\n"),
	References: []string{"Puppet language specification, Values and Variables, Variable Names"},
}

var mixedCaseName = diag.Rule{
	Name: "mixed_case_name", Group: diag.Suspicious, Severity: diag.Warning, Since: since,
	Summary: "the name of a function or plan has capital letters",
	Rationale: "Puppet looks for a function or plan in a file named in lower case, and requires the definition in it " +
		"to have exactly that name. A definition with capital letters works within its own file, but Puppet does not " +
		"find it from anywhere else. Write names in lower case, with underscores between words. (Classes, defined " +
		"types and variables have their own rules: `names_containing_uppercase`, `variable_is_lowercase`.)",
	Bad:  code("function example::fooBar() {\n  1\n}\n"),
	Good: codeAt("functions/foo_bar.pp", "# A function.\n#\n# @return one\n#\nfunction example::foo_bar() >> Integer {\n  1\n}\n"),
}

// variable checks the name of a variable that is read or assigned.
func (c *checker) variable(n *syntax.VariableExpression) {
	switch {
	case isSegment(n.Name, startsVariable) || n.Number != nil:
	case n.Name != "" && isDigit(n.Name[0]):
		if !isMatchVariable(n.Name) {
			c.reportNode(&illegalVariableName, "ILLEGAL_NUMERIC_VAR_NAME", n,
				"$"+n.Name+" is not a variable: a name that starts with a digit must be a decimal number without leading zeros").
				Help = "start the name with a letter"
		}
	case n.Name == "" && c.wordAfter(n) >= 0:
		word := c.file.Tokens[c.wordAfter(n)]
		finding := c.reportNode(&illegalVariableName, "ILLEGAL_VAR_NAME", n, "$ has no name: a space separates it from '"+c.file.Source.Slice(word.Span)+"'")
		finding.Span = n.Span().To(word.Span)
		finding.Help = "remove the space after the $"
	case n.Name == "" && c.options.Specification:
		c.reportNode(&illegalVariableName, "ILLEGAL_VAR_NAME", n, "$ has no name").Help = "write `$name`, or `${name}` in a string"
	case !isVariableName(n.Name):
		finding := c.reportNode(&illegalVariableName, "ILLEGAL_VAR_NAME", n, "$"+n.Name+" cannot be the name of a variable")
		finding.Help = "start each part with a lower-case letter; use only letters, digits and underscores"
		finding.Cause = diag.CauseOf(c.file.Source.Name, ": ", illegalPart(n.Name))
	case c.options.Specification && strings.Contains(n.Name, "::"):
		c.qualifiedVariable(n)
	}
}

// wordAfter returns the index of the token of a word that follows a variable on its line, behind
// blanks only, or -1.
func (c *checker) wordAfter(n *syntax.VariableExpression) int {
	at := n.LastToken() + 1
	if at+1 < len(c.file.Tokens) && c.file.Tokens[at].Kind == syntax.Whitespace && c.file.Tokens[at+1].Kind == syntax.Name {
		return at + 1
	}
	return -1
}

// illegalPart returns the first part of the name of a variable that no name may have: all names in
// a namespace with a dash are one mistake.
func illegalPart(name string) string {
	parts := strings.Split(strings.TrimPrefix(name, "::"), "::")
	for i, part := range parts {
		starts := isLower
		if i == len(parts)-1 {
			starts = startsVariable
		}
		if !isSegment(part, starts) {
			return part
		}
	}
	return name
}

// qualifiedVariable checks a variable by the rules of the specification that Puppet does not
// enforce.
func (c *checker) qualifiedVariable(n *syntax.VariableExpression) {
	if strings.HasPrefix(n.Name[strings.LastIndex(n.Name, "::")+2:], "_") {
		c.reportNode(&underscoreInQualifiedName, "", n, "$"+n.Name+" refers to a variable that is private to its scope").
			Help = "name the variable without a leading underscore"
	}
}

func hasUpper(name string) bool {
	for i := 0; i < len(name); i++ {
		if isUpper(name[i]) {
			return true
		}
	}
	return false
}

// specifiedName checks the name of a class, defined type, function or plan by
// the specification.
func (c *checker) specifiedName(node syntax.Node, n *syntax.NamedDefinition, kind definitionKind) {
	if !c.options.Specification {
		return
	}
	if typeName := reservedType(n.Name); typeName != "" && !isReservedTypeName(n.Name) {
		c.reportNode(&reservedName, "", node, kind.noun()+" '"+n.Name+"' has a name that is reserved for the type "+typeName).
			Help = "put the name into the namespace of your module"
	}
	// If Puppet loads a definition from the file by name, autoloadable reports it.
	callable := kind == functionDefinition || kind == planDefinition
	if callable && hasUpper(n.Name) && isQualified(n.Name, isLower) && !c.isLoadedByName() {
		c.reportNode(&mixedCaseName, "", node, "the name '"+n.Name+"' has capital letters, which Puppet ignores").
			Help = "write " + strings.ToLower(n.Name)
	}
}

// reservedType returns the type for which the specification reserves name, in any case, or "".
// The parser handles keywords.
func reservedType(name string) string {
	switch strings.ToLower(name) {
	case "any", "array", "boolean", "class", "collection", "data", "default", "enum", "float", "hash", "integer", "numeric",
		"object", "optional", "scalar", "pattern", "private", "resource", "runtime", "string", "struct", "timespan", "timestamp",
		"tuple", "type", "undef", "variant", "attr":
		return strings.ToUpper(name[:1]) + strings.ToLower(name[1:])
	case "catalogentry":
		return "CatalogEntry"
	case "semver":
		return "SemVer"
	case "semverrange":
		return "SemVerRange"
	}
	return ""
}
