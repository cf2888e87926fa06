package ide

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/checker/symbols"
	"puppet-lint/config"
	"puppet-lint/internal/hiera"
	"puppet-lint/lint"
	"puppet-lint/module"
	"puppet-lint/module/builtin"
	"puppet-lint/source"
)

// inTemplate completes the variables of an ERB template.
func (c *completer) inTemplate() {
	text := c.File.Text
	c.span = wordAt(text, c.offset)
	before := text[:c.span.Start]
	if strings.LastIndex(before, "<%") <= strings.LastIndex(before, "%>") {
		return // in the text
	}
	switch {
	case strings.HasSuffix(before, "@"):
		c.renderedVariables()
	case strings.HasSuffix(before, "scope['") || strings.HasSuffix(before, "lookupvar('") || strings.HasSuffix(before, `scope["`):
		c.span.Start = int32(len(before))
		word := text[c.span.Start:c.offset]
		if at := strings.LastIndex(word, "::"); at > 0 {
			c.variablesOf(strings.TrimPrefix(word[:at], "::"))
		}
		c.classPrefixes()
		c.renderedVariables()
	case strings.HasSuffix(before, "call_function('"):
		c.functions("")
	}
}

// renderedVariables offers the variables of the code that renders the template.
func (c *completer) renderedVariables() {
	if c.Table == nil || len(c.Table.Scopes) == 0 {
		return
	}
	for _, use := range c.Index.Renderers(c.Table.Scopes[0].Owner.Name) {
		for at := use.Occurrence.Scope; at >= 0; at = use.Table.Scopes[at].Outer {
			owner := use.Table.Scopes[at].Owner
			c.ofOwner(owner, 0, "")
			if owner.Kind == symbols.Class {
				for rank, class := range c.Index.Line(owner.Name) {
					c.ofOwner(symbols.Symbol{Kind: symbols.Class, Name: class}, rank, "")
				}
			}
		}
	}
	for _, name := range []string{"facts", "title", "name", "trusted"} {
		c.add(Item{Label: name, Kind: ItemVariable, Rank: 40})
	}
}

// inData completes in data files and other files with keys.
func (c *completer) inData() {
	text := c.File.Text
	lineStart := int32(strings.LastIndexByte(text[:c.offset], '\n') + 1)
	line := text[lineStart:c.offset]
	if at := strings.LastIndex(line, "%{"); at >= 0 && !strings.Contains(line[at:], "}") {
		c.interpolation(line[at+2:])
		return
	}
	if c.tree == nil {
		return
	}
	switch c.tree.DocumentKind(c.Path) {
	case module.HieraData:
		c.dataLine(line, lineStart)
	case module.HieraConfig:
		c.words(line, lineStart, hieraWords)
	case module.MetadataFile:
		c.quotedWords(line, metadataWords)
	case module.TaskMetadata:
		c.quotedWords(line, taskWords)
	}
}

// interpolation completes within %{…}.
func (c *completer) interpolation(before string) {
	for _, method := range []string{"lookup", "alias", "hiera"} {
		if rest, found := strings.CutPrefix(before, method+"('"); found {
			c.span = source.Span{Start: c.offset - int32(len(rest)), End: c.offset}
			c.named(symbols.DataKey, ItemKey, 0)
			return
		}
	}
	if rest, found := strings.CutPrefix(strings.TrimPrefix(before, "::"), "facts."); found {
		path := strings.Split(rest, ".")
		c.span = source.Span{Start: c.offset - int32(len(path[len(path)-1])), End: c.offset}
		c.facts(path[:len(path)-1], true)
		return
	}
	c.span = wordAt(c.File.Text, c.offset)
	for _, name := range []string{"facts.", "trusted.certname", "environment", "lookup('')", "alias('')"} {
		c.add(Item{Label: name, Kind: ItemVariable})
	}
	word := c.File.Slice(source.Span{Start: c.span.Start, End: c.offset})
	if at := strings.LastIndex(word, "::"); at > 0 {
		c.variablesOf(strings.TrimPrefix(word[:at], "::"))
	}
}

