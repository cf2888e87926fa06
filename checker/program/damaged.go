package program

import (
	"slices"

	"puppet-lint/checker/code"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// A manifest with syntax errors is checked as far as its tree is intact. Each statement that no
// error touches is evaluated alone, and each intact definition as in any other manifest. The
// code around a statement is unknown and may do anything. So variables that the statement does
// not set are unknown, and only the rules of isLocalRule apply.

// isLocalRule reports whether a rule judges values where they are written, so that no other
// statement of the file can make its findings wrong.
func isLocalRule(rule *diag.Rule) bool {
	switch rule {
	case &code.TypeMismatch, &code.ArgumentMismatch, &code.ArgumentCount, &code.ConversionFails, &code.OperatorMismatch, &code.DivisionByZero,
		&code.ArithmeticOverflow, &code.ComparisonMismatch, &code.MatchMismatch, &code.InvalidIndex, &code.InvalidTypeParameters,
		&code.DiscontinuedFunction, &code.DeprecatedCall, &code.SensitiveInString,
		&code.UnknownAttribute, &code.DuplicateAttribute, &code.InvalidAttributeValue, &code.InvalidTag, &code.InvalidTitle, &code.CheckerInternalError:
		return true
	}
	return false
}

// IntactBodies returns the bodies of a manifest with syntax errors that can be checked.
func (p *Program) IntactBodies(manifest *module.Manifest) []*Body {
	var parts []*Body
	damage := manifest.Damage()
	for _, b := range p.BodiesOf(manifest) {
		if !b.IsTop() && damage.IsIntact(manifest.Extent(b.Node)) {
			parts = append(parts, b)
		}
	}
	unreachable := afterEnds(manifest)
	for _, statement := range damage.Intact {
		if syntax.BodyOf(statement) == nil && !unreachable.Cover(manifest.Extent(statement)) {
			parts = append(parts, &Body{Manifest: manifest, Module: manifest.Module, Node: statement, Alone: true})
		}
	}
	return parts
}

// afterEnds returns the code in a manifest that follows a call which ends the block around it,
// up to the end of that block.
func afterEnds(manifest *module.Manifest) source.Spans {
	var spans []source.Span
	syntax.Walk(manifest.Program, func(c *syntax.Cursor) bool {
		switch name, _ := syntax.CalledFunction(syntax.Unparenthesized(c.Node())); name {
		case "fail", "return", "next", "break":
			end := int32(len(manifest.Source.Text))
			if block, ok := c.Ancestor(1).(*syntax.BlockExpression); ok {
				end = manifest.Extent(block).End
			}
			spans = append(spans, source.Span{Start: manifest.Extent(c.Node()).Start + 1, End: end})
		}
		return true
	}, nil)
	return source.NewSpans(spans)
}

// KeepLocal removes the findings in a manifest with syntax errors that the errors may make
// wrong.
func KeepLocal(b *Body, findings []*diag.Diagnostic) []*diag.Diagnostic {
	if !IsBroken(b.Manifest) {
		return findings
	}
	return slices.DeleteFunc(findings, func(finding *diag.Diagnostic) bool { return !isLocalRule(finding.Rule) })
}

// IsDamaged reports whether a definition is not intact. Because of a syntax error, it may
// differ from what its tree shows.
func IsDamaged(found *module.Definition) bool {
	if !IsBroken(found.Manifest) {
		return false
	}
	return isClosedEarly(found) || !found.Manifest.Damage().IsIntact(found.Manifest.Extent(found.Node))
}

// isClosedEarly reports whether an unmatched closing brace follows a definition. If so, the
// brace that closes the definition may be one too many, and the code after it may be part of
// the definition.
func isClosedEarly(found *module.Definition) bool {
	damage := found.Manifest.Damage()
	return damage != nil && damage.HasBraceAfter(found.Manifest.Extent(found.Node).End)
}

// IsSignatureDamaged reports whether a syntax error touches a definition before its body. If so, its
// parameters may differ from those in the tree.
func IsSignatureDamaged(found *module.Definition) bool {
	if !IsBroken(found.Manifest) {
		return false
	}
	head := found.Manifest.Extent(found.Node)
	if body := syntax.BodyOf(found.Node); body != nil && body.FirstToken() <= body.LastToken() {
		head.End = found.Manifest.Extent(body).Start
	}
	return syntax.BodyOf(found.Node) == nil && IsDamaged(found) || found.Manifest.Damage().Touches(head)
}

// IsBroken reports whether a manifest has syntax errors. Only its intact definitions are
// checked.
func IsBroken(manifest *module.Manifest) bool { return manifest.Broken() }
