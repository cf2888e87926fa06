package atomicfile

import (
	"errors"
	"io/fs"
	"os"

	"golang.org/x/sys/unix"
)

// exchange renames the temporary file, which contains after, to target, if the file there is
// still the one described by info with the content before. It exchanges both names at once. So
// if another program has saved the file at the last moment, its version is not lost: exchange
// notices it and restores its name.
func exchange(temporary, target string, info fs.FileInfo, before, after string) error {
	if err := isSame(target, info, before); err != nil {
		return err
	}
	mine, err := os.Stat(temporary)
	if err != nil {
		return err
	}
	if err := swap(temporary, target); err != nil {
		// Not every file system supports that.
		return comparedRename(temporary, target, info, before)
	}
	changed := isSame(temporary, info, before)
	if changed == nil {
		if err := os.Remove(temporary); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	if err := swap(temporary, target); err != nil {
		return err
	}
	if isSame(temporary, mine, after) != nil {
		// A still newer version was saved meanwhile.
		_ = swap(temporary, target)
	}
	return changed
}

func swap(a, b string) error {
	return unix.Renameat2(unix.AT_FDCWD, a, unix.AT_FDCWD, b, unix.RENAME_EXCHANGE)
}
