package code

import "puppet-lint/internal/diag"

// UnknownClass is the rule unknown_class, which reports the declaration of a class that nothing
// defines.
var UnknownClass = diag.Rule{
	Name: "unknown_class", Group: diag.Correctness, Severity: diag.Error, Since: since,
	Summary: "a declared class does not exist",
	Rationale: "The module is in the tree but defines no such class, or the class is in a file where Puppet does not " +
		"look for it. The compilation fails on every node that reaches this code. Nothing is reported if the " +
		"module is missing.",
	Bad:  examples("# Includes a class of its module that does not exist.\nclass example {\n  include example::sevrice\n}\n"),
	Good: []diag.Example{{Code: "# Includes a class of its module.\nclass example {\n  include example::service\n}\n", Tree: "-- example/manifests/service.pp --\n# The service.\nclass example::service {\n}\n"}},
}

// SelfInclude is the rule self_include, which reports a class that includes itself.
var SelfInclude = diag.Rule{
	Name: "self_include", Group: diag.Suspicious, Severity: diag.Warning, Since: since,
	Summary: "a class includes itself",
	Advice:  "name the class that is meant, or remove the name",
	Rationale: "A class whose code runs is declared already: `include` of the class itself does nothing. Most often another " +
		"class was meant, and that class is missing from the catalog. `contain` and `require` of the class itself " +
		"make a cycle: the catalog compiles, but no agent can apply it.",
	Bad:  []diag.Example{{Code: "# Means to include example::install.\nclass example {\n  include example\n}\n"}},
	Good: []diag.Example{{Code: "# Includes a class.\nclass example {\n  include example::install\n}\n", Tree: "-- example/manifests/install.pp --\n# Installs.\nclass example::install {\n}\n"}},
}

// UnknownResourceType is the rule unknown_resource_type, which reports a resource of a type
// that nothing defines.
var UnknownResourceType = diag.Rule{
	Name: "unknown_resource_type", Group: diag.Correctness, Severity: diag.Error, Since: since,
	Summary: "the type of a declared resource does not exist",
	Rationale: "Neither Puppet nor a module in the tree has a resource type or a defined type of that name, so the " +
		"compilation fails here. Nothing is reported if a module that could have it is missing. A type of a " +
		"widely used module that the tree lacks is a warning: the server may have the module although nothing " +
		"here names it.",
	Bad:  examples("# Declares a resource of a type of its module that does not exist.\nclass example {\n  example::sevrice { 'a': }\n}\n"),
	Good: examples("# Declares a resource.\nclass example {\n  notify { 'a': }\n}\n"),
}

// UnknownAttribute is the rule unknown_attribute, which reports an attribute that a resource or
// class does not have.
var UnknownAttribute = diag.Rule{
	Name: "unknown_attribute", Group: diag.Correctness, Severity: diag.Error, Since: since,
	Summary: "a resource or class is given an attribute that it does not have",
	Rationale: "The resource type, defined type or class has no parameter, property or metaparameter of that name, so " +
		"the catalog does not compile. Most often the name is misspelt, or belongs to another version of the " +
		"module.",
	Bad:  examples("notify { 'a':\n  mesage => 'hello',\n}\n"),
	Good: examples("notify { 'a':\n  message => 'hello',\n}\n"),
}

// MissingParameter is the rule missing_parameter, which reports a required parameter that is
// not set.
var MissingParameter = diag.Rule{
	Name: "missing_parameter", Group: diag.Correctness, Severity: diag.Error, Since: since,
	Summary: "a required parameter is not given",
	Rationale: "A parameter without a default must be given a value, even if its type is Optional; without it the " +
		"compilation fails. The parameters of a class may come from data, so a missing one is reported only " +
		"where no data can provide it.",
	Bad:  examples("# Takes a port.\n#\n# @param port the port\n#\ndefine example::listen (\n  Integer $port,\n) {\n  notice($port)\n}\n\n# Forgets the port.\nclass example {\n  example::listen { 'a': }\n}\n"),
	Good: examples("# Takes a port.\n#\n# @param port the port\n#\ndefine example::listen (\n  Integer $port,\n) {\n  notice($port)\n}\n\n# Gives the port.\nclass example {\n  example::listen { 'a':\n    port => 80,\n  }\n}\n"),
}

