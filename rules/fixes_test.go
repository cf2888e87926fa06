package rules

import (
	"testing"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// TestFixesOfOddLayout checks that repeated fixes come to an end, whatever the layout of the code,
// and that code without a fix stays unchanged.
func TestFixesOfOddLayout(t *testing.T) {
	const both, right, ruby = 0, 1, 2
	for _, test := range []struct {
		name       string
		rule       *Rule
		profile    int
		code, want string
	}{
		{"an ensure whose comma is on another line changes places with the first attribute", &ensureFirstParam, both,
			"file { '/a':\n  owner => root,\n  ensure => file\n  ,\n  mode => '0644',\n}\n",
			"file { '/a':\n  ensure => file,\n  owner => root\n  ,\n  mode => '0644',\n}\n"},
		{"an arrow below its key comes up to it", &arrowAlignment, right,
			"file { '/a':\n  ensure  => file,\n  owner\n    => root,\n}\n",
			"file { '/a':\n  ensure => file,\n  owner  => root,\n}\n"},
		{"to puppet-lint (Ruby) it stays on its line", &arrowAlignment, ruby,
			"file { '/a':\n  ensure => file,\n  owner\n    => root,\n}\n",
			"file { '/a':\n  ensure => file,\n  owner\n         => root,\n}\n"},
		{"a key behind another's value goes to a line of its own", &arrowAlignment, both,
			"file { '/a':\n  ensure    => file, owner => root,\n  group => root,\n}\n",
			"file { '/a':\n  ensure => file,\n  owner  => root,\n  group  => root,\n}\n"},
		{"a key behind a hash's end would move with the hash", &arrowAlignment, right,
			"a { 'x':\n  a => { 'a' =>\n  1, b=>2 }, bb => true }\n",
			"a { 'x':\n  a  => { 'a' =>\n  1,\n         b    =>2 },\n  bb => true }\n"},
		{"a key behind a hash's end would move with the hash, for puppet-lint (Ruby)", &arrowAlignment, ruby,
			"a { 'x':\n  a => { 'a' =>\n  1, b=>2 }, bb => true }\n",
			"a { 'x':\n  a  => { 'a' =>\n  1, b        =>2 },\n  bb => true }\n"},
		{"a line on which a heredoc begins is not broken", &arrowAlignment, both,
			"file { 'a':\n  content => @(END), mode => '0644',\n  x y\n  | END\n  owner => 'b',\n}\n",
			"file { 'a':\n  content => @(END), mode => '0644',\n  x y\n  | END\n  owner   => 'b',\n}\n"},
		{"a heredoc may be the last value, with a comma behind it", &arrowAlignment, both,
			"file { 'a':\n  ensure => file,\n  content => @(\"END\"),\n    a ${x} => b\n    | END\n}\nfile { 'b':\n  ensure => file,\n  content => @(END)\n    a\n    | END\n}\n",
			"file { 'a':\n  ensure  => file,\n  content => @(\"END\"),\n    a ${x} => b\n    | END\n}\nfile { 'b':\n  ensure  => file,\n  content => @(END)\n    a\n    | END\n}\n"},
		{"a comment between key and arrow stays", &arrowAlignment, right,
			"a { 'x':\n  a /* c */ => 1,\n  b   => 1,\n}\n",
			"a { 'x':\n  a /* c */ => 1,\n  b         => 1,\n}\n"},
		{"puppet-lint (Ruby) does not see the comment", &arrowAlignment, ruby,
			"a { 'x':\n  a /* c */ => 1,\n  b   => 1,\n}\n",
			"a { 'x':\n  a /* c */ => 1,\n  b => 1,\n}\n"},
		{"an arrow below a line comment is alone", &arrowAlignment, right,
			"a { 'x':\n  abc  => 1,\n  de => 1,\n  b # c\n  => 1,\n}\n",
			"a { 'x':\n  abc => 1,\n  de  => 1,\n  b # c\n  => 1,\n}\n"},
		{"a line comment before an arrow stays", &arrowAlignment, ruby,
			"a { 'x':\n  abc => 1,\n  b # c\n  => 1,\n}\n",
			"a { 'x':\n  abc => 1,\n  b # c\n      => 1,\n}\n"},
		{"an arrow below its key, alone", &spaceBeforeArrow, both,
			"a { 'x': a\n  => 1 }\n", "a { 'x': a => 1 }\n"},
		{"an arrow behind a comment", &spaceBeforeArrow, both,
			"a { 'x': a /* c */=> 1 }\n", "a { 'x': a /* c */ => 1 }\n"},
		{"an arrow below a comment", &spaceBeforeArrow, both,
			"a { 'x': a # c\n  => 1 }\n", "a { 'x': a # c\n  => 1 }\n"},
		{"an arrow alone on its line", &arrowOnRightOperandLine, both,
			"a { 'x': }\n->\nb { 'x': }\n", "a { 'x': }\n-> b { 'x': }\n"},
		{"an arrow between comments", &arrowOnRightOperandLine, both,
			"a { 'x': }\n  -> # c\nb { 'x': }\n", "a { 'x': }\n   # c\n-> b { 'x': }\n"},
		{"undef is no value of a String", &emptyStringAssignment, right,
			"class a (String $b = '', Optional[String] $c = '', $d = '', Enum['', 'x'] $e = '') { }\n",
			"class a (String $b = '', Optional[String] $c = undef, $d = undef, Enum['', 'x'] $e = '') { }\n"},
		{"puppet-lint (Ruby) reads no types", &emptyStringAssignment, ruby,
			"class a (String $b = '') { }\n", "class a (String $b = undef) { }\n"},
		{"ensure moves to the front, with the comments above it", &ensureFirstParam, right,
			"file { 'a':\n  # who\n  owner => 'a', # b\n  mode  => '0644',\n  # what\n  ensure => file, # c\n  group => 'd',\n}\n",
			"file { 'a':\n  # what\n  ensure => file, # c\n  # who\n  owner => 'a', # b\n  mode  => '0644',\n  group => 'd',\n}\n"},
		{"the last attribute gets a comma", &ensureFirstParam, right,
			"file { 'a':\r\n  owner => 'a',\r\n  #mode => '0644',\r\n  ensure => $x ? {\r\n    1 => file,\r\n  } # c\r\n}\r\n",
			"file { 'a':\r\n  ensure => $x ? {\r\n    1 => file,\r\n  }, # c\r\n  owner => 'a',\r\n  #mode => '0644',\r\n}\r\n"},
		{"attributes that share lines are swapped", &ensureFirstParam, both,
			"file { 'a':\n  owner => 'a', group => 'b',\n  mode => '0644', ensure => file;\n 'b': owner => 'a',\n  ensure => file,\n}\n",
			"file { 'a':\n  ensure => file, group => 'b',\n  mode => '0644', owner => 'a';\n 'b': ensure => file,\n  owner => 'a',\n}\n"},
		{"a control comment stays where it is", &ensureFirstParam, both,
			"file { 'a':\n  owner => 'a',\n  group => 'b',\n  ensure => file, # lint:ignore:x\n}\n",
			"file { 'a':\n  ensure => file,\n  group => 'b',\n  owner => 'a', # lint:ignore:x\n}\n"},
		{"puppet-lint (Ruby) swaps attributes", &ensureFirstParam, ruby,
			"file { 'a':\n  owner => 'a',\n  group => 'b',\n  ensure => file,\n}\n",
			"file { 'a':\n  ensure => file,\n  group => 'b',\n  owner => 'a',\n}\n"},
		{"an example in a comment keeps its indentation", &starComments, right,
			"  /*\n  == Example\n\n    # why\n    file { 'a':\n      ensure => file,\n    }\n\n  */\n$a = 1\n",
			"  # == Example\n  #\n  #   # why\n  #   file { 'a':\n  #     ensure => file,\n  #   }\n$a = 1\n"},
		{"stars begin lines, with what follows them indented", &starComments, right,
			"/** one\n *  two\n *    three\n *\n * four */\n", "# one\n#  two\n#    three\n#\n# four\n"},
		{"to puppet-lint (Ruby) indentation is nothing", &starComments, ruby,
			"/*\n  a\n    b\n*/\n", "# a\n# b\n"},
		{"a string stays beside the Boolean", &quotedBooleans, right,
			"$a = $b ? {\n  'true' => 1,\n  true => 1,\n  'false' => 2,\n}\ncase $b {\n  'false', false: { }\n  'true': { }\n  default: { }\n}\n",
			"$a = $b ? {\n  'true' => 1,\n  true => 1,\n  false => 2,\n}\ncase $b {\n  'false', false: { }\n  true: { }\n  default: { }\n}\n"},
		{"a bare word with a dash in a list of titles", &unquotedResourceTitle, both,
			"a { ['x', web-server]: }\n", "a { ['x', 'web-server']: }\n"},
	} {
		for _, asRuby := range []bool{false, true} {
			if test.profile == right && asRuby || test.profile == ruby && !asRuby {
				continue
			}
			text, ended := fix(test.rule, test.code, asRuby)
			if text != test.want || !ended {
				t.Errorf("%s (as Ruby: %v, came to an end: %v): got\n%swant\n%s", test.name, asRuby, ended, text, test.want)
			}
		}
	}
}

// fix applies the rule's fixes until there are none, at most six times. ended reports whether none
// is left.
func fix(rule *Rule, text string, asRuby bool) (fixed string, ended bool) {
	set := NewSet([]Enabled{{Rule: rule}}, Settings{Target: 8, AsRuby: asRuby})
	for range 6 {
		file := syntax.Parse(source.NewFile("a.pp", text), syntax.Options{})
		var fixes []diag.Fix
		for _, finding := range set.CheckFile(file, FileLocation{}) {
			fixes = append(fixes, finding.Fixes...)
		}
		edits, _ := diag.Merge(fixes)
		next := diag.Apply(file.Source, edits[file.Source])
		if next == text {
			return text, true
		}
		text = next
	}
	return text, false
}

// TestBrokenFilesAsRuby checks that the puppet-lint profile reports for a file with a syntax error
// what puppet-lint (Ruby) reports for its tokens.
func TestBrokenFilesAsRuby(t *testing.T) {
	for _, test := range []struct {
		name, code string
		rule       *Rule
		want       int
	}{
		{"an unclosed parenthesis leaves the class without an end", "# A class.\nclass a {\n  f($x,\n  $y = 1\n}\n", &codeOnTopScope, 11},
		{"a class ends where its braces do", "class a {\n  $x = = 1\n}\n", &documentation, 1},
		{"a case reaches to the brace that closes it", "case $x {\n  'a': { } }\n  'b': { }\n  default: { }\n}\n", &caseWithoutDefault, 1},
		{"a case with a default", "$y = = 1\ncase $x {\n  'a': { case $y { 'c': { } } }\n  default: { }\n}\n", &caseWithoutDefault, 1},
	} {
		set := NewSet([]Enabled{{Rule: test.rule}}, Settings{Target: 8, AsRuby: true})
		file := syntax.Parse(source.NewFile("a.pp", test.code), syntax.Options{})
		if len(file.Errors) == 0 {
			t.Fatalf("%s: no syntax error", test.name)
		}
		if found := set.CheckFile(file, FileLocation{}); len(found) != test.want {
			t.Errorf("%s: %d findings, want %d", test.name, len(found), test.want)
		}
	}
}
