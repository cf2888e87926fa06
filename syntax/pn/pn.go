// Package pn converts syntax trees to PN, Puppet's readable notation of them ("extended
// S-expression notation"). It also reads PN.
//
// Of makes a Node from a tree of package syntax. Compact, Pretty and Data print a Node, and Parse
// reads one. The output equals that of Puppet's pn.rb and pn_transformer.rb, byte for byte.
package pn

import (
	"encoding/json"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// Node is a piece of PN: a Literal, a List, a Map or a Call.
type Node interface {
	// write appends the text of the node. indent is the line feed and the blanks before each
	// element, or "" for the compact form.
	write(b *strings.Builder, indent string)
	// data returns the result of Data.
	data() any
}

// Literal is nil, a bool, an int64, a *big.Int, a float64 or a string.
type Literal struct{ Value any }

// List is an ordered list.
type List struct{ Elements []Node }

// Map is an ordered map.
type Map struct{ Entries []Entry }

// Entry is a key and its value in a Map.
type Entry struct {
	Key   string
	Value Node
}

// Call is a named list.
type Call struct {
	Name     string
	Elements []Node
}

// Compact formats node on one line, as "puppet parser dump --format pn" does.
func Compact(node Node) string {
	var b strings.Builder
	node.write(&b, "")
	return b.String()
}

// Pretty formats node with each element on a separate line, as "puppet parser dump --format pn
// --pretty" does.
func Pretty(node Node) string {
	var b strings.Builder
	node.write(&b, "\n  ")
	return b.String()
}

// Data converts node to values for encoding/json, as "puppet parser dump --format json" does. A
// Map is an object with the single key "#", and a Call one with the single key "^". Numbers are
// json.Number, so they lose no digits.
func Data(node Node) any { return node.data() }

func (n Literal) write(b *strings.Builder, _ string) {
	if text, ok := n.Value.(string); ok {
		quote(b, text)
	} else {
		b.WriteString(n.text())
	}
}

// text formats a literal that is not a string.
func (n Literal) text() string {
	switch value := n.Value.(type) {
	case bool:
		return strconv.FormatBool(value)
	case int64:
		return strconv.FormatInt(value, 10)
	case *big.Int:
		return value.String()
	case float64:
		return formatFloat(value)
	}
	return "nil"
}

func (n Literal) data() any {
	switch n.Value.(type) {
	case int64, *big.Int, float64:
		return json.Number(n.text())
	}
	return n.Value
}

func (n List) write(b *strings.Builder, indent string) {
	b.WriteByte('[')
	writeElements(b, n.Elements, indent)
	b.WriteByte(']')
}

func (n List) data() any { return elementData(nil, n.Elements) }

func (n Map) write(b *strings.Builder, indent string) {
	b.WriteByte('{')
	inner := ""
	if indent != "" {
		inner = indent + "  "
	}
	for i, entry := range n.Entries {
		if indent != "" {
			b.WriteString(indent)
		} else if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteByte(':')
		b.WriteString(entry.Key)
		b.WriteByte(' ')
		entry.Value.write(b, inner)
	}
	b.WriteByte('}')
}

func (n Map) data() any {
	list := make([]any, 0, 2*len(n.Entries))
	for _, entry := range n.Entries {
		list = append(list, entry.Key, entry.Value.data())
	}
	return map[string]any{"#": list}
}

func (n Call) write(b *strings.Builder, indent string) {
	b.WriteByte('(')
	b.WriteString(n.Name)
	if len(n.Elements) > 0 {
		if indent == "" {
			b.WriteByte(' ')
		}
		writeElements(b, n.Elements, indent)
	}
	b.WriteByte(')')
}

func (n Call) data() any {
	return map[string]any{"^": elementData([]any{n.Name}, n.Elements)}
}

func elementData(list []any, elements []Node) []any {
	if list == nil {
		list = make([]any, 0, len(elements))
	}
	for _, element := range elements {
		list = append(list, element.data())
	}
	return list
}

func writeElements(b *strings.Builder, elements []Node, indent string) {
	inner := ""
	if indent != "" {
		inner = indent + "  "
	}
	for i, element := range elements {
		if indent != "" {
			b.WriteString(indent)
		} else if i > 0 {
			b.WriteByte(' ')
		}
		element.write(b, inner)
	}
}

// quote writes text in double quotes. A control character becomes \o and three octal digits.
// Characters beyond ASCII are unchanged.
func quote(b *strings.Builder, text string) {
	b.WriteByte('"')
	for i := 0; i < len(text); i++ {
		switch char := text[i]; {
		case char == '\t':
			b.WriteString(`\t`)
		case char == '\n':
			b.WriteString(`\n`)
		case char == '\r':
			b.WriteString(`\r`)
		case char == '"':
			b.WriteString(`\"`)
		case char == '\\':
			b.WriteString(`\\`)
		case char < 0x20:
			b.WriteString(`\o`)
			b.WriteByte('0' + char>>6)
			b.WriteByte('0' + char>>3&7)
			b.WriteByte('0' + char&7)
		default:
			b.WriteByte(char)
		}
	}
	b.WriteByte('"')
}

// formatFloat formats value as Ruby's Float#to_s does. Ruby never pads a number to sixteen digits
// with zeros: it prints 1.0e+15, but 1234567890123456.8.
func formatFloat(value float64) string {
	switch {
	case math.IsInf(value, 1):
		return "Infinity"
	case math.IsInf(value, -1):
		return "-Infinity"
	case math.IsNaN(value):
		return "NaN"
	}
	size := math.Abs(value)
	isLong := func() bool { return len(strconv.FormatFloat(size, 'e', -1, 64)) > len("1.234567890123456e+15") }
	if size == 0 || size >= 1e-4 && (size < 1e15 || size < 1e16 && isLong()) {
		text := strconv.FormatFloat(value, 'f', -1, 64)
		if !strings.Contains(text, ".") {
			text += ".0"
		}
		return text
	}
	text := strconv.FormatFloat(value, 'e', -1, 64)
	if mantissa, exponent, _ := strings.Cut(text, "e"); !strings.Contains(mantissa, ".") {
		text = mantissa + ".0e" + exponent
	}
	return text
}
