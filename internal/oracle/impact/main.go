//go:build develop

// Command impact checks with the real Puppet whether impact names all catalogs that a change
// affects. In a control repository of the corpus, it makes changes to manifests and data, one
// at a time. Before and after each change it compiles the classes of the changed module that
// compile alone, and compares those with different catalogs with those that impact names.
//
//	go run -tags develop ./internal/oracle/impact -corpus DIR -oracle ../shared/oracle
//
// ORACLE_PUPPET names the judge. The program exits with 1 if a catalog differs that is not
// named, or if fewer than -precision percent of those named differ.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"puppet-lint/config"
	"puppet-lint/internal/oracle/judge"
	"puppet-lint/internal/oracle/records"
	"puppet-lint/lint"
)

type settings struct {
	records.Folders
	count, classes int
	precision      float64
	limit          time.Duration
	seed           uint64
	verbose        bool
}

func main() {
	var set settings
	set.DefineFlags()
	flag.IntVar(&set.count, "n", 12, "how many changes to make")
	flag.IntVar(&set.classes, "classes", 8, "compile at most so many classes for each; 0 for all")
	flag.Float64Var(&set.precision, "precision", 70, "how many percent of the catalogs that are named must differ")
	flag.DurationVar(&set.limit, "limit", 0, "make no further change after this `time`; 0 for no limit")
	flag.Uint64Var(&set.seed, "seed", 1, "seed of what is chosen")
	flag.BoolVar(&set.verbose, "verbose", false, "tell of every change")
	flag.Parse()
	c := &comparison{settings: set, random: rand.New(rand.NewPCG(set.seed, 0)), kinds: map[string]*score{}}
	if err := c.run(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "impact:", err)
		os.Exit(2)
	}
	if c.total.missed > 0 || c.total.percent() < set.precision {
		os.Exit(1)
	}
}

// score counts catalogs.
type score struct {
	changes, compared, changed, missed, named, right int
}

func (s *score) percent() float64 { return 100 * float64(s.right) / float64(max(s.named, 1)) }

func (s *score) add(other score) {
	s.changes += other.changes
	s.compared += other.compared
	s.changed += other.changed
	s.missed += other.missed
	s.named += other.named
	s.right += other.right
}

type comparison struct {
	settings
	random   *rand.Rand
	folder   string
	subjects map[string][]records.Subject // by module
	hosts    map[string]*records.Host
	judges   []*judge.Judge
	// before caches the catalogs of the unchanged code, by class and host.
	before map[[2]string]string
	kinds  map[string]*score
	total  score
	spent  time.Duration
}

func (c *comparison) run(out io.Writer) error {
	temporary, err := os.MkdirTemp("", "impact")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temporary)
	c.folder = filepath.Join(temporary, "control")
	if err := errors.Join(c.read(), c.control()); err != nil {
		return err
	}
	for range 2 {
		started, err := judge.Start("internal/oracle/judge", "catalog.rb", []string{"ORACLE_FLUSH=1"}, c.Oracle)
		if err != nil {
			return err
		}
		defer started.Close()
		c.judges = append(c.judges, started)
	}
	c.before = map[[2]string]string{}
	start := time.Now()
	for i := range c.count {
		if c.limit > 0 && time.Since(start) > c.limit {
			break
		}
		one, err := c.choose(changeKinds[i%len(changeKinds)])
		if err != nil {
			return err
		}
		if err := c.try(out, one); err != nil {
			return fmt.Errorf("%s of %s: %w", one.kind, one.path, err)
		}
	}
	for _, kind := range changeKinds {
		if s := c.kinds[kind]; s != nil {
			fmt.Fprintf(out, "  %-18s %3d changes, %4d catalogs: %4d differ, %d of them missed; %4d named, %d of them differ\n", kind, s.changes, s.compared, s.changed, s.missed, s.named, s.right)
		}
	}
	fmt.Fprintf(out, "impact: %d changes, %d catalogs compared: %d differ, %d of them are missed; %d are named, %.1f %% of them differ; %v each\n",
		c.total.changes, c.total.compared, c.total.changed, c.total.missed, c.total.named, c.total.percent(), (c.spent / time.Duration(max(c.total.changes, 1))).Round(time.Millisecond))
	if c.total.changed == 0 {
		return errors.New("no catalog differs")
	}
	return nil
}

// read reads the classes that compile, and the facts of the hosts.
func (c *comparison) read() error {
	subjects, err := records.Subjects(c.Records)
	if err != nil {
		return err
	}
	c.subjects = map[string][]records.Subject{}
	for _, one := range subjects {
		if !one.Define {
			c.subjects[one.Module()] = append(c.subjects[one.Module()], one)
		}
	}
	c.hosts, err = records.Hosts(c.Records)
	return err
}

// control creates the control repository.
func (c *comparison) control() error {
	if err := os.CopyFS(filepath.Join(c.folder, "modules"), os.DirFS(c.Corpus)); err != nil {
		return err
	}
	if err := records.Write(c.folder, c.data()); err != nil {
		return err
	}
	for _, arguments := range [][]string{{"init", "-q"}, {"add", "-A"}, {"-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-qm", "start"}} {
		command := exec.Command("git", append([]string{"-C", c.folder}, arguments...)...)
		if said, err := command.CombinedOutput(); err != nil {
			return fmt.Errorf("git: %w: %s", err, said)
		}
	}
	return nil
}

