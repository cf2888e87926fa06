package lint

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/checker/symbols"
	"puppet-lint/graph"
	"puppet-lint/graph/unused"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/document"
	"puppet-lint/internal/source"
	"puppet-lint/lint/suppress"
	"puppet-lint/rules"
	"puppet-lint/syntax"
)

// UnusedOptions configure Unused.
type UnusedOptions struct {
	// Roots lists which nodes are used, as far as that is known; nil if it is unknown.
	Roots *unused.Roots
	// Kinds are the kinds of answers to return; none means all.
	Kinds []string
	// Vendored asks also for answers about vendored modules (see unused.Vendored).
	Vendored bool
}

func (o *UnusedOptions) wants(kind string) bool {
	return len(o.Kinds) == 0 || slices.Contains(o.Kinds, kind)
}

// Unused finds the code that nothing in the trees around the paths of options needs. The answers
// have no nodes.
func Unused(ctx context.Context, options Options, wanted UnusedOptions) ([]unused.Answer, *Graphs, error) {
	graphs, err := NewGraphs(options)
	if err != nil {
		return nil, nil, err
	}
	baseline, hasBaseline := graphs.baseline()
	hasBaseline = hasBaseline && wanted.wants(unused.Baseline)
	var comments func(ctx context.Context, paths []string)
	var answers, leftovers []unused.Answer
	if wanted.wants(unused.Comment) && !hasBaseline {
		comments = func(ctx context.Context, paths []string) {
			leftovers = append(leftovers, graphs.unusedComments(ctx, options, paths)...)
		}
	}
	var vendored []func(path string) bool
	err = graphs.each(ctx, comments, func(built *graph.Graph) {
		vendored = append(vendored, unused.Vendored(built.Tree))
		graphs.Vendored += unused.CountVendored(built.Tree)
		answers = append(answers, graphs.unusedIn(ctx, built, &wanted)...)
	})
	if err != nil {
		return nil, nil, err
	}
	if hasBaseline {
		leftovers = graphs.leftovers(ctx, options, &wanted, baseline)
	}
	answers = append(answers, slices.DeleteFunc(leftovers, func(a unused.Answer) bool {
		isVendored := func(in func(string) bool) bool { return in(graphs.run.absolute(a.Definitions[0].File.Name)) }
		return a.Kind == unused.Comment && !wanted.Vendored && slices.ContainsFunc(vendored, isVendored)
	})...)
	seen := map[string]bool{}
	// A file may belong to more than one tree.
	answers = slices.DeleteFunc(answers, func(a unused.Answer) bool {
		key := a.Kind + "\x00" + a.Name
		for _, place := range a.Definitions {
			key += fmt.Sprintf("\x00%s:%d", place.File.Name, place.Span.Start)
		}
		again := seen[key]
		seen[key] = true
		return again || !wanted.wants(a.Kind)
	})
	unused.Sort(answers)
	return answers, graphs, nil
}

// unusedIn finds the unused code of one tree, given its graph.
func (g *Graphs) unusedIn(ctx context.Context, built *graph.Graph, wanted *UnusedOptions) []unused.Answer {
	var parameters []unused.Answer
	wait := g.run.aside(func() {
		if wanted.wants(unused.Parameter) {
			parameters = g.parameters(ctx, built, wanted.Vendored)
		}
	})
	found := unused.Find(built, unused.Options{Roots: wanted.Roots, IsOwn: g.IsOwn, Vendored: wanted.Vendored, Shown: g.Shown})
	wait()
	gone := map[*graph.Node]bool{}
	for _, answer := range found {
		if answer.Node != nil && answer.IsCertain() {
			gone[answer.Node] = true
		}
	}
	found = append(found, slices.DeleteFunc(parameters, func(a unused.Answer) bool { return gone[a.Node] })...)
	for i := range found {
		found[i].Node = nil // it refers to the whole graph
	}
	return found
}

// parameters returns an answer for each parameter that nothing reads, as the rule
// unused_parameter finds them.
func (g *Graphs) parameters(ctx context.Context, built *graph.Graph, vendored bool) []unused.Answer {
	index := slices.IndexFunc(rules.All(), func(rule *rules.Rule) bool { return rule.Name == "unused_parameter" })
	set := rules.NewSet([]rules.Enabled{{Rule: rules.All()[index]}}, rules.Settings{})
	var tasks []*rules.TreeFile
	isVendored := unused.Vendored(built.Tree)
	built.Files(func(table *symbols.Table) {
		if filepath.Ext(table.Path) != ".pp" || table.Broken || !g.own[g.run.absolute(table.Path)] || !vendored && isVendored(table.Path) {
			return
		}
		if context, err := g.run.context(g.run.shown(table.Path)); err == nil && context.modules == built.Tree {
			tasks = append(tasks, &rules.TreeFile{File: built.Tree.Manifests.At(table.Path).File, Location: context.ruleLocation, Modules: built.Tree, Variables: built.Variables(table.Path)})
		}
	})
	var locations []graph.Location
	for _, finding := range set.CheckTree(ctx, tasks) {
		locations = append(locations, graph.Location{File: finding.File, Span: finding.Span})
	}
	return unused.OfParameters(built, locations, g.Shown)
}

