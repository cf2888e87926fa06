package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"puppet-lint/graph"
	"puppet-lint/graph/drawing"
	"puppet-lint/internal/spell"
	"puppet-lint/lint"
)

// graphForms are the output formats of the graph.
var graphForms = []string{"text", "dot", "mermaid", "json", "html"}

// graphCommand prints the graph of references.
func graphCommand(env *environment, arguments []string) int {
	f := newLanguageFlags("graph")
	formats := f.forms("graph", "graph", graphForms)
	options := drawing.Options{}
	f.set.StringVar(&options.From, "from", "", "show what `NAME` leads to: a class, a node, or KIND:NAME")
	f.set.StringVar(&options.To, "to", "", "show what leads to `NAME`; with --from, the paths between the two")
	f.set.IntVar(&options.Depth, "depth", 0, "follow at most `N` edges from --from or back from --to")
	why := f.set.String("why", "", "show the path from `NAME` to the name that follows: --why A B")
	nodes := f.set.StringSlice("nodes", nil, "show definitions of these `KINDS`, separated by commas, or all (default: class, defined type, node): "+joinNames(graph.Kinds()))
	edges := f.set.StringSlice("edges", nil, "show edges of these `KINDS`, separated by commas (default: all): "+joinNames(graph.EdgeKinds()))
	f.set.BoolVar(&options.Modules, "modules", false, "show modules instead of their definitions")
	f.set.BoolVar(&options.CertainOnly, "certain", false, "leave out possible edges, from computed names")
	jobs := f.set.Int("jobs", 0, "work on `N` files at once (default: one per core)")
	f.hideUnused()
	paths, status, done := f.parse(env, "graph", arguments)
	if done {
		return status
	}
	target := ""
	if *why != "" {
		if len(paths) == 0 {
			return env.usage("graph: --why takes two names: --why A B")
		}
		target, paths = paths[0], paths[1:]
		f.confine(env, paths)
	}
	if problem := formats.problem(); problem != "" {
		return env.usage("%s", problem)
	}
	if err := readKinds(&options, *nodes, *edges); err != nil {
		return env.usage("graph: %v", err)
	}
	if options.Depth < 0 {
		return env.usage("graph: --depth is 0 (all) or more")
	}
	var all []*graph.Graph
	graphs, err := f.eachGraph(env, paths, *jobs, func(_ *lint.Graphs, built *graph.Graph) { all = append(all, built.Outline()) })
	if err != nil {
		return env.fail(err)
	}
	options.Shown = graphs.Shown
	if len(paths) > 0 {
		options.IsOwn = graphs.IsOwn
	}
	if *why != "" {
		return env.printWhy(all, graphs.Failures, options, *why, target)
	}
	shown, err := drawing.New(all, options)
	if err != nil {
		return env.fail(err)
	}
	if err := formats.write(env, func(out io.Writer, form string) error { return writeGraph(out, shown, form) }); err != nil {
		return env.fail(err)
	}
	return env.printFailures(graphs.Failures)
}

// readKinds sets the kinds of nodes and edges that are shown, given by their names.
func readKinds(options *drawing.Options, nodes, edges []string) (err error) {
	if options.Nodes, err = kindsNamed(nodes, graph.Kinds()); err != nil {
		return err
	}
	options.Edges, err = kindsNamed(edges, graph.EdgeKinds())
	return err
}

// eachGraph builds the graph of each tree that paths belong to, calls visit with it, and shows
// the progress.
func (f *languageFlags) eachGraph(env *environment, paths []string, jobs int, visit func(graphs *lint.Graphs, built *graph.Graph)) (*lint.Graphs, error) {
	progress := newProgress(env, "read", false)
	graphs, err := lint.NewGraphs(lint.Options{Files: f.files, Folder: env.folder, Paths: paths, Resolver: f.resolver(env), Jobs: jobs, Progress: progress.update})
	if err != nil {
		return nil, err
	}
	defer progress.clear()
	return graphs, graphs.Each(context.Background(), func(built *graph.Graph) { visit(graphs, built) })
}

// writeGraph writes the picture in one form.
func writeGraph(out io.Writer, shown *drawing.Picture, form string) error {
	switch form {
	case "dot":
		return shown.WriteDOT(out)
	case "mermaid":
		return shown.WriteMermaid(out)
	case "json":
		return shown.WriteJSON(out)
	case "html":
		return shown.WritePage(out)
	}
	return shown.WriteText(out)
}

// printWhy prints the shortest path from one node to another. If there is none, it returns
// exitFindings.
func (env *environment) printWhy(graphs []*graph.Graph, failures []lint.Failure, options drawing.Options, from, to string) int {
	built, first, err := drawing.Find(graphs, from)
	if err != nil {
		return env.fail(err)
	}
	_, last, err := drawing.Find([]*graph.Graph{built}, to)
	if err != nil {
		return env.fail(err)
	}
	path := built.Why(first, last, graph.Filter{Kinds: options.Edges, CertainOnly: options.CertainOnly})
	if len(path) == 0 && first != last {
		env.printMessage(fmt.Sprintf("nothing leads from %s to %s", first.ID, last.ID))
		return exitFindings
	}
	if err := drawing.WriteWhy(env.stdout, path, options.Shown); err != nil {
		return env.fail(err)
	}
	return env.printFailures(failures)
}

// joinNames returns the names of kinds, separated by commas.
func joinNames[K fmt.Stringer](kinds []K) string {
	names := make([]string, len(kinds))
	for i, kind := range kinds {
		names[i] = kind.String()
	}
	return strings.Join(names, ", ")
}

// kindsNamed returns the kinds with the given names; "all" returns all kinds.
func kindsNamed[K fmt.Stringer](names []string, kinds []K) (found []K, err error) {
	for _, name := range names {
		if name == "all" {
			return kinds, nil
		}
		at := slices.IndexFunc(kinds, func(kind K) bool { return kind.String() == name })
		if at < 0 {
			return nil, fmt.Errorf("there is no kind %q%s", name, cmp.Or(spell.DidYouMean(name, strings.Split(joinNames(kinds), ", ")), "; known are "+joinNames(kinds)))
		}
		found = append(found, kinds[at])
	}
	return found, nil
}
