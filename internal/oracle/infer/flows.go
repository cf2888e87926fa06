//go:build develop

package main

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// given are types of parameters, each with values that are instances of it.
var given = []struct {
	kind   string
	values []string
}{
	{"Any", []string{"undef", "1", "'a'", "[1]", "{a => 1}", "true", "/a/", "Integer"}},
	{"Data", []string{"undef", "3", "'b'", "[1, [2]]", "{a => {b => 1}}", "false"}},
	{"Optional[String]", []string{"undef", "''", "'abc'"}},
	{"Optional[Integer]", []string{"undef", "0", "7"}},
	{"Optional[Array[String]]", []string{"undef", "[]", "['a', 'b']"}},
	{"Optional[Hash[String, Any]]", []string{"undef", "{}", "{a => 1, b => undef}"}},
	{"Variant[String, Array[String]]", []string{"'abc'", "['a']", "[]"}},
	{"Variant[Integer, String[1]]", []string{"1", "'12'"}},
	{"Variant[Boolean, Enum['a', 'abc']]", []string{"true", "false", "'abc'"}},
	{"Variant[Undef, Boolean, Integer[0, 3]]", []string{"undef", "true", "2"}},
	{"Variant[Hash[String, Integer], Array[Integer]]", []string{"{a => 1}", "[1, 2]", "{}", "[]"}},
	{"Array", []string{"[]", "[1, 'a', undef]", "[[1, 2], [3]]"}},
	{"Array[Integer]", []string{"[]", "[1]", "[1, 2, 3]"}},
	{"Array[Variant[Integer, String], 1]", []string{"[1, 'a']", "['b']"}},
	{"Hash", []string{"{}", "{a => 1}", "{1 => [2]}"}},
	{"Hash[String, Variant[Integer, Hash]]", []string{"{}", "{a => 1, b => {c => 2}}"}},
	{"Struct[{a => Integer, Optional[b] => String}]", []string{"{a => 1}", "{a => 1, b => 'x'}"}},
	{"Struct[{a => Optional[Array], Optional[b] => Optional[Integer]}]", []string{"{a => undef}", "{a => [1], b => undef}", "{a => [], b => 2}"}},
	{"Tuple[Integer, Optional[String], 1, 2]", []string{"[1]", "[1, 'a']", "[1, undef]"}},
	{"Enum['a', 'b', 'abc']", []string{"'a'", "'abc'"}},
	{"Pattern[/^\\d+$/]", []string{"'12'", "'7'"}},
	{"String", []string{"''", "'12'", "'abc'"}},
	{"Integer", []string{"0", "-3", "42"}},
	{"Numeric", []string{"0", "2.5", "-1"}},
	{"Boolean", []string{"true", "false"}},
	{"Sensitive", []string{"Sensitive('s')", "Sensitive(1)"}},
	{"Variant[Sensitive[String], String]", []string{"Sensitive('s')", "'a'"}},
	{"Type", []string{"Integer", "String[1]", "Notify"}},
	{"Type[Collection]", []string{"Collection", "Array[String]", "Hash"}},
	{"Type[Scalar]", []string{"String", "Integer[1, 3]", "Enum['a']"}},
	{"Array[Type]", []string{"[]", "[Integer, String[1]]"}},
	{"Struct[{a => Struct[{b => Optional[Integer]}], c => Variant[String, Hash]}]", []string{"{a => {b => 1}, c => 'x'}", "{a => {b => undef}, c => {d => 1}}"}},
	{"Hash[Enum['a', 'b'], Optional[Array[Integer]]]", []string{"{}", "{a => [1]}", "{a => undef, b => []}"}},
	{"Array[Struct[{a => Optional[String], Optional[b] => Integer}]]", []string{"[]", "[{a => undef}]", "[{a => 'x', b => 1}]"}},
	{"Variant[Enum['a'], Integer[1, 1], Undef]", []string{"'a'", "1", "undef"}},
	{"Array[Array[Integer]]", []string{"[]", "[[]]", "[[1], [2, 3]]"}},
	{"Variant[Float, Boolean, String]", []string{"1.5", "true", "'abc'"}},
	{"NotUndef", []string{"1", "'x'", "[]", "{}"}},
	{"Collection", []string{"[]", "{}", "[1]"}},
	{"Iterable", []string{"[1]", "{a => 1}", "'ab'", "3"}},
	{"Timestamp", []string{"Timestamp(0)"}},
}

