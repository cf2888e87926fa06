//go:build develop

package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// shape is a file with count elements of one kind.
type shape struct {
	name  string
	count int
	text  func(count int) string
}

var shapes = []shape{
	{"resources", 5000, class("", "  file { '/tmp/%[1]d': ensure => file, require => File['/tmp/%[2]d'] }\n")},
	{"titles of one resource", 8000, within("class a { file { [", "'/%[1]d',", "]: ensure => file } }\n")},
	{"duplicate resources", 3000, class("", "  file { '/a': }\n")},
	{"overrides", 3000, class("", "  file { '/%[1]d': }\n  File['/%[1]d'] { mode => '0644' }\n")},
	{"overrides of another type", 3000, class("", "  file { '/%[1]d': }\n  Package['/%[1]d'] { ensure => present }\n  f%[1]d()\n")},
	{"relationships", 3000, within("class a {\n  File['/0']", " -> File['/%[1]d']", "\n}\n")},
	{"branches of a case", 5000, within("class a ($b) { case $b {\n", "  'v%[1]d': { notice(%[1]d) }\n", "  default: {}\n}}\n")},
	{"options of a selector", 5000, within("class a ($b) { $c = $b ? {\n", "  'v%[1]d' => %[1]d,\n", "  default => 0\n}}\n")},
	{"elsifs", 500, within("class a ($x) { if $x == 0 { }\n", "  elsif $x =~ Array[Integer[%[1]d]] { notice($x) }\n", "}\n")},
	{"conditions", 4000, class("Boolean $x", "  if $x { $v%[1]d = %[1]d } else { $v%[1]d = 'a' }\n")},
	{"conditional variables", 2000, class("Boolean $x", "  if $x and $y%[1]d { $v%[1]d = 1 }\n  notice($v%[1]d)\n")},
	{"narrowings", 1500, class("$x", "  if $x =~ String[%[1]d] { notice($x) } elsif $x =~ Integer[%[1]d] { warning($x) }\n")},
	{"operands of and", 2000, within("class a ($x) { if $x", " and $x != %[1]d", " { notice($x) } }\n")},
	{"operands of plus", 1500, within("class a { $x = [0]", " + [%[1]d]", " }\n")},
	{"merged hashes", 1000, within("class a { $x = {}", " + { k%[1]d => 1 }", " }\n")},
	{"parameters", 1500, func(count int) string {
		return repeat(count, "class a (\n", "  String $p%[1]d = 'x',\n", "") + repeat(count, ") {\n", "  notice($p%[1]d)\n", "}\n")
	}},
	{"elements of an array", 25000, within("class a { $x = [", "'%[1]d',", "] }\n")},
	{"entries of a hash", 10000, within("class a { $x = {", "'k%[1]d' => %[1]d,\n", "} }\n")},
	{"interpolations", 10000, within("class a ($b) { $x = \"", "${b} x", "\" }\n")},
	{"strings on one line", 8000, within("# é\nclass a { ", "$a%[1]d = \"é\" ", "}\n")},
	{"heredocs", 3000, class("$x", "  $h%[1]d = @(\"END\")\n    text ${x}\n    | END\n")},
	{"comments", 40000, within("", "# x\n", "class a {}\n")},
	{"commented lines", 8000, class("", "  $a%[1]d = 1 # x\n")},
	{"comments that suppress", 5000, class("", "  $a%[1]d = \"x\" # lint:ignore:double_quoted_strings\n")},
	{"blocks that suppress", 3000, class("", "  # lint:ignore:double_quoted_strings\n  $a%[1]d = \"x\"\n  # lint:endignore\n")},
	{"nodes", 4000, within("class a {}\n", "node 'n%[1]d.example.com' { include a }\n", "")},
	{"classes", 2000, within("", "class a%[1]d { include a%[2]d }\n", "")},
	{"functions", 1000, within("", "function f%[1]d($x) { f%[2]d(f%[2]d($x)) }\n", "")},
	{"type aliases", 2000, within("type A0 = String\n", "type A%[1]d = Variant[A%[2]d, Integer[%[1]d]]\n", "")},
	{"defined types", 1500, within("", "define d%[1]d ($a, $b = 1) { d%[2]d { $title: a => $a } }\n", "")},
	{"collectors", 3000, class("", "  @user { 'u%[1]d': tag => 'x' }\n  User <| tag == 'x' and title == 'u%[1]d' |> { uid => %[1]d }\n")},
	{"syntax errors", 3000, within("", "class { file { ) }\n", "")},
	{"classes before an error", 3000, within("", "class c%[1]d { include c%[2]d }\n", "class { file { ) }\n")},
	{"calls that end before an error", 2000, within("", "if $x%[1]d { fail('a') }\nnotice(%[1]d)\n", "class { file { ) }\n")},
	{"unknown names", 3000, class("", "  nothing::at_all%[1]d($none%[1]d)\n  include nowhere%[1]d\n")},
	{"misspelt titles", 2000, class("", "  file { '/srv/%[1]d/name': }\n  notify { 'b%[1]d': require => File['/srv/%[1]d/naem'] }\n")},
	{"documented parameters", 1500, func(count int) string {
		return repeat(count, "# A class.\n#\n", "# @param p%[1]d\n#   One of many.\n", "") + repeat(count, "class a (\n", "  String $p%[1]d = undef,\n", ") {}\n")
	}},
	{"unclosed brackets", 5000, within("$x = ", "[", "")},
	{"nested blocks", 150, within("class a ($x) { ", "if $x { ", "")},
	{"tabs and trailing blanks", 8000, class("", "\t\t$a%[1]d=>1  \n")},
	{"arrows", 8000, within("class a { $x = {\n", "  'k%[1]d'  => %[1]d, 'long_key%[1]d' =>1,\n", "} }\n")},
	{"chained calls", 300, within("class a ($x) { $x", ".map |$v%[1]d| { $v%[1]d }", " }\n")},
}

// damaged returns the shapes, each before a syntax error.
func damaged(shapes []shape) []shape {
	changed := make([]shape, len(shapes))
	for i, one := range shapes {
		changed[i] = shape{one.name, one.count, func(count int) string { return one.text(count) + "\nclass { file { ) }\n" }}
	}
	return changed
}

// class returns a class with the parameters and a body of many lines.
func class(parameters, line string) func(int) string {
	return within("# A class.\nclass a ("+parameters+") {\n", line, "}\n")
}

// within returns a function that repeats the text each between before and after. In each, %[1]d is
// the number of the element, from 1 on, and %[2]d the previous number.
func within(before, each, after string) func(int) string {
	return func(count int) string { return repeat(count, before, each, after) }
}

func repeat(count int, before, each, after string) string {
	var text strings.Builder
	text.WriteString(before)
	for i := range count {
		text.WriteString(fill(each, i+1))
	}
	text.WriteString(after)
	return text.String()
}

// fill fills the number of an element into a text.
func fill(text string, number int) string {
	switch {
	case strings.Contains(text, "%[2]d"):
		return fmt.Sprintf(text, number, number-1)
	case strings.Contains(text, "%[1]d"):
		return fmt.Sprintf(text, number)
	}
	return text
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
