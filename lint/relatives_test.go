package lint_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"puppet-lint/config"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/internal/treetest"
	"puppet-lint/lint"
)

// TestRelatives checks trees that are relatives of false errors. Each folder of an archive is a
// control repository. Its file puppet.txt is the recorded answer of Puppet to its site manifest:
// what compiles has no error, and what Puppet refuses has one. The comment of an
// archive may list rules whose warnings count, too. Comments "# want" name all findings.
func TestRelatives(t *testing.T) {
	archives, err := filepath.Glob("testdata/relatives/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no trees: %v", err)
	}
	for _, name := range archives {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			found := findingsIn(t, archive)
			treetest.Wants(t, archive, found)
			for _, file := range archive.Files {
				if tree, ok := strings.CutSuffix(file.Name, "/puppet.txt"); ok {
					compareAnswer(t, tree, strings.Fields(string(file.Data)), found)
				}
			}
		})
	}
}

// findingsIn returns the errors in an archive's trees, and the warnings of the rules that its
// comment lists.
func findingsIn(t *testing.T, archive *txtar.Archive) []*diag.Diagnostic {
	folder, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	var trees []string
	for _, file := range archive.Files {
		tree, _, _ := strings.Cut(file.Name, "/")
		if !slices.Contains(trees, tree) {
			trees = append(trees, tree)
		}
		path := filepath.Join(folder, filepath.FromSlash(file.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, file.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(folder)
	_, list, _ := strings.Cut(string(archive.Comment), "Rules:")
	counted := strings.Fields(list)
	var found []*diag.Diagnostic
	for _, tree := range trees {
		resolver := config.NewResolver(source.Disk{}, folder, config.NewCatalogue(lint.Rules()), nil, &config.Flags{})
		result, err := lint.Run(t.Context(), lint.Options{Files: source.Disk{}, Folder: folder, Paths: []string{tree}, Resolver: resolver})
		if err != nil || result.Failed() {
			t.Fatal(err, result.Failures)
		}
		for _, finding := range result.Findings {
			if !finding.Suppressed && (finding.Severity == diag.Error || finding.Severity == diag.Warning && slices.Contains(counted, finding.Rule.Name)) {
				found = append(found, finding)
			}
		}
	}
	return found
}

// compareAnswer compares errors with the words of Puppet's answer: "compiles", "refused FILE LINE"
// with the message, or "refused unreported" with the reason. The error may be in another file than
// that which Puppet names, such as in the data.
func compareAnswer(t *testing.T, tree string, answer []string, found []*diag.Diagnostic) {
	t.Helper()
	isReported := slices.ContainsFunc(found, func(finding *diag.Diagnostic) bool {
		return finding.Severity == diag.Error && strings.HasPrefix(filepath.ToSlash(finding.File.Name), tree+"/")
	})
	if isReported != (answer[0] == "refused" && answer[1] != "unreported") {
		t.Errorf("%s: Puppet says %q", tree, strings.Join(answer, " "))
	}
}
