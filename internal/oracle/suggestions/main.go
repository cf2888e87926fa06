//go:build develop

// Command suggestions checks the types that the type report suggests with the real Puppet. With
// the types written into the modules, everything that compiled before must still compile, with
// the defaults and with a value of each kind passed to each parameter that got a type. Types
// suggested because of documentation are checked only with the defaults, since they may reject
// other values.
//
//	go run -tags develop ./internal/oracle/suggestions -corpus DIR -oracle ../shared/oracle
//
// It works on a copy of the modules. ORACLE_PUPPET names the judge. The program exits with 1 if
// a suggestion rejects something that works.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"

	"puppet-lint/config"
	"puppet-lint/internal/oracle/judge"
	"puppet-lint/internal/oracle/records"
	"puppet-lint/internal/source"
	"puppet-lint/lint"
	"puppet-lint/report/typereport"
)

func main() {
	corpus := flag.String("corpus", "", "the folder that holds the modules")
	oracle := flag.String("oracle", "", "the folder that holds eval.rb")
	records := flag.String("records", "internal/oracle/mutants/testdata", "the folder that says what compiles, and the hosts' facts")
	seed := flag.Uint64("seed", 1, "seed of the rarer values that are given")
	flag.Parse()
	wrong, err := compare(*corpus, *oracle, *records, *seed)
	if err != nil {
		fmt.Fprintln(os.Stderr, "suggestions:", err)
		os.Exit(1)
	}
	if wrong > 0 {
		os.Exit(1)
	}
}

// probes are a value of each kind, as Puppet code.
var probes = []string{
	"undef", "true", "70000", "'PRESENT'", "['a', 'b']", "{ 'a' => 1 }",
}

// rareProbes are further values, some of which are passed to each parameter.
var rareProbes = []string{
	"false", "0", "-1", "1.5", "''", "'absent'", "'8080'", "'10.0.0.1/8'", "'/x'", "[]", "[[1], undef]", "[{}]", "{}",
	"{ 'a' => { 'ensure' => 'absent' } }", "Sensitive('s')", "Integer", "/x/", "File['/x']", "'undef'", "'True'",
}

// rareTries is how many of the rare values are passed to each parameter.
const rareTries = 2

// evaluation is a request to eval.rb.
type evaluation struct {
	Source string          `json:"source"`
	Facts  json.RawMessage `json:"facts"`
}

// judgement is the part of eval.rb's answer that is used here.
type judgement struct {
	Error *struct {
		Message string `json:"message"`
	} `json:"error"`
}

func compare(corpus, oracle, records string, seed uint64) (wrong int, err error) {
	temporary, err := os.MkdirTemp("", "suggestions")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(temporary)
	copied := filepath.Join(temporary, "modules")
	if err := os.CopyFS(copied, os.DirFS(corpus)); err != nil {
		return 0, err
	}
	report, changed, err := writeTypes(copied)
	if err != nil {
		return 0, err
	}
	questions, err := questionsOf(report, records, seed)
	if err != nil {
		return 0, err
	}
	after, err := ask(oracle, copied, questions)
	if err != nil {
		return 0, err
	}
	// Only what fails with the types is compiled without them.
	var refused []evaluation
	var reasons []string
	for i, question := range questions {
		if after[i].Error != nil {
			refused, reasons = append(refused, question), append(reasons, after[i].Error.Message)
		}
	}
	before, err := ask(oracle, corpus, refused)
	if err != nil {
		return 0, err
	}
	for i, question := range refused {
		if before[i].Error == nil && !judge.IsUnrelated(reasons[i]) {
			wrong++
			fmt.Printf("%s compiled before, and now: %s\n", question.Source, reasons[i])
		}
	}
	fmt.Printf("suggestions: %d types written into %d files; of %d catalogs %d compile with them, %d neither with nor without; %d compile no longer\n",
		len(report.Edits()), changed, len(questions), len(questions)-len(refused), len(refused)-wrong, wrong)
	if len(refused) == 0 || len(refused) == len(questions) {
		return wrong, errors.New("nothing was compared")
	}
	return wrong, nil
}

// writeTypes writes the suggestions into the modules of a folder.
func writeTypes(folder string) (report *typereport.Report, changed int, err error) {
	catalogue := config.NewCatalogue(lint.Rules())
	resolver := config.NewResolver(source.Disk{}, folder, catalogue, nil, &config.Flags{NoConfig: true})
	report, _ = lint.Types(lint.Options{Files: source.Disk{}, Folder: folder, Paths: []string{folder}, Resolver: resolver})
	if report == nil {
		return nil, 0, errors.New("there is no report")
	}
	changed, failures := lint.WriteTypes(nil, report)
	if len(failures) > 0 {
		return nil, 0, errors.New(failures[0].Message)
	}
	return report, changed, nil
}

// questionsOf returns the catalogs to compile: each subject that got types, with its defaults,
// with each probe and with some rare ones.
func questionsOf(report *typereport.Report, folder string, seed uint64) ([]evaluation, error) {
	subjects, err := records.Subjects(folder)
	if err != nil {
		return nil, err
	}
	hosts, err := records.Hosts(folder)
	if err != nil {
		return nil, err
	}
	changed := map[string]bool{}       // definitions to which types were added
	suggested := map[string][]string{} // parameters with types that accept every working value, by definition
	for _, module := range report.Modules {
		for _, definition := range module.Definitions {
			for _, parameter := range definition.Parameters {
				changed[definition.Name] = changed[definition.Name] || parameter.Suggested != ""
				if parameter.Suggested != "" && !parameter.Documented {
					suggested[definition.Name] = append(suggested[definition.Name], parameter.Name)
				}
			}
		}
	}
	random := rand.New(rand.NewPCG(seed, 0))
	var questions []evaluation
	for _, s := range subjects {
		if !changed[s.Name] {
			continue
		}
		facts := hosts[s.Hosts[0]].JSON
		questions = append(questions, evaluation{s.With(""), facts})
		for _, parameter := range slices.Sorted(slices.Values(suggested[s.Name])) {
			tried := slices.Clone(probes)
			for _, i := range random.Perm(len(rareProbes))[:rareTries] {
				tried = append(tried, rareProbes[i])
			}
			for _, probe := range tried {
				questions = append(questions, evaluation{s.With(parameter + " => " + probe), facts})
			}
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
