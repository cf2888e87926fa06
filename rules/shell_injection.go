package rules

import (
	"strings"

	"puppet-lint/diag"
	"puppet-lint/rules/flow"
	"puppet-lint/syntax"
)

var shellInjection = Rule{
	Rule: diag.Rule{
		Name:             "shell_injection",
		OldNames:         []string{"check_unsafe_interpolations", "security_class_or_define_parameter_in_exec"},
		Plugin:           "puppet-lint-check_unsafe_interpolations",
		Group:            diag.Security,
		Severity:         diag.Warning,
		OffByDefault:     true,
		SecuritySeverity: 8.8,
		Summary:          "a parameter that may hold any text is put into a command line",
		Rationale: "A blank, quote or semicolon in the value changes the command; whoever sets the value, in Hiera or in data that comes from elsewhere, can run what he likes. " +
			"Restrict the parameter's type (`Enum`, `Integer`, `Pattern`, `Stdlib::Absolutepath`), quote it with `stdlib::shell_escape` or `shellquote`, or give the command as a list: " +
			"`command => ['/usr/bin/tool', $value]`. Values are followed through the variables of the file.",
		Bad: []diag.Example{
			{Code: "# An example.\n#\n# @param user whom to create\nclass example (\n  String[1] $user,\n) {\n  exec { 'create':\n    command => \"/usr/bin/create ${user}\",\n    creates => '/var/lib/example',\n  }\n}\n"},
		},
		Good: []diag.Example{
			{Code: "# An example.\n#\n# @param user whom to create\n# @param level how much\nclass example (\n  String[1] $user,\n  Integer $level,\n) {\n  exec { 'create':\n    command => ['/usr/bin/create', $user],\n    unless  => \"/usr/bin/test ${level} -gt ${shellquote($user)}\",\n  }\n}\n"},
		},
		Since: "1.0.0",
		CWE:   []int{77, 78, 88},
	},
	Visits: []Visit{resourceBodies(func(pass *Pass, body *resourceBody) {
		if body.Type != "exec" {
			return
		}
		for _, command := range execCommands(body) {
			tainted := pass.tainted(command, 0)
			if tainted == nil {
				continue
			}
			finding := pass.Report(pass.extent(command), "$"+tainted.Name+" may hold any text, and is part of a command line")
			finding.Related = append(finding.Related, diag.Related{File: pass.Source, Span: tainted.Span, Message: "declared here"})
		}
	})},
}

// quotes are functions whose result is safe in a command line, or whose
// result is no longer the text that they were given.
var quotes = setOf("shellquote", "shell_escape", "stdlib::shell_escape", "shell_join", "batch_escape", "powershell_escape", "stdlib::batch_escape",
	"stdlib::powershell_escape", "bool2str", "bool2num", "md5", "sha1", "sha256", "size", "length", "versioncmp", "base64", "uriescape", "fqdn_rand")

// tainted is the parameter that lets any text into the value of an expression,
// or nil.
func (p *Pass) tainted(node syntax.Node, depth int) *flow.Variable {
	if depth > 8 {
		return nil
	}
	switch node := flow.Unparenthesized(node).(type) {
	case *syntax.ConcatenatedString:
		for _, segment := range node.Segments {
			if text, ok := segment.(*syntax.TextExpression); ok {
				if found := p.tainted(text.Expr, depth+1); found != nil {
					return found
				}
			}
		}
	case *syntax.HeredocExpression:
		return p.tainted(node.Text, depth+1)
	case *syntax.VariableExpression:
		variable := p.flow().VariableOf(node)
		switch {
		case variable == nil || variable.Partial:
		case variable.Parameter != nil:
			if _, isLambda := variable.Scope.Node.(*syntax.LambdaExpression); !isLambda && flow.MayHoldAnyText(variable.Parameter.TypeExpr) {
				return variable
			}
		default:
			for _, value := range variable.Values {
				if found := p.tainted(value, depth+1); found != nil {
					return found
				}
			}
		}
	case *syntax.CallNamedFunctionExpression, *syntax.CallMethodExpression:
		name, arguments := flow.Call(node)
		if quotes[name] || strings.Contains(name, "escape") || strings.Contains(name, "quote") {
			return nil
		}
		switch name {
		case "join", "unwrap", "strip", "chomp", "downcase", "upcase", "regsubst", "sprintf", "flatten", "pick", "pick_default", "prefix", "suffix", "concat":
			for _, argument := range arguments {
				if found := p.tainted(argument, depth+1); found != nil {
					return found
				}
			}
		}
	case *syntax.SelectorExpression:
		for _, entry := range node.Selectors {
			if found := p.tainted(entry.Value, depth+1); found != nil {
				return found
			}
		}
	}
	return nil
}
