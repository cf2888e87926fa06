package types

// CallableWith reports whether a callable can be called with arguments of these types, as
// Puppet's callable? decides it. args is an Array, or a Tuple of the types. The last type of
// the Tuple is that of the block, if there is one.
func (x *Algebra) CallableWith(callable, args Type) bool {
	r := run{Algebra: x, low: noAssumption}
	return r.kindOfCallable(callable, true) && r.callableArgs(args, callable)
}

// kindOfCallable reports whether t is a Callable, or a Variant or alias of them. If optional is
// set, an Optional of these counts, too.
func (r *run) kindOfCallable(t Type, optional bool) bool {
	switch t := t.(type) {
	case *CallableType:
		return true
	case *OptionalType:
		return optional && t.Type != nil && r.kindOfCallable(t.Type, optional)
	case *VariantType:
		for _, m := range t.Types {
			if !r.kindOfCallable(m, optional) {
				return false
			}
		}
		return true
	case *AliasType:
		if r.enter(t) {
			defer r.leave(t)
			return r.kindOfCallable(r.resolve(t), optional)
		}
	case *ObjectType:
		return t.Parent != nil && r.kindOfCallable(t.Parent, optional)
	}
	return false
}

// callableArgs reports whether arguments of type args fit the callable.
func (r *run) callableArgs(args, callable Type) bool {
	switch args := args.(type) {
	case *UnknownType:
		return true
	case *UndefType, *CallableType:
		return r.assignable(callable, args)
	case *AliasType:
		if r.enter(args) {
			defer r.leave(args)
			return r.callableArgs(r.resolve(args), callable)
		}
		return false
	case *ObjectType:
		return args.Parent != nil && r.callableArgs(args.Parent, callable)
	}
	switch c := r.deepResolve(callable).(type) {
	case *OptionalType:
		return c.Type != nil && r.callableArgs(args, c.Type)
	case *VariantType:
		for _, m := range c.Types {
			if r.callableArgs(args, m) {
				return true
			}
		}
		return false
	case *CallableType:
		switch args := args.(type) {
		case *ArrayType:
			return (c.Params == nil || r.assignable(c.Params, args)) && r.blockMayBeMissing(c)
		case *TupleType:
			return r.callableTuple(args, c)
		}
	}
	return false
}

func (r *run) blockMayBeMissing(c *CallableType) bool {
	return c.Block == nil || r.assignable(c.Block, r.store.Undef)
}

func (r *run) callableTuple(args *TupleType, c *CallableType) bool {
	params := c.Params
	if params == nil {
		params = r.store.Tuple
	}
	n := len(args.Types) - 1
	if n < 0 || !r.kindOfCallable(args.Types[n], true) {
		return r.assignable(params, args) && r.blockMayBeMissing(c)
	}
	if c.Block == nil || !r.assignable(c.Block, args.Types[n]) {
		return false
	}
	if !r.store.tupleSize(params).holds(int64(n)) {
		return false
	}
	for i := 0; i < n && len(params.Types) > 0; i++ {
		if !r.assignable(params.at(i), args.Types[i]) {
			return false
		}
	}
	return true
}
