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
	"puppet-lint/module/known"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

func (e *Evaluator) evaluateArithmetic(node *syntax.ArithmeticExpression) Type {
	if name := e.dashedReference(node); name != "" {
		if finding := e.report(&code.UnknownType, node, "UNKNOWN_RESOURCE_TYPE", "there is no type "+name+": a name has no '-', which subtracts here"); finding != nil {
			finding.Help = "the names of resource types and classes consist of letters, digits and underscores"
		}
		return e.Unknown
	}
	left, right := e.Evaluate(node.Left), e.Evaluate(node.Right)
	if e.state.unreachable {
		return e.Never
	}
	return e.checkedOperation(node, &node.BinaryExpression, left, right, e.arithmetic)
}

// dashedReference returns the name that an expression such as Apt::Deb-list['x'] was probably
// meant to be: a type and a word with only a dash between them. Puppet reads a subtraction,
// which fails for every type. dashedReference returns "" for other subtractions.
func (e *Evaluator) dashedReference(node *syntax.ArithmeticExpression) string {
	reference, ok := node.Left.(*syntax.QualifiedReference)
	if !ok || node.Operator != syntax.Minus {
		return ""
	}
	right := node.Right
	if access, ok := right.(*syntax.AccessExpression); ok {
		right = access.Left
	}
	from, to := e.Body.Manifest.Extent(reference), e.Body.Manifest.Extent(right)
	word := program.LiteralText(right)
	if to.Start != from.End+1 || word == "" || e.Body.Manifest.Source.Slice(to) != word {
		return "" // not adjacent, or quoted
	}
	return reference.Value + "-" + word
}

// checkedOperation returns the result of an operation on operands of two types. node is the
// expression with the given parts. checkedOperation reports an operation that always fails.
func (e *Evaluator) checkedOperation(node syntax.Node, parts *syntax.BinaryExpression, left, right Type, operation func(operator string, left, right Type) (Type, *lattice.OperationError)) Type {
	e.possible = nil
	operator := parts.Operator.Text()
	result, err := operation(operator, left, right)
	if err != nil {
		e.reportOperationError(err, parts.Left, parts.Right, node)
		return result
	}
	e.reportPossibleError(parts.Left, parts.Right, node)
	e.requireOperands(operator, parts.Left, parts.Right, left, right, operation)
	return result
}

// isFrontMarker reports whether a minus sign is the last of a line `---`, which is an error of its own.
func (e *Evaluator) isFrontMarker(node *syntax.UnaryMinusExpression) bool {
	text := e.Body.Manifest.Source.Text
	start := e.Body.Manifest.Extent(node).Start
	return start >= 2 && strings.HasPrefix(text[start-2:], "---") && (start == 2 || text[start-3] == '\n')
}

func (e *Evaluator) evaluateUnaryMinus(node *syntax.UnaryMinusExpression) Type {
	if literal, ok := node.Expr.(*syntax.LiteralInteger); ok && literal.Big != "" {
		return e.Unknown
	}
	operand := e.Evaluate(node.Expr)
	if e.state.unreachable {
		return e.Never
	}
	if _, again := node.Expr.(*syntax.UnaryMinusExpression); again || e.isFrontMarker(node) {
		return e.Unknown
	}
	var results []Type
	var first *lattice.OperationError
	for _, member := range e.Members(operand) {
		if e.IsUnknown(member) {
			return e.Unknown
		}
		if err := e.NumericOperand("-", member, lattice.OnLeft); err != nil {
			if first == nil {
				first = err
			}
			continue
		}
		switch lattice.TypeClassOf(member) {
		case lattice.IntegerClass:
			negated, _ := lattice.Range{}.Minus(lattice.IntegerOf(member))
			results = append(results, e.IntegerRange(negated))
		case lattice.FloatClass:
			if value, known := lattice.FloatOf(member); known {
				results = append(results, e.FloatValue(-value))
			} else {
				results = append(results, e.Float)
			}
		case lattice.TimespanClass:
			results = append(results, e.Timespan)
		case lattice.TimestampClass:
			first = &lattice.OperationError{Rule: &code.OperatorMismatch, Code: "RUNTIME_ERROR", Message: "a Timestamp cannot be negated"}
		default:
			results = append(results, e.Join(e.NumericType, e.Timespan))
		}
	}
	if len(results) == 0 && first != nil {
		e.report(first.Rule, node, first.Code, first.Message)
		return e.Unknown
	}
	return e.JoinAll(results)
}

