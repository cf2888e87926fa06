package source

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"
)

func TestPositions(t *testing.T) {
	file := NewFile("x.pp", "aé\r\n𝄞b\n")
	for _, test := range []struct {
		offset int32
		want   Position
		utf16  Position
	}{
		{0, Position{1, 1}, Position{1, 1}},
		{3, Position{1, 3}, Position{1, 3}},
		{5, Position{2, 1}, Position{2, 1}},
		{9, Position{2, 2}, Position{2, 3}},
		{11, Position{3, 1}, Position{3, 1}},
	} {
		if got := file.Position(test.offset); got != test.want {
			t.Errorf("Position(%d) = %v, want %v", test.offset, got, test.want)
		}
		if got := file.PositionUTF16(test.offset); got != test.utf16 {
			t.Errorf("PositionUTF16(%d) = %v, want %v", test.offset, got, test.utf16)
		}
		if got := file.Offset(test.want); got != test.offset {
			t.Errorf("Offset(%v) = %d, want %d", test.want, got, test.offset)
		}
	}
	if got := file.LineText(1); got != "aé" {
		t.Errorf("LineText(1) = %q", got)
	}
	if got := file.LineCount(); got != 3 {
		t.Errorf("LineCount() = %d", got)
	}
}

// TestColumnsOfLongLines checks the columns far into a long line, which are counted from a
// milestone. They must equal those counted from the start of the line.
func TestColumnsOfLongLines(t *testing.T) {
	for _, pattern := range []string{"a", "aé", "é𝄞", "𝄞\xff", "\xff\xfe", "€\xe2\x82"} {
		text := "é\n" + strings.Repeat(pattern, longLine) + "\n" + strings.Repeat(pattern, longLine)
		file := NewFile("x.json", text)
		for offset := range len(text) + 1 {
			if middle := offset % longLine; middle > 4 && middle < longLine-4 {
				continue
			}
			before := text[strings.LastIndexByte(text[:offset], '\n')+1 : offset]
			if got, want := file.Position(int32(offset)).Column, 1+utf8.RuneCountInString(before); got != want {
				t.Errorf("%q: Position(%d) has column %d, want %d", pattern, offset, got, want)
			}
			if got, want := file.Characters(int32(offset)), utf8.RuneCountInString(text[:offset]); got != want {
				t.Errorf("%q: Characters(%d) = %d, want %d", pattern, offset, got, want)
			}
			if got, want := file.PositionUTF16(int32(offset)).Column, 1+len(utf16.Encode([]rune(before))); got != want {
				t.Errorf("%q: PositionUTF16(%d) has column %d, want %d", pattern, offset, got, want)
			}
		}
	}
}

func TestOverlay(t *testing.T) {
	overlay := NewOverlay(nil, map[string]string{"/m/a/init.pp": "class a {}", "/m/b.pp": ""})
	entries, err := overlay.ReadDir("/m")
	if err != nil || len(entries) != 2 || !entries[0].IsDir() || entries[1].Name() != "b.pp" {
		t.Fatalf("ReadDir: %v %v", entries, err)
	}
	if file, err := overlay.Read("/m/a/../a/init.pp"); err != nil || file.Text != "class a {}" {
		t.Errorf("Read: %v %v", file, err)
	}
	if info, err := overlay.Stat("/m/a"); err != nil || !info.IsDir() {
		t.Errorf("Stat: %v %v", info, err)
	}
	if _, err := overlay.Read("/m/c.pp"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("missing file: %v", err)
	}
}

func TestDiskReads(t *testing.T) {
	folder := t.TempDir()
	for _, length := range []int{0, 1, 511, 512, 513, 1 << 20} {
		path, want := filepath.Join(folder, "file"), strings.Repeat("é", length)
		if err := os.WriteFile(path, []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
		if file, err := (Disk{}).Read(path); err != nil || file.Text != want {
			t.Errorf("a file of %d characters is not read as it is: %v", length, err)
		}
	}
	large := filepath.Join(folder, "large")
	for size, want := range map[int64]error{MaxFileSize: nil, MaxFileSize + 1: ErrTooLarge} {
		if err := os.WriteFile(large, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(large, size); err != nil {
			t.Fatal(err)
		}
		if _, err := (Disk{}).Read(large); !errors.Is(err, want) {
			t.Errorf("a file of %d bytes: %v", size, err)
		}
	}
	for path, want := range map[string]string{
		folder:                          "is a directory",
		filepath.Join(folder, "absent"): "no such file or folder",
	} {
		if _, err := (Disk{}).Read(path); err == nil || !strings.Contains(Explain(err), want) {
			t.Errorf("%s: %v, and not %q", path, err, want)
		}
	}
}

// TestOverlayKeepsListing checks that listing a folder with overlaid files changes nothing in the
// listing of the file system below.
func TestOverlayKeepsListing(t *testing.T) {
	base := &listed{entries: make([]fs.DirEntry, 0, 8)}
	for _, name := range []string{"b.pp", "d.pp"} {
		base.entries = append(base.entries, fs.FileInfoToDirEntry(MemoryInfo(name, 0, false)))
	}
	names := func(entries []fs.DirEntry) (found []string) {
		for _, entry := range entries {
			found = append(found, entry.Name())
		}
		return found
	}
	overlay := NewOverlay(base, map[string]string{"/m/a.pp": "", "/m/b.pp": "", "/m/c.pp": ""})
	entries, err := overlay.ReadDir("/m")
	if got, want := names(entries), []string{"a.pp", "b.pp", "c.pp", "d.pp"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("the overlay lists %v (%v), want %v", got, err, want)
	}
	if got, want := names(base.entries), []string{"b.pp", "d.pp"}; !slices.Equal(got, want) {
		t.Errorf("the base lists %v, want %v", got, want)
	}
}

// listed is a file system with the same entries in each folder.
type listed struct {
	FileSystem
	entries []fs.DirEntry
}

func (l *listed) ReadDir(string) ([]fs.DirEntry, error) { return l.entries, nil }
