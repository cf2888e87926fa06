//go:build develop

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/oracle/judge"
	"puppet-lint/internal/oracle/records"
	"puppet-lint/internal/source"
	"puppet-lint/lint"
	"puppet-lint/module"
	"puppet-lint/module/known"
	"puppet-lint/types"
)

// callers compares what an upgrade of a module reports about its callers with what Puppet
// reports when it compiles them with the old and the new release.
type callers struct {
	records.Folders
	// modules is the folder of the releases.
	modules string
	verbose bool
	random  *rand.Rand
	hosts   map[string]*records.Host
	// refusals holds Puppet's errors for the code of single findings, by the message of the
	// finding.
	refusals map[string]string
	// warned holds the lines of the caller about which anything is reported.
	warned map[string]bool
	// environment is a copy of the corpus, in which modules are replaced.
	environment string

	pairs, silent, mostSilent                          int
	compiled, stayed, broken                           int
	confirmed, contradicted, undecided, missed, others int
}

// pair is a caller, and an upgrade of a module that it depends on.
type pair struct {
	caller   string
	target   *known.Module
	old, new int
}

// String returns the pair for display.
func (p pair) String() string {
	return fmt.Sprintf("%s: %s %s -> %s", p.caller, p.target.FullName(), p.target.Versions[p.old], p.target.Versions[p.new])
}

// mostCompiled is how many definitions of a caller are compiled, of at most mostTried.
const (
	mostCompiled = 8
	mostTried    = 20
)

func (c *callers) run(count int, seed uint64) (bool, error) {
	c.random, c.mostSilent = rand.New(rand.NewPCG(seed, 21)), count/4
	var err error
	if c.hosts, err = records.Hosts(c.Records); err != nil {
		return false, err
	}
	work, err := os.MkdirTemp("", "callers-*")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(work)
	c.environment = filepath.Join(work, "control")
	if err := os.CopyFS(c.folder(""), os.DirFS(c.Corpus)); err != nil {
		return false, err
	}
	if err := records.Write(c.environment, map[string]string{"environment.conf": "modulepath = modules\n"}); err != nil {
		return false, err
	}
	all, err := c.allPairs()
	if err != nil {
		return false, err
	}
	c.random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	for _, one := range all {
		if c.pairs == count {
			break
		}
		if err := c.compare(one); err != nil {
			return false, fmt.Errorf("%s: %w", one, err)
		}
	}
	fmt.Printf("%d callers, for %d of which no error is reported: %d definitions compile with the old release, %d of them with the new one; of the %d that do not, %d fail outside of the caller\n",
		c.pairs, c.silent, c.compiled, c.stayed, c.broken, c.others)
	fmt.Printf("errors reported: %d fail in Puppet, %d do not, %d are never evaluated; %d that Puppet has are not reported, not even as warnings\n", c.confirmed, c.contradicted, c.undecided, c.missed)
	return c.contradicted == 0, nil
}

// folder returns the folder of a module of the environment.
func (c *callers) folder(name string) string { return filepath.Join(c.environment, "modules", name) }

// allPairs returns the upgrades of the modules of the environment's dependencies. The old
// version is the newest that the caller allows, and the new one each later version.
func (c *callers) allPairs() ([]pair, error) {
	entries, err := os.ReadDir(c.folder(""))
	if err != nil {
		return nil, err
	}
	var all []pair
	tree := module.NewWorkspace(source.Disk{}, []string{c.environment}, nil).TreeOf(c.folder(""))
	for _, entry := range entries {
		caller := tree.Module(entry.Name())
		if caller == nil || caller.Metadata() == nil {
			continue
		}
		for _, wanted := range caller.Metadata().Dependencies {
			target := known.Embedded().Find(wanted.Owner, wanted.Name)
			allowed, err := types.ParseVersionRange(wanted.Range)
			if target == nil || err != nil {
				continue
			}
			old := -1
			for i, version := range target.Versions {
				if allowed.Includes(version) {
					old = i
				}
			}
			for later := old + 1; old >= 0 && later < len(target.Versions); later++ {
				all = append(all, pair{entry.Name(), target, old, later})
			}
		}
	}
	return all, nil
}

// place puts a version of the pair's module into the environment. undo restores what was there.
func (c *callers) place(p pair, version int) (undo func() error, err error) {
	folder, aside := c.folder(p.target.Name), filepath.Join(filepath.Dir(c.environment), "aside")
	undo = func() error {
		err := os.RemoveAll(folder)
		if _, statErr := os.Stat(aside); statErr == nil {
			err = errors.Join(err, os.Rename(aside, folder))
		}
		return err
	}
	if err := os.Rename(folder, aside); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return undo, err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return undo, err
	}
	archive := filepath.Join(c.modules, p.target.FullName(), p.target.Versions[version].String()+".tar.xz")
	if output, err := exec.Command("tar", "-xJf", archive, "-C", folder).CombinedOutput(); err != nil {
		return undo, fmt.Errorf("tar %s: %w: %s", archive, err, output)
	}
	return undo, addTemplates(folder, p.target.Name)
}

