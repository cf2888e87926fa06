package rules

import (
	"strings"

	"puppet-lint/diag"
	"puppet-lint/rules/flow"
	"puppet-lint/syntax"
)

var weakHash = Rule{
	Rule: diag.Rule{
		Name:             "weak_hash",
		Templates:        true,
		OldNames:         []string{"use_of_weak_crypto_algorithm"},
		Plugin:           "puppet-lint-infrasecure",
		Group:            diag.Security,
		Severity:         diag.Warning,
		OffByDefault:     true,
		SecuritySeverity: 5.3,
		Summary:          "a checksum is made with MD5 or SHA-1",
		Rationale: "Two different contents with the same MD5 or SHA-1 sum can be made on purpose, so these sums tell nothing about who made a file; and a host in FIPS mode refuses MD5. " +
			"Use `sha256`. Where a sum only makes a short name of a long one, that is of no matter, so the rule is off by default.",
		Bad: []diag.Example{
			{Code: "$id = md5($facts['networking']['fqdn'])\nnotice($id)\n"},
			{Code: "archive { '/tmp/example.tgz':\n  source        => 'https://example.com/example.tgz',\n  checksum      => 'd41d8cd98f00b204e9800998ecf8427e',\n  checksum_type => 'md5',\n}\n"},
		},
		Good:  []diag.Example{{Code: "$id = stdlib::sha256($facts['networking']['fqdn'])\nnotice($id)\n"}},
		Since: "1.0.0",
		CWE:   []int{327, 328},
	},
	Visits: []Visit{
		Enter(func(pass *Pass, node *syntax.CallNamedFunctionExpression) { checkWeakHash(pass, node) }),
		Enter(func(pass *Pass, node *syntax.CallMethodExpression) { checkWeakHash(pass, node) }),
		Enter(func(pass *Pass, node *syntax.AttributeOperation) {
			switch node.Name {
			case "checksum_type", "digest_type", "checksum":
				if value, isString := stringOf(node.Value); isString && isWeakDigest(value) {
					pass.Report(pass.extent(node.Value), value+" sums can be forged")
				}
			}
		}),
	},
}

func checkWeakHash(pass *Pass, node syntax.Node) {
	if name, arguments := flow.Call(node); isWeakDigest(name) && len(arguments) > 0 {
		pass.Report(pass.Token(callName(pass, node)).Span, name+" sums can be forged")
	}
}

func isWeakDigest(name string) bool {
	switch strings.ToLower(name) {
	case "md5", "sha1", "md5lite", "sha1lite":
		return true
	}
	return false
}
