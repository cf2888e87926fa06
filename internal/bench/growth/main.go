//go:build develop

// Command growth checks that the time of the checker grows only linearly with the length of the
// code. It checks a folder of modules, and then the folder copied several times under other
// module names, all on one modulepath.
//
//	go run -tags develop ./internal/bench/growth -modules DIR [-copies 10] [-at-most 11] [-rounds 3]
//
// It prints the best round of each, and exits with 1 if the copies cost more than the given
// multiple of the original. It compares CPU time, so that other work of the machine has little
// influence.
package main

import (
	"context"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"time"

	"puppet-lint/checker"
	"puppet-lint/module"
	"puppet-lint/source"
)

func main() {
	modules := flag.String("modules", "", "folder of modules")
	copies := flag.Int("copies", 10, "how many copies are made")
	atMost := flag.Float64("at-most", 11, "multiple of the original's time that the copies may cost")
	rounds := flag.Int("rounds", 3, "rounds, of which the best counts")
	flag.Parse()
	multiple, err := measure(*modules, *copies, *rounds)
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench growth:", err)
		os.Exit(2)
	}
	if multiple > *atMost {
		os.Exit(1)
	}
}

// measure prints the figures. It returns the cost of the copies as a multiple of the original.
func measure(modules string, copies, rounds int) (float64, error) {
	folder, err := os.MkdirTemp("", "growth")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(folder)
	if err := copyModules(modules, folder, copies); err != nil {
		return 0, err
	}
	one, files, err := best(modules, rounds)
	if err != nil {
		return 0, err
	}
	many, manyFiles, err := best(folder, rounds)
	if err != nil {
		return 0, err
	}
	multiple := many.Seconds() / one.Seconds()
	fmt.Printf("%d files: %v; %d files: %v, %.1f times as long\n", files, one.Round(time.Millisecond), manyFiles, many.Round(time.Millisecond), multiple)
	return multiple, nil
}

// best returns the shortest CPU time of some rounds of checking a folder.
func best(folder string, rounds int) (shortest time.Duration, files int, err error) {
	var paths []string
	err = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".pp") {
			paths = append(paths, path)
		}
		return err
	})
	for round := range rounds {
		start := used()
		tree := module.NewWorkspace(source.Disk{}, []string{folder}, nil).TreeOf(folder)
		_, _ = checker.Check(context.Background(), tree, checker.Options{Paths: paths})
		if time := used() - start; round == 0 || time < shortest {
			shortest = time
		}
	}
	return shortest, len(paths), err
}

// used returns the CPU time that the program has used.
func used() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// copyModules copies the files of each module that the checker reads. The name of a copy is
// that of the module with a number, and its code is changed to use the names of the copies.
func copyModules(from, to string, copies int) error {
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
		if err != nil || entry.IsDir() || !isRead(path) {
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
		for number := range copies {
			text := qualified.ReplaceAllString(string(content), fmt.Sprintf("${1}_n%d${2}", number))
			target := filepath.Join(to, fmt.Sprintf("%s_n%d", name, number), filepath.FromSlash(rest))
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

// isRead reports whether the checker reads a file of a module.
func isRead(path string) bool {
	for _, part := range []string{"/manifests/", "/types/", "/functions/", "/lib/"} {
		if strings.Contains(filepath.ToSlash(path), part) {
			return strings.HasSuffix(path, ".pp") || strings.HasSuffix(path, ".rb")
		}
	}
	return false
}
