package eval

import (
	"slices"
	"strconv"
	"strings"

	"puppet-lint/checker/code"
	"puppet-lint/checker/lattice"
	"puppet-lint/internal/document/ruby"
	"puppet-lint/internal/lazyregexp"
	"puppet-lint/syntax"
)

// checkAttributeValue checks an attribute of a native type against the values that the type
// accepts, as Puppet::Parameter::ValueCollection does when a catalog is applied. An attribute
// with validation code is skipped, since the outcome of that code is unknown.
func (e *Evaluator) checkAttributeValue(kind ResourceKind, attribute *ruby.Attribute, value Type, at syntax.Node) {
	if kind.Native.ResourceAPI {
		e.checkRegisteredValue(kind, attribute, value, at)
		return
	}
	if len(attribute.Values) == 0 || attribute.Open || attribute.Validate || attribute.Parent != "" || kind.Native.Open {
		return
	}
	if e.IsUnknown(value) || e.IsNever(value) {
		return
	}
	items := []Type{value}
	if lattice.TypeClassOf(value) == lattice.ArrayClass {
		elements, exact := e.FlattenOne(value, 0)
		if !exact || len(elements) == 0 || len(elements) > 1 && attribute.Kind != ruby.Property {
			return
		}
		items = elements
	}
	for _, item := range items {
		if e.refusedByAll(attribute, item) {
			finding := e.report(&code.InvalidAttributeValue, at, "",
				"'"+attribute.Name+"' of '"+kind.Name+"' cannot be "+e.Describe(item)+"; it takes "+acceptedValues(attribute))
			if text, isKnown := lattice.StringOf(item); finding != nil && isKnown {
				finding.SuggestFix(lattice.SuggestOneOf(text, attributeWords(attribute)))
			}
			return
		}
	}
}

// checkRegisteredValue checks an attribute of a Resource API type against its declared type, as
// the Resource API does when a catalog is applied. The values of a provider that canonicalizes
// are not checked, since it may change them first.
func (e *Evaluator) checkRegisteredValue(kind ResourceKind, attribute *ruby.Attribute, value Type, at syntax.Node) {
	if attribute.Open || kind.Native.Open || e.IsUnknown(value) || e.IsNever(value) || lattice.TypeClassOf(value) == lattice.UndefClass {
		return
	}
	if attribute.ReadOnly {
		e.report(&code.InvalidAttributeValue, at, "", "'"+attribute.Name+"' of '"+kind.Name+"' can only be read, not set")
		return
	}
	canonicalizes := slices.ContainsFunc(kind.Native.Features, func(feature ruby.Feature) bool { return feature.Name == "canonicalize" })
	declared := e.Program.ParseType(attribute.Type)
	if canonicalizes || attribute.Name == "ensure" && lattice.TypeClassOf(value) != lattice.StringClass || e.IsUnknown(declared) {
		return
	}
	for _, member := range e.Members(value) {
		if lattice.TypeClassOf(member) == lattice.SensitiveClass || e.isDeferred(member) || lattice.TypeClassOf(member) == lattice.UndefClass {
			return // they are converted or removed before the type sees them
		}
	}
	if e.Relation(value, declared) == lattice.Never {
		finding := e.report(&code.InvalidAttributeValue, at, "", "'"+attribute.Name+"' of '"+kind.Name+"' "+e.Mismatch(declared, value))
		if finding != nil {
			finding.SuggestFix(e.SuggestedWord(declared, value))
		}
	}
}

// refusedByAll reports whether an attribute accepts no value of the type.
func (e *Evaluator) refusedByAll(attribute *ruby.Attribute, value Type) bool {
	members := e.Members(value)
	for _, member := range members {
		texts := e.textsOf(member)
		if len(texts) == 0 {
			return false
		}
		for _, text := range texts {
			if e.acceptsText(attribute, text) {
				return false
			}
		}
	}
	return len(members) > 0
}

// textsOf returns the texts that Puppet compares with the accepted values, for every value of a
// type; nil if they are unknown.
func (e *Evaluator) textsOf(t Type) []string {
	switch lattice.TypeClassOf(t) {
	case lattice.StringClass:
		return lattice.WordsOf(t)
	case lattice.IntegerClass:
		if value := lattice.IntegerOf(t); value.Single() {
			return []string{strconv.FormatInt(value.Low, 10)}
		}
	case lattice.BooleanClass:
		switch t {
		case e.TrueType:
			return []string{"true"}
		case e.FalseType:
			return []string{"false"}
		}
		return []string{"true", "false"}
	}
	return nil
}

// acceptsText reports whether an attribute may accept a text.
func (e *Evaluator) acceptsText(attribute *ruby.Attribute, text string) bool {
	return slices.ContainsFunc(attribute.Values, func(value ruby.Value) bool {
		if !value.Regex {
			return value.Name == text || slices.Contains(value.Aliases, text)
		}
		source := value.Name
		if value.RegexOptions != "" {
			source = "(?" + value.RegexOptions + ":" + source + ")"
		}
		pattern, err := e.Store.RegexpOf(source)
		if err != nil {
			return true
		}
		matched, decided := pattern.Matches(text)
		return matched || !decided
	})
}

// attributeWords returns the words that an attribute accepts.
func attributeWords(attribute *ruby.Attribute) []string {
	var words []string
	for _, value := range attribute.Values {
		if !value.Regex {
			words = append(words, value.Name)
		}
	}
	return words
}

func acceptedValues(attribute *ruby.Attribute) string {
	var names []string
	for _, value := range attribute.Values {
		if value.Regex {
			names = append(names, "values that match /"+value.Name+"/")
		} else {
			names = append(names, lattice.Quote(value.Name))
		}
	}
	const shown = 8
	if len(names) > shown {
		names = append(names[:shown], "…")
	}
	return strings.Join(names, ", ")
}

// tagPattern matches valid tags (Puppet::Util::Tagging).
var tagPattern = lazyregexp.New(`^[\p{L}\p{Nd}_][\p{L}\p{M}\p{N}_:.-]*\n?$`)

// checkTag checks the values of the metaparameter tag.
func (e *Evaluator) checkTag(value Type, at syntax.Node) {
	items, exact := e.FlattenOne(value, 0)
	if !exact {
		return
	}
	for _, item := range items {
		wrong := false
		switch lattice.TypeClassOf(item) {
		case lattice.StringClass, lattice.IntegerClass:
			texts := e.textsOf(item)
			wrong = len(texts) > 0 && !slices.ContainsFunc(texts, tagPattern.MatchString)
		case lattice.RegexpClass:
			wrong = true // its text has brackets
		case lattice.HashClass:
			wrong = item != value // alone, it counts as an array
		}
		if wrong {
			e.report(&code.InvalidTag, at, "", e.Describe(item)+" is not a valid tag: tags consist of letters, digits, '_', ':', '.' and '-'")
			return
		}
	}
}
