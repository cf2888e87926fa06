package eval

import (
	"strconv"
	"strings"

	"puppet-lint/checker/code"
	"puppet-lint/checker/lattice"
)

// The kinds of values that a function of the 3.x API can distinguish, as takes of a model
// writes them: one word of kinds for each argument. The word after "..." applies to all further
// arguments, and "*" accepts any value. Such a function gets regular expressions, versions,
// times and undef as strings.
const (
	kindString  = 's'
	kindUndef   = 'u'
	kindNumber  = 'n'
	kindBoolean = 'b'
	kindArray   = 'a'
	kindHash    = 'h'
)

// checkLegacyArguments reports an argument that a function of the 3.x API never accepts. It
// returns whether the call may work.
func (e *Evaluator) checkLegacyArguments(c *Call) bool {
	model := e.modelOf(c.Name)
	if model.takes == "" {
		return true
	}
	wanted := strings.Fields(model.takes)
	for i, argument := range c.Arguments {
		text := "*"
		switch {
		case i < len(wanted):
			text = wanted[i]
		case strings.HasPrefix(wanted[len(wanted)-1], "..."):
			text = wanted[len(wanted)-1]
		}
		text = strings.TrimPrefix(text, "...")
		if text == "*" || e.MayBe(argument, func(s lattice.TypeClass, _ Type) bool { return isLegacyKind(s, text) }) {
			continue
		}
		e.report(&code.ArgumentMismatch, c.At, "RUNTIME_ERROR", "'"+c.Name+"' takes "+legacyKinds(text)+" as argument "+strconv.Itoa(i+1)+", not "+e.Describe(argument))
		return false
	}
	return model.checkFurther == nil || model.checkFurther(e, c)
}

// isLegacyKind reports whether values of a type class may be of one of the kinds.
func isLegacyKind(s lattice.TypeClass, kinds string) bool {
	kind := kindString
	switch s {
	case lattice.UndefClass:
		kind = kindUndef
	case lattice.IntegerClass, lattice.FloatClass:
		kind = kindNumber
	case lattice.BooleanClass:
		kind = kindBoolean
	case lattice.ArrayClass:
		kind = kindArray
	case lattice.HashClass:
		kind = kindHash
	case lattice.TypeValueClass, lattice.SensitiveClass, lattice.DefaultClass:
		return false
	case lattice.StringClass, lattice.RegexpClass, lattice.SemVerClass, lattice.SemVerRangeClass, lattice.TimespanClass, lattice.TimestampClass, lattice.URIClass:
	default:
		return true
	}
	return strings.ContainsRune(kinds, kind)
}

// legacyKinds describes kinds of values in words, for messages.
func legacyKinds(kinds string) string {
	var words []string
	for _, kind := range kinds {
		switch kind {
		case kindString:
			words = append(words, "a String")
		case kindNumber:
			words = append(words, "a number")
		case kindBoolean:
			words = append(words, "a Boolean")
		case kindArray:
			words = append(words, "an Array")
		case kindHash:
			words = append(words, "a Hash")
		}
	}
	return strings.Join(words, " or ")
}

// checkResourceHash reports a hash of resources if the attributes of one of them are not a
// hash. It returns whether the call may work.
func (e *Evaluator) checkResourceHash(c *Call) bool {
	if len(c.Arguments) < 2 {
		return true
	}
	for _, member := range e.Members(c.Arguments[1]) {
		if lattice.TypeClassOf(member) != lattice.HashClass || !e.hasBadResource(member) {
			return true
		}
	}
	e.report(&code.ArgumentMismatch, c.At, "RUNTIME_ERROR", "'"+c.Name+"' takes a Hash of attributes for each title, not "+e.Describe(c.Arguments[1]))
	return false
}

// hasBadResource reports whether every hash of the type has a value that is not a hash of
// attributes.
func (e *Evaluator) hasBadResource(hash Type) bool {
	isBad := func(value Type) bool {
		return !e.IsNever(value) && !e.MayBe(value, func(s lattice.TypeClass, _ Type) bool { return isLegacyKind(s, "hu") })
	}
	if fields, isStruct := lattice.FieldsOf(hash); isStruct {
		for _, field := range fields {
			if !field.Optional && isBad(field.Value) {
				return true
			}
		}
		return false
	}
	_, value := e.KeyValueOf(hash)
	return lattice.SizeOf(hash).Low > 0 && isBad(value)
}

