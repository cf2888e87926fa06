package ide

import (
	"strings"

	"puppet-lint/internal/source"
	"puppet-lint/lint"
	"puppet-lint/syntax"
)

// tagWords are the tags of Puppet Strings.
var tagWords = []word{
	{"@summary", "What the code does, in one line of at most 140 characters."},
	{"@param", "A parameter: its name, and what it is for."},
	{"@return", "What the function returns."},
	{"@example", "An example: a title, and the code on indented lines below it."},
	{"@api", "Who may use the code: `public` or `private`."},
	{"@option", "A key of a parameter that is a hash."},
	{"@note", "Something to pay attention to."},
	{"@raise", "An error that the function raises."},
	{"@see", "Another name, or an address, with more about it."},
	{"@since", "The version that has it first."},
	{"@author", "Who wrote it."},
	{"@deprecated", "That the code should no longer be used, and what replaces it."},
}

// inComment completes in a comment: the tags of Puppet Strings, the names of parameters after
// @param, and the rules in control comments.
func (c *manifestCompleter) inComment(token syntax.Token) {
	before := strings.TrimLeft(c.File.Text[token.Start:c.offset], "#")
	trimmed := strings.TrimLeft(before, " \t")
	if rest, found := strings.CutPrefix(trimmed, "@param"); found {
		written := strings.TrimLeft(rest, " \t")
		if written != rest && !strings.ContainsAny(written, " \t[") {
			c.span.Start = c.offset - int32(len(written))
			c.undocumented()
		}
		return
	}
	if strings.HasPrefix(trimmed, "@") && !strings.ContainsAny(trimmed, " \t") {
		c.span.Start = c.offset - int32(len(trimmed))
		for i, one := range tagWords {
			c.add(Item{Label: one.name, Insert: one.name + " ", Kind: ItemKeyword, Doc: one.doc, Rank: i})
		}
		return
	}
	if at := strings.LastIndex(before, "lint:"); at >= 0 && !strings.ContainsAny(before[at:], " \t") {
		c.control(before[at+len("lint:"):])
	}
}

// undocumented offers the parameters of the definition below the comment that it does not
// describe yet.
func (c *manifestCompleter) undocumented() {
	described := map[string]bool{}
	for _, definition := range c.Manifest.Definitions {
		from, upTo := c.Manifest.DocComment(definition.Node)
		at := c.Manifest.TokenAt(max(0, c.offset-1))
		if at < from || at >= upTo {
			continue
		}
		for _, tag := range c.Manifest.ParameterTags(definition.Node) {
			if tag.Span.End < c.span.Start || tag.Span.Start > c.offset {
				described[tag.Name] = true
			}
		}
		for i, parameter := range syntax.ParametersOf(definition.Node) {
			if !described[parameter.Name] {
				c.add(Item{Label: parameter.Name, Kind: ItemParameter, Detail: typeText(c.Manifest.File, parameter), Rank: i})
			}
		}
	}
}

// control completes a control comment. written is its text after "lint:".
func (c *manifestCompleter) control(written string) {
	word := written[strings.LastIndexByte(written, ':')+1:]
	c.span = source.Span{Start: c.offset - int32(len(word)), End: wordAt(c.File.Text, c.offset).End}
	if word == written {
		c.add(Item{Label: "ignore:", Kind: ItemKeyword, Doc: "Suppresses the findings of a rule: on this line, or on its own line, until `lint:endignore`."})
		c.add(Item{Label: "endignore", Kind: ItemKeyword, Doc: "Ends what `lint:ignore` on a line of its own began."})
		return
	}
	if !strings.HasPrefix(written, "ignore:") {
		return
	}
	for _, rule := range lint.Rules() {
		c.add(Item{Label: rule.Name, Kind: ItemValue, Doc: describeRule(rule.Name)})
	}
}
