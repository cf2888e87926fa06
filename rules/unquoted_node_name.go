package rules

import (
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

var unquotedNodeName = Rule{
	Rule: diag.Rule{
		Name:        "unquoted_node_name",
		Group:       diag.Style,
		Severity:    diag.Warning,
		Core:        true,
		RubyKind:    diag.Warning,
		RubyDefault: true,
		Summary:     "a node name without quotes",
		Rationale: "Node names are strings, and a name with a character that a bare word cannot have needs quotes. Quote " +
			"them all, so that they look the same.",
		Bad:   []diag.Example{{Code: "node foo.example.com {\n}\n", Fixed: "node 'foo.example.com' {\n}\n"}},
		Good:  []diag.Example{{Code: "node 'foo.example.com', default {\n}\n"}},
		Fix:   diag.FixInfo{Safety: diag.Safe, Summary: "quote the name", LayoutOnly: true},
		Since: "1.0.0",
	},
	Visits: []Visit{Enter(func(pass *Pass, node *syntax.NodeDefinition) {
		if pass.readsTokens() {
			return
		}
		for _, host := range node.HostMatches {
			reportBareHost(pass, host.FirstToken(), host.LastToken())
		}
		if node.Parent != nil {
			reportBareHost(pass, node.Parent.FirstToken(), node.Parent.LastToken())
		}
	}), End(func(pass *Pass) {
		if pass.readsTokens() {
			hostsOfTokens(pass)
		}
	})},
}

// mostHosts is the number of words between "node" and a brace that are looked at in a file with
// a syntax error. Each "node" without a brace of its own has all those up to the next.
const mostHosts = 1 << 14

// hostsOfTokens finds host names in a file with a syntax error as puppet-lint (Ruby) does:
// every bare word between "node" and the next brace is one.
func hostsOfTokens(pass *Pass) {
	tokens, looked, brace := pass.File.Tokens, 0, 0
	for index := range tokens {
		if tokens[index].Kind != syntax.KeywordNode {
			continue
		}
		for brace = max(brace, index); brace < len(tokens) && tokens[brace].Kind != syntax.LeftBrace; brace++ {
		}
		if looked += brace - index; brace == len(tokens) || looked > mostHosts {
			return
		}
		for i := index + 1; i < brace; i++ {
			reportBareHost(pass, i, i)
		}
	}
}

// reportBareHost reports a host name without quotes. For puppet-lint (Ruby), each word of it is
// a separate name.
func reportBareHost(pass *Pass, first, last int) {
	if kind := pass.Token(first).Kind; kind != syntax.Name && kind != syntax.Word {
		return
	}
	whole := source.Span{Start: pass.Token(first).Start, End: pass.Token(last).End}
	for i := first; i <= last; i++ {
		token := pass.Token(i)
		if token.Kind != syntax.Name && token.Kind != syntax.Word || i > first && !pass.AsRuby() {
			continue
		}
		finding := pass.ReportAt(whole, token.Start, "unquoted node name found")
		// Puppet drops the text between the words of a name.
		if text := pass.Source.Slice(whole); !strings.ContainsAny(text, " \t\r\n#/") {
			pass.Fix(finding, pass.Replace(whole, "'"+text+"'"))
		}
	}
}
