package typereport

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"puppet-lint/internal/english"
	"puppet-lint/internal/markdown"
)

// openModules is the largest number of modules that are listed without folding.
const openModules = 12

// longestComment is the largest number of characters in a GitHub comment.
const longestComment = 65536

// WriteMarkdown writes the report for a pull request. The share and its trend come first. The
// modules, the most expensive untyped slots and the causes of unknown types are folded if they
// are long. If the limits are set, they are reduced until the text fits into a comment.
func (r *Report) WriteMarkdown(out io.Writer, limits Limits) error {
	for {
		var text strings.Builder
		r.writeMarkdown(&text, limits)
		if limits.Untyped <= 1 || utf8.RuneCountInString(text.String()) <= longestComment {
			_, err := io.WriteString(out, text.String())
			return err
		}
		limits.Untyped, limits.Unknown, limits.Modules = limits.Untyped/2, max(1, limits.Unknown/2), max(1, limits.Modules/2)
	}
}

func (r *Report) writeMarkdown(w io.Writer, limits Limits) {
	if r.Total.Slots == 0 {
		fmt.Fprint(w, "## Types: there are no parameters and results\n\n")
	} else {
		fmt.Fprintf(w, "## Types: %s of %d parameters and results\n\n", r.Total.TypedText(), r.Total.Slots)
	}
	r.markdownTrend(w, limits)
	if len(r.Skipped) > 0 {
		are := "are"
		if len(r.Skipped) == 1 {
			are = "is"
		}
		fmt.Fprintf(w, "%s cannot be read as Puppet code and %s not in the report.\n\n", english.Count(len(r.Skipped), "file"), are)
	}
	if len(r.Known) > 0 {
		fmt.Fprintf(w, "%s\n\n", markdown.Text(r.known()))
	}
	if len(r.Modules) > 0 {
		shown := r.withMostUntyped(limits.Modules)
		title := english.Count(len(r.Modules), "module")
		if len(shown) < len(r.Modules) {
			title += fmt.Sprintf(", the %d with the most untyped", len(shown))
		}
		fold(w, r.Trend != nil && len(r.Modules) != 1 || len(r.Modules) > openModules, title, func(w io.Writer) { r.markdownModules(w, shown) })
	}
	if untyped := r.UntypedSlots(); len(untyped) > 0 {
		shown := limited(untyped, limits.Untyped)
		title := english.Count(len(untyped), "untyped slot")
		if len(shown) < len(untyped) {
			title += fmt.Sprintf(", the %d most expensive", len(shown))
		}
		fold(w, true, title, func(w io.Writer) { markdownUntyped(w, shown) })
	}
	if causes := limited(r.Unknown, limits.Unknown); len(causes) > 0 {
		fold(w, true, "Why types are unknown", func(w io.Writer) {
			fmt.Fprint(w, "| times | cause |\n| ---: | --- |\n")
			for _, cause := range causes {
				fmt.Fprintf(w, "| %d | %s |\n", cause.Count, markdown.Text(cause.Text))
			}
			if len(r.Missing) > 0 {
				fmt.Fprintf(w, "\n%s\n", markdown.Text(r.missing(limits.Unknown)))
			}
		})
	}
}

// withMostUntyped returns the modules with most untyped slots, at most limit, sorted by name.
func (r *Report) withMostUntyped(limit int) []*Module {
	if limit <= 0 || len(r.Modules) <= limit {
		return r.Modules
	}
	shown := slices.Clone(r.Modules)
	slices.SortStableFunc(shown, func(a, b *Module) int { return cmp.Compare(b.Share.untyped(), a.Share.untyped()) })
	shown = shown[:limit]
	slices.SortStableFunc(shown, func(a, b *Module) int { return compareModules(a.Name, b.Name) })
	return shown
}

// fold writes a part, below its title if it is folded.
func fold(w io.Writer, folded bool, title string, write func(w io.Writer)) {
	if !folded {
		write(w)
		fmt.Fprintln(w)
		return
	}
	fmt.Fprintf(w, "<details><summary>%s</summary>\n\n", title)
	write(w)
	fmt.Fprint(w, "\n</details>\n\n")
}

func (r *Report) markdownModules(w io.Writer, shown []*Module) {
	fmt.Fprint(w, "| module | typed | | slots | partly typed | untyped | suggested | expressions known |\n| --- | ---: | --- | ---: | ---: | ---: | ---: | ---: |\n")
	row := func(name string, share Share) {
		drawn := bar(share, barWidth)
		if drawn != "" {
			drawn = markdown.Code(drawn)
		}
		fmt.Fprintf(w, "| %s | %s | %s | %d | %d | %d | %d | %s |\n",
			name, share.TypedText(), drawn, share.Slots, share.PartlyTyped, share.untyped(), share.Suggested, share.knownText())
	}
	for _, module := range shown {
		row(markdown.Text(module.title()), module.Share)
	}
	if len(r.Modules) != 1 {
		row("**total**", r.Total)
	}
}

func markdownUntyped(w io.Writer, untyped []UntypedSlot) {
	fmt.Fprint(w, "| cost | where | parameter | type |\n| ---: | --- | --- | --- |\n")
	for _, slot := range untyped {
		what := slot.What()
		if slot.Parameter != nil {
			what = markdown.Code(what)
		}
		fmt.Fprintf(w, "| %d | %s | %s %s | %s |\n", slot.Cost(), markdown.Text(slot.where()), markdown.Code(slot.Definition.Name), what, slot.adviceText(markdown.Code))
	}
}

func (r *Report) markdownTrend(w io.Writer, limits Limits) {
	if r.Trend == nil {
		return
	}
	fmt.Fprintf(w, "Since the earlier report: %s.\n\n", r.Trend.sentence())
	if len(r.Trend.Modules) > 0 && len(r.Modules) != 1 {
		fmt.Fprint(w, "| module | before | now | untyped |\n| --- | ---: | ---: | ---: |\n")
		shown := limited(r.Trend.Modules, limits.Untyped)
		for _, module := range shown {
			fmt.Fprintf(w, "| %s | %s | %s | %s |\n", markdown.Text(moduleTitle(module.Name)), module.before(), module.after(), module.untyped())
		}
		markdownMore(w, len(r.Trend.Modules)-len(shown), "module")
		fmt.Fprintln(w)
	}
	shown := limited(r.Trend.New, limits.Untyped)
	for _, name := range shown {
		fmt.Fprintf(w, "- new: %s\n", markdown.Code(name))
	}
	markdownMore(w, len(r.Trend.New)-len(shown), "new untyped slot")
	if len(shown) > 0 {
		fmt.Fprintln(w)
	}
}

func markdownMore(w io.Writer, more int, noun string) {
	if more > 0 {
		fmt.Fprintf(w, "\n… and %s more\n", english.Count(more, noun))
	}
}
