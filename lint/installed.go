package lint

import (
	"path/filepath"
	"strings"

	"puppet-lint/internal/document/puppetfile"
	"puppet-lint/module"
)

// installedBy returns the absolute folders of the modules that the Puppetfile in folder
// installs. Tools such as r10k overwrite these modules, so changes to them would be lost. Local
// modules belong to the repository and are not included.
func (f *finder) installedBy(folder string) map[string]bool {
	path := filepath.Join(folder, module.Puppetfile)
	var installed map[string]bool
	if file, err := f.fs.Read(path); err == nil {
		list := puppetfile.Read(file)
		installed = make(map[string]bool, len(list.Modules))
		for _, one := range list.Modules {
			into := one.InstallPath
			if into == "" {
				into = list.ModuleDir
			}
			if !filepath.IsAbs(into) {
				into = filepath.Join(folder, filepath.FromSlash(into))
			}
			if !one.Local && !isOwnFolder(one.Source, into, one.Name) {
				installed[filepath.Join(into, one.Name)] = true
			}
		}
	}
	return installed
}

// isOwnFolder reports whether the source of a module is the very folder that it is installed into,
// perhaps with another prefix, as in a virtual machine: librarian-puppet's
// path => '/vagrant/modules/NAME'. The repository itself then holds the module.
func isOwnFolder(from, into, name string) bool {
	from = filepath.ToSlash(filepath.Clean(from))
	return !strings.Contains(from, ":") && strings.HasSuffix("/"+from, "/"+filepath.Base(into)+"/"+name)
}

// isInstalled reports whether a Puppetfile in one of the enclosing folders of the walk installs
// the module at path. A walk that begins within an installed module examines it, since the user
// asked for it.
func (at *folder) isInstalled(path string) bool {
	for ; at != nil; at = at.around {
		if at.installed[path] {
			return true
		}
	}
	return false
}

// isInstalledAbove is isInstalled without a walk. It reads the Puppetfiles of all enclosing
// folders, up to the current one.
func (f *finder) isInstalledAbove(path string) bool {
	for folder := filepath.Dir(path); ; folder = filepath.Dir(folder) {
		if f.installedBy(folder)[path] {
			return true
		}
		if folder == f.folder || folder == filepath.Dir(folder) {
			return false
		}
	}
}
