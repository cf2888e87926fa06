//go:build unix

package atomicfile

import (
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// keepsOpen is true if a file can be renamed while it is open.
const keepsOpen = true

// rename is os.Rename, which replaces a file even if it is open.
func rename(from, to string) error { return os.Rename(from, to) }

// hasOneName returns an error for a file with hard links, which a new file would break.
func hasOneName(info fs.FileInfo) error {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok && stat.Nlink > 1 {
		return &Refusal{fmt.Sprintf("has %d names (hard links), of which only one would be changed; it was left alone", stat.Nlink)}
	}
	return nil
}

// keep copies the owner, group, attributes and mode of old, which info describes, to file.
func keep(file, old *os.File, info fs.FileInfo) error {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		own, err := file.Stat()
		if err != nil {
			return err
		}
		if now, ok := own.Sys().(*syscall.Stat_t); ok && (now.Uid != stat.Uid || now.Gid != stat.Gid) {
			if err := file.Chown(int(stat.Uid), int(stat.Gid)); err != nil {
				file.Chmod(info.Mode().Perm())
				return &Refusal{fmt.Sprintf("belongs to another user or group (%d:%d), who would lose it; it was left alone", stat.Uid, stat.Gid)}
			}
		}
	}
	// Changing the owner clears the other bits, so the mode is set last.
	if err := file.Chmod(info.Mode().Perm() | info.Mode()&(fs.ModeSetuid|fs.ModeSetgid|fs.ModeSticky)); err != nil {
		return err
	}
	return keepAttributes(file, old)
}
