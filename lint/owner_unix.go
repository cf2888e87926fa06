//go:build unix

package lint

import (
	"io/fs"
	"os"
	"syscall"
)

// keepOwner gives file the owner and group that info tells. Only the superuser
// may give files away; for anybody else the file stays their own.
func keepOwner(file *os.File, info fs.FileInfo) {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return
	}
	own, err := file.Stat()
	if err != nil {
		return
	}
	if current, ok := own.Sys().(*syscall.Stat_t); ok && (current.Uid != stat.Uid || current.Gid != stat.Gid) {
		_ = file.Chown(int(stat.Uid), int(stat.Gid))
	}
}
