//go:build develop

// Command watching compares the findings of --watch with those of runs from the start. It copies
// the corpus, changes files at random, and reruns a lint.Session after each change. Every few
// changes it also makes a run from the start, which must have the same findings. The early findings
// of the changed files must be their findings in the end. Some runs are cancelled, and the next run
// must do their work. It also measures the time from a save to the early findings and to the
// result, and compares the cost of a change with that of the first run.
//
//	go run -tags develop ./internal/oracle/watching -corpus DIR [-changes 120] [-every 6] [-seed 1] [-strict] [-kind "a file is gone,a fact is another"]
//	go run -tags develop ./internal/oracle/watching -initial -corpus CONTROL_REPOSITORY
//
// With -initial, the folder is an environment, and only its initial manifests are changed.
//
// It exits with 1 on any difference, or if more than one change in twenty costs over a quarter of
// a run from the start.
package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"puppet-lint/config"
	"puppet-lint/internal/cputime"
	"puppet-lint/internal/source"
	"puppet-lint/lint"
)

func main() {
	corpus := flag.String("corpus", "", "folder of modules")
	flag.String("oracle", "", "not used")
	changes := flag.Int("changes", 120, "how many changes to make")
	every := flag.Int("every", 6, "after how many of them to compare")
	seed := flag.Uint64("seed", 1, "where the random numbers start")
	only := flag.String("kind", "", "the only kinds of change to make, with commas between them")
	strict := flag.Bool("strict", false, "ask for the strict rules, too")
	initial := flag.Bool("initial", false, "the folder is an environment; change its initial manifests only")
	flag.Parse()
	if err := run(*corpus, *changes, *every, *seed, *only, *strict, *initial); err != nil {
		fmt.Fprintln(os.Stderr, "watching:", err)
		os.Exit(1)
	}
}

func run(corpus string, changes, every int, seed uint64, only string, strict, initial bool) error {
	folder, err := os.MkdirTemp("", "watching")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	if folder, err = enterCopy(folder, corpus); err != nil {
		return err
	}
	editor, err := newEditor(folder, seed)
	if err != nil {
		return err
	}
	if initial {
		editor.keepInitial(folder)
	}
	lint.TuneMemory(lint.LargeHeap, lint.RunGrowth)
	var session lint.Session
	before := cputime.Used()
	session.Run(context.Background(), options(folder, strict))
	whole := cputime.Used() - before
	times := map[string][]spent{}
	var since []string
	among, err := kindsNamed(only)
	if err != nil {
		return err
	}
	among = slices.DeleteFunc(slices.Clone(among), func(k kind) bool { return initial && k.of != codeName || len(editor.paths[k.of]) == 0 })
	if len(among) == 0 {
		return fmt.Errorf("%s: there is no file to change", corpus)
	}
	differences, anew := 0, 0
	var delays []time.Duration
	for i := range changes {
		kind := among[editor.random.IntN(len(among))]
		paths, what, err := editor.change(kind)
		if err != nil {
			return err
		}
		since = append(since, what)
		session.Idle(context.Background())
		time.Sleep(rest)
		started, before := time.Now(), cputime.Used()
		var early *early
		session.First = func(result *lint.Result, again map[string]bool) { early = newEarly(started, result, again) }
		isInterrupted := false
		if editor.random.IntN(interruptOneOf) == 0 {
			var late time.Duration
			if late, isInterrupted = interrupt(&session, paths, time.Duration(editor.random.Int64N(int64(latestInterrupt)))); isInterrupted {
				delays, paths, since = append(delays, late), nil, append(since, "a run is cancelled")
			}
			early, started, before = nil, time.Now(), cputime.Used()
		}
		result, again, _ := session.Rerun(context.Background(), paths)
		if result == nil {
			result, _ = session.Run(context.Background(), options(folder, strict))
			anew++
			fmt.Printf("%s: everything is looked at again\n", what)
		}
		took := spent{wall: time.Since(started), processor: cputime.Used() - before, files: len(again)}
		if took.first = took.wall; early != nil {
			took.first = early.after
			differences += compareLines(early.lines, lines(result.Of(early.files)), "first", "in the end", []string{what})
		}
		if !isInterrupted {
			times[kind.name] = append(times[kind.name], took)
		}
		if took.processor > 100*time.Millisecond {
			fmt.Printf("%s: %v, %d files again\n", what, took.processor.Round(time.Millisecond), len(again))
		}
		if (i+1)%every == 0 {
			differences += compare(result, fresh(folder, strict), since)
			since = nil
		}
	}
	dear := report(times)
	reportInterrupts(delays)
	fmt.Printf("everything was looked at again after %d of %d changes\n", anew, changes)
	if differences > 0 {
		return fmt.Errorf("%d findings differ", differences)
	}
	fmt.Printf("95%% of the changes cost less than %.1f %% of a run from the start\n", 100*dear.Seconds()/whole.Seconds())
	if dear > whole/4 {
		return fmt.Errorf("%v on the processors is more than a quarter of the %v of a run from the start", dear, whole)
	}
	return nil
}

