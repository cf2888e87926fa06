package rules

import (
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/lazyregexp"
	"puppet-lint/internal/wordset"
	"puppet-lint/syntax"
)

var worldReadableKey = Rule{
	Rule: diag.Rule{
		Name:             "world_readable_key",
		Group:            diag.Security,
		Severity:         diag.Warning,
		SecuritySeverity: 7.5,
		Summary:          "a private key or a file of passwords is world-readable",
		Advice:           "let only its owner read it, with mode => '0600'",
		Rationale: "Every account on the machine can copy the key and use it elsewhere; OpenSSH even refuses such a " +
			"key. Let only the owner read it (`0600`), or a group (`0640`). Without the attribute `mode`, Puppet creates " +
			"a file that everyone can read (`0644`). The rule reports files whose path says that they hold secrets: " +
			"private keys of SSH (`id_rsa`), of TLS (`privkey.pem`, `server-key.pem`, `*.key` in folders for TLS) " +
			"and of BIND (`rndc.key`), `/etc/shadow`, keytabs, and `.pgpass`, `.my.cnf`, `.netrc` and " +
			"`.aws/credentials` of accounts. It does not report public keys, such as those of package sources, and " +
			"files in `/root`, which others cannot enter.",
		Bad:   []diag.Example{{Code: "file { '/home/example/.ssh/id_ed25519':\n  ensure => file,\n  mode   => '0644',\n}\n"}},
		Good:  []diag.Example{{Code: "file { '/home/example/.ssh/id_ed25519':\n  ensure => file,\n  mode   => '0600',\n}\n"}, {Code: "file { '/home/example/.ssh/id_ed25519.pub':\n  ensure => file,\n  mode   => '0644',\n}\n"}},
		Since: "1.0.0",
		CWE:   []int{732, 522},
	},
	Needs: []wordset.Group{{Words: []string{"id_", "key", "shadow", ".pgpass", ".my.cnf", ".netrc", "credentials"}}},
	Visits: append(fileModes(func(pass *Pass, value syntax.Node, mode permissions, file modeTarget) {
		if !mode.worldReadable || file.kind == directory || isInDemonstration(pass) {
			return
		}
		if path := file.path(pass); holdsSecret(path) {
			pass.Report(pass.extent(value), "mode "+pass.text(value)+" lets every account read the secret in `"+showPath(path)+"`")
		}
	}), resourcesOf([]string{"file", "concat"}, func(pass *Pass, body *resourceBody) {
		if isInDemonstration(pass) {
			return
		}
		if path := (modeTarget{title: pathOf(body)}).path(pass); holdsSecret(path) && !isInClosedFolder(path) && createsFile(pass, body) {
			finding := pass.Report(pass.extent(body.Node.Title), "Puppet creates `"+showPath(path)+"` with mode 0644, as none is given: every account can read the secret in it")
			finding.Help = "add mode => '0600'"
		}
	})),
}

// pathOf returns the expression for the path of a file resource.
func pathOf(body *resourceBody) syntax.Node {
	if set := body.attribute("path"); set != nil {
		return set.Value
	}
	return body.Node.Title
}

// createsFile reports whether a resource writes a file and leaves its mode to Puppet.
func createsFile(pass *Pass, body *resourceBody) bool {
	attributes := pass.effectiveAttributes(body)
	if attributes.vague || attributes.has("mode") || attributes.has("target") || attributes.has("source_permissions") {
		return false
	}
	if ensure := attributes.values["ensure"]; ensure != nil {
		if kind, isLiteral := stringOf(ensure); !isLiteral || !isAnyOf(kind, "file", "present") {
			return false
		}
	}
	return body.Type == "concat" || attributes.has("content") || attributes.has("source")
}

// holdsSecret reports whether a file with that path holds a private key or passwords, and lies
// where others can look. An interpolation in the path is a NUL.
func holdsSecret(path string) bool {
	return secretFileWords.Find(path) != 0 && secretFile.MatchString(path) && !publicFile.MatchString(path) && !strings.HasPrefix(path, "/root/")
}

// secretFileWords is the set of words of which each path that secretFile matches contains one.
var secretFileWords = wordset.New(wordset.Group{Words: []string{"key", "id_", "shadow", "pgpass", "my.cnf", "netrc", "credentials"}})

// isInClosedFolder reports whether a file lies in a folder that its owner keeps closed to others.
func isInClosedFolder(path string) bool {
	for _, folder := range []string{"/etc/ssl/private/", "/etc/letsencrypt/", "/etc/puppetlabs/puppet/ssl/", "/etc/puppet/ssl/"} {
		if strings.HasPrefix(path, folder) {
			return true
		}
	}
	return false
}

// showPath writes a path for a message.
func showPath(path string) string { return strings.ReplaceAll(path, "\x00", "…") }

var (
	// secretFile matches the paths of files that hold private keys or passwords: private keys
	// of SSH, of TLS and of BIND, and what accounts keep for programs.
	secretFile = lazyregexp.New(`/id_(?:rsa|dsa|ecdsa|ed25519)[^/.\x00]*$|/\.ssh/id_[^/.\x00]*$|/ssh_host_[^/.\x00]*_key$|^/etc/g?shadow$|\.keytab$|/rndc\.key$|/\.(?:pgpass|my\.cnf|netrc|git-credentials)$|/\.aws/credentials$|` +
		`(?:/|[-_.])(?:priv|private[-_.]?)?key\.pem$|private_key[^/]*\.pem$|/(?:server|client)key\.pem$|` +
		`/(?:[^/]*[-_.])?(?:ssl|ssl\.\w+|sslcerts?|tls|certs?|certificates?|pki|private|openvpn|easy-rsa|nginx|apache2?|httpd|haproxy|postfix|dovecot|exim4?|slapd)(?:/[^/]+)*/[^/]*\.key$`)
	// publicFile matches the paths of keys that everybody may know: those that sign packages and
	// zones, and the public ones of a pair.
	publicFile = lazyregexp.New(`(?i)pub|/(?:[^/]*[-_.])?(?:apt|gpg|rpm|rpm-gpg|keyrings?|trusted[^/]*|yum[^/]*|zypp|unbound|dnssec|anchors)/|[-_.]?gpg[-_.]?key|[-_.](?:gpg|asc|apt|rpm|deb|repo|release|signing|archive)\.key$`)
)
