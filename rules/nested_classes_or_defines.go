package rules

import "puppet-lint/internal/diag"

var nestedClassesOrDefines = Rule{
	Rule: diag.Rule{
		Name:        "nested_classes_or_defines",
		Group:       diag.Style,
		Severity:    diag.Warning,
		Core:        true,
		RubyKind:    diag.Warning,
		RubyDefault: true,
		Summary:     "a class or defined type within a class",
		Advice:      "move it to a file of its own",
		Rationale:   "Neither the autoloader nor a reader finds a class that is defined within another one. Give it its own file.",
		Bad:         []diag.Example{{Code: "# An example.\nclass example {\n  # Inner.\n  class inner {\n  }\n}\n"}},
		Good:        []diag.Example{{Code: "# An example.\nclass example {\n  include example::inner\n}\n"}},
		Since:       "1.0.0",
		References:  []string{"https://www.puppet.com/docs/puppet/latest/style_guide.html#nested-classes-or-defined-types"},
	},
	Visits: []Visit{definitions(func(pass *Pass, definition *definition) {
		// puppet-lint (Ruby) reports once for every enclosing class.
		depth := 0
		for outer := definition.Outer; outer != nil && depth < mostEnclosing; outer, depth = outer.Outer, depth+1 {
			if outer.IsClass {
				pass.Report(pass.Token(definition.Keyword).Span, definition.kind()+" defined inside a class")
				if !pass.AsRuby() {
					return
				}
			}
		}
	})},
}

// mostEnclosing is the number of enclosing definitions that are looked at. Only in a file that is
// nothing but syntax errors do definitions enclose each other so often.
const mostEnclosing = 32
