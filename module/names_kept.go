package module

import "sync"

// keptNames maps absolute paths to the names that a cache uses as keys for the file or folder.
// A changed file is thus found without looking at all keys.
type keptNames struct {
	mutex sync.Mutex
	names map[string][]string
}

func (k *keptNames) add(name string) {
	path := absolute(name)
	k.mutex.Lock()
	defer k.mutex.Unlock()
	if k.names == nil {
		k.names = map[string][]string{}
	}
	k.names[path] = append(k.names[path], name)
}

// take returns the names of a path and forgets them.
func (k *keptNames) take(path string) []string {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	names := k.names[path]
	delete(k.names, path)
	return names
}

// of returns the names of a path.
func (k *keptNames) of(path string) []string {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	return k.names[path]
}

// readLog lists the most recently read manifests.
type readLog struct {
	mutex sync.Mutex
	paths []string
	// dropped is the number of entries dropped before the first of paths.
	dropped int
}

// mostLogged is the largest number of manifests in a readLog.
const mostLogged = 1024

func (l *readLog) add(path string) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if len(l.paths) == mostLogged {
		l.paths = append(l.paths[:0], l.paths[mostLogged/2:]...)
		l.dropped += mostLogged / 2
	}
	l.paths = append(l.paths, path)
}

// since returns the paths read after a mark, which an earlier call returned, and a new mark. ok
// is false if the log does not go back that far.
func (l *readLog) since(mark int) (paths []string, next int, ok bool) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	next = l.dropped + len(l.paths)
	if mark < l.dropped || mark > next {
		return nil, next, false
	}
	return append([]string(nil), l.paths[mark-l.dropped:]...), next, true
}
