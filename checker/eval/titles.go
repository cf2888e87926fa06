package eval

import (
	"fmt"
	"strings"

	"puppet-lint/checker/code"
	"puppet-lint/checker/lattice"
	"puppet-lint/checker/program"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// evaluateTitles returns the types of the titles of a body. exact is false if there may be
// others.
func (e *Evaluator) evaluateTitles(kind ResourceKind, node *syntax.ResourceExpression, body *syntax.ResourceBody) (titles []Type, exact bool) {
	title := e.Evaluate(body.Title)
	if e.state.unreachable || e.IsUnknown(title) {
		return nil, false
	}
	e.requireTitle(body.Title)
	titles, exact = e.FlattenOne(title, 0)
	isList := lattice.TypeClassOf(title) == lattice.ArrayClass
	for _, one := range titles {
		if why, issue := e.wrongTitle(one, isList); why != "" && exact {
			e.report(&code.InvalidTitle, body.Title, issue, why)
			return nil, false
		}
		if text, known := lattice.StringOf(one); known && exact && kind.Name == "class" {
			e.checkClassTitle(text, body.Title)
		}
	}
	return titles, exact
}

// wrongTitle explains why a value cannot be a title, and returns Puppet's code for that error.
// It returns empty strings if the value may be one.
func (e *Evaluator) wrongTitle(title Type, inList bool) (why, code string) {
	for _, member := range e.Members(title) {
		if e.isDeferred(member) {
			why, code = "a title must be a String, not a Deferred: it has no value yet", "ILLEGAL_TITLE_TYPE_AT"
			continue
		}
		switch lattice.TypeClassOf(member) {
		case lattice.StringClass:
			if text, known := lattice.StringOf(member); known && text == "" {
				why, code = "a title cannot be an empty string", "EMPTY_STRING_TITLE_AT"
				continue
			}
			return "", ""
		case lattice.AnyClass, lattice.OtherClass, lattice.DefaultClass:
			return "", ""
		case lattice.UndefClass:
			why, code = "a title cannot be undef", "MISSING_TITLE"
			if inList {
				code = "MISSING_TITLE_AT"
			}
		default:
			why, code = "a title must be a String, not "+e.Describe(member), "ILLEGAL_TITLE_TYPE_AT"
		}
	}
	return why, code
}

func (e *Evaluator) checkClassTitle(title string, at syntax.Node) {
	name := module.Normalize(title)
	e.depend(name)
	if class := e.Class(name); class != nil {
		e.checkPrivate(class, at)
	}
	if e.Class(name) == nil && !e.classMayExist(name) {
		e.reportUnknownClass(name, at)
	}
}

func (e *Evaluator) checkDuplicateTitles(node *syntax.ResourceExpression, titles []Type) {
	seen := map[string]bool{}
	for _, title := range titles {
		text, known := lattice.StringOf(title)
		if !known {
			continue
		}
		if seen[text] {
			e.report(&code.DuplicateTitle, node, "DUPLICATE_TITLE", "the title "+lattice.Quote(text)+" is used twice in this expression")
			return
		}
		seen[text] = true
	}
}

// titleKey returns a key for a title such that equal keys mean equal titles, and the title for
// messages. The key is empty if the title cannot be compared.
func (e *Evaluator) titleKey(node syntax.Node) (key, shown string) {
	if program.IsDefault(node) {
		return "", ""
	}
	if text, known := e.titleText(node); known {
		return "'" + text, lattice.Quote(text)
	}
	same := true
	var bound strings.Builder // a block may have variables with the same names
	syntax.Inspect(node, func(inner syntax.Node) bool {
		switch inner := inner.(type) {
		case *syntax.VariableExpression:
			variable, slot := e.local(inner.Name)
			fmt.Fprintf(&bound, "\x00%d %d", slot, variable.at.Start)
		case *syntax.ConcatenatedString, *syntax.TextExpression, *syntax.LiteralString,
			*syntax.QualifiedName, *syntax.AccessExpression, *syntax.LiteralInteger:
		default:
			same = false
		}
		return same
	})
	if !same {
		return "", ""
	}
	text := e.Body.Manifest.Source.Slice(e.Body.Manifest.Extent(node))
	return text + bound.String(), text
}

// titleText returns the text of a title that has been evaluated, if it is known. It does not look at
// a title that declares resources itself: with a second evaluation of each title, the work would
// double with each level of nesting.
func (e *Evaluator) titleText(title syntax.Node) (text string, known bool) {
	declares := false
	syntax.Inspect(title, func(inner syntax.Node) bool {
		_, isResource := inner.(*syntax.ResourceExpression)
		declares = declares || isResource
		return !declares
	})
	if declares {
		return "", false
	}
	return lattice.StringOf(e.EvaluateSilently(title))
}
