package lookups

import (
	"fmt"
	"io"
	"strings"

	"puppet-lint/internal/english"
	"puppet-lint/internal/markdown"
)

// The limits of a cell. Further values and readers are only counted.
const (
	shownValues  = 6
	shownReaders = 4
)

// WriteMarkdown writes a table for a pull request: each key with its values, highest priority
// first, and its readers.
func (r *Report) WriteMarkdown(out io.Writer) error {
	table := markdown.NewTable("key", "values", "read by")
	unread, possibly, shadowed := 0, 0, 0
	for _, key := range r.Keys {
		switch {
		case key.Unread && key.Uncertainty != "":
			possibly++
		case key.Unread:
			unread++
		}
		if key.HasShadowed() {
			shadowed++
		}
		table.Add(r.markdownKey(key), r.markdownValues(key), r.markdownReaders(key))
	}
	text := fmt.Sprintf("### puppet-lint data: %s, %d unread, %d possibly unread, %d with shadowed values\n", english.Count(len(r.Keys), "key"), unread, possibly, shadowed)
	if len(r.Keys) > 0 {
		text += "\n" + table.String()
	}
	_, err := io.WriteString(out, text)
	return err
}

// markdownKey returns the name of a key, the expected type and how its values are merged.
func (r *Report) markdownKey(key *Key) string {
	text := markdown.Code(key.Name)
	if environment := r.environmentOf(key); environment != "" {
		text += "<br>in environment " + markdown.Code(environment)
	}
	if key.Parameter != nil && key.Parameter.Type != "" {
		text += "<br>" + markdown.Code(key.Parameter.Type)
	}
	if key.MergeAt != nil {
		text += "<br>merge: " + markdown.Text(key.Merge)
	}
	return text
}

func (r *Report) markdownValues(key *Key) string {
	var lines []string
	for i := range key.Values {
		if i == shownValues {
			lines = append(lines, fmt.Sprintf("and %d more", len(key.Values)-i))
			break
		}
		value := &key.Values[i]
		lines = append(lines, fmt.Sprintf("%d. %s %s", i+1, markdown.Code(value.Text), markdown.Text(r.describe(key, value))))
	}
	switch {
	case len(lines) == 0 && (key.Hidden || len(key.Outside) == 0):
		lines = append(lines, noValue(key))
	case key.Hidden:
		lines = append(lines, hiddenValues)
	}
	if len(key.Outside) > 0 {
		lines = append(lines, outside+":")
	}
	for i, value := range key.Outside {
		if i == shownValues {
			lines = append(lines, fmt.Sprintf("and %d more", len(key.Outside)-i))
			break
		}
		lines = append(lines, fmt.Sprintf("- %s %s", markdown.Code(value.Text), markdown.Text(r.at(value.Location))))
	}
	return strings.Join(lines, "<br>")
}

func (r *Report) markdownReaders(key *Key) string {
	if key.Unread {
		return markdown.Text(unreadText(key))
	}
	var lines []string
	for i, reader := range key.Readers {
		if i == shownReaders {
			lines = append(lines, fmt.Sprintf("and %d more", len(key.Readers)-i))
			break
		}
		text := markdown.Text(reader.What)
		if !reader.Missing {
			text += " " + markdown.Code(r.at(reader.Location))
		}
		lines = append(lines, text)
	}
	return strings.Join(lines, "<br>")
}
