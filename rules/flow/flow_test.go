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
