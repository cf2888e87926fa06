package taint_test

import (
	"strings"
	"testing"

	"puppet-lint/internal/source"
	"puppet-lint/rules/taint"
	"puppet-lint/syntax"
)

// TestTrace follows the argument of notice() in one file. The path is given as its texts, the
// source first.
func TestTrace(t *testing.T) {
	for _, test := range []struct {
		name string
		kind taint.Kind
		code string
		want string
	}{
		{"a parameter", taint.Text, "define a($b) { notice($b) }", "$b"},
		{"through a variable and a string", taint.Text, "define a($b) {\n$c = \"x ${b}\"\nnotice($c)\n}", "$b"},
		{"a title", taint.Text, "define a() { notice($title) }", "$title"},
		{"a fact", taint.Text, "notice($facts['mine'])", "mine"},
		{"a fact of Puppet's own", taint.Text, "notice($facts['os']['family'])", ""},
		{"a constant", taint.Text, "$a = 'x'\nnotice($a)", ""},
		{"a parameter of a harmless type", taint.Text, "define a(Integer $b) { notice($b) }", ""},
		{"an escaped text", taint.Text, "define a($b) { notice(shell_escape($b)) }", ""},
		{"a branch", taint.Text, "define a($b, $c) {\n$d = $c ? { 1 => 'x', default => $b }\nnotice($d)\n}", "$b"},
		{"a tested text", taint.Text, "define a($b) {\nif $b =~ /\\A[a-z]+\\z/ { notice($b) }\n}", ""},
		{"a branch of if", taint.Text, "define a($b, $c) {\nif $c { $d = $b } else { $d = 'x' }\nnotice($d)\n}", "$b"},
		{"a copying function", taint.Text, "define a($b) { notice(join([$b, 'x'], ',')) }", "$b"},
		{"a method", taint.Text, "define a($b) { notice($b.upcase) }", "$b"},
		{"a block", taint.Text, "define a($b) { $b.each |$c| { notice($c) } }", "$b"},
		{"the result of a block", taint.Text, "define a($b) { notice([1].map |$c| { $b }) }", "$b"},
		{"an element", taint.Text, "define a($b) { notice($b['x']) }", "$b"},
		{"a sum of lists", taint.Text, "define a($b) { notice(['x'] + $b) }", "$b"},
		{"a hash", taint.Text, "define a($b) { notice({ 'x' => $b }['x']) }", "$b"},
		{"hashes merged so often that not all can be looked at", taint.Text, "define a($b) {\n$c = { 'k' => $b }\n$d = merge(" + strings.Repeat("$c, ", 3000) +
			"$c)\n$e = merge(" + strings.Repeat("$d, ", 3000) + "$d)\n$f = merge(" + strings.Repeat("$e, ", 3000) + "$e)\nnotice($f['x'])\n}", ""},
		{"a number of elements", taint.Text, "define a($b) { notice(size($b)) }", ""},
		{"an inline EPP template", taint.Text, "define a($b) { notice(inline_epp('x <%= $b %>')) }", "$b"},
		{"an inline ERB template", taint.Text, "define a($b) { notice(inline_template('x <%= @b %>')) }", "$b"},
		{"a constant template", taint.Text, "define a($b) { notice(inline_template('x <%= 1 %>')) }", ""},
		{"data", taint.Text, "notice(lookup('a::b'))", "lookup"},
		{"data with a type", taint.Text, "notice(lookup('a::b', Integer))", ""},
		{"a function of the file", taint.Text, "function a::f($x) { $x }\ndefine a($b) { notice(a::f($b)) }", ""},
		{"a default", taint.Text, "class a($b = 'x') { notice($b) }", "$b"},
		{"a private class", taint.Text, "class a($b) {\nassert_private()\nnotice($b)\n}", ""},
		{"an allowed value", taint.Text, "define a($b) {\nif $b in ['x', 'y'] { notice($b) }\n}", ""},
		{"an early end", taint.Text, "define a($b) {\nunless $b == 'x' { fail('no') }\nnotice($b)\n}", ""},
		{"a case", taint.Text, "define a($b) {\ncase $b {\n'x': { notice($b) }\n}\n}", ""},
		{"an enumeration", taint.Text, "define a(Enum['x', 'y'] $b) { notice($b) }", ""},
		{"a secret", taint.Secret, "define a($password) { notice($password) }", "$password"},
		{"a secret in a string", taint.Secret, "define a($password) { notice(\"x ${password}\") }", "$password"},
		{"no secret", taint.Secret, "define a($name_of_it) { notice($name_of_it) }", ""},
		{"a wrapped secret", taint.Secret, "define a(Sensitive $password) { notice($password) }", ""},
		{"an unwrapped secret", taint.Secret, "define a(Sensitive $password) { notice($password.unwrap) }", "$password"},
	} {
		file := syntax.Parse(source.NewFile("a.pp", test.code), syntax.Options{})
		var argument syntax.Node
		syntax.Inspect(file.Program, func(node syntax.Node) bool {
			call, isCall := node.(*syntax.CallNamedFunctionExpression)
			if name, ok := nameOf(call, isCall); ok && name == "notice" {
				argument = call.Arguments[0]
			}
			return true
		})
		path := new(taint.Finder).Query(test.kind, func(string) bool { return false }, nil).Trace(file, argument)
		got := ""
		if len(path) > 0 {
			got = path[0].File.Slice(path[0].Span)
		}
		if (got == "") != (test.want == "") || !strings.Contains(got, strings.TrimPrefix(test.want, "$")) && test.want != "" {
			t.Errorf("%s: the path begins at %q, want %q", test.name, got, test.want)
		}
	}
}

// nameOf returns the name of the function that is called.
func nameOf(call *syntax.CallNamedFunctionExpression, isCall bool) (string, bool) {
	if !isCall {
		return "", false
	}
	name, ok := call.Functor.(*syntax.QualifiedName)
	if !ok {
		return "", false
	}
	return name.Value, true
}

func TestSanitizes(t *testing.T) {
	for name, want := range map[string]bool{"shell_escape": true, "notice": false} {
		if got := taint.Sanitizes(name); got != want {
			t.Errorf("Sanitizes(%s) = %t", name, got)
		}
	}
}
