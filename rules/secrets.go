package rules

import (
	"strings"

	"puppet-lint/rules/flow"
	"puppet-lint/syntax"
)

// namesSecret reports whether a variable or attribute of that name holds a
// secret: its last word says what it is.
func namesSecret(name string) bool {
	name = strings.ToLower(name)
	words := strings.Split(name, "_")
	switch last := words[len(words)-1]; last {
	case "password", "passwd", "passphrase", "pwd", "secret", "apikey", "password1":
		return true
	case "token":
		return len(words) == 1 || isAnyOf(words[len(words)-2], "api", "access", "auth", "bearer", "secret", "refresh", "authentication")
	case "key":
		return len(words) > 1 && isAnyOf(words[len(words)-2], "api", "secret", "encryption", "private", "shared")
	}
	return false
}

func isAnyOf(word string, list ...string) bool {
	for _, other := range list {
		if word == other {
			return true
		}
	}
	return false
}

// placeholders are texts that stand where a secret goes without being one.
var placeholders = setOf("", "absent", "present", "installed", "latest", "undef", "unset", "undefined", "nil", "null", "none", "no", "yes", "true", "false", "default",
	"changeme", "change_me", "change-me", "changeit", "replaceme", "replace_me", "secret", "password", "passwd", "pass", "token", "todo", "example",
	"dummy", "fake", "test", "disabled", "enabled", "locked", "x", "*", "!", "!!", "*lk*", "np", "prompt", "file", "env", "auto", "any", "redacted", "unused",
	"text/plain", "sufficient", "requisite", "include", "required", "optional", "sensitive", "username", "user", "plain", "md5", "sha256", "sha512", "scram-sha-256")

// isSecretText reports whether a text may be a secret itself: neither a
// placeholder, nor the place of one, nor encrypted.
func isSecretText(text string) bool {
	trimmed := strings.TrimSpace(text)
	lower := strings.ToLower(trimmed)
	switch {
	case len(trimmed) < 3, placeholders[lower], strings.ContainsAny(trimmed, " \n\t") && !strings.Contains(trimmed, "PRIVATE KEY"):
		return false
	case strings.HasPrefix(trimmed, "/"), strings.HasPrefix(trimmed, "~"), strings.Contains(trimmed, "://"), strings.Contains(trimmed, "::"), strings.HasPrefix(lower, "puppet:"):
		return false
	case strings.HasPrefix(trimmed, "ENC["), strings.HasPrefix(trimmed, "%{"), strings.HasPrefix(trimmed, "${"), strings.HasPrefix(trimmed, "<"), strings.HasPrefix(trimmed, "{{"), strings.HasPrefix(trimmed, "$"):
		return false // encrypted, interpolated later, or a hash such as $6$...
	case strings.HasPrefix(trimmed, "*"), strings.HasPrefix(trimmed, "!"), strings.Trim(lower, "x") == "", strings.Trim(lower, ".-_*#") == "":
		return false
	case strings.HasSuffix(lower, "_password"), strings.HasSuffix(lower, "_secret"), strings.HasSuffix(lower, "_token"), strings.HasSuffix(lower, "_key"), strings.HasSuffix(lower, "-password"):
		return false // the name of a secret
	}
	if extension := strings.LastIndexByte(trimmed, '.'); extension > 0 && isAnyOf(lower[extension+1:], "pem", "key", "crt", "cer", "pub", "p12", "pfx", "jks", "txt", "conf", "cfg", "yaml", "json", "erb", "epp") || strings.HasPrefix(lower, "id_") {
		return false // a file
	}
	for _, word := range []string{"do-not-use", "changeme", "change-me", "change_me", "placeholder", "replace", "example", "your-", "your_"} {
		if strings.Contains(lower, word) {
			return false
		}
	}
	return true
}

// secretText finds the literal text that an expression hands on: itself, that
// in Sensitive(…), or that of a variable which the file sets.
func (p *Pass) secretText(value syntax.Node) (literal syntax.Node, found bool) {
	value = flow.Unparenthesized(value)
	switch value := value.(type) {
	case *syntax.LiteralString, *syntax.HeredocExpression:
		text, isString := stringOf(value)
		return value, isString && isSecretText(text)
	case *syntax.CallNamedFunctionExpression, *syntax.CallMethodExpression:
		if makesSensitive(value) {
			_, arguments := flow.Call(value)
			if named, ok := value.(*syntax.CallNamedFunctionExpression); ok {
				arguments = named.Arguments
			} else if len(arguments) > 1 {
				arguments = arguments[1:]
			}
			if len(arguments) == 1 {
				return p.secretText(arguments[0])
			}
		}
	case *syntax.VariableExpression:
		variable := p.flow().VariableOf(value)
		if variable != nil && variable.Parameter == nil && !variable.Partial && len(variable.Values) == 1 && !namesSecret(variable.Name) {
			if text, isString := variable.Values[0].(*syntax.LiteralString); isString {
				return text, isSecretText(text.Value)
			}
		}
	}
	return nil, false
}

// makesSensitive reports whether an expression is Sensitive(…) or
// Sensitive.new(…).
func makesSensitive(value syntax.Node) bool {
	switch value := flow.Unparenthesized(value).(type) {
	case *syntax.CallNamedFunctionExpression:
		return flow.TypeName(value.Functor) == "Sensitive"
	case *syntax.CallMethodExpression:
		name, arguments := flow.Call(value)
		return name == "new" && flow.TypeName(arguments[0]) == "Sensitive"
	}
	return false
}
