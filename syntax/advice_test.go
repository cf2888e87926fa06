package syntax_test

import (
	"fmt"
	"testing"

	"puppet-lint/syntax"
)

// TestAdvice lists the advice for code that is written as in other languages.
func TestAdvice(t *testing.T) {
	for _, test := range []struct{ text, help string }{
		{"if $port = '90' { notice(1) }", "did you mean `==`? A single `=` assigns"},
		{"if $a == 1 and $port = '90' { notice(1) }", "did you mean `==`? A single `=` assigns"},
		{"unless $port = '90' { notice(1) }", "did you mean `==`? A single `=` assigns"},
		{"if $a { } elsif $port = '90' { notice(1) }", "did you mean `==`? A single `=` assigns"},
		{"if $a === 1 { notice(1) }", "write `==`: Puppet has no `===`"},
		{"if $a =< 5 { notice(1) }", "did you mean `<=`?"},
		{"if $a => 5 { notice(1) }", "did you mean `>=`?"},
		{"if $a <> 5 { notice(1) }", "did you mean `!=`?"},
		{"if $a == 1 && $b == 2 { notice(1) }", "did you mean `and`?"},
		{"if ($a && $b) { notice(1) }", "did you mean `and`?"},
		{"if $a || $b { }", "did you mean `or`?"},
		{"if not $a { notice(1) }", "write `!` for a negation"},
		{"if $a { } else if $b { }", "write `elsif`"},
		{"if $a { notice(1) } elseif $b { notice(2) }", "write `elsif`"},
		{"if $a {\n}\nelif $b == 2 {\n  file { '/x': ensure => file }\n}", "write `elsif`"},
		{"if $a { notice(1) } elseif $b { $c = 1 }", "write `elsif`"},
		{"if $a {\n} Elsif $b {\n  $c = 1\n}", "write `elsif`"},
		{"if $a {\n} els {\n  $c = 1\n}", "write `else`"},
		{"If $a == 1 {\n  $c = 1\n}", "write `if`"},
		{"iff $a == 1 {\n  $c = 1\n}", "write `if`"},
		{"Unless $a {\n  notice(1)\n}", "write `unless`"},
		{"switch $a {\n  'x': { notice(1) }\n}", "write `case`"},
		{"Class x {\n  notice(1)\n}", "write `class`"},
		{"clas x(\n  String $a,\n) {\n}", "write `class`"},
		{"ass a::x (\n  $a,\n) {\n  a::y{ 'x': }\n}", "write `class`"},
		{"defi x {\n  a { 'x': }\n}", "write `define`"},
		{"Define x::y(\n  $a,\n) {\n}", "write `define`"},
		{"fn x::y(String $a) {\n}", "write `function`"},
		{"class x inherit y {\n}", "write `inherits`"},
		{"class x::Y {\n}", "write `x::y`: such a name has no capital letters"},
		{"class x inherits y::Z {\n}", "write `y::z`: such a name has no capital letters"},
		{"class x:y {\n}", "did you mean `::`?"},
		{"include x:y", "did you mean `::`?"},
		{"if $a == 1 AND $b { notice(1) }", "write `and`: operators have no capital letters"},
		{"if $a is 1 { notice(1) }", "did you mean `==`?"},
		{"if $a == 1 then\n  notice(1)\nend", "write `{` instead of 'then'"},
		{"case $a ? {\n  'x': { notice(1) }\n}", "remove the `?`: only a selector has it, a case has none"},
		{"$x = { 'a', 'b' }", "write `[…]` for an array: the entries of a hash are `key => value`"},
		{"case $a {\n  'a': { $b = 1\n  'b', 'c': { $b = 2 }\n}", "this looks like an option of a case: a closing brace may be missing before it"},
		{"$x = $a ? { 'a', 'b' }", ""},
		{"ping $x { 'a' }", ""},
		{"$x = $a ? 1 : 2", "write `$test ? { true => …, default => … }`: Puppet has no other conditional operator"},
		{"file { '/x': ensure = present }", "write `=>` between the name and the value"},
		{"$x = { a = 1 }", "write `=>` between the key and the value"},
		{"$x = { 'a' = [1, 2], 'b' => 2 }", "write `=>` between the key and the value"},
		{"class x ($a => 1) { }", "did you mean `=`?"},
		{"$a => 1", "did you mean `=`?"},
		{"foreach $x in $y { notice($x) }", "use a function to iterate: `$list.each |$element| { … }`"},
		{"while ($x < 3) { notice($x) }", "iterate with a function, as in `$list.each |$element| { … }`"},
		{"file { '/x':\n  ensure => present\n  mode => '0644',\n}", "add a comma after the attribute before this one"},
		{"class x { notice(\"${foo\") }", "a closing brace may be missing before the quote"},
		{"application lamp(\n  String $db,\n) {\n  lamp::db { $name: user => $db }\n}", "Puppet 7 removed applications: write a defined type instead"},
		{"application lamp {\n  notify { 'a': }\n}", "Puppet 7 removed applications: write a defined type instead"},
		{"application lamp($db) { }", "Puppet 7 removed applications: write a defined type instead"},
		{"site {\n  lamp { 'x': db => 1 }\n}", syntax.NoSiteBlocks},
		{"file { '/x':\n  require => Package ['y'],\n}", "remove the space before the bracket: only `Package[…]` is a reference"},
		{"User ['y'] { password => 'z' }", "remove the space before the bracket: only `User[…]` is a reference"},
		{"['y'] { password => 'z' }", ""},
		{"$x = [Package [ 'y' ], File['z']]", "remove the space before the bracket: only `Package[…]` is a reference"},
		{"class x (Integer [1, 2] $p) { }", "remove the space before the bracket: only `Integer[…]` is a reference"},
		{"$x = {\n  'a' => 1\n  'b' => 2,\n}", "add a comma after the entry before this one"},
		{"$x = {\n  a => { 'b' => 1 }\n  $c => 2,\n}", "add a comma after the entry before this one"},
		{"file { /tmp/a':\n  ensure => file,\n}", "put quotes around a path: `'/tmp/a'`"},
		{"file { /tmp/a:\n  ensure => file,\n}", "put quotes around a path: `'/tmp/a'`"},
		{"Package('x') { ensure => present }", "write `package { 'x': … }` to declare it, or `Package['x'] { … }` to override it"},
		{"Package($x) { ensure => present }", ""},
		{"class x { $a = ] }", ""},
		{"file { 'x' ensure => file }", "add a colon after the title"},
		{"elseif ]", ""},
		{"$a &", ""},
	} {
		file := parse(test.text, syntax.Options{})
		check(t, file)
		if len(file.Errors) == 0 || file.Errors[0].Help != test.help {
			t.Errorf("%q: got %+v, want one first with the help %q", test.text, file.Errors, test.help)
		}
	}
}

