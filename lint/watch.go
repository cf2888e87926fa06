package lint

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/fsnotify/fsnotify"

	"puppet-lint/config"
	"puppet-lint/internal/hiera"
	"puppet-lint/module"
	"puppet-lint/source"
)

// settleTime is how long nothing must change before a change counts: editors
// save in several steps. Of those that take longer, Pending tells.
const settleTime = 4 * time.Millisecond

// Watcher reports when a file that a run looks at has changed.
type Watcher struct {
	notify *fsnotify.Watcher
	// folders are those whose trees are watched.
	folders []string
	// watched are all folders that are watched: of one that is gone, only its name is
	// left. ignored are files that the program itself writes, by their absolute paths.
	watched, ignored map[string]bool
	// changed is what has changed and Wait has not reported yet, as absolute paths.
	changed []string
}

// NewWatcher watches the folders of a run's paths, and those of its files.
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

// Ignore has what happens to files not count, which the program itself writes.
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

// explainWatch says why folders cannot be watched. What the system allows a user
// is not what its words for it say.
func explainWatch(err error) error {
	switch {
	case errors.Is(err, syscall.ENOSPC):
		return errors.New("--watch: there are more folders than the system lets a user watch; name fewer, or raise the limit (on Linux: sysctl fs.inotify.max_user_watches=524288)")
	case errors.Is(err, syscall.EMFILE), errors.Is(err, syscall.ENFILE):
		return errors.New("--watch: the system lets a user watch no more; end other programs that watch files, or raise the limit (on Linux: sysctl fs.inotify.max_user_instances=512; elsewhere: ulimit -n)")
	}
	return fmt.Errorf("--watch: %s", source.Explain(err))
}

// addTree watches a folder and those within, hidden ones aside.
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

// forget reports whether a path is that of a folder that was watched and is gone, and
// watches it and those within no longer: what has been moved away is not reported again.
func (w *Watcher) forget(path string) bool {
	path = filepath.Clean(path)
	if !w.watched[path] {
		return false
	}
	for folder := range w.watched {
		if folder == path || strings.HasPrefix(folder, path+string(filepath.Separator)) {
			delete(w.watched, folder)
			_ = w.notify.Remove(folder) // the system may have been faster
		}
	}
	return true
}

// Wait returns what has changed, as absolute paths, once something that matters
// has and nothing has since for a moment; nil if the watching has ended.
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
			// More has changed at once than the system tells: anything may have.
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

// Pending reports whether something that matters has changed since Wait returned. It
// is left for Wait to tell.
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

// note takes an event into account.
func (w *Watcher) note(event fsnotify.Event) {
	if !w.matters(event) {
		return
	}
	if path, err := filepath.Abs(event.Name); err == nil {
		w.changed = append(w.changed, path)
	}
}

// matters reports whether a run may find something else after the event. A new
// folder is watched from then on.
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
	case strings.HasPrefix(name, "."):
		return false
	}
	if info, err := os.Stat(event.Name); err == nil && info.IsDir() {
		return event.Has(fsnotify.Create) && w.addTree(event.Name) == nil
	}
	// What editors put beside a file for a moment is none; a Ruby file may
	// declare something.
	if inFiles := strings.Contains("/"+filepath.ToSlash(event.Name), "/files/"); inFiles && event.Op != fsnotify.Write && isServed(event.Name) {
		return true
	}
	return isRuby(event.Name)
}

// IsSetting reports whether a file of that name says what is looked at, or how.
func IsSetting(name string) bool {
	switch name {
	case config.FileName, ".puppet-lint.rc", ".gitignore", module.Puppetfile, module.EnvironmentConf, module.BoltProjectFile, ".fixtures.yml", hiera.FileName:
		return true
	}
	return false
}

// decidesOnAll reports whether everything may depend on a file of that name.
func decidesOnAll(name string) bool {
	return IsSetting(name) || !isPuppet(name) && !module.IsDocumentName(name) && !isRuby(name)
}

// isServed reports whether a file in the folder files of a module, or a folder in
// there, is one that only is served to agents, and none that editors leave beside
// others: whether it is there matters, and what is in it does not.
func isServed(path string) bool {
	name := filepath.Base(path)
	return decidesOnAll(name) && !IsSetting(name) && !strings.HasSuffix(name, "~")
}

func isRuby(name string) bool { return filepath.Ext(name) == ".rb" }

// Close ends the watching.
func (w *Watcher) Close() error { return w.notify.Close() }
