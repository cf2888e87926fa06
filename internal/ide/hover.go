package ide

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/checker"
	"puppet-lint/checker/infer"
	"puppet-lint/checker/lattice"
	"puppet-lint/checker/symbols"
	"puppet-lint/config"
	"puppet-lint/internal/document"
	"puppet-lint/internal/document/docstring"
	"puppet-lint/internal/document/ruby"
	"puppet-lint/internal/english"
	"puppet-lint/internal/hiera"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/module/builtin"
	"puppet-lint/syntax"
)

// Hover returns the description of the code at an offset, in Markdown. text is empty if there
// is none.
func (v *View) Hover(offset int32) (text string, span source.Span) {
	if module.IsSettingsName(v.Path) {
		return describer{v}.deployment(offset)
	}
	one, meant := v.at(offset)
	if one != nil && one.Span.Len() > 0 {
		var parts []string
		for _, symbol := range meant {
			if part := (describer{v}).mention(symbol, one); part != "" && !slices.Contains(parts, part) {
				parts = append(parts, part)
			}
		}
		if len(parts) > 0 {
			return strings.Join(parts, "\n\n---\n\n"), one.Span
		}
	}
	switch {
	case filepath.Base(v.Path) == config.FileName:
		return describer{v}.setting(offset)
	case v.Manifest == nil:
		return describer{v}.document(offset)
	case v.Manifest.Token(v.Manifest.TokenAt(offset)).Kind == syntax.LineComment:
		return describer{v}.control(offset)
	}
	return describer{v}.expression(offset)
}

// control describes the rule at an offset of a control comment.
func (d describer) control(offset int32) (string, source.Span) {
	token := d.Manifest.Token(d.Manifest.TokenAt(offset))
	span := tomlWord(d.File.Text, offset)
	for span.Start < offset && strings.Contains(d.File.Text[span.Start:offset], ":") {
		span.Start += int32(strings.IndexByte(d.File.Text[span.Start:offset], ':')) + 1
	}
	if span.Len() == 0 || span.Start < token.Start || !strings.Contains(d.File.Text[token.Start:span.Start], "lint:ignore:") {
		return "", source.Span{}
	}
	return describeRule(d.File.Slice(span)), span
}

// typeLimit is the number of characters after which a type is abbreviated.
const typeLimit = 300

func shortType(t checker.Type) string {
	if t == nil {
		return ""
	}
	return lattice.Abbreviate(lattice.FormatType(t), typeLimit)
}

func code(text string) string { return "```puppet\n" + text + "\n```" }

// expression returns the type of the smallest expression at an offset.
func (d describer) expression(offset int32) (string, source.Span) {
	if d.Manifest == nil || d.isTrivia(offset) {
		return "", source.Span{}
	}
	types := d.View.Types(d.Path)
	if types == nil {
		return "", source.Span{}
	}
	if text, span := d.keyAt(types, offset); text != "" {
		return text, span
	}
	place, ok := types.At(offset)
	if !ok || place.Type == nil || !place.Span.Contains(offset) {
		return "", source.Span{}
	}
	known := shortType(place.Type)
	if known == "Any" || strings.Contains(d.File.Slice(place.Span), "\n") || d.isLiteral(place.Span) {
		return "", source.Span{}
	}
	return code(known), place.Span
}

// isLiteral reports whether a span is a single token: a text, number or word. The type of such
// a token is obvious.
func (d describer) isLiteral(span source.Span) bool {
	token := d.Manifest.Token(d.Manifest.TokenAt(span.Start))
	switch token.Kind {
	case syntax.SingleQuoted, syntax.DoubleQuoted, syntax.Number, syntax.Name, syntax.KeywordTrue, syntax.KeywordFalse, syntax.KeywordUndef, syntax.KeywordDefault, syntax.Regex:
		return token.Span == span
	}
	return false
}

// keyAt describes the element that a literal key in brackets reads, as in $facts['os'].
func (d describer) keyAt(types *infer.Types, offset int32) (string, source.Span) {
	around := nodesAt(d.Manifest.File, offset)
	for i, node := range slices.Backward(around) {
		access, ok := node.(*syntax.AccessExpression)
		if !ok || i+1 >= len(around) || !slices.Contains(access.Keys, around[i+1]) {
			continue
		}
		span := d.Manifest.Extent(around[i+1])
		if textOf(around[i+1]) == "" {
			break
		}
		switch variable, path := indexedPath(access); {
		case path == "":
		case variable == "facts" && builtin.DescribedFact(path) != "":
			return describeFact(path), span
		case partsOf(variable)[path] != "":
			return code(source.OneLine(d.File.Slice(d.Manifest.Extent(access))) + ": " + partsOf(variable)[path]), span
		}
		place, ok := types.At(d.Manifest.Extent(access).End - 1)
		if known := shortType(place.Type); ok && known != "" && known != "Any" {
			return code(source.OneLine(d.File.Slice(d.Manifest.Extent(access))) + ": " + known), span
		}
		break
	}
	return "", source.Span{}
}

