//go:build develop

// Command catalogs compares the catalogs of the checker with those of the real Puppet. Each
// class of the corpus that compiles without parameters is compiled by Puppet with the facts of
// a host, and evaluated here with the same facts.
//
//	go run -tags develop ./internal/oracle/catalogs -corpus DIR -oracle ../shared/oracle
//
// With -modules, it compiles all classes of the modules in some folders instead.
//
// ORACLE_PUPPET names the judge. The program exits with 1 if a resource, value or edge that is
// known here is not in the real catalog, if a class compiles that is reported as failing or as
// declaring something twice, or if less is known than -resources and -values percent.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"puppet-lint/checker/catalog"
	"puppet-lint/checker/compile"
	"puppet-lint/internal/oracle/judge"
	"puppet-lint/internal/oracle/records"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/types"
)

// settings are the program's flags.
type settings struct {
	records.Folders
	every, from       int
	resources, values float64
	verbose           bool
	only              string
	modules           string
}

func main() {
	var set settings
	set.DefineFlags()
	flag.IntVar(&set.every, "every", 20, "compile only each so many-th class")
	flag.IntVar(&set.from, "from", 0, "the first one to compile")
	flag.Float64Var(&set.resources, "resources", 90, "how many percent of the resources must be known")
	flag.Float64Var(&set.values, "values", 75, "how many percent of the values must be known")
	flag.BoolVar(&set.verbose, "verbose", false, "tell what is not known, too")
	flag.StringVar(&set.only, "only", "", "compile this class only")
	flag.StringVar(&set.modules, "modules", "", "compile the classes in these folders of modules, separated like a module path, with the corpus behind them")
	flag.Parse()
	wrong, err := compare(set)
	if err != nil {
		fmt.Fprintln(os.Stderr, "catalogs:", err)
		os.Exit(2)
	}
	if wrong {
		os.Exit(1)
	}
}

// question is a request to eval.rb, with what is evaluated here.
type question struct {
	Source string          `json:"source"`
	Facts  json.RawMessage `json:"facts"`
	name   string
	facts  *types.Hash
}

// answer is the answer of eval.rb.
type answer struct {
	Error *struct {
		Message string `json:"message"`
	} `json:"error"`
	Catalog []realResource `json:"catalog"`
	Edges   [][2]string    `json:"edges"`
}

type realResource struct {
	Ref        string            `json:"ref"`
	Virtual    bool              `json:"virtual"`
	Parameters map[string]string `json:"parameters"`
}

