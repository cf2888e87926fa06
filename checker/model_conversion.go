package checker

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"puppet-lint/checker/code"
	"puppet-lint/types"
)

// modelNew is new(Type, …), Type(…) and convert_to: the constructors of
// Puppet's data types.
func (e *evaluator) modelNew(c *call) Type {
	if len(c.arguments) == 0 {
		return e.unknown
	}
	target := c.arguments[0]
	if e.isUnknown(target) || shapeOf(target) != shapeType {
		return e.unknown
	}
	if e.isDeferred(typeIn(target)) {
		e.checkDeferred(c)
	}
	result, known := e.newOfBolt(c, typeIn(target))
	if !known {
		result, known = e.convertConstant(c, 0, positionsFrom(1, len(c.arguments)))
	}
	if !known {
		result = e.construct(c, typeIn(target), c.arguments[1:])
	}
	if c.block == nil {
		return result
	}
	// A value that is an instance already is returned as it is.
	is := never
	if len(c.arguments) == 2 && shapeOf(typeIn(target)) != shapeOther {
		is = e.isInstance(c.arguments[1], typeIn(target))
	}
	switch is {
	case always:
		return c.arguments[1]
	case maybe:
		return e.join(result, c.block.invoke([]Type{result}, false))
	}
	return c.block.invoke([]Type{result}, true)
}

func (e *evaluator) modelConvertTo(c *call) Type {
	if len(c.arguments) < 2 || shapeOf(c.arguments[1]) != shapeType {
		return e.unknown
	}
	arguments := append([]Type{c.arguments[0]}, c.arguments[2:]...)
	result, known := e.convertConstant(c, 1, append([]int{0}, positionsFrom(2, len(c.arguments))...))
	if !known {
		result = e.construct(c, typeIn(c.arguments[1]), arguments)
	}
	if c.block != nil {
		return c.block.invoke([]Type{result}, true)
	}
	return result
}

