package eval

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"

	"puppet-lint/checker/code"
	"puppet-lint/checker/deps"
	"puppet-lint/checker/lattice"
	"puppet-lint/checker/program"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/document/ruby"
	"puppet-lint/internal/spell"
	"puppet-lint/module"
	"puppet-lint/module/builtin"
	"puppet-lint/module/known"
	"puppet-lint/syntax"
)

// setNowhere ends the message about a variable that no code sets.
const setNowhere = " is not set anywhere"

// mayBeSetElsewhere reports whether a variable that nothing in the tree sets may have a value
// nevertheless. An external node classifier or external fact may set $::x, and $x in the
// initial manifests of an environment. The caller of a template may set the template's
// variables.
func (e *Evaluator) mayBeSetElsewhere(name, written string) bool {
	if e.Tree.Closed() {
		return false
	}
	if strings.HasPrefix(written, "::") || e.Body.Definition == nil && e.Body.Module == nil && e.Tree.Environment != "" {
		return true
	}
	if _, isNode := e.Body.Node.(*syntax.NodeDefinition); isNode { // the manifest may be one of several
		return true
	}
	inputs := e.outsideInputsOf(e.Body.Manifest)
	if inputs.importsOthers {
		return true
	}
	if e.applying { // targets have their own variables
		return true
	}
	if lambda, ok := e.templateOf(); ok {
		if epp, ok := lambda.Body.(*syntax.EppExpression); !ok || !epp.ParametersSpecified && e.templateMayGet(name) {
			return true
		}
	}
	return e.isComputedFact(name) || e.Tree.Documents.IsInterpolated(name) || e.isSetAtTop(name) || e.isSetOutsideTree(name) ||
		inputs.facts[strings.ToLower(name)] || e.isExternalFact(name)
}

// outsideInputs says what a manifest reveals about the variables that it is given from outside.
type outsideInputs struct {
	// importsOthers is true if the manifest imports other manifests, which may set any variable at top
	// scope. Another rule reports that Puppet has removed import().
	importsOthers bool
	// facts are the lower-case names of the facts that its comments set.
	facts map[string]bool
}

func (e *Evaluator) outsideInputsOf(manifest *module.Manifest) outsideInputs {
	return e.outsideInputs.Get(manifest, func() outsideInputs {
		imports := slices.ContainsFunc(program.StatementsOf(manifest.Program), func(statement syntax.Node) bool {
			name, _ := syntax.CalledFunction(syntax.Unparenthesized(statement))
			return name == "import"
		})
		return outsideInputs{imports, module.GivenIn(manifest.Source.Text)}
	})
}

// isComputedFact reports whether a Ruby file of the tree may define a fact of that name, using
// a partly computed name.
func (e *Evaluator) isComputedFact(name string) bool {
	e.depend(deps.CustomFacts)
	return slices.ContainsFunc(e.CustomFacts().Patterns, func(pattern ruby.NamePattern) bool { return pattern.Matches(name) })
}

// isExternalFact reports whether there may be an external fact with a name, or a fact that only
// the tests of the module set.
func (e *Evaluator) isExternalFact(name string) bool {
	return e.Tree.Facts.MayBeExternal(name) || e.Body.Module != nil && e.Tree.Facts.IsGivenByTests(e.Body.Module, name)
}

