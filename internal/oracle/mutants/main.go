//go:build develop

// Command mutants measures what the checker finds. It takes classes and defined types that
// compile, breaks them one fault at a time, and keeps the faults that the real Puppet rejects.
// The checker should find as many of those as possible, and none in the originals.
//
//	go run -tags develop ./internal/oracle/mutants -corpus DIR subjects   find the classes and defined types that compile (uses the judge)
//	go run -tags develop ./internal/oracle/mutants -corpus DIR generate   make the faults and keep the rejected ones (uses the judge)
//	go run -tags develop ./internal/oracle/mutants -corpus DIR verify     check some of the recorded faults with the judge again
//	go run -tags develop ./internal/oracle/mutants -corpus DIR score      count what the checker finds; needs no judge
//	go run -tags develop ./internal/oracle/mutants -corpus DIR alone      count what it finds in modules without their dependencies
//	go run -tags develop ./internal/oracle/mutants -corpus DIR            score, then verify
//
// Subjects and faults are recorded in testdata, so that scores are the same everywhere. The
// corpus is the modules folder that corpus/get.sh creates.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"

	"puppet-lint/internal/oracle/records"
)

// settings are the program's flags.
type settings struct {
	records.Folders
	seed                   uint64
	perKind                int
	sample, every          int
	atLeast, atLeastOfKind float64
	alone, aloneOfKind     float64
	aloneOfAll             float64
	verbose                bool
	only                   string
}

func main() {
	var set settings
	set.DefineFlags()
	flag.Uint64Var(&set.seed, "seed", 2, "seed of the faults")
	flag.IntVar(&set.perKind, "per-kind", 60, "faults wanted of a kind")
	flag.IntVar(&set.sample, "sample", 100, "faults that verify asks about")
	flag.Float64Var(&set.atLeast, "at-least", 94.5, "share, in percent, that score demands")
	flag.Float64Var(&set.atLeastOfKind, "at-least-of-kind", 84, "the same for each kind of fault")
	flag.Float64Var(&set.alone, "alone", 95, "share of what is found with the dependencies, in percent, that alone demands where these are known")
	flag.Float64Var(&set.aloneOfAll, "alone-of-all", 88, "the same for all modules")
	flag.Float64Var(&set.aloneOfKind, "alone-of-kind", 85, "the same for each kind of fault")
	flag.IntVar(&set.every, "every", 1, "alone: every Nth fault on record only")
	flag.BoolVar(&set.verbose, "v", false, "score: name each fault that was missed")
	flag.StringVar(&set.only, "only", "", "generate, score: this kind of fault only, and no originals")
	flag.Parse()
	actions := map[string]func(settings) error{
		"subjects": findSubjects, "generate": generate, "verify": verify, "score": score, "alone": alone,
		"": func(set settings) error { return errors.Join(score(set), verify(set)) },
	}
	action := actions[flag.Arg(0)]
	if action == nil || set.Corpus == "" {
		flag.Usage()
		os.Exit(2)
	}
	if err := action(set); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}
