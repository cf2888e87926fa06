package rules

import (
	"slices"
	"strconv"
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
		Rationale: "Every string is true: `if 'false' { … }` runs its body. Remove the quotes to get a Boolean. Some " +
			"attributes do need the string; suppress the rule there.",
		Bad:   []diag.Example{{Code: example("  $tls = 'false'\n"), Fixed: example("  $tls = false\n")}},
		Good:  []diag.Example{{Code: example("  $tls = false\n")}},
		Fix:   diag.FixInfo{Safety: diag.Unsafe, Summary: "remove the quotes"},
		Since: "1.0.0",
	},
	Visits: []Visit{
		Tokens(func(pass *Pass, index int) {
			if span := pass.Token(index).Span; pass.AsRuby() && !pass.hiddenFromRuby(span.Start) {
				reportQuotedBoolean(pass, span, true)
			}
		}, syntax.SingleQuoted, syntax.DoubleQuoted),
		Enter(func(pass *Pass, node *syntax.LiteralString) {
			if pass.AsRuby() || node.FirstToken() != node.LastToken() || isTypedAsText(pass, node) {
				return
			}
			if kind := pass.Token(node.FirstToken()).Kind; kind == syntax.SingleQuoted || kind == syntax.DoubleQuoted {
				if node.Value == "true" || node.Value == "false" {
					reportQuotedBoolean(pass, pass.extent(node), !isBesideBoolean(pass, node) && !isPassedOn(pass))
				}
			}
		}),
	},
}

func reportQuotedBoolean(pass *Pass, span source.Span, canBeFixed bool) {
	text := unquoted(pass.Source.Slice(span))
	if text != "true" && text != "false" {
		return
	}
	if finding := pass.Report(span, "quoted boolean value found"); canBeFixed {
		pass.Fix(finding, pass.Replace(span, text))
	}
}

// isPassedOn reports whether the visited string is an argument, or a part of a hash or list.
// Whatever receives it may require a string.
func isPassedOn(pass *Pass) bool {
	switch pass.Parent(0).(type) {
	case *syntax.KeyedEntry, *syntax.LiteralList, *syntax.CallNamedFunctionExpression, *syntax.CallMethodExpression:
		return true
	}
	return false
}

// maxBeside is the number of options up to which isBesideBoolean looks at all of them. It keeps the
// time for very long cases linear.
const maxBeside = 100

// isBesideBoolean reports whether the string is an option of a case or selector that also has the
// Boolean as an option: the code accepts both. It is taken to have it if there are very many options.
func isBesideBoolean(pass *Pass, node *syntax.LiteralString) bool {
	isSame := func(option syntax.Node) bool {
		boolean, isBoolean := option.(*syntax.LiteralBoolean)
		return isBoolean && strconv.FormatBool(boolean.Value) == node.Value
	}
	switch outer := pass.Parent(1).(type) {
	case *syntax.SelectorExpression:
		entry, isEntry := pass.Parent(0).(*syntax.SelectorEntry)
		return isEntry && entry.Matching == syntax.Node(node) && (len(outer.Selectors) > maxBeside || slices.ContainsFunc(outer.Selectors, func(entry *syntax.SelectorEntry) bool { return isSame(entry.Matching) }))
	case *syntax.CaseExpression:
		return len(outer.Options) > maxBeside || slices.ContainsFunc(outer.Options, func(option *syntax.CaseOption) bool {
			return len(option.Values) > maxBeside || slices.ContainsFunc(option.Values, isSame)
		})
	}
	return false
}

// isTypedAsText reports whether a Boolean cannot replace the string: it is a parameter of an
// Enum, Pattern or String type, the default of a parameter of such a type, or a title.
func isTypedAsText(pass *Pass, node *syntax.LiteralString) bool {
	switch parent := pass.Parent(0).(type) {
	case *syntax.ResourceBody:
		return parent.Title == syntax.Node(node)
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
