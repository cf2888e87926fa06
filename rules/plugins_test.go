package rules

import (
	"strings"
	"testing"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// pluginCase is a piece of code with the expected findings of a plugin's check, and the code after
// the fixes; "" if there are none.
type pluginCase struct {
	name  string
	code  string
	want  string // positions
	fixed string
}

// runPluginCases checks each case alone, outside the puppet-lint profile.
func runPluginCases(t *testing.T, rule *Rule, cases []pluginCase) {
	t.Helper()
	for _, test := range cases {
		t.Run(rule.Name+"/"+test.name, func(t *testing.T) {
			file := syntax.Parse(source.NewFile("init.pp", test.code), syntax.Options{})
			found := NewSet([]Enabled{{Rule: rule}}, Settings{Target: 8}).CheckFile(file, FileLocation{})
			if got := positions(found); got != test.want {
				t.Errorf("got %q, want %q in\n%s", got, test.want, test.code)
			}
			if test.fixed == "" {
				return
			}
			if got := fixAll(t, rule, diag.Example{Code: test.code}); got != test.fixed {
				t.Errorf("fixed to\n%s\nwant\n%s", got, test.fixed)
			}
		})
	}
}

func TestAbsoluteNames(t *testing.T) {
	runPluginCases(t, &relativeClassnameInclusion, []pluginCase{
		{"all statements", "include ::a\ncontain ::b\nrequire ::c\n", "1:9 2:9 3:9", "include a\ncontain b\nrequire c\n"},
		{"several on a line", "include ::a, b, ::c\n", "1:9 1:17", "include a, b, c\n"},
		{"on several lines", "include(\n  '::a',\n  [\"::b\", 'c'],\n)\n", "2:3 3:4", "include(\n  'a',\n  [\"b\", 'c'],\n)\n"},
		{"arguments of calls within are no classes", "include foo(::a)\n", "", ""},
		{"attributes are no statements", "foo { 'a': require => '::b' }\n", "", ""},
		{"declarations", "class { '::a': }\nclass { ['::b', 'c']: }\n", "1:9 2:10", "class { 'a': }\nclass { ['b', 'c']: }\n"},
		{"attributes of a class", "class { 'a': x => '::y' }\n", "", ""},
		{"inheritance", "class a inherits ::b { }\n", "1:18", "class a inherits b { }\n"},
		{"other resources", "file { '::a': }\n", "", ""},
		{"hash keys", "$x = { 'include' => '::a', include => '::b' }\n", "", ""},
		{"interpolation", "include \"::${x}\"\n", "", ""},
	})
	runPluginCases(t, &relativeClassnameReference, []pluginCase{
		{"quoted, bare, several", "Class['::a', ::b, 'c'] -> Class[\"::d\"]\n", "1:7 1:14 1:33", "Class['a', b, 'c'] -> Class[\"d\"]\n"},
		{"other types", "File['::a'] -> Package['b']\n", "", ""},
	})
	runPluginCases(t, &topscopeVariable, []pluginCase{
		{"in code and strings", "class a {\n  f($::b::c, \"${::b::c} $::b::c\")\n}\n", "2:5 2:17 2:25", "class a {\n  f($b::c, \"${b::c} $b::c\")\n}\n"},
		{"no namespace", "class a {\n  f($::b, $b::c)\n}\n", "", ""},
		{"not in a class", "f($::b::c)\n", "", ""},
	})
}

func TestResourceChecks(t *testing.T) {
	runPluginCases(t, &anchorResource, []pluginCase{
		{"plain, virtual, absolute", "anchor { 'a': }\n@anchor { 'b': }\n::anchor { 'c': }\nfoo { 'anchor': }\n", "1:1 2:2 3:1", ""},
	})
	runPluginCases(t, &execIdempotency, []pluginCase{
		{"every guard", "exec { 'a': creates => 1; 'b': onlyif => 1; 'c': unless => 1; 'd': refreshonly => true; 'e': }\n", "1:92", ""},
		{"defaults of the file", "Exec { refreshonly => true }\nexec { 'a': }\n", "", ""},
		{"default body", "exec { default: unless => 'x'; 'a': }\n", "", ""},
		{"splat", "exec { 'a': * => $x }\n", "", ""},
		{"another resource's guard", "exec { 'a': }\nfile { 'b': creates => 1 }\n", "1:11", ""},
	})
	runPluginCases(t, &fileEnsure, []pluginCase{
		{"quoted and bare", "file { 'a': ensure => present }\nfile { 'b': ensure => 'present' }\n", "1:23 2:23", "file { 'a': ensure => file }\nfile { 'b': ensure => 'file' }\n"},
		{"a link", "file { 'a': ensure => present, target => 'b' }\n", "1:23", "file { 'a': ensure => link, target => 'b' }\n"},
		{"another type, another value", "service { 'a': ensure => present }\nfile { 'b': ensure => file }\n", "", ""},
		{"another attribute", "file { 'a': content => 'present' }\n", "", ""},
	})
	runPluginCases(t, &packageEnsure, []pluginCase{
		{"quoted and bare", "package { 'a': ensure => latest }\npackage { 'b': ensure => 'latest' }\n", "1:26 2:26", "package { 'a': ensure => installed }\npackage { 'b': ensure => 'installed' }\n"},
		{"a condition", "package { 'a': ensure => $x ? { true => latest, default => present } }\n", "", ""},
	})
	runPluginCases(t, &leadingZero, []pluginCase{
		{"octal only", "f(0, 007, 0x1f, 1.5, '007')\n", "1:6", "f(0, '007', 0x1f, 1.5, '007')\n"},
		{"unquoted_file_mode speaks of modes", "file { 'a': mode => 0644 }\n", "", ""},
		{"negative", "$x = -010\n", "1:7", "$x = -010\n"},
	})
	runPluginCases(t, &noFilePathAttribute, []pluginCase{{"files only", "file { 'a': path => '/b' }\nconcat { 'c': path => '/d' }\n", "1:21", ""}})
	runPluginCases(t, &aliasParameter, []pluginCase{{"not of classes", "file { 'a': alias => 'b' }\nclass { 'c': alias => 'd' }\n", "1:13", ""}})
	runPluginCases(t, &sourceWithoutRights, []pluginCase{
		{"each on its own", "file { 'a': source => 'b', owner => 'c' }\n", "1:13 1:13", ""},
		{"defaults of the file", "File { owner => a, group => b, mode => '0644' }\nfile { 'a': source => 'b' }\n", "", ""},
		{"what goes needs none", "file { 'a': source => 'b', ensure => absent }\n", "", ""},
	})
	runPluginCases(t, &unquotedCronTime, []pluginCase{
		{"hour and minute", "cron { 'a': hour => 4, minute => '0', month => 3 }\n", "1:21", "cron { 'a': hour => '4', minute => '0', month => 3 }\n"},
	})
	runPluginCases(t, &fileLineMatch, []pluginCase{
		{"as Ruby matches", "file_line { 'a': line => 'x = 1', match => '^x\\s*=\\h*' }\n", "", ""},
		{"it does not", "file_line { 'a': line => 'x = 1', match => '^y' }\n", "1:44", ""},
		{"computed", "file_line { 'a': line => \"x = ${y}\", match => '^y' }\n", "", ""},
		{"absent", "file_line { 'a': ensure => absent, line => 'x', match => '^y' }\n", "", ""},
	})
	runPluginCases(t, &noSymbolicFileModes, []pluginCase{
		{"symbolic", "file { 'a': mode => 'u=rw,go=r'; 'b': mode => '0644'; 'c': mode => $x }\n", "1:21", ""},
	})
	runPluginCases(t, &securityTidyAllFiles, []pluginCase{
		{"one file", "tidy { '/tmp/a': }\n", "", ""},
		{"a tree", "tidy { '/tmp': recurse => true }\ntidy { '/var': recurse => 1, matches => '*' }\n", "1:14 2:41", ""},
		{"with an age", "tidy { '/tmp': recurse => true, age => '1w' }\n", "", ""},
	})
	runPluginCases(t, &securityFirewallAnyAnyAllow, []pluginCase{
		{"what is dropped", "firewall { 'a': source => 'any', destination => 'any', jump => 'drop' }\n", "", ""},
	})
}

func TestReferenceChecks(t *testing.T) {
	runPluginCases(t, &resourceReferenceWithUnquotedTitle, []pluginCase{
		{"in relationships", "foo { 'a':\n  require => File[b],\n  notify => [Service[c], Service['d']],\n  other => File[e],\n}\n", "2:19 3:22",
			"foo { 'a':\n  require => File['b'],\n  notify => [Service['c'], Service['d']],\n  other => File[e],\n}\n"},
		{"in chains", "File[a] -> Package['b']\n", "1:6", "File['a'] -> Package['b']\n"},
		{"classes and types", "foo { 'a': require => Class[b] }\nbar(Integer[default], Array[String])\n", "", ""},
		{"variables", "foo { 'a': require => File[$x] }\n", "", ""},
	})
	runPluginCases(t, &resourceReferenceWithoutTitleCapital, []pluginCase{
		{"in relationships", "foo { 'a': require => File[B] }\n", "1:28", ""},
		{"in chains", "File[A] -> Package['b']\n", "1:6", ""},
	})
	runPluginCases(t, &resourceReferenceWithoutWhitespace, []pluginCase{
		{"resource types only", "foo { 'a': require => File ['b'] }\n", "1:23", "foo { 'a': require => File['b'] }\n"},
		{"glued", "foo { 'a': require => File['b'] }\n", "", ""},
		{"what only a list may hold", "$a = File [$b = 'c']\n$d = File [type]\n$e = File []\n$f = File ['g'", "1:6 2:6 3:6 4:6",
			"$a = File [$b = 'c']\n$d = File [type]\n$e = File []\n$f = File ['g'"},
		{"inner lists, hashes and strings", "$a = Foo [[type], { b => $c = 1 }, \"${$d = 2}\"]\n", "1:6", "$a = Foo[[type], { b => $c = 1 }, \"${$d = 2}\"]\n"},
	})
	runPluginCases(t, &resourceReferenceChainWithoutWhitespace, []pluginCase{
		{"built-in types only", "foo { 'a': require => Class ['b'] }\n", "1:23", "foo { 'a': require => Class['b'] }\n"},
	})
	runPluginCases(t, &referenceOnForeignClass, []pluginCase{
		{"itself, its parent, what it includes", "class a inherits b {\n  include c\n  class { 'd': }\n  Class['a', 'b', 'c', 'd'] -> Class['e']\n}\n", "4:32", ""},
		{"unknown includes", "class a {\n  include $x\n  Class['e'] -> Foo['b']\n}\n", "", ""},
	})
	runPluginCases(t, &referenceOnDeclarationOutsideOfClass, []pluginCase{
		{"declared", "class a {\n  file { ['/x', '/y']: }\n  foo { 'a': require => File['/x'], before => File['/z'] }\n}\n", "3:47", ""},
		{"declared with a computed title", "class a {\n  file { $x: }\n  foo { 'a': require => File['/x'] }\n}\n", "", ""},
		{"virtual and defined types", "class a {\n  @b::c { 'x': }\n  foo { 'a': require => B::C['x'] }\n}\n", "", ""},
	})
	runPluginCases(t, &spaceshipOperatorWithoutTag, []pluginCase{
		{"all forms", "File<||>\nFile <| |>\nFile <| tag == 'a' |>\nFile <<| |>>\n", "1:5 2:6 4:6", ""},
	})
}

func TestParameterChecks(t *testing.T) {
	inParameters := func(parameters string) string { return "define a(\n  " + parameters + ",\n) { }\n" }
	runPluginCases(t, &optionalDefault, []pluginCase{
		{"undef", inParameters("Optional[String] $a = undef"), "", ""},
		{"a value", inParameters("Optional[String] $a = 'b'"), "2:20", ""},
		{"an empty hash", inParameters("Optional[Hash] $a = {}"), "2:18", ""},
		{"no default", inParameters("Optional[String] $a"), "2:20", ""},
		{"no default, in a class", "class a(\n  Optional[String] $a,\n) { }\n", "", ""},
		{"a variable, a call, an element", inParameters("Optional[String] $a = $b, Optional[String] $c = f(), Optional[String] $d = $b['c']"), "", ""},
		{"a method call", inParameters("Optional[String] $a = 'b'.f"), "", ""},
		{"Optional within", inParameters("Array[Optional[String]] $a = []"), "", ""},
	})
	runPluginCases(t, &paramsEmptyStringAssignment, []pluginCase{
		{"either quotes", inParameters("String $a = '', String[0] $b = \"\""), "2:10 2:29", ""},
		{"variant", inParameters("Variant[Integer, String] $a = '', Variant[Integer, Enum['']] $b = ''"), "2:28", ""},
		{"others", inParameters("Enum['', 'a'] $a = '', $b = '', String $c = 'd'"), "", ""},
	})
	runPluginCases(t, &paramsNotOptionalWithUndef, []pluginCase{
		{"types that refuse it", inParameters("String $a = undef, Array[String] $b = undef, Variant[String, Integer] $c = undef"), "2:10 2:36 2:73", ""},
		{"types that accept it", inParameters("Optional[String] $a = undef, Any $b = undef, Data $c = undef, Undef $d = undef, Variant[String, Undef] $e = undef, Variant[String, Optional[Integer]] $f = undef"), "", ""},
		{"unknown types", inParameters("A::B $a = undef, $b = undef"), "", ""},
	})
	runPluginCases(t, &parameterTypes, []pluginCase{
		{"classes before defined types", "define b($c) { }\nclass a(String $x, $y = $z, A::B $q) { }\n", "2:20 1:10", ""},
		{"blocks have none", "class a {\n  [1].each |$x| { }\n}\n", "", ""},
	})
	runPluginCases(t, &lookupInParameter, []pluginCase{
		{"within other calls", "class a(\n  $b = f(lookup('c')),\n  $d = lookup('e') ? { default => 1 },\n) {\n  $x = lookup('y')\n}\n", "2:10 3:8", ""},
		{"a blank or none before the parenthesis", "class a($b = lookup('c')) { }\ndefine d ($b = lookup('c')) { }\n", "1:14 2:16", ""},
	})
	runPluginCases(t, &missingStringMinLength, []pluginCase{
		{"where types are declared", "class a(String $a, String[1] $b, Array[String] $c, Optional[String[0, 3]] $d) { }\n", "1:9 1:40", ""},
		{"questions and conversions", "if $x =~ String { f(String($y)) }\ncase $x {\n  String: { }\n}\n", "", ""},
	})
	runPluginCases(t, &duplicateClassParameters, []pluginCase{{"each repetition", "class a($x, $x, $x, $y) { }\n", "1:13 1:17", ""}})
}

func TestParameterDocumentation(t *testing.T) {
	for _, test := range []struct{ name, code, want string }{
		{"undocumented", "class a($b, $c) { }\n", "missing documentation for class parameter a::b; missing documentation for class parameter a::c"},
		{"Strings", "# @param b text\n# @param [String] c\n# @param d\nclass a($b, $c, $d) { }\n", ""},
		{"RDoc and Kafo", "# [*b*]\n# $c:: text\nclass a($b, $c) { }\n", ""},
		{"twice", "# @param b\n# @param b\nclass a($b) { }\n", "Duplicate class parameter documentation for a::b; Duplicate class parameter documentation for a::b"},
		{"unknown", "# @param b\n# @param c\ndefine a($b) { }\n", "No matching defined type parameter for documentation of a::c"},
		{"name and title of a defined type", "# @param name\n# @param title\ndefine a { }\n", "Duplicate defined type parameter documentation for a::name/title; Duplicate defined type parameter documentation for a::name/title"},
		{"the title", "# @param title\ndefine a { }\n", ""},
		{"private", "# @api private\nclass a($b) { }\n", ""},
		{"private, but wrong", "# @api private\n# @param c\nclass a($b) { }\n", "No matching class parameter for documentation of a::c"},
		{"a class documents its own parameters only", "# @param b\nclass a($b) { }\n\nclass c($b) { }\n", "missing documentation for class parameter c::b"},
		{"defaults are no parameters", "# @param b\nclass a($b = { 'x' => $c, 'y' => $d }) { }\n", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := messages(&parameterDocumentation, test.code, nil); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
	options := map[string]any{"allowed_styles": []string{"strings"}}
	if got := messages(&parameterDocumentation, "# [*b*]\n# @param c\nclass a($b, $c) { }\n", options); got != "invalid documentation style for class parameter a::b (doc)" {
		t.Errorf("styles: %s", got)
	}
	runPluginCases(t, &parameterDocumentation, []pluginCase{
		{"the name is pointed at", "class x {\n  #  @param b\n  class a { }\n}\n", "2:13", ""},
	})
}

func messages(rule *Rule, code string, options map[string]any) string {
	file := syntax.Parse(source.NewFile("init.pp", code), syntax.Options{})
	var all []string
	for _, finding := range NewSet([]Enabled{{Rule: rule, Options: options}}, Settings{Target: 8}).CheckFile(file, FileLocation{}) {
		all = append(all, finding.Message)
	}
	return strings.Join(all, "; ")
}

func TestStringAndVariableChecks(t *testing.T) {
	runPluginCases(t, &unquotedStringInCase, []pluginCase{
		{"words, not types", "case $x {\n  a, 'b', Redhat: { }\n  default: { }\n  Integer, Foo::Bar, Enum['c'], Regexp: { }\n  /d/: { }\n}\n", "2:3 2:11",
			"case $x {\n  'a', 'b', 'Redhat': { }\n  default: { }\n  Integer, Foo::Bar, Enum['c'], Regexp: { }\n  /d/: { }\n}\n"},
		{"what is in the blocks is no option", "case $x {\n  'a': { foo { b: } }\n}\n", "", ""},
	})
	runPluginCases(t, &unquotedStringInSelector, []pluginCase{
		{"one line", "$y = $x ? { a => b, 'c' => d, default => e }\n", "1:13", "$y = $x ? { 'a' => b, 'c' => d, default => e }\n"},
		{"hashes have keys", "$y = { a => b }\n", "", ""},
	})
	runPluginCases(t, &variableContainsUpcase, []pluginCase{
		{"keys are no names", "f($Ab['Cd'], \"${eF}\", $ok['Cd'])\n", "1:3 1:17", "f($ab['Cd'], \"${ef}\", $ok['Cd'])\n"},
	})
	runPluginCases(t, &versionComparison, []pluginCase{
		{"each operator", "if $version > '1' or $a_release <= 2 or $version == 3 or $version == '4' { }\n", "1:4 1:22 1:41",
			"if versioncmp($version, '1') > 0 or $a_release <= 2 or $version == 3 or $version == '4' { }\n"},
		{"elements of hashes", "if $facts['os']['release'] < 7 { }\n", "1:4", "if versioncmp($facts['os']['release'], '7') < 0 { }\n"},
		{"facts", "if $facts['puppetversion'] == 3 or $kernelrelease < 4 { }\n", "1:4 1:36", "if versioncmp($facts['puppetversion'], '3') == 0 or versioncmp($kernelrelease, '4') < 0 { }\n"},
		{"numbers by default", "class a($version = 4) {\n  if $version == 3 { }\n}\n", "", ""},
		{"numbers and objects", "class a(Integer $version, Variant[SemVer, String] $b_version) {\n  if $version > 1 or $b_version < SemVer('1.0.0') { }\n}\n", "", ""},
		{"versioncmp", "if versioncmp($version, '1') > 0 { }\n", "", ""},
		{"other names", "if $versions > 1 { }\n", "", ""},
	})
	runPluginCases(t, &emptyStringAssignment, []pluginCase{
		{"assignments and defaults", "class a($b = '') {\n  $c = \"\"\n  $d = 'e'\n  f('')\n}\n", "1:14 2:8", "class a($b = undef) {\n  $c = undef\n  $d = 'e'\n  f('')\n}\n"},
	})
	runPluginCases(t, &undefInFunction, []pluginCase{{"arguments only", "f(undef, 1)\nf([undef])\n$x = undef\nnotice undef\n", "1:3 4:8", ""}})
	runPluginCases(t, &appends, []pluginCase{{"the operator", "$x += 1\nFile['a'] { b +> c }\n", "1:4", ""}})
	runPluginCases(t, &stdlibDeprecatedFunctions, []pluginCase{
		{"moved and removed", "$x = merge($a, $b)\nvalidate_string($x)\n$y = stdlib::merge($a)\n", "1:6 2:1", "$x = stdlib::merge($a, $b)\nvalidate_string($x)\n$y = stdlib::merge($a)\n"},
		{"Puppet has a size of its own", "$x = size($y)\n", "", ""},
	})
	runPluginCases(t, &checkI18n, []pluginCase{{"literals", "warning('a')\nfail(translate('b'))\nfail($c)\nfail(\"d ${e}\")\n", "1:9 4:6", ""}})
	runPluginCases(t, &suspiciousComment, []pluginCase{{"marks", "# FIXME: x\n# a debugger\n# TODO\n# hack\n$x = '# FIXME'\n", "1:1 3:1 4:1", ""}})
	runPluginCases(t, &securitySSHRootAllowed, []pluginCase{{"keys and attributes", "foo { 'a': permit_root_login => 'yes', o => { 'PermitRootLogin' => 'prohibit-password' } }\n", "1:33", ""}})
}