func (e *Evaluator) evaluateComparison(node *syntax.ComparisonExpression) Type {
	left, right := e.Evaluate(node.Left), e.Evaluate(node.Right)
	if e.state.unreachable {
		return e.Never
	}
	if node.Operator == syntax.IsEqual || node.Operator == syntax.NotEqual {
		t := e.Equal(left, right)
		if t == lattice.Never {
			e.reportImpossible(node.Left, left, node.Right, right)
			e.reportImpossible(node.Right, right, node.Left, left)
		}
		if node.Operator == syntax.NotEqual {
			t = t.Not()
		}
		return e.BooleanOf(t)
	}
	return e.checkedOperation(node, &node.BinaryExpression, left, right, e.compare)
}

// matchOperands evaluates the operands of =~ or !~. t is the truth of =~ in both cases.
func (e *Evaluator) matchOperands(node *syntax.MatchExpression) (left, right Type, t lattice.Truth) {
	left, right = e.Evaluate(node.Left), e.Evaluate(node.Right)
	if e.state.unreachable || e.IsUnknown(left) && e.IsUnknown(right) {
		return left, right, lattice.Maybe
	}
	if !e.MayBe(right, func(s lattice.TypeClass, member Type) bool {
		switch s {
		case lattice.TypeValueClass, lattice.RegexpClass, lattice.AnyClass, lattice.OtherClass, lattice.SemVerRangeClass:
			return true
		case lattice.StringClass:
			text, known := lattice.StringOf(member)
			return !known || e.IsRegexp(text)
		}
		return false
	}) {
		e.report(&code.MatchMismatch, node.Right, "MATCH_NOT_REGEXP", e.Describe(right)+" is neither a type nor a regular expression")
		return left, right, lattice.Maybe
	}
	if !e.MayBe(right, func(s lattice.TypeClass, _ Type) bool { return s != lattice.RegexpClass && s != lattice.StringClass }) &&
		!e.MayBe(left, func(s lattice.TypeClass, _ Type) bool { return s == lattice.StringClass || s == lattice.AnyClass }) {
		e.report(&code.MatchMismatch, node.Left, "MATCH_NOT_STRING", "only a String can match a regular expression, not "+e.Describe(left))
		return left, right, lattice.Maybe
	}
	switch lattice.TypeClassOf(right) {
	case lattice.TypeValueClass:
		return left, right, e.IsInstance(left, lattice.TypeIn(right))
	case lattice.RegexpClass:
		return left, right, e.MatchesRegexp(left, right)
	}
	return left, right, lattice.Maybe
}

func (e *Evaluator) evaluateMatch(node *syntax.MatchExpression) Type {
	left, right, t := e.matchOperands(node)
	if e.state.unreachable {
		return e.Never
	}
	if lattice.TypeClassOf(right) != lattice.TypeValueClass && !e.IsUnknown(right) {
		e.state.captures = captures{}
		if t == lattice.Always && lattice.TypeClassOf(right) == lattice.RegexpClass {
			e.state.captures = capturesOf(right)
		}
	}
	if path, ok := e.pathOf(node.Left); ok && lattice.TypeClassOf(right) == lattice.RegexpClass {
		if kept := e.OnlyClass(left, lattice.StringClass); kept != nil && !e.IsUnknown(left) {
			e.refine(path, kept)
		}
	}
	if node.Operator == syntax.NoMatch {
		t = t.Not()
	}
	return e.BooleanOf(t)
}

