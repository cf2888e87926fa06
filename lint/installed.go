package lint

import (
	"path/filepath"

	"puppet-lint/internal/document/puppetfile"
	"puppet-lint/module"
)

// installedBy are the absolute folders of the modules that the Puppetfile in folder
// puts there: r10k and its like overwrite them, so that whoever changes something there
// loses it. Modules that the list calls local are the repository's own.
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
			if !one.Local {
				installed[filepath.Join(into, one.Name)] = true
			}
		}
	}
	return installed
}

// isInstalled reports whether a Puppetfile in one of the folders around puts the
// module at path there. A walk that begins within such a folder asks for what is there.
func (at *folder) isInstalled(path string) bool {
	for ; at != nil; at = at.around {
		if at.installed[path] {
			return true
		}
	}
	return false
}

// isInstalledAbove is isInstalled where nothing was walked: it looks at the
// Puppetfiles of all folders around, up to the current one.
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
