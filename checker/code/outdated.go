package code

import (
	"puppet-lint/internal/diag"
)

// OutdatedRequirement is the rule outdated_requirement, which reports a metadata.json that does
// not allow the version that the code is checked for.
var OutdatedRequirement = diag.Rule{
	Name: "outdated_requirement", Group: diag.Migration, Severity: diag.Warning, Since: since, OffByDefault: true,
	Summary: "the requirements in metadata.json exclude the version that the code is checked for",
	Rationale: "The range for `puppet` or `openvox` excludes the version of Puppet that the code is checked for " +
		"(`target-version`), so the module cannot be installed there. `puppet-lint upgrade` reports the same for " +
		"other modules, if it is given their versions, and changes the ranges after all other fixes.",
	Bad:  requiring(">= 4.0.0 < 6.0.0"),
	Good: requiring(">= 6.3.0 < 9.0.0"),
	Fix:  diag.FixInfo{Safety: diag.Unsafe, Summary: "extend the range"},
}
