package ruby

import (
	"reflect"

	"puppet-lint/internal/source"
)

// DeclaresSame reports whether two files have the same declarations, whatever their positions
// and documentation.
func (d *Declarations) DeclaresSame(other *Declarations) bool {
	return equalDeclarations(reflect.ValueOf(d), reflect.ValueOf(other))
}

var (
	fileType = reflect.TypeFor[*source.File]()
	spanType = reflect.TypeFor[source.Span]()
	docType  = reflect.TypeFor[Documentation]()
)

// equalDeclarations reports whether two values of one type are equal, ignoring spans and
// documentation. The values contain no cycles.
func equalDeclarations(a, b reflect.Value) bool {
	switch a.Kind() {
	case reflect.Pointer:
		if a.Type() == fileType || a.IsNil() || b.IsNil() {
			return a.Type() == fileType || a.IsNil() == b.IsNil()
		}
		return equalDeclarations(a.Elem(), b.Elem())
	case reflect.Struct:
		if a.Type() == spanType {
			return true
		}
		for i := range a.NumField() {
			if !equalDeclarations(a.Field(i), b.Field(i)) {
				return false
			}
		}
		return true
	case reflect.Slice:
		if a.Len() != b.Len() {
			return false
		}
		for i := range a.Len() {
			if !equalDeclarations(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	}
	return a.Type() == docType || a.Equal(b)
}
