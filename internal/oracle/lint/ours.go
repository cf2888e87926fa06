package main

import (
	"path/filepath"

	"puppet-lint/diag"
	"puppet-lint/lint/suppress"
	"puppet-lint/rules"
	"puppet-lint/source"
	"puppet-lint/syntax"
)

// view is what this program makes of an input.
type view struct {
	input    input
	file     *syntax.File
	findings []diag.Diagnostic
	problems []problem
}

// coreRules are all core checks, those that are off by default included.
func coreRules() []rules.Enabled {
	var enabled []rules.Enabled
	for _, rule := range rules.All() {
		if rule.Core {
			enabled = append(enabled, rules.Enabled{Rule: rule})
		}
	}
	return enabled
}

func look(input input, asRuby bool) *view {
	set := rules.NewSet(coreRules(), rules.Settings{Target: 8, AsRuby: asRuby})
	view := &view{input: input, file: syntax.Parse(source.NewFile(input.Path, input.Source), syntax.Options{})}
	path, err := filepath.Abs(input.Path)
	if err != nil {
		path = input.Path
	}
	view.findings = set.CheckFile(view.file, rules.Place{AbsolutePath: filepath.ToSlash(path)})
	suppress.Parse(view.file.Source, suppress.Comments(view.file)).Apply(view.findings, ruleByName)
	for i := range view.findings {
		finding := &view.findings[i]
		position := finding.Position()
		problem := problem{
			Check: finding.Rule.Name, Kind: finding.Rule.RubyKind.String(), Reason: finding.Reason,
			Line: position.Line, Column: position.Column, Message: finding.Message,
		}
		if finding.Suppressed {
			problem.Kind = "ignored"
		}
		view.problems = append(view.problems, problem)
	}
	return view
}

func ruleByName(name string) *diag.Rule {
	for _, rule := range rules.All() {
		if rule.Name == name {
			return &rule.Rule
		}
	}
	return nil
}
