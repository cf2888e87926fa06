package server

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// log writes one line for each event, with the time since the start.
type log struct {
	mutex   sync.Mutex
	to      io.Writer
	started time.Time
}

func newLog(to io.Writer) *log { return &log{to: to, started: time.Now()} }

func (l *log) printf(format string, arguments ...any) {
	if l.to == nil {
		return
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	fmt.Fprintf(l.to, "%9.3fs ", time.Since(l.started).Seconds())
	fmt.Fprintf(l.to, format+"\n", arguments...)
}
