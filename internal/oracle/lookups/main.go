//go:build develop

// Command lookups compares the results of lookup() in the real Puppet with those of this
// program, for each key of data in generated control repositories and in the modules of the
// corpus. It checks which values win or are merged according to data, and which value catalog
// uses.
//
//	go run -tags develop ./internal/oracle/lookups -corpus DIR -oracle ../shared/oracle
//
// With -repositories, it compares the control repositories in that folder instead, with hosts
// whose facts make them read different data files.
//
// ORACLE_PUPPET names the judge. The program exits with 1 if any statement is wrong, or if less
// is known than -winners and -values percent.
package main

import (
	"context"
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
	"puppet-lint/config"
	"puppet-lint/graph"
	"puppet-lint/graph/lookups"
	"puppet-lint/internal/oracle/judge"
	"puppet-lint/internal/oracle/records"
	"puppet-lint/lint"
	"puppet-lint/types"
)

type settings struct {
	records.Folders
	count           int
	seed            uint64
	winners, values float64
	verbose         bool
	// repositories contains control repositories. further is for how many further hosts their
	// keys are looked up, and keys of how many keys on each host.
	repositories  string
	further, keys int
}

func main() {
	var set settings
	set.DefineFlags()
	flag.IntVar(&set.count, "n", 12, "how many repositories to invent")
	flag.Uint64Var(&set.seed, "seed", 1, "seed of what is invented")
	flag.Float64Var(&set.winners, "winners", 50, "of how many percent of the keys it must be said what wins")
	flag.Float64Var(&set.values, "values", 40, "of how many percent of the keys the value must be known")
	flag.StringVar(&set.repositories, "repositories", "", "the folder that holds control repositories to compare instead")
	flag.IntVar(&set.further, "further", 3, "for how many further hosts the keys of each repository are looked up")
	flag.IntVar(&set.keys, "keys", 300, "how many keys of each repository are looked up on a host")
	flag.BoolVar(&set.verbose, "verbose", false, "tell what is not known, too")
	flag.Parse()
	c := &comparison{settings: set, out: os.Stdout}
	if err := c.run(); err != nil {
		fmt.Fprintln(os.Stderr, "lookups:", err)
		os.Exit(2)
	}
	if c.wrong > 0 || c.percent(c.told) < set.winners || c.percent(c.known) < set.values {
		os.Exit(1)
	}
}

type comparison struct {
	settings
	out   io.Writer
	judge *judge.Judge
	hosts []*records.Host

	asked, failing, told, known, wrong, merged int
}

func (c *comparison) percent(part int) float64 {
	return 100 * float64(part) / float64(max(c.asked-c.failing, 1))
}

func (c *comparison) run() error {
	temporary, err := os.MkdirTemp("", "lookups")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temporary)
	if c.judge, err = judge.Start("internal/oracle/judge", "catalog.rb", []string{"ORACLE_FLUSH=1"}, c.Oracle); err != nil {
		return err
	}
	defer c.judge.Close()
	hosts, err := records.Hosts(c.Records)
	if err != nil {
		return err
	}
	for _, name := range []string{"debian", "redhat"} {
		host, err := withLists(hosts[name])
		if err != nil {
			return err
		}
		c.hosts = append(c.hosts, host)
	}
	if c.repositories != "" {
		if err := c.ofRepositories(temporary); err != nil {
			return err
		}
		return c.report()
	}
	for i := range c.count {
		folder := filepath.Join(temporary, fmt.Sprintf("invented%d", i))
		files := invent(rand.New(rand.NewPCG(c.seed, uint64(i))))
		if err := records.Write(folder, files); err != nil {
			return err
		}
		if err := c.compare(folder); err != nil {
			return err
		}
	}
	if err := c.ofCorpus(filepath.Join(temporary, "corpus")); err != nil {
		return err
	}
	return c.report()
}

