//go:build develop

// Command unused checks with the real Puppet that everything reported as certainly unused is
// unused. In copies of the corpus and in generated control repositories, it removes what the
// answers name, one at a time, and compares the catalogs of the nodes before and after. Then it
// removes the only use of definitions, and checks that they are reported.
//
//	go run -tags develop ./internal/oracle/unused -corpus DIR -oracle ../shared/oracle
//
// ORACLE_PUPPET names the judge. The program exits with 1 if a catalog differs, or if something
// that was made unused is not reported.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"puppet-lint/checker/symbols"
	"puppet-lint/config"
	"puppet-lint/graph"
	"puppet-lint/graph/unused"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/oracle/judge"
	"puppet-lint/internal/oracle/records"
	"puppet-lint/lint"
)

type settings struct {
	records.Folders
	count, catalogs, mutants int
	seed                     uint64
}

func main() {
	var set settings
	set.DefineFlags()
	flag.IntVar(&set.count, "n", 36, "how many answers to take out")
	flag.IntVar(&set.catalogs, "catalogs", 2, "how many catalogs to compile for each")
	flag.IntVar(&set.mutants, "mutants", 120, "how many definitions to make unused")
	flag.Uint64Var(&set.seed, "seed", 1, "seed of what is chosen")
	flag.Parse()
	c := &comparison{settings: set, random: rand.New(rand.NewPCG(set.seed, 0)), kinds: map[string]int{}, reasons: map[string]int{}}
	if err := c.run(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "unused:", err)
		os.Exit(2)
	}
	if c.wrong > 0 || c.missed > 0 {
		os.Exit(1)
	}
}

type comparison struct {
	settings
	random *rand.Rand
	judge  *judge.Judge
	kinds  map[string]int
	// reasons counts why definitions that were made unused are only possibly so. Names and places
	// are left out.
	reasons map[string]int

	removed, compared, wrong, found, possible, missed int
}

// repository is a control repository with the declarations of its nodes.
type repository struct {
	folder string
	// sources are manifests, one for each catalog, with the facts of the host.
	sources []question
	before  map[int]string
}

type question struct {
	source string
	module string
	facts  json.RawMessage
}

func (c *comparison) run(out io.Writer) error {
	temporary, err := os.MkdirTemp("", "unused")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temporary)
	if c.judge, err = judge.Start("internal/oracle/judge", "catalog.rb", []string{"ORACLE_FLUSH=1"}, c.Oracle); err != nil {
		return err
	}
	defer c.judge.Close()
	var repositories []*repository
	for i := range 3 {
		invented, err := invent(filepath.Join(temporary, fmt.Sprintf("invented%d", i)), c.seed*10+uint64(i))
		if err != nil {
			return err
		}
		repositories = append(repositories, invented)
	}
	corpus, err := c.control(filepath.Join(temporary, "control"))
	if err != nil {
		return err
	}
	// Each invented repository gets a quarter of the tries, as far as it has enough to try. The
	// corpus gets what is left.
	for i, one := range append(repositories, corpus) {
		count, mutants := c.count/4, c.mutants/4
		if i == len(repositories) {
			count, mutants = c.count-c.removed, c.mutants-c.found-c.possible-c.missed
		}
		if err := c.removals(out, one, count); err != nil {
			return err
		}
		if err := c.mutate(out, one, mutants); err != nil {
			return err
		}
	}
	fmt.Fprintf(out, "unused: %d certain answers taken out, %d catalogs compared, %d differ; %d made unused by a mutation: %d found, %d named possible, %d missed\n",
		c.removed, c.compared, c.wrong, c.found+c.possible+c.missed, c.found, c.possible, c.missed)
	for _, reason := range slices.Sorted(maps.Keys(c.reasons)) {
		fmt.Fprintf(out, "  possible: %4d %s\n", c.reasons[reason], reason)
	}
	for _, kind := range unused.Kinds() {
		fmt.Fprintf(out, "  %4d %s\n", c.kinds[kind], kind)
	}
	if c.compared == 0 || c.found == 0 {
		return errors.New("nothing was compared")
	}
	return nil
}

// invent writes a generated repository.
func invent(folder string, seed uint64) (*repository, error) {
	files, roles := generate(seed)
	if err := records.Write(folder, files); err != nil {
		return nil, err
	}
	r := &repository{folder: folder, before: map[int]string{}}
	facts := json.RawMessage(`{"kernel": "Linux"}`)
	r.sources = []question{{source: files["manifests/site.pp"], facts: facts}, {source: files["manifests/site.pp"], facts: json.RawMessage(`{"kernel": "Other"}`)}}
	for _, role := range roles {
		r.sources = append(r.sources, question{source: "include " + role, facts: facts})
	}
	return r, nil
}

