package git

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"puppet-lint/internal/source"
)

// Change is what has changed in a file: some of its lines, or all of them. If the file was
// moved, rules about its path check it again.
type Change struct {
	Lines      []Range
	All, Moved bool
}

// Comparison compares files with their state at a revision. It is safe for concurrent use.
type Comparison struct {
	// Notice describes how the comparison differs from the requested one; it may be empty.
	Notice string

	mutex sync.Mutex
	top   *repository
	// missing are the files whose earlier content git does not have.
	missing map[string]bool
}

// repository is a work tree and a state to compare it with.
type repository struct {
	// folder is the folder in which git runs.
	folder      string
	isSubmodule bool
	location    location
	waiting     *waiting
	// err is why a submodule cannot be compared.
	err error
	// base maps files to their objects, and modules maps submodules to their commits, in that
	// state, by absolute path.
	base, modules map[string]string
	// links holds the files of that state that are symbolic links.
	links map[string]bool
	// renamed maps files to their names in that state.
	renamed map[string]string
	// opened are the submodules examined so far.
	opened  map[string]*repository
	objects *objects
}

// Since compares with the commit where the work tree around folder branched off from a
// revision. Attributes that hide files from diffs are ignored, since all new lines are wanted.
func Since(folder, revision string) (*Comparison, error) {
	return since(folder, revision, patience)
}

func since(folder, revision string, patience time.Duration) (*Comparison, error) {
	comparison := &Comparison{missing: map[string]bool{}}
	repository := &repository{folder: folder, waiting: &waiting{patience, patience}}
	if err := repository.goToTop(); err != nil {
		return nil, err
	}
	// A caller may give up before it needs an object, and then would not call Rest.
	defer repository.rest()
	if err := repository.location.checkRevision(revision); err != nil {
		return nil, err
	}
	state, notice, err := repository.parted(revision)
	if err := repository.waiting.spent(); err != nil {
		return nil, err
	}
	if err != nil {
		return nil, err
	}
	comparison.Notice, comparison.top = notice, repository
	return comparison, repository.read(state)
}

// goToTop changes the folder in which git runs to the root of the work tree. It makes sure that git
// uses the repository of this work tree and no other one.
func (r *repository) goToTop() (err error) {
	if r.location, err = r.locate(); err != nil {
		return err
	}
	r.folder = r.location.top
	used, err := r.ask("rev-parse", "--show-toplevel", "--absolute-git-dir", "--git-common-dir", "--git-path", "objects")
	if err != nil {
		return err
	}
	return r.location.confirm(used)
}

// linkMode is the mode by which git lists a symbolic link.
const linkMode = "120000"

// read reads the files of a state, which is a commit or a tree.
func (r *repository) read(state string) error {
	r.base, r.modules, r.links = map[string]string{}, map[string]string{}, map[string]bool{}
	r.renamed, r.opened = map[string]string{}, map[string]*repository{}
	listing, err := r.ask("ls-tree", "-r", "-z", "--full-tree", state)
	if err != nil {
		return err
	}
	for line := range strings.SplitSeq(listing, "\x00") {
		about, name, _ := strings.Cut(line, "\t")
		fields := strings.Fields(about)
		if len(fields) != 3 {
			continue
		}
		into := r.base
		if fields[1] == "commit" {
			into = r.modules
		}
		into[r.path(name)] = fields[2]
		if fields[0] == linkMode {
			r.links[r.path(name)] = true
		}
	}
	return r.readMoves(state)
}

func (r *repository) path(name string) string {
	return filepath.Join(r.folder, filepath.FromSlash(name))
}

