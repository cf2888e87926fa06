package secret

import (
	"strings"
	"unicode"

	"puppet-lint/internal/lazyregexp"
)

// Class is the class of a text that is used as a secret.
type Class uint8

// The classes.
const (
	// NoSecret: a reference, a state, an encrypted value, a placeholder.
	NoSecret Class = iota
	// Weak: a secret that is easily guessed, such as "password".
	Weak
	// Plain: a secret.
	Plain
	// Hash: the hash of a password.
	Hash
)

// states are texts that describe the state of a secret without being one.
var states = setOf("", "absent", "present", "installed", "latest", "undef", "unset", "undefined", "nil", "null", "none", "nothing", "no", "yes", "true", "false", "default",
	"disabled", "enabled", "locked", "np", "prompt", "ask", "file", "env", "auto", "any", "redacted", "unused", "text/plain", "sufficient", "requisite", "include",
	"required", "optional", "sensitive", "plain", "plaintext", "md5", "sha1", "sha256", "sha512", "scram-sha-256", "crypt", "bcrypt", "trust", "peer", "ident", "basic", "digest",
	"string", "text", "hidden", "masked", "encrypted", "generate", "generated", "random", "stdin", "keyring", "pam", "ldap", "kerberos", "username", "on", "off",
	"username_password", "client_credentials", "private_key_jwt", "client_secret_basic", "client_secret_post", "bearer", "oauth", "oauth2", "set", "unknown", "empty", "fail", "missing", "tbd", "unspecified",
	"x-oauth-basic", "x-token-auth", "api_token", // what services want as the password if the user is a token
	"trocla") // an own function of the code replaces the name of the password store

// placeholders are words in texts that must be replaced.
var placeholders = []string{"do-not-use", "changeme", "change-me", "change_me", "change me", "changeit", "change-it", "change_it", "placeholder", "replaceme", "replace_", "replace-", "example", "your-", "your_", "yourpass", "putyour", "yourown", "enteryour", "dummy", "fake",
	"redacted", "todo", "fixme", "insert_", "insert-", "_here", "-here", "must_be_set", "notset", "not_set", "not-set", "not-needed", "not-supplied", "not_supplied", "not-provided", "not_provided", "not-configured", "not_configured", "notused", "not_used", "donotuse", "set_me", "setme", "override", "invalid", "notareal", "notreal", "not_a_", "not-a-", "notasecret", "notapassword", "abcdefghijklmn"}

// guesses are the passwords that attackers try first.
var guesses = setOf("password", "passwd", "pass", "secret", "admin", "root", "guest", "test", "token", "pw", "pwd", "letmein", "welcome", "qwerty", "abc123", "user",
	"postgres", "mysql", "oracle", "manager", "administrator", "puppet", "vagrant", "toor", "s3cret", "s3cr3t", "secrets", "passw0rd", "p@ssw0rd", "pa$$word", "pa55word", "private", "public",
	"calvin", "raspberry", "alpine", "ubuntu", "debian", "foobar", "foo", "bar", "baz", "mypassword", "mypass", "mysecret", "testing")

func setOf(texts ...string) map[string]bool {
	set := make(map[string]bool, len(texts))
	for _, text := range texts {
		set[text] = true
	}
	return set
}

var (
	// envName is the name of an environment variable.
	envName = lazyregexp.New(`^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$`)
	// call is code that computes a secret, such as os.urandom(24).
	call = lazyregexp.New(`^[A-Za-z_]\w*(?:(?:\.|::)[A-Za-z_]\w*)*\([^()]*\)$`)
	// option is a command-line option without a value: -nosavepassword.
	option = lazyregexp.New(`^--?[a-z]+(?:-[a-z]+)*$`)
	// rubyVariable is a variable of Ruby: @db_password.
	rubyVariable = lazyregexp.New(`^@[a-z]\w*_\w+$`)
	// crossedOut is a text of x alone, in parts, perhaps behind the prefix of a service's tokens:
	// xoxb-xxxxx-xxxxx.
	crossedOut = lazyregexp.New(`^(?:[a-z]{2,4}[-_.])?x{3,}(?:[-_.]?x+)*$`)
	// uuid has the form of a UUID, whatever its digits are.
	uuid = lazyregexp.New(`^\w{8}-\w{4}-\w{4}-\w{4}-\w{12}$`)
	// digest is the output of a hash function.
	digest = lazyregexp.New(`^(?:md5)?[0-9a-fA-F]{32}$|^[0-9a-fA-F]{40}$|^[0-9a-fA-F]{56}$|^[0-9a-fA-F]{64}$|^[0-9a-fA-F]{96}$|^[0-9a-fA-F]{128}$`)
	// crypted is a password hashed for a system: crypt(3), LDAP, MySQL, PostgreSQL, Transmission.
	crypted = lazyregexp.New(`^\$(?:[1256y]|2[aby]|apr1|argon2\w*|pbkdf2[\w-]*|scrypt|P|H|S)\$.|^\{(?:S?SHA\d*|S?MD5|CRYPT|PBKDF2[\w-]*|ARGON2)\}.|^\{[0-9a-f]{40}[A-Za-z0-9./]{8}$|^\*[0-9A-F]{40}$|^SCRAM-SHA-(?:1|256|512)\$.|^pbkdf2_sha256\$.|^grub\.pbkdf2\.`)
	// encrypted is a value that needs a key to decrypt, or a reference to one stored elsewhere.
	encrypted = lazyregexp.New(`^(?:ENC\[|DEC(?:::|\()|ENC\(|\{AES\}|\{DESede\}|\{cipher\}|vault:|secret:|secretAlias:|op://|arn:|!vault|\$ANSIBLE_VAULT|gAAAA|enc:|crypt:|projects/|-----BEGIN PGP MESSAGE|@Microsoft\.KeyVault)`)
	// file is the path or address of a secret.
	file = lazyregexp.New(`(?i)\.(?:pem|key|crt|cer|pub|p12|pfx|jks|txt|conf|cfg|ya?ml|json|erb|epp|pp|rb|py|sh|asc|gpg|keytab|der|ini|properties|xml|passwd|htpasswd)$|^id_|/id_(?:rsa|dsa|ecdsa|ed25519)\b|^[a-zA-Z]:[\\/]`)
)

