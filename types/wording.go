package types

import (
	"fmt"
	"strings"
)

// FormatMismatch returns Puppet's wording of one mismatch.
func (x *Algebra) FormatMismatch(m Mismatch) string {
	return strings.TrimSpace(mismatchWriter{x}.format(m))
}

// mismatchWriter writes mismatches in Puppet's words.
type mismatchWriter struct{ *Algebra }

func (w mismatchWriter) format(m Mismatch) string {
	path, prefix := m.Path, ""
	if len(path) > 0 && path[0].Kind == PathSignature {
		prefix, path = " "+path[0].String(), path[1:]
	}
	if len(path) > 0 {
		words := make([]string, len(path))
		for i, e := range path {
			words[i] = e.String()
		}
		prefix += " " + strings.Join(words, " ")
	}
	switch m.Kind {
	case WrongType:
		return prefix + " " + w.wrongType(m)
	case WrongPattern:
		return prefix + " " + w.wrongPattern(m)
	case WrongSize:
		return prefix + fmt.Sprintf(" expects size to be %s, got %s", rangeText(m.Expected, "0"), rangeText(m.Actual, "0"))
	case WrongCount:
		return prefix + " " + wrongCount(m)
	case MissingKey:
		return prefix + fmt.Sprintf(" expects a value for key '%s'", m.Key)
	case ExtraKey:
		return prefix + fmt.Sprintf(" unrecognized key '%s'", m.Key)
	case MissingParameter:
		return prefix + fmt.Sprintf(" expects a value for parameter '%s'", m.Key)
	case InvalidParameter:
		return prefix + fmt.Sprintf(" has no parameter named '%s'", m.Key)
	case UnexpectedBlock:
		return prefix + " does not expect a block"
	case MissingBlock:
		return prefix + " expects a block"
	}
	return prefix + fmt.Sprintf(" references an unresolved type '%s'", m.Key)
}

func wrongCount(m Mismatch) string {
	size := m.Expected.(*IntegerType)
	suffix := "s"
	if size.From == At(1) && (size.To == At(1) || !size.To.IsFinite()) || size.From == At(0) && size.To == At(1) {
		suffix = ""
	}
	return fmt.Sprintf("expects %s argument%s, got %s", rangeText(m.Expected, "no"), suffix, rangeText(m.Actual, "none"))
}

func rangeText(t Type, zero string) string {
	size := t.(*IntegerType)
	from := size.From
	if !from.IsFinite() {
		from = At(0)
	}
	switch {
	case from == size.To && from.Value == 0:
		return zero
	case from == size.To:
		return from.String()
	case from.Value == 0 && !size.To.IsFinite():
		return "unlimited"
	case from.Value == 0:
		return "at most " + size.To.String()
	case !size.To.IsFinite():
		return "at least " + from.String()
	}
	return fmt.Sprintf("between %s and %s", from, size.To)
}

func (w mismatchWriter) wrongPattern(m Mismatch) string {
	expected, prefix := m.Expected, ""
	if o, ok := expected.(*OptionalType); ok && o.Type != nil {
		expected, prefix = o.Type, "an undef value or "
	}
	actual := shortName(m.Actual)
	if s, ok := m.Actual.(*StringType); ok && s.HasValue {
		actual = "'" + s.Value + "'"
	}
	return fmt.Sprintf("expects %sa match for %s, got %s", prefix, w.ExpandedString(expected), actual)
}

func (w mismatchWriter) wrongType(m Mismatch) string {
	expected, optional := m.Expected, false
	if o, ok := expected.(*OptionalType); ok {
		expected, optional = o.Type, true
		if expected == nil {
			expected = w.store.Any
		}
	}
	list, isVariant := []Type{expected}, false
	if v, ok := expected.(*VariantType); ok {
		list, isVariant = v.Types, true
	}
	var words []string
	actual := ""
	if w.reportDetailed(list, m.Actual) {
		actual = w.detailedActual(list, m.Actual)
		for _, t := range list {
			words = append(words, w.ExpandedString(t))
		}
	} else {
		actual = shortName(m.Actual)
		seen := map[string]bool{}
		for _, t := range list {
			name := shortName(t)
			if !isVariant || !seen[name] {
				words = append(words, name)
			}
			seen[name] = true
		}
	}
	if optional {
		words = append([]string{"Undef"}, words...)
	}
	switch len(words) {
	case 0:
		return fmt.Sprintf("expects a value of type , or , got %s", actual)
	case 1:
		return fmt.Sprintf("expects %s value, got %s", withArticle(words[0]), actual)
	case 2:
		return fmt.Sprintf("expects a value of type %s or %s, got %s", words[0], words[1], actual)
	}
	last := len(words) - 1
	return fmt.Sprintf("expects a value of type %s, or %s, got %s", strings.Join(words[:last], ", "), words[last], actual)
}