// indexedPath returns the variable that an access indexes, without "::", and the path of what it
// reads, with dots. They are empty if a key is no literal.
func indexedPath(access *syntax.AccessExpression) (variable, path string) {
	var keys []string
	for node := syntax.Node(access); ; {
		switch current := node.(type) {
		case *syntax.AccessExpression:
			if len(current.Keys) != 1 || textOf(current.Keys[0]) == "" {
				return "", ""
			}
			keys = append([]string{textOf(current.Keys[0])}, keys...)
			node = current.Left
		case *syntax.VariableExpression:
			return strings.TrimPrefix(current.Name, "::"), strings.Join(keys, ".")
		default:
			return "", ""
		}
	}
}

// isTrivia reports whether the token at an offset is blank or a comment.
func (d describer) isTrivia(offset int32) bool {
	return d.Manifest.Token(d.Manifest.TokenAt(offset)).Kind.IsTrivia()
}

// mention returns the description of a symbol, in Markdown.
func (d describer) mention(symbol symbols.Symbol, one *symbols.Occurrence) string {
	switch symbol.Kind {
	case symbols.Variable:
		return d.variable(symbol, one)
	case symbols.Class, symbols.DefinedType, symbols.TypeAlias, symbols.Plan:
		return d.definition(symbol)
	case symbols.Function:
		return d.function(symbol.Name)
	case symbols.ResourceType, symbols.TypeName:
		return d.dataType(symbol.Name)
	case symbols.Resource:
		return d.resource(symbol)
	case symbols.Fact:
		return describeFact(symbol.Name)
	case symbols.Template, symbols.ServedFile:
		if path := d.pathNamed(symbol); path != "" {
			return fmt.Sprintf("%s `%s`", symbol.Kind, d.FileOf(source.NewFile(path, "")))
		}
		return fmt.Sprintf("%s `%s`, which is missing", symbol.Kind, symbol.Name)
	case symbols.DataKey:
		return d.key(symbol.Name)
	case symbols.Task:
		return d.task(symbol.Name)
	}
	return ""
}

// variable describes a variable: its declaration, type and value, and where the value comes from.
func (d describer) variable(symbol symbols.Symbol, one *symbols.Occurrence) string {
	if symbol.In == symbols.ResourceType {
		return d.attribute(symbol.Owner, symbol.Name)
	}
	if symbol.In == symbols.DefinedType && !d.Index.IsParameter(symbol) && module.IsMetaparameter(symbol.Name) {
		return d.attribute(symbol.Owner, symbol.Name)
	}
	if symbol.In == symbols.Task {
		return d.taskParameter(symbol.Owner, symbol.Name)
	}
	if one.Role == symbols.Gives && symbol.Owner != "" && !d.Index.IsDefined(ownerOf(symbol)) {
		if module.IsMetaparameter(symbol.Name) {
			return d.attribute(symbol.Owner, symbol.Name)
		}
		return code(symbol.Name+" => …") + fmt.Sprintf("\n\nparameter of `%s`, which the workspace lacks", symbol.Owner)
	}
	if known := findPuppetVariable(symbol.Name); known != nil && !d.Index.IsDefined(symbol) {
		return code(fmt.Sprintf("$%s: %s", known.name, known.typeName)) + "\n\n" + known.doc
	}
	if symbol.In == symbols.Template {
		if text := d.templateParameter(symbol); text != "" {
			return text
		}
	}
	inferred, value, origins := d.inferred(symbol, one)
	manifest, node := d.definitionNode(ownerOf(symbol))
	var parameter *syntax.Parameter
	for _, candidate := range syntax.ParametersOf(node) {
		if candidate.Name == symbol.Name {
			parameter = candidate
		}
	}
	if parameter != nil {
		return d.parameter(symbol, manifest.File, node, parameter, inferred)
	}
	name := "$" + symbol.Name
	if symbol.In == symbols.Class && d.Index.IsDefined(symbol) {
		name = "$" + symbol.Owner + "::" + symbol.Name
	}
	if value != "" {
		name += " = " + value
	} else if inferred != "" {
		name += ": " + inferred
	}
	text := code(name)
	for _, origin := range origins {
		if origin != "" {
			text += "\n\n" + origin
		}
	}
	return text
}

