//go:build develop

package main

import (
	"math/rand/v2"
	"strings"
)

// shape is a type with values that are valid and values that are narrowly invalid.
type shape struct {
	Type   string
	Values []string
}

var shapes = []shape{
	{"Struct[{ port => Integer, Optional[host] => String[1] }]", []string{
		"{port: 80}", "{port: '80'}", "{port: 80, host: a}", "{port: 80, host: ''}", "{port: 80, hots: a}", "{host: a}", "{}", "[port, 80]", "{port: 80, host: ~}", "{port: 80, port: '81'}", "{Port: 80}", "{:port: 80}",
		"{port: \"%{lookup('number')}\"}", "{port: \"%{alias('number')}\"}", "{'%{::kernel}': 80}",
	}},
	{"Hash[String[1], Struct[{ uid => Integer[0], Optional[groups] => Array[String] }]]", []string{
		"{bob: {uid: 5}}", "{bob: {uid: -1}}", "{bob: {uid: 5, groups: x}}", "{bob: {uid: 5, groups: [x, 1]}}", "{bob: [uid, 5]}", "{5: {uid: 5}}", "{'': {uid: 5}}", "[bob]", "{bob: ~}", "{bob: {uid: 1_000}}", "{bob: {uid: 010}}",
	}},
	{"Array[Enum['tcp', 'udp'], 1]", []string{"[tcp]", "[TCP]", "[]", "tcp", "[tcp, udp, Udp]", "[tcp, ~]", "{tcp: ~}", "['tcp ']", "[[tcp]]", "[\"%{facts.kernel}\"]"}},
	{"Enum['yes', 'no']", []string{"yes", "'yes'", "no", "'no'", "Yes", "'Yes'", "true", "[yes]", "~"}},
	{"Enum['Debian', 'debian', true]", []string{"Debian", "DEBIAN", "true"}},
	{"Boolean", []string{"true", "'true'", "yes", "on", "y", "1", "~", "True", "TRUE", "tRUE", "\"%{lookup('flag')}\"", "\"%{alias('flag')}\""}},
	{"Integer[1, 65535]", []string{"80", "'80'", "0", "65536", "080", "0x50", "8_0", "80.0", "8e1", "\"%{lookup('number')}\"", "\"%{alias('number')}\"", "+80", "1:20", "\"%{alias('missing')}\"", "~", "\"%{literal('8')}\""}},
	{"Optional[Integer]", []string{"~", "null", "''", "'~'", "undef", "'undef'", "5", "!!str 5", "!!int '5'", "Null", "nil"}},
	{"Float[0.0]", []string{"1.5", "1", "-0.1", ".inf", "1e3", "1.5e3", "'1.5'", "1,5", "1_0.5"}},
	{"Numeric", []string{"1", "1.5", "'1'", "1.2.3", "0b11", "12:30:45"}},
	{"String[3, 5]", []string{"abc", "ab", "abcdef", "123", "'123'", "2024-01-01", "12:30", "\"%{facts.kernel}\"", "\"a%{literal('b')}\"", "|\n  abc\n", ">-\n  abc\n  d\n"}},
	{"Pattern[/\\A[a-z]+\\z/]", []string{"abc", "Abc", "abc1", "\"x%{facts.kernel}\"", "5", "''"}},
	{"Tuple[String, Integer, 2, 3]", []string{"[a, 1]", "[a, 1, 2]", "[a]", "[a, 1, 2, 3]", "[1, a]", "[a, '1']"}},
	{"Variant[Array[String[1]], String[1]]", []string{"a", "[a]", "['']", "''", "[1]", "{a: b}", "5", "[]"}},
	{"Sensitive[String]", []string{"secret", "5", "'%{facts.kernel}'"}},
	{"Hash[String, Integer]", []string{"{a: 1}", "{1: 1}", "{a: '1'}", "{a: 1, a: b}", "{<<: {b: 2}, a: 1}", "{true: 1}", "{~: 1}", "{'%{facts.kernel}': 1}", "{a: 1, b: {c: 2}}"}},
	{"Data", []string{"a", "[1]", "{a: 1}", "{1: a}", "~", ":a", "2024-01-01"}},
	{"Scalar", []string{"a", "1", "[1]", "~", "true"}},
	{"Timespan", []string{"5", "'5'", "1:00"}},
	{"Regexp", []string{"'a'", "/a/"}},
	{"Type[Integer]", []string{"Integer"}},
	{"NotUndef", []string{"~", "''", "false"}},
	{"Collection", []string{"[]", "{}", "a"}},
	{"Stdlib::Absolutepath", []string{"/etc", "etc", "C:/x", "'C:\\x'", "/", "''", "[/etc]", "\"%{lookup('words.0')}\"", "\"/%{facts.kernel}\""}},
	{"Stdlib::Port", []string{"80", "'80'", "65536", "0", "-1"}},
	{"Stdlib::Ensure::Service", []string{"running", "stopped", "Running", "present", "true"}},
	{"Stdlib::HTTPUrl", []string{"http://a", "https://a/b?c", "ftp://a", "a", "http://", "HTTP://a"}},
	{"Stdlib::IP::Address", []string{"192.0.2.1", "192.0.2.1/24", "2001:db8::1", "'::1'", "::1", "256.0.0.1", "1.2.3"}},
	{"Stdlib::Filemode", []string{"'0644'", "0644", "644", "'644'", "u=rw", "'9999'"}},
	{"Array[Stdlib::Host, 1, 2]", []string{"[a.example.com]", "[a, b, c]", "[192.0.2.1]", "['a b']", "[]", "[-a]"}},
}

