package source

import (
	"io/fs"
	"time"
)

// memoryInfo describes a file or folder that exists in an Overlay only.
type memoryInfo struct {
	name     string
	size     int64
	isFolder bool
}

func (i memoryInfo) Name() string       { return i.name }
func (i memoryInfo) Size() int64        { return i.size }
func (i memoryInfo) ModTime() time.Time { return time.Time{} }
func (i memoryInfo) IsDir() bool        { return i.isFolder }
func (i memoryInfo) Sys() any           { return nil }

func (i memoryInfo) Mode() fs.FileMode {
	if i.isFolder {
		return fs.ModeDir | 0o755
	}
	return 0o644
}
