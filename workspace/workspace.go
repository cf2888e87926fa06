package workspace

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"puppet-lint/config"
	"puppet-lint/diag"
	"puppet-lint/source"
)

// Options say how a Workspace works.
type Options struct {
	// Files is the disk, or what stands for it, as far as it may be read for the sake of
	// what lies in a folder.
	Files func(folder string) source.FileSystem
	// Resolver makes what finds the settings of the files below a folder.
	Resolver func(files source.FileSystem, folder string) *config.Resolver
	// Report is called with what was found, from any goroutine, one call at a time
	// for each folder. It must not ask the workspace for findings.
	Report func(Report)
	// Whole is called when a check of all files of a folder begins, and when it ends; it
	// may be nil.
	Whole func(folder string, begins bool)
	// Log is called with what may help to understand a bug report; it may be nil.
	Log func(format string, arguments ...any)
}

// Report is what a run has found in some files.
type Report struct {
	// Folder is the folder whose run it is.
	Folder string
	// Files are the findings by absolute path, those of files in which nothing is
	// found included: whatever was reported of these files before is replaced.
	Files map[string]FileFindings
	// Problems are what kept the run from doing its work: a mistake in the
	// configuration, a file that cannot be read.
	Problems []string
	// Done says that nothing has changed since the run began.
	Done bool
}

// FileFindings is what was found in a file.
type FileFindings struct {
	// Version is the editor's number of the text that was looked at, if it is open.
	Version int32
	Open    bool
	// Findings are in the order of their places; what a comment suppresses is left
	// out.
	Findings []diag.Diagnostic
}

// Workspace is what an editor has open. All methods are safe for use by several
// goroutines.
type Workspace struct {
	options Options

	// mutex is held for reading by snapshots, and for writing by changes.
	mutex    sync.RWMutex
	texts    *texts
	folders  []string
	projects []*project
	revision uint64
}

// New makes a workspace without folders.
func New(options Options) *Workspace {
	if options.Log == nil {
		options.Log = func(string, ...any) {}
	}
	if options.Report == nil {
		options.Report = func(Report) {}
	}
	if options.Whole == nil {
		options.Whole = func(string, bool) {}
	}
	return &Workspace{options: options, texts: newTexts()}
}

// SetFolders makes the folders at some absolute paths those of the workspace, in
// place of the ones before.
func (w *Workspace) SetFolders(folders []string) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.revision++
	w.folders = nil
	for _, folder := range folders {
		if folder = filepath.Clean(folder); !slices.Contains(w.folders, folder) {
			w.folders = append(w.folders, folder)
		}
	}
	kept := w.projects[:0]
	for _, one := range w.projects {
		if one.isFolder && !slices.Contains(w.folders, one.root) || !one.isFolder && w.folderOf(one.root) != "" {
			one.checks.stop()
			continue
		}
		kept = append(kept, one)
	}
	w.projects = kept
	for _, folder := range w.folders {
		if !slices.ContainsFunc(w.projects, func(p *project) bool { return p.root == folder }) {
			w.addProject(newProject(w, folder, true))
		}
	}
	for path := range w.texts.byPath {
		w.projectOf(path)
	}
}

// Folders are the folders of the workspace.
func (w *Workspace) Folders() []string {
	w.mutex.RLock()
	defer w.mutex.RUnlock()
	return slices.Clone(w.folders)
}

// Stop ends all work.
func (w *Workspace) Stop() {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	for _, one := range w.projects {
		one.checks.stop()
	}
}

// Open lays the text of an editor over a file, whether it is there on disk or not,
// and whether the editor had it open before or not.
func (w *Workspace) Open(path, content string, version int32) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	path = filepath.Clean(path)
	before, wasOpen := w.texts.get(path)
	one := text{source.NewFile(path, content), version}
	if wasOpen && before.file.Text == content {
		one.file = before.file // the same to all who have read it
	}
	w.texts.set(path, one)
	w.change(path, one, wasOpen && before.file == one.file)
}

