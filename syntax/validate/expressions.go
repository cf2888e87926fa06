package validate

import (
	"strconv"

	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var notAValue = diag.Rule{
	Name: "not_a_value", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"NOT_RVALUE"},
	Summary:     "something without a value is used where a value is needed",
	Rationale: "A collector, a definition and a node have no value. Puppet refuses a file that assigns or compares one, " +
		"puts it into a list or passes it on. Give it a statement of its own.",
	Bad:  code("$users = User <| groups == 'admin' |>\n", "$list = [class x { }]\n"),
	Good: code("# Realizes users.\nclass example {\n  User <| groups == 'admin' |>\n}\n"),
}

var callOfNonFunction = diag.Rule{
	Name: "call_of_non_function", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"ILLEGAL_EXPRESSION"},
	Summary:     "something that is neither a function name nor a type is called",
	Rationale: "Before the `(` there must be the bare name of a function, or a type to create a value; Puppet refuses a " +
		"call of anything else, such as a variable, a string or the result of another call. Use `call($name, " +
		"…)` to call a function whose name is computed.",
	Bad:  code("$name('x')\n", "'notice'('x')\n"),
	Good: inClass("$name = 'notice'\ncall($name, 'x')\n"),
}

var duplicateKey = diag.Rule{
	Name: "duplicate_key", Group: diag.Correctness, Severity: diag.Error, Since: since,
	Supersedes:  []string{"duplicate_params"},
	PuppetCodes: []string{"DUPLICATE_KEY"},
	Summary:     "a hash has the same key twice",
	Rationale: "Only the last of two equal keys counts, so one value is lost. By default this is an error in Puppet " +
		"8 and a warning in older versions; the setting `strict` changes that.",
	Bad:  code("$ports = {\n  'http' => 80,\n  'http' => 8080,\n}\n"),
	Good: inClass("$ports = {\n  'http'     => 80,\n  'http-alt' => 8080,\n}\nnotice($ports)\n"),
}

var duplicateDefault = diag.Rule{
	Name: "duplicate_default", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"DUPLICATE_DEFAULT"},
	Summary:     "a `case` or selector has more than one `default`",
	Rationale: "Only one `default` is ever used; the other is dead code, and Puppet refuses the file. Most likely one " +
		"of them should be another option.",
	Bad:  code("case $facts['os']['family'] {\n  default: { notice('a') }\n  default: { notice('b') }\n}\n"),
	Good: inClass("case $facts['os']['family'] {\n  'Debian': { notice('a') }\n  default: { notice('b') }\n}\n"),
}

var integerOverflow = diag.Rule{
	Name: "integer_overflow", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"NUMERIC_OVERFLOW"},
	Summary:     "a number does not fit into 64 bits",
	Rationale: "Puppet's integers range from -9223372036854775808 to 9223372036854775807, and Puppet refuses a file " +
		"with any other. The minus sign is not part of the literal, so the smallest integer cannot be written. " +
		"Use a string, or a float such as `1.0e19`.",
	Bad:  code("$big = 9223372036854775808\n"),
	Good: inClass("$big = 9223372036854775807\nnotice($big)\n"),
}

var negatedNonNumber = diag.Rule{
	Name: "negated_non_number", Group: diag.Correctness, Severity: diag.Error, Since: since,
	Summary: "a hash key or type parameter is a minus sign before something that is not a number",
	Rationale: "Puppet looks at literal keys and types before it evaluates anything, and fails with an internal error " +
		"on a minus sign before `true`, `undef`, a list and the like.",
	Bad:  code("$signs = {\n  -[1] => 'a',\n  1    => 'b',\n}\n"),
	Good: inClass("$signs = {\n  -1 => 'a',\n  1  => 'b',\n}\nnotice($signs)\n"),
}

