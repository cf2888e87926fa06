package lookups

import (
	"bufio"
	"cmp"
	_ "embed"
	"fmt"
	"html"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/graph"
	"puppet-lint/internal/htmlpage"
	"puppet-lint/internal/source"
)

// Report is the result, ready to be written.
type Report struct {
	Keys []*Key
	// Shown returns a path for display.
	Shown func(path string) string
	// areSeveral is set if the keys are of several environments.
	areSeveral bool
}

// Sort sorts the keys by name. Those of one name in several environments become neighbours, and
// are shown with their environment.
func (r *Report) Sort() {
	r.areSeveral = len(r.Keys) > 0 && slices.ContainsFunc(r.Keys, func(key *Key) bool { return key.Environment != r.Keys[0].Environment })
	slices.SortStableFunc(r.Keys, func(a, b *Key) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.Environment, b.Environment))
	})
}

// environmentOf returns the folder of a key's environment for display. It is empty if all keys have
// the same environment.
func (r *Report) environmentOf(key *Key) string {
	if key.Environment == "" || !r.areSeveral {
		return ""
	}
	if shown := r.Shown(key.Environment); shown != "." {
		return shown
	}
	return filepath.Base(key.Environment)
}

// at returns a place for display.
func (r *Report) at(location graph.Location) string {
	return fmt.Sprintf("%s:%d", r.Shown(location.File.Name), location.File.Position(location.Span.Start).Line)
}

// WriteText writes each key with its values, highest priority first.
func (r *Report) WriteText(out io.Writer) error {
	w := bufio.NewWriter(out)
	line := func(format string, parts ...any) { fmt.Fprintln(w, source.ShownFirst(fmt.Sprintf(format, parts...))) }
	for i, key := range r.Keys {
		if i > 0 {
			fmt.Fprintln(w)
		}
		line("%s%s", key.Name, prefixed("  in environment ", r.environmentOf(key)))
		if p := key.Parameter; p != nil {
			line("  type: %s%s (parameter $%s of class '%s', %s)", or(p.Type, "any"), prefixed(", by default ", p.Default), p.Name, p.Class, r.at(p.Location))
		}
		if key.MergeAt != nil {
			varies := ""
			if key.MergeVaries {
				varies = "; on some nodes"
			}
			line("  merge: %s%s (lookup_options, %s%s)", key.Merge, prefixed(", converted to ", key.Convert), r.at(*key.MergeAt), varies)
		}
		for _, reader := range key.Readers {
			if key.isOfParameter(&reader) {
				continue // the line of the type names it
			}
			location := ""
			if !reader.Missing {
				location = " (" + r.at(reader.Location) + ")"
			}
			line("  read by: %s, which %s%s%s", reader.What, reader.How, location, prefixed("; uncertain: ", reader.Reason))
		}
		if key.Unread {
			line("  %s", unreadText(key))
		}
		if len(key.Values) == 0 && (key.Hidden || len(key.Outside) == 0) {
			line("  %s", noValue(key))
		} else if key.Hidden {
			line("  %s", hiddenValues)
		}
		for j := range key.Values {
			value := &key.Values[j]
			line("  %d. %s  %s", j+1, value.Text, r.describe(key, value))
		}
		if len(key.Outside) > 0 {
			line("  %s:", outside)
		}
		for _, value := range key.Outside {
			line("  - %s  (%s)", value.Text, r.at(value.Location))
		}
	}
	return w.Flush()
}

// unreadText returns the text for a key without known readers.
func unreadText(key *Key) string {
	why := "nothing looks it up"
	if len(key.Readers) > 0 {
		why = "no code that is certainly used looks it up"
	}
	if key.Uncertainty != "" {
		return "may be unread: " + why + ", but " + key.Uncertainty
	}
	return "unread: " + why
}

// noValue returns the text for a key without known values.
func noValue(key *Key) string {
	if key.Hidden {
		return "no value is known: the backend of a level is unknown"
	}
	return "no value"
}

// outside is the text before the values in files that no hierarchy reads.
const outside = "no hierarchy here reads these files, which have the key"

// hiddenValues is the text for a key with known values that may have others.
const hiddenValues = "there may be other values: the backend of a level is unknown"

// describe returns the location and the state of a value in words.
func (r *Report) describe(key *Key, value *Value) string {
	of := "of"
	if value.Default {
		of = "of the default hierarchy of"
	}
	parts := []string{fmt.Sprintf("%s, level '%s' %s %s", r.at(value.Location), value.Level, of, value.Layer)}
	parts = append(parts, conditionText(value))
	if value.Undetermined {
		parts = append(parts, "with these facts it is unknown whether it is read")
	}
	switch value.State {
	case Shadowed:
		parts = append(parts, fmt.Sprintf("shadowed by %d", value.By+1))
	case Elsewhere:
		parts = append(parts, "not read with these facts")
	case Merged:
		parts = append(parts, "merged ("+key.Merge+")")
	}
	return "(" + strings.Join(parts, "; ") + ")"
}

// conditionText describes the nodes on which a value is read.
func conditionText(value *Value) string {
	if !value.Known {
		return "on some nodes"
	}
	if len(value.Condition) == 0 {
		return "on every node"
	}
	var parts []string
	for _, part := range value.Condition {
		parts = append(parts, part.Variable+" = '"+part.Text+"'")
	}
	return "where " + strings.Join(parts, " and ")
}

func or(text, fallback string) string {
	if text == "" {
		return fallback
	}
	return text
}

