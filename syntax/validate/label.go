package validate

import "puppet-lint/syntax"

// aLabel returns the name of a node for messages, with its article: "a string".
func aLabel(node syntax.Node) string {
	switch n := node.(type) {
	case nil:
		return "nothing"
	case *syntax.AssignmentExpression:
		return "an assignment"
	case *syntax.RelationshipExpression:
		return "a relationship"
	case *syntax.ArithmeticExpression:
		return "a '" + n.Operator.Text() + "' expression"
	case *syntax.ComparisonExpression:
		return "a '" + n.Operator.Text() + "' comparison"
	case *syntax.MatchExpression:
		return "a '" + n.Operator.Text() + "' match"
	case *syntax.InExpression:
		return "an 'in' expression"
	case *syntax.AndExpression:
		return "an 'and' expression"
	case *syntax.OrExpression:
		return "an 'or' expression"
	case *syntax.QualifiedName:
		return "the word '" + n.Value + "'"
	case *syntax.QualifiedReference:
		return "the type name '" + n.Value + "'"
	case *syntax.VariableExpression:
		return "the variable $" + n.Name
	case *syntax.ReservedWord:
		return "the reserved word '" + n.Word + "'"
	case *syntax.CallNamedFunctionExpression, *syntax.CallMethodExpression:
		return "a call"
	case *syntax.HostClassDefinition:
		return "the class '" + n.Name + "'"
	case *syntax.ResourceTypeDefinition:
		return "the defined type '" + n.Name + "'"
	case *syntax.FunctionDefinition:
		return "the function '" + n.Name + "'"
	case *syntax.PlanDefinition:
		return "the plan '" + n.Name + "'"
	case *syntax.TypeAlias:
		return "the type alias '" + n.Name + "'"
	}
	return labels[node.Kind()]
}

// labels holds the names of kinds whose nodes all have the same name.
var labels = [syntax.KindCount]string{
	syntax.KindProgram:                    "a program",
	syntax.KindNop:                        "nothing",
	syntax.KindBadExpr:                    "what could not be read",
	syntax.KindBlockExpression:            "a block",
	syntax.KindApplyBlockExpression:       "an apply block",
	syntax.KindNamedAccessExpression:      "a '.' expression",
	syntax.KindParenthesizedExpression:    "a parenthesized expression",
	syntax.KindNotExpression:              "a '!' expression",
	syntax.KindUnaryMinusExpression:       "a negation",
	syntax.KindUnfoldExpression:           "a '*' expression",
	syntax.KindTextExpression:             "an interpolated expression",
	syntax.KindRenderExpression:           "a rendered expression",
	syntax.KindAccessExpression:           "a '[]' expression",
	syntax.KindLiteralList:                "an array",
	syntax.KindLiteralHash:                "a hash",
	syntax.KindKeyedEntry:                 "a hash entry",
	syntax.KindCaseExpression:             "a case statement",
	syntax.KindCaseOption:                 "a case option",
	syntax.KindSelectorExpression:         "a selector",
	syntax.KindSelectorEntry:              "a selector entry",
	syntax.KindIfExpression:               "an if statement",
	syntax.KindUnlessExpression:           "an unless statement",
	syntax.KindCollectExpression:          "a collector",
	syntax.KindVirtualQuery:               "a query",
	syntax.KindExportedQuery:              "a query for exported resources",
	syntax.KindAttributeOperation:         "an attribute",
	syntax.KindAttributesOperation:        "a '* =>' attribute",
	syntax.KindParameter:                  "a parameter",
	syntax.KindNodeDefinition:             "a node",
	syntax.KindTypeMapping:                "a type mapping",
	syntax.KindTypeDefinition:             "a type definition",
	syntax.KindApplyExpression:            "an apply call",
	syntax.KindLambdaExpression:           "a lambda",
	syntax.KindHeredocExpression:          "a heredoc",
	syntax.KindConcatenatedString:         "a string",
	syntax.KindLiteralString:              "a string",
	syntax.KindLiteralInteger:             "a number",
	syntax.KindLiteralFloat:               "a number",
	syntax.KindLiteralBoolean:             "a boolean",
	syntax.KindLiteralUndef:               "undef",
	syntax.KindLiteralDefault:             "default",
	syntax.KindLiteralRegularExpression:   "a regular expression",
	syntax.KindEppExpression:              "a template",
	syntax.KindRenderStringExpression:     "the text of a template",
	syntax.KindResourceExpression:         "a resource",
	syntax.KindResourceBody:               "a resource",
	syntax.KindResourceDefaultsExpression: "a resource default",
	syntax.KindResourceOverrideExpression: "a resource override",
}
