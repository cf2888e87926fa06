package typereport

import (
	"io"
	"strings"
	"unicode/utf8"
)

// column is a column of a table: its title, and whether it is right-aligned.
type column struct {
	title string
	right bool
}

// table is a table of texts, with two spaces between columns.
type table struct {
	columns []column
	rows    [][]string
}

func (t *table) add(cells ...string) {
	for i := range cells {
		cells[i] = printable(cells[i])
	}
	t.rows = append(t.rows, cells)
}

// widths returns the widths of the columns, in characters.
func (t *table) widths() []int {
	widths := make([]int, len(t.columns))
	for i, column := range t.columns {
		widths[i] = utf8.RuneCountInString(column.title)
		for _, row := range t.rows {
			widths[i] = max(widths[i], utf8.RuneCountInString(row[i]))
		}
	}
	return widths
}

// width returns the number of characters in the longest line.
func (t *table) width() int {
	total := 2 * (len(t.columns) - 1)
	for _, width := range t.widths() {
		total += width
	}
	return total
}

func (t *table) write(w io.Writer) {
	widths := t.widths()
	var line strings.Builder
	write := func(cells []string) {
		line.Reset()
		for i, cell := range cells {
			padding := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if i > 0 {
				line.WriteString("  ")
			}
			if t.columns[i].right {
				line.WriteString(padding + cell)
			} else {
				line.WriteString(cell + padding)
			}
		}
		io.WriteString(w, strings.TrimRight(line.String(), " ")+"\n")
	}
	titles := make([]string, len(t.columns))
	for i, column := range t.columns {
		titles[i] = column.title
	}
	write(titles)
	for _, row := range t.rows {
		write(row)
	}
}
