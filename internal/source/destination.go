package source

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// maxLinks is how many links a path may have. Linux follows 40.
const maxLinks = 255

// streams are the folders of the files that stand for what a process has open, such as
// /dev/stdout.
var streams = [...]string{"/dev", "/dev/fd", "/proc/self/fd"}

// MayReplace returns an error if a report or another file of our own must not be written at a
// path that the user has named. The user decides where it lies, and the author of a tree does
// not: a link in a tree may lead neither out of it nor to git's own files, wherever in the path it
// is. A file in a tree must not be a pipe, which would block, nor a device. The error does not
// name the path.
func (c *Confined) MayReplace(path string) error {
	absolute := Absolute(c.folder, path)
	if path == os.DevNull || slices.Contains(streams[:], filepath.Dir(absolute)) {
		return nil
	}
	place, err := c.follow(path)
	if err != nil {
		return err
	}
	const special = fs.ModeNamedPipe | fs.ModeSocket | fs.ModeDevice | fs.ModeCharDevice
	if info, err := os.Lstat(place); err == nil && info.Mode()&special != 0 && c.isIn(place, c.trees) {
		return errors.New("it is a pipe, a socket or a device in the working tree; remove it, or name one outside of the tree")
	}
	return nil
}

// follow resolves a path as the system does, name by name, so that ".." after a link is the folder
// above the link's target. The file and its folders need not exist. It returns an error for a
// link in a tree that must not be followed.
func (c *Confined) follow(path string) (place string, err error) {
	// The current folder may be reached by a link of the user's own.
	if filepath.IsAbs(path) && strings.HasPrefix(path, c.folder+string(filepath.Separator)) {
		path = strings.TrimLeft(path[len(c.folder):], string(filepath.Separator))
	}
	place, names := begin(c.realFolder(c.folder), path)
	for links := 0; len(names) > 0; {
		name := names[0]
		names = names[1:]
		switch name {
		case ".":
			continue
		case "..":
			place = filepath.Dir(place)
			continue
		}
		link := filepath.Join(place, name)
		target, isLink := targetOf(link)
		if !isLink {
			place = link
			continue
		}
		if err := c.mayFollow(link); err != nil {
			return "", err
		}
		if links++; links > maxLinks {
			return "", errors.New("its path has too many links")
		}
		var first []string
		place, first = begin(place, target)
		names = append(first, names...)
	}
	return place, nil
}

// begin returns the folder that a path starts from, and the names in it. A relative path starts
// from folder.
func begin(folder, path string) (start string, names []string) {
	volume := filepath.VolumeName(path)
	path = path[len(volume):]
	if path != "" && os.IsPathSeparator(path[0]) {
		folder = cmp.Or(volume, filepath.VolumeName(folder)) + string(filepath.Separator)
	}
	return folder, strings.FieldsFunc(path, func(char rune) bool { return char < 0x80 && os.IsPathSeparator(uint8(char)) })
}

// targetOf returns what a link contains.
func targetOf(path string) (target string, isLink bool) {
	info, err := os.Lstat(path)
	if err != nil || !mayBeLink(info.Mode()) {
		return "", false
	}
	target, err = os.Readlink(path)
	return target, err == nil
}

// mayFollow returns an error if a link lies in a tree, and its target is outside of that tree, one
// of git's own files, or missing. The folder of the link is resolved. A link in a tree within a
// tree must not leave the inner one.
func (c *Confined) mayFollow(link string) error {
	for _, tree := range c.trees {
		if link == tree || !IsWithin(link, tree) {
			continue
		}
		real, err := filepath.EvalSymlinks(link)
		switch {
		case err != nil:
			return fmt.Errorf("the link %s leads to nothing that exists; remove it, or name another file", link)
		case !IsWithin(real, tree):
			return fmt.Errorf("the link %s leads to %s, outside of the working tree; to have it written there, name that place itself", link, real)
		case isOfGit(real):
			return fmt.Errorf("the link %s leads to %s, one of git's own files; name another file", link, real)
		}
	}
	return nil
}
