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
	"puppet-lint/internal/oracle/records"
)

// catalogs compiles every Nth class and defined type with the real Puppet, with the original
// and with the formatted modules, and compares the catalogs.
func (p *program) catalogs(corpus, oracle, folder string, formatted []text) error {
	subjects, err := records.Subjects(folder)
	if err != nil {
		return err
	}
	hosts, err := records.Hosts(folder)
	if err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "format-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	folders := []string{filepath.Join(work, "a", "modules"), filepath.Join(work, "b", "modules")}
	for _, folder := range folders {
		if err := os.CopyFS(folder, os.DirFS(corpus)); err != nil {
			return err
		}
	}
	for _, t := range formatted {
		if err := os.WriteFile(filepath.Join(folders[1], t.name), []byte(t.text), 0o644); err != nil {
			return err
		}
	}
	type evaluation struct {
		Source string          `json:"source"`
		Facts  json.RawMessage `json:"facts"`
	}
	var questions []evaluation
	for i, one := range subjects {
		if number := i + 1; number%p.everyCatalog == 0 {
			questions = append(questions, evaluation{one.With(""), hosts[one.Hosts[number%len(one.Hosts)]].JSON})
		}
	}
	var answers [2][]map[string]any
	for i, folder := range folders {
		answers[i], err = judge.AskAll[evaluation, map[string]any](2, func() (*judge.Judge, error) {
			return judge.Start(oracle, "eval.rb", nil, "--full", "--modulepath", folder)
		}, questions)
		if err != nil {
			return err
		}
	}
	compiled := 0
	for i := range questions {
		before, after := catalogText(answers[0][i], folders[0]), catalogText(answers[1][i], folders[1])
		if answers[0][i]["error"] == nil {
			compiled++
		}
		if before != after {
			p.complain("%s compiles to another catalog", questions[i].Source)
		}
	}
	fmt.Printf("catalogs: %d compiled, of %d\n", compiled, len(questions))
	if compiled == 0 {
		return fmt.Errorf("no catalog was compiled")
	}
	return nil
}

// catalogText returns an answer without positions and folder names.
func catalogText(answer map[string]any, folder string) string {
	delete(answer, "logs")
	if failure, isFailure := answer["error"].(map[string]any); isFailure {
		delete(failure, "line")
		delete(failure, "pos")
	}
	text, err := json.Marshal(answer)
	if err != nil {
		return err.Error()
	}
	return oracleFolder.ReplaceAllString(strings.ReplaceAll(string(text), folder, ""), "")
}

// oracleFolder is the temporary folder of the judge, which some of Puppet's messages name.
var oracleFolder = regexp.MustCompile(`/puppet-oracle-[\w-]+`)