// try makes a change, compares, and reverts it.
func (c *comparison) try(out io.Writer, one *change) error {
	host := []string{"debian", "redhat"}[c.random.IntN(2)]
	asked := c.asked(one.module, host)
	if err := c.compile(asked, host, c.before); err != nil {
		return err
	}
	path := filepath.Join(c.folder, filepath.FromSlash(one.path))
	defer os.WriteFile(path, []byte(one.before), 0o644)
	if err := os.WriteFile(path, []byte(one.after), 0o644); err != nil {
		return err
	}
	start := time.Now()
	impact, err := c.impact(host)
	if err != nil {
		return err
	}
	c.spent += time.Since(start)
	after := map[[2]string]string{}
	if err := c.compile(asked, host, after); err != nil {
		return err
	}
	named := map[string]*lint.AffectedCatalog{}
	for i := range impact.Affected {
		if !impact.Affected[i].Node {
			named[impact.Affected[i].Name] = &impact.Affected[i]
		}
	}
	s := score{changes: 1}
	var missed, wrong []string
	for _, class := range asked {
		key := [2]string{class, host}
		if strings.HasPrefix(c.before[key], failed) || strings.Contains(after[key], "execution expired") {
			continue // Puppet occasionally takes too long
		}
		s.compared++
		differs := after[key] != c.before[key]
		switch {
		case differs && named[class] == nil:
			missed = append(missed, class)
		case !differs && named[class] != nil:
			wrong = append(wrong, class)
		case differs:
			s.right++
		}
		if differs {
			s.changed++
		}
	}
	s.missed, s.named = len(missed), s.right+len(wrong)
	if len(missed) > 0 || c.verbose {
		fmt.Fprintf(out, "%s in %s on %s: %s\n", one.kind, one.path, host, one.shown())
		for _, class := range missed {
			fmt.Fprintf(out, "  MISSED %s: %s\n", class, firstDifference(c.before[[2]string{class, host}], after[[2]string{class, host}]))
		}
		for _, class := range wrong {
			fmt.Fprintf(out, "  SAME   %s (%+v; %s)\n", class, *named[class].Difference, strings.Join(named[class].Why, ", "))
		}
	}
	if c.kinds[one.kind] == nil {
		c.kinds[one.kind] = &score{}
	}
	c.kinds[one.kind].add(s)
	c.total.add(s)
	return nil
}

func firstDifference(before, after string) string {
	if strings.HasPrefix(after, failed) {
		return after
	}
	old := strings.Split(before, "\n")
	for line := range strings.Lines(after) {
		if line = strings.TrimSuffix(line, "\n"); !slices.Contains(old, line) {
			return line
		}
	}
	return "something is gone"
}

// impact returns puppet-lint's result for the change in the work tree.
func (c *comparison) impact(host string) (*lint.Impact, error) {
	files := lint.Confine(c.folder, []string{c.folder})
	return lint.ImpactSince(context.Background(), lint.Options{
		Files: files, Folder: c.folder, Paths: []string{c.folder},
		Resolver: config.NewResolver(files, c.folder, config.NewCatalogue(lint.Rules()), nil, &config.Flags{NoConfig: true}),
	}, lint.ImpactRequest{Revision: "HEAD", Facts: c.hosts[host].Facts, MaxWork: math.MaxInt})
}

// asked returns the classes of a module to compile.
func (c *comparison) asked(module, host string) (names []string) {
	for _, one := range c.subjects[module] {
		if slices.Contains(one.Hosts, host) {
			names = append(names, one.Name)
		}
	}
	if c.classes > 0 && len(names) > c.classes {
		c.random.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		names = names[:c.classes]
	}
	return names
}

// failed is the prefix of the text that represents a catalog that does not compile.
const failed = "error: "

// compile compiles the classes that are not known yet.
func (c *comparison) compile(classes []string, host string, known map[[2]string]string) error {
	wanted := slices.DeleteFunc(slices.Clone(classes), func(class string) bool { return known[[2]string{class, host}] != "" })
	found := make([]string, len(wanted))
	failures := make(chan error, len(c.judges))
	for worker, asks := range c.judges {
		go func() {
			failures <- func() error {
				for i := worker; i < len(wanted); i += len(c.judges) {
					var answer struct {
						Error   json.RawMessage `json:"error"`
						Catalog string          `json:"catalog"`
					}
					if err := asks.Ask(map[string]any{"environment": c.folder, "source": "include " + wanted[i], "facts": c.hosts[host].JSON}, &answer); err != nil {
						return err
					}
					if found[i] = answer.Catalog; len(answer.Error) > 0 {
						found[i] = failed + string(answer.Error)
					}
				}
				return nil
			}()
		}()
	}
	var all error
	for range c.judges {
		all = errors.Join(all, <-failures)
	}
	for i, class := range wanted {
		known[[2]string{class, host}] = found[i]
	}
	return all
}
