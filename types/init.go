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
	one := func(params ...Type) *TupleType { return s.TupleOf(params, nil) }
	// optional returns a Tuple whose last n types may be left out.
	optional := func(n int, params ...Type) *TupleType {
		return s.TupleOf(params, s.Size(len(params)-n, len(params)))
	}
	pattern := func(source string) Type {
		re, _ := s.RegexpOf(source)
		return s.PatternOf([]*RegexpType{re})
	}
	named := func(elements ...StructElement) Type { return s.StructOf(elements) }
	required := func(name string, t Type) StructElement { return StructElement{Name: name, Value: t} }
	maybe := func(name string, t Type) StructElement { return StructElement{Name: name, Optional: true, Value: t} }
	switch t := t.(type) {
	case *IntegerType:
		convertible := s.RawVariant(s.Numeric, s.Boolean, pattern(integerLenient), s.Timespan, s.Timestamp)
		radix := s.RawVariant(s.Default, s.IntegerValue(2), s.IntegerValue(8), s.IntegerValue(10), s.IntegerValue(16))
		return []*TupleType{optional(2, convertible, radix, s.Boolean),
			one(named(required("from", convertible), maybe("radix", radix), maybe("abs", s.Boolean)))}, true
	case *FloatType:
		convertible := s.RawVariant(s.Numeric, s.Boolean, pattern(floatText), s.Timespan, s.Timestamp)
		return []*TupleType{optional(1, convertible, s.Boolean), one(named(required("from", convertible), maybe("abs", s.Boolean)))}, true
	case *NumericType:
		convertible := s.RawVariant(s.Integer, s.Float, s.Boolean, pattern(floatText), s.Timespan, s.Timestamp)
		return []*TupleType{optional(1, convertible, s.Boolean), one(named(required("from", convertible), maybe("abs", s.Boolean)))}, true
	case *StringType:
		format := pattern(`^%([\s\[+#0{<(|-]*)([1-9][0-9]*)?(?:\.([0-9]+))?([a-zA-Z])$`)
		container := named(maybe("format", format), maybe("separator", s.String), maybe("separator2", s.String),
			maybe("string_formats", s.HashOf(s.Type, format, nil)))
		formats := s.RawVariant(s.Default, s.NonEmptyString, s.HashOf(s.Type, s.RawVariant(format, container), nil))
		return []*TupleType{optional(1, s.Any, formats)}, true
	case *BooleanType:
		words := s.EnumOf([]string{"false", "true", "yes", "no", "y", "n"}, true)
		return []*TupleType{one(s.RawVariant(s.Integer, s.Float, s.Boolean, words))}, true
	case *ArrayType, *TupleType:
		return []*TupleType{optional(1, s.RawVariant(s.Array, s.Hash, s.Binary, s.Iterable), s.False), one(s.Any, s.True)}, true
	case *HashType, *StructType:
		trees := s.ArrayOf(s.TupleOf([]Type{s.Array, s.Any}, nil), s.Size(1, -1))
		pairs := s.ArrayOf(s.TupleOf([]Type{s.Any, s.Any}, nil), s.Size(1, -1))
		return []*TupleType{optional(1, trees, s.EnumOf([]string{"tree", "hash_tree"}, false)), one(pairs), one(s.Any)}, true
	case *RegexpType:
		return []*TupleType{optional(1, s.String, s.Boolean)}, true
	case *TypeType:
		return []*TupleType{one(s.NonEmptyString)}, true
	case *SensitiveType:
		return []*TupleType{one(s.Sensitive), one(s.Any)}, true
	case *UnitType:
		return []*TupleType{one(s.Any)}, true
	case *NotUndefType:
		if t.Type == nil {
			return []*TupleType{one(s.Any)}, true
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
		return []*TupleType{optional(1, s.String, base64), one(bytes), one(s.RawVariant(
			s.StructOf([]StructElement{required("value", s.String), maybe("format", s.OptionalOf(base64))}), named(required("value", bytes))))}, true
	case *URIType:
		port := s.IntegerRange(At(0), PositiveInfinity)
		elements := make([]StructElement, len(uriParts))
		for i, name := range uriParts {
			elements[i] = maybe(name, s.NonEmptyString)
			if name == "port" {
				elements[i].Value = port
			}
		}
		return []*TupleType{one(s.NonEmptyString), one(named(elements...))}, true
	case *ObjectType:
		return r.objectSignatures(t), t != s.Object
	case *ObjectExtensionType:
		return r.objectSignatures(t.Base), true
	}
	return r.newVersionsAndTimes(t, one, optional, pattern)
}

func (r creation) newVersionsAndTimes(t Type, one func(...Type) *TupleType, optional func(int, ...Type) *TupleType, pattern func(string) Type) ([]*TupleType, bool) {
	s := r.store
	text := func(min int) Type { return s.StringSized(s.Size(min, -1)) }
	formats := s.RawVariant(text(2), s.ArrayOf(text(2), s.Size(1, -1)))
	maybe := func(name string, t Type) StructElement { return StructElement{Name: name, Optional: true, Value: t} }
	switch t.(type) {
	case *SemVerType:
		n := s.IntegerRange(At(0), PositiveInfinity)
		qualifier := pattern(`\A(?<part>[0-9A-Za-z-]+)(?:\.\g<part>)*\Z`)
		full := pattern(`\A(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?\Z`)
		return []*TupleType{one(full), optional(2, n, n, n, qualifier, qualifier), one(s.StructOf([]StructElement{
			{Name: "major", Value: n}, {Name: "minor", Value: n}, {Name: "patch", Value: n},
			maybe("prerelease", qualifier), maybe("build", qualifier)}))}, true
	case *SemVerRangeType:
		end := s.RawVariant(s.Default, s.SemVer)
		return []*TupleType{one(s.NonEmptyString), optional(1, end, end, s.Boolean), one(s.StructOf([]StructElement{
			{Name: "min", Value: end}, maybe("max", end), maybe("exclude_max", s.Boolean)}))}, true
	case *TimespanType:
		fields := []StructElement{maybe("negative", s.Boolean)}
		for _, name := range []string{"days", "hours", "minutes", "seconds", "milliseconds", "microseconds", "nanoseconds"} {
			fields = append(fields, maybe(name, s.Integer))
		}
		return []*TupleType{one(s.RawVariant(s.Integer, s.Float)), optional(1, s.NonEmptyString, formats),
			optional(3, s.Integer, s.Integer, s.Integer, s.Integer, s.Integer, s.Integer, s.Integer),
			one(s.StructOf([]StructElement{{Name: "string", Value: s.NonEmptyString}, maybe("format", formats)})),
			one(s.StructOf(fields))}, true
	case *TimestampType:
		return []*TupleType{s.TupleOf(nil, s.Size(0, 0)), one(s.RawVariant(s.Integer, s.Float)), optional(2, s.NonEmptyString, formats, s.NonEmptyString),
			one(s.StructOf([]StructElement{{Name: "string", Value: s.NonEmptyString}, maybe("format", formats), maybe("timezone", s.NonEmptyString)}))}, true
	}
	return nil, false
}

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
