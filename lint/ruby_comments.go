package lint

import (
	"slices"

	"puppet-lint/diag"
	"puppet-lint/lint/suppress"
	"puppet-lint/rules"
)

// markForRuby marks the control comments that suppress nothing here, but findings of
// puppet-lint (Ruby), which is wrong there: whoever runs that, too, needs them.
func (r *run) markForRuby(list *suppress.List, about *suppressible, set *ruleSet, resolve func(string) *diag.Rule) {
	unused := list.Unused(resolve)
	if about.parsed == nil || len(unused) == 0 {
		return
	}
	var asked []rules.Enabled
	for _, rule := range rules.All() {
		if rule.Core && set.enabled[&rule.Rule] && slices.Contains(unused, &rule.Rule) {
			asked = append(asked, rules.Enabled{Rule: rule, Options: set.settings.Options(set.index[&rule.Rule])})
		}
	}
	if len(asked) > 0 {
		list.Apply(rules.NewSet(asked, rules.Settings{AsRuby: true}).CheckFile(about.parsed, rules.Place{}), resolve)
	}
}