// enterCopy copies a corpus to a folder and makes it the current one. It returns the folder's path
// without links.
func enterCopy(folder, corpus string) (string, error) {
	if err := os.CopyFS(folder, os.DirFS(corpus)); err != nil {
		return "", err
	}
	folder, err := filepath.EvalSymlinks(folder)
	if err != nil {
		return "", err
	}
	return folder, os.Chdir(folder)
}

// fresh returns the result of a run from the start.
func fresh(folder string, strict bool) *lint.Result {
	result, _ := lint.Run(context.Background(), options(folder, strict)) // it fails only if the context is cancelled
	return result
}

// rest is the pause between two changes.
const rest = 200 * time.Millisecond

func options(folder string, strict bool) lint.Options {
	flags := &config.Flags{NoConfig: true}
	if strict {
		flags.Layers = []*config.Layer{{Entries: []config.Entry{{Key: []string{"extend-select"}, Value: []string{"strict"}}}}}
	}
	resolver := config.NewResolver(source.Disk{}, folder, config.NewCatalogue(lint.Rules()), nil, flags)
	return lint.Options{Files: source.Disk{}, Folder: folder, Resolver: resolver}
}

// early holds the early findings.
type early struct {
	after time.Duration
	lines map[string]bool
	files map[string]bool
}

func newEarly(started time.Time, result *lint.Result, again map[string]bool) *early {
	return &early{time.Since(started), lines(result.Of(again)), again}
}

// compare prints the findings that only one of two results has.
func compare(incremental, whole *lint.Result, since []string) (differences int) {
	differences = compareLines(lines(incremental), lines(whole), "again", "anew", since)
	if len(incremental.Findings) != len(whole.Findings) && differences == 0 {
		fmt.Printf("%d findings again, %d anew\nafter: %s\n", len(incremental.Findings), len(whole.Findings), strings.Join(since, "\n       "))
		differences++
	}
	return differences
}

// compareLines prints the lines that only one of two results has.
func compareLines(a, b map[string]bool, nameA, nameB string, since []string) (differences int) {
	for line := range a {
		if !b[line] {
			fmt.Printf("only %s: %s\n", nameA, line)
			differences++
		}
	}
	for line := range b {
		if !a[line] {
			fmt.Printf("only %s: %s\n", nameB, line)
			differences++
		}
	}
	if differences > 0 {
		fmt.Printf("after: %s\n", strings.Join(since, "\n       "))
	}
	return differences
}

func lines(result *lint.Result) map[string]bool {
	found := map[string]bool{}
	for _, finding := range result.Findings {
		text := fmt.Sprintf("%s:%d-%d %d %s %v %v: %s; %s", finding.File.Name, finding.Span.Start, finding.Span.End, finding.At, finding.Rule.Name, finding.Severity, finding.Suppressed, finding.Message, finding.Help)
		for _, related := range finding.Related {
			text += fmt.Sprintf(" [%s:%d %s]", related.File.Name, related.Span.Start, related.Message)
		}
		found[text] = true
	}
	for _, failure := range result.Failures {
		found[failure.Message] = true
	}
	return found
}

// spent is the cost of a run after a change: the wall time, which depends on other work of the
// machine, until the changed files are shown and in total, and the processor time.
type spent struct {
	first, wall, processor time.Duration
	files                  int
}

// report prints the times. It returns the largest processor time of the fastest 95 % of all
// changes.
func report(times map[string][]spent) time.Duration {
	var all []spent
	for _, kind := range kinds {
		if list := times[kind.name]; len(list) > 0 {
			reportOn(kind.name, list)
			all = append(all, list...)
		}
	}
	reportOn("all", all)
	return percentile(all, 0.95, func(s spent) time.Duration { return s.processor })
}

func reportOn(name string, list []spent) {
	first := func(s spent) time.Duration { return s.first }
	wall := func(s spent) time.Duration { return s.wall }
	processor := func(s spent) time.Duration { return s.processor }
	files := func(s spent) int { return s.files }
	fmt.Printf("%-30s %4d changes: median %d ms (95%% under %d), first shown after %d ms (%d), on the processors %d ms (%d), %d files (%d)\n",
		name, len(list), percentile(list, 0.5, wall).Milliseconds(), percentile(list, 0.95, wall).Milliseconds(),
		percentile(list, 0.5, first).Milliseconds(), percentile(list, 0.95, first).Milliseconds(),
		percentile(list, 0.5, processor).Milliseconds(), percentile(list, 0.95, processor).Milliseconds(),
		percentile(list, 0.5, files), percentile(list, 0.95, files))
}

