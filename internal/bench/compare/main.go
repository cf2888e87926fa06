//go:build develop

// Command compare measures the whole program against the tools that it replaces. In each round
// it runs first the other program, then puppet-lint, on the same files, which are in the
// system's cache. It needs Debian's puppet-agent and puppet-lint.
//
//	go run -tags develop ./internal/bench/compare -corpus DIR [-rounds 3]
//
// It prints a Markdown table: the best time of each, their ratio in the median round, and the
// peak memory of puppet-lint.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"
)

func main() {
	corpus := flag.String("corpus", "", "folder of modules")
	rounds := flag.Int("rounds", 3, "how often each pair runs")
	flag.Parse()
	if err := run(*corpus, *rounds); err != nil {
		fmt.Fprintln(os.Stderr, "bench compare:", err)
		os.Exit(2)
	}
}

// pair is a task that both programs can do.
type pair struct {
	what            string
	other, measured []string
	// atLeast is the required ratio.
	atLeast float64
}

func run(corpus string, rounds int) error {
	manifests, err := find(corpus)
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "bench-compare")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	program := filepath.Join(folder, "puppet-lint")
	if output, err := exec.Command("go", "build", "-o", program, "./cmd/puppet-lint").CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, output)
	}
	validate := append([]string{"puppet", "parser", "validate"}, manifests...)
	lint := append([]string{"/usr/bin/puppet-lint"}, manifests...)
	pairs := []pair{
		{"`puppet parser validate`, `puppet-lint validate`", validate, []string{program, "validate", corpus}, 20},
		{"`puppet-lint` (Ruby), the core checks alone", lint, append([]string{program, "--profile", "puppet-lint", "--no-config"}, manifests...), 40},
		{"`puppet-lint` (Ruby), everything: types, data, all rules", lint, []string{program, "--no-config", corpus}, 30},
	}
	fmt.Printf("%d manifests, %d cores, %s\n\n", len(manifests), runtime.NumCPU(), runtime.Version())
	fmt.Println("| programs | the other | puppet-lint | ratio | at least | peak memory |\n| --- | ---: | ---: | ---: | ---: | ---: |")
	for _, p := range pairs {
		if err := p.measure(rounds); err != nil {
			return err
		}
	}
	return nil
}

func find(corpus string) (manifests []string, err error) {
	err = filepath.WalkDir(corpus, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && strings.HasSuffix(path, ".pp") {
			manifests = append(manifests, path)
		}
		return err
	})
	if err == nil && len(manifests) == 0 {
		err = errors.New("no manifests found; give -corpus")
	}
	return manifests, err
}

// measure runs the pair and prints its line of the table.
func (p pair) measure(rounds int) error {
	var other, measured []time.Duration
	var ratios []float64
	var memory int64
	for range rounds {
		slow, _, err := timed(p.other)
		if err != nil {
			return err
		}
		fast, peak, err := timed(p.measured)
		if err != nil {
			return err
		}
		other, measured = append(other, slow), append(measured, fast)
		ratios = append(ratios, slow.Seconds()/fast.Seconds())
		memory = max(memory, peak)
	}
	slices.Sort(ratios)
	fmt.Printf("| %s | %.2f s | %.3f s | %.0f× | %.0f× | %d MB |\n", p.what, slices.Min(other).Seconds(), slices.Min(measured).Seconds(), ratios[len(ratios)/2], p.atLeast, memory>>20)
	return nil
}

// timed runs a command and returns its wall time and its peak memory in bytes. Status 1, which
// means findings, is not an error.
func timed(arguments []string) (time.Duration, int64, error) {
	command := exec.Command(arguments[0], arguments[1:]...)
	var problems bytes.Buffer
	command.Stderr = &problems
	start := time.Now()
	err := command.Run()
	elapsed := time.Since(start)
	if exit := (*exec.ExitError)(nil); err != nil && !(errors.As(err, &exit) && exit.ExitCode() == 1) {
		return 0, 0, fmt.Errorf("%s: %w\n%s", arguments[0], err, problems.Bytes())
	}
	usage, ok := command.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		return elapsed, 0, nil
	}
	return elapsed, usage.Maxrss << 10, nil
}
