package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/diag"
	"puppet-lint/lint/suppress"
	"puppet-lint/rules"
	"puppet-lint/source"
	"puppet-lint/syntax"
	"puppet-lint/syntax/pn"
)

// perCheck bounds how many files the fix of one check is compared on.
const perCheck = 150

// compareFixes lets both sides mend each fixable check alone, in the files in
// which the Ruby tool finds something, and compares the texts. A text that
// differs must be better for a reason that can be checked.
func compareFixes(options options, inputs []input, answers []answer) (bool, error) {
	agree := true
	fmt.Printf("%-36s %7s %7s %9s\n", "check", "files", "same", "explained")
	for _, rule := range rules.All() {
		if !rule.Core || rule.Fix.Safety == 0 || options.only != "" && options.only != rule.Name {
			continue
		}
		asked := fixable(inputs, answers, rule.Name)
		fixed, err := askRuby(options.scripts, options.cache, asked)
		if err != nil {
			return false, err
		}
		outcomes := make([]string, len(asked))
		parallel(len(asked), func(i int) { outcomes[i] = compareFix(rule, asked[i], fixed[i]) })
		counts, shown := map[string]int{}, 0
		for i, outcome := range outcomes {
			counts[outcome]++
			if outcome == "" {
				agree = false
				if shown++; shown <= options.show {
					showFix(rule, asked[i], fixed[i])
				}
			}
		}
		fmt.Printf("%-36s %7d %7d %9d\n", rule.Name, len(asked), counts[same], len(asked)-counts[same]-counts[""])
		for _, class := range sortedKeys(counts) {
			if class != same && class != "" {
				fmt.Printf("  %6d × %s\n", counts[class], class)
			}
		}
	}
	return agree, nil
}

// fixable are the questions for the files in which the check found something.
func fixable(inputs []input, answers []answer, check string) []input {
	var asked []input
	for i, one := range answers {
		finds := slices.ContainsFunc(one.Problems, func(problem problem) bool { return problem.Check == check && problem.Kind != "ignored" })
		isBroken := slices.ContainsFunc(one.Problems, func(problem problem) bool { return problem.Check == "syntax" })
		if finds && !isBroken && len(asked) < perCheck {
			asked = append(asked, input{Path: inputs[i].Path, Source: inputs[i].Source, Fix: true, Only: []string{check}})
		}
	}
	return asked
}

const same = "the same text"

// compareFix is same, a reason why this program's text is the better one, or
// "" if there is none.
func compareFix(rule *rules.Rule, input input, ruby answer) string {
	if ruby.Error != nil || ruby.Fixed == nil {
		return "the Ruby tool crashes"
	}
	ours, theirs := fixed(rule, input), strings.ReplaceAll(*ruby.Fixed, "\r", "")
	if strings.ReplaceAll(ours, "\r", "") == theirs {
		return same
	}
	before, after, other := parse(input, input.Source), parse(input, ours), parse(input, theirs)
	switch {
	case len(after.Errors) > len(before.Errors):
		return ""
	case len(other.Errors) > len(before.Errors):
		return "the Ruby tool breaks the file"
	case rule.Fix.LayoutOnly && pn.Compact(pn.Of(after.Program)) != pn.Compact(pn.Of(before.Program)):
		return ""
	case rule.Fix.LayoutOnly && pn.Compact(pn.Of(other.Program)) != pn.Compact(pn.Of(before.Program)):
		return "the Ruby tool changes the tree"
	case count(rule, input, ours) < count(rule, input, theirs):
		return "the Ruby tool leaves findings of the check"
	}
	return explainFix(rule, input, ours, theirs)
}

func parse(input input, text string) *syntax.File {
	return syntax.Parse(source.NewFile(input.Path, text), syntax.Options{})
}

// fixed applies the rule's fixes until nothing changes.
func fixed(rule *rules.Rule, input input) string {
	text := input.Source
	for range 20 {
		file := parse(input, text)
		var fixes []diag.Fix
		for _, finding := range findings(rule, input, file) {
			if !finding.Suppressed && len(finding.Fixes) > 0 {
				fixes = append(fixes, finding.Fixes[0])
			}
		}
		if len(fixes) == 0 {
			break
		}
		edits, _ := diag.Merge(fixes)
		text = diag.Apply(file.Source, edits[file.Source])
	}
	return text
}

func findings(rule *rules.Rule, input input, file *syntax.File) []diag.Diagnostic {
	set := rules.NewSet([]rules.Enabled{{Rule: rule}}, rules.Settings{Target: 8, AsRuby: true})
	found := set.CheckFile(file, rules.Place{AbsolutePath: filepath.ToSlash(input.Path)})
	suppress.Parse(file.Source, suppress.Comments(file)).Apply(found, ruleByName)
	return found
}

// count is the number of findings of the rule in text, to the Ruby tool's eye.
func count(rule *rules.Rule, input input, text string) int {
	return len(findings(rule, input, parse(input, text)))
}

func showFix(rule *rules.Rule, input input, ruby answer) {
	ours, theirs := strings.Split(fixed(rule, input), "\n"), strings.Split(*ruby.Fixed, "\n")
	for i := range min(len(ours), len(theirs)) {
		if strings.TrimSuffix(ours[i], "\r") != theirs[i] {
			fmt.Printf("  %s:%d\n    ours   | %s\n    theirs | %s\n", input.Path, i+1, ours[i], theirs[i])
			return
		}
	}
}

// fixClass explains a difference between the texts that a fix makes.
type fixClass struct {
	name, check string
	holds       func(input input, ours, theirs string) bool
}

func explainFix(rule *rules.Rule, input input, ours, theirs string) string {
	for _, class := range fixClasses {
		if class.check == rule.Name && class.holds(input, ours, theirs) {
			return class.name
		}
	}
	return ""
}

// fixClasses never changes.
var fixClasses = []fixClass{}
