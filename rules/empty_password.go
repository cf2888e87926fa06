package rules

import (
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/document"
	"puppet-lint/internal/secret"
	"puppet-lint/internal/wordset"
	"puppet-lint/syntax"
)

var emptyPassword = Rule{
	Rule: communityRule(diag.Rule{
		Name:             "empty_password",
		Group:            diag.Security,
		Plugin:           "puppet-lint-infrasecure",
		Narrower:         true,
		SecuritySeverity: 7.3,
		Summary:          "a password is empty",
		Advice:           "write undef if no password is intended",
		Rationale: "With an empty password anyone can log in. Take the password from encrypted data. If \"no password\" is " +
			"intended, use `undef`.",
		Bad:        examples("  mysql_user { 'a@localhost':\n    password => '',\n  }\n"),
		Good:       examples("  mysql_user { 'a@localhost':\n    password => lookup('example::password'),\n  }\n"),
		CWE:        []int{258},
		References: []string{"https://github.com/TQRG/puppet-lint-infrasecure"},
	}),
	Data: namedData(func(pass *DataPass, value *dataValue) {
		if value.node.Kind == document.String && value.text == "" && secret.Named(value.name) == secret.Password {
			pass.Report(value.node.Span, "the password is empty")
		}
	}),
	Needs: []wordset.Group{passwordWords, {Words: []string{"''", `""`}}},
	Visits: namedValues(func(pass *Pass, name string, value syntax.Node) {
		value = syntax.Unparenthesized(value)
		if wrapped := madeSensitive(value); len(wrapped) == 1 {
			value = wrapped[0]
		}
		if text, isString := value.(*syntax.LiteralString); isString && text.Value == "" && secret.Named(name) == secret.Password {
			pass.Report(pass.extent(value), "the password is empty")
		}
	}),
}

// namedValues returns Visits that visit every named value: attributes, parameters, variables
// and entries of hashes.
func namedValues(visit func(pass *Pass, name string, value syntax.Node)) []Visit {
	return []Visit{
		Enter(func(pass *Pass, node *syntax.AttributeOperation) {
			if node.Value != nil {
				name := settingName(pass, node)
				visit(pass, name[strings.LastIndexByte(name, '/')+1:], node.Value)
			}
		}),
		Enter(func(pass *Pass, node *syntax.Parameter) {
			if node.Value != nil {
				visit(pass, node.Name, node.Value)
			}
		}),
		Enter(func(pass *Pass, node *syntax.AssignmentExpression) {
			if variable, isVariable := node.Left.(*syntax.VariableExpression); isVariable && node.Right != nil {
				visit(pass, variable.Name, node.Right)
			}
		}),
		Enter(func(pass *Pass, node *syntax.KeyedEntry) {
			if name, isLiteral := literalText(node.Key); isLiteral && node.Value != nil {
				visit(pass, name, node.Value)
			}
		}),
	}
}
