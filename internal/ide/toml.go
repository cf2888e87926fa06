package ide

import (
	"encoding/json"
	"slices"
	"strings"

	"puppet-lint/config"
	"puppet-lint/internal/source"
	"puppet-lint/lint"
)

// schema holds the parts of a JSON schema that completion uses.
type schema struct {
	Description          string             `json:"description"`
	Properties           map[string]*schema `json:"properties"`
	PropertyNames        *schema            `json:"propertyNames"`
	AdditionalProperties json.RawMessage    `json:"additionalProperties"`
	Enum                 []any              `json:"enum"`
	Type                 any                `json:"type"`
	Items                *schema            `json:"items"`
	AnyOf                []*schema          `json:"anyOf"`
	Ref                  string             `json:"$ref"`
	Definitions          map[string]*schema `json:"definitions"`
}

// tomlSchema returns the schema of puppet-lint.toml, or nil.
func tomlSchema() *schema {
	text, err := config.JSONSchema(config.NewCatalogue(lint.Rules()), nil)
	root := &schema{}
	if err != nil || json.Unmarshal(text, root) != nil {
		return nil
	}
	return root
}

// variants returns the schemas that a value may match: those that a schema refers to, lists, or
// has for the elements of a list.
func (s *schema) variants(root *schema) (all []*schema) {
	if s == nil {
		return nil
	}
	if name, found := strings.CutPrefix(s.Ref, "#/definitions/"); found {
		return root.Definitions[name].variants(root)
	}
	all = append(all, s)
	for _, one := range s.AnyOf {
		all = append(all, one.variants(root)...)
	}
	return append(all, s.Items.variants(root)...)
}

// property returns the schema of a key's value, or nil.
func (s *schema) property(root *schema, name string) *schema {
	for _, one := range s.variants(root) {
		if of := one.Properties[name]; of != nil {
			return of
		}
		var more schema
		if json.Unmarshal(one.AdditionalProperties, &more) == nil {
			return &more
		}
	}
	return nil
}

// tomlTable returns the schema of the table that contains an offset at the start of a line.
func tomlTable(root *schema, before string) *schema {
	header := ""
	for earlier := range strings.Lines(before) {
		if trimmed := strings.TrimSpace(earlier); strings.HasPrefix(trimmed, "[") {
			header, _, _ = strings.Cut(strings.TrimLeft(trimmed, "[ "), "]")
		}
	}
	table := root
	if header != "" {
		for name := range strings.SplitSeq(header, ".") {
			table = table.property(root, strings.Trim(name, `" `))
		}
	}
	return table
}

// inTOML completes keys and values from the schema of puppet-lint.toml. line is the text before
// the offset.
func (c *documentCompleter) inTOML(line string) {
	root := tomlSchema()
	if root == nil || strings.HasPrefix(strings.TrimSpace(line), "#") {
		return
	}
	table := tomlTable(root, c.File.Text[:c.offset-int32(len(line))])
	c.span = tomlWord(c.File.Text, c.offset)
	switch key, value, isValue := strings.Cut(line, "="); {
	case strings.HasPrefix(strings.TrimSpace(line), "["):
		path := strings.Split(strings.TrimLeft(strings.TrimSpace(line), "["), ".")
		table = root
		for _, name := range path[:len(path)-1] {
			table = table.property(root, name)
		}
		c.keysOf(root, table, "", func(of *schema) bool {
			return len(of.Properties) > 0 || of.PropertyNames != nil || len(of.AdditionalProperties) > len("false")
		})
	case isValue:
		c.enum(root, table.property(root, strings.Trim(key, `" `)), strings.Count(value, `"`)%2 == 1)
	default:
		c.keysOf(root, table, " = ", func(*schema) bool { return true })
	}
}

// tomlWord returns the key or text around an offset.
func tomlWord(text string, offset int32) source.Span {
	isPart := func(char byte) bool { return isWordByte(char) || char == '-' }
	span := source.Span{Start: offset, End: offset}
	for span.Start > 0 && isPart(text[span.Start-1]) {
		span.Start--
	}
	for int(span.End) < len(text) && isPart(text[span.End]) {
		span.End++
	}
	return span
}

// keysOf offers the keys of a table that are wanted.
func (c *documentCompleter) keysOf(root, table *schema, suffix string, wanted func(of *schema) bool) {
	if rest := strings.TrimLeft(c.File.Text[c.span.End:], " \t"); strings.HasPrefix(rest, "=") {
		suffix = ""
	}
	for _, one := range table.variants(root) {
		for name, of := range one.Properties {
			if slices.ContainsFunc(of.variants(root), wanted) {
				c.add(Item{Label: name, Insert: name + suffix, Kind: ItemKey, Doc: of.Description})
			}
		}
		for _, names := range one.PropertyNames.variants(root) {
			for _, name := range names.Enum {
				if text, ok := name.(string); ok {
					c.add(Item{Label: text, Insert: text + suffix, Kind: ItemKey, Doc: describeRule(text)})
				}
			}
		}
	}
}

// enum offers the values that a schema lists.
func (c *documentCompleter) enum(root, of *schema, quoted bool) {
	for _, one := range of.variants(root) {
		for _, value := range one.Enum {
			if text, ok := value.(string); ok {
				insert := text
				if !quoted {
					insert = `"` + text + `"`
				}
				c.add(Item{Label: text, Insert: insert, Kind: ItemValue, Doc: describeRule(text)})
			}
		}
		if one.Type == "boolean" && !quoted {
			c.add(Item{Label: "true", Kind: ItemValue})
			c.add(Item{Label: "false", Kind: ItemValue})
		}
	}
}

// describeRule returns the summary of a rule, in Markdown. It is empty if there is no such rule.
func describeRule(name string) string {
	for _, rule := range lint.Rules() {
		if rule.Name == name || slices.Contains(rule.OldNames, name) {
			return "`" + rule.Name + "`\n\n" + capitalizeText(rule.Summary)
		}
	}
	return ""
}

// capitalizeText returns a text as a sentence: with a capital letter and a full stop.
func capitalizeText(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + strings.TrimSuffix(text[1:], ".") + "."
}

// setting describes the key or the rule at an offset of puppet-lint.toml.
func (d describer) setting(offset int32) (string, source.Span) {
	text := d.File.Text
	span := tomlWord(text, offset)
	if span.Len() == 0 {
		return "", source.Span{}
	}
	word := d.File.Slice(span)
	start := strings.LastIndexByte(text[:span.Start], '\n') + 1
	line := strings.TrimLeft(text[start:span.Start], " \t\"")
	if strings.Contains(line, "#") {
		return "", source.Span{}
	}
	root := tomlSchema()
	if strings.HasPrefix(line, "[") {
		table := root
		for name := range strings.SplitSeq(strings.TrimLeft(line, "[")+word, ".") {
			table = table.property(root, strings.Trim(name, `" `))
		}
		if table != nil && table.Description != "" {
			return "`" + word + "`\n\n" + capitalizeText(table.Description), span
		}
	} else if line == "" {
		if of := tomlTable(root, text[:start]).property(root, word); of != nil && of.Description != "" {
			return "`" + word + "`\n\n" + capitalizeText(of.Description), span
		}
	}
	return describeRule(word), span
}
