package atomicfile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// TestComparedRename checks the file systems that cannot exchange names: a file that another
// program has changed or replaced keeps its content, and the temporary file stays for its writer
// to remove.
func TestComparedRename(t *testing.T) {
	for _, test := range []struct {
		name   string
		meddle func(t *testing.T, target string)
		want   string
		isErr  bool
	}{
		{"unchanged", func(*testing.T, string) {}, "after", false},
		{"changed", func(t *testing.T, target string) { write(t, target, "other") }, "other", true},
		{"longer", func(t *testing.T, target string) { write(t, target, "before and more") }, "before and more", true},
		{"replaced by an equal file", func(t *testing.T, target string) {
			write(t, target+".new", "before")
			if err := os.Rename(target+".new", target); err != nil {
				t.Fatal(err)
			}
		}, "before", true},
		{"with another mode", func(t *testing.T, target string) {
			if err := os.Chmod(target, 0o400); err != nil {
				t.Fatal(err)
			}
		}, "before", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			folder := t.TempDir()
			target, temporary := filepath.Join(folder, "a.pp"), filepath.Join(folder, "temporary")
			write(t, target, "before")
			write(t, temporary, "after")
			// What os.Stat returns on Windows looks for the file again when it is compared.
			info := openedInfo(t, target)
			test.meddle(t, target)
			if err := comparedRename(temporary, target, info, "before"); (err != nil) != test.isErr {
				t.Errorf("error %v", err)
			}
			if text, err := os.ReadFile(target); err != nil || string(text) != test.want {
				t.Errorf("%q %v, want %q", text, err, test.want)
			}
			if _, err := os.Stat(temporary); (err == nil) != test.isErr {
				t.Errorf("the temporary file: %v", err)
			}
		})
	}
	if err := comparedRename("none", filepath.Join(t.TempDir(), "none"), nil, ""); !os.IsNotExist(err) {
		t.Errorf("a file that is gone: %v", err)
	}
}

// openedInfo describes the file at path as its opened file does, which knows which file it is.
func openedInfo(t *testing.T, path string) fs.FileInfo {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		t.Fatal(err)
	}
	return info
}

func TestRename(t *testing.T) {
	folder := t.TempDir()
	from, to := filepath.Join(folder, "a.pp"), filepath.Join(folder, "b.pp")
	write(t, from, "text")
	if err := Rename(from, to); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(to); err != nil || string(text) != "text" {
		t.Errorf("%q %v", text, err)
	}
	if err := Rename(from, to); !os.IsNotExist(err) {
		t.Errorf("a file that is gone: %v", err)
	}
}

// TestImpossible checks that a file that cannot be written gives an error, and that nothing is
// left behind.
func TestImpossible(t *testing.T) {
	folder := t.TempDir()
	file, text := filepath.Join(folder, "a.pp"), func(out io.Writer) error {
		_, err := io.WriteString(out, "after")
		return err
	}
	write(t, file, "before")
	failing := errors.New("no content")
	var writer Writer
	for _, test := range []struct {
		name string
		run  func() error
	}{
		{"a file that is gone", func() error { return writer.Replace(filepath.Join(folder, "none.pp"), "", "x") }},
		{"a folder in place of a file", func() error { return writer.Replace(folder, "", "x") }},
		{"a file with other content", func() error { return writer.Replace(file, "other", "x") }},
		{"a missing folder", func() error { return writer.Write(filepath.Join(folder, "none", "a.pp"), text) }},
		{"below a file", func() error { return writer.Write(filepath.Join(file, "a.pp"), text) }},
		{"content that fails", func() error { return writer.Write(file, func(io.Writer) error { return failing }) }},
	} {
		if err := test.run(); err == nil {
			t.Errorf("%s: no error", test.name)
		}
	}
	writer.Stop()
	if err := writer.Write(file, text); err == nil {
		t.Error("a write after the end: no error")
	}
	Sweep(filepath.Join(folder, "none"))
	if got := read(t, file); got != "before" {
		t.Errorf("the file holds %q", got)
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) != 1 {
		t.Errorf("files are left behind: %v %v", entries, err)
	}
}
