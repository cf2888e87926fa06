//go:build develop

// Command types measures "puppet-lint type --jsonl" against the real Puppet on the same
// queries, in pairs: each round runs one and then the other, so that both meet the same
// machine. Times are those of whole processes, including start and reading. User time includes
// the work of all cores.
//
//	go build -o puppet-lint ./cmd/puppet-lint
//	go run -tags develop ./internal/bench/types -command ./puppet-lint -oracle DIR [-seed 1] [-n 20000] [-rounds 3]
//
// It needs ruby, and Puppet in ORACLE_PUPPET. It prints a Markdown table.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"time"
)

func main() {
	command := flag.String("command", "./puppet-lint", "the program that is measured")
	oracle := flag.String("oracle", "../shared/oracle", "folder of the oracle scripts")
	seed := flag.Int("seed", 1, "seed of the questions")
	n := flag.Int("n", 20000, "how many questions")
	rounds := flag.Int("rounds", 3, "how many pairs")
	flag.Parse()
	if err := run(*command, *oracle, *seed, *n, *rounds); err != nil {
		fmt.Fprintln(os.Stderr, "bench types:", err)
		os.Exit(2)
	}
}

func run(command, oracle string, seed, n, rounds int) error {
	questions, _, err := timed(nil, "ruby", filepath.Join(oracle, "gen_types.rb"), "--seed", strconv.Itoa(seed), "--n", strconv.Itoa(n))
	if err != nil {
		return err
	}
	fmt.Printf("%d questions of seed %d\n\n| pair | Puppet, wall | user | puppet-lint, wall | user | ratio, wall | user |\n| --- | --- | --- | --- | --- | --- | --- |\n", n, seed)
	var walls, users []float64
	for round := range rounds {
		_, other, err := timed(questions, "ruby", filepath.Join(oracle, "types.rb"), "--terse")
		if err != nil {
			return err
		}
		_, measured, err := timed(questions, command, "type", "--jsonl")
		if err != nil {
			return err
		}
		wall, user := other.wall.Seconds()/measured.wall.Seconds(), other.user.Seconds()/measured.user.Seconds()
		walls, users = append(walls, wall), append(users, user)
		fmt.Printf("| %d | %.2f s | %.2f s | %.3f s | %.3f s | %.1f | %.1f |\n", round+1, other.wall.Seconds(), other.user.Seconds(),
			measured.wall.Seconds(), measured.user.Seconds(), wall, user)
	}
	fmt.Printf("\nmedian ratio: %.1f wall, %.1f user\n", median(walls), median(users))
	return nil
}

// duration is the time that a process took.
type duration struct{ wall, user time.Duration }

func timed(input []byte, name string, args ...string) ([]byte, duration, error) {
	command := exec.Command(name, args...)
	command.Stdin = bytes.NewReader(input)
	command.Stderr = os.Stderr
	start := time.Now()
	out, err := command.Output()
	if err != nil {
		return nil, duration{}, fmt.Errorf("%s: %w", name, err)
	}
	return out, duration{time.Since(start), command.ProcessState.UserTime()}, nil
}

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}