// reportMisspeltFact reports a variable that an external fact or node classifier might set, but
// whose name is a typo of a known fact or variable.
func (e *Evaluator) reportMisspeltFact(name, written string, node syntax.Node) {
	if !e.reporting || e.inPlan() {
		return
	}
	prefix, meant := "$::", ""
	if strings.HasPrefix(written, "::") {
		if meant = e.misspeltFact(name); meant != "" && e.isReadElsewhere(name) {
			meant = ""
		}
		if e.Tree.HasClassifier() || e.isReadElsewhere(name) {
			// Something sets the variable that this tree does not show.
		} else if bound, _ := e.local(name); meant == "" && bound.typ != nil && e.pending == nil && e.Body.Definition != nil && !e.isDefaultOfSameName(name) {
			prefix, meant = "$", name
		}
	} else if _, inTemplate := e.templateOf(); !inTemplate {
		prefix, meant = "$", program.SuggestionOf(name, spell.List(e.visibleVariables()))
		if meant == "" {
			meant = e.misspeltFact(name)
		}
	}
	if meant == "" || e.Tree.Documents.IsInterpolated(name) || e.isSetAtTop(name) || e.isExternalFact(name) {
		return
	}
	if finding := e.report(&code.UnknownVariable, node, "UNKNOWN_VARIABLE", "$"+written+setNowhere); finding != nil {
		finding.Suggest(diag.Suggestion{Written: written, Meant: strings.TrimPrefix(prefix, "$") + meant, Shown: prefix + meant})
	}
}

// isDefaultOfSameName reports whether the default of a parameter is the variable of the same name at
// top scope. Then such a variable exists.
func (e *Evaluator) isDefaultOfSameName(name string) bool {
	return slices.ContainsFunc(e.Body.Definition.Parameters, func(p *syntax.Parameter) bool {
		variable, ok := syntax.Unparenthesized(p.Value).(*syntax.VariableExpression)
		return p.Name == name && ok && variable.Name == "::"+name
	})
}

// misspeltFact returns the known fact that a name is a typo of, or "". Names of the same
// length, such as php_version and pip_version, may well be different facts: they only count as
// a typo of one of Puppet's own facts, or if letters are swapped.
func (e *Evaluator) misspeltFact(name string) string {
	e.depend(deps.CustomFacts)
	return e.FactNames().First(name, func(known string) bool {
		switch {
		case !program.IsTypo(name, known):
			return false
		case builtin.FindFact(known) == nil && builtin.LegacyFact(known) == nil && len(name) == len(known) && !program.IsAnagram(name, known):
			return false
		}
		return len(known) >= 6 || program.IsAnagram(name, known)
	})
}

// reportVariableOfNone reports a variable of a class that does not exist. It reports each class
// once in a body.
func (e *Evaluator) reportVariableOfNone(class, written string, node syntax.Node) {
	if e.isVariableGuarded(written) {
		return
	}
	e.noteUnset(written)
	finding := e.report(&code.UnknownVariable, node, "UNKNOWN_VARIABLE", "$"+written+setNowhere+": there is no class '"+class+"'")
	if finding == nil {
		return
	}
	e.causedByName(finding)
	e.alreadyReported.add(class)
	if meant := e.DefinedNames(class, module.Class).Best(class); meant != "" {
		name := written[strings.LastIndex(written, "::"):]
		finding.Suggest(diag.Suggestion{Written: written, Meant: meant + name, Shown: "the class '" + meant + "'"})
	}
}

// noteUnset records that a variable is read that nothing sets.
func (e *Evaluator) noteUnset(written string) {
	e.unsetReads++
	if e.unset == nil {
		e.unset = map[string]bool{}
	}
	e.unset[written] = true
}

// reportUnknownVariable reports a variable that nothing sets.
func (e *Evaluator) reportUnknownVariable(written string, node syntax.Node) {
	if e.isVariableGuarded(written) {
		return
	}
	if bare, isTop := strings.CutPrefix(written, "::"); isTop && e.Body.IsTop() {
		if bound, _ := e.local(bare); bound.typ != nil {
			return
		}
	}
	e.noteUnset(written)
	if e.isComparedAlone(written) {
		return
	}
	setter := e.setterOf(written)
	finding := e.report(&code.UnknownVariable, node, "UNKNOWN_VARIABLE", "$"+written+e.whyUnset(node, setter))
	if finding == nil {
		return
	}
	if setter != nil {
		finding.Related = append(finding.Related, diag.Related{File: setter.manifest.Source, Span: setter.manifest.Extent(setter.assignment.Left), Message: "set here"})
	} else if _, inTemplate := e.templateOf(); inTemplate && !strings.Contains(written, "::") {
		finding.Message += ": a template sees its parameters and top scope, not the variables of its caller"
	}
	e.helpWithUnset(finding, written, node, setter == nil)
	if finding.Suggestion().IsZero() { // a typo is a mistake of its own
		e.causedByName(finding)
	}
}

