package rules

import (
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/lazyregexp"
	"puppet-lint/internal/wordset"
	"puppet-lint/syntax"
)

var httpWithoutTLS = Rule{
	Rule: communityRule(diag.Rule{
		Name:             "http_without_tls",
		OldNames:         []string{"use_http_without_tls"},
		Group:            diag.Security,
		Plugin:           "puppet-lint-infrasecure",
		Narrower:         true,
		SecuritySeverity: 5.3,
		Summary:          "an address uses plain HTTP, without TLS",
		Rationale: "Anyone on the network path can read what is sent over plain HTTP, including passwords and " +
			"tokens, and can change the answer. Use `https://`. The rule reports addresses of other machines, except " +
			"proxies, names of XML namespaces and addresses in messages. `insecure_download`, which is on by " +
			"default, reports downloads; this rule also reports every other address, and so is off by default.",
		Bad:        examples("  class { 'foo':\n    api_url => 'http://api.example.com/v1',\n  }\n"),
		Good:       examples("  class { 'foo':\n    api_url => 'https://api.example.com/v1',\n    local   => 'http://localhost:8080',\n  }\n"),
		CWE:        []int{319},
		References: []string{"https://github.com/TQRG/puppet-lint-infrasecure"},
	}),
	Text: func(pass *TextPass) {
		pass.lines([]string{"://"}, func(line string, start int) {
			if url := insecureURL(line); url != "" && !strings.HasPrefix(strings.ToLower(url), "ftp") && (packageSource.MatchString(line) || addressSetting.MatchString(line) || fetches(line)) {
				pass.reportLine(line, start, "traffic with "+showURL(url)+" can be read and changed in transit: use https")
			}
		})
	},
	Data:  namedData(checkHTTPInData),
	Needs: []wordset.Group{anyCase("http", "git", "svn")},
	Visits: []Visit{
		Enter(func(pass *Pass, node *syntax.LiteralString) {
			if !strings.Contains(node.Value, "://") {
				return
			}
			if _, isPart := pass.Parent(0).(*syntax.ConcatenatedString); !isPart {
				checkHTTP(pass, node, node.Value)
			}
		}),
		Enter(func(pass *Pass, node *syntax.ConcatenatedString) {
			for _, segment := range node.Segments {
				if literal, isLiteral := segment.(*syntax.LiteralString); isLiteral && strings.Contains(literal.Value, "://") {
					checkHTTP(pass, node, resolvedText(pass, node))
					return
				}
			}
			if len(node.Segments) == 0 || !mayNameInsecureURL(pass) || !mayEndInScheme(pass) {
				return
			}
			if begin, isBegin := node.Segments[0].(*syntax.TextExpression); isBegin && strings.HasSuffix(resolvedText(pass, begin), "://") {
				checkHTTP(pass, node, resolvedText(pass, node))
			}
		}),
		Enter(func(pass *Pass, node *syntax.CallNamedFunctionExpression) {
			// A part of a composed address is not an address itself.
			if name, _ := syntax.CalledFunction(node); (name == "join" || name == "sprintf") && mayNameInsecureURL(pass) {
				checkHTTP(pass, node, resolvedText(pass, node))
			}
		}),
	},
}

// packageSource matches a line of a configuration that names where packages or code come from.
var packageSource = lazyregexp.New(`(?i)^\s*(?:deb(?:-src)?\s|(?:baseurl|mirrorlist|gpgkey|repository|index-url|extra-index-url|find-links|registry)\s*[=:]|(?:repo|url|install)\s.*--?(?:baseurl|url|mirrorlist)[= ])`)

// addressSetting matches a line of a configuration that sets the address of a server.
var addressSetting = lazyregexp.New(`(?i)^\s*['"]?[\w.-]*(?:url|uri|endpoint)['"]?\s*[=:]\s*['"]?http://`)

// interpolated matches an interpolation in data.
var interpolated = lazyregexp.New(`%\{[^}]*\}`)

// checkHTTPInData reports an address in Hiera data, unless it is that of a proxy.
func checkHTTPInData(pass *DataPass, value *dataValue) {
	if url := insecureURL(interpolated.ReplaceAllString(value.text, "\x00")); url != "" && !strings.HasPrefix(strings.ToLower(url), "ftp") && !value.isBelow("proxy") && !value.isBelow("xmlns") {
		pass.Report(value.node.Span, "traffic with "+showURL(url)+" can be read and changed in transit: use https")
	}
}

func checkHTTP(pass *Pass, node syntax.Node, text string) {
	if url := insecureURL(text); url != "" && !strings.HasPrefix(strings.ToLower(url), "ftp") && !isNoAddress(pass) && !isInDemonstration(pass) {
		pass.Report(pass.extent(node), "traffic with "+showURL(url)+" can be read and changed in transit: use https")
	}
}

// isNoAddress reports whether nothing connects to the visited string: it is in a message, a comparison
// or the title of a reference, or it is the address of a proxy.
func isNoAddress(p *Pass) bool {
	for level := 0; ; level++ {
		switch node := p.Parent(level).(type) {
		case nil:
			return false
		case *syntax.CallNamedFunctionExpression:
			switch name, _ := syntax.CalledFunction(node); name {
			case "fail", "notice", "warning", "err", "info", "debug", "crit", "alert", "emerg", "deprecation", "stdlib::deprecation", "assert_type", "regsubst", "match", "split":
				return true
			}
		case *syntax.ComparisonExpression, *syntax.MatchExpression, *syntax.InExpression:
			return true
		case *syntax.AccessExpression:
			if _, isReference := node.Left.(*syntax.QualifiedReference); isReference {
				return true // the resource that has this title is reported itself
			}
		case *syntax.AttributeOperation:
			return strings.Contains(strings.ToLower(node.Name), "proxy") || node.Name == "message" || node.Name == "loglevel"
		case *syntax.KeyedEntry:
			if key, _ := stringOf(node.Key); strings.Contains(strings.ToLower(key), "proxy") {
				return true
			}
		case *syntax.Parameter:
			return strings.Contains(strings.ToLower(node.Name), "proxy")
		case *syntax.AssignmentExpression:
			variable, isVariable := node.Left.(*syntax.VariableExpression)
			return isVariable && strings.Contains(strings.ToLower(variable.Name), "proxy")
		case *syntax.BlockExpression, *syntax.ResourceBody:
			return false
		}
	}
}
