package eval

import (
	"slices"
	"strings"

	"puppet-lint/checker/code"
	"puppet-lint/checker/deps"
	"puppet-lint/checker/lattice"
	"puppet-lint/checker/program"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/spell"
	"puppet-lint/module"
	"puppet-lint/module/builtin"
	"puppet-lint/syntax"
)

// Puppet reports neither a misspelt fact, which is undef, nor a misspelt value of a fact, which
// never matches. The checker reports a name or value that one wrong letter, or two swapped
// letters, separates from a core fact or one of its values.

// factRead is a fact that an expression reads: the names on the path to it, and for each name
// the literal that contains it. It is empty if the expression reads no fact.
type factRead struct {
	names    []string
	literals []syntax.Node
}

// factReadBy returns the fact that an expression reads by literal names. The result is empty if
// it reads none.
func (e *Evaluator) factReadBy(node syntax.Node) (read factRead) {
	switch node := syntax.Unparenthesized(node).(type) {
	case *syntax.AccessExpression:
		for access := node; len(access.Keys) == 1; {
			read.names = append(read.names, program.LiteralText(access.Keys[0]))
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
	case *syntax.CallMethodExpression, *syntax.CallNamedFunctionExpression:
		return e.factReadByCall(syntax.CalledFunction(node))
	}
	return factRead{}
}

// factReadByCall returns the fact that a call of dig, get, getvar or fact reads, if any.
func (e *Evaluator) factReadByCall(function string, arguments []syntax.Node) (read factRead) {
	switch module.Normalize(function) {
	case "dig":
		if len(arguments) > 1 && e.isFacts(arguments[0]) {
			for _, argument := range arguments[1:] {
				read.names = append(read.names, program.LiteralText(argument))
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

// dottedFact returns the fact whose names one literal holds, separated by dots, after the
// prefix. The result is empty if the literal lacks the prefix or has quoted names.
func dottedFact(literal syntax.Node, prefix string) (read factRead) {
	path, isFact := strings.CutPrefix(program.LiteralText(literal), prefix)
	if !isFact || strings.ContainsAny(path, `'"`) {
		return read
	}
	for _, name := range strings.Split(path, ".") {
		read.names, read.literals = append(read.names, name), append(read.literals, literal)
	}
	return read
}

// givenFact returns the value that an expression reads from the given facts of a node; nil if it is
// not known.
func (e *Evaluator) givenFact(node syntax.Node) Type {
	if e.compiling == nil || !e.compiling.HasFacts() {
		return nil
	}
	if read := e.factReadBy(node); len(read.names) > 0 {
		return e.compiling.GivenFact(read.names)
	}
	return nil
}

// givenFactOf is givenFact for a call of a function that reads facts. A call may have a value for a
// missing fact.
func (e *Evaluator) givenFactOf(c *Call) Type {
	switch c.Name {
	case "dig", "get", "getvar", "fact":
		t := e.givenFact(c.At)
		if t == e.Undef && (c.block != nil || len(c.Arguments) > 1) {
			return nil
		}
		return t
	}
	return nil
}

// literally returns the read if all its names are literal texts, and an empty one otherwise.
func (r factRead) literally() factRead {
	if slices.Contains(r.names, "") {
		return factRead{}
	}
	return r
}

// isFacts reports whether an expression is the variable $facts of the top scope.
func (e *Evaluator) isFacts(node syntax.Node) bool {
	variable, ok := node.(*syntax.VariableExpression)
	if !ok || variable.Name != "facts" && variable.Name != "::facts" {
		return false
	}
	_, own := e.frame.slot("facts")
	return !own || variable.Name == "::facts"
}

// checkFactNames reports the first name on the path to a fact that misspells a core one.
func (e *Evaluator) checkFactNames(read factRead) {
	if len(read.names) == 0 || !e.reporting {
		return
	}
	e.depend(deps.CustomFacts)
	top := read.names[0]
	if _, custom := slices.BinarySearch(e.CustomFacts().Names, top); custom || e.Tree.Facts.MayBeExternal(top) || e.Tree.Documents.IsInterpolated(top) {
		return
	}
	if builtin.FindFact(top) == nil {
		if meant := e.suggestedCoreFact(read.names); meant != "" {
			e.reportFactName(read, 0, "there is no fact "+lattice.Quote(top), meant)
		} else if meant := e.suggestedCustomFact(top); meant != "" {
			e.reportFactName(read, 0, "no module here defines a fact "+lattice.Quote(top), meant)
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
		if meant := program.SuggestionOfAny(key, spell.List(fact.Keys)); meant != "" {
			e.reportFactName(read, i+1, "the fact "+lattice.Quote(parent)+" has no "+lattice.Quote(key), meant)
		}
		return
	}
}

// suggestedCoreFact returns the core fact that the first name misspells, or "". A core fact only
// counts if it has the second name, if there is one, and if no custom fact can have the
// misspelt name.
func (e *Evaluator) suggestedCoreFact(names []string) string {
	name := names[0]
	if builtin.LegacyFact(name) != nil || e.CustomFacts().Open || e.matchesFactPattern(name) {
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

// suggestedCustomFact returns the fact of a module of the tree that a name misspells, or "". Names of
// the same length, such as php_version and pip_version, may well be different facts: they only count
// if letters are swapped.
func (e *Evaluator) suggestedCustomFact(name string) string {
	facts := e.CustomFacts()
	if builtin.LegacyFact(name) != nil || facts.Open || e.matchesFactPattern(name) || e.isExternalFact(name) {
		return ""
	}
	return e.FactNames().First(name, func(known string) bool {
		if len(known) < 8 || !program.IsTypo(name, known) || spell.DifferByDigit(name, known) {
			return false
		}
		_, custom := slices.BinarySearch(facts.Names, known)
		return custom && (len(name) != len(known) || program.IsAnagram(name, known))
	})
}

// matchesFactPattern reports whether a Ruby file of the tree computes fact names that name may
// be one of.
func (e *Evaluator) matchesFactPattern(name string) bool {
	for _, pattern := range e.CustomFacts().Patterns {
		if strings.HasPrefix(name, pattern.Prefix) && strings.HasSuffix(name, pattern.Suffix) {
			return true
		}
	}
	return false
}

// isLetterTypo reports whether a word is a known one with one typo in its letters. A word with
// more or fewer underscores or digits is a different name.
func isLetterTypo(word, known string) bool {
	count := func(text string) int {
		return len(text) - len(strings.Map(func(r rune) rune {
			if r == '_' || '0' <= r && r <= '9' {
				return -1
			}
			return r
		}, text))
	}
	return count(word) == count(known) && program.IsTypo(word, known)
}

// reportFactName reports the name at an index of read.names.
func (e *Evaluator) reportFactName(read factRead, index int, message, meant string) {
	literal := read.literals[index]
	finding := e.report(&code.MisspeltFact, literal, "", message)
	if finding == nil {
		return
	}
	finding.SuggestFix(diag.Suggestion{Written: read.names[index], Meant: meant, Shown: lattice.Quote(meant)})
}

// checkFactTest checks the values that a comparison, match or "in" tests a fact for.
func (e *Evaluator) checkFactTest(test syntax.Node) {
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
		if list, isList := syntax.Unparenthesized(test.Right).(*syntax.LiteralList); isList {
			for _, value := range list.Values {
				e.checkFactValue(test.Left, value)
			}
		}
	}
}

// checkFactValue reports a literal, or an alternative of a pattern, that misspells a value of
// the operating system fact it is compared with.
func (e *Evaluator) checkFactValue(tested, literal syntax.Node) {
	if !e.reporting {
		return
	}
	fact := e.factIn(tested)
	word, meant := e.misspeltValue(fact, literal)
	if meant == "" {
		return
	}
	for _, custom := range []string{"os", fact} {
		if _, found := slices.BinarySearch(e.CustomFacts().Names, custom); found {
			return
		}
	}
	finding := e.report(&code.MisspeltFact, literal, "", fact+" is never "+lattice.Quote(word))
	if finding != nil {
		finding.SuggestFix(diag.Suggestion{Written: word, Meant: meant, Shown: lattice.Quote(meant)})
	}
}

// factIn returns the path of the fact that an expression is the value of, in this or another case
// of its letters, directly or by a variable that the body sets once; "" if there is none.
func (e *Evaluator) factIn(node syntax.Node) string {
	node = withoutCase(node)
	if fact := e.systemFact(node); fact != "" {
		return fact
	}
	if read := e.factReadBy(node); len(read.names) > 0 {
		return strings.Join(read.names, ".")
	}
	variable, ok := node.(*syntax.VariableExpression)
	if !ok || e.isOfLambda(variable.Name) {
		return ""
	}
	if legacy := strings.TrimPrefix(variable.Name, "::"); module.SystemFactValues(legacy) != nil {
		if _, own := e.frame.slot(legacy); !own {
			return legacy
		}
	}
	if e.factVariables == nil {
		e.factVariables = e.readFactVariables()
	}
	return e.factVariables[variable.Name]
}

// readFactVariables returns the facts about the operating system that the variables of the body
// hold. A variable that is set in several places holds none.
func (e *Evaluator) readFactVariables() map[string]string {
	facts, again := map[string]string{}, map[string]bool{}
	syntax.Inspect(e.Body.Node, func(node syntax.Node) bool {
		assignment, ok := node.(*syntax.AssignmentExpression)
		if !ok {
			return true
		}
		for _, name := range program.TargetsOf(assignment.Left) {
			if again[name] {
				delete(facts, name)
			} else if _, alone := assignment.Left.(*syntax.VariableExpression); alone {
				value := withoutCase(assignment.Right)
				fact := e.systemFact(value)
				if read := e.factReadBy(value); fact == "" && len(read.names) > 0 {
					fact = strings.Join(read.names, ".")
				}
				if module.SystemFactValues(fact) != nil {
					facts[name] = fact
				}
			}
			again[name] = true
		}
		return true
	})
	return facts
}

// withoutCase returns the expression whose letters a node changes to another case.
func withoutCase(node syntax.Node) syntax.Node {
	node = syntax.Unparenthesized(node)
	name, arguments := syntax.CalledFunction(syntax.Unparenthesized(node))
	switch name {
	case "downcase", "upcase", "capitalize":
		if len(arguments) == 1 {
			return syntax.Unparenthesized(arguments[0])
		}
	}
	return node
}

// misspeltValue returns the word of a literal that misspells a value of the fact, and that
// value. meant is empty if no word does.
func (e *Evaluator) misspeltValue(fact string, literal syntax.Node) (word, meant string) {
	values := module.SystemFactValues(fact)
	if values == nil {
		return "", ""
	}
	switch literal := syntax.Unparenthesized(literal).(type) {
	case *syntax.LiteralString:
		return literal.Value, suggestedValue(literal.Value, values, false)
	case *syntax.QualifiedName:
		return literal.Value, suggestedValue(literal.Value, values, false)
	case *syntax.LiteralRegularExpression:
		pattern := strings.TrimPrefix(strings.TrimPrefix(literal.Pattern, "(?i)"), "(?i:")
		for _, word := range strings.FieldsFunc(pattern, func(r rune) bool { return strings.ContainsRune("^$()|", r) }) {
			if meant := suggestedValue(word, values, true); meant != "" {
				return word, meant
			}
		}
	}
	return "", ""
}

// suggestedValue returns the value that a word misspells, or "". If parts is set, a word that is a
// part of a value is not a misspelling.
func suggestedValue(word string, values []string, parts bool) string {
	if len(word) < 4 || strings.Trim(strings.ToLower(word), "abcdefghijklmnopqrstuvwxyz -") != "" {
		return ""
	}
	lower, meant := strings.ToLower(word), ""
	for _, value := range values {
		known := strings.ToLower(value)
		if lower == known || parts && strings.Contains(known, lower) {
			return ""
		}
		if len(known) >= 5 && lower[0] == known[0] && (program.IsTypo(lower, known) || spell.Distance(lower, known) == 1) {
			meant = value
		}
	}
	return meant
}
