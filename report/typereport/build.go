package typereport

import (
	"cmp"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/checker"
	"puppet-lint/checker/eval"
	"puppet-lint/checker/lattice"
	"puppet-lint/checker/typesummary"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// Input is the type summary of a module tree. The paths of data are shown relative to Folder,
// if it is set.
type Input struct {
	Tree    *module.Tree
	Summary *typesummary.Summary
	Folder  string
}

// New returns a report of summaries. release is the version of the program.
func New(inputs []Input, release string) *Report {
	b := &builder{
		report:  &Report{Version: Version, Tool: "puppet-lint", Release: release, Modules: []*Module{}, Unknown: []Cause{}},
		modules: map[string]*Module{}, folders: map[*Module]string{}, causes: map[*Module]map[Cause]int{}, total: map[Cause]int{},
	}
	for _, input := range inputs {
		b.reads = qualifiedReads(input.Summary)
		b.input = input
		for _, manifest := range input.Summary.Manifests {
			b.addManifest(manifest)
		}
		for _, module := range input.Tree.KnownModules() {
			b.report.Known = append(b.report.Known, module.Known.String())
		}
	}
	return b.finish()
}

// builder makes a report.
type builder struct {
	report *Report
	// modules holds the modules of the report by their folder; folders is the inverse map.
	modules map[string]*Module
	folders map[*Module]string
	causes  map[*Module]map[Cause]int
	total   map[Cause]int
	// reads are the unknown reads in the input being processed, from qualifiedReads.
	reads map[string]int
	input Input
}

// module returns the report's module for the module of a manifest.
func (b *builder) module(of *module.Module) *Module {
	name, folder := "", ""
	if of != nil {
		name, folder = of.Name, of.Folder
	}
	found := b.modules[folder]
	if found == nil {
		found = &Module{Name: name, Files: []*File{}, Definitions: []*Definition{}}
		b.modules[folder] = found
		b.folders[found] = b.input.seen(folder)
		b.causes[found] = map[Cause]int{}
		b.report.Modules = append(b.report.Modules, found)
	}
	return found
}

func (b *builder) addManifest(summary *typesummary.Manifest) {
	manifest := summary.Manifest
	into := b.module(manifest.Module)
	file := &File{Path: filepath.ToSlash(manifest.Source.Name), text: manifest.Source.Text, types: typedSpans(summary)}
	file.Share.Expressions, file.Share.Known = countKnown(summary)
	for _, definition := range summary.Definitions {
		made := b.definition(summary, definition)
		into.Definitions = append(into.Definitions, made)
		file.Share.add(made.Share)
	}
	into.Files = append(into.Files, file)
	into.Share.add(file.Share)
	for _, gap := range summary.Gaps {
		cause := causeOf(gap, b.input.Tree)
		b.causes[into][cause] += gap.Count
		b.total[cause] += gap.Count
	}
}

var gapNames = map[eval.GapKind]string{
	eval.MissingFunction: "function", eval.MissingClass: "class", eval.MissingResourceType: "resource type",
	eval.UnknownFact: "fact", eval.FactVariable: "fact variable", eval.UnknownVariable: "variable", eval.TemplateVariable: "template variable", eval.UntypedFunction: "result", eval.UntypedLookup: "lookup",
}

// causeOf returns the cause of a gap, without its count.
func causeOf(gap typesummary.Gap, tree *module.Tree) Cause {
	cause := Cause{Kind: gapNames[gap.Kind], Name: gap.Name}
	switch gap.Kind {
	case eval.MissingFunction, eval.MissingClass, eval.MissingResourceType:
		if name := missingModule(gap); name != "" && tree.Module(name) == nil {
			cause.Module = name
		}
	}
	return cause
}

func sortedCauses(counts map[Cause]int) []Cause {
	causes := make([]Cause, 0, len(counts))
	for cause, count := range counts {
		cause.Count, cause.Text = count, cause.inWords()
		causes = append(causes, cause)
	}
	slices.SortFunc(causes, func(a, b Cause) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.Kind, b.Kind), strings.Compare(a.Name, b.Name))
	})
	return causes
}

func (b *builder) finish() *Report {
	r := b.report
	b.disambiguate()
	slices.SortFunc(r.Modules, func(a, b *Module) int {
		return compareModules(a.Name, b.Name)
	})
	for _, module := range r.Modules {
		r.Total.add(module.Share)
		module.Unknown = sortedCauses(b.causes[module])
		slices.SortStableFunc(module.Files, func(a, b *File) int { return strings.Compare(a.Path, b.Path) })
		slices.SortStableFunc(module.Definitions, func(a, b *Definition) int {
			return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.Kind, b.Kind))
		})
	}
	r.Unknown = sortedCauses(b.total)
	r.Missing = missingModules(r.Unknown)
	slices.Sort(r.Known)
	r.Known = slices.Compact(r.Known)
	return r
}

