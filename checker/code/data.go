package code

import "puppet-lint/internal/diag"

// exampleClass is the class whose data the examples contain.
const exampleClass = "-- example/hiera.yaml --\nversion: 5\n-- example/manifests/init.pp --\n# An example.\n# @param port to listen at\n# @param names to answer to\n" +
	"class example (Integer $port, Array[String] $names = []) {\n  notice($port, $names)\n}\n"

// dataCode returns examples of a module's data.
func dataCode(texts ...string) []diag.Example {
	examples := make([]diag.Example, len(texts))
	for i, text := range texts {
		examples[i] = diag.Example{Path: "data/common.yaml", Code: text, Tree: exampleClass}
	}
	return examples
}

// DataTypeMismatch is the rule data_type_mismatch, which reports a value in data that does not
// match the type of its class parameter.
var DataTypeMismatch = diag.Rule{
	Name: "data_type_mismatch", Group: diag.Correctness, Severity: diag.Error, Since: since,
	Summary: "a value in data does not fit the class parameter that gets it",
	Rationale: "Puppet looks up the parameter `p` of the class `m::c` under the key `m::c::p`. Every catalog that uses this value " +
		"fails. Interpolation (`%{…}`) always yields a String; only `%{alias('key')}` as the whole value yields another " +
		"type. `lookup_options` are taken into account: `convert_to` changes the type, and `merge` combines the values of " +
		"several files. A parameter of type Sensitive needs `convert_to: Sensitive`.",
	Bad:  dataCode("example::port: '80'\n", "example::port: 80\nexample::names: [www, 1]\n", "example::port: \"%{facts.port}\"\n"),
	Good: dataCode("example::port: 80\nexample::names: [www]\n", "example::port: '80'\nlookup_options:\n  example::port:\n    convert_to: Integer\n"),
}

// UnknownDataKey is the rule unknown_data_key, which reports a key in data that belongs to no
// class parameter and that nothing looks up.
var UnknownDataKey = diag.Rule{
	Name: "unknown_data_key", Group: diag.Suspicious, Severity: diag.Warning, Since: since,
	Summary: "a key in data matches no class parameter and is never looked up",
	Rationale: "The module that the key names has no class with that parameter, and no `lookup()`, template or other data reads " +
		"the key. The value has no effect, and the intended key keeps its other value.",
	Bad:  dataCode("example::port: 80\nexample::name: [www]\n", "example::port: 80\nexample::server::port: 80\n"),
	Good: dataCode("example::port: 80\nexample::names: [www]\n"),
	Fix:  diag.FixInfo{Safety: diag.Unsafe, Summary: "write the intended key, if only a letter, the case or the colons differ"},
}

// UnusedDataKey is the rule unused_data_key, which reports a key in the environment's data that
// nothing in the tree looks up.
var UnusedDataKey = diag.Rule{
	Name: "unused_data_key", Group: diag.Suspicious, Severity: diag.Warning, Since: since, OffByDefault: true,
	Summary: "a key in the environment's data is never looked up",
	Rationale: "The key is not a class parameter, and no `lookup()`, template, Ruby code or other data uses it. It may be left " +
		"over or misspelt. This is reported only if no module is missing and no lookup uses a computed key.",
	Bad:  []diag.Example{{Path: "data/common.yaml", Code: "color: red\n", Tree: "-- environment.conf --\n-- hiera.yaml --\nversion: 5\n-- manifests/site.pp --\nnotice(lookup('colour', undef, undef, 'red'))\n"}},
	Good: []diag.Example{{Path: "data/common.yaml", Code: "colour: red\n", Tree: "-- environment.conf --\n-- hiera.yaml --\nversion: 5\n-- manifests/site.pp --\nnotice(lookup('colour', undef, undef, 'red'))\n"}},
}

// InvalidLookupOptions is the rule invalid_lookup_options, which reports lookup_options that
// Hiera does not accept.
var InvalidLookupOptions = diag.Rule{
	Name: "invalid_lookup_options", Group: diag.Correctness, Severity: diag.Error, Since: since,
	Summary: "`lookup_options` are not valid",
	Rationale: "`lookup_options` maps keys, or patterns that begin with `^`, to hashes with `merge` and `convert_to`. " +
		"`merge` is `first`, `unique`, `hash`, `deep`, or a hash with `strategy` and the options of a deep " +
		"merge. `convert_to` is a type, or an array of a type and further arguments. With any other value, " +
		"lookups of these keys fail, or the option has no effect.",
	Bad: dataCode("example::port: 80\nlookup_options:\n  example::names: {merge: uniq}\n",
		"example::port: 80\nlookup_options:\n  example::port: {convert_to: Intger}\n"),
	Good: dataCode("example::port: 80\nlookup_options:\n  example::names: {merge: unique}\n"),
}

