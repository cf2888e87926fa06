//go:build develop

// Command relatives compares the recorded answers in lint/testdata/relatives with the real
// Puppet, which compiles the site manifest of each tree with its modules and data.
//
//	go run -tags develop ./internal/oracle/relatives -oracle ../shared/oracle
//
// With -record, it writes the answers. ORACLE_PUPPET names the judge. The program exits with 1
// on any difference.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/txtar"

	"puppet-lint/internal/oracle/judge"
)

// question is a request to catalog.rb, answer the part of its answer that is used here.
type question struct {
	Environment string          `json:"environment"`
	Source      string          `json:"source"`
	Facts       json.RawMessage `json:"facts,omitempty"`
	tree        string
}

type answer struct {
	Error *struct {
		Message string `json:"message"`
		File    string `json:"file"`
		Line    int    `json:"line"`
	} `json:"error"`
}

// answerFile is the file of a tree that holds Puppet's answer.
const answerFile = "/puppet.txt"

func main() {
	oracle := flag.String("oracle", "", "the folder that holds the oracle scripts")
	_ = flag.String("corpus", "", "not used: the trees are those of lint/testdata/relatives")
	record := flag.Bool("record", false, "write the answers")
	flag.Parse()
	if os.Getenv("ORACLE_PUPPET") == "" {
		fmt.Fprintln(os.Stderr, "relatives: ORACLE_PUPPET is not set: the answers are those of Puppet 8, not of an older one")
		os.Exit(2)
	}
	names, err := filepath.Glob("lint/testdata/relatives/*.txtar")
	differences, trees := 0, 0
	for _, name := range names {
		var asked, different int
		if asked, different, err = compare(*oracle, name, *record); err != nil {
			break
		}
		trees, differences = trees+asked, differences+different
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "relatives:", err)
		os.Exit(2)
	}
	fmt.Printf("relatives: %d trees; %d differences\n", trees, differences)
	if differences > 0 && !*record {
		os.Exit(1)
	}
}

// compare asks Puppet about the trees of an archive.
func compare(oracle, name string, record bool) (asked, differences int, err error) {
	archive, err := txtar.ParseFile(name)
	if err != nil {
		return 0, 0, err
	}
	folder, err := os.MkdirTemp("", "relatives")
	if err != nil {
		return 0, 0, err
	}
	defer os.RemoveAll(folder)
	questions, err := questionsOf(archive, folder)
	if err != nil {
		return 0, 0, err
	}
	start := func() (*judge.Judge, error) {
		return judge.Start("internal/oracle/judge", "catalog.rb", []string{"ORACLE_FLUSH=1"}, oracle)
	}
	answers, err := judge.AskAll[question, answer](1, start, questions)
	if err != nil {
		return 0, 0, err
	}
	for i, q := range questions {
		text := describe(q, &answers[i])
		if recorded := textOf(archive, q.tree+answerFile); !agree(recorded, text) {
			differences++
			fmt.Printf("%s: %s: Puppet says %s, not %s", filepath.Base(name), q.tree, strings.TrimSpace(text), recorded)
			setText(archive, q.tree+answerFile, text)
		}
	}
	if record && differences > 0 {
		err = os.WriteFile(name, txtar.Format(archive), 0o666)
	}
	return len(questions), differences, err
}

// agree reports whether a recorded answer is the one that Puppet gives. A recorded reason why
// nothing is reported agrees with every refusal.
func agree(recorded, given string) bool {
	return recorded == given || strings.HasPrefix(recorded, "refused unreported ") && strings.HasPrefix(given, "refused ")
}

// questionsOf writes the trees to a folder and returns the questions about those that have an
// answer.
func questionsOf(archive *txtar.Archive, folder string) ([]question, error) {
	var questions []question
	for _, file := range archive.Files {
		path := filepath.Join(folder, file.Name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return nil, err
		}
		if err := os.WriteFile(path, file.Data, 0o666); err != nil {
			return nil, err
		}
		if tree, ok := strings.CutSuffix(file.Name, answerFile); ok {
			questions = append(questions, question{
				Environment: filepath.Join(folder, tree), Source: textOf(archive, tree+"/manifests/site.pp"),
				Facts: json.RawMessage(textOf(archive, tree+"/facts.json")), tree: tree,
			})
		}
	}
	return questions, nil
}

// describe returns the text of an answer.
func describe(q question, a *answer) string {
	if a.Error == nil {
		return "compiles\n"
	}
	path := "manifests/site.pp"
	if relative, err := filepath.Rel(q.Environment, a.Error.File); err == nil && a.Error.File != "" {
		path = relative
	}
	message, _, _ := strings.Cut(a.Error.Message, "\n")
	return fmt.Sprintf("refused %s %d %s\n", path, a.Error.Line, strings.ReplaceAll(message, q.Environment+"/", ""))
}

func textOf(archive *txtar.Archive, name string) string {
	for _, file := range archive.Files {
		if file.Name == name {
			return string(file.Data)
		}
	}
	return ""
}

func setText(archive *txtar.Archive, name, text string) {
	for i := range archive.Files {
		if archive.Files[i].Name == name {
			archive.Files[i].Data = []byte(text)
		}
	}
}
