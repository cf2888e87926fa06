package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/internal/pattern"
	"puppet-lint/internal/source"
	"puppet-lint/internal/wordset"
	"puppet-lint/syntax"
)

// Rule is one check: its metadata and the functions that look at files. A file rule has Visits,
// a tree rule has Tree or Judge. Rules for other files have Data, Text, Puppetfile or Environment. A rule may
// have several of them. Rules are values that never change and hold no state: what a rule
// remembers while it checks a file is in State.
type Rule struct {
	diag.Rule
	// Visits are the functions by which a file rule visits a file.
	Visits []Visit
	// Needs are groups of words. A file in which a visit finds something contains a word of
	// each group. Files without them are not visited.
	Needs []wordset.Group
	// Follows, if not nil, selects the values that a rule follows through the tree of files.
	Follows *follows
	// Tree checks the finished tree of files, once in a run.
	Tree func(*TreePass)
	// Judge finds what is wrong in one file unless something elsewhere in its tree prevents it. It must
	// read the tree only through the readers.
	Judge func(in *readers) []treeFinding
	// Data checks a file of Hiera data.
	Data func(*DataPass)
	// Text checks the text of an EPP or ERB template, outside of its tags.
	Text func(*TextPass)
	// Elsewhere is set if Tree also reports in files that are no manifests.
	Elsewhere bool
	// Folder is the folder of modules whose files the rule reports even if nothing else examines
	// them; "" for most rules.
	Folder string
	// Puppetfile checks a Puppetfile, Environment an environment.conf.
	Puppetfile  func(*PuppetfilePass)
	Environment func(*EnvironmentPass)
	// Patterns are the patterns of a rule that a project has written; nil for other rules.
	Patterns *pattern.Rule
	// Replacement is the fix of such a rule; nil for others.
	Replacement *pattern.Replacement
}

// LooksAtTree reports whether the rule is a tree rule.
func (r *Rule) LooksAtTree() bool { return r.Tree != nil || r.Judge != nil }

// Visit is one function of a file rule, with the things that it visits. Make one with Enter,
// Leave, Tokens, Lines, Start or End.
type Visit struct {
	kind         syntax.Kind
	enter, leave func(*Pass, syntax.Node)
	tokenKinds   []syntax.TokenKind
	token        func(*Pass, int)
	line         func(*Pass, source.Span)
	start, end   func(*Pass)
	// named visits named values whose name contains one of the words.
	named func(*Pass, string, syntax.Node)
	words wordset.Group
	// body visits resources: those of the types, or all if there are none.
	body  func(*Pass, *resourceBody)
	types []string
}

// Enter visits every node of type N before the nodes in it.
func Enter[N syntax.Node](visit func(*Pass, N)) Visit {
	return Visit{kind: kindOf[N](), enter: func(pass *Pass, node syntax.Node) { visit(pass, node.(N)) }}
}

// Tokens visits every token of the kinds, by its index in the file's Tokens. All tokens are
// visited before the first node.
func Tokens(visit func(pass *Pass, index int), kinds ...syntax.TokenKind) Visit {
	return Visit{tokenKinds: kinds, token: visit}
}

// Lines visits the span of every line, without its line feed (a preceding carriage return
// belongs to the span). All lines are visited before the first token.
func Lines(visit func(pass *Pass, line source.Span)) Visit { return Visit{line: visit} }

// Start runs before anything in the file is visited.
func Start(visit func(*Pass)) Visit { return Visit{start: visit} }

// End runs after everything in the file was visited.
func End(visit func(*Pass)) Visit { return Visit{end: visit} }

func kindOf[N syntax.Node]() syntax.Kind {
	var none N
	return none.Kind()
}

// Enabled is an enabled rule with its settings.
type Enabled struct {
	Rule *Rule
	// Severity, unless it is 0, overrides the severity of the rule.
	Severity diag.Severity
	// Options are those set by the user, with values of the type of diag.Option.Default. The
	// others have their defaults.
	Options map[string]any
}
