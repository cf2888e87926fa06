package code

import "puppet-lint/internal/diag"

// TemplateParameters is the rule template_parameters, which reports values that do not match
// the parameters of an EPP template.
var TemplateParameters = diag.Rule{
	Name: "template_parameters", Group: diag.Correctness, Severity: diag.Error, Since: since,
	Summary: "the parameters passed to an EPP template do not match those it declares",
	Rationale: "A template that declares parameters (`<%- | String $name | -%>`) must be given all parameters without a " +
		"default, no unknown ones, and values of the declared types. Otherwise the compilation fails when the " +
		"template is rendered.",
	Bad: []diag.Example{{
		Code: "# Renders a template.\nclass example {\n  notice(epp('example/port.epp', { 'prot' => 80 }))\n}\n",
		Tree: "-- example/templates/port.epp --\n<%- | Integer $port | -%>\nListen <%= $port %>\n",
	}, {
		Code: "# Renders a template.\nclass example {\n  notice(epp('example/port.epp', { 'port' => 'http' }))\n}\n",
		Tree: "-- example/templates/port.epp --\n<%- | Integer $port | -%>\nListen <%= $port %>\n",
	}},
	Good: []diag.Example{{
		Code: "# Renders a template.\nclass example {\n  notice(epp('example/port.epp', { 'port' => 80 }))\n}\n",
		Tree: "-- example/templates/port.epp --\n<%- | Integer $port | -%>\nListen <%= $port %>\n",
	}},
}

const renderingClass = "-- example/manifests/init.pp --\n# Renders a template.\nclass example (Integer $port) {\n  notice(template('example/port.erb'))\n}\n"

// UnknownTemplateVariable is the rule unknown_template_variable, which reports the use of a
// variable, in an ERB template, that nothing sets where the template is rendered.
var UnknownTemplateVariable = diag.Rule{
	Name: "unknown_template_variable", Group: diag.Suspicious, Severity: diag.Warning, Since: since,
	Summary: "an ERB template uses a variable that nothing sets where it is rendered",
	Rationale: "`@name` and `scope['name']` are nil when the class or defined type that renders the template, the classes it " +
		"inherits from, and top scope have no such variable: it is silently missing from the text. A variable that the " +
		"template tests first is not reported.",
	Bad:  []diag.Example{{Path: "templates/port.erb", Code: "Listen <%= @prot %>\n", Tree: renderingClass}},
	Good: []diag.Example{{Path: "templates/port.erb", Code: "Listen <%= @port %>\n", Tree: renderingClass}},
}

// BareTemplateVariable is the rule bare_template_variable, which reports a Puppet variable
// without @ in an ERB template.
var BareTemplateVariable = diag.Rule{
	Name: "bare_template_variable", Group: diag.Correctness, Severity: diag.Error, Since: since,
	Summary:   "an ERB template names a Puppet variable without @",
	Rationale: "Since Puppet 4, a Puppet variable is only available as `@name`. A name without `@` is a call of a Ruby method that does not exist: rendering the template fails.",
	Bad:       []diag.Example{{Path: "templates/port.erb", Code: "Listen <%= port %>\n", Tree: renderingClass}},
	Good:      []diag.Example{{Path: "templates/port.erb", Code: "Listen <%= @port %>\n", Tree: renderingClass}},
}

// UnusedTemplateValue is the rule unused_template_value, which reports a tag of an ERB template that
// reads a variable and does not write its value.
var UnusedTemplateValue = diag.Rule{
	Name: "unused_template_value", Group: diag.Suspicious, Severity: diag.Warning, Since: since,
	Summary: "a tag of an ERB template reads a variable, but does not write its value",
	Rationale: "`<% … %>` runs Ruby code and writes nothing; `<%= … %>` writes the value into the text. A tag that holds nothing " +
		"but a variable has no effect without the `=`.",
	Bad:  []diag.Example{{Path: "templates/port.erb", Code: "Listen <% @port %>\n", Tree: renderingClass, Fixed: "Listen <%= @port %>\n"}},
	Good: []diag.Example{{Path: "templates/port.erb", Code: "Listen <%= @port %>\n", Tree: renderingClass}},
	Fix:  diag.FixInfo{Safety: diag.Unsafe, Summary: "write the value"},
}

// LegacyFactInTemplate is the rule legacy_fact_in_template, which reports a legacy fact in an
// ERB template.
var LegacyFactInTemplate = diag.Rule{
	Name: "legacy_fact_in_template", Group: diag.Migration, Severity: diag.Warning, Since: since,
	Summary: "an ERB template uses a legacy fact",
	Rationale: "Puppet 8 no longer has the flat facts unless configured to send them: `@fqdn` and `scope['osfamily']` are nil and " +
		"silently missing from the text. Nothing is reported if the code that renders the template sets a variable of that " +
		"name, or if the template tests the fact first. `puppet-lint upgrade` also reports legacy facts that functions in Ruby " +
		"read from their scope.",
	Bad:        []diag.Example{{Path: "templates/port.erb", Code: "Host <%= @fqdn %>\n", Tree: renderingClass, Fixed: "Host <%= @facts['networking']['fqdn'] %>\n"}},
	Good:       []diag.Example{{Path: "templates/port.erb", Code: "Host <%= @facts['networking']['fqdn'] %>\n", Tree: renderingClass}},
	Fix:        diag.FixInfo{Safety: diag.Unsafe, Summary: "use the structured fact"},
	References: []string{"https://www.puppet.com/docs/puppet/latest/core_facts.html"},
}
