package ide

import (
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/checker/symbols"
	"puppet-lint/config"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/module/builtin"
)

// documentCompleter completes in files that are not Puppet code.
type documentCompleter struct {
	*itemList
	*nameCompleter
}

// inTemplate completes the variables of an ERB template.
func (c *documentCompleter) inTemplate() {
	text := c.File.Text
	c.span = wordAt(text, c.offset)
	before := text[:c.span.Start]
	if strings.LastIndex(before, "<%") <= strings.LastIndex(before, "%>") {
		return // outside of the tags
	}
	path, isFact := factsIndexed(before)
	switch {
	case isFact:
		c.facts(path, true)
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

// factsIndexed returns the keys of the facts before an open bracket and quote at the end of a text of
// Ruby, as in @facts['os']['. ok is false if the text does not end so.
func factsIndexed(text string) (path []string, ok bool) {
	at := max(strings.LastIndex(text, "@facts["), strings.LastIndex(text, "scope['facts']["))
	if at < 0 {
		return nil, false
	}
	_, rest, _ := strings.Cut(text[at:], "[")
	if _, inner, isScope := strings.Cut(rest, "facts']["); isScope {
		rest = inner
	}
	for rest != "" {
		quote := rest[:1]
		if quote != "'" && quote != `"` {
			return nil, false
		}
		key, after, isClosed := strings.Cut(rest[1:], quote+"][")
		if !isClosed {
			return path, rest == quote
		}
		path, rest = append(path, key), after
	}
	return nil, false
}

// renderedVariables offers the variables of the code that renders the template.
func (c *documentCompleter) renderedVariables() {
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
	for _, one := range puppetVariables() {
		c.add(Item{Label: one.name, Kind: ItemVariable, Detail: one.typeName, Doc: one.doc, Rank: 40})
	}
}

// inData completes in data files and other files with keys.
func (c *documentCompleter) inData() {
	text := c.File.Text
	lineStart := int32(strings.LastIndexByte(text[:c.offset], '\n') + 1)
	line := text[lineStart:c.offset]
	if at := strings.LastIndex(line, "%{"); at >= 0 && !strings.Contains(line[at:], "}") {
		c.interpolation(line[at+2:])
		return
	}
	if c.tree == nil || strings.HasPrefix(strings.TrimLeft(line, " "), "#") {
		return
	}
	place := documentPositionAt(c.Path, text, c.offset)
	c.span = place.span
	switch c.tree.Documents.KindOf(c.Path) {
	case module.HieraData:
		c.inDataFile(place)
	case module.HieraConfig:
		c.shaped(hieraSchema(), place.path, place)
	case module.MetadataFile:
		c.shaped(metadataSchema(), place.path, place)
	case module.TaskMetadata:
		c.shaped(taskSchema(), place.path, place)
	}
}

// interpolation completes within %{…}.
func (c *documentCompleter) interpolation(before string) {
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
	if rest, found := strings.CutPrefix(strings.TrimPrefix(before, "::"), "trusted."); found && !strings.Contains(rest, ".") {
		c.span = source.Span{Start: c.offset - int32(len(rest)), End: c.offset}
		for name, typeName := range builtin.Words().Trusted {
			c.add(Item{Label: name, Kind: ItemFact, Detail: typeName})
		}
		return
	}
	c.span = wordAt(c.File.Text, c.offset)
	for _, name := range []string{"facts.", "trusted.", "environment", "lookup('')", "alias('')", "literal('%')"} {
		c.add(Item{Label: name, Kind: ItemVariable})
	}
	word := c.File.Slice(source.Span{Start: c.span.Start, End: c.offset})
	if at := strings.LastIndex(word, "::"); at > 0 {
		c.variablesOf(strings.TrimPrefix(word[:at], "::"))
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

// inSettings completes in puppet-lint.toml, environment.conf and Puppetfile.
func (c *documentCompleter) inSettings() {
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
	return describer{v}.mention(symbol, &symbols.Occurrence{Symbol: symbol})
}
