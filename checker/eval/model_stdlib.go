package eval

import (
	"math"
	"strings"

	"puppet-lint/checker/lattice"
)

// The models of stdlib's functions hold for its versions 3 to 9. Many of these functions use the
// 3.x API, which turns regular expressions, versions and times into strings, also inside arrays
// and hashes; passed gives the type of what arrives.

// anySize is the size of a collection of which nothing is known.
var anySize = lattice.Range{Low: 0, High: math.MaxInt64}

// maxPassed bounds how deep the type of an argument is looked at.
const maxPassed = 5

// passed returns the type of a value after the 3.x API has passed it to a function, or Any if it
// may be something other than data.
func (e *Evaluator) passed(value Type) Type {
	if e.isData(value, 0) {
		return value
	}
	return e.Any
}

// isData reports whether a type holds only strings, numbers, booleans and undef, and arrays and
// hashes of these.
func (e *Evaluator) isData(value Type, depth int) bool {
	if depth > maxPassed || e.IsUnknown(value) {
		return false
	}
	for _, member := range e.Members(value) {
		switch lattice.TypeClassOf(member) {
		case lattice.StringClass, lattice.IntegerClass, lattice.FloatClass, lattice.BooleanClass, lattice.UndefClass:
		case lattice.ArrayClass:
			if !e.isData(e.ElementOf(member), depth+1) {
				return false
			}
		case lattice.HashClass:
			if key, item := e.KeyValueOf(member); !e.isData(key, depth+1) || !e.isData(item, depth+1) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// modelByMember returns the model of a function whose result is known for each kind of first
// argument. A result of nil is that of a kind that the function refuses.
func modelByMember(result func(e *Evaluator, member Type) Type) func(e *Evaluator, c *Call) Type {
	return func(e *Evaluator, c *Call) Type {
		var results []Type
		for _, member := range e.Members(c.Argument(0)) {
			if isAny := lattice.TypeClassOf(member) == lattice.AnyClass || lattice.TypeClassOf(member) == lattice.OtherClass; isAny {
				return e.declaredByModel(c)
			}
			if one := result(e, member); one != nil {
				results = append(results, one)
			}
		}
		if len(results) == 0 {
			return e.declaredByModel(c)
		}
		return e.JoinAll(results)
	}
}

// declaredByModel returns the result type that a model declares for every call.
func (e *Evaluator) declaredByModel(c *Call) Type {
	if returns := e.modelOf(c.Name).returns; returns != "" {
		return e.ParseType(returns)
	}
	return e.Any
}

// modelAffix returns the model of prefix() or suffix(). join adds the affix to a text.
func modelAffix(join func(text, affix string) string) func(e *Evaluator, c *Call) Type {
	return func(e *Evaluator, c *Call) Type {
		affix, known := lattice.StringOf(c.Argument(1))
		return modelByMember(func(e *Evaluator, member Type) Type {
			size := lattice.SizeOf(member)
			switch lattice.TypeClassOf(member) {
			case lattice.ArrayClass:
				if elements, exact := lattice.TupleOf(member); exact && known && len(elements) <= lattice.MaxTuple {
					return e.Tuple(lattice.MapTypes(elements, func(element Type) Type {
						if text, isText := lattice.StringOf(element); isText {
							return e.Str(join(text, affix))
						}
						return e.String
					}))
				}
				return e.Array(e.String, size)
			case lattice.HashClass:
				_, value := e.KeyValueOf(member)
				return e.Hash(e.String, e.passed(value), lattice.Range{Low: min(size.Low, 1), High: size.High})
			}
			return nil
		})(e, c)
	}
}

func addPrefix(text, affix string) string { return affix + text }

func addSuffix(text, affix string) string { return text + affix }

// modelUnion models union(), which joins arrays and keeps each element once.
func (e *Evaluator) modelUnion(c *Call) Type {
	result, size := e.Never, lattice.Range{}
	for _, argument := range c.Arguments {
		array := e.OnlyClass(argument, lattice.ArrayClass)
		if array == nil {
			return e.declaredByModel(c)
		}
		for _, member := range e.Members(array) {
			if lattice.SizeOf(member).High > 0 {
				result = e.Join(result, e.passed(e.ElementOf(member)))
			}
		}
		low, high := e.sizeOfMembers(array)
		size.Low, size.High = max(size.Low, min(low, 1)), addSizes(size.High, high)
	}
	if size.High == 0 {
		return e.Tuple(nil)
	}
	return e.Array(result, size)
}

// sizeOfMembers returns the least and the greatest size of collections.
func (e *Evaluator) sizeOfMembers(t Type) (low, high int64) {
	low = math.MaxInt64
	for _, member := range e.Members(t) {
		size := lattice.SizeOf(member)
		low, high = min(low, size.Low), max(high, size.High)
	}
	return min(low, high), high
}

func addSizes(a, b int64) int64 {
	if a > math.MaxInt64-b {
		return math.MaxInt64
	}
	return a + b
}

// someElements returns the type of some elements of an array, in any order, or nil for other
// values.
func (e *Evaluator) someElements(member Type) Type {
	if lattice.TypeClassOf(member) != lattice.ArrayClass {
		return nil
	}
	if lattice.SizeOf(member).High == 0 {
		return e.Tuple(nil)
	}
	return e.Array(e.passed(e.ElementOf(member)), lattice.Range{Low: 0, High: lattice.SizeOf(member).High})
}

// passedText returns the type of a text made from a value that the 3.x API passes as a text, or nil
// for other values.
func (e *Evaluator) passedText(member Type) Type {
	switch s := lattice.TypeClassOf(member); {
	case s == lattice.UndefClass:
		return e.Str("")
	case isLegacyKind(s, string(kindString)):
		return e.String
	}
	return nil
}

// sameElements returns the type of all elements of an array in another order, or that of a text
// made from another one.
func (e *Evaluator) sameElements(member Type) Type {
	switch {
	case lattice.TypeClassOf(member) != lattice.ArrayClass:
		return e.passedText(member)
	case lattice.SizeOf(member).High == 0:
		return member
	}
	return e.Array(e.passed(e.ElementOf(member)), lattice.SizeOf(member))
}

// chosenElements returns the type of elements of an array, each as often as asked for.
func (e *Evaluator) chosenElements(member Type) Type {
	if lattice.TypeClassOf(member) != lattice.ArrayClass || lattice.SizeOf(member).High == 0 {
		return nil
	}
	return e.Array(e.passed(e.ElementOf(member)), anySize)
}

// withoutEntries returns the type of an array or a hash without some of its entries.
func (e *Evaluator) withoutEntries(member Type) Type {
	switch {
	case lattice.TypeClassOf(member) != lattice.HashClass:
		return e.someElements(member)
	case lattice.SizeOf(member).High == 0:
		return member
	}
	key, value := e.KeyValueOf(member)
	return e.Hash(e.passed(key), e.passed(value), lattice.Range{Low: 0, High: lattice.SizeOf(member).High})
}

// withoutParts returns the type of an array, a hash or a text without some of its parts.
func (e *Evaluator) withoutParts(member Type) Type {
	if entries := e.withoutEntries(member); entries != nil {
		return entries
	}
	return e.passedText(member)
}

// modelAny2array models any2array(). Up to stdlib 4 an empty string is an element like others.
func (e *Evaluator) modelAny2array(c *Call) Type {
	if len(c.Arguments) != 1 {
		return e.Tuple(lattice.MapTypes(c.Arguments, e.passed))
	}
	return modelByMember(func(e *Evaluator, member Type) Type {
		switch lattice.TypeClassOf(member) {
		case lattice.ArrayClass:
			return e.passed(member)
		case lattice.HashClass:
			size := lattice.SizeOf(member)
			if size.High == 0 {
				return e.Tuple(nil)
			}
			key, value := e.KeyValueOf(member)
			return e.Array(e.Join(e.passed(key), e.passed(value)), lattice.Range{Low: addSizes(size.Low, size.Low), High: addSizes(size.High, size.High)})
		case lattice.UndefClass:
			return e.Array(e.Str(""), lattice.Range{Low: 0, High: 1})
		case lattice.StringClass:
			return e.Array(member, lattice.Range{Low: min(lattice.LengthOf(member).Low, 1), High: 1})
		}
		return e.Tuple([]Type{e.passed(member)})
	})(e, c)
}

// modelRange models range(). Its elements are integers if the start is digits, and else strings.
func (e *Evaluator) modelRange(c *Call) Type {
	elements := func(of Type) Type { return e.Array(of, anySize) }
	either := elements(e.Join(e.Store.Integer, e.String))
	start := c.Argument(0)
	if len(c.Arguments) == 1 {
		text, known := lattice.StringOf(start)
		if !known {
			return either
		}
		start = e.Str(strings.FieldsFunc(text+"x", func(r rune) bool { return r == '.' || r == '-' })[0])
	}
	text, known := lattice.StringOf(start)
	switch {
	case known && lattice.AllDigits(text), lattice.TypeClassOf(start) == lattice.IntegerClass && lattice.IntegerOf(start).Low >= 0:
		return elements(e.Store.Integer)
	case known && !strings.Contains(text, "\n"):
		return elements(e.String)
	}
	return either
}

// modelZip models zip(), which pairs the elements of two arrays. With a third argument that is
// true the result is flat.
func (e *Evaluator) modelZip(c *Call) Type {
	first, second := e.OnlyClass(c.Argument(0), lattice.ArrayClass), e.OnlyClass(c.Argument(1), lattice.ArrayClass)
	if len(c.Arguments) > 3 || len(c.Arguments) == 3 && e.Truthiness(c.Arguments[2]) != lattice.Never || first == nil || second == nil {
		return e.declaredByModel(c)
	}
	var left, right []Type
	low, high := e.sizeOfMembers(first)
	if shortest, _ := e.sizeOfMembers(second); shortest < high {
		right = append(right, e.Undef)
	}
	for _, member := range e.Members(first) {
		left = append(left, e.passed(e.ElementOf(member)))
	}
	for _, member := range e.Members(second) {
		if lattice.SizeOf(member).High > 0 {
			right = append(right, e.passed(e.ElementOf(member)))
		}
	}
	if high == 0 {
		return e.Tuple(nil)
	}
	return e.Array(e.Tuple([]Type{e.JoinAll(left), e.JoinAll(right)}), lattice.Range{Low: low, High: high})
}

// modelDeepMerge models deep_merge(), which merges hashes, and the hashes in them, from left to
// right. It ignores undef and empty strings.
func (e *Evaluator) modelDeepMerge(c *Call) Type {
	result := Type(e.Store.EmptyHash)
	for _, argument := range c.Arguments {
		hash, isOptional := e.OnlyClass(argument, lattice.HashClass), false
		for _, member := range e.Members(argument) {
			switch lattice.TypeClassOf(member) {
			case lattice.HashClass:
			case lattice.StringClass, lattice.UndefClass:
				isOptional = true
			default:
				return e.declaredByModel(c)
			}
		}
		if hash == nil {
			continue
		}
		if len(e.Members(hash)) > 1 || !e.isData(hash, 0) {
			return e.declaredByModel(c)
		}
		merged := e.mergeDeep(result, hash, 0)
		if isOptional {
			merged = e.eitherHash(result, merged)
		}
		result = merged
	}
	return result
}

// eitherHash returns one type for two types of hashes, so that a further one can be merged into
// it.
func (e *Evaluator) eitherHash(a, b Type) Type {
	if joined := e.Join(a, b); len(e.Members(joined)) == 1 {
		return joined
	}
	keyA, valueA := e.KeyValueOf(a)
	keyB, valueB := e.KeyValueOf(b)
	size := lattice.Range{Low: min(lattice.SizeOf(a).Low, lattice.SizeOf(b).Low), High: max(lattice.SizeOf(a).High, lattice.SizeOf(b).High)}
	return e.Hash(e.Join(keyA, keyB), e.Join(valueA, valueB), size)
}

// mergeDeep returns the type of a hash after a second one has been merged into it, with the
// hashes that are values of the same key in both.
func (e *Evaluator) mergeDeep(left, right Type, depth int) Type {
	if lattice.SizeOf(left).High == 0 || lattice.SizeOf(right).High == 0 {
		return e.MergeHashes(left, right)
	}
	old, isStruct := lattice.FieldsOf(left)
	fields, isStructToo := lattice.FieldsOf(right)
	if !isStruct || !isStructToo {
		keyOfLeft, valueOfLeft := e.KeyValueOf(left)
		keyOfRight, valueOfRight := e.KeyValueOf(right)
		values := e.JoinAll([]Type{valueOfLeft, valueOfRight, e.mergeValues(valueOfLeft, valueOfRight, depth)})
		size := lattice.Range{Low: max(lattice.SizeOf(left).Low, lattice.SizeOf(right).Low), High: addSizes(lattice.SizeOf(left).High, lattice.SizeOf(right).High)}
		return e.Hash(e.Join(keyOfLeft, keyOfRight), values, size)
	}
	byName := map[string]lattice.Field{}
	for _, field := range old {
		byName[field.Name] = field
	}
	for i := range fields {
		over := &fields[i]
		if before, ok := byName[over.Name]; ok {
			both := e.mergeValues(before.Value, over.Value, depth)
			if before.Optional {
				both = e.Join(both, over.Value)
			}
			over.Value = both
		}
	}
	return e.MergeHashes(left, e.StructOf(fields))
}

// mergeValues returns the type of the value of a key after deep_merge() has merged a hash that
// has the key over another one that has it too.
func (e *Evaluator) mergeValues(old, over Type, depth int) Type {
	oldHash, overHash := e.OnlyClass(old, lattice.HashClass), e.OnlyClass(over, lattice.HashClass)
	switch {
	case oldHash == nil || overHash == nil:
		return over
	case depth >= maxPassed:
		return e.Join(e.Store.Hash, over)
	case oldHash == old && overHash == over && len(e.Members(old)) == 1 && len(e.Members(over)) == 1:
		return e.mergeDeep(e.Members(old)[0], e.Members(over)[0], depth+1)
	}
	result := over
	for _, left := range e.Members(oldHash) {
		for _, right := range e.Members(overHash) {
			result = e.Join(result, e.mergeDeep(left, right, depth+1))
		}
	}
	return result
}

// modelJoinKeysToValues models join_keys_to_values(), which makes one text for each value and
// from stdlib 4 on one for each element of a value that is an array.
func (e *Evaluator) modelJoinKeysToValues(c *Call) Type {
	return modelByMember(func(e *Evaluator, member Type) Type {
		if lattice.TypeClassOf(member) != lattice.HashClass {
			return nil
		}
		size := lattice.SizeOf(member)
		if size.High == 0 {
			return e.Tuple(nil)
		}
		if _, value := e.KeyValueOf(member); e.MayBe(value, func(s lattice.TypeClass, _ Type) bool {
			return s == lattice.ArrayClass || s == lattice.AnyClass || s == lattice.OtherClass
		}) {
			size = anySize
		}
		return e.Array(e.String, size)
	})(e, c)
}

// modelSerialized models functions such as to_json(). In later versions the result is Sensitive
// if the data contains a Sensitive value.
func (e *Evaluator) modelSerialized(c *Call) Type {
	text := e.notEmpty()
	if e.isData(c.Argument(0), 0) {
		return text
	}
	return e.Join(text, e.Sensitive(text))
}

// notEmpty is String[1].
func (e *Evaluator) notEmpty() Type { return e.ParseType("String[1]") }
