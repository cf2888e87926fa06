package eval

import (
	"slices"
	"strings"

	"puppet-lint/checker/deps"
	"puppet-lint/checker/lattice"
	"puppet-lint/checker/program"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// If the default of a parameter causes a failure, the failure is reported once, where the
// parameter is declared. Declarations that give no value do not report it again
// (FailsByDefaults).

// FailsByDefaults reports whether a declaration fails in the same way for any values that it
// may give, because of the defaults of the other parameters. A call of fail() is different: it
// demands a value, so the declaration that gives none is the mistake.
func (p *Interpreter) FailsByDefaults(d *Declaration, f *Failure, dependencies deps.Set) bool {
	if f.Refusal || !d.complete {
		return false
	}
	given, differs := map[string]bool{}, map[string]bool{} // differs: the value is not the default
	isRepeated := false
	for i, name := range d.Given.Names {
		if value := d.Given.Values[i]; value != p.Undef { // undef means the default
			given[name] = true
			differs[name] = !isDefaultOf(d.Definition.Parameter(name), value)
			isRepeated = isRepeated || !differs[name]
		}
	}
	in := CallSite{IsDefault: func(name string) bool { return !given[name] }, AnyHost: true, MayBe: true, Dependencies: dependencies}
	if p.Fails(d.Definition, in, f) {
		return true
	}
	return isRepeated && p.Fails(d.Definition, CallSite{IsDefault: func(name string) bool { return !differs[name] }, Dependencies: dependencies}, f)
}

// isDefaultOf reports whether a value is the literal that is a parameter's default.
func isDefaultOf(parameter *program.Parameter, value Type) bool {
	if parameter == nil {
		return false
	}
	literal := syntax.Unparenthesized(parameter.Node.Value)
	if boolean, ok := literal.(*syntax.LiteralBoolean); ok {
		given, known := lattice.BoolOf(value)
		return known && given == boolean.Value
	}
	text, ok := syntax.LiteralText(literal)
	given, known := lattice.StringOf(value)
	return ok && known && given == text
}

// longestDefault is the length, in bytes, of the longest default that a message quotes.
const longestDefault = 40

// OfDefault returns the message, at the default of a parameter, for a failure that the default
// causes elsewhere.
func (p *Interpreter) OfDefault(b *program.Body, of *program.Parameter, f *Failure) string {
	if isUndef(of.Node.Value) && strings.HasSuffix(f.Message, ", got undef") {
		return ByDefault(b, of, f)
	}
	place, message := "", f.Message
	if f.File != b.Manifest.Source {
		if other := p.definitionAround(f); other != nil {
			place = " in '" + other.Name + "'"
			message = strings.Replace(message, " has no value here:", " has no value there:", 1)
		}
	}
	return "the default of `$" + of.Name + "` always fails" + place + ": " + message
}

// definitionAround returns the definition in which a failure lies, or nil.
func (p *Interpreter) definitionAround(f *Failure) *module.Definition {
	manifest := p.Tree.Manifests.At(f.File.Name)
	if manifest == nil || manifest.Source != f.File {
		return nil
	}
	for _, definition := range manifest.Definitions {
		if manifest.Extent(definition.Node).Covers(f.Span) {
			return definition
		}
	}
	return nil
}

func isUndef(node syntax.Node) bool {
	_, ok := syntax.Unparenthesized(node).(*syntax.LiteralUndef)
	return ok
}

// ExpectsValue reports whether declarations of a class or defined type probably give a value to a
// parameter: its default is undef, and other parameters have no default.
func ExpectsValue(d *program.Definition, parameter *program.Parameter) bool {
	return isUndef(parameter.Node.Value) && slices.ContainsFunc(d.Signature(), func(p program.Parameter) bool { return p.Node.Value == nil })
}

// ByDefault returns the message for a failure that the default of a parameter causes.
func ByDefault(b *program.Body, p *program.Parameter, f *Failure) string {
	name := "`$" + p.Name + "`"
	if isUndef(p.Node.Value) {
		for _, end := range []string{", got undef", ", not undef"} {
			if text, found := strings.CutSuffix(f.Message, end); found {
				return text + ", but " + name + " is undef by default"
			}
		}
		text := f.File.Slice(f.Span)
		if f.Message == "undef"+lattice.NoElements && strings.HasPrefix(text, "$"+p.Name) && f.File == b.Manifest.Source {
			return "cannot index " + name + ": it is undef by default"
		}
	}
	text := b.Manifest.Source.Slice(b.Manifest.Extent(p.Node.Value))
	if len(text) > longestDefault || strings.Contains(text, "\n") {
		return f.Message + ", with the default of " + name
	}
	return f.Message + ": " + name + " is " + text + " by default"
}

// DefaultRevealsMore reports whether evaluating a parameter's default may find more than evaluating its
// type: the default is undef or a Boolean, or the type is not scalar.
func (p *Interpreter) DefaultRevealsMore(of *program.Parameter) bool {
	switch of.Node.Value.(type) {
	case nil:
		return false
	case *syntax.LiteralUndef, *syntax.LiteralBoolean:
		return true
	}
	return !p.isScalar(of)
}

// DefaultMeansNoValue reports whether the default of a parameter may mean "no value", so that a fail()
// demands one: it is empty, false or no literal, or the body compares with it.
func DefaultMeansNoValue(b *program.Body, p *program.Parameter) bool {
	text := b.Manifest.Source.Slice(b.Manifest.Extent(p.Node.Value))
	switch value := syntax.Unparenthesized(p.Node.Value).(type) {
	case *syntax.LiteralString, *syntax.QualifiedName:
		if program.LiteralText(value) == "" {
			return true
		}
	case *syntax.LiteralList:
		if len(value.Values) == 0 {
			return true
		}
	case *syntax.LiteralHash:
		if len(value.Entries) == 0 {
			return true
		}
	case *syntax.LiteralInteger, *syntax.LiteralFloat, *syntax.UnaryMinusExpression, *syntax.LiteralRegularExpression, *syntax.QualifiedReference:
	case *syntax.LiteralBoolean:
		if !value.Value {
			return true
		}
	default:
		return true
	}
	isCompared := false
	for _, statement := range program.StatementsOf(b.Node) {
		syntax.Inspect(statement, func(node syntax.Node) bool {
			switch node.(type) {
			case *syntax.LiteralString, *syntax.QualifiedName, *syntax.LiteralInteger, *syntax.LiteralFloat, *syntax.LiteralList, *syntax.LiteralHash:
				isCompared = isCompared || b.Manifest.Source.Slice(b.Manifest.Extent(node)) == text
			}
			return !isCompared
		})
	}
	return isCompared
}
