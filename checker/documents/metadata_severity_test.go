package documents_test

import (
	"testing"

	"golang.org/x/tools/txtar"

	"puppet-lint/checker/code"
	"puppet-lint/internal/diag"

	"puppet-lint/checker"
	"puppet-lint/internal/treetest"
)

// TestSeverityOfMetadata checks that metadata with which Puppet finds nothing in a module are an
// error, and that metadata that Puppet accepts are at most a warning.
func TestSeverityOfMetadata(t *testing.T) {
	const rest = `"author": "x", "license": "x"`
	for _, test := range []struct {
		metadata string
		want     diag.Severity
	}{
		{`{"name": "x-m", "version": "1.0.0", "summary": "s", "source": "s", ` + rest + `}`, diag.Error},
		{`{"name": "x-m", "version": "1.0.0", "summary": "s", "source": null, "dependencies": [], ` + rest + `}`, diag.Error},
		{`{"name": "x-m", "version": null, "summary": "s", "source": "s", "dependencies": [], ` + rest + `}`, diag.Error},
		{`{"name": "x-m", "version": "1.0.0", "summary": "s", "source": "s", "dependencies": "x", ` + rest + `}`, diag.Error},
		{`{"name": "x-m", "version": "1.0.0", "summary": "s", "source": "s", "dependencies": ["x-y"], ` + rest + `}`, diag.Error},
		{`{"name": "m", "version": "1.0.0", "summary": "s", "source": "s", "dependencies": [], ` + rest + `}`, diag.Warning},
		{`{"name": "x-m", "version": "1.0.0", "summary": null, "source": "s", "dependencies": [], ` + rest + `}`, diag.Warning},
		{`{"name": "x-m", "version": "1.0.0", "source": "s", "dependencies": [], ` + rest + `}`, diag.Warning},
		{`{"version": "1.0.0", "summary": "s", "source": "s", "dependencies": [], ` + rest + `}`, diag.Warning},
		{`{"name": "x-m", "version": "1", "summary": "s", "source": "s", "dependencies": [], ` + rest + `}`, diag.Warning},
		{`{"name": "x-m", "version": 1, "summary": "s", "source": "s", "dependencies": [], ` + rest + `}`, diag.Warning},
		{`{"name": "x-m", "version": "1.0.0", "summary": "s", "source": "s", "dependencies": [{"name": "a/b", "version_requirement": " >= 2"}], ` + rest + `}`, diag.Warning},
		{`{}`, diag.Warning},
	} {
		archive := txtar.Parse([]byte("metadata\n-- m/metadata.json --\n" + test.metadata + "\n"))
		tree := treetest.New(archive)
		found := 0
		checked, _ := checker.Check(t.Context(), tree.Tree, checker.Options{Paths: tree.Paths, Documents: tree.Documents})
		for _, finding := range checked {
			if finding.Rule == &code.InvalidMetadata {
				found++
				if finding.Severity != test.want {
					t.Errorf("%s: %s is of severity %v, want %v", test.metadata, finding.Message, finding.Severity, test.want)
				}
			}
		}
		if found != 1 {
			t.Errorf("%s: %d findings, want 1", test.metadata, found)
		}
	}
}