// tests are conditions that do not fail, whatever the value of the variable.
var tests = []string{
	"VARIABLE", "!VARIABLE", "VARIABLE =~ KIND", "VARIABLE !~ KIND", "VARIABLE == VALUE", "VARIABLE != VALUE", "VARIABLE == undef", "VARIABLE != undef",
	"VARIABLE in ['a', 'abc', 1]", "VALUE in [VARIABLE]", "VARIABLE =~ NotUndef", "VARIABLE =~ Undef", "type(VARIABLE) =~ Type[KIND]", "type(VARIABLE, 'generalized') == KIND",
	"VARIABLE == VARIABLE", "(VARIABLE =~ KIND) == true", "SAME =~ Collection and SAME =~ KIND", "VARIABLE =~ KIND or VARIABLE =~ KIND", "SAME =~ KIND or SAME =~ KIND", "!(SAME =~ KIND and SAME =~ KIND)", "!(VARIABLE =~ KIND)",
	"VARIABLE and VARIABLE =~ KIND", "VARIABLE or VARIABLE", "!(VARIABLE and VARIABLE)", "SAME =~ KIND and !SAME", "[VARIABLE, VARIABLE] =~ Tuple[KIND, KIND]", "defined('VARIABLE')",
	"SAME =~ Array and SAME[0] =~ KIND", "SAME =~ Hash and SAME['a'] =~ KIND", "SAME =~ Hash and 'a' in SAME", "SAME =~ Hash and SAME['a']",
	"SAME =~ Array and !SAME.empty", "SAME =~ Collection and SAME.size > 0", "SAME =~ String and SAME =~ /a/", "VARIABLE =~ Array[KIND]", "VARIABLE =~ Hash[String, KIND]",
}

// uses are expressions that may fail, depending on the value of the variable.
var uses = []string{
	"VARIABLE", "VARIABLE[0]", "VARIABLE['a']", "VARIABLE['a']['b']", "VARIABLE[0][0]", "VARIABLE['b'] + 1", "VARIABLE[1, 2]", "VARIABLE + 1", "1 + VARIABLE", "VARIABLE - 1", "VARIABLE * 2", "-VARIABLE", "VARIABLE + [1]", "VARIABLE + {c => 1}",
	"VARIABLE << 1", "VARIABLE < 3", "VARIABLE > 'a'", "VARIABLE =~ /b/", "'a' in VARIABLE", "\"${VARIABLE}\"", "*VARIABLE", "VARIABLE.map |$i| {\n@\n$i\n}", "VARIABLE.map |$i| {\n@\n$i + 1\n}", "VARIABLE.map |$k, $w| {\n@\n\"${k}${w}\"\n}",
	"VARIABLE.filter |$i| {\n@\n$i\n}", "VARIABLE.reduce |$m, $i| {\n@\n$m\n}", "VARIABLE.reduce(0) |$m, $i| {\n@\n$m + $i\n}", "VARIABLE.each |$i| {\n@\n$i[0]\n}", "VARIABLE.length", "VARIABLE.size", "VARIABLE.empty", "VARIABLE.keys", "VARIABLE.values", "VARIABLE.upcase", "VARIABLE.flatten", "VARIABLE.sort",
	"VARIABLE.join(',')", "VARIABLE.unwrap", "VARIABLE.split('')", "VARIABLE.abs", "VARIABLE.unique", "VARIABLE.then |$i| {\n@\n$i + 1\n}", "VARIABLE.lest || {\n@\n1\n}", "VARIABLE.dig('a')", "dig(VARIABLE, 0)", "VARIABLE.get('a')", "get(VARIABLE, 'a.b', 1)", "VARIABLE.any |$i| {\n@\n$i\n}", "VARIABLE.with |$i| {\n@\n$i\n}",
	"Integer(VARIABLE)", "String(VARIABLE)", "Array(VARIABLE, true)", "Boolean(VARIABLE)", "Hash(VARIABLE)", "Float(VARIABLE)", "Numeric(VARIABLE)", "assert_type(KIND, VARIABLE)", "KIND(VARIABLE)", "max(VARIABLE, 1)", "VARIABLE.versioncmp('1.0')", "sprintf('%d', VARIABLE)", "sprintf('%s', VARIABLE)",
	"regsubst(VARIABLE, 'a', 'b')", "VARIABLE.match(/a/)", "[VARIABLE, VARIABLE].unique", "[VARIABLE] + VARIABLE", "VARIABLE + VARIABLE", "VARIABLE == VARIABLE", "VARIABLE ? { KIND => 1, default => 2 }", "VARIABLE ? { undef => 1, VALUE => 2, default => VARIABLE }", "VARIABLE.convert_to(Array)", "inner(VARIABLE)",
	"VARIABLE.slice(2)", "VARIABLE.reverse_each |$i| {\n@\n$i\n}", "VARIABLE.group_by |$i| {\n@\n$i\n}", "VARIABLE.partition |$i| {\n@\n$i\n}", "VARIABLE.all |$i| {\n@\n$i\n}", "VARIABLE.index |$i| {\n@\n$i\n}", "VARIABLE.tree_each |$p, $w| {\n@\n$w\n}", "VARIABLE.strip", "VARIABLE.downcase", "VARIABLE.capitalize", "VARIABLE.chomp", "VARIABLE.round",
}

