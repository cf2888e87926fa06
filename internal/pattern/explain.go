package pattern

import (
	"fmt"
	"slices"
	"strings"

	"puppet-lint/syntax"
)

// Miss explains why a rule matches nothing in a file: the code that came closest, and why the
// patterns do not match it.
type Miss struct {
	// Node is the closest code; nil if the file has no node of the patterns' kinds.
	Node syntax.Node
	// Reason is one line.
	Reason string
	// Depth is how much of the pattern matched before. Of several files, the one with the
	// greatest Depth is the most relevant. It is -1 if Node is nil.
	Depth int
}

// Explain returns why the rule matches nothing in file, or nil if it matches.
func (r *Rule) Explain(file *syntax.File) *Miss {
	kinds := r.Kinds()
	best := &miss{depth: -1}
	isThere, matched := false, false
	work := NewWork(file, nil)
	syntax.Walk(file.Program, func(cursor *syntax.Cursor) bool {
		if matched || !slices.Contains(kinds, cursor.Node().Kind()) {
			return !matched
		}
		isThere = true
		around := func(n int) syntax.Node { return cursor.Ancestor(n + 1) }
		best.candidate = cursor.Node()
		r.find(r.matcher(work, best), cursor.Node(), around, func(*Match) bool {
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
		return &Miss{Depth: -1, Reason: "the match would be part of a string or of a name"}
	}
	return &Miss{Node: best.node, Reason: best.reason, Depth: best.depth}
}

// miss records the mismatch after which most had matched.
type miss struct {
	candidate syntax.Node
	node      syntax.Node
	depth     int
	reason    string
}

// refuse records why a node does not match; for a nil node, it records the candidate. It calls
// reason only if a miss is wanted, which is rare. It always returns false.
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

// further calls next with the depth increased by one.
func (m *matcher) further(next func() bool) bool {
	m.depth++
	stop := next()
	m.depth--
	return stop
}

// shown returns a node of the pattern for a message.
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
	return "`" + shortened(text) + "`"
}

// text returns a node of the pattern as written, before metavariables were replaced.
func (p *Pattern) text(node syntax.Node) string {
	span := p.file.Extent(node)
	if int(span.End) > len(p.source) {
		return p.file.Source.Slice(span)
	}
	return p.source[span.Start:span.End]
}

// wants returns a reason that names what the pattern has and what the code has instead.
func (m *matcher) wants(p *Pattern, wanted, found syntax.Node) func() string {
	return func() string {
		return fmt.Sprintf("the pattern has %s where the code has %s", p.shown(wanted), m.shown(found))
	}
}

// kindWords returns the names of kinds of nodes for users.
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
