package secret

import (
	"slices"
	"strings"
)

// Kind is the kind of secret that a name indicates.
type Kind uint8

// The kinds of secrets that a name can indicate.
const (
	None Kind = iota
	// Password: the credential with which a person or program logs in.
	Password
	// Token: a credential that a service has issued.
	Token
	// Key: a key that encrypts or signs.
	Key
	// ShortKey: a key that people choose, which may be as short as a password.
	ShortKey
	// Community: an SNMP community, which is sent in plain text and serves as a password.
	Community
)

// IsConfidential reports whether others on the machine or the network must not see such a secret.
// SNMP itself sends communities in plain text.
func (k Kind) IsConfidential() bool { return k != None && k != Community }

// ValueKey is the key under which the hash of a setting holds its value.
const ValueKey = "value"

// Named returns the kind of secret in a variable, attribute or key with the given name. The
// last word decides: password_file holds a path, db_password a password.
func Named(name string) Kind {
	if namesMayHold.Find(name) == 0 {
		return None
	}
	var room fewWords
	words := appendWords(room[:0], name)
	for len(words) > 1 && isTail(words[len(words)-1]) {
		words = words[:len(words)-1]
	}
	if len(words) == 0 {
		return None
	}
	if len(words) > 1 && words[len(words)-2] == "pass" {
		if last := words[len(words)-1]; isOneOf(last, "word", "phrase", "wd") || len(words) == 2 && isOneOf(last, accounts...) {
			return Password // pass_phrase; pass_root is root_pass
		}
	}
	if kind, known := kindOfLastWord(words); known {
		return kind
	}
	return kindOfEnding(words[len(words)-1])
}

// kindOfLastWord returns the kind of secret in what is named by words. known is false if the last
// word does not decide.
func kindOfLastWord(words []string) (kind Kind, known bool) {
	last, before := words[len(words)-1], ""
	if len(words) > 1 {
		before = words[len(words)-2]
	}
	switch last {
	case "password", "passwd", "passphrase", "pwd", "pw", "rootpw", "pswd", "passwort":
		if isOneOf(before, "no", "hashed", "encrypted") || isOneOf(before, rulesOfPasswords...) {
			return None, true
		}
		return Password, true
	case "pass":
		if isOneOf(before, "proxy", "fastcgi", "uwsgi", "scgi", "memcached", "grpc", "by", "for", "first", "second", "two", "one", "multi") {
			return None, true
		}
		return Password, true
	case "secret":
		if isOneOf(before, "permissions", "permission", "mode", "owner", "group") {
			return None, true // what the file with the secret has
		}
		return Password, true
	case "psk", "requirepass", "masterauth": // the last two are of Redis
		return Password, true
	case "community":
		if isOneOf(before, "snmp", "ro", "rw", "read", "write", "readonly", "readwrite", "trap", "snmpd") {
			return Community, true
		}
	case "rocommunity", "rwcommunity", "snmpcommunity", "trapcommunity":
		return Community, true
	case "cookie":
		if before == "erlang" {
			return Key, true
		}
	case "apikey", "secretkey", "authkey":
		return ShortKey, true
	case "privatekey", "accesskey":
		return Key, true
	case "token":
		if isOneOf(before, "csrf", "separator", "sort", "next", "pkcs11") || slices.Contains(words, "public") || before == "cluster" && slices.Contains(words, "initial") { // publicKeyToken of .NET; initial-cluster-token of etcd
			return None, true
		}
		return Token, true
	case "key":
		switch before {
		case "api", "secret", "encryption", "shared", "auth", "authentication", "crypto", "hmac", "session":
			return ShortKey, true
		case "private", "access", "signing", "master", "crypt", "account":
			return Key, true
		}
	case "base": // secret_key_base
		if len(words) > 2 && before == "key" && words[len(words)-3] == "secret" {
			return Key, true
		}
	}
	return None, false
}

// kindOfEnding returns the kind of secret in what is named by a word with other words in it, such
// as dbpassword.
func kindOfEnding(last string) Kind {
	if strings.HasPrefix(last, "no") { // NOPASSWD, nopassword
		return None
	}
	for _, end := range []string{"password", "passwd", "passphrase"} {
		if start, isEnd := strings.CutSuffix(last, end); isEnd {
			if slices.ContainsFunc(rulesOfPasswords, func(word string) bool { return strings.HasSuffix(start, word) }) {
				return None // permitemptypassword
			}
			return Password
		}
	}
	for _, end := range []string{"pass", "pw", "pwd"} {
		if start, isEnd := strings.CutSuffix(last, end); isEnd && (isOneOf(start, accounts...) || isOneOf(start, "user", "my", "http", "auth", "bind", "sync", "key", "cert", "store", "ssh", "git", "svn", "api", "os", "login", "sudo", "vpn", "wifi", "backup", "service", "server", "client", "repl", "slave", "master")) {
			return Password
		}
	}
	if strings.HasSuffix(last, "secret") && isOneOf(last[:len(last)-6], "client", "app", "shared", "consumer", "jwt", "cookie") {
		return Password
	}
	return None
}

