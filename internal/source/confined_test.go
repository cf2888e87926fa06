package source

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// confinedTree makes a tree with links, a trusted folder and other files, and returns its
// folder, resolved.
func confinedTree(t *testing.T) string {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"tree/manifests/init.pp", "tree/.git/config", "modules/a/init.pp", "secret/key", "shared/key", "loose.pp", "rc"} {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(name), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for link, target := range map[string]string{"tree/out": "secret", "tree/key": "secret/key", "tree/in": "tree/manifests", "modules/linked": "shared"} {
		symlink(t, filepath.Join(root, filepath.FromSlash(target)), filepath.Join(root, filepath.FromSlash(link)))
	}
	return root
}

// symlink makes a symbolic link. Windows does not let everybody make one, and Wine makes none that
// is one, so that the test is skipped there; on other systems it fails.
func symlink(t *testing.T, target, link string) {
	t.Helper()
	err := os.Symlink(target, link)
	if err == nil {
		_, err = os.Readlink(link)
	}
	switch {
	case err == nil:
	case runtime.GOOS == "windows":
		t.Skip("no symbolic links here: ", err)
	default:
		t.Fatal(err)
	}
}

func TestConfined(t *testing.T) {
	root := confinedTree(t)
	files := Confine(filepath.Join(root, "tree"), "rc")
	files.AddTree(".")
	files.AddLoose(filepath.Join(root, "loose.pp"))
	for _, test := range []struct {
		path           string
		reads, writes  bool
		readsTrusted   bool // once the module path is trusted
		isUntrusted    bool
		writesMessages string
	}{
		{path: "manifests/init.pp", reads: true, readsTrusted: true, writes: true, isUntrusted: true},
		{path: "in/init.pp", reads: true, readsTrusted: true, writes: true, isUntrusted: true},
		{path: ".git/config", reads: true, readsTrusted: true, isUntrusted: true, writesMessages: "git's own files"},
		{path: "key", isUntrusted: true, writesMessages: "outside"},
		{path: "out/key", isUntrusted: true, writesMessages: "outside"},
		{path: "../secret/key", writesMessages: "outside"},
		{path: "../rc", reads: true, readsTrusted: true},
		{path: "../loose.pp", reads: true, readsTrusted: true, writes: true},
		{path: "../modules/a/init.pp", readsTrusted: true},
		{path: "../modules/linked/key", readsTrusted: true},
	} {
		file, err := files.Read(test.path)
		if (err == nil) != test.reads {
			t.Errorf("Read(%s): %v", test.path, err)
		}
		if err == nil && file.Name != test.path {
			t.Errorf("Read(%s) names the file %s", test.path, file.Name)
		}
		if err != nil && (!errors.Is(err, fs.ErrNotExist) || !errors.Is(err, ErrOutside)) {
			t.Errorf("Read(%s): %v is not ErrOutside", test.path, err)
		}
		if _, err := files.Stat(test.path); (err == nil) != test.reads {
			t.Errorf("Stat(%s): %v", test.path, err)
		}
		err = files.MayWrite(test.path)
		if (err == nil) != test.writes || err != nil && !strings.Contains(err.Error(), test.writesMessages) {
			t.Errorf("MayWrite(%s): %v", test.path, err)
		}
		if got := files.IsUntrusted(test.path); got != test.isUntrusted {
			t.Errorf("IsUntrusted(%s) = %t", test.path, got)
		}
		trusting := Confine(filepath.Join(root, "tree"), "rc")
		trusting.AddTree(".")
		trusting.AddLoose(filepath.Join(root, "loose.pp"))
		trusting.Trust("../modules")
		if _, err := trusting.Read(test.path); (err == nil) != test.readsTrusted {
			t.Errorf("with a trusted module path, Read(%s): %v", test.path, err)
		}
	}
	refused := files.Refused()
	if got := refused[filepath.Join(root, "tree", "key")]; got != filepath.Join(root, "secret", "key") {
		t.Errorf("Refused() = %v", refused)
	}
}