// DuplicateAttribute is the rule duplicate_attribute, which reports an attribute that is set
// twice in one resource.
var DuplicateAttribute = diag.Rule{
	Name: "duplicate_attribute", Group: diag.Correctness, Severity: diag.Error, Since: since,
	Supersedes:  []string{"duplicate_params"},
	PuppetCodes: []string{"DUPLICATE_ATTRIBUE"},
	Summary:     "an attribute is set twice in one resource",
	Advice:      "remove one of the two",
	Rationale: "A resource can set an attribute only once, including those that come from a hash after `* =>`. " +
		"Otherwise the compilation fails. Remove one of the two.",
	Bad:  examples("notify { 'a':\n  message => 'hello',\n  *       => { 'message' => 'bye' },\n}\n"),
	Good: examples("notify { 'a':\n  message => 'hello',\n}\n"),
}

// InvalidAttributeValue is the rule invalid_attribute_value, which reports an attribute value
// that the resource type does not accept.
var InvalidAttributeValue = diag.Rule{
	Name: "invalid_attribute_value", Group: diag.Correctness, Severity: diag.Warning, Since: since,
	Summary: "an attribute is given a value that its resource type does not accept",
	Rationale: "The resource type lists the values that the attribute accepts or, if it is written with the Resource API, their " +
		"type. With any other value the catalog compiles but fails when it is applied, which is why this is a warning. " +
		"Attributes that the resource type checks with Ruby code are not reported.",
	Bad: []diag.Example{{
		Code:  "file { '/tmp/a':\n  ensure  => file,\n  links   => 'folow',\n  content => 'a',\n}\n",
		Fixed: "file { '/tmp/a':\n  ensure  => file,\n  links   => 'follow',\n  content => 'a',\n}\n",
	}},
	Good: examples("file { '/tmp/a':\n  ensure  => file,\n  links   => 'follow',\n  content => 'a',\n}\n"),
	Fix:  diag.FixInfo{Safety: diag.Unsafe, Summary: "write the intended value, if it is the only accepted one that is similar"},
}

// InvalidTag is the rule invalid_tag, which reports an invalid tag of a resource.
var InvalidTag = diag.Rule{
	Name: "invalid_tag", Group: diag.Correctness, Severity: diag.Error, Since: since,
	Summary: "a resource has an invalid tag",
	Rationale: "A tag begins with a letter, a digit or `_` and continues with these, `:`, `.` and `-`. With any other " +
		"character the compilation fails. Replace spaces by underscores.",
	Bad:  examples("notify { 'a':\n  tag => 'first class',\n}\n"),
	Good: examples("notify { 'a':\n  tag => 'first_class',\n}\n"),
}

// UndeclaredReference is the rule undeclared_reference, which reports a relationship with a
// resource or class that nothing declares.
var UndeclaredReference = diag.Rule{
	Name: "undeclared_reference", Group: diag.Correctness, Severity: diag.Error, Since: since,
	Summary: "a relationship refers to a resource or class that nothing declares",
	Advice:  "declare it, or correct the reference",
	Rationale: "Both ends of a relationship must be in the catalog. This one is declared neither by this class and " +
		"what it declares, nor by the code in the module that declares this class. A user of the module could " +
		"declare it first, so the rule reports only classes within this class's namespace, resources with the " +
		"module's name, and classes that other code of the module includes where it needs them.",
	Bad: []diag.Example{{
		Code: "# Forgets to contain a part.\nclass example {\n  contain example::config\n  Class['example::install'] -> Class['example::config']\n}\n",
		Tree: "-- example/manifests/install.pp --\n# Installs.\nclass example::install {\n}\n-- example/manifests/config.pp --\n# Configures.\nclass example::config {\n}\n",
	}},
	Good: []diag.Example{{
		Code: "# Contains both parts.\nclass example {\n  contain example::install\n  contain example::config\n  Class['example::install'] -> Class['example::config']\n}\n",
		Tree: "-- example/manifests/install.pp --\n# Installs.\nclass example::install {\n}\n-- example/manifests/config.pp --\n# Configures.\nclass example::config {\n}\n",
	}},
}

