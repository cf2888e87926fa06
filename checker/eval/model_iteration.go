package eval

import (
	"math"
	"slices"

	"puppet-lint/checker/lattice"
)

// maxUnrolled is the largest number of elements for which a lambda is evaluated once for each.
// For more elements, it is evaluated once for all.
const maxUnrolled = 16

// iteration describes the elements that a lambda is run for.
type iteration struct {
	// items are the elements in order. They are only set if exact is true: every element is
	// known.
	items []Type
	exact bool
	// element is the join of all elements, and size their number.
	element Type
	size    lattice.Range
	// isHash means that the elements are the pairs of a hash: a lambda with two parameters gets
	// key and value instead of index and element. vague means that the value may be a hash or
	// not.
	isHash, vague bool
}

// iterate returns the elements over which Puppet iterates for a member of an Iterable. ok is
// false if the member is not iterable.
func (e *Evaluator) iterate(member Type) (result iteration, ok bool) {
	switch lattice.TypeClassOf(member) {
	case lattice.ArrayClass:
		items, exact := lattice.TupleOf(member)
		return iteration{items: items, exact: exact, element: e.ElementOf(member), size: lattice.SizeOf(member)}, true
	case lattice.HashClass:
		pairs := e.Pairs(member)
		items, exact := lattice.TupleOf(pairs)
		return iteration{items: items, exact: exact, element: e.ElementOf(pairs), size: lattice.SizeOf(member), isHash: true}, true
	case lattice.StringClass:
		return e.iterateString(member), true
	case lattice.IntegerClass:
		return e.iterateInteger(member), true
	case lattice.TypeValueClass:
		return e.iterateType(lattice.TypeIn(member))
	case lattice.AnyClass:
		return iteration{element: e.Any, size: lattice.Range{Low: 0, High: math.MaxInt64}, vague: true}, true
	case lattice.IteratorClass:
		return iteration{element: e.ElementOf(member), size: lattice.Range{Low: 0, High: math.MaxInt64}}, true
	case lattice.OtherClass:
		if element, ok := e.Algebra.IterableElement(member); ok && element != nil {
			return iteration{element: element, size: lattice.Range{Low: 0, High: math.MaxInt64}}, true
		}
		return iteration{element: e.Unknown, size: lattice.Range{Low: 0, High: math.MaxInt64}, vague: true}, true
	}
	return iteration{}, false
}

func (e *Evaluator) iterateString(member Type) iteration {
	if text, known := lattice.StringOf(member); known && len(text) <= maxUnrolled {
		var items []Type
		for _, char := range text {
			items = append(items, e.Str(string(char)))
		}
		return iteration{items: items, exact: true, element: e.JoinAll(items), size: lattice.Range{Low: int64(len(items)), High: int64(len(items))}}
	}
	return iteration{element: e.String, size: lattice.Range{Low: 0, High: math.MaxInt64}}
}

func (e *Evaluator) iterateInteger(member Type) iteration {
	limit := lattice.IntegerOf(member)
	if limit.Single() && limit.Low >= 0 && limit.Low <= maxUnrolled {
		items := e.integersFrom(0, limit.Low)
		return iteration{items: items, exact: true, element: e.JoinAll(items), size: lattice.Range{Low: limit.Low, High: limit.Low}}
	}
	high := limit.High
	if high != math.MaxInt64 {
		high--
	}
	return iteration{element: e.IntegerRange(lattice.Range{Low: 0, High: max(high, 0)}), size: lattice.Range{Low: max(limit.Low, 0), High: max(limit.High, 0)}}
}

func (e *Evaluator) integersFrom(low, count int64) []Type {
	items := []Type{}
	for i := range count {
		items = append(items, e.IntegerRange(lattice.Range{Low: low + i, High: low + i}))
	}
	return items
}

