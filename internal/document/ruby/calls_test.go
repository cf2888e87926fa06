package ruby

import (
	"fmt"
	"strings"
	"testing"
)

// showCalls writes calls in the form name(arguments, options).
func showCalls(text string) string {
	read, parts := ReadCalls(text), []string{}
	show := func(argument Argument) string {
		shown := text[argument.Span.Start:argument.Span.End]
		if argument.Known && argument.Literal.Kind <= SymbolLiteral && argument.Literal.Text != shown {
			shown += "=" + argument.Literal.Text
		} else if !argument.Known {
			shown += "?"
		}
		return shown
	}
	for _, call := range read.Calls {
		var arguments []string
		for _, argument := range call.Arguments {
			arguments = append(arguments, show(argument))
		}
		for _, option := range call.Options {
			if name := text[option.NameSpan.Start:option.NameSpan.End]; name != option.Name {
				arguments = append(arguments, "the name "+name)
			}
			arguments = append(arguments, option.Name+": "+show(option.Argument))
		}
		part := fmt.Sprintf("%s(%s)", call.Name, strings.Join(arguments, ", "))
		if call.Open {
			part += " open"
		}
		parts = append(parts, part)
	}
	if read.Open {
		parts = append(parts, "open")
	}
	for _, span := range read.Comments {
		parts = append(parts, text[span.Start:span.End])
	}
	return strings.Join(parts, "; ")
}

func TestCalls(t *testing.T) {
	for _, test := range []struct{ code, want string }{
		{"forge 'https://forge.example' # the forge\nmod 'a/b', '1.0.0'\n", "forge(https://forge.example); mod(a/b, 1.0.0); # the forge"},
		{"mod 'a', git: 'u', :ref => 'main', 'tag' => :latest\n", "mod(a, git: u, ref: main, tag: latest)"},
		{"mod 'a', { git: 'u' }\n", "mod(a, git: u)"},
		{"mod 'a', ENV['X']\n", "mod(a, ENV['X']?)"},
		{"mod 'a', *rest\n", "mod(a) open"},
		{"mod 'a', key => 1\n", "mod(a) open"},
		{"mod('a') { |m| m.x }\n", "mod(a) open"},
		{"version = '1.0'\nmod 'a', version\n", "mod(a, 1.0)"},
		{"version = '1.0'\nversion = '2.0'\nmod 'a', version\n", "mod(a, version?)"},
		{"mod 'a' if ENV['X']\n", "mod(a) open"},
		{"if true\n  mod 'a'\nelse\n  mod 'b'\nend\n", "mod(a) open; mod(b) open"},
		{"while true\n  mod 'a'\nend\n", "mod(a) open; open"},
		{"['a', 'b'].each { |name| mod name, '1' }\n", "mod(a, 1); mod(b, 1)"},
		{"names.each { |name| mod name }\n", "open"},
		{"File.read('x')\n", "open"},
		{"def m; end\n", "open"},
		{"mod 'a'\n]\n", "mod(a); open"},
		{"'text'; :symbol; 1; nil; Constant\n", ""},
	} {
		if got := showCalls(test.code); got != test.want {
			t.Errorf("%s got %s\nwant %s", test.code, got, test.want)
		}
	}
	if read := ReadCalls(strings.Repeat("#", MaxSize+1)); !read.Open || read.Calls != nil || read.Comments != nil {
		t.Error("a text that is too large must be open, without calls")
	}
}
