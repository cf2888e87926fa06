package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"puppet-lint/config"
	"puppet-lint/internal/source"
	"puppet-lint/lint"
	"puppet-lint/server"
)

// languageServer serves an editor over standard input and output. With --check it simulates a
// session over a folder and prints how long the requests take.
func languageServer(env *environment, arguments []string) int {
	set := newFlagSet("server")
	logFile := set.String("log", "", "write a log to `FILE`, for bug reports")
	check := set.String("check", "", "simulate an editor on `FOLDER` and print the response times")
	set.Bool("stdio", false, "accepted because editors pass it: the server always uses standard input and output")
	set.Int("clientProcessId", 0, "the editor's process id (not used; accepted because editors pass it)")
	_ = set.MarkHidden("clientProcessId")
	help := set.BoolP("help", "h", false, "print this text")
	rest, err := parseSet(set, arguments)
	switch {
	case err != nil:
		return env.usage("server: %v", err)
	case *help:
		return printSubcommandHelp(env, "server", set)
	case len(rest) > 0:
		return env.usage("server: unexpected argument %q", rest[0])
	}
	options := server.Options{Files: confinedTo, Resolver: env.resolverOf, Watch: watchFolders}
	if *logFile != "" {
		if err := env.confineUnparsed(slices.Compact([]string{".", cmp.Or(*check, ".")})).MayReplace(*logFile); err != nil {
			return env.fail(fmt.Errorf("--log: %s is not written: %w", *logFile, err))
		}
		file, err := os.OpenFile(*logFile, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
		if err != nil {
			return env.usage("--log: %s", source.Explain(err))
		}
		defer file.Close()
		options.Log = file
	}
	if *check != "" {
		err = server.Check(options, server.Trial{Folder: source.Absolute(env.folder, *check)}, env.stdout)
	} else {
		err = server.New(options, env.stdin, writer{env.stdout}).Run()
	}
	if err != nil {
		return env.fail(err)
	}
	return exitClean
}

// confinedTo returns the disk, restricted to the files that may be read for a folder that the
// editor has opened, or for a file in it.
func confinedTo(folder string) source.FileSystem { return lint.ConfineFolder(folder) }

// watchFolders watches folders on disk for the server.
func watchFolders(ctx context.Context, folders []string, changed func(paths []string)) error {
	watcher, err := lint.NewWatcher(lint.Options{Files: source.Disk{}, Paths: folders})
	if err != nil {
		return err
	}
	defer context.AfterFunc(ctx, func() { watcher.Close() })()
	defer watcher.Close()
	for {
		paths, err := watcher.Wait()
		if err != nil || paths == nil {
			return err
		}
		changed(paths)
	}
}

// writer hides all methods of a stream except Write.
type writer struct{ io.Writer }

// resolverOf returns the same resolver of settings as a check that is started in the folder.
func (env *environment) resolverOf(files source.FileSystem, folder string) *config.Resolver {
	there := *env
	there.folder = filepath.Clean(folder)
	detected := config.DetectProfile(files, there.folder, nil)
	catalogue, formats := newCatalogue(), formatNames()
	flags, err := parseFlags(&there, catalogue, formats, nil, detected.Profile)
	if err != nil {
		flags = &config.Flags{Profile: detected.Profile}
	}
	addProfile(flags, detected)
	return config.NewResolver(files, there.folder, catalogue, formats, flags)
}