// rulesOfPasswords are words before "password" in the names of settings that say which passwords
// are accepted, or what becomes of one.
var rulesOfPasswords = []string{"empty", "blank", "expired", "permit", "allow", "require", "change", "reset", "forgot", "remember", "echo", "prompt"}

// accounts are words for the account or the service that a password belongs to.
var accounts = []string{"db", "root", "admin", "mysql", "sql", "ldap", "smtp", "mail", "imap", "keystore", "truststore", "rabbit", "rabbitmq", "ftp", "vnc", "ipmi", "redis",
	"mongo", "mongodb", "pg", "postgres", "postgresql", "tomcat", "jenkins", "nagios", "zabbix", "samba", "grub", "replication"}

// isTail reports whether a last word does not indicate what a value is.
func isTail(word string) bool {
	return strings.Trim(word, "0123456789") == "" || isOneOf(word, "value", "string", "plain", "plaintext", "cleartext", "unsafe", "default", "raw")
}

func isOneOf(word string, list ...string) bool { return slices.Contains(list, word) }

// Words returns the words of a name in lower case. They may be separated by underscores,
// dashes, dots, colons, slashes, blanks and capitals.
func Words(name string) []string { return appendWords(nil, name) }

// fewWords is room for the words of most names, for appendWords.
type fewWords [6]string

// appendWords appends the words of a name to a slice of length 0.
func appendWords(words []string, name string) []string {
	begin := 0
	for i := range len(name) {
		char := name[i]
		switch {
		case char >= 'A' && char <= 'Z':
			isCapitalBefore := i > 0 && name[i-1] >= 'A' && name[i-1] <= 'Z'
			isSmallBehind := i+1 < len(name) && name[i+1] >= 'a' && name[i+1] <= 'z'
			if i > begin && (!isCapitalBefore || isSmallBehind) {
				words = append(words, strings.ToLower(name[begin:i]))
				begin = i
			}
		case char >= 'a' && char <= 'z' || char >= '0' && char <= '9':
		default:
			if i > begin {
				words = append(words, strings.ToLower(name[begin:i]))
			}
			begin = i + 1
		}
	}
	if begin < len(name) {
		words = append(words, strings.ToLower(name[begin:]))
	}
	if count := len(words); count > 0 && isDigit(words[count-1][len(words[count-1])-1]) {
		if trimmed := strings.TrimRight(words[count-1], "0123456789"); trimmed != "" {
			words[count-1] = trimmed
		}
	}
	return words
}

func isDigit(char byte) bool { return '0' <= char && char <= '9' }

// Owner returns what an account or password belongs to, according to its name: "db" for
// db_user, dbuser and db_password alike, "" for user and password.
func Owner(name string) string {
	var room fewWords
	joined := strings.Join(appendWords(room[:0], name), "_")
	for _, end := range []string{"username", "usernm", "user_name", "userid", "user_id", "loginid", "login", "user", "uname", "usr", "password", "passwd", "passphrase", "passwort", "pass", "pswd", "pwd", "pw", "secret"} {
		if start, isEnd := strings.CutSuffix(joined, end); isEnd {
			return strings.TrimSuffix(start, "_")
		}
	}
	return joined
}

// IsSetting reports whether a name is that of a setting beside a secret, such as the account or the
// host: db_user, database_name, db_host.
func IsSetting(name string) bool {
	var room fewWords
	words := appendWords(room[:0], name)
	return len(words) > 0 && (IsUser(name) || isOneOf(words[len(words)-1], "name", "host", "hostname", "port", "database", "dbname"))
}

// IsUser reports whether a name is that of an account: user, db_user, mysqlusername.
func IsUser(name string) bool {
	if usersMayHold.Find(name) == 0 {
		return false
	}
	var room fewWords
	words := appendWords(room[:0], name)
	if len(words) == 0 {
		return false
	}
	last := words[len(words)-1]
	if len(words) > 1 && last == "name" {
		last = words[len(words)-2]
	}
	switch last {
	case "user", "username", "usernm", "usr", "uname", "login", "userid", "loginid", "runas", "dbuser":
		return len(words) < 2 || !isOneOf(words[len(words)-2], "file", "home", "directory", "dir", "folder", "socket")
	}
	return strings.HasSuffix(last, "user") || strings.HasSuffix(last, "username")
}
