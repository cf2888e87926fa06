package rules

import (
	"slices"
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/lazyregexp"
	"puppet-lint/internal/secret"
	"puppet-lint/internal/source"
	"puppet-lint/internal/wordset"
	"puppet-lint/syntax"
)

var weakHash = Rule{
	Rule: diag.Rule{
		Name:             "weak_hash",
		Templates:        true,
		OldNames:         []string{"use_of_weak_crypto_algorithm"},
		Plugin:           "puppet-lint-infrasecure",
		Narrower:         true,
		Group:            diag.Security,
		Severity:         diag.Warning,
		OffByDefault:     true,
		SecuritySeverity: 5.3,
		Summary:          "a checksum is made with MD5 or SHA-1",
		Advice:           "use sha256",
		Rationale: "An attacker can create different files with the same MD5 or SHA-1 checksum, so these checksums " +
			"do not prove that a file is the original. A host in FIPS mode refuses MD5. Use `sha256`. The rule is " +
			"off by default because a checksum that only shortens a name is harmless.",
		Bad: []diag.Example{
			{Code: "$id = md5($facts['networking']['fqdn'])\nnotice($id)\n"},
			{Code: "archive { '/tmp/example.tgz':\n  source        => 'https://example.com/example.tgz',\n  checksum      => 'd41d8cd98f00b204e9800998ecf8427e',\n  checksum_type => 'md5',\n}\n"},
		},
		Good:  []diag.Example{{Code: "$id = stdlib::sha256($facts['networking']['fqdn'])\nnotice($id)\n"}},
		Since: "1.0.0",
		CWE:   []int{327, 328},
	},
	Text: func(pass *TextPass) {
		pass.lines([]string{"md5", "MD5"}, func(line string, start int) {
			name, value, isSetting := cutSetting(strings.Replace(line, ":", " ", 1))
			value = strings.Trim(value, "'\";, \t\x00")
			if hashesWithMD5.MatchString(line) || realmWithMD5.MatchString(line) || isSetting && isWeakAlgorithm(value) && choosesAlgorithm(strings.Trim(name, "'\"")) == "password" {
				pass.reportLine(strings.TrimRight(line, "\x00"), start, weakForPasswords)
			}
		})
	},
	Data: namedData(func(pass *DataPass, value *dataValue) {
		if namesLines(value.name) && hashesWithMD5.MatchString(value.text) {
			pass.Report(value.node.Span, weakForPasswords)
			return
		}
		if isWeakAlgorithm(value.text) && !(namesCiphers(value.name) && weakCipherIn(value.text) != "") { // otherwise weak_cipher reports it
			if weak := weakFor(purposeOf(value.name, value.namesBeside), value.text); weak != "" {
				pass.Report(value.node.Span, weak)
			}
		}
	}),
	Judge: classDigests,
	Needs: []wordset.Group{anyCase("md5", "md4", "sha1", "sha-1", "rc4", "arcfour", "des'", "des\"", "des,", "des ", "des\n")},
	Visits: append(namedValues(algorithmWords, func(pass *Pass, name string, value syntax.Node) {
		if isInDemonstration(pass) {
			return
		}
		if namesLines(name) {
			reportLines(pass, value, hashesWithMD5, weakForPasswords)
			return
		}
		text, isString := stringOf(value)
		if isString && namesCiphers(name) {
			if weakCipherIn(text) != "" {
				return // weak_cipher reports it
			}
			if at := sha1MAC.FindString(text); at != "" {
				pass.Report(pass.extent(value), at+" is too weak to protect messages: SHA-1 is broken")
				return
			}
		}
		if !isString || !isWeakAlgorithm(text) || onlyDetectsChanges(pass, name) {
			return
		}
		beside := func() []string { return namesBeside(pass) }
		if weak := weakFor(purposeOf(name, beside), text); weak != "" {
			pass.Report(pass.extent(value), weak)
		}
	}),
		Enter(func(pass *Pass, node *syntax.CallNamedFunctionExpression) { checkWeakHash(pass, node) }),
		Enter(func(pass *Pass, node *syntax.CallMethodExpression) { checkWeakHash(pass, node) }),
	),
}

// algorithmWords are words of which each name of a setting that selects an algorithm, or holds lines
// of pg_hba.conf, contains one.
var algorithmWords = anyCase("cipher", "mac", "kex", "algo", "enctypes", "acl", "hba", "auth", "priv", "pass", "crypt", "method", "hash", "digest", "signature", "fingerprint", "sum")

