//go:build develop

// Program validate sends the same queries to the real Puppet and to package validate, and fails
// on any difference that package recorded does not explain:
//
//	go run -tags develop ./internal/oracle/validate -oracle ../shared/oracle -corpus DIR
//
// The queries are those of package recorded, the oracle's own vectors and every manifest and
// template below the corpus folder, which is used as a modulepath. ORACLE_PUPPET names the
// Puppet 8 to use. A test of package validate makes the same comparison with the recorded
// answers, without Puppet.
//
// With -label it prints Puppet's answers to the queries on standard input instead, one JSON
// object a line. That is how the recorded answers are made:
//
//	gzip -dc internal/recorded/testdata/snippets.jsonl.gz | go run -tags develop ./internal/oracle/validate -oracle DIR -label | gzip -9n > new
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"puppet-lint/internal/oracle/judge"
	"puppet-lint/internal/recorded"
	"puppet-lint/syntax/validate/jsonl"
)

func main() {
	oracle := flag.String("oracle", "", "folder of the oracle scripts")
	corpus := flag.String("corpus", "", "folder of modules to compare on, too")
	workers := flag.Int("workers", 2, "how many Puppets to ask at once")
	label := flag.Bool("label", false, "print Puppet's answers to the questions of standard input")
	flag.Parse()
	var err error
	if *label {
		err = printLabels(*oracle, *workers)
	} else {
		err = run(*oracle, *corpus, *workers)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// ask sends the queries to the real Puppet. The answers contain the queries.
func ask(oracle string, workers int, questions []jsonl.Query) ([]json.RawMessage, error) {
	start := func() (*judge.Judge, error) { return judge.Start(oracle, "validate.rb", nil, "--echo") }
	return judge.AskAll[jsonl.Query, json.RawMessage](workers, start, questions)
}

func printLabels(oracle string, workers int) error {
	lines, err := io.ReadAll(os.Stdin)
	if err != nil {
		return err
	}
	questions, err := appendQuestions(nil, lines)
	if err != nil {
		return err
	}
	answers, err := ask(oracle, workers, questions)
	for _, answer := range answers {
		fmt.Println(string(answer))
	}
	return err
}

func run(oracle, corpus string, workers int) error {
	questions, err := questionsOf(oracle, corpus)
	if err != nil {
		return err
	}
	judgements, err := ask(oracle, workers, questions)
	if err != nil {
		return err
	}
	unexplained, explained := 0, 0
	for _, line := range judgements {
		differences, reason, err := recorded.Compare(line)
		if err != nil {
			return err
		}
		switch {
		case reason != "":
			explained++
		case len(differences) > 0:
			unexplained++
			report(line, differences)
		}
	}
	fmt.Printf("%d questions: %d differ for a known reason, %d for none\n", len(questions), explained, unexplained)
	if unexplained > 0 {
		return fmt.Errorf("%d unexplained differences", unexplained)
	}
	return nil
}

// appendQuestions parses queries, one a line.
func appendQuestions(questions []jsonl.Query, lines []byte) ([]jsonl.Query, error) {
	for line := range bytes.Lines(lines) {
		var question jsonl.Query
		if err := json.Unmarshal(line, &question); err != nil {
			return nil, fmt.Errorf("%w: %s", err, line)
		}
		questions = append(questions, question)
	}
	return questions, nil
}

// questionsOf returns the queries: those of package recorded, the vectors of the oracle's folder, and
// the files of the corpus.
func questionsOf(oracle, corpus string) ([]jsonl.Query, error) {
	snippets, err := recorded.Read(recorded.Snippets)
	if err != nil {
		return nil, err
	}
	vectors, err := os.ReadFile(filepath.Join(oracle, "vectors", "validate.jsonl"))
	if err != nil {
		return nil, fmt.Errorf("%w; -oracle names the folder of the oracle scripts", err)
	}
	var questions []jsonl.Query
	for _, lines := range [][]byte{snippets, vectors} {
		if questions, err = appendQuestions(questions, lines); err != nil {
			return nil, err
		}
	}
	if corpus == "" {
		return questions, nil
	}
	corpus, err = filepath.Abs(corpus)
	if err != nil {
		return nil, err
	}
	err = filepath.WalkDir(corpus, func(path string, entry fs.DirEntry, err error) error {
		extension := filepath.Ext(path)
		if err != nil || entry.IsDir() || extension != ".pp" && extension != ".epp" {
			return err
		}
		questions = append(questions, jsonl.Query{
			ID: path, Path: path, Modulepath: []string{corpus}, Epp: extension == ".epp",
		})
		return nil
	})
	return questions, err
}

func report(line []byte, differences []string) {
	var expected jsonl.Query
	if json.Unmarshal(line, &expected) != nil {
		return
	}
	text := ""
	if expected.Source != nil {
		text = *expected.Source
	}
	fmt.Printf("%v %s%q\n\t%s\n", expected.ID, flags(expected), text, strings.Join(differences, "\n\t"))
}

// flags returns the options of a query in words.
func flags(question jsonl.Query) string {
	var words strings.Builder
	if question.Tasks {
		words.WriteString("tasks ")
	}
	if question.Epp {
		words.WriteString("epp ")
	}
	if question.Strict != "" {
		words.WriteString("strict=" + question.Strict + " ")
	}
	if question.Path != "" && question.Source != nil {
		words.WriteString(question.Path + " ")
	}
	return words.String()
}
