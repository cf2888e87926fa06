//go:build develop

package main

import "math/rand/v2"

// document is a kind of file that is not a manifest: its path, the texts that it is made of, and
// what these stand in.
type document struct {
	path         string
	lexemes      []string
	surroundings [][2]string
}

var (
	dataLexemes = []string{
		"a::b:", "a::b" + number + ":", "a" + number + ":", "? ", "- ", ": ", "  ", "    ", "\n", "\n  ", "\t", "a", "1", "~", "null", "true", "1.5", "'a'", `"a"`, "'", `"`, "{", "}", "[", "]", ",",
		"&a ", "&a" + number + " ", "*a", "*a" + number, "!ruby/regexp /a/", "!!str", "!", "|", ">-", "|2+", "---\n", "...\n", "# c\n", "%{a}", "%{facts.os.family}", "%{lookup('a::b')}",
		"%{alias('a::b" + number + "')}", "%{", `\`, `\u0041`, "<<: *a", "lookup_options:", "merge: deep", "ENC[PKCS7,", "é",
	}
	hierarchyLexemes = []string{"version: 5\n", "hierarchy:\n", "- name: a" + number + "\n", "path: a" + number + ".yaml\n", "lookup_key: a" + number + "\n", "mapped_paths: [a, b, 'c/%{b}']\n", "glob: '**/*.yaml'\n"}
	fixturesLexemes  = []string{"fixtures:\n", "  repositories:\n", "    m" + number + ": 'https://x'\n"}
	rubyLexemes      = []string{
		"def a", "def a" + number, "end", "do", "do |a|", "{", "}", "(", ")", "[", "]", "class A", "module A", "if a", "unless", "case a", "when 'a'", "begin", "rescue", "'a'", `"a#{`, "#{", "%w[", "%q(",
		"<<-A", "<<~A", "A\n", "\n", ";", ":a", ":a" + number, "=>", "=", "==", "=~", "/a/", "/", "?a", "? ", "@a", "@a" + number, "@@a", "$a", "scope['a::b']", "scope.lookupvar('a" + number + "')",
		".each", ".map", "&&", "||", "!", "-", "+", "*", "::", "# c\n", "\n=begin\n", "\n=end\n", "\n__END__\n", "Facter.add(:a" + number + ")", "newparam(:a" + number + ")", "newvalues(:a)",
		"dispatch :a", "param 'String', :a", "required_param 'Integer', :a", "Puppet::Functions.create_function(:a)", "Puppet::Type.newtype(:a)", "1", "é", `\`,
	}
	tagLexemes  = []string{"<%", "%>", "<%-", "-%>", "<%=", "<%#", "<%%", "%%>", "text", "\n%"}
	jsonLexemes = []string{"{", "}", "[", "]", ",", ":", `"a"`, `"a` + number + `"`, `"`, "1", "-1e5", "true", "null", "\n", `\u0041`, `"name":`, `"version_requirement": ">= 1.0.0"`, `"dependencies": [`, `"x/m` + number + `"`, "é"}
	listLexemes = []string{"mod ", "'x/m" + number + "'", "'a'", `"`, ",", ":git => ", ":ref => ", "forge ", "\n", "moduledir ", "=", "modulepath = ", "modules:$basemodulepath", "#{", "}", "if ", "end", "# c\n", "- ", "a: ", "  "}
	flagLexemes = []string{"--no-a-check", "--fail-on-warnings", "--format=", `"`, "'", `\`, "\n", " ", "# c\n", "--only-checks ", "a" + number, ","}
	alone       = [][2]string{{"", ""}}
)

// documents are the kinds of files that random documents are. A random file of settings is none of
// them: the program refuses it at its first error.
var documents = map[string]document{
	"data":      {"a/data/common.yaml", dataLexemes, [][2]string{{"", ""}, {"a::b: ", "\n"}, {`a::b: "`, "\"\n"}, {"a::b:\n  - ", "\n"}, {"a::b: [", "]\n"}, {"a::b: |\n  ", "\n"}, {"lookup_options:\n  ", "\n"}}},
	"hierarchy": {"a/hiera.yaml", concat(hierarchyLexemes, dataLexemes), [][2]string{{"", ""}, {"version: 5\nhierarchy:\n", "\n"}}},
	"epp":       {"a/templates/x.epp", concat(tagLexemes, lexemes), [][2]string{{"", ""}, {"<%- | ", " | -%>\n"}, {"<%= ", " %>\n"}}},
	"erb":       {"a/templates/x.erb", concat(tagLexemes, rubyLexemes), [][2]string{{"", ""}, {"<%= ", " %>\n"}, {"<% ", " %>\n"}}},
	"function":  {"a/lib/puppet/functions/a/f.rb", rubyLexemes, [][2]string{{"", ""}, {"Puppet::Functions.create_function(:'a::f') do\n", "\nend\n"}}},
	"type":      {"a/lib/puppet/type/t.rb", rubyLexemes, [][2]string{{"", ""}, {"Puppet::Type.newtype(:t) do\n", "\nend\n"}}},
	"fact":      {"a/lib/facter/f.rb", rubyLexemes, alone},
	"metadata":  {inMetadata, jsonLexemes, [][2]string{{"", ""}, {"{", "}\n"}, {`{"name": "x-a", "dependencies": [`, "]}\n"}}},
	"modules":   {"Puppetfile", listLexemes, alone},
	"fixtures":  {"a/.fixtures.yml", concat(fixturesLexemes, dataLexemes), alone},
	"folders":   {"environment.conf", listLexemes, alone},
	"task":      {"a/tasks/t.json", jsonLexemes, alone},
	"types":     {".resource_types/t.pp", lexemes, alone},
	"flags":     {".puppet-lint.rc", flagLexemes, alone},
}

func concat(a, b []string) []string { return append(append([]string{}, a...), b...) }

// randomPerDocument is the number of random shapes of manifests for each random document of a kind.
const randomPerDocument = 4

// reader is a module that reads the documents beside it.
const reader = "class a ($b = 1) {\n  notice(epp('a/x.epp'), template('a/x.erb'), lookup('a::b'), a::f(1), $facts['a'])\n  t { 'x': }\n}\n"

// reading are the arguments with which random documents are read.
var reading = []string{"--select", "all", "--format", "line", "."}

// randomDocuments returns trees with one random document each: so many of each kind. The same seed
// gives the same documents.
func randomDocuments(count int, seed uint64) (made []subject) {
	random := rand.New(rand.NewPCG(seed, 1))
	for _, name := range sortedKeys(documents) {
		kind := documents[name]
		for range count {
			one := randomShape(random, kind.lexemes, kind.surroundings)
			made = append(made, subject{ofTrees, name + ": " + one.name, one.count, reading, func(count int) texts {
				files := texts{inModule: reader, inMetadata: metadata, "a/hiera.yaml": hierarchy}
				files[kind.path] = one.text(count)
				return files
			}, mostInTrees})
		}
	}
	return made
}
