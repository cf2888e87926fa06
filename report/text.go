package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/english"
	"puppet-lint/internal/source"
)

// writeText writes the report for people: each finding with its code, errors first and style
// last, and a summary. Columns are in characters.
func writeText(w *writer) error {
	p := &textPrinter{writer: w, color: w.options.Color}
	folded := p.folded()
	shown := map[*diag.Rule]int{}
	var findings []*diag.Diagnostic
	w.shown(func(finding *diag.Diagnostic) { findings = append(findings, finding) })
	slices.SortStableFunc(findings, func(a, b *diag.Diagnostic) int { return cmp.Compare(rank(a), rank(b)) })
	if w.options.MaxSame > 0 {
		p.repeated = repetitionsOf(findings)
	}
	errors, others := 0, 0
	for _, finding := range findings {
		if folded[finding.Rule] != nil && isFoldable(finding) {
			if shown[finding.Rule]++; shown[finding.Rule] > w.options.MaxSame {
				continue
			}
		}
		if finding.Severity == diag.Error {
			errors++
		} else {
			others++
		}
		p.finding(finding)
	}
	p.listFolded(folded)
	if !w.options.Quiet {
		p.summary()
		if errors > 0 && others > screenful {
			p.errorLocations(findings[:errors])
		}
	}
	return nil
}

// screenful is the number of findings that no longer fit on a screen, so that those before them
// have scrolled away.
const screenful = 8

// errorLocations repeats the locations of the errors, which are at the top.
func (p *textPrinter) errorLocations(errors []*diag.Diagnostic) {
	const most = 5
	var places []string
	for _, finding := range errors[:min(len(errors), most)] {
		place := shownLine(finding.File.Name)
		if finding.Precision != diag.FileOnly {
			place += ":" + strconv.Itoa(finding.Position().Line)
		}
		places = append(places, place)
	}
	if left := len(errors) - most; left > 0 {
		places = append(places, fmt.Sprintf("%d more", left))
	}
	lead := "The errors are at the top"
	if len(errors) == 1 {
		lead = "The error is at the top"
	}
	fmt.Fprintf(p, "%s: %s\n", lead, strings.Join(places, ", "))
}

// fold is a rule with more findings than are shown.
type fold struct {
	rule     *diag.Rule
	findings int
	files    map[string]bool
}

// isFoldable reports whether findings may be left out if their rule has many. Errors are always
// shown.
func isFoldable(finding *diag.Diagnostic) bool {
	return finding.Severity < diag.Error
}

// folded returns the rules that have more findings than may be shown. A small excess is
// tolerated.
func (p *textPrinter) folded() map[*diag.Rule]*fold {
	if p.options.MaxSame == 0 {
		return nil
	}
	folds := map[*diag.Rule]*fold{}
	p.shown(func(finding *diag.Diagnostic) {
		if !isFoldable(finding) {
			return
		}
		if folds[finding.Rule] == nil {
			folds[finding.Rule] = &fold{rule: finding.Rule, files: map[string]bool{}}
		}
		folds[finding.Rule].findings++
		folds[finding.Rule].files[finding.File.Name] = true
	})
	maps.DeleteFunc(folds, func(_ *diag.Rule, fold *fold) bool { return fold.findings <= p.options.MaxSame+p.options.MaxSame/4 })
	return folds
}

// listFolded lists the rules of which only the first findings were shown.
func (p *textPrinter) listFolded(folds map[*diag.Rule]*fold) {
	if len(folds) == 0 {
		return
	}
	list := slices.SortedFunc(maps.Values(folds), func(a, b *fold) int {
		return cmp.Or(b.findings-a.findings, strings.Compare(a.rule.Name, b.rule.Name))
	})
	width := 0
	for _, fold := range list {
		width = max(width, len(fold.rule.Name))
	}
	fmt.Fprintf(p, "%s (--max-same 0 shows all, --format agent writes one per line):\n", p.paint(bold, "Not shown"))
	for _, fold := range list {
		fmt.Fprintf(p, "  %-*s  %d more (%d in %s in all)\n", width, fold.rule.Name, fold.findings-p.options.MaxSame, fold.findings, english.Count(len(fold.files), "file"))
	}
	p.WriteByte('\n')
}

type textPrinter struct {
	*writer
	color bool
	// repeated are the errors that are shown as one; nil if each is shown.
	repeated *repetitions
}

// The colours, as ANSI sequences.
const (
	bold   = "\x1b[1m"
	red    = "\x1b[1;31m"
	yellow = "\x1b[1;33m"
	blue   = "\x1b[1;34m"
	cyan   = "\x1b[1;36m"
	dim    = "\x1b[2m"
	plain  = "\x1b[0m"
)

