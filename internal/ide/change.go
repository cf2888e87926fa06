package ide

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/checker/symbols"
	"puppet-lint/format"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/document"
	"puppet-lint/internal/document/puppetfile"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/module/known"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// Change is a code action at an offset that is not a fix of a finding.
type Change struct {
	Title string
	// Rewrites is true if the code is complete without the change.
	Rewrites bool
	Edits    []Edit
}

// changer writes the edits of code actions.
type changer struct{ *View }

// Changes returns the changes offered at an offset of a manifest: add a dependency on the
// module that a name belongs to, add the missing required parameters of a resource, and add the
// parameter types that the type report suggests.
func (v *View) Changes(offset int32) (changes []Change) {
	if v.Manifest == nil || v.tree == nil {
		return nil
	}
	changes = append(changes, changer{v}.dependencies(offset)...)
	changes = append(changes, changer{v}.missingParameters(offset)...)
	return append(changes, changer{v}.suggestedTypes(offset)...)
}

// release is a release of a module that a dependency can name.
type release struct {
	owner, name string
	version     *types.Version
}

// allowed returns the version requirement from this version up to the next major one.
func (r *release) allowed() string {
	return fmt.Sprintf(">= %s < %d.0.0", r.version, r.version.Major+1)
}

// dependencies returns changes that add the module of the name at an offset to metadata.json
// and the Puppetfile, unless they list it already.
func (c changer) dependencies(offset int32) (changes []Change) {
	if c.Table == nil {
		return nil
	}
	for _, one := range c.Table.AllAt(offset) {
		if needed, isThere := c.releaseOf(one); needed != nil {
			changes = append(changes, c.inMetadata(needed)...)
			if !isThere {
				changes = append(changes, c.inPuppetfile(needed)...)
			}
			return changes
		}
	}
	return nil
}

// releaseOf returns the release of the module that a name belongs to. It returns nil if the
// module is the file's own or the version is unknown. isThere is true if the module is on disk.
func (c changer) releaseOf(one *symbols.Occurrence) (needed *release, isThere bool) {
	for _, symbol := range c.Index.Resolve(c.Table, one) {
		for _, place := range c.Index.Definitions(symbol) {
			owner, _ := c.tree.ModuleOf(place.Table.Path)
			if owner == nil || owner == c.moduleOf() {
				return nil, false
			}
			if owner.Known != nil {
				return newestOf(owner.Known.Module), false
			}
			metadata := owner.Metadata()
			if metadata == nil || metadata.Owner == "" {
				return nil, false
			}
			version, err := types.ParseVersion(metadata.Version)
			if err != nil {
				return nil, false
			}
			return &release{metadata.Owner, owner.Name, version}, true
		}
	}
	name := module.Normalize(one.Symbol.Name)
	switch one.Symbol.Kind {
	case symbols.Class, symbols.DefinedType, symbols.TypeName, symbols.TypeAlias, symbols.Function:
		first, _, isQualified := strings.Cut(name, "::")
		if one.Symbol.Kind != symbols.Class && !isQualified || c.tree.Module(first) != nil {
			return nil, false
		}
		if found := known.Embedded().Named(first); len(found) == 1 {
			return newestOf(found[0]), false
		}
	}
	return nil, false
}

func newestOf(found *known.Module) *release {
	if len(found.Versions) == 0 {
		return nil
	}
	return &release{found.Owner, found.Name, found.Versions[len(found.Versions)-1]}
}

