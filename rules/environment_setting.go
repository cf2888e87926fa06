package rules

import (
	"fmt"
	"slices"

	"puppet-lint/diag"
	"puppet-lint/internal/document/environmentconf"
	"puppet-lint/internal/spell"
)

var environmentSetting = Rule{
	Rule: diag.Rule{
		Name:     "environment_setting",
		Group:    diag.Suspicious,
		Severity: diag.Warning,
		Summary:  "environment.conf has a setting that Puppet ignores",
		Rationale: "An environment has few settings of its own; Puppet warns of any other and ignores it: it may be misspelt, or belong into puppet.conf. " +
			"Sections are ignored with all that is in them. Of a setting that is given twice, the first one counts.",
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
				pass.Report(section.Span, fmt.Sprintf("Puppet ignores the section '%s' and all that is in it: an environment.conf has no sections", section.Name))
			}
		}
		first := map[string]*environmentconf.Setting{}
		for i := range pass.Conf.Settings {
			setting := &pass.Conf.Settings[i]
			before := first[setting.Name]
			switch {
			case setting.Section != environmentconf.MainSection:
			case !slices.Contains(environmentconf.Names(), setting.Name):
				pass.Report(setting.NameSpan, fmt.Sprintf("Puppet ignores '%s', which is no setting of an environment%s", setting.Name, spell.DidYouMean(setting.Name, environmentconf.Names())))
			case before != nil:
				found := pass.Report(setting.NameSpan, fmt.Sprintf("Puppet ignores this '%s': the first one counts", setting.Name))
				found.Related = append(found.Related, diag.Related{File: pass.Conf.Source, Span: before.NameSpan, Message: "it is set here first"})
			default:
				first[setting.Name] = setting
			}
		}
	},
}