var flowGap = regexp.MustCompile(`VARIABLE|SAME|\b(?:VALUE|KIND)\b`)

// flow generates one program that tests the types of its parameters. Before each statement, the
// program records that it is reached.
type flow struct {
	random    *rand.Rand
	lines     []string
	variables []string
}

// generateFlows returns programs with a function that tests its typed parameters, and a call of
// the function.
func generateFlows(seed uint64, count int) []string {
	random := rand.New(rand.NewPCG(seed, 12))
	programs := make([]string, count)
	for i := range programs {
		programs[i] = (&flow{random: random}).program()
	}
	return programs
}

func pickOne[T any](random *rand.Rand, from []T) T { return from[random.IntN(len(from))] }

func (f *flow) program() string {
	first, second, third := pickOne(f.random, given), pickOne(f.random, given), pickOne(f.random, given)
	f.line("function inner(%s $p) { $p }", third.kind)
	f.line("function f(%s $x, %s $y) {", first.kind, second.kind)
	f.variables = []string{"$x", "$y"}
	f.statements(2+f.random.IntN(3), 0)
	f.line("}")
	f.line("f(%s, %s)", pickOne(f.random, first.values), pickOne(f.random, second.values))
	return strings.Join(f.lines, "\n")
}

// line adds lines to the program. A line "@" records that the next one is evaluated.
func (f *flow) line(format string, args ...any) {
	for _, line := range strings.Split(fmt.Sprintf(format, args...), "\n") {
		if line == "@" {
			line = fmt.Sprintf("notice('reached %d')", len(f.lines)+2)
		}
		f.lines = append(f.lines, line)
	}
}

// reached adds code that records, in Puppet's log, that the next line is evaluated.
func (f *flow) reached() { f.line("@") }

func (f *flow) statements(count, depth int) {
	for range count {
		f.statement(depth)
	}
}

