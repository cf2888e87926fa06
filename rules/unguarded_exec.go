package rules

import (
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/lazyregexp"
	"puppet-lint/module/builtin"
	"puppet-lint/syntax"
)

var unguardedExec = Rule{
	Rule: diag.Rule{
		Name:       "unguarded_exec",
		Supersedes: []string{"exec_idempotency"},
		Group:      diag.Suspicious,
		Severity:   diag.Warning,
		Summary:    "an exec runs its command on every run of the agent",
		Rationale: "An `exec` without `creates`, `onlyif`, `unless` or `refreshonly` runs its command every half hour, and " +
			"reports a change each time, so that real changes are lost among them. Define when it should run. " +
			"Resource defaults, overrides, collectors and `default:` bodies in the same file are taken into account. " +
			"The rule does not report an exec under a condition on facts or looked-up values, nor one with a " +
			"schedule or another provider, nor a command that only succeeds or fails.",
		Bad:   []diag.Example{{Code: "exec { '/usr/bin/example --rebuild': }\n"}},
		Good:  []diag.Example{{Code: "exec { '/usr/bin/example --rebuild':\n  creates => '/var/lib/example/index',\n}\n"}, {Code: "Exec { refreshonly => true }\nexec { '/usr/bin/example --rebuild': }\n"}},
		Since: "1.0.0",
	},
	Visits: []Visit{resourcesOf([]string{"exec"}, func(pass *Pass, body *resourceBody) {
		if body.Node.Title.Kind() == syntax.KindLiteralDefault || !strings.HasPrefix(pass.Location().InModule, "manifests/") {
			return
		}
		attributes := pass.effectiveAttributes(body)
		if attributes.has("creates", "onlyif", "unless", "refreshonly", "noop", "schedule", "provider") || isConditional(pass) {
			return
		}
		command := body.Node.Title
		if written := body.attribute("command"); written != nil {
			command = written.Value
		}
		if doesNothing.MatchString(pass.literalText(command)) {
			return
		}
		pass.Report(pass.extent(body.Node.Title), "this command runs on every agent run; limit it with creates, onlyif, unless or refreshonly")
	})},
}

// doesNothing matches a command that only succeeds or fails, for resources that require it.
var doesNothing = lazyregexp.New(`^(?:(?:/usr)?/bin/)?(?:true|false)\s*(?:#.*)?$`)

// isConditional reports whether the visited node is under a condition that may be a guard: one
// that tests more than parameters.
func isConditional(p *Pass) bool {
	for level := range p.cursor.Depth() {
		var test syntax.Node
		switch outer := p.Parent(level).(type) {
		case *syntax.IfExpression:
			test = outer.Test
		case *syntax.UnlessExpression:
			test = outer.Test
		case *syntax.CaseExpression:
			test = outer.Test
		}
		if test != nil && !dependsOnParametersOnly(p, test) {
			return true
		}
	}
	return false
}

func dependsOnParametersOnly(p *Pass, test syntax.Node) bool {
	return !holds(test, func(node syntax.Node) bool {
		switch node := node.(type) {
		case *syntax.CallNamedFunctionExpression, *syntax.CallMethodExpression:
			return true
		case *syntax.VariableExpression:
			name := strings.TrimPrefix(node.Name, "::")
			if variable := p.flow().VariableOf(node); variable != nil {
				return variable.Parameter == nil
			}
			return name != "facts" && name != "trusted" && !isLasting(name)
		case *syntax.AccessExpression:
			path, isRead := factPath(node)
			return isRead && !isLasting(path)
		}
		return false
	})
}

// isLasting reports whether the fact at a path is a property of a system that no command changes: its
// family, its release, its kernel.
func isLasting(path string) bool {
	if legacy := builtin.LegacyFact(path); legacy != nil {
		path = legacy.Replacement
	}
	first, rest, _ := strings.Cut(path, ".")
	return strings.HasPrefix(first, "kernel") || first == "os" && !strings.HasPrefix(rest, "selinux")
}

// factPath returns the path of the fact that an expression reads, up to the first key that is not
// constant: os.family for $facts['os']['family'].
func factPath(node syntax.Node) (path string, isRead bool) {
	switch node := node.(type) {
	case *syntax.VariableExpression:
		return "", strings.TrimPrefix(node.Name, "::") == "facts"
	case *syntax.AccessExpression:
		path, isRead = factPath(node.Left)
		if !isRead || len(node.Keys) != 1 {
			return "", false
		}
		if key, isString := stringOf(node.Keys[0]); isString {
			path = strings.TrimPrefix(path+"."+key, ".")
		}
	}
	return path, isRead
}
