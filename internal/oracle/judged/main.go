//go:build develop

// Command judged compares the errors of a default check of real code, and the findings of the
// rules of the group security, with a file of judgements. A person has judged each of them;
// errors also have the real Puppet's answer if it is available.
//
//	go run -tags develop ./internal/oracle/judged -corpus DIR -oracle ../shared/oracle
//	go run -tags develop ./internal/oracle/judged -folder DIR -judgements FILE
//
// The first form checks the corpus and the newest releases of the public modules next to the
// oracle scripts (-modules), the second any folder of Puppet code. There, -oracle may be
// omitted, and Puppet is not run. With -update, errors without a judgement are added to the
// file, for a person to judge, and judgements of errors that are no longer found are removed.
// All others remain unchanged.
//
// The file places.jsonl next to the judgements contains lines found by a text search (secrets,
// addresses, modes, hashes, commands with variables), each with the security rules that report
// it or the reason why none should. It is compared with the findings of all security rules.
//
// The program exits with 1 if an error is not judged or is judged false, if a judged error is
// no longer found, or if Puppet's answer has changed.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

// settings are the program's flags.
type settings struct {
	corpus, oracle, modules, folder, judgements, records, facts string
	update                                                      bool
	ask                                                         int
}

func main() {
	var set settings
	flag.StringVar(&set.corpus, "corpus", "", "the folder that holds the modules of the corpus")
	flag.StringVar(&set.oracle, "oracle", "", "the folder of the oracle scripts")
	flag.StringVar(&set.modules, "modules", "", "the folder of archives of public modules (default: modules beside the oracle scripts)")
	flag.StringVar(&set.folder, "folder", "", "any folder of Puppet code, in place of the corpus and the modules")
	flag.StringVar(&set.judgements, "judgements", "", "the file of judgements for -folder")
	flag.StringVar(&set.records, "records", "internal/oracle/judged/testdata", "the folder of judgements of the corpus and the modules")
	flag.StringVar(&set.facts, "facts", "internal/oracle/mutants/testdata/facts", "the folder of the hosts' facts")
	flag.BoolVar(&set.update, "update", false, "add errors that are not judged to the file, take out what is found no more, and have Puppet answer")
	flag.IntVar(&set.ask, "ask", 60, "how many of Puppet's answers to ask for again; -1: all")
	flag.Parse()
	wrong, err := run(set)
	if err != nil {
		fmt.Fprintln(os.Stderr, "judged:", err)
		os.Exit(2)
	}
	if wrong > 0 {
		os.Exit(1)
	}
}

// run compares what the flags select and returns the number of mistakes.
func run(set settings) (wrong int, err error) {
	if set.folder != "" {
		if set.judgements == "" {
			return 0, errors.New("-folder needs -judgements")
		}
		found, err := errorsIn(set.folder, "", nil)
		if err != nil {
			return 0, err
		}
		return compare(set, set.judgements, found, set.folder)
	}
	if set.corpus == "" || set.oracle == "" {
		return 0, errors.New("name -corpus and -oracle, or -folder and -judgements")
	}
	found, err := errorsIn(set.corpus, "", nil)
	if err != nil {
		return 0, err
	}
	if wrong, err = compare(set, filepath.Join(set.records, "corpus.jsonl"), found, set.corpus); err != nil {
		return 0, err
	}
	if set.modules == "" {
		set.modules = filepath.Join(set.oracle, "..", "modules")
	}
	layout, err := unpack(set.modules)
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(layout.root)
	if found, err = layout.errors(); err != nil {
		return 0, err
	}
	more, err := compare(set, filepath.Join(set.records, "modules.jsonl"), found, layout.together)
	if err != nil {
		return 0, err
	}
	wrong += more
	for tree, folder := range map[string]string{"corpus": set.corpus, "modules": layout.together} {
		if more, err = comparePlaces(set, tree, folder); err != nil {
			return 0, err
		}
		wrong += more
	}
	return wrong, nil
}
