package config

import (
	"fmt"
	"strings"
	"testing"

	"puppet-lint/internal/source"
)

// TestConvertRakefile checks that the configuration that init writes for a Rakefile is valid and
// equivalent.
func TestConvertRakefile(t *testing.T) {
	catalogue := NewCatalogue(testRules)
	flags := &Flags{Profile: ProfilePuppetLint}
	NewRubyParser(FlagTable(catalogue, testFormats), source.NewOverlay(nil, nil)).ConvertRakefile(flags,
		"PuppetLint.configuration.send('disable_140chars')\nPuppetLint.configuration.send('disable_no_such')\nPuppetLint.configuration.fail_on_warnings = true\nPuppetLint.configuration.ignore_paths = ['spec/**/*.pp']\n")
	text := InitialFile(catalogue, testFormats, flags, "")
	for _, want := range []string{
		"\nignore = [\"140chars\"]\n", "\nfail-level = \"warning\"\n", "\nextend-exclude = [\"spec/**/*.pp\"]\n",
		"# Not converted: Rakefile: --no-no_such-check (unknown here)\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	if _, err := parseTOML(source.NewFile("x", text), "/", catalogue, testFormats); err != nil {
		t.Error(err)
	}
}

func TestReadRakefile(t *testing.T) {
	for _, test := range []struct{ rakefile, want, options, computed string }{
		{"require 'puppet-lint/tasks/puppet-lint'\nPuppetLint.configuration.send('disable_80chars')\nPuppetLint.configuration.send(\"disable_140chars\")\nPuppetLint.configuration.send :disable_documentation\n",
			"[--no-80chars-check --no-140chars-check --no-documentation-check]", "[]", "[]"},
		{"PuppetLint.configuration.disable_autoloader_layout\nPuppetLint.configuration.enable_quoted_booleans\n# PuppetLint.configuration.disable_hard_tabs\n",
			"[--no-autoloader_layout-check --quoted_booleans-check]", "[]", "[]"},
		{"PuppetLint.configuration.fail_on_warnings = true\nPuppetLint.configuration.relative = true\nPuppetLint.configuration.with_context = false\n",
			"[--fail-on-warnings --relative]", "[]", "[]"},
		{"PuppetLint.configuration.ignore_paths = ['spec/**/*.pp', \"pkg/**/*.pp\",\n  'vendor/**/*.pp']\n",
			"[--ignore-paths=spec/**/*.pp,pkg/**/*.pp,vendor/**/*.pp]", "[]", "[]"},
		{"exclude = %w[a b]\nPuppetLint.configuration.ignore_paths = exclude\nPuppetLint::RakeTask.new :lint do |config|\n  config.ignore_paths = %w(a/** b/**)\n  config.disable_checks = ['80chars', '140chars']\n  config.error_level = :warning\nend\n",
			"[--ignore-paths=a,b --ignore-paths=a/**,b/** --no-80chars-check --no-140chars-check --error-level=warning]", "[]", "[]"},
		{"%w[140chars documentation].each do |check|\n  PuppetLint.configuration.send(\"disable_#{check}\")\nend\nall = ['80chars']\nall.each { |c| PuppetLint.configuration.send(:\"disable_#{c}\") }\n",
			"[--no-140chars-check --no-documentation-check --no-80chars-check]", "[]", "[]"},
		{"exclude_paths = [\n  'pkg/**/*',\n  'spec/**/*',\n]\nPuppetLint.configuration.ignore_paths = exclude_paths\nPuppetSyntax.exclude_paths = exclude_paths\n",
			"[--ignore-paths=pkg/**/*,spec/**/*]", "[]", "[]"},
		{"# What pdk writes.\nPuppetLint.configuration.send('disable_relative')\n", "[]", "[]", "[]"},
		{"PuppetLint.configuration.ignore_paths = FileList['a'].to_a\nPuppetLint.configuration.ignore_paths = ENV['X']\nPuppetLint.configuration.fail_on_warnings = ci?\nchecks.each { |x| PuppetLint.configuration.send(\"disable_#{x}\") }\nconfig.only_checks = []\n",
			"[--ignore-paths=a]", "[]", "[PuppetLint.configuration.send(\"disable_#{x}\") } ignore_paths = ENV['X'] fail_on_warnings = ci?]"},
		{"PuppetLint.configuration.log_format = \"%{path}:%{line}:%{check}:%{KIND}:%{message}\"\n",
			"[--log-format=%{path}:%{line}:%{check}:%{KIND}:%{message}]", "[]", "[]"},
		{"PuppetLint.configuration.chars_per_indent = 4\nPuppetLint.configuration.docs_allowed_styles = ['strings']\n",
			"[]", "[[rules strict_indent chars_per_indent]=4 [rules parameter_documentation allowed_styles]=[strings]]", "[]"},
	} {
		read := readRakefile(test.rakefile)
		options := []string{}
		for _, entry := range read.options {
			options = append(options, fmt.Sprintf("%v=%v", entry.Key, entry.Value))
		}
		if got := fmt.Sprint(read.arguments); got != test.want {
			t.Errorf("of %q\ngot  %s\nwant %s", test.rakefile, got, test.want)
		}
		if got := fmt.Sprint(options); got != test.options {
			t.Errorf("of %q: options\ngot  %s\nwant %s", test.rakefile, got, test.options)
		}
		if got := fmt.Sprint(read.computed); got != test.computed {
			t.Errorf("of %q: computed\ngot  %s\nwant %s", test.rakefile, got, test.computed)
		}
	}
}
