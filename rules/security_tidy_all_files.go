package rules

import (
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/wordset"
	"puppet-lint/syntax"
)

var securityTidyAllFiles = Rule{
	Rule: securityRule(diag.Rule{
		Name:             "security_tidy_all_files",
		OldNames:         []string{"security_tidy_matches_greedy", "security_tidy_recurse"},
		SecuritySeverity: 3.5,
		CWE:              []int{710},
		Narrower:         true,
		Summary:          "a tidy that removes every file",
		Advice:           "limit it with age, size or matches",
		Rationale: "`tidy` without `age`, `size` and a pattern, or with one that matches everything, removes all files " +
			"below its path on every run. Say which files are meant. A `tidy` without `recurse` removes only the " +
			"file that it names.",
		Bad:  examples("  tidy { '/srv/example':\n    recurse => true,\n  }\n"),
		Good: examples("  tidy { '/srv/example':\n    recurse => true,\n    age     => '2w',\n    matches => ['*.log'],\n  }\n"),
	}),
	Needs: []wordset.Group{anyCase("tidy")},
	Visits: []Visit{resourcesOf([]string{"tidy"}, func(pass *Pass, body *resourceBody) {
		if body.Node.Title.Kind() == syntax.KindLiteralDefault {
			return
		}
		attributes := pass.effectiveAttributes(body)
		recurse := attributes.values["recurse"]
		if depth, _ := writtenValue(recurse); recurse == nil || depth == "false" || attributes.has("age", "size") {
			return
		}
		matches := attributes.values["matches"]
		if matches == nil && !attributes.has("matches") {
			pass.ReportAt(pass.extent(body.Node.Title), pass.Token(body.Colon).Start, "Purging all files, be warned!")
			return
		}
		if matches == nil {
			return
		}
		eachElement(matches, func(pattern syntax.Node) {
			if text, isLiteral := literalText(pattern); isLiteral && text != "" && strings.Trim(text, "*") == "" {
				pass.Report(pass.extent(pattern), "This will delete all files, be warned!")
			}
		})
	})},
}
