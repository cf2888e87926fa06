//go:build develop

// Command shapes measures that no shape of code makes the program slow: it
// writes files that hold much of one thing, such as cases of thousands of
// branches, each in two lengths, and runs the whole program on both.
//
//	go run -tags develop ./internal/bench/shapes -command ./puppet-lint [-times 4] [-at-most 8] [-bytes 600] [-only NAME] [-pairs] [-damaged]
//
// The shapes are those that were slow or might have been, in every way to run, and all
// that the grammar repeats, chains and nests, with all rules. With all rules and in reports, the
// file is a module's manifest, at which more rules look than at one outside of modules. It prints what each costs,
// with the memory for each byte of the longer file, and exits with 1 when the longer file
// of a shape costs more than the given multiple of the shorter, when it takes more than
// the given bytes of memory a byte, or when the program fails on it. Processor time is
// compared, without what an empty file costs. Memory is what the program holds: it is
// measured with all rules, in a run that collects garbage early, which the program
// otherwise does not do before its heap is as large as those of most runs.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"puppet-lint/source"
)

// noise is a time too short to be meaningful: a shape that costs less is fast enough.
const noise = 150 * time.Millisecond

// resolution is the least cost of a shorter file that can be compared: the start of the
// program and its first collection of garbage differ by some hundredths of a second.
const resolution = 100 * time.Millisecond

// patience is the time limit for one file.
const patience = 2 * time.Minute

// leftOut is the report's message about a file that Puppet would not read either.
const leftOut = "cannot be read as Puppet code and is not in the report"

// thorough is the way in which the shapes of the grammar are run.
const thorough = "all rules"

// way is one way to run the program on a shape: the arguments, and the file that holds the
// shape, which may be the manifest of a module.
type way struct {
	arguments []string
	path      string
}

const (
	// inModule is the manifest of a module, in which rules look for more than in one outside of modules.
	inModule = "a/manifests/init.pp"
	outside  = "shape.pp"
)

// ways are the ways in which every shape is run.
var ways = map[string]way{
	thorough:      {[]string{"--no-config", "--select", "all", "--format", "sarif"}, inModule},
	"outside":     {[]string{"--no-config", "--select", "all", "--format", "sarif"}, outside},
	"puppet-lint": {[]string{"--profile", "puppet-lint"}, outside},
	"fixing":      {[]string{"--no-config", "--fix", "--unsafe-fixes", "--diff", "--select", "all"}, inModule},
	"validate":    {[]string{"validate"}, outside},
	"report":      {[]string{"report", "--no-config", "--format", "json"}, inModule},
}

// metadata is the metadata.json of the module.
const metadata = `{
  "name": "example-a",
  "version": "1.0.0",
  "author": "example",
  "license": "Apache-2.0",
  "summary": "Much of one thing",
  "source": "https://example.com/a",
  "dependencies": [{ "name": "puppetlabs/stdlib", "version_requirement": ">= 9.0.0 < 10.0.0" }],
  "operatingsystem_support": [{ "operatingsystem": "Debian", "operatingsystemrelease": ["12"] }],
  "requirements": [{ "name": "puppet", "version_requirement": ">= 8.0.0 < 9.0.0" }]
}
`

func main() {
	command := flag.String("command", "puppet-lint", "the program")
	times := flag.Int("times", 4, "how much longer the second file is")
	atMost := flag.Float64("at-most", 8, "multiple of the shorter file's time that the longer one may cost")
	atMostBytes := flag.Int64("bytes", 600, "bytes of memory that a byte of the longer file may take")
	only := flag.String("only", "", "a single shape")
	pairs := flag.Bool("pairs", false, "also nest each construct within each other one")
	damage := flag.Bool("damaged", false, "measure each shape before a syntax error instead")
	flag.Parse()
	slow, err := measureAll(*command, *times, limits{*atMost, *atMostBytes}, *only, *pairs, *damage)
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench shapes:", err)
		os.Exit(2)
	}
	for _, line := range slow {
		fmt.Println(line)
	}
	fmt.Printf("%d times a shape grows too fast or takes too much memory\n", len(slow))
	if len(slow) > 0 {
		os.Exit(1)
	}
}

// limits are how many times as much the longer file may cost, and how many bytes of
// memory each of its bytes.
type limits struct {
	times float64
	bytes int64
}