// inMetadata returns the change that adds a module to the dependencies of the module that
// contains the file.
func (c changer) inMetadata(needed *release) []Change {
	owner := c.moduleOf()
	if owner == nil || owner.Metadata() == nil || strings.HasSuffix(needed.name, "_core") {
		return nil
	}
	metadata := owner.Metadata()
	dependencies := metadata.Document.Root.Get("dependencies")
	if dependencies == nil || dependencies.Kind != document.Sequence || !c.View.IsOwn(metadata.Document.File.Name) ||
		slices.ContainsFunc(metadata.Dependencies, func(one module.Dependency) bool { return one.Name == needed.name }) {
		return nil
	}
	file := metadata.Document.File
	edit := Edit{File: file, Span: source.Span{Start: dependencies.Span.End - 1, End: dependencies.Span.End - 1}}
	indent := indentAt(file, dependencies.Span.Start)
	if last := len(dependencies.Items) - 1; last >= 0 {
		item := dependencies.Items[last].Span
		edit.Span = source.Span{Start: item.End, End: item.End}
		edit.Text = "," + entryLike(file, item, needed)
	} else {
		edit.Span.Start = dependencies.Span.Start + 1
		edit.Text = "\n" + indent + "  " + entryOf(needed, " ", " ", " ") + "\n" + indent
	}
	return []Change{{
		Title: fmt.Sprintf("Add a dependency on %s/%s to metadata.json", needed.owner, needed.name), Edits: []Edit{edit},
	}}
}

// entryLike returns the text of a dependency, laid out like the entry before it.
func entryLike(file *source.File, like source.Span, needed *release) string {
	text, indent := file.Slice(like), indentAt(file, like.Start)
	lead := " "
	if strings.HasSuffix(file.Text[:like.Start], "\n"+indent) {
		lead = "\n" + indent
	}
	if !strings.Contains(text, "\n") {
		inside := ""
		if strings.HasPrefix(text, "{ ") {
			inside = " "
		}
		return lead + entryOf(needed, inside, " ", inside)
	}
	inside := text[strings.IndexByte(text, '\n'):]
	inside = inside[:len(inside)-len(strings.TrimLeft(inside, "\r\n\t "))]
	return lead + entryOf(needed, inside, inside, text[strings.LastIndexByte(text, '\n'):len(text)-1])
}

// entryOf returns the text of a dependency, with the given blanks after its opening brace,
// after its comma and before its closing brace.
func entryOf(needed *release, open, between, close string) string {
	return fmt.Sprintf(`{%s"name": "%s/%s",%s"version_requirement": "%s"%s}`, open, needed.owner, needed.name, between, needed.allowed(), close)
}

