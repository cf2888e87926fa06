package main

import (
	"bytes"
	"strings"
	"testing"

	"puppet-lint/config"
)

// TestManual checks that the manual page names every subcommand and flag, and
// that every line with a control character is a request that it means.
func TestManual(t *testing.T) {
	var out bytes.Buffer
	if status := manual(&environment{stdout: &out}, nil); status != exitClean {
		t.Fatalf("status %d", status)
	}
	page := out.String()
	for _, command := range subcommands() {
		if !strings.Contains(page, "\n.B \""+roff(command.name)) {
			t.Errorf("%s is not in it", command.name)
		}
	}
	for _, flag := range config.FlagTable(newCatalogue(), formatNames()) {
		if flag.Section != "" && !strings.Contains(page, `\-\-`+roff(flag.Name)) {
			t.Errorf("--%s is not in it", flag.Name)
		}
	}
	if at := strings.IndexFunc(page, func(char rune) bool { return char > '~' }); at >= 0 {
		t.Errorf("a terminal in the C locale cannot show what begins %.20q", page[at:])
	}
	for line := range strings.Lines(page) {
		if !strings.HasPrefix(line, ".") && !strings.HasPrefix(line, "'") {
			continue
		}
		request, _, _ := strings.Cut(strings.TrimSpace(line[1:]), " ")
		switch request {
		case "TH", "SH", "TP", "B", "I", "BI", "BR", "RI", "IR", "br":
		default:
			t.Errorf("troff would take this for a request: %s", line)
		}
	}
	for _, c := range []struct{ text, want string }{{"--a", `\-\-a`}, {".b", `\&.b`}, {`c\d`, `c\ed`}} {
		if got := roff(c.text); got != c.want {
			t.Errorf("roff(%q) = %q", c.text, got)
		}
	}
}
