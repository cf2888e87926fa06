package eval

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"puppet-lint/checker/code"
	"puppet-lint/checker/lattice"
)

func (e *Evaluator) modelFlatten(c *Call) Type {
	var items []Type
	exact := true
	for _, argument := range c.Arguments {
		flat, ok := e.FlattenOne(argument, 0)
		items, exact = append(items, flat...), exact && ok
	}
	if exact && len(items) <= lattice.MaxTuple {
		return e.Tuple(items)
	}
	if len(items) == 0 {
		return e.Array(e.Unknown, lattice.Range{Low: 0, High: math.MaxInt64})
	}
	return e.Array(e.JoinAll(items), lattice.Range{Low: 0, High: math.MaxInt64})
}

func (e *Evaluator) modelUnique(c *Call) Type {
	return e.overMembers(c, func(member Type, over iteration) Type {
		if c.block != nil && over.isHash {
			c.block.invoke([]Type{e.Unknown}, false) // the value alone
		} else if c.block != nil {
			e.run(c, over)
		} else if elements, exact := lattice.TupleOf(member); exact && lattice.TypeClassOf(member) == lattice.ArrayClass && lattice.AllConstant(elements) {
			var kept []Type
			for _, element := range elements {
				if !slices.Contains(kept, element) {
					kept = append(kept, element)
				}
			}
			return e.Tuple(kept)
		}
		low := min(over.size.Low, 1)
		switch lattice.TypeClassOf(member) {
		case lattice.StringClass:
			return e.String
		case lattice.HashClass:
			return e.Hash(e.Array(e.Any, lattice.Range{Low: 1, High: math.MaxInt64}), e.Array(e.Any, lattice.Range{Low: 1, High: math.MaxInt64}), lattice.Range{Low: low, High: over.size.High})
		}
		return e.Array(over.element, lattice.Range{Low: low, High: over.size.High})
	})
}

func (e *Evaluator) modelSort(c *Call) Type {
	if c.block != nil {
		element := e.Unknown
		if over, ok := e.iterate(c.Argument(0)); ok {
			element = over.element
		}
		c.block.invoke([]Type{element, element}, false)
	}
	return e.overMembers(c, func(member Type, over iteration) Type {
		if lattice.TypeClassOf(member) == lattice.StringClass {
			return e.String
		}
		elements, exact := lattice.TupleOf(member)
		if !exact || c.block != nil {
			return e.Array(over.element, over.size)
		}
		if one, other := e.notInOneOrder(elements); one != nil {
			e.report(&code.ArgumentMismatch, c.At, "RUNTIME_ERROR", "'sort' cannot compare "+e.Describe(one)+" with "+e.Describe(other))
			return e.Unknown
		}
		var numbers []Type
		for _, element := range elements {
			if _, known := lattice.NumberOf(element); known {
				numbers = append(numbers, element)
			}
		}
		if len(numbers) != len(elements) {
			return e.Array(over.element, over.size)
		}
		slices.SortStableFunc(numbers, func(a, b Type) int {
			x, _ := lattice.NumberOf(a)
			y, _ := lattice.NumberOf(b)
			return int(math.Copysign(1, x-y)) * boolToInt(x != y)
		})
		return e.Tuple(numbers)
	})
}

