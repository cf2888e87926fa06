//go:build develop

// Command judged holds the errors that a default check finds in real code, and
// what the rules of the group security find, against a file of judgements: each was
// judged by a person, errors with the real Puppet's answer where it can be had.
//
//	go run -tags develop ./internal/oracle/judged -corpus DIR -oracle ../shared/oracle
//	go run -tags develop ./internal/oracle/judged -folder DIR -judgements FILE
//
// The first form takes the corpus and the newest releases of the public modules
// beside the oracle scripts (-modules), the second any folder of Puppet code;
// -oracle may be left out there, and Puppet is not asked. With -update, errors
// that nobody has judged are added to the file, for a person to judge, and
// judgements of what is found no more are taken out; those of the rest stay as
// they are.
//
// The file places.jsonl beside the judgements has lines that a search by text has found
// (secrets, addresses, modes, hashes, commands with variables), each with the security
// rules that report it or the reason why none should; it is compared with what all
// security rules find.
//
// It exits with 1 when an error is not judged, or judged false, when what was
// judged is found no more, and when Puppet answers otherwise than it did.
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

// run judges what the flags say and counts what is wrong.
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
