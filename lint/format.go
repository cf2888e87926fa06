package lint

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"puppet-lint/format"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// Format formats the manifests and templates that options name, and those that it finds in
// folders. With NewFrom, it formats only the changed ones among these. With FixFiles it writes
// them, with FixDry the result reports the changes, and with NoFix only the files that would
// change.
//
// lines, unless it is nil, restricts the changes to a part of each file. A file with a syntax
// error is not changed and is a failure.
func Format(options Options, lines *LineRange) *Result {
	options.ValidateOnly = true
	r := newRun(options)
	started := time.Now()
	defer func() { r.result.Elapsed = time.Since(started) }()
	settings, err := r.options.Resolver.Run(r.options.Paths)
	if err != nil {
		r.fail("", err)
		return &r.result
	}
	r.settings = settings
	if r.options.NewFrom != nil {
		if r.changed, err = linesSince(r.options.Folder, *r.options.NewFrom); err != nil {
			r.fail("", err)
			return &r.result
		}
		if r.changed.Notice != "" {
			r.notice("", r.changed.Notice)
		}
	}
	r.findFiles()
	units := make([]*fileTask, len(r.files))
	for i, path := range r.files {
		units[i] = &fileTask{path: path}
	}
	_ = r.each(context.Background(), units, func(u *fileTask) { r.format(u, lines) })
	for _, u := range units {
		u.done = len(u.failures) == 0
	}
	r.collect(units)
	if r.changed != nil {
		r.changed.Rest()
		if incomplete := r.changed.incomplete(r.shown); incomplete != "" {
			r.notice("", incomplete)
		}
	}
	return &r.result
}

// LineRange is a part of a text. A Column of 0 means the start of the first line or the end of
// the last one.
type LineRange struct{ From, To source.Position }

// in returns the range as a span of a file.
func (l *LineRange) in(file *source.File) source.Span {
	from, to := l.From, l.To
	from.Line, to.Line = min(from.Line, file.LineCount()), min(to.Line, file.LineCount())
	from.Column = max(from.Column, 1)
	span := source.Span{Start: file.Offset(from), End: file.LineSpan(to.Line).End}
	if to.Column > 0 {
		span.End = file.Offset(to)
	}
	return source.Span{Start: span.Start, End: max(span.Start, span.End)}
}

// format formats one file.
func (r *run) format(u *fileTask, lines *LineRange) {
	absolute := r.absolute(u.path)
	settings, err := r.options.Resolver.Folder(filepath.Dir(absolute))
	if err != nil {
		u.fail(err)
		return
	}
	if settings.Unformatted(absolute) && (r.options.ForceExclude || !r.isNamed(u.path)) {
		return
	}
	file, err := r.read(u.path)
	if err != nil {
		u.fail(err)
		return
	}
	if isPolicyPackage(file.Text) || r.changed != nil && r.changed.in(absolute, file) == nil {
		return
	}
	parsed := parseForFormat(file)
	var edits []diag.Edit
	if lines == nil {
		edits, err = format.File(parsed, settings.Format)
	} else {
		edits, err = format.Range(parsed, lines.in(file), settings.Format)
	}
	if err != nil {
		u.unreadable = true
		u.fail(fmt.Errorf("%s:%w; a file with a syntax error is not formatted", u.path, err))
		return
	}
	if len(edits) == 0 {
		return
	}
	if r.options.Fix == NoFix {
		u.change = &Change{Path: u.path, Before: file.Text}
		return
	}
	after := diag.Apply(file, edits)
	again := syntax.Parse(source.NewFile(file.Name, after), parsed.Options)
	// If formatting splits the tokens of a heredoc's text differently, compare the trees. If
	// the file is to be written, always compare them.
	if broken(again) || (r.options.Fix != FixDry || !format.SameCode(parsed, again)) && !sameTree(parsed, again) {
		u.fail(fmt.Errorf("%s: %w", u.path, format.ErrUnsafe))
		return
	}
	if err := r.save(file, after); err != nil {
		u.fail(err)
		return
	}
	u.change = &Change{Path: u.path, Before: file.Text, After: after}
}

// isNamed reports whether the user named the file itself, rather than a folder or a pattern.
func (r *run) isNamed(path string) bool {
	return slices.Contains(r.options.Paths, path) || path == r.options.Stdin.Name && path != ""
}

// parseForFormat parses a file. In a folder of plans, the keywords of plans are recognized,
// unless the file does not parse then.
func parseForFormat(file *source.File) *syntax.File {
	options := syntax.Options{EPP: isTemplate(file.Name)}
	options.Tasks = slices.Contains(strings.Split(filepath.ToSlash(filepath.Dir(file.Name)), "/"), "plans")
	parsed := syntax.Parse(file, options)
	if options.Tasks && broken(parsed) {
		options.Tasks = false
		if plain := syntax.Parse(file, options); !broken(plain) {
			return plain
		}
	}
	return parsed
}
