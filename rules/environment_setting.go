package rules

import (
	"fmt"
	"slices"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/document/environmentconf"
)

var environmentSetting = Rule{
	Rule: diag.Rule{
		Name:     "environment_setting",
		Group:    diag.Suspicious,
		Severity: diag.Warning,
		Summary:  "the file environment.conf has a setting that Puppet ignores",
		Rationale: "An environment has only a few settings; Puppet warns about any other and ignores it. It may be misspelt, or belong " +
			"in puppet.conf. Sections are ignored with everything in them. If a setting is given twice, the first one counts.",
		Bad: []diag.Example{
			environmentExample("module_path = modules:$basemodulepath\n", ""),
			environmentExample("[production]\nenvironment_timeout = 5m\n", ""),
			environmentExample("environment_timeout = 5m\nenvironment_timeout = unlimited\n", ""),
		},
		Good:       []diag.Example{environmentExample("environment_timeout = 5m\n", "")},
		References: environmentReferences,
		Since:      "1.0.0",
	},
	Environment: func(pass *EnvironmentPass) {
		for _, section := range pass.Conf.Sections {
			if section.Name != environmentconf.MainSection {
				pass.Report(section.Span, fmt.Sprintf("environment.conf has no sections: Puppet ignores '%s' and everything in it", section.Name))
			}
		}
		first := map[string]*environmentconf.Setting{}
		for i := range pass.Conf.Settings {
			setting := &pass.Conf.Settings[i]
			before := first[setting.Name]
			switch {
			case setting.Section != environmentconf.MainSection:
			case !slices.Contains(environmentconf.Names(), setting.Name):
				found := pass.Report(setting.NameSpan, fmt.Sprintf("Puppet ignores '%s': it is not a setting of environment.conf", setting.Name))
				suggestKnown(found, setting.Name, environmentconf.Names())
			case before != nil:
				found := pass.Report(setting.NameSpan, fmt.Sprintf("Puppet ignores this '%s': it uses the first one", setting.Name))
				found.Related = append(found.Related, diag.Related{File: pass.Conf.Source, Span: before.NameSpan, Message: "first set here"})
			default:
				first[setting.Name] = setting
			}
		}
	},
}