var reservedWord = diag.Rule{
	Name: "reserved_word", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"RESERVED_WORD"},
	Summary:     "`private` or `attr` is used as a value",
	Rationale:   "Both words are reserved and cannot be used as bare strings; Puppet refuses the file. Quote them.",
	Bad:         code("$mode = private\n"),
	Good:        inClass("$mode = 'private'\nnotice($mode)\n"),
}

var ambiguousEppParameters = diag.Rule{
	Name: "ambiguous_epp_parameters", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"ILLEGAL_EPP_PARAMETERS"},
	Summary:     "an EPP template has text before its parameters",
	Rationale: "The text before `<% (` is an expression, and a parenthesis after an expression is a call. Write the " +
		"parameters between bars in the first tag, with nothing before it: `<%- | $x | -%>`.",
	Bad:  codeAt("templates/bad.epp", "Hello\n<%- ($name) -%>\n"),
	Good: codeAt("templates/good.epp", "<%- | String $name | -%>\nHello <%= $name %>\n"),
}

// mayLackValue holds the kinds that value examines.
var mayLackValue = syntax.NewKindSet(
	syntax.KindCollectExpression, syntax.KindHostClassDefinition, syntax.KindResourceTypeDefinition,
	syntax.KindFunctionDefinition, syntax.KindPlanDefinition, syntax.KindNodeDefinition, syntax.KindTypeAlias,
	syntax.KindTypeMapping, syntax.KindTypeDefinition, syntax.KindParenthesizedExpression, syntax.KindNotExpression,
	syntax.KindUnaryMinusExpression, syntax.KindUnfoldExpression, syntax.KindTextExpression, syntax.KindRenderExpression,
)

// value reports an expression without a value where one is required. Puppet tests every operand
// and looks through operators itself, so it tests a chain of them at every link. An operand
// that was found harmless at the first link is not examined again.
func (c *checker) value(node syntax.Node) {
	if !mayLackValue.Has(node.Kind()) {
		return
	}
	inner := operandOf(node)
	if node == c.harmless {
		c.harmless = inner
		return
	}
	last := node
	for next := inner; next != nil; next = operandOf(last) {
		last = next
	}
	switch n := last.(type) {
	case *syntax.CollectExpression, *syntax.HostClassDefinition, *syntax.ResourceTypeDefinition, *syntax.FunctionDefinition,
		*syntax.PlanDefinition, *syntax.NodeDefinition, *syntax.TypeAlias, *syntax.TypeMapping, *syntax.TypeDefinition:
		c.reportNode(&notAValue, "NOT_RVALUE", n, aLabel(n)+" has no value").Help = "make it a statement of its own"
	default:
		c.harmless = inner
	}
}

// operandOf returns the operand of a unary operator, or nil for any other node.
func operandOf(node syntax.Node) syntax.Node {
	switch n := node.(type) {
	case *syntax.ParenthesizedExpression:
		return n.Expr
	case *syntax.NotExpression:
		return n.Expr
	case *syntax.UnaryMinusExpression:
		return n.Expr
	case *syntax.UnfoldExpression:
		return n.Expr
	case *syntax.TextExpression:
		return n.Expr
	case *syntax.RenderExpression:
		return n.Expr
	}
	return nil
}

func (c *checker) operands(n *syntax.BinaryExpression) {
	c.value(n.Left)
	c.value(n.Right)
}

// relationship is like operands, but also accepts collectors and relationships as operands.
func (c *checker) relationship(n *syntax.RelationshipExpression) {
	if c.options.Tasks && c.applyDepth == 0 {
		c.whenScripting(n, "a relationship")
		return
	}
	for _, operand := range [...]syntax.Node{n.Left, n.Right} {
		if _, collector := operand.(*syntax.CollectExpression); !collector {
			c.value(operand)
		}
	}
}

