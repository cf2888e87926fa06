package checker

import (
	"strconv"
	"strings"

	"puppet-lint/checker/code"
	"puppet-lint/internal/spell"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// describe is a value of a type as messages speak of it: "the string 'a'", "an
// Integer".
func (l *lattice) describe(t Type) string {
	switch t := t.(type) {
	case *types.UndefType:
		return "undef"
	case *types.DefaultType:
		return "default"
	case *types.StringType:
		if t.HasValue {
			return "the string " + quote(t.Value)
		}
	case *types.BooleanType:
		if t.HasValue {
			return strconv.FormatBool(t.Value)
		}
	case *types.IntegerType:
		if span := integerOf(t); span.single() {
			return "the number " + strconv.FormatInt(span.low, 10)
		}
	case *types.FloatType:
		if t.From == t.To {
			return "the number " + strconv.FormatFloat(t.From, 'g', -1, 64)
		}
	case *types.ObjectType:
		if t.Name != "" {
			return article(t.Name)
		}
	case *types.TypeType:
		if t.Type != nil {
			return "the type " + l.format(t.Type)
		}
	}
	return article(l.format(l.generalize(t)))
}

// article puts "a" or "an" before a word.
func article(word string) string {
	if word != "" && strings.IndexByte("AEIOUaeiou", word[0]) >= 0 && !strings.HasPrefix(word, "UR") {
		return "an " + word
	}
	return "a " + word
}

// mismatch words that a value of one type stands where another is wanted.
func (l *lattice) mismatch(wanted, actual Type) string {
	if parts := l.mismatchedParts(wanted, actual); parts != "" {
		return "expects " + article(l.format(wanted)) + ": " + parts
	}
	text := l.format(wanted)
	if alias, ok := wanted.(*types.AliasType); ok {
		text += " = " + l.format(l.resolve(alias))
	}
	return "expects " + article(text) + ", got " + l.describe(actual)
}

// reportMismatch reports that a value, which the subject has, stands where another
// type is wanted.
func (e *evaluator) reportMismatch(at syntax.Node, subject string, wanted, value Type) {
	if finding := e.report(&code.TypeMismatch, at, "RUNTIME_ERROR", subject+" "+e.mismatch(wanted, value)); finding != nil {
		if meant := e.wordMeant(wanted, value); meant != "" {
			finding.Help = "did you mean '" + meant + "'?"
		}
	}
}

// wordMeant is the word of a type that a string is a slip of, or empty.
func (l *lattice) wordMeant(wanted, value Type) string {
	text, known := stringOf(value)
	if !known {
		return ""
	}
	var words []string
	for _, member := range l.members(wanted) {
		words = append(words, wordsOf(member)...)
	}
	return spell.Best(text, words)
}

// maxMismatchedParts bounds how many parts of a value a message speaks of.
const maxMismatchedParts = 2

// mismatchedParts words which entries and elements of a value are wrong, if it is
// these and not the value itself.
func (l *lattice) mismatchedParts(wanted, actual Type) string {
	var words []string
	for _, mismatch := range l.algebra.Mismatches("", wanted, actual) {
		var path []string
		for _, step := range mismatch.Path[1:] {
			if step.Kind != types.PathVariant {
				path = append(path, step.String())
			}
		}
		word := ""
		switch mismatch.Kind {
		case types.MissingKey:
			word = "the entry '" + mismatch.Key + "' is missing"
		case types.ExtraKey:
			word = "there is no entry '" + mismatch.Key + "' in it"
		case types.WrongType, types.WrongPattern:
			if len(path) == 0 {
				return ""
			}
			if l.relation(mismatch.Actual, mismatch.Expected) != never {
				continue // it may be all right
			}
			word = l.mismatch(mismatch.Expected, mismatch.Actual)
		default:
			return ""
		}
		if len(path) > 0 && !strings.HasPrefix(word, "expects") {
			word = ": " + word
		} else if len(path) > 0 {
			word = " " + word
		}
		words = append(words, strings.Join(path, ", ")+word)
	}
	if len(words) > maxMismatchedParts {
		words = append(words[:maxMismatchedParts], "and more")
	}
	return strings.Join(words, "; ")
}

// shorten cuts a text that would not fit on a line.
func shorten(text string) string {
	return cut(text, 160)
}

// nameOf is the name of a type without parameters.
func (l *lattice) nameOf(t Type) string { return baseName(l.resolve(t)) }
