//go:build develop

// Package copies makes large trees of modules out of small ones, for programs that measure how
// the time grows with the tree.
package copies

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// Make copies the files of each module that the checker reads. The name of a copy is
// that of the module with a number, and its code is changed to use the names of the copies.
func Make(from, to string, count int) error {
	entries, err := os.ReadDir(from)
	if err != nil {
		return err
	}
	var names []string
	for _, entry := range entries {
		names = append(names, regexp.QuoteMeta(entry.Name()))
	}
	qualified := regexp.MustCompile(`(?i)\b(` + strings.Join(names, "|") + `)(::|\b['"]?\s*[{(:]|\s*$)`)
	return filepath.WalkDir(from, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !IsCopied(path) {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		name, rest, _ := strings.Cut(filepath.ToSlash(relative), "/")
		for number := range count {
			text := qualified.ReplaceAllString(string(content), fmt.Sprintf("${1}_n%d${2}", number))
			target := filepath.Join(to, Name(name, number), filepath.FromSlash(rest))
			if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
				return err
			}
			if err := os.WriteFile(target, []byte(text), 0o644); err != nil {
				return err
			}
		}
		return nil
	})
}

// Name returns the name of a copy of a module.
func Name(module string, number int) string { return fmt.Sprintf("%s_n%d", module, number) }

// IsCopied reports whether Make copies a file of a module: whether the checker reads it.
func IsCopied(path string) bool {
	for _, part := range []string{"/manifests/", "/types/", "/functions/", "/lib/"} {
		if strings.Contains(filepath.ToSlash(path), part) {
			return strings.HasSuffix(path, ".pp") || strings.HasSuffix(path, ".rb")
		}
	}
	return false
}