var templateName = regexp.MustCompile(`(?:template|epp)\(\s*['"]([a-z][a-z0-9_]*)/([^'"$]+\.e(?:rb|pp))['"]`)

// addTemplates adds empty templates to a release, which comes without.
func addTemplates(folder, name string) error {
	return filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".pp" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		files := map[string]string{}
		for _, match := range templateName.FindAllStringSubmatch(string(text), -1) {
			if match[1] == name {
				files["templates/"+match[2]] = ""
			}
		}
		return records.Write(folder, files)
	})
}

// compare compares one pair. Of the pairs for which nothing is reported, it compares at most a
// quarter.
func (c *callers) compare(p pair) error {
	findings, before, err := c.withOld(p)
	if err != nil || len(before) == 0 {
		return err
	}
	after, err := c.withNew(p, findings, before)
	if err != nil {
		return err
	}
	c.pairs++
	if len(findings) == 0 {
		c.silent++
	}
	c.compiled += len(before)
	if c.verbose {
		fmt.Printf("%s: %d compile, %d errors reported\n", p, len(before), len(findings))
	}
	c.judge(p, findings, after)
	return nil
}

// answer is Puppet's answer for a declaration.
type answer struct {
	source, host string
	Error        *struct {
		Message, File string
		Line          int
	} `json:"error"`
	Lines []string `json:"lines"`
}

// declarations returns manifests with one declaration each, for some of the definitions of a
// caller.
func (c *callers) declarations(p pair) (declared []answer) {
	tree := module.NewWorkspace(source.Disk{}, []string{c.environment}, nil).TreeOf(c.folder(p.caller))
	for _, manifest := range tree.Manifests.Of(tree.Module(p.caller)) {
		for _, definition := range manifest.Definitions {
			switch definition.Kind {
			case module.Class:
				declared = append(declared, answer{source: "include " + definition.Name})
			case module.DefinedType:
				declared = append(declared, answer{source: definition.Name + " { 'x': }"})
			}
		}
	}
	c.random.Shuffle(len(declared), func(i, j int) { declared[i], declared[j] = declared[j], declared[i] })
	return declared
}

// withOld returns the errors that an upgrade from the old release reports in the caller, and the
// declarations that compile with that release.
func (c *callers) withOld(p pair) (findings []*diag.Diagnostic, compiled []answer, err error) {
	undo, err := c.place(p, p.old)
	defer func() { err = errors.Join(err, undo()) }()
	if err != nil {
		return nil, nil, err
	}
	folder := c.folder(p.caller)
	outcome, err := ask(lint.Confine(folder, []string{folder}), folder, false, fmt.Sprintf("%s=%s", p.target.FullName(), p.target.Versions[p.new]))
	if err != nil {
		return nil, nil, err
	}
	c.warned = map[string]bool{}
	for _, finding := range outcome.Result.Findings {
		if finding.Severity == diag.Error {
			findings = append(findings, finding)
		}
		for _, line := range linesOf(folder, finding) {
			c.warned[line] = true
		}
	}
	if len(findings) == 0 && c.silent >= c.mostSilent {
		return nil, nil, nil
	}
	declared := c.declarations(p)
	compiled, err = c.compile(p, declared[:min(len(declared), mostTried)], mostCompiled)
	return findings, slices.DeleteFunc(compiled, func(one answer) bool { return one.Error != nil }), err
}

// withNew compiles declarations with the new release, and sends the findings to Puppet.
func (c *callers) withNew(p pair, findings []*diag.Diagnostic, declared []answer) (answers []answer, err error) {
	undo, err := c.place(p, p.new)
	defer func() { err = errors.Join(err, undo()) }()
	if err != nil {
		return nil, err
	}
	if answers, err = c.compile(p, declared, len(declared)); err != nil {
		return nil, err
	}
	if c.refusals, err = c.ask(p, findings); err != nil {
		return nil, err
	}
	return slices.DeleteFunc(answers, func(one answer) bool { return one.Error != nil && judge.IsUnrelated(one.Error.Message) }), err
}

// questions lists how to check single messages with Puppet: a pattern for the message, the code to
// compile, and a text that Puppet's error must contain.
var questions = []struct {
	message       *regexp.Regexp
	code, refusal string
}{
	{regexp.MustCompile(`^there is no function '([^']*)'`), "$1()", "Unknown function: '$1'"},
	{regexp.MustCompile(`^there is no type ([A-Z][A-Za-z0-9_:]*)`), "notice(1 =~ $1)", "Resource type not found: $1"},
	{regexp.MustCompile(`^there is no class '([^']*)'`), "include $1", "Could not find class ::$1"},
	{regexp.MustCompile(`^there is no (?:defined|resource) type '([^']*)'`), "$1 { 'x': }", "Unknown resource type: '$1'"},
	{regexp.MustCompile(`^(?:defined type )?'([^']*)' has no parameter '([^']*)'`), "$1 { 'x': $2 => 1 }", "no parameter named '$2'"},
	{regexp.MustCompile(`^class '([^']*)' has no parameter '([^']*)'`), "class { '$1': $2 => 1 }", "no parameter named '$2'"},
	{regexp.MustCompile(`^resource type '([^']*)' has no attribute '([^']*)'`), "$1 { 'x': $2 => 1 }", "no parameter named '$2'"},
}

