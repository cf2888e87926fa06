package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// referenceWithBlank returns a Visit that reports blanks between the name of a type and its
// bracket. Puppet reads two expressions there, and nearly always refuses them.
func referenceWithBlank(isOwnRule func(name string) bool) Visit {
	return Tokens(func(pass *Pass, index int) {
		name, bracket := pass.Token(index), pass.Token(index+2)
		if pass.Token(index+1).Kind != syntax.Whitespace || bracket.Kind != syntax.ListStart && bracket.Kind != syntax.LeftBracket || !isOwnRule(pass.Text(index)) {
			return
		}
		message := "whitespace between reference type and title"
		if pass.AsRuby() {
			message = "whitespce between reference type and title" // the wording of puppet-lint (Ruby)
		}
		finding := pass.Report(name.Span, message)
		finding.SetPuppetMessage("whitespce between reference type and title")
		if canBeTitles(pass, index+2) {
			pass.Fix(finding, pass.Delete(source.Span{Start: name.End, End: bracket.Start}))
		}
	}, syntax.ClassReference)
}

// maxListDepth is how deeply a list may be nested for canBeTitles to look at it. It keeps the
// time for lists in lists linear.
const maxListDepth = 8

// canBeTitles reports whether the list that begins at a token can become the titles of a
// reference. In the grammar of Puppet, a list may hold assignments and the words "type" and
// "function", but a reference may not, nor may it be empty.
func canBeTitles(pass *Pass, bracket int) bool {
	if pass.Token(pass.NextCode(bracket)).Kind == syntax.RightBracket {
		return false
	}
	depth := 0
	for index := bracket; depth <= maxListDepth; index++ {
		switch pass.Token(index).Kind {
		case syntax.ListStart, syntax.LeftBracket, syntax.LeftBrace, syntax.SelectBrace, syntax.LeftParen, syntax.LineLeftParen, syntax.InterpolationStart:
			depth++
		case syntax.RightBracket, syntax.RightBrace, syntax.RightParen, syntax.InterpolationEnd:
			if depth--; depth == 0 {
				return true
			}
		case syntax.Equals, syntax.PlusEquals, syntax.MinusEquals, syntax.KeywordType, syntax.KeywordFunction:
			if depth == 1 {
				return false
			}
		case syntax.EndOfFile:
			return false
		}
	}
	return false
}

// relationshipAttributes are the attributes with references to other resources.
var relationshipAttributes = setOf("require", "subscribe", "notify", "before", "consume", "export")

// referenceTitles returns Visits that visit the titles in resource references: those in
// relationship attributes and in chains.
func referenceTitles(visit func(pass *Pass, title syntax.Node)) []Visit {
	show := func(pass *Pass, node syntax.Node) {
		eachElement(node, func(element syntax.Node) {
			name, titles := typeReference(element)
			if name == "" || rubyTypes[name] {
				return
			}
			for _, title := range titles {
				eachElement(title, func(title syntax.Node) { visit(pass, title) })
			}
		})
	}
	return []Visit{
		Enter(func(pass *Pass, node *syntax.AttributeOperation) {
			if node.Value != nil && relationshipAttributes[node.Name] {
				show(pass, node.Value)
			}
		}),
		Enter(func(pass *Pass, node *syntax.RelationshipExpression) {
			if !pass.AsRuby() {
				show(pass, node.Left)
				show(pass, node.Right)
			}
		}),
	}
}

// resourceReferenceRule completes the four rules of the plugin.
func resourceReferenceRule(rule diag.Rule) diag.Rule {
	rule.Group, rule.Severity, rule.RubyKind = diag.Suspicious, diag.Warning, diag.Error
	rule.OffByDefault, rule.VoxPupuli = true, true
	rule.Plugin = "puppet-lint-resource_reference_syntax"
	rule.Since = "1.0.0"
	rule.References = []string{"https://github.com/voxpupuli/puppet-lint-resource_reference_syntax"}
	return rule
}
