package typegen

import (
	"math"
	"slices"

	"puppet-lint/types"
)

// Related returns a type derived from t: a part is widened, narrowed, wrapped or replaced, so
// that both answers to a query about the two types are common.
func (g *Generator) Related(t types.Type) types.Type {
	s := g.Algebra.Store()
	switch g.IntN(8) {
	case 0:
		return s.OptionalOf(t)
	case 1:
		return s.VariantOf(t, g.Type(1))
	case 2:
		return s.Generalize(t)
	case 3:
		return g.Type(1)
	}
	return g.nudged(t)
}

func (g *Generator) bound(b types.Bound) types.Bound {
	switch {
	case g.chance(20):
		return types.At(int64(g.IntN(12) - 2))
	case b.IsFinite() && b.Value > math.MinInt64+2 && b.Value < math.MaxInt64-2:
		return types.At(b.Value + int64(g.IntN(3)) - 1)
	}
	return b
}

func (g *Generator) sized(size *types.IntegerType) *types.IntegerType {
	if size == nil || g.chance(20) {
		if g.chance(60) {
			return size
		}
		return g.Algebra.Store().Size(g.IntN(3), -1)
	}
	return g.Algebra.Store().IntegerRange(g.bound(size.From), g.bound(size.To))
}

// nudged returns t with a small change inside.
func (g *Generator) nudged(t types.Type) types.Type {
	s, part := g.Algebra.Store(), g.relatedPart
	switch t := t.(type) {
	case *types.IntegerType:
		return s.IntegerRange(g.bound(t.From), g.bound(t.To))
	case *types.TimespanType:
		return s.TimespanRange(g.bound(t.From), g.bound(t.To))
	case *types.FloatType:
		return s.FloatRange(t.From, t.To+float64(g.IntN(3)-1))
	case *types.StringType:
		return s.StringSized(g.sized(t.Size))
	case *types.EnumType:
		return s.EnumOf(append([]string{pick(g, words)}, t.Values[:g.IntN(len(t.Values)+1)]...), t.CaseInsensitive && g.chance(80))
	case *types.CollectionType:
		return s.CollectionOf(g.sized(t.Size))
	case *types.ArrayType:
		if g.chance(20) && t.Element.Kind() != types.KindUnit {
			return s.TupleOf([]types.Type{t.Element, part(t.Element)}, t.Size)
		}
		return s.ArrayOf(part(t.Element), g.sized(t.Size))
	case *types.HashType:
		return s.HashOf(part(t.Key), part(t.Value), g.sized(t.Size))
	case *types.TupleType:
		return g.nudgedTuple(t)
	case *types.StructType:
		return g.nudgedStruct(t)
	case *types.VariantType:
		return g.nudgedVariant(t)
	case *types.OptionalType:
		return s.OptionalOf(part(t.Type))
	case *types.NotUndefType:
		return s.NotUndefOf(part(t.Type))
	case *types.TypeType:
		return s.TypeOf(part(t.Type))
	case *types.SensitiveType:
		return s.SensitiveOf(part(t.Type))
	case *types.IterableType:
		return s.IterableOf(part(t.Type))
	case *types.AliasType:
		return g.Algebra.Resolve(t)
	}
	return g.Type(2)
}

// relatedPart returns a type for the part t of a type; t may be nil.
func (g *Generator) relatedPart(t types.Type) types.Type {
	switch {
	case t != nil && t.Kind() == types.KindUnit:
		return g.Type(1)
	case t == nil || g.chance(40):
		return t
	}
	return g.Related(t)
}

func (g *Generator) nudgedTuple(t *types.TupleType) types.Type {
	s := g.Algebra.Store()
	list := slices.Clone(t.Types)
	if len(list) == 0 {
		return s.Array
	}
	i := g.IntN(len(list))
	list[i] = g.relatedPart(list[i])
	if g.chance(20) {
		return s.ArrayOf(list[i], t.Size)
	}
	if g.chance(30) {
		list = list[:i+1]
	}
	return s.TupleOf(list, t.Size)
}

func (g *Generator) nudgedStruct(t *types.StructType) types.Type {
	s := g.Algebra.Store()
	elements := slices.Clone(t.Elements)
	if len(elements) == 0 {
		return s.Hash
	}
	i := g.IntN(len(elements))
	switch g.IntN(4) {
	case 0:
		elements[i].Optional = !elements[i].Optional
	case 1:
		elements = slices.Delete(elements, i, i+1)
	case 2:
		return s.HashOf(s.String, g.relatedPart(elements[i].Value), nil)
	default:
		elements[i].Value = g.relatedPart(elements[i].Value)
	}
	return s.StructOf(elements)
}

func (g *Generator) nudgedVariant(t *types.VariantType) types.Type {
	s := g.Algebra.Store()
	list := slices.Clone(t.Types)
	if len(list) == 0 {
		return t
	}
	i := g.IntN(len(list))
	if g.chance(50) {
		return s.VariantOf(slices.Delete(list, i, i+1)...)
	}
	list[i] = g.relatedPart(list[i])
	return s.VariantOf(list...)
}
