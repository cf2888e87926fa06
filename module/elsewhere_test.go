package module

import (
	"slices"
	"testing"
)

func TestFilesOfModule(t *testing.T) {
	const archive = "-- metadata.json --\n{\"name\": \"me-a\"}\n-- manifests/init.pp --\nclass a { }\n-- files/web/index.html --\n-- files/index.html --\n-- files/web/style.css --\n"
	tree := workspace(archive).TreeOf("/w/manifests/init.pp")
	owner, _ := tree.ModuleOf("/w/manifests/init.pp")
	if owner == nil {
		t.Fatal("there is no module")
	}
	if found := FilesNamed(tree, owner, "files", "index.html"); !slices.Equal(found, []string{"index.html", "web/index.html"}) {
		t.Errorf("files named index.html: %q", found)
	}
	if found := FilesNamed(tree, owner, "files", "web"); len(found) > 0 {
		t.Errorf("folders are no files: %q", found)
	}
	for text, want := range map[string]bool{"web/s": true, "index": true, "web/t": false, "x": false} {
		if got := HasFileBeginning(tree, owner, "files", text); got != want {
			t.Errorf("a file that begins with %q: %v", text, got)
		}
	}
	for path, want := range map[string]string{"web/stile.css": "web/style.css", "nothing/like/it": ""} {
		if got := SimilarFile(tree, owner, "files", path); got != want {
			t.Errorf("the file similar to %s is %q, want %q", path, got, want)
		}
	}
}
