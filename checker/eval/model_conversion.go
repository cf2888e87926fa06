package eval

import (
	"math"
	"strconv"
	"strings"

	"puppet-lint/checker/code"
	"puppet-lint/checker/lattice"
	"puppet-lint/module"
	"puppet-lint/types"
)

// modelNew models new(Type, …) and Type(…), the constructors of Puppet's data types.
func (e *Evaluator) modelNew(c *Call) Type {
	if len(c.Arguments) == 0 {
		return e.Unknown
	}
	target := c.Arguments[0]
	if e.IsUnknown(target) || lattice.TypeClassOf(target) != lattice.TypeValueClass {
		return e.Unknown
	}
	if e.isDeferred(lattice.TypeIn(target)) {
		e.checkDeferred(c)
	}
	result, known := e.newOfBolt(c, lattice.TypeIn(target))
	if !known {
		result, known = e.convertConstant(c, 0, positionsFrom(1, len(c.Arguments)))
	}
	if !known {
		result = e.construct(c, lattice.TypeIn(target), c.Arguments[1:])
	}
	if c.block == nil {
		return result
	}
	// The block is not called for a value that is an instance already; the value is returned
	// unchanged.
	is := lattice.Never
	if len(c.Arguments) == 2 && lattice.TypeClassOf(lattice.TypeIn(target)) != lattice.OtherClass {
		is = e.IsInstance(c.Arguments[1], lattice.TypeIn(target))
	}
	switch is {
	case lattice.Always:
		return c.Arguments[1]
	case lattice.Maybe:
		return e.Join(result, c.block.invoke([]Type{result}, false))
	}
	return c.block.invoke([]Type{result}, true)
}

func (e *Evaluator) modelConvertTo(c *Call) Type {
	if len(c.Arguments) < 2 || lattice.TypeClassOf(c.Arguments[1]) != lattice.TypeValueClass {
		return e.Unknown
	}
	arguments := append([]Type{c.Arguments[0]}, c.Arguments[2:]...)
	result, known := e.convertConstant(c, 1, append([]int{0}, positionsFrom(2, len(c.Arguments))...))
	if !known {
		result = e.construct(c, lattice.TypeIn(c.Arguments[1]), arguments)
	}
	if c.block != nil {
		return c.block.invoke([]Type{result}, true)
	}
	return result
}

// construct returns the type of a new instance: the target, narrowed to a constant if the
// arguments are known. It reports a conversion that cannot work.
func (e *Evaluator) construct(c *Call, target Type, arguments []Type) Type {
	name := e.NameOf(target)
	base := e.Resolve(target)
	if len(arguments) == 0 && name != "Timestamp" && name != "String" {
		return e.constructDefault(c, name, base, target)
	}
	if len(arguments) == 1 && name != "Init" {
		if result := e.unconverted(name, target, arguments[0]); result != nil {
			return result
		}
	}
	var result Type
	var why string
	switch name {
	case "Integer":
		result, why = e.newInteger(arguments)
	case "Numeric":
		result, why = e.newNumeric(arguments)
	case "Float":
		result, why = e.newFloat(arguments)
	case "Boolean":
		result, why = e.newBoolean(arguments)
	case "Array", "Tuple":
		result, why = e.newArray(arguments)
	case "Hash", "Struct":
		result, why = e.newHash(arguments)
	case "Sensitive":
		if lattice.TypeClassOf(arguments[0]) == lattice.SensitiveClass {
			return arguments[0]
		}
		return e.Sensitive(arguments[0])
	case "String":
		return e.newString(target, arguments)
	case "Optional", "NotUndef":
		if name == "Optional" && len(arguments) == 1 && e.MayBeUndef(arguments[0]) {
			return e.Join(e.Undef, e.constructIfGiven(c, e.InnerOf(base), e.WithoutUndef(arguments[0])))
		}
		return e.construct(c, e.InnerOf(base), arguments)
	case "Variant":
		return e.Unknown
	default:
		return e.constructDefault(c, name, base, target)
	}
	if why != "" {
		e.report(&code.ConversionFails, c.At, "RUNTIME_ERROR", why)
		return e.Unknown
	}
	if e.Relation(result, target) == lattice.Never {
		e.report(&code.ConversionFails, c.At, "RUNTIME_ERROR", "the converted value is "+e.DescribeFor(target, result)+", which is not "+lattice.Article(e.Format(target)))
		return e.Unknown
	}
	return e.within(result, target)
}

