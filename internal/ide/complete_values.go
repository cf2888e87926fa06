package ide

import (
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/checker/symbols"
	"puppet-lint/internal/document/docstring"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/module/builtin"
	"puppet-lint/syntax"
)

// attributes offers the attributes that a resource does not have yet. The required ones come
// first.
func (c *manifestCompleter) attributes(in opener) {
	given := append(slices.Clone(in.given), c.givenAfter(in.token)...)
	isGiven := func(name string) bool { return slices.Contains(given, name) }
	owner := c.calls.resolveOwner(in.owner)
	suffix := " => "
	if in.isQuery {
		suffix = " == "
	}
	rest := strings.TrimLeft(c.File.Text[c.span.End:], " \t")
	if slices.ContainsFunc([]string{"=>", "+>", "==", "!="}, func(operator string) bool { return strings.HasPrefix(rest, operator) }) {
		suffix = ""
	}
	add := func(name, detail, doc string, rank int, symbol symbols.Symbol) {
		if !isGiven(name) {
			c.add(Item{Label: name, Insert: name + suffix, Kind: ItemAttribute, Detail: detail, Doc: doc, Rank: rank, Symbol: symbol})
		}
	}
	if in.isQuery {
		add("title", "", "", 80, symbols.Symbol{})
	}
	if manifest, node := c.definitionNode(owner); node != nil {
		doc := docstring.Of(manifest.File, node)
		for i, parameter := range syntax.ParametersOf(node) {
			rank, detail := 10+min(i, 60), typeText(manifest.File, parameter)
			if parameter.Value == nil {
				rank, detail = min(i, 9), strings.TrimSpace(detail+" (required)")
			}
			add(parameter.Name, detail, doc.Parameters[parameter.Name], rank, symbols.Symbol{Kind: symbols.Variable, In: owner.Kind, Owner: owner.Name, Name: parameter.Name})
		}
	} else if c.tree != nil {
		if found := c.tree.Plugins.FindResourceType(owner.Name); found != nil {
			for _, attribute := range found.Attributes {
				rank := 20
				if attribute.Name == "ensure" {
					rank = 10
				}
				if attribute.Required && !attribute.Namevar {
					rank = 5
				}
				if !attribute.ReadOnly {
					add(attribute.Name, "", "", rank, symbols.Symbol{Kind: symbols.Variable, In: symbols.ResourceType, Owner: owner.Name, Name: attribute.Name})
				}
			}
			if providers, _ := c.tree.Plugins.Providers(owner.Name); len(providers) > 0 {
				add("provider", "", "", 30, symbols.Symbol{Kind: symbols.Variable, In: symbols.ResourceType, Owner: owner.Name, Name: "provider"})
			}
		}
	}
	for _, known := range builtin.Metaparameters() {
		add(known.Name, "metaparameter", "", 90, symbols.Symbol{Kind: symbols.Variable, In: symbols.ResourceType, Owner: owner.Name, Name: known.Name})
	}
}

// givenAfter returns the attributes between the offset and the end of the resource body.
func (c *manifestCompleter) givenAfter(brace int) (given []string) {
	file := c.Manifest.File
	depth := 0
	for at := file.TokenAt(c.offset); at < len(file.Tokens) && at-brace < farBack; at++ {
		switch kind := file.Tokens[at].Kind; {
		case isOpening(kind):
			depth++
		case isClosing(kind):
			if depth--; depth < 0 {
				return given
			}
		case kind == syntax.Semicolon:
			if depth == 0 {
				return given
			}
		case kind == syntax.FatArrow, kind == syntax.PlusArrow:
			if name := file.PreviousSignificant(at); depth == 0 && name >= 0 && !c.span.Overlaps(file.Tokens[name].Span) {
				given = append(given, file.Text(name))
			}
		}
	}
	return given
}