const sharedByShapes = "number: 5\nflag: true\nwords: [/a, b]\n"

// newShapedCase generates a case for one of the shapes.
func newShapedCase(random *rand.Rand) *testCase {
	pick := func(list []string) string { return list[random.IntN(len(list))] }
	chosen := shapes[random.IntN(len(shapes))]
	parameterName := "p"
	one := &testCase{subject: parameter{Name: parameterName, Type: chosen.Type}, files: map[string]string{"hiera.yaml": twoLevels}, source: "include subject"}
	declaration := chosen.Type + " $" + parameterName
	if random.IntN(4) == 0 && strings.HasPrefix(chosen.Type, "Optional") {
		declaration += " = undef"
	}
	one.files["modules/subject/manifests/init.pp"] = "class subject (" + declaration + ") { }\n"
	key, value := "subject::p", pick(chosen.Values)
	common := sharedByShapes
	switch random.IntN(12) {
	case 0: // the class or the parameter has another name
		common += pick([]string{"subjet::p", "subject::q", "subject::P", "::subject::p", "subject:p", "subject::p::q", "Subject::p"}) + ": " + value + "\n"
	case 1: // the data of the module
		one.files["modules/subject/hiera.yaml"] = "version: 5\n"
		one.files["modules/subject/data/common.yaml"] = pick([]string{key, key, key, "other::p"}) + ": " + value + "\n"
	case 2: // the data that a module falls back to
		one.files["modules/subject/hiera.yaml"] = "version: 5\nhierarchy: []\ndefault_hierarchy:\n  - name: a\n    path: fallback.yaml\n"
		one.files["modules/subject/data/fallback.yaml"] = key + ": " + value + "\n"
		// Puppet does not read the fallback if it has found a value, so it would not reject a
		// symbol there.
		if random.IntN(2) == 0 && !strings.HasPrefix(value, ":") {
			common += key + ": " + pick(chosen.Values) + "\n"
		}
	case 3: // several levels and a merge
		one.files["data/one.yaml"] = key + ": " + value + "\n"
		common += key + ": " + pick(chosen.Values) + "\nlookup_options:\n  " + pick([]string{key, "'^subject::p$'", "'^subject::'"}) + ": {merge: " + pick(merges) + "}\n"
	case 4:
		common += key + ": " + value + "\nlookup_options:\n  " + key + ": {convert_to: " + pick([]string{"Integer", "String", "Sensitive", "'Array[String]'", "Boolean", "Timespan", "Regexp", "[Array, true]", "Hash"}) + "}\n"
	case 5: // through another key
		common += "other: " + value + "\n" + key + ": \"%{" + pick([]string{"alias", "alias", "alias", "lookup", "hiera"}) + "('other')}\"\n"
	case 6: // nested in another key
		common += "other: {in: " + strings.TrimRight(flow(value), "\n") + "}\n" + key + ": \"%{alias('other." + pick([]string{"in", "in", "on"}) + "')}\"\n"
	case 7: // JSON
		one.files["hiera.yaml"] = "version: 5\ndefaults:\n  data_hash: json_data\nhierarchy:\n  - name: a\n    path: a.json\n"
		one.files["data/a.json"] = "{\"" + key + "\": " + pick([]string{"80", "\"80\"", "null", "[]", "{}", "[\"a\"]", "{\"a\": 1}", "true", "\"%{facts.kernel}\"", "1.5", "\"\""}) + "}\n"
	case 8: // an anchor and its aliases
		common += "base: &base " + flow(value) + "\n" + key + ": *base\n"
	case 9: // the key twice
		common += key + ": " + value + "\n" + key + ": " + pick(chosen.Values) + "\n"
	default:
		common += key + ": " + value + "\n"
	}
	one.files["data/common.yaml"] = common
	return one
}

// flow returns a value in a form that is valid in a flow collection or after an anchor.
func flow(value string) string {
	if strings.HasPrefix(value, "|") || strings.HasPrefix(value, ">") || strings.HasPrefix(value, ":") || strings.HasPrefix(value, "::") {
		return "abc"
	}
	return value
}