// Close takes the text of an editor away: the file is what is on disk.
func (w *Workspace) Close(path string) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	path = filepath.Clean(path)
	if _, wasOpen := w.texts.get(path); !wasOpen {
		return
	}
	w.texts.set(path, text{})
	w.change(path, text{}, false)
	w.projects = slices.DeleteFunc(w.projects, func(p *project) bool {
		if p.isFolder || w.isUsed(p) {
			return false
		}
		p.checks.stop()
		return true
	})
}

// isUsed reports whether a file of a project is open.
func (w *Workspace) isUsed(p *project) bool {
	for path := range w.texts.byPath {
		if p.holds(path) {
			return true
		}
	}
	return false
}

// Changed says that files have changed on disk, have come or gone. Those that the
// editor has open stay what they are.
func (w *Workspace) Changed(paths []string) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	for _, path := range paths {
		path = filepath.Clean(path)
		if one, isOpen := w.texts.get(path); !isOpen {
			w.change(path, one, false)
		}
	}
}

// Refresh has everything looked at anew: the configuration is another one.
func (w *Workspace) Refresh() {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.revision++
	for _, one := range w.projects {
		one.forgetLinks()
		one.reset()
		one.checks.note("", text{}, w.revision)
	}
}

// change takes note of what has become of a file. The mutex is held.
func (w *Workspace) change(path string, one text, same bool) {
	w.revision++
	w.projectOf(path)
	for _, p := range w.projects {
		p.forgetLinks()
		if !same && p.concerns(path) {
			p.changed(path)
		}
		p.checks.note(path, one, w.revision)
	}
}

// folderOf is the folder of the workspace that a path lies in, the innermost one;
// empty outside of all.
func (w *Workspace) folderOf(path string) (best string) {
	for _, folder := range w.folders {
		if isWithin(path, folder) && len(folder) > len(best) {
			best = folder
		}
	}
	return best
}

// projectOf is the project of a file, made if there is none yet.
func (w *Workspace) projectOf(path string) *project {
	if found := w.findProject(path); found != nil {
		return found
	}
	root, isLoose := rootAround(&layers{w.texts, w.options.Files(filepath.Dir(path))}, path)
	p := newProject(w, root, false)
	p.isLoose = isLoose
	w.addProject(p)
	return p
}

// findProject is the innermost project that holds a file, or nil.
func (w *Workspace) findProject(path string) *project {
	var best *project
	for _, p := range w.projects {
		if p.holds(path) && (best == nil || cmp.Compare(len(p.root), len(best.root)) > 0) {
			best = p
		}
	}
	return best
}

// addProject adds a project and starts its checks, which read its fields: none of
// them changes any more.
func (w *Workspace) addProject(p *project) {
	w.projects = append(w.projects, p)
	w.revision++
	p.checks.noted = w.revision
	for path, one := range w.texts.byPath {
		p.checks.note(path, one, w.revision)
	}
	p.checks.start()
}

// rootMarks are the files by which the folder of a module or of a control
// repository is told.
var rootMarks = []string{"metadata.json", "environment.conf", "Puppetfile", config.FileName}

// rootAround is the folder that a file belongs to that lies in none of the
// workspace: the module or control repository around it, else its own folder, of
// which nothing else is looked at.
func rootAround(files source.FileSystem, path string) (root string, isLoose bool) {
	for folder := filepath.Dir(path); ; folder = filepath.Dir(folder) {
		for _, name := range rootMarks {
			if info, err := files.Stat(filepath.Join(folder, name)); err == nil && !info.IsDir() {
				return folder, false
			}
		}
		if folder == filepath.Dir(folder) {
			return filepath.Dir(path), true
		}
	}
}

func isWithin(path, folder string) bool {
	return path == folder || strings.HasPrefix(path, strings.TrimSuffix(folder, string(filepath.Separator))+string(filepath.Separator))
}

// Acquire returns a snapshot of the files as they are now. Until it is released,
// changes wait.
func (w *Workspace) Acquire() *Snapshot {
	w.mutex.RLock()
	return &Snapshot{workspace: w, release: sync.OnceFunc(w.mutex.RUnlock)}
}
