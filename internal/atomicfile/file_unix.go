//go:build unix

package atomicfile

import (
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// keepsOpen reports that a file can be renamed while it is open.
const keepsOpen = true

// rename is os.Rename, which replaces a file whoever has it open.
func rename(from, to string) error { return os.Rename(from, to) }

// hasOneName refuses a file with hard links: a new file would cut them.
func hasOneName(info fs.FileInfo) error {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok && stat.Nlink > 1 {
		return &Refusal{fmt.Sprintf("has %d names (hard links), of which only one would be changed; it was left alone", stat.Nlink)}
	}
	return nil
}

// keep gives file the owner, group, attributes and mode of old, which info describes.
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
	// A change of the owner takes the other bits away, so that the mode comes later.
	if err := file.Chmod(info.Mode().Perm() | info.Mode()&(fs.ModeSetuid|fs.ModeSetgid|fs.ModeSticky)); err != nil {
		return err
	}
	return keepAttributes(file, old)
}
