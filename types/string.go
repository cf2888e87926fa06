package types

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// formatter formats types and values as Puppet's TypeFormatter does.
type formatter struct {
	out []byte
	// expanded also writes the types that aliases and object types represent.
	expanded bool
	// values also writes the string of a type of one string.
	values bool
	// algebra resolves aliases. If it is nil, only their names are written.
	algebra *Algebra
	// open holds the aliases that are being written.
	open map[*AliasType]bool
	// typeSet is the type set whose types are being written by their short names.
	typeSet *TypeSetType
	depth   int
}

// longestExpansion bounds the length, in bytes, of a text in which another alias is expanded.
// Aliases of aliases may expand to far more than fits anywhere.
const longestExpansion = 1 << 16

// stringOf formats a type without resolving aliases.
func stringOf(t Type) string {
	f := formatter{}
	f.top(t)
	return string(f.out)
}

// top formats a type as Puppet's to_s does, which expands the outermost object type, type set
// or alias.
func (f *formatter) top(t Type) {
	switch t.Kind() {
	case KindAlias, KindObject, KindTypeSet:
		f.expanded = true
	}
	f.typ(t)
}

// ExactString returns a text that identifies a type as long as aliases and object types do not
// change. Unlike Puppet's text, it contains the string of a type of one string.
func ExactString(t Type) string {
	f := formatter{values: true}
	f.typ(t)
	return string(f.out)
}

// String returns Puppet's text of a type. Unlike t.String, it expands an alias.
func (a *Algebra) String(t Type) string {
	f := formatter{algebra: a}
	f.top(t)
	return string(f.out)
}

// ExpandedString returns Puppet's text of a type, with every alias in it followed by its
// expansion.
func (a *Algebra) ExpandedString(t Type) string {
	f := formatter{algebra: a, expanded: true}
	f.typ(t)
	return string(f.out)
}

// ValueString formats a value as Puppet prints it inside types.
func (a *Algebra) ValueString(v Value) string {
	f := formatter{algebra: a}
	f.value(v)
	return string(f.out)
}

// ValueString formats a value as Puppet prints it inside types, with aliases by name.
func ValueString(v Value) string {
	f := formatter{}
	f.value(v)
	return string(f.out)
}

func (f *formatter) text(s string) { f.out = append(f.out, s...) }

// brackets writes brackets around the parts, with commas between them. Each part is a function that
// writes it.
func (f *formatter) brackets(name string, parts ...func()) {
	f.text(name)
	if len(parts) == 0 {
		return
	}
	f.text("[")
	for i, part := range parts {
		if i > 0 {
			f.text(", ")
		}
		part()
	}
	f.text("]")
}

func (f *formatter) part(t Type) func()       { return func() { f.typ(t) } }
func (f *formatter) textPart(s string) func() { return func() { f.text(s) } }

func (f *formatter) parts(types []Type) []func() {
	parts := make([]func(), len(types))
	for i, t := range types {
		parts[i] = f.part(t)
	}
	return parts
}

// bounds returns the texts of the bounds of a range, or none if both ends are open.
func (f *formatter) bounds(from, to Bound) []func() {
	if !from.IsFinite() && !to.IsFinite() {
		return nil
	}
	parts := []func(){f.textPart(from.String())}
	if to.IsFinite() {
		parts = append(parts, f.textPart(to.String()))
	}
	return parts
}

func (f *formatter) size(size *IntegerType) []func() {
	if size == nil {
		return nil
	}
	return f.bounds(size.From, size.To)
}

// wrapped writes a type that may contain another.
func (f *formatter) wrapped(name string, t Type) {
	if t == nil {
		f.text(name)
		return
	}
	f.brackets(name, func() {
		if s, ok := t.(*StringType); ok && s.HasValue && (name == "Optional" || name == "NotUndef") {
			f.text(Quote(s.Value))
			return
		}
		f.typ(t)
	})
}

