//go:build develop

// Command corpus holds the checker against a folder of real modules: every
// error that it reports there is on record with a witness, a declaration and
// the facts of a host for which the real Puppet fails at that place.
//
//	go run -tags develop ./internal/oracle/corpus -corpus DIR list       what the checker finds, to be read; needs no judge
//	go run -tags develop ./internal/oracle/corpus -corpus DIR generate   look for witnesses of what has none (asks the judge)
//	go run -tags develop ./internal/oracle/corpus -corpus DIR verify     ask the judge again about some of the witnesses
//	go run -tags develop ./internal/oracle/corpus -corpus DIR score      compare the findings with the record; needs no judge
//	go run -tags develop ./internal/oracle/corpus -corpus DIR            score, then verify
//
// A finding that no witness has been found for is on record as false, with
// what is known of it. score fails when the checker finds what is not on
// record, and when more than 2 % are false, of the OpenStack modules or of the
// others.
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
