//go:build develop

// Program upgrade measures the results of the subcommand upgrade.
//
//	go run -tags develop ./internal/oracle/upgrade -corpus DIR -oracle DIR [-every 10] [-pairs 6]
//
// It checks three things:
//
//   - If a module removed or newly requires something from one known major version to
//     the next: is it listed where code uses it, and is nothing listed that stayed?
//   - Of the legacy facts that a text search finds in the corpus: is each one listed?
//   - Of the classes of the corpus that Puppet 8 compiles: do they still compile after
//     --write?
//
// It exits with status 1 if too little is listed, if anything is listed that stayed, or if a
// class no longer compiles.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"

	"puppet-lint/config"
	"puppet-lint/lint"
	"puppet-lint/source"
	"puppet-lint/upgrade"
)

// leastListed is the required share of the listed changes between two versions, in percent.
const leastListed = 95

func main() {
	corpus := flag.String("corpus", "", "folder with modules")
	oracle := flag.String("oracle", "", "folder with the scripts that ask Puppet")
	every := flag.Int("every", 10, "take each n-th module of the corpus only")
	pairs := flag.Int("pairs", 4, "take each n-th known module only")
	flag.Parse()
	failed := false
	for _, question := range []func() (bool, error){
		func() (bool, error) { return history(*pairs) },
		func() (bool, error) { return facts(*corpus, *every) },
		func() (bool, error) { return compiles(*corpus, *oracle, *every) },
	} {
		ok, err := question()
		if err != nil {
			fmt.Fprintln(os.Stderr, "upgrade:", err)
			os.Exit(1)
		}
		failed = failed || !ok
	}
	if failed {
		os.Exit(1)
	}
}

// ask returns the result of an upgrade for a folder.
func ask(files source.FileSystem, folder string, write bool, targets ...string) (*upgrade.Outcome, error) {
	options := upgrade.Options{Files: files, Folder: folder, Paths: []string{folder}, Write: write}
	flags := &config.Flags{NoConfig: true, Layers: []*config.Layer{upgrade.Settings()}}
	options.Resolver = config.NewResolver(files, folder, config.NewCatalogue(lint.Rules()), nil, flags)
	for _, text := range targets {
		target, err := upgrade.ParseTarget(text)
		if err != nil {
			return nil, err
		}
		options.Targets = append(options.Targets, target)
	}
	return upgrade.Run(context.Background(), options)
}
