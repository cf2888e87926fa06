// Package markdown writes Markdown for comments on pull requests: text and code that mean
// nothing in it, and tables that fit into a comment.
package markdown

import (
	"fmt"
	"slices"
	"strings"

	"puppet-lint/internal/htmlpage"
	"puppet-lint/internal/source"
)

// The limits of a table in a comment: GitHub accepts 65,536 characters.
const (
	mostRows  = 100
	mostBytes = 50 << 10
)

// Table is a table whose first rows are written, and whose further ones are only counted.
type Table struct {
	text       strings.Builder
	rows, left int
}

// NewTable returns a table without rows. The titles of its columns are Markdown.
func NewTable(columns ...string) *Table {
	t := &Table{}
	t.row(columns)
	t.row(slices.Repeat([]string{"---"}, len(columns)))
	return t
}

func (t *Table) row(cells []string) {
	for _, cell := range cells {
		t.text.WriteByte('|')
		if cell != "" {
			t.text.WriteString(" " + cell)
		}
		t.text.WriteByte(' ')
	}
	t.text.WriteString("|\n")
}

// Add adds a row. Its cells are Markdown.
func (t *Table) Add(cells ...string) {
	size := 0
	for _, cell := range cells {
		size += len(cell) + len(" | ")
	}
	if t.left > 0 || t.rows == mostRows || t.text.Len()+size > mostBytes {
		t.left++
		return
	}
	t.rows++
	t.row(cells)
}

// String returns the table, followed by how many rows are missing.
func (t *Table) String() string {
	if t.left == 0 {
		return t.text.String()
	}
	return t.text.String() + fmt.Sprintf("\nand %s more.\n", htmlpage.Thousands(t.left))
}

var escape = strings.NewReplacer(
	`\`, `\\`, "|", `\|`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", "&lt;", ">", "&gt;", "&", "&amp;", "~", `\~`, "#", `\#`, "@", "&#64;", "$", `\$`)

// Text returns a text that means nothing in Markdown, in GitHub's formulas and mentions, also in
// a cell of a table.
func Text(text string) string { return escape.Replace(shown(text)) }

// Code returns a text as code, also in a cell of a table: enclosed in as many backticks as
// necessary, and with bars escaped, since tables require that even in code. If a backslash
// stands before a bar, readers disagree on where the cell ends, so the code is written as HTML
// in which nothing but the tags has a meaning.
func Code(text string) string {
	text = shown(text)
	if strings.Contains(text, `\|`) || strings.HasSuffix(text, `\`) {
		return "<code>" + entities.Replace(text) + "</code>"
	}
	text = strings.ReplaceAll(text, "|", `\|`)
	fence := "`"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	if strings.HasPrefix(text, "`") || strings.HasSuffix(text, "`") {
		text = " " + text + " "
	}
	return fence + text + fence
}

// entities writes all characters that mean something in Markdown or HTML as entities.
var entities = strings.NewReplacer(
	"&", "&amp;", "<", "&lt;", ">", "&gt;", "|", "&#124;", `\`, "&#92;", "`", "&#96;", "*", "&#42;", "_", "&#95;", "[", "&#91;", "]", "&#93;",
	"!", "&#33;", "~", "&#126;", "#", "&#35;", "@", "&#64;", "$", "&#36;", ":", "&#58;", ".", "&#46;")

// shown returns a text on one line that is safe to show.
func shown(text string) string {
	return source.Shown(strings.NewReplacer("\t", " ", "\r", " ").Replace(text))
}