func (f *formatter) typ(t Type) {
	if f.depth++; f.depth > 4*MaxDepth {
		f.text("...")
		return
	}
	defer func() { f.depth-- }()
	if name, ok := plainNames[t.Kind()]; ok {
		f.text(name)
		return
	}
	switch t := t.(type) {
	case *NotUndefType:
		f.wrapped("NotUndef", t.Type)
	case *OptionalType:
		f.wrapped("Optional", t.Type)
	case *TypeType:
		f.wrapped("Type", t.Type)
	case *IterableType:
		f.wrapped("Iterable", t.Type)
	case *IteratorType:
		f.wrapped("Iterator", t.Type)
	case *SensitiveType:
		if t.Type.Kind() == KindAny {
			f.text("Sensitive")
		} else {
			f.wrapped("Sensitive", t.Type)
		}
	case *VariantType:
		f.brackets("Variant", f.parts(t.Types)...)
	case *IntegerType:
		f.brackets("Integer", f.bounds(t.From, t.To)...)
	case *FloatType:
		f.floatRange(t)
	case *BooleanType:
		if t.HasValue {
			f.brackets("Boolean", f.textPart(strconv.FormatBool(t.Value)))
		} else {
			f.text("Boolean")
		}
	case *StringType:
		if f.values && t.HasValue {
			f.text("String=" + strconv.Quote(t.Value))
			break
		}
		f.brackets("String", f.size(t.Size)...)
	case *EnumType:
		f.enum(t)
	case *PatternType:
		parts := make([]func(), len(t.Patterns))
		for i, p := range t.Patterns {
			parts[i] = func() { f.regexp(p.Regexp()) }
		}
		f.brackets("Pattern", parts...)
	case *RegexpType:
		if !t.HasSource {
			f.text("Regexp")
		} else {
			f.brackets("Regexp", func() { f.regexp(t.Regexp()) })
		}
	case *SemVerType:
		parts := make([]func(), len(t.Ranges))
		for i, r := range t.Ranges {
			parts[i] = f.textPart("'" + r.String() + "'")
		}
		f.brackets("SemVer", parts...)
	case *TimespanType:
		f.times("Timespan", t.From, t.To, func(n int64) string { return Timespan(n).String() })
	case *TimestampType:
		f.times("Timestamp", t.From, t.To, func(n int64) string { return Timestamp(n).String() })
	case *CollectionType:
		f.brackets("Collection", f.size(t.Size)...)
	default:
		f.composed(t)
	}
}

// plainNames maps the kinds that are written as a name alone to these names.
var plainNames = map[Kind]string{
	KindUnknown: "Unknown", KindNever: "Never", KindUnit: "Unit", KindAny: "Any", KindUndef: "Undef", KindDefault: "Default",
	KindScalar: "Scalar", KindScalarData: "ScalarData", KindNumeric: "Numeric", KindSemVerRange: "SemVerRange",
	KindBinary: "Binary", KindCatalogEntry: "CatalogEntry",
}

func (f *formatter) composed(t Type) {
	switch t := t.(type) {
	case *ArrayType:
		if isZeroSize(t.Size) {
			f.text("Array[0, 0]")
		} else if t.Element.Kind() == KindAny && t.Size == nil {
			f.text("Array")
		} else {
			f.brackets("Array", append([]func(){f.part(t.Element)}, f.size(t.Size)...)...)
		}
	case *HashType:
		if isZeroSize(t.Size) {
			f.text("Hash[0, 0]")
		} else if t.Key.Kind() == KindAny && t.Value.Kind() == KindAny && t.Size == nil {
			f.text("Hash")
		} else {
			f.brackets("Hash", append([]func(){f.part(t.Key), f.part(t.Value)}, f.size(t.Size)...)...)
		}
	case *TupleType:
		if len(t.Types) == 0 {
			f.text("Tuple")
		} else {
			f.brackets("Tuple", append(f.parts(t.Types), f.size(t.Size)...)...)
		}
	case *StructType:
		f.structure(t)
	case *ResourceType:
		f.resource(t)
	case *ClassType:
		if t.HasName {
			f.brackets("Class", f.textPart(t.Name))
		} else {
			f.text("Class")
		}
	case *CallableType:
		f.callable(t)
	case *InitType:
		f.init(t)
	case *RuntimeType:
		f.runtime(t)
	case *TypeReferenceType:
		f.brackets("TypeReference", f.textPart(Quote(t.Text)))
	case *AliasType:
		f.alias(t)
	case *URIType:
		if t.Parameters == nil {
			f.text("URI")
		} else {
			f.brackets("URI", func() { f.value(t.Parameters) })
		}
	case *ObjectType:
		f.object(t)
	case *ObjectExtensionType:
		f.extension(t)
	case *TypeSetType:
		f.typeSetHash(t)
	}
}

func (f *formatter) floatRange(t *FloatType) {
	low, high := !math.IsInf(t.From, -1), !math.IsInf(t.To, 1)
	if !low && !high {
		f.text("Float")
		return
	}
	parts := []func(){f.textPart("default")}
	if low {
		parts[0] = f.textPart(FormatFloat(t.From))
	}
	if high {
		parts = append(parts, f.textPart(FormatFloat(t.To)))
	}
	f.brackets("Float", parts...)
}

