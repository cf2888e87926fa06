//go:build develop

// Command shapes checks that no shape of code makes the program slow. It writes files that
// contain many elements of one kind, such as a case with thousands of options, each in two
// lengths, and runs the whole program on both.
//
//	go run -tags develop ./internal/bench/shapes -command ./puppet-lint [-times 4] [-at-most 8] [-bytes 0] [-only NAME] [-way WAY] [-scale 1] [-pairs] [-damaged] [-broad] [-editor] [-random 0 -seed 1]
//
// There are shapes that were slow or might have been, which it runs in every way; everything that
// the grammar repeats, chains and nests, by default and with all rules; and trees of several files
// that were slow. With -random, it measures so many shapes that repeat random lexemes instead. With -broad, it also measures the other commands, other trees, and typing in the language
// server, for which -scale 0.05 is enough. With all rules and in reports, the file is the manifest
// of a module, because rules examine more in it than in a manifest outside of modules.
//
// It prints the cost of each shape, with the memory for each byte of the longer file. It exits
// with 1 if the longer file of a shape costs more than the given multiple of the shorter, if it
// takes more bytes of memory for each byte than its way allows, or than -bytes says, or if the
// program fails on it. The cost is processor time, without that of an empty file. Memory is what a
// byte more takes: the difference between the longer file and one of three times its length, divided
// by that of their sizes. It is measured by default and with all rules, in runs that collect garbage
// early; other runs do not collect garbage before the heap is as large as that of most runs.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"puppet-lint/internal/parallel"
)

// noise is a time too short to be meaningful: a shape that costs less is fast enough.
const noise = 150 * time.Millisecond

// resolution is the lowest cost of a shorter file that can be compared. The start of the program
// and its first garbage collection vary by some hundredths of a second.
const resolution = 100 * time.Millisecond

// patience is the time limit for one file.
const patience = 2 * time.Minute

// leftOut is the report's message about a file that Puppet would not read either.
const leftOut = "cannot be read as Puppet code and is not in the report"

// ofTrees is the way in which trees are run. The limit for trees is lower, because files that cost
// the same in both lengths hide a part of the growth.
const (
	ofTrees     = "trees"
	treesAtMost = 6
)

// ofChanges is the command that compares the files with a commit, which holds half as many elements.
// Git keeps the commit in the folder called repository.
const (
	ofChanges  = "impact"
	repository = ".git"
)

// plain and thorough are the ways in which the shapes of the grammar are run.
const (
	plain    = "by default"
	thorough = "all rules"
)

// way is one way to run the program on a shape: the arguments, the file that holds the shape, which
// may be the manifest of a module, and how many bytes of memory a byte of it may take; 0 means that
// memory is not measured.
type way struct {
	arguments []string
	path      string
	bytes     int64
}

// The most bytes of memory for a byte of a shape. Repeated measurements differ by a tenth.
const (
	mostPlain    = 115
	mostThorough = 190
	mostInTrees  = 400
)

const (
	// inModule is the manifest of a module. Rules examine more in it than in a manifest outside of
	// modules.
	inModule   = "a/manifests/init.pp"
	outside    = "shape.pp"
	inMetadata = "a/metadata.json"
)