// construct is the type of a new instance: the target, narrowed to a constant
// where the arguments are known. A conversion that cannot work is reported.
func (e *evaluator) construct(c *call, target Type, arguments []Type) Type {
	name := e.nameOf(target)
	base := e.resolve(target)
	if len(arguments) == 0 && name != "Timestamp" && name != "String" {
		return e.constructOther(c, name, base, target)
	}
	if len(arguments) == 1 && name != "Init" {
		// An instance is what it is; only what is none is converted.
		switch {
		case e.isUnknown(arguments[0]) || e.isUnknown(target):
			if hasNoConstructor(name) {
				return target
			}
		case e.relation(arguments[0], target) == always:
			return arguments[0]
		case hasNoConstructor(name) && e.relation(arguments[0], target) == maybe:
			return e.meet(arguments[0], target)
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
		result = e.sensitive(arguments[0])
		if shapeOf(arguments[0]) == shapeSensitive {
			result = arguments[0]
		}
		return result
	case "String":
		if len(arguments) == 1 {
			if text, known := e.interpolated(arguments[0]); known && shapeOf(arguments[0]) != shapeArray && shapeOf(arguments[0]) != shapeHash {
				return e.within(e.str(text), target)
			}
		}
		return e.withinBase(e.string, target)
	case "Optional", "NotUndef":
		return e.construct(c, e.innerOf(base), arguments)
	case "Variant":
		return e.unknown
	default:
		return e.constructOther(c, name, base, target)
	}
	if why != "" {
		e.report(&code.ConversionFails, c.at, "RUNTIME_ERROR", why)
		return e.unknown
	}
	if e.relation(result, target) == never {
		e.report(&code.ConversionFails, c.at, "RUNTIME_ERROR", "the converted value is "+e.describe(result)+", which is no "+e.format(target))
		return e.unknown
	}
	return e.within(result, target)
}

// constructOther is for types whose constructors yield the type as it is, and
// for those that have none.
func (e *evaluator) constructOther(c *call, name string, base, target Type) Type {
	if hasNoConstructor(name) {
		e.report(&code.ConversionFails, c.at, "RUNTIME_ERROR", article(name)+" type cannot be called to create a value")
		return e.unknown
	}
	switch name {
	case "Timestamp", "Timespan", "SemVer", "SemVerRange", "Binary", "URI", "Regexp":
		if why := e.badText(name, c); why != "" {
			e.report(&code.ConversionFails, c.at, "RUNTIME_ERROR", why)
			return e.unknown
		}
		return e.withinBase(e.generalize(base), target)
	case "Init", "Type", "Object", "Variant", "":
		return e.unknown
	}
	return e.unknown
}

// hasNoConstructor reports whether calling a type only ever yields an argument that
// is an instance already.
func hasNoConstructor(name string) bool {
	switch name {
	case "Enum", "Undef", "Any", "Default", "Callable", "Collection", "Pattern", "Scalar", "ScalarData",
		"Data", "RichData", "CatalogEntry", "Class", "Resource", "Iterable", "Iterator", "Runtime":
		return true
	}
	return false
}

// badText says why the only argument of a constructor is a string that it can
// never read; empty when it may.
func (e *evaluator) badText(name string, c *call) string {
	text, known := stringOf(c.argument(len(c.arguments) - 1))
	if !known || len(c.arguments) > 2 || c.name != "new" {
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
		bad = !e.isRegexp(text)
	case "Timestamp", "Timespan":
		bad = !strings.ContainsAny(text, "0123456789")
	case "Binary":
		bad = strings.Trim(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=-_\r\n") != ""
	}
	if bad {
		return "the string " + quote(text) + " cannot be converted to " + name
	}
	return ""
}

// within is result cut to what target allows.
func (e *evaluator) within(result, target Type) Type {
	if e.relation(result, target) == always {
		return result
	}
	return target
}

// withinBase is target itself when it says more than result.
func (e *evaluator) withinBase(result, target Type) Type {
	if e.relation(target, result) == always {
		return target
	}
	return result
}

// eachMember joins what convert makes of the members of value. why is set when
// no member can be converted.
func (e *evaluator) eachMember(value Type, convert func(member Type) (Type, string)) (result Type, why string) {
	var results []Type
	for _, member := range e.members(value) {
		if e.isUnknown(member) {
			return e.unknown, ""
		}
		one, problem := convert(member)
		if problem == "" {
			results = append(results, one)
		} else if why == "" {
			why = problem
		}
	}
	if len(results) > 0 {
		return e.joinAll(results), ""
	}
	if why == "" {
		return e.unknown, ""
	}
	return nil, why
}

func (e *evaluator) newInteger(arguments []Type) (Type, string) {
	radix := int64(0)
	if len(arguments) > 1 {
		if shapeOf(arguments[1]) == shapeInteger && integerOf(arguments[1]).single() {
			radix = integerOf(arguments[1]).low
			switch radix {
			case 2, 8, 10, 16:
			default:
				return nil, "the radix " + strconv.FormatInt(radix, 10) + " is none of 2, 8, 10 and 16"
			}
		} else if shapeOf(arguments[1]) != shapeDefault {
			radix = -1
		}
	}
	absolute := len(arguments) > 2
	return e.eachMember(arguments[0], func(member Type) (Type, string) {
		switch shapeOf(member) {
		case shapeInteger:
			if absolute {
				return e.integer, ""
			}
			return member, ""
		case shapeFloat:
			if value, known := floatOf(member); known && math.Abs(value) < 1<<53 && !absolute {
				return e.integerRange(span64{int64(value), int64(value)}), ""
			}
			return e.integer, ""
		case shapeBoolean:
			if value, known := boolOf(member); known {
				return e.integerRange(span64{int64(boolToInt(value)), int64(boolToInt(value))}), ""
			}
			return e.integerRange(span64{0, 1}), ""
		case shapeString:
			text, known := stringOf(member)
			if !known || radix < 0 || absolute {
				return e.integer, ""
			}
			value, ok, tooLarge := parseInteger(text, int(radix))
			if tooLarge {
				return e.unknown, "" // Ruby's integers have no bound
			}
			if !ok {
				return nil, "the string " + quote(text) + " cannot be converted to Integer"
			}
			return e.integerRange(span64{value, value}), ""
		case shapeTimespan, shapeTimestamp, shapeAny, shapeOther, shapeHash, shapeArray:
			if s := shapeOf(member); s == shapeArray && len(arguments) == 1 || s == shapeHash && len(arguments) > 1 {
				return nil, e.describe(member) + " cannot be converted to Integer"
			}
			return e.integer, "" // a hash of named arguments, among others
		}
		return nil, e.describe(member) + " cannot be converted to Integer"
	})
}

// parseInteger converts a string as Integer(…) does: a sign, blanks, then
// digits with the prefix of their radix. TooLarge says that the number has more than 64
// bits.
func parseInteger(text string, radix int) (value int64, ok, tooLarge bool) {
	rest := strings.TrimSpace(text)
	negative := strings.HasPrefix(rest, "-")
	rest = strings.TrimLeft(strings.TrimLeft(rest, "+-"), " \t")
	lower := strings.ToLower(rest)
	base := 10
	switch {
	case strings.HasPrefix(lower, "0x") && (radix == 0 || radix == 16):
		base, lower = 16, lower[2:]
	case strings.HasPrefix(lower, "0b") && (radix == 0 || radix == 2):
		base, lower = 2, lower[2:]
	case len(lower) > 1 && lower[0] == '0' && (radix == 0 || radix == 8):
		base, lower = 8, lower[1:]
	case radix != 0:
		base = radix
	}
	if base == 16 && len(lower) == len(rest) && !allDigits(lower) {
		return 0, false, false // letters need the prefix
	}
	if strings.ContainsAny(lower, "_-+") {
		return 0, false, false
	}
	value, err := strconv.ParseInt(lower, base, 64)
	if err != nil {
		return 0, false, errors.Is(err, strconv.ErrRange)
	}
	if negative {
		value = -value
	}
	return value, true, false
}

func (e *evaluator) newNumeric(arguments []Type) (Type, string) {
	return e.eachMember(arguments[0], func(member Type) (Type, string) {
		switch shapeOf(member) {
		case shapeInteger, shapeFloat:
			return member, ""
		case shapeBoolean:
			return e.newInteger([]Type{member})
		case shapeTimespan, shapeTimestamp:
			return e.numericType, ""
		case shapeString:
			text, known := stringOf(member)
			if !known {
				return e.numericType, ""
			}
			if value, ok, tooLarge := parseInteger(text, 0); ok {
				return e.integerRange(span64{value, value}), ""
			} else if tooLarge {
				return e.unknown, ""
			}
			if value, err := strconv.ParseFloat(strings.TrimSpace(text), 64); err == nil && !math.IsInf(value, 0) && !math.IsNaN(value) {
				return e.floatValue(value), ""
			}
			return nil, "the string " + quote(text) + " cannot be converted to Numeric"
		case shapeAny, shapeOther, shapeHash:
			return e.numericType, ""
		}
		return nil, e.describe(member) + " cannot be converted to Numeric"
	})
}

func (e *evaluator) newFloat(arguments []Type) (Type, string) {
	result, why := e.newNumeric(arguments)
	if why != "" {
		return nil, strings.Replace(why, "to Numeric", "to Float", 1)
	}
	if value, known := numberOf(result); known {
		return e.floatValue(value), ""
	}
	return e.float, ""
}

func (e *evaluator) newBoolean(arguments []Type) (Type, string) {
	return e.eachMember(arguments[0], func(member Type) (Type, string) {
		switch shapeOf(member) {
		case shapeBoolean:
			return member, ""
		case shapeInteger, shapeFloat:
			if value, known := numberOf(member); known {
				return e.booleanOf(truthOf(value != 0)), ""
			}
			return e.boolean, ""
		case shapeString:
			text, known := stringOf(member)
			if !known {
				return e.boolean, ""
			}
			switch strings.ToLower(text) {
			case "true", "yes", "y":
				return e.trueType, ""
			case "false", "no", "n":
				return e.falseType, ""
			}
			return nil, "the string " + quote(text) + " cannot be converted to Boolean"
		case shapeAny, shapeOther:
			return e.boolean, ""
		}
		return nil, e.describe(member) + " cannot be converted to Boolean"
	})
}

func (e *evaluator) newArray(arguments []Type) (Type, string) {
	wrap := false
	if len(arguments) > 1 {
		value, known := boolOf(arguments[1])
		if !known {
			return e.array(e.any, span64{0, math.MaxInt64}), ""
		}
		wrap = value
	}
	return e.eachMember(arguments[0], func(member Type) (Type, string) {
		switch shapeOf(member) {
		case shapeArray:
			return member, ""
		case shapeAny, shapeOther, shapeIterator, shapeBinary, shapeType:
			return e.array(e.any, span64{0, math.MaxInt64}), ""
		}
		if wrap {
			return e.tuple([]Type{member}), ""
		}
		if over, ok := e.iterate(member); ok {
			if over.exact {
				return e.tuple(over.items), ""
			}
			return e.array(over.element, over.size), ""
		}
		return nil, e.describe(member) + " cannot be converted to Array"
	})
}

func (e *evaluator) newHash(arguments []Type) (Type, string) {
	anyHash := e.hash(e.any, e.any, span64{0, math.MaxInt64})
	if len(arguments) > 1 {
		return anyHash, ""
	}
	return e.eachMember(arguments[0], func(member Type) (Type, string) {
		switch shapeOf(member) {
		case shapeHash:
			return member, ""
		case shapeArray:
			hash, ok := e.hashFromArray(member)
			if !ok {
				return nil, "an array of an odd number of elements cannot be converted to Hash"
			}
			return hash, ""
		case shapeAny, shapeOther, shapeIterator, shapeInteger, shapeType:
			return anyHash, ""
		case shapeString:
			if text, known := stringOf(member); known && len([]rune(text))%2 != 0 {
				break
			}
			return anyHash, ""
		}
		return nil, e.describe(member) + " cannot be converted to Hash"
	})
}