// DependencyCycle is the rule dependency_cycle, which reports resources that wait for each
// other.
var DependencyCycle = diag.Rule{
	Name: "dependency_cycle", Group: diag.Correctness, Severity: diag.Warning, Since: since,
	Summary: "relationships between resources form a cycle",
	Advice:  "remove one of the relationships",
	Rationale: "When relationships form a cycle, no order exists in which the resources could be applied. A class is " +
		"complete only when everything that it declares has been applied, so nothing that it declares can require " +
		"the class. The catalog compiles but cannot be applied, which is why this is a warning.",
	Bad:  examples("notify { 'a':\n  require => Notify['b'],\n}\nnotify { 'b':\n  require => Notify['a'],\n}\n"),
	Good: examples("notify { 'a':\n  require => Notify['b'],\n}\nnotify { 'b': }\n"),
}

// DuplicateTitle is the rule duplicate_title, which reports a title that is used twice in one
// resource expression.
var DuplicateTitle = diag.Rule{
	Name: "duplicate_title", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"DUPLICATE_TITLE"},
	Summary:     "a title is used twice in one resource expression",
	Advice:      "remove one of the two",
	Rationale: "Two resources of the same type cannot have the same title, so the compilation fails. Remove the second " +
		"title, or change it.",
	Bad:  examples("notify { ['a', 'a']: }\n"),
	Good: examples("notify { ['a', 'b']: }\n"),
}

// InvalidTitle is the rule invalid_title, which reports a resource title that is empty or not a
// string.
var InvalidTitle = diag.Rule{
	Name: "invalid_title", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"MISSING_TITLE", "MISSING_TITLE_AT", "EMPTY_STRING_TITLE_AT", "ILLEGAL_TITLE_TYPE_AT"},
	Summary:     "a resource's title is empty or not a string",
	Rationale: "A title is a String that is not empty, or an array of such strings. With any other value the " +
		"compilation fails. Quote a number, or convert it with `String()`.",
	Bad:  examples("notify { 5: }\n"),
	Good: examples("notify { '5': }\n"),
}

// InvalidClassName is the rule invalid_class_name, which reports the inclusion of a value that
// cannot be the name of a class.
var InvalidClassName = diag.Rule{
	Name: "invalid_class_name", Group: diag.Correctness, Severity: diag.Error, Since: since,
	Summary: "`include` is given a value that cannot be the name of a class",
	Rationale: "`include`, `contain` and `require` take names of classes and references to them. With any other value " +
		"the compilation fails. Most often the value comes from a variable or a lookup that may be `undef`.",
	Bad:  examples("include(undef)\n"),
	Good: []diag.Example{{Code: "# An example.\nclass example {\n  include example::server\n}\n", Tree: "-- example/manifests/server.pp --\n# The server.\nclass example::server {\n}\n"}},
}

// InvalidOverride is the rule invalid_override, which reports an override of attributes that
// cannot be overridden.
var InvalidOverride = diag.Rule{
	Name: "invalid_override", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"ILLEGAL_OVERRIDDEN_TYPE"},
	Summary:     "an attribute that cannot be overridden is set",
	Rationale: "Only resources can be overridden, and only by a class that inherits from the class that declares them. " +
		"Elsewhere, `Type['title'] { … }` can only add attributes that are not set yet, and only to a resource " +
		"of the same class or defined type. Any other override stops the compilation.",
	Bad:  examples("Class['example'] {\n  noop => true,\n}\n", "notify { 'a':\n  message => 'hello',\n}\nNotify['a'] {\n  message => 'good day',\n}\n"),
	Good: examples("notify { 'a':\n  noop => true,\n}\nNotify['a'] {\n  message => 'hello',\n}\n"),
}

// RelationshipMismatch is the rule relationship_mismatch, which reports a relationship with a
// value that is not a resource.
var RelationshipMismatch = diag.Rule{
	Name: "relationship_mismatch", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"ILLEGAL_RELATIONSHIP_OPERAND_TYPE", "NOT_CATALOG_TYPE"},
	Summary:     "an operand of a relationship is not a resource",
	Rationale: "The operands of `->`, `~>`, `<-` and `<~` are resources, references to resources, collectors, and " +
		"arrays of them. With anything else the compilation fails.",
	Bad:  examples("notify { 'a': } -> 5\n"),
	Good: examples("notify { 'a': }\n-> notify { 'b': }\n"),
}

