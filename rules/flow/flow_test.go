package flow

import (
	"fmt"
	"strings"
	"testing"

	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

func TestOf(t *testing.T) {
	for _, test := range []struct{ name, code, want string }{
		{"a class sees its own variables", "class a($p) { $x = $p; notice($x, $y, $::z) }", "a: p=1 x=1; unresolved: y ::z"},
		{"a lambda sees what is around it", "class a { $x = 1; [1].each |$e| { $y = $x; notice($y, $e) } }", "a: x=1; lambda: e=1 y=1"},
		{"a lambda's variable hides one outside from then on", "class a { $x = 1; [1].each |$e| { $x = $x + $e; notice($x) } }", "a: x=1; lambda: e=1 x=1"},
		{"blocks of conditions open no scope", "class a($p) { if $p { $x = 1 } else { $x = 2 } notice($x) }", "a: p=1 x=1"},
		{"lists are taken apart", "class a { [$x, [$y]] = [1, [2]]; notice($x) }", "a: x=1 y=0"},
		{"defaults read other parameters", "class a($p, $q = $p) { }", "a: p=1 q=0"},
		{"strings and heredocs read", "class a($p, $q) { notice(\"${p} ${q[1]}\") }", "a: p=1 q=1"},
		{"functions see nothing around them", "$top = 1\nfunction f() { $top }", "top: top=0; f: ; unresolved: top"},
		{"templates are remembered", "class a { [1].each |$e| { template('a') } }", "a: !; lambda: e=0 !"},
	} {
		analysis := Of(syntax.Parse(source.NewFile("a.pp", test.code), syntax.Options{}))
		if got := describe(analysis); got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.name, got, test.want)
		}
	}
}

func describe(analysis *Analysis) string {
	var parts []string
	for i, scope := range analysis.Scopes {
		name := "top"
		switch node := scope.Node.(type) {
		case *syntax.HostClassDefinition:
			name = node.Name
		case *syntax.FunctionDefinition:
			name = node.Name
		case *syntax.LambdaExpression:
			name = "lambda"
		}
		words := []string{}
		for _, variable := range scope.Variables {
			words = append(words, fmt.Sprintf("%s=%d", variable.Name, len(variable.Reads)))
		}
		if len(scope.Openers) > 0 {
			words = append(words, "!")
		}
		if i > 0 || len(words) > 0 {
			parts = append(parts, name+": "+strings.Join(words, " "))
		}
	}
	if len(analysis.Unresolved) > 0 {
		unresolved := "unresolved:"
		for _, read := range analysis.Unresolved {
			unresolved += " " + read.Name
		}
		parts = append(parts, unresolved)
	}
	return strings.Join(parts, "; ")
}

func TestMayHoldAnyText(t *testing.T) {
	aliases := syntax.Parse(source.NewFile("b.pp", "type My::Text = Optional[My::Name]\ntype My::Name = String[1]\ntype My::Mode = Enum['a']\ntype My::Loop = Array[My::Loop]\n"), syntax.Options{})
	aliasOf := func(name string) syntax.Node {
		for _, definition := range aliases.Program.Definitions {
			if alias := definition.(*syntax.TypeAlias); alias.Name == name {
				return alias.TypeExpr
			}
		}
		return nil
	}
	for text, want := range map[string]bool{
		"String": true, "String[1]": true, "Optional[String]": true, "Any": true, "Array[String]": true, "Hash[String, Integer]": true,
		"Variant[Integer, String]": true, "Enum['a']": false, "Integer": false, "Pattern[/a/]": false, "Stdlib::Absolutepath": false,
		"Optional[Enum['a', 'b']]": false, "Array[Integer]": false, "Boolean": false, "Array": true, "Sensitive[String]": true,
		"My::Text": true, "Array[My::Text]": true, "My::Mode": false, "My::Loop": false, "Struct[{name => My::Text}]": true, "Struct[{name => My::Mode}]": false,
	} {
		file := syntax.Parse(source.NewFile("a.pp", "type A = "+text+"\n"), syntax.Options{})
		if got := MayHoldAnyText(file.Program.Definitions[0].(*syntax.TypeAlias).TypeExpr, aliasOf); got != want {
			t.Errorf("%s: got %v", text, got)
		}
	}
}

// TestFound lists the resources, overrides and calls of a file, and looks variables up.
func TestFound(t *testing.T) {
	code := "class a ($p1, $p2, $p3, $p4, $p5, $p6, $p7, $p8, $p9) {\n" +
		"  file { 'x': mode => '0644' }\n  @exec { 'y': }\n  File { owner => 'root' }\n  Exec['y'] { user => 'app' }\n  Cron <| tag == 'z' |> { user => 'app' }\n  Cron <| |>\n" +
		"  $m::x.each |$one| { notice($one, $p9) }\n  'x'.m::f\n  with($p1) |$inner| { notice($inner) }\n}\n" +
		"define b () { }\nnode 'n' { $local = 1 }\n$m::other = 1\n"
	analysis := Of(syntax.Parse(source.NewFile("a.pp", code), syntax.Options{}))
	var found []string
	for _, resource := range analysis.Resources {
		found = append(found, resource.TypeName.(*syntax.QualifiedName).Value)
	}
	for _, override := range analysis.Overrides {
		found = append(found, override.Type+"!")
	}
	for _, call := range analysis.Calls {
		found = append(found, fmt.Sprintf("%s/%d", call.Name, len(call.Arguments)))
	}
	const want = "file exec file! exec! cron! each/1 notice/2 m::f/1 with/1 notice/1"
	if got := strings.Join(found, " "); got != want {
		t.Errorf("found %s, want %s", got, want)
	}
	class := analysis.Scopes[1]
	for name, want := range map[string]bool{"p1": true, "p9": true, "one": false} {
		if got := class.Lookup(name) != nil; got != want {
			t.Errorf("Lookup(%s) = %t", name, got)
		}
	}
	lambda := analysis.Scopes[2]
	if lambda.Lookup("p9") == nil || lambda.Own("p9") != nil {
		t.Error("a lambda sees the variables around it, which are not its own")
	}
	for _, read := range class.Own("p9").Reads {
		if analysis.VariableOf(read) != class.Own("p9") {
			t.Error("VariableOf does not return the variable that is read")
		}
	}
	if len(class.Openers) != 1 || len(lambda.Openers) != 0 { // m::f may be a function with access to the scope
		t.Errorf("%d and %d openers", len(class.Openers), len(lambda.Openers))
	}
}
