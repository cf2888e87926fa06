package lint

import (
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/module"
)

// withoutFolders replaces folders that were added or deleted by the files in them. It returns
// false if such a folder may be a module, or may hold files of other kinds on which findings
// depend.
func (s *Session) withoutFolders(changed []string) (files []string, possible bool) {
	for _, path := range changed {
		info, err := s.last.memo.FileSystem.Stat(path)
		isFolder := err == nil && info.IsDir()
		if s.serves(path) || module.IsDraftName(filepath.Base(path)) || !isFolder && (err == nil || !decidesOnAll(filepath.Base(path)) || IsSetting(filepath.Base(path))) {
			files = append(files, path)
			continue
		}
		within, possible := s.filesIn(path, isFolder)
		if !possible {
			return nil, false
		}
		s.last.memo.forget(path)
		files = append(files, within...)
	}
	slices.Sort(files)
	return slices.Compact(files), true
}

// serves reports whether a path lies in a module's folder files, whose files Puppet only copies
// to agents.
func (s *Session) serves(path string) bool {
	for key := range s.last.sessions {
		if owner, relative := key.tree.ModuleOf(path); owner != nil && strings.HasPrefix(relative+"/", "files/") {
			return isServed(path)
		}
	}
	return false
}

// filesIn returns the absolute paths of the files that are or were in a folder. known is false
// if they are not all known or findings may depend on other files there.
func (s *Session) filesIn(folder string, isThere bool) (files []string, known bool) {
	for key := range s.last.sessions {
		owner, relative := key.tree.ModuleOf(folder)
		if owner == nil || !isForCode(relative, isThere) || key.tree.HoldsModules(folder) {
			return nil, false
		}
		files = append(files, key.tree.FilesIn(folder)...)
	}
	for path := range s.tasks {
		if strings.HasPrefix(path, folder+string(filepath.Separator)) {
			files = append(files, path)
		}
	}
	if !isThere {
		return files, len(s.last.sessions) > 0
	}
	known = len(s.last.sessions) > 0
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir():
			return nil
		case !entry.Type().IsRegular() || decidesOnAll(entry.Name()):
			known = false
		default:
			files = append(files, path)
		}
		return nil
	})
	return files, known && err == nil
}

// isForCode reports whether a folder of a module, given by its path in the module, holds only
// Puppet code and data. Templates and Ruby code count, too, if the folder still exists and can
// be listed.
func isForCode(relative string, isThere bool) bool {
	switch first, _, _ := strings.Cut(relative, "/"); first {
	case "manifests", "functions", "types", "plans", "data":
		return true
	case "templates", "lib":
		return isThere
	}
	return false
}
