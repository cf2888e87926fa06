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

	"puppet-lint/diag"
)

// changedLines are the lines that differ from a git revision, by absolute path.
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
	diff, err := git(root, "-c", "core.quotePath=false", "diff", "--unified=0", "--no-color", "--no-ext-diff", "--find-renames",
		"--src-prefix=a/", "--dst-prefix=b/", "--end-of-options", revision, "--")
	if err != nil {
		return nil, fmt.Errorf("%w; a shallow clone, as CI systems make, may lack it: fetch the revision first", err)
	}
	untracked, err := git(root, "ls-files", "--others", "--exclude-standard", "-z")
	if err != nil {
		return nil, err
	}
	changed := parseDiff(root, diff)
	for name := range strings.SplitSeq(untracked, "\x00") {
		if name != "" {
			changed[filepath.Join(root, filepath.FromSlash(name))] = &fileChange{all: true}
		}
	}
	return changed, nil
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

// parseDiff reads a diff without context lines.
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
	header := false
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
			header = false
			file.add(line)
		}
	}
	return changed
}

// add adds the lines that a hunk, by its header, has put in.
func (c *fileChange) add(hunk string) {
	_, rest, _ := strings.Cut(hunk, " +")
	place, _, _ := strings.Cut(rest, " ")
	first, count, hasCount := strings.Cut(place, ",")
	start, _ := strconv.Atoi(first)
	length := 1
	if hasCount {
		length, _ = strconv.Atoi(count)
	}
	if length > 0 {
		c.lines = append(c.lines, lineRange{start, start + length - 1})
	}
}

// placeRules are those that judge where a file lies.
var placeRules = []string{"definition_in_wrong_file", "autoloader_layout"}

// holds reports whether a finding is on a changed line. One about a file as a
// whole counts if anything in the file changed, and so does a syntax error,
// which is often noticed far behind its cause.
func (c changedLines) holds(finding *diag.Diagnostic, absolute string) bool {
	change := c[absolute]
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
