package eval

import (
	"slices"
	"strconv"
	"strings"

	"puppet-lint/checker/code"
	"puppet-lint/checker/lattice"
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// reportImpossible reports a comparison of a value with a literal that the value can never
// equal. It only checks parameters and facts, because their possible values are declared:
// comparing a variable that the code has just set with other values may be intended. It skips
// comparisons with undef or an empty string, which are often written as a precaution.
func (e *Evaluator) reportImpossible(node syntax.Node, value Type, literal syntax.Node, of Type) {
	if !e.isDeclared(node) || e.IsUnknown(value) || lattice.IsConstant(value) || e.IsNever(value) || !lattice.IsConstant(of) {
		return
	}
	switch literal := syntax.Unparenthesized(literal).(type) {
	case *syntax.LiteralString:
		if literal.Value == "" {
			return
		}
	case *syntax.QualifiedName, *syntax.LiteralInteger, *syntax.LiteralFloat, *syntax.LiteralBoolean:
	default:
		return
	}
	name := e.Body.Manifest.Source.Slice(e.Body.Manifest.Extent(node))
	is := " is " + lattice.Article(e.FormatResolved(value))
	if enum, isEnum := value.(*types.EnumType); isEnum && len(enum.Values) == 1 && !enum.CaseInsensitive {
		is = " can only be " + lattice.Quote(enum.Values[0]) + " here" // the other values were tested before
	}
	finding := e.report(&code.ImpossibleComparison, literal, "", name+is+", which is never "+e.Describe(of))
	if finding != nil {
		if finding.Help = e.quotingHelp(value, literal); finding.Help == "" && of == e.Str("undef") {
			finding.Help = "write undef without quotes"
		}
		if e.hasWords(value) {
			finding.SuggestFix(e.SuggestedWord(value, of))
		}
	}
}

// hasWords reports whether a type has several known strings. With a single one, the literal is probably not
// misspelt: the code prepares for a value that another version of the type has.
func (e *Evaluator) hasWords(t Type) bool {
	words := 0
	for _, member := range e.Members(t) {
		words += len(lattice.WordsOf(member))
	}
	return words > 1
}

// quotingHelp returns advice if a value is text and the literal that it is compared with a number, or
// the other way round; "" otherwise.
func (e *Evaluator) quotingHelp(value Type, literal syntax.Node) string {
	isText, isNumber := false, false
	for _, member := range e.Members(value) {
		switch lattice.TypeClassOf(member) {
		case lattice.StringClass:
			isText = true
		case lattice.IntegerClass, lattice.FloatClass:
			isNumber = true
		case lattice.UndefClass:
		default:
			return ""
		}
	}
	switch literal := syntax.Unparenthesized(literal).(type) {
	case *syntax.LiteralInteger, *syntax.LiteralFloat:
		if isText && !isNumber {
			return "a string never equals a number: put quotes around the number"
		}
	case *syntax.LiteralString:
		if _, err := strconv.ParseFloat(literal.Value, 64); err == nil && isNumber && !isText {
			return "a number never equals a string: leave out the quotes"
		}
	}
	return ""
}

// reportNoneMatches reports a selector without any option that may match. It replaces the
// findings about the single options, which are the same mistake.
func (e *Evaluator) reportNoneMatches(node *syntax.SelectorExpression, value Type) {
	if e.reporting {
		extent := e.Body.Manifest.Extent(node)
		e.Findings = slices.DeleteFunc(e.Findings, func(finding *diag.Diagnostic) bool {
			return finding.Rule == &code.ImpossibleComparison && finding.File == e.Body.Manifest.Source && extent.Covers(finding.Span)
		})
	}
	finding := e.report(&code.UnmatchedSelector, node.Left, "UNMATCHED_SELECTOR", "no option of the selector matches "+e.DescribeExactly(value)+", and there is no default")
	if finding != nil {
		finding.Help = e.quotingHelp(value, node.Selectors[0].Matching)
	}
}

// isDeclared reports whether a node is a typed parameter of the class or defined type being
// evaluated, a fact, or an element of one.
func (e *Evaluator) isDeclared(node syntax.Node) bool {
	switch node := syntax.Unparenthesized(node).(type) {
	case *syntax.AccessExpression:
		return e.isDeclared(node.Left)
	case *syntax.VariableExpression:
		name := strings.TrimPrefix(node.Name, "::")
		if name == "facts" {
			return true
		}
		var parameters []*syntax.Parameter
		switch definition := e.Body.Node.(type) {
		case *syntax.HostClassDefinition:
			parameters = definition.Parameters
		case *syntax.ResourceTypeDefinition:
			parameters = definition.Parameters
		}
		for _, parameter := range parameters {
			if parameter.Name == name {
				return parameter.TypeExpr != nil && e.frame.outer == nil
			}
		}
	}
	return false
}
