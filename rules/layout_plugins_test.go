package rules

import (
	"testing"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

func TestTrailingComma(t *testing.T) {
	runPluginCases(t, &trailingComma, []pluginCase{
		{"resources", "file { 'a':\n  b => 1\n}\n", "2:9", "file { 'a':\n  b => 1,\n}\n"},
		{"classes and defaults", "class { 'a':\n  b => 1\n}\nFile {\n  c => 1\n}\n", "2:9 5:9", "class { 'a':\n  b => 1,\n}\nFile {\n  c => 1,\n}\n"},
		{"one line", "file { 'a': b => 1 }\n$x = [1, 2]\n$y = { 'a' => 1 }\n", "", ""},
		{"bodies that a semicolon ends", "file { 'a':\n  b => 1;\n}\n", "", ""},
		{"the last of several bodies", "file {\n  'a':\n    b => 1;\n  'c':\n    d => 1\n}\n", "5:11", "file {\n  'a':\n    b => 1;\n  'c':\n    d => 1,\n}\n"},
		{"arrays and hashes, nested", "$x = {\n  'a' => [\n    1\n  ]\n}\n", "4:4 3:6", "$x = {\n  'a' => [\n    1,\n  ],\n}\n"},
		{"closed on the same line", "$x = ['a',\n  'b']\n", "", ""},
		{"references and types", "Foo {\n  require => File[\n    'a'\n  ],\n}\n$x =~ Enum[\n  'a'\n]\n", "", ""},
		{"nothing in it", "foo { 'a':\n}\n$x = [\n]\n", "", ""},
		{"splat", "foo { 'a':\n  * => $x\n}\n", "2:10", "foo { 'a':\n  * => $x,\n}\n"},
		{"a comment or blanks behind it", "foo { 'a':\n  b => 1 # c\n}\n$x = [\n  1  \n]\n", "2:9 5:4", "foo { 'a':\n  b => 1, # c\n}\n$x = [\n  1,  \n]\n"},
		{"a comment below it", "foo { 'a':\n  b => 1\n  # c\n}\n", "2:9", "foo { 'a':\n  b => 1,\n  # c\n}\n"},
		{"heredocs", "file { 'a':\n  b => @(\"E\")\n    x ${y}\n    | E\n}\nfile { 'c':\n  b => @(E),\n    x\n    | E\n}\n", "2:14",
			"file { 'a':\n  b => @(\"E\"),\n    x ${y}\n    | E\n}\nfile { 'c':\n  b => @(E),\n    x\n    | E\n}\n"},
		{"a call within", "foo { 'a':\n  b => f(\n    1\n  )\n}\n", "4:4", "foo { 'a':\n  b => f(\n    1\n  ),\n}\n"},
		{"arguments without braces", "f(\n  'a' => 1\n)\n", "", ""},
		{"carriage returns", "$x = [\r\n  1\r\n]\r\n", "2:4", "$x = [\r\n  1,\r\n]\r\n"},
	})
}

func TestManifestWhitespace(t *testing.T) {
	runPluginCases(t, &manifestWhitespaceArrowsSingleSpaceAfter, []pluginCase{
		{"none, two, a line end", "$x = { a =>1, b =>  2, c => 3, d =>\n  4 }\n", "1:12 1:19 1:36", "$x = { a => 1, b => 2, c => 3, d =>\n  4 }\n"},
	})
	runPluginCases(t, &manifestWhitespaceClassNameSingleSpaceBefore, []pluginCase{
		{"blanks and lines", "class  a { }\ndefine\n  b { }\nclass c { }\n", "1:6 2:7", "class a { }\ndefine b { }\nclass c { }\n"},
	})
	runPluginCases(t, &manifestWhitespaceClassNameSingleSpaceAfter, []pluginCase{
		{"what follows", "class a{ }\nclass b($c) { }\nclass d  inherits e { }\ndefine f\n{ }\nclass g { }\n", "1:7 2:7 3:7 4:8",
			"class a { }\nclass b ($c) { }\nclass d inherits e { }\ndefine f { }\nclass g { }\n"},
		{"a comment stays", "class a # b\n{ }\nclass b# c\n{ }\n", "", ""},
	})
	runPluginCases(t, &manifestWhitespaceInheritsNameSingleSpaceBefore, []pluginCase{
		{"lines", "class a inherits\n  b { }\nclass c inherits d { }\n", "1:17", "class a inherits b { }\nclass c inherits d { }\n"},
	})
	runPluginCases(t, &manifestWhitespaceOpeningBraceBefore, []pluginCase{
		{"none, two, a line end", "class a($b){\n  if $b  { }\n  unless $b\n  { }\n}\n", "1:12 2:10 4:3", "class a($b) {\n  if $b { }\n  unless $b { }\n}\n"},
		{"lists and arguments", "$x = [{ a => 1 }, { b => 2 }]\nf({ a => 1 })\n$y = [\n  { a => 1 },\n  { b => 1 },\n]\n", "", ""},
		{"behind a parenthesis", "f( { a => 1 })\n", "1:4", "f({ a => 1 })\n"},
		{"comments and case options", "class a # b\n{\n  case $x {\n    1:   { }\n    2:\n      { }\n  }\n}\n", "", ""},
		{"selectors", "$x = $y ?{ default => 1 }\n", "1:10", "$x = $y ? { default => 1 }\n"},
		{"strings are no braces", "f(\"a${b}\", '{', /a{2}/)\n", "", ""},
		{"splat of a hash", "f(*{ a => 1 })\n", "", ""},
	})
	runPluginCases(t, &manifestWhitespaceOpeningBraceAfter, []pluginCase{
		{"none and two", "$x = {a => 1 }\n$y = {  a => 1 }\n$z = {}\n", "1:7 2:7", "$x = { a => 1 }\n$y = { a => 1 }\n$z = {}\n"},
		{"an empty line", "class a {\n\n  $b = 1\n}\n", "2:1", "class a {\n  $b = 1\n}\n"},
		{"several", "class a {\n\n\n  $b = 1\n}\n", "2:1", "class a {\n  $b = 1\n}\n"},
		{"glued brackets", "$x = {[1] => {{} => 1 } }\n", "", ""},
		{"a comment", "class a { # b\n  $b = 1\n}\nclass c {# d\n}\n", "4:10", "class a { # b\n  $b = 1\n}\nclass c { # d\n}\n"},
	})
	runPluginCases(t, &manifestWhitespaceOpeningBracketBefore, []pluginCase{
		{"none, two", "$x =[1]\n$y =  [1]\n$z = [1]\n", "1:5 2:7", "$x = [1]\n$y = [1]\n$z = [1]\n"},
		{"indexes", "f($x[1][2], $x['a'], \"${x['a']}\", File['a'], $x.keys[0], Array[String], foo(1)[0])\n", "", ""},
		{"lists in lists", "f([[1], [2]], [\n  [1],\n  [2],\n])\n", "", ""},
		{"a statement of its own", "include a\n\n['b'].each |$i| { }\n\n$c = 1\n['d'].each |$i| { }\nif $x { ['e'].each |$i| { } }\n", "", ""},
		{"titles", "package { ['a', 'b']: }\npackage {\n  ['c']: ;\n  ['d']: ;\n}\n", "", ""},
		{"on the next line", "$x =\n  [1]\n", "2:3", "$x = [1]\n"},
		{"comments", "$x = { # a\n  ['b'] => 1 }\n", "", ""},
	})
	runPluginCases(t, &manifestWhitespaceOpeningBracketAfter, []pluginCase{
		{"blanks", "$x = [ 1]\n$y = File[ 'a']\n$z = [ ]\n", "1:7 2:11 3:7", "$x = [1]\n$y = File['a']\n$z = []\n"},
		{"lines", "$x = [\n\n  1,\n]\n$y = [\n  1,\n]\n", "2:1", "$x = [\n  1,\n]\n$y = [\n  1,\n]\n"},
		{"a comment", "$x = [ # a\n  1,\n]\n", "", ""},
	})
	runPluginCases(t, &manifestWhitespaceClosingBraceBefore, []pluginCase{
		{"none and two", "$x = { a => 1}\n$y = { a => 1  }\n$z = { }\n$q = {}\n", "1:14 2:14 3:7", "$x = { a => 1 }\n$y = { a => 1 }\n$z = {}\n$q = {}\n"},
		{"an empty line", "class a {\n  $b = 1\n\n}\n", "2:9", "class a {\n  $b = 1\n}\n"},
		{"behind a heredoc", "class a {\n  $b = @(E)\n    x\n    | E\n}\n", "", ""},
		{"an empty line behind a heredoc", "class a {\n  $b = @(E)\n    x\n    | E\n\n}\n", "5:1", "class a {\n  $b = @(E)\n    x\n    | E\n}\n"},
		{"comments", "class a {\n  # b\n}\n", "", ""},
		{"interpolation", "f(\"${a}\")\n", "", ""},
	})
	runPluginCases(t, &manifestWhitespaceClosingBraceAfter, []pluginCase{
		{"punctuation", "$x = [{ a => 1 } , { b => 1 }]\nf({ a => 1 } )\n", "1:17 2:13", "$x = [{ a => 1 }, { b => 1 }]\nf({ a => 1 })\n"},
		{"glued", "if $x { }else { }\n", "1:10", "if $x { } else { }\n"},
		{"method calls", "$x = { a => 1 }.f\n$y = $z.map |$a| { 1 }.f\n", "", ""},
		{"comments and lines", "if $x { } # y\nelse { }\n", "", ""},
	})
	runPluginCases(t, &manifestWhitespaceClosingBracketBefore, []pluginCase{
		{"blanks and lines", "$x = [1 ]\n$y = [\n  1,\n\n]\n$z = [\n  1,\n]\n$q = [ ]\n", "1:8 3:5", "$x = [1]\n$y = [\n  1,\n]\n$z = [\n  1,\n]\n$q = [ ]\n"},
	})
	runPluginCases(t, &manifestWhitespaceClosingBracketAfter, []pluginCase{
		{"glued and apart", "File['a']->File['b']\n$x = [[1] , 2]\n$y = $z[1] + $q[2][3]\nf(\"${a[1]}\")\n", "1:10 2:10", "File['a'] ->File['b']\n$x = [[1], 2]\n$y = $z[1] + $q[2][3]\nf(\"${a[1]}\")\n"},
	})
	runPluginCases(t, &manifestWhitespaceTwoEmptyLines, []pluginCase{
		{"each of them", "$a = 1\n\n\n\n$b = 1\n\n$c = 1\n", "3:1 4:1", "$a = 1\n\n$b = 1\n\n$c = 1\n"},
		{"with blanks in them", "$a = 1\n  \n  \n$b = 1\n", "3:3", "$a = 1\n  \n$b = 1\n"},
		{"the edges of the file have rules of their own", "\n\n\n$a = 1\n\n\n\n", "", ""},
		{"strings and heredocs", "$a = '\n\n\n'\n$b = @(E)\n\n\n\n  | E\n", "", ""},
	})
	runPluginCases(t, &manifestWhitespaceNewlineBeginningOfFile, []pluginCase{{"each", "\n\n$a = 1\n", "1:1 2:1", "$a = 1\n"}})
	runPluginCases(t, &manifestWhitespaceMissingNewlineEndOfFile, []pluginCase{
		{"none", "$a = 1", "1:6", "$a = 1\n"},
		{"as the file's others", "$a = 1\r\n$b = 1", "2:6", "$a = 1\r\n$b = 1\r\n"},
		{"an empty file", "", "", ""},
		{"behind a heredoc", "$a = @(E)\n  x\n  | E\n", "", ""},
	})
	runPluginCases(t, &manifestWhitespaceDoubleNewlineEndOfFile, []pluginCase{
		{"each", "$a = 1\n\n\n", "3:1 2:1", "$a = 1\n"},
		{"behind a heredoc", "$a = @(E)\n  x\n  | E\n\n", "4:1", "$a = @(E)\n  x\n  | E\n"},
	})
	runPluginCases(t, &emptyLinesAroundBody, []pluginCase{
		{"every block", "class a {\n\n  if $b {\n\n    $c = 1\n  } elsif $d {\n    $e = 1\n\n  } else {\n\n    $f = 1\n  }\n\n}\n", "2:1 13:1 4:1 8:1 10:1",
			"class a {\n  if $b {\n    $c = 1\n  } elsif $d {\n    $e = 1\n  } else {\n    $f = 1\n  }\n}\n"},
		{"resources and hashes are no blocks", "foo { 'a':\n\n  b => {\n\n    'c' => 1,\n  },\n}\n", "", ""},
	})
}

func TestStrictIndent(t *testing.T) {
	for _, test := range []struct{ name, code string }{
		{"parameters of all shapes", "class a (\n  $arg1 = 1,\n  $arg2 =\n    2,\n  $arg3 = [\n    1,\n  ],\n  $arg4 = {\n    1 => 2,\n  },\n  $arg5 = (\n    1 + 1\n  ),\n) {\n  $x = 1\n}\n"},
		{"attributes", "file { '/abc':\n  ensure  => 'file',\n  content =>\n    file('abc'),\n  require => [\n    File['def'],\n  ],\n}\n"},
		{"several bodies", "file {\n  [\n    '/def',\n  ]:\n    ensure  => 'directory';\n\n  'ghi':\n    ensure  => 'file',\n    content => $x ? {\n      'a'     => 'b',\n      default => 'c',\n    };\n\n  [\n    'mno',\n  ]:\n    content => (\n      'stuff'\n    );\n}\n"},
		{"semicolons alone", "file {\n  default:\n    ensure => file,\n  ;\n  ['a', 'b']:\n    # use all defaults\n  ;\n  ['c']:\n    mode => '0644',\n  ;\n}\n"},
		{"brackets that close together", "$c = epp('file.epp',{\n  'options' => '124',\n})\n\n$d = epp(\n  'file.epp',{\n    'options' => '124',\n})\n\n$e = epp('file.epp',{\n    'options' => '124',\n  }\n)\n"},
		{"collectors", "Foo <<|\n  tag == 'foo'\n|>>\n\nFoo <|\n  tag == 'foo'\n|>\n"},
		{"heredocs", "$v = @(EOT)\n  text\n  | EOT\n\ncase $x {\n  'debian': {\n    $g = @(\"EOT\")\n      Hello\n      ${x}\n      | EOT\n  }\n}\nfile { 'a':\n  content => f(@(HERE)),\n    text\n    | HERE\n}\n"},
		{"heredocs with something in braces", "class a {\n  $x = @(\"EOT\")\n    '${y}'\n    )\n    | EOT\n}\n"},
		{"an arrow below a comment stands where arrows do", "foo { 'a':\n  b # c\n        => 1,\n  ddddd => 2,\n}\n"},
		{"comments stand where they like", "class a {\n# b\n      # c\n  $d = 1\n}\n"},
		{"a string over several lines is one", "class a {\n  notify { 'b\n    c': }\n\n  $d = 'e\nf'\n  g { 'h':\n    i => \"j\n\",\n  }\n}\n"},
	} {
		t.Run("right/"+test.name, func(t *testing.T) {
			runPluginCases(t, &strictIndent, []pluginCase{{test.name, test.code, "", ""}})
		})
	}
	runPluginCases(t, &strictIndent, []pluginCase{
		{"aligned elements", "class a (\n) {\n  file { 'this':\n    ensure  => 'present',\n    require => [ 'abc',\n                 'def', ],\n  }\n}\n", "6:1",
			"class a (\n) {\n  file { 'this':\n    ensure  => 'present',\n    require => [ 'abc',\n    'def', ],\n  }\n}\n"},
		{"a collector", "Foo <|\ntag == 'foo'\n|>\n", "2:1", "Foo <|\n  tag == 'foo'\n|>\n"},
		{"a semicolon alone", "file {\n  default:\n    ensure => file,\n;\n}\n", "4:1", "file {\n  default:\n    ensure => file,\n  ;\n}\n"},
		{"a heredoc", "$v = @(EOT)\n    text\n   | EOT\n", "2:1", ""},
		{"tabs", "class a {\n\t$b = 1\n}\n", "2:1", "class a {\n  $b = 1\n}\n"},
		{"templates and broken files are left alone", "class a {\n$b = \n}\n", "", ""},
	})
	code := "class a {\n    $b = 1\n}\n"
	file := syntax.Parse(source.NewFile("init.pp", code), syntax.Options{})
	wide := []Enabled{{Rule: &strictIndent, Options: map[string]any{"chars_per_indent": 4}}}
	if found := NewSet(wide, Settings{}).CheckFile(file, FileLocation{}); len(found) != 0 {
		t.Errorf("four blanks a step: %v", found)
	}
	if got := fixAll(t, &strictIndent, diag.Example{Code: "$x = {\n'a' => [\n1\n],\n}\n"}); got != "$x = {\n  'a' => [\n    1\n  ],\n}\n" {
		t.Errorf("fixed to\n%s", got)
	}
}
