package lint

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/config"
	"puppet-lint/internal/glob"
	"puppet-lint/internal/source"
	"puppet-lint/module"
)

// Confiner finds what the program may read for the paths of command lines given in one folder.
// It remembers what it has seen of the disk, so it is for the start of a run. It is not safe for
// concurrent use.
type Confiner struct {
	folder string
	disk   *memo
	// workspaces holds the workspaces by their paths, joined by NUL.
	workspaces map[string]*module.Workspace
}

// NewConfiner returns a Confiner for a current folder, an absolute path.
func NewConfiner(folder string) *Confiner {
	return &Confiner{folder, newMemo(source.Disk{}, folder), map[string]*module.Workspace{}}
}

// Confine returns what NewConfiner(folder).Confine(paths) does.
func Confine(folder string, paths []string) *source.Confined {
	return NewConfiner(folder).Confine(paths)
}

// Confine returns the part of the disk that the program may read for the paths of a command
// line. It contains the work trees of the paths, which are not trusted, and the folders around
// them, which are trusted by their location.
func (f *Confiner) Confine(paths []string) *source.Confined {
	if foldsCase {
		paths = caseCorrectedPaths(source.Disk{}, paths)
	}
	folder, disk := f.folder, f.disk
	c := source.Confine(folder, config.FileName, ".git", ".puppet-lint.rc")
	s := surroundings{c, disk, f.workspace(paths), folder, map[string]bool{}}
	if top, inside := workTree(disk, folder); inside {
		c.AddTree(top)
	}
	// Without paths, the run examines the current folder, which another user may own.
	if len(paths) == 0 {
		paths = []string{"."}
	}
	for _, path := range paths {
		s.add(path)
	}
	for _, file := range config.RCFiles() {
		if filepath.IsAbs(file) {
			c.Trust(file)
		}
	}
	return c
}

func (f *Confiner) workspace(paths []string) *module.Workspace {
	key := strings.Join(paths, "\x00")
	if f.workspaces[key] == nil {
		f.workspaces[key] = module.NewWorkspace(f.disk, paths, nil)
	}
	return f.workspaces[key]
}

// ConfineFolder is like Confine for a folder in which the user works. The folder may be read
// wherever its links lead, even if it does not exist yet.
func ConfineFolder(folder string) *source.Confined {
	c := Confine(folder, []string{folder})
	c.AddTree(folder)
	return c
}

// surroundings finds the modules and repositories around the paths of a command line. The paths
// are often a thousand files of one tree, so it remembers what it has read from disk.
type surroundings struct {
	confined  *source.Confined
	disk      *memo
	workspace *module.Workspace
	folder    string // the current one, absolute
	seen      map[string]bool
}

// add adds the surroundings of one path.
func (s *surroundings) add(path string) {
	path = source.Absolute(s.folder, path)
	info, err := s.disk.Stat(path)
	for err != nil && glob.IsPattern(path) && filepath.Dir(path) != path {
		path = filepath.Dir(path)
		info, err = s.disk.Stat(path)
	}
	if err != nil {
		return
	}
	start := path
	if !info.IsDir() {
		start = filepath.Dir(path)
		// A second file of a folder has the same surroundings.
		if s.seen[start] && info.Mode().IsRegular() && s.confined.IsUntrusted(path) {
			return
		}
		s.seen[start] = true
	}
	around := s.workspace.Around(start)
	// A link in a work tree may lead anywhere. Elsewhere, the user made it.
	top, inside := workTree(s.disk, filepath.Dir(path))
	if info.IsDir() && !inside {
		top, inside = workTree(s.disk, path)
	}
	if inside {
		s.confined.AddTree(top)
		for _, outer := range around {
			if !s.confined.IsUntrusted(outer) {
				s.confined.Trust(outer)
			}
		}
		return
	}
	if info.IsDir() {
		s.addFolder(path)
	}
	slices.SortFunc(around, func(a, b string) int { return len(a) - len(b) })
	for _, outer := range around {
		s.confined.AddTree(outer)
	}
	if info.IsDir() || len(around) > 0 {
		return
	}
	if !info.Mode().IsRegular() {
		s.confined.AddLoose(path) // the user has named a pipe that lies in no tree
		return
	}
	s.addFolderOf(path)
}

// addFolder adds a folder outside of work trees, and the work tree to which a link of that name
// leads.
func (s *surroundings) addFolder(path string) {
	s.confined.AddTree(path)
	real, err := filepath.EvalSymlinks(path)
	if err != nil || real == path {
		return
	}
	if top, inside := workTree(s.disk, real); inside {
		s.confined.AddTree(top)
	}
}

// addFolderOf adds the folder of a file that lies in no tree. If the file is outside of the
// current folder and a link, it adds the folder of the link's target too.
func (s *surroundings) addFolderOf(path string) {
	s.confined.AddTree(filepath.Dir(path))
	if relative, err := filepath.Rel(s.folder, path); err != nil || !filepath.IsLocal(relative) {
		if real, err := filepath.EvalSymlinks(path); err == nil {
			s.confined.AddTree(filepath.Dir(real))
		}
	}
}

// writeBaseline writes the baseline. If the configuration in an untrusted tree names the file,
// it must lie where the run may write.
func (r *run) writeBaseline(known *baseline, path string) error {
	if r.confined != nil && r.settings.UntrustedBaseline {
		if err := r.confined.MayWrite(path); err != nil {
			return errors.New(source.Explain(err))
		}
	}
	if r.confined != nil {
		if err := r.confined.MayReplace(path); err != nil {
			return fmt.Errorf("%s: the baseline is not written: %w", r.shown(path), err)
		}
	}
	return known.write(r.options.Writer, r.shown(path))
}

// fewLinks is the number of links that noticeRefused reports one by one.
const fewLinks = 3

// noticeRefused reports the links that were not followed, unless a failure does. Files behind them
// were needed and may be missing.
func (r *run) noticeRefused() {
	if r.confined == nil {
		return
	}
	refused := r.confined.Refused()
	for _, failure := range r.result.Failures {
		delete(refused, r.absolute(failure.Path))
	}
	if links := slices.Sorted(maps.Keys(refused)); len(links) > fewLinks {
		first := links[0]
		r.notice(first, fmt.Sprintf("%d links lead outside of the working tree and the module path and were skipped, such as %s (to %s); to read what is behind them, name its folder in --modulepath", len(links), r.shown(first), refused[first]))
		return
	}
	for _, link := range slices.Sorted(maps.Keys(refused)) {
		r.notice(link, fmt.Sprintf("%s: leads to %s, which %v, and was skipped; to read it, name its folder in --modulepath", r.shown(link), refused[link], source.ErrOutside))
	}
}
