package syntax

// closingKind returns the kind of the bracket that closes an opening one, and whether kind is
// that of an opening bracket.
func closingKind(kind TokenKind) (TokenKind, bool) {
	switch kind {
	case LeftBrace, SelectBrace:
		return RightBrace, true
	case InterpolationStart:
		return InterpolationEnd, true
	case LeftBracket, ListStart:
		return RightBracket, true
	case LeftParen, LineLeftParen:
		return RightParen, true
	}
	return Invalid, false
}

// isClosingBracket reports whether kind is that of a closing bracket.
func isClosingBracket(kind TokenKind) bool {
	switch kind {
	case RightBrace, InterpolationEnd, RightBracket, RightParen:
		return true
	}
	return false
}

// bracketPairs holds, for each token of a file, the index of the bracket that closes it. It is
// -1 for an opening bracket that nothing closes, for a closing bracket and for an invalid token,
// and the token's own index for everything else.
type bracketPairs []int32

// pairBrackets pairs the brackets of a file. It pairs no brackets that cross each other.
// Therefore all brackets between two paired ones are paired, too.
func (f *File) pairBrackets() bracketPairs {
	pairs := make(bracketPairs, len(f.Tokens))
	var open []int32
	for i, token := range f.Tokens {
		_, opens := closingKind(token.Kind)
		pairs[i] = -1
		switch {
		case opens:
			open = append(open, int32(i))
		case isClosingBracket(token.Kind):
			last := len(open) - 1
			if last < 0 {
				continue
			}
			if closing, _ := closingKind(f.Tokens[open[last]].Kind); closing != token.Kind {
				open = open[:0]
				continue
			}
			pairs[open[last]] = int32(i)
			open = open[:last]
		case token.Kind == Invalid:
			open = open[:0]
		default:
			pairs[i] = int32(i)
		}
	}
	return pairs
}

// isBalanced reports whether every bracket among the tokens from first to last has its
// counterpart among them, and none of them is invalid. It does not look between paired brackets,
// where everything is balanced.
func (p bracketPairs) isBalanced(first, last int) bool {
	for i := first; i <= last; i++ {
		closing := int(p[i])
		if closing < i || closing > last {
			return false
		}
		i = closing
	}
	return true
}

// UnpairedBracket reports whether a bracket of the file has no counterpart. offset is the first
// position where the unpaired bracket may be: the offset of an opening bracket that nothing, or a
// bracket of another kind, closes. It is 0 if there is one closing bracket too many, since any
// earlier one may be the surplus one.
func (f *File) UnpairedBracket() (offset int32, found bool) {
	var open []Token
	for _, token := range f.Tokens {
		if _, opens := closingKind(token.Kind); opens {
			open = append(open, token)
			continue
		}
		if !isClosingBracket(token.Kind) {
			continue
		}
		if len(open) == 0 {
			return 0, true
		}
		last := open[len(open)-1]
		if closing, _ := closingKind(last.Kind); closing != token.Kind {
			return last.Start, true
		}
		open = open[:len(open)-1]
	}
	if len(open) > 0 {
		return open[0].Start, true
	}
	return 0, false
}
