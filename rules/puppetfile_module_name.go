package rules

import (
	"fmt"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/document/puppetfile"
	"puppet-lint/internal/lazyregexp"
)

var puppetfileModuleName = Rule{
	Rule: diag.Rule{
		Name:     "puppetfile_module_name",
		Group:    diag.Correctness,
		Severity: diag.Error,
		Summary:  "a Puppetfile names a module in a way that r10k refuses",
		Rationale: "The name must be `name`, `owner/name` or `owner-name`, of letters, digits and underscores; r10k stops at any " +
			"other. A module from the Forge needs its owner, since modules of different owners may have the same name.",
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
	Puppetfile: eachR10kModule(func(pass *PuppetfilePass, module *puppetfile.Module) {
		switch {
		case !moduleTitle.MatchString(module.Title):
			pass.Report(module.Span, fmt.Sprintf("'%s' is not a valid module name: r10k expects 'name' or 'owner/name', of letters, digits and '_'", module.Title))
		case module.Owner == "" && !module.Open && kindOfVersion(module) == "forge":
			pass.Report(module.Span, fmt.Sprintf("'%s' has no owner: a module from the Forge is named 'owner/%s'", module.Title, module.Title))
		}
	}),
}

var moduleTitle = lazyregexp.New(`^\w+([-/]\w+)?$`)
