package lint

import (
	"bytes"
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"puppet-lint/diag"
)

// changedLines are the lines that differ from a git revision, by absolute
// path; a nil list means all lines of the file.
type changedLines map[string][]lineRange

// lineRange holds 1-based lines, the last one included.
type lineRange struct{ first, last int }

// linesSince asks git which lines of the work tree around folder are new since
// revision; files that git does not know are new as a whole.
func linesSince(folder, revision string) (changedLines, error) {
	top, err := git(folder, "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, err
	}
	root := strings.TrimRight(top, "\r\n")
	diff, err := git(root, "-c", "core.quotePath=false", "diff", "--unified=0", "--no-color", "--no-ext-diff", "--no-renames", "--src-prefix=a/", "--dst-prefix=b/", revision, "--")
	if err != nil {
		return nil, err
	}
	untracked, err := git(root, "ls-files", "--others", "--exclude-standard", "-z")
	if err != nil {
		return nil, err
	}
	changed := parseDiff(root, diff)
	for name := range strings.SplitSeq(untracked, "\x00") {
		if name != "" {
			changed[filepath.Join(root, filepath.FromSlash(name))] = nil
		}
	}
	return changed, nil
}

func git(folder string, arguments ...string) (string, error) {
	command := exec.Command("git", arguments...)
	command.Dir = folder
	var stdout, stderr bytes.Buffer
	command.Stdout, command.Stderr = &stdout, &stderr
	if err := command.Run(); err != nil {
		message := strings.TrimSpace(stderr.String())
		if message == "" {
			message = err.Error()
		}
		return "", fmt.Errorf("--new-from: git %s: %s", arguments[0], message)
	}
	return stdout.String(), nil
}

// parseDiff reads a diff without context lines.
func parseDiff(root, diff string) changedLines {
	changed := changedLines{}
	file := ""
	for line := range strings.Lines(diff) {
		line = strings.TrimRight(line, "\r\n")
		if name, ok := strings.CutPrefix(line, "+++ "); ok {
			file = ""
			// git ends a name that holds blanks with a tab.
			name = strings.TrimSuffix(name, "\t")
			if unquoted, err := strconv.Unquote(name); err == nil && strings.HasPrefix(name, `"`) {
				name = unquoted
			}
			if name, ok := strings.CutPrefix(name, "b/"); ok {
				file = filepath.Join(root, filepath.FromSlash(name))
				changed[file] = []lineRange{}
			}
		}
		if file == "" || !strings.HasPrefix(line, "@@ ") {
			continue
		}
		_, rest, _ := strings.Cut(line, " +")
		place, _, _ := strings.Cut(rest, " ")
		first, count, hasCount := strings.Cut(place, ",")
		start, _ := strconv.Atoi(first)
		length := 1
		if hasCount {
			length, _ = strconv.Atoi(count)
		}
		if length > 0 {
			changed[file] = append(changed[file], lineRange{start, start + length - 1})
		}
	}
	return changed
}

// holds reports whether a finding is on a changed line. One about a file as a
// whole counts if anything in the file changed, and so does a syntax error,
// which is often noticed far behind its cause.
func (c changedLines) holds(finding *diag.Diagnostic, absolute string) bool {
	ranges, known := c[absolute]
	if !known {
		return false
	}
	if ranges == nil || finding.Precision == diag.FileOnly || finding.Fatal {
		return true
	}
	at := finding.File.Line(finding.At)
	first, last := min(at, finding.File.Line(finding.Span.Start)), max(at, finding.File.Line(finding.Span.End))
	if last-first > 20 {
		// A whole class is not new because a line in it is.
		first, last = at, at
	}
	for _, changed := range ranges {
		if changed.first <= last && first <= changed.last {
			return true
		}
	}
	return false
}