func compare(set settings) (bool, error) {
	corpus, err := filepath.Abs(set.Corpus)
	if err != nil {
		return false, err
	}
	modulepath := []string{corpus}
	if set.modules != "" {
		modulepath = append(filepath.SplitList(set.modules), corpus)
	}
	tree := module.NewTree(source.Disk{}, modulepath, true)
	questions, err := questionsOf(set)
	if set.modules != "" {
		questions, err = questionsIn(set, tree)
	}
	if err != nil {
		return false, err
	}
	answers, err := judge.AskAll[question, answer](2, func() (*judge.Judge, error) {
		return judge.Start(set.Oracle, "eval.rb", nil, "--full", "--strict", "--modulepath", strings.Join(modulepath, string(filepath.ListSeparator)))
	}, questions)
	if err != nil {
		return false, err
	}
	found := make([]*catalog.Catalog, len(questions))
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	compilers := map[*types.Hash]*compile.Compiler{}
	for i, one := range questions {
		if compilers[one.facts] == nil {
			compilers[one.facts] = compile.New(tree, 0, one.facts)
		}
		compiler := compilers[one.facts]
		group.Go(func() error {
			found[i] = compiler.Class(one.name)
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return false, err
	}
	s := &score{verbose: set.verbose}
	for i := range questions {
		s.judge(questions[i].name, found[i], &answers[i])
	}
	return s.print(set)
}

// questionsOf returns the classes to compile. Each is compiled for one host; the hosts take
// turns.
func questionsOf(set settings) (questions []question, err error) {
	subjects, err := records.Subjects(set.Records)
	if err != nil {
		return nil, err
	}
	hosts, err := records.Hosts(set.Records)
	if err != nil {
		return nil, err
	}
	number := -1
	for _, one := range subjects {
		if one.Define {
			continue
		}
		if number++; set.only == "" && number%set.every != set.from || set.only != "" && set.only != one.Name {
			continue
		}
		host := hosts[one.Hosts[number/set.every%len(one.Hosts)]]
		questions = append(questions, question{Source: one.Source(), Facts: host.JSON, name: one.Name, facts: host.Facts})
	}
	if len(questions) == 0 {
		return nil, errors.New("there is nothing to compile")
	}
	return questions, nil
}

// questionsIn returns the classes in the folders of modules that are not the corpus.
func questionsIn(set settings, tree *module.Tree) (questions []question, err error) {
	hosts, err := records.Hosts(set.Records)
	if err != nil {
		return nil, err
	}
	names := slices.Sorted(maps.Keys(hosts))
	for i, class := range compile.New(tree, 0, nil).Classes() {
		owner, _, _ := strings.Cut(class, "::")
		if found := tree.Module(owner); found == nil || !isIn(set.modules, found.Folder) || set.only != "" && set.only != class {
			continue
		}
		host := hosts[names[i%len(names)]]
		questions = append(questions, question{Source: "include " + class, Facts: host.JSON, name: class, facts: host.Facts})
	}
	return questions, nil
}

// isIn reports whether a module is in one of the folders.
func isIn(folders, path string) bool {
	return slices.Contains(filepath.SplitList(folders), filepath.Dir(path))
}

// score counts what is known and what is wrong.
type score struct {
	verbose                               bool
	compiled, failing, incomplete         int
	resources, known, values, knownValues int
	edges                                 int
	wrong                                 []string
	missing                               map[string]int
}

func (s *score) complain(format string, arguments ...any) {
	s.wrong = append(s.wrong, fmt.Sprintf(format, arguments...))
}

// judge compares the known catalog with the real one.
func (s *score) judge(name string, actual *catalog.Catalog, real *answer) {
	if real.Error != nil {
		s.failing++
		return
	}
	s.compiled++
	if actual == nil {
		s.complain("%s: nothing is known of the class", name)
		return
	}
	if actual.Failure != nil {
		file, line := actual.Failure.Location.Position()
		s.complain("%s: %s, but it compiles (%s:%d)", name, actual.Failure.What, file, line)
		return
	}
	if len(actual.Gaps) > 0 {
		s.incomplete++
		if s.verbose {
			for _, gap := range actual.Gaps {
				fmt.Printf("GAP      %s: %s\n", name, gap.What)
			}
		}
	}
	there := map[string]*realResource{}
	for i := range real.Catalog {
		there[catalog.Key(real.Catalog[i].Ref)] = &real.Catalog[i]
	}
	for _, r := range actual.Resources {
		if r.Certain && there[catalog.Key(r.Ref())] == nil {
			s.complain("%s: there is no %s in the real catalog", name, r.Ref())
		}
	}
	for i := range real.Catalog {
		s.resource(name, actual, &real.Catalog[i])
	}
	contained := map[[2]string]bool{}
	for _, edge := range real.Edges {
		contained[[2]string{catalog.Key(edge[0]), catalog.Key(edge[1])}] = true
	}
	for _, edge := range actual.Edges {
		s.edges++
		from, to := catalog.Key(edge.From), catalog.Key(edge.To)
		if edge.Kind == catalog.Contains {
			if r := actual.Find(edge.To); r != nil && r.Certain && !contained[[2]string{from, to}] {
				s.complain("%s: %s does not contain %s", name, edge.From, edge.To)
			}
			continue
		}
		if !ordered(there[from], there[to], edge) {
			s.complain("%s: there is no order between %s and %s (%s)", name, edge.From, edge.To, edge.Kind)
		}
	}
}

// ordered reports whether a real catalog has an edge as an attribute of either side.
func ordered(from, to *realResource, edge catalog.Edge) bool {
	has := func(r *realResource, other string, names ...string) bool {
		if r == nil {
			return false
		}
		return slices.ContainsFunc(names, func(name string) bool {
			return strings.Contains(plain(r.Parameters[name]), plain(other))
		})
	}
	if edge.Kind == catalog.Before {
		return has(from, edge.To, "before") || has(to, edge.From, "require")
	}
	return has(from, edge.To, "notify") || has(to, edge.From, "subscribe")
}

// plain returns a reference or a text with references in lower case, without quotes.
func plain(text string) string {
	return strings.NewReplacer("'", "", `\`, "").Replace(strings.ToLower(text))
}

// resource compares a real resource with the known one.
func (s *score) resource(name string, actual *catalog.Catalog, real *realResource) {
	s.resources++
	kind, _, _ := strings.Cut(real.Ref, "[")
	r := actual.Find(real.Ref)
	if r == nil || !r.Certain {
		s.miss("%s: %s is not known", name, real.Ref)
		for range real.Parameters {
			s.values++
		}
		return
	}
	s.known++
	title := strings.TrimSuffix(strings.TrimPrefix(real.Ref, kind+"["), "]")
	for attribute, value := range real.Parameters {
		known := r.Attribute(attribute)
		if isOrder(attribute) || known == nil && (strings.ReplaceAll(value, `\'`, "'") == "'"+title+"'" || attribute == "name" || strings.EqualFold(kind, "class") && attribute == "stage") {
			continue
		}
		if known == nil && !r.Defined && strings.Contains(title, strings.Trim(value, "'")) {
			continue // it is part of the title for types with several namevars
		}
		s.values++
		if known == nil && !r.Open {
			s.complain("%s: %s has %s => %s", name, real.Ref, attribute, value)
			continue
		}
		if known == nil || known.Value == nil {
			text := ""
			if known != nil {
				text = known.Text
			}
			s.miss("%s: %s %s is %s, known is %s", name, real.Ref, attribute, value, text)
			continue
		}
		s.knownValues++
		if text := textOf(known.Value); text != value && !(isReference(known.Value) && strings.ReplaceAll(text, "'", "") == value) {
			s.complain("%s: %s has %s => %s, not %s", name, real.Ref, attribute, value, textOf(known.Value))
		}
	}
	for _, attribute := range r.Attributes {
		if _, has := real.Parameters[attribute.Name]; !has && attribute.Value != nil && !isOrder(attribute.Name) && !isEmpty(attribute.Value) {
			s.complain("%s: %s has no %s => %s", name, real.Ref, attribute.Name, attribute.Text)
		}
	}
}

// textOf returns a value in the notation of eval.rb. Sensitive values are unwrapped in a
// catalog.
func textOf(value types.Value) string {
	if secret, ok := value.(*types.Sensitive); ok {
		value = secret.Value
	}
	return catalog.ExactText(value)
}

// isReference reports whether a value is a reference. eval.rb writes it without quotes if the
// catalog holds a resource instead.
func isReference(value types.Value) bool {
	_, isType := value.(types.TypeValue)
	return isType
}

func isEmpty(value types.Value) bool {
	_, isUndef := value.(types.Undef)
	return isUndef
}

func isOrder(name string) bool {
	switch name {
	case "before", "require", "notify", "subscribe":
		return true
	}
	return false
}

func (s *score) miss(format string, arguments ...any) {
	if s.verbose {
		fmt.Printf("UNKNOWN  "+format+"\n", arguments...)
	}
}

func (s *score) print(set settings) (wrong bool, err error) {
	slices.Sort(s.wrong)
	for _, one := range s.wrong {
		fmt.Println("WRONG   ", one)
	}
	percent := func(part, whole int) float64 { return 100 * float64(part) / float64(max(whole, 1)) }
	resources, values := percent(s.known, s.resources), percent(s.knownValues, s.values)
	fmt.Printf("catalogs: %d compiled (%d failed there, %d have gaps here); %d of %d resources (%.1f %%) and %d of %d values (%.1f %%) are known, %d edges; %d are wrong\n",
		s.compiled, s.failing, s.incomplete, s.known, s.resources, resources, s.knownValues, s.values, values, s.edges, len(s.wrong))
	if s.compiled == 0 {
		return false, errors.New("no catalog was compiled")
	}
	return len(s.wrong) > 0 || resources < set.resources || values < set.values, nil
}
