package config

import (
	"fmt"
	"slices"
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/glob"
)

// convert converts the flags of an rc file to keys of puppet-lint.toml and options of rules.
func convert(catalogue *Catalogue, flags *Flags) (values map[string]any, options []Entry) {
	values = map[string]any{"fail-level": "error"}
	if flags.IgnorePaths != nil {
		patterns := []string{}
		for _, pattern := range flags.IgnorePaths {
			patterns = append(patterns, glob.FromRuby(pattern))
		}
		values["extend-exclude"] = patterns
	}
	if formats := convertFormats(flags); formats != nil {
		values["output-format"] = formats
	}
	appendTo := func(name string, list []string) {
		before, _ := values[name].([]string)
		for _, element := range list {
			if !slices.Contains(before, element) {
				before = append(before, element)
			}
		}
		values[name] = before
	}
	for _, layer := range flags.Layers {
		for _, entry := range layer.Entries {
			switch entry.Key[0] {
			case "rules":
				options = slices.DeleteFunc(options, func(e Entry) bool { return slices.Equal(e.Key, entry.Key) })
				options = append(options, entry)
			case "select":
				values["select"] = entry.Value
				delete(values, "ignore")
				delete(values, "extend-select")
			case "ignore", "extend-select":
				appendTo(entry.Key[0], entry.Value.([]string))
			case "profile":
			default:
				values[entry.Key[0]] = entry.Value
			}
		}
	}
	if hidesWarnings(flags) {
		appendTo("ignore", []string{"warning", "info"})
		// Ignoring by severity uses the severities of this program, so rules that are errors only
		// in puppet-lint (Ruby) must be selected again.
		for _, rule := range catalogue.Rules {
			if rule.Core && rule.RubyDefault && rule.RubyKind == diag.Error && rule.Severity != diag.Error {
				appendTo("extend-select", []string{rule.Name})
			}
		}
	}
	if table := kinds(catalogue, values); len(table) > 0 {
		values["severity"] = table
	}
	slices.SortStableFunc(options, func(a, b Entry) int { return strings.Compare(a.Key[1], b.Key[1]) })
	return values, options
}

// kinds returns the severities that puppet-lint (Ruby) gives to the selected checks, if they differ
// from those of this program. With them, every finding that failed a build before still fails it.
func kinds(catalogue *Catalogue, values map[string]any) severityTable {
	table := severityTable{}
	selected, _ := values["select"].([]string)
	ignored, _ := values["ignore"].([]string)
	for _, rule := range catalogue.Rules {
		runs := rule.RubyDefault && !slices.Contains(ignored, rule.Name)
		if values["select"] != nil {
			runs = slices.Contains(selected, rule.Name)
		}
		if runs && rule.Core && rule.RubyKind != 0 && rule.RubyKind != rule.Severity {
			table[rule.Name] = rule.RubyKind
		}
	}
	return table
}

// convertFormats returns the reports that puppet-lint (Ruby) would write, or nil for the
// default one.
func convertFormats(flags *Flags) []string {
	var formats []string
	switch {
	case flags.SARIF:
		formats = []string{"sarif"}
	case flags.JSON:
		formats = []string{"ruby-json"}
	}
	if flags.CodeClimateFile != "" {
		if formats == nil {
			formats = []string{"text"}
		}
		formats = append(formats, "codeclimate="+flags.CodeClimateFile)
	}
	return formats
}

// hidesWarnings reports whether the flags show only errors and a configuration can express
// that. It cannot if rules are selected by name, since those are not ignored by severity.
func hidesWarnings(flags *Flags) bool {
	if flags.ErrorLevel != "error" {
		return false
	}
	for _, layer := range flags.Layers {
		if slices.ContainsFunc(layer.Entries, func(e Entry) bool { return e.Key[0] == "select" }) {
			return false
		}
	}
	return true
}

// NotCarriedOver returns the flags of an rc file that have no counterpart in a configuration file.
func (f *Flags) NotCarriedOver() []string {
	var notes []string
	note := func(given bool, text string) {
		if given {
			notes = append(notes, text)
		}
	}
	note(f.LogFormat != "", fmt.Sprintf("--log-format=%s (give it on the command line)", f.LogFormat))
	note(f.Fix, "--fix (give it on the command line)")
	note(f.WithContext, "--with-context (the text report always shows the code)")
	note(f.ErrorLevel != "" && f.ErrorLevel != "all" && !hidesWarnings(f), fmt.Sprintf("--error-level=%s (give it on the command line)", f.ErrorLevel))
	note(f.ShowIgnored, "--show-ignored (give it on the command line)")
	for _, check := range f.Foreign {
		notes = append(notes, check+" (a check of a Ruby plugin that is not built in)")
	}
	notes = append(notes, f.Unknown...)
	for _, file := range f.Loaded {
		notes = append(notes, fmt.Sprintf("--load %s (the checks of known plugins are built in: see `puppet-lint rules`)", file))
	}
	return notes
}
