//go:build develop

// Program upgrade measures the results of the subcommand upgrade.
//
//	go run -tags develop ./internal/oracle/upgrade -corpus DIR -oracle DIR [-every 10] [-pairs 6]
//	        [-callers 40 -modules DIR [-seed 1] [-only-callers] [-verbose]]
//
// It checks four things:
//
//   - If a module removed or newly requires something from one known major version to
//     the next: is it listed where code uses it, and is nothing listed that stayed?
//   - Of the legacy facts that a text search finds in the corpus: is each one listed?
//   - Of the classes of the corpus that Puppet 8 compiles: do they still compile after
//     --write?
//   - With -callers: if Puppet 8 compiles callers of a module with an old and a new release of
//     it, does it fail where an error is reported?
//
// It exits with status 1 if too little is listed, if anything is listed that stayed, if a class
// no longer compiles, or if a caller compiles although an error is reported in evaluated code.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"

	"puppet-lint/config"
	"puppet-lint/internal/source"
	"puppet-lint/lint"
	"puppet-lint/lint/upgrade"
)

// leastListed is the required share of the listed changes between two versions, in percent.
const leastListed = 95

func main() {
	var c callers
	c.DefineFlags()
	every := flag.Int("every", 10, "take each n-th module of the corpus only")
	pairs := flag.Int("pairs", 4, "take each n-th known module only")
	count := flag.Int("callers", 0, "compile this many callers with the old and the new release of a module")
	only := flag.Bool("only-callers", false, "compile callers, and check nothing else")
	seed := flag.Uint64("seed", 1, "seed of the choice of callers")
	flag.StringVar(&c.modules, "modules", "", "folder with the releases of modules, for -callers")
	flag.BoolVar(&c.verbose, "verbose", false, "list every error reported in callers, and what Puppet says")
	flag.Parse()
	questions := []func() (bool, error){
		func() (bool, error) { return history(*pairs) },
		func() (bool, error) { return facts(c.Corpus, *every) },
		func() (bool, error) { return compiles(c.Corpus, c.Oracle, *every) },
	}
	if *only {
		questions = nil
	}
	if *count > 0 {
		questions = append(questions, func() (bool, error) { return c.run(*count, *seed) })
	}
	failed := false
	for _, question := range questions {
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
