package lint

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"puppet-lint/diag"
)

// changedLines are the lines that differ from a git revision, by absolute path; nil
// for a file without any.
type changedLines map[string]*fileChange

// fileChange is what has changed in a file: some of its lines, or all of them. A
// file that was moved is judged anew where its place counts.
type fileChange struct {
	lines      []lineRange
	all, moved bool
}

// lineRange holds 1-based lines, the last one included.
type lineRange struct{ first, last int }

// linesSince asks git which lines of the work tree around folder are new since
// revision; files that git does not know are new as a whole.
func linesSince(folder, revision string) (changedLines, error) {
	if strings.TrimSpace(revision) == "" {
		return nil, errors.New("--new-from: the revision is empty; name one, such as origin/main")
	}
	top, err := git(folder, "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, err
	}
	root := strings.TrimRight(top, "\r\n")
	if revision, err = sinceWhich(root, revision); err != nil {
		return nil, err
	}
	diff, err := git(root, "-c", "core.quotePath=false", "diff", "--unified=0", "--no-color", "--no-ext-diff", "--find-renames",
		"--submodule=diff", "--src-prefix=a/", "--dst-prefix=b/", "--end-of-options", revision, "--")
	if err != nil {
		return nil, fmt.Errorf("%w; a shallow clone, as CI systems make, may lack it: fetch the revision first", err)
	}
	changed := parseDiff(root, diff)
	folders, err := submodules(root)
	if err != nil {
		return nil, err
	}
	for _, folder := range append(folders, root) {
		untracked, err := git(folder, "ls-files", "--others", "--exclude-standard", "-z")
		if err != nil {
			return nil, err
		}
		for name := range strings.SplitSeq(untracked, "\x00") {
			if name != "" {
				changed[filepath.Join(folder, filepath.FromSlash(name))] = &fileChange{all: true}
			}
		}
	}
	return changed, nil
}

// sinceWhich is the revision that is meant: HEAD, before there is a commit, is
// the empty tree.
func sinceWhich(root, revision string) (string, error) {
	if revision != "HEAD" {
		return revision, nil
	}
	if _, err := git(root, "rev-parse", "--verify", "--quiet", "HEAD"); err == nil {
		return revision, nil
	}
	empty, err := git(root, "hash-object", "-t", "tree", "--stdin")
	return strings.TrimSpace(empty), err
}

// submodules are the folders of those that have been cloned, also of those within.
func submodules(root string) ([]string, error) {
	if _, err := os.Stat(filepath.Join(root, ".gitmodules")); err != nil {
		return nil, nil
	}
	listed, err := git(root, "submodule", "--quiet", "foreach", "--recursive", `printf '%s\0' "$displaypath"`)
	if err != nil {
		return nil, err
	}
	var folders []string
	for name := range strings.SplitSeq(strings.TrimSuffix(listed, "\x00"), "\x00") {
		if name != "" {
			folders = append(folders, filepath.Join(root, filepath.FromSlash(name)))
		}
	}
	return folders, nil
}

func git(folder string, arguments ...string) (string, error) {
	command := exec.Command("git", arguments...)
	command.Dir = folder
	var stdout, stderr bytes.Buffer
	command.Stdout, command.Stderr = &stdout, &stderr
	err := command.Run()
	switch message := strings.TrimSpace(stderr.String()); {
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
func parseDiff(root, diff string) changedLines {
	changed := changedLines{}
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
		case file != nil && !header && strings.HasPrefix(line, " "):
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
func (c changedLines) in(absolute string) *fileChange {
	change, known := c[absolute]
	if !known {
		if real, err := filepath.EvalSymlinks(absolute); err == nil {
			change = c[real]
		}
		c[absolute] = change
	}
	return change
}

// holds reports whether a finding is on a changed line. One about a file as a
// whole counts if anything in the file changed, and so does a syntax error,
// which is often noticed far behind its cause.
func (c changedLines) holds(finding *diag.Diagnostic, absolute string) bool {
	change := c.in(absolute)
	switch {
	case change == nil:
		return false
	case change.all, change.moved && slices.Contains(placeRules, finding.Rule.Name):
		return true
	case finding.Precision == diag.FileOnly || finding.Fatal:
		return len(change.lines) > 0 || !change.moved
	}
	at := finding.File.Line(finding.At)
	first, last := min(at, finding.File.Line(finding.Span.Start)), max(at, finding.File.Line(finding.Span.End))
	if last-first > 20 {
		// A whole class is not new because a line in it is.
		first, last = at, at
	}
	for _, changed := range change.lines {
		if changed.first <= last && first <= changed.last {
			return true
		}
	}
	return false
}