// withArticle puts "a" or "an" before a word, as Puppet does: y counts as a vowel.
func withArticle(word string) string {
	letter := strings.TrimLeft(word, `"'`)
	if letter != "" && strings.ContainsRune("aeiouyAEIOUY", rune(letter[0])) {
		return "an " + word
	}
	return "a " + word
}

// container reports whether t belongs to one of Puppet's classes for types that contain
// another, and returns that type.
func container(t Type) (inner Type, ok bool) {
	switch t := t.(type) {
	case *TypeType:
		return t.Type, true
	case *NotUndefType:
		return t.Type, true
	case *OptionalType:
		return t.Type, true
	case *IterableType:
		return t.Type, true
	case *IteratorType:
		return t.Type, true
	case *SensitiveType:
		return t.Type, true
	case *InitType:
		return t.Type, true
	}
	return nil, false
}

// kindNames are the names of the kinds that plainNames does not contain.
var kindNames = map[Kind]string{
	KindNotUndef: "NotUndef", KindOptional: "Optional", KindVariant: "Variant", KindInteger: "Integer", KindFloat: "Float",
	KindBoolean: "Boolean", KindString: "String", KindEnum: "Enum", KindPattern: "Pattern", KindRegexp: "Regexp",
	KindSemVer: "SemVer", KindTimespan: "Timespan", KindTimestamp: "Timestamp", KindURI: "URI", KindCollection: "Collection",
	KindArray: "Array", KindTuple: "Tuple", KindHash: "Hash", KindStruct: "Struct", KindIterable: "Iterable",
	KindIterator: "Iterator", KindResource: "Resource", KindClass: "Class", KindType: "Type", KindCallable: "Callable",
	KindSensitive: "Sensitive", KindInit: "Init", KindObject: "Object", KindObjectExtension: "ObjectTypeExtension",
	KindTypeSet: "TypeSet", KindRuntime: "Runtime", KindReference: "TypeReference", KindAlias: "TypeAlias",
}

// SimpleName returns the name of a type without parameters, or an object type's or alias's own
// name.
func SimpleName(t Type) string {
	switch t := t.(type) {
	case *AliasType:
		return t.Name
	case *ObjectType:
		return t.label()
	case *ObjectExtensionType:
		return t.Base.label()
	case *TypeSetType:
		return t.Name
	}
	if name, ok := plainNames[t.Kind()]; ok {
		return name
	}
	return kindNames[t.Kind()]
}

// lastSegment returns Puppet's simple_name of an object type.
func lastSegment(name string) string { return name[strings.LastIndex(name, ":")+1:] }

func shortName(t Type) string {
	if inner, ok := container(t); ok && inner != nil && inner.Kind() != KindAny {
		name := SimpleName(inner)
		if o, isObject := inner.(*ObjectType); isObject {
			name = o.Name
		}
		return SimpleName(t) + "[" + name + "]"
	}
	return SimpleName(t)
}

func (w mismatchWriter) reportDetailed(expected []Type, actual Type) bool {
	return fullyDetailed(expected, actual) || w.assignableToDefault(expected, actual)
}

// fullyDetailed reports whether types must be written in full: types of one class, aliases, and
// a Struct or Tuple against a Hash or Array.
func fullyDetailed(expected []Type, actual Type) bool {
	for _, e := range expected {
		if e.Kind() == actual.Kind() || e.Kind() == KindAlias || actual.Kind() == KindAlias ||
			e.Kind() == KindStruct && actual.Kind() == KindHash ||
			e.Kind() == KindTuple && (actual.Kind() == KindArray) {
			return true
		}
	}
	return false
}

func (w mismatchWriter) assignableToDefault(expected []Type, actual Type) bool {
	for _, e := range expected {
		if w.Assignable(w.defaultOf(w.Resolve(e)), actual) {
			return true
		}
	}
	return false
}

// defaultOf returns the type of the same class without parameters.
func (w mismatchWriter) defaultOf(t Type) Type {
	s := w.store
	switch t.Kind() {
	case KindObjectExtension:
		return s.Any
	case KindReference:
		return s.Reference
	}
	if d, ok := s.byName(strings.ToLower(kindNames[t.Kind()])); ok {
		return d
	}
	return t
}

func (w mismatchWriter) detailedActual(expected []Type, actual Type) string {
	resolved := make([]Type, len(expected))
	for i, e := range expected {
		resolved[i] = w.Resolve(e)
	}
	if fullyDetailed(resolved, actual) {
		return w.ExpandedString(actual)
	}
	general := w.store.Generalize(actual)
	for _, e := range resolved {
		if w.Assignable(e, general) {
			return w.ExpandedString(actual)
		}
	}
	switch t := actual.(type) {
	case *AliasType:
		return "TypeAlias"
	case *ObjectType:
		return lastSegment(t.label())
	case *ObjectExtensionType:
		return lastSegment(t.Base.label())
	case *TypeSetType:
		return "TypeSet"
	}
	return SimpleName(actual)
}
