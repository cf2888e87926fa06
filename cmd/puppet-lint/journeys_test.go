package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestJourneys runs typical sequences of commands, from the first check to a changed repository,
// as the README and the guides describe them. Each script in testdata/script starts with copies of
// the trees in the testdata folder at the top: control and proxy.
func TestJourneys(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:           filepath.Join("testdata", "script"),
		UpdateScripts: *update,
		Setup: func(script *testscript.Env) error {
			script.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
			script.Setenv("GIT_CONFIG_NOSYSTEM", "1")
			for _, name := range []string{"GIT_AUTHOR_NAME", "GIT_COMMITTER_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_EMAIL"} {
				script.Setenv(name, "a@example.org")
			}
			for copied, tree := range map[string]string{"control": controlRepository, "proxy": proxyModule} {
				if err := os.CopyFS(filepath.Join(script.WorkDir, copied), os.DirFS(filepath.Join(testdata, filepath.FromSlash(tree)))); err != nil {
					return err
				}
			}
			return nil
		},
	})
}
