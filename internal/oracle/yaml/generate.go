//go:build develop

package main

import (
	"io/fs"
	"math/rand"
	"os"
	"path/filepath"
	"strings"
)

// scalars are starting points; mutations of them are compared too.
var scalars = strings.Fields(`012 08 0o17 yes Yes YES no on off y n Y N true TRUE tRue false null Null NULL ~ ~a nil
1_000 1,000 1,000.5 1__0 12:30:45 12:30 1:2:3.5 190:20:30 -1:30 +1:00 1:60 1e3 1.e3 1.5e3 1.5e+3 1.5E-3 .5 -.5 +.5 . -. +. .e+5 5. 5.e+5
0b1 0b 0b_ 0b2 0x 0xff 0xFF_ff 0x_ 0xg -0x1 +017 0 00 -0 +0 0_ 0, 0.0 .inf -.inf +.inf .Inf .INF .nan .NaN :symbol :"quoted" :'q' : :: ::a :1 :a:b
2024-01-02 2024-1-2 2024-13-01 2024-02-30 2024-01-02T03:04:05Z 2001-12-14t21:59:43.10-05:00 2001-12-14 -2001-12-14 2001-12-14T1:2:3
123456789012345678901234567890 0x123456789012345678901 1e400 1.5e+400 4.9e-400 1.5e-400 !!int !!float << = a=b @x é 1é é1 ٣ oﬀ ſ faſe falſe 1. 1.2.3 1-2 +1 --1 1+1
10.0.0.1 10.0.0.0/8 1:2 1:2:3:4 00:11:22:33:44:55 1m 1k 50% %50 $a ${a} %{a} a%{b} /a *.x foo:bar foo::bar http://a/b 1_0.5_0 1,0.5 ,1 _1 1_ 1, 0_1 01.5 01e5 +.inf +1_000`)

var scalarBytes = "0123456789+-._,:eExXbBoO ~ytnfTZaF/'\"!&*%@#<>=|{}[]?\té"

// wrappers put a scalar into the relevant contexts.
var wrappers = []string{"a: %\n", "- %\n", "%: 1\n", "[%, b]\n", "{a: %}\n", "a: '%'\n", "a: \"%\"\n", "a: !!str %\n", "a: !!int %\n",
	"a: !!float %\n", "a: ! %\n", "%\n", "a: |\n  %\n", "a:\n  %\n\n  %\n", "a: >\n %\n\n  %\n %\n", "? %\n: %\n", "a: &x %\nb: *x\n", "a: !!binary %\n"}

// fragments are the parts of random structures.
var fragments = strings.Split(": |- |? |[|]|{|}|,|, |\n|\n|\n|\n  |\n  |\n    |\n - |\n- |a|b|key|a: |b: |key: 1\n|'x'|\"y\"|\"\\n\\x41\\u00e9\"|'it''s'|\"a\\\n b\"|"+
	"&a |*a|&b |*b|!!str |!!int |! |!x |!!set |!ruby/object:Foo |!<tag:x> |!e!x |#c|# c\n|---\n|--- |...\n|\t|<<: *a\n|<<: [*a, *b]\n|<<: |é|\u2028|\u0085|\r\n|\r|"+
	"%YAML 1.1\n|%YAML 1.2\n|%TAG !e! tag:e,2000:\n|%FOO\n|@|`|%|-|?|:|>\n|>-\n  |>+\n|>2\n|1|2.5|~|null|:sym|2024-01-02|0|\ufeff|\"\\q\"|\"\\'\"| |  |   |'|\"|!!omap |!!binary |::|::a|=|0b_|\\|*|&|!|\x01|\xff|"+
	"|\n  x\n|[a: b]|{a, b: c}|[? a]|{? a}|[? : b]|- - - a\n|a:\n- b\n- c\n|? - a\n: - b\n", "|")

// tags are written before values of all kinds.
var tags = strings.Fields(`! !! !x !!str !!int !!float !!bool !!null !!seq !!map !!set !!omap !!pairs !!binary !!timestamp !!merge !!value !!yaml !str !str:Foo !ruby/string !ruby/string:Foo
!ruby/object !ruby/object:Foo !ruby/object:Hash !ruby/object:Set !ruby/object:BigDecimal !ruby/regexp !ruby/range !ruby/struct !ruby/struct:Foo !ruby/symbol !ruby/sym !ruby/class !ruby/module
!ruby/array:Array !ruby/array:Foo !ruby/hash:Hash !ruby/hash:Foo !ruby/hash-with-ivars:Foo !ruby/exception !ruby/exception:Foo !ruby/marshalable:Foo
!map:Foo !map:Hash !seq:Foo !seq:Array !set !omap !float !int !binary !<tag:yaml.org,2002:str> !<!str> !<!x> !!%73tr !a%21b !e!x !é !ruby/object:Complex !ruby/object:Rational !ruby/object:DateTime !perl/x !!ruby/sym`)

