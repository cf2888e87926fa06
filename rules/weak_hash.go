package rules

import (
	"strings"

	"puppet-lint/diag"
	"puppet-lint/internal/secret"
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
			case "checksum_type", "digest_type", "checksum", "hash_algorithm", "digest_algorithm", "hash_type", "auth_method", "password_encryption", "auth_type":
				if value, isString := stringOf(node.Value); isString && isWeakDigest(value) {
					message := value + " sums can be forged"
					if strings.HasPrefix(node.Name, "auth") || node.Name == "password_encryption" {
						message = "passwords hashed with " + value + " are easy to undo"
					}
					pass.Report(pass.extent(node.Value), message)
				}
			}
		}),
	},
}

func checkWeakHash(pass *Pass, node syntax.Node) {
	if name, arguments := flow.Call(node); isWeakDigest(name) && len(arguments) > 0 && !pass.isDropped() && !isPostgresPassword(arguments[0]) {
		pass.Report(pass.Token(callName(pass, node)).Span, name+" sums can be forged")
	}
}

// isPostgresPassword reports whether what is hashed is a password and the name of its user,
// as PostgreSQL's protocol demands it.
func isPostgresPassword(argument syntax.Node) bool {
	text, isText := flow.Unparenthesized(argument).(*syntax.ConcatenatedString)
	if !isText || len(text.Segments) != 2 {
		return false
	}
	var names [2]string
	for i, segment := range text.Segments {
		if inner, isInner := segment.(*syntax.TextExpression); isInner {
			syntax.Inspect(inner.Expr, func(node syntax.Node) bool {
				if variable, isVariable := node.(*syntax.VariableExpression); isVariable {
					names[i] = strings.TrimSuffix(variable.Name, "_hash")
				}
				return true
			})
		}
	}
	return secret.Named(names[0]) == secret.Password && (secret.IsUser(names[1]) || isAnyOf(names[1], "role", "rolename", "name", "title"))
}

// isDropped reports whether the value being shown goes into a variable that nothing reads,
// or is thrown away.
func (p *Pass) isDropped() bool {
	switch outer := p.Parent(0).(type) {
	case *syntax.AssignmentExpression:
		variable, isVariable := outer.Left.(*syntax.VariableExpression)
		if !isVariable {
			return false
		}
		for _, scope := range p.flow().Scopes {
			own := scope.Own(variable.Name)
			if own == nil || len(scope.Openers) > 0 {
				continue
			}
			for _, value := range own.Values {
				if value == outer.Right {
					_, isClass := scope.Node.(*syntax.HostClassDefinition)
					return len(own.Reads) == 0 && !isClass
				}
			}
		}
	case *syntax.BlockExpression:
		return outer.Statements[len(outer.Statements)-1] != p.cursor.Node()
	}
	return false
}

func isWeakDigest(name string) bool {
	switch strings.ToLower(name) {
	case "md5", "sha1", "md5lite", "sha1lite":
		return true
	}
	return false
}
