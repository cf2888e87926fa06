package source

import (
	"path/filepath"
	"testing"
)

func TestAbsolute(t *testing.T) {
	folder, err := filepath.Abs("folder")
	if err != nil {
		t.Fatal(err)
	}
	drive := filepath.VolumeName(folder)
	for path, want := range map[string]string{
		"a/../b.pp": filepath.Join(folder, "b.pp"), "": folder, "..": filepath.Dir(folder),
		filepath.Join(folder, "x"): filepath.Join(folder, "x"), "/r//s": filepath.Join(drive+"/", "r", "s"),
	} {
		if got := Absolute(folder, path); got != want {
			t.Errorf("%q: %q, want %q", path, got, want)
		}
	}
}

func TestIsAbsolute(t *testing.T) {
	for path, want := range map[string]bool{
		"/etc": true, "C:/data": true, `d:\data`: true, `\\server\share`: true, `\data`: true,
		"data": false, "": false, "a::b": false, "C:data": false, "./x": false, "puppet:///x": false,
	} {
		if got := IsAbsolute(path); got != want {
			t.Errorf("%q: %v", path, got)
		}
	}
}