// checkValidateLegacy checks validate_legacy(type, function, value, …). Up to stdlib 8, a value
// that is not an instance of the type fails only if the old function rejects it, too;
// mayValidate knows the values that the old functions certainly reject. Later versions ignore
// the name of the function. checkValidateLegacy returns whether the call may work.
func (e *Evaluator) checkValidateLegacy(c *Call) bool {
	if len(c.Arguments) < 3 {
		e.report(&code.ArgumentCount, c.At, "RUNTIME_ERROR", "'validate_legacy' "+wrongCount(len(c.Arguments), 3, -1))
		return false
	}
	wanted := []string{"a Type or a String", "a String"}
	for i, argument := range c.Arguments[:2] {
		if !e.MayBe(argument, func(s lattice.TypeClass, _ Type) bool {
			return s == lattice.StringClass || s == lattice.AnyClass || s == lattice.TypeValueClass && i == 0
		}) {
			e.report(&code.ArgumentMismatch, c.At, "RUNTIME_ERROR", "'validate_legacy' takes "+wanted[i]+" as argument "+strconv.Itoa(i+1)+", not "+e.Describe(argument))
			return false
		}
	}
	target := lattice.TypeIn(c.Arguments[0])
	if text, known := lattice.StringOf(c.Arguments[0]); known {
		target = e.ParseType(text)
	}
	validator, known := lattice.StringOf(c.Arguments[1])
	if text, isText := lattice.StringOf(c.Arguments[0]); isText && text != "" && 'a' <= text[0] && text[0] <= 'z' {
		e.report(&code.ArgumentMismatch, c.At, "RUNTIME_ERROR", "'validate_legacy' needs the text of a type, not "+lattice.Quote(text))
		return false
	}
	callsOld := e.validateLegacyCallsOld()
	if known && callsOld == lattice.Always && e.Program.FindFunction(validator) == nil && !e.functionMayExist(validator) {
		e.report(&code.UnknownFunction, c.At, "RUNTIME_ERROR", "there is no function '"+validator+"'")
		return false
	}
	value := c.Arguments[2]
	if e.IsUnknown(target) || e.IsUnknown(value) || e.Relation(value, target) != lattice.Never {
		return true
	}
	if callsOld != lattice.Never && (!known || e.mayValidate(validator, value)) {
		return true
	}
	e.report(&code.TypeMismatch, c.At, "RUNTIME_ERROR", "'validate_legacy' expects "+lattice.Article(e.Format(target))+", got "+e.DescribeFor(target, value))
	return false
}

// validateLegacyCallsOld reports whether validate_legacy calls the old function that it names.
// stdlib may be used in several versions: those that have the old functions call them, later
// ones do not.
func (e *Evaluator) validateLegacyCallsOld() lattice.Truth {
	const old = "validate_re"
	e.depend(old)
	stdlib := e.Tree.Module("stdlib")
	switch {
	case stdlib == nil:
		return lattice.Maybe
	case stdlib.Known == nil:
		return lattice.TruthOf(e.Program.FindFunction(old) != nil)
	}
	switch stdlib.Known.Without("lib/puppet/functions/"+old+".rb", "lib/puppet/parser/functions/"+old+".rb") {
	case 0:
		return lattice.Always
	case stdlib.Known.Allowed:
		return lattice.Never
	}
	return lattice.Maybe
}

// mayValidate reports whether one of stdlib's old validate functions may accept a value.
func (e *Evaluator) mayValidate(validator string, value Type) bool {
	return e.MayBe(value, func(s lattice.TypeClass, member Type) bool {
		switch validator {
		case "validate_hash":
			return isLegacyKind(s, "h")
		case "validate_array":
			return isLegacyKind(s, "a")
		case "validate_bool":
			return isLegacyKind(s, "b")
		case "validate_re":
			return isLegacyKind(s, "s")
		case "validate_string":
			return isLegacyKind(s, "su")
		case "validate_integer", "validate_numeric":
			return isLegacyKind(s, "nsa")
		case "validate_absolute_path":
			text, known := lattice.StringOf(member)
			return isLegacyKind(s, "sa") && (!known || strings.ContainsAny(text, `/\\`))
		}
		return true
	})
}
