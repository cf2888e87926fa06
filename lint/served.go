package lint

import (
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"puppet-lint/config"
	"puppet-lint/module"
	"puppet-lint/rules"
)

// folderRules returns the rules that may report any file of a folder of a module.
var folderRules = sync.OnceValue(func() []*rules.Rule {
	return slices.DeleteFunc(rules.All(), func(rule *rules.Rule) bool { return rule.Folder == "" })
})

// listsAll reports whether a walk adds all files of a folder, because a rule may report any of them.
// Whether a module serves them is decided later.
func listsAll(folder string, settings *config.Settings) bool {
	slashed := filepath.ToSlash(folder) + "/"
	return slices.ContainsFunc(folderRules(), func(rule *rules.Rule) bool {
		return strings.Contains(slashed, "/"+rule.Folder+"/") && settings.MayEnable(&rule.Rule)
	})
}

// isListedServed reports whether such a walk adds a file of that name.
func isListedServed(name string) bool {
	return !strings.HasPrefix(name, ".") && !module.IsEditorFile(name)
}

// isServed reports whether the file of a task lies in a folder of a module all files of which an
// enabled rule may report.
func (u *fileTask) isServed() bool {
	owner, relative := u.modules.ModuleOf(u.absolute)
	first, _, isBelow := strings.Cut(relative, "/")
	return owner != nil && isBelow && slices.Contains(u.set.folders, first)
}

// listsServed reports whether a path lies in a folder whose files are all files of the run.
func listsServed(resolver *config.Resolver, path string) bool {
	folder := filepath.Dir(path)
	settings, err := resolver.Folder(folder)
	return err == nil && listsAll(folder, settings)
}
