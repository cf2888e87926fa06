package rules

import (
	"fmt"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/document/puppetfile"
)

var puppetfileWithoutRef = Rule{
	Rule: diag.Rule{
		Name:     "puppetfile_without_ref",
		Group:    diag.Suspicious,
		Severity: diag.Warning,
		Summary:  "a Puppetfile names a git repository without a branch, tag or commit",
		Advice:   "name a branch, a tag or a commit, as in ref: 'v1.2.3'",
		Rationale: "Without `ref`, `tag`, `commit` or `branch`, the deployed version depends on the configuration of r10k. r10k 4 no " +
			"longer has a default branch: without `default_ref` in its configuration the deployment fails. Earlier versions " +
			"used `master`, which many repositories no longer have.",
		Bad: []diag.Example{
			puppetfileExample("mod 'acme/app', git: 'https://git.example.com/app.git'\n"),
		},
		Good: []diag.Example{
			puppetfileExample("mod 'acme/app', git: 'https://git.example.com/app.git', tag: 'v1.2.0'\n"),
		},
		References: puppetfileReferences,
		Since:      "1.0.0",
	},
	Puppetfile: eachR10kModule(func(pass *PuppetfilePass, module *puppetfile.Module) {
		if module.Open || kindOfSource(module) != "git" {
			return
		}
		hasRevision := false
		for k := range module.Options {
			name := module.Options[k].Name
			hasRevision = hasRevision || optionMeaning[name] != "" || name == "default_branch" || name == "default_branch_override" || otherDeployers[name]
		}
		if !hasRevision {
			pass.Report(module.Span, fmt.Sprintf("'%s' has no branch, tag or commit: r10k 4 has no default", module.Title))
		}
	}),
}