// missingModules returns the modules that causes name, those with most occurrences first.
func missingModules(causes []Cause) []string {
	counts := map[string]int{}
	for _, cause := range causes {
		if cause.Module != "" {
			counts[cause.Module] += cause.Count
		}
	}
	return slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), strings.Compare(a, b))
	})
}

// disambiguate adds the folder to the names of modules that share a name, such as those of two
// environments.
func (b *builder) disambiguate() {
	count := map[string]int{}
	for _, module := range b.report.Modules {
		count[module.Name]++
	}
	for _, module := range b.report.Modules {
		if count[module.Name] > 1 {
			module.Name += " (" + b.folders[module] + ")"
		}
	}
}

// compareModules orders modules by name. Files without a module come last.
func compareModules(a, b string) int {
	return cmp.Or(cmp.Compare(boolOf(a == ""), boolOf(b == "")), strings.Compare(a, b))
}

func boolOf(value bool) int {
	if value {
		return 1
	}
	return 0
}

var kindNames = map[module.Kind]string{
	module.Class: "class", module.DefinedType: "define", module.Function: kindFunction, module.Plan: "plan", module.TypeAlias: "type",
}

func (b *builder) definition(summary *typesummary.Manifest, from *typesummary.Definition) *Definition {
	manifest := summary.Manifest
	extent := manifest.Extent(from.Node)
	made := &Definition{Kind: kindNames[from.Kind], Name: from.Name, Path: filepath.ToSlash(manifest.Source.Name), Line: manifest.Source.Line(extent.Start)}
	if alias, ok := from.Node.(*syntax.TypeAlias); ok {
		made.Name, made.Is = alias.Name, manifest.Source.Slice(manifest.Extent(alias.TypeExpr))
		return made
	}
	costs := newCosts(summary, from)
	for _, parameter := range from.Parameters {
		made.Parameters = append(made.Parameters, b.parameter(summary, from, parameter, costs))
	}
	for _, parameter := range made.Parameters {
		made.Share.add(shareOf(parameter))
	}
	if function, ok := from.Node.(*syntax.FunctionDefinition); ok {
		b.result(manifest, from, function, made)
	}
	for _, name := range slices.Sorted(maps.Keys(from.Variables)) {
		made.Variables = append(made.Variables, Variable{name, textOf(from.Variables[name])})
	}
	return made
}

func shareOf(parameter *Parameter) Share {
	share := Share{Slots: 1}
	switch parameter.State {
	case stateTyped:
		share.Typed = 1
	case statePartly:
		share.Typed, share.PartlyTyped = 1, 1
	default:
		share.Suggested = boolOf(parameter.Suggested != "")
	}
	return share
}

// result sets what a function returns.
func (b *builder) result(manifest *module.Manifest, from *typesummary.Definition, function *syntax.FunctionDefinition, made *Definition) {
	made.Share.Slots++
	made.ReturnState = stateUntyped
	made.ReturnCost = b.reads[callOf(from.Name)]
	if function.ReturnType != nil {
		made.Returns, made.ReturnsDeclared = manifest.Source.Slice(manifest.Extent(function.ReturnType)), true
		if made.ReturnState = b.stateOf(from.Returns); made.ReturnState != stateUntyped {
			made.Share.Typed++
			made.Share.PartlyTyped += boolOf(made.ReturnState == statePartly)
			made.ReturnCost = 0
		}
		return
	}
	made.Returns, made.SuggestedReturn = textOf(from.Returns), from.SuggestedReturn
	if from.SuggestedReturn == "" {
		return
	}
	made.Share.Suggested++
	if at, ok := openingBrace(manifest, function); ok {
		b.report.edits = append(b.report.edits, diag.Edit{
			File: manifest.Source, Span: source.Span{Start: at, End: at}, NewText: ">> " + from.SuggestedReturn + " ",
		})
	}
}

// openingBrace returns the offset of the brace that begins a function's body: the first one
// after its name and parameters.
func openingBrace(manifest *module.Manifest, function *syntax.FunctionDefinition) (at int32, ok bool) {
	index := int(function.NameToken)
	for _, parameter := range function.Parameters {
		index = max(index, int(parameter.LastToken()))
	}
	for ; index < len(manifest.Tokens); index++ {
		if manifest.Text(index) == "{" {
			return manifest.Tokens[index].Start, true
		}
	}
	return 0, false
}

