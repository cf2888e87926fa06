package atomicfile

import (
	"errors"
	"io/fs"
	"os"

	"golang.org/x/sys/unix"
)

// exchange gives the temporary file, which holds after, the name target, if the file there still is the one
// of info with the content before. Both change names at once: so what another program
// has saved at the last moment is not lost, but seen, and gets its name back.
func exchange(temporary, target string, info fs.FileInfo, before, after string) error {
	if err := isSame(target, info, before); err != nil {
		return err
	}
	mine, err := os.Stat(temporary)
	if err != nil {
		return err
	}
	if err := swap(temporary, target); err != nil {
		// Not every file system can do that.
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
		// Meanwhile something newer was saved.
		_ = swap(temporary, target)
	}
	return changed
}

func swap(a, b string) error {
	return unix.Renameat2(unix.AT_FDCWD, a, unix.AT_FDCWD, b, unix.RENAME_EXCHANGE)
}
