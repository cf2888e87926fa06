package lattice

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/spell"
	"puppet-lint/types"
)

// descriptions formats types and values for messages.
type descriptions struct {
	*core
	// abbreviated holds the texts of types with long texts.
	abbreviated sync.Map
}

// CountRange formats a number of arguments for a message.
func CountRange(least, most int) string {
	words, plural := "", most != 1
	switch {
	case least == 0 && most < 0:
		return "any number of arguments"
	case most == 0:
		words = "no"
	case least == most:
		words = fmt.Sprint(least)
	case most < 0:
		words, plural = fmt.Sprintf("at least %d", least), least != 1
	case least == 0:
		words = fmt.Sprintf("at most %d", most)
	default:
		words = fmt.Sprintf("between %d and %d", least, most)
	}
	if plural {
		return words + " arguments"
	}
	return words + " argument"
}

// Describe formats a value of a type for a message about its class: "the string 'a'",
// "a String" for a String[1, 1] and for a Pattern.
func (l *descriptions) Describe(t Type) string {
	if words := l.describeOne(t); words != "" {
		return words
	}
	if _, isPattern := t.(*types.PatternType); isPattern {
		return "a String"
	}
	return Article(l.Format(l.classOf(t)))
}

// classOf generalizes a type for a message. Unlike Puppet it keeps an empty array in a Tuple,
// which would become an Array[Unit].
func (l *descriptions) classOf(t Type) Type {
	switch t := t.(type) {
	case *types.ArrayType:
		if t == l.Store.EmptyArray {
			return t
		}
	case *types.TupleType:
		parts := make([]Type, len(t.Types))
		for i, part := range t.Types {
			parts[i] = l.classOf(part)
		}
		return l.Store.TupleOf(parts, t.Size)
	}
	general := l.Generalize(t)
	// An Enum of words of one length is a String of that length at first.
	for next := l.Generalize(general); next != general; next = l.Generalize(general) {
		general = next
	}
	return general
}

// DescribeExactly formats a value of a type for a message about which values it has: "the string
// 'a'", "an Enum['a', 'b']".
func (l *descriptions) DescribeExactly(t Type) string {
	if words := l.describeOne(t); words != "" {
		return words
	}
	return Article(l.FormatResolved(t))
}

// FormatResolved formats a type as Format does. For an alias it also formats the type that the
// alias represents: "Stdlib::Port = Integer[0, 65535]".
func (l *descriptions) FormatResolved(t Type) string {
	text := l.Format(t)
	if alias, ok := t.(*types.AliasType); ok {
		text += " = " + l.Format(l.Resolve(alias))
	}
	return text
}

// DescribeFor formats a value for a message that it is not of the wanted type: by its class if
// no value of that class is wanted, otherwise exactly.
func (l *descriptions) DescribeFor(wanted, t Type) string {
	if l.Relation(l.Generalize(l.Generalize(t)), wanted) == Never {
		return l.Describe(t)
	}
	return l.DescribeExactly(t)
}

// describeOne formats a value if its type has only one, or a name for its values. Otherwise it
// returns "".
func (l *descriptions) describeOne(t Type) string {
	switch t := t.(type) {
	case *types.UndefType:
		return "undef"
	case *types.DefaultType:
		return "default"
	case *types.StringType:
		if t.HasValue {
			return "the string " + Quote(t.Value)
		}
	case *types.BooleanType:
		if t.HasValue {
			return strconv.FormatBool(t.Value)
		}
	case *types.IntegerType:
		if span := IntegerOf(t); span.Single() {
			return "the number " + strconv.FormatInt(span.Low, 10)
		}
	case *types.FloatType:
		if t.From == t.To {
			return "the number " + strconv.FormatFloat(t.From, 'g', -1, 64)
		}
	case *types.ArrayType:
		if SizeOf(t).High == 0 {
			return "an empty array"
		}
	case *types.HashType:
		if SizeOf(t).High == 0 {
			return "an empty hash"
		}
	case *types.ObjectType:
		if t.Name != "" {
			return Article(t.Name)
		}
	case *types.TypeType:
		if t.Type != nil {
			return "the type " + l.Format(t.Type)
		}
	}
	return ""
}

// Article puts "a" or "an" before a word.
func Article(word string) string {
	if word != "" && strings.IndexByte("AEIOUaeiou", word[0]) >= 0 && !strings.HasPrefix(word, "UR") {
		return "an " + word
	}
	return "a " + word
}

