package checker

import (
	"puppet-lint/checker/lattice"
	"puppet-lint/internal/hiera"
	"puppet-lint/source"
)

// DataValue is a value that data give to a parameter of a class.
type DataValue struct {
	// File is the data file, Span the key in it.
	File *source.File
	Span source.Span
	// Type is that of such values, none of which it tells; unknown when it cannot
	// be told.
	Type Type
}

// dataValues are the values that the data of the tree give to a key, those that
// count most first.
func (r *run) dataValues(key string) []DataValue {
	var values []DataValue
	for _, found := range r.data().values(key) {
		values = append(values, DataValue{found.Source.Document().File, found.Node.Span, r.typeOfData(found)})
	}
	return values
}

// typeOfData is the type of a value as a lookup of its key finds it. Secrets
// stand in data: of texts, nothing is left.
func (r *run) typeOfData(key hiera.Key) Type {
	candidates, known := r.data().optionsOf(key)
	if !known {
		return r.Unknown
	}
	f := &dataChecker{dataReader: &dataReader{program: r.program}, encrypted: key.Source.Encrypted}
	result := r.Never
	for _, candidate := range candidates {
		way := r.wayOf(candidate)
		if way.unknown {
			return r.Unknown
		}
		t := way.target
		if t == nil {
			t = r.presentable(r.openTo(f.typeOfNode(key.Value, 0)))
		}
		if way.merge == "unique" && lattice.TypeClassOf(t) != lattice.ArrayClass {
			t = r.Array(t, lattice.Range{Low: 0, High: lattice.AnyInteger.High})
		}
		result = r.Join(result, t)
	}
	return result
}