// ask checks single findings with Puppet. It returns the errors that confirm one, by the message
// of the finding.
func (c *callers) ask(p pair, findings []*diag.Diagnostic) (map[string]string, error) {
	var declared []answer
	var messages, refusals []string
	for _, finding := range findings {
		for _, question := range questions {
			if match := question.message.FindStringSubmatchIndex(finding.Message); match != nil {
				expand := func(text string) string {
					return string(question.message.ExpandString(nil, text, finding.Message, match))
				}
				declared = append(declared, answer{source: expand(question.code), host: "debian"})
				messages, refusals = append(messages, finding.Message), append(refusals, expand(question.refusal))
				break
			}
		}
	}
	if len(declared) == 0 {
		return nil, nil
	}
	answers, err := c.compile(p, declared, len(declared))
	found := map[string]string{}
	for i, one := range answers {
		if one.Error != nil && strings.Contains(one.Error.Message, refusals[i]) {
			found[messages[i]] = one.Error.Message
		}
	}
	return found, err
}

// compile compiles declarations until enough of them compile. It starts a judge for each call,
// because Ruby keeps the resource types that it has loaded.
func (c *callers) compile(p pair, declared []answer, most int) ([]answer, error) {
	puppet, err := judge.Start("internal/oracle/judge", "evaluated.rb", nil, c.Oracle)
	if err != nil {
		return nil, err
	}
	defer puppet.Close()
	var answers []answer
	compiled := 0
	for _, one := range declared {
		if compiled == most {
			break
		}
		hosts := []string{"debian", "redhat"}
		if one.host != "" {
			hosts = []string{one.host}
		}
		for _, host := range hosts {
			asked := answer{source: one.source, host: host}
			question := map[string]any{"environment": c.environment, "source": one.source, "facts": json.RawMessage(c.hosts[host].JSON), "folder": c.folder(p.caller)}
			if err := puppet.Ask(question, &asked); err != nil {
				return nil, err
			}
			if asked.Error == nil || host == hosts[len(hosts)-1] {
				answers = append(answers, asked)
				if asked.Error == nil {
					compiled++
				}
				break
			}
		}
	}
	return answers, nil
}

// judge compares the reported errors with Puppet's errors under the new release.
func (c *callers) judge(p pair, findings []*diag.Diagnostic, after []answer) {
	folder := c.folder(p.caller)
	fails, works := map[string]string{}, map[string]string{}
	for _, one := range after {
		if one.Error == nil {
			c.stayed++
			for _, line := range one.Lines {
				works[line] = one.source
			}
			continue
		}
		c.broken++
		at := fmt.Sprintf("%s:%d", one.Error.File, one.Error.Line)
		switch {
		case !strings.HasPrefix(at, folder):
			c.others++
			if c.verbose {
				fmt.Printf("  elsewhere: %s: %s: %s\n", one.source, at, one.Error.Message)
			}
		case !c.warned[at] && fails[at] == "":
			c.missed++
			fmt.Printf("  not reported: %s: %s: %s: %s\n", p, one.source, at, one.Error.Message)
		}
		fails[at] = one.Error.Message
	}
	for _, finding := range findings {
		c.judgeFinding(p, finding, linesOf(folder, finding), fails, works)
	}
}

func (c *callers) judgeFinding(p pair, finding *diag.Diagnostic, lines []string, fails, works map[string]string) {
	outcome := "never evaluated"
	hasFailed := func(line string) bool { return fails[line] != "" }
	switch {
	case slices.ContainsFunc(lines, hasFailed):
		c.confirmed++
		outcome = "fails: " + fails[lines[slices.IndexFunc(lines, hasFailed)]]
	case c.refusals[finding.Message] != "":
		c.confirmed++
		outcome = "fails alone: " + c.refusals[finding.Message]
	case works[lines[0]] != "":
		c.contradicted++
		outcome = "COMPILES: " + works[lines[0]]
	default:
		c.undecided++
	}
	if c.verbose || strings.HasPrefix(outcome, "COMPILES") {
		fmt.Printf("  %s: %s: %s: %s\n    %s\n", p, lines[0], finding.Rule.Name, finding.Message, outcome)
	}
}

// linesOf returns the lines of a finding as PATH:LINE, its own first.
func linesOf(folder string, finding *diag.Diagnostic) []string {
	path := source.Absolute(folder, finding.File.Name)
	own := finding.Position().Line
	lines := []string{fmt.Sprintf("%s:%d", path, own)}
	for line := finding.File.Position(finding.Span.Start).Line; line <= finding.File.Position(finding.Span.End).Line; line++ {
		if line != own {
			lines = append(lines, fmt.Sprintf("%s:%d", path, line))
		}
	}
	return lines
}
