package eval

import (
	"strings"

	"puppet-lint/checker/code"
	"puppet-lint/checker/lattice"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// revealWord is the text of a comment that requests types.
const revealWord = "lint:reveal"

// RevealedLength is the approximate number of characters of a type that are shown, because
// longer text is hard to read. Infer returns the whole type.
const RevealedLength = 500

// RevealedLines returns the 1-based lines of a manifest whose types comments request: the line
// of the comment or, if it contains nothing else, the next line.
func (f *evaluationInfo) RevealedLines(manifest *module.Manifest) map[int]bool {
	return f.revealed.Get(manifest, func() map[int]bool { return readRevealed(manifest) })
}

func readRevealed(manifest *module.Manifest) map[int]bool {
	if !strings.Contains(manifest.Source.Text, revealWord) {
		return nil
	}
	lines := map[int]bool{}
	for i := range manifest.Tokens {
		token := &manifest.Tokens[i]
		if !token.Kind.IsComment() || commentText(manifest.Source.Slice(token.Span)) != revealWord {
			continue
		}
		line := manifest.Source.Line(token.Span.Start)
		if strings.TrimSpace(manifest.Source.LineText(line)) == strings.TrimSpace(manifest.Source.Slice(token.Span)) {
			line++
		}
		lines[line] = true
	}
	return lines
}

// commentText returns the text of a line comment or template comment. Block comments are
// returned unchanged, so that they request nothing.
func commentText(comment string) string {
	text, isTemplate := strings.CutPrefix(comment, "<%#")
	if isTemplate {
		text = strings.TrimSuffix(strings.TrimSuffix(text, "%>"), "-")
	} else {
		text, _ = strings.CutPrefix(comment, "#")
	}
	return strings.TrimSpace(text)
}

// Reveal reports the types of the outermost expressions of the body that start on the given
// lines.
func (e *Evaluator) Reveal(lines map[int]bool) {
	source := e.Body.Manifest.Source
	syntax.Inspect(e.Body.Node, func(node syntax.Node) bool {
		if syntax.IsDefinition(node) {
			return node == e.Body.Node
		}
		switch node.(type) {
		case *syntax.Program, *syntax.BlockExpression, *syntax.IfExpression, *syntax.UnlessExpression, *syntax.CaseExpression,
			*syntax.CaseOption, *syntax.ResourceExpression, *syntax.ResourceBody, *syntax.LambdaExpression,
			*syntax.EppExpression, *syntax.RenderExpression:
			return true
		case *syntax.RenderStringExpression:
			return false
		}
		span := e.Body.Manifest.Extent(node)
		if t := e.Types.At(node.ID()); t != nil && lines[source.Line(span.Start)] {
			e.state.unreachable = false
			e.reportAt(&code.RevealedType, span, "", "the type is "+lattice.Abbreviate(lattice.TextOfType(t), RevealedLength))
			return false
		}
		return true
	})
}
