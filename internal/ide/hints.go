package ide

import (
	"slices"

	"puppet-lint/checker/symbols"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// Hint is a text that the editor inserts into the displayed code.
type Hint struct {
	At   int32
	Text string
	// IsType is true for the type of a variable, false for the name of a parameter.
	IsType bool
}

// longestHint is the length of the longest type that is shown as a hint.
const longestHint = 60

// TypeHints returns the types of variables at their assignments.
func (v *View) TypeHints(within source.Span) (hints []Hint) {
	if v.Manifest == nil {
		return nil
	}
	types := v.Types(v.Path)
	if types == nil {
		return nil
	}
	syntax.Inspect(v.Manifest.Program, func(node syntax.Node) bool {
		assignment, ok := node.(*syntax.AssignmentExpression)
		if !ok {
			return true
		}
		extent := v.Manifest.Extent(assignment.Left)
		known := types.TypeOf(assignment.Right)
		if _, isVariable := assignment.Left.(*syntax.VariableExpression); !isVariable || known == nil || !within.Covers(extent) || isLiteral(assignment.Right) {
			return true
		}
		if text := shortType(known); text != "Any" && len(text) <= longestHint {
			hints = append(hints, Hint{At: extent.End, Text: ": " + text, IsType: true})
		}
		return true
	})
	return hints
}

// isLiteral reports whether the type of a value is obvious to a reader.
func isLiteral(node syntax.Node) bool {
	switch node.(type) {
	case *syntax.LiteralString, *syntax.LiteralInteger, *syntax.LiteralFloat, *syntax.LiteralBoolean, *syntax.LiteralUndef, *syntax.ConcatenatedString, *syntax.HeredocExpression:
		return true
	}
	return false
}

// ParameterHints returns the names of the parameters that arguments are passed to.
func (v *View) ParameterHints(within source.Span) (hints []Hint) {
	if v.Manifest == nil {
		return nil
	}
	known := map[string][]Signature{}
	syntax.Inspect(v.Manifest.Program, func(node syntax.Node) bool {
		name, arguments := syntax.CalledFunction(node)
		if name == "" || len(arguments) < 2 || syntax.IsStatementFunction(name) {
			return true
		}
		if _, seen := known[name]; !seen {
			known[name] = v.signaturesOf(module.Normalize(name))
		}
		signatures := slices.DeleteFunc(slices.Clone(known[name]), func(signature Signature) bool {
			return len(signature.Parameters) < len(arguments)
		})
		if len(signatures) == 0 {
			return true
		}
		_, isMethod := node.(*syntax.CallMethodExpression)
		for i, argument := range arguments {
			extent := v.Manifest.Extent(argument)
			parameter := signatures[0].Parameters[i]
			if i == 0 && isMethod || parameter.Rest || !within.Covers(extent) || isNamedLike(argument, parameter.Name) {
				continue
			}
			hints = append(hints, Hint{At: extent.Start, Text: parameter.Name + ":"})
		}
		return true
	})
	return hints
}

func isNamedLike(argument syntax.Node, name string) bool {
	variable, ok := argument.(*syntax.VariableExpression)
	return ok && variable.Name == name
}

// Lens is a definition with its uses.
type Lens struct {
	Span source.Span
	Uses []Location
}

// Lenses returns the definitions of the file with their uses.
func (v *View) Lenses() (lenses []Lens) {
	if v.Table == nil {
		return nil
	}
	for i := range v.Table.Occurrences {
		one := &v.Table.Occurrences[i]
		if one.Role != symbols.Definition || one.Span.Len() == 0 {
			continue
		}
		switch one.Symbol.Kind {
		case symbols.Class, symbols.DefinedType, symbols.Function, symbols.TypeAlias, symbols.Plan:
			lenses = append(lenses, Lens{one.Span, v.Uses(one.Symbol)})
		}
	}
	return lenses
}
