//go:build develop

// Command infer compares the checker's inference with the real Puppet on the same snippets. For
// snippets that Puppet evaluates, the inferred type must contain the value and no error may be
// reported. For those that it rejects, an error must be reported on the same line. The program
// exits with 1 if a type does not contain the value or a finding is false.
//
//	go run -tags develop ./internal/oracle/infer -vectors FILE.jsonl -oracle ../shared/oracle
//
// The snippets come from a file, with Puppet's answers, or are generated, mostly invalid ones,
// and evaluated by Puppet: calls of functions (generate.go), programs of all kinds (snippets.go),
// functions that test what their parameters hold before they use it (flows.go), and classes and
// defined types that use each other (catalogs.go). A certain share of the rejected ones must be
// reported. With -record the programs and the answers are written to a file, in the format of
// checker/eval/testdata/generated.jsonl, which the tests read without Puppet.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"

	"puppet-lint/checker"
	"puppet-lint/checker/infer"
	"puppet-lint/checker/lattice"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/oracle/judge"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/syntax/validate"
)

// vector is a snippet with Puppet's answer.
type vector struct {
	ID       string         `json:"id"`
	Source   string         `json:"source"`
	Facts    map[string]any `json:"facts,omitempty"`
	Value    *string        `json:"value,omitempty"`
	InferSet string         `json:"infer_set,omitempty"`
	Logs     []logged       `json:"logs,omitempty"`
	Error    *struct {
		IssueCode string `json:"issue_code"`
		Message   string `json:"message"`
		Line      int    `json:"line"`
	} `json:"error,omitempty"`
}

// logged is a message that Puppet has logged.
type logged struct {
	Message string `json:"message"`
}

// settings are the program's flags.
type settings struct {
	vectors, oracle string
	modulepath      []string
	calls, snippets int
	flows, catalogs int
	record          string
	atLeastSnippets float64
	seed            uint64
	atLeast         float64
	precise         float64
	verbose         bool
}

func main() {
	var set settings
	flag.StringVar(&set.vectors, "vectors", "", "file of snippets with Puppet's answers, as eval.rb --echo prints them")
	flag.StringVar(&set.oracle, "oracle", "", "folder of the oracle scripts; without it nothing is asked")
	flag.IntVar(&set.calls, "calls", 800, "calls of functions to make and to ask about")
	flag.IntVar(&set.snippets, "snippets", 3000, "programs to make and to ask about")
	flag.Float64Var(&set.atLeastSnippets, "at-least-snippets", 85, "share, in percent, of the refused programs in which an error must be found")
	flag.IntVar(&set.flows, "flows", 800, "programs that narrow what a parameter holds, to make and to ask about")
	flag.IntVar(&set.catalogs, "catalogs", 50, "programs that declare classes and resources, to make and to ask about")
	flag.StringVar(&set.record, "record", "", "file to which the programs are written with Puppet's answers")
	flag.Uint64Var(&set.seed, "seed", 1, "seed of the calls")
	flag.Float64Var(&set.atLeast, "at-least", 93, "share, in percent, of the refused calls that must be found on the same line")
	flag.Float64Var(&set.precise, "precise", 93, "share, in percent, of the evaluated snippets whose type must say more than Any")
	flag.BoolVar(&set.verbose, "v", false, "list every snippet")
	flag.Func("modulepath", "folder of modules that the snippets of the file may use", func(folder string) error {
		set.modulepath = append(set.modulepath, folder)
		return nil
	})
	flag.Parse()
	failed, err := run(set)
	if err != nil {
		fmt.Fprintln(os.Stderr, "infer:", err)
		os.Exit(2)
	}
	if failed {
		os.Exit(1)
	}
}

