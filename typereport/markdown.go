package typereport

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// WriteMarkdown writes the report for a pull request: the shares, the trend,
// the most expensive holes and the causes of what is not known.
func (r *Report) WriteMarkdown(out io.Writer, limits Limits) error {
	w := bufio.NewWriter(out)
	fmt.Fprintf(w, "## Types: %.1f %% of %d parameters and results\n\n", r.Total.Percent(), r.Total.Slots)
	r.markdownTrend(w)
	fmt.Fprint(w, "| module | typed | | slots | loose | holes | suggested | expressions known |\n| --- | ---: | --- | ---: | ---: | ---: | ---: | ---: |\n")
	row := func(name string, share Share) {
		fmt.Fprintf(w, "| %s | %.1f %% | `%s` | %d | %d | %d | %d | %.1f %% |\n",
			name, share.Percent(), bar(share), share.Slots, share.Loose, share.Slots-share.Typed, share.Suggested, share.KnownPercent())
	}
	for _, module := range r.Modules {
		row(module.title(), module.Share)
	}
	if len(r.Modules) != 1 {
		row("**total**", r.Total)
	}
	holes := r.Holes()
	if len(holes) > 0 {
		shown := limited(holes, limits.Holes)
		fmt.Fprintf(w, "\n<details><summary>%d holes", len(holes))
		if len(shown) < len(holes) {
			fmt.Fprintf(w, ", the %d most expensive", len(shown))
		}
		fmt.Fprint(w, "</summary>\n\n| cost | where | parameter | type |\n| ---: | --- | --- | --- |\n")
		for _, hole := range shown {
			fmt.Fprintf(w, "| %d | %s:%d | `%s` `$%s` | %s |\n", hole.Parameter.Cost, cell(hole.Definition.Path), hole.Parameter.Line,
				hole.Definition.Name, hole.Parameter.Name, hole.Parameter.markdownAdvice())
		}
		fmt.Fprint(w, "\n</details>\n")
	}
	if causes := limited(r.Unknown, limits.Unknown); len(causes) > 0 {
		fmt.Fprint(w, "\n<details><summary>Why types are not known</summary>\n\n| times | cause |\n| ---: | --- |\n")
		for _, cause := range causes {
			fmt.Fprintf(w, "| %d | %s |\n", cause.Count, cell(cause.What()))
		}
		fmt.Fprint(w, "\n</details>\n")
	}
	return w.Flush()
}

func (p *Parameter) markdownAdvice() string {
	switch {
	case p.Suggested != "":
		return "`" + cell(p.Suggested) + "`"
	case p.Likely != "":
		return "perhaps `" + cell(p.Likely) + "`"
	}
	return "nothing is known"
}

func (r *Report) markdownTrend(w io.Writer) {
	if r.Trend == nil {
		return
	}
	fmt.Fprintf(w, "%.1f %% → %.1f %% (**%+.1f points**), %d holes mended, %d new.\n\n",
		r.Trend.Before.Percent(), r.Trend.After.Percent(), r.Trend.Change(), len(r.Trend.Mended), len(r.Trend.New))
	for _, name := range r.Trend.New {
		fmt.Fprintf(w, "- new: `%s`\n", cell(name))
	}
	if len(r.Trend.New) > 0 {
		fmt.Fprintln(w)
	}
}

// cell is a text that does not end a cell of a table.
func cell(text string) string { return strings.ReplaceAll(text, "|", `\|`) }