// RecursiveData is the rule recursive_data, which reports a key in data whose value depends on
// the key itself.
var RecursiveData = diag.Rule{
	Name: "recursive_data", Group: diag.Correctness, Severity: diag.Error, Since: since,
	Summary: "the value of a key in data refers to itself",
	Rationale: "Hiera refuses a lookup that leads back to its own key through `alias()`, `lookup()` or `hiera()`, so " +
		"every catalog that uses the key fails. Refer to another key.",
	Bad:  dataCode("example::port: 80\nexample::names: \"%{alias('example::names')}\"\n"),
	Good: dataCode("example::port: 80\nexample::names: [www]\n"),
}

// environmentCode returns examples of a site's manifest with data.
func environmentCode(texts ...string) []diag.Example {
	examples := make([]diag.Example, len(texts))
	for i, text := range texts {
		examples[i] = diag.Example{Path: "manifests/site.pp", Code: text, Tree: "-- environment.conf --\n-- hiera.yaml --\nversion: 5\n-- data/common.yaml --\n" +
			"colour: red\nserver::port: 80\n-- modules/server/manifests/init.pp --\n# An example.\n# @param port to listen at\nclass server (Integer $port) {\n  notice($port)\n}\n" +
			"-- modules/client/manifests/init.pp --\n# An example.\n# @param port to ask\nclass client (Integer $port) {\n  notice($port)\n}\n"}
	}
	return examples
}

// InvalidLookup is the rule invalid_lookup, which reports a lookup with a merge strategy that
// does not exist.
var InvalidLookup = diag.Rule{
	Name: "invalid_lookup", Group: diag.Correctness, Severity: diag.Error, Since: since,
	Summary: "a lookup asks for a merge strategy that does not exist",
	Rationale: "The strategies are `first`, `unique`, `hash` and `deep`. To give a strategy options, write a hash that " +
		"names it under `strategy`. With any other strategy the lookup fails.",
	Bad:  environmentCode("notice(lookup('colour', String, 'uniq'))\n"),
	Good: environmentCode("notice(lookup('colour', Array, 'unique'))\n"),
}

// MissingData is the rule missing_data, which reports a required key without a value in the
// data.
var MissingData = diag.Rule{
	Name: "missing_data", Group: diag.Strict, Severity: diag.Warning, Since: since,
	Summary: "a required key has no value in the data",
	Rationale: "`lookup()` without a default fails if no data file has the key, and so does `include` of a class with a parameter " +
		"that has neither a default nor data; an interpolation such as `%{lookup('key')}` becomes empty. This is reported " +
		"only if the environment has a `hiera.yaml` and all its levels can be read. The server's own hierarchy " +
		"(`hiera-config`) or an external node classifier may still provide the value.",
	Bad:  environmentCode("notice(lookup('color'))\n", "include client\n"),
	Good: environmentCode("notice(lookup('colour'), lookup('size', undef, undef, 5))\ninclude server\n"),
}

// UnknownDataVariable is the rule unknown_data_variable, which reports an interpolation, in
// data or in hiera.yaml, of a variable or a part of a fact that does not exist.
var UnknownDataVariable = diag.Rule{
	Name: "unknown_data_variable", Group: diag.Suspicious, Severity: diag.Warning, Since: since,
	Summary: "an interpolation in data or hiera.yaml names a variable, or a part of a fact, that does not exist",
	Rationale: "`%{facts.os.nme}` becomes an empty string. `%{::nosuch}` makes the lookup fail in data, and in the path of a level " +
		"the level is never found. Variables that an external fact or a node classifier may set are reported only if they " +
		"look like a typo of a known fact.",
	Bad:  dataCode("example::port: 80\nexample::names: [\"%{facts.os.nme}\"]\n", "example::port: 80\nexample::names: [\"%{example::prot}\"]\n"),
	Good: dataCode("example::port: 80\nexample::names: [\"%{facts.os.name}\"]\n"),
}

// LegacyFactInData is the rule legacy_fact_in_data, which reports the interpolation of a legacy
// fact in data or in a hiera.yaml.
var LegacyFactInData = diag.Rule{
	Name: "legacy_fact_in_data", Group: diag.Migration, Severity: diag.Warning, Since: since,
	Summary: "data or a hiera.yaml file interpolates a legacy fact",
	Rationale: "Puppet 8 no longer has the flat facts (`%{::osfamily}`, `%{facts.fqdn}`) unless it is configured to: in data, the " +
		"lookup fails or the text is empty; in the path of a level, the level is silently skipped.",
	Bad: []diag.Example{{Path: "data/common.yaml", Code: "example::port: 80\nexample::names: [\"%{::osfamily}\"]\n", Tree: exampleClass,
		Fixed: "example::port: 80\nexample::names: [\"%{facts.os.family}\"]\n"}},
	Good:       dataCode("example::port: 80\nexample::names: [\"%{facts.os.family}\"]\n"),
	Fix:        diag.FixInfo{Safety: diag.Safe, Summary: "use the structured fact"},
	References: []string{"https://www.puppet.com/docs/puppet/latest/core_facts.html"},
}
