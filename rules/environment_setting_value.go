package rules

import (
	"fmt"
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/document/environmentconf"
	"puppet-lint/internal/lazyregexp"
	"puppet-lint/internal/source"
)

var environmentSettingValue = Rule{
	Rule: diag.Rule{
		Name:     "environment_setting_value",
		Group:    diag.Correctness,
		Severity: diag.Error,
		Summary:  "a setting in environment.conf has an invalid value, or a comment after its value",
		Rationale: "`environment_timeout` is a number of seconds, or one with a unit (`5m`; y, d, h, m, s), or " +
			"`unlimited`. With any other value Puppet cannot use the environment. A comment must be on its own line: " +
			"after a value it becomes part of the value, for example of the last folder of a `modulepath`.",
		Bad: []diag.Example{
			environmentExample("environment_timeout = 5min\n", ""),
			environmentExample("modulepath = modules # the site\n", "-- modules/apt/metadata.json --\n{}\n"),
		},
		Good:       []diag.Example{environmentExample("environment_timeout = 5m\n", "")},
		References: environmentReferences,
		Since:      "1.0.0",
	},
	Environment: func(pass *EnvironmentPass) {
		for i := range pass.Conf.Settings {
			setting := &pass.Conf.Settings[i]
			if setting.Section != environmentconf.MainSection {
				continue
			}
			comment := strings.Index(setting.Value, " #")
			switch {
			case comment >= 0 && (setting.Name == "modulepath" || setting.Name == "manifest" || setting.Name == "environment_timeout"):
				span := source.Span{Start: setting.ValueSpan.Start + int32(comment) + 1, End: setting.ValueSpan.End}
				pass.Report(span, fmt.Sprintf("this is part of the value of '%s', not a comment: put the comment on its own line", setting.Name))
			case setting.Name == "environment_timeout" && !timeToLive.MatchString(setting.Value):
				pass.Report(setting.ValueSpan, fmt.Sprintf("'%s' is not a duration: expected a number, a number with a unit (y, d, h, m or s) or 'unlimited'", setting.Value))
			}
		}
	},
}

var timeToLive = lazyregexp.New(`^(unlimited|\d+[ydhms]?)$`)