// tagged are the values after tags and in unusual places.
var tagged = strings.Split("1|a|''|'1'|\"2\"|~|[]|[1, 2]|{}|{a: 1}|{a, b}|[a: 1, b: 2]|[[a, 1]]|[{a: 1, b: 2}]|{str: x}|{str: 1}|aGk=|a Gk|=|/a/|/a/im|1..2|1...|yes|2024-01-02|2024-01-02 03:04:05|Symbol|String|Foo|UTF-8|:a|"+
	"0x1f|1e3|1_0|.5|\\x|{<<: {a: 1}}|{<<: [{a: 1}, {a: 2, b: 3}]}|{=: 1}|\"\\U0001F600\"|\"\\ud83d\"|\"\\x00\"|\"\\u0085\\L\\P\\_\"|\"\\\r\n x\"|'\r\n\r\nx'|\"a\\\n\n b\"|{begin: 1, end: 2, excl: false}|{hash: {a: 1}}|{ivars: {a: 1}, elements: {b: 2}}|{internal: [1], ivars: {}}|"+
	"|\n  x\n|>-\n  x\n  y\n|>1+\n  x\n|2-\n   x\n|\ufeffa|é: ü|a\u2028b|\u00a0|x\x7f|x\u0085y|😀|{? [a, b] : c}|{? {a: b} : c}|{[a]: b}|{1: a, 1.0: b, '1': c}|{a: 1, a: 2}|[a, b, ]|[, a]|{a: , b}|{a}|&z 1|*z", "|")

// documents are ways in which documents begin and end.
var documents = strings.Split("---|--- |---\n|--- # c\n|...\n|...\n---\n|---\n---\n|%YAML 1.1\n---\n|%YAML 1.3\n--- |%YAML 2.0\n---\n|%TAG !e! tag:yaml.org,2002:\n---\n|%TAG ! tag:x,2000:\n---\n|%TAG !! !ruby/\n---\n|%X y\n---\n|\ufeff|\ufeff---\n|# c\n|\r\n|\n\n|\n--- b\n|\n... # c\n|\n...\nx\n|\n---\n- 1\n|\n%YAML 1.1\n", "|")

