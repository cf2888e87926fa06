package validate

import (
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var illegalParameterName = diag.Rule{
	Name: "illegal_parameter_name", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"ILLEGAL_PARAM_NAME", "ILLEGAL_NUMERIC_PARAMETER"},
	Summary:     "a parameter has an invalid name",
	Rationale: "Puppet refuses the file. A parameter's name starts with a lower-case letter or an underscore, followed " +
		"by letters, digits and underscores, without `::`. A number would clash with the match variables.",
	Bad:  code("class example (\n  $Port,\n) {\n}\n", "class example (\n  $1,\n) {\n}\n"),
	Good: code("# Has a port.\n#\n# @param port the port\n#\nclass example (\n  Integer $port,\n) {\n  notice($port)\n}\n"),
}

var duplicateParameter = diag.Rule{
	Name: "duplicate_parameter", Group: diag.Correctness, Severity: diag.Error, Since: since,
	Supersedes:  []string{"duplicate_class_parameters"},
	PuppetCodes: []string{"DUPLICATE_PARAMETER"},
	Summary:     "two parameters have the same name",
	Rationale:   "Puppet refuses the definition. One of the two parameters is most likely a copy that was not renamed.",
	Bad:         code("class example (\n  $port,\n  $port,\n) {\n}\n"),
	Good:        code("# Has two ports.\n#\n# @param port the port\n# @param tls_port the port for TLS\n#\nclass example (\n  Integer $port,\n  Integer $tls_port,\n) {\n  notice($port, $tls_port)\n}\n"),
}

var reservedParameter = diag.Rule{
	Name: "reserved_parameter", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"RESERVED_PARAMETER"},
	Summary:     "a class or defined type declares `$name` or `$title`",
	Rationale: "Both variables always exist. A parameter of that name would hide them, so Puppet refuses the file. " +
		"Choose another name, and use `$title` as its default if that is what you need.",
	Bad:  codeAt("manifests/user.pp", "define example::user (\n  $name,\n) {\n}\n"),
	Good: codeAt("manifests/user.pp", "# A user.\n#\n# @param user the user's name\n#\ndefine example::user (\n  String $user = $title,\n) {\n  notice($user)\n}\n"),
}

var metaparameterAsParameter = diag.Rule{
	Name: "metaparameter_as_parameter", Group: diag.Correctness, Severity: diag.Error, Since: since,
	Summary: "a class or defined type declares a parameter with the name of a metaparameter",
	Rationale: "`require`, `before`, `tag`, `noop`, `stage` and the other metaparameters can be given to every class and defined " +
		"type already. Puppet refuses such a parameter if it has no default, and warns if it has one: its value is also that " +
		"of the metaparameter, and where a defined type is declared at top scope or in a node, that of the resources inside.",
	Bad:  codeAt("manifests/user.pp", "define example::user (\n  $tag,\n) {\n}\n"),
	Good: codeAt("manifests/user.pp", "# A user.\n#\n# @param label a label\n#\ndefine example::user (\n  String $label,\n) {\n  notice($label)\n}\n"),
}

var misplacedCapturesRest = diag.Rule{
	Name: "misplaced_captures_rest", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"CAPTURES_REST_NOT_LAST", "CAPTURES_REST_NOT_SUPPORTED"},
	Summary:     "a parameter `*$rest` is not allowed here",
	Rationale: "Only functions and lambdas are called with a list of arguments, so only they can collect the remaining " +
		"arguments, in their last parameter. Puppet refuses `*$rest` elsewhere: classes, defined types and " +
		"templates get their parameters by name.",
	Bad:  code("class example (\n  *$rest,\n) {\n}\n", "[1, 2].each |*$rest, $last| {\n  notice($last)\n}\n"),
	Good: codeAt("functions/f.pp", "# Counts.\n#\n# @param rest what to count\n#\n# @return how many\n#\nfunction example::f(Any *$rest) >> Integer {\n  $rest.length\n}\n"),
}

var nonliteralParameterType = diag.Rule{
	Name: "nonliteral_parameter_type", Group: diag.Suspicious, Severity: diag.Warning, Since: since, MinTarget: 8,
	PuppetCodes: []string{"ILLEGAL_NONLITERAL_PARAMETER_TYPE"},
	Summary:     "the type of a class's parameter depends on a computed value",
	Rationale: "Puppet reads the types of class parameters without evaluating anything. Puppet 8 warns where that is " +
		"not possible: a variable, a call, an operator, or a list as the only type parameter. Write the values " +
		"out, or make a type alias.",
	Bad:  code("class example (\n  Enum[$modes] $mode,\n) {\n}\n", "class example (\n  Enum[['a', 'b']] $mode,\n) {\n}\n"),
	Good: code("# Has a mode.\n#\n# @param mode the mode\n#\nclass example (\n  Enum['a', 'b'] $mode,\n) {\n  notice($mode)\n}\n"),
}

// parameters checks the parameters of definitions and lambdas.
type parameters struct{ *reporter }

// parameter checks one parameter of any definition or lambda.
func (c parameters) parameter(n *syntax.Parameter) {
	if !isSegment(n.Name, startsVariable) {
		if isNumericParameter(n.Name) {
			c.reportNode(&illegalParameterName, "ILLEGAL_NUMERIC_PARAMETER", n, "the parameter $"+n.Name+" would hide a match variable").
				Help = "give it a name"
		}
		c.reportNode(&illegalParameterName, "ILLEGAL_PARAM_NAME", n, "$"+n.Name+" cannot be the name of a parameter").
			Help = "start with a lower-case letter or an underscore; use only letters, digits and underscores"
	}
	if c.options.Specification {
		c.specifiedParameter(n)
	}
	c.noAssignment(n.Value)
}

