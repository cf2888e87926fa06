package rules

import (
	"strconv"
	"strings"

	"puppet-lint/internal/secret"
	"puppet-lint/rules/flow"
	"puppet-lint/syntax"
)

// writtenSecret is a literal that may be a secret.
type writtenSecret struct {
	node  syntax.Node
	class secret.Class
}

// hashesPassword holds functions whose result is their argument, a password, in hashed, encoded
// or unchanged form.
var hashesPassword = setOf("mysql_password", "mysql::password", "postgresql_password", "postgresql::postgresql_password", "postgresql::default", "pw_hash",
	"sha1", "sha256", "sha512", "md5", "stdlib::sha256", "htpasswd", "ht_md5", "ht_sha1", "ht_crypt", "apache::pw_hash", "apache::apache_pw_hash", "apache_pw_hash", "str2saltedsha512", "str2saltedpbkdf2",
	"stdlib::str2saltedpbkdf2", "grafana_password", "redis_password", "postgresql_escape", "postgresql::postgresql_escape", "strip", "chomp", "base64", "encoding", "unwrap", "downcase", "String", "node_encrypt")

// secretsIn returns the literal texts of that kind that an expression may evaluate to: itself,
// the arguments of Sensitive(…) and of functions that hash them, the alternatives of a
// condition, the default of a lookup, and the value of a variable that the file sets once.
func secretsIn(p *Pass, kind secret.Kind, value syntax.Node, depth int) (found []writtenSecret) {
	value = syntax.Unparenthesized(value)
	add := func(nodes ...syntax.Node) {
		for _, node := range nodes {
			if node != nil && depth < 6 {
				found = append(found, secretsIn(p, kind, node, depth+1)...)
			}
		}
	}
	switch value := value.(type) {
	case *syntax.LiteralString, *syntax.QualifiedName, *syntax.HeredocExpression:
		text, isString := stringOf(value)
		if value.Kind() == syntax.KindQualifiedName && !strings.ContainsAny(text, "0123456789") {
			break // a keyword
		}
		if isString {
			if class := secret.ValueOf(kind, text); class != secret.NoSecret {
				return []writtenSecret{{value, class}}
			}
		}
	case *syntax.LiteralInteger:
		if class := secret.ValueOf(kind, strconv.FormatInt(value.Value, 10)); class == secret.Weak && kind == secret.Password && value.Value > 999 {
			return []writtenSecret{{value, class}}
		}
	case *syntax.CallNamedFunctionExpression, *syntax.CallMethodExpression:
		add(madeSensitive(value)...)
		add(resultsOfCall(value)...)
	case *syntax.SelectorExpression:
		for _, entry := range value.Selectors {
			add(entry.Value)
		}
	case *syntax.IfExpression:
		for _, block := range []syntax.Node{value.Then, value.Else} {
			if body, isBlock := block.(*syntax.BlockExpression); isBlock {
				block = body.Statements[len(body.Statements)-1]
			}
			add(block)
		}
	case *syntax.VariableExpression:
		if secret.Named(value.Name) != secret.None || secret.IsSetting(value.Name) {
			break // what the variable is set to is checked for its own name
		}
		if variable := p.flow().VariableOf(value); variable != nil {
			if text, isString := wholeValue(variable).(*syntax.LiteralString); isString {
				add(text)
			}
		}
	case *syntax.AccessExpression:
		add(elementRead(p, value))
	}
	return found
}

// resultsOfCall returns the arguments of a call that its result may be, or may be made from: a
// hashed password, one of several values, or a default.
func resultsOfCall(call syntax.Node) []syntax.Node {
	_, isMethod := call.(*syntax.CallMethodExpression)
	name, arguments := syntax.CalledFunction(call)
	switch {
	case hashesPassword[name]:
		return passwordArguments(name, arguments)
	case name == "get" && len(arguments) > 2:
		return arguments[2:3]
	case isMethod:
		return nil
	case name == "pick" || name == "pick_default" || name == "stdlib::default":
		return arguments
	case (name == "hiera" || name == "getvar") && len(arguments) > 1:
		return arguments[1:2]
	case name == "dig44" && len(arguments) > 2:
		return arguments[2:3]
	case name == "lookup" && len(arguments) > 1:
		return []syntax.Node{lookupDefault(arguments)}
	}
	return nil
}

// elementRead returns the value of an element of a literal hash that the file assigns to a
// variable, or nil. A key that names a secret is skipped: the hash itself is checked for it.
func elementRead(p *Pass, access *syntax.AccessExpression) syntax.Node {
	read, isVariable := access.Left.(*syntax.VariableExpression)
	if !isVariable || len(access.Keys) != 1 {
		return nil
	}
	key, isText := stringOf(access.Keys[0])
	if !isText || secret.Named(key) != secret.None {
		return nil
	}
	variable := p.flow().VariableOf(read)
	if variable == nil {
		return nil
	}
	if hash, isHash := wholeValue(variable).(*syntax.LiteralHash); isHash {
		return valueOfKey(hash, key)
	}
	return nil
}

// wholeValue returns the only value that the file assigns to a variable, or the default of a
// parameter of a definition; nil otherwise.
func wholeValue(variable *flow.Variable) syntax.Node {
	switch {
	case variable.Parameter != nil:
		if _, isLambda := variable.Scope.Node.(*syntax.LambdaExpression); !isLambda {
			return syntax.Unparenthesized(variable.Parameter.Value)
		}
	case !variable.Partial && len(variable.Values) == 1:
		return syntax.Unparenthesized(variable.Values[0])
	}
	return nil
}

// valueOfKey returns the value of a literal key in a hash, or nil.
func valueOfKey(hash *syntax.LiteralHash, key string) syntax.Node {
	for _, entry := range hash.Entries {
		if text, isText := stringOf(entry.Key); isText && text == key {
			return entry.Value
		}
	}
	return nil
}

// passwordArguments returns the arguments of a function that hold a password, without a salt,
// method or user.
func passwordArguments(name string, arguments []syntax.Node) []syntax.Node {
	switch name {
	case "postgresql_password", "postgresql::postgresql_password", "base64": // behind the name, or what to do
		return arguments[min(1, len(arguments)):min(2, len(arguments))]
	}
	return arguments[:min(1, len(arguments))]
}

// lookupDefault returns the default value of a lookup if it is in the call.
func lookupDefault(arguments []syntax.Node) syntax.Node {
	last := arguments[len(arguments)-1]
	if options, isHash := last.(*syntax.LiteralHash); isHash {
		for _, pair := range options.Entries {
			if key, _ := stringOf(pair.Key); key == "default_value" {
				return pair.Value
			}
		}
		return nil
	}
	if len(arguments) >= 4 {
		return arguments[3]
	}
	return nil
}

// madeSensitive returns the values that an expression makes Sensitive, which is Sensitive(…),
// Sensitive.new(…) or a call of the function sensitive. Of any other, there are none.
func madeSensitive(value syntax.Node) []syntax.Node {
	switch value := syntax.Unparenthesized(value).(type) {
	case *syntax.CallNamedFunctionExpression:
		if name, _ := syntax.CalledFunction(value); name == "sensitive" || flow.TypeName(value.Functor) == "Sensitive" {
			return value.Arguments
		}
	case *syntax.CallMethodExpression:
		switch name, arguments := syntax.CalledFunction(value); {
		case name == "sensitive":
			return arguments
		case name == "new" && flow.TypeName(arguments[0]) == "Sensitive":
			return arguments[1:]
		}
	}
	return nil
}