func (f *formatter) enum(t *EnumType) {
	if len(t.Values) == 0 {
		f.text("Enum")
		return
	}
	parts := make([]func(), len(t.Values), len(t.Values)+1)
	for i, v := range t.Values {
		parts[i] = f.textPart(Quote(v))
	}
	if t.CaseInsensitive {
		parts = append(parts, f.textPart("true"))
	}
	f.brackets("Enum", parts...)
}

func (f *formatter) times(name string, from, to Bound, format func(int64) string) {
	if !from.IsFinite() && !to.IsFinite() {
		f.text(name)
		return
	}
	quoted := func(b Bound) func() {
		if !b.IsFinite() {
			return f.textPart("default")
		}
		return f.textPart("'" + format(b.Value) + "'")
	}
	parts := []func(){quoted(from)}
	if to.IsFinite() && to != from {
		parts = append(parts, quoted(to))
	}
	f.brackets(name, parts...)
}

func (f *formatter) structure(t *StructType) {
	if len(t.Elements) == 0 {
		f.text("Struct")
		return
	}
	f.text("Struct[{")
	for i, e := range t.Elements {
		if i > 0 {
			f.text(", ")
		}
		name := Quote(e.Name)
		switch acceptsUndef := f.acceptsUndef(e.Value); {
		case e.Optional && !acceptsUndef:
			name = "Optional[" + name + "]"
		case !e.Optional && acceptsUndef:
			name = "NotUndef[" + name + "]"
		}
		f.text(name)
		f.text(" => ")
		f.typ(e.Value)
	}
	f.text("}]")
}

// acceptsUndef reports whether undef is assignable to t, as far as aliases can be resolved
// here.
func (f *formatter) acceptsUndef(t Type) bool {
	if f.algebra != nil {
		return f.algebra.AcceptsUndef(t)
	}
	switch t := t.(type) {
	case *UndefType, *AnyType, *OptionalType, *UnitType, *UnknownType:
		return true
	case *VariantType:
		for _, v := range t.Types {
			if f.acceptsUndef(v) {
				return true
			}
		}
	case *AliasType:
		return t.Name == "Data" || t.Name == "RichData"
	case *InitType:
		return t.Type == nil || f.acceptsUndef(t.Type)
	}
	return false
}

func (f *formatter) resource(t *ResourceType) {
	switch {
	case t.Name == "":
		f.text("Resource")
	case t.title != nil:
		f.brackets(t.Name, func() { f.value(t.title) })
	case t.HasTitle:
		f.brackets(t.Name, f.textPart(Quote(t.Title)))
	default:
		f.text(t.Name)
	}
}

func (f *formatter) callable(t *CallableType) {
	params := func() []func() {
		var parts []func()
		for _, p := range t.Params.Types {
			if p.Kind() != KindUnit {
				parts = append(parts, f.part(p))
			}
		}
		if len(t.Params.Types) == 0 {
			parts = append(parts, f.textPart("0"), f.textPart("0"))
		} else {
			parts = append(parts, f.size(t.Params.Size)...)
		}
		if t.Block != nil {
			parts = append(parts, f.part(t.Block))
		}
		return parts
	}
	switch {
	case t.Params == nil && t.Return == nil:
		f.text("Callable")
	case t.Params == nil:
		f.brackets("Callable", f.textPart("[]"), f.part(t.Return))
	case t.Return == nil:
		f.text("Callable")
		f.group(params())
	default:
		f.brackets("Callable", func() { f.group(params()) }, f.part(t.Return))
	}
}

// group writes the parts in brackets, even if there are none.
func (f *formatter) group(parts []func()) {
	if len(parts) == 0 {
		f.text("[]")
		return
	}
	f.brackets("", parts...)
}

func (f *formatter) init(t *InitType) {
	if t.Type == nil {
		f.text("Init")
		return
	}
	parts := []func(){f.part(t.Type)}
	for _, a := range t.Args {
		parts = append(parts, func() { f.value(a) })
	}
	f.brackets("Init", parts...)
}

func (f *formatter) runtime(t *RuntimeType) {
	if t.Runtime == "" && t.Name == "" && t.Pattern == nil {
		f.text("Runtime")
		return
	}
	name := "undef"
	switch {
	case t.Pattern != nil:
		name = "[" + regexpText(t.Pattern.Regexp()) + ", " + Quote(t.Replacement) + "]"
	case t.Name != "":
		name = Quote(t.Name)
	}
	f.brackets("Runtime", f.textPart(t.Runtime), f.textPart(name))
}

