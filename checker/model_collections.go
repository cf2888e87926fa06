package checker

import (
	"math"
	"puppet-lint/checker/code"
	"slices"
	"strconv"
	"strings"
)

func (e *evaluator) modelFlatten(c *call) Type {
	var items []Type
	exact := true
	for _, argument := range c.arguments {
		flat, ok := e.flattenOne(argument, 0)
		items, exact = append(items, flat...), exact && ok
	}
	if exact && len(items) <= maxTuple {
		return e.tuple(items)
	}
	if len(items) == 0 {
		return e.array(e.unknown, span64{0, math.MaxInt64})
	}
	return e.array(e.joinAll(items), span64{0, math.MaxInt64})
}

// maxFlat bounds how deep the types of nested arrays are followed.
const maxFlat = 8

// flattenOne is what a value contributes to a flat array; exact is false when
// how many elements that are is not known.
func (e *evaluator) flattenOne(value Type, depth int) (items []Type, exact bool) {
	if depth > maxFlat {
		return []Type{e.any}, false // an alias that contains itself, as Data does
	}
	members := e.members(value)
	if len(members) != 1 {
		for _, member := range members {
			inner, _ := e.flattenOne(member, depth+1)
			items = append(items, inner...)
		}
		return items, false
	}
	if shapeOf(value) == shapeAny {
		return []Type{e.any}, false
	}
	if shapeOf(members[0]) != shapeArray {
		return []Type{members[0]}, true
	}
	elements, known := tupleOf(members[0])
	if !known {
		inner, _ := e.flattenOne(e.elementOf(members[0]), depth+1)
		return inner, false
	}
	exact = true
	for _, element := range elements {
		inner, ok := e.flattenOne(element, depth+1)
		items, exact = append(items, inner...), exact && ok
	}
	return items, exact
}

func (e *evaluator) modelUnique(c *call) Type {
	return e.overMembers(c, func(member Type, over iteration) Type {
		if c.block != nil && over.isHash {
			c.block.invoke([]Type{e.unknown}, false) // the value alone
		} else if c.block != nil {
			e.run(c, over)
		} else if elements, exact := tupleOf(member); exact && shapeOf(member) == shapeArray && e.allConstant(elements) {
			var kept []Type
			for _, element := range elements {
				if !slices.Contains(kept, element) {
					kept = append(kept, element)
				}
			}
			return e.tuple(kept)
		}
		low := min(over.size.low, 1)
		switch shapeOf(member) {
		case shapeString:
			return e.string
		case shapeHash:
			return e.hash(e.array(e.any, span64{1, math.MaxInt64}), e.array(e.any, span64{1, math.MaxInt64}), span64{low, over.size.high})
		}
		return e.array(over.element, span64{low, over.size.high})
	})
}

func (e *evaluator) modelSort(c *call) Type {
	if c.block != nil {
		element := e.unknown
		if over, ok := e.iterate(c.argument(0)); ok {
			element = over.element
		}
		c.block.invoke([]Type{element, element}, false)
	}
	return e.overMembers(c, func(member Type, over iteration) Type {
		if shapeOf(member) == shapeString {
			return e.string
		}
		elements, exact := tupleOf(member)
		if !exact || c.block != nil {
			return e.array(over.element, over.size)
		}
		if one, other := e.notInOneOrder(elements); one != nil {
			e.report(&code.ArgumentMismatch, c.at, "RUNTIME_ERROR", "'sort' cannot compare "+e.describe(one)+" with "+e.describe(other))
			return e.unknown
		}
		var numbers []Type
		for _, element := range elements {
			if _, known := numberOf(element); known {
				numbers = append(numbers, element)
			}
		}
		if len(numbers) != len(elements) {
			return e.array(over.element, over.size)
		}
		slices.SortStableFunc(numbers, func(a, b Type) int {
			x, _ := numberOf(a)
			y, _ := numberOf(b)
			return int(math.Copysign(1, x-y)) * boolToInt(x != y)
		})
		return e.tuple(numbers)
	})
}

