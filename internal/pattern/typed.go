package pattern

import (
	"puppet-lint/syntax"
	"puppet-lint/types"
	"puppet-lint/types/typeexpr"
)

// Typer reports whether an expression is certain to have a type. The type is given as text.
type Typer func(node syntax.Node, typeText string) bool

// wantedType is the type that a metavariable requires: $X:Integer[1]. The type is nil if it
// contains names that only modules define, which a Typer may know.
type wantedType struct {
	text  string
	typ   types.Type
	names *types.Algebra
}

// readTypes parses the types in a pattern.
func readTypes(texts map[string]typeText) (map[string]wantedType, error) {
	if len(texts) == 0 {
		return nil, nil
	}
	algebra := types.NewStore().Algebra(nil)
	wanted := map[string]wantedType{}
	for name, one := range texts {
		typ, err := typeexpr.Parse(algebra, nil, one.text)
		if err != nil {
			return nil, &Error{one.offset, one.text + " is not a type: " + err.Error()}
		}
		wanted[name] = wantedType{one.text, typ, algebra}
	}
	return wanted, nil
}

// fits reports whether a capture is certain to have a type, because it is a literal or because
// the type of the code is known.
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
