package checker

import (
	"math"
	"slices"

	"puppet-lint/checker/code"
	"puppet-lint/types"
)

// maxUnrolled bounds how many elements a lambda is run for one by one; more
// are run as one.
const maxUnrolled = 16

// iteration is what a lambda is run for.
type iteration struct {
	// items are the elements in order, when each is known.
	items []Type
	exact bool
	// element is the join of all elements, and size how many there are.
	element Type
	size    span64
	// isHash says that the elements are pairs of a hash: a lambda of two
	// parameters takes key and value, otherwise index and element. vague says
	// that it may be either.
	isHash, vague bool
}

// iterate says what Puppet iterates over for a member of an Iterable; ok is
// false when it is not one.
func (e *evaluator) iterate(member Type) (result iteration, ok bool) {
	switch shapeOf(member) {
	case shapeArray:
		items, exact := tupleOf(member)
		return iteration{items: items, exact: exact, element: e.elementOf(member), size: sizeOf(member)}, true
	case shapeHash:
		pairs := e.pairs(member)
		items, exact := tupleOf(pairs)
		return iteration{items: items, exact: exact, element: e.elementOf(pairs), size: sizeOf(member), isHash: true}, true
	case shapeString:
		return e.iterateString(member), true
	case shapeInteger:
		return e.iterateInteger(member), true
	case shapeType:
		return e.iterateType(typeIn(member))
	case shapeAny:
		return iteration{element: e.any, size: span64{0, math.MaxInt64}, vague: true}, true
	case shapeIterator:
		return iteration{element: e.elementOf(member), size: span64{0, math.MaxInt64}}, true
	case shapeOther:
		if element, ok := e.algebra.IterableElement(member); ok && element != nil {
			return iteration{element: element, size: span64{0, math.MaxInt64}}, true
		}
		return iteration{element: e.unknown, size: span64{0, math.MaxInt64}, vague: true}, true
	}
	return iteration{}, false
}

func (e *evaluator) iterateString(member Type) iteration {
	if text, known := stringOf(member); known && len(text) <= maxUnrolled {
		var items []Type
		for _, char := range text {
			items = append(items, e.str(string(char)))
		}
		return iteration{items: items, exact: true, element: e.joinAll(items), size: span64{int64(len(items)), int64(len(items))}}
	}
	return iteration{element: e.string, size: span64{0, math.MaxInt64}}
}

func (e *evaluator) iterateInteger(member Type) iteration {
	limit := integerOf(member)
	if limit.single() && limit.low >= 0 && limit.low <= maxUnrolled {
		items := e.integersFrom(0, limit.low-1)
		return iteration{items: items, exact: true, element: e.joinAll(items), size: span64{limit.low, limit.low}}
	}
	high := limit.high
	if high != math.MaxInt64 {
		high--
	}
	return iteration{element: e.integerRange(span64{0, max(high, 0)}), size: span64{max(limit.low, 0), max(limit.high, 0)}}
}

func (e *evaluator) integersFrom(low, high int64) []Type {
	items := []Type{}
	for value := low; value <= high; value++ {
		items = append(items, e.integerRange(span64{value, value}))
	}
	return items
}

// iterateType iterates over a finite Integer range or the words of an Enum.
func (e *evaluator) iterateType(typ Type) (iteration, bool) {
	switch shapeOf(typ) {
	case shapeInteger:
		limits := integerOf(typ)
		if limits.openLow() || limits.openHigh() {
			return iteration{}, false
		}
		length := limits.high - limits.low + 1
		if length <= maxUnrolled {
			items := e.integersFrom(limits.low, limits.high)
			return iteration{items: items, exact: true, element: typ, size: span64{length, length}}, true
		}
		return iteration{element: typ, size: span64{length, length}}, true
	case shapeString:
		if words := wordsOf(typ); len(words) > 0 {
			var items []Type
			for _, word := range words {
				items = append(items, e.str(word))
			}
			return iteration{items: items, exact: len(items) <= maxUnrolled, element: typ, size: span64{int64(len(items)), int64(len(items))}}, true
		}
	}
	return iteration{}, false
}

