package pattern

import (
	"puppet-lint/syntax"
	"puppet-lint/types"
	"puppet-lint/types/typeexpr"
)

// Typer reports whether an expression is certain to be of a type, which is given as it
// is written.
type Typer func(node syntax.Node, typeText string) bool

// wantedType is what a metavariable with a type must be: $X:Integer[1]. The type is
// nil where it names types that only modules have, which a Typer may know.
type wantedType struct {
	text  string
	typ   types.Type
	names *types.Algebra
}

// readTypes reads the types that a pattern asks for.
func readTypes(texts map[string]typeText) (map[string]wantedType, error) {
	if len(texts) == 0 {
		return nil, nil
	}
	algebra := types.NewStore().Algebra(nil)
	wanted := map[string]wantedType{}
	for name, one := range texts {
		typ, err := typeexpr.Parse(algebra, nil, one.text)
		if err != nil {
			return nil, &Error{one.offset, one.text + " is no type: " + err.Error()}
		}
		wanted[name] = wantedType{one.text, typ, algebra}
	}
	return wanted, nil
}

// fits reports whether what a metavariable captured is certain to be of a type: by
// what is written out, or by the types that are known of the code.
func (m *matcher) fits(wanted wantedType, capture *Capture) bool {
	if len(capture.nodes) != 1 {
		return len(capture.nodes) == 0 && capture.text != "" && wanted.names.Instance(wanted.typ, types.String(capture.text))
	}
	node := bare(capture.nodes[0])
	if name, isName := node.(*syntax.QualifiedName); isName {
		return wanted.names.Instance(wanted.typ, types.String(name.Value))
	}
	reader := &typeexpr.Reader{Algebra: wanted.names, File: m.file}
	if value, err := reader.Value(node); err == nil && wanted.names.Instance(wanted.typ, value) {
		return true
	}
	return m.typer != nil && m.typer(node, wanted.text)
}
