package rules

import (
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/lazyregexp"
	"puppet-lint/internal/secret"
	"puppet-lint/internal/wordset"
	"puppet-lint/syntax"
)

var selinuxNotEnforcing = Rule{
	Rule: diag.Rule{
		Name:             "selinux_not_enforcing",
		Group:            diag.Security,
		Severity:         diag.Warning,
		OffByDefault:     true,
		SecuritySeverity: 5.5,
		Summary:          "SELinux is disabled or permissive",
		Advice:           "keep the mode enforcing, and add what is missing to the policy",
		Rationale: "SELinux confines services: an attacker who takes over a service can reach only what its policy " +
			"allows. In permissive mode violations are logged, not prevented. Keep the mode enforcing and add what " +
			"is missing to the policy. The rule reports the modes `permissive` and `disabled` as values of settings " +
			"for SELinux, lines of its configuration, `setenforce 0`, kernel parameters, and permissive domains. " +
			"Some machines need this, so the rule is off by default.",
		Bad: []diag.Example{
			{Code: "class { 'selinux':\n  mode => 'permissive',\n}\n"},
			{Code: "exec { '/usr/sbin/setenforce 0':\n  refreshonly => true,\n}\n"},
		},
		Good:  []diag.Example{{Code: "class { 'selinux':\n  mode => 'enforcing',\n}\n"}},
		Since: "1.0.0",
		CWE:   []int{693},
	},
	Needs: []wordset.Group{laxWords},
	Data: namedData(func(pass *DataPass, value *dataValue) {
		key := ""
		if len(value.keys) > 0 {
			key = value.keys[len(value.keys)-1]
		}
		if isLaxMode(value.text) && choosesMode(key) || switchesSELinuxOff(value.text) {
			pass.Report(value.node.Span, notEnforced)
		}
	}),
	Visits: append(namedValues(anyCase("selinux", "mode"), func(pass *Pass, name string, value syntax.Node) {
		if text, isString := stringOf(value); isString && isLaxMode(text) && (choosesMode(name) || name == "mode" && isOfSELinux(pass)) {
			pass.Report(pass.extent(value), notEnforced)
		}
	}),
		Enter(func(pass *Pass, node *syntax.LiteralString) {
			if _, isPart := pass.Parent(0).(*syntax.ConcatenatedString); !isPart && switchesSELinuxOff(node.Value) && !isNoAddress(pass) && !isGuard(pass) {
				pass.Report(pass.extent(node), notEnforced)
			}
		}),
		Enter(func(pass *Pass, node *syntax.ConcatenatedString) {
			if switchesSELinuxOff(pass.literalText(node)) && !isNoAddress(pass) && !isGuard(pass) {
				pass.Report(pass.extent(node), notEnforced)
			}
		}),
		resourcesOf([]string{"selinux::permissive"}, func(pass *Pass, body *resourceBody) {
			if isDeclared(body) {
				pass.Report(pass.extent(body.Node.Title), "SELinux does not confine this domain")
			}
		}),
	),
}

const notEnforced = "SELinux does not enforce its policy"

// laxMode matches commands, lines of /etc/selinux/config and kernel parameters that switch
// SELinux off.
var laxMode = lazyregexp.New(`\bsetenforce\s+(?:0|[Pp]ermissive)\b|(?m)^[ \t]*(?:set\s+(?:\S*/)?)?SELINUX[ \t]*[= \t][ \t]*['"]?(?:permissive|disabled)\b|(?:^|\s)(?:selinux|enforcing)=0(?:\s|$)|\bsemanage\s+permissive\s+(?:-a|--add)\b`)

// laxWords are words: each finding contains one of them.
var laxWords = anyCase("selinux", "setenforce", "enforcing=0", "semanage")

// laxMayHold is the set of laxWords alone.
var laxMayHold = wordset.New(laxWords)

// switchesSELinuxOff reports whether a text contains a command or setting that laxMode matches.
func switchesSELinuxOff(text string) bool {
	return len(text) >= len("selinux=0") && laxMayHold.Find(text) != 0 && laxMode.MatchString(text)
}

func isLaxMode(text string) bool {
	return len(text) <= len("permissive") && isAnyOf(strings.ToLower(text), "permissive", "disabled")
}

// choosesMode reports whether a setting of that name selects the mode of SELinux.
func choosesMode(name string) bool {
	return isAnyOf(strings.Join(secret.Words(name), "_"), "selinux", "selinux_mode", "selinux_state", "selinux_status", "selinux_config_mode", "os_selinux", "selinux_policy_mode") ||
		strings.HasSuffix(name, "selinux::mode") || strings.HasSuffix(name, "selinux::state") || strings.HasSuffix(name, "selinux::status") || strings.HasSuffix(name, "::selinux_mode") || strings.HasSuffix(name, "::selinux")
}

// isOfSELinux reports whether the visited attribute is one of the class selinux.
func isOfSELinux(p *Pass) bool {
	body, isBody := p.Parent(0).(*syntax.ResourceBody)
	if !isBody {
		return false
	}
	title, _ := stringOf(body.Title)
	return strings.TrimPrefix(title, "::") == "selinux"
}

// isGuard reports whether the visited string is a condition of an exec.
func isGuard(p *Pass) bool {
	for level := range 3 {
		switch node := p.Parent(level).(type) {
		case *syntax.AttributeOperation:
			return isAnyOf(node.Name, "onlyif", "unless", "creates")
		case *syntax.ResourceBody, nil:
			return false
		}
	}
	return false
}
