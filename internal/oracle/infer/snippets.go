//go:build develop

package main

import (
	"math/rand/v2"
	"regexp"
	"strings"
)

// values, kinds, operators and the others fill the gaps of forms. They never change.
var (
	values = []string{
		"0", "1", "-3", "42", "9223372036854775807", "2.5", "1e15", "'abc'", "''", "'12'", "\"a${1}b\"", "true", "false", "undef", "default",
		"[]", "[1, 2]", "['a', 'b']", "[1, 'a', undef]", "[[1, 2], [3]]", "{}", "{'a' => 1}", "{a => [1], b => 'x'}", "{1 => 2}",
		"/a/", "/é/", "Integer", "String[1]", "Integer[1, 3]", "Enum['a', 'b']", "Notify['n']", "Class['settings']", "Timestamp(0)", "Timespan(60)",
		"SemVer('1.2.3')", "Sensitive('s')", "Binary('YWJj')", "URI('http://a.b/c')", "Regexp['a']", "Integer[1, 5].map |$i| { $i }",
	}
	kinds = []string{
		"Any", "Undef", "Integer", "Integer[0]", "Integer[1, 10]", "Float", "Numeric", "String", "String[1]", "String[2, 3]", "Boolean", "Boolean[true]",
		"Array", "Array[Integer]", "Array[String, 1]", "Array[1, 2]", "Hash", "Hash[String, Integer]", "Hash[String, Any, 1]", "Tuple[Integer, String]",
		"Tuple[Integer, 1, 3]", "Struct[{a => Integer}]", "Struct[{a => Integer, Optional[b] => String}]", "Optional[Integer]", "Optional[String[1]]",
		"Variant[Integer, String]", "NotUndef", "NotUndef[Any]", "Enum['a', 'abc']", "Enum['A', true]", "Pattern[/a/]", "Pattern[/é/]", "Pattern['é']", "Pattern['b']", "Regexp", "Regexp[/a/]", "Regexp[/é/]",
		"Type", "Type[Integer]", "Type[String]", "Callable", "Scalar", "ScalarData", "Data", "RichData", "Collection[1]", "Iterable", "Iterable[Integer]", "Default",
		"Timestamp", "Timestamp['2020-01-01']", "Timespan", "Timespan[0, 100]", "SemVer", "SemVer['1.x']", "SemVerRange", "Sensitive", "Sensitive[String]",
		"Binary", "URI", "URI['http://a.b']", "CatalogEntry", "Resource", "Notify", "Class", "Class['settings']", "Init[Integer]", "Object[{attributes => {a => Integer}}]",
	}
	operators = []string{"+", "-", "*", "/", "%", "<<", ">>", "==", "!=", "<", ">", "<=", ">=", "=~", "!~", "in", "and", "or"}
	arrows    = []string{"->", "<-", "~>", "<~"}
	names     = []string{"each", "map", "filter", "any", "all", "reverse_each", "index", "group_by", "partition", "slice", "then", "with", "reduce"}
	words     = []string{"size", "length", "empty", "keys", "values", "flatten", "sort", "unique", "join", "upcase", "abs", "max", "min", "type", "strip", "fqdn_rand", "md5", "versioncmp", "unwrap", "round", "match", "split", "dig", "get", "compare"}
	stages    = []string{"'main'", "'nope'", "undef"}
	keyWords  = []string{"a", "b", "'c'", "0", "1", "-1", "'0'", "5", "undef", "[0]", "Integer"}
)

