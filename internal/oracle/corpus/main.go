//go:build develop

// Command corpus compares the checker's errors in a folder of real modules with a record. Every
// error has a witness on record: a declaration and the facts of a host for which the real
// Puppet fails at that position.
//
//	go run -tags develop ./internal/oracle/corpus -corpus DIR list       print the checker's findings; needs no judge
//	go run -tags develop ./internal/oracle/corpus -corpus DIR generate   search witnesses for errors without one (uses the judge)
//	go run -tags develop ./internal/oracle/corpus -corpus DIR verify     check some of the witnesses with the judge again
//	go run -tags develop ./internal/oracle/corpus -corpus DIR score      compare the findings with the record; needs no judge
//	go run -tags develop ./internal/oracle/corpus -corpus DIR            score, then verify
//
// A finding without a witness is recorded as false, with what is known about it. score fails if
// the checker finds an error that is not on record, or if more than 2 % are false, of the
// OpenStack modules or of the others.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"runtime/pprof"
)

// settings are the program's flags.
type settings struct {
	corpus, oracle, records, facts string
	workers, sample                int
	profile, only                  string
}

func main() {
	var set settings
	flag.StringVar(&set.corpus, "corpus", "", "folder of modules")
	flag.StringVar(&set.oracle, "oracle", "../shared/oracle", "folder of the oracle scripts")
	flag.StringVar(&set.records, "records", "internal/oracle/corpus/testdata/findings.jsonl", "file of the record")
	flag.StringVar(&set.facts, "facts", "internal/oracle/mutants/testdata/facts", "folder of the hosts' facts")
	flag.IntVar(&set.workers, "workers", 0, "list: bodies evaluated at once")
	flag.IntVar(&set.sample, "sample", 40, "witnesses that verify asks about")
	flag.StringVar(&set.only, "only", "", "generate: only findings whose place contains this, and say what is tried")
	flag.StringVar(&set.profile, "profile", "", "list: file for a CPU profile")
	flag.Parse()
	actions := map[string]func(settings) error{
		"list": list, "generate": generate, "verify": verify, "score": score,
		"": func(set settings) error { return errors.Join(score(set), verify(set)) },
	}
	action := actions[flag.Arg(0)]
	if action == nil || set.corpus == "" {
		flag.Usage()
		os.Exit(2)
	}
	if set.profile != "" {
		file, err := os.Create(set.profile)
		if err != nil {
			fmt.Fprintln(os.Stderr, "corpus:", err)
			os.Exit(2)
		}
		defer file.Close()
		if err := pprof.StartCPUProfile(file); err != nil {
			fmt.Fprintln(os.Stderr, "corpus:", err)
			os.Exit(2)
		}
		defer pprof.StopCPUProfile()
	}
	if err := action(set); err != nil {
		fmt.Fprintln(os.Stderr, "corpus:", err)
		os.Exit(1)
	}
}
