package unused

import (
	"fmt"
	"path"
	"strings"

	"puppet-lint/graph"
	"puppet-lint/module"
	"puppet-lint/module/known"
)

// missingThatMay says which modules are missing and may do something with code or data of the
// repository; it returns "" if there is none.
func (f *finder) missingThatMay(do string) string {
	switch missing := f.missingModules(); len(missing) {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("module '%s' is missing and may %s", missing[0], do)
	case 2:
		return fmt.Sprintf("modules '%s' and '%s' are missing and may %s", missing[0], missing[1], do)
	default:
		return fmt.Sprintf("modules '%s' and %d others are missing and may %s", missing[0], len(missing)-1, do)
	}
}

// missingModules returns the modules that are not installed and may use code of the repository. The
// Puppetfile lists such a module with a repository of its own, or it is a git submodule. Published
// modules are left out: they are written for any site, so they do not use the code of one.
func (f *finder) missingModules() []string {
	if f.missing != nil {
		return *f.missing
	}
	var missing []string
	for _, listed := range f.puppetfile().Modules {
		if listed.Source != "" && f.graph.Tree.Module(listed.Name) == nil && !isPublished(listed.Owner, listed.Name, listed.Source) {
			missing = append(missing, listed.Name)
		}
	}
	for _, one := range module.MissingSubmodules(f.graph.Tree) {
		if f.graph.Tree.Module(one.Name) == nil && !isPublished("", one.Name, one.URL) {
			missing = append(missing, one.Name)
		}
	}
	f.missing = &missing
	return missing
}

// isPublished reports whether a module is a widely used one, judging by its owner, or by the URL of its
// repository: https://example.com/puppetlabs/puppetlabs-apt.git.
func isPublished(owner, name, url string) bool {
	index := known.Embedded()
	if !index.HasName(name) {
		return false
	}
	owners := []string{owner}
	if isRepositoryOf(url, name) {
		parts := strings.FieldsFunc(strings.TrimSuffix(strings.TrimRight(url, "/"), ".git"), func(char rune) bool { return char == '/' || char == ':' })
		prefix, _, _ := strings.Cut(path.Base(parts[len(parts)-1]), "-")
		owners = append(owners, prefix)
		if len(parts) > 1 {
			owners = append(owners, parts[len(parts)-2])
		}
	}
	for _, one := range owners {
		if one != "" && index.Find(one, name) != nil {
			return true
		}
	}
	return false
}

// unlistedModule returns a module that is not installed and that the Puppetfile does not list,
// although code names its classes or defined types; or "". It may look up keys of any name.
func (f *finder) unlistedModule() string {
	if f.unlisted == nil {
		missing := f.findUnlistedModule()
		f.unlisted = &missing
	}
	return *f.unlisted
}

func (f *finder) findUnlistedModule() string {
	listed := map[string]bool{}
	for _, one := range f.puppetfile().Modules {
		listed[one.Name] = true
	}
	for _, node := range f.graph.Nodes {
		if !node.Missing || node.Kind != graph.Class && node.Kind != graph.DefinedType {
			continue
		}
		first, _, _ := strings.Cut(node.Name, "::")
		if !listed[first] && f.graph.Tree.Module(first) == nil {
			return first
		}
	}
	return ""
}
