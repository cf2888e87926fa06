package rules

import (
	"fmt"

	"puppet-lint/internal/diag"
)

var puppetfileDuplicateModule = Rule{
	Rule: diag.Rule{
		Name:     "puppetfile_duplicate_module",
		Group:    diag.Correctness,
		Severity: diag.Error,
		Summary:  "a Puppetfile lists a module twice",
		Advice:   "remove one of the two",
		Rationale: "Two modules of the same name would be installed to the same folder, even if their owners differ. r10k refuses such " +
			"a Puppetfile and deploys nothing. Modules under a condition are not reported.",
		Bad:        []diag.Example{puppetfileExample("mod 'puppetlabs/apt', '9.4.0'\nmod 'acme/apt', git: 'https://git.example.com/apt.git', tag: 'v1'\n")},
		Good:       []diag.Example{puppetfileExample("mod 'puppetlabs/apt', '9.4.0'\nmod 'puppetlabs/concat', '9.0.2'\n")},
		References: puppetfileReferences,
		Since:      "1.0.0",
	},
	Puppetfile: func(pass *PuppetfilePass) {
		if pass.ForLibrarian {
			return
		}
		first := map[string]int{}
		for i := range pass.List.Modules {
			module := &pass.List.Modules[i]
			if module.Open {
				continue
			}
			before, again := first[module.Name]
			if !again {
				first[module.Name] = i
				continue
			}
			found := pass.Report(module.Span, fmt.Sprintf("the module '%s' is listed a second time, so r10k deploys nothing", module.Name))
			found.Related = append(found.Related, diag.Related{File: pass.List.File, Span: pass.List.Modules[before].Span, Message: "first listed here"})
		}
	},
}
