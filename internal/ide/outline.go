package ide

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/checker/symbols"
	"puppet-lint/internal/document"
	"puppet-lint/internal/document/environmentconf"
	"puppet-lint/internal/document/puppetfile"
	"puppet-lint/internal/source"
	"puppet-lint/internal/workspace"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// Entry is an entry in the outline of a file.
type Entry struct {
	Name, Detail string
	Kind         symbols.Kind
	// IsParameter is true for a parameter, false for any other variable.
	IsParameter bool
	Whole, At   source.Span
	Children    []Entry
}

// maxFullOutline is the length in bytes of the longest manifest whose variables and resources are
// listed. Lists of hundreds of thousands of them help nobody and are slow in all editors.
const maxFullOutline = 1 << 20

// Outline returns the outline of the file: definitions with their parameters, variables and
// resources. For data it returns the keys. A very long manifest has only its definitions and their
// parameters.
func (v *View) Outline() []Entry {
	switch {
	case v.Manifest != nil:
		o := &outliner{file: v.Manifest.File, onlyDefinitions: len(v.File.Text) > maxFullOutline}
		return o.below(v.Manifest.Program.Body)
	case module.IsDocumentName(v.Path) && filepath.Ext(v.Path) != ".erb" && v.tree != nil:
		return v.outlineOf(v.tree.Documents.At(v.Path).Root, 0)
	case filepath.Base(v.Path) == module.Puppetfile:
		return outlineOfPuppetfile(v.File)
	case filepath.Base(v.Path) == module.EnvironmentConf:
		return outlineOfEnvironmentConf(v.File)
	}
	return nil
}

func outlineOfPuppetfile(file *source.File) (entries []Entry) {
	list := puppetfile.Read(file)
	for i := range list.Modules {
		one := &list.Modules[i]
		whole := source.Span{Start: one.Declared.Start, End: max(one.Declared.End, one.Span.End)}
		entry := Entry{Name: one.Title, Kind: symbols.DataKey, At: one.Span}
		for k := range one.Options {
			option := &one.Options[k]
			whole.End = max(whole.End, option.Span.End)
			if option.NameSpan.Len() > 0 && option.Known && entry.Detail == "" {
				entry.Detail = option.Name + " " + option.Literal.Text
			}
		}
		if entry.Whole = whole; entry.Name != "" && entry.At.Len() > 0 {
			entries = append(entries, entry)
		}
	}
	return entries
}

func outlineOfEnvironmentConf(file *source.File) (entries []Entry) {
	for _, setting := range environmentconf.Read(file).Settings {
		if setting.NameSpan.Len() > 0 {
			entries = append(entries, Entry{
				Name: setting.Name, Detail: setting.Value, Kind: symbols.DataKey, At: setting.NameSpan,
				Whole: source.Span{Start: setting.NameSpan.Start, End: max(setting.NameSpan.End, setting.ValueSpan.End)},
			})
		}
	}
	return entries
}

// maxOutline limits the levels of keys that are listed.
const maxOutline = 3

func (v *View) outlineOf(node *document.Node, depth int) (entries []Entry) {
	if node == nil || depth >= maxOutline {
		return nil
	}
	for _, item := range node.Items {
		// Elements of a list that have a name, such as the levels of a hierarchy.
		for _, key := range []string{"name", "operatingsystem"} {
			if name := item.Get(key); item.Kind == document.Mapping && name != nil && name.Span.Len() > 0 && name.Text != "" {
				entries = append(entries, Entry{Name: name.Text, Kind: symbols.DataKey, Whole: item.Span, At: name.Span})
				break
			}
		}
	}
	if node.Kind != document.Mapping {
		return entries
	}
	for _, pair := range node.Entries {
		if pair.Key == nil || pair.Key.Span.Len() == 0 {
			continue
		}
		whole := pair.Key.Span
		if pair.Value != nil && pair.Value.Span.End > whole.End {
			whole.End = pair.Value.Span.End
		}
		name := strings.Trim(v.File.Slice(pair.Key.Span), `"'`)
		if name != "" {
			entries = append(entries, Entry{Name: name, Kind: symbols.DataKey, Whole: whole, At: pair.Key.Span, Children: v.outlineOf(pair.Value, depth+1)})
		}
	}
	return entries
}