// values offers the possible values of a parameter or attribute.
func (c *manifestCompleter) values(owner symbols.Symbol, name string, quoted bool) {
	add := func(value string, isText bool) {
		insert := value
		if isText && !quoted && !isBareValue(value) {
			insert = "'" + value + "'"
		}
		if !isText && quoted {
			return
		}
		c.add(Item{Label: value, Insert: insert, Kind: ItemValue})
	}
	if t, ok := c.declared.declaredType(owner, name); ok {
		c.declared.values(t, add)
		return
	}
	if known := builtin.Metaparameter(name); known != nil {
		for _, value := range known.Values {
			add(value, value != "true" && value != "false")
		}
		if slices.Contains([]string{"require", "before", "notify", "subscribe"}, name) {
			c.references()
		}
		return
	}
	if c.tree == nil {
		return
	}
	found := c.tree.Plugins.FindResourceType(owner.Name)
	if found == nil {
		return
	}
	if name == "provider" {
		providers, _ := c.tree.Plugins.Providers(owner.Name)
		for _, provider := range providers {
			add(provider, true)
		}
	}
	if attribute := found.Attribute(name); attribute != nil {
		for _, value := range attribute.Values {
			if !value.Regex {
				add(value.Name, value.Name != "true" && value.Name != "false")
			}
		}
		if attribute.Boolean {
			add("true", false)
			add("false", false)
		}
	}
}

// isBareValue reports whether a value is customarily written without quotes.
func isBareValue(value string) bool {
	switch value {
	case "present", "absent", "file", "directory", "link", "installed", "latest", "running", "stopped", "purged", "held":
		return true
	}
	return false
}

// references offers the resources that the file declares, and only their types where a title follows
// already.
func (c *manifestCompleter) references() {
	hasTitle := strings.HasPrefix(c.File.Text[c.span.End:], "[")
	for _, table := range c.tables {
		for i := range table.Occurrences {
			one := &table.Occurrences[i]
			if one.Symbol.Kind == symbols.Resource && one.Role == symbols.Definition {
				label := capitalize(one.Symbol.Owner)
				if !hasTitle {
					label += "['" + one.Symbol.Name + "']"
				}
				c.add(Item{Label: label, Kind: ItemResource, Rank: 5})
			}
		}
	}
}

// arguments offers values for the argument of a function.
func (c *manifestCompleter) arguments(in opener) {
	name := module.Normalize(in.function)
	signatures := c.signaturesOf(name)
	for _, signature := range signatures {
		if in.argument < len(signature.Parameters) {
			c.valuesOfTypeText(signature.Parameters[in.argument].Type, false)
		}
	}
	switch name {
	case "include", "contain", "require":
		c.classes(0)
	}
}

func (c *manifestCompleter) valuesOfTypeText(text string, quoted bool) {
	if t, ok := parseType(text); ok {
		c.valuesExpected([]written{t}, quoted)
	}
}

// statementArguments offers arguments of a call without parentheses.
func (c *manifestCompleter) statementArguments(function string) {
	switch function {
	case "include", "contain", "require":
		c.classes(0)
	}
}

// inString completes inside a quoted string.
func (c *manifestCompleter) inString(around *surroundings, token syntax.Token) {
	text := c.File.Text
	start := token.Start + 1
	end := c.offset
	for int(end) < len(text) && text[end] != text[token.Start] && text[end] != '\n' {
		end++
	}
	c.span = source.Span{Start: start, End: end}
	around = c.calls.surroundings(token.Start)
	if around.statement != "" {
		c.stringArgument(around.statement, 0)
		return
	}
	if expected, ok := c.expected(around); ok {
		c.valuesExpected(expected, true)
	}
	if len(around.openers) == 0 {
		return
	}
	opener := around.openers[0]
	switch {
	case c.inTemplateParameters(around):
		c.templateParameters(around.openers[1])
	case opener.kind == syntax.LeftBracket:
		if !c.partsOfNode(opener.token, true) {
			c.index(opener, false)
		}
	case opener.function != "":
		c.stringArgument(module.Normalize(opener.function), opener.argument)
	case opener.owner.Kind == symbols.Class && !opener.inBody:
		c.classes(0)
	case around.attribute != "":
		c.values(c.calls.resolveOwner(opener.owner), around.attribute, true)
		if around.attribute == "source" {
			c.paths("file", "puppet:///modules/")
		}
	}
	if strings.HasPrefix(text[start:], "puppet:///") {
		c.paths("file", "puppet:///modules/")
	}
}