// parted returns the state to compare with: the commit at which HEAD and the revision diverged.
// Later changes on the revision's branch are thus no changes of this branch. parted returns the
// revision itself if the two have no common history (as far as a shallow clone shows), if the
// revision is a tree, and before the first commit.
func (r *repository) parted(revision string) (state, notice string, err error) {
	shallow := func() bool { return r.answer("rev-parse", "--is-shallow-repository") == "true" }
	const deepen = "fetch more of the history first (fetch-depth: 0 for actions/checkout, GIT_DEPTH: 0 in GitLab, fetchDepth: 0 in Azure, git fetch --unshallow)"
	if strings.TrimSpace(revision) == "" {
		return "", "", errors.New("--new-from: the revision is empty; name one, such as origin/main")
	}
	var commit, tree string
	if !strings.HasPrefix(revision, "-") {
		if commit = r.resolve(revision + "^{commit}"); commit == "" {
			tree = r.resolve(revision + "^{tree}")
		}
	}
	head := r.resolve("HEAD^{commit}")
	switch {
	case commit != "" && commit == head:
		return commit, "", nil
	case commit != "":
		if base := r.answer("merge-base", commit, "HEAD"); base != "" {
			return base, "", nil
		}
		if head != "" && shallow() {
			notice = fmt.Sprintf("--new-from: this shallow clone does not hold the commit at which HEAD and %s parted, so that all differences to %[1]s count; %s", revision, deepen)
		}
		return commit, notice, nil
	case tree != "":
		return tree, "", nil
	case revision == "HEAD" && r.answer("rev-parse", "--verify", "--quiet", "HEAD") == "":
		return r.answer("hash-object", "-t", "tree", "--stdin"), "", nil // empty input gives the empty tree
	case strings.Contains(revision, ".."):
		return "", "", fmt.Errorf("--new-from: %q is not a single revision; for a branch, name it alone: puppet-lint finds the commit where HEAD branched off", revision)
	case shallow():
		return "", "", fmt.Errorf("--new-from: git knows no revision %q in this shallow clone; %s", revision, deepen)
	}
	hint := ""
	if remote, branch, _ := strings.Cut(revision, "/"); branch != "" && r.answer("remote", "get-url", remote) != "" {
		hint = fmt.Sprintf("; fetch it first: git fetch %s %s:refs/remotes/%s", remote, branch, revision)
	}
	return "", "", fmt.Errorf("--new-from: git knows no revision %q%s", revision, hint)
}

// Of returns the changes in the file at an absolute path with the present content text, or nil if
// there are none. Of resolves symbolic links in the path, since git does not follow them.
func (c *Comparison) Of(path, text string) *Change {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	change, err := c.top.compare(path, text)
	switch {
	case errors.Is(err, source.ErrTooLarge):
		return &Change{All: true}
	case err != nil:
		c.missing[path] = true
		return &Change{All: true}
	}
	return change
}

// Missing returns the files whose earlier content git does not have, so that all their lines
// count as new.
func (c *Comparison) Missing() []string {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	var paths []string
	for path := range c.missing {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	return paths
}

// Rest ends the running git processes until the next query.
func (c *Comparison) Rest() {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.top.restAll()
}

func (r *repository) restAll() {
	r.rest()
	for _, module := range r.opened {
		module.restAll()
	}
}

// compare compares a text with the earlier content of the file at path.
func (r *repository) compare(path, text string) (*Change, error) {
	change := &Change{}
	id, known := r.base[path]
	if !known {
		if module := r.moduleOf(path); module != "" {
			return r.compareIn(module, path, text)
		}
		was, moved := r.renamed[path]
		if id = r.base[was]; !moved || id == "" {
			return &Change{All: true}, nil
		}
		change.Moved = true
	}
	if !isObject(id, text) {
		before, err := r.blob(id)
		if err != nil {
			return nil, err
		}
		change.Lines = newLines(before, text)
	}
	if len(change.Lines) == 0 && !change.Moved {
		return nil, nil
	}
	return change, nil
}

// moduleOf returns the folder of the submodule that contains a file, or "".
func (r *repository) moduleOf(path string) string {
	if len(r.modules) == 0 {
		return ""
	}
	for folder := filepath.Dir(path); len(folder) > len(r.folder); folder = filepath.Dir(folder) {
		if r.modules[folder] != "" {
			return folder
		}
	}
	return ""
}

// compareIn compares a file of a submodule. It returns nil if the submodule is not checked out
// or its commit is missing.
func (r *repository) compareIn(folder, path, text string) (*Change, error) {
	module, known := r.opened[folder]
	if !known {
		module = &repository{folder: folder, isSubmodule: true, waiting: r.waiting}
		module.err = module.open(r.modules[folder])
		r.opened[folder] = module
	}
	switch {
	case errors.Is(module.err, errNoState):
		return nil, nil
	case module.err != nil:
		return nil, module.err
	}
	return module.compare(path, text)
}

// errNoState is the error for a submodule without a repository, or without the wanted commit.
var errNoState = errors.New("there is no earlier state")

// open reads the state of a submodule at a commit.
func (r *repository) open(commit string) error {
	folder := r.folder
	switch err := r.goToTop(); {
	case errors.Is(err, errNoRepository), errors.Is(err, fs.ErrNotExist): // it is not checked out
		return errNoState
	case err != nil:
		return err
	case r.folder != folder:
		return errNoState
	}
	if err := r.read(commit); err != nil {
		return cmp.Or(r.waiting.spent(), errNoState)
	}
	return nil
}
