package rules

import (
	"puppet-lint/diag"
	"puppet-lint/internal/pattern"
	"puppet-lint/source"
	"puppet-lint/syntax"
)

// Rule is one check: its metadata and what it wants to be shown. A file rule
// has Visits, a tree rule has Tree, rules for other files have Data, Puppetfile or
// Environment; a rule may have several. Rules are values
// that never change and hold no state: what a rule remembers while a file is
// checked lives in State.
type Rule struct {
	diag.Rule
	// Visits are the functions through which a file rule sees a file.
	Visits []Visit
	// Tree looks at the finished tree of files, once a run.
	Tree func(*TreePass)
	// Data looks at a file of Hiera data.
	Data func(*DataPass)
	// Puppetfile looks at a Puppetfile, Environment at an environment.conf.
	Puppetfile  func(*PuppetfilePass)
	Environment func(*EnvironmentPass)
	// Patterns are those of a rule that a project has written itself; nil for others.
	Patterns *pattern.Rule
}

// Visit is one function of a file rule and what it wants to be shown. Make one
// with Enter, Leave, Tokens, Lines, Start or End.
type Visit struct {
	kind         syntax.Kind
	enter, leave func(*Pass, syntax.Node)
	tokenKinds   []syntax.TokenKind
	token        func(*Pass, int)
	line         func(*Pass, source.Span)
	start, end   func(*Pass)
}

// Enter shows every node of type N, before the nodes within it.
func Enter[N syntax.Node](visit func(*Pass, N)) Visit {
	return Visit{kind: kindOf[N](), enter: func(pass *Pass, node syntax.Node) { visit(pass, node.(N)) }}
}

// Tokens shows the index, in the file's Tokens, of every token of the kinds.
// All tokens are shown before the first node.
func Tokens(visit func(pass *Pass, index int), kinds ...syntax.TokenKind) Visit {
	return Visit{tokenKinds: kinds, token: visit}
}

// Lines shows the span of every line, without its line feed (a carriage return
// before it belongs to the span). All lines are shown before the first token.
func Lines(visit func(pass *Pass, line source.Span)) Visit { return Visit{line: visit} }

// Start runs before anything of the file is shown.
func Start(visit func(*Pass)) Visit { return Visit{start: visit} }

// End runs after everything of the file was shown.
func End(visit func(*Pass)) Visit { return Visit{end: visit} }

func kindOf[N syntax.Node]() syntax.Kind {
	var none N
	return none.Kind()
}

// Enabled is a rule that is to run, and how.
type Enabled struct {
	Rule *Rule
	// Severity replaces the rule's own, unless it is 0.
	Severity diag.Severity
	// Options are those set by the user, with values of the type that
	// diag.Option.Default has; the rest have their defaults.
	Options map[string]any
}
