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
	"strings"
	"time"

	"puppet-lint/checker"
	"puppet-lint/internal/bench/copies"
	"puppet-lint/internal/cputime"
	"puppet-lint/internal/source"
	"puppet-lint/module"
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
func measure(modules string, count, rounds int) (float64, error) {
	folder, err := os.MkdirTemp("", "growth")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(folder)
	if err := copies.Make(modules, folder, count); err != nil {
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
		start := cputime.Used()
		tree := module.NewWorkspace(source.Disk{}, []string{folder}, nil).TreeOf(folder)
		_, _ = checker.Check(context.Background(), tree, checker.Options{Paths: paths})
		if time := cputime.Used() - start; round == 0 || time < shortest {
			shortest = time
		}
	}
	return shortest, len(paths), err
}