// callable reports a call of an expression that is neither the name of a function nor a type.
func (c *checker) callable(n *syntax.CallNamedFunctionExpression) {
	functor := n.Functor
	switch called := functor.(type) {
	case *syntax.QualifiedName, *syntax.QualifiedReference, *syntax.BadExpr:
		return
	case *syntax.VariableExpression:
		if called.Name == "" && c.options.Specification {
			return // it has no name, which is reported
		}
	case *syntax.AccessExpression:
		if _, isType := called.Left.(*syntax.QualifiedReference); isType {
			return
		}
	case *syntax.RenderStringExpression:
		c.reportNode(&ambiguousEppParameters, "ILLEGAL_EPP_PARAMETERS", n,
			"because of the text before this tag, the parentheses are a call").
			Help = "put parameters between bars in the first tag: `<%- | $x | -%>`"
		return
	}
	c.reportNode(&callOfNonFunction, "ILLEGAL_EXPRESSION", functor, aLabel(functor)+" cannot be called").
		Help = "write the bare name of a function, or call($name, …) for a computed one"
}

// duplicateKeys reports literal keys that equal an earlier key of the same hash.
func (c *checker) duplicateKeys(n *syntax.LiteralHash) {
	severity := c.options.duplicateKeySeverity()
	if severity == 0 || len(n.Entries) < 2 {
		return
	}
	seen := newKeySet(c, len(n.Entries))
	for _, entry := range n.Entries {
		first, fresh := seen.add(entry)
		if fresh {
			continue
		}
		message := "the key " + c.text(entry.Key) + " occurs twice in this hash"
		if _, isAccess := entry.Key.(*syntax.AccessExpression); isAccess && c.text(entry.Key) != c.text(first.Key) {
			message = "Puppet takes the key " + c.text(entry.Key) + " for the same as " + c.text(first.Key)
		}
		finding := c.report(&duplicateKey, "DUPLICATE_KEY", c.file.Extent(entry.Key), message)
		finding.At, finding.Severity = entry.Span().Start, severity
		if finding.Help = "only the last value counts; remove one"; severity == diag.Error {
			finding.Help = "remove one"
		}
		finding.Related = []diag.Related{{File: c.file.Source, Span: c.file.Extent(first.Key), Message: "first given here"}}
	}
}

// negated reports the literal whose negation makes Puppet crash, if there is one.
func (c *reporter) negated(l *literals) {
	if l.crash != nil {
		c.reportNode(&negatedNonNumber, "", l.crash, aLabel(l.crash)+" cannot be negated: Puppet crashes on this")
	}
}

// caseDefaults reports every "default" after the first one.
func (c *checker) caseDefaults(n *syntax.CaseExpression) {
	found := false
	for _, option := range n.Options {
		for _, value := range option.Values {
			if _, isDefault := value.(*syntax.LiteralDefault); !isDefault {
				continue
			}
			if found {
				c.duplicateDefault(value, "case")
			}
			found = true
		}
	}
}

// selectorDefaults reports the second "default", as Puppet does.
func (c *checker) selectorDefaults(n *syntax.SelectorExpression) {
	count := 0
	for _, entry := range n.Selectors {
		if _, isDefault := entry.Matching.(*syntax.LiteralDefault); isDefault {
			if count++; count == 2 {
				c.duplicateDefault(entry.Matching, "selector")
			}
		}
	}
}

func (c *checker) duplicateDefault(value syntax.Node, of string) {
	c.reportNode(&duplicateDefault, "DUPLICATE_DEFAULT", value, "this "+of+" already has a default").Help = "remove one of the two"
}

func (c *checker) integer(n *syntax.LiteralInteger) {
	if n.Big != "" {
		c.reportNode(&integerOverflow, "NUMERIC_OVERFLOW", n,
			n.Big+" is larger than Puppet's largest integer, "+strconv.Itoa(1<<63-1)).Help = "use a string or a float"
	}
}

// eppParameters checks the parameters of a template. They belong to the lambda around its body.
func (c *checker) eppParameters() {
	if lambda, ok := c.container(0).(*syntax.LambdaExpression); ok {
		c.noCapturesRest(lambda.Parameters, "a template")
		c.duplicateParameters(lambda.Parameters)
	}
}
