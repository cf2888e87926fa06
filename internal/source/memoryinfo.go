package source

import (
	"io/fs"
	"time"
)

// MemoryInfo describes a file or folder that exists only in memory.
func MemoryInfo(name string, size int64, isFolder bool) fs.FileInfo {
	return memoryInfo{name, size, isFolder}
}

// memoryInfo describes a file or folder that exists only in memory.
type memoryInfo struct {
	name     string
	size     int64
	isFolder bool
}

// Name returns the last element of the path.
func (i memoryInfo) Name() string { return i.name }

// Size returns the size in bytes; it is 0 for a folder.
func (i memoryInfo) Size() int64 { return i.size }

// ModTime returns the zero time.
func (i memoryInfo) ModTime() time.Time { return time.Time{} }

// IsDir reports whether it is a folder.
func (i memoryInfo) IsDir() bool { return i.isFolder }

// Sys returns nil.
func (i memoryInfo) Sys() any { return nil }

// Mode returns the mode of a file or folder that its owner may write.
func (i memoryInfo) Mode() fs.FileMode {
	if i.isFolder {
		return fs.ModeDir | 0o755
	}
	return 0o644
}