// TestOneErrorForOneMistake checks that a mistake with many consequences is one error, and that
// another mistake after it is found.
func TestOneErrorForOneMistake(t *testing.T) {
	for _, text := range []string{
		"Class x (\n  Integer $a = 1,\n  Array[String, 1] $b = [],\n) inherits y {\n  notice($a)\n}\n",
		"clas x {\n  $a = 1\n  if $a {\n    notice($a)\n  } else {\n    notice(2)\n  }\n}\n",
		"class x {\n  Integer $a = 1,\n  Integer $b = 2,\n) {\n}\n",
		"class x\n  Integer $a = 1,\n  Array[String, 1] $b = [],\n) {\n}\n",
		"class x {\n  If $a {\n    $b = 1\n  } else {\n    $b = 2\n  }\n}\n",
		"class x {\n  if $a\n    $b = 1\n  } elsif $c {\n    $b = 2\n  } else {\n    $b = 3\n  }\n}\n",
		"class x {\n  case ($a {\n    'a': { $b = 1 }\n    'b', 'c': { $b = 2 }\n  }\n}\n",
		"class x {\n  case $a ? {\n    'a': { $b = 1 }\n    'b', 'c': { $b = 2 }\n  }\n  $c = 1\n  file { '/x':\n  }\n}\n",
		"class x {\n  case $a {\n    'a': \n      $b = 1 }\n    'b', 'c': { $b = 2 }\n  }\n}\n",
		"class x {\n  $a = $b ?\n    1 => 'a',\n    2 => 'b',\n  }\n}\n",
		"class x {\n  $a.each |$b; $c| {\n    notice($b)\n  }\n}\n",
		"class x {\n  case $a {\n    'a': { $b = 1\n    'b', 'c': { $b = 2 }\n    default: { $b = 3 }\n  }\n\n  $c = 1\n  file { '/x':\n  }\n}\n",
		"$a = {'a', 'b', 'c'}\n",
	} {
		wantOneError(t, text, "class z {\n  $a = ]\n}\n")
	}
}

