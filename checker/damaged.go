package checker

import (
	"slices"

	"puppet-lint/checker/code"
	"puppet-lint/diag"
	"puppet-lint/module"
	"puppet-lint/source"
	"puppet-lint/syntax"
)

// A manifest with syntax errors is checked as far as its tree is intact. Each statement that no
// error touches is evaluated alone, and each intact definition as in any other manifest. The
// code around a statement is unknown and may do anything. So variables that the statement does
// not set are unknown, and only the rules of judgesInPlace apply.

// judgesInPlace reports whether a rule judges values where they are written, so that no other
// statement of the file can make its findings wrong.
func judgesInPlace(rule *diag.Rule) bool {
	switch rule {
	case &code.TypeMismatch, &code.ArgumentMismatch, &code.ArgumentCount, &code.ConversionFails, &code.OperatorMismatch, &code.DivisionByZero,
		&code.ArithmeticOverflow, &code.ComparisonMismatch, &code.MatchMismatch, &code.InvalidIndex, &code.InvalidTypeParameters,
		&code.DiscontinuedFunction, &code.DeprecatedCall, &code.SensitiveInString,
		&code.UnknownAttribute, &code.DuplicateAttribute, &code.InvalidAttributeValue, &code.InvalidTag, &code.InvalidTitle, &code.InternalError:
		return true
	}
	return false
}

// wholeParts returns the bodies of a manifest with syntax errors that can be checked.
func (p *program) wholeParts(manifest *module.Manifest) []*body {
	var parts []*body
	statements := manifest.IntactStatements()
	for _, b := range p.bodiesOf(manifest) {
		if !b.isTop() && slices.ContainsFunc(statements, func(whole syntax.Node) bool { return contains(manifest.Extent(whole), manifest.Extent(b.node)) }) {
			parts = append(parts, b)
		}
	}
	ends := endsOf(manifest)
	for _, statement := range statements {
		if syntax.BodyOf(statement) == nil && !isPastEnd(ends, manifest.Extent(statement)) {
			parts = append(parts, &body{manifest: manifest, module: manifest.Module, node: statement, alone: true})
		}
	}
	return parts
}

func contains(outer, inner source.Span) bool {
	return outer.Start <= inner.Start && inner.End <= outer.End
}

// end is a call that ends the block around it.
type end struct {
	block source.Span
	at    int32
}

// endsOf returns the calls in a manifest that end the block around them.
func endsOf(manifest *module.Manifest) []end {
	var ends []end
	syntax.Walk(manifest.Program, func(c *syntax.Cursor) bool {
		switch name, _ := callOf(c.Node()); name {
		case "fail", "return", "next", "break":
			block := source.Span{End: int32(len(manifest.Source.Text))}
			if around, ok := c.Ancestor(1).(*syntax.BlockExpression); ok {
				block = manifest.Extent(around)
			}
			ends = append(ends, end{block, manifest.Extent(c.Node()).Start})
		}
		return true
	}, nil)
	return ends
}

// isPastEnd reports whether a call before a statement may make it unreachable.
func isPastEnd(ends []end, statement source.Span) bool {
	return slices.ContainsFunc(ends, func(one end) bool { return contains(one.block, statement) && one.at < statement.Start })
}

// keepInPlace removes the findings in a manifest with syntax errors that the errors may make
// wrong.
func keepInPlace(b *body, findings []diag.Diagnostic) []diag.Diagnostic {
	if !isBroken(b.manifest) {
		return findings
	}
	return slices.DeleteFunc(findings, func(finding diag.Diagnostic) bool { return !judgesInPlace(finding.Rule) })
}

// isDamaged reports whether a definition is not intact. Because of a syntax error, it may
// differ from what its tree shows.
func isDamaged(found *module.Definition) bool {
	if !isBroken(found.Manifest) {
		return false
	}
	return isClosedEarly(found) || !slices.ContainsFunc(found.Manifest.IntactStatements(), func(whole syntax.Node) bool {
		return contains(found.Manifest.Extent(whole), found.Manifest.Extent(found.Node))
	})
}

// isClosedEarly reports whether an unmatched closing brace follows a definition. If so, the
// brace that closes the definition may be one too many, and the code after it may be part of
// the definition.
func isClosedEarly(found *module.Definition) bool {
	manifest := found.Manifest
	return slices.ContainsFunc(manifest.Errors, func(mistake syntax.Error) bool {
		return mistake.Fatal && mistake.Span.Start >= manifest.Extent(found.Node).End && manifest.Token(manifest.TokenAt(mistake.Span.Start)).Kind == syntax.RightBrace
	})
}

// isHeadDamaged reports whether a syntax error touches a definition before its body. If so, its
// parameters may differ from those in the tree.
func isHeadDamaged(found *module.Definition) bool {
	if !isBroken(found.Manifest) {
		return false
	}
	head := found.Manifest.Extent(found.Node)
	if body := syntax.BodyOf(found.Node); body != nil && body.FirstToken() <= body.LastToken() {
		head.End = found.Manifest.Extent(body).Start
	}
	return syntax.BodyOf(found.Node) == nil && isDamaged(found) ||
		slices.ContainsFunc(found.Manifest.BrokenPlaces(), func(place source.Span) bool { return place.Start <= head.End && head.Start <= place.End })
}
