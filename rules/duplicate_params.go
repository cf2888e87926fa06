package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var duplicateParams = Rule{
	Rule: diag.Rule{
		Name:        "duplicate_params",
		Group:       diag.Correctness,
		Severity:    diag.Error,
		Core:        true,
		RubyKind:    diag.Error,
		RubyDefault: true,
		Summary:     "the same attribute or key twice in a resource",
		Advice:      "remove one of the two",
		Rationale:   "Puppet refuses a resource that sets an attribute twice; if a key occurs twice in a hash, the last one wins.",
		Bad:         []diag.Example{{Code: "# An example.\nclass example {\n  file { '/tmp/a':\n    ensure => file,\n    owner  => 'a',\n    owner  => 'b',\n  }\n}\n"}},
		Good:        []diag.Example{{Code: "# An example.\nclass example {\n  file { '/tmp/a':\n    ensure => file,\n    owner  => 'a',\n  }\n}\n"}},
		Since:       "1.0.0",
	},
	Visits: []Visit{resourceBodies(func(pass *Pass, body *resourceBody) {
		levels := State[namesByLevel](pass)
		levels.depth = 0
		levels.open()
		for i := body.Colon; i <= body.End; i++ {
			switch pass.Token(i).Kind {
			case syntax.LeftBrace, syntax.SelectBrace:
				levels.open()
			case syntax.RightBrace:
				if levels.depth > 1 {
					levels.depth--
				}
			case syntax.FatArrow:
				key, seen := pass.PreviousCode(i), levels.names[levels.depth-1]
				if name := pass.Text(key); !isAttributeName(pass, key) {
					continue
				} else if seen[name] {
					pass.Report(pass.Token(key).Span, "duplicate parameter found in resource")
				} else {
					seen[name] = true
				}
			}
		}
	})},
}

// namesByLevel holds the names at each level of brackets. The maps serve all resources of a file.
type namesByLevel struct {
	names []map[string]bool
	depth int
}

// open begins a level.
func (l *namesByLevel) open() {
	if l.depth == len(l.names) {
		l.names = append(l.names, map[string]bool{})
	} else {
		clear(l.names[l.depth])
	}
	l.depth++
}

// isAttributeName reports whether the token is a bare word, as attributes and keys are.
// Keywords count, too, but not for puppet-lint (Ruby).
func isAttributeName(pass *Pass, index int) bool {
	kind := pass.Token(index).Kind
	return kind == syntax.Name || kind == syntax.Word || kind.IsKeyword() && !pass.AsRuby()
}
