package source

import (
	"io/fs"
	"time"
)

// MemoryInfo describes a file, or a folder, that exists in memory only.
func MemoryInfo(name string, size int64, isFolder bool) fs.FileInfo {
	return memoryInfo{name, size, isFolder}
}

// memoryInfo describes a file or folder that exists in memory only.
type memoryInfo struct {
	name     string
	size     int64
	isFolder bool
}

// Name is the last element of the path.
func (i memoryInfo) Name() string { return i.name }

// Size is in bytes; of a folder it is 0.
func (i memoryInfo) Size() int64 { return i.size }

// ModTime is the zero time: a text in memory has none.
func (i memoryInfo) ModTime() time.Time { return time.Time{} }

// IsDir reports whether it is a folder.
func (i memoryInfo) IsDir() bool { return i.isFolder }

// Sys is nil: nothing lies below.
func (i memoryInfo) Sys() any { return nil }

// Mode is that of a file or folder that its owner may write.
func (i memoryInfo) Mode() fs.FileMode {
	if i.isFolder {
		return fs.ModeDir | 0o755
	}
	return 0o644
}