// unusual generates a document of tagged values, between document markers.
func unusual(random *rand.Rand) string {
	pick := func(words []string) string { return words[random.Intn(len(words))] }
	value := func() string {
		text := pick(tagged)
		if random.Intn(2) == 0 {
			text = pick(tags) + " " + text
		}
		if random.Intn(6) == 0 {
			text = "&z " + text
		}
		return text
	}
	text := ""
	if random.Intn(3) == 0 {
		text = pick(documents)
	}
	switch random.Intn(5) {
	case 0:
		text += value() + "\n"
	case 1:
		text += "a: " + value() + "\nb: " + value() + "\n"
	case 2:
		text += "- " + value() + "\n- " + value() + "\n"
	case 3:
		text += "? " + value() + "\n: " + value() + "\n"
	case 4:
		text += value() + ": " + value() + "\n"
	}
	if random.Intn(4) == 0 {
		text += pick(documents)
	}
	if random.Intn(8) == 0 {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	return text
}

func generate(format string, seed int64, count int, corpus string) []string {
	random := rand.New(rand.NewSource(seed))
	var texts []string
	if format == "json" {
		texts = generateJSON(random, count)
	} else {
		texts = generateYAML(random, count)
	}
	for _, whole := range corpusFiles(format, corpus) {
		texts = append(texts, whole)
		for range 20 {
			texts = append(texts, damage(random, whole))
		}
	}
	return texts
}

func generateYAML(random *rand.Rand, count int) []string {
	var texts []string
	for _, scalar := range scalars {
		for _, wrapper := range wrappers {
			texts = append(texts, strings.ReplaceAll(wrapper, "%", scalar))
		}
	}
	alphabet := []rune(scalarBytes)
	for range count {
		scalar := []rune(scalars[random.Intn(len(scalars))])
		if random.Intn(4) == 0 {
			scalar = nil
		}
		for range 1 + random.Intn(4) {
			at := random.Intn(len(scalar) + 1)
			if random.Intn(3) == 0 && at < len(scalar) {
				scalar = append(scalar[:at:at], scalar[at+1:]...)
			} else {
				scalar = append(scalar[:at:at], append([]rune{alphabet[random.Intn(len(alphabet))]}, scalar[at:]...)...)
			}
		}
		texts = append(texts, strings.ReplaceAll(wrappers[random.Intn(len(wrappers))], "%", string(scalar)))
	}
	pieces := append([]string{"|\n", "|-\n  ", "|+\n ", "|2\n", "a: |\n  x\n y\n"}, fragments...)
	for range count {
		var text strings.Builder
		for range 1 + random.Intn(14) {
			text.WriteString(pieces[random.Intn(len(pieces))])
		}
		texts = append(texts, text.String())
	}
	for range count {
		var text strings.Builder
		structure(random, &text, 0, 3)
		whole := text.String()
		if random.Intn(2) == 0 {
			whole = damage(random, whole)
		}
		texts = append(texts, whole)
	}
	for range count {
		texts = append(texts, unusual(random))
	}
	for range count / 4 {
		var text strings.Builder
		references(random, &text, 4)
		texts = append(texts, text.String())
	}
	return texts
}

// references generates a flow collection with many anchors, aliases and merge keys, some of
// which refer to a collection that contains them.
func references(random *rand.Rand, text *strings.Builder, depth int) {
	pick := func(words ...string) { text.WriteString(words[random.Intn(len(words))]) }
	if random.Intn(3) == 0 {
		pick("&x ", "&y ")
	}
	if depth == 0 || random.Intn(6) == 0 {
		pick("1", "b", "~", "{}", "{d: 4}", "[{e: 5}, {}]")
		return
	}
	if random.Intn(5) == 0 {
		text.WriteString("[")
		for range random.Intn(3) {
			references(random, text, depth-1)
			text.WriteString(", ")
		}
		text.WriteString("]")
		return
	}
	if random.Intn(12) == 0 {
		pick("!!omap ", "!map ", "!!map ")
	}
	text.WriteString("{")
	for range 1 + random.Intn(4) {
		switch random.Intn(5) {
		case 0, 1:
			pick("<<: *x, ", "<<: *y, ", "<<: [*x, *y], ", "<<: [{f: 6}, *x], ", "<<: [*y, 1], ")
		case 2:
			text.WriteString("<<: ")
			references(random, text, depth-1)
			text.WriteString(", ")
		default:
			pick("a", "b", "c", "1", "{<<: *x}", "[*x]")
			text.WriteString(": ")
			references(random, text, depth-1)
			text.WriteString(", ")
		}
	}
	text.WriteString("}")
}

// structure generates a block mapping or sequence that is mostly valid.
func structure(random *rand.Rand, text *strings.Builder, indent, depth int) {
	isSequence := random.Intn(3) == 0
	for range 1 + random.Intn(4) {
		text.WriteString(strings.Repeat(" ", indent))
		if isSequence {
			text.WriteString("-")
		} else {
			text.WriteString([]string{"a", "b", "c::d", "'e f'", "1", "<<", "\"g\"", "? h\n" + strings.Repeat(" ", indent)}[random.Intn(8)] + ":")
		}
		if random.Intn(8) == 0 {
			text.WriteString([]string{" &x", " &y", " !!str", " !x"}[random.Intn(4)])
		}
		switch random.Intn(7) {
		case 0, 1:
			if depth > 0 {
				text.WriteString("\n")
				structure(random, text, indent+random.Intn(4), depth-1)
				continue
			}
		case 2:
			text.WriteString([]string{" |", " >", " |-", " >+", " |1", " >-"}[random.Intn(6)] + "\n")
			for range 1 + random.Intn(4) {
				text.WriteString(strings.Repeat(" ", max(0, indent+random.Intn(4))) + []string{"x", "", "y z", " w", "\tv", "# u"}[random.Intn(6)] + "\n")
			}
			continue
		case 3:
			text.WriteString([]string{" [1, a: b, [c]]", " {x: y, z}", " *x", " *y", " [*x, {<<: *y}]", " {}"}[random.Intn(6)])
		case 4:
			text.WriteString([]string{" plain\n" + strings.Repeat(" ", indent+1) + "goes on", " 'single\n\n  ''q'' on'", " \"double\n  \\\n  on\\t\""}[random.Intn(3)])
		default:
			text.WriteString(" " + scalars[random.Intn(len(scalars))])
		}
		text.WriteString([]string{"\n", "\n", "\n", " # comment\n", "\r\n", "\n\n"}[random.Intn(6)])
	}
}

// damage changes a text in one or two places.
func damage(random *rand.Rand, text string) string {
	for range 1 + random.Intn(2) {
		if text == "" {
			return text
		}
		from := random.Intn(len(text))
		to := min(len(text), from+1+random.Intn(3))
		switch random.Intn(4) {
		case 0:
			text = text[:from] + text[to:]
		case 1:
			text = text[:to] + text[from:]
		case 2:
			text = text[:from] + []string{" ", "\n", "\t", ":", "- ", "'", "\"", "{", "]", ",", "#", "&x ", "*x", "\\", "0"}[random.Intn(15)] + text[from:]
		case 3:
			text = text[:from]
		}
	}
	return text
}

func corpusFiles(format, corpus string) []string {
	var texts []string
	if corpus == "" {
		return nil
	}
	filepath.WalkDir(corpus, func(path string, entry fs.DirEntry, err error) error {
		extension := filepath.Ext(path)
		if err == nil && !entry.IsDir() && (extension == "."+format || extension == ".yml" && format == "yaml") {
			if content, err := os.ReadFile(path); err == nil {
				texts = append(texts, string(content))
			}
		}
		return nil
	})
	return texts
}
