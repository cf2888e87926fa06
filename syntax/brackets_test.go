package syntax

import (
	"math/rand/v2"
	"testing"

	"puppet-lint/internal/source"
)

// TestBalanced compares the pairs of brackets with a reading of each part of a file.
func TestBalanced(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	parts := []string{"(", ")", "[", "]", "{", "}", " a ", "\n", " \"${", "}\" ", " \\ "}
	balanced := 0
	for range 400 {
		text := ""
		for range random.IntN(14) {
			text += parts[random.IntN(len(parts))]
		}
		file := Parse(source.NewFile("a.pp", text), Options{})
		pairs := file.pairBrackets()
		for first := range file.Tokens {
			for last := first; last < len(file.Tokens); last++ {
				want := areBalanced(file.Tokens[first : last+1])
				if got := pairs.isBalanced(first, last); got != want {
					t.Fatalf("%q, tokens %d to %d: balanced: %v", text, first, last, got)
				}
				if want {
					balanced++
				}
			}
		}
		if _, unpaired := file.UnpairedBracket(); !unpaired && len(file.Tokens) > 0 {
			var brackets []Token
			for _, token := range file.Tokens {
				if token.Kind != Invalid {
					brackets = append(brackets, token)
				}
			}
			if !areBalanced(brackets) {
				t.Fatalf("%q: no bracket is unpaired", text)
			}
		}
	}
	if balanced < 1000 {
		t.Fatalf("only %d parts are balanced", balanced)
	}
}

// areBalanced reports whether all brackets among the tokens are closed and no token is invalid.
func areBalanced(tokens []Token) bool {
	var open []TokenKind
	for _, token := range tokens {
		if token.Kind == Invalid {
			return false
		}
		if closing, opens := closingKind(token.Kind); opens {
			open = append(open, closing)
		} else if isClosingBracket(token.Kind) {
			if len(open) == 0 || open[len(open)-1] != token.Kind {
				return false
			}
			open = open[:len(open)-1]
		}
	}
	return len(open) == 0
}
