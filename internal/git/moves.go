package git

import (
	"strconv"
	"strings"

	"puppet-lint/internal/source"
)

// readMoves reads which files were moved since a state. Git reads whole files to see which are
// similar, so long files are left out.
func (r *repository) readMoves(state string) error {
	compare := func(arguments ...string) ([]string, error) {
		text, err := r.ask(append([]string{"diff-index", "--cached", "-z", "--raw", "--ignore-submodules=all"}, arguments...)...)
		return strings.Split(text, "\x00"), err
	}
	candidates, err := compare("--no-renames", "--diff-filter=AD", state, "--")
	if err != nil {
		return err
	}
	others, areUnknown := r.long(candidates)
	similar := append([]string{"--find-renames", "--diff-filter=R", "-l1000", state, "--"}, others...)
	exact := []string{"--find-renames=100%", "--diff-filter=R", "-l1000", state, "--"}
	var moves []string
	switch {
	case len(candidates) < 4: // a move takes two files
		return nil
	case !areUnknown:
		moves, err = compare(similar...)
	}
	if areUnknown || err != nil {
		// A partial clone may lack the objects that show similarity of files.
		if moves, err = compare(exact...); err != nil {
			return err
		}
	}
	for i := 0; i+2 < len(moves); i += 3 {
		r.renamed[r.path(moves[i+2])] = r.path(moves[i+1])
	}
	return nil
}

// maxLong is the greatest number of long files that are passed over one by one.
const maxLong = 100

// long returns arguments that leave out those files that are too long for a comparison. The files
// are given as git lists them: a description with the names of the objects, and the path. The
// lengths are unknown if a partial clone lacks an object, and of too many files.
func (r *repository) long(listed []string) (arguments []string, areUnknown bool) {
	var ids strings.Builder
	var paths []string
	for i := 0; i+1 < len(listed); i += 2 {
		fields := strings.Fields(listed[i])
		if len(fields) != 5 {
			continue
		}
		id := fields[2]
		if fields[4] == "A" {
			id = fields[3]
		}
		ids.WriteString(id + "\n")
		paths = append(paths, listed[i+1])
	}
	if len(paths) < 2 {
		return nil, false
	}
	answer, err := r.askAbout(ids.String(), "cat-file", "--batch-check=%(objectsize)")
	sizes := strings.Split(strings.TrimSpace(answer), "\n")
	if err != nil || len(sizes) != len(paths) {
		return nil, true
	}
	for i, size := range sizes {
		length, err := strconv.ParseInt(strings.TrimSpace(size), 10, 64)
		if err != nil || len(arguments) == maxLong {
			return nil, true
		}
		if length > source.MaxFileSize {
			arguments = append(arguments, ":(top,exclude,literal)"+paths[i])
		}
	}
	return arguments, false
}