// ways are the ways in which every shape is run.
var ways = map[string]way{
	plain:         {[]string{"--no-config"}, inModule, mostPlain},
	thorough:      {[]string{"--no-config", "--select", "all", "--format", "sarif"}, inModule, mostThorough},
	"outside":     {[]string{"--no-config", "--select", "all", "--format", "sarif"}, outside, 0},
	"puppet-lint": {[]string{"--profile", "puppet-lint"}, outside, 0},
	"fixing":      {[]string{"--no-config", "--fix", "--unsafe-fixes", "--diff", "--select", "all"}, inModule, 0},
	"validate":    {[]string{"validate"}, outside, 0},
	"report":      {[]string{"report", "--no-config", "--format", "json"}, inModule, 0},
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
	atMostBytes := flag.Int64("bytes", 0, "bytes of memory that a byte of a shape may take, instead of those for its way")
	pairs := flag.Bool("pairs", false, "also nest each construct within each other one")
	damage := flag.Bool("damaged", false, "measure each shape before a syntax error instead")
	scale := flag.Float64("scale", 1, "multiple of the usual lengths")
	every := flag.Int("every", 1, "measure each n-th only of what is measured")
	only := flag.String("only", "", "a single shape")
	way := flag.String("way", "", "a single way to run")
	write := flag.String("write", "", "only write the files of the shape that -only names, in its greater length, to this folder")
	broad := flag.Bool("broad", false, "also run the other commands on all shapes")
	inEditor := flag.Bool("editor", false, "measure the answers of the language server instead")
	random := flag.Int("random", 0, "measure so many random shapes instead")
	seed := flag.Uint64("seed", 1, "the seed of the random shapes")
	flag.Parse()
	set := settings{*times, *scale, limits{*atMost, *atMostBytes}, *only, *way, *pairs, *damage, *broad, *every, *random, *seed}
	if *write != "" {
		if err := writeShape(*write, set); err != nil {
			fmt.Fprintln(os.Stderr, "bench shapes:", err)
			os.Exit(2)
		}
		return
	}
	measure := func() ([]string, error) { return measureAll(*command, set) }
	if *inEditor {
		measure = func() ([]string, error) { return measureEditor(set) }
	}
	slow, err := measure()
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

// limits holds how many times as much the longer file may cost, and how many bytes of memory each
// of its bytes may take; 0 means what its way allows.
type limits struct {
	times float64
	bytes int64
}

// program is the measured program: its command, and the folder in which it works.
type program struct{ command, folder string }

// subject is one measurement: files with count elements of one kind, and the arguments of the
// command that reads them.
type subject struct {
	way, name string
	count     int
	arguments []string
	files     func(count int) texts
	// bytes is the most memory for a byte; 0 means that memory is not measured.
	bytes int64
}

// settings are the flags of this program.
type settings struct {
	times                int
	scale                float64
	limits               limits
	only, way            string
	pairs, damage, broad bool
	every, random        int
	seed                 uint64
}

// measureAll prints a line for each shape and way. It returns the lines of those that grow too
// fast or take too much memory. It measures several at a time, because only processor time counts.
func measureAll(command string, set settings) (slow []string, err error) {
	command, err = filepath.Abs(command)
	if err != nil {
		return nil, err
	}
	chosen := slices.DeleteFunc(subjects(set), func(one subject) bool {
		return set.only != "" && set.only != one.name || set.way != "" && set.way != one.way
	})
	index := -1
	chosen = slices.DeleteFunc(chosen, func(subject) bool {
		index++
		return index%set.every != 0
	})
	bases, err := basesOf(command, chosen)
	if err != nil {
		return nil, err
	}
	var output sync.Mutex
	err = parallel.Each(context.Background(), runtime.GOMAXPROCS(0), len(chosen), func(i int) {
		line, isSlow := measureOne(command, chosen[i], bases, set)
		output.Lock()
		defer output.Unlock()
		fmt.Println(line)
		if isSlow {
			slow = append(slow, line)
		}
	})
	return slow, err
}

// basesOf measures the processor time of each command of the subjects with almost no files. The keys
// of the result are the commands' arguments.
func basesOf(command string, subjects []subject) (map[string]time.Duration, error) {
	bases := map[string]time.Duration{}
	for _, one := range subjects {
		key := strings.Join(one.arguments, " ")
		if _, isKnown := bases[key]; isKnown {
			continue
		}
		err := inFolder(command, func(p program) (err error) {
			bases[key], err = p.base(one)
			return err
		})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", one.way, err)
		}
	}
	return bases, nil
}

