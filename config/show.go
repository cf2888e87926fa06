package config

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"puppet-lint/internal/diag"
)

// ShowOptions select the part of the settings to show.
type ShowOptions struct {
	// Rules are selectors of the rules to show. If there are any, no other settings are shown.
	Rules []string
	// Changed leaves out settings that have their default.
	Changed bool
	// Order is one of ShowOrders; empty means the default.
	Order string
}

// ShowOrders returns the orders in which Show lists rules.
func ShowOrders() []string { return []string{"name", "severity", "fix", "origin"} }

// Show describes the effective configuration of the file or folder at the absolute path, and
// the origin of each setting.
func (s *Settings) Show(path string, target int, targetOrigin string, formats []string, options ShowOptions) string {
	var text strings.Builder
	if len(options.Rules) > 0 {
		s.showRules(&text, path, target, options)
		return text.String()
	}
	if len(s.Files) == 0 {
		text.WriteString("# no configuration file\n")
	}
	for _, file := range s.Files {
		fmt.Fprintf(&text, "# read %s\n", file)
	}
	width := 0
	var lines [][2]string
	add := func(setting, origin string) {
		lines = append(lines, [2]string{setting, origin})
		width = max(width, len(setting))
	}
	stated := map[string]bool{}
	for _, entry := range s.entriesInForce() {
		stated[entry.Key[0]] = true
		add(strings.Join(entry.Key, ".")+" = "+tomlValue(entry.Value), entry.Origin)
	}
	if !stated["target-version"] && !options.Changed {
		add(fmt.Sprintf("target-version = %d", target), targetOrigin)
	}
	for _, k := range topKeys(formats) {
		if value := s.builtIn(k.name); value != nil && !stated[k.name] && !options.Changed {
			add(k.name+" = "+tomlValue(value), "default")
		}
	}
	for _, line := range lines {
		fmt.Fprintf(&text, "%-*s  # %s\n", min(width, 60), line[0], line[1])
	}
	s.showRules(&text, path, target, options)
	return text.String()
}

// builtIn returns the default value of a key.
func (s *Settings) builtIn(name string) any {
	switch name {
	case "profile":
		return s.Profile
	case "exclude":
		return defaultExcludes
	case "known-modules":
		return s.KnownModules
	case "respect-gitignore":
		return s.RespectGitignore
	case "fail-level":
		return s.FailLevel.String()
	case "max-findings":
		return s.MaxFindings
	case "unsafe-fixes":
		return s.UnsafeFixes
	case "color":
		return s.Color
	}
	return nil
}

// shownRule is a rule as Show lists it.
type shownRule struct {
	rule          *diag.Rule
	state, origin string
	severity      diag.Severity
}

func (s *Settings) showRules(text *strings.Builder, path string, target int, options ShowOptions) {
	rules := s.Rules(path, target)
	on := len(rules.EnabledRules())
	if len(options.Rules) == 0 {
		fmt.Fprintf(text, "\n# %d of %d rules are on\n", on, len(s.catalogue.Rules))
	}
	var shown []shownRule
	for i, rule := range s.catalogue.Rules {
		one := shownRule{rule: rule, state: rules.severity[i].String(), severity: rules.severity[i], origin: rules.origins[i]}
		isWanted := len(options.Rules) == 0
		for _, selector := range options.Rules {
			isWanted = isWanted || s.catalogue.covers(selector, i)
		}
		if !rules.enabled[i] {
			// Without selectors, a rule that is off is shown only if it is on by default and
			// something turned it off.
			isWanted = isWanted && (len(options.Rules) > 0 || one.origin != "" && rule.OnByDefault())
			one.state, one.severity = "off", 0
		}
		asUsual := rules.enabled[i] == rule.OnByDefault() && (!rules.enabled[i] || rules.severity[i] == rule.Severity) && len(rules.options[rule.Name]) == 0
		if !isWanted || options.Changed && asUsual {
			continue
		}
		one.origin = cmp.Or(one.origin, "default")
		shown = append(shown, one)
	}
	slices.SortStableFunc(shown, func(a, b shownRule) int {
		switch options.Order {
		case "name":
			return strings.Compare(a.rule.Name, b.rule.Name)
		case "severity":
			return cmp.Compare(b.severity, a.severity)
		case "fix":
			return cmp.Compare(a.rule.FixSafety(), b.rule.FixSafety())
		case "origin":
			return strings.Compare(a.origin, b.origin)
		}
		return 0
	})
	for _, one := range shown {
		fmt.Fprintf(text, "%-48s %-8s %-10s # %s\n", one.rule.Name, one.state, fixWord(one.rule), one.origin)
	}
}

// fixWord returns "safe fix", "unsafe fix" or "".
func fixWord(rule *diag.Rule) string {
	if safety := rule.FixSafety(); safety != diag.DisplayOnly {
		return safety.String() + " fix"
	}
	return ""
}
