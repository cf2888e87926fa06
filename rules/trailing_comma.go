package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

var trailingComma = Rule{
	Rule: diag.Rule{
		Name:         "trailing_comma",
		Group:        diag.Style,
		Severity:     diag.Warning,
		OffByDefault: true,
		Plugin:       "puppet-lint-trailing_comma-check",
		VoxPupuli:    true,
		Summary:      "no comma after the last element of a list over several lines",
		Rationale: "Without a comma after the last attribute, element or entry, whoever adds one below must also change the " +
			"line above. That line then appears in the diff, or the comma is forgotten and the file does not compile. " +
			"The rule checks arrays, hashes and the attributes of resources and resource defaults, but not the " +
			"parameters of references and types.",
		Bad:        []diag.Example{{Code: "# An example.\nclass example {\n  file { '/tmp/a':\n    ensure => file,\n    mode   => '0644'\n  }\n}\n", Fixed: "# An example.\nclass example {\n  file { '/tmp/a':\n    ensure => file,\n    mode   => '0644',\n  }\n}\n"}},
		Good:       []diag.Example{{Code: "# An example.\nclass example {\n  file { '/tmp/a':\n    ensure => file,\n    mode   => '0644',\n  }\n}\n"}},
		Fix:        diag.FixInfo{Safety: diag.Safe, Summary: "add the comma", LayoutOnly: true},
		Since:      "1.0.0",
		References: []string{"https://github.com/voxpupuli/puppet-lint-trailing_comma-check"},
	},
	Visits: []Visit{
		resourceBodies(func(pass *Pass, body *resourceBody) {
			if operations := body.Node.Operations; len(operations) > 0 {
				wantComma(pass, operations[len(operations)-1], syntax.RightBrace)
			}
		}),
		Enter(func(pass *Pass, node *syntax.ResourceDefaultsExpression) {
			if len(node.Operations) > 0 {
				wantComma(pass, node.Operations[len(node.Operations)-1], syntax.RightBrace)
			}
		}),
		Enter(func(pass *Pass, node *syntax.LiteralList) {
			if len(node.Values) > 0 {
				wantComma(pass, node.Values[len(node.Values)-1], syntax.RightBracket)
			}
		}),
		Enter(func(pass *Pass, node *syntax.LiteralHash) {
			if !node.Braceless && len(node.Entries) > 0 && !(pass.AsRuby() && isHiddenHash(pass, node)) {
				wantComma(pass, node.Entries[len(node.Entries)-1], syntax.RightBrace)
			}
		}),
	},
}

// isHiddenHash reports whether puppet-lint (Ruby) does not see the hash. It sees only hashes
// that are assigned, compared, a value, or the first argument of a call.
func isHiddenHash(p *Pass, node *syntax.LiteralHash) bool {
	switch p.Token(p.PreviousCode(node.FirstToken())).Kind {
	case syntax.Equals, syntax.IsEqual, syntax.FatArrow, syntax.LeftParen, syntax.LineLeftParen:
		return false
	}
	return true
}

// wantComma reports a missing comma after the last element, if the line ends there and the list
// is closed by a bracket on a later line. puppet-lint (Ruby) does not report it if a comment or
// blank follows the element.
func wantComma(pass *Pass, last syntax.Node, closing syntax.TokenKind) {
	if last.Kind() == syntax.KindBadExpr {
		return
	}
	index := last.LastToken()
	end := pass.Token(index).End
	for index++; ; index++ {
		switch kind := pass.Token(index).Kind; {
		case kind == syntax.Newline:
			if next := nextAfterHeredocs(pass, index); pass.Token(next).Kind == closing {
				finding := pass.Report(source.Span{Start: end, End: end}, "missing trailing comma after last element")
				pass.Fix(finding, pass.Insert(end, ","))
			}
			return
		case pass.AsRuby() || !kind.IsTrivia():
			return
		}
	}
}

// nextAfterHeredocs returns the index of the next token of code after a line ending, skipping
// the text of the heredocs whose tags are on the line.
func nextAfterHeredocs(p *Pass, newline int) int {
	next := newline
	for i := newline - 1; i >= 0 && p.Token(i).Kind != syntax.Newline; i-- {
		if p.Token(i).Kind != syntax.HeredocTag {
			continue
		}
		for next++; p.Token(next).Kind != syntax.HeredocEnd; next++ {
			if p.Token(next).Kind == syntax.EndOfFile {
				return next
			}
		}
	}
	return p.NextCode(next)
}
