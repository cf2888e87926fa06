//go:build develop

package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// The names of generated classes, defined types and resources. There are only a few, so that
// programs use the same name several times.
var (
	classNames  = []string{"a", "b", "c", "d", "e"}
	defineNames = []string{"one", "two"}
	titles      = []string{"t", "u", "v", "w"}
)

// The statements of the programs declare something, or use what is declared. The gaps are CLASS
// and OTHER for classes, DEFINE for a defined type, DEFINECAP for a reference to one, TITLE for a
// title, USE for an expression and STATEMENT for a statement. A line "@" records that the next
// line is evaluated.
var (
	// classForms declare classes, or a defined type.
	classForms = []string{
		"include CLASS", "include CLASS", "include CLASS, OTHER", "contain CLASS", "require CLASS", "class { 'CLASS': }", "class { 'CLASS': p => USE }",
		"class { ['CLASS', 'OTHER']: }", "include [CLASS, 'OTHER']", "include Class['CLASS']", "DEFINE { 'TITLE': }", "DEFINE { 'TITLE': p => USE }",
	}
	statements = slices.Concat(classForms, []string{
		"DEFINE { ['TITLE', 'x']: q => USE }", "DEFINE { \"${title}-TITLE\": }", "create_resources(DEFINE, { 'TITLE' => { p => USE } })",
		"create_resources(class, { 'CLASS' => {} })", "create_resources(notify, { 'TITLE' => {} }, { message => USE })", "notify { 'TITLE': }",
		"notify { 'TITLE': message => USE }", "notify { \"${title}-TITLE\": }", "notify { $p: }", "notify { ['TITLE', 'x']: loglevel => notice }",
		"notify { default: message => USE; 'TITLE': }", "@notify { 'TITLE': }", "@@notify { 'TITLE': }",
		"unless defined(Notify['TITLE']) {\n@\nnotify { 'TITLE': }\n}", "if defined(Class['CLASS']) {\n@\n$CLASS::v\n}",
		"if !defined(Notify['TITLE']) {\n@\nnotify { 'TITLE': }\n}", "if defined(DEFINE) {\n@\nDEFINE { 'TITLE': }\n}",
		"if defined('CLASS') {\n@\ninclude CLASS\n}", "if defined(CLASS) {\n@\ninclude CLASS\n@\n$y = $CLASS::p\n}", "realize(Notify['TITLE'])",
		"realize Notify['TITLE'], Notify['TITLE']", "Notify <| title == 'TITLE' |>", "Notify <| |> { message => USE }", "Notify <<| |>>",
		"DEFINECAP <| p == 1 |>", "Notify['TITLE'] { message => USE }", "Notify { loglevel => notice }", "Notify { message => USE }",
		"Class['CLASS'] { p => USE }", "Class['CLASS'] -> Class['OTHER']", "Class['CLASS'] -> Notify['TITLE']", "Notify['TITLE'] ~> DEFINECAP['TITLE']",
		"notify { 'TITLE': require => Class['CLASS'] }", "notify { 'TITLE': before => Notify['TITLE'] }", "DEFINE { 'TITLE': require => Notify['TITLE'] }",
		"Notify <| |> -> Class['CLASS']", "notify { 'TITLE': } -> DEFINE { 'TITLE': }", "notify { 'TITLE': notify => [Class['CLASS'], Notify['TITLE']] }",
		"$x = USE", "$x = $CLASS::v + 1", "$x = $CLASS::v.upcase", "$x = $::CLASS::p[0]", "$x = Notify['TITLE'][message]", "$x = Class['CLASS'][p] + 1",
		"$x = DEFINECAP['TITLE'][p]", "$x = \"${CLASS::v}\"", "$x = getvar('CLASS::v')", "$x = getvar('CLASS::nope')", "$x = $CLASS::nope",
		"['TITLE', 'z'].each |$i| {\n@\nnotify { $i: }\n}", "[1, 2].each |$i| {\n@\nDEFINE { \"TITLE${i}\": p => $i }\n}", "tag('TITLE')",
		"$y = lookup('CLASS::p', undef, undef, 1)", "$y = lookup('TITLE', Integer, 'first', 3)", "fail('never')", "assert_type(Integer, USE)",
	})
	// branches contain other statements.
	branches = []string{
		"if $p {\n@\nSTATEMENT\n}", "if USE {\n@\nSTATEMENT\n} else {\n@\nSTATEMENT\n}", "unless $q {\n@\nSTATEMENT\n}",
		"case $p {\n1: {\n@\nSTATEMENT\n}\ndefault: {\n@\nSTATEMENT\n}\n}", "if $CLASS::v {\n@\nSTATEMENT\n}", "if $CLASS::v == 1 {\n@\nSTATEMENT\n}",
		"if tagged('CLASS') {\n@\nSTATEMENT\n}",
	}
	allForms = slices.Concat(statements, branches)
)

// expressions are values of attributes, variables and parameters.
var expressions = []string{"1", "'s'", "undef", "[]", "[1]", "{}", "true", "$p", "$q", "$v", "$title", "$name", "$module_name", "$a::v", "$b::p", "$c::v", "Notify['t']", "Class['a']", "$facts['x']", "\"${p}\"", "$p + 1", "[$p, $q]", "$b::v", "$d::q", "default"}

