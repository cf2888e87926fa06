package ruby

import (
	"testing"

	"puppet-lint/internal/source"
)

// TestDocumentation checks the documentation of declarations in their various forms. Each
// declaration is called x.
func TestDocumentation(t *testing.T) {
	for text, want := range map[string]string{
		"Puppet::Type.newtype(:x) do\n  @doc = 'A type.'\nend":                                             "A type.",
		"Puppet::Type.newtype(:x) do\n  desc \"A \\\"type\\\".\"\nend":                                     `A "type".`,
		"Puppet::Type.newtype(:x) do\n  @doc = <<-EOT\n    First.\n\n      Code\n    Last.\n  EOT\nend":    "First.\n\n  Code\nLast.",
		"Puppet::Type.newtype(:x) do\n  desc <<~'EOT'.strip\n    First.\n      More #{x}\n  EOT\nend":      "First.\n  More #{x}",
		"Puppet::Type.newtype(:x) do\n  desc %q{First.\n    Second.\n      Third.}\nend":                   "First.\nSecond.\n  Third.",
		"Puppet::Type.newtype(:x) do\n  @doc = 'One, ' +\n    'two, ' \\\n    'three.'\nend":               "One, two, three.",
		"Puppet::Type.newtype(:x) do\n  @doc = _('Translated.')\nend":                                      "Translated.",
		"Puppet::Type.newtype(:x) do\n  @doc = Puppet::Util::Docs.scrub(\"\n    Clean.\n    Text.\")\nend": "Clean.\nText.",
		"Puppet::Type.newtype(:x) do\n  @doc = \"With #{value} in it.\"\nend":                              "With #{value} in it.",
		"Puppet::Type.newtype(:x) do\n  @doc = File.read('doc.md')\nend":                                   "",
		"TEXT = 'Constant.'\nPuppet::Type.newtype(:x) do\n  @doc = TEXT\nend":                              "Constant.",
		"# Not it\nPuppet::Type.newtype(:x) do\nend":                                                       "",
		"Puppet::ResourceApi.register_type(name: 'x', desc: <<-EOS,\n    Text.\n  EOS\n attributes: {})":   "Text.",
		"Puppet::ResourceApi.register_type(name: 'x', docs: 'Old spelling', attributes: {})":               "Old spelling",

		"Puppet::Type.newtype(:t) do\n  newparam(:x) do\n    isnamevar\n    desc 'A parameter.'\n  end\nend":         "A parameter.",
		"Puppet::Type.newtype(:t) do\n  newproperty(:x, array_matching: :all) { desc <<-E\n   A\n   B\n  E\n }\nend": "A\nB",
		"Puppet::Type.newtype(:t) do\n  newproperty(:x)\nend":                                                        "",
		"Puppet::ResourceApi.register_type(name: 't', attributes: { x: { type: 'String', desc: 'An attribute.' } })": "An attribute.",
		"Puppet::Type.type(:t).newparam(:x) do\n  desc 'Added.'\nend":                                                "Added.",

		"# @summary Does it.\n#\n#   indented\nPuppet::Functions.create_function(:x) do\nend":                                                                                                   "@summary Does it.\n\n  indented",
		"# License\n\n# Does it.\nPuppet::Functions.create_function(:x) do\n  # @param a first\n  dispatch :y do\n    param 'Any', :a\n  end\n  # @param b other\n  dispatch :z do\n  end\nend": "Does it.\n@param a first",
		"Puppet::Functions.create_function(:x) do\n  # Only here.\n  dispatch :y do\n  end\nend":                                                                                                "Only here.",
		"# frozen_string_literal: true\nPuppet::Functions.create_function(:x) do\nend":                                                                                                          "",
		"#!/usr/bin/ruby\nPuppet::Functions.create_function(:x) do\nend":                                                                                                                        "",
		"#\tTab\r\n##Two\r\nPuppet::Functions.create_function(:x) do\r\nend":                                                                                                                    "Tab\nTwo",

		"# Above.\nmodule Puppet::Parser::Functions\n  newfunction(:x, :type => :rvalue, :doc => <<-DOC\n    Old one.\n    DOC\n  ) do |a|\n  end\nend": "Old one.",
		"module Puppet::Parser::Functions\n  # Above it.\n  newfunction(:x) do |a|\n  end\nend":                                                         "Above it.",
	} {
		found := Read(source.NewFile("x.rb", text))
		got := map[string]Documentation{}
		for _, list := range [][]*ResourceType{found.Types, found.Extensions} {
			for _, declared := range list {
				got[declared.Name] = declared.Doc
				for _, attribute := range declared.Attributes {
					got[attribute.Name] = attribute.Doc
				}
			}
		}
		for _, function := range found.Functions {
			got[function.Name] = function.Doc
		}
		for _, function := range found.LegacyFunctions {
			got[function.Name] = function.Doc
		}
		if doc, found := got["x"]; !found || string(doc) != want {
			t.Errorf("%s\ngot %q, %v, want %q", text, doc, found, want)
		}
	}
}

// TestDocumentationIsNotCompared checks that a change of documentation does not change a
// declaration.
func TestDocumentationIsNotCompared(t *testing.T) {
	read := func(doc string) *Declarations {
		return Read(source.NewFile("x.rb", "Puppet::Type.newtype(:x) do\n  @doc = '"+doc+"'\n  newparam(:y) { desc '"+doc+"' }\nend"))
	}
	if !read("one").DeclaresSame(read("two")) {
		t.Error("other documentation changed the declarations")
	}
}
