package code

import "puppet-lint/diag"

// TemplateParameters is the rule template_parameters: an EPP template is not given what
// its parameters ask for.
var TemplateParameters = diag.Rule{
	Name: "template_parameters", Group: diag.Correctness, Severity: diag.Error, Since: since,
	Summary: "an EPP template is not given what its parameters ask for",
	Rationale: "A template that declares parameters (`<%- | String $name | -%>`) must be given each of them that has no default, no " +
		"others, and values of their types.",
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

// UnknownTemplateVariable is the rule unknown_template_variable: an ERB template uses a
// variable that nothing sets where it is rendered.
var UnknownTemplateVariable = diag.Rule{
	Name: "unknown_template_variable", Group: diag.Suspicious, Severity: diag.Warning, Since: since,
	Summary: "an ERB template uses a variable that nothing sets where it is rendered",
	Rationale: "`@name` and `scope['name']` are nil when the class or defined type that renders the template, the classes it inherits " +
		"from, and top scope have no such variable: the text silently lacks it. A variable that the template tests first is let be.",
	Bad:  []diag.Example{{Path: "templates/port.erb", Code: "Listen <%= @prot %>\n", Tree: renderingClass}},
	Good: []diag.Example{{Path: "templates/port.erb", Code: "Listen <%= @port %>\n", Tree: renderingClass}},
}

// BareTemplateVariable is the rule bare_template_variable: an ERB template names a Puppet
// variable without @.
var BareTemplateVariable = diag.Rule{
	Name: "bare_template_variable", Group: diag.Correctness, Severity: diag.Error, Since: since,
	Summary:   "an ERB template names a Puppet variable without @",
	Rationale: "Since Puppet 4 a variable without `@` is an undefined method of Ruby's: rendering the template fails.",
	Bad:       []diag.Example{{Path: "templates/port.erb", Code: "Listen <%= port %>\n", Tree: renderingClass}},
	Good:      []diag.Example{{Path: "templates/port.erb", Code: "Listen <%= @port %>\n", Tree: renderingClass}},
}

// LegacyFactInTemplate is the rule legacy_fact_in_template: an ERB template uses a legacy
// fact.
var LegacyFactInTemplate = diag.Rule{
	Name: "legacy_fact_in_template", Group: diag.Migration, Severity: diag.Warning, Since: since,
	Summary: "an ERB template uses a legacy fact",
	Rationale: "Puppet 8 no longer has the flat facts unless configured to send them: `@fqdn` and `scope['osfamily']` are nil, and the text silently lacks " +
		"them. Where the code that renders the template has a variable of that name, that one is meant; a fact that the template tests first is let be.",
	Bad:        []diag.Example{{Path: "templates/port.erb", Code: "Host <%= @fqdn %>\n", Tree: renderingClass, Fixed: "Host <%= @facts['networking']['fqdn'] %>\n"}},
	Good:       []diag.Example{{Path: "templates/port.erb", Code: "Host <%= @facts['networking']['fqdn'] %>\n", Tree: renderingClass}},
	Fix:        diag.FixInfo{Safety: diag.Unsafe, Summary: "use the structured fact"},
	References: []string{"https://www.puppet.com/docs/puppet/latest/core_facts.html"},
}
