package validate

import (
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var assignmentToOtherScope = diag.Rule{
	Name: "assignment_to_other_scope", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"CROSS_SCOPE_ASSIGNMENT"},
	Summary:     "a variable of another namespace is assigned",
	Rationale: "An assignment creates a variable in its own scope. A name with `::` belongs to another scope, which " +
		"cannot be changed from here, so Puppet refuses the file. Assign to the short name in the class that " +
		"owns the variable, or pass the value as a parameter.",
	Bad:  code("class example {\n  $settings::port = 80\n}\n", "$::role = 'web'\n"),
	Good: code("# Sets a port.\nclass example {\n  $port = 80\n  notice($port)\n}\n"),
}

var assignmentToNumericVariable = diag.Rule{
	Name: "assignment_to_numeric_variable", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"ILLEGAL_NUMERIC_ASSIGNMENT"},
	Summary:     "a match variable such as `$1` is assigned",
	Rationale: "Only a successful match with a regular expression sets `$0`, `$1` and so on; Puppet refuses a file that " +
		"assigns them. Choose a name that starts with a letter.",
	Bad:  code("$1 = 'first'\n"),
	Good: inClass("$first = 'first'\nnotice($first)\n"),
}

var indexedAssignment = diag.Rule{
	Name: "indexed_assignment", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"ILLEGAL_INDEXED_ASSIGNMENT", "ILLEGAL_ASSIGNMENT_VIA_INDEX"},
	Summary:     "an element of an array or hash is assigned",
	Rationale: "Values never change in Puppet, so an element cannot be replaced. Make a new value: `$new = $old + { 'key' => 1 }` " +
		"for a hash, `$new = $old + [1]` for an array.",
	Bad:  code("$ports = { 'http' => 80 }\n$ports['https'] = 443\n"),
	Good: inClass("$ports = { 'http' => 80 }\n$all   = $ports + { 'https' => 443 }\nnotice($all)\n"),
}

var illegalAssignment = diag.Rule{
	Name: "illegal_assignment", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"ILLEGAL_ASSIGNMENT"},
	Summary:     "the left side of `=` cannot be assigned to",
	Rationale: "Only a variable, or a list of variables, can stand on the left of `=`; Puppet refuses the file " +
		"otherwise. Often `==` was intended, or parentheses are missing: `true and $x = 1` assigns to `true and " +
		"$x`.",
	Bad:  code("1 = $x\n", "if (port = 80) {\n  notice('http')\n}\n"),
	Good: inClass("[$first, $second] = [1, 2]\nnotice($first + $second)\n"),
}

var assignmentInDefault = diag.Rule{
	Name: "assignment_in_default", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"ILLEGAL_ASSIGNMENT_CONTEXT"},
	Summary:     "a parameter's default value contains an assignment",
	Rationale: "Puppet refuses the file. A default is evaluated only when no value is given, so the variable would " +
		"exist in some calls and not in others. Assign it in the body instead.",
	Bad:  code("class example (\n  $path = ($base = '/opt'),\n) {\n}\n"),
	Good: code("# Joins paths.\n#\n# @param base where to install\n#\nclass example (\n  String[1] $base = '/opt',\n) {\n  $path = \"${base}/bin\"\n  notice($path)\n}\n"),
}

var appendAssignment = diag.Rule{
	Name: "append_assignment", Group: diag.Correctness, Severity: diag.Error, Since: since,
	Supersedes:  []string{"appends", "reassigned_variable"},
	PuppetCodes: []string{"APPENDS_DELETES_NO_LONGER_SUPPORTED"},
	Summary:     "`+=` or `-=` is used, which Puppet 4 removed",
	Rationale: "Since Puppet 4 neither operator exists, so Puppet refuses the file. (In Puppet 3, `+=` created a new " +
		"variable from one of an outer scope.) Write `$new = $old + $more` or `$new = $old - $less`.",
	Bad:  code("$packages = ['vim']\n$packages += ['git']\n"),
	Good: inClass("$packages = ['vim']\n$all      = $packages + ['git']\nnotice($all)\n"),
}

// assignment checks an assignment.
func (c *checker) assignment(n *syntax.AssignmentExpression) {
	if n.Operator != syntax.Equals {
		operator := n.Operator.Text()
		c.report(&appendAssignment, "APPENDS_DELETES_NO_LONGER_SUPPORTED", n.Span(), "Puppet has no operator '"+operator+"'").
			Help = "assign to a new variable: `$new = $old " + operator[:1] + " …`"
		return
	}
	c.assignable(n.Left)
	c.value(n.Right)
}

// assignable reports an invalid target of an assignment. It checks the elements of a list one
// by one.
func (c *checker) assignable(target syntax.Node) {
	switch n := target.(type) {
	case *syntax.VariableExpression:
		c.assignableVariable(n)
	case *syntax.AccessExpression:
		c.reportNode(&indexedAssignment, "ILLEGAL_INDEXED_ASSIGNMENT", n,
			"an element of a value cannot be assigned; values never change").Help = "make a new value with `+`"
	case *syntax.LiteralList:
		for _, element := range n.Values {
			c.assignable(element)
		}
	case *syntax.BadExpr:
	default:
		finding := c.reportNode(&illegalAssignment, "ILLEGAL_ASSIGNMENT", n, aLabel(n)+" cannot be assigned to")
		finding.Help = "the left side of `=` must be a variable or an array of variables"
	}
}

func (c *checker) assignableVariable(n *syntax.VariableExpression) {
	if isMatchVariable(n.Name) {
		c.reportNode(&assignmentToNumericVariable, "ILLEGAL_NUMERIC_ASSIGNMENT", n,
			"$"+n.Name+" can only be set by a match with a regular expression").Help = "give the variable a name"
	}
	if last := strings.LastIndex(n.Name, "::"); last >= 0 {
		c.reportNode(&assignmentToOtherScope, "CROSS_SCOPE_ASSIGNMENT", n,
			"$"+n.Name+" belongs to another namespace and cannot be assigned here").
			Help = "assign to $" + n.Name[last+2:] + " where the variable belongs"
	}
}

// noAssignment reports assignments in a parameter's default value. It ignores those in lambdas,
// which have their own variables.
func (c parameters) noAssignment(node syntax.Node) {
	switch n := node.(type) {
	case nil, *syntax.LambdaExpression:
	case *syntax.AssignmentExpression:
		c.report(&assignmentInDefault, "ILLEGAL_ASSIGNMENT_CONTEXT", n.Span(), "a default value cannot assign to a variable").
			Help = "assign in the body"
	default:
		syntax.EachChild(node, c.noAssignment)
	}
}
