//go:build develop

package main

import "strings"

// The productions of the grammar that repeat or nest. Each becomes a shape: a sequence of many
// elements, a chain of many operands, or a nesting of many levels, of one kind or of two kinds
// alternately.

// sequences are the repeated elements of the grammar, with the text around them.
var sequences = map[string][3]string{
	"statements":               {"class a {\n", "  notice(%[1]d)\n", "}\n"},
	"arguments":                {"notice(", "%[1]d, ", "0)\n"},
	"arguments of a statement": {"include a", ", a%[1]d", "\n"},
	"unfolded arguments":       {"notice(", "*$a, ", "0)\n"},
	"lists in a list":          {"$x = [", "[%[1]d], ", "]\n"},
	"hashes in a list":         {"$x = [", "{a => %[1]d}, ", "]\n"},
	"keys of an access":        {"$x = $y[", "%[1]d, ", "0]\n"},
	"attributes":               {"file { 'a':\n", "  a%[1]d => %[1]d,\n", "}\n"},
	"attributes set twice":     {"file { 'a':\n", "  a%[1]d => 1, a%[1]d => 2,\n", "}\n"},
	"added attributes":         {"File['a'] {\n", "  a%[1]d +> %[1]d,\n", "}\n"},
	"attributes by splat":      {"file { 'a':\n", "  * => $a%[1]d,\n", "}\n"},
	"bodies of a resource":     {"file {\n", "  'a%[1]d': mode => '0644';\n", "}\n"},
	"resource defaults":        {"class a {\n", "  File { mode => '%[1]d' }\n", "}\n"},
	"virtual resources":        {"class a {\n", "  @file { 'a%[1]d': }\n", "}\n"},
	"exported resources":       {"class a {\n", "  @@file { 'a%[1]d': }\n", "}\n"},
	"conditions of a query":    {"File <| title == 'a'", " or title == 'b%[1]d'", " |>\n"},
	"values of a case":         {"case $x { ", "%[1]d, ", "0: { } }\n"},
	"parameters of a lambda":   {"$x.each |", "$a%[1]d, ", "$b| { }\n"},
	"parameters of a define":   {"define d(\n", "  $a%[1]d = %[1]d,\n", ") { }\n"},
	"matches of a node":        {"node ", "'a%[1]d', ", "'b' { }\n"},
	"members of a struct":      {"type T = Struct[{", "a%[1]d => String, ", "}]\n"},
	"members of a variant":     {"type T = Variant[", "Integer[%[1]d, %[1]d], ", "String]\n"},
	"members of an enum":       {"type T = Enum[", "'a%[1]d', ", "'b']\n"},
	"members of a pattern":     {"type T = Pattern[", "/a%[1]d/, ", "/b/]\n"},
	"segments of a name":       {"include a", "::b%[1]d", "\n"},
	"segments of a type":       {"$x = A", "::B%[1]d", "\n"},
	"segments of a variable":   {"$x = $a", "::b%[1]d", "\n"},
	"segments of a class":      {"class a", "::b%[1]d", " { }\n"},
	"segments of a host":       {"node a", ".b%[1]d", " { }\n"},
	"formats of times":         {"$x = strftime('", "%%6000N %%S ", "')\n"},
	"regular expressions":      {"class a ($x) {\n", "  if $x =~ /a%[1]d(b|c)*/ { }\n", "}\n"},
	"escapes":                  {"$x = \"", "\\u{41}\\n\\\\", "\"\n"},
	"expressions in a string":  {"$x = \"", "${f(%[1]d)} ${$a[%[1]d]}", "\"\n"},
	"heredocs on a line":       {"notice(", "@(A%[1]d), ", "0)\n"},
	"blank lines":              {"$x = 1\n", "\n", "$y = 1\n"},
	"block comments":           {"", "/* a */\n", "$x = 1\n"},
	"signs":                    {"", "$", "\n"},
	"unknown characters":       {"", "\\", "\n"},
	"quotes":                   {"$x = ", "'a' ", "\n"},
	"closing brackets":         {"$x = 1 ", ")", "\n"},
	"escaped slashes":          {"$x = ", "/|>>\\", "\n"},
	"cases without options":    {"", "case { ", "\n"},
	"classes in classes":       {"", "class + ", "\n"},
	"open subscripts":          {"", "$[ ", "\n"},
}

// operators are the binary operators.
var operators = []string{
	"or", "and", "<", ">", "<=", ">=", "==", "!=", "=~", "!~", "in", "<<", ">>", "+", "-", "*", "/", "%%", "->", "~>", "<-", "<~", "=", "?", ".",
}

// nestings are the constructs that enclose an expression or a statement: the opening and the
// closing text.
var nestings = map[string][2]string{
	"parentheses":   {"(", ")"},
	"list":          {"[", "]"},
	"hash":          {"{a => ", "}"},
	"call":          {"f(", ")"},
	"statement":     {"include ", ""},
	"access":        {"$x[", "]"},
	"method":        {"$x.f(", ")"},
	"lambda":        {"$x.each |$a| { ", " }"},
	"not":           {"!", ""},
	"minus":         {"-", ""},
	"unfolded":      {"*", ""},
	"if":            {"if $x { ", " }"},
	"test of if":    {"if ", " { }"},
	"else":          {"if $x { } else { ", " }"},
	"unless":        {"unless $x { ", " }"},
	"case":          {"case $x { 1: { ", " } }"},
	"value of case": {"case ", " { default: { } }"},
	"selector":      {"$x ? { 1 => ", " }"},
	"interpolation": {"\"${", "}\""},
	"class":         {"class a { ", " }"},
	"define":        {"define a { ", " }"},
	"node":          {"node a { ", " }"},
	"title":         {"file { ", ": }"},
	"attribute":     {"file { 'a': b => ", " }"},
	"default":       {"File { b => ", " }"},
	"assignment":    {"$x = ", ""},
	"type":          {"Optional[", "]"},
	"struct":        {"Struct[{a => ", "}]"},
}

// The lengths of the shapes. Four times as much is still below the parser's limits.
const (
	sequenceLength = 3000
	chainLength    = 375
	nestingDepth   = 75
)

// ofGrammar returns the shapes that follow from the productions. If pairs is true, it includes
// each nesting within each other one.
func ofGrammar(pairs bool) (made []shape) {
	for _, name := range sortedKeys(sequences) {
		one := sequences[name]
		made = append(made, shape{name, sequenceLength, within(one[0], one[1], one[2])})
	}
	for _, operator := range operators {
		made = append(made, shape{"chain of " + strings.ReplaceAll(operator, "%%", "%"), chainLength, within("$x = $y", " "+operator+" $a%[1]d", "\n")})
	}
	names := sortedKeys(nestings)
	for i, outer := range names {
		made = append(made, shape{"nested " + outer, nestingDepth, nested(nestings[outer])})
		for _, inner := range names[i+1:] {
			if pairs {
				made = append(made, shape{"nested " + outer + " and " + inner, nestingDepth / 2, nested(nestings[outer], nestings[inner])})
			}
		}
	}
	return made
}

// nested returns a value in many levels of some kinds, alternately.
func nested(kinds ...[2]string) func(int) string {
	return func(count int) string {
		var before, after string
		for _, kind := range kinds {
			before, after = before+kind[0], kind[1]+after
		}
		return strings.Repeat(before, count) + "1" + strings.Repeat(after, count) + "\n"
	}
}