// baseline returns the path of the run's baseline, and whether that exists.
func (g *Graphs) baseline() (path string, exists bool) {
	path = g.run.absolute(cmp.Or(g.run.settings.Baseline, DefaultBaseline))
	_, err := g.run.options.Files.Stat(path)
	return path, err == nil
}

// unusedComments returns answers for control comments that suppress nothing. It checks only
// files with control comments, in the tree that the graph was built from.
func (g *Graphs) unusedComments(ctx context.Context, options Options, paths []string) []unused.Answer {
	if options.Paths = g.withComments(paths); len(options.Paths) == 0 {
		return nil
	}
	options.KeepBaseline, options.Fix, options.Progress = true, NoFix, nil
	r := newRun(options)
	r.shareTrees(g.run)
	if r.examineAll(ctx) != nil {
		return nil // the context is cancelled
	}
	// A comment about a rule that needs all files may suppress a finding when all files are
	// checked.
	return slices.DeleteFunc(answersOfComments(&r.result), func(a unused.Answer) bool { return looksAtTree(a.Name) })
}

// answersOfComments returns answers for the control comments that a check has found unused.
func answersOfComments(result *Result) (answers []unused.Answer) {
	for _, finding := range result.Findings {
		if finding.Rule != &suppress.Unused || finding.Suppressed {
			continue
		}
		answer := unused.Answer{
			Kind: unused.Comment, Name: finding.File.Slice(finding.Span), Why: "it suppresses no finding",
			Definitions: []graph.Location{{File: finding.File, Span: finding.Span}},
		}
		if len(finding.Fixes) > 0 {
			answer.Removal = &unused.Removal{Edits: finding.Fixes[0].Edits}
		}
		answers = append(answers, answer)
	}
	return answers
}

// leftovers returns answers for entries of the baseline that no finding matches, and for
// control comments that suppress nothing. It needs a whole check.
func (g *Graphs) leftovers(ctx context.Context, options Options, wanted *UnusedOptions, baseline string) (answers []unused.Answer) {
	options.KeepBaseline, options.Fix, options.Baseline = true, NoFix, "use"
	result, err := Run(ctx, options)
	if err != nil {
		return nil
	}
	if wanted.wants(unused.Comment) {
		answers = answersOfComments(result)
	}
	file, err := g.run.options.Files.Read(baseline)
	if err != nil {
		return answers
	}
	for _, stale := range result.Stale {
		answers = append(answers, unused.Answer{
			Kind: unused.Baseline, Name: stale.Path + ": " + stale.Rule, Why: "no finding matches it any more",
			// Remove makes one check that removes all of these entries.
			Definitions: []graph.Location{{File: file}}, Removal: &unused.Removal{},
		})
	}
	return answers
}

// looksAtTree reports whether a rule that words of a control comment name examines more than one
// file.
func looksAtTree(words string) bool {
	return slices.ContainsFunc(rules.All(), func(rule *rules.Rule) bool {
		return rule.LooksAtTree() && slices.ContainsFunc(strings.Fields(words), func(word string) bool { return strings.HasSuffix(word, rule.Name) })
	})
}

// withComments returns the given files that contain control comments. It compares absolute
// paths: a shared tree has the paths under which its files were read first.
func (g *Graphs) withComments(paths []string) (commented []string) {
	for _, path := range paths {
		if file, err := g.run.options.Files.Read(path); err == nil && strings.Contains(file.Text, "lint:ignore") {
			commented = append(commented, g.run.absolute(path))
		}
	}
	return commented
}

// Remove removes code that is certainly unused from the files, and returns the number of
// removed answers. It skips a file that would be wrong afterwards.
func (g *Graphs) Remove(answers []unused.Answer) (removed int, failures []Failure) {
	planned := g.planRemoval(answers)
	edits, chosen := diag.Merge(planned.fixes)
	for _, isChosen := range chosen {
		if isChosen {
			removed++
		}
	}
	files := slices.SortedFunc(maps.Keys(edits), func(a, b *source.File) int { return strings.Compare(a.Name, b.Name) })
	for _, file := range files {
		path := g.run.absolute(file.Name)
		if planned.gone[path] {
			continue
		}
		text := diag.Apply(file, edits[file])
		if reason := brokenBy(file, text); reason != "" {
			failures = append(failures, Failure{Path: file.Name, Internal: true, Message: g.Shown(file.Name) + ": " + reason + " without what is unused; it was left alone; this is a bug in puppet-lint"})
			continue
		}
		if planned.ifEmpty[path] && isEmpty(file, text) {
			planned.gone[path] = true
			planned.deletes = append(planned.deletes, file.Name)
			continue
		}
		if err := g.write(file, text); err != nil {
			failures = append(failures, Failure{Path: file.Name, Message: err.Error()})
		}
	}
	for _, path := range planned.deletes {
		if err := g.delete(path); err != nil {
			failures = append(failures, Failure{Path: path, Message: err.Error()})
		}
	}
	if slices.ContainsFunc(answers, func(a unused.Answer) bool { return a.Kind == unused.Baseline }) {
		failures = append(failures, g.pruneBaseline(planned.gone)...)
	}
	return removed, failures
}