// helpWithUnset suggests a similar name for a variable that nothing sets, or how to pass its value.
// If code outside of the tree may set the variable, the finding becomes a warning. isSetNowhere means
// that the body does not set it elsewhere: if it does, the name is meant.
func (e *Evaluator) helpWithUnset(finding *diag.Diagnostic, written string, node syntax.Node, isSetNowhere bool) {
	meant, isUnseen := spell.BestOfFew(written, e.visibleVariables()), e.isForUnseenIncluder(written)
	if at := strings.LastIndex(written, "::"); at > 0 {
		meant = e.variableMeant(written[:at], written[at+2:])
	}
	braces := e.suggestBraces(written, node)
	switch {
	case !braces.IsZero():
		finding.Suggest(braces)
	case e.isClassExpected(node) && e.Class(strings.TrimPrefix(written, "::")) != nil:
		finding.Help = "this is the name of a class: write it in quotes, without the dollar sign"
	case meant != "" && isSetNowhere && (!isUnseen || program.IsTypo(written, meant) && !spell.DifferByDigit(written, meant) || e.isNeverRead(meant)):
		finding.Suggest(diag.Suggestion{Written: written, Meant: meant, Shown: "$" + meant})
	case isUnseen:
		finding.Severity = diag.Warning
		if owner := e.describeOwner(); owner != "" {
			finding.Help = "if the main manifest or a node classifier sets it, make it a parameter of " + owner + " or read it as $::" + written
		}
	}
}

// isClassExpected reports whether the name of a class is expected where a node is.
func (e *Evaluator) isClassExpected(node syntax.Node) bool {
	before := strings.TrimRight(e.Body.Manifest.Source.Text[:node.Span().Start], " \t\r\n(")
	before, inBrackets := strings.CutSuffix(before, "[")
	isDelimiter := func(char rune) bool {
		return char != ':' && char != '_' && !unicode.IsLetter(char) && !unicode.IsDigit(char)
	}
	switch before[strings.LastIndexFunc(before, isDelimiter)+1:] {
	case "Class":
		return inBrackets
	case "include", "contain", "require":
		return !inBrackets
	}
	return false
}

// describeOwner returns the words for what contains the code and may have parameters, or "" in code that no
// main manifest or node classifier sets variables for.
func (e *Evaluator) describeOwner() string {
	if _, inTemplate := e.templateOf(); inTemplate {
		return "the template"
	}
	if e.Body.Definition != nil {
		switch e.Body.Definition.Kind {
		case module.DefinedType:
			return "this defined type"
		case module.Function:
			return "this function"
		case module.Plan:
			return ""
		}
	}
	return "this class"
}

// causedByName makes the missing or misspelt name in a message the cause of the finding: all code of
// the file that uses the name has the same finding. Each file has its own, since
// whoever changes a file must see it there.
func (e *Evaluator) causedByName(finding *diag.Diagnostic) {
	finding.Cause = diag.CauseOf(finding.File.Name, ": ", finding.Message)
}

// variableMeant returns the variable of a class that the name is a typo of, with its namespace as
// written; "" if there is none.
func (e *Evaluator) variableMeant(namespace, name string) string {
	class := e.Class(strings.TrimPrefix(strings.ToLower(namespace), "::"))
	if class == nil || class.Node == e.Body.Node {
		return ""
	}
	e.depend(deps.VariableNames(class.Name))
	variables := e.SummaryOf(class.Body()).Variables
	if len(variables) > spell.MostWords { // sorting them for each read would take as long as comparing
		return ""
	}
	meant := spell.Best(name, slices.Sorted(maps.Keys(variables)))
	if meant == "" {
		return ""
	}
	return namespace + "::" + meant
}