// measureAll prints a line for each shape and way, and returns the lines of those that grow too
// fast or take too much memory.
func measureAll(command string, times int, atMost limits, only string, pairs, damage bool) (slow []string, err error) {
	command, err = filepath.Abs(command)
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "bench-shapes")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	if err := os.MkdirAll(filepath.Join(folder, filepath.Dir(inModule)), 0o755); err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(folder, "a/metadata.json"), []byte(metadata), 0o644); err != nil {
		return nil, err
	}
	for _, way := range sortedKeys(ways) {
		arguments, path := ways[way].arguments, filepath.Join(folder, ways[way].path)
		empty, _, err := cost(command, arguments, path, "")
		if err != nil {
			return slow, err
		}
		_, held, err := cost(command, arguments, path, "", collecting...)
		if err != nil {
			return slow, err
		}
		all := shapes
		if way == thorough {
			all = append(all[:len(all):len(all)], ofGrammar(pairs)...)
		}
		if damage {
			all = damaged(all)
		}
		for _, shape := range all {
			if only != "" && only != shape.name {
				continue
			}
			found, err := measure(command, arguments, path, shape, times, atMost.times, empty)
			if err != nil {
				return slow, fmt.Errorf("%s, %s: %w", shape.name, way, err)
			}
			mark := ""
			if found.isTooFast(atMost.times) {
				mark = "  grows too fast"
			}
			memory := ""
			if text := shape.text(times * shape.count); way == thorough && len(text) >= leastText {
				_, much, err := cost(command, arguments, path, text, collecting...)
				if err != nil {
					return slow, fmt.Errorf("%s, %s: %w", shape.name, way, err)
				}
				perByte := max(much-held, 0) / int64(len(text))
				if memory = fmt.Sprintf("  %6d bytes a byte", perByte); perByte > atMost.bytes {
					mark += "  takes too much memory"
				}
			}
			line := fmt.Sprintf("%-12s %-24s %7d: %6.2f s  %7d: %6.2f s  %5.1f times%s%s",
				way, shape.name, found.count, found.short.Seconds(), times*found.count, found.long.Seconds(), found.multiple(), memory, mark)
			fmt.Println(line)
			if mark != "" {
				slow = append(slow, line)
			}
		}
	}
	return slow, nil
}

// growth is what two lengths of a shape cost, in processor time: count of its elements and a
// multiple of it.
type growth struct {
	count       int
	short, long time.Duration
}

// collecting has the program collect garbage early.
var collecting = []string{"GOGC=25"}

// leastText is how long a text must be for its memory to say something.
const leastText = 64 << 10

func (g growth) multiple() float64 { return g.long.Seconds() / max(g.short.Seconds(), 0.001) }

func (g growth) isTooFast(atMost float64) bool { return g.long > noise && g.multiple() > atMost }

// attempts is how often a shape that seems to grow too fast is measured, since other work of
// the machine may be the reason.
const attempts = 3

// measure runs the program on both lengths of the shape. empty is the cost of an empty file.
// What seems to grow too fast is measured again, and both lengths are multiplied if the
// shorter one costs too little to be compared.
func measure(command string, arguments []string, path string, shape shape, times int, atMost float64, empty time.Duration) (found growth, err error) {
	count := shape.count
	for range attempts {
		if found.isTooFast(atMost) && found.short < resolution && len(shape.text(times*times*count)) <= source.MaxFileSize {
			count *= times
		}
		shortText, longText := shape.text(count), shape.text(times*count)
		short, _, err := cost(command, arguments, path, shortText)
		if err != nil {
			return found, err
		}
		long, _, err := cost(command, arguments, path, longText)
		if err != nil {
			return found, err
		}
		found = growth{count, max(short-empty, 0), max(long-empty, 0)}
		if !found.isTooFast(atMost) {
			break
		}
	}
	return found, nil
}

// cost is the processor time and the memory, in bytes, that the program uses for a file
// of the text, with these variables in its environment.
func cost(command string, arguments []string, path, text string, environment ...string) (took time.Duration, memory int64, err error) {
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		return 0, 0, err
	}
	var stderr bytes.Buffer
	run := exec.Command(command, append(arguments[:len(arguments):len(arguments)], path)...)
	run.Stderr = &stderr
	run.Env = append(os.Environ(), environment...)
	timer := time.AfterFunc(patience, func() { run.Process.Kill() })
	defer timer.Stop()
	err = run.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) && (exit.ExitCode() == 1 || strings.Contains(stderr.String(), leftOut)) {
		err = nil // the exit status reports findings
	}
	if err != nil {
		return 0, 0, fmt.Errorf("%w\n%s", err, stderr.String())
	}
	if usage, ok := run.ProcessState.SysUsage().(*syscall.Rusage); ok {
		memory = usage.Maxrss << 10 // Linux counts KiB
	}
	return run.ProcessState.UserTime() + run.ProcessState.SystemTime(), memory, nil
}
