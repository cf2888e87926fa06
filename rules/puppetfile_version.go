package rules

import (
	"fmt"
	"slices"
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/document/puppetfile"
	"puppet-lint/internal/document/ruby"
	"puppet-lint/internal/lazyregexp"
	"puppet-lint/internal/source"
)

var puppetfileVersion = Rule{
	Rule: diag.Rule{
		Name:     "puppetfile_version",
		Group:    diag.Correctness,
		Severity: diag.Error,
		Summary:  "a Puppetfile asks for a version that no module of the Forge can have",
		Rationale: "r10k takes an exact version with three numbers (`'9.4.1'`), or the symbol `:latest`, and resolves no ranges. It " +
			"stops at anything else and deploys nothing. librarian-puppet does accept ranges: its Puppetfiles, recognized by " +
			"`metadata`, `modulefile` or a `Puppetfile.lock` next to them, are not checked.",
		Bad: []diag.Example{
			{Path: "Puppetfile", Code: "mod 'puppetlabs/stdlib', 'latest'\n", Fixed: "mod 'puppetlabs/stdlib', :latest\n"},
		},
		Good: []diag.Example{
			puppetfileExample("mod 'puppetlabs/stdlib', '9.4.1'\n"),
			puppetfileExample("mod 'puppetlabs/stdlib', :latest\n"),
		},
		Fix:        diag.FixInfo{Safety: diag.Safe, Summary: "write the text `latest` as the symbol `:latest`"},
		References: puppetfileReferences,
		Since:      "1.0.0",
	},
	Puppetfile: eachR10kModule(func(pass *PuppetfilePass, module *puppetfile.Module) {
		if module.Version == "" || module.Open || kindOfVersion(module) != "forge" {
			return
		}
		pass.judgeVersion(module)
	}),
}

// kindOfVersion returns the kind of source that the version of a module refers to.
func kindOfVersion(module *puppetfile.Module) string {
	if module.Source == "" && !module.Local && len(module.Options) == 0 {
		return "forge"
	}
	return kindOfSource(module)
}

var exactVersion = lazyregexp.New(`^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)([-+].+)?$`)

// isForOther reports whether the Puppetfile uses options that only other programs than r10k
// know.
func (p *PuppetfilePass) isForOther() bool {
	return slices.ContainsFunc(p.List.Modules, func(module puppetfile.Module) bool {
		return slices.ContainsFunc(module.Options, func(option ruby.Option) bool { return otherDeployers[option.Name] })
	})
}

func (p *PuppetfilePass) judgeVersion(module *puppetfile.Module) {
	switch {
	case module.IsSymbol && module.Version == "present" && p.isForOther():
	case module.IsSymbol && module.Version == "latest", !module.IsSymbol && exactVersion.MatchString(module.Version):
	case module.Version == "latest":
		found := p.Report(module.VersionSpan, "the string 'latest' is not a version; r10k expects the symbol :latest")
		whole := source.Span{Start: module.VersionSpan.Start - 1, End: module.VersionSpan.End + 1}
		found.Fixes = []diag.Fix{{Message: "write :latest", Safety: diag.Safe, Edits: []diag.Edit{diag.Replace(p.List.File, whole, ":latest")}}}
	case strings.ContainsAny(module.Version, "<>=~*x| "):
		p.Report(module.VersionSpan, fmt.Sprintf("'%s' is a version range; r10k needs an exact version", module.Version))
	case strings.Count(module.Version, ".") < 2:
		p.Report(module.VersionSpan, fmt.Sprintf("'%s' is not a valid version: expected three numbers, such as 1.2.3", module.Version))
	default:
		p.Report(module.VersionSpan, fmt.Sprintf("'%s' is not a valid version", module.Version))
	}
}
