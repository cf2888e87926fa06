package lint

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/git"
	"puppet-lint/internal/source"
)

// changedLines holds the lines that differ from a git revision. A nil changedLines contains all
// lines. It is safe for use by several goroutines.
type changedLines struct {
	*git.Comparison
	mutex sync.Mutex
	// files caches the changes by absolute path. The value is nil for a file without changes.
	files map[string]*git.Change
}

// linesSince returns the lines of the work tree around folder that are new since it diverged
// from revision.
func linesSince(folder, revision string) (*changedLines, error) {
	comparison, err := git.Since(folder, revision)
	if err != nil {
		return nil, err
	}
	return &changedLines{Comparison: comparison, files: map[string]*git.Change{}}, nil
}

// incomplete returns a message about files whose earlier text git does not give, or "".
func (c *changedLines) incomplete(shown func(string) string) string {
	missing := c.Missing()
	if len(missing) == 0 {
		return ""
	}
	var names []string
	for _, path := range missing[:min(len(missing), 3)] {
		names = append(names, shown(path))
	}
	if more := len(missing) - len(names); more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	return fmt.Sprintf("--new-from: the old content of %s is not available, so all its lines count as new; a partial clone lacks such content, and puppet-lint does not fetch it, because git may then execute programs that the repository names (clone without --filter, or, if you trust the repository, run git diff --stat REV first, which fetches it)", strings.Join(names, ", "))
}

// pathDependentRules are the rules about the location of a file.
var pathDependentRules = []string{"definition_in_wrong_file", "autoloader_layout"}

// in returns the changes in a file, or nil.
func (c *changedLines) in(absolute string, file *source.File) *git.Change {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	change, known := c.files[absolute]
	if !known {
		change = c.Of(absolute, file.Text)
		c.files[absolute] = change
	}
	return change
}

// holds reports whether a finding, or a location related to it, is on a changed line. A finding
// about a whole file counts if any line of the file has changed. So does a syntax error, which
// Puppet often notices far behind its cause.
func (c *changedLines) holds(finding *diag.Diagnostic, absolute func(string) string) bool {
	if c == nil {
		return true
	}
	change := c.in(absolute(finding.File.Name), finding.File)
	switch {
	case change == nil:
	case change.All, change.Moved && slices.Contains(pathDependentRules, finding.Rule.Name):
		return true
	case finding.Precision == diag.FileOnly || finding.Fatal:
		if len(change.Lines) > 0 || !change.Moved {
			return true
		}
	case touches(change, finding.File, finding.At, finding.Span):
		return true
	}
	return slices.ContainsFunc(finding.Related, func(related diag.Related) bool {
		change := c.in(absolute(related.File.Name), related.File)
		return change != nil && (change.All || touches(change, related.File, related.Span.Start, related.Span))
	})
}

// touches reports whether a line of a range has changed.
func touches(c *git.Change, file *source.File, place int32, span source.Span) bool {
	at := file.Line(place)
	first, last := min(at, file.Line(span.Start)), max(at, file.Line(span.End))
	if last-first > 20 {
		// A change in one line of a class does not make the whole class new.
		first, last = at, at
	}
	return slices.ContainsFunc(c.Lines, func(changed git.Range) bool { return changed.First <= last && first <= changed.Last })
}

// follow updates the changed lines of a file for its text after edits, which are sorted: lines
// move, and the edited lines are new. The returned function undoes this.
func (c *changedLines) follow(absolute string, before, after *source.File, edits []diag.Edit) (undo func()) {
	if c == nil {
		return func() {}
	}
	was := c.in(absolute, before)
	set := func(change *git.Change) {
		c.mutex.Lock()
		defer c.mutex.Unlock()
		c.files[absolute] = change
	}
	if was == nil || was.All {
		return func() {}
	}
	now := &git.Change{Moved: was.Moved}
	for _, lines := range was.Lines {
		last := before.LineSpan(min(lines.Last, before.LineCount())).End
		now.Lines = append(now.Lines, git.Range{First: after.Line(shifted(before.LineStart(min(lines.First, before.LineCount())), edits)), Last: after.Line(shifted(last, edits))})
	}
	moved := int32(0)
	for _, edit := range edits {
		start := edit.Span.Start + moved
		now.Lines = append(now.Lines, git.Range{First: after.Line(start), Last: after.Line(start + int32(len(edit.NewText)))})
		moved += int32(len(edit.NewText) - edit.Span.Len())
	}
	set(now)
	return func() { set(was) }
}
