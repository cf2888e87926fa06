package server

import (
	"cmp"
	"net/url"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
)

// uris holds the URIs with which the client has opened files. A URI may be written in several
// ways, and some clients compare them as texts.
type uris struct {
	mutex  sync.RWMutex
	opened map[string]string // by path
	// virtual holds the paths of the open documents that are no files, by URI.
	virtual map[string]string
}

// note records the URI of an open file.
func (u *uris) note(path, uri string) {
	u.mutex.Lock()
	defer u.mutex.Unlock()
	if u.opened == nil {
		u.opened = map[string]string{}
	}
	if u.opened[path] = uri; uri == uriOf(path) {
		delete(u.opened, path)
	}
}

// noteVirtual records the path given to an open document that is no file.
func (u *uris) noteVirtual(path, uri string) {
	u.note(path, uri)
	u.mutex.Lock()
	defer u.mutex.Unlock()
	if u.virtual == nil {
		u.virtual = map[string]string{}
	}
	u.virtual[uri] = path
}

// closeVirtual records that a document that is no file was closed. Answers may still be about it.
func (u *uris) closeVirtual(uri string) {
	u.mutex.Lock()
	defer u.mutex.Unlock()
	delete(u.virtual, uri)
}

// path returns the path of a file or of an open document that is no file. ok is false for any
// other URI.
func (u *uris) path(uri string) (path string, ok bool) {
	if path, ok = pathOf(uri); ok {
		return path, true
	}
	u.mutex.RLock()
	defer u.mutex.RUnlock()
	path, ok = u.virtual[uri]
	return path, ok
}

// of returns the URI of an absolute path, as the client writes it if it has opened the file.
func (u *uris) of(path string) string {
	u.mutex.RLock()
	defer u.mutex.RUnlock()
	return cmp.Or(u.opened[path], uriOf(path))
}

// uriOf returns the URI of an absolute path.
func uriOf(path string) string {
	slashed := filepath.ToSlash(path)
	if !strings.HasPrefix(slashed, "/") {
		slashed = "/" + slashed // a path with a drive letter
	}
	return (&url.URL{Scheme: "file", Path: slashed}).String()
}

// pathOf returns the path of a file URI. ok is false for any other URI.
func pathOf(uri string) (path string, ok bool) {
	parsed, err := url.Parse(uri)
	if err != nil || parsed.Scheme != "file" || parsed.Path == "" {
		return "", false
	}
	path = parsed.Path
	if len(path) > 2 && path[0] == '/' && path[2] == ':' && runtime.GOOS == "windows" {
		path = strings.ToUpper(path[1:2]) + path[2:]
	}
	return filepath.Clean(filepath.FromSlash(path)), true
}
