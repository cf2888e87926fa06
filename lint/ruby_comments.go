package lint

import (
	"slices"

	"puppet-lint/internal/diag"
	"puppet-lint/lint/suppress"
	"puppet-lint/rules"
)

// markForRuby marks control comments as used if they suppress nothing here, but suppress wrong
// findings of puppet-lint (Ruby) or its plugins. Users who also run puppet-lint (Ruby) need them.
func (r *run) markForRuby(list *suppress.List, about *suppressible, set *ruleSet, resolve func(string) *diag.Rule) {
	unused := list.Unused(resolve)
	if about.parsed == nil || len(unused) == 0 {
		return
	}
	var asked []rules.Enabled
	for _, rule := range rules.All() {
		if (rule.Core || rule.Plugin != "") && set.enabled[&rule.Rule] && slices.Contains(unused, &rule.Rule) {
			asked = append(asked, rules.Enabled{Rule: rule, Options: set.settings.Options(set.index[&rule.Rule])})
		}
	}
	if len(asked) > 0 {
		list.Apply(rules.NewSet(asked, rules.Settings{AsRuby: true}).CheckFile(about.parsed, rules.FileLocation{}), resolve)
	}
}
