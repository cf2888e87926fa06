//go:build develop

package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// lexemes are the texts that random shapes repeat, beside the operators and the openings of the
// nestings. number stands for the number of the element.
var lexemes = []string{
	"a", "a" + number, "A", "A" + number, "$a", "$a" + number, "::", "a::b", "{", "}", "[", "]", "(", ")", "|", ",", ";", ":", "=>", "+>", "?",
	"<|", "|>", "<<|", "|>>", "@", "@@", "@(E)", "@(\"E\"/L)", "| E", "|- E", "'", "\"", "\"x\"", "'a" + number + "'", "\"${", "${a}", "${$a[1]}", "\\", "%", "/", "/x/",
	"1", "0x1", "1.5", "-", "!", "*", "$", "é", "\n", "\t", "  ", "# c\n", "/* c */", "/*", "# lint:ignore:140chars\n", "# lint:ignore:all\n", "# lint:endignore\n",
	"if", "else", "elsif", "unless", "case", "class", "define", "node", "function", "plan", "type", "inherits", "application", "site", "include", "contain", "require", "file", "default", "undef",
	"true", "and", "or", "in", "each", "lookup(", "template(", "epp(", "title", "ensure", "import", "<%", "%>", "<%=", "---", "<<<<<<<", "=======",
}

// surroundings are what random shapes stand in.
var surroundings = [][2]string{
	{"", ""}, {"class a {\n", "\n}\n"}, {"class a (\n", "\n) { }\n"}, {"$x = [", "\n]\n"}, {"$x = {", "\n}\n"}, {"$x = \"", "\n\"\n"}, {"file { 'a': ", "\n}\n"}, {"file { ", "\n}\n"},
	{"case $x { ", "\n}\n"}, {"$x = $y ? { ", "\n}\n"}, {"# ", ""}, {"$a = @(\"E\")\n", "\n| E\n"}, {"type A = ", "\n"}, {"define a::b(String $x) {\n", "\n}\n"}, {"if ", " { }\n"}, {"node ", " { }\n"},
	{"File <| ", " |>\n"}, {"f(", ")\n"}, {"$x.each |", "| { }\n"}, {"class a inherits ", " { }\n"},
}

// number is replaced by the number of the element.
const number = "№"

// randomText is the size in bytes of the shorter file of a random shape.
const randomText = 40 << 10

// randomShapes returns shapes that repeat a few lexemes. Most are nothing but syntax errors, which a
// hostile file may consist of. The same seed gives the same shapes.
func randomShapes(count int, seed uint64) (made []shape) {
	random := rand.New(rand.NewPCG(seed, 0))
	words := slices.Concat(lexemes, operators)
	for _, name := range sortedKeys(nestings) {
		words = append(words, nestings[name][0])
	}
	for range count {
		made = append(made, randomShape(random, words, surroundings))
	}
	return made
}

// randomShape returns a shape that repeats some of the words, in one of the surroundings.
func randomShape(random *rand.Rand, words []string, surroundings [][2]string) shape {
	var chosen []string
	for range 1 + random.IntN(6) {
		chosen = append(chosen, words[random.IntN(len(words))])
	}
	each := strings.Join(chosen, []string{"", " ", "\n"}[random.IntN(3)]) + []string{"", " ", "\n", ", "}[random.IntN(4)]
	around := surroundings[random.IntN(len(surroundings))]
	return shape{fmt.Sprintf("random %q in %q", each, around[0]), max(1, randomText/len(each)), func(count int) string {
		var text strings.Builder
		text.WriteString(around[0])
		for i := range count {
			text.WriteString(strings.ReplaceAll(each, number, strconv.Itoa(i+1)))
		}
		text.WriteString(around[1])
		return text.String()
	}}
}
