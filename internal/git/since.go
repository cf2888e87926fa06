package git

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"puppet-lint/source"
)

// Change is what has changed in a file: some of its lines, or all of them. A file
// that was moved is judged anew where its place counts.
type Change struct {
	Lines      []Range
	All, Moved bool
}

// Comparison compares files with what they were at a revision. Any goroutine may
// ask it.
type Comparison struct {
	// Notice describes a comparison that is not quite the one asked for.
	Notice string

	mutex sync.Mutex
	top   *repository
	// missing are the files of which git does not have what they were.
	missing map[string]bool
}

// repository is a work tree and a state of it to compare with.
type repository struct {
	// folder is where git runs.
	folder      string
	isSubmodule bool
	patience    time.Duration
	// base are the objects of the files, and modules the commits of the submodules,
	// in that state, by absolute path.
	base, modules map[string]string
	// renamed leads from files to what they were called in that state.
	renamed map[string]string
	// opened are the submodules that were looked at; nil stands for one that cannot be
	// compared.
	opened  map[string]*repository
	objects *objects
}

// Since compares with the revision from which the work tree around folder comes.
// Attributes that hide files from diffs do not count: who asks for new lines wants to
// hear of all.
func Since(folder, revision string) (*Comparison, error) {
	return since(folder, revision, patience)
}

func since(folder, revision string, patience time.Duration) (*Comparison, error) {
	comparison := &Comparison{missing: map[string]bool{}}
	repository := &repository{folder: folder, patience: patience}
	if err := repository.goToTop(); err != nil {
		return nil, err
	}
	state, notice, err := repository.parted(revision)
	if err != nil {
		return nil, err
	}
	comparison.Notice, comparison.top = notice, repository
	return comparison, repository.read(state)
}

// goToTop has git run at the top of the work tree from now on.
func (r *repository) goToTop() error {
	top, err := r.ask("rev-parse", "--show-toplevel")
	if err != nil {
		return err
	}
	// On Windows, git may write a drive's letter or a folder's name in another way
	// than the user.
	r.folder = filepath.FromSlash(strings.TrimRight(top, "\r\n"))
	if real, err := filepath.EvalSymlinks(r.folder); err == nil {
		r.folder = real
	}
	return nil
}

// read looks at what was in a state, a commit or a tree.
func (r *repository) read(state string) error {
	r.base, r.modules = map[string]string{}, map[string]string{}
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
	}
	compare := func(similar string) (string, error) {
		return r.ask("diff-index", "--cached", "-z", "--raw", "--diff-filter=R", "--ignore-submodules=all", "-l1000", similar, state, "--")
	}
	moves, err := compare("--find-renames")
	if err != nil {
		// A partial clone may lack what is needed to see that files are similar.
		if moves, err = compare("--find-renames=100%"); err != nil {
			return err
		}
	}
	fields := strings.Split(moves, "\x00")
	for i := 0; i+2 < len(fields); i += 3 {
		r.renamed[r.path(fields[i+2])] = r.path(fields[i+1])
	}
	return nil
}

func (r *repository) path(name string) string {
	return filepath.Join(r.folder, filepath.FromSlash(name))
}

// parted is what the work tree is compared with: the commit at which HEAD and the
// revision parted, so that what others have changed there since is not taken for a
// change made here. It is the revision itself if the two have no common history (as
// far as a shallow clone knows), if it is a tree, and before there is a commit.
func (r *repository) parted(revision string) (state, notice string, err error) {
	shallow := func() bool { return r.answer("rev-parse", "--is-shallow-repository") == "true" }
	const deepen = "fetch more of the history first (fetch-depth: 0 for actions/checkout, GIT_DEPTH: 0 in GitLab, fetchDepth: 0 in Azure, git fetch --unshallow)"
	if strings.TrimSpace(revision) == "" {
		return "", "", errors.New("--new-from: the revision is empty; name one, such as origin/main")
	}
	var commit, tree string
	if !strings.HasPrefix(revision, "-") {
		commit, tree = r.answer("rev-parse", "--verify", "--quiet", revision+"^{commit}"), r.answer("rev-parse", "--verify", "--quiet", revision+"^{tree}")
	}
	switch head := r.answer("rev-parse", "--verify", "--quiet", "HEAD"); {
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
	case revision == "HEAD" && head == "":
		return r.answer("hash-object", "-t", "tree", "--stdin"), "", nil // of nothing: the empty tree
	case strings.Contains(revision, ".."):
		return "", "", fmt.Errorf("--new-from: %q is not a single revision; for a branch, name it alone: the commit where HEAD left it is found by itself", revision)
	case shallow():
		return "", "", fmt.Errorf("--new-from: git knows no revision %q in this shallow clone; %s", revision, deepen)
	}
	hint := ""
	if remote, branch, _ := strings.Cut(revision, "/"); branch != "" && r.answer("remote", "get-url", remote) != "" {
		hint = fmt.Sprintf("; fetch it first: git fetch %s %s:refs/remotes/%s", remote, branch, revision)
	}
	return "", "", fmt.Errorf("--new-from: git knows no revision %q%s", revision, hint)
}

// Of is what has changed in the file at an absolute path, which holds text now; nil
// if nothing has. Git knows the file without the symbolic links that may lead to it.
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

// Missing are the files of which git does not hold what they were, so that all their
// lines count as new.
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

// Rest ends what runs beside, until there is another question.
func (c *Comparison) Rest() {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.top.restAll()
}

func (r *repository) restAll() {
	r.rest()
	for _, module := range r.opened {
		if module != nil {
			module.restAll()
		}
	}
}

// compare compares a text with what the file at path was.
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

// moduleOf is the folder of the submodule that a file lies in; empty if it lies in none.
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

// compareIn compares a file of a submodule. Of one that is not checked out, or whose
// commit is not there, nothing can be said.
func (r *repository) compareIn(folder, path, text string) (*Change, error) {
	module, known := r.opened[folder]
	if !known {
		module = &repository{folder: folder, isSubmodule: true, patience: r.patience}
		if err := module.goToTop(); err != nil || module.folder != folder || module.read(r.modules[folder]) != nil {
			module = nil
		}
		r.opened[folder] = module
	}
	if module == nil {
		return nil, nil
	}
	return module.compare(path, text)
}