// prefixed returns a text after a prefix, or "" if the text is empty.
func prefixed(prefix, text string) string {
	if text == "" {
		return ""
	}
	return prefix + text
}

// The structures of the JSON document; the page reads the same data.
type (
	shownLocation struct {
		Path string `json:"path"`
		Line int    `json:"line"`
	}
	shownParameter struct {
		Class   string `json:"class"`
		Name    string `json:"name"`
		Type    string `json:"type,omitempty"`
		Default string `json:"default,omitempty"`
		shownLocation
	}
	shownReader struct {
		What   string `json:"what"`
		How    string `json:"how"`
		Reason string `json:"reason,omitempty"`
		// Missing is true if the location is that of the key.
		Missing bool `json:"missing,omitempty"`
		shownLocation
	}
	shownValue struct {
		Value     string            `json:"value"`
		Layer     string            `json:"layer"`
		Level     string            `json:"level"`
		Default   bool              `json:"default_hierarchy,omitempty"`
		State     string            `json:"state"`
		By        *int              `json:"shadowed_by,omitempty"`
		Always    bool              `json:"always"`
		Condition map[string]string `json:"condition,omitempty"`
		When      string            `json:"when"`
		Unknown   bool              `json:"undetermined,omitempty"`
		shownLocation
	}
	shownOutside struct {
		Value string `json:"value"`
		shownLocation
	}
	shownKey struct {
		Key         string          `json:"key"`
		Environment string          `json:"environment,omitempty"`
		Parameter   *shownParameter `json:"parameter,omitempty"`
		Merge       string          `json:"merge"`
		MergeAt     *shownLocation  `json:"merge_at,omitempty"`
		MergeVaries bool            `json:"merge_varies,omitempty"`
		Convert     string          `json:"convert_to,omitempty"`
		Unread      bool            `json:"unread"`
		Uncertainty string          `json:"uncertainty,omitempty"`
		Hidden      bool            `json:"hidden"`
		Readers     []shownReader   `json:"readers"`
		Values      []shownValue    `json:"values"`
		Outside     []shownOutside  `json:"outside,omitempty"`
	}
	shownReport struct {
		Version int        `json:"version"`
		Keys    []shownKey `json:"keys"`
	}
)

func (r *Report) locate(location graph.Location) shownLocation {
	return shownLocation{r.Shown(location.File.Name), location.File.Position(location.Span.Start).Line}
}

func (r *Report) shown() *shownReport {
	made := &shownReport{Version: 1, Keys: []shownKey{}}
	for _, key := range r.Keys {
		one := shownKey{
			Key: key.Name, Environment: r.environmentOf(key), Merge: key.Merge, MergeVaries: key.MergeVaries, Convert: key.Convert, Unread: key.Unread, Uncertainty: key.Uncertainty, Hidden: key.Hidden,
			Readers: []shownReader{}, Values: []shownValue{},
		}
		if p := key.Parameter; p != nil {
			one.Parameter = &shownParameter{p.Class, p.Name, p.Type, p.Default, r.locate(p.Location)}
		}
		if key.MergeAt != nil {
			location := r.locate(*key.MergeAt)
			one.MergeAt = &location
		}
		for _, reader := range key.Readers {
			one.Readers = append(one.Readers, shownReader{reader.What, reader.How, reader.Reason, reader.Missing, r.locate(reader.Location)})
		}
		for i := range key.Values {
			one.Values = append(one.Values, r.value(&key.Values[i]))
		}
		for _, value := range key.Outside {
			one.Outside = append(one.Outside, shownOutside{value.Text, r.locate(value.Location)})
		}
		made.Keys = append(made.Keys, one)
	}
	return made
}

func (r *Report) value(value *Value) shownValue {
	one := shownValue{
		Value: value.Text, Layer: value.Layer, Level: value.Level, Default: value.Default, State: string(value.State),
		Always: value.Known && len(value.Condition) == 0, When: conditionText(value), Unknown: value.Undetermined, shownLocation: r.locate(value.Location),
	}
	if value.State == Shadowed {
		by := value.By
		one.By = &by
	}
	if value.Known && len(value.Condition) > 0 {
		one.Condition = map[string]string{}
		for _, part := range value.Condition {
			one.Condition[part.Variable] = part.Text
		}
	}
	return one
}

// WriteJSON writes {"version": 1, "keys": […]}. Later versions may add keys but never remove
// any.
func (r *Report) WriteJSON(out io.Writer) error {
	return source.WriteJSON(out, r.shown(), " ")
}

//go:embed page/data.html
var pageTemplate string

//go:embed page/data.css
var pageStyle string

//go:embed page/data.js
var pageScript string

// WritePage writes a self-contained page with search and filters.
func (r *Report) WritePage(out io.Writer) error {
	var plain strings.Builder
	plain.WriteString("<ul>")
	for _, key := range r.Keys {
		fmt.Fprintf(&plain, "<li>%s%s: %d values</li>", html.EscapeString(source.Shown(key.Name)), html.EscapeString(source.Shown(prefixed(" in environment ", r.environmentOf(key)))), len(key.Values))
	}
	plain.WriteString("</ul>")
	page := htmlpage.Page{
		Title: "puppet-lint data", Main: "keys", MainName: "the keys",
		Template: pageTemplate, Style: pageStyle, Script: pageScript,
		Data:  []htmlpage.Data{{ID: "keys-data", Value: r.shown()}},
		Texts: []string{"<!--summary-->", html.EscapeString(htmlpage.Thousands(len(r.Keys)) + " keys"), "<!--table-->", plain.String()},
	}
	return page.Write(out)
}