// dataLine completes the key or the value on a line of data.
func (c *completer) dataLine(line string, lineStart int32) {
	trimmed := strings.TrimLeft(line, " \t\"'")
	key, value, isValue := cutKey(trimmed)
	if !isValue {
		if len(line) != len(strings.TrimLeft(line, " \t")) && filepath.Ext(c.Path) != ".json" {
			return // nested: a key inside a value
		}
		c.span = source.Span{Start: lineStart + int32(len(line)-len(trimmed)), End: wordAt(c.File.Text, c.offset).End}
		c.dataKeys()
		return
	}
	at := strings.LastIndex(key, "::")
	if at < 0 {
		return
	}
	written := strings.TrimLeft(value, " \"'")
	c.span = source.Span{Start: c.offset - int32(len(written)), End: wordAt(c.File.Text, c.offset).End}
	manifest, node := c.definitionNode(symbols.Symbol{Kind: symbols.Class, Name: key[:at]})
	for _, parameter := range parametersOf(node) {
		if parameter.Name == key[at+2:] && parameter.TypeExpr != nil {
			c.valuesOfType(manifest.File, parameter.TypeExpr, func(value string, _ bool) { c.add(Item{Label: value, Kind: ItemValue}) }, 0)
		}
	}
}

// cutKey splits a line at the colon that ends its key.
func cutKey(line string) (key, value string, found bool) {
	for at := 0; at < len(line); at++ {
		if line[at] != ':' {
			continue
		}
		if at+1 < len(line) && line[at+1] == ':' {
			at++
			continue
		}
		return strings.TrimRight(line[:at], `"' `), line[at+1:], true
	}
	return "", "", false
}

// dataKeys offers the keys that are looked up and that the file does not contain.
func (c *completer) dataKeys() {
	has := map[string]bool{}
	if c.Table != nil {
		for i := range c.Table.Occurrences {
			if one := &c.Table.Occurrences[i]; one.Symbol.Kind == symbols.DataKey && one.Role == symbols.Definition && !c.span.Overlaps(one.Span) {
				has[one.Symbol.Name] = true
			}
		}
	}
	suffix := ": "
	if rest := c.File.Text[c.span.End:]; strings.HasPrefix(strings.TrimLeft(rest, `"' `), ":") || filepath.Ext(c.Path) == ".json" {
		suffix = ""
	}
	for symbol := range c.Index.OfKind(symbols.Variable) {
		if symbol.In != symbols.Class || !c.Index.IsParameter(symbol) {
			continue
		}
		if name := symbol.Owner + "::" + symbol.Name; !has[name] {
			c.add(Item{Label: name, Insert: name + suffix, Kind: ItemKey, Symbol: symbol, detail: func() string {
				if definitions := c.Index.Definitions(symbol); len(definitions) > 0 {
					return c.detailOf(definitions[0].Table, definitions[0].Occurrence)
				}
				return ""
			}})
		}
	}
	for _, table := range c.Index.Tables() {
		for i := range table.Occurrences {
			one := &table.Occurrences[i]
			isOwn := table == c.Table && one.Span.Start <= c.offset && c.offset <= one.Span.End
			if one.Symbol.Kind == symbols.DataKey && !isOwn && !has[one.Symbol.Name] && !strings.HasSuffix(one.Symbol.Name, ":") && !strings.Contains(one.Symbol.Name, "%") {
				c.add(Item{Label: one.Symbol.Name, Insert: one.Symbol.Name + suffix, Kind: ItemKey, Rank: 10})
			}
		}
	}
	if !has[hiera.OptionsKey] {
		c.add(Item{Label: hiera.OptionsKey, Insert: hiera.OptionsKey + suffix, Kind: ItemKey, Rank: 20})
	}
}

var (
	hieraWords = []string{
		"version", "defaults", "hierarchy", "default_hierarchy", "name", "path", "paths", "glob", "globs", "mapped_paths", "uri", "uris", "datadir", "data_hash",
		"lookup_key", "data_dig", "options", "hiera3_backend",
	}
	metadataWords = []string{
		"name", "version", "author", "summary", "license", "source", "project_page", "issues_url", "tags", "dependencies", "requirements", "operatingsystem_support",
		"version_requirement", "operatingsystem", "operatingsystemrelease",
	}
	taskWords = []string{"description", "input_method", "parameters", "puppet_task_version", "supports_noop", "implementations", "files", "private", "remote", "type", "default", "sensitive", "requirements"}
)

// words offers keys without quotes.
func (c *completer) words(line string, lineStart int32, words []string) {
	trimmed := strings.TrimLeft(line, " \t-")
	if strings.Contains(trimmed, ":") {
		return
	}
	c.span = source.Span{Start: lineStart + int32(len(line)-len(trimmed)), End: wordAt(c.File.Text, c.offset).End}
	for _, word := range words {
		c.add(Item{Label: word, Insert: word + ": ", Kind: ItemKey})
	}
}

