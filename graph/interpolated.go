package graph

import (
	"slices"

	"puppet-lint/syntax"
)

// resolveString returns the texts of an interpolated string. They are known if the texts of the
// interpolated expressions are known, besides the name of the module.
func (n *namer) resolveString(joined *syntax.ConcatenatedString, steps int) names {
	found := anyName()
	prefix, suffix := n.ends(joined)
	found.open = found.open.within(prefix, suffix)
	var unknown []syntax.Node
	for _, segment := range joined.Segments {
		if one, isExpression := segment.(*syntax.TextExpression); isExpression && !n.isModuleName(one.Expr) {
			unknown = append(unknown, one.Expr)
		} else if _, isText := segment.(*syntax.LiteralString); !isText && !isExpression {
			return found
		}
	}
	switch len(unknown) {
	case 0:
		return names{texts: []string{prefix}}
	case 1:
	default:
		if several, ok := n.resolveSeveral(joined, unknown, steps); ok {
			return several
		}
		return found
	}
	inner := n.follow(unknown[0], selection{}, steps)
	for i, text := range inner.texts {
		inner.texts[i] = prefix + text + suffix
	}
	inner.ofUndef = []string{prefix + suffix}
	inner.open, inner.outside = inner.open.within(prefix, suffix), inner.outside.within(prefix, suffix)
	return inner
}

// resolveSeveral returns the texts of a string that interpolates several expressions. ok is false if the
// texts of one of them are not known, or if there are too many.
func (n *namer) resolveSeveral(joined *syntax.ConcatenatedString, unknown []syntax.Node, steps int) (found names, ok bool) {
	values := map[string][]string{} // by the text of the expression
	var scopes []any
	count := 1
	for _, node := range unknown {
		written := n.written(node)
		if values[written] != nil {
			continue
		}
		one := n.follow(node, selection{}, steps)
		if one.others().exists || len(one.texts) == 0 {
			return names{}, false
		}
		slices.Sort(one.texts)
		values[written] = slices.Compact(one.texts)
		if count *= len(values[written]) + 1; count > maxTexts {
			return names{}, false
		}
		found.hasAlternatives = found.hasAlternatives || one.hasAlternatives || one.key != ""
		if len(values[written]) > 1 {
			scope := n.loopOf(node)
			found.hasAlternatives = found.hasAlternatives || scope == nil && len(scopes) > 0 || slices.Contains(scopes, scope)
			scopes = append(scopes, scope)
		}
	}
	found.texts = n.combine(joined, values)
	for written := range values {
		values[written] = append(values[written], "")
	}
	for _, text := range n.combine(joined, values) {
		if !slices.Contains(found.texts, text) {
			found.ofUndef = append(found.ofUndef, text)
		}
	}
	return found, true
}

// loopOf returns the scope of the loop whose parameter an expression is, or nil. Loops in each other
// combine all of their elements.
func (n *namer) loopOf(node syntax.Node) any {
	if read, isVariable := syntax.Unparenthesized(node).(*syntax.VariableExpression); isVariable {
		if variable := n.flow.VariableOf(read); variable != nil && variable.Parameter != nil {
			if lambda, isLambda := variable.Scope.Node.(*syntax.LambdaExpression); isLambda {
				return lambda
			}
		}
	}
	return nil
}

// written returns the text of an expression of the manifest.
func (n *namer) written(node syntax.Node) string {
	return n.manifest.Source.Slice(n.manifest.Extent(node))
}

// combine returns the texts of an interpolated string, given those of its expressions by their texts.
func (n *namer) combine(joined *syntax.ConcatenatedString, values map[string][]string) []string {
	type partial struct {
		text string
		// chosen holds the text of each expression that came before.
		chosen map[string]string
	}
	all := []partial{{"", nil}}
	for _, segment := range joined.Segments {
		var next []partial
		for _, before := range all {
			switch segment := segment.(type) {
			case *syntax.LiteralString:
				next = append(next, partial{before.text + segment.Value, before.chosen})
			case *syntax.TextExpression:
				if n.isModuleName(segment.Expr) {
					next = append(next, partial{before.text + n.module, before.chosen})
					continue
				}
				written := n.written(segment.Expr)
				if text, isChosen := before.chosen[written]; isChosen {
					next = append(next, partial{before.text + text, before.chosen})
					continue
				}
				for _, text := range values[written] {
					chosen := map[string]string{written: text}
					for key, value := range before.chosen {
						chosen[key] = value
					}
					next = append(next, partial{before.text + text, chosen})
				}
			}
		}
		all = next
	}
	var texts []string
	for _, one := range all {
		texts = append(texts, one.text)
	}
	return texts
}
