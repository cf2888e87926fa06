//go:build develop

// Command yaml compares internal/document/yaml and internal/document/json with Ruby: Psych as
// Puppet calls it, and Ruby's JSON. It generates texts from a seed (scalars, structures,
// damaged corpus files), parses them with both, and exits with 1 on any difference.
//
//	go run -tags develop ./internal/oracle/yaml [-format yaml|json] [-n 20000] [-seed 1] [-corpus DIR] [-show 20] [-record FILE]
//
// With -record it also writes the texts and answers to a gzip-compressed file. The test of this
// package repeats such files in testdata without Ruby.
package main

import (
	"bufio"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"

	"puppet-lint/internal/document"
	documentjson "puppet-lint/internal/document/json"
	"puppet-lint/internal/document/yaml"
	"puppet-lint/internal/source"
)

//go:embed judge.rb
var judge string

func main() {
	format := flag.String("format", "yaml", "yaml or json")
	count := flag.Int("n", 20000, "number of texts of each kind")
	seed := flag.Int64("seed", 1, "seed of the texts")
	corpus := flag.String("corpus", "", "folder whose files are asked about, whole and damaged")
	show := flag.Int("show", 20, "number of differences to print")
	recording := flag.String("record", "", "file to write the questions and answers to")
	flag.Parse()
	texts := generate(*format, *seed, *count, *corpus)
	lines, err := ask(*format, texts)
	if err == nil && *recording != "" {
		err = record(*recording, texts, lines)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "oracle yaml:", err)
		os.Exit(2)
	}
	differences := 0
	for i, text := range texts {
		if difference := differ(*format, text, lines[i]); difference != "" {
			if differences++; differences <= *show {
				fmt.Printf("%q\n  %s\n", text, difference)
			}
		}
	}
	fmt.Printf("%s: %d texts, %d differences\n", *format, len(texts), differences)
	if differences > 0 {
		os.Exit(1)
	}
}

// answer is the answer of the judge.
type answer struct {
	Value   json.RawMessage `json:"value,omitempty"`
	Error   string          `json:"error,omitempty"`
	Context string          `json:"context,omitempty"`
	Line    int             `json:"line,omitempty"`
	Column  int             `json:"column,omitempty"`
	Class   string          `json:"class,omitempty"`
}

// ask returns the judge's answer to each text.
func ask(format string, texts []string) ([]answer, error) {
	command := exec.Command("ruby", "-W0", "-e", judge, format)
	command.Stderr = os.Stderr
	input, err := command.StdinPipe()
	if err != nil {
		return nil, err
	}
	output, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := command.Start(); err != nil {
		return nil, fmt.Errorf("starting ruby: %w", err)
	}
	go feed(input, texts)
	lines := bufio.NewReaderSize(output, 1<<20)
	answers := make([]answer, len(texts))
	for i, text := range texts {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return nil, fmt.Errorf("the judge stopped at %q: %w", text, err)
		}
		if err := json.Unmarshal(line, &answers[i]); err != nil {
			return nil, fmt.Errorf("the judge's answer to %q: %w", text, err)
		}
	}
	return answers, command.Wait()
}

func feed(input io.WriteCloser, texts []string) {
	writer := bufio.NewWriter(input)
	for _, text := range texts {
		fmt.Fprintf(writer, "{\"text\":%q}\n", base64.StdEncoding.EncodeToString([]byte(text)))
	}
	writer.Flush()
	input.Close()
}

// comparablePlace reports whether positions can be compared. libyaml deliberately counts some
// differently: after line breaks that only YAML knows, and on the line that it assumes after
// the last one.
func comparablePlace(text string, problem document.Error) bool {
	return !strings.ContainsAny(text, "\r\u0085\u2028\ufeff") && int(problem.ContextSpan.Start) < len(text)
}

// differ returns how our result for text differs from the judge's, or "".
func differ(format, text string, want answer) string {
	file := source.NewFile("f", text)
	var got *document.Document
	if format == "json" {
		got = documentjson.Read(file)
	} else {
		got = yaml.Read(file, yaml.Options{})
	}
	if len(got.Errors) > 0 {
		problem := got.Errors[0]
		switch {
		case problem.Code == document.Cycle && want.Error == "cycle":
			// Ruby reads it, but the judge could not write it.
		case problem.Code == document.Encoding && (want.Error != "" || format == "json"):
			// Ruby checks the bytes piece by piece, or not at all.
		case want.Error == "":
			return fmt.Sprintf("we refuse (%s), Ruby reads %s", problem.Message, want.Value)
		case format == "json":
			// The message is that of Ruby's own parser; only whether it accepts the text is
			// compared.
		case want.Class == "" && (problem.Message != want.Error || problem.Context != want.Context):
			return fmt.Sprintf("we say %q (%q), Ruby %q (%q)", problem.Message, problem.Context, want.Error, want.Context)
		case want.Class == "" && problem.Context != "" && comparablePlace(text, problem) &&
			file.Position(problem.ContextSpan.Start) != (source.Position{Line: want.Line, Column: want.Column}):
			return fmt.Sprintf("%s: we say %v, Ruby %d:%d", problem.Message, file.Position(problem.ContextSpan.Start), want.Line, want.Column)
		case want.Class == "Psych::DisallowedClass" && problem.Message != want.Error:
			return fmt.Sprintf("we say %q, Ruby %q", problem.Message, want.Error)
		}
		return ""
	}
	if want.Error != "" {
		return fmt.Sprintf("puppet-lint reads it, Ruby refuses: %s %s", want.Class, want.Error)
	}
	tree, _ := json.Marshal(dump(got.Root))
	if string(tree) != string(want.Value) {
		return fmt.Sprintf("puppet-lint reads %s, Ruby %s", tree, want.Value)
	}
	return ""
}
