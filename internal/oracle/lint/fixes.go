//go:build develop

package main

import (
	"cmp"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/lint/suppress"
	"puppet-lint/rules"
	"puppet-lint/syntax"
	"puppet-lint/syntax/pn"
)

// perCheck is the largest number of files on which the fix of a check is compared.
const perCheck = 150

// compareFixes fixes each fixable check alone with both programs, in the files in which
// puppet-lint (Ruby) has findings, and compares the texts. A different text must be better for
// a reason that can be verified.
func compareFixes(options options, inputs []input, answers []answer) (bool, error) {
	agree := true
	fmt.Printf("%-36s %7s %7s %9s\n", "check", "files", "same", "explained")
	for _, rule := range options.rules {
		if rule.Fix.Safety == 0 || options.only != "" && options.only != rule.Name {
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

// fixable returns the inputs in which the check has findings.
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

// compareFix returns same, or the reason why this program's text is better, or "" if there is
// none.
func compareFix(rule *rules.Rule, input input, ruby answer) string {
	if ruby.Error != nil || ruby.Fixed == nil {
		return "puppet-lint (Ruby) crashes"
	}
	actual, expected := fixedText(rule, input), strings.ReplaceAll(*ruby.Fixed, "\r", "")
	if strings.ReplaceAll(actual, "\r", "") == expected {
		return same
	}
	before, after, other := parse(input, input.Source), parse(input, actual), parse(input, expected)
	if len(before.Errors) > 0 {
		// Only the text connects the two programs here.
		return cmp.Or(explainFix(rule, actual, expected), "the file has a syntax error, so that --fix leaves it alone")
	}
	switch {
	case len(before.Errors) > 0:
		return "the file has a syntax error, so that --fix leaves it alone"
	case len(after.Errors) > 0:
		return ""
	case len(other.Errors) > 0:
		return "puppet-lint (Ruby) breaks the file"
	case rule.Fix.LayoutOnly && pn.Compact(pn.Of(after.Program)) != pn.Compact(pn.Of(before.Program)):
		return ""
	case rule.Fix.LayoutOnly && pn.Compact(pn.Of(other.Program)) != pn.Compact(pn.Of(before.Program)):
		return "puppet-lint (Ruby) changes the tree"
	case count(rule, input, actual) < count(rule, input, expected):
		return "puppet-lint (Ruby) leaves findings of the check"
	}
	return explainFix(rule, actual, expected)
}

func parse(input input, text string) *syntax.File {
	return syntax.Parse(source.NewFile(input.Path, text), syntax.Options{})
}

// fixedText applies the rule's fixes until nothing changes.
func fixedText(rule *rules.Rule, input input) string {
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

func findings(rule *rules.Rule, input input, file *syntax.File) []*diag.Diagnostic {
	set := rules.NewSet([]rules.Enabled{{Rule: rule}}, rules.Settings{Target: 8, AsRuby: true})
	found := set.CheckFile(file, rules.FileLocation{AbsolutePath: filepath.ToSlash(input.Path)})
	suppress.Parse(file.Source, suppress.Comments(file)).Apply(found, ruleByName)
	return found
}

// count returns the number of findings of the rule in text, as puppet-lint (Ruby) counts them.
func count(rule *rules.Rule, input input, text string) int {
	return len(findings(rule, input, parse(input, text)))
}

func showFix(rule *rules.Rule, input input, ruby answer) {
	// Differences that the general classes explain are left out.
	normal := func(text string) []string {
		for _, class := range fixClasses {
			if class.check == "" {
				text = class.normal(text)
			}
		}
		return strings.Split(text, "\n")
	}
	actual, expected := normal(fixedText(rule, input)), normal(*ruby.Fixed)
	for i := range min(len(actual), len(expected)) {
		if actual[i] != expected[i] {
			fmt.Printf("  %s:%d\n    puppet-lint        | %s\n    puppet-lint (Ruby) | %s\n", input.Path, i+1, actual[i], expected[i])
			return
		}
	}
	fmt.Printf("  %s: %d lines against %d\n", input.Path, len(actual), len(expected))
}

// fixClass explains a difference between the fixed texts: they are equal after both are
// normalized, which removes what puppet-lint (Ruby) gets wrong.
type fixClass struct {
	name, check string
	normal      func(text string) string
}

func explainFix(rule *rules.Rule, actual, expected string) string {
	for _, class := range fixClasses {
		if class.check == "" || class.check == rule.Name {
			if actual, expected = class.normal(actual), class.normal(expected); actual == expected {
				return class.name
			}
		}
	}
	return ""
}

var (
	slashComment  = regexp.MustCompile(`(?m)(^|[ \t])//`)
	trailingBlank = regexp.MustCompile(`(?m)[ \t\r]+$`)
	emptyLines    = regexp.MustCompile(`\n[ \t\n]*\n`)
	symbolicLink  = regexp.MustCompile(`(sym)?link,\s*target\s*(?:/\*[^*]*\*/\s*|#[^\n]*\s*)*=>\s*(?:/\*[^*]*\*/\s*|#[^\n]*\s*)*`)
	secondTarget  = regexp.MustCompile(`link, target => ((?:\$\{[^}]*\}|[^;}])*\btarget\b)`)
	dottedName    = regexp.MustCompile(`'\.'`)
	bracedFact    = regexp.MustCompile(`\$\{(facts(?:\['[^']*'\])+)\}`)
	dashedName    = regexp.MustCompile(`"\$\{?(\w+(?:-\w+)+)\}?"`)
	commentArrow  = regexp.MustCompile(`\*/[ \t]+=>`)
	loneArrow     = regexp.MustCompile(`(?m)^[ \t]+=>`)
	emptyBehind   = regexp.MustCompile(`\{[ \t]*\n(?:[ \t]*\n)+`)
	anyComment    = regexp.MustCompile(`/\*[^*]*\*/|#[^\n]*`)
	commentEnds   = regexp.MustCompile(`[ \t;]*\n[ \t;\n]*`)
	quotedWord    = regexp.MustCompile(`'([\w-]+)'`)
	leadingBlank  = regexp.MustCompile(`(?m)^[ \t]+`)
	twoComments   = regexp.MustCompile(`/\*[ \t]*([^*\n]*?)[ \t]*\*/[ \t]*#`)
	behindHash    = regexp.MustCompile(`\}\s*,\s*`)
	beforeArrow   = regexp.MustCompile(`[ \t]*=>`)
	twoBlanks     = regexp.MustCompile(`(\S)[ \t]+`)
	blanks        = regexp.MustCompile(`[ \t\n]+`)
)

// fixClasses never changes. Each class receives the texts that the earlier ones have
// normalized.
var fixClasses = []fixClass{
	{"puppet-lint (Ruby) prints // comments without their slashes", "", func(text string) string {
		return slashComment.ReplaceAllString(text, "$1")
	}},
	{"puppet-lint (Ruby) leaves blanks at the end of a line", "", func(text string) string {
		return trailingBlank.ReplaceAllString(text, "")
	}},
	{"puppet-lint (Ruby) leaves two blanks, or an empty line, where the arrow was", "arrow_on_right_operand_line", func(text string) string {
		return emptyLines.ReplaceAllString(twoBlanks.ReplaceAllString(text, "$1 "), "\n")
	}},
	{"puppet-lint (Ruby) moves an arrow behind a comment that no blanks can move far enough", "arrow_alignment", func(text string) string {
		return commentArrow.ReplaceAllString(text, "*/ =>")
	}},
	{"an arrow below its key, which puppet-lint (Ruby) moves on with each run", "space_before_arrow", func(text string) string {
		return loneArrow.ReplaceAllString(text, "=>")
	}},
	{"puppet-lint (Ruby) leaves an empty line behind a brace that had a blank behind it", "manifest_whitespace_opening_brace_after", func(text string) string {
		return emptyBehind.ReplaceAllString(text, "{\n")
	}},
	{"puppet-lint (Ruby) quotes what stands before an option on its line", "unquoted_string_in_case", unquoted},
	{"puppet-lint (Ruby) quotes what stands before an option on its line", "unquoted_string_in_selector", unquoted},
	{"puppet-lint (Ruby) puts the blanks of the empty line in front of the next one", "manifest_whitespace_two_empty_lines", func(text string) string {
		return leadingBlank.ReplaceAllString(text, "")
	}},
	{"the text of heredocs is left alone", "strict_indent", withoutHeredocs},
	{"an arrow below its key and a comment", "arrow_alignment", func(text string) string {
		return loneArrow.ReplaceAllString(text, "=>")
	}},
	{"a key behind the end of a hash gets a line of its own, instead of moving all others to where it happens to stand", "arrow_alignment", func(text string) string {
		return beforeArrow.ReplaceAllString(behindHash.ReplaceAllString(text, "}, "), " =>")
	}},
	{"puppet-lint (Ruby) moves the blank before a comma along", "ensure_first_param", func(text string) string {
		return strings.ReplaceAll(text, " ,", ",")
	}},
	{"puppet-lint (Ruby) makes a comment of the code behind one", "star_comments", func(text string) string {
		return commentEnds.ReplaceAllString(anyComment.ReplaceAllString(text, ""), "\n")
	}},
	{"puppet-lint (Ruby) makes one comment of two, though a control comment is none then", "star_comments", func(text string) string {
		return twoComments.ReplaceAllString(text, "# $1 #")
	}},
	{"puppet-lint (Ruby) puts empty lines between the lines of a comment", "star_comments", func(text string) string {
		return emptyLines.ReplaceAllString(strings.ReplaceAll(text, "\n#\n", "\n"), "\n")
	}},
	{"puppet-lint (Ruby) puts the facts hash into a string without braces", "top_scope_facts", func(text string) string {
		return bracedFact.ReplaceAllString(text, "$$$1")
	}},
	{"puppet-lint (Ruby) puts the facts hash into a string without braces", "legacy_facts", func(text string) string {
		return bracedFact.ReplaceAllString(text, "$$$1")
	}},
	{"puppet-lint (Ruby) makes a subtraction of a name with a dash", "only_variable_string", func(text string) string {
		return dashedName.ReplaceAllString(text, "$$$1")
	}},
	{"puppet-lint (Ruby) writes symlink, which is no value of ensure", "ensure_not_symlink_target", func(text string) string {
		text = symbolicLink.ReplaceAllString(text, "link, target => ")
		return blanks.ReplaceAllString(text, " ")
	}},
	{"puppet-lint (Ruby) writes a second target", "ensure_not_symlink_target", func(text string) string {
		return secondTarget.ReplaceAllString(text, "$1")
	}},
	{"puppet-lint (Ruby) quotes the parts of a dotted name", "unquoted_node_name", func(text string) string {
		return dottedName.ReplaceAllString(text, ".")
	}},
}

// unquoted removes the quotes of words.
func unquoted(text string) string { return quotedWord.ReplaceAllString(text, "$1") }

// withoutHeredocs removes the lines in the text of heredocs.
func withoutHeredocs(text string) string {
	file := syntax.Parse(source.NewFile("init.pp", text), syntax.Options{})
	var b strings.Builder
	kept := int32(0)
	for _, token := range file.Tokens {
		switch token.Kind {
		case syntax.HeredocTag:
			b.WriteString(text[kept:token.End])
			kept = token.End
		case syntax.HeredocEnd:
			start := kept + int32(strings.IndexByte(text[kept:], '\n')) + 1
			b.WriteString(text[kept:start])
			kept = token.End
		}
	}
	return b.String() + text[kept:]
}

// checkFixesTogether fixes every manifest with all core checks at once, as this program does
// outside the puppet-lint profile. It reports texts that no longer parse, layout fixes that
// change the tree, and fixes that never end.
func checkFixesTogether(options options, inputs []input) bool {
	failures := make([]string, len(inputs))
	changed := make([]bool, len(inputs))
	parallel(len(inputs), func(i int) {
		if before := parse(inputs[i], inputs[i].Source); len(before.Errors) == 0 {
			failures[i], changed[i] = fixTogether(inputs[i], options.rules, before)
		}
	})
	count, bad := 0, 0
	for i := range inputs {
		if changed[i] {
			count++
		}
		if failures[i] != "" {
			if bad++; bad <= options.show {
				fmt.Printf("  %s: %s\n", inputs[i].Path, failures[i])
			}
		}
	}
	fmt.Printf("all fixes together: %d manifests changed, %d failures\n", count, bad)
	return bad == 0
}

func fixTogether(input input, chosen []*rules.Rule, file *syntax.File) (failure string, changed bool) {
	set := rules.NewSet(enabled(chosen), rules.Settings{Target: 8})
	for range 20 {
		found := set.CheckFile(file, rules.FileLocation{AbsolutePath: filepath.ToSlash(input.Path)})
		suppress.Parse(file.Source, suppress.Comments(file)).Apply(found, ruleByName)
		var layout, others []diag.Fix
		for _, finding := range found {
			switch {
			case finding.Suppressed || len(finding.Fixes) == 0:
			case finding.Rule.Fix.LayoutOnly:
				layout = append(layout, finding.Fixes[0])
			default:
				others = append(others, finding.Fixes[0])
			}
		}
		chosen := others
		if len(others) == 0 {
			chosen = layout
		}
		if len(chosen) == 0 {
			return "", changed
		}
		edits, _ := diag.Merge(chosen)
		after := parse(input, diag.Apply(file.Source, edits[file.Source]))
		if len(after.Errors) > 0 {
			return "a fix leaves a file that does not parse: " + after.Errors[0].Message, changed
		}
		if len(others) == 0 && pn.Compact(pn.Of(after.Program)) != pn.Compact(pn.Of(file.Program)) {
			return "a layout fix changes the tree", changed
		}
		file, changed = after, true
	}
	return "the fixes have no end", changed
}