// run compares the recorded snippets, and then calls of functions.
func run(set settings) (failed bool, err error) {
	recorded, err := readVectors(set.vectors)
	if err != nil {
		return false, err
	}
	failed, _, err = compare(set, recorded)
	if err != nil || set.oracle == "" {
		return failed, err
	}
	if set.calls > 0 {
		called, err := answers(set, generateCalls(set.seed, set.calls))
		if err != nil {
			return failed, err
		}
		fmt.Printf("\n%d calls of functions\n", len(called))
		failedCalls, caught, err := compare(set, called)
		if err != nil {
			return failed, err
		}
		if caught < set.atLeast {
			fmt.Printf("only %.1f %% of the refused calls are found; it must be %.1f %%\n", caught, set.atLeast)
			failedCalls = true
		}
		failed = failed || failedCalls
	}
	if set.snippets > 0 {
		failedSnippets, err := compareSnippets(set, recorded)
		if err != nil {
			return failed, err
		}
		failed = failed || failedSnippets
	}
	if set.flows > 0 {
		failedFlows, err := compareFlows(set)
		if err != nil {
			return failed, err
		}
		failed = failed || failedFlows
	}
	if set.catalogs == 0 {
		return failed, nil
	}
	failedCatalogs, err := compareCatalogs(set)
	return failed || failedCatalogs, err
}

// compareSnippets compares generated programs. If a definition fails, the error may be reported at
// the definition instead of where Puppet notices it.
func compareSnippets(set settings, recorded []vector) (failed bool, err error) {
	asked, err := answers(set, generateSnippets(set.seed, set.snippets, recorded))
	if err != nil {
		return false, err
	}
	if set.record != "" {
		if err := record(set.record, asked); err != nil {
			return false, err
		}
	}
	fmt.Printf("\n%d programs\n", len(asked))
	var compiled, quiet, refused, found int
	for _, v := range asked {
		_, line, said := check(nil, v.Source)
		switch {
		case v.Error == nil:
			compiled++
			if len(said) == 0 {
				quiet++
				continue
			}
			failed = true
			fmt.Printf("FALSE    %s %q compiles, but: %s\n", v.ID, v.Source, strings.Join(said, "; "))
		case line != 0:
			refused++
			found++
		default:
			refused++
			if set.verbose {
				fmt.Printf("MISSED   %s %q: %s\n", v.ID, v.Source, firstLine(v.Error.Message))
			}
		}
	}
	fmt.Printf("%d compile: an error is found in %d; %d are refused: an error is found in %d (%.1f %%)\n",
		compiled, compiled-quiet, refused, found, percent(found, refused))
	if percent(found, refused) < set.atLeastSnippets {
		fmt.Printf("it must be %.1f %%\n", set.atLeastSnippets)
		failed = true
	}
	return failed, nil
}

// record writes programs with Puppet's answers, one a line.
func record(path string, asked []vector) error {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	for _, v := range asked {
		if err := encoder.Encode(v); err != nil {
			return err
		}
	}
	return os.WriteFile(path, text.Bytes(), 0o644)
}

func readVectors(path string) (vectors []vector, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var v vector
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			return nil, err
		}
		vectors = append(vectors, v)
	}
	return vectors, lines.Err()
}

// memoryOfJudge is the memory in megabytes that a judge may use, because some snippets create
// endless values.
const memoryOfJudge = 3000

// answers evaluates snippets with Puppet. It leaves out, and prints, those that it cannot decide.
func answers(set settings, sources []string) (vectors []vector, err error) {
	type snippet struct {
		Source string `json:"source"`
	}
	var questions []snippet
	for _, source := range sources {
		questions = append(questions, snippet{source})
	}
	start := func() (*judge.Judge, error) {
		return judge.StartLimited(memoryOfJudge, set.oracle, "eval.rb", nil, "--strict")
	}
	answered, died, err := judge.AskSurviving[snippet, vector](2, start, questions)
	if err != nil {
		return nil, err
	}
	for i, v := range answered {
		if v.Error != nil && judge.TimedOut(v.Error.Message) {
			again, diedAgain, err := judge.AskSurviving[snippet, vector](1, start, questions[i:i+1])
			if err != nil {
				return nil, err
			}
			if v = again[0]; len(diedAgain) > 0 || v.Error != nil && judge.TimedOut(v.Error.Message) {
				died = append(died, i)
			}
		}
		v.ID, v.Source = fmt.Sprintf("made%d", i), questions[i].Source
		if slices.Contains(died, i) {
			fmt.Printf("UNDECIDED %s %q: the judge has died of it, or found no answer in time\n", v.ID, v.Source)
			continue
		}
		vectors = append(vectors, v)
	}
	if len(died) > 3 && len(died) > len(questions)/100 {
		return nil, fmt.Errorf("%d of %d programs are undecided", len(died), len(questions))
	}
	return vectors, nil
}

