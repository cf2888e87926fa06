package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var conflictingFileAttributes = Rule{
	Rule: diag.Rule{
		Name:     "conflicting_file_attributes",
		Group:    diag.Correctness,
		Severity: diag.Error,
		Summary:  "a file has more than one of content, source and target",
		Rationale: "Each of `content`, `source` and `target` defines what the file holds, so Puppet refuses a `file` with " +
			"more than one of them. Keep one. The rule counts only values that cannot be `undef`.",
		Bad:   []diag.Example{{Code: "file { '/etc/motd':\n  ensure  => file,\n  content => \"hello\\n\",\n  source  => 'puppet:///modules/example/motd',\n}\n"}},
		Good:  []diag.Example{{Code: "file { '/etc/motd':\n  ensure => file,\n  source => 'puppet:///modules/example/motd',\n}\n"}},
		Since: "1.0.0",
	},
	Visits: []Visit{resourcesOf([]string{"file"}, func(pass *Pass, body *resourceBody) {
		var first *attribute
		for i := range body.Attributes {
			set := &body.Attributes[i]
			if set.Name != "content" && set.Name != "source" && set.Name != "target" || !isSurelySet(set.Value) {
				continue
			}
			if first == nil {
				first = set
			} else if first.Name != set.Name {
				pass.Report(pass.Token(set.NameToken).Span, "a file cannot have both "+first.Name+" and "+set.Name)
				return
			}
		}
	})},
}

// isSurelySet reports whether an attribute's value cannot be undef.
func isSurelySet(value syntax.Node) bool {
	switch value := syntax.Unparenthesized(value).(type) {
	case *syntax.LiteralString, *syntax.ConcatenatedString, *syntax.HeredocExpression, *syntax.LiteralList:
		return true
	case *syntax.CallNamedFunctionExpression:
		name, _ := syntax.CalledFunction(value)
		return name == "template" || name == "epp" || name == "inline_template" || name == "inline_epp" || name == "file"
	}
	return false
}
