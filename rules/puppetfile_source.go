package rules

import (
	"fmt"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/document/puppetfile"
)

var puppetfileSource = Rule{
	Rule: diag.Rule{
		Name:     "puppetfile_source",
		Group:    diag.Correctness,
		Severity: diag.Error,
		Summary:  "a Puppetfile does not define where a module comes from, or where it is installed",
		Rationale: "A module with options needs one that defines its source: `git`, `svn`, `local` or `type`. Without it r10k stops, " +
			"even if a branch or a version is given. The version is then an option, too (`version: '1.2.0'`). r10k also stops " +
			"if `install_path` leads out of the folder of the Puppetfile.",
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
	Puppetfile: eachR10kModule(func(pass *PuppetfilePass, module *puppetfile.Module) {
		if module.Open {
			return
		}
		hasSource, hasVersion, isForOther := false, false, false
		for k := range module.Options {
			option := &module.Options[k]
			hasVersion = hasVersion || option.Name == "version"
			isForOther = isForOther || otherDeployers[option.Name]
			hasSource = hasSource || option.Name == "type" || isForOther
			if option.Name == "install_path" && leavesEnvironment(module.InstallPath) {
				pass.Report(option.Span, fmt.Sprintf("'%s' leads out of the environment, which r10k refuses", module.InstallPath))
			}
		}
		switch {
		case len(module.Options) == 0:
		case module.Version != "" && !hasVersion && isForOther:
		case module.Version != "" && !hasVersion:
			pass.Report(module.VersionSpan, "r10k accepts a version or options, not both: give the version as the option 'version'")
		case !hasSource && kindOfSource(module) == "":
			pass.Report(module.Span, fmt.Sprintf("'%s' has no source: r10k needs 'git', 'svn', 'local' or 'type'", module.Title))
		}
	}),
}