func (p *textPrinter) paint(style, text string) string {
	if !p.color || text == "" {
		return text
	}
	return style + text + plain
}

func severityColor(severity diag.Severity) string {
	switch severity {
	case diag.Error:
		return red
	case diag.Warning:
		return yellow
	}
	return cyan
}

// finding prints one finding:
//
//	error[unknown_variable]: unknown variable $foo
//	  --> manifests/init.pp:3:5
//	  |
//	3 |   notify { $foo: }
//	  |            ^^^^
//	  = help: did you mean $fooo?
func (p *textPrinter) finding(finding *diag.Diagnostic) {
	others, isShown := p.repeated.othersOf(finding)
	if !isShown {
		return
	}
	style := severityColor(finding.Severity)
	label := finding.Severity.String()
	if finding.Suppressed {
		style, label = dim, "ignored"
	}
	fmt.Fprintf(p, "%s%s %s\n", p.paint(style, label+"["+finding.Rule.Name+"]"), p.paint(bold, ":"), p.paint(bold, shownLine(finding.Message)))
	frame := p.newFrame(finding)
	place := shownLine(finding.File.Name)
	if finding.Precision != diag.FileOnly {
		at := finding.Position()
		place += ":" + strconv.Itoa(at.Line)
		if finding.Precision == diag.Exact {
			place += ":" + strconv.Itoa(at.Column)
		}
	}
	fmt.Fprintf(p, "%s%s %s\n", strings.Repeat(" ", frame.margin), p.paint(blue, "-->"), place)
	if finding.Precision != diag.FileOnly {
		frame.snippet(finding.File, underlined(finding), style, "^")
	}
	for _, related := range finding.Related {
		at := related.File.Position(related.Span.Start)
		fmt.Fprintf(p, "%s%s %s:%d:%d: %s\n", strings.Repeat(" ", frame.margin), p.paint(blue, ":::"), shownLine(related.File.Name), at.Line, at.Column, shownLine(related.Message))
		frame.snippet(related.File, related.Span, blue, "-")
	}
	frame.notes(finding)
	frame.also(others)
	p.WriteByte('\n')
}

// underlined returns the span to mark for a finding: its span, or only its position At if that
// is on none of the span's lines. Some of Puppet's positions are next to the code in question: for
// a key, Puppet gives the position of the arrow.
func underlined(finding *diag.Diagnostic) source.Span {
	span := finding.Span
	line := finding.File.Line(finding.At)
	if line < finding.File.Line(span.Start) || line > finding.File.Line(span.End) {
		span = source.Span{Start: finding.At, End: finding.At}
	}
	return span
}

// frame draws code with line numbers in a margin.
type frame struct {
	*textPrinter
	// margin is the width of the line numbers plus one.
	margin int
}

func (p *textPrinter) newFrame(finding *diag.Diagnostic) frame {
	last := lastShownLine(finding.File, underlined(finding))
	for _, related := range finding.Related {
		last = max(last, lastShownLine(related.File, related.Span))
	}
	return frame{p, 1 + len(strconv.Itoa(last))}
}

// shownLines is the largest number of lines of a span that are printed.
const shownLines = 4

func lastShownLine(file *source.File, span source.Span) int {
	return min(file.Line(span.Start)+shownLines, file.Line(span.End))
}

// snippet prints the lines of a span, at most shownLines, and marks the span.
func (f frame) snippet(file *source.File, span source.Span, style, mark string) {
	first, last := file.Line(span.Start), file.Line(span.End)
	if last > first && span.End == file.LineStart(last) {
		last--
	}
	bar := f.paint(blue, "|")
	blank := strings.Repeat(" ", f.margin)
	fmt.Fprintf(f, "%s%s\n", blank, bar)
	for line := first; line <= last; line++ {
		if line == first+shownLines-1 && last > line {
			fmt.Fprintf(f, "%s %s\n", f.paint(blue, "..."), f.paint(dim, fmt.Sprintf("(%d more lines)", last-line+1)))
			break
		}
		whole := file.LineSpan(line)
		text, marks := markLine(file, whole, span, mark, f.widest())
		number := strconv.Itoa(line)
		if text != "" {
			text = " " + text
		}
		fmt.Fprintf(f, "%s%s%s%s\n", f.paint(blue, number), strings.Repeat(" ", f.margin-len(number)), bar, text)
		if marks != "" {
			lead := len(marks) - len(strings.TrimLeft(marks, " "))
			fmt.Fprintf(f, "%s%s %s%s\n", blank, bar, marks[:lead], f.paint(style, marks[lead:]))
		}
	}
}

