package pattern

import (
	"fmt"
	"regexp"
	"regexp/syntax"
)

// maxInstructions bounds the program of an Expression: each . of .{1000} is an instruction of
// its own.
const maxInstructions = 10_000

// instructionsPerStep is how many instructions of an Expression count as a step of matching. Each
// instruction may run once for each byte of a text.
const instructionsPerStep = 128

// Expression is the regular expression of a condition, in the syntax of package regexp. It is
// safe for concurrent use.
type Expression struct {
	compiled *regexp.Regexp
	// instructions is at least the length of the program.
	instructions int
}

// CompileExpression compiles a regular expression. The error says what is wrong with it, or that
// it is too large.
func CompileExpression(text string) (*Expression, error) {
	tree, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		return nil, err
	}
	size := instructionsOf(tree)
	if size > maxInstructions {
		return nil, fmt.Errorf("the regular expression is too large: its program has more than %d instructions; use smaller numbers in {…}, or * and +", maxInstructions)
	}
	compiled, err := regexp.Compile(text)
	if err != nil {
		return nil, err
	}
	return &Expression{compiled, size}, nil
}

// instructionsOf returns a bound for the length of an expression's program. It stops counting
// above maxInstructions.
func instructionsOf(tree *syntax.Regexp) int {
	size := 2
	if tree.Op == syntax.OpLiteral {
		size += len(tree.Rune)
	}
	for _, sub := range tree.Sub {
		if size += instructionsOf(sub); size > maxInstructions {
			return size
		}
	}
	if tree.Op == syntax.OpRepeat {
		size *= max(tree.Min, tree.Max) + 1
	}
	return size
}

// finds reports whether the expression matches a part of a text. It is false if that would be too
// much work.
func (m *matcher) finds(expression *Expression, text string) bool {
	return !m.spend(len(text)*expression.instructions/instructionsPerStep) && expression.compiled.MatchString(text)
}
