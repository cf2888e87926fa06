package checker

import (
	"slices"
	"strings"

	"puppet-lint/checker/code"
	"puppet-lint/checker/deps"
	"puppet-lint/checker/lattice"
	"puppet-lint/diag"
	"puppet-lint/internal/spell"
	"puppet-lint/module"
	"puppet-lint/module/builtin"
	"puppet-lint/syntax"
)

// A misspelt fact is undef, and a misspelt value of one is never met; Puppet says so of
// neither. They are reported where one letter, or two that changed places, make them a
// core fact or one of its values.

// factRead is a fact that an expression reads: the names on the way to it, and for each
// the literal that has it.
type factRead struct {
	names    []string
	literals []syntax.Node
}

// factReadBy is the fact that an expression reads by literal names; none if it reads
// none.
func (e *evaluator) factReadBy(node syntax.Node) (read factRead) {
	switch node := unparenthesized(node).(type) {
	case *syntax.AccessExpression:
		for access := node; len(access.Keys) == 1; {
			read.names = append(read.names, literalText(access.Keys[0]))
			read.literals = append(read.literals, access.Keys[0])
			if e.isFacts(access.Left) {
				slices.Reverse(read.names)
				slices.Reverse(read.literals)
				return read.literally()
			}
			left, isAccess := access.Left.(*syntax.AccessExpression)
			if !isAccess {
				break
			}
			access = left
		}
	case *syntax.CallMethodExpression:
		if access, ok := node.Functor.(*syntax.NamedAccessExpression); ok {
			return e.factAsked(literalText(access.Right), append([]syntax.Node{access.Left}, node.Arguments...))
		}
	case *syntax.CallNamedFunctionExpression:
		return e.factAsked(literalText(node.Functor), node.Arguments)
	}
	return factRead{}
}

// factAsked is the fact that a call reads.
func (e *evaluator) factAsked(function string, arguments []syntax.Node) (read factRead) {
	switch module.Normalize(function) {
	case "dig":
		if len(arguments) > 1 && e.isFacts(arguments[0]) {
			for _, argument := range arguments[1:] {
				read.names = append(read.names, literalText(argument))
				read.literals = append(read.literals, argument)
			}
		}
	case "get":
		switch {
		case len(arguments) > 1 && e.isFacts(arguments[0]):
			read = dottedFact(arguments[1], "")
		case len(arguments) > 0:
			read = dottedFact(arguments[0], "facts.")
		}
	case "getvar":
		if len(arguments) > 0 {
			read = dottedFact(arguments[0], "facts.")
		}
	case "fact":
		if len(arguments) == 1 {
			read = dottedFact(arguments[0], "")
		}
	}
	return read.literally()
}

// dottedFact is the fact whose names one literal has, with dots between them, behind the
// prefix.
func dottedFact(literal syntax.Node, prefix string) (read factRead) {
	path, isFact := strings.CutPrefix(literalText(literal), prefix)
	if !isFact || strings.ContainsAny(path, `'"`) {
		return read
	}
	for _, name := range strings.Split(path, ".") {
		read.names, read.literals = append(read.names, name), append(read.literals, literal)
	}
	return read
}

// literally is the read itself if all its names are literal texts, else none.
func (r factRead) literally() factRead {
	if slices.Contains(r.names, "") {
		return factRead{}
	}
	return r
}

// isFacts reports whether an expression is the variable $facts of the top scope.
func (e *evaluator) isFacts(node syntax.Node) bool {
	variable, ok := node.(*syntax.VariableExpression)
	if !ok || variable.Name != "facts" && variable.Name != "::facts" {
		return false
	}
	_, own := e.frame.slot("facts")
	return !own || variable.Name == "::facts"
}

// checkFactNames reports the first name on the way to a fact that is a core one
// misspelt.
func (e *evaluator) checkFactNames(read factRead) {
	if len(read.names) == 0 || !e.reporting {
		return
	}
	e.depend(deps.CustomFacts)
	top := read.names[0]
	if _, custom := slices.BinarySearch(e.top().customFacts, top); custom || e.tree.MayBeExternalFact(top) {
		return
	}
	if builtin.FindFact(top) == nil {
		if meant := e.coreFactMeant(read.names); meant != "" {
			e.reportFactName(read, 0, "there is no fact "+lattice.Quote(top), meant)
		}
		return
	}
	for i, key := range read.names[1:] {
		parent := strings.Join(read.names[:i+1], ".")
		fact := builtin.FindFact(parent)
		if fact == nil || fact.Open || fact.Legacy || len(fact.Keys) == 0 || fact.AnyKey() != "" {
			return
		}
		if slices.Contains(fact.Keys, key) {
			continue
		}
		if meant := suggestionOfAny(key, fact.Keys); meant != "" {
			e.reportFactName(read, i+1, "the fact "+lattice.Quote(parent)+" has no "+lattice.Quote(key), meant)
		}
		return
	}
}

// coreFactMeant is the core fact that the first of the names is a typo of, or empty:
// the other names are known of it, and no custom fact can have the name.
func (e *evaluator) coreFactMeant(names []string) string {
	name := names[0]
	if builtin.LegacyFact(name) != nil || e.top().factsOpen || e.matchesFactPattern(name) {
		return ""
	}
	for known := range builtin.FactNames() {
		if len(known) < 6 && (len(names) == 1 || len(known) < 4) || strings.ContainsAny(known, ".<") || !isLetterTypo(name, known) {
			continue
		}
		if fact := builtin.FindFact(known); len(names) == 1 || slices.Contains(fact.Keys, names[1]) {
			return known
		}
	}
	return ""
}

