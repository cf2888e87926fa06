package types

func (p parameterizer) array(args []Value) (Type, error) {
	var element Type
	var size *IntegerType
	var err error
	switch len(args) {
	case 1, 3:
		t, ok := typeOf(args[0])
		if !ok {
			return nil, errInvalidSpecification
		}
		if element = t; len(args) == 3 {
			size, err = p.sizePair(args[1], args[2])
		}
	case 2:
		if t, ok := typeOf(args[0]); ok {
			element = t
			size, err = p.sizeOrType(args[1])
		} else {
			// Puppet uses the type Default for a missing element type.
			element = p.store.Default
			size, err = p.sizePair(args[0], args[1])
		}
	default:
		return nil, wrongCountError("Array", "1 to 3", len(args))
	}
	if err != nil {
		return nil, err
	}
	return p.store.ArrayOf(element, size), nil
}

func (p parameterizer) hash(args []Value) (Type, error) {
	var size *IntegerType
	var err error
	switch len(args) {
	case 2:
		k, okKey := typeOf(args[0])
		v, okValue := typeOf(args[1])
		if okKey && okValue {
			return p.store.HashOf(k, v, nil), nil
		}
		if size, err = p.sizePair(args[0], args[1]); err != nil {
			return nil, err
		}
		return p.store.HashOf(p.store.Default, p.store.Default, size), nil
	case 3:
		size, err = p.sizeOrType(args[2])
	case 4:
		if !isRange(args[2]) || !isRange(args[3]) {
			return nil, errInvalidSpecification
		}
	default:
		return nil, wrongCountError("Hash", "2 to 4", len(args))
	}
	if err != nil {
		return nil, err
	}
	k, okKey := typeOf(args[0])
	v, okValue := typeOf(args[1])
	if !okKey || !okValue {
		return nil, errInvalidSpecification
	}
	if len(args) == 4 {
		if size, err = p.size(args[2], args[3]); err != nil {
			return nil, err
		}
	}
	return p.store.HashOf(k, v, size), nil
}

func (p parameterizer) oneOrTwoSizes(name string, args []Value) (*IntegerType, error) {
	switch len(args) {
	case 1:
		return p.sizeOrType(args[0])
	case 2:
		return p.sizePair(args[0], args[1])
	}
	return nil, wrongCountError(name, "1 to 2", len(args))
}

func (p parameterizer) collection(args []Value) (Type, error) {
	size, err := p.oneOrTwoSizes("Collection", args)
	if err != nil {
		return nil, err
	}
	return p.store.CollectionOf(size), nil
}

func (p parameterizer) tuple(args []Value) (Type, error) {
	n := len(args)
	if n == 0 {
		return nil, wrongCountError("Tuple", "1 or more", 0)
	}
	var size *IntegerType
	var err error
	zeroForDefault := func(v Value) Value {
		if _, ok := v.(Integer); ok {
			return v
		}
		return Integer(0)
	}
	switch {
	case n > 1 && isRange(args[n-2]):
		if !isRange(args[n-1]) {
			return nil, errInvalidSpecification
		}
		size, err = p.size(zeroForDefault(args[n-2]), args[n-1])
		args = args[:n-2]
	case isRange(args[n-1]):
		size, err = p.size(zeroForDefault(args[n-1]), Default{})
		args = args[:n-1]
	}
	if err != nil {
		return nil, err
	}
	return p.store.TupleOf(p.typesOfValues(args), size), nil
}

func (p parameterizer) callable(args []Value) (Type, error) {
	if len(args) > 1 {
		if _, ok := args[0].(Array); ok && len(args) != 2 {
			return nil, wrongCountError("callable", "2 when first parameter is an array", len(args))
		}
	}
	return p.buildCallable(args)
}

// buildCallable implements Puppet's TypeFactory.callable. Both Parameterize and Specialize use
// it.
func (p parameterizer) buildCallable(args []Value) (Type, error) {
	var result Type
	if len(args) == 2 {
		if list, ok := args[0].(Array); ok {
			result, args = p.typeOfValue(args[1]), list
		}
	}
	var block Type
	r := run{Algebra: p.Algebra, low: noAssumption}
	if n := len(args); n > 0 {
		if t, ok := typeOf(args[n-1]); ok && r.kindOfCallable(t, true) {
			block, args = t, args[:n-1]
		}
	}
	var size *IntegerType
	var err error
	switch n := len(args); {
	case n > 1 && isRange(args[n-2]) && isRange(args[n-1]):
		size, err = p.size(args[n-2], args[n-1])
		args = args[:n-2]
	case n > 0 && isRange(args[n-1]):
		size, err = p.size(args[n-1], Default{})
		args = args[:n-1]
	}
	if err != nil {
		return nil, err
	}
	types := p.typesOfValues(args)
	if len(types) == 0 && size != nil && size.To.Compare(At(0)) > 0 {
		types = []Type{p.store.Unit}
	}
	return p.store.CallableOf(p.store.TupleOf(types, size), block, result), nil
}
