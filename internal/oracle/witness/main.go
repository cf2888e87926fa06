//go:build develop

// Command witness checks with the real Puppet that inferred types contain the values that occur
// when catalogs are compiled. In a copy of the modules, every expression with a known type is
// wrapped in a call that checks its value. Each class and defined type is compiled with its
// defaults, and with values of every kind for its untyped parameters.
//
//	go run -tags develop ./internal/oracle/witness -corpus DIR -oracle ../shared/oracle
//
// ORACLE_PUPPET names the judge. The program exits with 1 if a value is not an instance of the
// inferred type, or if something no longer compiles because it is wrapped.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"puppet-lint/internal/oracle/judge"
	"puppet-lint/internal/oracle/records"
)

// settings are the program's flags.
type settings struct {
	records.Folders
	every, from, probes int
	seed                uint64
}

func main() {
	var set settings
	set.DefineFlags()
	flag.IntVar(&set.every, "every", 16, "compile only each so many-th class and defined type")
	flag.IntVar(&set.from, "from", 0, "the first one to compile")
	flag.IntVar(&set.probes, "probes", 2, "compile each so often with values for its parameters")
	flag.Uint64Var(&set.seed, "seed", 1, "seed of these values")
	flag.Parse()
	wrong, err := compare(set)
	if err != nil {
		fmt.Fprintln(os.Stderr, "witness:", err)
		os.Exit(2)
	}
	if wrong > 0 {
		os.Exit(1)
	}
}

// evaluation is a request to eval.rb.
type evaluation struct {
	Source string          `json:"source"`
	Facts  json.RawMessage `json:"facts"`

	compiles bool // without changes to the code
}

// judgement is the part of eval.rb's answer that is used here.
type judgement struct {
	Error *struct {
		Message string `json:"message"`
	} `json:"error"`
	Logs []struct {
		Message string `json:"message"`
	} `json:"logs"`
}

func compare(set settings) (wrong int, err error) {
	temporary, err := os.MkdirTemp("", "witness")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(temporary)
	modules := filepath.Join(temporary, "modules")
	if err := os.CopyFS(modules, os.DirFS(set.Corpus)); err != nil {
		return 0, err
	}
	places, untyped, err := instrument(modules, set.Oracle)
	if err != nil {
		return 0, err
	}
	questions, err := questionsOf(set, untyped)
	if err != nil {
		return 0, err
	}
	answers, err := ask(set.Oracle, modules, questions)
	if err != nil {
		return 0, err
	}
	seen, refused := map[string]bool{}, map[string]bool{}
	broken := 0
	for i, answer := range answers {
		if answer.Error != nil && questions[i].compiles && !judge.IsUnrelated(answer.Error.Message) {
			broken++
			fmt.Printf("BROKEN   %s: %s\n", questions[i].Source, answer.Error.Message)
		}
		for _, log := range answer.Logs {
			kind, rest, _ := strings.Cut(log.Message, " ")
			number, value, _ := strings.Cut(rest, " ")
			switch place := places[number]; {
			case kind == "seen" && place != nil:
				seen[number] = true
			case kind == "refused" && place != nil && !refused[number]:
				refused[number] = true
				fmt.Printf("UNSOUND  %s:%d: %s is inferred as %s, but is %s (%s)\n", place.file, place.line, place.code, place.typ, value, questions[i].Source)
			}
		}
	}
	fmt.Printf("witness: %d catalogs; %d of %d expressions of known type had a value; the type of %d does not contain it; %d catalogs no longer compile\n",
		len(questions), len(seen), len(places), len(refused), broken)
	if len(seen) == 0 {
		return 0, errors.New("no value was looked at")
	}
	return len(refused) + broken, nil
}

// values are the values passed to untyped parameters.
var values = []string{
	"undef", "true", "false", "0", "70000", "-1.5", "''", "'present'", "'10.0.0.1'", "'/etc/x'", "[]", "['a', 'b']", "[[1], undef]",
	"{}", "{ 'a' => 1 }", "{ 'a' => { 'ensure' => 'absent' } }", "Sensitive('s')", "Integer", "/x/", "default",
}

// questionsOf returns the catalogs to compile, for each chosen class and defined type on one
// host; the hosts take turns.
func questionsOf(set settings, untyped map[string][]string) (questions []evaluation, err error) {
	subjects, err := records.Subjects(set.Records)
	if err != nil {
		return nil, err
	}
	hosts, err := records.Hosts(set.Records)
	if err != nil {
		return nil, err
	}
	random := rand.New(rand.NewPCG(set.seed, 0))
	for number, subject := range subjects {
		if number%set.every != set.from {
			continue
		}
		facts := func(turn int) json.RawMessage { return hosts[subject.Hosts[turn%len(subject.Hosts)]].JSON }
		questions = append(questions, evaluation{subject.With(""), facts(number / set.every), true})
		for probe := range set.probes {
			var attributes []string
			for _, name := range untyped[subject.Name] {
				if random.IntN(3) == 0 {
					attributes = append(attributes, name+" => "+values[random.IntN(len(values))])
				}
			}
			if len(attributes) == 0 {
				continue
			}
			questions = append(questions, evaluation{subject.With(strings.Join(attributes, ", ")), facts(probe), false})
		}
	}
	return questions, nil
}

func ask(oracle, modules string, questions []evaluation) ([]judgement, error) {
	start := func() (*judge.Judge, error) {
		return judge.Start(oracle, "eval.rb", nil, "--modulepath", modules)
	}
	return judge.AskAll[evaluation, judgement](2, start, questions)
}