type outliner struct {
	file            *syntax.File
	onlyDefinitions bool
}

// below returns the entries below a node, including those in blocks and branches.
func (o *outliner) below(node syntax.Node) (entries []Entry) {
	if node == nil {
		return nil
	}
	add := func(entry Entry) { entries = append(entries, entry) }
	children := func() {
		syntax.EachChild(node, func(child syntax.Node) { entries = append(entries, o.below(child)...) })
	}
	switch node := node.(type) {
	case *syntax.HostClassDefinition:
		add(o.definition(symbols.Class, node.Name, "", node, node.Parameters, node.Body))
	case *syntax.ResourceTypeDefinition:
		add(o.definition(symbols.DefinedType, node.Name, "", node, node.Parameters, node.Body))
	case *syntax.FunctionDefinition:
		add(o.definition(symbols.Function, node.Name, "", node, node.Parameters, node.Body))
	case *syntax.PlanDefinition:
		add(o.definition(symbols.Plan, node.Name, "", node, node.Parameters, node.Body))
	case *syntax.TypeAlias:
		add(o.definition(symbols.TypeAlias, node.Name, source.OneLine(o.file.Source.Slice(o.file.Extent(node.TypeExpr))), node, nil, nil))
	case *syntax.NodeDefinition:
		var names []string
		for _, match := range node.HostMatches {
			names = append(names, o.file.Source.Slice(o.file.Extent(match)))
		}
		whole := o.file.Extent(node)
		name := whole
		if len(node.HostMatches) > 0 {
			name = o.file.Extent(node.HostMatches[0])
		}
		entry := Entry{Name: "node " + strings.Join(names, ", "), Kind: symbols.Node, Whole: whole, At: name}
		if node.Body != nil {
			entry.Children = o.below(node.Body)
		}
		add(entry)
	case *syntax.LambdaExpression:
		if _, isTemplate := node.Body.(*syntax.EppExpression); isTemplate {
			for _, parameter := range node.Parameters {
				add(o.parameter(parameter))
			}
		}
		children()
	case *syntax.AssignmentExpression:
		if o.onlyDefinitions {
			return nil
		}
		if variable, ok := node.Left.(*syntax.VariableExpression); ok && node.Operator == syntax.Equals {
			add(Entry{Name: "$" + variable.Name, Kind: symbols.Variable, Whole: o.file.Extent(node), At: o.file.Extent(variable), Children: o.below(node.Right)})
			return entries
		}
		children()
	case *syntax.ResourceExpression:
		if o.onlyDefinitions {
			return nil
		}
		for _, body := range node.Bodies {
			add(o.resource(node, body))
		}
	default:
		children()
	}
	return entries
}

func (o *outliner) definition(kind symbols.Kind, name, detail string, node syntax.Node, parameters []*syntax.Parameter, body *syntax.BlockExpression) Entry {
	entry := Entry{Name: name, Detail: detail, Kind: kind, Whole: o.file.Extent(node), At: o.file.Token(nameToken(node)).Span}
	for _, parameter := range parameters {
		entry.Children = append(entry.Children, o.parameter(parameter))
	}
	if body != nil {
		entry.Children = append(entry.Children, o.below(body)...)
	}
	return entry
}

func (o *outliner) parameter(parameter *syntax.Parameter) Entry {
	return Entry{
		Name: "$" + parameter.Name, Detail: typeText(o.file, parameter), Kind: symbols.Variable, IsParameter: true,
		Whole: o.file.Extent(parameter), At: o.file.Token(int(parameter.NameToken)).Span,
	}
}

