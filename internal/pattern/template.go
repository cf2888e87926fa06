package pattern

import (
	"slices"
	"strings"

	"puppet-lint/syntax"
)

// Template is a text with metavariables, such as a message or a replacement. It never changes.
type Template struct {
	pieces []piece
}

// piece is a text or, if name is set, a metavariable.
type piece struct {
	text, name string
	// quote is the quote that encloses the metavariable, or 0.
	quote byte
}

// CompileTemplate compiles a template. $NAME, ${NAME}, $...NAME and ${...NAME} refer to
// captures, whose names are known; everything else is literal. The error is an *Error.
func CompileTemplate(text string, known []string) (*Template, error) {
	template := &Template{}
	plain, quote := 0, byte(0)
	for at := 0; at < len(text); {
		name, length := placeholder(text[at:])
		if length == 0 {
			if char := text[at]; char == quote {
				quote = 0
			} else if quote == 0 && (char == '"' || char == '\'') {
				quote = char
			}
			at++
			continue
		}
		if name == anything || name == "" {
			return nil, &Error{int32(at), text[at:at+length] + " has no name, so it refers to no capture"}
		}
		if !slices.Contains(known, name) && name != Whole {
			return nil, &Error{int32(at), "no pattern captures $" + name + captured("; they capture ", known)}
		}
		template.pieces = append(template.pieces, piece{text: text[plain:at]}, piece{name: name, quote: quote})
		at += length
		plain = at
	}
	template.pieces = append(template.pieces, piece{text: text[plain:]})
	return template, nil
}

// UsesWhole reports whether the template contains the whole match, so that a replacement loses
// nothing.
func (t *Template) UsesWhole() bool {
	return slices.ContainsFunc(t.pieces, func(p piece) bool { return p.name == Whole })
}

func captured(lead string, names []string) string {
	if len(names) == 0 {
		return ""
	}
	return lead + "$" + strings.Join(names, ", $")
}

// placeholder returns the metavariable at the beginning of text and its length in bytes, which
// is 0 if there is none.
func placeholder(text string) (name string, length int) {
	if len(text) < 2 || text[0] != '$' {
		return "", 0
	}
	at, braced := 1, text[1] == '{'
	if braced {
		at++
	}
	isRun := strings.HasPrefix(text[at:], "...")
	if isRun {
		at += 3
	}
	start := at
	for at < len(text) && isWord(text[at]) {
		at++
	}
	name = text[start:at]
	switch {
	case braced && (at == len(text) || text[at] != '}'):
		return "", 0
	case braced:
		at++
	}
	if !isMetavariable(name) && !(isRun && name == "") {
		return "", 0
	}
	return name, at
}

// longest is how many characters of a capture a message shows.
const longest = 60

// Message returns the template with the captures' text, each on one line and shortened.
func (t *Template) Message(match *Match) string {
	var text strings.Builder
	shown := map[string]string{}
	for _, piece := range t.pieces {
		text.WriteString(piece.text)
		short, isKnown := shown[piece.name]
		if !isKnown {
			if capture := match.Capture(piece.name); capture != nil {
				short = shortened(capture.text)
			}
			shown[piece.name] = short
		}
		text.WriteString(short)
	}
	return text.String()
}

// shortened returns a text on one line, of at most the longest length. It reads no more of the
// text than necessary.
func shortened(text string) string {
	var shown []rune
	for word := range strings.FieldsSeq(text) {
		if len(shown) > 0 {
			shown = append(shown, ' ')
		}
		for _, char := range word {
			if shown = append(shown, char); len(shown) > longest {
				return string(shown[:longest-1]) + "…"
			}
		}
	}
	return string(shown)
}

// length returns about how long the template's Code is, with what is inserted at each line break.
func (t *Template) length(file *syntax.File, match *Match, perLine int) int {
	size, known := 0, map[string]int{}
	add := func(text string) int { return len(text) + perLine*strings.Count(text, "\n") }
	for _, piece := range t.pieces {
		length, isKnown := known[piece.name]
		if !isKnown {
			if capture := match.Capture(piece.name); capture != nil {
				length = add(capture.source(file))
			}
			known[piece.name] = length
		}
		size += add(piece.text) + length
	}
	return size
}

// Code returns the template as code, with the captures' source text. Within quotes of the
// template, a string is replaced by its content, and within double quotes any other capture
// becomes an interpolation. An operator expression gets parentheses if the surrounding code
// could change its meaning.
func (t *Template) Code(file *syntax.File, match *Match) string {
	var text strings.Builder
	for i, piece := range t.pieces {
		text.WriteString(piece.text)
		if capture := match.Capture(piece.name); capture != nil {
			text.WriteString(t.code(i, capture.source(file), capture))
		}
	}
	return text.String()
}

func (t *Template) code(index int, source string, capture *Capture) string {
	isText := len(capture.nodes) == 0 || isString(capture.nodes[0])
	switch quote := t.pieces[index].quote; {
	case quote != 0 && isText:
		return capture.text
	case quote != 0 && len(capture.nodes) == 1 && isNumber(capture.nodes[0]):
		return source
	case quote == '"':
		return "${" + strings.TrimPrefix(source, "$") + "}"
	case len(capture.nodes) == 1 && binds(capture.nodes[0]) && !t.standsAlone(index):
		return "(" + source + ")"
	}
	return source
}

func isNumber(node syntax.Node) bool {
	switch node.(type) {
	case *syntax.LiteralInteger, *syntax.LiteralFloat:
		return true
	}
	return false
}

// source returns the code of a capture as written.
func (c *Capture) source(file *syntax.File) string {
	if c.placed && len(c.nodes) > 0 && isString(c.nodes[0]) {
		return file.Source.Slice(c.span)
	}
	return c.text
}

// binds reports whether an adjacent operator could bind to a part of a node.
func binds(node syntax.Node) bool {
	switch node.(type) {
	case *syntax.ArithmeticExpression, *syntax.ComparisonExpression, *syntax.MatchExpression, *syntax.InExpression,
		*syntax.AndExpression, *syntax.OrExpression, *syntax.NotExpression, *syntax.UnaryMinusExpression,
		*syntax.SelectorExpression, *syntax.AssignmentExpression, *syntax.RelationshipExpression:
		return true
	}
	return false
}

// standsAlone reports whether the piece at index is the whole template, or an element between
// brackets or commas.
func (t *Template) standsAlone(index int) bool {
	before := strings.TrimRight(t.pieces[index-1].text, " \t\n")
	after := strings.TrimLeft(t.pieces[index+1].text, " \t\n")
	if before == "" && after == "" {
		return len(t.pieces) == 3
	}
	return before != "" && strings.ContainsRune("([,", rune(before[len(before)-1])) && after != "" && strings.ContainsRune(")],", rune(after[0]))
}