// forms are programs with gaps. Each uses what it defines. A gap is a word in capitals.
var forms = []string{
	"VALUE OPERATOR VALUE", "(VALUE OPERATOR VALUE) OPERATOR VALUE", "-VALUE", "!VALUE", "*VALUE", "VALUE[KEY]", "VALUE[KEY, KEY]",
	"$v = VALUE\n$v[KEY]", "$v = VALUE\n$v OPERATOR VALUE", "$v = [VALUE, VALUE]\n$v[KEY] OPERATOR VALUE", "$h = {a => VALUE, b => VALUE}\n$h[KEY]",
	"[$a, $b] = VALUE\n$a", "[$a, [$b]] = [VALUE, VALUE]\n$b", "[[$a, $b], $c] = [VALUE, VALUE]\n[$a, $c]",
	"VALUE =~ KIND", "KIND =~ Type[KIND]", "KIND == KIND", "KIND < KIND", "KIND >= KIND", "VALUE ? { KIND => 1, default => 2 }", "VALUE ? { VALUE => 1, KIND => VALUE }",
	"case VALUE { KIND: { 1 } VALUE: { 'x' } default: { VALUE } }", "assert_type(KIND, VALUE)", "type(VALUE)", "KIND.new(VALUE)", "KIND(VALUE)", "KIND(VALUE, VALUE)",
	"convert_to(VALUE, KIND)", "String(VALUE, '%s')", "Array(VALUE, true)", "Integer(VALUE, KEY)", "Timespan(VALUE)", "Timestamp(VALUE)", "Hash(VALUE)", "Numeric(VALUE)",
	"WORD(VALUE)", "WORD(VALUE, VALUE)", "VALUE.WORD", "VALUE.WORD(VALUE)", "VALUE.NAME |$x| { $x }", "VALUE.NAME |$x, $y| { [$x, $y] }", "NAME(VALUE) |KIND $x| { VALUE }",
	"VALUE.NAME |*$x| { $x }", "VALUE.NAME |$x = 1, $y| { $y }", "VALUE.reduce(VALUE) |$m, $x| { $m OPERATOR $x }", "KIND.each |$x| { $x }", "KIND.map |$x| { $x OPERATOR VALUE }",
	"function f(KIND $x) >> KIND { $x }\nf(VALUE)", "function f(KIND $x = VALUE) { $x }\nf()", "function f(KIND $x) { $x OPERATOR VALUE }\nf(VALUE)",
	"function f($x, *$r) { $r }\nf(VALUE, VALUE)", "function f(*$r, $x) { $x }\nf(VALUE)", "function f($x = VALUE, KIND *$r) { [$x, $r] }\nf(VALUE, VALUE, VALUE)",
	"function f() >> KIND { return(VALUE) }\nf()", "function f() >> KIND { VALUE }\nf() OPERATOR VALUE", "function f($x) { if $x { VALUE } else { VALUE } }\nf(VALUE)[KEY]",
	"type A = KIND\nVALUE =~ A", "type A = Variant[KIND, Array[A]]\n[VALUE] =~ A", "type A = KIND\nA(VALUE)", "type A = A\nVALUE =~ A", "type A = Optional[KIND]\nfunction f(A $x) { $x }\nf(VALUE)",
	"type A = Object[{attributes => {a => KIND, b => {type => KIND, value => VALUE}}}]\nA(VALUE).a", "type A = Object[{attributes => {a => KIND}}]\nA(VALUE, VALUE)",
	"type A = Object[{attributes => {a => KIND}}]\ntype B = Object[{parent => A, attributes => {b => KIND}}]\nB(VALUE, VALUE).a",
	"type A = Object[{attributes => {a => KIND}}]\ntype B = Object[{parent => A, attributes => {a => {type => KIND, override => true}}}]\nB(VALUE)",
	"type A = Object[{attributes => {a => VALUE}}]\nA(VALUE)", "type A = Object[{constants => {c => VALUE}, functions => {f => Callable}}]\nA().c",
	"Integer[VALUE, VALUE]", "String[VALUE]", "Array[KIND, KEY]", "Hash[KIND, KIND]", "Struct[{VALUE => KIND}]", "Tuple[KIND, VALUE]", "Enum[VALUE, 'x']", "Pattern[VALUE]", "Regexp[VALUE]",
	"Optional[VALUE]", "Variant[KIND, VALUE]", "Timestamp[VALUE]", "Timespan[VALUE, VALUE]", "SemVer[VALUE]", "URI[VALUE]", "Init[KIND, VALUE]", "Callable[KIND, VALUE]", "Type[VALUE]", "Class[VALUE]", "Notify[VALUE]", "Boolean[VALUE]", "Sensitive[VALUE]", "Float[VALUE, VALUE]", "Collection[VALUE]", "Runtime['ruby', VALUE]", "NotUndef[VALUE]",
	"notify { 'n': message => VALUE }\nNotify['n'][message]", "notify { VALUE: }", "notify { ['n', 'm']: }\n$x = Notify['n'] ARROW Notify['m']\n$x", "notify { ['n', 'm', 'o']: }\nNotify['n'] ARROW Notify['m'] ARROW Notify['o']",
	"notify { 'n': require => VALUE }", "notify { 'n': tag => VALUE, loglevel => VALUE }", "Notify { message => VALUE }\nnotify { 'n': }", "Notify { message => 'a' }\nNotify { message => VALUE }",
	"class a { }\nclass { 'a': stage => STAGE }", "notify { 'n': stage => STAGE }", "stage { 'nope': }\nclass a { }\nclass { 'a': stage => STAGE }",
	"class a($x) { }\nclass b inherits a { }\ninclude b", "class a($x = VALUE) { }\nclass b inherits a { }\ninclude b\n$a::x", "class a($x) { }\nclass { 'a': x => VALUE }\nClass['a']['x']",
	"class a(KIND $x) { $y = $x OPERATOR VALUE }\nclass { 'a': x => VALUE }\n$a::y", "class a { $x = VALUE }\ninclude a\n$a::x OPERATOR VALUE", "class a { $x = VALUE }\n$a::x", "class a { $x = VALUE }\nif defined(Class['a']) { $a::x }",
	"class a($x) { }\nclass c { class { 'a': x => VALUE } }\ninclude c\ninclude a", "include VALUE", "contain KIND", "define d(KIND $x) { }\nd { 't': x => VALUE }\nD['t']['x']", "define d($x) { notify { \"${x}\": } }\nd { 't': x => VALUE }",
	"@notify { 'n': }\nrealize(VALUE)", "@notify { 'n': }\nrealize(Notify['n'])", "realize(Notify['m'])", "create_resources('notify', {'n' => {message => VALUE}})", "create_resources(VALUE, VALUE)",
	"if VALUE { VALUE } else { VALUE }", "unless VALUE OPERATOR VALUE { 1 } else { VALUE }", "\"${[VALUE]} ${VALUE OPERATOR VALUE}\"", "VALUE.lest || { VALUE }", "VALUE.then |$x| { $x OPERATOR VALUE }",
	"sort([VALUE, VALUE])", "unique([VALUE, VALUE, VALUE])", "join([VALUE, VALUE], VALUE)", "match(VALUE, VALUE)", "match('abc', KIND)", "regsubst(VALUE, 'a', VALUE)", "split(VALUE, VALUE)", "sprintf('%d %s', VALUE, VALUE)",
	"fqdn_rand(VALUE)", "max(VALUE, VALUE)", "dig(VALUE, KEY)", "get(VALUE, 'a.b')", "getvar('x.a', VALUE)", "versioncmp(VALUE, VALUE)", "lookup('x', KIND, 'first', VALUE)", "tree_each(VALUE) |$p, $v| { $v }", "flatten(VALUE, VALUE)", "Deferred(VALUE, [VALUE])",
}