// evaluateReference returns the type that a capitalized name refers to, as a value.
func (e *Evaluator) evaluateReference(node *syntax.QualifiedReference) Type {
	t, found := e.reference(node.Value)
	if !found {
		e.reportUnknownType(node.Value, node, false)
		return e.Unknown
	}
	return e.TypeOf(t)
}

// evaluateAccess evaluates left[keys].
func (e *Evaluator) evaluateAccess(node *syntax.AccessExpression) Type {
	if t := e.givenFact(node); t != nil {
		return t
	}
	if refined := e.refinedType(node); refined != nil {
		e.evaluateAll(node.Keys) // only for what is wrong with them
		return refined
	}
	if t := e.factAt(node); t != nil {
		return t
	}
	if reference, ok := node.Left.(*syntax.QualifiedReference); ok {
		return e.specialize(node, reference)
	}
	left := e.Evaluate(node.Left)
	keys, exact := e.evaluateAll(node.Keys)
	if e.state.unreachable {
		return e.Never
	}
	if e.IsUnknown(left) || !exact {
		return e.Unknown
	}
	if lattice.TypeClassOf(left) == lattice.TypeValueClass {
		if e.compiling != nil {
			e.compiling.ReadsAttribute()
		}
		if e.mayHaveTitle(left) || !isTypeExpression(node.Left) && e.mayBeNarrower(left) {
			return e.Unknown
		}
		return e.specializeValue(node, lattice.TypeIn(left), keys)
	}
	e.possible = nil
	result, err := e.index(left, keys)
	e.reportPossibleError(node.Left, node.Keys[0], node)
	if err != nil {
		if err.Help == "" {
			err.Help = e.referenceMeant(node)
		}
		e.reportOperationError(err, node.Left, node.Keys[0], node)
	}
	e.requireElements(node, keys)
	return result
}

// referenceMeant returns advice if a word with an index was to be a reference: package['x'].
func (e *Evaluator) referenceMeant(node *syntax.AccessExpression) string {
	word, ok := node.Left.(*syntax.QualifiedName)
	if !ok {
		return ""
	}
	name := module.Normalize(word.Value)
	e.depend(name)
	if e.Tree.Plugins.FindResourceType(name) == nil && e.DefinedType(name) == nil {
		return ""
	}
	return "write `" + types.CapitalizeSegments(name) + "[…]` for a reference"
}

// factAt returns the type of an access such as $facts['a']['b']. It is Unknown for a structured
// fact and for one that is not a core fact. For any other expression, factAt returns nil.
func (e *Evaluator) factAt(node *syntax.AccessExpression) Type {
	path, ok := FactPath(node)
	if !ok {
		return nil
	}
	if _, own := e.frame.slot("facts"); own {
		return nil
	}
	t := e.Unknown
	if fact := builtin.FindFact(path); fact != nil {
		t = e.FactType(fact)
	}
	if e.IsUnknown(t) {
		e.noteGap(UnknownFact, path)
		if !e.checkFactPath(path, node) {
			e.checkFactNames(e.factReadBy(node))
		}
	}
	return t
}

// checkFactPath reports a fact that does not exist and is indexed, if its name is a typo
// of a structured fact that has the part. It reports whether there is a finding.
func (e *Evaluator) checkFactPath(path string, node *syntax.AccessExpression) bool {
	at := strings.LastIndexByte(path, '.')
	if at < 0 || !e.reporting || e.refinedType(node.Left) != nil {
		return false
	}
	owner, part := path[:at], path[at:]
	prefix, name := "", owner
	if dot := strings.LastIndexByte(owner, '.'); dot >= 0 {
		prefix, name = owner[:dot+1], owner[dot+1:]
		if fact := builtin.FindFact(owner[:dot]); fact == nil {
			return false
		}
	}
	if _, isCustom := slices.BinarySearch(e.CustomFacts().Names, owner); isCustom || builtin.FindFact(owner) != nil || builtin.LegacyFact(owner) != nil {
		return false
	}
	for known := range builtin.FactNames() {
		last, isSibling := strings.CutPrefix(known, prefix)
		if !isSibling || strings.Contains(last, ".") || builtin.FindFact(known+part) == nil || spell.Distance(name, last) > 1 && !isSwapped(name, last) {
			continue
		}
		finding := e.report(&code.InvalidIndex, node.Left, "OPERATOR_NOT_APPLICABLE", "there is no fact "+lattice.Quote(owner)+": it is undef and cannot be indexed")
		if finding != nil {
			finding.Suggest(diag.Suggestion{Written: name, Meant: last, Shown: lattice.Quote(known)})
		}
		return true
	}
	return false
}