// control creates a control repository of the corpus. Its nodes have some of the classes that
// compile.
func (c *comparison) control(folder string) (*repository, error) {
	if err := os.CopyFS(filepath.Join(folder, "modules"), os.DirFS(c.Corpus)); err != nil {
		return nil, err
	}
	subjects, err := records.Subjects(c.Records)
	if err != nil {
		return nil, err
	}
	hosts, err := records.Hosts(c.Records)
	if err != nil {
		return nil, err
	}
	c.random.Shuffle(len(subjects), func(i, j int) { subjects[i], subjects[j] = subjects[j], subjects[i] })
	r := &repository{folder: folder, before: map[int]string{}}
	var site strings.Builder
	for _, one := range subjects {
		if one.Define || len(r.sources) >= 150 {
			continue
		}
		r.sources = append(r.sources, question{one.Source(), one.Module(), hosts[one.Hosts[0]].JSON})
		fmt.Fprintf(&site, "node '%s' { include %s }\n", strings.ReplaceAll(one.Name, "::", "-"), one.Name)
	}
	return r, records.Write(folder, map[string]string{"environment.conf": "modulepath = modules\n", "manifests/site.pp": site.String()})
}

// answers returns what is reported in a repository.
func (r *repository) answers() ([]unused.Answer, *lint.Graphs, error) {
	return lint.Unused(context.Background(), r.options(), lint.UnusedOptions{Vendored: true, Kinds: slices.DeleteFunc(unused.Kinds(), func(kind string) bool { return kind == unused.Comment || kind == unused.Baseline })})
}

func (r *repository) options() lint.Options {
	files := lint.Confine(r.folder, []string{r.folder})
	return lint.Options{
		Files: files, Folder: r.folder, Paths: []string{r.folder},
		Resolver: config.NewResolver(files, r.folder, config.NewCatalogue(lint.Rules()), nil, &config.Flags{NoConfig: true}),
	}
}

// graph returns the graph of the repository's tree.
func (r *repository) graph() (first *graph.Graph, err error) {
	graphs, err := lint.NewGraphs(r.options())
	if err != nil {
		return nil, err
	}
	err = graphs.Each(context.Background(), func(built *graph.Graph) {
		if first == nil {
			first = built
		}
	})
	return first, err
}

// removals removes what the answers name, one at a time.
func (c *comparison) removals(out io.Writer, r *repository, count int) error {
	answers, _, err := r.answers()
	if err != nil {
		return err
	}
	answers = slices.DeleteFunc(answers, func(a unused.Answer) bool { return !a.IsCertain() || a.Removal == nil })
	byKind := map[string][]unused.Answer{}
	for _, one := range answers {
		byKind[one.Kind] = append(byKind[one.Kind], one)
	}
	for _, kind := range unused.Kinds() {
		c.random.Shuffle(len(byKind[kind]), func(i, j int) { byKind[kind][i], byKind[kind][j] = byKind[kind][j], byKind[kind][i] })
	}
	for turn := 0; count > 0; turn++ {
		any := false
		for _, kind := range unused.Kinds() {
			if turn < len(byKind[kind]) && count > 0 {
				any = true
				count--
				if err := c.remove(out, r, &byKind[kind][turn]); err != nil {
					return err
				}
			}
		}
		if !any {
			return nil
		}
	}
	return nil
}

// remove removes what one answer names, compiles, and restores it.
func (c *comparison) remove(out io.Writer, r *repository, answer *unused.Answer) error {
	chosen := r.chosen(c, answer)
	// The catalog contains the parameters of classes and defined types.
	var without []string
	before := r.before
	if answer.Kind == unused.Parameter {
		owner, name, _ := strings.Cut(answer.Name, " $")
		without, before = []string{owner, name}, map[int]string{}
	}
	for _, at := range chosen {
		if _, known := before[at]; !known {
			text, err := c.catalog(r, at, without)
			if err != nil {
				return err
			}
			before[at] = text
		}
	}
	undo, err := take(answer.Removal)
	defer undo()
	if err != nil {
		return err
	}
	c.removed++
	c.kinds[answer.Kind]++
	for _, at := range chosen {
		if strings.HasPrefix(before[at], failed) {
			continue
		}
		after, err := c.catalog(r, at, without)
		if err != nil {
			return err
		}
		c.compared++
		if after != before[at] {
			c.wrong++
			fmt.Fprintf(out, "DIFFERS  %s '%s' in the catalog of %q: %.300s\n", answer.Kind, answer.Name, r.sources[at].source, after)
		}
	}
	return nil
}

// chosen returns the catalogs to compile, those of the same module first.
func (r *repository) chosen(c *comparison, answer *unused.Answer) (found []int) {
	for i, one := range r.sources {
		if one.module != "" && one.module == answer.Module && len(found) < c.catalogs {
			found = append(found, i)
		}
	}
	for len(found) < min(c.catalogs, len(r.sources)) {
		if at := c.random.IntN(len(r.sources)); !slices.Contains(found, at) {
			found = append(found, at)
		}
	}
	return found
}

// failed is the prefix of the text that represents a catalog that does not compile.
const failed = "error: "