// notInOneOrder is an element that Ruby can compare with none of the others, which
// sorting must do with one of them, and one of those; nil when there is none.
func (e *evaluator) notInOneOrder(elements []Type) (one, other Type) {
	if len(elements) > maxUnrolled {
		return nil, nil
	}
	for i, element := range elements {
		others := slices.Concat(elements[:i], elements[i+1:])
		if len(others) > 0 && !slices.ContainsFunc(others, func(other Type) bool { return !e.neverCompares(element, other) }) {
			return element, others[0]
		}
	}
	return nil, nil
}

// neverCompares reports whether Ruby has no order between the values of two types: there
// is one between numbers, between strings, between arrays and between times, and what is
// equal compares with itself.
func (e *evaluator) neverCompares(a, b Type) bool {
	kind := func(t Type) int {
		switch shapeOf(t) {
		case shapeInteger, shapeFloat:
			return 1
		case shapeString:
			return 2
		case shapeArray:
			return 3
		case shapeBoolean, shapeUndef, shapeDefault, shapeHash, shapeRegexp:
			return 4 + int(shapeOf(t))
		}
		return 0
	}
	switch x, y := kind(a), kind(b); {
	case x == 0 || y == 0:
		return false
	case x != y:
		return true
	case x > 3:
		return e.isConstant(a) && e.isConstant(b) && a != b
	}
	return false
}

func boolToInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (e *evaluator) modelKeys(c *call) Type {
	return e.overHashes(c, func(hash Type) Type {
		if fields, ok := e.exactFields(hash); ok {
			names := make([]Type, len(fields))
			for i, field := range fields {
				names[i] = e.str(field.name)
			}
			if c.block == nil {
				return e.tuple(names)
			}
		}
		key, _ := e.keyValueOf(hash)
		return e.array(key, sizeOf(hash))
	})
}

func (e *evaluator) modelValues(c *call) Type {
	return e.overHashes(c, func(hash Type) Type {
		if fields, ok := e.exactFields(hash); ok {
			values := make([]Type, len(fields))
			for i, field := range fields {
				values[i] = field.value
			}
			return e.tuple(values)
		}
		_, value := e.keyValueOf(hash)
		return e.array(value, sizeOf(hash))
	})
}

// overHashes joins what operation yields for each hash that the first argument
// may be.
func (e *evaluator) overHashes(c *call, operation func(hash Type) Type) Type {
	var results []Type
	for _, member := range e.members(c.argument(0)) {
		switch shapeOf(member) {
		case shapeHash:
			results = append(results, operation(member))
		case shapeAny:
			results = append(results, operation(e.hash(e.any, e.any, span64{0, math.MaxInt64})))
		}
	}
	if len(results) == 0 {
		return e.unknown
	}
	return e.joinAll(results)
}

func (e *evaluator) modelSize(c *call) Type {
	var results []Type
	for _, member := range e.members(c.argument(0)) {
		switch shapeOf(member) {
		case shapeArray, shapeHash:
			results = append(results, e.integerRange(sizeOf(member)))
		case shapeString:
			results = append(results, e.integerRange(lengthOf(member)))
		default:
			results = append(results, e.integerRange(span64{0, math.MaxInt64}))
		}
	}
	return e.joinAll(results)
}

func (e *evaluator) modelEmpty(c *call) Type {
	var results []Type
	for _, member := range e.members(c.argument(0)) {
		size := span64{0, math.MaxInt64}
		switch shapeOf(member) {
		case shapeArray, shapeHash:
			size = sizeOf(member)
		case shapeString:
			size = lengthOf(member)
		case shapeUndef:
			size = span64{}
		case shapeInteger, shapeFloat:
			size = span64{1, 1}
		}
		switch {
		case size.high == 0:
			results = append(results, e.trueType)
		case size.low > 0:
			results = append(results, e.falseType)
		default:
			results = append(results, e.boolean)
		}
	}
	return e.joinAll(results)
}

