package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/internal/document"
	"puppet-lint/internal/secret"
	"puppet-lint/internal/wordset"
	"puppet-lint/syntax"
)

var passwordHashInCode = Rule{
	Rule: communityRule(diag.Rule{
		Name:             "password_hash_in_code",
		Group:            diag.Security,
		SecuritySeverity: 5.5,
		Summary:          "the hash of a password is hard-coded",
		Advice:           "keep the hash in encrypted data",
		Rationale: "Anyone who can read the repository can try passwords against the hash, and a hash with MD5 or without a salt is " +
			"broken quickly. Keep it in encrypted data. A strong hash of a strong password is safe enough, so the rule is off " +
			"by default.",
		Bad:  examples("  user { 'example':\n    password => '$6$saltsalt$0123456789abcdefghijklmnopqrstuvwxyz',\n  }\n"),
		Good: examples("  user { 'example':\n    password => lookup('example::password'),\n  }\n"),
		CWE:  []int{522, 798, 916},
	}),
	Data: namedData(func(pass *DataPass, value *dataValue) {
		if value.node.Kind == document.String && namesPassword(value.name) && secret.ValueOf(secret.Password, value.text) == secret.Hash && !secret.IsRandom(value.name, value.text) {
			pass.Report(value.node.Span, "the hash of a password is in data")
		}
	}),
	Needs: []wordset.Group{passwordWords},
	Visits: namedValues(passwordWords, func(pass *Pass, name string, value syntax.Node) {
		if !namesPassword(name) || isInDemonstration(pass) {
			return
		}
		for _, found := range secretsIn(pass, secret.Password, value, 0) {
			if text, _ := stringOf(found.node); found.class == secret.Hash && !secret.IsRandom(name, text) {
				pass.Report(pass.extent(found.node), "the hash of a password is hard-coded")
			}
		}
	}),
}

// namesPassword reports whether a setting of that name holds a password, or its hash.
func namesPassword(name string) bool {
	if passwordNames.Find(name) == 0 {
		return false
	}
	words := secret.Words(name)
	if len(words) > 1 && words[len(words)-1] == "hash" {
		return secret.Named(words[len(words)-2]) == secret.Password
	}
	return secret.Named(name) == secret.Password
}

// passwordWords are words: the name of each password contains one of them.
var passwordWords = anyCase("pass", "pw", "pswd", "secret", "psk")

// passwordNames is the set of passwordWords alone.
var passwordNames = wordset.New(passwordWords)
