//go:build develop

package main

import (
	"cmp"
	"path/filepath"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/lint/suppress"
	"puppet-lint/rules"
	"puppet-lint/syntax"
)

// view is this program's result for an input.
type view struct {
	input    input
	file     *syntax.File
	findings []*diag.Diagnostic
	problems []problem
}

// compared returns the compared rules: all core checks, including those that are off by
// default, or the checks of the plugins that puppet-lint (Ruby) has loaded.
func compared(options options) ([]*rules.Rule, error) {
	loaded := map[string]bool{}
	if options.plugins {
		var err error
		if loaded, err = listChecks(options.scripts); err != nil {
			return nil, err
		}
	}
	var chosen []*rules.Rule
	for _, rule := range rules.All() {
		isChosen := rule.Core
		if options.plugins {
			isChosen = !rule.Core && loaded[rule.Name] && (options.only == "" || options.only == rule.Name)
		}
		if isChosen {
			chosen = append(chosen, rule)
		}
	}
	return chosen, nil
}

func names(of []*rules.Rule) []string {
	names := make([]string, len(of))
	for i, rule := range of {
		names[i] = rule.Name
	}
	return names
}

func enabled(chosen []*rules.Rule) []rules.Enabled {
	enabled := make([]rules.Enabled, len(chosen))
	for i, rule := range chosen {
		enabled[i] = rules.Enabled{Rule: rule}
	}
	return enabled
}

func look(input input, chosen []*rules.Rule, asRuby bool) *view {
	set := rules.NewSet(enabled(chosen), rules.Settings{Target: 8, AsRuby: asRuby})
	view := &view{input: input, file: syntax.Parse(source.NewFile(input.Path, input.Source), syntax.Options{})}
	path, err := filepath.Abs(input.Path)
	if err != nil {
		path = input.Path
	}
	view.findings = set.CheckFile(view.file, rules.FileLocation{AbsolutePath: filepath.ToSlash(path)})
	suppress.Parse(view.file.Source, suppress.Comments(view.file)).Apply(view.findings, ruleByName)
	for _, finding := range view.findings {
		position := finding.Position()
		problem := problem{
			Check: finding.Rule.Name, Kind: cmp.Or(finding.Rule.RubyKind, finding.Severity).String(), Reason: finding.Reason(),
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
	if rule := ruleNamed(name); rule != nil {
		return &rule.Rule
	}
	return nil
}

// ruleNamed returns the rule with that name, or nil.
func ruleNamed(name string) *rules.Rule {
	for _, rule := range rules.All() {
		if rule.Name == name {
			return rule
		}
	}
	return nil
}
