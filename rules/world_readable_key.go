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
		Rationale: "Every account on the machine can copy the key and use it elsewhere; OpenSSH even refuses such a " +
			"key. Let only the owner read it (`0600`), or a group (`0640`). The rule reports files whose path says " +
			"that they hold secrets: private keys of SSH, keys in `/etc/ssl/private` and `/etc/pki/tls/private`, " +
			"`/etc/shadow`, keytabs, and `.pgpass`, `.my.cnf` and `.netrc` files of accounts. It does not report " +
			"files in `/root`, which others cannot enter.",
		Bad:   []diag.Example{{Code: "file { '/home/example/.ssh/id_ed25519':\n  ensure => file,\n  mode   => '0644',\n}\n"}},
		Good:  []diag.Example{{Code: "file { '/home/example/.ssh/id_ed25519':\n  ensure => file,\n  mode   => '0600',\n}\n"}, {Code: "file { '/home/example/.ssh/id_ed25519.pub':\n  ensure => file,\n  mode   => '0644',\n}\n"}},
		Since: "1.0.0",
		CWE:   []int{732, 522},
	},
	Needs: []wordset.Group{{Words: []string{"id_", "_key", ".key", "shadow", ".keytab", ".pgpass", ".my.cnf", ".netrc"}}},
	Visits: fileModes(func(pass *Pass, value syntax.Node, mode permissions, file modeTarget) {
		if !mode.worldReadable || file.kind == directory {
			return
		}
		if path := file.path(pass); secretFile.MatchString(path) && !strings.HasPrefix(path, "/root/") { // others cannot enter /root
			pass.Report(pass.extent(value), "mode "+pass.text(value)+" lets every account read the secret in `"+strings.ReplaceAll(path, "\x00", "…")+"`")
		}
	}),
}

// secretFile matches the paths of files that hold private keys or passwords. An interpolation is a
// NUL.
var secretFile = lazyregexp.New(`/\.ssh/id_[^/.\x00]*$|/ssh_host_[^/.\x00]*_key$|^/etc/(?:ssl|pki/tls)/private/[^/]*\.key$|^/etc/g?shadow$|\.keytab$|/\.(?:pgpass|my\.cnf|netrc)$`)
