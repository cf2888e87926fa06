//go:build develop

// Command cycles compares the errors in catalogs with the real Puppet. It adds relationships
// and resources to classes of the corpus, makes Puppet compile them and build the relationship
// graph of an agent, and compares Puppet's cycles and errors with those that package catalog
// reports.
//
//	go run -tags develop ./internal/oracle/cycles -corpus DIR -oracle ../shared/oracle
//
// ORACLE_PUPPET names the judge. The program exits with 1 if something is reported that Puppet
// accepts, or if less than -recall percent of what Puppet rejects is reported.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/checker/catalog"
	"puppet-lint/checker/compile"
	"puppet-lint/internal/oracle/judge"
	"puppet-lint/internal/oracle/records"
	"puppet-lint/internal/source"
	"puppet-lint/module"
)

type settings struct {
	records.Folders
	count   int
	seed    uint64
	recall  float64
	verbose bool
}

func main() {
	var set settings
	set.DefineFlags()
	flag.IntVar(&set.count, "n", 60, "how many catalogs to change")
	flag.Uint64Var(&set.seed, "seed", 1, "seed of what is chosen")
	flag.Float64Var(&set.recall, "recall", 80, "how many percent of what Puppet refuses must be reported")
	flag.BoolVar(&set.verbose, "verbose", false, "tell what is not reported, too")
	flag.Parse()
	c := &comparison{settings: set, out: os.Stdout, random: rand.New(rand.NewPCG(set.seed, 0))}
	if err := c.run(); err != nil {
		fmt.Fprintln(os.Stderr, "cycles:", err)
		os.Exit(2)
	}
	if c.cycles.wrong+c.doubles.wrong > 0 || c.cycles.percent() < set.recall || c.doubles.percent() < set.recall {
		os.Exit(1)
	}
}

// score counts what Puppet rejects and what is reported.
type score struct{ real, found, wrong, reported, tried int }

func (s *score) percent() float64 { return 100 * float64(s.found) / float64(max(s.real, 1)) }

type comparison struct {
	settings
	out     io.Writer
	random  *rand.Rand
	cycles  score
	doubles score
	aside   int
}

// trial is a class with an addition.
type trial struct {
	records.Subject
	added    string
	isDouble bool
}

func (t *trial) source() string { return "include " + t.Name + "\n" + t.added + "\n" }

// question is a request to cycles.rb, answer its answer.
type question struct {
	Environment string          `json:"environment"`
	Source      string          `json:"source"`
	Facts       json.RawMessage `json:"facts"`
}

type answer struct {
	Error   *failure   `json:"error"`
	NotMade *failure   `json:"not_made"`
	Cycles  [][]string `json:"cycles"`
}

type failure struct {
	Message string `json:"message"`
}

func (c *comparison) run() error {
	temporary, err := os.MkdirTemp("", "cycles")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temporary)
	corpus, err := filepath.Abs(c.Corpus)
	if err != nil {
		return err
	}
	hosts, err := records.Hosts(c.Records)
	if err != nil {
		return err
	}
	host := hosts[hostName]
	subjects, err := c.subjects()
	if err != nil {
		return err
	}
	// Both read the modules in place.
	folder := filepath.Join(temporary, "control")
	if err := records.Write(folder, map[string]string{"environment.conf": "modulepath = " + corpus + "\n"}); err != nil {
		return err
	}
	compiler := compile.New(module.NewTree(source.Disk{}, []string{corpus}, true), 0, host.Facts)
	var trials []trial
	for len(trials) < c.count && len(subjects) > 0 {
		one := subjects[0]
		subjects = subjects[1:]
		if made := compiler.Class(one.Name); made != nil && len(made.Resources) > 3 && made.Failure == nil {
			trials = append(trials, c.changes(one, made)...)
		}
	}
	var site strings.Builder
	questions := make([]question, len(trials))
	for i, one := range trials {
		fmt.Fprintf(&site, "node 'n%d' {\n%s}\n", i, one.source())
		questions[i] = question{folder, one.source(), host.JSON}
	}
	answers, err := judge.AskAll[question, answer](2, func() (*judge.Judge, error) {
		return judge.Start("internal/oracle/cycles", "cycles.rb", nil, c.Oracle)
	}, questions)
	if err != nil {
		return err
	}
	if err := records.Write(folder, map[string]string{"manifests/site.pp": site.String()}); err != nil {
		return err
	}
	tree := module.NewTree(source.Disk{}, []string{corpus}, true)
	tree.Environment, tree.InitialPath = folder, filepath.Join(folder, "manifests")
	compiler = compile.New(tree, 0, host.Facts)
	for i := range trials {
		c.judge(&trials[i], compiler.Node(fmt.Sprintf("n%d", i)), &answers[i])
	}
	fmt.Fprintf(c.out, "cycles: %d catalogs, %d cannot be judged; of %d with a cycle %d (%.1f %%) are reported, of %d refused declarations %d (%.1f %%); %d cycles and %d refusals are reported, %d and %d of them wrongly\n",
		len(trials), c.aside, c.cycles.real, c.cycles.found, c.cycles.percent(), c.doubles.real, c.doubles.found, c.doubles.percent(), c.cycles.reported, c.doubles.reported, c.cycles.wrong, c.doubles.wrong)
	if c.cycles.real == 0 || c.doubles.real == 0 {
		return errors.New("Puppet refuses nothing")
	}
	return nil
}