func (f *flow) statement(depth int) {
	choice := f.random.IntN(10)
	if depth > 2 {
		choice = 9
	}
	switch choice {
	case 0, 1, 2:
		f.reached()
		f.line("%s %s {", pickOne(f.random, []string{"if", "if", "if", "unless"}), f.fill(pickOne(f.random, tests)))
		f.block(depth)
		if f.random.IntN(2) == 0 {
			f.line("} else {")
			f.block(depth)
		}
		f.line("}")
	case 3:
		f.reached()
		f.line("case %s {", pickOne(f.random, f.variables))
		for range 1 + f.random.IntN(3) {
			f.line("%s: {", pickOne(f.random, []string{f.fill("KIND"), f.fill("KIND"), f.fill("VALUE"), f.fill("VALUE, KIND"), "undef", "/a/"}))
			f.block(depth)
			f.line("}")
		}
		f.line("default: {")
		f.block(depth)
		f.line("}")
		f.line("}")
	case 4:
		f.reached()
		f.line("if %s {", f.fill(pickOne(f.random, tests)))
		f.reached()
		f.line("return(%s)", f.fill(pickOne(f.random, []string{"VARIABLE", "VALUE", "undef"})))
		f.line("}")
	case 5, 6:
		name := fmt.Sprintf("$v%d", len(f.lines))
		f.reached()
		f.line("%s = if %s {", name, f.fill(pickOne(f.random, tests)))
		f.reached()
		f.line("%s", f.use())
		f.line("} else {")
		f.reached()
		f.line("%s", f.fill(pickOne(f.random, []string{"VARIABLE", "VALUE", "undef", pickOne(f.random, uses)})))
		f.line("}")
		f.variables = append(f.variables, name)
	case 7:
		name := fmt.Sprintf("$v%d", len(f.lines))
		f.reached()
		f.line("%s = %s", name, f.use())
		f.variables = append(f.variables, name)
	default:
		f.reached()
		f.line("$v%d = %s", len(f.lines), f.use())
	}
}

// block generates the statements of a branch. The code after the branch does not use its
// variables.
func (f *flow) block(depth int) {
	known := len(f.variables)
	f.statements(1+f.random.IntN(2), depth+1)
	f.variables = f.variables[:known:known]
}

// use returns an expression that may fail.
func (f *flow) use() string { return f.fill(pickOne(f.random, uses)) }

// fill fills the gaps of a form.
func (f *flow) fill(form string) string {
	same := pickOne(f.random, f.variables)
	return flowGap.ReplaceAllStringFunc(form, func(name string) string {
		switch name {
		case "VARIABLE":
			return pickOne(f.random, f.variables)
		case "SAME":
			return same
		case "KIND":
			return pickOne(f.random, kinds)
		}
		return pickOne(f.random, values)
	})
}

// compareFlows compares programs that record which of their lines are evaluated. A reported error
// is false if Puppet evaluates its line and does not fail there.
func compareFlows(set settings) (failed bool, err error) {
	asked, err := answers(set, generateFlows(set.seed, set.flows))
	if err != nil {
		return false, err
	}
	fmt.Printf("\n%d programs that narrow\n", len(asked))
	var compiled, refused, found, wrong int
	for _, v := range asked {
		_, first, said := check(nil, v.Source)
		if v.Error == nil {
			compiled++
		} else if refused++; first != 0 {
			found++
		}
		for _, one := range said {
			text, _, _ := strings.Cut(one, ":")
			line, _ := strconv.Atoi(text)
			if v.Error == nil && line == strings.Count(v.Source, "\n")+1 || wasReached(v, line) && (v.Error == nil || v.Error.Line != 0 && v.Error.Line != line) {
				wrong++
				answer := "compiles"
				if v.Error != nil {
					answer = fmt.Sprintf("fails on line %d", v.Error.Line)
				}
				fmt.Printf("FALSE    %s %s, but: %s\n%s\n", v.ID, answer, one, v.Source)
			}
		}
	}
	fmt.Printf("%d compile, %d are refused: an error is found in %d (%.1f %%); %d errors are false\n", compiled, refused, found, percent(found, refused), wrong)
	return wrong > 0, nil
}

// wasReached reports whether Puppet evaluated a line of a program.
func wasReached(v vector, line int) bool {
	return slices.ContainsFunc(v.Logs, func(log logged) bool {
		return strings.HasSuffix(log.Message, "reached "+strconv.Itoa(line))
	})
}