func (o *outliner) resource(node *syntax.ResourceExpression, body *syntax.ResourceBody) Entry {
	titleSpan := o.file.Extent(body.Title)
	title := firstLine(o.file.Source.Slice(titleSpan))
	typeName := firstLine(o.file.Source.Slice(o.file.Extent(node.TypeName)))
	entry := Entry{Name: capitalize(typeName) + "[" + title + "]", Kind: symbols.Resource, Whole: o.file.Extent(body), At: titleSpan}
	for _, operation := range body.Operations {
		entry.Children = append(entry.Children, o.below(operation)...)
	}
	return entry
}

// Found is a symbol with its definition.
type Found struct {
	Symbol      symbols.Symbol
	IsParameter bool
	Location
	score int
}

// maxFound limits the number of search results.
const maxFound = 500

// Search returns the definitions whose names contain the letters of a query in order, best
// matches first.
func Search(ctx context.Context, snapshot *workspace.Snapshot, query string) ([]Found, error) {
	indexes, err := snapshot.Indexes(ctx)
	if err != nil {
		return nil, err
	}
	query = strings.Join(strings.Fields(query), "") // users type spaces between the parts of a name
	var found []Found
	for _, index := range indexes {
		index.Symbols(func(symbol symbols.Symbol) {
			switch symbol.Kind {
			case symbols.Class, symbols.DefinedType, symbols.Function, symbols.TypeAlias, symbols.Plan, symbols.Task, symbols.ResourceType, symbols.Fact, symbols.Node:
			case symbols.Variable:
				if symbol.In == symbols.Block || symbol.In == symbols.ResourceType || query == "" {
					return
				}
			case symbols.DataKey, symbols.Resource:
				if query == "" {
					return
				}
			default:
				return
			}
			if score, ok := fits(nameOf(symbol), query); ok {
				for _, definition := range index.Definitions(symbol) {
					place := Location{File: definition.Table.File, Span: definition.Occurrence.Span, Whole: definition.Occurrence.Span}
					found = append(found, Found{symbol, index.IsParameter(symbol), place, score})
				}
			}
		})
	}
	slices.SortFunc(found, func(a, b Found) int {
		return cmp.Or(a.score-b.score, strings.Compare(nameOf(a.Symbol), nameOf(b.Symbol)), strings.Compare(a.File.Name, b.File.Name), int(a.Span.Start-b.Span.Start))
	})
	return found[:min(len(found), maxFound)], ctx.Err()
}

// nameOf returns the name of a symbol for display.
func nameOf(symbol symbols.Symbol) string {
	switch {
	case symbol.Kind == symbols.Variable && symbol.In == symbols.Class:
		return "$" + symbol.Owner + "::" + symbol.Name
	case symbol.Kind == symbols.Variable:
		return "$" + symbol.Name
	case symbol.Kind == symbols.Resource:
		return capitalize(symbol.Owner) + "[" + symbol.Name + "]"
	case symbol.Kind == symbols.TypeAlias:
		return capitalize(symbol.Name)
	}
	return symbol.Name
}

// NameOf returns the name of the symbol for display.
func (f *Found) NameOf() string { return nameOf(f.Symbol) }

// fits reports whether a name contains the letters of a query in order, and how well it
// matches: a lower score is better, and 0 is best.
func fits(name, query string) (score int, ok bool) {
	lower, query := strings.ToLower(name), strings.ToLower(query)
	switch at := strings.Index(lower, query); {
	case query == "":
		return 1, true
	case lower == query, strings.HasSuffix(lower, "::"+query):
		return 0, true
	case at == 0:
		return 1, true
	case at > 0 && (lower[at-1] == ':' || lower[at-1] == '_'):
		return 2, true
	case at > 0:
		return 3, true
	}
	rest, gaps := lower, 0
	for i := range len(query) {
		at := strings.IndexByte(rest, query[i])
		if at < 0 {
			return 0, false
		}
		if at > 0 {
			gaps++
		}
		rest = rest[at+1:]
	}
	return 4 + gaps, true
}
