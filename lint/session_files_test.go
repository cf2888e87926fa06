package lint

import (
	"os"
	"testing"
)

// TestSessionSuggestsFiles checks that what is suggested for a missing file follows the files that the
// module has.
func TestSessionSuggestsFiles(t *testing.T) {
	tree := &changingTree{folder: t.TempDir()}
	tree.write(t, "web/metadata.json", `{"name": "me-web", "version": "1.0.0", "author": "me", "license": "MIT", "summary": "s", "source": "s", "dependencies": []}`)
	tree.write(t, "web/manifests/init.pp", "class web {\n  notice(template('web/main.erb'))\n  notice(template('top.erb'))\n}\n")
	tree.write(t, "web/templates/other.erb", "x\n")
	var session Session
	session.Run(t.Context(), tree.options())
	added := tree.write(t, "web/templates/sub/main.erb", "x\n")
	tree.rerun(t, &session, []string{added}, "did you mean 'web/sub/main.erb'?")
	second := tree.write(t, "web/templates/more/main.erb", "x\n")
	tree.rerun(t, &session, []string{second}, "there is no file 'web/main.erb'")
	if err := os.Remove(added); err != nil {
		t.Fatal(err)
	}
	tree.rerun(t, &session, []string{added}, "did you mean 'web/more/main.erb'?")
	tree.rerun(t, &session, []string{tree.write(t, "web/templates/top.erb", "x\n")}, "did you mean 'web/top.erb'?")
}
