package types

// integerLenient and floatText match the strings that new converts to numbers.
const (
	signPrefix     = `[+-]?\s*`
	hexadecimal    = `(?:0[xX][0-9A-Fa-f]+)`
	octal          = `(?:0[0-7]+)`
	binaryDigits   = `(?:0[bB][01]+)`
	integerLenient = `\A` + signPrefix + `(?:(?:\d+)|` + hexadecimal + `|` + binaryDigits + `)\z`
	floatText      = `\A` + signPrefix + `(?:(?:(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE]-?\d+)?)|` + hexadecimal + `|` + octal + `|` + binaryDigits + `)\z`
)

// creation has the parameters of T.new, which Init[T] accepts, for one query.
type creation struct{ *run }

// newSignatures returns the parameters of T.new. ok is false if the type cannot have instances.
func (r creation) newSignatures(t Type) (list []*TupleType, ok bool) {
	s := r.store
	switch t := t.(type) {
	case *IntegerType, *FloatType, *NumericType:
		return r.newNumbers(t), true
	case *StringType:
		format := r.pattern(`^%([\s\[+#0{<(|-]*)([1-9][0-9]*)?(?:\.([0-9]+))?([a-zA-Z])$`)
		container := r.named(optionalElement("format", format), optionalElement("separator", s.String), optionalElement("separator2", s.String),
			optionalElement("string_formats", s.HashOf(s.Type, format, nil)))
		formats := s.RawVariant(s.Default, s.NonEmptyString, s.HashOf(s.Type, s.RawVariant(format, container), nil))
		return []*TupleType{r.optional(1, s.Any, formats)}, true
	case *BooleanType:
		words := s.EnumOf([]string{"false", "true", "yes", "no", "y", "n"}, true)
		return []*TupleType{r.one(s.RawVariant(s.Integer, s.Float, s.Boolean, words))}, true
	case *ArrayType, *TupleType:
		return []*TupleType{r.optional(1, s.RawVariant(s.Array, s.Hash, s.Binary, s.Iterable), s.False), r.one(s.Any, s.True)}, true
	case *HashType, *StructType:
		trees := s.ArrayOf(s.TupleOf([]Type{s.Array, s.Any}, nil), s.Size(1, -1))
		pairs := s.ArrayOf(s.TupleOf([]Type{s.Any, s.Any}, nil), s.Size(1, -1))
		return []*TupleType{r.optional(1, trees, s.EnumOf([]string{"tree", "hash_tree"}, false)), r.one(pairs), r.one(s.Any)}, true
	case *RegexpType:
		return []*TupleType{r.optional(1, s.String, s.Boolean)}, true
	case *TypeType:
		return []*TupleType{r.one(s.NonEmptyString)}, true
	case *SensitiveType:
		return []*TupleType{r.one(s.Sensitive), r.one(s.Any)}, true
	case *UnitType:
		return []*TupleType{r.one(s.Any)}, true
	case *NotUndefType:
		if t.Type == nil {
			return []*TupleType{r.one(s.Any)}, true
		}
		return r.newSignatures(t.Type)
	case *OptionalType:
		if t.Type != nil {
			return r.newSignatures(t.Type)
		}
	case *AliasType:
		return r.newSignatures(r.deepResolve(t))
	case *BinaryType:
		base64 := s.EnumOf([]string{"%b", "%u", "%B", "%s", "%r"}, false)
		bytes := s.ArrayOf(s.IntegerRange(At(0), At(255)), nil)
		return []*TupleType{r.optional(1, s.String, base64), r.one(bytes), r.one(s.RawVariant(
			r.named(requiredElement("value", s.String), optionalElement("format", s.OptionalOf(base64))), r.named(requiredElement("value", bytes))))}, true
	case *URIType:
		return []*TupleType{r.one(s.NonEmptyString), r.one(r.uriHash())}, true
	case *ObjectType:
		return r.objectSignatures(t), t != s.Object
	case *ObjectExtensionType:
		return r.objectSignatures(t.Base), true
	}
	return r.newVersionsAndTimes(t)
}

