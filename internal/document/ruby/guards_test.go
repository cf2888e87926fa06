package ruby

import (
	"testing"

	"puppet-lint/internal/source"
)

// TestArgumentBounds reads how many arguments functions let pass.
func TestArgumentBounds(t *testing.T) {
	for _, test := range []struct {
		code string
		want Bounds
	}{
		{"", Bounds{0, -1}},
		{"raise(Puppet::ParseError, 'x') if args.size != 1", Bounds{1, 1}},
		{"raise 'x' unless args.length == 2", Bounds{2, 2}},
		{"raise 'x' if args.empty?", Bounds{1, -1}},
		{"if args.size < 2\n raise ArgumentError, 'few'\nend\nfail('many') if args.length > 3", Bounds{2, 3}},
		{"raise 'x' unless [1, 2].include?(args.size)", Bounds{1, 2}},
		{"raise 'x' if args.size != 2 and args.size != 3", Bounds{2, 3}},
		{"raise 'x' unless args.size == 1 || args.size == 3", Bounds{1, 3}},
		{"raise 'x' if !args.empty? && args.size > 1", Bounds{0, 1}},
		{"a = args[0]\nraise 'x' if args.size < 2", Bounds{2, -1}},
		{"args << 1\nraise 'x' if args.size < 2", Bounds{0, -1}},
		{"args = args.compact\nraise 'x' if args.size < 2", Bounds{0, -1}},
		{"return 1 if args[0] == 2\nraise 'x' if args.size < 2", Bounds{0, -1}},
		{"raise 'x' if strict && args.size < 2", Bounds{0, -1}},
		{"raise 'x' if strict || args.size < 2", Bounds{2, -1}},
		{"if args.size < 2\n raise 'x'\nelse\n 1\nend", Bounds{0, -1}},
	} {
		file := source.NewFile("f.rb", "module Puppet::Parser::Functions\n newfunction(:f) do |args|\n"+test.code+"\nend\nend\n")
		if got := Read(file).LegacyFunctions[0].Guard; got != test.want {
			t.Errorf("%q: %v, want %v", test.code, got, test.want)
		}
		file = source.NewFile("f.rb", "Puppet::Functions.create_function(:f) do\n def f(*args)\n"+test.code+"\nend\nend\n")
		if got := Read(file).Functions[0].Signatures[0].Guard; *got != test.want {
			t.Errorf("4.x, %q: %v, want %v", test.code, *got, test.want)
		}
	}
}
