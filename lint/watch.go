package lint

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/fsnotify/fsnotify"

	"puppet-lint/config"
	"puppet-lint/internal/hiera"
	"puppet-lint/internal/source"
	"puppet-lint/module"
)

// settleTime is how long nothing must change before Wait returns. Editors save in several
// steps. Saves that take longer are detected by Pending.
const settleTime = 4 * time.Millisecond

// Watcher reports when a file that a run looks at has changed.
type Watcher struct {
	notify *fsnotify.Watcher
	// folders are the roots of the watched trees.
	folders []string
	// watched holds all watched folders. Nothing but the name is known of a deleted folder.
	// ignored holds the absolute paths of files that the program itself writes.
	watched, ignored map[string]bool
	// changed holds the absolute paths of changes that Wait has not returned yet.
	changed []string
}

// NewWatcher watches the folders of a run's paths and of its files. An error says why the
// system cannot watch them, and what to do.
func NewWatcher(options Options) (*Watcher, error) {
	notify, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, explainWatch(err)
	}
	watcher := &Watcher{notify: notify, watched: map[string]bool{}}
	for _, path := range options.pathsOrFolder() {
		info, err := options.Files.Stat(path)
		switch {
		case err != nil:
		case info.IsDir():
			watcher.folders = append(watcher.folders, path)
			err = watcher.addTree(path)
		default:
			err = watcher.add(filepath.Dir(path))
		}
		if err != nil {
			notify.Close()
			return nil, explainWatch(err)
		}
	}
	return watcher, nil
}

// Ignore ignores changes of files that the program itself writes.
func (w *Watcher) Ignore(files []string) {
	w.ignored = map[string]bool{}
	for _, path := range files {
		if absolute, err := filepath.Abs(path); err == nil {
			w.ignored[absolute] = true
			if real, err := filepath.EvalSymlinks(filepath.Dir(absolute)); err == nil {
				w.ignored[filepath.Join(real, filepath.Base(absolute))] = true
			}
		}
	}
}

// explainWatch explains why folders cannot be watched. If a limit of the system is the reason,
// the system's own error does not say so.
func explainWatch(err error) error {
	switch {
	case errors.Is(err, syscall.ENOSPC):
		return errors.New("there are more folders than the system lets a user watch; name fewer, or raise the limit (on Linux: sysctl fs.inotify.max_user_watches=524288)")
	case errors.Is(err, syscall.EMFILE), errors.Is(err, syscall.ENFILE):
		return errors.New("the system lets a user watch no more; end other programs that watch files, or raise the limit (on Linux: sysctl fs.inotify.max_user_instances=512; elsewhere: ulimit -n)")
	}
	return errors.New(source.Explain(err))
}

// addTree watches a folder and the folders in it, except hidden ones.
func (w *Watcher) addTree(root string) error {
	return filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return nil
		}
		if !entry.IsDir() {
			return nil
		}
		if name := entry.Name(); path != root && strings.HasPrefix(name, ".") {
			return filepath.SkipDir
		}
		return w.add(path)
	})
}

// add watches a folder.
func (w *Watcher) add(folder string) error {
	w.watched[filepath.Clean(folder)] = true
	return w.notify.Add(folder)
}

// forget reports whether a path is that of a watched folder that no longer exists. It then
// stops watching the folder and all folders in it, because a folder that was moved away must
// not be reported again.
func (w *Watcher) forget(path string) bool {
	path = filepath.Clean(path)
	if !w.watched[path] {
		return false
	}
	for folder := range w.watched {
		if folder == path || strings.HasPrefix(folder, path+string(filepath.Separator)) {
			delete(w.watched, folder)
			_ = w.notify.Remove(folder) // the system may already have removed it
		}
	}
	return true
}

