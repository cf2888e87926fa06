package config

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/spell"
	"puppet-lint/rules"
)

// Catalogue is the set of all rules. It is immutable.
type Catalogue struct {
	// Rules are all rules, in the order passed to NewCatalogue.
	Rules []*diag.Rule
	// byName maps each current or former name to the indexes of the rules it means.
	byName map[string][]int
	// byPlugin maps a Ruby plugin, or Vox Pupuli's set of plugins, to the indexes of the rules
	// that have its checks.
	byPlugin map[string][]int
	// custom are the custom rules of a project.
	custom []*rules.Rule
}

// voxPupuli are the names that select Vox Pupuli's set of plugins: a short one, and the name of
// the gem.
var voxPupuli = [...]string{"voxpupuli", "voxpupuli-puppet-lint-plugins"}

// NewCatalogue returns a Catalogue of rules in the given order.
func NewCatalogue(rules []*diag.Rule) *Catalogue {
	catalogue := &Catalogue{Rules: rules, byName: make(map[string][]int, len(rules)*2), byPlugin: map[string][]int{}}
	for i, rule := range rules {
		catalogue.byName[rule.Name] = append(catalogue.byName[rule.Name], i)
		if rule.Plugin != "" {
			catalogue.byPlugin[rule.Plugin] = append(catalogue.byPlugin[rule.Plugin], i)
		}
		if rule.VoxPupuli {
			for _, name := range voxPupuli {
				catalogue.byPlugin[name] = append(catalogue.byPlugin[name], i)
			}
		}
	}
	for i, rule := range rules {
		for _, name := range rule.OldNames {
			if !slices.Contains(catalogue.byName[name], i) {
				catalogue.byName[name] = append(catalogue.byName[name], i)
			}
		}
	}
	return catalogue
}

// With returns a catalogue of c and a project's custom rules. They replace custom rules of the
// same names.
func (c *Catalogue) With(custom []*rules.Rule) *Catalogue {
	if len(custom) == 0 {
		return c
	}
	isReplaced := func(rule *diag.Rule) bool {
		return rule.Group == diag.Custom && slices.ContainsFunc(custom, func(o *rules.Rule) bool { return o.Name == rule.Name })
	}
	all := slices.DeleteFunc(slices.Clone(c.Rules), isReplaced)
	kept := slices.DeleteFunc(slices.Clone(c.custom), func(o *rules.Rule) bool { return isReplaced(&o.Rule) })
	for _, rule := range custom {
		all = append(all, &rule.Rule)
	}
	extended := NewCatalogue(all)
	extended.custom = append(kept, custom...)
	return extended
}

// Custom returns the custom rules of the project.
func (c *Catalogue) Custom() []*rules.Rule { return c.custom }

// Find returns the rules with the given name: the rule that has it now, or the rules that once
// had it.
func (c *Catalogue) Find(name string) []*diag.Rule {
	var found []*diag.Rule
	for _, i := range c.byName[name] {
		found = append(found, c.Rules[i])
	}
	return found
}

// Names returns all names, former ones included, sorted.
func (c *Catalogue) Names() []string {
	names := make([]string, 0, len(c.byName))
	for name := range c.byName {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// The selectors that select more than a rule or a group.
const (
	selectAll     = "all"
	selectDefault = "default"
	// selectRecommended selects the rules of the groups correctness and security that are on by
	// default. It leaves out style, documentation and likely mistakes.
	selectRecommended = "recommended"
)

// ofLoaded returns the selector of the rules that replace the checks in a Ruby file: the plugin
// whose folder contains the file, or the check that the file is named after. It returns nil if
// neither is known.
func (c *Catalogue) ofLoaded(file string) []string {
	segments := strings.Split(filepath.ToSlash(file), "/")
	for _, segment := range segments {
		for plugin := range c.byPlugin {
			version, found := strings.CutPrefix(segment, plugin)
			if found && strings.Trim(version, "-.0123456789") == "" {
				return []string{plugin}
			}
		}
	}
	check := strings.TrimSuffix(segments[len(segments)-1], ".rb")
	for _, name := range []string{check, strings.TrimPrefix(check, "check_")} {
		if c.byName[name] != nil {
			return []string{name}
		}
	}
	return nil
}

// Selectors returns all words that select rules: "all", "default", "recommended", the
// severities, the groups, the plugins and the names of rules.
func (c *Catalogue) Selectors() []string {
	selectors := []string{selectAll, selectDefault, selectRecommended}
	for _, severity := range severities {
		selectors = append(selectors, severity.String())
	}
	for _, group := range diag.Groups() {
		selectors = append(selectors, string(group))
	}
	selectors = append(selectors, slices.Sorted(maps.Keys(c.byPlugin))...)
	return append(selectors, c.Names()...)
}

var severities = [...]diag.Severity{diag.Info, diag.Warning, diag.Error}

// specificity returns how narrow a selector is, from 1 to 4. It is 0 for an unknown selector.
func (c *Catalogue) specificity(selector string) int {
	if selector == selectAll || selector == selectDefault || selector == selectRecommended {
		return 1
	}
	if _, ok := diag.ParseSeverity(selector); ok {
		return 2
	}
	if slices.Contains(diag.Groups(), diag.Group(selector)) {
		return 3
	}
	if c.byName[selector] != nil {
		return 4
	}
	if c.byPlugin[selector] != nil {
		return 3
	}
	return 0
}

// selects reports whether a known selector selects the rule at index. A group or a severity
// selects its rules that are on by default; the group security selects all its rules. Any other
// rule that is off by default is selected only by "all", its plugin or its name.
func (c *Catalogue) selects(selector string, index int) bool {
	rule := c.Rules[index]
	if selector == selectAll {
		return true
	}
	if selector == selectDefault {
		return rule.OnByDefault()
	}
	if selector == selectRecommended {
		return rule.OnByDefault() && (rule.Group == diag.Correctness || rule.Group == diag.Security)
	}
	if severity, ok := diag.ParseSeverity(selector); ok {
		return rule.Severity == severity && rule.OnByDefault()
	}
	if slices.Contains(diag.Groups(), diag.Group(selector)) {
		return string(rule.Group) == selector && (!rule.OffByDefault || rule.Group == diag.Security)
	}
	return slices.Contains(c.byName[selector], index) || slices.Contains(c.byPlugin[selector], index)
}

// covers is like selects, but for ignoring rules and for setting severities. There a group or a
// severity covers all its rules.
func (c *Catalogue) covers(selector string, index int) bool {
	rule := c.Rules[index]
	if severity, ok := diag.ParseSeverity(selector); ok {
		return rule.Severity == severity
	}
	return string(rule.Group) == selector || c.selects(selector, index)
}

// Covered returns the rules that a selector covers, or nil if the selector is unknown.
func (c *Catalogue) Covered(selector string) (covered []*diag.Rule) {
	for index, rule := range c.Rules {
		if c.covers(selector, index) {
			covered = append(covered, rule)
		}
	}
	return covered
}

// checkSelector returns what is wrong with selector, or "".
func (c *Catalogue) checkSelector(selector string) string {
	if c.specificity(selector) > 0 {
		return ""
	}
	if IsForeignCheck(selector) {
		return `"` + selector + `" is a check of a Ruby plugin that is not built in; remove it`
	}
	return `there is no rule, group or severity named "` + selector + `"` + spell.DidYouMean(selector, c.Selectors())
}
