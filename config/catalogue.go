package config

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/diag"
	"puppet-lint/internal/spell"
	"puppet-lint/rules"
)

// Catalogue is the set of all rules, found by name. It is immutable.
type Catalogue struct {
	// Rules are all rules, in the order in which they were handed in.
	Rules []*diag.Rule
	// byName holds the indexes of the rules that a name, old or new, means.
	byName map[string][]int
	// byPlugin holds the indexes of the rules that have the checks of a Ruby
	// plugin, or of Vox Pupuli's set of plugins.
	byPlugin map[string][]int
	// own are the rules that a project has written itself.
	own []*rules.Rule
}

// voxPupuli are the names under which Vox Pupuli's set of plugins is selected:
// a short one and that of the gem.
var voxPupuli = [...]string{"voxpupuli", "voxpupuli-puppet-lint-plugins"}

// NewCatalogue makes a Catalogue of rules; their order is kept.
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

// With is c and a project's own rules, which take the places of own rules of
// the same names.
func (c *Catalogue) With(own []*rules.Rule) *Catalogue {
	if len(own) == 0 {
		return c
	}
	isReplaced := func(rule *diag.Rule) bool {
		return rule.Group == diag.Own && slices.ContainsFunc(own, func(o *rules.Rule) bool { return o.Name == rule.Name })
	}
	all := slices.DeleteFunc(slices.Clone(c.Rules), isReplaced)
	kept := slices.DeleteFunc(slices.Clone(c.own), func(o *rules.Rule) bool { return isReplaced(&o.Rule) })
	for _, rule := range own {
		all = append(all, &rule.Rule)
	}
	extended := NewCatalogue(all)
	extended.own = append(kept, own...)
	return extended
}

// Own are the rules that the project has written itself.
func (c *Catalogue) Own() []*rules.Rule { return c.own }

// Find returns the rules that name means: the one that has it, or those that
// once had it.
func (c *Catalogue) Find(name string) []*diag.Rule {
	var found []*diag.Rule
	for _, i := range c.byName[name] {
		found = append(found, c.Rules[i])
	}
	return found
}

// Names are all names, old ones included, sorted.
func (c *Catalogue) Names() []string {
	names := make([]string, 0, len(c.byName))
	for name := range c.byName {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// The selectors that mean more than a rule or a group.
const (
	selectAll     = "all"
	selectDefault = "default"
	// selectRecommended is what is wrong or unsafe, without style, documentation and
	// what is only likely to be a mistake.
	selectRecommended = "recommended"
)

// ofLoaded are the names of the rules that have the checks of a Ruby file: of
// the plugin whose folder it is in, or of the check that it is named after.
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

// Selectors are all words that select rules: "all", "default", "recommended", the severities,
// the groups, the plugins and the rules' names.
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

// specificity says how narrow a selector is; 0 means that there is no such
// selector.
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

// selects reports whether selector, which is known, means the rule at index.
// A group or a severity means those of its rules that are on by default
// within it, but for the group security, which is always meant as a whole; else
// only "all", a plugin or a rule's own name mean one that is off.
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

// covers is selects for taking rules away and for setting their severity:
// there a group or a severity means every rule in it.
func (c *Catalogue) covers(selector string, index int) bool {
	rule := c.Rules[index]
	if severity, ok := diag.ParseSeverity(selector); ok {
		return rule.Severity == severity
	}
	return string(rule.Group) == selector || c.selects(selector, index)
}

// Covered are the rules that a selector means; none if there is no such selector.
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
