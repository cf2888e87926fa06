//go:build linux || darwin

package atomicfile

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// keepAttributes copies the extended attributes of old to file, including access control lists.
func keepAttributes(file, old *os.File) error {
	wanted, err := attributes(old)
	if err != nil {
		return nil // the file system has no extended attributes
	}
	present, err := attributes(file)
	if err != nil {
		return nil
	}
	for name := range present {
		// An attribute that the folder gives to new files.
		if _, found := wanted[name]; !found {
			_ = unix.Fremovexattr(int(file.Fd()), name)
		}
	}
	for name, value := range wanted {
		if now, found := present[name]; found && bytes.Equal(now, value) {
			continue
		}
		if err := unix.Fsetxattr(int(file.Fd()), name, value, 0); err != nil {
			return &Refusal{fmt.Sprintf("has the extended attribute %q, which cannot be kept (%v); it was left alone", name, err)}
		}
	}
	return nil
}

// attributes returns the extended attributes of a file.
func attributes(file *os.File) (map[string][]byte, error) {
	names, err := readAttribute(func(into []byte) (int, error) { return unix.Flistxattr(int(file.Fd()), into) })
	if err != nil {
		return nil, err
	}
	found := map[string][]byte{}
	for name := range strings.SplitSeq(strings.TrimRight(string(names), "\x00"), "\x00") {
		if name == "" {
			continue
		}
		value, err := readAttribute(func(into []byte) (int, error) { return unix.Fgetxattr(int(file.Fd()), name, into) })
		if err == nil {
			found[name] = value
		}
	}
	return found, nil
}

// readAttribute reads a value that may grow while it is read.
func readAttribute(read func(into []byte) (int, error)) ([]byte, error) {
	for {
		size, err := read(nil)
		if err != nil || size == 0 {
			return nil, err
		}
		value := make([]byte, size)
		size, err = read(value)
		if errors.Is(err, unix.ERANGE) {
			continue
		}
		return value[:max(size, 0)], err
	}
}
