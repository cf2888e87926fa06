package code

import "puppet-lint/internal/diag"

// UnknownVariable is the rule unknown_variable, which reports the use of a variable that
// nothing sets.
var UnknownVariable = diag.Rule{
	Name: "unknown_variable", Group: diag.Correctness, Severity: diag.Error, Since: since,
	Supersedes:  []string{"variable_scope"},
	PuppetCodes: []string{"UNKNOWN_VARIABLE"},
	Summary:     "a variable is used but never set",
	Rationale: "In Puppet 8, and in older versions with `strict_variables`, reading a variable that is not set stops " +
		"the compilation. Otherwise it is silently `undef`.\n\nA variable is visible in the scope that sets it, in " +
		"lambdas in that scope, and in classes that inherit from it. Top scope (facts and variables of the main " +
		"manifest) is visible everywhere. A variable that is set in a lambda does not exist after it. A variable " +
		"that only one branch of an `if` or `case` sets has no value after the others.\n\nThis is a warning if the " +
		"code is for Puppet 7 or older (`target-version`, metadata.json), or if the environment turns " +
		"`strict_variables` off. It is also a warning if a main manifest or node classifier outside of the tree may " +
		"set the variable. That is assumed for a module without metadata.json if it belongs to no environment, if " +
		"puppet.conf or a script in the environment says that nodes are classified externally, or if the code only " +
		"tests with `if`, `case` or `?` whether the variable is set.\n\nNothing is reported if a hierarchy " +
		"interpolates the variable (`%{::tier}`), if a Vagrantfile gives it as a fact, or if any manifest, such as " +
		"an example or one for `puppet apply`, sets it at top scope or in a node.\n\nA variable of the class " +
		"`settings`, such as `$settings::confdir`, is a setting of Puppet. A name that is none is an error if it " +
		"misspells a setting; otherwise it is a warning, since a newer Puppet may have a setting of that name.",
	Bad:  examples("# Uses a misspelt parameter.\n#\n# @param port the port\n#\nclass example (\n  Integer $port = 80,\n) {\n  notice($prot)\n}\n"),
	Good: examples("# Uses its parameter.\n#\n# @param port the port\n#\nclass example (\n  Integer $port = 80,\n) {\n  notice($port)\n}\n"),
}

// UnknownFunction is the rule unknown_function, which reports a call of a function that nothing
// defines.
var UnknownFunction = diag.Rule{
	Name: "unknown_function", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"UNKNOWN_FUNCTION"},
	Summary:     "a called function does not exist",
	Rationale: "Neither Puppet nor a module in the tree defines a function of that name, so the compilation fails at " +
		"this call. Nothing is reported if a module that could define it is missing.",
	Bad:  examples("notice(upcasse('a'))\n"),
	Good: examples("notice(upcase('a'))\n"),
}

// UnknownType is the rule unknown_type, which reports the use of a type that nothing defines.
var UnknownType = diag.Rule{
	Name: "unknown_type", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"UNKNOWN_RESOURCE_TYPE"},
	Summary:     "a type does not exist",
	Rationale: "A capitalized name is a data type, a type alias, a resource type or a defined type. This one is none of " +
		"them, so the expression fails as soon as it is evaluated. In a case or a selector, a word that is meant as text needs quotes: " +
		"`'RedHat'`, not `RedHat`.",
	Bad:  examples("# Takes a number.\n#\n# @param port the port\n#\nclass example (\n  Interger $port,\n) {\n  notice($port)\n}\n"),
	Good: examples("# Takes a number.\n#\n# @param port the port\n#\nclass example (\n  Integer $port,\n) {\n  notice($port)\n}\n"),
	Fix:  diag.FixInfo{Safety: diag.Unsafe, Summary: "quote a word that is meant as text"},
}

// ReassignedVariable is the rule reassigned_variable, which reports the second assignment to a
// variable in its scope.
var ReassignedVariable = diag.Rule{
	Name: "reassigned_variable", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"ILLEGAL_REASSIGNMENT", "ILLEGAL_RESERVED_ASSIGNMENT"},
	Summary:     "a variable is assigned a second time in its scope",
	Advice:      "use another name: a variable gets its value once",
	Rationale: "Variables never change in Puppet, so a second assignment stops the compilation. Choose another name, or " +
		"write one expression that computes the value. The bodies of `if`, `unless` and `case` share the scope " +
		"around them; lambdas, functions, classes and defined types have scopes of their own. `$facts`, " +
		"`$trusted` and `$server_facts` cannot be assigned at top scope at all.",
	Bad:  examples("$port = 80\n$port = 8080\n"),
	Good: examples("$port     = 80\n$fallback = 8080\nnotice($port + $fallback)\n"),
}

// ClassNotIncluded is the rule class_not_included, which reports the use of a variable of a
// class that the code does not declare.
var ClassNotIncluded = diag.Rule{
	Name: "class_not_included", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"UNKNOWN_VARIABLE"},
	Summary:     "a variable of a class is used, but nothing declares the class",
	Rationale: "The variables of a class exist only after the class has been declared. Before that, reading one stops " +
		"the compilation in Puppet 8 and gives `undef` in older versions. Include the other class first. The " +
		"rule reports a variable only if nothing declares its class first: not this class, not what it declares, " +
		"and no other code of the module before it declares this class.",
	Bad: []diag.Example{{
		Code: "# Uses a parameter of another class.\nclass example {\n  notice($example::params::port)\n}\n",
		Tree: "-- example/manifests/params.pp --\n# Holds defaults.\nclass example::params {\n  $port = 80\n}\n",
	}},
	Good: []diag.Example{{
		Code: "# Includes the class that it uses.\nclass example {\n  include example::params\n  notice($example::params::port)\n}\n",
		Tree: "-- example/manifests/params.pp --\n# Holds defaults.\nclass example::params {\n  $port = 80\n}\n",
	}},
}

// MisspeltFact is the rule misspelt_fact, which reports the misspelt name of a core fact, or of
// a part or value of one.
var MisspeltFact = diag.Rule{
	Name: "misspelt_fact", Group: diag.Correctness, Severity: diag.Warning, Since: since,
	Summary: "a core fact, a part of one, or a value of one is misspelt",
	Rationale: "A fact that does not exist is `undef`, and a comparison with a value that a fact never has is always " +
		"false: Puppet silently takes the other branch. The rule reports a name that differs in one letter, or " +
		"in two swapped letters, from one of Facter's own facts, and a value that differs in the same way from " +
		"those of a fact about the operating system. It knows the facts that Ruby files of the modules define. " +
		"It does not report a name that differs only in underscores or digits, since a host may add such a fact.",
	Bad: []diag.Example{{
		Code:  "# An example.\nclass example {\n  if $facts['os']['familly'] == 'Debian' {\n    notice('apt')\n  }\n}\n",
		Fixed: "# An example.\nclass example {\n  if $facts['os']['family'] == 'Debian' {\n    notice('apt')\n  }\n}\n",
	}, {
		Code:  "# An example.\nclass example {\n  case $facts['os']['family'] {\n    'Debain': { notice('apt') }\n    default: { notice('dnf') }\n  }\n}\n",
		Fixed: "# An example.\nclass example {\n  case $facts['os']['family'] {\n    'Debian': { notice('apt') }\n    default: { notice('dnf') }\n  }\n}\n",
	}},
	Good: examples("# An example.\nclass example {\n  if $facts['os']['family'] == 'Debian' {\n    notice('apt')\n  }\n}\n"),
	Fix:  diag.FixInfo{Safety: diag.Unsafe, Summary: "write the intended fact or value"},
}