// notInOneOrder returns an element that Ruby can compare with no other element, and one of the
// others: sorting fails because it must compare the element with some other. It returns nil if
// there is no such element.
func (e *Evaluator) notInOneOrder(elements []Type) (one, other Type) {
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

// neverCompares reports whether Ruby has no order between the values of two types. It orders
// numbers, strings, arrays and times among themselves, and equal values.
func (e *Evaluator) neverCompares(a, b Type) bool {
	kind := func(t Type) int {
		switch lattice.TypeClassOf(t) {
		case lattice.IntegerClass, lattice.FloatClass:
			return 1
		case lattice.StringClass:
			return 2
		case lattice.ArrayClass:
			return 3
		case lattice.BooleanClass, lattice.UndefClass, lattice.DefaultClass, lattice.HashClass, lattice.RegexpClass:
			return 4 + int(lattice.TypeClassOf(t))
		}
		return 0
	}
	switch x, y := kind(a), kind(b); {
	case x == 0 || y == 0:
		return false
	case x != y:
		return true
	case x > 3:
		return lattice.IsConstant(a) && lattice.IsConstant(b) && a != b
	}
	return false
}

func boolToInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (e *Evaluator) modelKeys(c *Call) Type {
	return e.overHashes(c, func(hash Type) Type {
		if fields, ok := lattice.ExactFields(hash); ok {
			names := make([]Type, len(fields))
			for i, field := range fields {
				names[i] = e.Str(field.Name)
			}
			if c.block == nil {
				return e.Tuple(names)
			}
		}
		key, _ := e.KeyValueOf(hash)
		return e.Array(key, lattice.SizeOf(hash))
	})
}

func (e *Evaluator) modelValues(c *Call) Type {
	return e.overHashes(c, func(hash Type) Type {
		if fields, ok := lattice.ExactFields(hash); ok {
			values := make([]Type, len(fields))
			for i, field := range fields {
				values[i] = field.Value
			}
			return e.Tuple(values)
		}
		_, value := e.KeyValueOf(hash)
		return e.Array(value, lattice.SizeOf(hash))
	})
}

// overHashes joins the results of operation for each hash that the first argument may be.
func (e *Evaluator) overHashes(c *Call, operation func(hash Type) Type) Type {
	var results []Type
	for _, member := range e.Members(c.Argument(0)) {
		switch lattice.TypeClassOf(member) {
		case lattice.HashClass:
			results = append(results, operation(member))
		case lattice.AnyClass:
			results = append(results, operation(e.Hash(e.Any, e.Any, lattice.Range{Low: 0, High: math.MaxInt64})))
		}
	}
	if len(results) == 0 {
		return e.Unknown
	}
	return e.JoinAll(results)
}

func (e *Evaluator) modelSize(c *Call) Type {
	var results []Type
	for _, member := range e.Members(c.Argument(0)) {
		switch lattice.TypeClassOf(member) {
		case lattice.ArrayClass, lattice.HashClass:
			results = append(results, e.IntegerRange(lattice.SizeOf(member)))
		case lattice.StringClass:
			results = append(results, e.IntegerRange(lattice.LengthOf(member)))
		default:
			results = append(results, e.IntegerRange(lattice.Range{Low: 0, High: math.MaxInt64}))
		}
	}
	return e.JoinAll(results)
}

func (e *Evaluator) modelEmpty(c *Call) Type {
	var results []Type
	for _, member := range e.Members(c.Argument(0)) {
		size := lattice.Range{Low: 0, High: math.MaxInt64}
		switch lattice.TypeClassOf(member) {
		case lattice.ArrayClass, lattice.HashClass:
			size = lattice.SizeOf(member)
		case lattice.StringClass:
			size = lattice.LengthOf(member)
		case lattice.UndefClass:
			size = lattice.Range{}
		case lattice.IntegerClass, lattice.FloatClass:
			size = lattice.Range{Low: 1, High: 1}
		}
		switch {
		case size.High == 0:
			results = append(results, e.TrueType)
		case size.Low > 0:
			results = append(results, e.FalseType)
		default:
			results = append(results, e.Boolean)
		}
	}
	return e.JoinAll(results)
}

func (e *Evaluator) modelJoin(c *Call) Type {
	elements, exact := lattice.TupleOf(c.Argument(0))
	separator := ""
	if len(c.Arguments) > 1 {
		text, known := lattice.StringOf(c.Arguments[1])
		separator, exact = text, exact && known
	}
	if !exact {
		return e.String
	}
	var parts []string
	for _, element := range elements {
		part, known := e.Interpolated(element)
		if !known || lattice.TypeClassOf(element) == lattice.ArrayClass || lattice.TypeClassOf(element) == lattice.HashClass {
			return e.String
		}
		parts = append(parts, part)
	}
	return e.Str(strings.Join(parts, separator))
}

func (e *Evaluator) modelSplit(c *Call) Type {
	if e.reportBadPattern(c) {
		return e.Unknown
	}
	text, known := lattice.StringOf(c.Argument(0))
	separator, literal := lattice.StringOf(c.Argument(1))
	if known && literal && separator != "" && separator != " " && !strings.ContainsAny(separator, `\.[]{}()*+?^$|`) {
		parts := strings.Split(text, separator)
		for len(parts) > 0 && parts[len(parts)-1] == "" {
			parts = parts[:len(parts)-1]
		}
		if len(parts) <= lattice.MaxTuple {
			items := make([]Type, len(parts))
			for i, part := range parts {
				items[i] = e.Str(part)
			}
			return e.Tuple(items)
		}
	}
	strs := e.Array(e.String, lattice.Range{Low: 0, High: math.MaxInt64})
	result := e.Never
	for _, member := range e.Members(c.Argument(0)) {
		if lattice.TypeClassOf(member) == lattice.SensitiveClass {
			result = e.Join(result, e.Sensitive(strs))
		} else {
			result = e.Join(result, strs)
		}
	}
	return result
}

func (e *Evaluator) modelDig(c *Call) Type {
	if len(c.Arguments) == 0 {
		return e.Unknown
	}
	if why := e.cannotDig(c.Arguments[0], c.Arguments[1:]); why != "" {
		e.report(&code.InvalidIndex, c.At, "RUNTIME_ERROR", "'"+c.Name+"' fails: "+why)
		return e.Unknown
	}
	return e.digInto(c.Arguments[0], c.Arguments[1:])
}

// cannotDig returns why following keys into a value always fails, or "" if it may work. It
// fails if a value on the path is neither a collection nor undef, or if an array is indexed by
// something other than a number.
func (e *Evaluator) cannotDig(value Type, keys []Type) string {
	for i, key := range keys {
		if e.MayHaveClass(key, lattice.UndefClass) {
			return "" // an empty element ends the path
		}
		why := ""
		for _, member := range e.Members(value) {
			switch s := lattice.TypeClassOf(member); {
			case s == lattice.ArrayClass && (lattice.TypeClassOf(key) == lattice.IntegerClass || e.MayBe(key, func(s lattice.TypeClass, _ Type) bool { return s == lattice.IntegerClass || s == lattice.AnyClass })),
				s == lattice.HashClass, s == lattice.UndefClass, s == lattice.AnyClass, s == lattice.OtherClass:
				why = ""
			case s == lattice.ArrayClass:
				why = "an array is indexed by an Integer, not by " + e.Describe(key)
			default:
				why = e.Describe(member) + " is not a collection"
			}
			if why == "" {
				break
			}
		}
		if why != "" {
			return why
		}
		if value = e.digInto(value, keys[i:i+1]); e.IsUnknown(value) {
			return ""
		}
	}
	return ""
}

// digInto returns the type found by following keys into collections. An undef on the path ends
// it.
func (e *Evaluator) digInto(value Type, keys []Type) Type {
	for _, key := range keys {
		if lattice.TypeClassOf(key) == lattice.UndefClass {
			return e.Undef
		}
		var results []Type
		for _, member := range e.Members(value) {
			switch {
			case e.IsUnknown(member):
				return e.Unknown
			case lattice.TypeClassOf(member) == lattice.UndefClass:
				results = append(results, e.Undef)
			case lattice.TypeClassOf(member) == lattice.ArrayClass:
				if lattice.TypeClassOf(key) == lattice.StringClass {
					results = append(results, e.Undef, e.ElementOf(member))
				} else {
					results = append(results, e.ElementAt(member, key))
				}
			case lattice.TypeClassOf(member) == lattice.HashClass:
				results = append(results, e.LookupKey(member, key))
			case lattice.TypeClassOf(member) == lattice.AnyClass || lattice.TypeClassOf(member) == lattice.OtherClass:
				return e.Any
			}
		}
		if len(results) == 0 {
			return e.Unknown
		}
		value = e.JoinAll(results)
	}
	return value
}

func (e *Evaluator) modelGet(c *Call) Type {
	if len(c.Arguments) == 0 {
		return e.Unknown
	}
	path, known := "", true
	if len(c.Arguments) > 1 {
		path, known = lattice.StringOf(c.Arguments[1])
	}
	onError := e.Never
	if c.block != nil {
		onError = c.block.invoke([]Type{e.Unknown}, false)
	}
	if !known || strings.ContainsAny(path, `'"`) {
		return e.Any
	}
	keys := e.dottedKeys(path)
	if why := e.cannotDig(c.Arguments[0], keys); why != "" && c.block != nil {
		return onError
	} else if why != "" {
		e.report(&code.InvalidIndex, c.At, "RUNTIME_ERROR", "'"+c.Name+"' fails: "+why)
		return e.Unknown
	}
	result := e.digInto(c.Arguments[0], keys)
	if len(c.Arguments) > 2 && e.MayBeUndef(result) {
		result = e.Join(e.WithoutUndef(result), c.Arguments[2])
	}
	return e.Join(result, onError)
}

// dottedKeys splits a path such as a.b.0 into keys. Whole numbers become array indexes.
func (e *Evaluator) dottedKeys(path string) []Type {
	if path == "" {
		return nil
	}
	var keys []Type
	for _, segment := range strings.Split(path, ".") {
		if number, err := strconv.ParseInt(segment, 10, 64); err == nil {
			keys = append(keys, e.IntegerRange(lattice.Range{Low: number, High: number}))
		} else {
			keys = append(keys, e.Str(segment))
		}
	}
	return keys
}

// modelMerge models stdlib's merge, which merges hashes from left to right and ignores undef
// and empty strings.
func (e *Evaluator) modelMerge(c *Call) Type {
	if c.block != nil {
		c.block.invokeUnknown()
		return e.Hash(e.Any, e.Any, lattice.Range{Low: 0, High: math.MaxInt64})
	}
	var result Type
	for _, argument := range c.Arguments {
		hash := e.OnlyClass(argument, lattice.HashClass)
		if e.IsUnknown(argument) || hash == nil {
			hash = e.Hash(e.Any, e.Any, lattice.Range{Low: 0, High: math.MaxInt64})
		}
		if e.MayBe(argument, func(s lattice.TypeClass, _ Type) bool { return s != lattice.HashClass }) {
			key, value := e.KeyValueOf(hash)
			hash = e.Hash(key, value, lattice.Range{Low: 0, High: lattice.SizeOf(hash).High})
		}
		if result == nil {
			result = hash
		} else {
			result = e.MergeHashes(result, hash)
		}
	}
	if result == nil {
		return e.Unknown
	}
	return result
}

// modelPick models stdlib's pick, which returns the first argument that is neither undef nor an
// empty string.
func (e *Evaluator) modelPick(c *Call) Type {
	result := e.Never
	for _, argument := range c.Arguments {
		rest := e.WithoutUndef(argument)
		if text, known := lattice.StringOf(rest); known && text == "" {
			continue
		}
		result = e.Join(result, rest)
		if rest == argument && lengthIfString(argument).Low > 0 {
			return result
		}
	}
	if e.IsNever(result) {
		e.report(&code.ArgumentMismatch, c.At, "RUNTIME_ERROR", "'pick' gets no value: every argument is undef or an empty string")
		return e.Never
	}
	return result
}

// modelPickDefault models stdlib's pick_default, which returns its last argument even if that
// is undef or empty.
func (e *Evaluator) modelPickDefault(c *Call) Type {
	result := e.Never
	for i, argument := range c.Arguments {
		if i < len(c.Arguments)-1 {
			argument = e.WithoutUndef(argument)
		}
		result = e.Join(result, argument)
	}
	if e.IsNever(result) {
		return e.Unknown
	}
	return result
}

// lengthIfString returns the length of a value. Values that are not strings count as non-empty.
func lengthIfString(t Type) lattice.Range {
	if lattice.TypeClassOf(t) == lattice.StringClass {
		return lattice.LengthOf(t)
	}
	if lattice.TypeClassOf(t) == lattice.AnyClass {
		return lattice.Range{Low: 0, High: math.MaxInt64}
	}
	return lattice.Range{Low: 1, High: math.MaxInt64}
}

// modelConcat models stdlib's concat, which appends all further arguments to the first array.
func (e *Evaluator) modelConcat(c *Call) Type {
	if len(c.Arguments) == 0 {
		return e.Unknown
	}
	result := e.OnlyClass(c.Arguments[0], lattice.ArrayClass)
	if result == nil {
		return e.Unknown
	}
	for _, argument := range c.Arguments[1:] {
		if lattice.TypeClassOf(argument) == lattice.ArrayClass {
			result = e.Concatenate(result, argument)
		} else {
			result = e.Array(e.Any, lattice.Range{Low: 0, High: math.MaxInt64})
		}
	}
	return result
}