func (f *formatter) alias(t *AliasType) {
	if f.typeSet != nil {
		if name, ok := f.typeSet.nameOf(t); ok {
			f.text(name)
			return
		}
	}
	f.text(t.Name)
	if !f.expanded || f.open[t] || len(f.out) > longestExpansion {
		return
	}
	if f.algebra == nil {
		if t.Name == "UnresolvedAlias" {
			f.text(" = TypeReference['UnresolvedReference']")
		}
		return
	}
	if _, builtin := f.algebra.store.builtinAliases[t.Name]; builtin {
		return
	}
	target := f.algebra.Resolve(t)
	if f.open == nil {
		f.open = make(map[*AliasType]bool)
	}
	f.text(" = ")
	f.open[t] = true
	f.typ(target)
	delete(f.open, t)
}

func (f *formatter) regexp(v Regexp) { f.text(regexpText(v)) }

// FormatFloat formats a number as Ruby prints it: 1.0, 10000000000.0, 1.0e+20. Ruby never pads
// a number to sixteen digits with zeros: it prints 1.0e+15, but 1234567890123456.8.
func FormatFloat(n float64) string {
	if math.IsInf(n, 0) || math.IsNaN(n) {
		return map[bool]string{true: "NaN", false: strings.TrimPrefix(strconv.FormatFloat(n, 'f', -1, 64), "+") + "inity"}[math.IsNaN(n)]
	}
	text := strconv.FormatFloat(n, 'e', -1, 64)
	mantissa, exponent, _ := strings.Cut(text, "e")
	power, _ := strconv.Atoi(exponent)
	digits := len(strings.Trim(strings.Replace(mantissa, ".", "", 1), "-"))
	if n == 0 || power >= -4 && (power < 15 || power < digits-1) {
		text = strconv.FormatFloat(n, 'f', -1, 64)
		if !strings.Contains(text, ".") {
			text += ".0"
		}
		return text
	}
	if !strings.Contains(mantissa, ".") {
		mantissa += ".0"
	}
	return mantissa + "e" + exponent
}

// Quote formats a string as Puppet source: in single quotes, or in double quotes if it contains
// control characters.
func Quote(s string) string {
	for i := 0; i < len(s); i++ {
		if s[i] < 0x20 {
			return doubleQuote(s)
		}
	}
	b := make([]byte, 0, len(s)+2)
	b = append(b, '\'')
	escaped := false
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case escaped:
			b = append(b, '\\', c)
			escaped = false
		case c == '\'':
			b = append(b, '\\', c)
		case c == '\\':
			escaped = true
		default:
			b = append(b, c)
		}
	}
	if escaped {
		b = append(b, '\\')
	}
	return string(append(b, '\''))
}

func doubleQuote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch r {
		case '\t':
			b.WriteString(`\t`)
		case '\n':
			b.WriteString(`\n`)
		case '\r':
			b.WriteString(`\r`)
		case '"':
			b.WriteString(`\"`)
		case '$':
			b.WriteString(`\$`)
		case '\\':
			b.WriteString(`\\`)
		default:
			if r < 0x20 {
				b.WriteString(`\u{` + strings.ToUpper(strconv.FormatInt(int64(r), 16)) + "}")
			} else {
				b.WriteRune(r)
			}
		}
	}
	b.WriteByte('"')
	return b.String()
}

// capitalizeASCII is CapitalizeSegments for a name in ASCII.
func capitalizeASCII(name string) (capitalized string, isASCII bool) {
	var b strings.Builder
	b.Grow(len(name))
	starts := true
	for i := 0; i < len(name); i++ {
		c := name[i]
		switch {
		case c >= utf8.RuneSelf:
			return "", false
		case strings.HasPrefix(name[i:], "::"):
			b.WriteString("::")
			i++
			starts = true
			continue
		case starts && 'a' <= c && c <= 'z':
			c -= 'a' - 'A'
		case !starts && 'A' <= c && c <= 'Z':
			c += 'a' - 'A'
		}
		b.WriteByte(c)
		starts = false
	}
	return b.String(), true
}

// CapitalizeSegments capitalizes the segments of a resource type's name: apache::vhost becomes
// Apache::Vhost. A name that starts with a capital is returned unchanged.
func CapitalizeSegments(name string) string {
	if name == "" || name[0] >= 'A' && name[0] <= 'Z' {
		return name
	}
	if capitalized, isASCII := capitalizeASCII(name); isASCII {
		return capitalized
	}
	segments := strings.Split(name, "::")
	for i, s := range segments {
		if s != "" {
			_, width := utf8.DecodeRuneInString(s)
			segments[i] = strings.ToUpper(s[:width]) + strings.ToLower(s[width:])
		}
	}
	return strings.Join(segments, "::")
}
