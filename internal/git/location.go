package git

import (
	"crypto/sha1"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/internal/source"
)

// location is where git keeps what belongs to a work tree. Its paths are absolute and without
// symbolic links.
type location struct {
	// top is the root of the work tree. gitDir is its git folder, common is the folder that linked
	// work trees share, and objects is the folder of the objects.
	top, gitDir, common, objects string
	// isNamed is true if the environment names the git folder.
	isNamed bool
	// within are the folders that must hold all of git's files. They belong to this work tree.
	within []string
}

// errNoRepository is the error for a folder without a repository.
var errNoRepository = errors.New("--new-from: not a git repository: there is no .git in the folder or above it")

// otherwise says how to use a repository that a tree names.
const otherwise = "a tree must not lead git to another repository; if this is the right one, set GIT_DIR to its git folder and GIT_WORK_TREE to the work tree"

// variable returns the value of an environment variable that selects the repository, or "". Those
// variables are not about submodules.
func (r *repository) variable(name string) string {
	if r.isSubmodule {
		return ""
	}
	return os.Getenv(name)
}

// locate finds the git folders of the work tree around the folder, without git. It returns an
// error if they belong to another work tree.
func (r *repository) locate() (location, error) {
	if _, err := exec.LookPath("git"); err != nil {
		return location{}, errors.New("--new-from needs git, which is not on the PATH")
	}
	p := location{}
	named := r.variable("GIT_DIR")
	p.isNamed = named != ""
	dotGit := absolute(r.folder, named)
	if !p.isNamed {
		top, err := r.withGit()
		if err != nil {
			return p, err
		}
		p.top, dotGit = top, filepath.Join(top, ".git")
	} else {
		p.top = r.folder
	}
	if tree := r.variable("GIT_WORK_TREE"); tree != "" {
		p.top = absolute(r.folder, tree)
	}
	var err error
	if p.top, err = realPath(p.top); err != nil {
		return p, err
	}
	if err := p.findGitDir(dotGit); err != nil {
		return p, err
	}
	return p, p.findObjects(r)
}

// withGit returns the next folder upwards that has a .git. Of a submodule, that is only its own
// folder.
func (r *repository) withGit() (string, error) {
	folder, err := realPath(r.folder)
	if err != nil {
		return "", err
	}
	ceilings := filepath.SplitList(os.Getenv("GIT_CEILING_DIRECTORIES"))
	for {
		if _, err := os.Lstat(filepath.Join(folder, ".git")); !errors.Is(err, fs.ErrNotExist) {
			return folder, err
		}
		above := filepath.Dir(folder)
		if above == folder || r.isSubmodule || slices.ContainsFunc(ceilings, func(ceiling string) bool { return isSame(ceiling, above) }) {
			return "", errNoRepository
		}
		folder = above
	}
}

// findGitDir finds the git folder: dotGit, or the folder that the file dotGit names, if that
// folder points back to the work tree.
func (p *location) findGitDir(dotGit string) error {
	about, err := os.Lstat(dotGit)
	if err == nil && p.isNamed {
		about, err = os.Stat(dotGit)
	}
	switch {
	case err != nil:
		return fmt.Errorf("--new-from: %w", err)
	case about.IsDir():
		p.gitDir, err = realPath(dotGit)
		p.within = []string{p.gitDir}
		return err
	case !about.Mode().IsRegular():
		target, _ := os.Readlink(dotGit)
		return fmt.Errorf("--new-from: %s is neither a folder nor a file, but leads to %q; %s", dotGit, target, otherwise)
	}
	text, err := readSmall(dotGit)
	if err != nil {
		return err
	}
	named, isPointer := strings.CutPrefix(text, "gitdir: ")
	if named = strings.TrimRight(named, "\r\n"); !isPointer || named == "" {
		return fmt.Errorf("--new-from: the file %s names no git folder", dotGit)
	}
	if p.gitDir, err = realPath(absolute(filepath.Dir(dotGit), named)); err != nil {
		return err
	}
	p.within = []string{p.gitDir}
	if p.isPointedAt() {
		return nil
	}
	return fmt.Errorf("--new-from: the file %s leads to %s, which does not point back to %s: it is neither a linked work tree (git worktree repair restores one) nor has it this core.worktree, as a submodule has; %s", dotGit, p.gitDir, p.top, otherwise)
}