// withLists returns a host with a fact for mapped_paths.
func withLists(host *records.Host) (*records.Host, error) {
	var facts map[string]any
	if err := json.Unmarshal(host.JSON, &facts); err != nil {
		return nil, err
	}
	facts["lists"] = map[string]any{
		"services": []string{"zoo", "api", "web", "api"},
		"sites":    []any{map[string]any{"name": "south", "tags": []string{"b"}}, map[string]any{"name": "north", "tags": []string{"a", "c"}}, map[string]any{"name": "west"}},
		"ports":    map[string]any{"http": 80, "dns": "53"},
		"single":   "x",
		"empty":    []string{},
		"mixed":    []any{true, 1, "text", nil},
	}
	encoded, err := json.Marshal(facts)
	if err != nil {
		return nil, err
	}
	return newHost(host.Name, encoded)
}

// report prints the figures.
func (c *comparison) report() error {
	fmt.Fprintf(c.out, "lookups: %d lookups (%d fail there); of %d (%.1f %%) it is said what wins or is merged (%d are merged), of %d (%.1f %%) the value is known; %d are wrong\n",
		c.asked, c.failing, c.told, c.percent(c.told), c.merged, c.known, c.percent(c.known), c.wrong)
	if c.asked == 0 || c.merged == 0 {
		return errors.New("nothing was compared")
	}
	return nil
}

// ofCorpus compares the data of the modules that have data.
func (c *comparison) ofCorpus(folder string) error {
	found, err := filepath.Glob(filepath.Join(c.Corpus, "*", "hiera.yaml"))
	if err != nil {
		return err
	}
	for _, one := range found {
		name := filepath.Base(filepath.Dir(one))
		if err := os.CopyFS(filepath.Join(folder, "modules", name), os.DirFS(filepath.Dir(one))); err != nil {
			return err
		}
	}
	if err := records.Write(folder, map[string]string{"environment.conf": "modulepath = modules\n"}); err != nil {
		return err
	}
	return c.compare(folder)
}

// compare compares all keys of a repository on both hosts.
func (c *comparison) compare(folder string) error {
	graphs, err := lint.NewGraphs(optionsOf(folder))
	if err != nil {
		return err
	}
	keys := make([][]*lookups.Key, len(c.hosts))
	err = graphs.Each(context.Background(), func(built *graph.Graph) {
		for i, host := range c.hosts {
			keys[i] = append(keys[i], lookups.Collect(built, lookups.Options{Facts: lookups.NewFacts(host.Document), Shown: graphs.Shown})...)
		}
	})
	if err != nil {
		return err
	}
	for i, host := range c.hosts {
		withValues := slices.DeleteFunc(keys[i], func(k *lookups.Key) bool { return len(k.Values) == 0 })
		if err := c.onHost(folder, host, withValues); err != nil {
			return err
		}
	}
	return nil
}

// onHost looks up keys on a host, with Puppet and with the evaluation, in the catalog of a
// class that has a resource with the value of each key.
func (c *comparison) onHost(folder string, host *records.Host, keys []*lookups.Key) error {
	facts, err := compile.ReadFacts(host.Document.Root)
	if err != nil {
		return err
	}
	for len(keys) > 0 {
		asked := keys[:min(40, len(keys))]
		keys = keys[len(asked):]
		real, err := c.real(folder, host, asked)
		if err != nil {
			return err
		}
		actualValues, err := c.actualValues(folder, facts, asked)
		if err != nil {
			return err
		}
		for _, key := range asked {
			c.judgeKey(folder+" on "+host.Name, key, real[key.Name], actualValues[key.Name])
		}
	}
	return nil
}

// absent is the default of all lookups.
const absent = "there is none"

// statement returns a resource with the value of a key, in a list so that undef can be
// distinguished.
func statement(key string) string {
	name := "'" + key + "'"
	if strings.Contains(key, ".") { // lookup() divides a key at dots outside of quotes
		name = `"` + name + `"`
	}
	return fmt.Sprintf("notify { '%s': message => [lookup(%s, { 'default_value' => '%s' })] }\n", key, name, absent)
}

