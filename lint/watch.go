package lint

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"

	"puppet-lint/config"
	"puppet-lint/diag"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// settleTime is how long nothing must change before a change counts: editors
// save in several steps.
const settleTime = 15 * time.Millisecond

// Watcher tells when a file that a run looks at has changed.
type Watcher struct {
	notify *fsnotify.Watcher
}

// NewWatcher watches the folders of a run's paths, and those of its files.
func NewWatcher(options Options) (*Watcher, error) {
	notify, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, fmt.Errorf("--watch: %w", err)
	}
	watcher := &Watcher{notify}
	paths := options.Paths
	if len(paths) == 0 {
		paths = []string{"."}
	}
	for _, path := range paths {
		info, err := options.Files.Stat(path)
		switch {
		case err != nil:
		case info.IsDir():
			err = watcher.addTree(path)
		default:
			err = notify.Add(filepath.Dir(path))
		}
		if err != nil {
			notify.Close()
			return nil, fmt.Errorf("--watch: %s: %w", path, err)
		}
	}
	return watcher, nil
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
		return w.notify.Add(path)
	})
}

// Wait returns what has changed, as absolute paths, once something that matters
// has and nothing has since for a moment; nil if the watching has ended.
func (w *Watcher) Wait() (changed []string, err error) {
	var settled <-chan time.Time
	for {
		select {
		case event, open := <-w.notify.Events:
			if !open {
				return nil, nil
			}
			if event.Has(fsnotify.Create) {
				// A new folder is watched, too; for a file this fails.
				_ = w.addTree(event.Name)
			}
			if matters(event) {
				settled = time.After(settleTime)
				if path, err := filepath.Abs(event.Name); err == nil {
					changed = append(changed, path)
				}
			}
		case err, open := <-w.notify.Errors:
			if !open {
				return nil, nil
			}
			return nil, fmt.Errorf("--watch: %w", err)
		case <-settled:
			return changed, nil
		}
	}
}

func matters(event fsnotify.Event) bool {
	if event.Op == fsnotify.Chmod {
		return false
	}
	name := filepath.Base(event.Name)
	return isPuppet(name) || name == config.FileName || module.IsDocumentName(name) || filepath.Ext(name) == ""
}

// Close ends the watching.
func (w *Watcher) Close() error { return w.notify.Close() }

// Cache keeps what was found in files from one run to the next.
type Cache struct {
	mutex sync.Mutex
	units map[string]*cachedUnit // by absolute path
}

// cachedUnit is what was found in a file alone.
type cachedUnit struct {
	findings []diag.Diagnostic
	parsed   *syntax.File
	subject  *subject
	settled  bool
}

// NewCache makes an empty Cache.
func NewCache() *Cache { return &Cache{units: map[string]*cachedUnit{}} }

// Forget drops what is known of the files that changed. If anything but
// manifests and templates changed (configuration, a folder), all is dropped and
// it returns true.
func (c *Cache) Forget(changed []string) (everything bool) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for _, path := range changed {
		if !isPuppet(path) {
			clear(c.units)
			return true
		}
		delete(c.units, path)
	}
	return false
}

func (c *Cache) get(path string) (*cachedUnit, bool) {
	if c == nil {
		return nil, false
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	known, ok := c.units[path]
	return known, ok
}

func (c *Cache) put(path string, u *unit) {
	if c == nil || !u.done || len(u.failures) > 0 || u.change != nil {
		return
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.units[path] = &cachedUnit{slices.Clone(u.findings), u.parsed, u.subject, u.settled}
}
