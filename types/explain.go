package types

import (
	"fmt"
	"strings"

	"puppet-lint/internal/english"
	"puppet-lint/internal/rubyregexp"
)

// Explain explains why a value of type actual does not match expected: one sentence for each
// location of a mismatch, none if it matches. It writes aliases by name.
func (x *Algebra) Explain(subject string, expected, actual Type) []string {
	if x.Assignable(expected, actual) {
		return nil
	}
	list := x.Mismatches(subject, expected, actual)
	sentences := make([]string, 0, len(list))
	for _, m := range list {
		sentences = append(sentences, x.ExplainMismatch(m))
	}
	if len(sentences) == 0 {
		sentences = append(sentences, fmt.Sprintf("%s must be %s, but is %s", subject, x.describeExpected(expected), describeActual(actual)))
	}
	return sentences
}

// ExplainMismatch formats one mismatch: "port, entry 'tls', index 2 must be an Integer from 1
// to 65535, but is a String".
func (x *Algebra) ExplainMismatch(m Mismatch) string {
	var path []string
	for _, e := range m.Path {
		if e.Kind != PathVariant && e.Kind != PathSignature {
			path = append(path, e.String())
		}
	}
	place := strings.Join(path, ", ")
	if place != "" {
		place += " "
	}
	switch m.Kind {
	case WrongType, WrongPattern:
		return fmt.Sprintf("%smust be %s, but is %s", place, x.describeExpected(m.Expected), describeActual(m.Actual))
	case WrongSize:
		return fmt.Sprintf("%smust have %s, but has %s", place, countText(m.Expected, "element"), countText(m.Actual, "element"))
	case WrongCount:
		return fmt.Sprintf("%stakes %s, but gets %s", place, countText(m.Expected, "argument"), countText(m.Actual, "argument"))
	case MissingKey:
		return fmt.Sprintf("%slacks the entry '%s'", place, m.Key)
	case ExtraKey:
		return fmt.Sprintf("%shas an entry '%s' that is not allowed", place, m.Key)
	case MissingParameter:
		return fmt.Sprintf("%slacks the parameter '%s'", place, m.Key)
	case InvalidParameter:
		return fmt.Sprintf("%shas no parameter '%s'", place, m.Key)
	case UnexpectedBlock:
		return place + "takes no block"
	case MissingBlock:
		return place + "needs a block"
	}
	return fmt.Sprintf("%sis of the type '%s', which nothing defines", place, m.Key)
}

// countText formats a size: "at least 2 elements".
func countText(t Type, unit string) string {
	size := t.(*IntegerType)
	plural := func(n Bound) string {
		if n == At(1) {
			return n.String() + " " + unit
		}
		return n.String() + " " + english.Noun(2, unit)
	}
	switch {
	case size.From == size.To && size.From == At(0):
		return "no " + unit + "s"
	case size.From == size.To:
		return plural(size.From)
	case !size.To.IsFinite() && (size.From == At(0) || !size.From.IsFinite()):
		return "any number of " + unit + "s"
	case !size.To.IsFinite():
		return "at least " + plural(size.From)
	case size.From == At(0):
		return "at most " + plural(size.To)
	}
	return fmt.Sprintf("%s to %s", size.From, plural(size.To))
}

// describeExpected describes the values of an expected type.
func (x *Algebra) describeExpected(t Type) string {
	switch t := t.(type) {
	case *OptionalType:
		if t.Type != nil {
			return "undef or " + x.describeExpected(t.Type)
		}
	case *VariantType:
		words := make([]string, len(t.Types))
		for i, m := range t.Types {
			words[i] = x.describeExpected(m)
		}
		if len(words) > 1 {
			return english.List(words, "or")
		}
	case *EnumType:
		if len(t.Values) > 0 {
			return describeEnum(t)
		}
	case *PatternType:
		words := make([]string, len(t.Patterns))
		for i, p := range t.Patterns {
			words[i] = rubyregexp.Text(p.Regexp().Source)
		}
		if len(words) > 0 {
			return "a String that matches " + strings.Join(words, " or ")
		}
	case *IntegerType:
		return describeInteger(t)
	case *BooleanType:
		if t.HasValue {
			return fmt.Sprint(t.Value)
		}
	case *StringType:
		if t.HasValue {
			return Quote(t.Value)
		}
		if t.Size != nil && t.Size.From == At(1) && !t.Size.To.IsFinite() {
			return "a non-empty String"
		}
	case *UndefType:
		return "undef"
	case *AliasType:
		if _, builtin := x.store.builtinAliases[t.Name]; !builtin {
			return fmt.Sprintf("%s (%s)", withArticle(t.Name), x.Resolve(t))
		}
	}
	return withArticle(t.String())
}

// describeEnum describes the values of an Enum, which has some.
func describeEnum(t *EnumType) string {
	words := make([]string, len(t.Values))
	for i, v := range t.Values {
		words[i] = Quote(v)
	}
	if len(words) == 1 {
		return words[0]
	}
	return "one of " + strings.Join(words, ", ")
}

func describeInteger(t *IntegerType) string {
	switch {
	case t.From == t.To:
		return "the Integer " + t.From.String()
	case t.From.IsFinite() && t.To.IsFinite():
		return fmt.Sprintf("an Integer from %s to %s", t.From, t.To)
	case t.From.IsFinite():
		return "an Integer of at least " + t.From.String()
	case t.To.IsFinite():
		return "an Integer of at most " + t.To.String()
	}
	return withArticle(t.String())
}

// describeActual describes an actual type.
func describeActual(t Type) string {
	switch t := t.(type) {
	case *StringType:
		if t.HasValue {
			return Quote(t.Value)
		}
	case *IntegerType:
		if t.From == t.To {
			return "the Integer " + t.From.String()
		}
	case *FloatType:
		if t.From == t.To {
			return "the Float " + FormatFloat(t.From)
		}
	case *BooleanType:
		if t.HasValue {
			return fmt.Sprint(t.Value)
		}
	case *UndefType:
		return "undef"
	}
	return withArticle(t.String())
}