func (b *builder) parameter(summary *typesummary.Manifest, of *typesummary.Definition, from *typesummary.Parameter, costs *costs) *Parameter {
	manifest, node := summary.Manifest, from.Node
	text := manifest.Source
	made := &Parameter{Name: node.Name, Line: text.Line(node.Span().Start), State: b.stateOf(from.Declared)}
	if node.TypeExpr != nil {
		made.Declared = text.Slice(manifest.Extent(node.TypeExpr))
	}
	if node.Value != nil {
		made.Default = source.OneLine(text.Slice(manifest.Extent(node.Value)))
		if from.Default != nil {
			made.DefaultType = textOf(from.Default)
		}
	}
	for _, given := range from.Given {
		made.Values = append(made.Values, Value{From: "code", Path: filepath.ToSlash(given.Manifest.Source.Name), Line: given.Manifest.Source.Line(given.Span.Start), Type: textOf(given.Type)})
	}
	for _, given := range from.Data {
		made.Values = append(made.Values, Value{From: "data", Path: b.input.seen(given.File.Name), Line: given.File.Line(given.Span.Start), Type: textOf(given.Type)})
	}
	if made.State != stateUntyped {
		return made
	}
	made.Suggested, made.Likely, made.Documented = from.Suggested, from.Likely, from.Documented
	for _, use := range from.Uses {
		made.Uses = append(made.Uses, Use{Line: text.Line(use.Span.Start), What: use.What, Accepts: textOf(use.Accepts)})
	}
	made.Cost = costs.of(node.Name) + b.reads[of.Name+"::"+node.Name] + len(made.Values)
	if made.Suggested != "" {
		b.report.edits = append(b.report.edits, typeEdit(manifest, node, made.Suggested))
	}
	return made
}

// typeEdit returns the edit that writes a type before a parameter, or replaces its Any.
func typeEdit(manifest *module.Manifest, node *syntax.Parameter, written string) diag.Edit {
	if node.TypeExpr != nil {
		return diag.Edit{File: manifest.Source, Span: manifest.Extent(node.TypeExpr), NewText: written}
	}
	at := manifest.Tokens[node.FirstToken()].Start
	return diag.Edit{File: manifest.Source, Span: source.Span{Start: at, End: at}, NewText: written + " "}
}

// textOf returns a type for display, or "" if nothing is known.
func textOf(t checker.Type) string {
	if t == nil || !isKnown(t) {
		return ""
	}
	return lattice.FormatType(t)
}

// isKnown reports whether a type is neither unknown nor Any.
func isKnown(t checker.Type) bool {
	return t.Kind() != types.KindUnknown && t.Kind() != types.KindAny
}

// stateOf returns the state of a slot, given its declared type or nil.
func (b *builder) stateOf(declared checker.Type) string {
	switch {
	case declared == nil || declared.Kind() == types.KindAny:
		return stateUntyped
	case isPartly(declared, b.input.Summary.Resolve):
		return statePartly
	}
	return stateTyped
}

// isPartly reports whether a type contains Any, also in the types that its aliases refer to. A
// type that cannot be resolved counts as not containing Any.
func isPartly(t checker.Type, resolve func(checker.Type) checker.Type) bool {
	seen := map[checker.Type]bool{}
	var holdsAny func(t checker.Type) bool
	bare := func(inner checker.Type) bool { return inner == nil || holdsAny(inner) }
	holdsAny = func(t checker.Type) bool {
		switch t := t.(type) {
		case *types.AnyType, *types.CollectionType:
			return true
		case *types.AliasType:
			if seen[t] {
				return false
			}
			seen[t] = true
			return holdsAny(resolve(t))
		case *types.ArrayType:
			return holdsAny(t.Element)
		case *types.HashType:
			return holdsAny(t.Value)
		case *types.IterableType:
			return bare(t.Type)
		case *types.IteratorType:
			return bare(t.Type)
		case *types.OptionalType:
			return bare(t.Type)
		case *types.NotUndefType:
			return bare(t.Type)
		case *types.SensitiveType:
			return bare(t.Type)
		case *types.VariantType:
			return slices.ContainsFunc(t.Types, holdsAny)
		case *types.TupleType:
			return slices.ContainsFunc(t.Types, holdsAny)
		case *types.StructType:
			return slices.ContainsFunc(t.Elements, func(element types.StructElement) bool { return holdsAny(element.Value) })
		}
		return false
	}
	return holdsAny(t)
}

// seen returns a path relative to the folder, if it lies there.
func (input Input) seen(path string) string {
	if inside, err := filepath.Rel(input.Folder, path); err == nil && source.IsAbsolute(path) && filepath.IsLocal(inside) {
		path = inside
	}
	return filepath.ToSlash(path)
}