// check returns the checker's results for a snippet: its type, and the errors with the line of
// the first one.
func check(modulepath []string, snippet string) (text string, line int, said []string) {
	manifest := module.NewManifest(source.NewFile("snippet.pp", snippet), nil)
	tree := module.NewTree(source.NewOverlay(source.Disk{}, nil), modulepath, true)
	inference := infer.Manifest(tree, manifest, checker.Options{})
	for _, finding := range inference.Diagnostics {
		if finding.Severity.String() != "error" {
			continue
		}
		said = append(said, fmt.Sprintf("%d: %s (%s)", finding.Position().Line, finding.Message, finding.Rule.Name))
		if line == 0 {
			line = finding.Position().Line
		}
	}
	for _, finding := range validate.File(manifest.File, validate.Options{}) {
		if finding.Severity != diag.Error {
			continue
		}
		if line == 0 || finding.Position().Line < line {
			line = finding.Position().Line
		}
		said = append(said, fmt.Sprintf("%d: %s (%s)", finding.Position().Line, finding.Message, finding.Rule.Name))
	}
	return lattice.FormatType(inference.Value), line, said
}

// compare compares the checker's results for snippets with Puppet's. It also returns the share
// of the rejected snippets that are reported, in percent.
func compare(set settings, vectors []vector) (failed bool, caughtShare float64, err error) {
	var asked []question
	var evaluated, precise, quiet, refused, caught int
	for _, v := range vectors {
		text, line, said := check(set.modulepath, v.Source)
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
			if unaskable[v.ID] == "" && !hasNoText(*v.Value) {
				asked = append(asked, question{Op: "instance", A: exponents.Replace(text), Expr: exponents.Replace(*v.Value), vector: v})
			}
		case v.Error != nil:
			refused++
			if line != 0 && (v.Error.Line == 0 || line == v.Error.Line) {
				caught++
			} else {
				fmt.Printf("MISSED   %s %q: line %d %s %s (we: %s)\n", v.ID, v.Source, v.Error.Line, v.Error.IssueCode, firstLine(v.Error.Message), strings.Join(said, "; "))
			}
		}
		if set.verbose {
			fmt.Printf("%s %q: %s %v\n", v.ID, v.Source, text, said)
		}
	}
	fmt.Printf("%d evaluated: %d without a finding, %d more precise than Any (%.1f %%)\n", evaluated, quiet, precise, percent(precise, evaluated))
	if percent(precise, evaluated) < set.precise {
		fmt.Printf("that is less than %.1f %%\n", set.precise)
		failed = true
	}
	fmt.Printf("%d refused: %d found on the same line (%.1f %%)\n", refused, caught, percent(caught, refused))
	if set.oracle == "" {
		return failed, percent(caught, refused), nil
	}
	wrong, err := askTypes(set.oracle, asked)
	return failed || wrong > 0, percent(caught, refused), err
}

// hasNoText reports whether Puppet prints a value in a form that it cannot read.
func hasNoText(value string) bool {
	return strings.Contains(value, "URI('')") || strings.Contains(value, "Iterator") || strings.Contains(value, "#<") || strings.Contains(value, "Object[") || strings.Contains(value, "Sensitive")
}

func percent(part, whole int) float64 { return 100 * float64(part) / float64(max(whole, 1)) }

func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimPrefix(text, "Evaluation Error: "), "\n")
	return line[:min(len(line), 110)]
}

// unaskable are the vectors whose values types.rb cannot read back, with the reasons.
var unaskable = map[string]string{
	"e197": "the oracle prints the string with one backslash too few",
	"e245": "an Iterator has no text",
	"e407": "the defined type is not there when types.rb reads its name",
}

// exponents rewrites numbers that Puppet prints but cannot read.
var exponents = strings.NewReplacer("e+", "e")

// question is a request to types.rb: whether a value is an instance of a type.
type question struct {
	Op     string `json:"op"`
	A      string `json:"a"`
	Expr   string `json:"expr"`
	vector vector
}

// askTypes checks with Puppet whether each value is an instance of the inferred type. It
// returns the number of those that are not.
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
