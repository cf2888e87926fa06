package dirty

import (
	"math/rand/v2"
	"strings"

	"puppet-lint/syntax"
)

// oddTokens are tokens that Damage inserts anywhere: names in cases that Puppet rejects,
// variables in all kinds of strings, and opening and closing tokens.
var oddTokens = strings.Split(`$a ¦$::osfamily ¦$::Foo ¦$FOO ¦$Foo::bar ¦$_x ¦$0 ¦$ ¦a ¦a::b ¦::a ¦Foo ¦Foo::Bar ¦a-b ¦1 ¦0644 ¦1.5 ¦08 `+
	`¦"$COMMAND" ¦"${A}" ¦"$x-y" ¦"$if $class::x" ¦"$default $true" ¦"$1x $x::y::Z" ¦"$_x::y $::Foo" ¦"$x[1]" ¦"${x}" ¦"$::osfamily" ¦"${::Foo}" ¦"${facts['os']}" ¦"${x.a}" ¦"$$x" ¦"\$x" ¦"a" ¦'b' ¦"" ¦'' ¦"é`+"\t"+`" ¦"a\'b" ¦'a\"b' `+
	`¦/re/ ¦[ ¦] ¦{ ¦} ¦( ¦) ¦| ¦= ¦+= ¦== ¦=~ ¦=> ¦+> ¦-> ¦~> ¦<- ¦<| |> ¦<<| |>> ¦+ ¦- ¦! ¦* ¦. ¦? { default => 1 } ¦, ¦; ¦: `+
	`¦and ¦if ¦else ¦elsif ¦unless ¦case ¦default ¦undef ¦true ¦class ¦define ¦node ¦function ¦type ¦inherits ¦include ¦notice `+
	`¦# c`+"\n"+`¦// c`+"\n"+`¦/* c */¦/* c`+"\n"+` */¦`+"\t¦  ¦\n¦\n\n¦\r\n¦\\\n"+`¦ # lint:ignore:all`+"\n"+`¦ # lint:endignore`+"\n"+`¦@("X")`+"\n  $a\n  | X\n¦@(X)\n X\n", "¦")

// Damage returns the text of file with a few tokens removed, doubled, swapped, shortened,
// changed to upper case or replaced by others. Much of the result is not valid Puppet code.
func Damage(file *syntax.File, random *rand.Rand) string {
	texts := make([]string, len(file.Tokens))
	for i := range texts {
		texts[i] = file.Text(i)
	}
	if len(texts) == 0 {
		return oddTokens[random.IntN(len(oddTokens))]
	}
	for range 1 + random.IntN(3) {
		i, j := random.IntN(len(texts)), random.IntN(len(texts))
		switch random.IntN(8) {
		case 0:
			texts[i] = ""
		case 1:
			texts[i] += texts[i]
		case 2:
			texts[i], texts[j] = texts[j], texts[i]
		case 3:
			texts[i] = strings.ToUpper(texts[i])
		case 4:
			texts[i] = texts[i][:len(texts[i])-min(1, len(texts[i]))]
		case 5:
			texts[i] += oddTokens[random.IntN(len(oddTokens))]
		default:
			texts[i] = oddTokens[random.IntN(len(oddTokens))]
		}
	}
	return strings.Join(texts, "")
}