// run runs the call's block for every element and yields what it yields for
// each, in order. Where the elements are not known one by one, or are too
// many, it runs once, and exact is false.
func (e *evaluator) run(c *call, over iteration) (results []Type, exact bool) {
	return e.runUntil(c, over, func(Type) truth { return never })
}

// runUntil is run for a function that asks no further once the block has
// yielded something that settles its result.
func (e *evaluator) runUntil(c *call, over iteration, settles func(result Type) truth) (results []Type, exact bool) {
	if !over.exact || len(over.items) > maxUnrolled || e.steps > maxSteps {
		if over.size.high == 0 {
			return nil, true
		}
		index := span64{0, math.MaxInt64}
		if over.size.high != math.MaxInt64 {
			index.high = over.size.high - 1
		}
		return []Type{e.runFor(c, over, e.integerRange(index), over.element, over.size.low > 0)}, false
	}
	certain := true
	for i, item := range over.items {
		result := e.runFor(c, over, e.integerRange(span64{int64(i), int64(i)}), item, certain)
		results = append(results, result)
		if c.block.breaks {
			return results, false
		}
		settled := settles(result)
		if settled == always {
			break
		}
		certain = certain && settled == never
	}
	return results, true
}

// runFor runs the block for one element.
func (e *evaluator) runFor(c *call, over iteration, index, element Type, certain bool) Type {
	if c.block.arity() < 2 && !(c.block.takesRest() && givesIndex(c.name)) {
		return c.block.invoke([]Type{element}, certain)
	}
	if over.vague {
		return c.block.invoke([]Type{e.unknown, e.unknown}, false)
	}
	if over.isHash {
		if pair, ok := tupleOf(element); ok && len(pair) == 2 {
			return c.block.invoke(pair, certain)
		}
		return c.block.invoke([]Type{e.any, e.any}, certain)
	}
	return c.block.invoke([]Type{index, element}, certain)
}

// givesIndex reports whether a function gives a block that takes any number of
// arguments two of them.
func givesIndex(function string) bool {
	switch function {
	case "each", "map", "filter", "any", "all", "index":
		return true
	}
	return false
}

// overMembers applies operation to each thing that the call's first argument
// may iterate over, and joins.
func (e *evaluator) overMembers(c *call, operation func(member Type, over iteration) Type) Type {
	if len(c.arguments) == 0 || c.block == nil && needsBlock(c.name) {
		return e.unknown
	}
	members := e.members(c.arguments[0])
	if slices.ContainsFunc(members, e.isUnknown) {
		if c.block != nil {
			c.block.invokeUnknown()
		}
		return e.unknown
	}
	var results []Type
	runs := e.newRuns()
	for _, member := range members {
		over, ok := e.iterate(member)
		if !ok && len(members) > 1 && shapeOf(member) == shapeType { // a type of its kind may be iterable
			over, ok = iteration{element: e.unknown, size: span64{0, math.MaxInt64}, vague: true}, true
		}
		if ok {
			runs.start()
			results = append(results, operation(member, over))
			runs.end(over.size.high > 0)
		}
	}
	runs.finish()
	if len(results) == 0 {
		return e.unknown
	}
	return e.joinAll(results)
}

func needsBlock(name string) bool {
	switch name {
	case "map", "filter", "reduce", "each", "group_by", "partition":
		return true
	}
	return false
}

func (e *evaluator) modelEach(c *call) Type {
	return e.overMembers(c, func(member Type, over iteration) Type {
		e.run(c, over)
		return member
	})
}

func (e *evaluator) modelMap(c *call) Type {
	return e.overMembers(c, func(_ Type, over iteration) Type {
		results, exact := e.run(c, over)
		if exact {
			return e.tuple(results)
		}
		size := over.size
		if c.block.breaks {
			size.low = 0
		}
		return e.array(e.joinAll(results), size)
	})
}

