package drawing

import (
	_ "embed"
	"fmt"
	"html"
	"io"
	"strings"

	"puppet-lint/internal/htmlpage"
	"puppet-lint/internal/source"
)

//go:embed page/graph.html
var pageTemplate string

//go:embed page/graph.css
var pageStyle string

//go:embed page/graph.js
var pageScript string

// WritePage writes a self-contained page: a picture that can be zoomed and searched, with
// modules that fold.
func (p *Picture) WritePage(out io.Writer) error {
	page := htmlpage.Page{
		Title: "puppet-lint graph", Main: "nodes", MainName: "the list",
		Template: pageTemplate, Style: pageStyle, Script: pageScript,
		Data: []htmlpage.Data{{ID: "graph-data", Value: p.document()}},
		Texts: []string{
			"<!--summary-->", html.EscapeString(fmt.Sprintf("%s nodes, %s edges", htmlpage.Thousands(len(p.Nodes)), htmlpage.Thousands(len(p.Edges)))),
			"<!--table-->", p.plainList(),
		},
	}
	return page.Write(out)
}

// plainList returns the list for readers without scripts.
func (p *Picture) plainList() string {
	var list strings.Builder
	list.WriteString("<ul>")
	for _, edge := range p.Edges {
		fmt.Fprintf(&list, "<li>%s %s %s</li>", html.EscapeString(source.Shown(edge.From.ID.String())), edge.Kind.Verb(), html.EscapeString(source.Shown(edge.To.ID.String())))
	}
	list.WriteString("</ul>")
	return list.String()
}