// iterateType returns the elements of a finite Integer range or of an Enum.
func (e *Evaluator) iterateType(typ Type) (iteration, bool) {
	switch lattice.TypeClassOf(typ) {
	case lattice.IntegerClass:
		limits := lattice.IntegerOf(typ)
		if limits.OpenLow() || limits.OpenHigh() {
			return iteration{}, false
		}
		length := limits.High - limits.Low + 1
		if length <= 0 { // the length overflows int64
			return iteration{element: typ, size: lattice.Range{Low: 0, High: math.MaxInt64}}, true
		}
		if length <= maxUnrolled {
			items := e.integersFrom(limits.Low, length)
			return iteration{items: items, exact: true, element: typ, size: lattice.Range{Low: length, High: length}}, true
		}
		return iteration{element: typ, size: lattice.Range{Low: length, High: length}}, true
	case lattice.StringClass:
		if words := lattice.WordsOf(typ); len(words) > 0 {
			var items []Type
			for _, word := range words {
				items = append(items, e.Str(word))
			}
			return iteration{items: items, exact: len(items) <= maxUnrolled, element: typ, size: lattice.Range{Low: int64(len(items)), High: int64(len(items))}}, true
		}
	}
	return iteration{}, false
}

// run runs the call's block for every element and returns the results in order. If the elements
// are not all known, or too many, it runs the block once and exact is false.
func (e *Evaluator) run(c *Call, over iteration) (results []Type, exact bool) {
	return e.runUntil(c, over, func(Type) lattice.Truth { return lattice.Never })
}

// runUntil is run for a function that stops at the first block result that decides its own
// result. settles reports whether a block result does.
func (e *Evaluator) runUntil(c *Call, over iteration, settles func(result Type) lattice.Truth) (results []Type, exact bool) {
	if !over.exact || len(over.items) > maxUnrolled || e.steps > MaxSteps {
		if over.size.High == 0 {
			return nil, true
		}
		index := lattice.Range{Low: 0, High: math.MaxInt64}
		if over.size.High != math.MaxInt64 {
			index.High = over.size.High - 1
		}
		return []Type{e.runFor(c, over, e.IntegerRange(index), over.element, over.size.Low > 0)}, false
	}
	certain := true
	for i, item := range over.items {
		result := e.runFor(c, over, e.IntegerRange(lattice.Range{Low: int64(i), High: int64(i)}), item, certain)
		results = append(results, result)
		if c.block.breaks {
			return results, false
		}
		settled := settles(result)
		if settled == lattice.Always {
			break
		}
		certain = certain && settled == lattice.Never
	}
	return results, true
}

// runFor runs the block for one element.
func (e *Evaluator) runFor(c *Call, over iteration, index, element Type, certain bool) Type {
	if c.block.arity() < 2 && !(c.block.takesRest() && e.modelOf(c.Name).givesIndex) {
		return c.block.invoke([]Type{element}, certain)
	}
	if over.vague {
		return c.block.invoke([]Type{e.Unknown, e.Unknown}, false)
	}
	if over.isHash {
		if pair, ok := lattice.TupleOf(element); ok && len(pair) == 2 {
			return c.block.invoke(pair, certain)
		}
		return c.block.invoke([]Type{e.Any, e.Any}, certain)
	}
	return c.block.invoke([]Type{index, element}, certain)
}

// overMembers joins the results of operation for each iterable value that the call's first
// argument may be.
func (e *Evaluator) overMembers(c *Call, operation func(member Type, over iteration) Type) Type {
	if len(c.Arguments) == 0 || c.block == nil && e.modelOf(c.Name).needsBlock {
		return e.Unknown
	}
	members := e.Members(c.Arguments[0])
	if slices.ContainsFunc(members, e.IsUnknown) {
		if c.block != nil {
			c.block.invokeUnknown()
		}
		return e.Unknown
	}
	if e.compiling != nil && len(members) > 1 { // it is a single one of them
		defer e.compiling.Uncertain()()
	}
	var results []Type
	runs := e.newVariants()
	for _, member := range members {
		over, ok := e.iterate(member)
		if !ok && len(members) > 1 && lattice.TypeClassOf(member) == lattice.TypeValueClass { // another type of the same kind may be iterable
			over, ok = iteration{element: e.Unknown, size: lattice.Range{Low: 0, High: math.MaxInt64}, vague: true}, true
		}
		if ok {
			runs.start()
			results = append(results, operation(member, over))
			runs.end(over.size.High > 0)
		}
	}
	runs.finish()
	if len(results) == 0 {
		return e.Unknown
	}
	return e.JoinAll(results)
}

func (e *Evaluator) modelEach(c *Call) Type {
	return e.overMembers(c, func(member Type, over iteration) Type {
		e.run(c, over)
		return member
	})
}

