package lint

import (
	"bytes"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"puppet-lint/diag"
	"puppet-lint/source"
)

// changedLines tell which lines differ from a git revision. A nil one stands for
// all. Any goroutine may ask.
type changedLines struct {
	mutex sync.Mutex
	// files are the files that differ, by absolute path; what is asked for by way of
	// symbolic links is added.
	files map[string]*fileChange
	// tracked are the absolute paths that git knows: any other file is new.
	tracked map[string]bool
	// notice tells of a comparison that is not quite the one asked for.
	notice string
}

// fileChange is what has changed in a file: some of its lines, or all of them. A
// file that was moved is judged anew where its place counts.
type fileChange struct {
	lines      []lineRange
	all, moved bool
}

// lineRange holds 1-based lines, the last one included.
type lineRange struct{ first, last int }

// linesSince asks git which lines of the work tree around folder are new since it
// parted from revision. Attributes that hide files from diffs do not count: who asks
// for new lines wants to hear of all.
func linesSince(folder, revision string) (*changedLines, error) {
	top, err := git(folder, "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, err
	}
	// On Windows, git may write a drive's letter or a folder's name in another way
	// than the user.
	root := strings.TrimRight(top, "\r\n")
	if real, err := filepath.EvalSymlinks(root); err == nil {
		root = real
	}
	changed := &changedLines{tracked: map[string]bool{}}
	if revision, err = changed.base(root, revision); err != nil {
		return nil, err
	}
	diff, err := git(root, "-c", "core.quotePath=true", "diff", "--unified=0", "--no-color", "--no-ext-diff", "--no-textconv", "--text",
		"--find-renames", "--submodule=diff", "--src-prefix=a/", "--dst-prefix=b/", revision, "--")
	if err != nil {
		return nil, err
	}
	changed.files = parseDiff(root, diff)
	tracked, err := git(root, "ls-files", "--cached", "--recurse-submodules", "-z")
	if err != nil {
		return nil, err
	}
	for name := range strings.SplitSeq(tracked, "\x00") {
		changed.tracked[filepath.Join(root, filepath.FromSlash(name))] = true
	}
	return changed, nil
}

// base is what the work tree is compared with: the commit at which HEAD and the
// revision parted, so that what others have changed there since is not taken for a
// change made here. It is the revision itself if the two have no common history (as
// far as a shallow clone knows), if it is a tree, and before there is a commit.
func (c *changedLines) base(root, revision string) (string, error) {
	ask := func(arguments ...string) string {
		answer, err := git(root, arguments...)
		if err != nil {
			return ""
		}
		return strings.TrimSpace(answer)
	}
	shallow := func() bool { return ask("rev-parse", "--is-shallow-repository") == "true" }
	const deepen = "fetch more of the history first (fetch-depth: 0 for actions/checkout, GIT_DEPTH: 0 in GitLab, fetchDepth: 0 in Azure, git fetch --unshallow)"
	if strings.TrimSpace(revision) == "" {
		return "", errors.New("--new-from: the revision is empty; name one, such as origin/main")
	}
	var commit, tree string
	if !strings.HasPrefix(revision, "-") {
		commit, tree = ask("rev-parse", "--verify", "--quiet", revision+"^{commit}"), ask("rev-parse", "--verify", "--quiet", revision+"^{tree}")
	}
	switch head := ask("rev-parse", "--verify", "--quiet", "HEAD"); {
	case commit != "":
		if base := ask("merge-base", commit, "HEAD"); base != "" {
			return base, nil
		}
		if head != "" && shallow() {
			c.notice = fmt.Sprintf("--new-from: this shallow clone does not hold the commit at which HEAD and %s parted, so that all differences to %[1]s count; %s", revision, deepen)
		}
		return commit, nil
	case tree != "":
		return tree, nil
	case revision == "HEAD" && head == "":
		return ask("hash-object", "-t", "tree", "--stdin"), nil // of nothing: the empty tree
	case strings.Contains(revision, ".."):
		return "", fmt.Errorf("--new-from: %q is no single revision; of a branch's name, the commit at which HEAD left it is found by itself", revision)
	case shallow():
		return "", fmt.Errorf("--new-from: git knows no revision %q in this shallow clone; %s", revision, deepen)
	}
	hint := ""
	if remote, branch, _ := strings.Cut(revision, "/"); branch != "" && ask("remote", "get-url", remote) != "" {
		hint = fmt.Sprintf("; fetch it first: git fetch %s %s:refs/remotes/%s", remote, branch, revision)
	}
	return "", fmt.Errorf("--new-from: git knows no revision %q%s", revision, hint)
}

func git(folder string, arguments ...string) (string, error) {
	command := exec.Command("git", arguments...)
	command.Dir = folder
	var stdout, stderr bytes.Buffer
	command.Stdout, command.Stderr = &stdout, &stderr
	err := command.Run()
	switch message := strings.Join(strings.Fields(stderr.String()), " "); {
	case err == nil:
		return stdout.String(), nil
	case errors.Is(err, exec.ErrNotFound):
		return "", errors.New("--new-from needs git, which is not on the PATH")
	case message == "":
		return "", fmt.Errorf("--new-from: git: %w", err)
	default:
		return "", fmt.Errorf("--new-from: git says %q", strings.TrimPrefix(message, "fatal: "))
	}
}