// removal is what the removal of unused code does to files. The keys of the maps are absolute
// paths.
type removal struct {
	// fixes has one fix per answer.
	fixes []diag.Fix
	// deletes are the files to delete; gone has them too.
	deletes []string
	gone    map[string]bool
	// ifEmpty has the files to delete if only comments are left in them.
	ifEmpty map[string]bool
}

// planRemoval collects the removals of the answers that are certain.
func (g *Graphs) planRemoval(answers []unused.Answer) *removal {
	planned := &removal{gone: map[string]bool{}, ifEmpty: map[string]bool{}}
	known := map[string]*source.File{} // a file may have been read twice
	for _, answer := range answers {
		if !answer.IsCertain() || answer.Removal == nil {
			continue
		}
		fix := diag.Fix{Edits: slices.Clone(answer.Removal.Edits)}
		for i := range fix.Edits {
			path := g.run.absolute(fix.Edits[i].File.Name)
			if known[path] == nil {
				known[path] = fix.Edits[i].File
			}
			fix.Edits[i].File = known[path]
		}
		planned.fixes = append(planned.fixes, fix)
		planned.deletes = append(planned.deletes, answer.Removal.Delete...)
		for _, path := range answer.Removal.IfEmpty {
			planned.ifEmpty[g.run.absolute(path)] = true
		}
		for _, path := range answer.Removal.Delete {
			planned.gone[path] = true
		}
	}
	return planned
}

// pruneBaseline removes the entries of the baseline that no finding matches, as a check with
// the baseline does. Deleted files, given by gone, are not a failure.
func (g *Graphs) pruneBaseline(gone map[string]bool) (failures []Failure) {
	options := g.run.options
	options.Baseline, options.KeepBaseline, options.Fix = "use", false, NoFix
	result, _ := Run(context.Background(), options) // it fails only if the context is cancelled
	for _, failure := range result.Failures {
		if !failure.Notice && !gone[g.run.absolute(failure.Path)] {
			failures = append(failures, failure)
		}
	}
	return failures
}

// brokenBy says what would be wrong after replacing the file's text, or returns "".
func brokenBy(file *source.File, text string) string {
	after := source.NewFile(file.Name, text)
	switch filepath.Ext(file.Name) {
	case ".pp", ".epp":
		if options := optionsFor(file); broken(syntax.Parse(after, options)) {
			return "would not parse"
		}
	case ".yaml", ".yml", ".json":
		if len(readData(file.Name, text).Errors) > 0 {
			return "could not be read"
		}
	}
	return ""
}

// isEmpty reports whether a text leaves a manifest without code, or a data file without keys.
func isEmpty(file *source.File, text string) bool {
	if filepath.Ext(file.Name) != ".pp" {
		root := readData(file.Name, text).Root
		return root == nil || root.Kind == document.Null || root.Kind == document.Mapping && len(root.Entries) == 0
	}
	_, isEmpty := syntax.Parse(source.NewFile(file.Name, text), optionsFor(file)).Program.Body.(*syntax.Nop)
	return isEmpty
}

// optionsFor returns the options that parse a file of an unknown module. If the file does not
// parse as a manifest, they are those for a plan, which has more keywords.
func optionsFor(file *source.File) syntax.Options {
	options := syntax.Options{EPP: isTemplate(file.Name)}
	options.Tasks = broken(syntax.Parse(file, options))
	return options
}

func (g *Graphs) write(file *source.File, text string) error {
	if g.run.confined != nil {
		if err := g.run.confined.MayWrite(file.Name); err != nil {
			return errors.New(source.Explain(err))
		}
	}
	return replaceFile(g.run.options.Writer, file.Name, file.Text, text)
}

func (g *Graphs) delete(path string) error {
	if g.run.confined != nil {
		if err := g.run.confined.MayWrite(path); err != nil {
			return errors.New(source.Explain(err))
		}
	}
	if info, err := os.Lstat(path); err != nil || info.Mode()&fs.ModeSymlink != 0 {
		return fmt.Errorf("%s: is a symbolic link; it was left alone", g.Shown(path))
	}
	if err := os.Remove(path); err != nil {
		return fmt.Errorf("%s: cannot be deleted: %w", g.Shown(path), err)
	}
	return nil
}
