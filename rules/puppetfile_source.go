package rules

import (
	"fmt"

	"puppet-lint/diag"
)

var puppetfileSource = Rule{
	Rule: diag.Rule{
		Name:     "puppetfile_source",
		Group:    diag.Correctness,
		Severity: diag.Error,
		Summary:  "a Puppetfile does not say, as r10k wants it, where a module comes from, or where it goes",
		Rationale: "With options, r10k needs one that says from where: `git`, `svn`, `local` or `type`. It stops without it, also if a branch or a version is given. " +
			"With options, the version is one of them (`version: '1.2.0'`). It stops, too, where `install_path` leads out of the folder that the Puppetfile is in.",
		Bad: []diag.Example{
			puppetfileExample("mod 'puppetlabs/stdlib', tag: 'v9.4.1'\n"),
			puppetfileExample("mod 'acme/app', '1.2.0', exclude_spec: false\n"),
			puppetfileExample("mod 'acme/app', git: 'https://git.example.com/app.git', tag: 'v1', install_path: '../shared'\n"),
		},
		Good: []diag.Example{
			puppetfileExample("mod 'puppetlabs/stdlib', git: 'https://github.com/puppetlabs/puppetlabs-stdlib.git', tag: 'v9.4.1'\n"),
		},
		References: puppetfileReferences,
		Since:      "1.0.0",
	},
	Puppetfile: func(pass *PuppetfilePass) {
		if pass.ForLibrarian {
			return
		}
		for i := range pass.List.Modules {
			module := &pass.List.Modules[i]
			if module.Open {
				continue
			}
			saysWhere, saysVersion := false, false
			for k := range module.Options {
				option := &module.Options[k]
				saysVersion = saysVersion || option.Name == "version"
				saysWhere = saysWhere || option.Name == "type" || otherDeployers[option.Name]
				if option.Name == "install_path" && leadsOut(module.InstallPath) {
					pass.Report(option.Span, fmt.Sprintf("'%s' leads out of the environment; r10k refuses that", module.InstallPath))
				}
			}
			switch {
			case len(module.Options) == 0:
			case module.Version != "" && !saysVersion:
				pass.Report(module.VersionSpan, "r10k takes a version or options, not both: the version has to be one of them, 'version'")
			case !saysWhere && kindOfSource(module) == "":
				pass.Report(module.Span, fmt.Sprintf("nothing says where '%s' comes from: r10k needs 'git', 'svn', 'local' or 'type'", module.Title))
			}
		}
	},
}