// percentile returns the value that a share of the list does not exceed.
func percentile[T cmp.Ordered](list []spent, share float64, of func(spent) T) T {
	values := make([]T, len(list))
	for i := range list {
		values[i] = of(list[i])
	}
	slices.Sort(values)
	return values[min(len(values)-1, int(share*float64(len(values))))]
}

// editor changes files.
type editor struct {
	random *rand.Rand
	// paths are the paths of the files, by the end of their names.
	paths    map[string][]string
	original map[string]string
	// path is the path of the file that changes.
	path string
	// givers are the files whose texts a change may use; nil means those that may change.
	givers []string
}

// codeName selects the names of manifests and templates, factName those of Ruby files with
// facts.
const (
	codeName = ""
	factName = "facter.rb"
)

func newEditor(folder string, seed uint64) (*editor, error) {
	e := &editor{random: rand.New(rand.NewPCG(seed, 7)), paths: map[string][]string{}, original: map[string]string{}}
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		of := filepath.Ext(path)
		switch {
		case strings.Contains(path, "/spec/"):
			return nil
		case of == ".pp" || of == ".epp" || of == ".erb":
			of = codeName
		case entry.Name() == "metadata.json":
			of = entry.Name()
		case of == ".rb" && strings.Contains(path, "/lib/"), of == ".yaml" && strings.Contains(path, "/data/"):
		default:
			return nil
		}
		text, err := os.ReadFile(path)
		if strings.Contains(string(text), "\n") {
			e.paths[of] = append(e.paths[of], path)
			if strings.Contains(path, "/lib/facter/") {
				e.paths[factName] = append(e.paths[factName], path)
			}
			e.original[path] = string(text)
		}
		return err
	})
	return e, err
}

// keepInitial keeps only the initial manifests of an environment as the files that change. The
// others still give their texts.
func (e *editor) keepInitial(folder string) {
	e.givers = e.paths[codeName]
	e.paths[codeName] = slices.DeleteFunc(slices.Clone(e.givers), func(path string) bool {
		return !strings.HasPrefix(path, filepath.Join(folder, "manifests")+string(filepath.Separator))
	})
}

// change makes a change of a kind in a random file. A file that is gone is restored.
func (e *editor) change(kind kind) (paths []string, what string, err error) {
	among := e.paths[kind.of]
	path := among[e.random.IntN(len(among))]
	text, err := os.ReadFile(path)
	switch {
	case err != nil:
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return nil, "", err
		}
		return []string{path}, "comes back: " + path, os.WriteFile(path, []byte(e.original[path]), 0o644)
	case kind.folder && strings.Contains(filepath.Dir(path), "/manifests/"):
		return e.moveFolder(kind, filepath.Dir(path))
	case kind.moves && kind.to == "":
		return []string{path}, kind.name + ": " + path, os.Remove(path)
	case kind.moves:
		to := filepath.Join(filepath.Dir(path), kind.to+filepath.Ext(path))
		return []string{path, to}, kind.name + ": " + path, os.Rename(path, to)
	}
	changed := e.original[path]
	if kind.change != nil {
		e.path = path
		givers := among
		if e.givers != nil {
			givers = e.givers
		}
		changed = kind.change(e, string(text), e.original[givers[e.random.IntN(len(givers))]])
	}
	return []string{path}, kind.name + ": " + path + difference(string(text), changed), os.WriteFile(path, []byte(changed), 0o644)
}

// moveFolder renames a folder. If it has been renamed before, it removes the folder.
func (e *editor) moveFolder(kind kind, folder string) (paths []string, what string, err error) {
	to := folder + kind.to
	if _, err := os.Stat(to); err == nil {
		return []string{folder}, "a folder is gone: " + folder, os.RemoveAll(folder)
	}
	return []string{folder, to}, kind.name + ": " + folder, os.Rename(folder, to)
}

// difference returns the first line that differs.
func difference(before, after string) string {
	a, b := strings.Split(before, "\n"), strings.Split(after, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf(":%d: %s => %s", i+1, a[i], b[i])
		}
	}
	return ""
}

// line changes a random line.
func (e *editor) line(text string, change func(string) string) string {
	lines := strings.Split(text, "\n")
	at := e.random.IntN(len(lines))
	lines[at] = change(lines[at])
	return strings.Join(lines, "\n")
}

// match changes a random match.
func (e *editor) match(text string, pattern *regexp.Regexp, change func(string) string) string {
	found := pattern.FindAllStringIndex(text, -1)
	if len(found) == 0 {
		return text + "\n"
	}
	at := found[e.random.IntN(len(found))]
	return text[:at[0]] + change(text[at[0]:at[1]]) + text[at[1]:]
}

// orAsItWas changes a random match; change receives its groups. A file that already differs
// from its original text is restored instead.
func (e *editor) orAsItWas(text string, pattern *regexp.Regexp, change func(found []string) string) string {
	if text != e.original[e.path] {
		return e.original[e.path]
	}
	return e.match(text, pattern, func(found string) string { return change(pattern.FindStringSubmatch(found)) })
}