// isComparedAlone reports whether a statement of this body only compares a variable with a value, as
// in `$x == 1`. That was meant to be an assignment, and is reported there.
func (e *Evaluator) isComparedAlone(name string) bool {
	if e.comparedAlone == nil {
		e.comparedAlone = map[string]bool{}
		syntax.Inspect(e.Body.Node, func(node syntax.Node) bool {
			block, ok := node.(*syntax.BlockExpression)
			if !ok || len(block.Statements) == 0 {
				return true
			}
			for _, statement := range block.Statements[:len(block.Statements)-1] { // the last may be the value
				comparison, ok := statement.(*syntax.ComparisonExpression)
				if !ok || comparison.Operator != syntax.IsEqual {
					continue
				}
				if variable, ok := comparison.Left.(*syntax.VariableExpression); ok {
					e.comparedAlone[variable.Name] = true
				}
			}
			return true
		})
	}
	return e.comparedAlone[name]
}

// isForUnseenIncluder reports whether a variable that nothing sets probably has its value from
// outside the tree: from a main manifest or node classifier, as was customary before classes
// had parameters, or from a fact of a missing module.
func (e *Evaluator) isForUnseenIncluder(written string) bool {
	if strings.Contains(written, "::") {
		return false
	}
	if e.Body.Module == nil {
		return e.Body.Definition != nil && (e.Tree.HasClassifier() || e.mayBeMissingFact(written))
	}
	if e.depend(deps.File(e.Body.Module, "metadata.json")); e.Body.Module.Metadata() != nil {
		return false
	}
	return e.Tree.Environment == "" || e.existenceTests().conditions[written] || e.Tree.HasClassifier() || e.mayBeMissingFact(written)
}

// mayBeMissingFact reports whether a variable that nothing sets may be a fact of a missing
// module. It is not if other classes set a variable of that name.
func (e *Evaluator) mayBeMissingFact(written string) bool {
	if !e.Tree.LacksUnknownModule() {
		return false
	}
	e.depend(deps.VariableUses(written))
	return !slices.ContainsFunc(e.Tree.Manifests.With(written), func(manifest *module.Manifest) bool {
		return e.UsesIn(manifest).Of(written)&program.Sets != 0
	})
}

// isNeverRead reports whether the definition has a parameter name that its text does not read.
// Such a parameter is a good suggestion for a similar unknown name.
func (e *Evaluator) isNeverRead(name string) bool {
	d := e.Body.Definition
	if d == nil || d.Parameter(name) == nil {
		return false
	}
	isRead := false
	syntax.Inspect(d.Node, func(node syntax.Node) bool {
		variable, ok := node.(*syntax.VariableExpression)
		isRead = isRead || ok && variable.Name == name
		return !isRead
	})
	return !isRead
}

// inPlan reports whether the code belongs to a plan, in which Bolt's functions and types exist
// in addition to Puppet's.
func (e *Evaluator) inPlan() bool {
	return e.Body.Definition != nil && e.Body.Definition.Kind == module.Plan
}