// quotedWords offers keys in quotes.
func (c *completer) quotedWords(line string, words []string) {
	c.span = wordAt(c.File.Text, c.offset)
	if strings.Count(line, `"`)%2 == 0 || strings.Contains(line[:strings.LastIndex(line, `"`)], ":") {
		return
	}
	for _, word := range words {
		c.add(Item{Label: word, Kind: ItemKey})
	}
}

// inSettings completes in puppet-lint.toml, environment.conf and Puppetfile.
func (c *completer) inSettings() {
	c.span = wordAt(c.File.Text, c.offset)
	lineStart := strings.LastIndexByte(c.File.Text[:c.offset], '\n') + 1
	line := c.File.Text[lineStart:c.offset]
	switch filepath.Base(c.Path) {
	case module.EnvironmentConf:
		c.inEnvironmentConf(line)
	case module.Puppetfile:
		c.inPuppetfile(line)
	case config.FileName:
		c.inTOML(line)
	}
}

// schema holds the parts of a JSON schema that completion uses.
type schema struct {
	Description          string             `json:"description"`
	Properties           map[string]*schema `json:"properties"`
	AdditionalProperties json.RawMessage    `json:"additionalProperties"`
	Enum                 []any              `json:"enum"`
	Type                 any                `json:"type"`
	Items                *schema            `json:"items"`
}

// inTOML completes keys and values from the schema of puppet-lint.toml.
func (c *completer) inTOML(line string) {
	text, err := config.JSONSchema(config.NewCatalogue(lint.Rules()), nil)
	var root schema
	if err != nil || json.Unmarshal(text, &root) != nil {
		return
	}
	table := &root
	header := ""
	for earlier := range strings.Lines(c.File.Text[:c.offset-int32(len(line))]) {
		if trimmed := strings.TrimSpace(earlier); strings.HasPrefix(trimmed, "[") {
			header, _, _ = strings.Cut(strings.TrimLeft(trimmed, "[ "), "]")
		}
	}
	if header != "" {
		for name := range strings.SplitSeq(header, ".") {
			table = table.property(strings.Trim(name, `" `))
		}
	}
	switch key, value, isValue := strings.Cut(line, "="); {
	case strings.HasPrefix(strings.TrimSpace(line), "["):
		path := strings.Split(strings.TrimLeft(strings.TrimSpace(line), "["), ".")
		table = &root
		for _, name := range path[:len(path)-1] {
			table = table.property(name)
		}
		c.span.Start = c.offset - int32(len(path[len(path)-1]))
		c.keysOf(table, "")
	case isValue:
		of := table.property(strings.Trim(key, `" `))
		quoted := strings.Count(value, `"`)%2 == 1
		c.enum(of, quoted)
	default:
		c.keysOf(table, " = ")
	}
}

func (s *schema) property(name string) *schema {
	if s == nil {
		return nil
	}
	if of := s.Properties[name]; of != nil {
		return of
	}
	var more schema
	if json.Unmarshal(s.AdditionalProperties, &more) == nil {
		return &more
	}
	return nil
}

func (c *completer) keysOf(table *schema, suffix string) {
	if table == nil {
		return
	}
	for name, of := range table.Properties {
		c.add(Item{Label: name, Insert: name + suffix, Kind: ItemKey, Doc: of.Description})
	}
}

func (c *completer) enum(of *schema, quoted bool) {
	if of == nil {
		return
	}
	for _, value := range of.Enum {
		if text, ok := value.(string); ok {
			insert := text
			if !quoted {
				insert = `"` + text + `"`
			}
			c.add(Item{Label: text, Insert: insert, Kind: ItemValue})
		}
	}
	if of.Type == "boolean" {
		c.add(Item{Label: "true", Kind: ItemValue})
		c.add(Item{Label: "false", Kind: ItemValue})
	}
	c.enum(of.Items, quoted)
}

// DocumentItem returns the documentation of an item, when the client resolves it. It is empty
// if there is none.
func (v *View) DocumentItem(symbol symbols.Symbol) string {
	if symbol.Kind == 0 {
		return ""
	}
	if slices.Contains([]symbols.Kind{symbols.DataKey, symbols.Template}, symbol.Kind) {
		return ""
	}
	if symbol.Kind == symbols.ResourceType && builtin.FindResourceType(symbol.Name) == nil && len(v.Index.Definitions(symbol)) == 0 {
		return ""
	}
	return v.describe(symbol, &symbols.Occurrence{Symbol: symbol})
}
