//go:build develop

package main

import (
	"math/rand"
	"strings"
)

// A generator generates patterns in Ruby's syntax, sometimes broken ones, and texts that may
// match them.
type generator struct {
	rand   *rand.Rand
	groups int
	names  []string
}

func (g *generator) pick(options ...string) string { return options[g.rand.Intn(len(options))] }

func (g *generator) chance(percent int) bool { return g.rand.Intn(100) < percent }

func (g *generator) question() question {
	g.groups, g.names = 0, nil
	pattern := g.alternation(3)
	if g.chance(25) {
		pattern = g.pick(`\A`, `^`) + pattern + g.pick(`\z`, `\Z`, `$`)
	}
	if g.chance(15) {
		pattern = g.damage(pattern)
	}
	q := g.questionFor(pattern)
	if g.chance(15) {
		q.Flags = g.rand.Intn(8)
	}
	return q
}

func (g *generator) questionFor(pattern string) question {
	q := question{Pattern: pattern}
	for range 6 {
		q.Subjects = append(q.Subjects, g.subject(pattern))
		q.Replacements = append(q.Replacements, g.replacement())
	}
	return q
}

func (g *generator) replacement() string {
	var b strings.Builder
	for range 1 + g.rand.Intn(3) {
		b.WriteString(g.pick("x", "<", ">", `\0`, `\1`, `\2`, `\&`, "\\`", `\'`, `\\`, `\k<n>`, `\k<x`, `\+`, `\9`, `\`, `é`))
	}
	return b.String()
}

// subject generates a text, half of the time from the pattern's own characters.
func (g *generator) subject(pattern string) string {
	source := []rune("abABkKsS01_-. \n\tééßſKσςx:/")
	if g.chance(60) {
		source = append([]rune("aab1 \n"), []rune(pattern)...)
	} else if g.chance(60) {
		source = []rune("aabbcd01_-. \n")
	}
	var b strings.Builder
	for range g.rand.Intn(9) {
		b.WriteRune(source[g.rand.Intn(len(source))])
	}
	return b.String()
}

// damage changes a pattern in one place.
func (g *generator) damage(pattern string) string {
	runes := []rune(pattern)
	if len(runes) == 0 {
		return g.pick(`\`, "(", ")", "[", "*")
	}
	at := g.rand.Intn(len(runes))
	switch g.rand.Intn(3) {
	case 0:
		return string(runes[:at]) + string(runes[at+1:])
	case 1:
		return string(runes[:at]) + g.pick(`\`, "(", ")", "[", "]", "{", "}", "*", "?", "+", "|", "-", "&&", "^", "(?", "(?<", ":", "<", "n") + string(runes[at:])
	}
	return string(runes[:at])
}

func (g *generator) alternation(depth int) string {
	branches := []string{g.sequence(depth)}
	for g.chance(25) {
		branches = append(branches, g.sequence(depth))
	}
	return strings.Join(branches, "|")
}

func (g *generator) sequence(depth int) string {
	var b strings.Builder
	for range g.rand.Intn(4) {
		b.WriteString(g.atom(depth))
		for g.chance(30) {
			b.WriteString(g.quantifier())
		}
	}
	return b.String()
}

func (g *generator) quantifier() string {
	q := g.pick("*", "+", "?", "*", "+", "?", "{2}", "{0,2}", "{,2}", "{1,}", "{2,3}", "{0}", "{1}", "{,}", "{a}", "{3,1}")
	return q + g.pick("", "", "", "", "?", "+")
}

func (g *generator) atom(depth int) string {
	if depth > 0 && g.chance(35) {
		return g.group(depth - 1)
	}
	switch g.rand.Intn(12) {
	case 0, 1, 2, 3, 4:
		return g.pick("a", "b", "a", "b", "c", "1", "A", "k", "s", "ab", "ss", "é", "-", " ", "_", "ß", "fi")
	case 5:
		return g.pick(".", ".", "^", "$")
	case 6:
		return g.pick(`\w`, `\d`, `\s`, `\h`, `\W`, `\D`, `\S`, `\H`, `\R`, `\X`, `\b`, `\B`, `\A`, `\z`, `\Z`, `\G`, `\K`)
	case 7:
		return g.pick(`\p{Alpha}`, `\p{^Lower}`, `\P{Digit}`, `\p{L}`, `\p{Han}`, `\p{Greek}`, `\p{nope}`, `\p{Word}`, `\p{In_Latin_1_Supplement}`)
	case 8:
		return g.pick(`\n`, `\t`, `\e`, `\x41`, `\x6`, `\101`, `\0`, `\u0061`, `\u{61 62}`, `\cA`, `\C-a`, `\.`, `\-`, `\/`, `\q`, `\8`, `\12`, `\é`, `\x{41}`, `\u{e9}`, `\xc3\xa9`)
	case 9:
		return g.reference()
	}
	return g.class(2)
}

func (g *generator) reference() string {
	if len(g.names) > 0 && g.chance(60) {
		return g.pick(`\k<`, `\g<`, `\k'`) + g.names[g.rand.Intn(len(g.names))] + ">"
	}
	return g.pick(`\1`, `\2`, `\k<1>`, `\k<-1>`, `\g<1>`, `\g<0>`, `\g<-1>`, `\k<n>`, `\g<n>`, `\k<1+0>`, `\1`, `\1`)
}

func (g *generator) group(depth int) string {
	open := g.pick("(", "(", "(", "(?:", "(?:", "(?:", "(?=", "(?!", "(?<=", "(?<!", "(?>", "(?~", "(?i:", "(?m:", "(?x:", "(?a:", "(?u:", "(?-i:", "(?mi-x:", "(?i)", "(?m)", "(?x)", "(?#", "(?<n>", "(?<m>", "(?'n'", "(?(1)", "(?(<n>)", "(?d:", "(?<=", "(?<!")
	switch open {
	case "(?i)", "(?m)", "(?x)":
		return open
	case "(?<n>", "(?'n'":
		g.names = append(g.names, "n")
	case "(?<m>":
		g.names = append(g.names, "m")
	}
	if strings.HasPrefix(open, "(?<=") || strings.HasPrefix(open, "(?<!") {
		return open + g.pick("a", "b", "ab", "a|b", "a|bc", `\w`, `[ab]\d`, g.alternation(0), g.alternation(depth), "(a)", `\b`, "^", "a{2}") + ")"
	}
	return open + g.alternation(depth) + ")"
}

func (g *generator) class(depth int) string {
	var b strings.Builder
	b.WriteString("[")
	if g.chance(25) {
		b.WriteString("^")
	}
	for range 1 + g.rand.Intn(4) {
		switch g.rand.Intn(10) {
		case 0, 1, 2:
			b.WriteString(g.pick("a", "b", "c", "1", "-", "_", ".", "é", "k", "S", "^", "&", "]", "K", "ß", ":"))
		case 3, 4, 5:
			b.WriteString(g.pick("a-c", "0-9", "A-Z", "a-z", "+--", "é-ü", `\x30-\x39`, "c-a", `\w-a`, `a-\d`, "-a", "a-", "j-l", "A-z"))
		case 6:
			b.WriteString(g.pick(`\w`, `\d`, `\s`, `\h`, `\W`, `\S`, `\n`, `\]`, `\-`, `\b`, `\R`, `\X`, `\u0061`, `\101`, `\p{Alpha}`, `\P{Lower}`, `\p{^Digit}`))
		case 7:
			b.WriteString(g.pick("[:alpha:]", "[:^digit:]", "[:space:]", "[:upper:]", "[:lower:]", "[:word:]", "[:punct:]", "[:foo:]", "[:alpha", "[:alnum:]", "[:xdigit:]", "[:ascii:]", "[:graph:]", "[:print:]", "[:cntrl:]", "[:blank:]"))
		case 8:
			if depth > 0 {
				b.WriteString(g.class(depth - 1))
			}
		case 9:
			b.WriteString(g.pick("&&", "a", "b"))
		}
	}
	b.WriteString("]")
	return b.String()
}