// ValueOf returns the class of a text that is the value of a name of the given kind.
func ValueOf(kind Kind, text string) Class {
	text = strings.TrimSpace(text)
	lower := strings.ToLower(text)
	switch {
	case kind == None, len(text) < 3, states[lower]:
		return NoSecret
	case HoldsPrivateKey(text):
		return Plain
	case crypted.MatchString(text):
		return Hash
	case strings.ContainsAny(text, " \n\t"), encrypted.MatchString(text), envName.MatchString(text), rubyVariable.MatchString(text), call.MatchString(text):
		return NoSecret
	case strings.HasPrefix(text, "/"), strings.HasPrefix(text, "~"), strings.Contains(text, "://"), strings.Contains(text, "::"), strings.HasPrefix(lower, "puppet:"), file.MatchString(text):
		return NoSecret
	case strings.ContainsAny(text[:1], "%$<{[@#!*&?"), strings.Contains(text, "{{"), strings.Contains(text, "<%"), strings.Contains(text, "${"), strings.Contains(text, "%{"):
		if kind != Password || !holdsDigitsAndLetters(text[1:]) || strings.ContainsAny(text, "{}<>[]%$") {
			return NoSecret
		}
	case crossedOut.MatchString(lower), option.MatchString(text), !holdsDigitOrLetter(text), strings.Trim(text, "0") == "", isBlankUUID(lower):
		return NoSecret
	}
	for _, word := range placeholders {
		if strings.Contains(lower, word) {
			return NoSecret
		}
	}
	return literalValueOf(kind, text, lower)
}

// literalValueOf is ValueOf for a text that is neither a reference nor a placeholder. lower is the
// text in lower case.
func literalValueOf(kind Kind, text, lower string) Class {
	switch kind {
	case Community:
		if lower == "public" || strings.ContainsAny(text, ":,") {
			return NoSecret // what devices have by default, or a community of BGP
		}
	case Password:
		if digest.MatchString(text) {
			return Hash
		}
	case Token:
		if len(text) < 5 || !strings.ContainsAny(text, "0123456789") && len(text) < 20 {
			return wordAsToken(lower)
		}
	case Key, ShortKey:
		least := 16
		if kind == ShortKey {
			least = 8
		}
		if len(text) < least || !holdsDigitsAndLetters(text) && len(text) < 20 {
			return NoSecret
		}
		if strings.HasPrefix(text, "AAAA") || strings.HasPrefix(text, "ssh-") {
			return NoSecret // a public key
		}
	}
	if isGuess(lower) {
		return Weak
	}
	return Plain
}

// wordAsToken returns the class of a word that is given as a token and is too short to be random.
func wordAsToken(lower string) Class {
	isKnownGuess := guesses[lower] && lower != "token" && lower != "user"
	if isKnownGuess || len(lower) >= 6 && strings.HasSuffix(lower, "token") {
		return Weak
	}
	return NoSecret
}

// IsRandom reports whether a text that could be the output of a hash function is the secret itself:
// a client_secret is random and nothing that people choose, so nobody hashes it.
func IsRandom(name, text string) bool {
	var room fewWords
	words := appendWords(room[:0], name)
	return len(words) > 1 && words[len(words)-1] == "secret" && !strings.HasPrefix(text, "md5") && digest.MatchString(text) && strings.Trim(text, text[:1]) != ""
}

// isGuess reports whether a password is one of the first guesses, or only the word for a
// password.
func isGuess(lower string) bool {
	if guesses[strings.TrimRight(lower, "0123456789!")] || strings.Trim(lower, "0123456789") == "" {
		return true
	}
	for _, end := range []string{"password", "passwd", "pass", "secret", "token", "_pw", "-pw", "pwd"} {
		if strings.HasSuffix(lower, end) {
			return true
		}
	}
	return false
}

// isBlankUUID reports whether a text has the form of a UUID, of one character:
// nnnnnnnn-nnnn-nnnn-nnnn-nnnnnnnnnnnn.
func isBlankUUID(text string) bool {
	return uuid.MatchString(text) && strings.Trim(text, "-"+text[:1]) == ""
}

// holdsDigitOrLetter reports whether a text is more than signs, as a part of a pattern is.
func holdsDigitOrLetter(text string) bool {
	return strings.ContainsFunc(text, func(char rune) bool { return unicode.IsLetter(char) || unicode.IsDigit(char) })
}

func holdsDigitsAndLetters(text string) bool {
	return strings.ContainsAny(text, "0123456789") && strings.ContainsFunc(text, func(char rune) bool { return char|0x20 >= 'a' && char|0x20 <= 'z' })
}
