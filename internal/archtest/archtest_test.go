// Package archtest holds the order in which packages may import each other.
package archtest

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const modulePath = "puppet-lint"

// floors lists the packages from the ground up. A package may import those
// that stand before it, and those of its own line; a folder's packages stand
// with it unless they have a place of their own.
var floors = [][]string{
	{"internal/spell", "internal/glob"},
	{"source"},
	{"diag"},
	{"rubyregexp"},
	{"syntax", "syntax/pn"},
	{"lint/suppress"},
	{"validate"},
	{"internal/validatecommand"},
	{"types"},
	{"typeexpr"},
	{"document"},
	{"module"},
	{"checker"},
	{"rules"},
	{"config"},
	{"lint"},
	{"report"},
	{"cmd"},
}

// hermetic packages know neither the disk nor the environment. (Values of Go's
// time package are fine; asking the clock is not, and review holds that.)
var hermetic = []string{"diag", "syntax", "types", "typeexpr", "validate"}

var outside = []string{"os", "os/exec", "io/fs", "net", "net/http", "math/rand", "path/filepath"}

// floor is the place of a package, or -1 for one that has none: programs and
// helpers of tests, which may import anything but which nothing may import.
func floor(path string) int {
	best, at := "", -1
	for i, packages := range floors {
		for _, name := range packages {
			if (path == name || strings.HasPrefix(path, name+"/")) && len(name) > len(best) {
				best, at = name, i
			}
		}
	}
	return at
}

func TestImportOrder(t *testing.T) {
	output, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, modulePath+"/...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	seen := 0
	for line := range strings.Lines(string(output)) {
		fields := strings.Fields(line)
		path := strings.TrimPrefix(fields[0], modulePath+"/")
		own := floor(path)
		seen++
		if own < 0 && !strings.HasPrefix(path, "internal/") && path != modulePath {
			t.Errorf("%s has no place in the order; give it one in floors", path)
		}
		for _, imported := range fields[1:] {
			name, ours := strings.CutPrefix(imported, modulePath+"/")
			if !ours {
				if slices.Contains(outside, imported) && slices.ContainsFunc(hermetic, func(h string) bool { return path == h || strings.HasPrefix(path, h+"/") }) {
					t.Errorf("%s must not import %s", path, imported)
				}
				continue
			}
			if own < 0 {
				continue
			}
			if other := floor(name); other < 0 || other > own {
				t.Errorf("%s imports %s, which stands above it", path, name)
			}
		}
	}
	if seen < 5 {
		t.Fatalf("go list found only %d packages", seen)
	}
}
