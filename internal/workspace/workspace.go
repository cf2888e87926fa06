package workspace

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"puppet-lint/config"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/module"
)

// Options configures a Workspace.
type Options struct {
	// Files returns the file system for a folder: the disk, or a substitute, restricted to what
	// may be read for the files in that folder.
	Files func(folder string) source.FileSystem
	// Resolver returns the resolver of the settings of the files below a folder.
	Resolver func(files source.FileSystem, folder string) *config.Resolver
	// Report is called with the findings of a run. It is called from any goroutine, but one
	// call at a time for each folder. It must not call the workspace's methods that return
	// findings.
	Report func(Report)
	// Whole is called when a check of all files of a folder begins, and again when it ends. It
	// may be nil.
	Whole func(folder string, begins bool)
	// Log is called with messages that help to understand a bug report. It may be nil.
	Log func(format string, arguments ...any)
}

// Report holds what a run has found in some files.
type Report struct {
	// Folder is the folder that the run was about.
	Folder string
	// Files holds the findings by absolute path, including files without findings. They replace
	// everything that was reported for these files before.
	Files map[string]FileFindings
	// Problems are the reasons why the run did not do all its work, such as a file that cannot
	// be read.
	Problems []string
	// Done is true if nothing has changed since the run began.
	Done bool
}

// FileFindings holds the findings of a file.
type FileFindings struct {
	// Version is the editor's version number of the text that was checked, if the file is open.
	Version int32
	Open    bool
	// Findings are sorted by position. Suppressed findings are left out.
	Findings []*diag.Diagnostic
}

// Workspace holds what an editor has open. All methods are safe for concurrent use.
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

// SetFolders replaces the folders of the workspace. The paths are absolute.
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
		if one.kind == opened && !slices.Contains(w.folders, one.root) || one.kind != opened && w.folderOf(one.root) != "" {
			one.checks.stop()
			continue
		}
		kept = append(kept, one)
	}
	w.projects = kept
	for _, folder := range w.folders {
		if !slices.ContainsFunc(w.projects, func(p *project) bool { return p.root == folder }) {
			w.addProject(newProject(w, folder, opened))
		}
	}
	for path := range w.texts.byPath {
		w.projectOf(path)
	}
}

// Folders returns the folders of the workspace.
func (w *Workspace) Folders() []string {
	w.mutex.RLock()
	defer w.mutex.RUnlock()
	return slices.Clone(w.folders)
}

// Stop ends all runs.
func (w *Workspace) Stop() {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	for _, one := range w.projects {
		one.checks.stop()
	}
}

// Open sets the text that the editor has for a file. The file need not exist on disk, and it
// may be open already.
func (w *Workspace) Open(path, content string, version int32) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	path = filepath.Clean(path)
	before, wasOpen := w.texts.get(path)
	one := text{source.NewFile(path, content), version}
	if wasOpen && before.file.Text == content {
		one.file = before.file // so that readers keep the same file
	}
	w.texts.set(path, one)
	w.change(path, one, wasOpen && before.file == one.file)
}

// Close removes the editor's text of a file, so that the text on disk is used again.
func (w *Workspace) Close(path string) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	path = filepath.Clean(path)
	if !w.closeVirtual(path) {
		if _, wasOpen := w.texts.get(path); !wasOpen {
			return
		}
		w.texts.set(path, text{})
		w.change(path, text{}, false)
	}
	w.projects = slices.DeleteFunc(w.projects, func(p *project) bool {
		if p.kind == opened || p.kind == alone || w.isUsed(p) {
			return false
		}
		p.checks.stop()
		return true
	})
}

// Holds reports whether a file belongs to a folder of the workspace or to the surroundings of an
// open file.
func (w *Workspace) Holds(path string) bool {
	w.mutex.RLock()
	defer w.mutex.RUnlock()
	return w.findProject(path) != nil
}

// isUsed reports whether a file of a project, or a virtual document in it, is open.
func (w *Workspace) isUsed(p *project) bool {
	if slices.ContainsFunc(w.projects, func(one *project) bool { return one.kind == alone && one.virtual.host == p }) {
		return true
	}
	for path := range w.texts.byPath {
		if p.holds(path) {
			return true
		}
	}
	return false
}

