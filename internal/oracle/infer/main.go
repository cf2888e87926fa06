// Command infer compares the checker's inference with what the real Puppet
// makes of the same snippets: for those that Puppet evaluates, the inferred
// type must contain the value and no error may be found; for those that it
// refuses, an error must be found on the same line. It exits with 1 when a
// type does not contain the value or a finding is false.
//
//	go run ./internal/oracle/infer -vectors FILE.jsonl -oracle ../shared/oracle
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"

	"puppet-lint/checker"
	"puppet-lint/internal/oracle/judge"
	"puppet-lint/module"
	"puppet-lint/source"
)

// vector is a snippet with Puppet's answer.
type vector struct {
	ID       string         `json:"id"`
	Source   string         `json:"source"`
	Facts    map[string]any `json:"facts"`
	Value    *string        `json:"value"`
	InferSet string         `json:"infer_set"`
	Error    *struct {
		IssueCode string `json:"issue_code"`
		Message   string `json:"message"`
		Line      int    `json:"line"`
	} `json:"error"`
}

func main() {
	vectors := flag.String("vectors", "", "file of snippets with Puppet's answers, as eval.rb --echo prints them")
	oracle := flag.String("oracle", "", "folder of the oracle scripts; without it types are not asked about")
	verbose := flag.Bool("v", false, "list every snippet")
	flag.Parse()
	failed, err := run(*vectors, *oracle, *verbose)
	if err != nil {
		fmt.Fprintln(os.Stderr, "infer:", err)
		os.Exit(2)
	}
	if failed {
		os.Exit(1)
	}
}

func run(path, oracle string, verbose bool) (failed bool, err error) {
	file, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<24)
	var asked []question
	var evaluated, precise, quiet, refused, caught int
	for lines.Scan() {
		var v vector
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			return false, err
		}
		manifest := module.NewManifest(source.NewFile("snippet.pp", v.Source), nil)
		tree := module.NewTree(source.NewOverlay(nil, nil), nil, true)
		inference := checker.Infer(tree, manifest, checker.Options{})
		lineOfFirst := 0
		var said []string
		for i := range inference.Diagnostics {
			finding := &inference.Diagnostics[i]
			if finding.Severity.String() != "error" {
				continue
			}
			said = append(said, fmt.Sprintf("%d: %s (%s)", finding.Position().Line, finding.Message, finding.Rule.Name))
			if lineOfFirst == 0 {
				lineOfFirst = finding.Position().Line
			}
		}
		for _, problem := range manifest.Errors {
			if problem.Fatal {
				lineOfFirst = manifest.Source.Line(problem.Span.Start)
				said = append(said, "syntax: "+problem.Message)
			}
		}
		text := checker.FormatType(inference.Value)
		switch {
		case v.Error == nil && v.Value != nil:
			evaluated++
			if text != "Any" {
				precise++
			}
			if len(said) == 0 {
				quiet++
			} else {
				failed = true
				fmt.Printf("FALSE    %s %q is %s, but: %s\n", v.ID, v.Source, v.InferSet, strings.Join(said, "; "))
			}
			if unaskable[v.ID] != "" {
				continue
			}
			asked = append(asked, question{Op: "instance", A: exponents.Replace(text), Expr: exponents.Replace(*v.Value), vector: v})
		case v.Error != nil:
			refused++
			if lineOfFirst != 0 && (v.Error.Line == 0 || lineOfFirst == v.Error.Line) {
				caught++
			} else {
				fmt.Printf("MISSED   %s %q: line %d %s %s (we: %s)\n", v.ID, v.Source, v.Error.Line, v.Error.IssueCode, firstLine(v.Error.Message), strings.Join(said, "; "))
			}
		}
		if verbose {
			fmt.Printf("%s %q: %s %v\n", v.ID, v.Source, text, said)
		}
	}
	fmt.Printf("%d evaluated: %d without a finding, %d more precise than Any (%.1f %%)\n", evaluated, quiet, precise, percent(precise, evaluated))
	fmt.Printf("%d refused: %d found on the same line (%.1f %%)\n", refused, caught, percent(caught, refused))
	if oracle == "" {
		return failed, nil
	}
	wrong, err := askTypes(oracle, asked)
	return failed || wrong > 0, err
}

func percent(part, whole int) float64 { return 100 * float64(part) / float64(max(whole, 1)) }

func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimPrefix(text, "Evaluation Error: "), "\n")
	return line[:min(len(line), 110)]
}

// unaskable are the vectors whose value types.rb cannot read back, and why.
var unaskable = map[string]string{
	"e197": "the oracle prints the string with one backslash too few",
	"e245": "an Iterator has no text",
	"e407": "the defined type is not there when types.rb reads its name",
}

// exponents respells numbers that Puppet prints but does not read.
var exponents = strings.NewReplacer("e+", "e")

// question asks types.rb whether a value is an instance of a type.
type question struct {
	Op     string `json:"op"`
	A      string `json:"a"`
	Expr   string `json:"expr"`
	vector vector
}

// askTypes asks Puppet whether each value is an instance of the type that was
// inferred, and counts those that are not.
func askTypes(oracle string, asked []question) (wrong int, err error) {
	script, err := judge.Start(oracle, "types.rb", nil)
	if err != nil {
		return 0, err
	}
	defer script.Close()
	for _, q := range asked {
		var reply struct {
			Instance bool `json:"instance"`
			Error    *struct {
				Message string `json:"message"`
			} `json:"error"`
		}
		if err := script.Ask(q, &reply); err != nil {
			return wrong, err
		}
		if !reply.Instance {
			wrong++
			problem := ""
			if reply.Error != nil {
				problem = " (" + reply.Error.Message + ")"
			}
			fmt.Printf("UNSOUND  %s %q: %s does not contain %s%s\n", q.vector.ID, q.vector.Source, q.A, q.Expr, problem)
		}
	}
	fmt.Printf("%d types asked about: %d do not contain the value\n", len(asked), wrong)
	return wrong, nil
}