// parameter describes a parameter of the definition node: its declaration, the type that was inferred
// for one use, its documentation, and its values in data.
func (d describer) parameter(symbol symbols.Symbol, file *syntax.File, node syntax.Node, parameter *syntax.Parameter, inferred string) string {
	owner := ownerOf(symbol)
	var text strings.Builder
	text.WriteString(code(parameterText(file, parameter)))
	fmt.Fprintf(&text, "\n\nparameter of %s `%s`", owner.Kind, owner.Name)
	if declared := typeText(file, parameter); inferred != "" && !sameMembers(inferred, declared) && inferred != "Any" {
		fmt.Fprintf(&text, ", here `%s`", inferred)
	}
	doc := docstring.Of(file, node)
	if described := doc.Parameters[symbol.Name]; described != "" {
		text.WriteString("\n\n" + described)
	}
	if symbol.In == symbols.Class {
		text.WriteString(d.valuesInData(symbol.Owner + "::" + symbol.Name))
	}
	return text.String()
}

// inferred returns the type of the variable that an occurrence names, its value if the type has
// only one, and the origins of the value.
func (d describer) inferred(symbol symbols.Symbol, one *symbols.Occurrence) (inferred, value string, origins []string) {
	path, offset := d.Path, one.Span.Start
	if d.Manifest == nil {
		definitions := d.Index.Definitions(symbol)
		if len(definitions) == 0 {
			return "", "", nil
		}
		path, offset = definitions[0].Table.Path, definitions[0].Occurrence.Span.Start
	}
	types := d.View.Types(path)
	if types == nil {
		for _, one := range d.Index.Definitions(symbol) {
			line := one.Table.File.Position(one.Occurrence.Span.Start).Line
			origins = append(origins, fmt.Sprintf("set in %s:%d", d.FileOf(one.Table.File), line))
		}
		return "", "", origins
	}
	place, ok := types.At(offset)
	if !ok || !isVariable(types.Manifest.Source, place.Span, symbol.Name) {
		return "", "", nil
	}
	for _, origin := range place.Origins {
		said := origin.What
		if origin.File != nil {
			where := fmt.Sprintf("%s:%d", d.FileOf(origin.File), origin.File.Position(origin.Span.Start).Line)
			if said == "set" {
				said = "set in " + where
			} else {
				said += ", " + where
			}
		}
		origins = append(origins, said)
	}
	return shortType(place.Type), constant(place.Type), origins
}

// isVariable reports whether a span is that of a variable or parameter with a given name.
func isVariable(file *source.File, span source.Span, name string) bool {
	text := file.Slice(span)
	if strings.HasPrefix(text, "$") || strings.HasPrefix(text, "${") {
		return strings.HasSuffix(strings.TrimRight(text, "}"), name)
	}
	return text == name || strings.Contains(text, "$"+name) && !strings.ContainsAny(text, "{\n") && text[0] != '\'' && text[0] != '"'
}

// maxValues limits the number of values from data that are shown.
const maxValues = 8

// valuesInData returns a Markdown list of a key's values in the data, in the order of the
// hierarchy.
func (d describer) valuesInData(key string) string {
	if d.tree == nil {
		return ""
	}
	var lines []string
	seen := map[string]bool{}
	for _, config := range d.hierarchies(key) {
		for _, one := range config.Sources() {
			for _, found := range one.Keys() {
				if found.Name != key || found.Value == nil || seen[one.Path+one.Level.Name] {
					continue
				}
				seen[one.Path+one.Level.Name] = true
				file := one.Document().File
				value := document.Inline(file, found.Value, 80)
				if hiera.IsEncrypted(source.OneLine(file.Slice(found.Value.Span))) {
					value = "(encrypted)"
				}
				lines = append(lines, fmt.Sprintf("- `%s`: %s, %s:%d", value, one.Level.Name, d.FileOf(file), file.Position(found.Node.Span.Start).Line))
			}
		}
	}
	if len(lines) == 0 {
		return d.locationsInData(key)
	}
	if len(lines) > maxValues {
		lines = append(lines[:maxValues], fmt.Sprintf("- and %d more", len(lines)-maxValues))
	}
	return "\n\nIn Hiera's data:\n" + strings.Join(lines, "\n")
}

