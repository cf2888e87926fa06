//go:build develop

// Program data compares the findings on Hiera data, lookup() and EPP templates with the behaviour
// of the real Puppet. It generates control repositories. Each has a class with one parameter of a
// class of the corpus, and valid and invalid data, lookup_options, hierarchies, calls and
// templates. Puppet compiles each one, and the program counts the differences.
//
//	go run -tags develop ./internal/oracle/data -corpus DIR -oracle ../shared/oracle
//
// It exits with a status other than 0 if it reports fewer than 95 % of what Puppet refuses, or if
// Puppet accepts more than 5 % of what it reports.
package main

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"puppet-lint/checker"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/hiera"
	"puppet-lint/internal/oracle/judge"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// question is a request to data.rb.
type question struct {
	Environment string         `json:"environment"`
	Source      string         `json:"source"`
	Facts       map[string]any `json:"facts"`
}

// answer is its answer.
type answer struct {
	Error *struct {
		Message string `json:"message"`
	} `json:"error"`
}

var facts = map[string]any{
	"os": map[string]any{
		"family": "Debian", "name": "Debian", "architecture": "amd64",
		"release":  map[string]any{"major": "12", "full": "12.5", "minor": "5"},
		"distro":   map[string]any{"codename": "bookworm", "id": "Debian", "release": map[string]any{"major": "12", "full": "12.5"}},
		"selinux":  map[string]any{"enabled": false},
		"hardware": "x86_64",
	},
	"networking": map[string]any{"fqdn": "one.example.com", "hostname": "one", "domain": "example.com", "ip": "192.0.2.1", "interfaces": map[string]any{}},
	"kernel":     "Linux", "service_provider": "systemd", "puppetversion": "8.10.0", "path": "/usr/bin:/bin",
	"processors": map[string]any{"count": 2}, "memory": map[string]any{"system": map[string]any{"total_bytes": 4294967296}},
	"identity": map[string]any{"user": "root"}, "systemd": true, "systemd_version": "252",
}

// aboutData matches Puppet's messages about invalid data.
var aboutData = regexp.MustCompile(`(?i)parameter '|lookup|hiera|interpolation|unable to parse|merge|hash value|wrong type|convert|epp|template|unknown variable|found value|default value`)

func main() {
	corpus := flag.String("corpus", "", "folder of modules")
	oracle := flag.String("oracle", "../shared/oracle", "folder of the oracle scripts")
	count := flag.Int("n", 450, "how many cases")
	seed := flag.Uint64("seed", 1, "seed of the cases")
	workers := flag.Int("workers", 2, "how many judges at once")
	flag.Parse()
	if err := run(*corpus, *oracle, *count, *seed, *workers); err != nil {
		fmt.Fprintln(os.Stderr, "data:", err)
		os.Exit(1)
	}
}

func run(corpus, oracle string, count int, seed uint64, workers int) error {
	corpus, err := filepath.Abs(corpus)
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "puppet-lint-data-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	start := func() (*judge.Judge, error) {
		return judge.Start(filepath.Join("internal", "oracle", "data"), "data.rb", nil, oracle)
	}
	subjects := parameters(corpus)
	if len(subjects) == 0 {
		return fmt.Errorf("there are no classes in %s", corpus)
	}
	random := rand.New(rand.NewPCG(seed, seed))
	cases := make([]*testCase, count)
	questions := make([]question, count)
	for i := range cases {
		cases[i] = newCase(random, subjects)
		home := filepath.Join(folder, fmt.Sprintf("case%d", i))
		if err := cases[i].write(home, corpus); err != nil {
			return err
		}
		questions[i] = question{home, cases[i].source, facts}
	}
	answers, err := judge.AskAll[question, answer](workers, start, questions)
	if err != nil {
		return err
	}
	return compare(cases, questions, answers)
}

// tally counts how often the program and Puppet agree.
type tally struct{ refused, foreseen, reported, trueReports, aside int }

