package rules

import (
	"slices"
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/lazyregexp"
	"puppet-lint/internal/secret"
	"puppet-lint/internal/wordset"
	"puppet-lint/syntax"
)

var weakCipher = Rule{
	Rule: diag.Rule{
		Name:             "weak_cipher",
		Group:            diag.Security,
		Severity:         diag.Warning,
		SecuritySeverity: 6.5,
		Summary:          "a list of ciphers allows one that is broken",
		Rationale: "RC4, DES, triple DES, export and null ciphers, anonymous key exchange, and MACs with MD5 are " +
			"broken or deprecated (RFC 7465, 8429, 8996, 9142). Remove them from the list. The rule reports literal " +
			"values of settings whose name mentions ciphers, MACs, key exchange, the encryption types of Kerberos or " +
			"an HMAC algorithm. Entries that the list switches off (`!RC4`, `-3DES`) are fine, and so are those that a " +
			"list for OpenSSL only moves (`HIGH:+3DES`).",
		Bad: []diag.Example{
			{Code: "example::site { 'a':\n  ssl_ciphers => 'HIGH:MEDIUM:RC4-SHA:!aNULL',\n}\n"},
			{Code: "example::key { 'a':\n  algorithm => 'hmac-md5',\n}\n"},
		},
		Good:  []diag.Example{{Code: "example::site { 'a':\n  ssl_ciphers => 'HIGH:!aNULL:!MD5:!RC4:!3DES',\n}\n"}},
		Since: "1.0.0",
		CWE:   []int{326, 327},
	},
	Text: func(pass *TextPass) {
		pass.lines([]string{"ipher", "CIPHER", "MACs", "mac_", "Kex", "kex", "enctypes"}, func(line string, start int) {
			name, list, isSetting := cutSetting(line)
			if !isSetting || !namesCiphers(name) || !plainName.MatchString(name) {
				return
			}
			if cipher := weakCipherIn(list); cipher != "" && !strings.EqualFold(cipher, "null") {
				pass.reportLine(line, start, brokenCipher(cipher, list))
			}
		})
	},
	Data: namedData(func(pass *DataPass, value *dataValue) {
		if namesCiphers(value.name) {
			if cipher := weakCipherIn(value.text); cipher != "" {
				pass.Report(value.node.Span, brokenCipher(cipher, value.text))
			}
		} else if cipher, list := weakCipherInLines(value.text); cipher != "" {
			pass.Report(value.node.Span, brokenCipher(cipher, list))
		}
	}),
	Needs: []wordset.Group{anyCase(cipherWords...)},
	Visits: append(namedValues(anyCase(cipherWords...), func(pass *Pass, name string, value syntax.Node) {
		if isInDemonstration(pass) || !namesCiphers(name) {
			return
		}
		reportWeakCipher(pass, value)
	}), Enter(func(pass *Pass, node *syntax.LiteralString) {
		if _, isPart := pass.Parent(0).(*syntax.ConcatenatedString); !isPart {
			if cipher, list := weakCipherInLines(node.Value); cipher != "" {
				pass.Report(pass.extent(node), brokenCipher(cipher, list))
			}
		}
	})),
}

// weakCipherInLines returns the first broken algorithm in lines of a configuration such as
// "ssl_ciphers HIGH:RC4", and the list with it.
func weakCipherInLines(text string) (cipher, list string) {
	if !strings.Contains(text, "iphers") || !strings.Contains(text, " ") {
		return "", ""
	}
	for line := range strings.SplitSeq(text, "\n") {
		name, list, isSetting := strings.Cut(strings.TrimSpace(line), " ")
		if isSetting && plainName.MatchString(name) && namesCiphers(name) {
			if cipher := weakCipherIn(list); cipher != "" {
				return cipher, list
			}
		}
	}
	return "", ""
}

// plainName matches the name of a setting in a configuration; in code, names may have other signs.
var plainName = lazyregexp.New(`^[A-Za-z][\w.-]*$`)

// brokenCipher returns the message about a broken algorithm in a list, or alone.
func brokenCipher(cipher, list string) string {
	if strings.TrimSpace(list) == cipher {
		return cipher + " is broken: use a stronger algorithm"
	}
	return cipher + " is broken: remove it from the list"
}

// cipherWords holds words. Each name for which namesCiphers returns true contains one of them.
var cipherWords = []string{"cipher", "mac", "kex", "algorithm", "enctypes"}

// namesCiphers reports whether a setting of that name selects the allowed algorithms.
func namesCiphers(name string) bool {
	if !mentionsAny(strings.ToLower(name), cipherWords) {
		return false
	}
	if name == "MACs" { // of sshd_config
		return true
	}
	words := secret.Words(name)
	for i, word := range words {
		switch word {
		case "disable", "disabled", "exclude", "excluded", "blacklist", "deny", "denied", "forbidden", "remove", "weak":
			return false
		case "cipher", "ciphers", "ciphersuite", "ciphersuites", "sslcipher", "sslciphersuite", "enctypes", "mac", "macs", "kex", "kexalgorithms", "hmac":
			return true
		case "algorithm", "algorithms":
			return i == len(words)-1
		}
	}
	return false
}

