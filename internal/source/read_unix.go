//go:build unix

package source

import (
	"errors"
	"io/fs"
	"syscall"
)

// readRegular reads a regular file with four system calls. os.Stat and os.ReadFile need twelve,
// since they register the file with the network poller and read once more to see the end. It is
// an error if the file is no longer regular.
func readRegular(path string) ([]byte, error) {
	// Without this flag, opening a pipe waits for a writer.
	descriptor, err := retry(func() (int, error) {
		return syscall.Open(path, syscall.O_RDONLY|syscall.O_CLOEXEC|syscall.O_NONBLOCK, 0)
	})
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	defer syscall.Close(descriptor)
	var info syscall.Stat_t
	if _, err := retry(func() (int, error) { return 0, syscall.Fstat(descriptor, &info) }); err != nil {
		return nil, &fs.PathError{Op: "stat", Path: path, Err: err}
	}
	switch {
	case info.Mode&syscall.S_IFMT != syscall.S_IFREG:
		return nil, &fs.PathError{Op: "read", Path: path, Err: errors.New("is not a regular file")}
	case info.Size > MaxFileSize:
		return nil, tooLarge(path)
	}
	// Files in /proc report a size of 0, and other files may grow.
	content := make([]byte, 0, info.Size+1)
	for {
		if len(content) == cap(content) {
			content = append(content, 0)[:len(content)]
		}
		free := content[len(content):cap(content)]
		count, err := retry(func() (int, error) { return syscall.Read(descriptor, free) })
		if err != nil {
			return nil, &fs.PathError{Op: "read", Path: path, Err: err}
		}
		content = content[:len(content)+count]
		switch {
		case len(content) > MaxFileSize:
			return nil, tooLarge(path)
		case count == 0 || count < len(free) && len(content) == int(info.Size):
			return content, nil
		}
	}
}

// retry repeats a call that a signal interrupted.
func retry(call func() (int, error)) (int, error) {
	for {
		if result, err := call(); err != syscall.EINTR {
			return result, err
		}
	}
}
