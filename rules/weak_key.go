package rules

import (
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/lazyregexp"
	"puppet-lint/internal/secret"
	"puppet-lint/internal/source"
	"puppet-lint/internal/wordset"
	"puppet-lint/syntax"
)

var weakKey = Rule{
	Rule: diag.Rule{
		Name:             "weak_key",
		Group:            diag.Security,
		Severity:         diag.Warning,
		SecuritySeverity: 6.5,
		Summary:          "a key is too short, or of a type that is broken",
		Rationale: "RSA and Diffie-Hellman with fewer than 2048 bits can be broken, and OpenSSH has removed DSA " +
			"(NIST SP 800-131A). Create a key of at least 2048 bits, or an ECDSA or Ed25519 key. The rule reports " +
			"SSH keys of type DSA, settings such as `key_size => 1024`, and commands that create such keys.",
		Bad: []diag.Example{
			{Code: "sshkey { 'host.example.com':\n  type => 'ssh-dss',\n  key  => 'AAAAB3NzaC1kc3MAAACBAOu',\n}\n"},
			{Code: "exec { '/usr/bin/openssl genrsa -out /etc/example.key 1024':\n  creates => '/etc/example.key',\n}\n"},
		},
		Good: []diag.Example{
			{Code: "sshkey { 'host.example.com':\n  type => 'ssh-ed25519',\n  key  => 'AAAAC3NzaC1lZDI1NTE5AAAAIOu',\n}\n"},
			{Code: "exec { '/usr/bin/openssl genrsa -out /etc/example.key 4096':\n  creates => '/etc/example.key',\n}\n"},
		},
		Since: "1.0.0",
		CWE:   []int{326},
	},
	Data: namedData(func(pass *DataPass, value *dataValue) {
		if setsKeySize(value.name) && isShort(value.text) {
			pass.Report(value.node.Span, shortKey(value.text))
		}
	}),
	Needs: []wordset.Group{anyCase("dsa", "dss", "768", "1024", "1536")},
	Visits: append(namedValues(anyCase("size", "bits", "length", "type"), func(pass *Pass, name string, value syntax.Node) {
		if isInDemonstration(pass) {
			return
		}
		if selectsKeyType(name) {
			eachElement(syntax.Unparenthesized(value), func(one syntax.Node) {
				if text, isString := stringOf(one); isString && isAnyOf(strings.ToLower(text), "dsa", "ssh-dss") {
					reportDSA(pass, pass.extent(one))
				}
			})
		}
		if !setsKeySize(name) {
			return
		}
		if size, isConstant := constantOf(syntax.Unparenthesized(value)); isConstant && isShort(size.key) {
			pass.Report(pass.extent(value), shortKey(size.key))
		}
	}), resourcesOf([]string{"sshkey", "ssh_authorized_key", "ssh_keygen", "exec"}, func(pass *Pass, body *resourceBody) {
		if isInDemonstration(pass) {
			return
		}
		switch body.Type {
		case "sshkey", "ssh_authorized_key", "ssh_keygen":
			if key := body.attribute("key"); body.Type == "sshkey" && key != nil {
				if _, isLiteral := stringOf(key.Value); !isLiteral {
					return // a host publishes the keys that it has
				}
			}
			if set := body.attribute("type"); set != nil {
				if text, isString := stringOf(set.Value); isString && isAnyOf(strings.ToLower(text), "dsa", "ssh-dss") {
					reportDSA(pass, pass.extent(set.Value))
				}
			}
		case "exec":
			for _, command := range commandsOf(body) {
				text := pass.literalText(command)
				if !mentionsAny(text, keyTools) {
					continue
				}
				if found := createsWeakKey.FindStringSubmatch(text); found != nil {
					if size := strings.Join(found[1:], ""); size != "" {
						pass.Report(pass.extent(command), shortKey(size))
					} else {
						reportDSA(pass, pass.extent(command))
					}
				}
			}
		}
	})),
}

// keyTools are the programs that createsWeakKey knows.
var keyTools = []string{"openssl", "ssh-keygen", "keytool", "certutil"}

// createsWeakKey matches commands that create a key. The groups are its size, if it has one.
var createsWeakKey = lazyregexp.New(`\bopenssl\b[^|;&]*\s(?:rsa:(512|768|1024|1536)\b|(?:genrsa|dhparam|gendsa|dsaparam)\b[^|;&]*\s(512|768|1024|1536)(?:\s|$)|rsa_keygen_bits:(512|768|1024|1536)\b)` +
	`|\bssh-keygen\b[^|;&]*\s(?:-t\s*['"]?dsa\b|-b\s*(512|768|1024|1536)\b)|\bkeytool\b[^|;&]*\s-keysize\s+(512|768|1024|1536)\b|\bcertutil\b[^|;&]*\s-g\s+(512|768|1024|1536)\b`)

// setsKeySize reports whether a setting of that name is the size of a key in bits. Keys for
// symmetric encryption, which may be that short, have other names.
func setsKeySize(name string) bool {
	if keySizeNames.Find(name) == 0 {
		return false
	}
	switch strings.Join(secret.Words(name), "_") {
	case "key_size", "keysize", "key_bits", "key_length", "keylength", "rsa_key_size", "rsa_bits", "rsa_key_length", "default_bits", "dh_key_size", "dhparam_size", "dhparam_bits", "dh_param_size", "dh_bits", "ssl_key_size", "cert_key_size", "private_key_size", "private_key_bits":
		return true
	}
	return false
}

// keySizeNames is the set of words of which each name of a key's size contains one.
var keySizeNames = wordset.New(anyCase("size", "bits", "length"))

// selectsKeyType reports whether a setting of that name selects types of keys that are made or
// accepted: host_key_types, ssh_key_type.
func selectsKeyType(name string) bool {
	if !strings.Contains(name, "type") || !strings.Contains(name, "key") {
		return false
	}
	words := secret.Words(name)
	for _, word := range words {
		if isAnyOf(word, "valid", "supported", "known", "public", "pub", "disabled", "excluded") {
			return false
		}
	}
	return len(words) > 1 && isAnyOf(words[len(words)-1], "type", "types") && isAnyOf(words[len(words)-2], "key", "keys", "hostkey", "hostkeys")
}

// isShort reports whether a size in bits is too short for RSA and Diffie-Hellman. Keys of 512 bits
// are mostly those of an HMAC.
func isShort(size string) bool { return isAnyOf(size, "768", "1024", "1536") }

func shortKey(size string) string {
	return "a key of " + size + " bits is too short: use at least 2048"
}

// reportDSA reports a key of type DSA.
func reportDSA(pass *Pass, span source.Span) {
	pass.Report(span, "OpenSSH no longer accepts keys of type DSA").Help = "create an Ed25519 key, or an RSA key of at least 2048 bits"
}
