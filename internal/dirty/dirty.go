// Package dirty spoils well-kept manifests in all the ways that the core checks look for. So
// each check fires hundreds of times even on a corpus in which few checks fire. The result
// depends only on the text and the seed.
//
// Each habit is one way of writing badly: it finds the places where it could strike and makes
// an edit for each. Puppet may reject a spoiled manifest if a check is about such code.
//
// Age makes old code of new code, Damage changes tokens, and a Splicer puts texts together that
// mostly do not parse: nothing may panic or hang on them.
package dirty

import (
	"math/rand/v2"

	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

// Spoil returns the text of file after a number of habits have struck. Few habits strike one
// file, each in many places, so that they meet but do not hide each other.
func Spoil(file *syntax.File, seed uint64) string {
	random := rand.New(rand.NewPCG(seed, uint64(len(file.Source.Text))))
	text := &text{file: file, random: random}
	var fixes []diag.Fix
	for _, number := range random.Perm(len(habits))[:5+random.IntN(8)] {
		var offers []diag.Fix
		habits[number](text, func(edits ...diag.Edit) { offers = append(offers, diag.Fix{Edits: edits}) })
		chance := 0.1 + 0.6*random.Float64()
		if len(offers) < 5 {
			chance = 0.9
		}
		for _, offer := range offers {
			if random.Float64() < chance {
				fixes = append(fixes, offer)
			}
		}
	}
	edits, _ := diag.Merge(fixes)
	spoiled := diag.Apply(file.Source, edits[file.Source])
	for _, number := range random.Perm(len(wholeFile) * 4) {
		if number < len(wholeFile) {
			spoiled = wholeFile[number](spoiled, random)
		}
		if random.IntN(3) > 0 {
			break
		}
	}
	return spoiled
}

// habit offers the edits of one bad habit. Each call of offer may apply the edits.
type habit func(text *text, offer func(edits ...diag.Edit))

// text is the text that habits look at.
type text struct {
	file   *syntax.File
	random *rand.Rand
}

func (t *text) count() int { return len(t.file.Tokens) }

func (t *text) token(index int) syntax.Token {
	if index < 0 || index >= len(t.file.Tokens) {
		return syntax.Token{Kind: syntax.EndOfFile}
	}
	return t.file.Tokens[index]
}

func (t *text) kind(index int) syntax.TokenKind { return t.token(index).Kind }

func (t *text) slice(index int) string {
	if index < 0 || index >= len(t.file.Tokens) {
		return ""
	}
	return t.file.Source.Slice(t.file.Tokens[index].Span)
}

// next and previous return the nearest tokens that are not trivia.
func (t *text) next(index int) int {
	for index++; index < t.count() && t.kind(index).IsTrivia(); index++ {
	}
	return index
}

func (t *text) previous(index int) int {
	for index--; index >= 0 && t.kind(index).IsTrivia(); index-- {
	}
	return index
}

func (t *text) replace(index int, newText string) diag.Edit {
	return diag.Replace(t.file.Source, t.token(index).Span, newText)
}

func (t *text) insert(offset int32, newText string) diag.Edit {
	return diag.Insert(t.file.Source, offset, newText)
}

// each calls visit for every token of one of the kinds.
func (t *text) each(visit func(index int), kinds ...syntax.TokenKind) {
	for i, token := range t.file.Tokens {
		for _, kind := range kinds {
			if token.Kind == kind {
				visit(i)
			}
		}
	}
}

func (t *text) pick(choices ...string) string { return choices[t.random.IntN(len(choices))] }
