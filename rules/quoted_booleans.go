package rules

import (
	"slices"
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

var quotedBooleans = Rule{
	Rule: diag.Rule{
		Name:         "quoted_booleans",
		Templates:    true,
		Group:        diag.Style,
		Severity:     diag.Warning,
		OffByDefault: true,
		Core:         true,
		RubyKind:     diag.Warning,
		Summary:      "a Boolean is written as the string 'true' or 'false'",
		Rationale: "Every string is true: `if 'false' { … }` runs its body. Remove the quotes to get a Boolean; some resource " +
			"attributes do need the string.",
		Bad:   []diag.Example{{Code: "# An example.\nclass example {\n  $x = 'false'\n}\n", Fixed: "# An example.\nclass example {\n  $x = false\n}\n"}},
		Good:  []diag.Example{{Code: "# An example.\nclass example {\n  $x = false\n}\n"}},
		Fix:   diag.FixInfo{Safety: diag.Unsafe, Summary: "remove the quotes"},
		Since: "1.0.0",
	},
	Visits: []Visit{
		Tokens(func(pass *Pass, index int) {
			if span := pass.Token(index).Span; pass.AsRuby() && !pass.hiddenFromRuby(span.Start) {
				reportQuotedBoolean(pass, span)
			}
		}, syntax.SingleQuoted, syntax.DoubleQuoted),
		Enter(func(pass *Pass, node *syntax.LiteralString) {
			if pass.AsRuby() || node.FirstToken() != node.LastToken() || isTypedAsText(pass, node) {
				return
			}
			if kind := pass.Token(node.FirstToken()).Kind; kind == syntax.SingleQuoted || kind == syntax.DoubleQuoted {
				reportQuotedBoolean(pass, pass.extent(node))
			}
		}),
	},
}

func reportQuotedBoolean(pass *Pass, span source.Span) {
	if text := unquoted(pass.Source.Slice(span)); text == "true" || text == "false" {
		pass.Fix(pass.Report(span, "quoted boolean value found"), pass.Replace(span, text))
	}
}

// isTypedAsText reports whether a Boolean cannot replace the string: it is a parameter of an
// Enum, Pattern or String type, or the default of a parameter of such a type.
func isTypedAsText(pass *Pass, node *syntax.LiteralString) bool {
	switch parent := pass.Parent(0).(type) {
	case *syntax.AccessExpression:
		return parent.Left != syntax.Node(node) && isTextType(parent.Left)
	case *syntax.Parameter:
		typeExpr := parent.TypeExpr
		if access, ok := typeExpr.(*syntax.AccessExpression); ok && isReferenceTo(access.Left, "optional") && len(access.Keys) == 1 {
			typeExpr = access.Keys[0]
		}
		if access, ok := typeExpr.(*syntax.AccessExpression); ok {
			typeExpr = access.Left
		}
		return isTextType(typeExpr)
	}
	return false
}

func isTextType(node syntax.Node) bool { return isReferenceTo(node, "enum", "pattern", "string") }

func isReferenceTo(node syntax.Node, names ...string) bool {
	reference, ok := node.(*syntax.QualifiedReference)
	return ok && slices.Contains(names, strings.ToLower(reference.Value))
}
