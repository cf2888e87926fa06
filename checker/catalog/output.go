package catalog

import (
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"puppet-lint/internal/english"
	"puppet-lint/internal/source"
	"puppet-lint/types"
)

func number(n int) string { return strconv.Itoa(n) }

// Document is a catalog as JSON. Known values have the form of Puppet's own catalogs.
type Document struct {
	Name string `json:"name"`
	// Complete is true if the real catalog contains no other resources.
	Complete  bool               `json:"complete"`
	Classes   []string           `json:"classes"`
	Resources []DocumentResource `json:"resources"`
	// Edges are containment edges, as in Puppet's catalogs. Relationships are the orders.
	Edges         []DocumentEdge     `json:"edges"`
	Relationships []DocumentEdge     `json:"relationships"`
	NotKnown      []DocumentLocation `json:"not_known,omitempty"`
	// PossibleFailures are errors on paths that may not be taken.
	PossibleFailures []DocumentLocation `json:"possible_failures,omitempty"`
	Problems         []DocumentProblem  `json:"problems,omitempty"`
}

// DocumentResource is a resource in a Document.
type DocumentResource struct {
	Type       string         `json:"type"`
	Title      string         `json:"title"`
	TitleType  string         `json:"title_type,omitempty"`
	File       string         `json:"file,omitempty"`
	Line       int            `json:"line,omitempty"`
	Certain    bool           `json:"certain"`
	Exported   bool           `json:"exported"`
	Virtual    bool           `json:"virtual,omitempty"`
	Container  string         `json:"container,omitempty"`
	Parameters map[string]any `json:"parameters"`
	// Sensitive are the names of the parameters whose values are hidden. NotKnown maps the
	// parameters whose values are not known to their types.
	Sensitive []string          `json:"sensitive_parameters,omitempty"`
	NotKnown  map[string]string `json:"not_known,omitempty"`
	// Open is true if there may be further parameters.
	Open bool `json:"open,omitempty"`
}

// DocumentEdge is an edge in a Document.
type DocumentEdge struct {
	Source string `json:"source"`
	Target string `json:"target"`
	Type   string `json:"type,omitempty"`
}

// DocumentLocation is a gap in a Document.
type DocumentLocation struct {
	What string `json:"what"`
	File string `json:"file,omitempty"`
	Line int    `json:"line,omitempty"`
}

// DocumentProblem is a Problem in a Document.
type DocumentProblem struct {
	Kind    string `json:"kind"`
	Message string `json:"message"`
	File    string `json:"file,omitempty"`
	Line    int    `json:"line,omitempty"`
}

// Document returns the catalog as JSON. Paths are relative to folder.
func (c *Catalog) Document(folder string) *Document {
	d := &Document{
		Name: c.Name, Complete: len(c.Gaps) == 0 && c.Failure == nil, Classes: []string{},
		Resources: []DocumentResource{}, Edges: []DocumentEdge{}, Relationships: []DocumentEdge{},
	}
	for _, r := range c.Resources {
		one := DocumentResource{
			Type: r.Type, Title: r.Title, Certain: r.Certain, Exported: r.Exported, Virtual: r.Virtual,
			Container: r.Container, Parameters: map[string]any{}, Open: r.Open,
		}
		if r.Title == "" {
			one.TitleType = r.TitleType
		}
		one.File, one.Line = r.Location.relative(folder)
		for _, a := range r.Attributes {
			switch a.Value.(type) {
			case nil:
				if one.NotKnown == nil {
					one.NotKnown = map[string]string{}
				}
				one.NotKnown[a.Name] = a.Text
			case *types.Sensitive:
				one.Sensitive = append(one.Sensitive, a.Name)
			default:
				one.Parameters[a.Name] = jsonOf(a.Value)
			}
		}
		if r.Type == "Class" && r.Certain {
			d.Classes = append(d.Classes, strings.ToLower(r.Title))
		}
		d.Resources = append(d.Resources, one)
	}
	for _, edge := range c.Edges {
		if edge.Kind == Contains {
			d.Edges = append(d.Edges, DocumentEdge{Source: edge.From, Target: edge.To})
		} else {
			d.Relationships = append(d.Relationships, DocumentEdge{edge.From, edge.To, string(edge.Kind)})
		}
	}
	d.NotKnown, d.PossibleFailures = locations(c.Gaps, folder), locations(c.PossibleFailures, folder)
	for _, problem := range c.Check() {
		one := DocumentProblem{Kind: problem.Kind, Message: problem.text(folder)}
		one.File, one.Line = problem.Location.relative(folder)
		d.Problems = append(d.Problems, one)
	}
	return d
}

func locations(gaps []Gap, folder string) (all []DocumentLocation) {
	for _, gap := range gaps {
		one := DocumentLocation{What: gap.What}
		one.File, one.Line = gap.Location.relative(folder)
		all = append(all, one)
	}
	return all
}

