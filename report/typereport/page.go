package typereport

import (
	"cmp"
	_ "embed"
	"fmt"
	"html"
	"io"
	"slices"
	"strings"

	"puppet-lint/checker/typesummary"
	"puppet-lint/internal/htmlpage"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

//go:embed page/page.html
var pageTemplate string

//go:embed page/page.css
var pageStyle string

//go:embed page/page.js
var pageScript string

// span is a part of a file's text with its type. It is in bytes; the written page counts in
// UTF-16 units.
type span struct {
	source.Span
	typ string
}

// typedSpans returns the names of variables and functions, and the keys of accesses, with the
// types of their values, sorted by position.
func typedSpans(summary *typesummary.Manifest) []span {
	var spans []span
	add := func(at source.Span, node syntax.Node) {
		if t := summary.TypeOf(node); t != nil && at.End > at.Start {
			spans = append(spans, span{at, cmp.Or(textOf(t), "Any")})
		}
	}
	assigned := map[syntax.Node]bool{}
	syntax.Inspect(summary.Manifest.Program, func(node syntax.Node) bool {
		switch node := node.(type) {
		case *syntax.AssignmentExpression:
			assigned[node.Left] = true
			add(summary.Manifest.Extent(node.Left), node.Right)
		case *syntax.VariableExpression:
			if !assigned[node] {
				add(node.Span(), node)
			}
		case *syntax.CallNamedFunctionExpression:
			add(summary.Manifest.Extent(node.Functor), node)
		case *syntax.CallMethodExpression:
			if access, ok := node.Functor.(*syntax.NamedAccessExpression); ok {
				add(summary.Manifest.Extent(access.Right), node)
			}
		case *syntax.AccessExpression:
			if _, isType := node.Left.(*syntax.QualifiedReference); !isType && len(node.Keys) == 1 {
				switch key := node.Keys[0].(type) {
				case *syntax.LiteralString, *syntax.LiteralInteger, *syntax.QualifiedName:
					add(summary.Manifest.Extent(key), node)
				}
			}
		}
		return true
	})
	for _, definition := range summary.Definitions {
		for _, parameter := range definition.Parameters {
			spans = append(spans, span{parameter.Node.Span(), cmp.Or(parameterType(summary, parameter), "Any")})
		}
	}
	slices.SortStableFunc(spans, func(a, b span) int { return cmp.Compare(a.Start, b.Start) })
	end := int32(0)
	return slices.DeleteFunc(spans, func(s span) bool {
		overlaps := s.Start < end
		end = max(end, s.End)
		return overlaps
	})
}

// parameterType returns a parameter's declared type, as written if it cannot be resolved. It is
// empty for an untyped parameter.
func parameterType(summary *typesummary.Manifest, parameter *typesummary.Parameter) string {
	if parameter.IsUntyped() {
		return ""
	}
	return cmp.Or(textOf(parameter.Declared), summary.Manifest.Source.Slice(summary.Manifest.Extent(parameter.Node.TypeExpr)))
}

// pageFile is a file's text in the data of the page's script. Spans holds three numbers for
// each span: its distance from the end of the previous span and its length, both in UTF-16
// units, and the index of its type in the module's types.
type pageFile struct {
	Text  string `json:"text"`
	Spans []int  `json:"spans"`
}

type pageSources struct {
	Types []string   `json:"types"`
	Files []pageFile `json:"files"`
}

func newPageSources(module *Module) pageSources {
	result := pageSources{Types: []string{}, Files: []pageFile{}}
	index := map[string]int{}
	for _, file := range module.Files {
		made := pageFile{Text: strings.ToValidUTF8(file.text, "\uFFFD"), Spans: []int{}}
		if made.Text != file.text {
			result.Files = append(result.Files, made) // the offsets would be wrong
			continue
		}
		at, unit, last := int32(0), 0, 0
		unitsUpTo := func(offset int32) int {
			unit += htmlpage.UTF16Length(file.text[at:offset])
			at = offset
			return unit
		}
		for _, s := range file.types {
			number, known := index[s.typ]
			if !known {
				number = len(result.Types)
				index[s.typ] = number
				result.Types = append(result.Types, s.typ)
			}
			start := unitsUpTo(s.Start)
			end := unitsUpTo(s.End)
			made.Spans = append(made.Spans, start-last, end-start, number)
			last = end
		}
		result.Files = append(result.Files, made)
	}
	return result
}

// WritePage writes the report as one self-contained HTML page. It contains the compressed data.
// The sources of each module are compressed separately, so that they are unpacked only when
// somebody looks at them.
func (r *Report) WritePage(out io.Writer) error {
	data := []htmlpage.Data{{ID: "report", Value: r}}
	for i, module := range r.Modules {
		data = append(data, htmlpage.Data{ID: fmt.Sprintf("source-%d", i), Value: newPageSources(module)})
	}
	summary := fmt.Sprintf("%s of %s parameters and results are typed.", r.Total.TypedText(), htmlpage.Thousands(r.Total.Slots))
	if r.Total.Slots == 0 {
		summary = "There are no parameters and results."
	}
	page := htmlpage.Page{
		Title: "Puppet type report", Main: "modules", MainName: "the modules",
		Template: pageTemplate, Style: pageStyle, Script: pageScript, Data: data,
		Texts: []string{"<!--summary-->", summary, "<!--modules-->", r.plainModules()},
	}
	return page.Write(out)
}

// plainModules returns the table of modules, for readers without scripts.
func (r *Report) plainModules() string {
	var rows strings.Builder
	row := func(name string, share Share) {
		fmt.Fprintf(&rows, "<tr><th scope=\"row\">%s</th><td class=\"num\">%s</td><td class=\"num\">%d</td><td class=\"num\">%d</td><td class=\"num\">%d</td></tr>\n",
			html.EscapeString(printable(name)), share.TypedText(), share.Slots, share.untyped(), share.Suggested)
	}
	for _, module := range r.Modules {
		row(module.title(), module.Share)
	}
	row("total", r.Total)
	return "<table>\n<thead><tr><th scope=\"col\">module</th><th scope=\"col\" class=\"num\">typed</th><th scope=\"col\" class=\"num\">slots</th>" +
		"<th scope=\"col\" class=\"num\">untyped</th><th scope=\"col\" class=\"num\">suggested</th></tr></thead>\n<tbody>\n" + rows.String() + "</tbody>\n</table>"
}
