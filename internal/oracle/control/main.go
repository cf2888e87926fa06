//go:build develop

// Command control compares the results for the trees in testdata with the real Puppet. Puppet
// compiles each class without parameters, and the program checks it. A class with a reported
// error must fail in Puppet, and a class that fails in Puppet must be reported or be listed as
// unreported.
//
//	go run -tags develop ./internal/oracle/control -oracle ../shared/oracle
//
// ORACLE_PUPPET names the judge. The program exits with 1 on any difference.
package main

import (
	"cmp"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/checker"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/oracle/judge"
	"puppet-lint/internal/source"
	"puppet-lint/module"
)

// unreported are the classes that Puppet rejects and that are not reported, each with the
// reason.
var unreported = map[string]string{
	"legacy::relationship": "other code may declare the resource before",
	"legacy::style":        "a legacy fact is a warning: Puppet can be configured to send it",
}

// question is a request to eval.rb, judgement the part of its answer that is used here.
type question struct {
	Source string          `json:"source"`
	Facts  json.RawMessage `json:"facts"`
	name   string
	errors []*diag.Diagnostic
}

type judgement struct {
	Error *struct {
		Message string `json:"message"`
	} `json:"error"`
}

func main() {
	oracle := flag.String("oracle", "", "the folder that holds the oracle scripts")
	_ = flag.String("corpus", "", "not used: the trees are those of testdata")
	flag.Parse()
	differences, err := compare(*oracle, "testdata")
	if err != nil {
		fmt.Fprintln(os.Stderr, "control:", err)
		os.Exit(2)
	}
	if differences > 0 {
		os.Exit(1)
	}
}

// compare compiles each class of the trees and returns the number of differences.
func compare(oracle, testdata string) (differences int, err error) {
	modules, err := filepath.Abs(filepath.Join(testdata, "control", "site-modules"))
	if err != nil {
		return 0, err
	}
	facts, err := os.ReadFile(filepath.Join(testdata, "facts", "debian.json"))
	if err != nil {
		return 0, err
	}
	questions, err := questionsOf(modules, facts)
	if err != nil {
		return 0, err
	}
	start := func() (*judge.Judge, error) {
		return judge.Start(oracle, "eval.rb", nil, "--strict", "--modulepath", modules)
	}
	answers, err := judge.AskAll[question, judgement](1, start, questions)
	if err != nil {
		return 0, err
	}
	failing := 0
	for i, asked := range questions {
		fails := answers[i].Error != nil
		if fails {
			failing++
		}
		switch {
		case !fails && len(asked.errors) > 0:
			differences++
			fmt.Printf("FALSE  %s compiles, but: %s\n", asked.name, asked.errors[0].Message)
		case fails && len(asked.errors) == 0 && unreported[asked.name] == "":
			differences++
			fmt.Printf("MISSED %s: %s\n", asked.name, answers[i].Error.Message)
		}
	}
	fmt.Printf("control: %d classes, of which Puppet refuses %d; %d differences\n", len(questions), failing, differences)
	return differences, nil
}

// questionsOf returns the classes of the modules that need no parameters, with the errors
// reported in their files.
func questionsOf(modules string, facts []byte) ([]question, error) {
	paths, err := filepath.Glob(filepath.Join(modules, "legacy", "manifests", "*.pp"))
	if err != nil {
		return nil, err
	}
	tree := module.NewTree(source.Disk{}, []string{modules}, false)
	findings, _ := checker.Check(context.Background(), tree, checker.Options{Paths: paths, Workers: 1})
	var questions []question
	for _, path := range paths {
		name := "legacy::" + strings.TrimSuffix(filepath.Base(path), ".pp")
		if name == "legacy::init" {
			name = "legacy"
		}
		asked := question{Source: "include " + name, Facts: facts, name: name}
		for _, finding := range findings {
			if finding.Severity == diag.Error && finding.File.Name == path {
				asked.errors = append(asked.errors, finding)
			}
		}
		questions = append(questions, asked)
	}
	slices.SortFunc(questions, func(a, b question) int { return cmp.Compare(a.name, b.name) })
	return questions, nil
}