// isSwapped reports whether two words differ only in two adjacent letters that are swapped.
func isSwapped(a, b string) bool {
	at := 0
	for at < min(len(a), len(b)) && a[at] == b[at] {
		at++
	}
	return len(a) == len(b) && at+1 < len(a) && program.IsSwap(a[at:at+2], b[at:at+2]) && a[at+2:] == b[at+2:]
}

// FactPath returns the dotted path of an access that starts at $facts.
func FactPath(node *syntax.AccessExpression) (string, bool) {
	if len(node.Keys) != 1 {
		return "", false
	}
	key := program.LiteralText(node.Keys[0])
	if key == "" {
		return "", false
	}
	switch left := node.Left.(type) {
	case *syntax.VariableExpression:
		return key, left.Name == "facts" || left.Name == "::facts"
	case *syntax.AccessExpression:
		if base, ok := FactPath(left); ok {
			return base + "." + key, true
		}
	}
	return "", false
}

// foreignWords are words of other languages, in lower case, with Puppet's words for them.
var foreignWords = map[string]string{"none": "undef", "nil": "undef", "null": "undef", "true": "true", "false": "false"}

// isMeantAsVariable reports whether a manifest of the module has a variable with this
// capitalized name: "$Port" and "Port" are then the same mistake. The mistake is reported where
// the variable is set.
func (e *Evaluator) isMeantAsVariable(name string) bool {
	if strings.Contains(name, "::") {
		return false
	}
	if e.capitalizedVariables(e.Body.Manifest)[name] {
		return true
	}
	e.depend(deps.VariableUses(name))
	return slices.ContainsFunc(e.Tree.Manifests.OfWith(e.Body.Module, name), func(manifest *module.Manifest) bool {
		return manifest.Module == e.Body.Module && e.capitalizedVariables(manifest)[name]
	})
}

// capitalizedVariables returns the names with a capital letter of the variables and parameters
// that a manifest contains. Puppet refuses them.
func (p *Interpreter) capitalizedVariables(manifest *module.Manifest) map[string]bool {
	return p.capitalized.Get(manifest, func() map[string]bool {
		found := map[string]bool{}
		add := func(name string) {
			if name != "" && 'A' <= name[0] && name[0] <= 'Z' {
				found[name] = true
			}
		}
		syntax.Inspect(manifest.Program, func(node syntax.Node) bool {
			switch node := node.(type) {
			case *syntax.Parameter:
				add(node.Name)
			case *syntax.VariableExpression:
				add(node.Name)
			}
			return true
		})
		return found
	})
}

// isClassBeside reports whether the manifest itself defines a class with this name, but no
// type. Then the name does not refer to a type of a missing module.
func (e *Evaluator) isClassBeside(name string) bool {
	manifest := e.Body.Manifest
	return manifest.Find(module.Class, name) != nil && manifest.Find(module.TypeAlias, name) == nil && manifest.Find(module.DefinedType, name) == nil
}

