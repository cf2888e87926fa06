package pattern

import (
	"fmt"
	"strings"

	"puppet-lint/syntax"
)

// Miss is why a rule matched nothing in a file: the code that came closest, and what
// about it the patterns refuse.
type Miss struct {
	// Node is that code; nil where there is nothing of the patterns' kinds.
	Node syntax.Node
	// Reason is one line.
	Reason string
	// Depth is how much fitted before: of several files, the one with the most is
	// what to look at; -1 where there is no Node.
	Depth int
}

// Explain says why the rule matches nothing in file, or returns nil if it matches.
func (r *Rule) Explain(file *syntax.File) *Miss {
	kinds := r.Kinds()
	best := &miss{depth: -1}
	isThere, matched := false, false
	syntax.Walk(file.Program, func(cursor *syntax.Cursor) bool {
		if matched || !containsKind(kinds, cursor.Node().Kind()) {
			return !matched
		}
		isThere = true
		around := func(n int) syntax.Node { return cursor.Ancestor(n + 1) }
		best.candidate = cursor.Node()
		r.find(&matcher{file: file, conditions: r.Where, types: r.types(), miss: best}, cursor.Node(), around, func(*Match) bool {
			matched = true
			return false
		})
		return !matched
	}, nil)
	switch {
	case matched:
		return nil
	case !isThere:
		return &Miss{Depth: -1, Reason: "there is no " + strings.Join(kindWords(kinds), " or ") + " here, and the pattern matches nothing else"}
	case best.depth < 0:
		return &Miss{Depth: -1, Reason: "what it could match is part of a string or of a name"}
	}
	return &Miss{Node: best.node, Reason: best.reason, Depth: best.depth}
}

func containsKind(kinds []syntax.Kind, kind syntax.Kind) bool {
	for _, one := range kinds {
		if one == kind {
			return true
		}
	}
	return false
}

// miss remembers the refusal that came after the most that fitted.
type miss struct {
	candidate syntax.Node
	node      syntax.Node
	depth     int
	reason    string
}

// refuse notes why a node, or the candidate for a nil one, does not match. The reason
// is made only where it is wanted: most runs ask for none.
func (m *matcher) refuse(node syntax.Node, reason func() string) bool {
	if m.miss == nil || m.quiet > 0 || m.depth <= m.miss.depth {
		return false
	}
	if node == nil {
		node = m.miss.candidate
	}
	m.miss.node, m.miss.depth, m.miss.reason = node, m.depth, reason()
	return false
}

// further runs the rest of the work with one more thing that fitted.
func (m *matcher) further(next func() bool) bool {
	m.depth++
	stop := next()
	m.depth--
	return stop
}

// shownPattern and shownCode are a node as a message shows it.
func (p *Pattern) shown(node syntax.Node) string {
	if node == nil {
		return "nothing"
	}
	return clipped(p.text(node))
}

func (m *matcher) shown(node syntax.Node) string {
	if node == nil {
		return "nothing"
	}
	return clipped(m.file.Source.Slice(m.file.Extent(node)))
}

func clipped(text string) string {
	shown := []rune(strings.Join(strings.Fields(text), " "))
	if len(shown) > longest {
		shown = append(shown[:longest-1], '…')
	}
	return "`" + string(shown) + "`"
}

// text is a node of the pattern as it was written, before metavariables were replaced.
func (p *Pattern) text(node syntax.Node) string {
	span := p.file.Extent(node)
	if int(span.End) > len(p.source) {
		return p.file.Source.Slice(span)
	}
	return p.source[span.Start:span.End]
}

// wants words that the pattern wants one thing and the code has another.
func (m *matcher) wants(p *Pattern, wanted, found syntax.Node) func() string {
	return func() string {
		return fmt.Sprintf("the pattern has %s where the code has %s", p.shown(wanted), m.shown(found))
	}
}

// kindWords name kinds of nodes as users do.
func kindWords(kinds []syntax.Kind) []string {
	var words []string
	for _, kind := range kinds {
		word, known := kindNames[kind]
		if !known {
			word = "expression of its kind"
		}
		seen := false
		for _, other := range words {
			seen = seen || other == word
		}
		if !seen {
			words = append(words, word)
		}
	}
	return words
}

var kindNames = map[syntax.Kind]string{
	syntax.KindLiteralString: "string", syntax.KindConcatenatedString: "string", syntax.KindHeredocExpression: "string", syntax.KindQualifiedName: "string",
	syntax.KindResourceExpression: "resource", syntax.KindResourceDefaultsExpression: "resource default", syntax.KindResourceOverrideExpression: "resource override",
	syntax.KindCallNamedFunctionExpression: "call of a function", syntax.KindCallMethodExpression: "call of a method",
	syntax.KindHostClassDefinition: "class", syntax.KindResourceTypeDefinition: "defined type", syntax.KindFunctionDefinition: "function",
	syntax.KindPlanDefinition: "plan", syntax.KindNodeDefinition: "node definition", syntax.KindTypeAlias: "type alias",
	syntax.KindIfExpression: "if", syntax.KindUnlessExpression: "unless", syntax.KindCaseExpression: "case", syntax.KindSelectorExpression: "selector",
	syntax.KindAssignmentExpression: "assignment", syntax.KindAccessExpression: "access with brackets", syntax.KindRelationshipExpression: "chain",
	syntax.KindComparisonExpression: "comparison", syntax.KindArithmeticExpression: "calculation", syntax.KindMatchExpression: "regular expression match",
	syntax.KindCollectExpression: "collector", syntax.KindLiteralList: "array", syntax.KindLiteralHash: "hash", syntax.KindVariableExpression: "variable",
}