// Wait waits until something relevant has changed, and then until nothing has changed for
// settleTime. It returns the absolute paths of the changes, or nil if the watcher was closed.
func (w *Watcher) Wait() (changed []string, err error) {
	var settled <-chan time.Time
	for noted := 0; ; {
		if len(w.changed) > noted {
			noted, settled = len(w.changed), time.After(settleTime)
		}
		select {
		case event, open := <-w.notify.Events:
			if !open {
				return nil, nil
			}
			w.note(event)
		case err, open := <-w.notify.Errors:
			if !open {
				return nil, nil
			}
			if !errors.Is(err, fsnotify.ErrEventOverflow) {
				return nil, explainWatch(err)
			}
			// The system has lost events, so anything may have changed.
			if path, err := filepath.Abs(string(filepath.Separator)); err == nil {
				w.changed = append(w.changed, path)
			}
			for _, folder := range w.folders {
				if err := w.addTree(folder); err != nil {
					return nil, explainWatch(err)
				}
			}
		case <-settled:
			changed, w.changed = w.changed, nil
			return changed, nil
		}
	}
}

// Pending reports whether something relevant has changed since Wait returned. Wait still
// returns the change.
func (w *Watcher) Pending() bool {
	for {
		select {
		case event, open := <-w.notify.Events:
			if !open {
				return false
			}
			w.note(event)
		default:
			return len(w.changed) > 0
		}
	}
}

// note records an event if it is relevant.
func (w *Watcher) note(event fsnotify.Event) {
	if !w.matters(event) {
		return
	}
	if path, err := filepath.Abs(event.Name); err == nil {
		w.changed = append(w.changed, path)
	}
}

// matters reports whether the findings may differ after the event. It starts watching a new
// folder.
func (w *Watcher) matters(event fsnotify.Event) bool {
	if event.Op == fsnotify.Chmod {
		return false
	}
	if path, err := filepath.Abs(event.Name); err == nil && w.ignored[path] {
		return false
	}
	if event.Has(fsnotify.Remove) || event.Has(fsnotify.Rename) {
		if _, err := os.Lstat(event.Name); err != nil && w.forget(event.Name) {
			return true
		}
	}
	switch name := filepath.Base(event.Name); {
	case isPuppet(name), module.IsDocumentName(name):
		return true
	case IsSetting(name):
		return true
	case module.IsDraftName(name):
		return event.Op != fsnotify.Write // its content does not matter, only whether it exists
	case strings.HasPrefix(name, "."):
		return false
	}
	if info, err := os.Stat(event.Name); err == nil && info.IsDir() {
		return event.Has(fsnotify.Create) && w.addTree(event.Name) == nil
	}
	if module.ConcernsAll(event.Name) && !module.IsEditorFile(filepath.Base(event.Name)) {
		return true
	}
	// Editors create temporary files, which are not relevant. A Ruby file may declare
	// something.
	slashed := "/" + filepath.ToSlash(event.Name)
	inModule := strings.Contains(slashed, "/files/") || strings.Contains(slashed, "/templates/")
	if inModule && event.Op != fsnotify.Write && isServed(event.Name) {
		return true
	}
	return isRuby(event.Name)
}

// IsSetting reports whether a file of that name determines which files are examined, or how.
func IsSetting(name string) bool {
	switch name {
	case config.FileName, ".puppet-lint.rc", ".gitignore", module.Puppetfile, module.EnvironmentConf, module.BoltProjectFile, ".fixtures.yml", hiera.FileName:
		return true
	}
	return false
}

// decidesOnAll reports whether all findings may depend on a file of that name.
func decidesOnAll(name string) bool {
	return IsSetting(name) || !isPuppet(name) && !module.IsDocumentName(name) && !isRuby(name)
}

// isServed reports whether a file or folder in a module's folder files or templates is only served
// to agents or rendered: its existence matters, its content does not. Temporary files of editors do not count.
func isServed(path string) bool {
	name := filepath.Base(path)
	return decidesOnAll(name) && !IsSetting(name) && !module.IsEditorFile(name)
}

func isRuby(name string) bool { return filepath.Ext(name) == ".rb" }

// Close stops watching.
func (w *Watcher) Close() error { return w.notify.Close() }
