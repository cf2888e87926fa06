package lint

import (
	"fmt"
	"slices"
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/document"
	"puppet-lint/internal/document/erb"
	"puppet-lint/internal/document/json"
	"puppet-lint/internal/document/puppetfile"
	"puppet-lint/internal/document/yaml"
	"puppet-lint/internal/source"
	"puppet-lint/lint/suppress"
	"puppet-lint/module"
)

// isData reports whether a task is of a data file: YAML or JSON.
func (u *fileTask) isData() bool {
	return u.kind != module.NoDocument && u.kind != module.RubyTemplate && u.kind != module.ServedFile && !u.isSettings()
}

// fixDocument applies the fixes of a data file or ERB template whose findings are settled, all
// at once, and writes the file. The result must be readable; a fix that breaks this is left out
// and reported.
func (r rewriter) fixDocument(u *fileTask) {
	original := u.suppressible.source
	fixer := &fixer{run: r.run, context: u.fileContext, path: u.path, refused: map[string]bool{}}
	var candidates []candidate
	for _, finding := range u.findings {
		if fix, found := fixer.choose(finding); found {
			candidates = append(candidates, candidate{finding: finding, fix: fix})
		}
	}
	if len(candidates) == 0 || u.suppressible.broken {
		return
	}
	fixes := make([]diag.Fix, len(candidates))
	for i := range candidates {
		fixes[i] = candidates[i].fix
	}
	merged, made := diag.Merge(fixes)
	edits := merged[original]
	text := diag.Apply(original, edits)
	after, ok := readAgain(u, text)
	if !ok {
		u.failures = append(u.failures, Failure{Path: u.path, Internal: true,
			Message: fmt.Sprintf("%s: the fixes were not made: %v; this is a bug in puppet-lint", u.path, errBroken)})
		return
	}
	if err := r.save(original, text); err != nil {
		u.fail(err)
		return
	}
	u.change = &Change{Path: u.path, Before: original.Text, After: text}
	if r.options.Fix == FixDry {
		return
	}
	isMade := map[*diag.Diagnostic]bool{}
	for i, wasMade := range made {
		if wasMade {
			isMade[candidates[i].finding] = true
			u.fixed = append(u.fixed, candidates[i].finding)
		}
	}
	file := source.NewFile(original.Name, text)
	r.changed.follow(r.absolute(u.path), original, file, edits)
	var left []*diag.Diagnostic
	for _, finding := range u.findings {
		if !isMade[finding] {
			left = append(left, moved(finding, original, file, edits))
		}
	}
	u.findings, u.suppressible = left, after
}

// readAgain reads a changed document. ok is true if it is as readable as before.
func readAgain(u *fileTask, text string) (after *suppressible, ok bool) {
	if u.kind == module.RubyTemplate {
		before, now := erb.Read(u.suppressible.source), erb.Read(source.NewFile(u.path, text))
		return suppressibleTemplate(now, u.path), before.Open || !now.Open
	}
	if module.IsSettingsName(u.path) {
		file := source.NewFile(u.path, text)
		about, _ := readSettings(file)
		return about, puppetfile.Read(u.suppressible.source).Unread || !puppetfile.Read(file).Unread
	}
	read := readData(u.path, text)
	return suppressibleDocument(read, u.path), len(read.Errors) == 0
}

// readData reads a data file. Its name determines the format.
func readData(path, text string) *document.Document {
	file := source.NewFile(path, text)
	if strings.HasSuffix(path, ".json") {
		return json.Read(file)
	}
	return yaml.Read(file, yaml.Options{})
}

// moved returns a finding of the original text as a finding of the text after edits, without
// its fixes. The edits are sorted.
func moved(from *diag.Diagnostic, original, file *source.File, edits []diag.Edit) *diag.Diagnostic {
	finding := *from
	shift := func(offset int32) int32 { return shifted(offset, edits) }
	span := func(span source.Span) source.Span { return source.Span{Start: shift(span.Start), End: shift(span.End)} }
	finding.File, finding.Span, finding.At, finding.Fixes = file, span(finding.Span), shift(finding.At), nil
	finding.Related = slices.Clone(finding.Related)
	for i := range finding.Related {
		if finding.Related[i].File == original {
			finding.Related[i].File, finding.Related[i].Span = file, span(finding.Related[i].Span)
		}
	}
	return &finding
}