// measureOne measures a subject. It returns the line that describes it, or the reason why it
// failed.
func measureOne(command string, one subject, bases map[string]time.Duration, set settings) (line string, isSlow bool) {
	if one.way == ofTrees {
		set.limits.times = min(set.limits.times, treesAtMost)
	}
	one.count = max(1, int(set.scale*float64(one.count)))
	err := inFolder(command, func(p program) (err error) {
		line, isSlow, err = p.line(one, bases[strings.Join(one.arguments, " ")], set)
		return err
	})
	if err != nil {
		return fmt.Sprintf("%-12s %-24s %v", one.way, one.name, err), true
	}
	return line, isSlow
}

// inFolder gives the program an empty folder to work in, and removes it afterwards.
func inFolder(command string, work func(program) error) error {
	folder, err := os.MkdirTemp("", "bench-shapes")
	if err != nil {
		return err
	}
	return errors.Join(work(program{command, folder}), os.RemoveAll(folder))
}

// writeShape writes the longer files of the shape that the flags select to a folder, and prints the
// arguments of the command that reads them.
func writeShape(folder string, set settings) error {
	set.broad = true
	for _, one := range subjects(set) {
		if one.name != set.only || set.way != "" && one.way != set.way {
			continue
		}
		fmt.Println(strings.Join(one.arguments, " "))
		return errors.Join(os.MkdirAll(folder, 0o755), one.files(set.times*int(set.scale*float64(one.count))).write(folder))
	}
	return fmt.Errorf("no shape is called %q", set.only)
}

// subjects returns everything to measure.
func subjects(set settings) (all []subject) {
	random := randomShapes(set.random, set.seed)
	for _, name := range sortedKeys(ways) {
		way := ways[name]
		those := shapes
		switch {
		case set.random > 0:
			those = random
		case name == thorough, name == plain:
			those = append(those[:len(those):len(those)], ofGrammar(set.pairs)...)
		}
		if set.damage {
			those = damaged(those)
		}
		for _, one := range those {
			files := func(count int) texts { return texts{way.path: one.text(count)} }
			all = append(all, subject{name, one.name, one.count, append(way.arguments[:len(way.arguments):len(way.arguments)], way.path), files, way.bytes})
		}
	}
	if set.random > 0 {
		return append(all, randomDocuments(max(1, set.random/randomPerDocument), set.seed)...)
	}
	for _, one := range trees {
		all = append(all, subject{ofTrees, one.name, one.count, one.arguments, one.files, 0})
	}
	if !set.broad {
		return all
	}
	for _, one := range otherTrees {
		all = append(all, subject{ofTrees, one.name, one.count, one.arguments, one.files, mostInTrees})
	}
	for _, name := range sortedKeys(commands) {
		arguments := strings.Fields(commands[name])
		for _, one := range shapes {
			all = append(all, subject{name, one.name, one.count, arguments, module(one.text), mostInTrees})
		}
		for _, one := range slices.Concat(trees, otherTrees) {
			all = append(all, subject{name, one.name, one.count, arguments, one.files, mostInTrees})
		}
	}
	return all
}

// base measures the command on an empty file of the module.
func (p program) base(one subject) (time.Duration, error) {
	one.files = func(int) texts { return texts{inModule: "class a { }\n", outside: ""} }
	took, _, err := p.cost(one, 0)
	return took, err
}

// line measures a subject and describes it.
func (p program) line(one subject, empty time.Duration, set settings) (line string, isSlow bool, err error) {
	found, err := p.measure(one, set, empty)
	if err != nil {
		return "", false, err
	}
	mark, memory := "", ""
	if found.isTooFast(set.limits.times) {
		mark = "  grows too fast"
	}
	if one.bytes > 0 && set.limits.bytes > 0 {
		one.bytes = set.limits.bytes
	}
	if one.bytes > 0 && one.files(set.times*one.count).size() >= leastText {
		perByte, err := p.perByte(one, set.times*one.count)
		if err != nil {
			return "", false, err
		}
		if memory = fmt.Sprintf("  %6d bytes a byte", perByte); perByte > one.bytes {
			mark += "  takes too much memory"
		}
	}
	return fmt.Sprintf("%-12s %-24s %7d: %6.2f s  %7d: %6.2f s  %5.1f times%s%s",
		one.way, one.name, found.count, found.short.Seconds(), set.times*found.count, found.long.Seconds(), found.multiple(), memory, mark), mark != "", nil
}