func (e *evaluator) modelJoin(c *call) Type {
	elements, exact := tupleOf(c.argument(0))
	separator := ""
	if len(c.arguments) > 1 {
		text, known := stringOf(c.arguments[1])
		separator, exact = text, exact && known
	}
	if !exact {
		return e.string
	}
	var parts []string
	for _, element := range elements {
		part, known := e.interpolated(element)
		if !known || shapeOf(element) == shapeArray || shapeOf(element) == shapeHash {
			return e.string
		}
		parts = append(parts, part)
	}
	return e.str(strings.Join(parts, separator))
}

func (e *evaluator) modelSplit(c *call) Type {
	if e.reportBadPattern(c) {
		return e.unknown
	}
	text, known := stringOf(c.argument(0))
	separator, literal := stringOf(c.argument(1))
	if known && literal && separator != "" && separator != " " && !strings.ContainsAny(separator, `\.[]{}()*+?^$|`) {
		parts := strings.Split(text, separator)
		for len(parts) > 0 && parts[len(parts)-1] == "" {
			parts = parts[:len(parts)-1]
		}
		if len(parts) <= maxTuple {
			items := make([]Type, len(parts))
			for i, part := range parts {
				items[i] = e.str(part)
			}
			return e.tuple(items)
		}
	}
	strs := e.array(e.string, span64{0, math.MaxInt64})
	result := e.never
	for _, member := range e.members(c.argument(0)) {
		if shapeOf(member) == shapeSensitive {
			result = e.join(result, e.sensitive(strs))
		} else {
			result = e.join(result, strs)
		}
	}
	return result
}

func (e *evaluator) modelDig(c *call) Type {
	if len(c.arguments) == 0 {
		return e.unknown
	}
	if why := e.cannotDig(c.arguments[0], c.arguments[1:]); why != "" {
		e.report(&code.InvalidIndex, c.at, "RUNTIME_ERROR", "'"+c.name+"' fails: "+why)
		return e.unknown
	}
	return e.digInto(c.arguments[0], c.arguments[1:])
}

// cannotDig says why following keys into a value always fails: on the way is
// something that is neither a collection nor undef, or an array is given a key
// that is no number.
func (e *evaluator) cannotDig(value Type, keys []Type) string {
	for i, key := range keys {
		if e.mayHaveShape(key, shapeUndef) {
			return "" // that ends it
		}
		why := ""
		for _, member := range e.members(value) {
			switch s := shapeOf(member); {
			case s == shapeArray && (shapeOf(key) == shapeInteger || e.mayBe(key, func(s shape, _ Type) bool { return s == shapeInteger || s == shapeAny })),
				s == shapeHash, s == shapeUndef, s == shapeAny, s == shapeOther:
				why = ""
			case s == shapeArray:
				why = "an array is indexed by an Integer, not by " + e.describe(key)
			default:
				why = e.describe(member) + " is no collection"
			}
			if why == "" {
				break
			}
		}
		if why != "" {
			return why
		}
		if value = e.digInto(value, keys[i:i+1]); e.isUnknown(value) {
			return ""
		}
	}
	return ""
}

// digInto follows keys into collections; undef on the way ends it.
func (e *evaluator) digInto(value Type, keys []Type) Type {
	for _, key := range keys {
		if shapeOf(key) == shapeUndef {
			return e.undef
		}
		var results []Type
		for _, member := range e.members(value) {
			switch {
			case e.isUnknown(member):
				return e.unknown
			case shapeOf(member) == shapeUndef:
				results = append(results, e.undef)
			case shapeOf(member) == shapeArray:
				if shapeOf(key) == shapeString {
					results = append(results, e.undef, e.elementOf(member))
				} else {
					results = append(results, e.elementAt(member, key))
				}
			case shapeOf(member) == shapeHash:
				results = append(results, e.lookupKey(member, key))
			case shapeOf(member) == shapeAny || shapeOf(member) == shapeOther:
				return e.any
			}
		}
		if len(results) == 0 {
			return e.unknown
		}
		value = e.joinAll(results)
	}
	return value
}

