package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

var ensureNotSymlinkTarget = Rule{
	Rule: diag.Rule{
		Name:        "ensure_not_symlink_target",
		Group:       diag.Style,
		Severity:    diag.Warning,
		Core:        true,
		RubyKind:    diag.Warning,
		RubyDefault: true,
		Summary:     "the `ensure` of a file is the target of a link",
		Rationale: "`ensure => '/target'` creates a symbolic link, but a reader expects `present` or `file` there and " +
			"easily overlooks it. Write `ensure => link` and `target => '/target'`.",
		Bad:        []diag.Example{{Code: "# An example.\nclass example {\n  file { '/tmp/a':\n    ensure => '/tmp/b',\n  }\n}\n", Fixed: "# An example.\nclass example {\n  file { '/tmp/a':\n    ensure => link,\n    target => '/tmp/b',\n  }\n}\n"}},
		Good:       []diag.Example{{Code: "# An example.\nclass example {\n  file { '/tmp/a':\n    ensure => link,\n    target => '/tmp/b',\n  }\n}\n"}},
		Fix:        diag.FixInfo{Safety: diag.Safe, Summary: "write link and target"},
		Since:      "1.0.0",
		References: []string{"https://www.puppet.com/docs/puppet/latest/style_guide.html#symbolic-links"},
	},
	Visits: []Visit{resourcesOf([]string{"file"}, func(pass *Pass, body *resourceBody) {
		for i := range body.Attributes {
			attribute := &body.Attributes[i]
			if attribute.Name != "ensure" || !startsWithSlash(pass, attribute.First) {
				continue
			}
			span := source.Span{Start: pass.Token(attribute.First).Start, End: attribute.End}
			finding := pass.Report(span, "symlink target specified in ensure attr")
			if body.attribute("target") == nil {
				name := pass.Token(attribute.NameToken).Start
				between := pass.Source.Text[pass.Token(attribute.NameToken).End:span.Start]
				lead := pass.LineEnding() + spaces(pass.Column(name)-1)
				if pass.Indentation(name) != spaces(pass.Column(name)-1) || pass.heredocBegins(attribute.First) {
					lead = " "
				}
				pass.Fix(finding, pass.Insert(span.Start, "link,"+lead+"target"+between))
			}
		}
	})},
}

// startsWithSlash reports whether the token begins a string whose text begins
// with a slash.
func startsWithSlash(pass *Pass, index int) bool {
	switch text := pass.Text(index); pass.Token(index).Kind {
	case syntax.SingleQuoted, syntax.DoubleQuoted:
		return len(text) > 1 && text[1] == '/'
	case syntax.StringStart:
		next := pass.Text(index + 1)
		return pass.Token(index+1).Kind == syntax.StringText && next[0] == '/'
	}
	return false
}
