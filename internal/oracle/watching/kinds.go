//go:build develop

package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// kind is a kind of change to the text of a file. The name of the file ends in of, or it is a
// manifest or template if of is empty. The change may use the text of another file.
type kind struct {
	name   string
	change func(e *editor, text, other string) string
	of     string
	// moves is true if the change renames the file, or removes it if to is empty.
	moves bool
	to    string
	// folder is true if the change applies to the folder of the file, if that is a folder within
	// manifests.
	folder bool
}

var kinds = []kind{
	{name: "a comment is added", change: func(e *editor, text, _ string) string {
		return e.line(text, func(line string) string { return "# " + line + "\n" + line })
	}},
	{name: "a line is taken out", change: func(e *editor, text, _ string) string {
		return e.line(text, func(string) string { return "" })
	}},
	{name: "a line is doubled", change: func(e *editor, text, _ string) string {
		return e.line(text, func(line string) string { return line + "\n" + line })
	}},
	{name: "a line comes from another file", change: func(e *editor, text, other string) string {
		from := strings.Split(other, "\n")
		return e.line(text, func(line string) string { return line + "\n" + from[e.random.IntN(len(from))] })
	}},
	{name: "a word is another", change: func(e *editor, text, _ string) string {
		words := word.FindAllString(text, -1)
		return e.match(text, word, func(string) string { return words[e.random.IntN(len(words))] })
	}},
	{name: "a name is another file's", change: func(e *editor, text, other string) string {
		names := name.FindAllString(other, -1)
		if len(names) == 0 {
			return text + "\n"
		}
		return e.match(text, name, func(string) string { return names[e.random.IntN(len(names))] })
	}},
	{name: "a type is another", change: func(e *editor, text, _ string) string {
		return e.match(text, typeName, func(string) string { return typeNames[e.random.IntN(len(typeNames))] })
	}},
	{name: "a parameter is added", change: func(e *editor, text, _ string) string {
		return e.orAsItWas(text, head, func(found []string) string { return found[0] + added[e.random.IntN(len(added))] })
	}},
	{name: "a parameter is optional no longer", change: func(e *editor, text, _ string) string {
		return e.orAsItWas(text, parameter, func(found []string) string { return strings.TrimRight(found[1], " =") + found[3] })
	}},
	{name: "a default is another", change: func(e *editor, text, _ string) string {
		return e.orAsItWas(text, parameter, func(found []string) string { return found[1] + defaults[e.random.IntN(len(defaults))] + found[3] })
	}},
	{name: "a string is another", change: func(e *editor, text, _ string) string {
		return e.match(text, quoted, func(found string) string { return "'" + strings.ToUpper(strings.Trim(found, "'")) + "x'" })
	}},
	{name: "a class is included", change: func(e *editor, text, other string) string {
		names := name.FindAllString(other, -1)
		if len(names) == 0 {
			return text + "\n"
		}
		return e.match(text, open, func(found string) string { return found + "\n  include " + names[e.random.IntN(len(names))] + "\n" })
	}},
	{name: "all is as it was"},
	{name: "a file is gone", moves: true},
	{name: "a file is renamed", moves: true, to: "moved"},
	{name: "a folder is renamed", moves: true, to: "moved", folder: true},
	{name: "a word of metadata is another", of: "metadata.json", change: another},
	{name: "a word of data is another", of: ".yaml", change: another},
	{name: "a word of Ruby is another", of: ".rb", change: another},
	{name: "an operating system is another", of: "metadata.json", change: func(e *editor, text, _ string) string {
		return e.orAsItWas(text, system, func(found []string) string { return found[1] + systems[e.random.IntN(len(systems))] + found[3] })
	}},
	{name: "a dependency is another", of: "metadata.json", change: func(e *editor, text, _ string) string {
		return e.orAsItWas(text, dependency, func(found []string) string { return found[1] + modules[e.random.IntN(len(modules))] + found[3] })
	}},
	{name: "a requirement is another", of: "metadata.json", change: func(e *editor, text, _ string) string {
		return e.orAsItWas(text, requirement, func(found []string) string { return found[1] + ranges[e.random.IntN(len(ranges))] + found[3] })
	}},
	{name: "an absent module is named", change: func(e *editor, text, _ string) string {
		return e.orAsItWas(text, open, func(found []string) string { return found[0] + absent[e.random.IntN(len(absent))] })
	}},
	{name: "a fact is another", of: factName, change: func(e *editor, text, _ string) string {
		return e.orAsItWas(text, fact, func(found []string) string { return found[1] + facts[e.random.IntN(len(facts))] })
	}},
}

func another(e *editor, text, _ string) string {
	words := word.FindAllString(text, -1)
	return e.match(text, word, func(string) string { return words[e.random.IntN(len(words))] })
}

var (
	word        = regexp.MustCompile(`[a-z_]\w+`)
	name        = regexp.MustCompile(`[a-z]\w*(?:::\w+)+`)
	typeName    = regexp.MustCompile(`\b(?:String|Integer|Boolean|Array|Hash|Optional|Enum|Any|Variant|Stdlib::\w+)\b`)
	quoted      = regexp.MustCompile(`'[\w/.]+'`)
	head        = regexp.MustCompile(`(?m)^(?:class|define) [\w:]+ ?\(\n`)
	parameter   = regexp.MustCompile(`(?m)(^  .*\$\w+ *= *)([^,\n]+)(,)$`)
	open        = regexp.MustCompile(`\{\n`)
	system      = regexp.MustCompile(`("operatingsystem": *")([^"]*)(")`)
	dependency  = regexp.MustCompile(`("name": *"\w+[-/])(\w+)(")`)
	requirement = regexp.MustCompile(`("name": *"(?:puppet|openvox)",\s*"version_requirement": *")([^"]*)(")`)
	fact        = regexp.MustCompile(`(Facter\.add\(?:?)(\w+)`)

	systems = []string{"RedHat", "Debian", "Ubuntu", "windows", "Rand", "FreeBSD"}
	modules = []string{"stdlib", "concat", "openstacklib", "apache", "nowhere", "other"}
	ranges  = []string{">= 6.0.0 < 8.0.0", ">= 7.0.0 < 9.0.0", ">= 9.0.0"}
	absent  = []string{"\n  include nowhere\n", "\n  include nowhere::part\n", "\n  nowhere::thing { 'a': }\n", "\n  nowhere::call()\n", "\n  notice($nowhere::part::x)\n", "\n  nowhere_call(1)\n"}
	facts   = []string{"ipaddress_lo9", "mysql_versoin", "other_fact", "puppet_vardir", "is_pe"}

	added    = []string{"  $added,\n", "  Integer $added = 1,\n", "  $ensure = present,\n"}
	defaults = []string{"undef", "true", "'other'", "80", "{}", "[]", "$name"}

	typeNames = []string{"String", "Integer", "Boolean", "Array", "Hash", "Optional", "Any", "Undef", "Stdlib::Absolutepath", "Nowhere"}
)

// kindsNamed returns the kinds with the given names, separated by commas, or all kinds if there
// are none.
func kindsNamed(names string) (found []kind, err error) {
	if names == "" {
		return kinds, nil
	}
	for _, name := range strings.Split(names, ",") {
		at := slices.IndexFunc(kinds, func(k kind) bool { return k.name == strings.TrimSpace(name) })
		if at < 0 {
			return nil, fmt.Errorf("there is no kind of change %q", name)
		}
		found = append(found, kinds[at])
	}
	return found, nil
}