// relative returns the position, with the file's name relative to a folder and with slashes.
func (p Location) relative(folder string) (name string, line int) {
	name, line = p.Position()
	if relative, err := filepath.Rel(folder, name); err == nil && folder != "" && name != "" && !strings.HasPrefix(relative, "..") {
		name = relative
	}
	return filepath.ToSlash(name), line
}

// jsonOf returns a value in the form of JSON. References become texts.
func jsonOf(value types.Value) any {
	switch value := value.(type) {
	case types.Undef:
		return nil
	case types.Boolean:
		return bool(value)
	case types.Integer:
		return int64(value)
	case types.Float:
		if math.IsInf(float64(value), 0) || math.IsNaN(float64(value)) {
			return ValueText(value)
		}
		return float64(value)
	case types.String:
		return string(value)
	case types.Array:
		list := make([]any, len(value))
		for i, element := range value {
			list[i] = jsonOf(element)
		}
		return list
	case *types.Hash:
		object := make(map[string]any, value.Len())
		for _, entry := range value.Entries() {
			key, isText := entry.Key.(types.String)
			if !isText {
				key = types.String(ValueText(entry.Key))
			}
			object[string(key)] = jsonOf(entry.Value)
		}
		return object
	case types.TypeValue:
		return strings.ReplaceAll(ValueText(value), "'", "")
	}
	return ValueText(value)
}

// WriteJSON writes the catalog as JSON.
func (c *Catalog) WriteJSON(out io.Writer, folder string) error {
	return source.WriteJSON(out, c.Document(folder), "  ")
}

// shownValue is how many characters of a value the text output shows.
const shownValue = 100

// WriteText writes the catalog for people: first the certain resources, then the possible ones.
func (c *Catalog) WriteText(out io.Writer, folder string) error {
	var text strings.Builder
	certain, possible := 0, 0
	for _, r := range c.Resources {
		if r.Certain {
			certain++
		} else {
			possible++
		}
	}
	if text.WriteString(source.ShownFirst(c.Name) + ": "); c.Unknown {
		text.WriteString("the resources are not known")
	} else {
		text.WriteString(english.Count(certain, "resource"))
	}
	if possible > 0 {
		fmt.Fprintf(&text, ", and %d that may be declared", possible)
	}
	text.WriteString("\n")
	for _, wanted := range []bool{true, false} {
		for _, r := range c.Resources {
			if r.Certain == wanted {
				r.writeText(&text, folder)
			}
		}
	}
	if relations := slices.DeleteFunc(slices.Clone(c.Edges), func(e Edge) bool { return e.Kind == Contains }); len(relations) > 0 {
		text.WriteString("\nrelationships:\n")
		for _, edge := range relations {
			arrow := " -> "
			if edge.Kind == Notifies {
				arrow = " ~> "
			}
			text.WriteString("  " + source.ShownFirst(edge.From) + arrow + source.Shown(edge.To) + "\n")
		}
	}
	writeGaps(&text, "unknown", c.Gaps, folder)
	writeGaps(&text, "may fail", c.PossibleFailures, folder)
	if problems := c.Check(); len(problems) > 0 {
		text.WriteString("\nproblems:\n")
		for _, problem := range problems {
			text.WriteString("  " + source.ShownFirst(placed(problem.Location, folder)+problem.text(folder)) + "\n")
		}
	}
	_, err := io.WriteString(out, text.String())
	return err
}

func writeGaps(text *strings.Builder, heading string, gaps []Gap, folder string) {
	if len(gaps) > 0 {
		text.WriteString("\n" + heading + ":\n")
	}
	for _, gap := range gaps {
		text.WriteString("  " + source.ShownFirst(placed(gap.Location, folder)+gap.What) + "\n")
	}
}

// placed returns a position as the beginning of a message, not yet safe to show.
func placed(at Location, folder string) string {
	name, line := at.relative(folder)
	if name == "" {
		return ""
	}
	return name + ":" + number(line) + ": "
}

func (r *Resource) writeText(text *strings.Builder, folder string) {
	name := r.Ref()
	if name == "" {
		name = r.Type + "[" + r.TitleType + "]"
	}
	text.WriteString("\n")
	var marks []string
	if !r.Certain {
		marks = append(marks, "may be declared")
	}
	if r.Virtual {
		marks = append(marks, "virtual")
	}
	if r.Exported {
		marks = append(marks, "exported")
	}
	text.WriteString(source.ShownFirst(name))
	if len(marks) > 0 {
		text.WriteString(" (" + strings.Join(marks, ", ") + ")")
	}
	if at, line := r.Location.relative(folder); at != "" {
		text.WriteString("  " + source.Shown(at) + ":" + number(line))
	}
	text.WriteString("\n")
	width := 0
	for _, a := range r.Attributes {
		width = max(width, len(a.Name))
	}
	for _, a := range r.Attributes {
		value := a.Text
		if a.Value == nil {
			value = "unknown: " + value
		}
		value = source.Cut(value, shownValue)
		fmt.Fprintf(text, "  %-*s => %s\n", width, source.ShownFirst(a.Name), source.Shown(value))
	}
	if r.Open {
		text.WriteString("  …  and possibly other attributes\n")
	}
}
