package ide

import (
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/checker/symbols"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// Definitions returns the definitions of the name at an offset. from is the span of that name.
func (v *View) Definitions(offset int32) (places []Location, from source.Span) {
	one, meant := v.at(offset)
	if one == nil {
		return v.linked(offset)
	}
	for _, symbol := range meant {
		places = append(places, v.defined(symbol)...)
	}
	if len(places) == 0 && one.Symbol.Kind == symbols.DataKey {
		places = v.defined(one.Symbol)
	}
	return compactLocations(places), one.Span
}

// linked returns the files that a path at an offset of a hiera.yaml, a Puppetfile and the like
// refers to.
func (v *View) linked(offset int32) (places []Location, from source.Span) {
	if places, from = v.levelFiles(offset); len(places) > 0 {
		return places, from
	}
	for _, link := range v.Links() {
		if link.Path == "" || !touches(link.Span, offset) {
			continue
		}
		if file, err := v.Read(link.Path); err == nil {
			return []Location{{File: file}}, link.Span
		}
	}
	return nil, from
}

// maxLocations limits the number of definitions of a symbol that are looked at. A reader has no
// use for more, and each takes time that grows with its file.
const maxLocations = 100

// definitions returns the definitions of a symbol, the first of them if there are very many.
func (v *View) definitions(symbol symbols.Symbol) []symbols.Reference {
	found := v.Index.Definitions(symbol)
	return found[:min(len(found), maxLocations)]
}

// defined returns the places that define a symbol.
func (v *View) defined(symbol symbols.Symbol) (places []Location) {
	switch symbol.Kind {
	case symbols.Template, symbols.ServedFile:
		if path := v.pathNamed(symbol); path != "" {
			if file, err := v.Read(path); err == nil {
				return []Location{{File: file}}
			}
		}
		return nil
	}
	for _, definition := range v.definitions(symbol) {
		places = append(places, v.locationOf(definition))
	}
	if symbol.Kind == symbols.Variable && v.Index.IsParameter(symbol) && len(places) > 1 {
		// A parameter is defined once; other assignments would be mistakes.
		places = places[:1]
	}
	return places
}

// locationOf returns the place of a reference. For a definition, Whole covers the entire
// definition.
func (v *View) locationOf(reference symbols.Reference) Location {
	place := Location{File: reference.Table.File, Span: reference.Occurrence.Span, Whole: reference.Occurrence.Span}
	if reference.Occurrence.Role != symbols.Definition {
		return place
	}
	manifest := v.Snapshot.Manifest(reference.Table.Path)
	if manifest == nil || manifest.Source.Text != reference.Table.File.Text {
		return place
	}
	around := nodesAt(manifest.File, place.Span.Start)
	for _, node := range slices.Backward(around) {
		switch node := node.(type) {
		case *syntax.Parameter, *syntax.AssignmentExpression, *syntax.ResourceBody:
			place.Whole = manifest.Extent(node)
			return place
		}
		if at := nameToken(node); at >= 0 && manifest.Token(at).Start <= place.Span.Start && place.Span.End <= manifest.Token(at).End {
			place.Whole = manifest.Extent(node)
			return place
		}
	}
	return place
}

// pathNamed returns the path of a template or served file with a given name, or "" if there is
// none.
func (v *View) pathNamed(symbol symbols.Symbol) string {
	if v.tree == nil {
		return ""
	}
	folder := "templates/"
	if symbol.Kind == symbols.ServedFile {
		folder = "files/"
	}
	owner, rest, found := strings.Cut(symbol.Name, "/")
	in := v.tree.Module(owner)
	if !found || in == nil {
		return ""
	}
	for _, name := range []string{rest, rest + ".epp"} {
		path := in.Path(folder + name)
		if info, err := v.Files().Stat(path); err == nil && !info.IsDir() {
			return path
		}
	}
	return ""
}

// TypeDefinitions returns the definitions of the type of the code at an offset: the alias that
// a parameter declares, or the defined type of a resource.
func (v *View) TypeDefinitions(offset int32) (places []Location, from source.Span) {
	one, meant := v.at(offset)
	if one == nil {
		return nil, from
	}
	for _, symbol := range meant {
		switch symbol.Kind {
		case symbols.Resource:
			places = append(places, v.typeNamed(symbol.Owner)...)
		case symbols.Variable:
			_, node := v.definitionNode(ownerOf(symbol))
			for _, parameter := range syntax.ParametersOf(node) {
				if parameter.Name != symbol.Name || parameter.TypeExpr == nil {
					continue
				}
				places = append(places, v.aliasesIn(parameter.TypeExpr)...)
			}
		default:
			places = append(places, v.defined(symbol)...)
		}
	}
	return compactLocations(places), one.Span
}

// aliasesIn returns the definitions of the type aliases that a type expression names.
func (v *View) aliasesIn(expression syntax.Node) (places []Location) {
	syntax.Inspect(expression, func(part syntax.Node) bool {
		if reference, ok := part.(*syntax.QualifiedReference); ok {
			places = append(places, v.defined(symbols.Symbol{Kind: symbols.TypeAlias, Name: strings.ToLower(strings.TrimPrefix(reference.Value, "::"))})...)
		}
		return true
	})
	return places
}

// typeNamed returns the definitions of the defined type or, if there is none, of the resource type
// called name.
func (v *View) typeNamed(name string) []Location {
	for _, kind := range []symbols.Kind{symbols.DefinedType, symbols.ResourceType} {
		if places := v.defined(symbols.Symbol{Kind: kind, Name: name}); len(places) > 0 {
			return places
		}
	}
	return nil
}

func compactLocations(places []Location) []Location {
	var kept []Location
	for _, place := range places {
		if !slices.Contains(kept, place) {
			kept = append(kept, place)
		}
	}
	return kept
}

// Reference is a place that refers to a symbol.
type Reference struct {
	Location
	Definition, Write bool
}

// References returns all references to the symbol at an offset, and the reasons why there may
// be more.
func (v *View) References(offset int32, definitions bool) (references []Reference, incomplete []string) {
	_, meant := v.at(offset)
	known := map[Reference]bool{}
	for _, symbol := range meant {
		reasons, listed := unknownUses{v}.of(symbol)
		for _, one := range append(v.Index.References(symbol), listed...) {
			if one.Occurrence.Span.Len() == 0 || one.Occurrence.Role == symbols.Definition && !definitions {
				continue
			}
			if reference := referenceOf(one); !known[reference] {
				known[reference] = true
				references = append(references, reference)
			}
		}
		incomplete = append(incomplete, reasons...)
	}
	return references, incomplete
}

func referenceOf(one symbols.Reference) Reference {
	return Reference{
		Location:   Location{File: one.Table.File, Span: one.Occurrence.Span, Whole: one.Occurrence.Span},
		Definition: one.Occurrence.Role == symbols.Definition, Write: one.Occurrence.Role == symbols.Definition || one.Occurrence.Role == symbols.Gives,
	}
}

// Highlights returns the references in the file itself.
func (v *View) Highlights(offset int32) (references []Reference) {
	_, meant := v.at(offset)
	known := map[Reference]bool{}
	for _, symbol := range meant {
		for _, one := range append(v.Index.ReferencesIn(v.Table, symbol), newClassLists(v).usesIn(v.Table, symbol)...) {
			if reference := referenceOf(one); one.Occurrence.Span.Len() > 0 && !known[reference] {
				known[reference] = true
				references = append(references, reference)
			}
		}
	}
	return references
}

// Link is a span that links to a file or a web page.
type Link struct {
	Span source.Span
	Path string
	// URL is the address of a web page, if Path is empty.
	URL string
}

// Links returns links to the existing templates and files that the file names, and to the modules
// that a Puppetfile or a metadata.json lists.
func (v *View) Links() (links []Link) {
	if module.IsSettingsName(v.Path) {
		return v.deploymentLinks()
	}
	links = v.documentLinks()
	if v.Table == nil {
		return links
	}
	for i := range v.Table.Occurrences {
		one := &v.Table.Occurrences[i]
		if one.Role == symbols.Definition || one.Span.Len() == 0 {
			continue
		}
		switch one.Symbol.Kind {
		case symbols.Template, symbols.ServedFile:
			if path := v.pathNamed(one.Symbol); path != "" {
				links = append(links, Link{Span: one.Span, Path: path})
			}
		}
	}
	return links
}

// Uses returns the places that use a symbol, without its definitions.
func (v *View) Uses(symbol symbols.Symbol) (places []Location) {
	for _, one := range v.Index.References(symbol) {
		if one.Occurrence.Role != symbols.Definition && one.Occurrence.Span.Len() > 0 {
			places = append(places, Location{File: one.Table.File, Span: one.Occurrence.Span, Whole: one.Occurrence.Span})
		}
	}
	return places
}

// FileOf returns the name of a file for display: relative to its module, else its base name.
func (v *View) FileOf(file *source.File) string {
	if root := v.Root(file.Name); root != "" {
		if relative, err := filepath.Rel(root, file.Name); err == nil && !strings.HasPrefix(relative, "..") {
			return filepath.ToSlash(relative)
		}
	}
	return file.Name
}
