package rules

import (
	"fmt"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/english"
)

var puppetfileLateModuledir = Rule{
	Rule: diag.Rule{
		Name:       "puppetfile_late_moduledir",
		Group:      diag.Suspicious,
		Severity:   diag.Warning,
		Summary:    "a Puppetfile sets moduledir after modules",
		Advice:     "move it above the modules",
		Rationale:  "`moduledir` applies only to the modules after it. Those before it are installed to the default folder, which is easy to overlook.",
		Bad:        []diag.Example{puppetfileExample("mod 'puppetlabs/stdlib', '9.4.1'\nmoduledir 'thirdparty'\nmod 'puppetlabs/apt', '9.4.0'\n")},
		Good:       []diag.Example{puppetfileExample("moduledir 'thirdparty'\nmod 'puppetlabs/stdlib', '9.4.1'\n")},
		References: puppetfileReferences,
		Since:      "1.0.0",
	},
	Puppetfile: func(pass *PuppetfilePass) {
		at := pass.List.ModuleDirSpan
		if at.Len() == 0 || pass.List.Unread {
			return
		}
		above := 0
		for i := range pass.List.Modules {
			if module := &pass.List.Modules[i]; module.Span.Start < at.Start && module.InstallPath == "" && !module.Local {
				above++
			}
		}
		if above > 0 {
			pass.Report(at, fmt.Sprintf("%s above it: r10k does not install %s to '%s'", english.Count(above, "module")+isOrAre(above)+" listed", itOrThem(above), pass.List.ModuleDir))
		}
	},
}

func isOrAre(number int) string {
	if number == 1 {
		return " is"
	}
	return " are"
}

func itOrThem(number int) string {
	if number == 1 {
		return "it"
	}
	return "them"
}