// TestConfinedForgets checks that a listing is kept until Forget.
func TestConfinedForgets(t *testing.T) {
	root := confinedTree(t)
	files := Confine(root)
	files.AddTree("tree")
	names := func() (names []string) {
		entries, err := files.ReadDir("tree/manifests")
		if err != nil {
			t.Fatal(err)
		}
		for _, entry := range entries {
			names = append(names, entry.Name())
		}
		return names
	}
	if got := names(); !slices.Equal(got, []string{"init.pp"}) {
		t.Fatalf("the folder holds %q", got)
	}
	added := filepath.Join(root, "tree", "manifests", "added.pp")
	if err := os.WriteFile(added, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	files.Forget()
	if got := names(); !slices.Equal(got, []string{"added.pp", "init.pp"}) {
		t.Errorf("after Forget, the folder holds %q", got)
	}
	if _, err := files.Read(added); err != nil {
		t.Errorf("a new file: %v", err)
	}
	for _, path := range []string{"tree/none.pp", "tree/none/none.pp"} {
		if _, err := files.Read(path); !errors.Is(err, fs.ErrNotExist) || errors.Is(err, ErrOutside) {
			t.Errorf("Read(%s): %v", path, err)
		}
	}
	if _, err := files.ReadDir("secret"); !errors.Is(err, ErrOutside) {
		t.Errorf("a folder outside: %v", err)
	}
	if got := ConfinedBy(NewOverlay(files, nil)); got != files {
		t.Errorf("below an overlay, ConfinedBy returns %p, want %p", got, files)
	}
	if got := ConfinedBy(NewOverlay(Disk{}, nil)); got != nil {
		t.Errorf("ConfinedBy finds %v below the disk", got)
	}
}

// TestMayReplace checks which paths the user may name for a report: links in a tree must not decide
// where it lies.
func TestMayReplace(t *testing.T) {
	root := confinedTree(t)
	for link, target := range map[string]string{
		"tree/git": "tree/.git", "tree/none": "nothing", "tree/ring": "tree/ring", "tree/manifests/up": "tree", "tree/deep": "tree/manifests/up/out",
		"own": "shared", "to": "tree", "through": "tree/out",
	} {
		symlink(t, filepath.Join(root, filepath.FromSlash(target)), filepath.Join(root, filepath.FromSlash(link)))
	}
	for folder, paths := range map[string]string{
		"tree": "r manifests/r in/r new/r in/up/r ../shared/r ../own/r ../to/r ../to/in/r $/r $/secret/r $/tree/r in/../r -in/up/out/r " +
			"-out/r -out -out/new/r -key -git/config -none -none/r -ring -deep/r -out/../r -$/tree/out/r -../tree/out/r -../to/out/r -../through/r",
		"to": "r in/r $/to/r $/to/in/r ../tree/r -out/r -$/to/out/r",
	} {
		files := Confine(filepath.Join(root, folder))
		files.AddTree(filepath.Join(root, "tree"))
		for path := range strings.FieldsSeq(paths) {
			path, refused := strings.CutPrefix(path, "-")
			path = filepath.FromSlash(strings.Replace(path, "$", filepath.ToSlash(root), 1))
			if err := files.MayReplace(path); (err != nil) != refused {
				t.Errorf("in %s, MayReplace(%s): %v", folder, path, err)
			}
		}
		for _, path := range []string{os.DevNull, "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"} {
			if err := files.MayReplace(path); err != nil {
				t.Errorf("MayReplace(%s): %v", path, err)
			}
		}
	}
}

// TestMayReplaceInner: a link in a tree within a tree does not lead out of the inner one.
func TestMayReplaceInner(t *testing.T) {
	root := confinedTree(t)
	files := Confine(root)
	files.AddTree(root)
	if err := files.MayReplace("tree/out/r"); err != nil {
		t.Errorf("within the only tree: %v", err)
	}
	files.AddTree("tree")
	if err := files.MayReplace("tree/out/r"); err == nil || !strings.Contains(err.Error(), "outside of the working tree") {
		t.Errorf("out of the inner tree: %v", err)
	}
}

func TestExplain(t *testing.T) {
	root := confinedTree(t)
	dangling := filepath.Join(root, "dangling")
	symlink(t, "nowhere", dangling)
	for _, test := range []struct {
		err  error
		want string
	}{
		{errors.New("plain"), "plain"},
		{&fs.PathError{Op: "open", Path: "a.pp", Err: fs.ErrNotExist}, "a.pp: no such file or folder"},
		{&fs.PathError{Op: "open", Path: dangling, Err: fs.ErrNotExist}, dangling + ": links to nowhere, which does not exist"},
		{&fs.PathError{Op: "open", Path: "a.pp", Err: fs.ErrPermission}, "a.pp: permission denied; make it readable, or leave it out"},
		{&fs.PathError{Op: "open", Path: "a.pp", Err: ErrOutside}, "a.pp: lies outside of the working tree and the module path; name the folder on the command line, or in --modulepath, to have it read"},
		{tooLarge("a.pp"), "a.pp: is longer than"},
	} {
		if got := Explain(test.err); !strings.HasPrefix(got, test.want) {
			t.Errorf("Explain(%v) = %q, want %q", test.err, got, test.want)
		}
	}
}

func TestOverlayLists(t *testing.T) {
	root := confinedTree(t)
	overlay := NewOverlay(Disk{}, map[string]string{
		filepath.Join(root, "tree", "manifests", "new.pp"): "new",
		filepath.Join(root, "tree", "added", "deep.pp"):    "deep",
		filepath.Join(root, "loose.pp"):                    "changed",
	})
	for folder, want := range map[string]string{"tree/manifests": "init.pp new.pp", "tree/added": "deep.pp", ".": "loose.pp modules/ rc secret/ shared/ tree/"} {
		entries, err := overlay.ReadDir(filepath.Join(root, filepath.FromSlash(folder)))
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, entry := range entries {
			name := entry.Name()
			if entry.IsDir() {
				name += "/"
			}
			names = append(names, name)
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%s holds %q, want %q", folder, got, want)
		}
	}
	if info, err := overlay.Stat(filepath.Join(root, "tree", "added")); err != nil || !info.IsDir() || !info.Mode().IsDir() || info.Name() != "added" {
		t.Errorf("the folder of a text: %v, %v", info, err)
	}
	if info, err := overlay.Stat(filepath.Join(root, "loose.pp")); err != nil || info.Size() != 7 || info.IsDir() || !info.Mode().IsRegular() {
		t.Errorf("a changed file: %v, %v", info, err)
	}
	if file, err := overlay.Read(filepath.Join(root, "rc")); err != nil || file.Text != "rc" {
		t.Errorf("a file of the base: %v, %v", file, err)
	}
	memory := NewOverlay(nil, map[string]string{"/a/b.pp": ""})
	for _, err := range []error{second(memory.Read("/a/c.pp")), second(memory.Stat("/c")), second(memory.ReadDir("/c"))} {
		if !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("without a base: %v", err)
		}
	}
	if memory.Base() != nil {
		t.Error("a base where there is none")
	}
}

func second[T any](_ T, err error) error { return err }

// TestConfinedLongPaths: a path that is too long for any file is not looked up folder by folder.
func TestConfinedLongPaths(t *testing.T) {
	root := confinedTree(t)
	files := Confine(filepath.Join(root, "tree"))
	files.AddTree(".")
	before := len(files.real)
	if _, err := files.Read(filepath.Join(root, "tree") + strings.Repeat("/a", maxPath)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the error is %v, want one that says that the file does not exist", err)
	}
	if after := len(files.real); after != before {
		t.Errorf("%d folders are remembered, want %d", after, before)
	}
}