// TestOneErrorForOrchestration checks that a block of application orchestration is one error, and
// that another mistake after it is found.
func TestOneErrorForOrchestration(t *testing.T) {
	for _, block := range []string{
		"application lamp(\n  String $db,\n) {\n  lamp::db { $name: user => $db }\n  lamp::web { $name: }\n}\n",
		"application lamp($db = 'a') {\n  lamp::db { $name: user => $db }\n  lamp::web { $name: }\n}\n",
		"application lamp {\n  lamp::db { 'x':\n    user => 1,\n  }\n}\n",
		"site {\n  lamp { 'x':\n    nodes => {\n      Node['a'] => [Lamp::Db['x']],\n    },\n  }\n  lamp { 'y': }\n}\n",
	} {
		wantOneError(t, block, "$a = ]\n")
	}
}

// wantOneError checks that a text has one error, and that it has two if a text with another error
// follows.
func wantOneError(t *testing.T, text, wrong string) {
	t.Helper()
	if file := parse(text, syntax.Options{}); len(file.Errors) != 1 {
		t.Errorf("%q: got %+v, want one error", text, file.Errors)
	}
	if file := parse(text+wrong, syntax.Options{}); len(file.Errors) != 2 {
		t.Errorf("%q, then another error: got %+v, want two errors", text, file.Errors)
	}
}

// TestOpenings checks the related location of errors about a bracket or string that is not closed.
func TestOpenings(t *testing.T) {
	for _, test := range []struct{ text, related, message string }{
		{"class x {\n  if $y {\n    notice(1)\n\n  file { '/x': ensure => file }\n}\n", "2:9", "this bracket is not closed"},
		{"class x {\n  notice(1)\n", "1:9", "this bracket is not closed"},
		{"class x {\n  if $y {\n    notice(1)\n", "2:9", "this bracket is not closed"},
		{"class x {\n  $a = [1, 2\n  notice(1)\n}", "2:8", "this bracket is still open"},
		{"class x {\n  notice(1,\n    2\n  $b = 1\n}", "2:9", "this bracket is still open"},
		{"class x {\n  $a = {\n    'a' => [1,\n      2,\n  }\n}", "3:12", "this bracket is still open"},
		{"class x { $a = [1 2] }", "", ""},
		{"class x {\n  $a = {\n    b => }\n}", "", ""},
		{"class x {\n  $a = { 'a' =>\n    [1, 2}\n}", "", ""},
		{"class x { $a = \"abc\n notice(1)\n}\nclass y { $x = \"b\" }", "1:16", "this string may lack its closing quote"},
		{"class x {\n  $a = 'abc\n  notice(1)\n}\nclass y { $x = 'b' }", "2:8", "this string may lack its closing quote"},
		{"class x {\n  $t = 'two\n  lines'\n  $a = 'abc\n  notice(1)\n}\nclass y { $x = 'b' }", "4:8", "this string may lack its closing quote"},
		{"exec { 'x':\n  command => /usr/bin/unzip -o x.zip\",\n  cwd => \"/y\",\n}\n", "2:37", "this quote starts a string of several lines: another may be missing before it"},
		{"exec { 'x':\n  command => f('G')',\n  cwd => '/y',\n}\n", "2:20", "this quote starts a string of several lines: another may be missing before it"},
		{"exec { 'x':\n  command => c:/x.ps1',,\n  cwd => 'y',\n}\n", "2:22", "this quote starts a string of several lines: another may be missing before it"},
		{"exec { 'x':\n  command => /usr/bin/unzip ${x}.zip\",\n  cwd => \"/${y}\",\n}\n", "2:37", "this quote starts a string of several lines: another may be missing before it"},
		{"$a = @(END)\n abc\n", "1:6", "the tag of the heredoc"},
		{"]\n", "", ""},
	} {
		file := parse(test.text, syntax.Options{})
		check(t, file)
		if len(file.Errors) == 0 {
			t.Errorf("%q: no error", test.text)
			continue
		}
		first, place := file.Errors[0], ""
		if first.RelatedMessage != "" {
			at := file.Source.Position(first.Related.Start)
			place = fmt.Sprintf("%d:%d", at.Line, at.Column)
		}
		if place != test.related || first.RelatedMessage != test.message {
			t.Errorf("%q: got %q %q, want %q %q", test.text, place, first.RelatedMessage, test.related, test.message)
		}
	}
}