// unconverted returns the type of a value that stays as it is because it already is an instance of
// the target, or nil if it may be converted.
func (e *Evaluator) unconverted(name string, target, argument Type) Type {
	switch {
	case e.IsUnknown(argument) || e.IsUnknown(target):
		if hasNoConstructor(name) {
			return target
		}
	case e.Relation(argument, target) == lattice.Always:
		return argument
	case hasNoConstructor(name) && e.Relation(argument, target) == lattice.Maybe:
		return e.Meet(argument, target)
	}
	return nil
}

func (e *Evaluator) newString(target Type, arguments []Type) Type {
	if len(arguments) == 1 {
		if text, known := e.Interpolated(arguments[0]); known && lattice.TypeClassOf(arguments[0]) != lattice.ArrayClass && lattice.TypeClassOf(arguments[0]) != lattice.HashClass {
			return e.within(e.Str(text), target)
		}
	}
	return e.withinBase(e.String, target)
}

// constructIfGiven returns the type of an instance that is made from value, unless value is
// undef. It does not report a conversion that always fails: the conversion may never be tried.
func (e *Evaluator) constructIfGiven(c *Call, target, value Type) Type {
	defer e.restore(e.mode)
	e.mode = e.aside()
	return e.construct(c, target, []Type{value})
}

// reportWithoutConstructor reports a call of a type that cannot create values. In parentheses, the
// title of a resource makes no reference.
func (e *Evaluator) reportWithoutConstructor(c *Call, name string) {
	finding := e.report(&code.ConversionFails, c.At, "RUNTIME_ERROR", lattice.Article(name)+" type cannot be called to create a value")
	if finding == nil || e.Tree.Plugins.FindResourceType(module.Normalize(name)) == nil || len(c.Arguments) == 0 {
		return
	}
	if title, known := lattice.StringOf(c.Arguments[len(c.Arguments)-1]); known {
		finding.Help = "write `" + name + "['" + title + "']` for a reference"
	}
}

// constructDefault handles types whose constructor returns a value of exactly the written type,
// and types without a constructor.
func (e *Evaluator) constructDefault(c *Call, name string, base, target Type) Type {
	if hasNoConstructor(name) {
		e.reportWithoutConstructor(c, name)
		return e.Unknown
	}
	switch name {
	case "Timestamp", "Timespan", "SemVer", "SemVerRange", "Binary", "URI", "Regexp":
		if why := e.badText(name, c); why != "" {
			e.report(&code.ConversionFails, c.At, "RUNTIME_ERROR", why)
			return e.Unknown
		}
		return e.withinBase(e.Generalize(base), target)
	case "Init", "Type", "Object", "Variant", "":
		return e.Unknown
	}
	return e.Unknown
}

// hasNoConstructor reports whether a type has no constructor. Calling such a type returns an
// argument that is already an instance, and fails for all others.
func hasNoConstructor(name string) bool {
	switch name {
	case "Enum", "Undef", "Any", "Default", "Callable", "Collection", "Pattern", "Scalar", "ScalarData",
		"Data", "RichData", "CatalogEntry", "Class", "Resource", "Iterable", "Iterator", "Runtime":
		return true
	}
	return false
}