func (e *evaluator) modelFilter(c *call) Type {
	return e.overMembers(c, func(member Type, over iteration) Type {
		results, exact := e.run(c, over)
		if exact && !slices.ContainsFunc(results, func(result Type) bool { return e.truthiness(result) == maybe }) {
			var kept []Type
			for i, result := range results {
				if e.truthiness(result) == always {
					kept = append(kept, over.items[i])
				}
			}
			if !over.isHash {
				return e.tuple(kept)
			}
			return e.hashFromPairs(kept)
		}
		if over.vague {
			return e.unknown // of a hash it is a hash, of anything else an array
		}
		size := span64{0, over.size.high}
		if over.isHash {
			key, value := e.keyValueOf(member)
			pair := e.narrowedByBlock(c, key, value)
			return e.hash(pair[0], pair[1], size)
		}
		if c.block.arity() == 2 {
			return e.array(e.narrowedByBlock(c, e.integer, over.element)[1], size)
		}
		return e.array(e.narrowedByBlock(c, over.element)[0], size)
	})
}

// narrowedByBlock are the types of the arguments with which a filter's block
// holds.
func (e *evaluator) narrowedByBlock(c *call, arguments ...Type) []Type {
	if e.steps > maxSteps {
		return arguments
	}
	return c.block.narrowed(arguments...)
}

// hashFromPairs is the hash of pairs, each a tuple of key and value.
func (e *evaluator) hashFromPairs(pairs []Type) Type {
	var keys, values []Type
	for _, pair := range pairs {
		elements, _ := tupleOf(pair)
		if len(elements) != 2 {
			return e.hash(e.any, e.any, span64{0, int64(len(pairs))})
		}
		keys, values = append(keys, elements[0]), append(values, elements[1])
	}
	return e.hashOf(keys, values)
}

func (e *evaluator) modelReduce(c *call) Type {
	return e.overMembers(c, func(_ Type, over iteration) Type {
		items, exact := over.items, over.exact && len(over.items) <= maxUnrolled && e.steps <= maxSteps
		var memo Type
		switch {
		case len(c.arguments) > 1:
			memo = c.arguments[1]
		case over.size.high == 0:
			return e.undef
		case exact:
			memo, items = items[0], items[1:]
		default:
			memo = over.element
		}
		if exact {
			for _, item := range items {
				memo = c.block.invoke([]Type{memo, item}, true)
				if c.block.breaks {
					return e.unknown
				}
			}
			return memo
		}
		return e.reduceToFixpoint(c, over, memo)
	})
}

// reduceToFixpoint runs the block until the memo no longer grows, widening it
// on the way.
func (e *evaluator) reduceToFixpoint(c *call, over iteration, memo Type) Type {
	for round := range maxRounds {
		result := c.block.invoke([]Type{memo, over.element}, false)
		next := e.join(memo, result)
		if e.steps > maxSteps {
			return e.unknown
		}
		if round > 0 {
			next = e.widen(memo, result)
		}
		if next == memo {
			break
		}
		memo = next
		if round == maxRounds-1 {
			memo = e.unknown
		}
	}
	if len(c.arguments) < 2 && over.size.low == 0 {
		return e.optional(memo)
	}
	return memo
}

func (e *evaluator) modelAny(c *call) Type { return e.quantify(c, truth.or, never) }
func (e *evaluator) modelAll(c *call) Type { return e.quantify(c, truth.and, always) }

func (e *evaluator) quantify(c *call, combine func(a, b truth) truth, empty truth) Type {
	return e.overMembers(c, func(_ Type, over iteration) Type {
		if c.block == nil {
			if !over.exact {
				return e.boolean
			}
			result := empty
			for _, item := range over.items {
				result = combine(result, e.truthiness(item))
			}
			return e.booleanOf(result)
		}
		results, exact := e.runUntil(c, over, func(result Type) truth {
			if empty == always {
				return e.truthiness(result).not()
			}
			return e.truthiness(result)
		})
		if !exact {
			return e.boolean
		}
		result := empty
		for _, one := range results {
			result = combine(result, e.truthiness(one))
		}
		return e.booleanOf(result)
	})
}

func (e *evaluator) modelPartition(c *call) Type {
	return e.overMembers(c, func(_ Type, over iteration) Type {
		e.run(c, over)
		part := e.array(over.element, span64{0, over.size.high})
		return e.tuple([]Type{part, part})
	})
}

