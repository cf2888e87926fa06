//go:build develop

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"puppet-lint/internal/oracle/judge"
)

// question and answer are the request and the answer of eval.rb.
type question struct {
	Source string          `json:"source"`
	Facts  json.RawMessage `json:"facts"`
}

type answer struct {
	Error *struct {
		Message string `json:"message"`
	} `json:"error"`
}

// said returns Puppet's message. It returns "" if the message is about the judge's own
// environment: a provider was loaded for a catalog that belongs to no server.
func (a answer) said() string {
	if a.Error == nil {
		return "compiles"
	}
	if strings.Contains(a.Error.Message, "Could not find a directory environment named") || a.Error.Message == "execution expired" {
		return ""
	}
	first, _, _ := strings.Cut(strings.TrimPrefix(a.Error.Message, "Evaluation Error: "), "\n")
	// The location of the modules differs from machine to machine.
	return place.ReplaceAllString(first, "")
}

// place matches the name of a file in Puppet's messages.
var place = regexp.MustCompile(` \(file: [^)]*\)`)

// defaultHost is the host of judgements that do not name one.
const defaultHost = "debian"

// askAgain checks some of the judgements that name a manifest with Puppet, and counts different
// answers. With -update it checks those without an answer, and records the answers.
func askAgain(set settings, judgements []*judgement, modulepath string) (differing, asked int, err error) {
	var about []*judgement
	answered := 0
	for _, one := range judgements {
		switch {
		case one.Source == "":
		case one.Puppet != "":
			answered++
		case set.update:
			about = append(about, one)
		}
	}
	step := 1
	if set.ask >= 0 {
		step = max(1, (answered+max(set.ask, 1)-1)/max(set.ask, 1))
	}
	number := -1
	for _, one := range judgements {
		if one.Source == "" || one.Puppet == "" || set.ask == 0 {
			continue
		}
		if number++; number%step == 0 {
			about = append(about, one)
		}
	}
	if len(about) == 0 || set.oracle == "" {
		return 0, 0, nil
	}
	answers, err := ask(set, about, modulepath)
	if err != nil {
		return 0, 0, err
	}
	for i, one := range about {
		switch said := answers[i].said(); {
		case said == "":
		case one.Puppet == "":
			one.Puppet = said
		case one.Puppet != said:
			differing++
			fmt.Printf("%-12s %s: %s\n    Puppet said: %s\n    it says now: %s\n", "OTHERWISE", one.Path, one.Source, one.Puppet, said)
		}
	}
	return differing, len(about), nil
}

func ask(set settings, about []*judgement, modulepath string) ([]answer, error) {
	questions := make([]question, len(about))
	for i, one := range about {
		host := one.Host
		if host == "" {
			host = defaultHost
		}
		facts, err := os.ReadFile(filepath.Join(set.facts, host+".json"))
		if err != nil {
			return nil, err
		}
		questions[i] = question{one.Source, facts}
	}
	start := func() (*judge.Judge, error) {
		return judge.Start(set.oracle, "eval.rb", nil, "--strict", "--modulepath", modulepath)
	}
	return judge.AskAll[question, answer](2, start, questions)
}
