package rules

import (
	"fmt"
	"slices"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/document/puppetfile"
	"puppet-lint/internal/source"
)

var puppetfileOption = Rule{
	Rule: diag.Rule{
		Name:     "puppetfile_option",
		Group:    diag.Suspicious,
		Severity: diag.Warning,
		Summary:  "a Puppetfile gives a module an option that r10k ignores",
		Rationale: "r10k warns about an unknown option and ignores it. Of two options for the same thing, such as `branch` and `tag`, " +
			"the last one counts. Options of other programs (librarian-puppet, g10k) are not reported.",
		Bad: []diag.Example{
			puppetfileExample("mod 'acme/app', git: 'https://git.example.com/app.git', banch: 'main', ref: 'main'\n"),
			puppetfileExample("mod 'acme/app', git: 'https://git.example.com/app.git', branch: 'main', tag: 'v1'\n"),
		},
		Good: []diag.Example{
			puppetfileExample("mod 'acme/app', git: 'https://git.example.com/app.git', branch: 'main'\n"),
		},
		References: puppetfileReferences,
		Since:      "1.0.0",
	},
	Puppetfile: eachR10kModule(func(pass *PuppetfilePass, module *puppetfile.Module) {
		kind := kindOfSource(module)
		known := moduleOptions[kind]
		if known == nil {
			return
		}
		first := map[string]int{}
		for k := range module.Options {
			option := &module.Options[k]
			meaning := optionMeaning[option.Name]
			before, again := first[meaning]
			switch {
			case !slices.Contains(known, option.Name) && !slices.Contains(anyOption, option.Name) && !otherDeployers[option.Name]:
				found := pass.Report(option.NameSpan, fmt.Sprintf("r10k does not know the option '%s' of a module from %s", option.Name, kind))
				suggestKnown(found, option.Name, slices.Concat(known, anyOption))
			case meaning == "" || kind != "git":
			case again:
				other := module.Options[before]
				found := pass.Report(option.NameSpan, fmt.Sprintf("'%s' and '%s' both choose a revision of the repository; only the last one counts", other.Name, option.Name))
				found.Related = append(found.Related, diag.Related{File: pass.List.File, Span: source.Span{Start: other.NameSpan.Start, End: other.NameSpan.End}, Message: "the other one"})
			default:
				first[meaning] = k
			}
		}
	}),
}

// moduleOptions holds the options of modules by source, anyOption those of all sources.
// optionMeaning identifies options with the same meaning.
var (
	moduleOptions = map[string][]string{
		"git":     {"git", "branch", "tag", "commit", "ref", "default_branch", "default_branch_override", "version", "source", "type"},
		"svn":     {"svn", "rev", "revision", "username", "password", "version", "source", "type"},
		"forge":   {"version", "source", "type"},
		"tarball": {"source", "version", "checksum", "type"},
	}
	anyOption     = []string{"install_path", "exclude_spec", "overrides"}
	optionMeaning = map[string]string{"branch": "ref", "tag": "ref", "commit": "ref", "ref": "ref", "version": "ref"}
	// otherDeployers holds the options of librarian-puppet and g10k.
	otherDeployers = map[string]bool{
		"path": true, "github_tarball": true, "link": true, "fallback": true, "ignore-unreachable": true, "ignore_unreachable": true,
		"sha256sum": true, "use_ssh_agent": true, "private_key": true, "latest": true,
	}
)
