package typesummary

import (
	"puppet-lint/checker/documents"
	"puppet-lint/checker/lattice"
	"puppet-lint/internal/hiera"
	"puppet-lint/internal/source"
	"puppet-lint/types"
)

// DataValue is a value in the data for a parameter of a class.
type DataValue struct {
	// File is the data file, Span the key in it.
	File *source.File
	Span source.Span
	// Type is the type of such values, without the value itself. It is Unknown if it cannot be
	// determined.
	Type types.Type
}

// dataValues returns the values of a key in the data of the tree, those with the highest
// priority first.
func (r *summarizer) dataValues(key string) []DataValue {
	var values []DataValue
	for _, found := range r.Data().Values(key) {
		values = append(values, DataValue{found.Source.Document().File, found.Node.Span, r.typeOfData(found)})
	}
	return values
}

// typeOfData returns the type of a value as a lookup of its key returns it. The type contains
// no texts, since data may contain secrets.
func (r *summarizer) typeOfData(key hiera.Key) types.Type {
	candidates, known := r.Data().OptionsOf(key)
	if !known {
		return r.Unknown
	}
	f := &documents.ValueChecker{Reader: &documents.Reader{Documents: r.Documents}, Encrypted: key.Source.Encrypted}
	result := r.Never
	for _, candidate := range candidates {
		way := r.WayOf(candidate)
		if way.Unknown {
			return r.Unknown
		}
		t := way.Target
		if t == nil {
			t = r.presentable(r.generalized(f.TypeOfNode(key.Value, 0)))
		}
		if way.Merge == "unique" && lattice.TypeClassOf(t) != lattice.ArrayClass {
			t = r.Array(t, lattice.Range{Low: 0, High: lattice.AnyInteger.High})
		}
		result = r.Join(result, t)
	}
	return result
}