// Mismatch formats the message that a value of the type actual does not have the type wanted.
func (l *descriptions) Mismatch(wanted, actual Type) string {
	if parts := l.mismatchedParts(wanted, actual); parts != "" {
		return "expects " + Article(l.Format(wanted)) + ": " + parts
	}
	shown := wanted
	if plain := l.withoutSensitive(wanted); l.Relation(actual, plain) == Never && l.Relation(actual, l.Store.SensitiveOf(l.Store.Any)) == Never {
		shown = plain
	}
	return "expects " + Article(l.FormatResolved(shown)) + ", got " + l.DescribeFor(wanted, actual)
}

// withoutSensitive returns a Variant without the types of values that are Sensitive, also in its
// Arrays, and any other type as it is. Many functions accept each value also as Sensitive, which
// would make their types hard to read where no value is.
func (l *descriptions) withoutSensitive(t Type) Type {
	switch t := t.(type) {
	case *types.VariantType:
		var plain []Type
		for _, one := range t.Types {
			if _, isSensitive := one.(*types.SensitiveType); !isSensitive {
				plain = append(plain, l.withoutSensitive(one))
			}
		}
		if len(plain) > 0 {
			return l.Store.VariantOf(plain...)
		}
	case *types.ArrayType:
		if t != l.Store.EmptyArray && t.Element != nil {
			return l.Store.ArrayOf(l.withoutSensitive(t.Element), t.Size)
		}
	}
	return t
}

// SuggestedWord suggests the string of the wanted type that the value, a known string, is a
// typo of, if there is one.
func (l *descriptions) SuggestedWord(wanted, value Type) diag.Suggestion {
	text, known := StringOf(value)
	if !known {
		return diag.Suggestion{}
	}
	var words []string
	for _, member := range l.Members(wanted) {
		more := WordsOf(member)
		if len(words)+len(more) > spell.MostWords {
			return diag.Suggestion{}
		}
		words = append(words, more...)
	}
	return SuggestOneOf(text, words)
}

// SuggestOneOf suggests the only one of few words that a text is a typo of, if there is one.
func SuggestOneOf(text string, words []string) diag.Suggestion {
	meant := spell.BestOfFew(text, words)
	others := slices.DeleteFunc(slices.Clone(words), func(word string) bool { return word == meant })
	if meant != "" && spell.BestOfFew(text, others) != "" {
		return diag.Suggestion{}
	}
	return diag.Suggestion{Written: text, Meant: meant}
}

// maxMismatchedParts limits the number of parts of a value that a message mentions.
const maxMismatchedParts = 2

// mismatchedParts names the entries and elements of a value that are wrong. It returns "" if
// the value as a whole is.
func (l *descriptions) mismatchedParts(wanted, actual Type) string {
	var words []string
	for _, mismatch := range l.Algebra.Mismatches("", wanted, actual) {
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
			if l.Relation(mismatch.Actual, mismatch.Expected) != Never {
				continue // it may be valid
			}
			word = l.Mismatch(mismatch.Expected, mismatch.Actual)
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

// Shorten returns a text for a message. It cuts one of more than 160 bytes, at a whole character.
func Shorten(text string) string {
	return cut(text, 160)
}

// NameOf returns the name of a type without parameters.
func (l *descriptions) NameOf(t Type) string { return baseName(l.Resolve(t)) }

// shownType bounds the length, in characters, of a type in a message. The command infer and the
// type report show all of it.
const shownType = 160

// Format formats a type for a message.
func (l *descriptions) Format(t Type) string {
	if short, known := l.abbreviated.Load(t); known {
		return short.(string)
	}
	text := FormatType(t)
	short := Abbreviate(text, shownType)
	if len(text) > 8*shownType {
		l.abbreviated.Store(t, short) // formatting takes long, and many messages may name the type
	}
	return short
}

// Quote returns a text in single quotes for a message, which is one line. It cuts one of more than
// 60 bytes, at a whole character, and escapes only ends of lines and tabs.
func Quote(text string) string { return "'" + oneLine.Replace(cut(text, 60)) + "'" }

// oneLine escapes what would break a message into lines or columns.
var oneLine = strings.NewReplacer("\n", `\n`, "\r", `\r`, "\t", `\t`)

// cut returns at most limit bytes of a text, ending with a whole character.
func cut(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	end := limit - len("...")
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + "..."
}

// Count formats a number for a message.
func Count(n int) string { return strconv.Itoa(n) }

// DescribeSize formats a number of elements or arguments for a message.
func DescribeSize(s Range) string {
	switch {
	case s.Single():
		return strconv.FormatInt(s.Low, 10)
	case s.High == math.MaxInt64:
		return "at least " + strconv.FormatInt(s.Low, 10)
	}
	return strconv.FormatInt(s.Low, 10) + " to " + strconv.FormatInt(s.High, 10)
}
