package ide

import (
	"maps"

	"puppet-lint/module"
	"puppet-lint/syntax"
)

// fitting is added to the rank of a function after a ".".
type fitting int

const (
	acceptsReceiver   fitting = -15
	mayAcceptReceiver fitting = 0
	refusesReceiver   fitting = 60
)

// fitsReceiver reports how well the value before the "." fits the first parameter of a
// function. It also returns the number of the signature that fits.
func (c *nameCompleter) fitsReceiver(name string) (fitting, int) {
	signatures := c.signaturesOf(name)
	best := refusesReceiver
	if len(signatures) == 0 {
		best = mayAcceptReceiver
	}
	for i, signature := range signatures {
		if len(signature.Parameters) == 0 || signature.Parameters[0].Name == "block" {
			continue
		}
		t, ok := parseType(signature.Parameters[0].Type)
		classes, known := c.declared.valueClasses(t)
		switch {
		case !ok, !known:
			best = min(best, mayAcceptReceiver)
		case meet(classes, c.receiver):
			return acceptsReceiver, i
		}
	}
	return best, 0
}

func meet(a, b map[string]bool) bool {
	for class := range a {
		if b[class] {
			return true
		}
	}
	return false
}

// classesBefore returns the classes of the value that ends before a token, or nil if the text
// does not show them.
func (c *manifestCompleter) classesBefore(token int) map[string]bool {
	file := c.Manifest.File
	last := file.PreviousSignificant(token)
	if last < 0 {
		return nil
	}
	switch file.Tokens[last].Kind {
	case syntax.SingleQuoted, syntax.DoubleQuoted, syntax.StringEnd, syntax.HeredocEnd:
		return map[string]bool{"text": true}
	case syntax.Number:
		return map[string]bool{"number": true}
	case syntax.KeywordTrue, syntax.KeywordFalse:
		return map[string]bool{"boolean": true}
	case syntax.Regex:
		return map[string]bool{"regexp": true}
	case syntax.RightParen:
		return c.classesOfCall(last)
	case syntax.RightBracket:
		if opening := c.opening(last); opening >= 0 && file.Tokens[opening].Kind == syntax.ListStart {
			return map[string]bool{"list": true}
		}
	}
	all := map[string]bool{}
	types := c.typesOf(last)
	for _, t := range types {
		classes, ok := c.declared.valueClasses(t)
		if !ok {
			return nil
		}
		maps.Copy(all, classes)
	}
	return all
}

// classesOfCall returns the classes of the result of the call that a ")" ends.
func (c *manifestCompleter) classesOfCall(closing int) map[string]bool {
	opening := c.opening(closing)
	if opening < 0 {
		return nil
	}
	name := c.Manifest.PreviousSignificant(opening)
	if name < 0 || c.Manifest.Tokens[name].Kind != syntax.Name {
		return nil
	}
	all := map[string]bool{}
	for _, signature := range c.signaturesOf(module.Normalize(c.Manifest.Text(name))) {
		t, ok := parseType(signature.Returns)
		classes, known := c.declared.valueClasses(t)
		if !ok || !known {
			return nil
		}
		maps.Copy(all, classes)
	}
	return all
}

// opening returns the token that a closing bracket or parenthesis belongs to, or -1.
func (c *manifestCompleter) opening(closing int) int {
	file := c.Manifest.File
	depth := 0
	for at := closing; at >= 0; at = file.PreviousSignificant(at) {
		switch file.Tokens[at].Kind {
		case syntax.RightParen, syntax.RightBracket, syntax.RightBrace:
			depth++
		case syntax.LeftParen, syntax.LineLeftParen, syntax.LeftBracket, syntax.ListStart, syntax.LeftBrace, syntax.SelectBrace:
			if depth--; depth == 0 {
				return at
			}
		}
	}
	return -1
}
