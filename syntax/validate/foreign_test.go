package validate_test

import (
	"strings"
	"testing"

	"puppet-lint/internal/source"
	"puppet-lint/syntax"
	"puppet-lint/syntax/validate"
)

// TestForeign checks that a manifest that is encrypted or binary has one finding, and that a text
// in another encoding has those about its code.
func TestForeign(t *testing.T) {
	binary := "\x00\x01\x02\xff\xfe" + strings.Repeat("9q\x81\x03 '", 40)
	for _, test := range []struct {
		name, text, want string
	}{
		{"eyaml", "ENC[PKCS7,MIIBeQYJ\nDQYJKoZIhvcNAQEBBQAEggEAJ5v1+abc]\n", "this text is encrypted; Puppet cannot read it"},
		{"Ansible", "\n$ANSIBLE_VAULT;1.1;AES256\n62313365396662343061393464336163\n", "this text is encrypted; Puppet cannot read it"},
		{"PGP", "-----BEGIN PGP MESSAGE-----\nVersion: 2\n\nhQEMA0Fb/abcd\n", "this text is encrypted; Puppet cannot read it"},
		{"git-crypt", "\x00GITCRYPT\x00" + binary, "this text is encrypted; Puppet cannot read it"},
		{"binary", binary, "this is binary data, not Puppet code"},
		{"data", "# Data.\nclasses:\n  - a\nx::y: 'z'\n", "this is YAML, not Puppet code"},
		{"data after a mark", "---\nclasses:\n- a\n", "`---` begins YAML, not Puppet code"},
		{"Latin-1", "class a {\n  # caf\xe9\n  include b\n}\n",
			"this is not UTF-8, which Puppet cannot read, not even in a comment; save the file as UTF-8"},
		{"a test in Ruby", "require 'spec_helper_acceptance'\n\ndescribe 'a' do\n  let(:manifest) { 'a' }\n  it { expect(@result.exit_code).to_not be 1 }\nend\n", "this is Ruby code, not Puppet code"},
		{"a module in Ruby", "# A module.\nmodule Puppet::Parser::Functions\n  newfunction(:a) do |args|\n    args[0] = 1\n  end\nend\n", "this is Ruby code, not Puppet code"},
		{"a function in Ruby", "def a(b)\n  b.map { |c| c[0] = 1 }\nend\n", "this is Ruby code, not Puppet code"},
		{"Puppet code with end", "class a {\n  if $b {\n    notice(1)\n  end\n}\n", "this bracket is not closed"},
		{"Puppet code that requires", "require 'a'\nrequire 'b'\n", ""},
		{"a merge conflict", "class a {\n<<<<<<< HEAD\n  include b\n=======\n  include c\n>>>>>>> 84f86b38d051023fc936c4e907a7ede0a9bd4066\n}\n", "this is the marker of a merge conflict"},
		{"two conflicts", "<<<<<<< HEAD:a.pp\n$a = 1\n||||||| base\n$a = 0\n=======\n$a = 2\n>>>>>>> b\n<<<<<<< HEAD\n=======\n>>>>>>> b\n", "this is the marker of a merge conflict"},
		{"a conflict in a heredoc", "$a = @(\"END\")\n<<<<<<< HEAD\n=======\n>>>>>>> b\n| END\nnotice($a)\n", ""},
		{"a string that is encrypted", "class a {\n  $x = 'ENC[PKCS7,MIIB]'\n  notice($x)\n}\n", ""},
	} {
		file := syntax.Parse(source.NewFile("init.pp", test.text), syntax.Options{})
		var messages []string
		for _, finding := range validate.File(file, validate.Options{Specification: true}) {
			messages = append(messages, finding.Message)
		}
		if got := strings.Join(messages, "\n"); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
		if test.want != "" && len(validate.File(file, validate.Options{})) == 0 {
			t.Errorf("%s: Puppet's own validation reports nothing", test.name)
		}
	}
}