// checkUnquoted reports an option of a case or selector that is a capitalized name and refers to
// nothing, if the tested value is a string or other options are. Even if a missing module has a
// resource type of that name, no text matches the type.
func (e *Evaluator) checkUnquoted(value Type, pattern syntax.Node, options []option) {
	reference, ok := pattern.(*syntax.QualifiedReference)
	if !ok || !e.reporting || strings.Contains(reference.Value, "::") {
		return
	}
	lower := module.Normalize(reference.Value)
	if _, found := e.reference(reference.Value); found || foreignWords[lower] != "" || !e.resourceMayExist(lower) {
		return
	}
	isText := func(node syntax.Node) bool {
		kind := node.Kind()
		return kind == syntax.KindLiteralString || kind == syntax.KindQualifiedName
	}
	if !e.isOnlyText(value) && !slices.ContainsFunc(options, func(o option) bool { return slices.ContainsFunc(o.patterns, isText) }) {
		return
	}
	if finding := e.report(&code.UnknownType, reference, "UNKNOWN_RESOURCE_TYPE", "there is no type "+reference.Value); finding != nil {
		finding.Help = unquotedHelp(reference.Value)
		finding.Fixes = []diag.Fix{{Message: "quote the word", Safety: diag.Unsafe, Edits: []diag.Edit{{
			File: e.Body.Manifest.Source, Span: e.Body.Manifest.Extent(reference), NewText: "'" + reference.Value + "'",
		}}}}
	}
}

// isOnlyText reports whether all values of a type are strings or undef.
func (e *Evaluator) isOnlyText(value Type) bool {
	hasText := false
	for _, member := range e.Members(value) {
		switch lattice.TypeClassOf(member) {
		case lattice.StringClass:
			hasText = true
		case lattice.UndefClass:
		default:
			return false
		}
	}
	return hasText
}

// unquotedHelp is the help for a capitalized word that may be meant as text.
func unquotedHelp(word string) string {
	return "a bare word with a capital letter is the name of a type: put '" + word + "' in quotes if it is text"
}

// reportUnknownType reports a capitalized name that refers to nothing, unless something of that
// name may exist. isResource means that titles follow the name.
func (e *Evaluator) reportUnknownType(name string, at syntax.Node, isResource bool) *diag.Diagnostic {
	lower := module.Normalize(name)
	if !e.reporting && !e.isCompiling() || e.inPlan() || builtin.FindBoltType(lower) != nil || e.isGuarded(lower) {
		return nil
	}
	if !isResource && e.isMeantAsVariable(name) {
		return nil
	}
	isClass := e.isClassBeside(lower)
	if !isClass && strings.Contains(lower, "::") && e.MayExist(module.TypeAlias, lower, e.Body.Module) {
		return nil
	}
	isMisspelt := e.meantOfKnownModule(module.TypeAlias, lower) != ""
	if !isClass && !isMisspelt && e.resourceMayExist(lower) && program.SuggestionOfAny(name, spell.List(builtin.Words().DataTypes)) == "" && foreignWords[lower] == "" {
		return nil
	}
	if isResource && e.absentOwnerOf(lower) != "" {
		return nil // where one is declared, that is reported
	}
	meant := e.suggestedType(name)
	message := "there is no type " + name
	if isResource && !slices.Contains(builtin.Words().DataTypes, meant) {
		message = noResourceType(lower)
	}
	finding := e.report(&code.UnknownType, at, "UNKNOWN_RESOURCE_TYPE", message)
	if finding == nil {
		return nil
	}
	e.causedByName(finding)
	e.depend(lower)
	switch {
	case foreignWords[lower] != "" && !isResource:
		finding.Help = "write " + foreignWords[lower]
	case isClass || e.Class(lower) != nil:
		finding.Message += ": '" + lower + "' is a class"
		finding.Help = "Class['" + lower + "'] refers to a class"
	case e.otherVersionOf(lower, known.TypeFile(lower)) != "":
		finding.Help = e.otherVersionOf(lower, known.TypeFile(lower))
	case meant != "":
		finding.Suggest(diag.Suggestion{Written: name, Meant: meant, Shown: meant})
	case !strings.Contains(lower, "::") && !isResource:
		finding.Help = unquotedHelp(name)
	}
	return finding
}
