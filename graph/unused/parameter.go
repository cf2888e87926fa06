package unused

import (
	"strings"

	"puppet-lint/checker/symbols"
	"puppet-lint/graph"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// OfParameters returns answers for unread parameters, given the places of their names.
func OfParameters(g *graph.Graph, places []graph.Location, shown func(path string) string) (answers []Answer) {
	f := &finder{graph: g, options: Options{Shown: shown}, uncertain: map[*graph.Node]string{}, given: map[string]graph.Location{}}
	g.Files(func(table *symbols.Table) {
		for _, one := range table.Given {
			if _, isKnown := f.given[one.Owner.Name]; !isKnown {
				f.given[one.Owner.Name] = graph.Location{File: table.File, Span: one.Span}
			}
		}
	})
	f.findGivers(places)
	for _, place := range places {
		if answer := f.ofParameter(place); answer != nil {
			answers = append(answers, *answer)
		}
	}
	return answers
}

// ofParameter returns the answer for the parameter whose name is at a place, or nil if there is
// none.
func (f *finder) ofParameter(place graph.Location) *Answer {
	manifest, definition := f.definitionAt(place)
	if definition == nil {
		return nil
	}
	owner, parameters := parametersOf(definition)
	for _, parameter := range parameters {
		if extent := manifest.Extent(parameter); place.Span.Start < extent.Start || extent.End < place.Span.End {
			continue
		}
		node := f.graph.Node(graph.ID{Kind: kindOf(owner.Kind), Name: owner.Name})
		if node == nil {
			return nil
		}
		answer := &Answer{
			Kind: Parameter, Name: owner.Name + " $" + parameter.Name, Module: node.Module, Definitions: []graph.Location{place}, Node: node,
			Why: "nothing reads it", Uncertainty: f.uncertaintyOfParameter(node, owner, parameter.Name),
		}
		if answer.IsCertain() {
			answer.Removal = removeParameter(manifest, definition, parameter)
		}
		return answer
	}
	return nil
}

func kindOf(kind symbols.Kind) graph.Kind {
	switch kind {
	case symbols.Class:
		return graph.Class
	case symbols.DefinedType:
		return graph.DefinedType
	}
	return graph.Function
}

// parametersOf returns the symbol and the parameters of a definition.
func parametersOf(definition syntax.Node) (owner symbols.Symbol, parameters []*syntax.Parameter) {
	switch node := definition.(type) {
	case *syntax.HostClassDefinition:
		return symbols.Symbol{Kind: symbols.Class, Name: module.Normalize(node.Name)}, node.Parameters
	case *syntax.ResourceTypeDefinition:
		return symbols.Symbol{Kind: symbols.DefinedType, Name: module.Normalize(node.Name)}, node.Parameters
	case *syntax.FunctionDefinition:
		return symbols.Symbol{Kind: symbols.Function, Name: module.Normalize(node.Name)}, node.Parameters
	}
	return owner, nil
}

// uncertaintyOfParameter says who may set a parameter; it returns "" if nobody may.
func (f *finder) uncertaintyOfParameter(node *graph.Node, owner symbols.Symbol, name string) string {
	symbol := symbols.Symbol{Kind: symbols.Variable, In: owner.Kind, Owner: owner.Name, Name: name}
	switch {
	case owner.Kind == symbols.Function:
		return "callers of the function pass it"
	case f.isInterface(node):
		return "code that uses the module may set it"
	}
	if place, isGiven := f.givers[symbol]; isGiven {
		return "it is set at " + f.at(place)
	}
	for _, name := range []string{owner.Name, ""} { // "" stands for hashes whose owner is unknown
		if place, isGiven := f.given[name]; isGiven {
			return "the hash at " + f.at(place) + " may set it"
		}
	}
	for _, one := range f.graph.Opens {
		if one.Matches(node.ID) {
			return "the computed name at " + f.at(one.Location) + " may refer to it"
		}
	}
	return f.missingThatMay("set it")
}

// findGivers finds the uses of some parameters, which are mostly places that set them. places
// are the places of the parameters' names.
func (f *finder) findGivers(places []graph.Location) {
	f.givers = map[symbols.Symbol]graph.Location{}
	names := map[string]bool{}
	for _, place := range places {
		names[strings.TrimPrefix(place.File.Slice(place.Span), "$")] = true
	}
	f.graph.Files(func(table *symbols.Table) {
		for i := range table.Occurrences {
			one := &table.Occurrences[i]
			if one.Symbol.Kind != symbols.Variable || !names[one.Symbol.Name] || one.Role == symbols.Definition || one.Unscoped && one.Role != symbols.Gives || isTag(table, one) {
				continue
			}
			for _, symbol := range f.graph.Index.Resolve(table, one) {
				if _, isKnown := f.givers[symbol]; !isKnown {
					f.givers[symbol] = graph.Location{File: table.File, Span: one.Span}
				}
			}
		}
	})
}

// isTag reports whether a name stands in a comment, as the name of a described parameter.
func isTag(table *symbols.Table, one *symbols.Occurrence) bool {
	line := table.File.LineText(table.File.Line(one.Span.Start))
	return one.Role == symbols.Use && strings.HasPrefix(strings.TrimSpace(line), "#")
}

// removeParameter removes a parameter from its list, and its description from the comment
// above.
func removeParameter(manifest *module.Manifest, definition syntax.Node, parameter *syntax.Parameter) *Removal {
	extent := manifest.Extent(parameter)
	next := manifest.NextSignificant(parameter.LastToken())
	before := manifest.PreviousSignificant(parameter.FirstToken())
	if next < 0 || before < 0 {
		return nil
	}
	if manifest.Text(before) == "(" {
		closing := next
		if manifest.Text(next) == "," {
			closing = manifest.NextSignificant(next)
		}
		if closing >= 0 && manifest.Text(closing) == ")" {
			return withDescription(manifest, definition, parameter, listSpan(manifest, before, closing))
		}
	}
	switch {
	case manifest.Text(next) == ",":
		extent.End = manifest.Token(next).Span.End
	case manifest.Text(before) == ",":
		extent.Start = manifest.Token(before).Span.Start
	default:
		return nil
	}
	if whole := wholeEntry(manifest.Source, extent); strings.TrimSpace(manifest.Source.Slice(source.Span{Start: whole.Start, End: extent.Start})) == "" &&
		strings.TrimSpace(manifest.Source.Slice(source.Span{Start: extent.End, End: whole.End})) == "" {
		extent = whole
	} else if rest := manifest.Source.Text[extent.End:]; strings.HasPrefix(rest, " ") {
		extent.End++
	}
	return withDescription(manifest, definition, parameter, extent)
}

// listSpan returns the extent of a list of parameters between two parentheses, with the blanks
// before it.
func listSpan(manifest *module.Manifest, opening, closing int) source.Span {
	span := source.Span{Start: manifest.Token(opening).Span.Start, End: manifest.Token(closing).Span.End}
	span.Start = int32(len(strings.TrimRight(manifest.Source.Text[:span.Start], " \t\n")))
	return span
}

// withDescription returns the removal of a parameter at a span, and of its description.
func withDescription(manifest *module.Manifest, definition syntax.Node, parameter *syntax.Parameter, extent source.Span) *Removal {
	removal := &Removal{Edits: []diag.Edit{{File: manifest.Source, Span: extent}}}
	if tag, found := tagOf(manifest, definition, parameter.Name); found {
		removal.Edits = append(removal.Edits, diag.Edit{File: manifest.Source, Span: tag})
	}
	return removal
}

// tagOf returns the lines of the comment that describe a parameter.
func tagOf(manifest *module.Manifest, definition syntax.Node, name string) (span source.Span, found bool) {
	for _, tag := range manifest.ParameterTags(definition) {
		if tag.Name != name {
			continue
		}
		span, found = wholeEntry(manifest.Source, tag.Span), true
		indent := indentOf(manifest.Source.Text[span.Start:])
		for {
			line, _, _ := strings.Cut(manifest.Source.Text[span.End:], "\n")
			text := strings.TrimPrefix(strings.TrimSpace(line), "#")
			if !strings.HasPrefix(strings.TrimSpace(line), "#") || strings.TrimSpace(text) == "" || indentOf(manifest.Source.Text[span.End:]) <= indent {
				return span, true
			}
			span.End += int32(len(line)) + 1
		}
	}
	return span, false
}

// indentOf returns the indentation of the text on a comment line.
func indentOf(line string) int {
	line, _, _ = strings.Cut(line, "\n")
	text := strings.TrimPrefix(strings.TrimLeft(line, " \t"), "#")
	return len(text) - len(strings.TrimLeft(text, " \t"))
}
