package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var caseWithoutDefault = Rule{
	Rule: diag.Rule{
		Name:        "case_without_default",
		Templates:   true,
		Group:       diag.Suspicious,
		Severity:    diag.Warning,
		Core:        true,
		RubyKind:    diag.Warning,
		RubyDefault: true,
		Summary:     "a case statement without a default",
		Advice:      "add a default, if only to call fail()",
		Rationale: "If no option matches, a `case` without a `default` silently does nothing: on a new operating system, " +
			"for example, nothing is installed and the run still succeeds. Write a `default`, if only to call `fail`.",
		Bad:        []diag.Example{{Code: "# An example.\nclass example {\n  case $facts['kernel'] {\n    'Linux': { include example::linux }\n  }\n}\n"}},
		Good:       []diag.Example{{Code: "# An example.\nclass example {\n  case $facts['kernel'] {\n    'Linux': { include example::linux }\n    default: { fail('not supported') }\n  }\n}\n"}},
		Since:      "1.0.0",
		References: []string{"https://www.puppet.com/docs/puppet/latest/style_guide.html#defaults-for-case-statements-and-selectors"},
	},
	Visits: []Visit{Enter(func(pass *Pass, node *syntax.CaseExpression) {
		if pass.readsTokens() {
			return
		}
		for _, option := range node.Options {
			for _, value := range option.Values {
				if value.Kind() == syntax.KindLiteralDefault {
					return
				}
			}
		}
		pass.Report(pass.Token(node.FirstToken()).Span, "case statement without a default case")
	}), End(func(pass *Pass) {
		if pass.readsTokens() {
			casesOfTokens(pass)
		}
	})},
}

// casesOfTokens finds the cases in a file with a syntax error as puppet-lint (Ruby) does: a
// case ends at the brace that balances the braces opened in it. A token belongs to the last case
// that begins before it and ends after it.
func casesOfTokens(pass *Pass) {
	type tokenCase struct {
		first, last, depth int
		hasDefault         bool
	}
	tokens := pass.File.Tokens
	var cases []*tokenCase
	var open []*tokenCase // those around the token; the innermost is last
	ends := caseEnds(tokens)
	for at := range tokens {
		if end := ends[at]; end > 0 {
			begun := &tokenCase{first: at, last: end}
			cases, open = append(cases, begun), append(open, begun)
		}
		for len(open) > 0 && open[len(open)-1].last < at {
			open = open[:len(open)-1]
		}
		if len(open) == 0 {
			continue
		}
		inner := open[len(open)-1]
		switch tokens[at].Kind {
		case syntax.LeftBrace, syntax.SelectBrace:
			inner.depth++
		case syntax.RightBrace:
			inner.depth--
		case syntax.KeywordDefault:
			inner.hasDefault = inner.hasDefault || inner.depth == 1
		}
	}
	for _, one := range cases {
		if !one.hasDefault {
			pass.Report(tokens[one.first].Span, "case statement without a default case")
		}
	}
}

// caseEnds returns, by the index of each keyword "case", the index of the closing brace after which
// as many braces are open as before it. It has none for a case without one.
func caseEnds(tokens []syntax.Token) map[int]int {
	depth := 0
	for i := range tokens {
		depth += braceStep(tokens[i].Kind)
	}
	ends, closers := map[int]int{}, map[int]int{} // closers: the next closing brace, by the number of braces open after it
	for i := len(tokens) - 1; i >= 0; i-- {
		if end, closed := closers[depth]; closed && tokens[i].Kind == syntax.KeywordCase {
			ends[i] = end
		}
		if tokens[i].Kind == syntax.RightBrace {
			closers[depth] = i
		}
		depth -= braceStep(tokens[i].Kind)
	}
	return ends
}

// braceStep returns by how much a token changes the number of open braces.
func braceStep(kind syntax.TokenKind) int {
	switch kind {
	case syntax.LeftBrace, syntax.SelectBrace:
		return 1
	case syntax.RightBrace:
		return -1
	}
	return 0
}