// matchesFactPattern reports whether Ruby files of the tree compute the names of facts
// that may be name.
func (e *evaluator) matchesFactPattern(name string) bool {
	for _, pattern := range e.top().factPatterns {
		if strings.HasPrefix(name, pattern.Prefix) && strings.HasSuffix(name, pattern.Suffix) {
			return true
		}
	}
	return false
}

// isLetterTypo reports whether a word is a known one with one typo in letters: with an
// underscore or digit more or less, it is a name of its own.
func isLetterTypo(word, known string) bool {
	count := func(text string) int {
		return len(text) - len(strings.Map(func(r rune) rune {
			if r == '_' || '0' <= r && r <= '9' {
				return -1
			}
			return r
		}, text))
	}
	return count(word) == count(known) && isTypo(word, known)
}

// reportFactName reports the name at index of those that a fact is read by.
func (e *evaluator) reportFactName(read factRead, index int, message, meant string) {
	literal := read.literals[index]
	finding := e.report(&code.MisspeltFact, literal, "", message)
	if finding == nil {
		return
	}
	finding.Help = "did you mean " + lattice.Quote(meant) + "?"
	e.fixWord(finding, literal, read.names[index], meant)
}

// fixWord adds the fix that writes another word in a quoted or bare literal.
func (e *evaluator) fixWord(finding *diag.Diagnostic, literal syntax.Node, word, meant string) {
	file := e.body.manifest.Source
	span := e.body.manifest.Extent(literal)
	text := file.Slice(span)
	if strings.Count(text, word) != 1 {
		return
	}
	span.Start += int32(strings.Index(text, word))
	span.End = span.Start + int32(len(word))
	finding.Fixes = []diag.Fix{{
		Message: "write " + meant, Safety: diag.Unsafe, Edits: []diag.Edit{diag.Replace(file, span, meant)},
	}}
}

// checkFactTest looks at the values that a comparison, match or "in" has for a fact.
func (e *evaluator) checkFactTest(test syntax.Node) {
	if !e.reporting {
		return
	}
	switch test := test.(type) {
	case *syntax.ComparisonExpression:
		if test.Operator == syntax.IsEqual || test.Operator == syntax.NotEqual {
			e.checkFactValue(test.Left, test.Right)
			e.checkFactValue(test.Right, test.Left)
		}
	case *syntax.MatchExpression:
		e.checkFactValue(test.Left, test.Right)
	case *syntax.InExpression:
		if list, isList := unparenthesized(test.Right).(*syntax.LiteralList); isList {
			for _, value := range list.Values {
				e.checkFactValue(test.Left, value)
			}
		}
	}
}

// checkFactValue reports a literal, or an alternative of a pattern, that a fact about
// the operating system is compared with, and that is one of its values misspelt.
func (e *evaluator) checkFactValue(tested, literal syntax.Node) {
	if !e.reporting {
		return
	}
	fact := e.systemFact(tested)
	if read := e.factReadBy(tested); fact == "" && len(read.names) > 0 {
		fact = strings.Join(read.names, ".")
	}
	word, meant := e.misspeltValue(fact, literal)
	if meant == "" {
		return
	}
	for _, custom := range []string{"os", fact} {
		if _, found := slices.BinarySearch(e.top().customFacts, custom); found {
			return
		}
	}
	finding := e.report(&code.MisspeltFact, literal, "", fact+" is never "+lattice.Quote(word))
	if finding != nil {
		finding.Help = "did you mean " + lattice.Quote(meant) + "?"
		e.fixWord(finding, literal, word, meant)
	}
}

// misspeltValue is the word of a literal that is a value of the fact misspelt, and the
// value that is meant; both are empty if there is none.
func (e *evaluator) misspeltValue(fact string, literal syntax.Node) (word, meant string) {
	values := module.SystemFactValues(fact)
	if values == nil {
		return "", ""
	}
	switch literal := unparenthesized(literal).(type) {
	case *syntax.LiteralString:
		return literal.Value, valueMeant(literal.Value, values, false)
	case *syntax.QualifiedName:
		return literal.Value, valueMeant(literal.Value, values, false)
	case *syntax.LiteralRegularExpression:
		pattern := strings.TrimPrefix(strings.TrimPrefix(literal.Pattern, "(?i)"), "(?i:")
		for _, word := range strings.FieldsFunc(pattern, func(r rune) bool { return strings.ContainsRune("^$()|", r) }) {
			if meant := valueMeant(word, values, true); meant != "" {
				return word, meant
			}
		}
	}
	return "", ""
}

// valueMeant is the value that a word misspells, or empty. A word that is a part of a
// value is none where parts are meant.
func valueMeant(word string, values []string, parts bool) string {
	if len(word) < 5 || strings.Trim(strings.ToLower(word), "abcdefghijklmnopqrstuvwxyz -") != "" {
		return ""
	}
	lower, meant := strings.ToLower(word), ""
	for _, value := range values {
		known := strings.ToLower(value)
		if lower == known || parts && strings.Contains(known, lower) {
			return ""
		}
		if len(known) >= 5 && lower[0] == known[0] && (isTypo(lower, known) || spell.Distance(lower, known) == 1) {
			meant = value
		}
	}
	return meant
}