// isPointedAt reports whether the git folder names the work tree: as a linked work tree in its
// file gitdir, or as a submodule in its setting core.worktree.
func (p *location) isPointedAt() bool {
	if text, err := readSmall(filepath.Join(p.gitDir, "gitdir")); err == nil {
		back := absolute(p.gitDir, strings.TrimRight(text, "\r\n"))
		return filepath.Base(back) == ".git" && isSame(filepath.Dir(back), p.top)
	}
	for _, name := range []string{"config", "config.worktree"} {
		text, err := readSmall(filepath.Join(p.gitDir, name))
		if tree := workTreeIn(text); err == nil && tree != "" && isSame(absolute(p.gitDir, tree), p.top) {
			return true
		}
	}
	return false
}

// findObjects finds the common folder and that of the objects.
func (p *location) findObjects(r *repository) error {
	p.common = p.gitDir
	if named := r.variable("GIT_COMMON_DIR"); named != "" {
		p.common = absolute(p.top, named)
	} else if text, err := readSmall(filepath.Join(p.gitDir, "commondir")); err == nil {
		p.common = absolute(p.gitDir, strings.TrimRight(text, "\r\n"))
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	var err error
	if p.common, err = realPath(p.common); err != nil {
		return err
	}
	isLinked := filepath.Dir(p.gitDir) == filepath.Join(p.common, "worktrees")
	_, noPointer := os.Lstat(filepath.Join(p.gitDir, "gitdir"))
	if isLinked && noPointer == nil || r.variable("GIT_COMMON_DIR") != "" {
		p.within = append(p.within, p.common)
	}
	p.objects = filepath.Join(p.common, "objects")
	if named := r.variable("GIT_OBJECT_DIRECTORY"); named != "" {
		p.objects = absolute(p.top, named)
	}
	if p.objects, err = realPath(p.objects); err != nil {
		return err
	}
	if r.variable("GIT_OBJECT_DIRECTORY") != "" {
		p.within = append(p.within, p.objects)
	}
	for _, folder := range []string{p.common, p.objects} {
		if !p.holds(folder) {
			return fmt.Errorf("--new-from: %s leads to %s, which belongs to another repository; %s", p.gitDir, folder, otherwise)
		}
	}
	if err := p.checkFiles(); err != nil {
		return err
	}
	if !p.isComplete() {
		return fmt.Errorf("--new-from: %s is no git folder: HEAD or refs are missing or damaged", p.gitDir)
	}
	return p.checkAlternates(p.objects, 0)
}

// isComplete reports whether git takes the git folder for one. If it did not, it would look for a
// bare repository next to it.
func (p *location) isComplete() bool {
	if about, err := os.Stat(filepath.Join(p.common, "refs")); err != nil || !about.IsDir() {
		return false
	}
	path := filepath.Join(p.gitDir, "HEAD")
	if target, err := os.Readlink(path); err == nil {
		return strings.HasPrefix(filepath.ToSlash(target), "refs/")
	}
	text, err := readSmall(path)
	if ref, isReference := strings.CutPrefix(text, "ref:"); isReference {
		return err == nil && strings.HasPrefix(strings.TrimLeft(ref, " \t\r\n"), "refs/")
	}
	_, notHex := hex.DecodeString(text[:min(len(text), 2*sha1.Size)])
	return err == nil && len(text) >= 2*sha1.Size && notHex == nil
}

// holds reports whether a path without symbolic links lies in the folders of this work tree.
func (p *location) holds(path string) bool { return isBelow(path, p.within) }

func isBelow(path string, folders []string) bool {
	return slices.ContainsFunc(folders, func(folder string) bool {
		return path == folder || strings.HasPrefix(path, strings.TrimRight(folder, string(filepath.Separator))+string(filepath.Separator))
	})
}

// deepestAlternate is how far git follows alternates of alternates.
const deepestAlternate = 8

// checkAlternates checks that the objects that a folder of objects borrows are in the folders of
// this work tree, or in one that the environment names. Whoever knows the name of a commit could
// read another repository otherwise.
func (p *location) checkAlternates(objects string, depth int) error {
	list := filepath.Join(objects, "info", "alternates")
	text, err := readSmall(list)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	var trusted []string
	for _, folder := range filepath.SplitList(os.Getenv("GIT_ALTERNATE_OBJECT_DIRECTORIES")) {
		if folder, err := realPath(absolute(p.top, folder)); err == nil {
			trusted = append(trusted, folder)
		}
	}
	for line := range strings.SplitSeq(text, "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		// Versions of git differ in whether they remove ".." before or after they follow links.
		for _, path := range []string{absolute(objects, line), unclean(objects, line)} {
			folder, err := realPath(path)
			switch {
			case errors.Is(err, fs.ErrNotExist) && line[0] != '"', err == nil && isBelow(folder, trusted):
			case err != nil, !p.holds(folder), depth == deepestAlternate:
				return fmt.Errorf("--new-from: %s borrows objects from %q, which is not in this repository; name that folder in GIT_ALTERNATE_OBJECT_DIRECTORIES, or copy the objects with git repack -a -d and remove this file", list, line)
			default:
				if err := p.checkObjects(folder); err != nil {
					return err
				}
				if err := p.checkAlternates(folder, depth+1); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// confirm checks that git uses the folders that were found.
func (p *location) confirm(answer string) error {
	used := strings.Split(strings.ReplaceAll(strings.TrimRight(answer, "\r\n"), "\r\n", "\n"), "\n")
	found := []string{p.top, p.gitDir, p.common, p.objects}
	if len(used) != len(found) {
		return fmt.Errorf("--new-from: git says %q", source.OneLine(answer))
	}
	for i, folder := range found {
		if !isSame(absolute(p.top, used[i]), folder) {
			return fmt.Errorf("--new-from: git uses %s instead of %s; %s", used[i], folder, otherwise)
		}
	}
	return nil
}

// absolute returns the path that a file in folder names.
func absolute(folder, path string) string {
	if path = filepath.FromSlash(path); filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(folder, path)
}

// unclean is absolute, but keeps "..", which after a link means another folder.
func unclean(folder, path string) string {
	if path = filepath.FromSlash(path); filepath.IsAbs(path) {
		return path
	}
	return folder + string(filepath.Separator) + path
}

// realPath returns an absolute path without symbolic links.
func realPath(path string) (string, error) {
	resolved, err := filepath.EvalSymlinks(path)
	if err == nil {
		resolved, err = filepath.Abs(resolved)
	}
	if err != nil {
		return "", fmt.Errorf("--new-from: %w", err)
	}
	return resolved, nil
}

// isSame reports whether two paths name the same file or folder.
func isSame(one, other string) bool {
	first, err := os.Stat(one)
	if err != nil {
		return false
	}
	second, err := os.Stat(other)
	return err == nil && os.SameFile(first, second)
}

// maxSmall is the greatest length of a file of git that is read as a whole.
const maxSmall = 1 << 20

// readSmall reads a file of git, which must be a regular file and short.
func readSmall(path string) (string, error) {
	about, err := os.Lstat(path)
	switch {
	case err != nil:
		return "", err
	case !about.Mode().IsRegular() || about.Size() > maxSmall:
		return "", fmt.Errorf("--new-from: %s is no regular file of up to %d bytes; git is not started on it", path, maxSmall)
	}
	text, err := os.ReadFile(path)
	return string(text), err
}