// hierarchies returns the hierarchies that may hold a key, in order of priority.
func (d describer) hierarchies(key string) (configs []*hiera.Config) {
	for _, config := range []*hiera.Config{d.tree.Documents.GlobalHiera(), d.tree.Documents.Hiera()} {
		if config != nil {
			configs = append(configs, config)
		}
	}
	first, _, _ := strings.Cut(key, "::")
	if owner := d.tree.Module(first); owner != nil && owner.Hiera() != nil {
		configs = append(configs, owner.Hiera())
	}
	return configs
}

func (d describer) key(key string) string { return code(key) + d.valuesInData(key) }

// locationsInData returns a Markdown list of the locations at which data files have a key, although no known
// hierarchy reads them.
func (d describer) locationsInData(key string) string {
	var lines []string
	definitions := d.Index.Definitions(symbols.Symbol{Kind: symbols.DataKey, Name: key})
	for _, one := range definitions {
		lines = append(lines, fmt.Sprintf("- %s:%d", d.FileOf(one.Table.File), one.Table.File.Position(one.Occurrence.Span.Start).Line))
	}
	if len(lines) == 0 || len(lines) == 1 && definitions[0].Table == d.Table {
		return "" // the user sees that location
	}
	if len(lines) > maxValues {
		lines = append(lines[:maxValues], fmt.Sprintf("- and %d more", len(lines)-maxValues))
	}
	return "\n\nIn data files, of which it is not known whether Hiera reads them here:\n" + strings.Join(lines, "\n")
}

func (d describer) definition(symbol symbols.Symbol) string {
	manifest, node := d.definitionNode(symbol)
	if node == nil {
		for _, definition := range d.Index.Definitions(symbol) {
			return code(capitalize(symbol.Name)) + fmt.Sprintf("\n\na type written in Ruby, %s", d.FileOf(definition.Table.File))
		}
		return ""
	}
	doc := docstring.Of(manifest.File, node)
	return code(headerOf(manifest.File, node)) + docBelowHeader(doc, namesOfParameters(syntax.ParametersOf(node)))
}

func (d describer) function(name string) string {
	symbol := symbols.Symbol{Kind: symbols.Function, Name: name}
	if manifest, node := d.definitionNode(symbol); node != nil {
		doc := docstring.Of(manifest.File, node)
		return code(headerOf(manifest.File, node)) + docBelowHeader(doc, namesOfParameters(syntax.ParametersOf(node)))
	}
	var lines []string
	for _, signature := range d.signaturesOf(name) {
		lines = append(lines, signature.Label)
	}
	if len(lines) == 0 {
		return ""
	}
	text := code(strings.Join(lines, "\n"))
	var found *module.RubyFunction
	if d.tree != nil {
		found = d.tree.Plugins.FindFunction(name)
	}
	if known := builtin.FindFunction(name); known != nil {
		origin := "a built-in function"
		if known.Module != "" {
			origin = "a function of module " + known.Module
		}
		if known.Deprecated {
			origin += "; **deprecated**"
			if known.Replacement != "" {
				origin += ", call `" + known.Replacement + "` instead"
			}
		}
		text += "\n\n" + origin
	} else if found != nil && found.Module != nil {
		text += "\n\na function of module " + found.Module.Name + ", written in Ruby"
	} else if builtin.FindBoltFunction(name) != nil {
		return text + "\n\na function of Bolt" + below(builtin.Documentation(builtin.OfFunction, name))
	}
	if found == nil {
		return text
	}
	return text + rubyDocBelowHeader(docOfFunction(name, found), parametersOfRubyFunction(found.Function))
}

// dataType describes a resource type written in Ruby, or a data type.
func (d describer) dataType(name string) string {
	if d.tree == nil {
		return ""
	}
	if found := d.tree.Plugins.FindResourceType(name); found != nil {
		var names []string
		for _, attribute := range found.Attributes {
			names = append(names, attribute.Name)
		}
		origin := "a built-in resource type"
		if found.Module != nil {
			origin = "a resource type of module " + found.Module.Name
		} else if found.Builtin != nil && found.Builtin.Module != "" {
			origin = "a resource type of module " + found.Builtin.Module
		}
		text := code(name+" { … }") + "\n\n" + origin
		text += rubyDocBelowHeader(docOfType(found), nil)
		if len(names) > 0 {
			text += "\n\nattributes: " + strings.Join(names, ", ")
		}
		return text
	}
	if known := describeDataType(name); known != "" {
		return known
	}
	if known := builtin.FindBoltType(name); known != nil {
		if known.Alias != "" {
			return code("type "+known.Name+" = "+known.Alias) + below(builtin.Documentation(builtin.OfDataType, known.Name))
		}
		return code(known.Name) + "\n\na data type of Bolt" + below(builtin.Documentation(builtin.OfDataType, known.Name))
	}
	words := builtin.Words()
	for _, aliases := range []map[string]string{words.TypeAliases, builtin.StdlibTypeAliases()} {
		for known, stands := range aliases {
			if strings.EqualFold(known, name) {
				return code("type "+known+" = "+stands) + below(builtin.Documentation(builtin.OfDataType, known))
			}
		}
	}
	return ""
}

