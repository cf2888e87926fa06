package git

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"puppet-lint/internal/source"
)

// checkFiles checks what git reads in the folders of the repository before git runs there, because
// git waits for pipes and reads devices to the end of memory.
func (p *location) checkFiles() error {
	folders := []string{p.gitDir}
	if p.common != p.gitDir {
		folders = append(folders, p.common)
	}
	for _, folder := range folders {
		if err := p.checkFolder(folder, false, isRead); err != nil {
			return err
		}
		if err := p.checkFolder(filepath.Join(folder, "info"), false, isRead); err != nil {
			return err
		}
		if err := checkIgnored(filepath.Join(folder, "info", "exclude")); err != nil {
			return err
		}
		for _, name := range []string{"refs", "reftable", "remotes", "branches"} {
			if err := p.checkFolder(filepath.Join(folder, name), true, anyName); err != nil {
				return err
			}
		}
	}
	return p.checkObjects(p.objects)
}

// checkIgnored checks that the list of ignored files is no pipe. It may be a link to anywhere, such as
// /dev/null or a list of the user's.
func checkIgnored(path string) error {
	if about, err := os.Stat(path); err == nil && about.Mode()&fs.ModeNamedPipe != 0 {
		return fmt.Errorf("--new-from: git would read %s, which is a pipe; remove it", path)
	}
	return nil
}

// checkObjects checks a folder of objects. It does not list the folders of single objects, because
// git asks for the length of these before it reads them.
func (p *location) checkObjects(objects string) error {
	if err := p.checkFolder(objects, false, anyName); err != nil {
		return err
	}
	for _, name := range []string{"info", "pack"} {
		if err := p.checkFolder(filepath.Join(objects, name), true, anyName); err != nil {
			return err
		}
	}
	return nil
}

// checkRevision checks the files that git reads for the name of a revision: main may be the file
// .git/main, or .git/logs/main for main@{1}.
func (p *location) checkRevision(revision string) error {
	name := revision
	if at := strings.IndexAny(name, "^~:@"); at >= 0 {
		name = name[:at]
	}
	if !filepath.IsLocal(name) {
		return nil
	}
	for _, folder := range []string{p.gitDir, p.common} {
		for _, path := range []string{filepath.Join(folder, name), filepath.Join(folder, "logs", name), filepath.Join(folder, "logs", "HEAD")} {
			if about, err := os.Stat(path); err != nil || about.IsDir() {
				continue
			}
			target, err := realPath(path)
			if err != nil {
				return err
			}
			about, err := os.Lstat(target)
			if err != nil {
				return fmt.Errorf("--new-from: %w", err)
			}
			if !p.holds(target) || !about.Mode().IsRegular() || about.Size() > source.MaxFileSize && !strings.Contains(path, "logs") {
				return fmt.Errorf("--new-from: git would read %s, which is no regular file of up to %d MiB in the git folder; remove it", path, source.MaxFileSize>>20)
			}
		}
	}
	return nil
}

// isRead reports whether git reads a file or folder with that name of the git folder, or of the
// folder info. Links to hooks, for example, may lead elsewhere.
func isRead(name string) bool {
	switch name {
	case "config", "config.worktree", "commondir", "gitdir", "packed-refs", "index", "shallow", "grafts", "attributes",
		"refs", "reftable", "remotes", "branches", "info", "objects":
		return true
	}
	return strings.HasSuffix(name, "HEAD") || strings.HasPrefix(name, "sharedindex.")
}

func anyName(string) bool { return true }

// checkFolder checks the wanted files of a folder, and if it is deep those of the folders below.
// The folder may be missing.
func (p *location) checkFolder(folder string, isDeep bool, isWanted func(name string) bool) error {
	opened, err := os.Open(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return fmt.Errorf("--new-from: %w", err)
	}
	entries, err := opened.ReadDir(-1)
	opened.Close()
	if err != nil {
		return fmt.Errorf("--new-from: %w", err)
	}
	for _, entry := range entries {
		path := filepath.Join(folder, entry.Name())
		switch {
		case entry.IsDir() && isDeep:
			err = p.checkFolder(path, true, isWanted)
		case !entry.IsDir() && isWanted(entry.Name()):
			err = p.checkFile(path, entry)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// checkFile checks that git can read a file, and that it is in the folders of this work tree.
func (p *location) checkFile(path string, entry fs.DirEntry) error {
	about, err := entry.Info()
	if err == nil && about.Mode()&fs.ModeSymlink != 0 {
		var target string
		if target, err = filepath.EvalSymlinks(path); err == nil && !p.holds(target) {
			return fmt.Errorf("--new-from: git would read %s, which is a symbolic link to %s; git's files must lie in the git folder", path, target)
		}
		if err == nil {
			about, err = os.Stat(target)
		}
	}
	switch {
	case errors.Is(err, fs.ErrNotExist): // git passes over a link to nothing, such as HEAD before the first commit
		return nil
	case err != nil:
		return fmt.Errorf("--new-from: %w", err)
	case about.Mode()&fs.ModeSocket != 0: // that of a file system monitor, which nobody can open as a file
		return nil
	case !about.Mode().IsRegular():
		return fmt.Errorf("--new-from: git would read %s, which is no regular file; remove it", path)
	case about.Size() > source.MaxFileSize && isReadAsAWhole(path):
		return fmt.Errorf("--new-from: git would read %s, which is longer than %d MiB; remove it", path, source.MaxFileSize>>20)
	}
	return nil
}

// isReadAsAWhole reports whether git copies all of a file to memory, unlike the index, packs and
// their like, of which it reads what it needs.
func isReadAsAWhole(path string) bool {
	folder, name := filepath.Split(path)
	switch folder = filepath.Base(folder); {
	case folder == "pack" || folder == "commit-graphs" || folder == "reftable":
		return false
	case name == "config" || name == "config.worktree" || name == "commondir" || name == "gitdir" || name == "shallow" || name == "alternates":
		return true
	}
	return name == "grafts" || name == "attributes" || strings.HasSuffix(name, "HEAD") || strings.Contains(path, string(filepath.Separator)+"refs"+string(filepath.Separator))
}
