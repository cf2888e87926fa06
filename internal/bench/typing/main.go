//go:build develop

// Command typing measures how long an editor waits for the language server while someone types
// into the files of a folder of modules, and into those of the folder copied several times
// under other module names.
//
//	go run -tags develop ./internal/bench/typing -modules DIR [-copies 10] [-profile FILE]
//
// The tables are those of "puppet-lint server --check". The processor time hardly depends on
// other work of the machine. With -copies 0 only the folder itself is measured.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime/pprof"

	"puppet-lint/config"
	"puppet-lint/internal/bench/copies"
	"puppet-lint/internal/source"
	"puppet-lint/lint"
	"puppet-lint/server"
)

func main() {
	modules := flag.String("modules", "", "folder of modules")
	count := flag.Int("copies", 10, "how many copies are made")
	profile := flag.String("profile", "", "write a profile of the processor time to this file")
	flag.Parse()
	if err := measure(*modules, *count, *profile); err != nil {
		fmt.Fprintln(os.Stderr, "bench typing:", err)
		os.Exit(2)
	}
}

func measure(modules string, count int, profile string) error {
	modules, err := filepath.Abs(modules)
	if err != nil {
		return err
	}
	if profile != "" {
		file, err := os.Create(profile)
		if err != nil {
			return err
		}
		defer file.Close()
		if err := pprof.StartCPUProfile(file); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	options := server.Options{
		Files: func(folder string) source.FileSystem { return lint.ConfineFolder(folder) },
		Resolver: func(files source.FileSystem, folder string) *config.Resolver {
			return config.NewResolver(files, folder, config.NewCatalogue(lint.Rules()), nil, &config.Flags{})
		},
	}
	if err := server.Check(options, modules, os.Stdout); err != nil || count == 0 {
		return err
	}
	folder, err := os.MkdirTemp("", "typing")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	if err := copies.Make(modules, folder, count); err != nil {
		return err
	}
	return server.Check(options, folder, os.Stdout)
}
