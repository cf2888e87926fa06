package rules

import (
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/lazyregexp"
	"puppet-lint/internal/wordset"
	"puppet-lint/syntax"
)

var securitySSHRootAllowed = Rule{
	Rule: securityRule(diag.Rule{
		Name:             "security_ssh_root_allowed",
		RubyKind:         diag.Error,
		SecuritySeverity: 6.5,
		Summary:          "root may log in by SSH with a password",
		Advice:           "use no, or prohibit-password to allow keys only",
		Rationale:        "With `PermitRootLogin yes` attackers can guess the password of an account that every machine has. Use `no`, or `prohibit-password` to allow keys only.",
		Bad:              examples("  class { 'ssh::server':\n    options => {\n      'PermitRootLogin' => 'yes',\n    },\n  }\n"),
		Good:             examples("  class { 'ssh::server':\n    options => {\n      'PermitRootLogin' => 'no',\n    },\n  }\n"),
		CWE:              []int{250},
	}),
	Text: func(pass *TextPass) {
		pass.lines([]string{"PermitRootLogin"}, func(line string, start int) {
			if rootLoginLine.MatchString(line) && !pass.isAlternative(start) {
				pass.reportLine(line, start, "SSH root login allowed (security!)")
			}
		})
	},
	Data: namedData(func(pass *DataPass, value *dataValue) {
		if isRootLogin(value.name, false) && isAnyOf(value.text, "yes", "true") {
			pass.Report(value.node.Span, "SSH root login allowed (security!)")
		}
	}),
	Needs: []wordset.Group{anyCase("rootlogin", "root_login")},
	Visits: []Visit{
		Enter(func(pass *Pass, entry *syntax.KeyedEntry) {
			if key, isLiteral := literalText(entry.Key); isLiteral {
				reportRootLogin(pass, key, entry.Value)
			}
		}),
		Enter(func(pass *Pass, attribute *syntax.AttributeOperation) {
			name := attribute.Name
			if !pass.AsRuby() {
				name = settingName(pass.fileRun, attribute)
				if text := pass.literalText(attribute.Value); rootLoginLine.MatchString(text) {
					pass.Report(pass.extent(attribute.Value), "SSH root login allowed (security!)")
				}
			}
			reportRootLogin(pass, name, attribute.Value)
		}),
		Enter(func(pass *Pass, parameter *syntax.Parameter) {
			if parameter.Value != nil && !pass.AsRuby() {
				reportRootLogin(pass, parameter.Name, parameter.Value)
			}
		}),
	},
}

func reportRootLogin(pass *Pass, name string, value syntax.Node) {
	if !isRootLogin(name, pass.AsRuby()) {
		return
	}
	if text, isWritten := writtenValue(value); isWritten && (text == "yes" || text == "true") {
		pass.Report(pass.extent(value), "SSH root login allowed (security!)")
	}
}

// isRootLogin reports whether a setting of that name is PermitRootLogin, for puppet-lint (Ruby)
// without anything before it.
func isRootLogin(name string, asRuby bool) bool {
	words := strings.FieldsFunc(strings.ToLower(strings.ReplaceAll(name, "_", "")), func(char rune) bool { return strings.ContainsRune("/:. ", char) })
	return len(words) > 0 && words[len(words)-1] == "permitrootlogin" && !(len(words) > 1 && asRuby)
}

// rootLoginLine matches a line of sshd_config, or an expression that sets one.
var rootLoginLine = lazyregexp.New(`(?im)^[ \t]*(?:set\s+(?:\S*/)?)?PermitRootLogin[ \t]+['"]?yes\b`)
