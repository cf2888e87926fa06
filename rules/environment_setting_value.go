package rules

import (
	"fmt"
	"regexp"
	"strings"

	"puppet-lint/diag"
	"puppet-lint/internal/document/environmentconf"
	"puppet-lint/source"
)

var environmentSettingValue = Rule{
	Rule: diag.Rule{
		Name:     "environment_setting_value",
		Group:    diag.Correctness,
		Severity: diag.Error,
		Summary:  "a setting of environment.conf has a value that Puppet does not take as it is meant",
		Rationale: "`environment_timeout` is a number of seconds, or one with a unit (`5m`; y, d, h, m, s), or `unlimited`; Puppet cannot use the environment with anything else. " +
			"A comment has a line of its own: behind a value it becomes part of it, so that the last folder of a `modulepath` is another one.",
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
				pass.Report(span, fmt.Sprintf("Puppet takes this for a part of the value of '%s': a comment needs a line of its own", setting.Name))
			case setting.Name == "environment_timeout" && !timeToLive.MatchString(setting.Value):
				pass.Report(setting.ValueSpan, fmt.Sprintf("'%s' is no time: a number, one with a unit (y, d, h, m or s), or unlimited is wanted", setting.Value))
			}
		}
	},
}

var timeToLive = regexp.MustCompile(`^(unlimited|\d+[ydhms]?)$`)