// newNumbers is newSignatures for Integer, Float and Numeric.
func (r creation) newNumbers(t Type) []*TupleType {
	s := r.store
	if t.Kind() == KindInteger {
		convertible := s.RawVariant(s.Numeric, s.Boolean, r.pattern(integerLenient), s.Timespan, s.Timestamp)
		radix := s.RawVariant(s.Default, s.IntegerValue(2), s.IntegerValue(8), s.IntegerValue(10), s.IntegerValue(16))
		return []*TupleType{r.optional(2, convertible, radix, s.Boolean),
			r.one(r.named(requiredElement("from", convertible), optionalElement("radix", radix), optionalElement("abs", s.Boolean)))}
	}
	convertible := s.RawVariant(s.Numeric, s.Boolean, r.pattern(floatText), s.Timespan, s.Timestamp)
	if t.Kind() == KindNumeric {
		convertible = s.RawVariant(s.Integer, s.Float, s.Boolean, r.pattern(floatText), s.Timespan, s.Timestamp)
	}
	return []*TupleType{r.optional(1, convertible, s.Boolean), r.one(r.named(requiredElement("from", convertible), optionalElement("abs", s.Boolean)))}
}

// newVersionsAndTimes is newSignatures for versions, ranges of versions and times.
func (r creation) newVersionsAndTimes(t Type) ([]*TupleType, bool) {
	s := r.store
	text := func(min int) Type { return s.StringSized(s.Size(min, -1)) }
	formats := s.RawVariant(text(2), s.ArrayOf(text(2), s.Size(1, -1)))
	switch t.(type) {
	case *SemVerType:
		n := s.IntegerRange(At(0), PositiveInfinity)
		qualifier := r.pattern(`\A(?<part>[0-9A-Za-z-]+)(?:\.\g<part>)*\Z`)
		full := r.pattern(`\A(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?\Z`)
		return []*TupleType{r.one(full), r.optional(2, n, n, n, qualifier, qualifier), r.one(r.named(
			requiredElement("major", n), requiredElement("minor", n), requiredElement("patch", n),
			optionalElement("prerelease", qualifier), optionalElement("build", qualifier)))}, true
	case *SemVerRangeType:
		end := s.RawVariant(s.Default, s.SemVer)
		return []*TupleType{r.one(s.NonEmptyString), r.optional(1, end, end, s.Boolean), r.one(r.named(
			requiredElement("min", end), optionalElement("max", end), optionalElement("exclude_max", s.Boolean)))}, true
	case *TimespanType:
		fields := []StructElement{optionalElement("negative", s.Boolean)}
		for _, name := range []string{"days", "hours", "minutes", "seconds", "milliseconds", "microseconds", "nanoseconds"} {
			fields = append(fields, optionalElement(name, s.Integer))
		}
		return []*TupleType{r.one(s.RawVariant(s.Integer, s.Float)), r.optional(1, s.NonEmptyString, formats),
			r.optional(3, s.Integer, s.Integer, s.Integer, s.Integer, s.Integer, s.Integer, s.Integer),
			r.one(r.named(requiredElement("string", s.NonEmptyString), optionalElement("format", formats))),
			r.one(s.StructOf(fields))}, true
	case *TimestampType:
		return []*TupleType{s.TupleOf(nil, s.Size(0, 0)), r.one(s.RawVariant(s.Integer, s.Float)), r.optional(2, s.NonEmptyString, formats, s.NonEmptyString),
			r.one(r.named(requiredElement("string", s.NonEmptyString), optionalElement("format", formats), optionalElement("timezone", s.NonEmptyString)))}, true
	}
	return nil, false
}

// uriHash returns the hash of parts from which URI.new makes an address.
func (r creation) uriHash() Type {
	elements := make([]StructElement, len(uriParts))
	for i, name := range uriParts {
		elements[i] = optionalElement(name, r.store.NonEmptyString)
		if name == "port" {
			elements[i].Value = r.store.IntegerRange(At(0), PositiveInfinity)
		}
	}
	return r.named(elements...)
}

// one returns the Tuple of parameters that must all be given.
func (r creation) one(params ...Type) *TupleType { return r.store.TupleOf(params, nil) }

// optional returns a Tuple whose last n types may be left out.
func (r creation) optional(n int, params ...Type) *TupleType {
	return r.store.TupleOf(params, r.store.Size(len(params)-n, len(params)))
}

