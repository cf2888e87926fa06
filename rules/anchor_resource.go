package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var anchorResource = Rule{
	Rule: diag.Rule{
		Name:         "anchor_resource",
		Group:        diag.Style,
		Severity:     diag.Warning,
		OffByDefault: true,
		Plugin:       "puppet-lint-anchor-check",
		VoxPupuli:    true,
		Summary:      "an `anchor` resource is used",
		Advice:       "use contain instead of anchors",
		Rationale: "An `anchor` needs stdlib, adds two resources to the catalog for each class that it keeps in order, and " +
			"is easily forgotten when a class is added. Anchors were needed before Puppet 3.4 added `contain`, which " +
			"keeps a class within the class that declares it. Use `contain`.",
		Bad:        []diag.Example{{Code: "# An example.\nclass example {\n  anchor { 'example::begin': }\n  -> class { 'example::install': }\n  -> anchor { 'example::end': }\n}\n"}},
		Good:       []diag.Example{{Code: "# An example.\nclass example {\n  contain example::install\n}\n"}},
		Since:      "1.0.0",
		References: []string{"https://github.com/voxpupuli/puppet-lint-anchor-check", "https://www.puppet.com/docs/puppet/latest/lang_containment.html"},
	},
	Visits: []Visit{Enter(func(pass *Pass, node *syntax.ResourceExpression) {
		if name, isName := node.TypeName.(*syntax.QualifiedName); isName && (name.Value == "anchor" || name.Value == "::anchor") {
			pass.Report(pass.Token(name.FirstToken()).Span, "manifest includes anchor resource")
		}
	})},
}