// parameterForms are parameters without their names. Most have a default of the declared type.
var parameterForms = []string{
	"%s = 1", "%s = 's'", "%s = undef", "Integer %s = 1", "String %s = 's'", "Optional[Integer] %s = undef", "Optional[String] %s = 's'", "Any %s = [1]", "Array %s = []",
	"Variant[Integer, String] %s = 2", "Boolean %s = true", "%s = $a::v", "%s = $b::p", "%s = $title", "Optional[Array] %s = [1]", "Hash %s = {}", "%s", "Integer %s", "Optional[String] %s",
}

// catalogProgram makes a program of a few classes and defined types that use each other.
func catalogProgram(random *rand.Rand) string {
	f := &flow{random: random}
	for i, name := range classNames {
		heir := ""
		if i > 0 && random.IntN(4) == 0 {
			heir = " inherits " + pickOne(random, classNames[:i])
		}
		f.line("class %s(%s)%s {", name, f.parameters(), heir)
		f.declarations(1 + random.IntN(3))
		f.line("@\n$v = %s", pickOne(random, expressions))
		f.declarations(random.IntN(2))
		f.line("}")
	}
	for _, name := range defineNames {
		f.line("define %s(%s) {", name, f.parameters())
		f.declarations(1 + random.IntN(2))
		f.line("}")
	}
	for range 1 + random.IntN(3) {
		f.line("@\n%s", f.declare(pickOne(random, classForms)))
	}
	f.declarations(random.IntN(3))
	f.line("notice('the end')")
	return strings.Join(f.lines, "\n")
}

func (f *flow) parameters() string {
	return fmt.Sprintf(pickOne(f.random, parameterForms)+", "+pickOne(f.random, parameterForms), "$p", "$q")
}

func (f *flow) declarations(count int) {
	for range count {
		f.line("@\n%s", f.declare(pickOne(f.random, allForms)))
	}
}

// declare fills the gaps of a form.
func (f *flow) declare(form string) string {
	define := pickOne(f.random, defineNames)
	for strings.Contains(form, "STATEMENT") {
		form = strings.Replace(form, "STATEMENT", pickOne(f.random, statements), 1)
	}
	form = strings.NewReplacer("DEFINECAP", strings.ToUpper(define[:1])+define[1:], "DEFINE", define, "CLASS", pickOne(f.random, classNames), "OTHER", pickOne(f.random, classNames), "TITLE", pickOne(f.random, titles)).Replace(form)
	for strings.Contains(form, "USE") {
		form = strings.Replace(form, "USE", pickOne(f.random, expressions), 1)
	}
	return form
}

// generateCatalogs returns programs that declare classes and resources.
func generateCatalogs(seed uint64, count int) []string {
	random := rand.New(rand.NewPCG(seed, 13))
	programs := make([]string, count)
	for i := range programs {
		programs[i] = catalogProgram(random)
	}
	return programs
}

// repairRounds is how often the refused programs are repaired and sent to Puppet again.
const repairRounds = 14

// repairedCatalogs returns programs, each without the statements that Puppet refuses, with its
// answers. A program that is still refused is left out.
func repairedCatalogs(set settings, programs []string) (compiled []vector, err error) {
	random := rand.New(rand.NewPCG(set.seed, 14))
	for range repairRounds {
		asked, err := answers(set, programs)
		if err != nil {
			return nil, err
		}
		programs = nil
		for _, v := range asked {
			if v.Error == nil {
				compiled = append(compiled, v)
			} else {
				programs = append(programs, repaired(random, v.Source, v.Error.Line))
			}
		}
		if len(programs) == 0 {
			break
		}
	}
	return compiled, nil
}

// repaired returns a program without the code that fails on a line. If the line is not known, it
// removes any statement.
func repaired(random *rand.Rand, program string, line int) string {
	lines := strings.Split(program, "\n")
	for line < 1 || line > len(lines) || lines[line-1] == "" || lines[line-1] == "}" || strings.HasPrefix(lines[line-1], "notice(") {
		line = 1 + random.IntN(len(lines))
	}
	switch text := lines[line-1]; {
	case strings.HasPrefix(text, "class ") && strings.HasSuffix(text, ") {"), strings.HasPrefix(text, "class ") && strings.Contains(text, " inherits "), strings.HasPrefix(text, "define "):
		words := strings.Fields(strings.ReplaceAll(text, "(", " "))
		lines[line-1] = words[0] + " " + words[1] + "($p = 1, $q = 's') {"
	case strings.HasPrefix(text, "if "), strings.HasPrefix(text, "unless "):
		lines[line-1] = "if $facts['nope'] {"
	case strings.HasPrefix(text, "case "):
		lines[line-1] = "case 1 {"
	case !strings.HasSuffix(text, "{"):
		lines[line-1] = ""
	}
	return strings.Join(lines, "\n")
}

// compareCatalogs compares programs that declare classes and resources, and compile.
func compareCatalogs(set settings) (failed bool, err error) {
	compiled, err := repairedCatalogs(set, generateCatalogs(set.seed, set.catalogs))
	if err != nil {
		return false, err
	}
	wrong := 0
	for _, v := range compiled {
		_, _, said := check(nil, v.Source)
		for _, one := range said {
			text, _, _ := strings.Cut(one, ":")
			if line, _ := strconv.Atoi(text); wasReached(v, line) {
				wrong++
				fmt.Printf("FALSE    %s compiles, but: %s\n%s\n", v.ID, one, v.Source)
			}
		}
	}
	fmt.Printf("\n%d programs that declare compile: %d errors are false\n", len(compiled), wrong)
	return wrong > 0, nil
}
