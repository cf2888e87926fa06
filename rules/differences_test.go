package rules

import (
	"fmt"
	"strings"
	"testing"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// TestDifferencesFromRuby lists every case in which a core check intentionally differs from
// puppet-lint (Ruby), which is wrong there. Each case has the wrong findings, which the puppet-lint
// profile repeats, and the correct ones.
func TestDifferencesFromRuby(t *testing.T) {
	for _, test := range []struct {
		name  string
		rule  *Rule
		code  string
		ruby  string // positions in the puppet-lint profile
		right string // positions otherwise
	}{
		{"a string within a variable's subscript is part of the variable", &doubleQuotedStrings,
			"notice($facts[\"fqdn\"])\n", "", "1:15"},
		{"blanks within a variable's subscript are part of the variable", &hardTabs,
			"notice($x[1\t+ 1])\n", "", "1:12"},
		{"a string in the first column with a space is excused", &doubleQuotedStrings,
			"\"a b\"\n", "", "1:1"},
		{"a string with as many spaces in a row as its column is excused", &doubleQuotedStrings,
			"f(\"a   b\")\n", "", "1:3"},
		{"carriage returns and Unicode escapes need double quotes", &doubleQuotedStrings,
			"f(\"a\\rb\", \"\\u{20ac}\")\n", "1:3 1:11", ""},
		{"the path of a URL may be in a variable", &puppetURLWithoutModules,
			"f(\"puppet:///${x}\")\n", "1:3", ""},
		{"dashes are no part of names, but may be meant: numbers", &variableContainsDash,
			"f($a-1)\n", "1:3", ""},
		{"dashes are no part of names: text behind a variable in a string", &variableContainsDash,
			"f(\"$a-b\")\n", "1:4", ""},
		{"words behind a dash are a mistake for both", &variableContainsDash,
			"f($a-b)\n", "1:3", "1:3"},
		{"one finding for a class two classes deep", &nestedClassesOrDefines,
			"class a {\n  class b {\n    class c { }\n  }\n}\n", "2:3 3:5 3:5", "2:3 3:5"},
		{"a trailing comment is no documentation", &documentation,
			"$x = 1 # one\nclass a { }\n", "", "2:1"},
		{"a control comment is no documentation", &documentation,
			"# lint:ignore:a\nclass a { }\n", "", "2:1"},
		{"a control comment may stand below the documentation", &documentation,
			"# The class.\n# lint:ignore:a\nclass a { }\n", "", ""},
		{"an empty regular expression is no comment", &slashComments,
			"$x = $y =~ //\n$z = split($x, //)\n", "", ""},
		{"variables of the parent class are known", &variableScope,
			"class a inherits b {\n  f($x)\n}\n", "2:5", ""},
		{"unenclosed variables in strings count", &variableScope,
			"class a {\n  f(\"$x\")\n}\n", "", "2:6"},
		{"what another class sets is not known", &variableScope,
			"class a {\n  $x = 1\n}\nclass b {\n  f($x)\n}\n", "", "5:5"},
		{"Puppet sets these variables, too", &variableScope,
			"class a {\n  f($clientnoop, $serverip6, $serverimplementation, $serverip)\n}\n", "2:5 2:18 2:30", ""},
		{"a qualified variable as a subscript explains nothing", &variableScope,
			"class a {\n  f($x[$::y])\n}\n", "", "2:5"},
		{"titles in front of the last bracket of the file, wherever that is", &unquotedResourceTitle,
			"package { [a, \"${b['c']}\", d]: }\n", "1:28", "1:12 1:28"},
		{"a parameter of a block that has a default is set in the block only", &variableScope,
			"class a {\n  $x.each |$y, $z = 1| { }\n  f($x, $y, $z)\n}\n", "2:3 3:5 3:9", "2:3 3:5 3:9 3:13"},
		{"a variable that is the default of a parameter is no parameter", &variableScope,
			"class a ($x = $y, $z = 1) {\n}\n", "", "1:15"},
		{"a block's parameter is known in the block only", &variableScope,
			"class a {\n  [1].each |$x| { f($x) } f($x)\n}\n", "", "2:29"},
		{"a subtraction reads a known variable", &variableScope,
			"class a {\n  $x = 1\n  f($x-1)\n}\n", "3:5", ""},
		{"a resource after a reference in the same statement is seen", &ensureFirstParam,
			"class { 'a': require => Package['b'] }\nclass { 'c': }\nfile { 'd': mode => '0644', ensure => file }\n", "3:29", "3:29"},
		{"second bodies behind a reference are seen", &ensureFirstParam,
			"file {\n  'a': require => Foo['a'];\n  'b': mode => '0644', ensure => file;\n}\n", "", "3:24"},
		{"resources behind one in a block are seen", &ensureFirstParam,
			"foo { 'a':\n  x => $y.map |$z| { bar { 'q': a => 1 } },\n}\nfile { 'b': mode => '0644', ensure => file }\n", "", "4:29"},
		{"keywords are attributes, too", &ensureFirstParam,
			"exec { 'a': unless => 'b', ensure => 'c' }\n", "", "1:28"},
		{"keywords are attributes, too: duplicates", &duplicateParams,
			"exec { 'a': unless => 'b', unless => 'c' }\n", "", "1:28"},
		{"a carriage return at a line's end is no character of it", &chars140,
			"# " + strings.Repeat("x", 138) + "\r\n# " + strings.Repeat("x", 139) + "\r\n", "1:140 2:140", "2:140"},
		{"one finding for a statement at top scope, none for functions and types", &codeOnTopScope,
			"type A = B\nfunction c() { 1 }\nf($x,\n  1)\n", "1:1 1:6 1:8 1:10 2:1 2:10 2:11 2:12 2:14 2:16 2:18 3:1 3:2 3:3 3:5 4:3 4:4", "3:1"},
		{"a string that its type asks for may be 'true'", &quotedBooleans,
			"type A = Enum['true', \"false\"]\ndefine b (String $c = 'true', Optional[Enum['true', 'x']] $d = 'true', $e = 'true', Boolean $f = 'true') { }\n",
			"1:15 1:23 2:23 2:45 2:64 2:77 2:98", "2:77 2:98"},
		{"a mode that an expression computes is not known", &fileMode,
			"file { 'a': mode => \"0${x}\" }\nfile { 'b': mode => ($x) }\nfile { 'c': mode => String($x) }\nfile { 'd': mode => if $x { '0644' } else { '0600' } }\n",
			"1:21 2:21 3:21 4:21", ""},
		{"an unquoted sum is no mode", &unquotedFileMode,
			"file { 'a': mode => u + x }\n", "1:21", ""},
		{"the type of a later body is known", &fileMode,
			"file { 'a': x => { y => 1 }; 'b': mode => '644' }\n", "", "1:43"},
		{"a method call is no title", &unquotedResourceTitle,
			"file { $x.dirname: }\n", "1:11", ""},
		{"titles in every list are seen", &unquotedResourceTitle,
			"file { [a, b]: x => [1] }\n", "", "1:9 1:12"},
		{"a blank before the colon hides nothing", &unquotedResourceTitle,
			"file { a : }\n", "", "1:8"},
		{"every subscript is seen", &onlyVariableString,
			"f(\"${x[-1]}\")\n", "", "1:6"},
		{"text for another program is left alone", &singleQuoteStringWithVariables,
			"f('a', 'b', 'echo ${HOME}')\n", "1:13", ""},
		{"a variable that exists is not", &singleQuoteStringWithVariables,
			"$who = 1\nf('a', 'b', 'echo ${who}')\n", "2:13", "2:13"},
		{"templates may have blanks before them", &singleQuoteStringWithVariables,
			"$who = 1\nf(inline_epp( '${who}'))\n", "2:15", ""},
		{"a dotted node name is one name", &unquotedNodeName,
			"node foo.bar { }\n", "1:6 1:10", "1:6"},
		{"selectors on calls are selectors", &selectorInsideResource,
			"foo { 'a': b => fact('x') ? { default => 1 } }\n", "", "1:14"},
		{"names start like names of facts", &topScopeFacts,
			"f($::identity, $::networking)\n", "", "1:3 1:16"},
		{"a namespace may have one letter", &topScopeFacts,
			"f($::x::y)\n", "1:3", ""},
		{"what legacy_facts reports is not reported twice", &topScopeFacts,
			"f($::mtu_eth0)\n", "1:3", ""},
		{"double-quoted keys are keys", &legacyFacts,
			"f($facts[\"fqdn\"])\n", "", "1:3"},
		{"facts at top scope within a string", &legacyFacts,
			"f(\"${::facts['fqdn']}\")\n", "", "1:6"},
	} {
		t.Run(test.rule.Name+"/"+test.name, func(t *testing.T) {
			for _, mode := range []struct {
				asRuby bool
				want   string
			}{{true, test.ruby}, {false, test.right}} {
				file := syntax.Parse(source.NewFile("x.pp", test.code), syntax.Options{})
				found := NewSet([]Enabled{{Rule: test.rule}}, Settings{Target: 8, AsRuby: mode.asRuby}).CheckFile(file, FileLocation{})
				if got := positions(found); got != mode.want {
					t.Errorf("as puppet-lint (Ruby): %v: got %q, want %q", mode.asRuby, got, mode.want)
				}
			}
		})
	}
}

func positions(found []*diag.Diagnostic) string {
	var all []string
	for i := range found {
		position := found[i].Position()
		all = append(all, fmt.Sprintf("%d:%d", position.Line, position.Column))
	}
	return strings.Join(all, " ")
}
