package module

import "sync"

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
