package convert

import (
	"puppet-lint/internal/lazyregexp"
	"puppet-lint/types"
)

// toInit implements Init[T, args…].new(value), which is T.new(value, args…). An array is the
// list of all arguments, unless T accepts it as one.
func (c *Converter) toInit(t *types.InitType, args []types.Value, depth int) (types.Value, error) {
	single, ok := c.algebra.InitSingle(t)
	if !ok {
		return nil, c.unsupported(t)
	}
	if len(args) != 1 {
		return nil, wrongCount("Init", 1, 1, len(args))
	}
	if list, isArray := args[0].(types.Array); isArray && len(t.Args) == 0 && !c.algebra.Instance(single, list) {
		args = list
	}
	return c.Convert(t.Type, append(append([]types.Value(nil), args...), t.Args...)...)
}

var typeName = lazyregexp.New(`\A[A-Z]\w*\z`)

// toType implements Type.new(text). It reads only the names of Puppet's own types.
func (c *Converter) toType(args []types.Value) (types.Value, error) {
	if len(args) != 1 {
		return nil, wrongCount("Type", 1, 1, len(args))
	}
	text, ok := args[0].(types.String)
	if !ok || text == "" {
		return nil, failf("'Type.new' expects a String[1], got %s", shown(args[0]))
	}
	if typeName.MatchString(string(text)) {
		if t, ok := c.algebra.Store().Builtin(string(text)); ok {
			return types.TypeValue{Type: t}, nil
		}
	}
	return nil, ErrUnknown
}

// toObject makes an instance from a hash of its attributes, or from its attributes by position,
// required ones first.
func (c *Converter) toObject(t *types.ObjectType, args []types.Value) (types.Value, error) {
	if t.Name == "" {
		return nil, ErrUnknown
	}
	defaults := map[string]types.Value{}
	for _, a := range c.algebra.Attributes(t) {
		if a.Kind == "given_or_derived" {
			return nil, ErrUnknown
		}
		defaults[a.Name] = a.Value
	}
	elements := c.algebra.InitStruct(t)
	given := map[string]types.Value{}
	if hash, ok := first(args).(*types.Hash); ok && len(args) == 1 && c.algebra.Instance(elements, hash) {
		for _, e := range hash.Entries() {
			name, _ := e.Key.(types.String)
			given[string(name)] = e.Value
		}
	} else {
		var required, optional []types.StructElement
		for _, e := range elements.Elements {
			if e.Optional {
				optional = append(optional, e)
			} else {
				required = append(required, e)
			}
		}
		all := append(required, optional...)
		if len(args) < len(required) || len(args) > len(all) {
			return nil, c.refuseObject(t, elements, args, wrongCount(t.Name, len(required), len(all), len(args)))
		}
		for i, v := range args {
			if !c.algebra.Instance(all[i].Value, v) {
				return nil, c.refuseObject(t, elements, args, c.refuseAttribute(t, all[i], v))
			}
			given[all[i].Name] = v
		}
	}
	var entries []types.HashEntry
	for _, e := range elements.Elements {
		v, there := given[e.Name]
		if standard := defaults[e.Name]; !there || standard != nil && types.Same(standard, v) {
			continue
		}
		entries = append(entries, types.HashEntry{Key: types.String(e.Name), Value: v})
	}
	return &types.Object{Type: t, Attributes: types.NewHash(entries...)}, nil
}

func (c *Converter) refuseAttribute(t *types.ObjectType, attribute types.StructElement, v types.Value) error {
	return failf("'%s.new' parameter '%s' expects %s, got %s", t.Name, attribute.Name, c.algebra.String(attribute.Value), shown(v))
}

// refuseObject returns the error for the arguments of an object. If the only argument is a hash
// with a wrong attribute, the error names it. In all other cases, it returns otherwise.
func (c *Converter) refuseObject(t *types.ObjectType, elements *types.StructType, args []types.Value, otherwise error) error {
	hash, isHash := first(args).(*types.Hash)
	if !isHash || len(args) != 1 {
		return otherwise
	}
	var required, optional []string
	for _, e := range elements.Elements {
		if e.Optional {
			optional = append(optional, e.Name)
		} else {
			required = append(required, e.Name)
		}
	}
	if !hasKeys(hash, required, optional...) {
		return refuseHash(t.Name, hash, required, optional...)
	}
	for _, e := range elements.Elements {
		if v := get(hash, e.Name); v != nil && !c.algebra.Instance(e.Value, v) {
			return c.refuseAttribute(t, e, v)
		}
	}
	return otherwise
}

func first(args []types.Value) types.Value {
	if len(args) == 0 {
		return nil
	}
	return args[0]
}
