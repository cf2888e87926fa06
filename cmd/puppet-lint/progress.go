package main

import (
	"fmt"
	"sync"
	"time"
)

// progressDelay is the time after which a run shows its progress.
const progressDelay = 500 * time.Millisecond

// progress is a line on the terminal that shows the progress of a run.
type progress struct {
	env *environment
	// verb says what was done with the files, such as "checked".
	verb    string
	started time.Time

	mutex sync.Mutex
	last  time.Time
	shown bool
}

func newProgress(env *environment, verb string, quiet bool) *progress {
	p := &progress{env: env, verb: verb, started: time.Now()}
	if quiet || !env.stderrTerminal {
		p.env = nil
	}
	return p
}

// update is called whenever a file is done. It is safe for concurrent use.
func (p *progress) update(done, total int) { p.updateWith("", done, total) }

// updateWith is like update. If versions is not "", the line ends with it.
func (p *progress) updateWith(versions string, done, total int) {
	if p.env == nil || time.Since(p.started) < progressDelay {
		return
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if time.Since(p.last) < 50*time.Millisecond {
		return
	}
	p.last, p.shown = time.Now(), true
	if versions != "" {
		versions = " with " + versions
	}
	fmt.Fprintf(p.env.stderr, "\r\x1b[K%s %d of %d files%s", p.verb, done, total, versions)
}

// clear removes the line.
func (p *progress) clear() {
	if p.shown {
		fmt.Fprint(p.env.stderr, "\r\x1b[K")
	}
}