func (e *evaluator) modelGroupBy(c *call) Type {
	return e.overMembers(c, func(_ Type, over iteration) Type {
		results, _ := e.run(c, over)
		return e.hash(e.joinAll(results), e.array(over.element, span64{1, over.size.high}), span64{min(over.size.low, 1), over.size.high})
	})
}

func (e *evaluator) modelIndex(c *call) Type {
	if c.block != nil {
		e.overMembers(c, func(member Type, over iteration) Type {
			e.runUntil(c, over, e.truthiness)
			return member
		})
	}
	result := e.integer
	for _, member := range e.members(c.argument(0)) {
		if shapeOf(member) == shapeHash || shapeOf(member) == shapeAny {
			return e.any
		}
	}
	return e.optional(result)
}

func (e *evaluator) modelSlice(c *call) Type {
	return e.overMembers(c, func(member Type, over iteration) Type {
		length := int64(0)
		if size := c.argument(1); shapeOf(size) == shapeInteger && integerOf(size).single() {
			length = integerOf(size).low
		}
		chunk := e.array(over.element, span64{1, math.MaxInt64})
		if c.block != nil && over.size.high == 0 {
			return member
		}
		if c.block != nil {
			arguments := []Type{chunk}
			if c.block.arity() > 1 {
				arguments = slices.Repeat([]Type{e.optional(over.element)}, c.block.arity())
			}
			c.block.invoke(arguments, false)
			return member
		}
		if over.exact && length > 0 {
			var chunks []Type
			for items := range slices.Chunk(over.items, int(length)) {
				chunks = append(chunks, e.tuple(items))
			}
			return e.tuple(chunks)
		}
		return e.array(chunk, span64{0, over.size.high})
	})
}

// modelReverseEach is reverse_each and step: an iterator, or undef when they have
// a block.
func (e *evaluator) modelReverseEach(c *call) Type {
	return e.overMembers(c, func(member Type, over iteration) Type {
		if c.block != nil {
			e.run(c, over)
			return e.undef
		}
		return e.iterator(over.element)
	})
}

func (e *evaluator) modelTreeEach(c *call) Type {
	if c.block != nil {
		c.block.invoke(slices.Repeat([]Type{e.any}, max(c.block.arity(), 1)), false)
		return c.argument(0)
	}
	return e.iterator(e.any)
}

func (e *evaluator) modelThen(c *call) Type {
	value := c.argument(0)
	if c.block == nil {
		return e.unknown
	}
	present := e.withoutUndef(value)
	if e.isNever(present) {
		return e.undef
	}
	result := c.block.invoke([]Type{present}, !e.mayBeUndef(value))
	if e.mayBeUndef(value) {
		return e.optional(result)
	}
	return result
}

func (e *evaluator) modelLest(c *call) Type {
	value := c.argument(0)
	if c.block == nil || !e.mayBeUndef(value) {
		return value
	}
	present := e.withoutUndef(value)
	result := c.block.invoke(nil, e.isNever(present))
	return e.join(present, result)
}

func (e *evaluator) modelWith(c *call) Type {
	if c.block == nil {
		return e.unknown
	}
	return c.block.invoke(c.arguments, true)
}

// modelFqdnRand is fqdn_rand(limit, …), and fqdn_rand_string(length, …) of stdlib: the
// first argument must be positive.
func (e *evaluator) modelFqdnRand(c *call) Type {
	limits := e.valuesOf(c.argument(0))
	isWrong := len(limits) > 0
	for _, limit := range limits {
		switch limit := limit.(type) {
		case types.Integer:
			isWrong = isWrong && limit <= 0
		case types.Float:
			isWrong = isWrong && limit < 1
		case types.String:
			isWrong = isWrong && leadingInteger(string(limit)) <= 0
		default:
			isWrong = false
		}
	}
	if isWrong {
		e.report(&code.ArgumentMismatch, c.at, "RUNTIME_ERROR", "'"+c.name+"' needs a number of at least 1, not "+e.describe(c.argument(0)))
	}
	return e.parseType(resultTypes[c.name])
}