func (e *Evaluator) modelMap(c *Call) Type {
	return e.overMembers(c, func(_ Type, over iteration) Type {
		results, exact := e.run(c, over)
		if exact {
			return e.Tuple(results)
		}
		size := over.size
		if c.block.breaks {
			size.Low = 0
		}
		return e.Array(e.JoinAll(results), size)
	})
}

func (e *Evaluator) modelFilter(c *Call) Type {
	return e.overMembers(c, func(member Type, over iteration) Type {
		results, exact := e.run(c, over)
		if exact && !slices.ContainsFunc(results, func(result Type) bool { return e.Truthiness(result) == lattice.Maybe }) {
			var kept []Type
			for i, result := range results {
				if e.Truthiness(result) == lattice.Always {
					kept = append(kept, over.items[i])
				}
			}
			if !over.isHash {
				return e.Tuple(kept)
			}
			return e.hashFromPairs(kept)
		}
		if over.vague {
			return e.Unknown // a hash gives a hash, anything else an array
		}
		size := lattice.Range{Low: 0, High: over.size.High}
		if over.isHash {
			key, value := e.KeyValueOf(member)
			pair := e.narrowedByBlock(c, key, value)
			return e.Hash(pair[0], pair[1], size)
		}
		if c.block.arity() == 2 {
			return e.Array(e.narrowedByBlock(c, e.Integer, over.element)[1], size)
		}
		return e.Array(e.narrowedByBlock(c, over.element)[0], size)
	})
}

// narrowedByBlock returns the types of the arguments for which a filter's block returns true.
func (e *Evaluator) narrowedByBlock(c *Call, arguments ...Type) []Type {
	if e.steps > MaxSteps {
		return arguments
	}
	return c.block.narrowed(arguments...)
}

// hashFromPairs returns the type of the hash of pairs, each a tuple of key and value.
func (e *Evaluator) hashFromPairs(pairs []Type) Type {
	var keys, values []Type
	for _, pair := range pairs {
		elements, _ := lattice.TupleOf(pair)
		if len(elements) != 2 {
			return e.Hash(e.Any, e.Any, lattice.Range{Low: 0, High: int64(len(pairs))})
		}
		keys, values = append(keys, elements[0]), append(values, elements[1])
	}
	return e.HashOf(keys, values)
}

func (e *Evaluator) modelReduce(c *Call) Type {
	return e.overMembers(c, func(_ Type, over iteration) Type {
		items, exact := over.items, over.exact && len(over.items) <= maxUnrolled && e.steps <= MaxSteps
		var memo Type
		switch {
		case len(c.Arguments) > 1:
			memo = c.Arguments[1]
		case over.size.High == 0:
			return e.Undef
		case exact:
			memo, items = items[0], items[1:]
		default:
			memo = over.element
		}
		if exact {
			for _, item := range items {
				memo = c.block.invoke([]Type{memo, item}, true)
				if c.block.breaks {
					return e.Unknown
				}
			}
			return memo
		}
		return e.reduceToFixpoint(c, over, memo)
	})
}

// reduceToFixpoint runs the block until the type of the memo no longer grows. It widens the
// type on the way.
func (e *Evaluator) reduceToFixpoint(c *Call, over iteration, memo Type) Type {
	for round := range MaxRounds {
		result := c.block.invoke([]Type{memo, over.element}, false)
		next := e.Join(memo, result)
		if e.steps > MaxSteps {
			return e.Unknown
		}
		if round > 0 {
			next = e.Widen(memo, result)
		}
		if next == memo {
			break
		}
		memo = next
		if round == MaxRounds-1 {
			memo = e.Unknown
		}
	}
	if len(c.Arguments) < 2 && over.size.Low == 0 {
		return e.Optional(memo)
	}
	return memo
}

func (e *Evaluator) modelAny(c *Call) Type { return e.quantify(c, lattice.Truth.Or, lattice.Never) }
func (e *Evaluator) modelAll(c *Call) Type { return e.quantify(c, lattice.Truth.And, lattice.Always) }