// The limits of how many columns of a line of code are printed: at most in any case, and at
// least in a narrow terminal. Of a longer line, only the part around the span is printed.
const (
	widestLine     = 160
	narrowestLine  = 20
	besidesTheLine = 7 // "| … " and " …", and a mark after the end
)

// widest returns how many columns of a line of code fit beside the frame.
func (f frame) widest() int {
	if f.options.Width == 0 {
		return widestLine
	}
	return min(widestLine, max(narrowestLine, f.options.Width-f.margin-besidesTheLine))
}

// windowOf returns the part of a line that is printed: the line, or widest columns around start
// if it is longer.
func windowOf(file *source.File, line source.Span, start int32, widest int) source.Span {
	back := func(from int32, columns int) int32 {
		for from > line.Start {
			char, size := utf8.DecodeLastRuneInString(file.Text[line.Start:from])
			_, width := printable(char, size)
			if columns -= width; columns < 0 {
				break
			}
			from -= int32(size)
		}
		return from
	}
	if back(line.End, widest) == line.Start {
		return line
	}
	window := source.Span{Start: min(back(min(start, line.End), widest/2), back(line.End, widest))}
	window.End = window.Start
	for columns := 0; window.End < line.End; {
		char, size := utf8.DecodeRuneInString(file.Text[window.End:line.End])
		_, width := printable(char, size)
		if columns += width; columns > widest {
			break
		}
		window.End += int32(size)
	}
	return window
}

// markLine returns the text of a line, made safe for a terminal (tabs widened, unprintable
// characters replaced), and the marks below its part of span. If the line is wider than widest,
// it returns the part around the span.
func markLine(file *source.File, line, span source.Span, mark string, widest int) (text, marks string) {
	start, end := max(span.Start, line.Start), min(span.End, line.End)
	if start > span.Start {
		// The indentation of a later line is not marked.
		start += int32(line.Len() - len(strings.TrimLeft(file.Slice(line), " \t")))
	}
	window := windowOf(file, line, start, widest)
	var shown, under strings.Builder
	if window.Start > line.Start {
		shown.WriteString("… ")
		under.WriteString("  ")
	}
	for offset := window.Start; offset < window.End; {
		char, size := utf8.DecodeRuneInString(file.Text[offset:window.End])
		piece, width := printable(char, size)
		shown.WriteString(piece)
		sign := " "
		if start <= offset && offset < end {
			sign = mark
		}
		under.WriteString(strings.Repeat(sign, width))
		offset += int32(size)
	}
	if window.End < line.End {
		shown.WriteString(" …")
	}
	marks = strings.TrimRight(under.String(), " ")
	if !strings.Contains(marks, mark) && start >= line.Start && start <= line.End && span.Start >= line.Start {
		// An empty span, or a position at the end of the line.
		at, _ := printedWidth(file, window, start)
		marks = strings.Repeat(" ", at) + mark
		if window.Start > line.Start {
			marks = "  " + marks
		}
	}
	return strings.TrimRight(source.Shown(shown.String()), " "), marks
}

// printedWidth returns the width of a line's text up to offset.
func printedWidth(file *source.File, window source.Span, offset int32) (width int, ok bool) {
	for at := window.Start; at < offset && at < window.End; {
		char, size := utf8.DecodeRuneInString(file.Text[at:window.End])
		_, w := printable(char, size)
		width += w
		at += int32(size)
	}
	return width, offset <= window.End
}

// printable returns the form in which a character is shown, and its width in columns.
func printable(char rune, size int) (text string, width int) {
	switch {
	case char == '\t':
		return "  ", 2
	case char == utf8.RuneError && size == 1, char != ' ' && !unicode.IsPrint(char):
		return "\uFFFD", 1
	case unicode.Is(unicode.Mn, char):
		return string(char), 0
	case isWide(char):
		return string(char), 2
	}
	return string(char), 1
}

// isWide reports whether a character takes two columns in a terminal.
func isWide(char rune) bool {
	return char >= 0x1100 && (char <= 0x115F || char >= 0x2E80 && char <= 0xA4CF || char >= 0xAC00 && char <= 0xD7A3 ||
		char >= 0xF900 && char <= 0xFAFF || char >= 0xFE30 && char <= 0xFE6F || char >= 0xFF00 && char <= 0xFF60 ||
		char >= 0xFFE0 && char <= 0xFFE6 || char >= 0x1F300 && char <= 0x1FAFF || char >= 0x20000 && char <= 0x3FFFD)
}

