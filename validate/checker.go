package validate

import (
	"fmt"

	"puppet-lint/diag"
	"puppet-lint/source"
	"puppet-lint/syntax"
)

// File returns everything that Puppet would report for the file before evaluating it, in the
// order in which Puppet finds it. With Options.Specification, it includes violations of the
// specification. The caller owns the findings.
func File(file *syntax.File, options Options) []diag.Diagnostic {
	options.Tasks = options.Tasks || file.Options.Tasks
	c := checker{file: file, options: options}
	if options.Specification && c.foreign() {
		return c.findings
	}
	c.run()
	if !c.broken && !options.Tasks {
		c.define()
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
	file    *syntax.File
	options Options
	// broken is set if the file has a syntax error. Rules about the sequence and nesting of
	// statements are then skipped.
	broken bool
	// errors tells which other findings may result from a syntax error. unit is the span of the
	// innermost statement, or head of a definition, around the checked node. Both are kept for
	// broken files only.
	errors   errorRegion
	unit     source.Span
	findings []diag.Diagnostic
	// repeated counts how often there is the same to say, if Options.Specification is
	// set.
	repeated map[repetition]*repeats
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

// report adds a finding that underlines span and is located at its start. The result is valid
// until the next finding is added. If the finding may result from a syntax error, it is
// discarded.
func (c *checker) report(rule *diag.Rule, code string, span source.Span, message string) *diag.Diagnostic {
	if c.broken && c.errors.covers(c.unit) {
		return new(diag.Diagnostic)
	}
	return c.add(rule, code, span, message)
}

// add is report for findings that never result from a syntax error.
func (c *checker) add(rule *diag.Rule, code string, span source.Span, message string) *diag.Diagnostic {
	if c.options.Specification && c.isRepeated(repetition{rule, message}) {
		return new(diag.Diagnostic)
	}
	c.findings = append(c.findings, diag.Diagnostic{
		Rule: rule, Code: code, Severity: rule.Severity, File: c.file.Source, Span: span, At: span.Start, Message: message,
	})
	return &c.findings[len(c.findings)-1]
}

// maxRepeated is how often the same error is reported in one file. More of them do not
// help, and a file of nothing but errors would take many times its size.
const maxRepeated = 1000

// repetition is what makes findings the same but for their places.
type repetition struct {
	rule    *diag.Rule
	message string
}

// repeats is how often there was the same to say, and the index of the last finding that
// says it.
type repeats struct{ count, last int }

// isRepeated counts one more of the same, and reports whether it is left out.
func (c *checker) isRepeated(what repetition) bool {
	seen := c.repeated[what]
	if seen == nil {
		if c.repeated == nil {
			c.repeated = map[repetition]*repeats{}
		}
		seen = &repeats{}
		c.repeated[what] = seen
	}
	if seen.count++; seen.count > maxRepeated {
		return true
	}
	seen.last = len(c.findings)
	return false
}

// reportOmitted says how many findings were left out.
func (c *checker) reportOmitted() {
	for _, seen := range c.repeated {
		if left := seen.count - maxRepeated; left > 0 {
			c.findings[seen.last].Message += fmt.Sprintf(" (and in %d more places of this file)", left)
		}
	}
}

// reportNode adds a finding about a node, or about the head of a definition. It is located
// where Puppet locates the node.
func (c *checker) reportNode(rule *diag.Rule, code string, node syntax.Node, message string) *diag.Diagnostic {
	finding := c.report(rule, code, c.extent(node), message)
	finding.At = node.Span().Start
	return finding
}

// extent returns the span to underline for a finding about node.
func (c *checker) extent(node syntax.Node) source.Span {
	extent := c.file.Extent(node)
	if name := nameToken(node); name >= 0 {
		extent.End = c.file.Token(name).End
	}
	return extent
}

// nameToken returns the index of the token with the name of a definition, or -1 for any other
// node.
func nameToken(node syntax.Node) int {
	switch n := node.(type) {
	case *syntax.HostClassDefinition:
		return int(n.NameToken)
	case *syntax.ResourceTypeDefinition:
		return int(n.NameToken)
	case *syntax.FunctionDefinition:
		return int(n.NameToken)
	case *syntax.PlanDefinition:
		return int(n.NameToken)
	case *syntax.TypeAlias:
		return int(n.NameToken)
	case *syntax.TypeDefinition:
		return int(n.NameToken)
	}
	return -1
}

// container returns the n-th node around the checked one; 0 is the nearest. It returns nil
// beyond the program.
func (c *checker) container(n int) syntax.Node {
	if n >= len(c.path) {
		return nil
	}
	return c.path[len(c.path)-1-n]
}

func (c *checker) push(node syntax.Node) { c.path = append(c.path, node) }

func (c *checker) pop() { c.path = c.path[:len(c.path)-1] }

// visitAll checks the nodes of a list.
func visitAll[N syntax.Node](c *checker, nodes []N) {
	for _, node := range nodes {
		c.visit(node)
	}
}

// visit checks node and then its parts, in the order of Puppet's model (Puppet::Pops::Model),
// in which a parent always precedes its parts.
func (c *checker) visit(node syntax.Node) {
	if node == nil {
		return
	}
	kind := node.Kind()
	if !unchecked.Has(kind) {
		c.check(node)
	}
	if !leaves.Has(kind) {
		c.push(node)
		c.visitParts(node)
		c.pop()
	}
}

// visitStatements visits the statements of a block.
func (c *checker) visitStatements(statements []syntax.Node) {
	outer := c.unit
	for _, statement := range statements {
		c.enterUnit(statement)
		c.visit(statement)
	}
	c.unit = outer
}

var (
	// leaves holds the kinds of nodes without parts.
	leaves = syntax.NewKindSet(
		syntax.KindNop, syntax.KindBadExpr, syntax.KindLiteralString, syntax.KindLiteralInteger, syntax.KindLiteralFloat,
		syntax.KindLiteralBoolean, syntax.KindLiteralUndef, syntax.KindLiteralDefault, syntax.KindLiteralRegularExpression,
		syntax.KindQualifiedName, syntax.KindQualifiedReference, syntax.KindReservedWord, syntax.KindRenderStringExpression,
	)
	// unchecked holds the kinds of nodes that are never wrong by themselves.
	unchecked = syntax.NewKindSet(
		syntax.KindNop, syntax.KindBadExpr, syntax.KindLiteralString, syntax.KindLiteralFloat, syntax.KindLiteralBoolean,
		syntax.KindLiteralUndef, syntax.KindLiteralDefault, syntax.KindQualifiedName, syntax.KindQualifiedReference,
		syntax.KindRenderStringExpression, syntax.KindConcatenatedString, syntax.KindAccessExpression,
		syntax.KindNamedAccessExpression, syntax.KindCallMethodExpression,
	)
)

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

// visitParts visits the parts of node.
func (c *checker) visitParts(node syntax.Node) {
	switch n := node.(type) {
	case *syntax.Program:
		c.enterUnit(n.Body)
		c.visit(n.Body)
	case *syntax.BlockExpression:
		c.visitStatements(n.Statements)
	case *syntax.ApplyBlockExpression:
		c.applyDepth++
		c.visitStatements(n.Statements)
		c.applyDepth--

	case *syntax.AssignmentExpression:
		c.visitBinary(&n.BinaryExpression)
	case *syntax.RelationshipExpression:
		c.visitBinary(&n.BinaryExpression)
	case *syntax.ArithmeticExpression:
		c.visitBinary(&n.BinaryExpression)
	case *syntax.ComparisonExpression:
		c.visitBinary(&n.BinaryExpression)
	case *syntax.MatchExpression:
		c.visitBinary(&n.BinaryExpression)
	case *syntax.InExpression:
		c.visitBinary(&n.BinaryExpression)
	case *syntax.AndExpression:
		c.visitBinary(&n.BinaryExpression)
	case *syntax.OrExpression:
		c.visitBinary(&n.BinaryExpression)
	case *syntax.NamedAccessExpression:
		c.visitBinary(&n.BinaryExpression)
	case *syntax.ParenthesizedExpression:
		c.visit(n.Expr)
	case *syntax.NotExpression:
		c.visit(n.Expr)
	case *syntax.UnaryMinusExpression:
		c.visit(n.Expr)
	case *syntax.UnfoldExpression:
		c.visit(n.Expr)
	case *syntax.TextExpression:
		c.visit(n.Expr)
	case *syntax.RenderExpression:
		c.visit(n.Expr)
	case *syntax.AccessExpression:
		c.visit(n.Left)
		visitAll(c, n.Keys)

	case *syntax.LiteralList:
		visitAll(c, n.Values)
	case *syntax.LiteralHash:
		visitAll(c, n.Entries)
	case *syntax.KeyedEntry:
		c.visit(n.Key)
		c.visit(n.Value)
	case *syntax.HeredocExpression:
		c.visit(n.Text)
	case *syntax.ConcatenatedString:
		visitAll(c, n.Segments)
	case *syntax.VariableExpression:
		c.visit(n.Number)

	case *syntax.CaseExpression:
		c.visit(n.Test)
		visitAll(c, n.Options)
	case *syntax.CaseOption:
		visitAll(c, n.Values)
		c.visitBlock(n.Then)
	case *syntax.SelectorExpression:
		c.visit(n.Left)
		visitAll(c, n.Selectors)
	case *syntax.SelectorEntry:
		c.visit(n.Matching)
		c.visit(n.Value)
	case *syntax.IfExpression:
		c.visit(n.Test)
		c.visit(n.Then)
		c.visit(n.Else)
	case *syntax.UnlessExpression:
		c.visit(n.Test)
		c.visit(n.Then)
		c.visit(n.Else)
	case *syntax.CallNamedFunctionExpression:
		c.visitCall(&n.CallExpression)
	case *syntax.CallMethodExpression:
		c.visitCall(&n.CallExpression)
	case *syntax.LambdaExpression:
		visitAll(c, n.Parameters)
		c.visit(n.Body)
		c.visit(n.ReturnType)
	case *syntax.EppExpression:
		c.visitBlock(n.Body)
	case *syntax.Parameter:
		c.visit(n.Value)
		c.visit(n.TypeExpr)

	case *syntax.CollectExpression:
		c.visit(n.TypeExpr)
		c.visit(n.Query)
		visitAll(c, n.Operations)
	case *syntax.VirtualQuery:
		c.visit(n.Expr)
	case *syntax.ExportedQuery:
		c.visit(n.Expr)
	case *syntax.ResourceExpression:
		c.visit(n.TypeName)
		visitAll(c, n.Bodies)
	case *syntax.ResourceBody:
		c.visit(n.Title)
		visitAll(c, n.Operations)
	case *syntax.ResourceDefaultsExpression:
		c.visit(n.TypeRef)
		visitAll(c, n.Operations)
	case *syntax.ResourceOverrideExpression:
		c.visit(n.Resources)
		visitAll(c, n.Operations)
	case *syntax.AttributeOperation:
		c.visit(n.Value)
	case *syntax.AttributesOperation:
		c.visit(n.Expr)

	case *syntax.HostClassDefinition:
		c.visitDefinition(&n.NamedDefinition)
	case *syntax.ResourceTypeDefinition:
		c.visitDefinition(&n.NamedDefinition)
	case *syntax.FunctionDefinition:
		c.visitDefinition(&n.NamedDefinition)
		c.visit(n.ReturnType)
	case *syntax.PlanDefinition:
		c.visitDefinition(&n.NamedDefinition)
	case *syntax.NodeDefinition:
		c.visit(n.Parent)
		visitAll(c, n.HostMatches)
		c.visitBlock(n.Body)
	case *syntax.TypeAlias:
		c.visit(n.TypeExpr)
	case *syntax.TypeMapping:
		c.visit(n.TypeExpr)
		c.visit(n.MappingExpr)
	case *syntax.TypeDefinition:
		c.visitBlock(n.Body)
	case *syntax.ApplyExpression:
		visitAll(c, n.Arguments)
		if n.Body != nil {
			c.visit(n.Body)
		}
	}
}

func (c *checker) visitBinary(n *syntax.BinaryExpression) {
	c.visit(n.Left)
	c.visit(n.Right)
}

func (c *checker) visitCall(n *syntax.CallExpression) {
	c.visit(n.Functor)
	visitAll(c, n.Arguments)
	if n.Lambda != nil {
		c.visit(n.Lambda)
	}
}

func (c *checker) visitDefinition(n *syntax.NamedDefinition) {
	visitAll(c, n.Parameters)
	c.visitBlock(n.Body)
}

func (c *checker) visitBlock(block *syntax.BlockExpression) {
	if block != nil {
		c.visit(block)
	}
}
