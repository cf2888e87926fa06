package typegen

import (
	"math"
	"strings"

	"puppet-lint/types"
)

// AnyValue generates a value that is nested at most depth levels deep.
func (g *Generator) AnyValue(depth int) types.Value {
	if depth > 1 && g.chance(40) {
		n := g.IntN(4)
		if g.chance(50) {
			list := make(types.Array, n)
			for i := range list {
				list[i] = g.AnyValue(depth - 1)
			}
			return list
		}
		entries := make([]types.HashEntry, n)
		for i := range entries {
			entries[i] = types.HashEntry{Key: types.String(pick(g, keys)), Value: g.AnyValue(depth - 1)}
			if g.chance(20) {
				entries[i].Key = g.AnyValue(1)
			}
		}
		return types.NewHash(entries...)
	}
	version, _ := types.ParseVersion(pick(g, []string{"1.0.0", "1.2.3", "0.9.0", "2.0.0", "1.2.3-rc1"}))
	versions, _ := types.ParseVersionRange("1.x")
	uri, _ := types.ParseURI(pick(g, []string{"http://a.b/c", "https://x", "file:///a"}))
	return pick(g, []types.Value{types.Undef{}, types.Undef{}, types.Default{}, types.Boolean(true), types.Boolean(false),
		types.Integer(g.IntN(12) - 2), types.Integer(math.MaxInt64), types.Float(float64(g.IntN(8))/2 - 1), types.String(pick(g, words)),
		types.String(pick(g, words)), types.Regexp{Source: pick(g, []string{"a", "é"})}, types.TypeValue{Type: g.Type(2)}, types.Timespan(g.IntN(3)) * 1e9,
		types.Timestamp(15e17), types.Binary("aa"), &types.Sensitive{Value: types.String("s")}, version, versions, uri})
}

// Value tries to generate a value of t. It may fail, so the caller checks with Instance.
func (g *Generator) Value(t types.Type, depth int) types.Value {
	if depth <= 0 || g.chance(10) {
		return g.AnyValue(2)
	}
	depth--
	switch t := t.(type) {
	case *types.AliasType:
		return g.Value(g.Algebra.Resolve(t), depth)
	case *types.VariantType:
		if len(t.Types) > 0 {
			return g.Value(pick(g, t.Types), depth)
		}
	case *types.OptionalType:
		if t.Type == nil || g.chance(30) {
			return types.Undef{}
		}
		return g.Value(t.Type, depth)
	case *types.NotUndefType:
		if t.Type != nil {
			return g.Value(t.Type, depth)
		}
	case *types.UndefType:
		return types.Undef{}
	case *types.BooleanType:
		if t.HasValue {
			return types.Boolean(t.Value)
		}
		return types.Boolean(g.chance(50))
	case *types.IntegerType:
		return types.Integer(g.within(t.From, t.To))
	case *types.TimespanType:
		return types.Timespan(g.within(t.From, t.To))
	case *types.TimestampType:
		return types.Timestamp(g.within(t.From, t.To))
	case *types.FloatType:
		switch {
		case !math.IsInf(t.From, 0):
			return types.Float(math.Min(t.From+float64(g.IntN(3))/2, t.To))
		case !math.IsInf(t.To, 0):
			return types.Float(t.To - float64(g.IntN(3))/2)
		}
		return types.Float(float64(g.IntN(8))/2 - 1)
	case *types.StringType:
		if t.HasValue {
			return types.String(t.Value)
		}
		return types.String(strings.Repeat(pick(g, []string{"a", "b", "é"}), g.length(t.Size)))
	case *types.EnumType:
		if len(t.Values) > 0 {
			word := pick(g, t.Values)
			if t.CaseInsensitive && g.chance(50) {
				word = strings.ToUpper(word)
			}
			return types.String(word)
		}
	case *types.PatternType, *types.ScalarDataType:
		return types.String(pick(g, words))
	case *types.RegexpType:
		return t.Regexp()
	case *types.TypeType:
		if t.Type != nil {
			return types.TypeValue{Type: t.Type}
		}
		return types.TypeValue{Type: g.Type(1)}
	case *types.SensitiveType:
		return &types.Sensitive{Value: g.Value(t.Type, depth)}
	}
	return g.collection(t, depth)
}

func (g *Generator) collection(t types.Type, depth int) types.Value {
	switch t := t.(type) {
	case *types.ArrayType:
		list := make(types.Array, g.length(t.Size))
		for i := range list {
			list[i] = g.Value(t.Element, depth)
		}
		return list
	case *types.TupleType:
		size := t.Size
		if size == nil {
			size = g.Algebra.Store().Size(len(t.Types), len(t.Types))
		}
		list := make(types.Array, g.length(size))
		for i := range list {
			if len(t.Types) == 0 {
				list[i] = g.AnyValue(1)
			} else {
				list[i] = g.Value(t.Types[min(i, len(t.Types)-1)], depth)
			}
		}
		return list
	case *types.HashType:
		entries := make([]types.HashEntry, g.length(t.Size))
		for i := range entries {
			entries[i] = types.HashEntry{Key: g.Value(t.Key, depth), Value: g.Value(t.Value, depth)}
		}
		return types.NewHash(entries...)
	case *types.StructType:
		var entries []types.HashEntry
		for _, e := range t.Elements {
			if !e.Optional || g.chance(60) {
				entries = append(entries, types.HashEntry{Key: types.String(e.Name), Value: g.Value(e.Value, depth)})
			}
		}
		return types.NewHash(entries...)
	case *types.CollectionType:
		return g.collection(g.Algebra.Store().ArrayOf(nil, t.Size), depth)
	case *types.IterableType:
		if t.Type != nil {
			return types.Array{g.Value(t.Type, depth)}
		}
	case *types.InitType:
		if t.Type != nil {
			return g.Value(t.Type, depth)
		}
	}
	return g.AnyValue(2)
}

func (g *Generator) length(size *types.IntegerType) int {
	if size == nil {
		return g.IntN(3)
	}
	low := 0
	if size.From.IsFinite() {
		low = int(min(size.From.Value, 5))
	}
	n := low + g.IntN(3)
	if size.To.IsFinite() {
		n = int(min(int64(n), size.To.Value))
	}
	return max(n, 0)
}

func (g *Generator) within(from, to types.Bound) int64 {
	switch {
	case from.IsFinite():
		n := from.Value
		if step := int64(g.IntN(3)); n < math.MaxInt64-step {
			n += step
		}
		if to.IsFinite() {
			n = min(n, to.Value)
			if g.chance(30) {
				n = to.Value
			}
		}
		return n
	case to.IsFinite():
		if n := to.Value; n > math.MinInt64+2 {
			return n - int64(g.IntN(3))
		}
		return to.Value
	}
	return int64(g.IntN(12) - 2)
}