// pattern returns the strings that match a regular expression.
func (r creation) pattern(source string) Type {
	re, _ := r.store.RegexpOf(source)
	return r.store.PatternOf([]*RegexpType{re})
}

// named returns a hash with arguments by name.
func (r creation) named(elements ...StructElement) Type { return r.store.StructOf(elements) }

func requiredElement(name string, t Type) StructElement { return StructElement{Name: name, Value: t} }

func optionalElement(name string, t Type) StructElement {
	return StructElement{Name: name, Optional: true, Value: t}
}

// objectSignatures returns the parameters of new for an object type: its attributes by name, or by
// position with the required ones first.
func (r creation) objectSignatures(t *ObjectType) []*TupleType {
	var required, optional []Type
	for _, e := range r.InitStruct(t).Elements {
		if e.Optional {
			optional = append(optional, e.Value)
		} else {
			required = append(required, e.Value)
		}
	}
	all := append(required, optional...)
	return []*TupleType{r.store.TupleOf([]Type{r.InitStruct(t)}, r.store.Size(1, 1)), r.store.TupleOf(all, r.store.Size(len(required), len(all)))}
}

// initForms returns the arguments that Init[T, args…] accepts besides T itself: single values,
// and lists of arguments as Tuples.
func (r creation) initForms(t *InitType) (single Type, other Type, optionalSingle, ok bool) {
	switch t.Type.(type) {
	case *InitType, *OptionalType, *NotUndefType:
		return nil, nil, false, false
	}
	signatures, ok := r.newSignatures(t.Type)
	if !ok {
		return nil, nil, false, false
	}
	s := r.store
	singles := []Type{t.Type}
	var others []Type
	if len(t.Args) == 0 {
		for _, sig := range signatures {
			size := s.tupleSize(sig)
			if size.From == At(1) && size.To == At(1) {
				singles = append(singles, sig.Types[0])
				continue
			}
			others = append(others, sig)
			optionalSingle = optionalSingle || size.From == At(1)
		}
	} else {
		args := make([]Type, len(t.Args))
		for i, a := range t.Args {
			args[i] = r.inferSet(a)
		}
		for _, sig := range signatures {
			if len(sig.Types) > 0 && s.tupleSize(sig).holds(int64(len(args)+1)) && r.assignable(sig, s.TupleOf(append([]Type{sig.Types[0]}, args...), nil)) {
				singles = append(singles, sig.Types[0])
			}
		}
		if len(singles) == 1 {
			return nil, nil, false, false
		}
	}
	if len(others) > 0 {
		other = s.VariantOf(others...)
	}
	return s.VariantOf(singles...), other, optionalSingle, true
}

// InitSingle returns the type of the values that Init[T, args…] accepts as the first argument
// of T.new, or false if the type cannot have instances.
func (x *Algebra) InitSingle(t *InitType) (Type, bool) {
	if t.Type == nil {
		return nil, false
	}
	r := run{Algebra: x, low: noAssumption}
	single, _, _, ok := creation{&r}.initForms(t)
	return single, ok
}

func (r creation) initAccepts(a *InitType, b Type) bool {
	if o, ok := b.(*InitType); ok {
		if a.Type == nil {
			return true
		}
		return o.Type != nil && r.assignable(a.Type, o.Type)
	}
	if a.Type == nil {
		return r.assignable(r.store.RichData, b)
	}
	if r.assignable(a.Type, b) {
		return true
	}
	single, other, optionalSingle, ok := r.initForms(a)
	if !ok {
		return false
	}
	return r.assignable(single, b) || other != nil && (r.assignable(other, b) ||
		optionalSingle && r.assignable(other, r.store.TupleOf([]Type{b}, nil)))
}

func (r creation) initHolds(t *InitType, v Value) bool {
	if t.Type == nil {
		return r.instance(r.store.RichData, v)
	}
	if r.instance(t.Type, v) {
		return true
	}
	single, other, optionalSingle, ok := r.initForms(t)
	if !ok {
		return false
	}
	return r.instance(single, v) || other != nil && (r.instance(other, v) || optionalSingle && r.instance(other, Array{v}))
}
