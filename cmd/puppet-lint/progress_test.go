package main

import (
	"bytes"
	"testing"
	"time"
)

// TestProgress checks the line on a terminal that shows the progress of a run that takes a while.
func TestProgress(t *testing.T) {
	for _, test := range []struct {
		name            string
		terminal, quiet bool
		took            time.Duration
		versions        string
		want            string
	}{
		{"a long run", true, false, time.Second, "", "\r\x1b[Kread 3 of 7 files\r\x1b[K"},
		{"a run with versions", true, false, time.Second, "Puppet 8", "\r\x1b[Kread 3 of 7 files with Puppet 8\r\x1b[K"},
		{"a short run", true, false, 0, "", ""},
		{"no terminal", false, false, time.Second, "", ""},
		{"quiet", true, true, time.Second, "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			var out bytes.Buffer
			p := newProgress(&environment{stderr: &out, stderrTerminal: test.terminal}, "read", test.quiet)
			p.started = p.started.Add(-test.took)
			p.updateWith(test.versions, 3, 7)
			p.clear()
			if out.String() != test.want {
				t.Errorf("the output is %q, want %q", out.String(), test.want)
			}
		})
	}
}