// visibleVariables returns the names of the variables in scope, sorted. Once maxSpelled names
// have been compared, it stops returning more.
func (e *Evaluator) visibleVariables() []string {
	var names []string
	for frame := e.frame; frame != nil; frame = frame.outer {
		if e.spelled += len(frame.slots); e.spelled > maxSpelled {
			break
		}
		for name := range frame.slots {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// functionMayExist reports whether a function that is not found may exist nevertheless: on Bolt
// or the like, or in a missing module. A name without a namespace must not be a typo of a known
// function's name. No module has a function with an empty name, or with a space in it.
func (e *Evaluator) functionMayExist(name string) bool {
	if name == "" || strings.ContainsAny(name, " \t\n") {
		return false
	}
	e.depend(deps.Plugins)
	if _, isOnHosts := slices.BinarySearch(e.Tree.Plugins.FunctionsOnHosts(), name); isOnHosts && !e.Tree.Closed() {
		return true
	}
	return program.BroughtByOthers(name) || e.isAbsentStdlibs(name) || e.MayExist(module.Function, name, e.Body.Module) &&
		(strings.Contains(name, "::") || program.SuggestionOfAny(name, e.Tree.Plugins.FunctionNames()) == "")
}

// isAbsentStdlibs reports whether a name is a function of stdlib and the tree lacks stdlib.
func (e *Evaluator) isAbsentStdlibs(name string) bool {
	known := builtin.FindFunction(name)
	return known != nil && known.Module == "stdlib" && e.Tree.Module("stdlib") == nil && !e.Tree.Closed()
}

// reportUnknownFunction reports a call of a function that does not exist. A function that may
// exist in a missing module is only reported if its name is a typo of a known one.
func (e *Evaluator) reportUnknownFunction(c *Call) {
	if e.functionMayExist(c.Name) || e.isGuarded(c.Name) || e.Tree.Plugins.HasFunctionCalled(c.written) {
		return
	}
	finding := e.report(&code.UnknownFunction, c.At, "UNKNOWN_FUNCTION", "there is no function '"+c.Name+"'")
	if finding == nil {
		return
	}
	e.causedByName(finding)
	if finding.Help = e.otherVersionOf(c.Name, known.FunctionFiles(c.Name)...); finding.Help != "" || e.suggestReplacement(finding, c) {
		return
	}
	if finding.Help = e.isResourceHelp(c.Name); finding.Help != "" {
		return
	}
	finding.Suggest(diag.Suggestion{Written: c.Name, Meant: cmp.Or(e.meantOfKnownModule(module.Function, c.Name), e.Tree.Plugins.FunctionNames().Best(c.Name))})
}

// isResourceHelp returns the help for a call of a name that a resource type or class has, not a
// function; "" if neither does.
func (e *Evaluator) isResourceHelp(name string) string {
	e.depend(name)
	switch {
	case name == "notify":
		return "'notify' is a resource type: notice() logs on the server, and notify { 'text': } on the node"
	case e.DefinedType(name) != nil:
		return "'" + name + "' is a defined type: " + name + " { 'title': … } declares a resource"
	case e.Tree.Plugins.FindResourceType(name) != nil:
		return "'" + name + "' is a resource type: " + name + " { 'title': … } declares a resource"
	case e.Class(name) != nil:
		return "'" + name + "' is a class: include '" + name + "' declares it"
	}
	return ""
}

// otherVersionOf returns the help that another version of the module defines the name, in one
// of the files. It returns "" if no version is known to define it.
func (e *Evaluator) otherVersionOf(name string, files ...string) string {
	namespace, _, _ := strings.Cut(name, "::")
	owner := e.Tree.Module(namespace)
	if owner == nil || owner.Known == nil {
		return ""
	}
	version := owner.Known.Elsewhere(files...)
	if version == nil {
		return ""
	}
	has := owner.Known.FullName() + " " + version.String() + " has it"
	if e.Tree.IsChosen(owner) {
		return has
	}
	return has + ", a version that the dependencies do not allow"
}

// reportUnknownClass reports the name of a class that does not exist.
func (e *Evaluator) reportUnknownClass(name string, at syntax.Node) {
	if e.isGuarded(name) {
		return
	}
	finding := e.report(&code.UnknownClass, at, "RUNTIME_ERROR", "there is no class '"+name+"'")
	if finding == nil {
		return
	}
	e.causedByName(finding)
	e.alreadyReported.add(name) // consequences are not reported
	if finding.Help = e.otherVersionOf(name, known.ManifestFile(name)); finding.Help != "" {
		return
	}
	for _, wellFormed := range []string{withDoubleColons(name), strings.ReplaceAll(withDoubleColons(name), "-", "_")} {
		if e.depend(wellFormed); wellFormed != name && e.Class(wellFormed) != nil {
			finding.Suggest(diag.Suggestion{Written: name, Meant: wellFormed})
			return
		}
	}
	finding.Suggest(diag.Suggestion{Written: name, Meant: cmp.Or(e.meantOfKnownModule(module.Class, name), e.DefinedNames(name, module.Class).Best(name))})
	if finding.Help == "" && strings.Contains(name, "-") {
		finding.Help = "the name of a class has no dash: write underscores"
	}
}

// classMayExist reports whether a class that is not found may exist nevertheless. No class has a name
// with other characters than letters, digits and underscores; a definition with one is reported
// where it is.
func (e *Evaluator) classMayExist(name string) bool {
	return e.MayExist(module.Class, name, e.Body.Module) && (lattice.ClassNamePattern.MatchString(name) || e.Tree.Manifests.HasRefused(name))
}

// withDoubleColons returns a name in which each colon alone is two.
func withDoubleColons(name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(name, "::", ":"), ":", "::")
}

// DefinedNames is Program.DefinedNames, and makes the body depend on the answer.
func (e *Evaluator) DefinedNames(name string, kinds ...module.Kind) *spell.Index {
	return e.Program.DefinedNames(e.Dependencies, name, kinds...)
}

// reportUnreachable reports a statement that is never reached because the call before it, such
// as fail() or return(), never returns.
func (e *Evaluator) reportUnreachable(before, statement syntax.Node) {
	call, ok := before.(*syntax.CallNamedFunctionExpression)
	if !ok || !e.reporting {
		return
	}
	name, ok := call.Functor.(*syntax.QualifiedName)
	if !ok {
		return
	}
	switch name.Value {
	case "fail", "fail_plan", "return", "next", "break":
	default:
		return
	}
	switch statement.(type) {
	case *syntax.LiteralString, *syntax.LiteralUndef, *syntax.LiteralBoolean, *syntax.LiteralInteger:
		return // it shows the value of the block, and does nothing anyway
	}
	span := e.Body.Manifest.Extent(statement)
	key := FindingKey{&code.UnreachableCode, span.Start}
	if e.seen[key] {
		return
	}
	e.state.unreachable = false
	e.reportSpan(&code.UnreachableCode, span, span.Start, "", "this is never reached: "+name.Value+"() ends what comes before")
	e.state.unreachable = true
}

// suggestBraces returns a suggestion for a variable without braces in a string, such as
// "$prefix_rsa": the longest visible variable that its name continues, if there is one.
func (e *Evaluator) suggestBraces(written string, node syntax.Node) diag.Suggestion {
	meant := ""
	for _, name := range e.visibleVariables() {
		if len(name) > max(1, len(meant)) && strings.HasPrefix(written, name+"_") {
			meant = name
		}
	}
	if meant == "" || !e.isWithoutBraces(node) {
		return diag.Suggestion{}
	}
	braced := "{" + meant + "}" + strings.TrimPrefix(written, meant)
	return diag.Suggestion{Written: written, Meant: braced, Shown: "$" + braced}
}

// isWithoutBraces reports whether a node is a variable in the text of a string, without braces.
func (e *Evaluator) isWithoutBraces(node syntax.Node) bool {
	if start := e.Body.Manifest.Extent(node).Start; start == 0 || e.Body.Manifest.Source.Text[start] != '$' || e.Body.Manifest.Source.Text[start-1] == '{' {
		return false
	}
	found := false
	syntax.Inspect(e.Body.Manifest.Program, func(outer syntax.Node) bool {
		if text, ok := outer.(*syntax.ConcatenatedString); ok {
			found = found || slices.ContainsFunc(text.Segments, func(segment syntax.Node) bool {
				if wrapped, ok := segment.(*syntax.TextExpression); ok {
					segment = wrapped.Expr
				}
				return segment == node
			})
		}
		return !found
	})
	return found
}