// badText explains why the only argument of a constructor is a string that it can never
// convert; it returns "" if it may succeed.
func (e *Evaluator) badText(name string, c *Call) string {
	text, known := lattice.StringOf(c.Argument(len(c.Arguments) - 1))
	if !known || len(c.Arguments) > 2 || c.Name != "new" {
		return ""
	}
	bad := false
	switch name {
	case "SemVer":
		_, err := types.ParseVersion(text)
		bad = err != nil
	case "SemVerRange":
		_, err := types.ParseVersionRange(text)
		bad = err != nil
	case "Regexp":
		bad = !e.IsRegexp(text)
	case "Timestamp", "Timespan":
		bad = !strings.ContainsAny(text, "0123456789")
	case "Binary":
		bad = strings.Trim(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=-_\r\n") != ""
	}
	if bad {
		return "the string " + lattice.Quote(text) + " cannot be converted to " + name
	}
	return ""
}

// within returns result if target contains it, and target otherwise.
func (e *Evaluator) within(result, target Type) Type {
	if e.Relation(result, target) == lattice.Always {
		return result
	}
	return target
}

// withinBase returns target if it is at least as precise as result, and result otherwise.
func (e *Evaluator) withinBase(result, target Type) Type {
	if e.Relation(target, result) == lattice.Always {
		return target
	}
	return result
}

// eachMember joins the results of convert for the members of value. why is set if convert fails
// for every member.
func (e *Evaluator) eachMember(value Type, convert func(member Type) (Type, string)) (result Type, why string) {
	var results []Type
	for _, member := range e.Members(value) {
		if e.IsUnknown(member) {
			return e.Unknown, ""
		}
		one, problem := convert(member)
		if problem == "" {
			results = append(results, one)
		} else if why == "" {
			why = problem
		}
	}
	if len(results) > 0 {
		return e.JoinAll(results), ""
	}
	if why == "" {
		return e.Unknown, ""
	}
	return nil, why
}

func (e *Evaluator) newInteger(arguments []Type) (Type, string) {
	if len(arguments) > 1 && lattice.TypeClassOf(arguments[1]) == lattice.IntegerClass && lattice.IntegerOf(arguments[1]).Single() {
		switch radix := lattice.IntegerOf(arguments[1]).Low; radix {
		case 2, 8, 10, 16:
		default:
			return nil, "the radix " + strconv.FormatInt(radix, 10) + " is not 2, 8, 10 or 16"
		}
	}
	absolute := len(arguments) > 2
	return e.eachMember(arguments[0], func(member Type) (Type, string) {
		switch lattice.TypeClassOf(member) {
		case lattice.IntegerClass:
			if absolute {
				return e.Integer, ""
			}
			return member, ""
		case lattice.FloatClass:
			if value, known := lattice.FloatOf(member); known && math.Abs(value) < 1<<53 && !absolute {
				return e.IntegerRange(lattice.Range{Low: int64(value), High: int64(value)}), ""
			}
			return e.Integer, ""
		case lattice.BooleanClass:
			if value, known := lattice.BoolOf(member); known {
				return e.IntegerRange(lattice.Range{Low: int64(boolToInt(value)), High: int64(boolToInt(value))}), ""
			}
			return e.IntegerRange(lattice.Range{Low: 0, High: 1}), ""
		case lattice.StringClass:
			return e.Integer, "" // constants were converted before
		case lattice.TimespanClass, lattice.TimestampClass, lattice.AnyClass, lattice.OtherClass, lattice.HashClass, lattice.ArrayClass:
			if s := lattice.TypeClassOf(member); s == lattice.ArrayClass && len(arguments) == 1 || s == lattice.HashClass && len(arguments) > 1 {
				return nil, e.Describe(member) + " cannot be converted to Integer"
			}
			return e.Integer, "" // the value may be a hash of named arguments, for example
		}
		return nil, e.Describe(member) + " cannot be converted to Integer"
	})
}

func (e *Evaluator) newNumeric(arguments []Type) (Type, string) {
	absolute := len(arguments) > 1 // the result may be without its sign
	return e.eachMember(arguments[0], func(member Type) (Type, string) {
		switch class := lattice.TypeClassOf(member); class {
		case lattice.IntegerClass, lattice.FloatClass:
			if absolute && class == lattice.IntegerClass {
				return e.Integer, ""
			} else if absolute {
				return e.Float, ""
			}
			return member, ""
		case lattice.BooleanClass:
			return e.newInteger([]Type{member})
		case lattice.TimespanClass, lattice.TimestampClass:
			return e.NumericType, ""
		case lattice.StringClass:
			return e.NumericType, "" // constants were converted before
		case lattice.AnyClass, lattice.OtherClass, lattice.HashClass:
			return e.NumericType, ""
		}
		return nil, e.Describe(member) + " cannot be converted to Numeric"
	})
}

func (e *Evaluator) newFloat(arguments []Type) (Type, string) {
	result, why := e.newNumeric(arguments)
	if why != "" {
		return nil, strings.Replace(why, "to Numeric", "to Float", 1)
	}
	if value, known := lattice.NumberOf(result); known {
		return e.FloatValue(value), ""
	}
	return e.Float, ""
}

func (e *Evaluator) newBoolean(arguments []Type) (Type, string) {
	return e.eachMember(arguments[0], func(member Type) (Type, string) {
		switch lattice.TypeClassOf(member) {
		case lattice.BooleanClass:
			return member, ""
		case lattice.IntegerClass, lattice.FloatClass:
			if value, known := lattice.NumberOf(member); known {
				return e.BooleanOf(lattice.TruthOf(value != 0)), ""
			}
			return e.Boolean, ""
		case lattice.StringClass:
			text, known := lattice.StringOf(member)
			if !known {
				return e.Boolean, ""
			}
			switch strings.ToLower(text) {
			case "true", "yes", "y":
				return e.TrueType, ""
			case "false", "no", "n":
				return e.FalseType, ""
			}
			return nil, "the string " + lattice.Quote(text) + " cannot be converted to Boolean"
		case lattice.AnyClass, lattice.OtherClass:
			return e.Boolean, ""
		}
		return nil, e.Describe(member) + " cannot be converted to Boolean"
	})
}

func (e *Evaluator) newArray(arguments []Type) (Type, string) {
	wrap := false
	if len(arguments) > 1 {
		value, known := lattice.BoolOf(arguments[1])
		if !known {
			return e.Array(e.Any, lattice.Range{Low: 0, High: math.MaxInt64}), ""
		}
		wrap = value
	}
	return e.eachMember(arguments[0], func(member Type) (Type, string) {
		switch lattice.TypeClassOf(member) {
		case lattice.ArrayClass:
			return member, ""
		case lattice.AnyClass, lattice.OtherClass, lattice.IteratorClass, lattice.BinaryClass, lattice.TypeValueClass:
			return e.Array(e.Any, lattice.Range{Low: 0, High: math.MaxInt64}), ""
		}
		if wrap {
			return e.Tuple([]Type{member}), ""
		}
		if over, ok := e.iterate(member); ok {
			if over.exact {
				return e.Tuple(over.items), ""
			}
			return e.Array(over.element, over.size), ""
		}
		return nil, e.Describe(member) + " cannot be converted to Array"
	})
}

func (e *Evaluator) newHash(arguments []Type) (Type, string) {
	anyHash := e.Hash(e.Any, e.Any, lattice.Range{Low: 0, High: math.MaxInt64})
	if len(arguments) > 1 {
		return anyHash, ""
	}
	return e.eachMember(arguments[0], func(member Type) (Type, string) {
		switch lattice.TypeClassOf(member) {
		case lattice.HashClass:
			return member, ""
		case lattice.ArrayClass:
			hash, ok := e.HashFromArray(member)
			if !ok {
				return nil, "an array of an odd number of elements cannot be converted to Hash"
			}
			return hash, ""
		case lattice.AnyClass, lattice.OtherClass, lattice.IteratorClass, lattice.IntegerClass, lattice.TypeValueClass:
			return anyHash, ""
		case lattice.StringClass:
			if text, known := lattice.StringOf(member); known && len([]rune(text))%2 != 0 {
				break
			}
			return anyHash, ""
		}
		return nil, e.Describe(member) + " cannot be converted to Hash"
	})
}

// modelUnwrap models unwrap(), which returns the content of a Sensitive value.
func (e *Evaluator) modelUnwrap(c *Call) Type {
	inner := func(t Type) Type {
		var results []Type
		for _, member := range e.Members(t) {
			switch {
			case e.IsUnknown(member):
				return e.Unknown
			case lattice.TypeClassOf(member) == lattice.SensitiveClass:
				results = append(results, e.InnerOf(member))
			default:
				results = append(results, member)
			}
		}
		return e.JoinAll(results)
	}(c.Argument(0))
	if c.block != nil {
		return c.block.invoke([]Type{inner}, true)
	}
	return inner
}

// modelAssertType models assert_type(), which returns its value, narrowed here to the asserted
// type.
func (e *Evaluator) modelAssertType(c *Call) Type {
	if len(c.Arguments) < 2 || lattice.TypeClassOf(c.Arguments[0]) != lattice.TypeValueClass {
		return e.Unknown
	}
	target, value := lattice.TypeIn(c.Arguments[0]), c.Arguments[1]
	kept := e.Meet(value, target)
	switch e.IsInstance(value, target) {
	case lattice.Always:
		return value
	case lattice.Never:
		if c.block == nil {
			e.reportMismatch(c.At, "'assert_type'", target, value)
			return e.Never
		}
		return c.block.invoke([]Type{e.TypeOf(target), e.TypeOf(e.Any)}, true)
	}
	if c.block != nil {
		return e.Join(kept, c.block.invoke([]Type{e.TypeOf(target), e.TypeOf(e.Any)}, false))
	}
	return kept
}

// modelType models type(value, detail).
func (e *Evaluator) modelType(c *Call) Type {
	value := c.Argument(0)
	if e.IsUnknown(value) || !lattice.IsConstant(value) || len(c.Arguments) != 1 {
		return e.TypeOf(e.Any)
	}
	return e.TypeOf(value)
}

// modelBool2str models stdlib's bool2str, which returns its second argument for true and its third
// one for false.
func (e *Evaluator) modelBool2str(c *Call) Type {
	yes, no := e.Str("true"), e.Str("false")
	if len(c.Arguments) > 1 {
		yes, no = e.textOr(c.Argument(1), "true"), e.textOr(c.Argument(2), "false")
	}
	return e.either(c.Argument(0), yes, no)
}

// textOr returns the type of an argument that must be a String, or of text if it is undef.
func (e *Evaluator) textOr(argument Type, text string) Type {
	if lattice.TypeClassOf(argument) == lattice.UndefClass {
		return e.Str(text)
	}
	if lattice.TypeClassOf(argument) != lattice.StringClass {
		return e.String
	}
	return argument
}

// either returns yes for true, no for false, and both joined if the truth is not known.
func (e *Evaluator) either(truth, yes, no Type) Type {
	switch value, known := lattice.BoolOf(truth); {
	case !known:
		return e.Join(yes, no)
	case value:
		return yes
	}
	return no
}

// modelEnsure models stdlib::ensure, which returns the value of the attribute ensure for a kind of
// resource.
func (e *Evaluator) modelEnsure(c *Call) Type {
	present, absent := "present", "absent"
	if len(c.Arguments) > 1 && lattice.TypeClassOf(c.Argument(1)) != lattice.UndefClass {
		kind, known := lattice.StringOf(c.Argument(1))
		switch {
		case !known:
			return e.String
		case kind == "service":
			present, absent = "running", "stopped"
		case kind == "package":
			present = "installed"
		default:
			present = kind
		}
	}
	truth := c.Argument(0)
	if text, known := lattice.StringOf(truth); known {
		truth = e.Store.BooleanValue(text == "present")
	}
	return e.either(truth, e.Str(present), e.Str(absent))
}
