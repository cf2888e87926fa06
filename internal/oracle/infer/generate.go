//go:build develop

package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// calls are functions with valid arguments. A snippet becomes invalid when one of them is
// changed. fail() is not included, since it always fails, nor is realize(), which needs a
// catalog.
var calls = []string{
	"abs(-5)", "all([1, 2]) |$x| { $x > 0 }", "any([1, 2]) |$x| { $x > 1 }", "assert_type(Integer, 5)", "binary_file('/etc/hostname')",
	"call('size', [1])", "camelcase('a_b')", "capitalize('abc')", "ceiling(1.5)", "chomp('a')", "chop('ab')", "compare('a', 'b')",
	"convert_to('5', Integer)", "dig({'a' => [1]}, 'a', 0)", "digest('a')", "downcase('AB')", "each([1, 2]) |$x| { $x }", "empty('')",
	"filter([1, 2]) |$x| { $x > 1 }", "flatten([1, [2]])", "floor(1.5)", "fqdn_rand(10)", "get({'a' => 1}, 'a')", "getvar('facts.a')",
	"group_by([1, 2]) |$x| { $x % 2 }", "index([1, 2]) |$x| { $x == 2 }", "inline_epp('<%= 1 %>')", "inline_template('a')", "join(['a', 'b'], ',')",
	"keys({'a' => 1})", "length('abc')", "lest(undef) || { 1 }", "lstrip(' a')", "map([1, 2]) |$x| { $x * 2 }", "match('abc', /b/)", "max(1, 2)",
	"md5('a')", "min(1, 2)", "new(Integer, '5')", "next(1)", "partition([1, 2]) |$x| { $x > 1 }", "reduce([1, 2]) |$m, $x| { $m + $x }",
	"regsubst('abc', 'b', 'x')", "reverse_each([1, 2])", "round(1.5)", "rstrip('a ')", "sha1('a')", "sha256('a')",
	"shellquote('a b')", "size([1])", "slice([1, 2, 3], 2)", "sort([2, 1])", "split('a,b', ',')", "sprintf('%d', 5)", "step([1, 2, 3], 2)",
	"strftime(Timespan('0-01:00:00'), '%H')", "strip(' a ')", "then(1) |$x| { $x }", "tree_each([1, [2]]) |$p, $v| { $v }", "type(5)",
	"unique([1, 1])", "unwrap(Sensitive('a'))", "upcase('a')", "values({'a' => 1})", "versioncmp('1.0', '2.0')", "with(1) |$x| { $x }",
	"annotate(Object[{name => 'A'}])", "defined('notify')", "include('settings')", "lookup('a', Integer, 'first', 5)",
	"notice('a')", "tagged('a')", "tag('a')", "create_resources('notify', {'a' => {}})", "require('settings')",
	"Integer('5')", "Float('1.5')", "Numeric('5')", "String(5)", "Boolean('true')", "Array({'a' => 1})", "Hash([['a', 1]])", "Timespan(5)",
	"Timestamp('2020-01-01')", "SemVer('1.2.3')", "SemVerRange('>=1.0.0')", "Regexp('a')", "Binary('YWJj')", "URI('http://a')", "Sensitive('a')",
	"Integer('ff', 16)", "String(255, '%x')", "Struct[{a => Integer}]({'a' => 1})", "Tuple[Integer]([1])", "Integer[1, 5](3)",
}

// wrongs are replacements for arguments.
var wrongs = []string{
	"5", "-1", "0", "2.5", "'abc'", "''", "true", "undef", "default", "[]", "[1, 'a']", "[[1, 2], 3]", "{}", "{'a' => 1}", "{'x' => {'y' => 2}}",
	"Integer", "String[1]", "/a/", "/é/", "Sensitive('s')", "Notify['a']", "Timestamp(0)", "Timespan(60)", "SemVer('1.2.3')", "'1.2.x'", "'%d %s'", "'12'", "'0x1g'",
}

// blocks are replacements for lambdas.
var blocks = []string{
	"|$a, $b, $c| { $a }", "|| { 1 }", "|$x| { $x + 'a' }", "|String $x| { $x }", "|Integer $x| { $x }", "|$a, $b| { $a }", "|*$r| { $r }", "",
	"|$x, $z = 1| { $z }", "|Hash $h| { $h }",
}

// generateCalls returns snippets that call functions: valid calls, and calls with an argument
// or the lambda changed, removed or added.
func generateCalls(seed uint64, count int) []string {
	random := rand.New(rand.NewPCG(seed, 7))
	pick := func(from []string) string { return from[random.IntN(len(from))] }
	snippets := append([]string{}, calls...)
	for len(snippets) < count {
		name, arguments, block := takeApart(pick(calls))
		for range 1 + random.IntN(2) {
			at := random.IntN(len(arguments) + 1)
			switch choice := random.IntN(10); {
			case choice < 6 && at < len(arguments):
				arguments[at] = pick(wrongs)
			case choice == 6 && at < len(arguments):
				arguments = append(arguments[:at:at], arguments[at+1:]...)
			case choice == 7:
				arguments = append(arguments, pick(wrongs))
			default:
				block = pick(blocks)
			}
		}
		snippet := fmt.Sprintf("%s(%s) %s", name, strings.Join(arguments, ", "), block)
		if len(arguments) > 0 && name[0] >= 'a' && random.IntN(4) == 0 {
			snippet = fmt.Sprintf("%s.%s(%s) %s", arguments[0], name, strings.Join(arguments[1:], ", "), block)
		}
		snippet = strings.TrimSpace(snippet)
		if random.IntN(3) == 0 {
			snippet = "$v = " + snippet + "\n$v"
		}
		snippets = append(snippets, snippet)
	}
	return snippets
}

// takeApart splits a call of calls into its parts.
func takeApart(call string) (name string, arguments []string, block string) {
	open := strings.IndexByte(call, '(')
	depth, start := 0, open+1
	for i := 0; i < len(call); i++ {
		switch call[i] {
		case '(', '[', '{':
			depth++
		case ']', '}':
			depth--
		case ',':
			if depth == 1 && i > open {
				arguments, start = append(arguments, strings.TrimSpace(call[start:i])), i+1
			}
		case ')':
			if depth--; depth == 0 {
				if last := strings.TrimSpace(call[start:i]); last != "" {
					arguments = append(arguments, last)
				}
				return call[:open], arguments, strings.TrimSpace(call[i+1:])
			}
		}
		if i < open {
			depth = 0
		}
	}
	return call[:open], nil, ""
}
