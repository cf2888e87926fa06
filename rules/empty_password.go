package rules

import (
	"slices"

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
			"intended, use `undef`. The default of a parameter that the code compares with the empty string is not reported.",
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
	Visits: namedValues(secret.NameWords, func(pass *Pass, name string, value syntax.Node) {
		value = syntax.Unparenthesized(value)
		if wrapped := madeSensitive(value); len(wrapped) == 1 {
			value = wrapped[0]
		}
		if isEmptyString(value) && secret.Named(name) == secret.Password && !isDefaultThatIsTested(pass) {
			pass.Report(pass.extent(value), "the password is empty")
		}
	}),
}

func isEmptyString(node syntax.Node) bool {
	text, isString := node.(*syntax.LiteralString)
	return isString && text.Value == ""
}

// isDefaultThatIsTested reports whether the visited node is a parameter that the code tests for the
// empty string, which then means that no password is given.
func isDefaultThatIsTested(p *Pass) bool {
	parameter, isParameter := p.cursor.Node().(*syntax.Parameter)
	definition := p.Parent(0)
	return isParameter && definition != nil && State[testsForEmpty](p).in(definition)[parameter.Name]
}

// testsForEmpty holds, by definition, the variables that it tests for the empty string.
type testsForEmpty struct {
	tested map[syntax.Node]map[string]bool
}

func (t *testsForEmpty) in(definition syntax.Node) map[string]bool {
	if names, known := t.tested[definition]; known {
		return names
	}
	names := map[string]bool{}
	addTested := func(node syntax.Node, isTested bool) {
		if read, isVariable := syntax.Unparenthesized(node).(*syntax.VariableExpression); isVariable && isTested {
			names[read.Name] = true
		}
	}
	syntax.Inspect(definition, func(node syntax.Node) bool {
		switch node := node.(type) {
		case *syntax.ComparisonExpression:
			addTested(node.Left, isEmptyString(node.Right))
			addTested(node.Right, isEmptyString(node.Left))
		case *syntax.SelectorExpression:
			addTested(node.Left, slices.ContainsFunc(node.Selectors, func(entry *syntax.SelectorEntry) bool { return isEmptyString(entry.Matching) }))
		case *syntax.CaseExpression:
			addTested(node.Test, slices.ContainsFunc(node.Options, func(option *syntax.CaseOption) bool { return slices.ContainsFunc(option.Values, isEmptyString) }))
		default:
			if name, arguments := syntax.CalledFunction(node); len(arguments) == 1 {
				addTested(arguments[0], name == "empty" || name == "stdlib::empty")
			}
		}
		return true
	})
	if t.tested == nil {
		t.tested = map[syntax.Node]map[string]bool{}
	}
	t.tested[definition] = names
	return names
}