func reportWeakCipher(pass *Pass, value syntax.Node) {
	switch value := syntax.Unparenthesized(value).(type) {
	case *syntax.LiteralString, *syntax.QualifiedName:
		text, _ := stringOf(value)
		if cipher := weakCipherIn(text); cipher != "" {
			pass.Report(pass.extent(value), brokenCipher(cipher, text))
		}
	case *syntax.LiteralList:
		for _, element := range value.Values {
			reportWeakCipher(pass, element)
		}
	case *syntax.SelectorExpression:
		for _, entry := range value.Selectors {
			reportWeakCipher(pass, entry.Value)
		}
	}
}

// weakCipherIn returns the first broken algorithm that a list allows, or "".
func weakCipherIn(list string) string {
	words := strings.FieldsFunc(list, func(char rune) bool { return strings.ContainsRune(" \t,:;'\"", char) })
	moves := plusMoves(list, words)
	for i, word := range words {
		if strings.HasPrefix(word, "!") || strings.HasPrefix(word, "-") || moves && strings.HasPrefix(word, "+") {
			continue
		}
		if isBrokenAlgorithm(word) && !isExcluded(word, words[:i], words[i+1:]) {
			return strings.TrimPrefix(word, "+")
		}
	}
	return ""
}

// gnuTLSLevels are the words with which the lists of GnuTLS start.
var gnuTLSLevels = []string{"NORMAL", "NONE", "PERFORMANCE", "SECURE", "PFS", "LEGACY", "SUITEB", "SYSTEM", "@"}

// plusMoves reports whether a plus sign in a list moves algorithms that are allowed anyway, as OpenSSL
// reads it, and does not allow further ones. OpenSSL's lists have colons, those of OpenSSH and Kerberos
// have not.
func plusMoves(list string, words []string) bool {
	if len(words) == 0 || !strings.Contains(list, ":") {
		return false
	}
	return !slices.ContainsFunc(gnuTLSLevels, func(level string) bool { return strings.HasPrefix(words[0], level) })
}

// isExcluded reports whether other words of the list switch an algorithm off: one with an
// exclamation mark anywhere, or one with a minus sign after it.
func isExcluded(word string, before, after []string) bool {
	for _, other := range slices.Concat(before, after) {
		if off, isOff := strings.CutPrefix(other, "!"); isOff && includes(off, word) {
			return true
		}
	}
	return slices.ContainsFunc(after, func(other string) bool {
		off, isOff := strings.CutPrefix(other, "-")
		return isOff && includes(off, word)
	})
}

// includes reports whether the name of a group of algorithms, such as RC4 or MEDIUM, or of a single one
// includes a broken one.
func includes(group, word string) bool {
	group, word = strings.ToLower(group), strings.ToLower(strings.TrimPrefix(word, "+"))
	if group == word {
		return true
	}
	parts := strings.FieldsFunc(word, func(char rune) bool { return char == '-' || char == '_' || char == '+' })
	isTriple := slices.ContainsFunc(parts, func(part string) bool { return part == "3des" || part == "des3" || part == "cbc3" })
	switch group {
	case "medium": // triple DES since OpenSSL 1.1.0
		return isTriple || slices.Contains(parts, "rc4")
	case "low", "des":
		return slices.Contains(parts, "des") && !isTriple
	case "exp", "export":
		return slices.ContainsFunc(parts, func(part string) bool { return strings.HasPrefix(part, "exp") })
	case "3des":
		return isTriple
	case "anull":
		return slices.ContainsFunc(parts, func(part string) bool { return part == "adh" || part == "aecdh" || part == "anon" })
	case "enull", "null":
		return slices.ContainsFunc(parts, func(part string) bool { return part == "enull" || part == "null" })
	}
	return slices.Contains(parts, group)
}

func isBrokenAlgorithm(word string) bool {
	lower := strings.ToLower(strings.TrimPrefix(word, "+"))
	switch lower {
	case "null", "enull", "anull", "adh", "aecdh", "exp", "export", "export40", "export56", "low", "md5", "arcfour", "arcfour128", "arcfour256", "des", "3des", "des-cbc", "des3", "blowfish-cbc",
		"hmac-md5", "hmac-md5-96", "hmac_md5", "hmac-md5-etm@openssh.com", "hmac-md5-96-etm@openssh.com", "hmac-md5.sig-alg.reg.int", "diffie-hellman-group1-sha1", "diffie-hellman-group-exchange-sha1", "3des-cbc", "rc2", "rc4", "idea":
		return true
	}
	for _, part := range strings.FieldsFunc(lower, func(char rune) bool { return char == '-' || char == '_' || char == '+' }) {
		switch part {
		case "rc4", "arcfour", "3des", "des3", "des", "exp", "export", "exp1024", "rc2", "anon", "null":
			return strings.ContainsAny(lower, "-_+")
		}
	}
	return false
}
