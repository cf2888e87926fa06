package rules

import (
	"puppet-lint/diag"
	"puppet-lint/module/builtin"
	"puppet-lint/rules/flow"
	"puppet-lint/syntax"
)

var sensitiveInString = Rule{
	Rule: diag.Rule{
		Name:     "sensitive_in_string",
		Group:    diag.Suspicious,
		Severity: diag.Warning,
		Summary:  "a Sensitive value is put into a string",
		Rationale: "A `Sensitive` value in a string is the text `Sensitive [value redacted]`, not the secret: the file, command or URL that is made of it does not work. " +
			"Unwrap it and make the whole Sensitive again: `Sensitive(\"user:${password.unwrap}\")`. Messages to the log, where the secret is rightly hidden, are not reported.",
		Bad:        []diag.Example{{Code: "# An example.\n#\n# @param password a secret\nclass example (\n  Sensitive[String] $password,\n) {\n  file { '/etc/example.conf':\n    content => \"password=${password}\\n\",\n  }\n}\n"}},
		Good:       []diag.Example{{Code: "# An example.\n#\n# @param password a secret\nclass example (\n  Sensitive[String] $password,\n) {\n  file { '/etc/example.conf':\n    content => Sensitive(\"password=${password.unwrap}\\n\"),\n  }\n}\n"}},
		Since:      "1.0.0",
		Supersedes: []string{"sensitive_as_text"},
		References: []string{
			"https://www.puppet.com/docs/puppet/8/lang_data_sensitive.html",
		},
	},
	Visits: []Visit{Enter(func(pass *Pass, node *syntax.TextExpression) {
		read, isVariable := flow.Unparenthesized(node.Expr).(*syntax.VariableExpression)
		if !isVariable || pass.inLogMessage() {
			return
		}
		variable := pass.flow().VariableOf(read)
		if variable == nil || !isSensitive(variable) {
			return
		}
		pass.Report(pass.extent(read), "$"+read.Name+" is Sensitive: what comes out is \"Sensitive [value redacted]\"")
	})},
}

// isSensitive reports whether a variable's values are all Sensitive.
func isSensitive(variable *flow.Variable) bool {
	if variable.Parameter != nil {
		return flow.IsSensitive(variable.Parameter.TypeExpr)
	}
	if variable.Partial || len(variable.Values) == 0 {
		return false
	}
	for _, value := range variable.Values {
		if !makesSensitive(value) {
			return false
		}
	}
	return true
}

// makesSensitive reports whether an expression is Sensitive(…) or
// Sensitive.new(…).
func makesSensitive(value syntax.Node) bool {
	switch value := flow.Unparenthesized(value).(type) {
	case *syntax.CallNamedFunctionExpression:
		return flow.TypeName(value.Functor) == "Sensitive"
	case *syntax.CallMethodExpression:
		name, arguments := flow.Call(value)
		return name == "new" && flow.TypeName(arguments[0]) == "Sensitive"
	}
	return false
}

// inLogMessage reports whether the node being shown stands in the arguments of
// a function that writes to the log.
func (p *Pass) inLogMessage() bool {
	for level := range p.cursor.Depth() {
		if name, _ := flow.Call(p.Parent(level)); builtin.WritesToLog(name) {
			return true
		}
		if body, isBody := p.Parent(level).(*syntax.ResourceExpression); isBody {
			return p.text(body.TypeName) == "notify"
		}
	}
	return false
}
