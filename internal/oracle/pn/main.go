//go:build develop

// Command pn compares the parser with the real Puppet: for every manifest, plan and template of
// a corpus, for damaged ones, and for generated programs. The tree as PN must be equal byte for
// byte. If there is no tree, the code, line and column of the first error must be equal. The
// program exits with 1 on any difference.
//
//	go run -tags develop ./internal/oracle/pn [-oracle DIR] [-corpus DIR] [-mutants 2000] [-n 5000] [-seed 1] [-show 20] [-record FILE]
//
// With -record it also writes its requests and Puppet's answers, in the format of the vectors
// in syntax/pn/testdata.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"runtime"
	"strings"

	"puppet-lint/internal/oracle/judge"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
	"puppet-lint/syntax/pn"
)

// question is a request to pn.rb.
type question struct {
	Source string `json:"source"`
	EPP    bool   `json:"epp,omitempty"`
	Tasks  bool   `json:"tasks,omitempty"`
	// name is the origin of the text.
	name string
}

// answer is the answer of pn.rb.
type answer struct {
	PN    *string `json:"pn,omitempty"`
	Error *struct {
		Class   string `json:"class,omitempty"`
		Code    string `json:"issue_code,omitempty"`
		Message string `json:"message,omitempty"`
		Line    int    `json:"line,omitempty"`
		Pos     int    `json:"pos,omitempty"`
	} `json:"error,omitempty"`
}

func main() {
	folder := flag.String("oracle", "../shared/oracle", "folder of the oracle scripts")
	corpus := flag.String("corpus", "", "folder whose manifests and templates are asked about")
	mutants := flag.Int("mutants", 0, "number of damaged corpus files to ask about")
	count := flag.Int("n", 5000, "number of made-up programs to ask about")
	seed := flag.Int64("seed", 1, "seed of the made-up and damaged programs")
	show := flag.Int("show", 20, "number of differences to print")
	recording := flag.String("record", "", "file to write questions and answers to")
	flag.Parse()
	differences, total, err := run(*folder, *corpus, *mutants, *count, *seed, *show, *recording)
	if err != nil {
		fmt.Fprintln(os.Stderr, "oracle pn:", err)
		os.Exit(2)
	}
	fmt.Printf("pn: %d texts, %d differences\n", total, differences)
	if differences > 0 {
		os.Exit(1)
	}
}

func run(folder, corpus string, mutants, count int, seed int64, show int, recording string) (differences, total int, err error) {
	files, err := corpusFiles(corpus)
	if err != nil {
		return 0, 0, err
	}
	questions := append(files, mutate(files, mutants, seed)...)
	questions = append(questions, generate(count, seed)...)
	answers, err := judge.AskAll[question, answer](runtime.NumCPU(), func() (*judge.Judge, error) {
		return judge.Start(folder, "pn.rb", nil)
	}, questions)
	if err != nil {
		return 0, 0, err
	}
	for i := range questions {
		if difference := compare(&questions[i], &answers[i]); difference != "" {
			if differences++; differences <= show {
				text := questions[i].Source
				if len(text) > 600 {
					text = text[:600] + "…"
				}
				fmt.Printf("%s: %q\n%s\n", questions[i].name, text, difference)
			}
		}
	}
	if recording != "" {
		err = record(recording, questions, answers)
	}
	return differences, len(questions), err
}

// compare returns how our tree or error differs from Puppet's, or "".
func compare(q *question, a *answer) string {
	file := syntax.Parse(source.NewFile("x.pp", q.Source), syntax.Options{EPP: q.EPP, Tasks: q.Tasks})
	first := firstFatal(file)
	switch {
	case a.PN != nil && first != nil:
		return fmt.Sprintf("  puppet-lint: %s at %d: %s\n  Puppet accepts it", first.Code, first.At, first.Message)
	case a.PN != nil:
		if got := pn.Compact(pn.Of(file.Program)); got != *a.PN {
			from := 0
			for from < len(got) && from < len(*a.PN) && got[from] == (*a.PN)[from] {
				from++
			}
			from = max(0, from-60)
			return fmt.Sprintf("  puppet-lint: …%s\n  Puppet:      …%s", got[from:min(len(got), from+300)], (*a.PN)[from:min(len(*a.PN), from+300)])
		}
		return ""
	case a.Error == nil:
		return "  no answer"
	case !strings.HasPrefix(a.Error.Class, "Puppet::"):
		return crash(a, first)
	case first == nil:
		return fmt.Sprintf("  puppet-lint: no error\n  Puppet: %s %d:%d %s", a.Error.Code, a.Error.Line, a.Error.Pos, a.Error.Message)
	}
	line, column := 0, 0
	if first.At >= 0 {
		at := file.Source.Position(first.At)
		line, column = at.Line, at.Column
	}
	code := a.Error.Code // some errors of Puppet have none; then any code is accepted
	if code != "" && first.Code != code || line != a.Error.Line || column != a.Error.Pos {
		return fmt.Sprintf("  puppet-lint: %s %d:%d %s\n  Puppet: %s %d:%d %s", first.Code, line, column, first.Message, code, a.Error.Line, a.Error.Pos, a.Error.Message)
	}
	return ""
}

// crash judges an input on which Ruby itself crashes. We must report an error, except for
// regular expressions, which the parser does not check, parameters for which PN has no key, and
// apply, for which it has no form.
func crash(a *answer, first *syntax.Error) string {
	if first != nil || a.Error.Class == "RegexpError" || strings.Contains(a.Error.Message, "Model::Apply") ||
		strings.Contains(a.Error.Message, "does not conform to pattern") {
		return ""
	}
	return fmt.Sprintf("  puppet-lint: no error\n  Puppet dies: %s %s", a.Error.Class, a.Error.Message)
}

func firstFatal(file *syntax.File) *syntax.Error {
	for i := range file.Errors {
		if file.Errors[i].Fatal {
			return &file.Errors[i]
		}
	}
	return nil
}

// record writes the short requests with their answers.
func record(path string, questions []question, answers []answer) error {
	var b strings.Builder
	for i, q := range questions {
		if len(q.Source) > 2000 || answers[i].Error != nil && !strings.HasPrefix(answers[i].Error.Class, "Puppet::") {
			continue
		}
		line, err := json.Marshal(struct {
			question
			answer
		}{q, answers[i]})
		if err != nil {
			return err
		}
		b.Write(line)
		b.WriteByte('\n')
	}
	return os.WriteFile(path, []byte(b.String()), 0o644)
}