// hostName is the host for which all catalogs are compiled.
const hostName = "debian"

// subjects returns the classes that compile on the host, in random order.
func (c *comparison) subjects() ([]records.Subject, error) {
	all, err := records.Subjects(c.Records)
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(one records.Subject) bool { return one.Define || !slices.Contains(one.Hosts, hostName) })
	c.random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all, nil
}

// changes returns the additions to try with a class: a relationship between two of its
// resources, a relationship against an existing order, a file in a folder that waits for it,
// and a resource that the class already declares.
func (c *comparison) changes(one records.Subject, made *catalog.Catalog) (trials []trial) {
	var certain []*catalog.Resource
	for _, r := range made.Resources {
		if r.Certain && !r.Virtual && r.Title != "" && !strings.ContainsAny(r.Title, "'\\\n") {
			certain = append(certain, r)
		}
	}
	if len(certain) < 3 {
		return nil
	}
	random := func() *catalog.Resource { return certain[c.random.IntN(len(certain))] }
	add := func(isDouble bool, format string, arguments ...string) {
		values := make([]any, len(arguments))
		for i, argument := range arguments {
			values[i] = argument
		}
		trials = append(trials, trial{one, fmt.Sprintf(format, values...), isDouble})
	}
	from, to := random(), random()
	add(false, "%s -> %s", written(from.Ref()), written(to.Ref()))
	if len(made.Edges) > 0 {
		edge := made.Edges[c.random.IntN(len(made.Edges))]
		if from, to := made.Find(edge.From), made.Find(edge.To); from != nil && to != nil && from.Certain && to.Certain {
			add(false, "%s -> %s", written(edge.To), written(edge.From))
		}
	}
	switch c.random.IntN(4) {
	case 0:
		add(false, "file { '/tmp/above': ensure => directory, require => File['/tmp/above/below'] }\nfile { '/tmp/above/below': ensure => file, require => %s }", written(random().Ref()))
	case 1:
		add(false, "user { 'someone': ensure => present, require => File['/tmp/owned'] }\nfile { '/tmp/owned': ensure => file, owner => 'someone', before => %s }", written(random().Ref()))
	case 2:
		add(false, "group { 'some': ensure => present, require => User['someone'] }\nuser { 'someone': gid => 'some', require => %s }", written(random().Ref()))
	case 3:
		add(false, "file { '/tmp/folder': ensure => directory, require => Exec['made'] }\nexec { 'made': command => '/bin/true', cwd => '/tmp/folder', require => %s }", written(random().Ref()))
	}
	for range 20 {
		if r := random(); r.Type != "Class" && !r.Defined {
			add(true, "%s { '%s': }", strings.ToLower(r.Type), r.Title)
			break
		}
	}
	return trials
}

// written returns a reference as it is written in code.
func written(ref string) string {
	kind, title, _ := strings.Cut(strings.TrimSuffix(ref, "]"), "[")
	return kind + "['" + title + "']"
}

// judge compares the reported errors of a catalog with Puppet's.
func (c *comparison) judge(one *trial, made *catalog.Catalog, real *answer) {
	// On a busy machine, the judge occasionally takes too long.
	expired := real.Error != nil && strings.Contains(real.Error.Message, "execution expired")
	if real.NotMade != nil && !one.isDouble || made == nil || expired {
		c.aside++
		if c.verbose && real.NotMade != nil {
			fmt.Fprintf(c.out, "ASIDE    %s: %s\n", one.Name, real.NotMade.Message)
		}
		return
	}
	reports := map[string]string{}
	for _, problem := range made.Check() {
		reports[problem.Kind] = problem.Message
	}
	count := func(s *score, isRefused bool, kinds ...string) {
		report := ""
		for _, kind := range kinds {
			report += reports[kind]
		}
		s.tried++
		if isRefused {
			s.real++
		}
		if report != "" {
			s.reported++
		}
		switch {
		case report != "" && isRefused:
			s.found++
		case report != "":
			s.wrong++
			fmt.Fprintf(c.out, "WRONG    %s with %q: %s\n", one.Name, one.added, report)
		case isRefused && c.verbose:
			fmt.Fprintf(c.out, "MISSED   %s with %q: %.300s\n", one.Name, one.added, fmt.Sprint(real.Cycles, real.Error))
		}
	}
	if one.isDouble || real.Error != nil {
		count(&c.doubles, real.Error != nil || real.NotMade != nil, "duplicate", "failure", "missing")
		return
	}
	count(&c.cycles, len(real.Cycles) > 0, "cycle")
}