// DuplicateDeclaration is the rule duplicate_declaration, which reports the second declaration
// of a resource.
var DuplicateDeclaration = diag.Rule{
	Name: "duplicate_declaration", Group: diag.Correctness, Severity: diag.Error, Since: since,
	Summary: "a resource is declared twice",
	Advice:  "remove one of the two, or declare it in a class that both include",
	Rationale: "A catalog can contain each resource only once, so the compilation fails with `Duplicate declaration`. " +
		"The rule reports a declaration if, whenever it is evaluated, another one with the same type and title " +
		"has been evaluated before, or is in a class that is always declared together with this one. Declare the " +
		"resource in one class and include that class.",
	Bad:  examples("notify { 'a': }\nnotify { ['b', 'a']: }\n"),
	Good: examples("notify { 'a': }\nnotify { 'b': }\n"),
}

// RefusedValue is the rule refused_value, which reports values for which a class or defined
// type calls fail().
var RefusedValue = diag.Rule{
	Name: "refused_value", Group: diag.Correctness, Severity: diag.Error, Since: since,
	Summary: "a class or defined type calls fail() for the values that it is given",
	Rationale: "With the values of this declaration, or with the default of a parameter, the code of the class or " +
		"defined type certainly calls `fail()`, and the compilation stops. Give a value that the code accepts. " +
		"The rule does not report a default that is empty, or that the code compares with a literal: it marks a " +
		"value that must be given.",
	Bad: examples("# Starts or stops.\n# @param ensure what to do\ndefine example::daemon (\n  String $ensure,\n) {\n" +
		"  unless $ensure in ['running', 'stopped'] {\n    fail('running or stopped')\n  }\n}\nexample::daemon { 'a':\n  ensure => 'up',\n}\n"),
	Good: examples("# Starts or stops.\n# @param ensure what to do\ndefine example::daemon (\n  String $ensure,\n) {\n" +
		"  unless $ensure in ['running', 'stopped'] {\n    fail('running or stopped')\n  }\n}\nexample::daemon { 'a':\n  ensure => 'running',\n}\n"),
}

// MissingFile is the rule missing_file, which reports the use of a template or file that its
// module does not have.
var MissingFile = diag.Rule{
	Name: "missing_file", Group: diag.Correctness, Severity: diag.Error, Since: since,
	Summary: "a template or file does not exist in its module",
	Rationale: "`template('a/b.erb')` and `epp('a/b.epp')` read `templates/b.erb` of module `a`, `file('a/b')` reads `files/b`. " +
		"The module exists, but the file does not. With a missing `source` the catalog compiles but cannot be applied, so " +
		"that is a warning. Nothing is reported if the module itself is missing, nor for a `source` that people rarely keep " +
		"beside their code: programs, archives and keys.",
	Bad: examples("# Uses a template that is not there.\nclass example {\n  notice(template('example/nowhere.erb'))\n}\n"),
	Good: []diag.Example{{
		Code: "# Uses a template.\nclass example {\n  notice(template('example/here.erb'))\n}\n",
		Tree: "-- example/templates/here.erb --\nhello\n",
	}},
}

// CollectorQueryMismatch is the rule collector_query_mismatch, which reports a collector query that
// compares with a value it cannot compare with.
var CollectorQueryMismatch = diag.Rule{
	Name: "collector_query_mismatch", Group: diag.Correctness, Severity: diag.Error, Since: since,
	Summary: "a collector's query compares an attribute with a value that queries do not allow",
	Rationale: "The query between `<|` and `|>` is not an ordinary expression. It can compare an attribute with a " +
		"string, a name, a variable, a number, a boolean, `undef`, or the result of `[]`, and a tag cannot be a " +
		"number. With a call, array, hash, type, negative number or regular expression the compilation fails. " +
		"Assign such a value to a variable first.",
	Bad:  examples("File <| owner == downcase('ROOT') |>\n", "File <| tag == 42 |>\n"),
	Good: examples("$owner = downcase('ROOT')\nFile <| owner == $owner |>\n"),
}