// attempts is how often the judge is asked for a catalog that it does not compile in time.
const attempts = 3

// catalog compiles the declarations of one node.
func (c *comparison) catalog(r *repository, at int, without []string) (string, error) {
	var answer struct {
		Error   json.RawMessage `json:"error"`
		Catalog string          `json:"catalog"`
	}
	one := r.sources[at]
	for range attempts {
		answer.Error = nil
		if err := c.judge.Ask(map[string]any{"environment": r.folder, "source": one.source, "facts": one.facts, "without": without}, &answer); err != nil {
			return "", err
		}
		if len(answer.Error) == 0 {
			return answer.Catalog, nil
		}
		if !judge.TimedOut(string(answer.Error)) {
			break
		}
	}
	return failed + string(answer.Error), nil
}

// take applies a removal; undo restores the files.
func take(removal *unused.Removal) (undo func(), err error) {
	before := map[string]string{}
	undo = func() {
		for path, text := range before {
			_ = os.WriteFile(path, []byte(text), 0o644)
		}
	}
	for _, path := range removal.Delete {
		text, err := os.ReadFile(path)
		if err != nil {
			return undo, err
		}
		before[path] = string(text)
		if err := os.Remove(path); err != nil {
			return undo, err
		}
	}
	merged, _ := diag.Merge([]diag.Fix{{Edits: removal.Edits}})
	for file, edits := range merged {
		before[file.Name] = file.Text
		if err := os.WriteFile(file.Name, []byte(diag.Apply(file, edits)), 0o644); err != nil {
			return undo, err
		}
	}
	return undo, nil
}

// mutate removes the only use of some definitions, all at once, and checks that they are
// reported.
func (c *comparison) mutate(out io.Writer, r *repository, count int) error {
	answers, _, err := r.answers()
	if err != nil {
		return err
	}
	built, err := r.graph()
	if err != nil {
		return err
	}
	unneeded := map[[2]string]bool{}
	for _, one := range answers {
		unneeded[[2]string{one.Kind, one.Name}] = true
	}
	var edges []*graph.Edge
	for _, one := range built.Nodes {
		uses := slices.DeleteFunc(slices.Clone(one.In), func(e *graph.Edge) bool { return e.IsOrder })
		if unneeded[[2]string{one.Kind.String(), one.Name}] || !isDefinition(one) || len(uses) != 1 || !uses[0].IsCertain() || !isName(uses[0]) {
			continue
		}
		edges = append(edges, uses[0])
	}
	c.random.Shuffle(len(edges), func(i, j int) { edges[i], edges[j] = edges[j], edges[i] })
	edges = edges[:min(count, len(edges))]
	removal := &unused.Removal{}
	for _, edge := range edges {
		removal.Edits = append(removal.Edits, gone(built, edge)...)
	}
	undo, err := take(removal)
	defer undo()
	if err != nil {
		return err
	}
	if answers, _, err = r.answers(); err != nil {
		return err
	}
	found := map[[2]string]*unused.Answer{}
	for i, one := range answers {
		found[[2]string{one.Kind, one.Name}] = &answers[i]
	}
	for _, edge := range edges {
		answer := found[[2]string{edge.To.Kind.String(), edge.To.Name}]
		switch {
		case answer != nil && answer.IsCertain():
			c.found++
		case answer != nil:
			c.possible++
			c.reasons[particulars.ReplaceAllString(answer.Uncertainty, "…")]++
		default:
			c.missed++
			fmt.Fprintf(out, "MISSED   %s, whose only use was in %s\n", edge.To.ID, edge.From.ID)
		}
	}
	return nil
}

// particulars are the names and places in a reason.
var particulars = regexp.MustCompile(`'[^']*'|\S+\.(?:pp|rb|epp|erb|yaml|json)\S*`)

func isDefinition(node *graph.Node) bool {
	switch node.Kind {
	case graph.Class:
		return len(node.Definitions) == 1 && !strings.HasPrefix(node.Name, "role::")
	case graph.DefinedType, graph.Function, graph.TypeAlias, graph.Template, graph.File:
		return len(node.Definitions) == 1
	}
	return false
}

// isName reports whether the place of an edge is the literal name of the node, in a manifest.
func isName(edge *graph.Edge) bool {
	written := edge.Location.File.Slice(edge.Location.Span)
	return filepath.Ext(edge.Location.File.Name) == ".pp" && strings.EqualFold(strings.TrimPrefix(written, "::"), edge.To.Name)
}

// gone returns edits after which the places that name a node name nothing.
func gone(g *graph.Graph, edge *graph.Edge) (edits []diag.Edit) {
	symbol, _ := graph.SymbolOf(edge.To.ID)
	for _, one := range g.Index.References(symbol) {
		if one.Occurrence.Role != symbols.Definition {
			edits = append(edits, diag.Edit{File: one.Table.File, Span: one.Occurrence.Span, NewText: one.Table.File.Slice(one.Occurrence.Span) + "_gone"})
		}
	}
	return edits
}