func compare(cases []*testCase, questions []question, answers []answer) error {
	total := tally{}
	for i, one := range cases {
		if answers[i].Error != nil && !aboutData.MatchString(answers[i].Error.Message) {
			total.aside++
			continue
		}
		found := actual(questions[i].Environment, one)
		refused := answers[i].Error != nil
		if refused {
			total.refused++
		}
		if len(found) > 0 {
			total.reported++
		}
		switch {
		case refused && len(found) > 0:
			total.foreseen++
			total.trueReports++
		case refused:
			fmt.Printf("MISSED %s\n  Puppet: %s\n%s", one.subject.Type, firstLine(answers[i].Error.Message), one.text())
		case len(found) > 0:
			fmt.Printf("FALSE %s\n  puppet-lint: %s\n%s", one.subject.Type, found[0].Message, one.text())
		}
	}
	fmt.Printf("%d cases: Puppet refuses %d, %d of them foreseen; %d reported, %d of them rightly; %d refused for another reason\n",
		len(cases), total.refused, total.foreseen, total.reported, total.trueReports, total.aside)
	if total.refused < 200 && len(cases) >= 400 {
		return fmt.Errorf("only %d cases are faults", total.refused)
	}
	if total.foreseen*100 < total.refused*95 || total.trueReports*100 < total.reported*95 {
		return fmt.Errorf("the two agree on less than 95 %%")
	}
	return nil
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return line
}

// actual returns the errors found in the hierarchy and the data of an environment.
func actual(environment string, one *testCase) []*diag.Diagnostic {
	tree := module.NewWorkspace(source.Disk{}, []string{environment}, nil).TreeOf(environment)
	var found []*diag.Diagnostic
	var documents []string
	for _, config := range []*hiera.Config{tree.Documents.Hiera(), tree.Module("subject").Hiera()} {
		if config == nil {
			continue
		}
		found = append(found, hiera.CheckDocument(config.Document)...)
		found = append(found, config.Check()...)
		for _, from := range config.Sources() {
			if read := from.Document(); len(read.Errors) > 0 {
				found = append(found, hiera.CheckDocument(read)...)
				continue
			}
			found = append(found, config.CheckSource(from)...)
			documents = append(documents, from.Path)
		}
	}
	var paths []string
	for name := range one.files {
		if extension := filepath.Ext(name); extension == ".pp" || extension == ".epp" {
			paths = append(paths, filepath.Join(environment, name))
		}
	}
	slices.Sort(paths)
	site := module.NewManifest(source.NewFile("site.pp", one.source), nil)
	checked, _ := checker.Check(context.Background(), tree, checker.Options{Paths: paths, Documents: documents, Initial: []*module.Manifest{site}, Strict: true})
	found = append(found, checked...)
	var errors []*diag.Diagnostic
	for _, one := range found {
		if one.Severity == diag.Error && one.Rule.OnByDefault() || one.Rule.Name == "missing_data" && one.File == site.Source {
			errors = append(errors, one)
		}
	}
	return errors
}

// parameters returns the typed parameters of the classes of the corpus, sorted by name, one for
// each combination of type and default.
func parameters(corpus string) []parameter {
	tree := module.NewTree(source.Disk{}, []string{corpus}, false)
	seen := map[parameter]bool{}
	var found []parameter
	for _, owner := range tree.Modules {
		for _, manifest := range tree.Manifests.Of(owner) {
			for _, definition := range manifest.Definitions {
				class, ok := definition.Node.(*syntax.HostClassDefinition)
				if !ok {
					continue
				}
				for _, node := range class.Parameters {
					one, ok := parameterOf(manifest, node)
					if key := (parameter{Type: one.Type, Default: one.Default}); ok && !seen[key] {
						seen[key] = true
						found = append(found, one)
					}
				}
			}
		}
	}
	return found
}

// parameterOf returns a parameter as written. A default that depends on the rest of its class
// is left out.
func parameterOf(manifest *module.Manifest, node *syntax.Parameter) (one parameter, ok bool) {
	if node.TypeExpr == nil {
		return one, false
	}
	text := func(node syntax.Node) string { return manifest.Source.Slice(manifest.Extent(node)) }
	one = parameter{Name: node.Name, Type: text(node.TypeExpr)}
	if node.Value != nil {
		if value := text(node.Value); !strings.ContainsAny(value, "$(\n") {
			one.Default = value
		}
	}
	return one, !strings.Contains(one.Type, "\n")
}