// shifted returns the offset of a byte after edits, which are sorted.
func shifted(offset int32, edits []diag.Edit) int32 {
	by := int32(0)
	for _, edit := range edits {
		if edit.Span.End > offset {
			if edit.Span.Start < offset {
				by += edit.Span.Start - offset // the byte was in the removed text
			}
			break
		}
		by += int32(len(edit.NewText) - edit.Span.Len())
	}
	return offset + by
}

// addDataIgnores writes control comments for the findings of a YAML file. JSON has no comments.
func (r rewriter) addDataIgnores(u *fileTask) {
	if strings.HasSuffix(u.path, ".json") || len(u.findings) == 0 {
		return
	}
	original := u.suppressible.source
	read := readData(u.path, original.Text)
	if len(read.Errors) > 0 {
		return
	}
	open := openLines(read)
	edits := suppress.Add(suppress.Text{
		File: original, Comments: u.suppressible.comments(), End: func(line int) suppress.CommentKind {
			if open[line] {
				return suppress.Within
			}
			return suppress.Code
		},
	}, u.findings, "")
	if len(edits) == 0 {
		return
	}
	merged, _ := diag.Merge([]diag.Fix{{Edits: edits}})
	text := diag.Apply(original, merged[original])
	after := readData(u.path, text)
	r.saveIgnores(u, text, len(after.Errors) == 0 && document.Equal(read.Root, after.Root))
}

// saveIgnores writes a document to which control comments were added.
func (r rewriter) saveIgnores(u *fileTask, text string, same bool) {
	if !same {
		u.failures = append(u.failures, Failure{Path: u.path, Internal: true,
			Message: u.path + ": the control comments would change what the file means; nothing was written; this is a bug in puppet-lint"})
		return
	}
	original := u.suppressible.source
	if err := r.save(original, text); err != nil {
		u.fail(err)
		return
	}
	u.change = &Change{Path: u.path, Before: original.Text, After: text}
	u.findings = nil
}

// addTemplateIgnores writes control comments, <%# … %>, into the text of an ERB template.
func (r rewriter) addTemplateIgnores(u *fileTask) {
	original := u.suppressible.source
	template := erb.Read(original)
	edits := suppress.Add(suppress.Text{
		File: original, Comments: u.suppressible.comments(), End: func(line int) suppress.CommentKind { return endInTemplate(template, line) },
	}, u.findings, "")
	if len(edits) == 0 {
		return
	}
	merged, _ := diag.Merge([]diag.Fix{{Edits: edits}})
	text := diag.Apply(original, merged[original])
	r.saveIgnores(u, text, slices.Equal(template.Outline(), erb.Read(source.NewFile(u.path, text)).Outline()))
}

// endInTemplate returns the kind of comment that may be written at the end of a line of an ERB
// template. Line 0 means the beginning of the file.
func endInTemplate(template *erb.Template, line int) suppress.CommentKind {
	file := template.File
	if line == 0 {
		return suppress.Template
	}
	end := file.LineSpan(line).End
	at, _ := slices.BinarySearchFunc(template.Segments, end, func(segment erb.Segment, end int32) int {
		return int(segment.Span.End) - int(end) // the first one that ends there or later
	})
	if at == len(template.Segments) {
		return suppress.Template
	}
	segment := template.Segments[at]
	switch {
	case segment.Span.End > end && segment.Kind != erb.Text, segment.Kind == erb.Unclosed:
		return suppress.Within
	case segment.Span.End == end && segment.Kind >= erb.Code && strings.HasSuffix(file.Slice(segment.Span), "-%>"):
		return suppress.Trimmed
	}
	return suppress.Template
}

// openLines returns the lines, from 1, that end within a scalar.
func openLines(read *document.Document) map[int]bool {
	open := map[int]bool{}
	var walk func(node *document.Node)
	walk = func(node *document.Node) {
		switch node.Kind {
		case document.Sequence:
			for _, item := range node.Items {
				walk(item)
			}
		case document.Mapping:
			for _, entry := range node.Entries {
				walk(entry.Key)
				walk(entry.Value)
			}
		case document.Alias:
		default:
			text := strings.TrimRight(read.File.Slice(node.Span), "\r\n")
			last := read.File.Line(node.Span.Start + int32(len(text)))
			for line := read.File.Line(node.Span.Start); line < last; line++ {
				open[line] = true
			}
		}
	}
	if read.Root != nil {
		walk(read.Root)
	}
	return open
}
