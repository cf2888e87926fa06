package lint

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"puppet-lint/internal/source"
)

// TestWriteChanges: files are written and moved unless that would harm one of them.
func TestWriteChanges(t *testing.T) {
	const text = "class a {\n}\n"
	change := func(path, after string) Change { return Change{Path: path, Before: text, After: after} }
	for _, test := range []struct {
		name    string
		changes []Change
		moves   []FileMove
		// failure is a part of the only failure; empty if there is none.
		failure string
		// after holds the final texts. An empty text means that the file does not exist.
		after map[string]string
	}{
		{"writes and moves", []Change{change("a.pp", "class b {\n}\n")}, []FileMove{{"a.pp", "new/b.pp"}}, "",
			map[string]string{"a.pp": "", "new/b.pp": "class b {\n}\n", "c.pp": text}},
		{"breaks", []Change{change("a.pp", "class b {\n")}, []FileMove{{"c.pp", "d.pp"}}, "a.pp: would not parse after the change; the file was left alone",
			map[string]string{"a.pp": text, "c.pp": text, "d.pp": ""}},
		{"was broken", []Change{{Path: "broken.pp", Before: "class {\n", After: "class a {\n  x\n"}}, nil, "",
			map[string]string{"broken.pp": "class a {\n  x\n"}},
		{"changed meanwhile", []Change{{Path: "a.pp", Before: "class x {\n}\n", After: "class b {\n}\n"}}, nil, "a.pp: changed while",
			map[string]string{"a.pp": text}},
		{"exists", nil, []FileMove{{"a.pp", "c.pp"}}, "c.pp: already exists; a.pp was not moved", map[string]string{"a.pp": text, "c.pp": text}},
		{"missing", nil, []FileMove{{"gone.pp", "d.pp"}}, "gone.pp: no such file or folder", map[string]string{"d.pp": ""}},
		{"is outside", []Change{change("../a.pp", "class b {\n}\n")}, nil, "a.pp", map[string]string{"a.pp": text}},
		{"moves behind a link", []Change{change("a.pp", "class b {\n}\n")}, []FileMove{{"c.pp", "out/c.pp"}}, "outside of the working tree",
			map[string]string{"a.pp": text, "c.pp": text, "out/c.pp": ""}},
		{"moves below a file", []Change{change("a.pp", "class b {\n}\n")}, []FileMove{{"c.pp", "broken.pp/c.pp"}}, "broken.pp: is not a folder", map[string]string{"a.pp": text, "c.pp": text}},
		{"changes one of two", []Change{change("a.pp", "class b {\n}\n"), change("../a.pp", "class b {\n}\n")}, nil, "a.pp", map[string]string{"a.pp": text}},
		{"moves outside", nil, []FileMove{{"a.pp", "../a.pp"}}, "a.pp", map[string]string{"a.pp": text}},
	} {
		t.Run(test.name, func(t *testing.T) {
			folder := filepath.Join(t.TempDir(), "tree")
			if err := os.Mkdir(folder, 0o755); err != nil {
				t.Fatal(err)
			}
			t.Chdir(folder)
			writeFile(t, "a.pp", text, 0o644)
			writeFile(t, "c.pp", text, 0o644)
			writeFile(t, "broken.pp", "class {\n", 0o644)
			if err := os.Symlink(t.TempDir(), "out"); err != nil && runtime.GOOS != "windows" {
				t.Fatal(err)
			} else if _, err := os.Readlink("out"); err != nil && test.name == "moves behind a link" {
				t.Skip("no symbolic links here: ", err)
			}
			failures := WriteChanges(nil, Confine(folder, []string{"."}), test.changes, test.moves)
			switch {
			case test.failure == "" && len(failures) > 0, test.failure != "" && (len(failures) != 1 || !strings.Contains(filepath.ToSlash(failures[0].Message), test.failure)):
				t.Errorf("failures %+v, want %q", failures, test.failure)
			}
			for name, want := range test.after {
				got := ""
				if file, err := source.ReadAny(name); err == nil {
					got = file.Text
				}
				if got != want {
					t.Errorf("%s holds %q, want %q", name, got, want)
				}
			}
		})
	}
}