// listed returns the text of the only value of a list.
func listed(text string) string { return strings.TrimSuffix(strings.TrimPrefix(text, "["), "]") }

// failed represents a value that Puppet cannot find because of an error.
const failed = "error: "

// real returns the values of keys as Puppet prints them.
func (c *comparison) real(folder string, host *records.Host, keys []*lookups.Key) (map[string]string, error) {
	values := map[string]string{}
	ask := func(keys []*lookups.Key) (bool, error) {
		var text strings.Builder
		for _, key := range keys {
			text.WriteString(statement(key.Name))
		}
		var answer struct {
			Error   json.RawMessage `json:"error"`
			Catalog string          `json:"catalog"`
		}
		if err := c.judge.Ask(map[string]any{"environment": folder, "source": text.String(), "facts": host.JSON}, &answer); err != nil || len(answer.Error) > 0 {
			if len(keys) == 1 {
				values[keys[0].Name] = failed + string(answer.Error)
			}
			return false, err
		}
		for line := range strings.Lines(answer.Catalog) {
			if name, value, found := strings.Cut(strings.TrimPrefix(strings.TrimSuffix(line, "\n"), "Notify["), "] message="); found {
				values[name] = listed(strings.TrimSuffix(value, ",name='"+name+"'"))
			}
		}
		return true, nil
	}
	if ok, err := ask(keys); ok || err != nil {
		return values, err
	}
	for i := range keys { // one of them fails: look up each separately
		if _, err := ask(keys[i : i+1]); err != nil {
			return nil, err
		}
	}
	return values, nil
}

// actualValues returns the values of keys that are known from the evaluation.
func (c *comparison) actualValues(folder string, facts *types.Hash, keys []*lookups.Key) (map[string]string, error) {
	var text strings.Builder
	for _, key := range keys {
		text.WriteString(statement(key.Name))
	}
	if err := records.Write(folder, map[string]string{"manifests/site.pp": "node default {\n" + text.String() + "}\n"}); err != nil {
		return nil, err
	}
	made, failures := lint.Catalog(optionsOf(folder), "default", facts)
	if made == nil {
		return nil, fmt.Errorf("there is no catalog: %v", failures)
	}
	values := map[string]string{}
	for _, key := range keys {
		r := made.Find("Notify[" + key.Name + "]")
		if r == nil || !r.Certain {
			continue
		}
		if message := r.Attribute("message"); message != nil && message.Value != nil {
			values[key.Name] = listed(catalog.ExactText(message.Value))
		}
	}
	return values, nil
}

func optionsOf(folder string) lint.Options {
	files := lint.Confine(folder, []string{folder})
	return lint.Options{
		Files: files, Folder: folder, Paths: []string{folder},
		Resolver: config.NewResolver(files, folder, config.NewCatalogue(lint.Rules()), nil, &config.Flags{NoConfig: true}),
	}
}

// judgeKey compares the report on a key with the value that Puppet finds.
func (c *comparison) judgeKey(where string, key *lookups.Key, real, actualValues string) {
	complain := func(format string, arguments ...any) {
		c.wrong++
		fmt.Fprintf(c.out, "WRONG    %s: %s: %s\n", where, key.Name, fmt.Sprintf(format, arguments...))
	}
	c.asked++
	if strings.HasPrefix(real, failed) {
		if c.failing++; c.verbose {
			fmt.Fprintf(c.out, "FAILS    %s: %s: %s\n", where, key.Name, real)
		}
		return
	}
	if actualValues != "" {
		if c.known++; actualValues != real {
			complain("the value is %s, not %s", real, actualValues)
		}
	} else if c.verbose {
		fmt.Fprintf(c.out, "UNKNOWN  %s: %s is %s\n", where, key.Name, real)
	}
	expected, isTold := foretold(key)
	if !isTold {
		return
	}
	c.told++
	if key.Merge != "first" {
		c.merged++
	}
	if len(expected) > 0 && !slices.Contains(expected, real) {
		complain("Puppet finds %s, data says %s", real, strings.Join(expected, " or "))
	}
}
