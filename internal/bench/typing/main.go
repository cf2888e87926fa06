//go:build develop

// Command typing measures how long an editor waits for the language server while someone types
// into the files of a folder of modules, and into those of the folder copied several times
// under other module names.
//
//	go run -tags develop ./internal/bench/typing -modules DIR [-copies 10] [-only] [-profile FILE]
//
// The tables are those of "puppet-lint server --check". The processor time hardly depends on
// other work of the machine. The files typed into are the same in the folder and in the copies.
// With -copies 0 only the folder itself is measured, with -only only the copies. The profile
// starts when typing begins, and is that of the copies if they are measured.
package main

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/pprof"
	"strings"

	"puppet-lint/config"
	"puppet-lint/internal/bench/copies"
	"puppet-lint/internal/source"
	"puppet-lint/lint"
	"puppet-lint/server"
)

func main() {
	modules := flag.String("modules", "", "folder of modules")
	count := flag.Int("copies", 10, "how many copies are made")
	only := flag.Bool("only", false, "measure only the copies")
	profile := flag.String("profile", "", "write a profile of the processor time of typing to this file")
	flag.Parse()
	if err := measure(*modules, *count, *only, *profile); err != nil {
		fmt.Fprintln(os.Stderr, "bench typing:", err)
		os.Exit(2)
	}
}

func measure(modules string, count int, only bool, profile string) error {
	modules, err := filepath.Abs(modules)
	if err != nil {
		return err
	}
	typed, err := sample(modules)
	if err != nil {
		return err
	}
	lint.TuneMemory(lint.LargeHeap, lint.ServerGrowth) // as the command does
	if !only || count == 0 {
		of := ""
		if count == 0 {
			of = profile
		}
		if err := try(server.Trial{Folder: modules, Typed: typed}, of); err != nil || count == 0 {
			return err
		}
	}
	folder, err := os.MkdirTemp("", "typing")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	if err := copies.Make(modules, folder, count); err != nil {
		return err
	}
	for i, path := range typed {
		inModules, err := filepath.Rel(modules, path)
		if err != nil {
			return err
		}
		name, rest, _ := strings.Cut(filepath.ToSlash(inModules), "/")
		typed[i] = filepath.Join(folder, copies.Name(name, i%count), filepath.FromSlash(rest))
	}
	return try(server.Trial{Folder: folder, Typed: typed}, profile)
}

// sample returns the manifests to type into, which the copies have, too.
func sample(modules string) ([]string, error) {
	var found []string
	err := filepath.WalkDir(modules, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && filepath.Ext(path) == ".pp" && copies.IsCopied(path) {
			found = append(found, path)
		}
		return err
	})
	return server.Sample(found), err
}

// try makes one trial, with a profile unless the name of its file is empty.
func try(trial server.Trial, profile string) error {
	if profile != "" {
		file, err := os.Create(profile)
		if err != nil {
			return err
		}
		defer file.Close()
		var failed error
		trial.Begin = func() { failed = pprof.StartCPUProfile(file) }
		defer pprof.StopCPUProfile()
		if err := server.Check(options(), trial, os.Stdout); err != nil {
			return err
		}
		return failed
	}
	return server.Check(options(), trial, os.Stdout)
}

func options() server.Options {
	return server.Options{
		Files: func(folder string) source.FileSystem { return lint.ConfineFolder(folder) },
		Resolver: func(files source.FileSystem, folder string) *config.Resolver {
			return config.NewResolver(files, folder, config.NewCatalogue(lint.Rules()), nil, &config.Flags{})
		},
	}
}
