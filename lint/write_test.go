package lint

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func writeFile(t *testing.T, path, text string, mode os.FileMode) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
}

func content(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestReplaceFileRefuses(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a.pp")
	writeFile(t, path, "somebody else's", 0o644)
	if err := replaceFile(nil, path, "old", "new"); err == nil || !strings.Contains(err.Error(), "changed while") {
		t.Errorf("changed meanwhile: %v", err)
	}
	writeFile(t, path, "old", 0o444)
	if err := replaceFile(nil, path, "old", "new"); err == nil || !strings.Contains(err.Error(), "read-only") {
		t.Errorf("read-only: %v", err)
	}
	if err := replaceFile(nil, filepath.Join(folder, "gone.pp"), "old", "new"); err == nil {
		t.Error("a missing file was written")
	}
	if got := content(t, path); got != "old" {
		t.Errorf("content %q", got)
	}
}

// TestWritingFails checks the messages for files that cannot be written: they give the reason, and
// say that the file is unchanged, if there is one.
func TestWritingFails(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Mkdir("x", 0o755); err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join("x", "a.pp"), "", 0o644)
	for _, test := range []struct {
		path string
		err  error
		want string
	}{
		{"x/a.pp", &fs.PathError{Op: "write", Path: "x/.a.pp.1", Err: syscall.ENOSPC}, "x/a.pp: the disk is full; the file was left as it was"},
		{"x/a.pp", &fs.PathError{Op: "open", Path: "x/.a.pp.1", Err: syscall.EROFS}, "x/a.pp: the file system is read-only; the file was left as it was"},
		{"x/a.pp", &fs.PathError{Op: "open", Path: "x/.a.pp.1", Err: syscall.EACCES}, "x/a.pp: permission denied in x; the file was left as it was"},
		{"x/a.pp", &os.LinkError{Op: "rename", Old: "x/.a.pp.1", New: "x/a.pp", Err: syscall.EIO}, "x/a.pp: cannot be written: input/output error; the file was left as it was"},
		{"x/new.json", &fs.PathError{Op: "open", Path: "x/.new.json.1", Err: syscall.EACCES}, "x/new.json: permission denied in x"},
	} {
		path := filepath.FromSlash(test.path)
		if got := filepath.ToSlash(explainWrite(path, path, test.err).Error()); got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}

func TestRequiredVersion(t *testing.T) {
	for versionRange, want := range map[string]int{
		">= 7.0.0 < 9.0.0": 8, ">= 6.0.0 < 8.0.0": 7, ">= 9.0.0": 9, "8.x": 8, ">=5.5.10 <7.0.0": 0, ">= 7.24 < 8.0.0": 7,
		"": 0, ">= 8.0.0": 8, "nonsense": 0,
	} {
		text := `{"requirements":[{"name":"pe","version_requirement":"1.x"},{"name":"puppet","version_requirement":"` + versionRange + `"}]}`
		if got := requiredVersion(text); got != want {
			t.Errorf("%q: %d, want %d", versionRange, got, want)
		}
	}
	if got := requiredVersion("{"); got != 0 {
		t.Errorf("broken: %d", got)
	}
}
