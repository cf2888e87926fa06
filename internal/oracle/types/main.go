//go:build develop

// Command types compares the answers of package types with the real Puppet's, on the stored
// vectors and on generated queries. It exits non-zero on any difference that explain does not
// name.
//
//	go run -tags develop ./internal/oracle/types -oracle DIR -seeds 1,2,3 -n 20000
//	go run -tags develop ./internal/oracle/types -answers FILE
//
// It also measures the speed of both on the same queries.
package main

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"puppet-lint/cmd/puppet-lint/typequery"
)

func main() {
	oracle := flag.String("oracle", "../shared/oracle", "folder of the oracle scripts")
	seeds := flag.String("seeds", "11,12,13", "seeds of the generator, with commas")
	n := flag.Int("n", 5000, "questions for each seed")
	answers := flag.String("answers", "", "compare with these stored answers and do not ask")
	show := flag.Int("show", 40, "differences to print")
	flag.String("corpus", "", "not used; all comparison programs take it")
	flag.Parse()
	if err := run(*oracle, *seeds, *n, *answers, *show); err != nil {
		fmt.Fprintln(os.Stderr, "types:", err)
		os.Exit(1)
	}
}

func run(oracle, seeds string, n int, answers string, show int) error {
	t := &tally{show: show, session: typequery.NewSession(), known: map[string]int{}}
	if answers != "" {
		data, err := os.ReadFile(answers)
		if err != nil {
			return err
		}
		t.compareAll(data)
		return t.report()
	}
	t.ask = func(questions []byte) ([]byte, error) { return ruby(questions, oracle, "types.rb", "--echo") }
	vectors, err := os.ReadFile(filepath.Join(oracle, "vectors", "types-seed1.jsonl"))
	if err != nil {
		return err
	}
	t.compareAll(vectors)
	for _, text := range strings.Split(seeds, ",") {
		if text == "" {
			continue
		}
		seed, err := strconv.Atoi(text)
		if err != nil {
			return fmt.Errorf("-seeds: %w", err)
		}
		if err := t.seed(oracle, seed, n); err != nil {
			return err
		}
	}
	return t.report()
}

// seed compares both on the queries of one seed.
func (t *tally) seed(oracle string, seed, n int) error {
	questions, err := ruby(nil, oracle, "gen_types.rb", "--seed", strconv.Itoa(seed), "--n", strconv.Itoa(n))
	if err != nil {
		return err
	}
	start := time.Now()
	replies, err := ruby(questions, oracle, "types.rb")
	if err != nil {
		return err
	}
	expected := time.Since(start)
	start = time.Now()
	actual := typequery.NewSession()
	for line := range bytes.Lines(questions) {
		actual.AnswerLine(bytes.TrimSpace(line))
	}
	mine := time.Since(start)
	fmt.Printf("seed %d: %d questions, Puppet %.1f s, puppet-lint %.3f s: %.0f times faster\n", seed, n, expected.Seconds(), mine.Seconds(), expected.Seconds()/mine.Seconds())
	t.compareAll(replies)
	return nil
}

func ruby(input []byte, oracle, script string, args ...string) ([]byte, error) {
	command := exec.Command("ruby", append([]string{filepath.Join(oracle, script)}, args...)...)
	command.Stdin = bytes.NewReader(input)
	command.Stderr = os.Stderr
	out, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w; is ruby installed?", script, err)
	}
	return out, nil
}

func (t *tally) compareAll(data []byte) {
	scanner := bufio.NewScanner(bytes.NewReader(data))
	scanner.Buffer(make([]byte, 1<<16), 1<<28)
	for scanner.Scan() {
		t.compare(scanner.Bytes())
	}
}

func (t *tally) report() error {
	fmt.Printf("%d questions: %d the same, %d where Puppet crashed, %d differences that are explained, %d that are not\n",
		t.total, t.same, t.crashed, t.explained, t.different)
	for reason, count := range t.known {
		fmt.Printf("  %d: %s\n", count, reason)
	}
	if t.different > 0 {
		return fmt.Errorf("%d differences", t.different)
	}
	return nil
}
