package unused

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/internal/document/puppetfile"
	"puppet-lint/module"
	"puppet-lint/module/known"
)

// Vendored returns a function that reports whether a file belongs to a vendored module: a copy, in a
// control repository, of a module that is developed elsewhere. Outside of an environment there is
// none.
func Vendored(tree *module.Tree) func(path string) bool {
	if tree.Environment == "" {
		return func(string) bool { return false }
	}
	listed := puppetfileOf(tree)
	cache := map[*module.Module]bool{}
	return func(path string) bool {
		owner, _ := tree.ModuleOf(path)
		if owner == nil {
			return false
		}
		answer, known := cache[owner]
		if !known {
			answer = isVendored(owner, tree, listed)
			cache[owner] = answer
		}
		return answer
	}
}

// CountVendored returns the number of vendored modules of a tree.
func CountVendored(tree *module.Tree) int {
	count := 0
	if tree.Environment != "" {
		listed := puppetfileOf(tree)
		for _, owner := range tree.Modules {
			if isVendored(owner, tree, listed) {
				count++
			}
		}
	}
	return count
}

// isVendored reports whether a module is developed elsewhere: the Puppetfile installs it, git does
// not track it, it was unpacked from a release, or its metadata name a widely used module or a
// repository of the module.
func isVendored(owner *module.Module, tree *module.Tree, listed *puppetfile.List) bool {
	isListed := func(one puppetfile.Module) bool { return one.Name == owner.Name && !one.Local }
	if slices.ContainsFunc(listed.Modules, isListed) || module.IsUntracked(tree, owner) {
		return true
	}
	metadata := owner.Metadata()
	if metadata == nil || metadata.Owner == "" || metadata.Name != owner.Name {
		return false
	}
	if known.Embedded().Find(metadata.Owner, metadata.Name) != nil {
		return true
	}
	if _, err := tree.Files.Stat(owner.Path("checksums.json")); err == nil { // only releases have it
		return true
	}
	for _, key := range []string{"source", "project_page"} {
		if value := metadata.Document.Root.Get(key); value != nil && isRepositoryOf(value.Text, owner.Name) {
			return true
		}
	}
	return false
}

// isRepositoryOf reports whether a URL is that of a module's own repository, as far as its last
// part shows: "apt", "puppet-apt".
func isRepositoryOf(url, name string) bool {
	url, _, _ = strings.Cut(url, "#")
	if !strings.ContainsAny(url, ":/") {
		return false
	}
	last := strings.TrimSuffix(path.Base(strings.TrimRight(url, "/")), ".git")
	return last == name || strings.HasSuffix(last, "-"+name)
}

// puppetfileOf returns the Puppetfile of a tree's environment; it is empty if there is none.
func puppetfileOf(tree *module.Tree) *puppetfile.List {
	if tree.Environment != "" {
		if file, err := tree.Files.Read(filepath.Join(tree.Environment, module.Puppetfile)); err == nil {
			return puppetfile.Read(file)
		}
	}
	return &puppetfile.List{}
}