// onlyDetectsChanges reports whether the visited attribute of that name only selects how Puppet
// notices that a file has changed: the file resource requires no particular checksum.
func onlyDetectsChanges(p *Pass, name string) bool {
	if name != "checksum" {
		return false
	}
	body, isBody := p.Parent(0).(*syntax.ResourceBody)
	declaration, isResource := p.Parent(1).(*syntax.ResourceExpression)
	if !isBody || !isResource {
		return false
	}
	typeName, _ := stringOf(declaration.TypeName)
	return typeName == "file" && !slices.ContainsFunc(body.Operations, func(operation syntax.Node) bool {
		set, isSet := operation.(*syntax.AttributeOperation)
		return isSet && set.Name == "checksum_value"
	})
}

// sha1MAC matches an authentication code with SHA-1 in a list of allowed ones.
var sha1MAC = lazyregexp.New(`\bhmac-sha1(?:-96)?(?:-etm@openssh\.com)?\b`)

const weakForPasswords = "md5 is too weak for authentication and for hashing"

// hashesWithMD5 matches a line of pg_hba.conf, or of the PHP configuration of an LDAP client, that selects MD5.
var hashesWithMD5 = lazyregexp.New(`(?m:^[ \t]*(?:local|host(?:no)?(?:ssl|gssenc)?)[ \t]+\S+[ \t]+\S+[ \t]+(?:\S+[ \t]+){0,2}md5[ \t]*$)|['"]password_hash['"],\s*['"]md5['"]`)

// realmWithMD5 matches an attribute of a realm of Tomcat whose passwords are hashed with MD5.
var realmWithMD5 = lazyregexp.New(`\b(?:digest|algorithm)="(?i:md5)"`)

// purposeOf returns the name of a setting, or a name that says more about its purpose, or "" if
// nobody gains from a forged hash. beside returns the names of the settings beside it.
func purposeOf(name string, beside func() []string) string {
	switch {
	case name == "method" && makesRule(beside()):
		return "auth_method" // of a rule for pg_hba.conf
	case name == "hash" && spreads(beside()):
		return ""
	}
	return name
}

// weakFor returns the reason why an algorithm is too weak for the purpose of a setting of that
// name, or "" for other settings.
func weakFor(name, algorithm string) string {
	switch choosesAlgorithm(name) {
	case "":
		return ""
	case "password":
		return algorithm + " is too weak for authentication and for hashing"
	}
	return algorithm + forgeable
}

const forgeable = " checksums can be forged"

// classDigests reports the variables of classes that hold a weak checksum and that the file itself
// does not read. Only a reader elsewhere makes such a checksum matter.
func classDigests(in *readers) (found []treeFinding) {
	for _, scope := range in.file.flow().Scopes {
		if _, isClass := scope.Node.(*syntax.HostClassDefinition); !isClass {
			continue
		}
		for _, variable := range scope.Variables {
			if variable.Parameter == nil && !variable.Partial && len(variable.Values) == 1 && len(variable.Reads) == 0 {
				if name, at := digestOf(in.file.File, variable.Values[0]); name != "" && in.mayRead(scope, variable.Name) {
					found = append(found, treeFinding{file: in.file, span: at, message: name + forgeable})
				}
			}
		}
	}
	return found
}

// digestOf returns the name of the weak hash function that an expression calls, and where.
func digestOf(file *syntax.File, node syntax.Node) (name string, at source.Span) {
	name, arguments := syntax.CalledFunction(node)
	if !isWeakDigest(name) || len(arguments) == 0 || isPostgresPassword(arguments[0]) {
		return "", at
	}
	return name, file.Tokens[callName(nil, node)].Span
}

// choosesAlgorithm returns the purpose of the algorithm that a setting of that name selects:
// "sum", or "password" for authentication; "" for any other setting.
func choosesAlgorithm(name string) string {
	words := secret.Words(name)
	joined := strings.Join(words, "_")
	switch {
	case isAnyOf(joined, "auth_method", "auth_type", "auth_protocol", "auth_proto", "authtype", "authproto", "privproto", "priv_protocol", "password_encryption", "password_hash_algorithm", "password_algorithm", "password_hash_type", "password_hash", "crypt", "crypt_type", "encryption", "encryption_method",
		"encryption_type", "encryption_algorithm", "password_scheme", "default_pass_scheme", "hash_password", "password_hashing", "authentication_method", "authentication_type", "encrypt_method", "pam_password", "crypt_method"):
		return "password"
	case len(words) > 0 && makesSums[words[len(words)-1]] || len(words) > 1 && makesSums[words[len(words)-2]] && isAnyOf(words[len(words)-1], "type", "method", "function", "algo", "alg", "name"):
		return "sum"
	}
	return ""
}