// lengthened is how many times as long as the longer file of a shape the file is with which its
// memory is compared.
const lengthened = 3

// perByte returns how many bytes of memory a byte more of a subject takes. It measures again what
// seems to take too much, because the memory at which garbage is collected varies.
func (p program) perByte(one subject, count int) (least int64, err error) {
	long := one.files(lengthened * count)
	if !long.isReadable() {
		long, count = one.files(count), count/lengthened
	}
	more := int64(long.size() - one.files(count).size())
	for i := range attempts {
		_, some, err := p.cost(one, count, collecting...)
		if err != nil {
			return 0, err
		}
		_, much, err := p.cost(one, lengthened*count, collecting...)
		if err != nil {
			return 0, err
		}
		if found := max(much-some, 0) / max(more, 1); i == 0 || found < least {
			least = found
		}
		if least <= one.bytes {
			break
		}
	}
	return least, nil
}

// growth holds the processor time for two lengths of a shape: count elements, and a multiple of
// count.
type growth struct {
	count       int
	short, long time.Duration
}

// collecting makes the program collect garbage early.
var collecting = []string{"GOGC=25"}

// leastText is the smallest size in bytes of a text whose use of memory is meaningful.
const leastText = 64 << 10

func (g growth) multiple() float64 { return g.long.Seconds() / max(g.short.Seconds(), 0.001) }

func (g growth) isTooFast(atMost float64) bool { return g.long > noise && g.multiple() > atMost }

// attempts is how often a shape that seems to grow too fast is measured, because other work of the
// machine may be the cause.
const attempts = 3

// measure runs the program on both lengths of the subject. empty is the cost of an empty file.
// What seems to grow too fast is measured again, and both lengths are multiplied if the
// shorter one costs too little to be compared.
func (p program) measure(one subject, set settings, empty time.Duration) (found growth, err error) {
	count := one.count
	for range attempts {
		if found.isTooFast(set.limits.times) && found.short < resolution && one.files(set.times*set.times*count).isReadable() {
			count *= set.times
		}
		short, _, err := p.cost(one, count)
		if err != nil {
			return found, err
		}
		long, _, err := p.cost(one, set.times*count)
		if err != nil {
			return found, err
		}
		found = growth{count, max(short-empty, 0), max(long-empty, 0)}
		if !found.isTooFast(set.limits.times) {
			break
		}
	}
	return found, nil
}

// commit writes files and commits them to a new repository.
func (p program) commit(files texts) error {
	if err := errors.Join(os.RemoveAll(filepath.Join(p.folder, repository)), files.write(p.folder)); err != nil {
		return err
	}
	for _, arguments := range []string{"init -q", "add .", "-c user.name=x -c user.email=x@example.com commit -q -m x"} {
		git := exec.Command("git", strings.Fields(arguments)...)
		git.Dir = p.folder
		if output, err := git.CombinedOutput(); err != nil {
			return fmt.Errorf("git %s: %w\n%s", arguments, err, output)
		}
	}
	return nil
}

// cost returns the processor time and the memory in bytes that the program uses for the files of
// the subject, with count elements and these environment variables.
func (p program) cost(one subject, count int, environment ...string) (took time.Duration, memory int64, err error) {
	if one.way == ofChanges {
		err = p.commit(one.files(count / 2))
	}
	if err := errors.Join(err, one.files(count).write(p.folder)); err != nil {
		return 0, 0, err
	}
	var stderr bytes.Buffer
	run := exec.Command(p.command, one.arguments...)
	run.Dir = p.folder
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
