package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/internal/wordset"
	"puppet-lint/syntax"
)

var unwrappedSecret = Rule{
	Rule: diag.Rule{
		Name:             "unwrapped_secret",
		Group:            diag.Security,
		Severity:         diag.Warning,
		SecuritySeverity: 6.5,
		Summary:          "a `Sensitive` value is unwrapped into a file, command or message",
		Rationale: "The result of `unwrap` is plain text: in a `file`'s content or an `exec`'s command it is shown " +
			"in reports, logs and diffs, and is stored in PuppetDB. Make the whole text `Sensitive`: `content => " +
			"Sensitive(\"password=${password.unwrap}\")`.",
		Bad:   []diag.Example{{Code: "# An example.\n#\n# @param password a secret\nclass example (\n  Sensitive[String] $password,\n) {\n  file { '/etc/example.conf':\n    content => \"password=${password.unwrap}\\n\",\n  }\n}\n"}},
		Good:  []diag.Example{{Code: "# An example.\n#\n# @param password a secret\nclass example (\n  Sensitive[String] $password,\n) {\n  file { '/etc/example.conf':\n    content => Sensitive(\"password=${password.unwrap}\\n\"),\n  }\n}\n"}},
		Since: "1.0.0",
		CWE:   []int{200, 532},
	},
	Needs: []wordset.Group{{Words: []string{"unwrap"}}},
	Visits: []Visit{
		resourcesOf([]string{"file", "exec", "notify"}, func(pass *Pass, body *resourceBody) {
			for i := range body.Attributes {
				set := &body.Attributes[i]
				switch body.Type + " " + set.Name {
				case "file content", "exec command", "exec unless", "exec onlyif", "notify message":
					if call := unwrapIn(set.Value); call != nil {
						pass.Report(pass.extent(call), "the secret is in plain text in `"+set.Name+"`: make the whole value Sensitive")
					}
				}
			}
		}),
		Enter(func(pass *Pass, node *syntax.CallNamedFunctionExpression) {
			switch name, arguments := syntax.CalledFunction(node); name {
			case "debug", "info", "notice", "warning", "err", "fail":
				for _, argument := range arguments {
					if call := unwrapIn(argument); call != nil {
						pass.Report(pass.extent(call), "the secret is written to the log")
					}
				}
			}
		}),
	},
}

// copiesArguments holds the functions whose result reveals their arguments.
var copiesArguments = setOf("epp", "inline_epp", "join", "sprintf", "to_json", "to_yaml", "to_json_pretty", "to_toml", "stdlib::to_json",
	"stdlib::to_json_pretty", "stdlib::to_yaml", "stdlib::to_toml", "flatten", "concat", "merge", "strip", "chomp", "String")

// unwrapIn returns a call of unwrap whose result becomes part of the value, or nil. It ignores
// calls in the arguments of functions that may hash or encrypt them.
func unwrapIn(value syntax.Node) (found syntax.Node) {
	syntax.Inspect(value, func(node syntax.Node) bool {
		name, arguments := syntax.CalledFunction(node)
		switch {
		case found != nil:
			return false
		case name == "unwrap" && len(arguments) > 0:
			if call, ok := node.(*syntax.CallMethodExpression); ok && call.Lambda != nil {
				return false
			}
			found = node
			return false
		case node.Kind() == syntax.KindCallNamedFunctionExpression, node.Kind() == syntax.KindCallMethodExpression:
			return copiesArguments[name]
		}
		return true
	})
	return found
}