func (e *Evaluator) quantify(c *Call, combine func(a, b lattice.Truth) lattice.Truth, empty lattice.Truth) Type {
	return e.overMembers(c, func(_ Type, over iteration) Type {
		if c.block == nil {
			if !over.exact {
				return e.Boolean
			}
			result := empty
			for _, item := range over.items {
				result = combine(result, e.Truthiness(item))
			}
			return e.BooleanOf(result)
		}
		results, exact := e.runUntil(c, over, func(result Type) lattice.Truth {
			if empty == lattice.Always {
				return e.Truthiness(result).Not()
			}
			return e.Truthiness(result)
		})
		if !exact {
			return e.Boolean
		}
		result := empty
		for _, one := range results {
			result = combine(result, e.Truthiness(one))
		}
		return e.BooleanOf(result)
	})
}

func (e *Evaluator) modelPartition(c *Call) Type {
	return e.overMembers(c, func(_ Type, over iteration) Type {
		e.run(c, over)
		part := e.Array(over.element, lattice.Range{Low: 0, High: over.size.High})
		return e.Tuple([]Type{part, part})
	})
}

func (e *Evaluator) modelGroupBy(c *Call) Type {
	return e.overMembers(c, func(_ Type, over iteration) Type {
		results, _ := e.run(c, over)
		return e.Hash(e.JoinAll(results), e.Array(over.element, lattice.Range{Low: 1, High: over.size.High}), lattice.Range{Low: min(over.size.Low, 1), High: over.size.High})
	})
}

func (e *Evaluator) modelIndex(c *Call) Type {
	if c.block != nil {
		e.overMembers(c, func(member Type, over iteration) Type {
			e.runUntil(c, over, e.Truthiness)
			return member
		})
	}
	result := e.Integer
	for _, member := range e.Members(c.Argument(0)) {
		if lattice.TypeClassOf(member) == lattice.HashClass || lattice.TypeClassOf(member) == lattice.AnyClass {
			return e.Any
		}
	}
	return e.Optional(result)
}

func (e *Evaluator) modelSlice(c *Call) Type {
	return e.overMembers(c, func(member Type, over iteration) Type {
		length := int64(0)
		if size := c.Argument(1); lattice.TypeClassOf(size) == lattice.IntegerClass && lattice.IntegerOf(size).Single() {
			length = lattice.IntegerOf(size).Low
		}
		chunk := e.Array(over.element, lattice.Range{Low: 1, High: math.MaxInt64})
		if c.block != nil && over.size.High == 0 {
			return member
		}
		if c.block != nil {
			arguments := []Type{chunk}
			if c.block.arity() > 1 {
				arguments = slices.Repeat([]Type{e.Optional(over.element)}, c.block.arity())
			}
			c.block.invoke(arguments, false)
			return member
		}
		if over.exact && length > 0 {
			var chunks []Type
			for items := range slices.Chunk(over.items, int(length)) {
				chunks = append(chunks, e.Tuple(items))
			}
			return e.Tuple(chunks)
		}
		return e.Array(chunk, lattice.Range{Low: 0, High: over.size.High})
	})
}

// modelReverseEach models reverse_each and step. They return an iterator, or undef if called
// with a block.
func (e *Evaluator) modelReverseEach(c *Call) Type {
	return e.overMembers(c, func(member Type, over iteration) Type {
		if c.block != nil {
			e.run(c, over)
			return e.Undef
		}
		return e.Iterator(over.element)
	})
}

func (e *Evaluator) modelTreeEach(c *Call) Type {
	if c.block != nil {
		c.block.invoke(slices.Repeat([]Type{e.Any}, max(c.block.arity(), 1)), false)
		return c.Argument(0)
	}
	return e.Iterator(e.Any)
}

func (e *Evaluator) modelThen(c *Call) Type {
	value := c.Argument(0)
	if c.block == nil {
		return e.Unknown
	}
	present := e.WithoutUndef(value)
	if e.IsNever(present) {
		return e.Undef
	}
	result := c.block.invoke([]Type{present}, !e.MayBeUndef(value))
	if e.MayBeUndef(value) {
		return e.Optional(result)
	}
	return result
}

func (e *Evaluator) modelLest(c *Call) Type {
	value := c.Argument(0)
	if c.block == nil || !e.MayBeUndef(value) {
		return value
	}
	present := e.WithoutUndef(value)
	result := c.block.invoke(nil, e.IsNever(present))
	return e.Join(present, result)
}

func (e *Evaluator) modelWith(c *Call) Type {
	if c.block == nil {
		return e.Unknown
	}
	return c.block.invoke(c.Arguments, true)
}
