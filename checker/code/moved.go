package code

import (
	"puppet-lint/internal/diag"
)

// DeprecatedFunction is the rule deprecated_function, which reports a call of a function by a
// name that stdlib keeps only for old code.
var DeprecatedFunction = diag.Rule{
	Name: "deprecated_function", Group: diag.Migration, Severity: diag.Warning, Since: since, OffByDefault: true, CWE: []int{477},
	Summary: "a function is called by a name that stdlib keeps for old code only",
	Rationale: "stdlib 9 moved its functions into its namespace. The old names still work, but log a deprecation warning and will " +
		"be removed. Nothing is reported if the installed version of stdlib, or one that metadata.json allows, lacks the " +
		"new name.",
	Bad: []diag.Example{{Tree: stdlibTree, Code: "# An example.\nclass example {\n  notice(to_json({ 'a' => 1 }))\n}\n",
		Fixed: "# An example.\nclass example {\n  notice(stdlib::to_json({ 'a' => 1 }))\n}\n"}},
	Good: []diag.Example{{Tree: stdlibTree, Code: "# An example.\nclass example {\n  notice(stdlib::to_json({ 'a' => 1 }))\n}\n"}},
	Fix:  diag.FixInfo{Safety: diag.Safe, Summary: "call the function by its new name"},
}

// stdlibTree is the part of stdlib with both names of a function.
const stdlibTree = "-- stdlib/metadata.json --\n" + `{"name": "puppetlabs-stdlib", "version": "9.7.0", "author": "puppetlabs", "license": "x", "summary": "x", "source": "x", "dependencies": []}` + `
-- stdlib/lib/puppet/functions/to_json.rb --
Puppet::Functions.create_function(:to_json) do
  dispatch :to_json do
    repeated_param 'Any', :values
  end
end
-- stdlib/lib/puppet/functions/stdlib/to_json.rb --
Puppet::Functions.create_function(:'stdlib::to_json') do
  dispatch :to_json do
    param 'Any', :data
  end
end
`