// parseDiff reads a diff. Git leaves context lines out, but not in submodules.
func parseDiff(root, diff string) map[string]*fileChange {
	changed := map[string]*fileChange{}
	var file *fileChange
	at := func(name string) *fileChange {
		// git ends a name that holds blanks with a tab.
		name = strings.TrimSuffix(name, "\t")
		if unquoted, err := strconv.Unquote(name); err == nil && strings.HasPrefix(name, `"`) {
			name = unquoted
		}
		path := filepath.Join(root, filepath.FromSlash(name))
		if changed[path] == nil {
			changed[path] = &fileChange{}
		}
		return changed[path]
	}
	header, number := false, 0
	for line := range strings.Lines(diff) {
		line = strings.TrimRight(line, "\r\n")
		switch {
		case strings.HasPrefix(line, "diff --git "):
			file, header = nil, true
		case header && strings.HasPrefix(line, "rename to "):
			at(line[len("rename to "):]).moved = true
		case header && strings.HasPrefix(line, "+++ "):
			name := strings.TrimPrefix(line, "+++ ")
			if quoted, isQuoted := strings.CutPrefix(name, `"b/`); isQuoted {
				file = at(`"` + quoted)
			} else if name, isThere := strings.CutPrefix(name, "b/"); isThere {
				file = at(name)
			}
		case file != nil && strings.HasPrefix(line, "@@ "):
			header, number = false, firstLine(line)
		case file != nil && !header && strings.HasPrefix(line, "+"):
			file.add(number)
			number++
		case file != nil && !header && (line == "" || strings.HasPrefix(line, " ")):
			// diff.suppressBlankEmpty takes the blank from empty lines.
			number++
		}
	}
	return changed
}

// firstLine is the number of the first line of a hunk, by its header.
func firstLine(hunk string) int {
	_, rest, _ := strings.Cut(hunk, " +")
	place, _, _ := strings.Cut(rest, " ")
	first, _, _ := strings.Cut(place, ",")
	start, _ := strconv.Atoi(first)
	return start
}

// add adds a line that is new.
func (c *fileChange) add(line int) {
	if last := len(c.lines) - 1; last >= 0 && c.lines[last].last == line-1 {
		c.lines[last].last = line
		return
	}
	c.lines = append(c.lines, lineRange{line, line})
}

// placeRules are those that judge where a file lies.
var placeRules = []string{"definition_in_wrong_file", "autoloader_layout"}

// in is what has changed in a file, or nil. Git knows it without the symbolic links
// that may lead to it.
func (c *changedLines) in(absolute string) *fileChange {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	change, known := c.files[absolute]
	if known {
		return change
	}
	real, err := filepath.EvalSymlinks(absolute)
	if err == nil {
		change = c.files[real]
	}
	if change == nil && !c.tracked[absolute] && !c.tracked[real] {
		change = &fileChange{all: true}
	}
	c.files[absolute] = change
	return change
}

// holds reports whether a finding, or a place that it points to, is on a changed
// line. One about a file as a whole counts if anything in the file changed, and so
// does a syntax error, which is often noticed far behind its cause.
func (c *changedLines) holds(finding *diag.Diagnostic, absolute func(string) string) bool {
	if c == nil {
		return true
	}
	change := c.in(absolute(finding.File.Name))
	switch {
	case change == nil:
	case change.all, change.moved && slices.Contains(placeRules, finding.Rule.Name):
		return true
	case finding.Precision == diag.FileOnly || finding.Fatal:
		if len(change.lines) > 0 || !change.moved {
			return true
		}
	case change.touches(finding.File, finding.At, finding.Span):
		return true
	}
	return slices.ContainsFunc(finding.Related, func(related diag.Related) bool {
		change := c.in(absolute(related.File.Name))
		return change != nil && (change.all || change.touches(related.File, related.Span.Start, related.Span))
	})
}

// touches reports whether a line of a range has changed.
func (c *fileChange) touches(file *source.File, place int32, span source.Span) bool {
	at := file.Line(place)
	first, last := min(at, file.Line(span.Start)), max(at, file.Line(span.End))
	if last-first > 20 {
		// A whole class is not new because a line in it is.
		first, last = at, at
	}
	return slices.ContainsFunc(c.lines, func(changed lineRange) bool { return changed.first <= last && first <= changed.last })
}

// follow makes what is known of a file hold for its text after edits, which are
// sorted: lines move, and those that the edits wrote are new. It returns how to take
// that back.
func (c *changedLines) follow(absolute string, before, after *source.File, edits []diag.Edit) (undo func()) {
	if c == nil {
		return func() {}
	}
	was := c.in(absolute)
	set := func(change *fileChange) {
		c.mutex.Lock()
		defer c.mutex.Unlock()
		c.files[absolute] = change
	}
	if was == nil || was.all {
		return func() {}
	}
	now := &fileChange{moved: was.moved}
	for _, lines := range was.lines {
		last := before.LineSpan(min(lines.last, before.LineCount())).End
		now.lines = append(now.lines, lineRange{after.Line(shifted(before.LineStart(min(lines.first, before.LineCount())), edits)), after.Line(shifted(last, edits))})
	}
	for _, edit := range edits {
		start := shifted(edit.Span.Start, edits)
		now.lines = append(now.lines, lineRange{after.Line(start), after.Line(start + int32(len(edit.NewText)))})
	}
	set(now)
	return func() { set(was) }
}