var gap = regexp.MustCompile(`\b(VALUE|KIND|OPERATOR|ARROW|NAME|WORD|STAGE|KEY)\b`)

// generateSnippets returns programs made from forms, two thirds of them from only one, and
// recorded snippets with a changed literal, operator or name.
func generateSnippets(seed uint64, count int, recorded []vector) []string {
	random := rand.New(rand.NewPCG(seed, 11))
	pick := func(from []string) string { return from[random.IntN(len(from))] }
	fill := func(form string) string {
		return gap.ReplaceAllStringFunc(form, func(name string) string {
			switch name {
			case "VALUE":
				return pick(values)
			case "KIND":
				return pick(kinds)
			case "OPERATOR":
				return pick(operators)
			case "ARROW":
				return pick(arrows)
			case "NAME":
				return pick(names)
			case "WORD":
				return pick(words)
			case "STAGE":
				return pick(stages)
			}
			return pick(keyWords)
		})
	}
	var plain []string
	for _, v := range recorded {
		if !isGuarding.MatchString(v.Source) {
			plain = append(plain, v.Source)
		}
	}
	seen := map[string]bool{}
	var snippets []string
	for len(snippets) < count {
		var snippet string
		switch choice := random.IntN(8); {
		case choice < 6:
			snippet = fill(forms[(len(snippets)+random.IntN(3))%len(forms)])
		default:
			snippet = changed(pick(plain), pick, random)
		}
		if !seen[snippet] {
			seen[snippet] = true
			snippets = append(snippets, snippet)
		}
	}
	return snippets
}

// isGuarding matches programs with code that may not be evaluated. An error in such code is
// correct whether or not the program compiles.
var isGuarding = regexp.MustCompile(`\b(function|class|define|type|node|plan|facts|if|unless|case|and|or|then|lest|defined)\b|\?|\{\s*\||\$trusted|::|settings|file\(|generate`)

var changeable = regexp.MustCompile(`'[a-z0-9]*'|\b\d+\b|\s(?:\+|-|\*|==|<|=~|in)\s|\bundef\b|\btrue\b`)

// changed returns a snippet with one literal or operator replaced.
func changed(snippet string, pick func([]string) string, random *rand.Rand) string {
	places := changeable.FindAllStringIndex(snippet, -1)
	if len(places) == 0 {
		return snippet
	}
	at := places[random.IntN(len(places))]
	with := pick(values)
	if strings.HasPrefix(snippet[at[0]:], " ") {
		with = " " + pick(operators[:16]) + " "
	}
	return snippet[:at[0]] + with + snippet[at[1]:]
}
