package rules

import (
	"fmt"
	"regexp"

	"puppet-lint/diag"
)

var puppetfileModuleName = Rule{
	Rule: diag.Rule{
		Name:     "puppetfile_module_name",
		Group:    diag.Correctness,
		Severity: diag.Error,
		Summary:  "a Puppetfile names a module in a way that r10k refuses",
		Rationale: "A name is that of the module, or `owner/name` (also `owner-name`), of letters, digits and underscores; r10k stops at any other. " +
			"What comes from the Forge needs its owner there: modules of different owners have the same name.",
		Bad: []diag.Example{
			puppetfileExample("mod 'stdlib', '9.4.1'\n"),
			puppetfileExample("mod 'puppetlabs/puppet-stdlib', git: 'https://git.example.com/stdlib.git', tag: 'v1'\n"),
		},
		Good: []diag.Example{
			puppetfileExample("mod 'puppetlabs/stdlib', '9.4.1'\nmod 'apt', git: 'https://git.example.com/apt.git', tag: 'v1'\n"),
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
			switch {
			case !moduleTitle.MatchString(module.Title):
				pass.Report(module.Span, fmt.Sprintf("'%s' is no name of a module: r10k takes 'name' or 'owner/name', of letters, digits and '_'", module.Title))
			case module.Owner == "" && !module.Open && kindOfVersion(module) == "forge":
				pass.Report(module.Span, fmt.Sprintf("'%s' is to come from the Forge, where every module has an owner: 'owner/%s'", module.Title, module.Title))
			}
		}
	},
}

var moduleTitle = regexp.MustCompile(`^\w+([-/]\w+)?$`)
