package validate

import (
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

// File returns everything that Puppet would report for the file before evaluating it, in the
// order in which Puppet finds it. With Options.Specification, it includes violations of the
// specification. The caller owns the findings.
func File(file *syntax.File, options Options) []*diag.Diagnostic {
	options.Tasks = options.Tasks || file.Options.Tasks
	c := newChecker(file, options)
	if options.Specification && c.foreign() {
		return c.findings
	}
	c.run()
	if !c.broken && !options.Tasks {
		definer{c.reporter}.define()
	}
	if !c.broken && options.Specification {
		c.autoloadable()
	}
	c.warnings()
	c.reportOmitted()
	return c.findings
}

// run does the work of Puppet's parser and checker.
func (c *checker) run() {
	c.syntaxErrors()
	c.visit(c.file.Program)
}

// checker is the state of one walk over one file. It serves one goroutine.
type checker struct {
	*reporter
	placement
	parameters
	effects
	// path holds the nodes around the checked one, outermost first. Puppet calls them
	// containers.
	path []syntax.Node
	// applyDepth counts the apply blocks around the checked node.
	applyDepth int
	// harmless is an operand that is known to have a value.
	harmless syntax.Node
	// nesting counts the enclosing heredocs with programs.
	nesting int
	// keys is scratch space for the literal keys of hashes.
	keys []byte
}

// newChecker returns the checker of a file.
func newChecker(file *syntax.File, options Options) *checker {
	r := &reporter{file: file, options: options}
	return &checker{reporter: r, placement: placement{r}, parameters: parameters{r}, effects: effects{r}}
}

// check checks one node by itself, and its parts only in their roles in it.
func (c *checker) check(node syntax.Node) {
	switch n := node.(type) {
	case *syntax.Program:
		c.topConstructs(n)
	case *syntax.BlockExpression:
		c.block(n.Statements, true)
	case *syntax.ApplyBlockExpression:
		c.block(n.Statements, false)

	case *syntax.AssignmentExpression:
		c.assignment(n)
	case *syntax.RelationshipExpression:
		c.relationship(n)
	case *syntax.ArithmeticExpression:
		c.operands(&n.BinaryExpression)
	case *syntax.ComparisonExpression:
		c.operands(&n.BinaryExpression)
	case *syntax.MatchExpression:
		c.operands(&n.BinaryExpression)
	case *syntax.InExpression:
		c.operands(&n.BinaryExpression)
	case *syntax.AndExpression:
		c.operands(&n.BinaryExpression)
	case *syntax.OrExpression:
		c.operands(&n.BinaryExpression)
	case *syntax.ParenthesizedExpression:
		c.value(n.Expr)
	case *syntax.NotExpression:
		c.value(n.Expr)
	case *syntax.UnaryMinusExpression:
		c.value(n.Expr)
	case *syntax.UnfoldExpression:
		c.value(n.Expr)
	case *syntax.TextExpression:
		c.value(n.Expr)
		c.interpolated(n)
	case *syntax.RenderExpression:
		c.value(n.Expr)

	case *syntax.LiteralList:
		for _, value := range n.Values {
			c.value(value)
		}
	case *syntax.LiteralHash:
		c.duplicateKeys(n)
	case *syntax.KeyedEntry:
		c.value(n.Key)
		c.value(n.Value)
	case *syntax.LiteralInteger:
		c.integer(n)
	case *syntax.LiteralRegularExpression:
		c.regexp(n)
	case *syntax.HeredocExpression:
		c.heredoc(n)
	case *syntax.ReservedWord:
		c.reportNode(&reservedWord, "RESERVED_WORD", n, "'"+n.Word+"' is a reserved word").Help = "quote it: '" + n.Word + "'"
	case *syntax.VariableExpression:
		c.variable(n)

	case *syntax.CaseExpression:
		c.value(n.Test)
		c.caseDefaults(n)
	case *syntax.CaseOption:
		for _, value := range n.Values {
			c.value(value)
		}
	case *syntax.SelectorExpression:
		c.value(n.Left)
		c.selectorDefaults(n)
	case *syntax.SelectorEntry:
		c.value(n.Matching)
	case *syntax.IfExpression:
		c.value(n.Test)
	case *syntax.UnlessExpression:
		c.value(n.Test)
	case *syntax.CallNamedFunctionExpression:
		c.callable(n)
	case *syntax.LambdaExpression:
		c.lastCapturesRest(n.Parameters)
		c.returnType(n.ReturnType)
	case *syntax.EppExpression:
		c.eppParameters()
	case *syntax.Parameter:
		c.parameter(n)

	case *syntax.CollectExpression:
		c.collector(n)
	case *syntax.VirtualQuery:
		c.query(n.Expr)
	case *syntax.ExportedQuery:
		c.query(n.Expr)
	case *syntax.ResourceExpression:
		c.resource(n)
	case *syntax.ResourceBody:
		c.repeatedSplat(n)
	case *syntax.ResourceDefaultsExpression:
		c.notVirtual(n, n.Form)
	case *syntax.ResourceOverrideExpression:
		c.notVirtual(n, n.Form)
	case *syntax.AttributeOperation:
		c.attribute(n)
	case *syntax.AttributesOperation:
		c.value(n.Expr)

	case *syntax.HostClassDefinition:
		c.class(n)
	case *syntax.ResourceTypeDefinition:
		c.definedType(n)
	case *syntax.FunctionDefinition:
		c.function(n)
	case *syntax.PlanDefinition:
		c.named(n, &n.NamedDefinition, planDefinition)
		c.duplicateParameters(n.Parameters)
	case *syntax.NodeDefinition:
		c.node(n)
	case *syntax.TypeAlias:
		c.alias(n)
	case *syntax.TypeMapping:
		c.mapping(n)
	case *syntax.TypeDefinition:
		c.topLevel(n)
		c.reserved(n, n.Name, "type")
		c.reportNode(&unsupportedTypeDefinition, "UNSUPPORTED_EXPRESSION", n, "Puppet does not support defining a type this way").
			Help = "write `type " + n.Name + " = …`"
	case *syntax.ApplyExpression:
		if c.options.Tasks && c.applyDepth > 0 {
			c.whenCompiling(n, "an apply block cannot contain another one")
		}
	}
}