// attribute describes an attribute of a resource type.
func (d describer) attribute(owner, name string) string {
	var found *module.ResourceType
	if d.tree != nil {
		found = d.tree.Plugins.FindResourceType(owner)
	}
	if known := builtin.Metaparameter(name); known != nil && (found == nil || found.Attribute(name) == nil) {
		return describeBuiltinAttribute("every resource", known) + below(builtin.Documentation(builtin.OfMetaparameter, name))
	}
	if found == nil {
		return ""
	}
	if found.Builtin != nil {
		if known := found.Builtin.Attribute(name); known != nil {
			return describeBuiltinAttribute("`"+owner+"`", known) + below(builtin.Documentation(builtin.OfAttribute, owner+"."+name))
		}
	}
	if known := found.Attribute(name); known != nil {
		kind := "parameter"
		if known.Kind == ruby.Property {
			kind = "property"
		}
		text := code(name+" => …") + "\n\n" + kind + " of `" + owner + "`"
		if known.Type != "" {
			text += ": `" + known.Type + "`"
		}
		var values []string
		for _, value := range known.Values {
			if !value.Regex {
				values = append(values, "`"+value.Name+"`")
			}
		}
		if len(values) > 0 {
			text += "\n\nvalues: " + strings.Join(values, ", ")
		}
		return text + rubyDocBelowHeader(known.Doc, nil)
	}
	return ""
}

func describeBuiltinAttribute(owner string, known *builtin.Attribute) string {
	kind := "parameter"
	if known.Property {
		kind = "property"
	}
	if known.Namevar {
		kind = "namevar"
	}
	text := code(known.Name+" => …") + "\n\n" + kind + " of " + owner
	if known.Required {
		text += ", required"
	}
	if known.ReadOnly {
		text += ", read-only"
	}
	if len(known.Values) > 0 {
		text += "\n\nvalues: `" + strings.Join(known.Values, "`, `") + "`"
	}
	switch {
	case slices.Contains(known.Patterns, ".") && len(known.Values) > 0:
		text += "\n\nor any other text"
	case len(known.Patterns) > 0:
		text += "\n\nor values that match `" + strings.Join(known.Patterns, "`, `") + "`"
	}
	if known.Default != "" {
		text += "\n\ndefault: `" + known.Default + "`"
	}
	return text
}

// maxDeclarations limits the number of declarations of a resource that are listed.
const maxDeclarations = 10

func (d describer) resource(symbol symbols.Symbol) string {
	text := code(capitalize(symbol.Owner) + "['" + symbol.Name + "']")
	places := d.Index.Definitions(symbol)
	for _, place := range places[:min(len(places), maxDeclarations)] {
		text += fmt.Sprintf("\n\ndeclared in %s", d.where(place.Table, place.Occurrence.Span))
	}
	if more := len(places) - maxDeclarations; more > 0 {
		text += "\n\nand in " + english.Count(more, "other place")
	}
	return text
}

func describeFact(name string) string {
	expression := "$facts['" + strings.ReplaceAll(name, ".", "']['") + "']"
	fact := builtin.FindFact(builtin.DescribedFact(name))
	if fact == nil {
		if fact = builtin.LegacyFact(name); fact == nil {
			return code(expression) + "\n\na fact"
		}
	}
	text := code(expression + ": " + fact.Type)
	switch {
	case fact.Legacy && fact.Replacement != "":
		text += "\n\na legacy fact, which Puppet 8 does not send; use `$facts['" + strings.ReplaceAll(fact.Replacement, ".", "']['") + "']`"
	case fact.Legacy:
		text += "\n\na legacy fact, which Puppet 8 does not send"
	default:
		text += "\n\na core fact"
	}
	if len(fact.Keys) > 0 {
		text += ", with " + strings.Join(fact.Keys, ", ")
	}
	return text + below(builtin.Documentation(builtin.OfFact, name))
}