// isNumericParameter reports whether name is a number, decimal or hexadecimal, with decimal
// digits only.
func isNumericParameter(name string) bool {
	name = strings.TrimPrefix(name, "0x")
	return name != "" && strings.Trim(name, "0123456789") == ""
}

// duplicateParameters reports every parameter with the name of an earlier one.
func (c parameters) duplicateParameters(parameters []*syntax.Parameter) {
	earlier := earlierParameters(parameters)
	for i, parameter := range parameters {
		if first := earlier(i); first != nil {
			finding := c.reportNode(&duplicateParameter, "DUPLICATE_PARAMETER", parameter, "there is already a parameter $"+parameter.Name)
			finding.Help = "rename or remove one of the two"
			finding.Related = []diag.Related{{File: c.file.Source, Span: first.Span(), Message: "the first one"}}
		}
	}
}

// earlierParameters returns a function that returns the first parameter with the name of the
// i-th, if that is an earlier one. The function must be called in order. It compares a few
// names one by one, which is cheaper than a map.
func earlierParameters(parameters []*syntax.Parameter) func(i int) *syntax.Parameter {
	if len(parameters) <= fewKeys {
		return func(i int) *syntax.Parameter {
			for _, parameter := range parameters[:i] {
				if parameter.Name == parameters[i].Name {
					return parameter
				}
			}
			return nil
		}
	}
	seen := make(map[string]*syntax.Parameter, len(parameters))
	return func(i int) *syntax.Parameter {
		first := seen[parameters[i].Name]
		if first == nil {
			seen[parameters[i].Name] = parameters[i]
		}
		return first
	}
}

// reservedParameters reports $name and $title as parameters of a class or
// defined type.
func (c parameters) reservedParameters(parameters []*syntax.Parameter, of string) {
	for _, parameter := range parameters {
		if parameter.Name == "name" || parameter.Name == "title" {
			c.reportNode(&reservedParameter, "RESERVED_PARAMETER", parameter, of+" already has a variable $"+parameter.Name).
				Help = "choose another name for the parameter"
		}
	}
}

// noCapturesRest reports "*$rest" if parameters are passed by name.
func (c parameters) noCapturesRest(parameters []*syntax.Parameter, in string) {
	for _, parameter := range parameters {
		if parameter.CapturesRest {
			c.reportNode(&misplacedCapturesRest, "CAPTURES_REST_NOT_SUPPORTED", parameter,
				"*$"+parameter.Name+" cannot collect the remaining arguments in "+in+": they are given by name").
				Help = "take an array: Array $" + parameter.Name
		}
	}
}

// lastCapturesRest reports "*$rest" before another parameter.
func (c parameters) lastCapturesRest(parameters []*syntax.Parameter) {
	for i, parameter := range parameters {
		if parameter.CapturesRest && i < len(parameters)-1 {
			c.reportNode(&misplacedCapturesRest, "CAPTURES_REST_NOT_LAST", parameter,
				"*$"+parameter.Name+" collects the remaining arguments and must be the last parameter")
		}
	}
}

// specifiedParameter checks the name of a parameter by the specification.
func (c parameters) specifiedParameter(n *syntax.Parameter) {
	if typeName := reservedType(n.Name); typeName != "" {
		c.reportNode(&reservedParameterName, "", n, "$"+n.Name+" has a name that is reserved for the type "+typeName)
	}
}

// literalTypes reports the types of a class's parameters that cannot be read without evaluating
// them.
func (c parameters) literalTypes(parameters []*syntax.Parameter) {
	if c.options.target() < 8 {
		return
	}
	for _, parameter := range parameters {
		if parameter.TypeExpr == nil {
			continue
		}
		literals := literals{target: c.options.target()}
		literal := literals.isLiteral(parameter.TypeExpr)
		if c.negated(&literals); !literal && literals.crash == nil {
			c.reportNode(&nonliteralParameterType, "ILLEGAL_NONLITERAL_PARAMETER_TYPE", parameter,
				"the type of $"+parameter.Name+" cannot be read without evaluating it").
				Help = "write literal values, or define a type alias"
		}
	}
}

// metaparameters reports parameters with names that every class and defined type has anyway.
// Puppet checks them when it enters the definition.
func (c definer) metaparameters(n *syntax.NamedDefinition) {
	for _, parameter := range n.Parameters {
		if !isMetaparameter(parameter.Name) {
			continue
		}
		finding := c.reportNode(&metaparameterAsParameter, "", parameter, "$"+parameter.Name+" is a metaparameter")
		finding.Help = "choose another name"
		finding.PuppetPrecision = diag.FileOnly
		if parameter.Value == nil {
			finding.Message += ", which " + n.Name + " has already"
		} else {
			finding.Severity = diag.Warning
			finding.Message += "; its value is also the `" + parameter.Name + "` of " + n.Name
		}
	}
}

func isMetaparameter(name string) bool {
	switch name {
	case "alias", "audit", "before", "loglevel", "noop", "notify", "require", "schedule", "stage", "subscribe", "tag":
		return true
	}
	return false
}
