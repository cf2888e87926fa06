package workspace_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"puppet-lint/checker/symbols"
)

// TestVirtualDocuments opens a document that is no file, and one that is only shown. They see the
// names of the folder around them, but their own names are not seen there.
func TestVirtualDocuments(t *testing.T) {
	w := open(t, module, nil)
	w.SetFolders([]string{"/m"})
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	const unnamed, view, other = "/m/manifests/unnamed-1.pp", "/m/manifests/view-1.pp", "/m/manifests/other.pp"
	w.OpenVirtual(unnamed, "notice($m::x, $m::nothing)\nclass m::fresh { }\n", 1, false)
	w.OpenVirtual(view, "notice($m::nothing)\n", 1, true)
	if found, err := w.Findings(ctx, unnamed); err != nil || found.Version != 1 || !slices.Contains(names(found), "unknown_variable") {
		t.Errorf("findings of the document: %v %v", names(found), err)
	}
	if found, err := w.Findings(ctx, view); err != nil || len(found.Findings) > 0 {
		t.Errorf("findings of what is only shown: %v %v", names(found), err)
	}
	isDefined := func(path, class string) bool {
		t.Helper()
		snapshot := w.Acquire()
		defer snapshot.Release()
		index, err := snapshot.Index(ctx, path)
		if err != nil {
			t.Fatal(err)
		}
		return index.IsDefined(symbols.Symbol{Kind: symbols.Class, Name: class})
	}
	if !isDefined(unnamed, "m::other") || !isDefined(unnamed, "m::fresh") || isDefined(other, "m::fresh") {
		t.Error("the document sees the folder, and not the other way round")
	}
	w.OpenVirtual(unnamed, "notice($m::x)\nclass m::later { }\n", 2, false)
	if found, err := w.Findings(ctx, unnamed); err != nil || found.Version != 2 || slices.Contains(names(found), "unknown_variable") {
		t.Errorf("findings after a change: %v %v", names(found), err)
	}
	if isDefined(unnamed, "m::fresh") || !isDefined(unnamed, "m::later") {
		t.Error("the names are those of the earlier text")
	}
	w.Open(other, "# Other.\nclass m::moved {\n}\n", 1)
	if isDefined(unnamed, "m::other") || !isDefined(unnamed, "m::moved") {
		t.Error("a change of the folder is not seen")
	}
	snapshot := w.Acquire()
	if file, version, isOpen := snapshot.Text(unnamed); !isOpen || version != 2 || file.Name != unnamed {
		t.Errorf("the open text: %v %d", isOpen, version)
	}
	snapshot.Release()
	w.Close(unnamed)
	w.Close(view)
	snapshot = w.Acquire()
	defer snapshot.Release()
	if _, _, isOpen := snapshot.Text(unnamed); isOpen {
		t.Error("the document is still open")
	}
}

// TestHolds checks that the surroundings of a file outside of all folders are held for as long as
// the file, or a virtual document beside it, is open.
func TestHolds(t *testing.T) {
	w := open(t, module, nil)
	const manifest, data = "/m/manifests/init.pp", "/m/metadata.json"
	if w.Holds(manifest) {
		t.Error("a file is held before a folder or a file is open")
	}
	w.Open(manifest, "# M.\nclass m { }\n", 1)
	if !w.Holds(manifest) || !w.Holds(data) || w.Holds("/elsewhere/b/loose.pp") {
		t.Error("an open file does not hold the module around it")
	}
	const unnamed = "/m/manifests/unnamed-1.pp"
	w.OpenVirtual(unnamed, "include m\n", 1, false)
	w.Close(manifest)
	if !w.Holds(data) {
		t.Error("a virtual document does not hold the module around it")
	}
	w.Close(unnamed)
	w.SetFolders([]string{"/elsewhere"})
	if w.Holds(data) || !w.Holds("/elsewhere/b/loose.pp") {
		t.Error("the folders of the workspace decide")
	}
}