// indentAt returns the blanks at the beginning of the line of an offset.
func indentAt(file *source.File, offset int32) string {
	line := file.Text[file.LineSpan(file.Line(offset)).Start:]
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

// inPuppetfile returns the change that adds a module to the Puppetfile of the environment.
func (c changer) inPuppetfile(needed *release) []Change {
	if c.tree.Environment == "" {
		return nil
	}
	file, err := c.View.Read(filepath.Join(c.tree.Environment, module.Puppetfile))
	if err != nil || !c.View.IsOwn(file.Name) {
		return nil
	}
	list := puppetfile.Read(file)
	separator := "/"
	for _, one := range list.Modules {
		if one.Name == needed.name {
			return nil
		}
		if strings.Contains(file.Slice(one.Span), "-") {
			separator = "-"
		}
	}
	end := int32(len(file.Text))
	text := fmt.Sprintf("mod '%s%s%s', '%s'\n", needed.owner, separator, needed.name, needed.version)
	if file.Text != "" && !strings.HasSuffix(file.Text, "\n") {
		text = "\n" + text
	}
	return []Change{{
		Title: fmt.Sprintf("Add %s/%s %s to the Puppetfile", needed.owner, needed.name, needed.version),
		Edits: []Edit{{file, source.Span{Start: end, End: end}, text}},
	}}
}

// missingParameters returns the change that adds the missing required parameters to the
// resource at an offset, with placeholders as values.
func (c changer) missingParameters(offset int32) []Change {
	resource, body := c.resourceAt(offset)
	if body == nil {
		return nil
	}
	owner := c.declaredBy(resource, body)
	_, definition := c.definitionNode(owner)
	if definition == nil {
		return nil
	}
	given := map[string]bool{}
	for _, operation := range body.Operations {
		attribute, isAttribute := operation.(*syntax.AttributeOperation)
		if !isAttribute {
			return nil // * => $more
		}
		given[attribute.Name] = true
	}
	var lines []string
	for _, parameter := range syntax.ParametersOf(definition) {
		if parameter.Value == nil && !parameter.CapturesRest && !given[parameter.Name] {
			lines = append(lines, fmt.Sprintf("%s => %s,", parameter.Name, placeholder(parameter.TypeExpr)))
		}
	}
	if len(lines) == 0 {
		return nil
	}
	edit, ok := c.withAttributes(resource, body, lines)
	if !ok {
		return nil
	}
	title := fmt.Sprintf("Add the %d required parameters of %s", len(lines), owner.Name)
	if len(lines) == 1 {
		title = fmt.Sprintf("Add the required parameter %s of %s", strings.Fields(lines[0])[0], owner.Name)
	}
	return []Change{{Title: title, Edits: []Edit{edit}}}
}

// resourceAt returns the innermost resource at an offset and its body there. Both are nil if
// there is none or the file has a syntax error.
func (c changer) resourceAt(offset int32) (resource *syntax.ResourceExpression, body *syntax.ResourceBody) {
	for _, node := range nodesAt(c.Manifest.File, offset) {
		switch node := node.(type) {
		case *syntax.ResourceExpression:
			resource, body = node, nil
			if len(node.Bodies) == 1 {
				body = node.Bodies[0]
			}
		case *syntax.ResourceBody:
			body = node
		case *syntax.LambdaExpression:
			resource, body = nil, nil
		}
	}
	if resource == nil || resource.Form != syntax.Regular || body == nil || isBrokenFile(c.Manifest.File) {
		return nil, nil
	}
	return resource, body
}

func isBrokenFile(file *syntax.File) bool {
	return slices.ContainsFunc(file.Errors, func(mistake syntax.Error) bool { return mistake.Fatal })
}

// declaredBy returns the class or defined type that a resource body declares, or the zero
// Symbol if its name is not literal.
func (c changer) declaredBy(resource *syntax.ResourceExpression, body *syntax.ResourceBody) symbols.Symbol {
	name, isName := resource.TypeName.(*syntax.QualifiedName)
	switch {
	case !isName:
		return symbols.Symbol{}
	case module.Normalize(name.Value) != "class":
		return symbols.Symbol{Kind: symbols.DefinedType, Name: module.Normalize(name.Value)}
	}
	switch title := body.Title.(type) {
	case *syntax.LiteralString:
		return symbols.Symbol{Kind: symbols.Class, Name: module.Normalize(title.Value)}
	case *syntax.QualifiedName:
		return symbols.Symbol{Kind: symbols.Class, Name: module.Normalize(title.Value)}
	}
	return symbols.Symbol{}
}

// withAttributes returns the edit that appends attribute lines to a body and formats the lines
// of the resource.
func (c changer) withAttributes(resource *syntax.ResourceExpression, body *syntax.ResourceBody, lines []string) (edit Edit, ok bool) {
	file := c.Manifest.File
	last := body.LastToken()
	at := file.Tokens[last].End
	lead := ""
	if next := file.NextSignificant(last); len(body.Operations) > 0 && file.Tokens[next].Kind == syntax.Comma {
		at = file.Tokens[next].End
	} else if len(body.Operations) > 0 {
		lead = ","
	} else if next := file.NextSignificant(last); file.Tokens[next].Kind == syntax.Colon {
		at = file.Tokens[next].End
	}
	before := c.File.Text
	behind, rest, _ := strings.Cut(before[at:], "\n") // behind is the rest of the line
	if trimmed := strings.TrimSpace(behind); trimmed == "" || trimmed[0] == '#' {
		rest = "\n" + rest
	} else {
		behind, rest = "", "\n"+strings.TrimLeft(before[at:], " ")
	}
	text := before[:at] + lead + behind + "\n" + strings.Join(lines, "\n") + rest
	extent := file.Extent(resource)
	area := source.Span{Start: c.File.LineSpan(c.File.Line(extent.Start)).Start, End: c.File.LineSpan(c.File.Line(max(extent.Start, extent.End-1))).End}
	grown := area
	grown.End += int32(len(text) - len(before))
	options, err := c.formatOptions()
	if err != nil {
		return Edit{}, false
	}
	changed := syntax.Parse(source.NewFile(c.Path, text), file.Options)
	edits, err := format.Range(changed, grown, options)
	if err != nil {
		return Edit{}, false
	}
	formatted := diag.Apply(changed.Source, edits)
	return Edit{c.File, area, formatted[area.Start : len(formatted)-(len(before)-int(area.End))]}, true
}

// placeholder returns a value for the user to replace. The value matches the parameter's type
// if the type is a simple one; otherwise it is undef.
func placeholder(typeExpr syntax.Node) string {
	switch node := typeExpr.(type) {
	case *syntax.AccessExpression:
		name, _ := node.Left.(*syntax.QualifiedReference)
		if name != nil && strings.EqualFold(name.Value, "Enum") && len(node.Keys) > 0 {
			if first, isText := node.Keys[0].(*syntax.LiteralString); isText {
				return "'" + first.Value + "'"
			}
		}
		return placeholder(node.Left)
	case *syntax.QualifiedReference:
		switch strings.ToLower(node.Value) {
		case "string", "stdlib::absolutepath", "stdlib::unixpath", "stdlib::host", "stdlib::fqdn", "stdlib::httpurl":
			return "''"
		case "integer", "numeric", "stdlib::port":
			return "0"
		case "boolean":
			return "false"
		case "array":
			return "[]"
		case "hash", "struct":
			return "{}"
		}
	}
	return "undef"
}

// suggestedTypes returns changes that add suggested types to the parameter at an offset, or to
// all parameters of the definition whose name is at the offset.
func (c changer) suggestedTypes(offset int32) (changes []Change) {
	nodes := nodesAt(c.Manifest.File, offset)
	if len(nodes) == 0 || isBrokenFile(c.Manifest.File) {
		return nil
	}
	at := slices.IndexFunc(nodes, func(node syntax.Node) bool { return nameToken(node) >= 0 })
	if at < 0 {
		return nil
	}
	definition := nodes[at]
	isUntyped := func(parameter *syntax.Parameter) bool { return parameter.TypeExpr == nil && !parameter.CapturesRest }
	parameters := syntax.ParametersOf(definition)
	isAtName := c.Manifest.Tokens[nameToken(definition)].Span.Start <= offset && offset <= c.Manifest.Tokens[nameToken(definition)].Span.End
	here := slices.IndexFunc(parameters, func(one *syntax.Parameter) bool { return slices.Contains(nodes, syntax.Node(one)) })
	if here < 0 && !isAtName || here >= 0 && !isUntyped(parameters[here]) || !slices.ContainsFunc(parameters, isUntyped) {
		return nil
	}
	suggested := map[*syntax.Parameter]string{}
	for _, one := range c.View.Suggestions(c.ctx, c.Path, c.Manifest) {
		if one.Node != definition {
			continue
		}
		for _, parameter := range one.Parameters {
			if isUntyped(parameter.Node) && parameter.Suggested != "" {
				suggested[parameter.Node] = parameter.Suggested
			} else if isUntyped(parameter.Node) && parameter.Likely != "" && here >= 0 && parameters[here] == parameter.Node {
				changes = append(changes, Change{
					Title: fmt.Sprintf("Add the type %s to $%s (may refuse values that work now)", parameter.Likely, parameter.Node.Name), Rewrites: true,
					Edits: []Edit{c.typed(parameter.Node, parameter.Likely)},
				})
			}
		}
	}
	if here >= 0 && suggested[parameters[here]] != "" {
		changes = append(changes, Change{
			Title: fmt.Sprintf("Add the type %s to $%s", suggested[parameters[here]], parameters[here].Name), Rewrites: true,
			Edits: []Edit{c.typed(parameters[here], suggested[parameters[here]])},
		})
	}
	if len(suggested) > 1 || len(suggested) > 0 && here < 0 {
		all := Change{Title: fmt.Sprintf("Add the suggested types to %d parameters", len(suggested)), Rewrites: true}
		for _, parameter := range parameters {
			if text := suggested[parameter]; text != "" {
				all.Edits = append(all.Edits, c.typed(parameter, text))
			}
		}
		changes = append(changes, all)
	}
	return changes
}

// typed returns the edit that writes a type before a parameter.
func (c changer) typed(parameter *syntax.Parameter, text string) Edit {
	start := c.Manifest.Tokens[parameter.NameToken].Start
	return Edit{c.File, source.Span{Start: start, End: start}, text + " "}
}