// Changed reports that files or folders were changed, added or removed on disk. It ignores files
// that the editor has open.
func (w *Workspace) Changed(paths []string) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	for _, path := range paths {
		path = filepath.Clean(path)
		if w.mayBeFolder(path) {
			w.refresh()
			return
		}
	}
	for _, path := range paths {
		path = filepath.Clean(path)
		if one, isOpen := w.texts.get(path); !isOpen {
			w.change(path, one, false)
		}
	}
}

// mayBeFolder reports whether a path is a folder of a project or around one, or may have been
// one before it was removed. Hidden folders do not count: nothing in them is read.
func (w *Workspace) mayBeFolder(path string) bool {
	return slices.ContainsFunc(w.projects, func(p *project) bool {
		if source.IsWithin(p.root, path) {
			return true
		}
		inside, err := filepath.Rel(p.root, path)
		if err != nil || !p.holds(path) || strings.Contains("/"+filepath.ToSlash(inside), "/.") {
			return false
		}
		info, err := p.files.Stat(path)
		if err != nil {
			return filepath.Ext(path) == "" && filepath.Base(path) != module.Puppetfile
		}
		return info.IsDir()
	})
}

// Refresh checks everything again, because the configuration has changed.
func (w *Workspace) Refresh() {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.refresh()
}

// refresh is Refresh; the caller holds the mutex.
func (w *Workspace) refresh() {
	w.revision++
	for _, one := range w.projects {
		one.invalidateLinks()
		one.reset()
		one.checks.note("", text{}, w.revision)
	}
}

// change records the change of a file; same is true if the text is unchanged. The caller holds
// the mutex.
func (w *Workspace) change(path string, one text, same bool) {
	w.revision++
	w.projectOf(path)
	for _, p := range w.projects {
		p.invalidateLinks()
		if !same && p.concerns(path) {
			p.changed(path)
		}
		p.checks.note(path, one, w.revision)
	}
}

// folderOf returns the innermost folder of the workspace that contains a path, or "".
func (w *Workspace) folderOf(path string) (best string) {
	for _, folder := range w.folders {
		if source.IsWithin(path, folder) && len(folder) > len(best) {
			best = folder
		}
	}
	return best
}

// projectOf returns the project of a file and creates it if necessary.
func (w *Workspace) projectOf(path string) *project {
	if found := w.findProject(path); found != nil {
		return found
	}
	root, kind := rootAround(&layers{w.texts, w.options.Files(filepath.Dir(path))}, path)
	p := newProject(w, root, kind)
	w.addProject(p)
	return p
}

// findProject returns the project of a virtual document, or the innermost one that holds a file,
// or nil.
func (w *Workspace) findProject(path string) *project {
	var best *project
	for _, p := range w.projects {
		holds := p.holds(path)
		if holds && p.kind == alone {
			return p
		}
		if holds && (best == nil || cmp.Compare(len(p.root), len(best.root)) > 0) {
			best = p
		}
	}
	return best
}

// addProject adds a project and starts its checks. The checks read fields of the project, which
// must not change afterwards.
func (w *Workspace) addProject(p *project) {
	w.projects = append(w.projects, p)
	w.revision++
	p.checks.noted = w.revision
	for path, one := range w.texts.byPath {
		p.checks.note(path, one, w.revision)
	}
	p.checks.start()
}

// rootFiles are the files that mark the root folder of a module or a control repository.
var rootFiles = []string{"metadata.json", "environment.conf", "Puppetfile", config.FileName}

// rootAround returns the root for a file outside the folders of the workspace: the module or
// control repository around the file. If there is none, it returns the folder of the file, whose
// other files are ignored.
func rootAround(files source.FileSystem, path string) (root string, kind projectKind) {
	for folder := filepath.Dir(path); ; folder = filepath.Dir(folder) {
		for _, name := range rootFiles {
			if info, err := files.Stat(filepath.Join(folder, name)); err == nil && !info.IsDir() {
				return folder, around
			}
		}
		if folder == filepath.Dir(folder) {
			return filepath.Dir(path), openFiles
		}
	}
}

// Acquire returns a snapshot of the files as they are now. Changes wait until it is released.
func (w *Workspace) Acquire() *Snapshot {
	w.mutex.RLock()
	return &Snapshot{workspace: w, release: sync.OnceFunc(w.mutex.RUnlock)}
}