// notes prints the explanations of a finding and how to fix it.
func (f frame) notes(finding *diag.Diagnostic) {
	note := func(label, text string) {
		lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
		fmt.Fprintf(f, "%s%s %s %s\n", strings.Repeat(" ", f.margin), f.paint(blue, "="), f.paint(bold, label+":"), shownLine(lines[0]))
		for _, line := range lines[1:] {
			fmt.Fprintf(f, "%s  %s\n", strings.Repeat(" ", f.margin), source.ShownFirst(shownLine(line)))
		}
	}
	if finding.Suppressed && finding.Reason() != "" {
		note("reason", finding.Reason())
	}
	isHelp := func(fix diag.Fix) bool { return fix.Message == finding.Help }
	if finding.Help != "" && !slices.ContainsFunc(finding.Fixes, isHelp) {
		note("help", finding.Help)
	}
	// Puppet uses one code for all errors in compiling a catalog, which says nothing to a reader.
	if finding.Code() != "" && finding.Code() != "RUNTIME_ERROR" {
		note("puppet", finding.Code())
	}
	for _, fix := range finding.Fixes {
		switch fix.Safety {
		case diag.Safe:
			note("fix", fix.Message+" ("+f.options.fixFlag(diag.Safe)+")")
		case diag.Unsafe:
			note("fix", fix.Message+" ("+f.options.fixFlag(diag.Unsafe)+")")
		case diag.DisplayOnly:
			note("suggestion", fix.Message)
		}
	}
}

// shownLine makes text safe to print on one line, so that the content or name of a file cannot
// control the terminal.
func shownLine(text string) string {
	return source.Shown(strings.ReplaceAll(text, "\t", " "))
}

// counted returns the numbers of findings of each kind in words. Style and documentation are
// counted separately.
func (p *textPrinter) counted() (parts []string) {
	var counts [diag.Error + 1]int
	style := 0
	for _, finding := range p.result.Findings {
		switch {
		case finding.Suppressed || p.result.IsFixed(finding):
		case isStyle(finding) && finding.Severity < diag.Error:
			style++
		default:
			counts[finding.Severity]++
		}
	}
	for severity := diag.Error; severity >= diag.Info; severity-- {
		if count := counts[severity]; count > 0 {
			noun := map[diag.Severity]string{diag.Error: "error", diag.Warning: "warning", diag.Info: "note"}[severity]
			parts = append(parts, p.paint(severityColor(severity), english.Count(count, noun)))
		}
	}
	if style > 0 {
		parts = append(parts, english.Count(style, "style finding"))
	}
	return parts
}

// summary prints the last line: the numbers of findings, and what to do about them.
func (p *textPrinter) summary() {
	parts := p.counted()
	files := english.Count(len(p.result.Files), "file")
	took := p.result.Elapsed.Round(time.Millisecond)
	if len(p.result.Files) == 0 && p.result.Failed() {
		return // failures are printed elsewhere
	} else if len(p.result.Files) == 0 {
		fmt.Fprintln(p, "Nothing to check: there are no manifests, templates or data here, or all of them are excluded")
	} else if len(parts) == 0 {
		fmt.Fprintf(p, "%s in %s (%s)\n", p.paint(bold, "No findings"), files, took)
	} else {
		fmt.Fprintf(p, "Found %s in %s (%s)\n", strings.Join(parts, ", "), files, took)
	}
	if fixed := len(p.result.Fixed); fixed > 0 {
		fmt.Fprintf(p, "Fixed %s\n", english.Count(fixed, "finding"))
	}
	if p.result.Known > 0 {
		fmt.Fprintf(p, "%s in the baseline\n", english.Count(p.result.Known, "known finding"))
	}
	if p.result.Installed > 0 {
		verb := "are"
		if p.result.Installed == 1 {
			verb = "is"
		}
		fmt.Fprintf(p, "%s that the Puppetfile installs %s not checked; name its folder to check it\n", english.Count(p.result.Installed, "module"), verb)
	}
	safe, unsafe := 0, 0
	for _, finding := range p.result.Findings {
		switch {
		case finding.Suppressed:
		case finding.Fixable(diag.Safe):
			safe++
		case finding.Fixable(diag.Unsafe):
			unsafe++
		}
	}
	if safe > 0 {
		fmt.Fprintf(p, "%d can be fixed with %s\n", safe, p.options.fixFlag(diag.Safe))
	}
	if unsafe > 0 {
		fmt.Fprintf(p, "%d can be fixed with %s\n", unsafe, p.options.fixFlag(diag.Unsafe))
	}
}
