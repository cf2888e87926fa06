package validate_test

import (
	"strings"
	"testing"

	"puppet-lint/internal/source"
	"puppet-lint/syntax"
	"puppet-lint/syntax/validate"
)

// TestForeign holds that a manifest whose whole text is encrypted or binary has one finding, and
// that a text in another encoding keeps those about its code.
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
		{"Latin-1", "class a {\n  # caf\xe9\n  include b\n}\n",
			"this is not UTF-8, which Puppet cannot read, not even in a comment; save the file as UTF-8"},
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