func (e *evaluator) modelGet(c *call) Type {
	if len(c.arguments) == 0 {
		return e.unknown
	}
	path, known := "", true
	if len(c.arguments) > 1 {
		path, known = stringOf(c.arguments[1])
	}
	onError := e.never
	if c.block != nil {
		onError = c.block.invoke([]Type{e.unknown}, false)
	}
	if !known || strings.ContainsAny(path, `'"`) {
		return e.any
	}
	keys := e.dottedKeys(path)
	if why := e.cannotDig(c.arguments[0], keys); why != "" && c.block != nil {
		return onError
	} else if why != "" {
		e.report(&code.InvalidIndex, c.at, "RUNTIME_ERROR", "'"+c.name+"' fails: "+why)
		return e.unknown
	}
	result := e.digInto(c.arguments[0], keys)
	if len(c.arguments) > 2 && e.mayBeUndef(result) {
		result = e.join(e.withoutUndef(result), c.arguments[2])
	}
	return e.join(result, onError)
}

// dottedKeys splits a path such as a.b.0 into keys; whole numbers index
// arrays.
func (e *evaluator) dottedKeys(path string) []Type {
	if path == "" {
		return nil
	}
	var keys []Type
	for _, segment := range strings.Split(path, ".") {
		if number, err := strconv.ParseInt(segment, 10, 64); err == nil {
			keys = append(keys, e.integerRange(span64{number, number}))
		} else {
			keys = append(keys, e.str(segment))
		}
	}
	return keys
}

// modelMerge is stdlib's merge: hashes from left to right; undef and empty
// strings count as nothing.
func (e *evaluator) modelMerge(c *call) Type {
	if c.block != nil {
		c.block.invokeUnknown()
		return e.hash(e.any, e.any, span64{0, math.MaxInt64})
	}
	var result Type
	for _, argument := range c.arguments {
		hash := e.onlyShape(argument, shapeHash)
		if e.isUnknown(argument) || hash == nil {
			hash = e.hash(e.any, e.any, span64{0, math.MaxInt64})
		}
		if e.mayBe(argument, func(s shape, _ Type) bool { return s != shapeHash }) {
			key, value := e.keyValueOf(hash)
			hash = e.hash(key, value, span64{0, sizeOf(hash).high})
		}
		if result == nil {
			result = hash
		} else {
			result = e.mergeHashes(result, hash)
		}
	}
	if result == nil {
		return e.unknown
	}
	return result
}

// modelPick is stdlib's pick: the first argument that is neither undef nor an
// empty string.
func (e *evaluator) modelPick(c *call) Type {
	result := e.never
	for _, argument := range c.arguments {
		rest := e.withoutUndef(argument)
		if text, known := stringOf(rest); known && text == "" {
			continue
		}
		result = e.join(result, rest)
		if rest == argument && lengthIfString(argument).low > 0 {
			return result
		}
	}
	if e.isNever(result) {
		e.report(&code.ArgumentMismatch, c.at, "RUNTIME_ERROR", "'pick' gets no value: every argument is undef or an empty string")
		return e.never
	}
	return result
}

// modelPickDefault is stdlib's pick_default, whose last argument is taken as
// it is.
func (e *evaluator) modelPickDefault(c *call) Type {
	result := e.never
	for i, argument := range c.arguments {
		if i < len(c.arguments)-1 {
			argument = e.withoutUndef(argument)
		}
		result = e.join(result, argument)
	}
	if e.isNever(result) {
		return e.unknown
	}
	return result
}

// lengthIfString is how long values are: those that are no strings count as
// not empty.
func lengthIfString(t Type) span64 {
	if shapeOf(t) == shapeString {
		return lengthOf(t)
	}
	if shapeOf(t) == shapeAny {
		return span64{0, math.MaxInt64}
	}
	return span64{1, math.MaxInt64}
}

// modelConcat is stdlib's concat: everything appended to the first array.
func (e *evaluator) modelConcat(c *call) Type {
	if len(c.arguments) == 0 {
		return e.unknown
	}
	result := e.onlyShape(c.arguments[0], shapeArray)
	if result == nil {
		return e.unknown
	}
	for _, argument := range c.arguments[1:] {
		if shapeOf(argument) == shapeArray {
			result = e.concatenate(result, argument)
		} else {
			result = e.array(e.any, span64{0, math.MaxInt64})
		}
	}
	return result
}
