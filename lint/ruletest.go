package lint

import (
	"fmt"
	"path/filepath"
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/rules"
	"puppet-lint/syntax"
)

// TestRule tests a rule on its own examples in folder. Every bad example must raise it, and its
// fix must give the documented result. No good example may raise it. TestRule returns the
// problems, each a text of one or more lines.
func TestRule(rule *rules.Rule, folder string) []string {
	set := rules.NewSet([]rules.Enabled{{Rule: rule}}, rules.Settings{})
	var failures []string
	fail := func(format string, arguments ...any) { failures = append(failures, fmt.Sprintf(format, arguments...)) }
	try := func(kind string, number int, example diag.Example) ([]*diag.Diagnostic, bool) {
		found, problem := tryExample(set, folder, example)
		if problem != "" {
			fail("%s example %d %s", kind, number, problem)
		}
		return found, problem == ""
	}
	for i, example := range rule.Bad {
		found, ok := try("bad", i+1, example)
		switch {
		case !ok:
		case len(found) == 0:
			fail("bad example %d raises nothing:\n%s", i+1, shownCode(example.Code))
		case example.Fixed != "":
			if fixed, problem := fixExample(set, folder, example); problem != "" {
				fail("bad example %d: %s", i+1, problem)
			} else if why := notReplaced(rule, example); why != "" && fixed != example.Fixed {
				fail("bad example %d is not fixed, since %s", i+1, why)
			} else if fixed != example.Fixed {
				fail("bad example %d is fixed to\n%s\n  instead of\n%s", i+1, shownCode(fixed), shownCode(example.Fixed))
			}
		}
	}
	for i, example := range rule.Good {
		found, _ := try("good", i+1, example)
		for j := range found {
			position := found[j].Position()
			fail("good example %d raises, at %d:%d: %s\n%s", i+1, position.Line, position.Column, found[j].Message, shownCode(example.Code))
		}
	}
	return failures
}

// notReplaced explains why a match in an example is not replaced.
func notReplaced(rule *rules.Rule, example diag.Example) string {
	if rule.Replacement == nil {
		return ""
	}
	tried := TryPatterns(&Search{Rule: rule.Patterns, Replacement: *rule.Replacement}, []*source.File{source.NewFile("manifests/init.pp", example.Code)})
	for i := range tried.Matches {
		if why := tried.Matches[i].NotReplaced; why != "" {
			return why
		}
	}
	return ""
}

func shownCode(code string) string {
	return "    " + strings.ReplaceAll(strings.TrimRight(code, "\n"), "\n", "\n    ")
}

func tryExample(set *rules.Set, folder string, example diag.Example) (found []*diag.Diagnostic, problem string) {
	path := example.Path
	if path == "" {
		path = "manifests/init.pp"
	}
	file := syntax.Parse(source.NewFile(path, example.Code), syntax.Options{})
	if broken(file) {
		return nil, "does not parse: " + file.Errors[0].Message
	}
	return set.CheckFile(file, rules.FileLocation{AbsolutePath: filepath.ToSlash(filepath.Join(folder, path))}), ""
}

// fixExample applies the first fix of every finding until there is none.
func fixExample(set *rules.Set, folder string, example diag.Example) (fixed, problem string) {
	for range fixPasses {
		found, problem := tryExample(set, folder, example)
		if problem != "" {
			return "", "its fixed code " + problem + "\n" + shownCode(example.Code)
		}
		var fixes []diag.Fix
		for _, finding := range found {
			if len(finding.Fixes) > 0 {
				fixes = append(fixes, finding.Fixes[0])
			}
		}
		if len(fixes) == 0 {
			return example.Code, ""
		}
		edits, _ := diag.Merge(fixes)
		example.Code = diag.Apply(found[0].File, edits[found[0].File])
	}
	return "", fmt.Sprintf("is still being fixed after %d passes; does the replacement match the pattern?", fixPasses)
}
