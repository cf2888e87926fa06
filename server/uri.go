package server

import (
	"net/url"
	"path/filepath"
	"runtime"
	"strings"
)

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
