package lint

import (
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/module"
)

// foreignNames and foreignExtensions identify files that often lie near manifests and certainly
// are none. Any other file that the user names is read as a manifest: it may have been renamed,
// or be a pipe.
var (
	foreignNames = []string{
		"Puppetfile", "Gemfile", "Rakefile", "Guardfile", "Vagrantfile", "Makefile", "Jenkinsfile", "Dockerfile", "Appraisals",
		"LICENSE", "NOTICE", "CHANGELOG", "CODEOWNERS", "CONTRIBUTING", "README", "HISTORY",
	}
	foreignExtensions = []string{
		".rb", ".rake", ".gemspec", ".lock", ".ru", ".py", ".pl", ".sh", ".ps1", ".bat", ".js", ".go", ".md", ".markdown", ".rst", ".adoc",
		".html", ".css", ".xml", ".toml", ".ini", ".cfg", ".conf", ".csv", ".svg", ".png", ".jpg", ".pdf", ".gz", ".tgz", ".zip",
	}
)

// isForeign reports whether a file, judging by its name, is of no kind that the run examines.
func (f *finder) isForeign(path string) bool {
	name := filepath.Base(path)
	extension := strings.ToLower(filepath.Ext(name))
	if f.documents && module.IsSettingsName(name) {
		return false
	}
	return slices.Contains(foreignNames, name) || slices.Contains(foreignExtensions, extension) || !f.documents && module.IsDocumentName(name)
}