// makesSums are words. The name of a setting that selects a hash function contains one of them,
// as its last word or before a word such as type.
var makesSums = setOf("checksum", "checksums", "digest", "hash", "hashing", "signature", "fingerprint", "algorithm", "algo", "hmac", "sum")

// isWeakAlgorithm reports whether a text names a broken hash function or cipher.
func isWeakAlgorithm(text string) bool {
	if len(text) > 12 {
		return false
	}
	switch strings.ToLower(text) {
	case "md4", "des", "3des", "rc4", "arcfour", "sha-1", "md5crypt", "md5-crypt", "hmac-md5":
		return true
	}
	return isWeakDigest(text)
}

func checkWeakHash(pass *Pass, node syntax.Node) {
	if name, arguments := syntax.CalledFunction(node); isWeakDigest(name) && len(arguments) > 0 && !isInDemonstration(pass) && !isDropped(pass) && !isForName(pass) && !isPostgresPassword(arguments[0]) {
		pass.Report(pass.Token(callName(pass, node)).Span, name+forgeable)
	}
}

// isPostgresPassword reports whether the argument is a password followed by the name of its
// user. PostgreSQL's protocol requires the hash of these.
func isPostgresPassword(argument syntax.Node) bool {
	text, isText := syntax.Unparenthesized(argument).(*syntax.ConcatenatedString)
	if !isText || len(text.Segments) != 2 {
		return false
	}
	var names [2]string
	for i, segment := range text.Segments {
		if inner, isInner := segment.(*syntax.TextExpression); isInner {
			syntax.Inspect(inner.Expr, func(node syntax.Node) bool {
				if variable, isVariable := node.(*syntax.VariableExpression); isVariable {
					names[i] = strings.TrimSuffix(variable.Name, "_hash")
				}
				return true
			})
		}
	}
	return secret.Named(names[0]) == secret.Password && (secret.IsUser(names[1]) || isAnyOf(names[1], "role", "rolename", "name", "title"))
}

// isForName reports whether the visited value only serves as a name: in a title, in a tag or as a
// position in an order.
func isForName(p *Pass) bool {
	for level := range 6 {
		switch outer := p.Parent(level).(type) {
		case *syntax.CallNamedFunctionExpression:
			if name, _ := syntax.CalledFunction(outer); isAnyOf(name, "tag", "tagged", "fqdn_rand", "seeded_rand", "fqdn_rotate", "ensure_resource", "defined") {
				return true
			}
		case *syntax.AttributeOperation:
			return isAnyOf(outer.Name, "order", "tag", "alias")
		case *syntax.ResourceBody:
			return outer.Title.FirstToken() <= p.cursor.Node().FirstToken() && p.cursor.Node().LastToken() <= outer.Title.LastToken()
		case nil, *syntax.BlockExpression, *syntax.AssignmentExpression:
			return false
		}
	}
	return false
}

// isDropped reports whether the visited value is assigned to a variable that nothing reads, or
// is discarded.
func isDropped(p *Pass) bool {
	switch outer := p.Parent(0).(type) {
	case *syntax.AssignmentExpression:
		variable, isVariable := outer.Left.(*syntax.VariableExpression)
		if !isVariable {
			return false
		}
		for _, scope := range p.flow().Scopes {
			own := scope.Own(variable.Name)
			_, isClass := scope.Node.(*syntax.HostClassDefinition)
			if own == nil || len(scope.Openers) > 0 && !isClass {
				continue
			}
			for _, value := range own.Values {
				if value == outer.Right {
					return len(own.Reads) == 0 // classDigests judges those of classes
				}
			}
		}
	case *syntax.BlockExpression:
		return outer.Statements[len(outer.Statements)-1] != p.cursor.Node()
	}
	return false
}

func isWeakDigest(name string) bool {
	switch strings.ToLower(name) {
	case "md5", "sha1", "md5lite", "sha1lite":
		return true
	}
	return false
}
