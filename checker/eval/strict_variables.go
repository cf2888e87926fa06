package eval

import (
	"puppet-lint/checker/deps"
	"puppet-lint/module"
	"puppet-lint/types"
)

// firstStrict is the first version of Puppet in which strict_variables is on by default.
const firstStrict = 8

// mayReadUnset reports whether reading an unset variable may return undef where the body is
// used, instead of failing. It may if the target version or every version allowed by the
// module's metadata.json is older than Puppet 8, or if the environment turns strict_variables
// off.
func (e *Evaluator) mayReadUnset() bool {
	return e.Target < firstStrict || e.Tree.LacksStrictVariables() || e.Body.Module != nil && e.isForOlder(e.Body.Module)
}

func (e *Evaluator) isForOlder(owner *module.Module) bool {
	e.depend(deps.VersionsOfPuppet(owner))
	return e.forOlder.Get(owner, func() bool { return IsForOlder(owner.Metadata()) })
}

// IsForOlder reports whether a module's metadata, which may be nil, allow no version of Puppet in
// which strict_variables is on by default.
func IsForOlder(metadata *module.Metadata) bool {
	if metadata == nil {
		return false
	}
	states := false
	for _, name := range []string{"puppet", "openvox"} {
		allowed, err := types.ParseVersionRange(metadata.Requirements[name])
		if metadata.Requirements[name] == "" || err != nil {
			continue
		}
		for _, text := range []string{"8.0.0", "8.99.0", "9.0.0", "99.0.0"} {
			if version, err := types.ParseVersion(text); err == nil && allowed.Includes(version) {
				return false
			}
		}
		states = true
	}
	return states
}