// stringArgument offers the names that a string argument of a function may hold.
func (c *manifestCompleter) stringArgument(function string, argument int) {
	switch function {
	case "defined":
		if strings.HasPrefix(c.File.Text[c.span.Start:], "$") {
			c.span.Start++
			c.variables()
			return
		}
		c.classes(0)
	case "include", "contain", "require":
		c.classes(0)
	case "template", "epp", "file", "find_file":
		if argument == 0 || function != "epp" {
			c.paths(function, "")
		}
	case "lookup", "hiera", "hiera_array", "hiera_hash", "hiera_include":
		if argument == 0 {
			c.named(symbols.DataKey, ItemKey, 0)
		}
	case "create_resources", "ensure_resource", "ensure_resources":
		if argument == 0 {
			c.resourceTypes()
		}
	case "run_plan":
		c.named(symbols.Plan, ItemPlan, 0)
	case "run_task":
		c.named(symbols.Task, ItemTask, 0)
	default:
		for _, signature := range c.signaturesOf(function) {
			if argument < len(signature.Parameters) {
				c.valuesOfTypeText(signature.Parameters[argument].Type, true)
			}
		}
	}
}

// paths offers the files of the modules that a function reads, by their names after a prefix.
func (c *manifestCompleter) paths(function, prefix string) {
	if c.tree == nil {
		return
	}
	own := c.moduleOf()
	for _, in := range c.tree.Modules {
		rank := 10
		if in == own {
			rank = 0
		}
		c.below(in.Path(folderOf(function)), prefix+in.Name+"/", function, rank, 0)
	}
}

// folderOf returns the folder of a module from which a function reads files.
func folderOf(function string) string {
	if function == "template" || function == "epp" {
		return "templates"
	}
	return "files"
}

// inOwnPath completes the path of a file of the module after "${module_name}/". It returns false
// elsewhere.
func (c *manifestCompleter) inOwnPath() bool {
	const before = `"${module_name}/`
	line := c.File.Text[strings.LastIndexByte(c.File.Text[:c.offset], '\n')+1 : c.offset]
	at, own := strings.LastIndex(line, before), c.moduleOf()
	if at < 0 || own == nil || strings.ContainsAny(line[at+len(before):], `"$`) {
		return false
	}
	quote := c.offset - int32(len(line)-at)
	around := c.calls.surroundings(quote)
	function := around.statement
	if function == "" && len(around.openers) > 0 {
		function = module.Normalize(around.openers[0].function)
	}
	switch function {
	case "template", "epp", "file", "find_file":
	default:
		return false
	}
	c.span = source.Span{Start: quote + int32(len(before)), End: c.offset}
	for int(c.span.End) < len(c.File.Text) && !strings.ContainsRune("\"'$\n", rune(c.File.Text[c.span.End])) {
		c.span.End++
	}
	c.below(own.Path(folderOf(function)), "", function, 0, 0)
	return true
}

// maxDepth limits the depth to which folders are searched.
const maxDepth = 8

func (c *manifestCompleter) below(folder, prefix, function string, rank, depth int) {
	entries, err := c.Files().ReadDir(folder)
	if err != nil || depth > maxDepth {
		return
	}
	for _, entry := range entries {
		extension := filepath.Ext(entry.Name())
		switch {
		case entry.IsDir():
			c.below(filepath.Join(folder, entry.Name()), prefix+entry.Name()+"/", function, rank, depth+1)
		case function == "epp" && extension == ".erb" || function == "template" && extension == ".epp":
		default:
			c.add(Item{Label: prefix + entry.Name(), Kind: ItemFile, Rank: rank})
		}
	}
}
