package lint

import (
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/module"
)

// foreignNames and foreignExtensions are those of files beside manifests that hold
// something else for certain. Any other file that is named is read as a manifest: it
// may be one that somebody renamed, or a pipe.
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

// isForeign reports whether a file's name says that it is nothing to look at.
func (f *finder) isForeign(path string) bool {
	name := filepath.Base(path)
	extension := strings.ToLower(filepath.Ext(name))
	if f.documents && module.IsSettingsName(name) {
		return false
	}
	return slices.Contains(foreignNames, name) || slices.Contains(foreignExtensions, extension) || !f.documents && module.IsDocumentName(name)
}
