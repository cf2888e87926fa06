package main

import (
	"fmt"
	"io"
	"os"

	"puppet-lint/graph"
	"puppet-lint/graph/lookups"
	"puppet-lint/graph/unused"
	"puppet-lint/internal/source"
	"puppet-lint/internal/spell"
	"puppet-lint/lint"
	"puppet-lint/types"
)

// dataForms are the formats of the report.
var dataForms = []string{"text", "json", "markdown", "html"}

// dataCommand reports the results of key lookups.
func dataCommand(env *environment, arguments []string) int {
	f := newLanguageFlags("data")
	formats := f.forms("data", "report", dataForms)
	facts := f.set.String("facts", "", "report the values for the node with the facts in `FILE`, as facter prints them (JSON or YAML)")
	roots := f.set.String("roots", "", "read the classes of the nodes from `FILE`, in the format that unused reads")
	unread := f.set.Bool("unread", false, "report only keys that nothing reads")
	shadowed := f.set.Bool("shadowed", false, "report only keys with values that are never found")
	jobs := f.set.Int("jobs", 0, "work on `N` files at once (default: one per core)")
	f.hideUnused()
	given, status, done := f.parse(env, "data", arguments)
	if done {
		return status
	}
	if problem := formats.problem(); problem != "" {
		return env.usage("%s", problem)
	}
	options := lookups.Options{}
	var paths []string
	paths, options.Keys = pathsAndKeys(given)
	f.confine(env, paths)
	var err error
	if options.Facts, err = readFacts(f.files, *facts); err == nil {
		options.Roots, err = readRoots(f.files, *roots)
	}
	if err != nil {
		return env.fail(err)
	}
	list := &lookups.Report{}
	var names []string
	seen := map[string]bool{} // modules that environments share are in the tree of each of them
	graphs, err := f.eachGraph(env, paths, *jobs, func(graphs *lint.Graphs, built *graph.Graph) {
		options.Shown = graphs.Shown
		if len(options.Keys) > 0 {
			names = appendKeyNames(names, built)
		}
		for _, key := range lookups.Collect(built, options) {
			if (!*unread || key.Unread) && (!*shadowed || key.HasShadowed()) && !seen[key.Summary()] {
				seen[key.Summary()] = true
				key.Release()
				list.Keys = append(list.Keys, key)
			}
		}
	})
	if err != nil {
		return env.fail(err)
	}
	list.Shown = graphs.Shown
	list.Sort()
	if len(list.Keys) == 0 && len(options.Keys) > 0 && !*unread && !*shadowed {
		return env.fail(fmt.Errorf("there is no key or path '%s', and nothing looks it up%s", options.Keys[0], spell.DidYouMean(options.Keys[0], names)))
	}
	if err := formats.write(env, func(out io.Writer, form string) error { return writeData(out, list, form) }); err != nil {
		return env.fail(err)
	}
	return env.printFailures(graphs.Failures)
}

// appendKeyNames appends the names of the keys that data files hold or code looks up.
func appendKeyNames(names []string, built *graph.Graph) []string {
	built.Data.Keys(func(name string) { names = append(names, name) })
	for _, node := range built.Nodes {
		if node.Kind == graph.Key {
			names = append(names, node.Name)
		}
	}
	return names
}

// pathsAndKeys splits arguments into the paths of existing files or folders, and names of keys.
func pathsAndKeys(arguments []string) (paths, keys []string) {
	for _, argument := range arguments {
		if _, err := os.Stat(argument); err == nil {
			paths = append(paths, argument)
		} else {
			keys = append(keys, argument)
		}
	}
	return paths, keys
}

// writeData writes the report in one form.
func writeData(out io.Writer, list *lookups.Report, form string) error {
	switch form {
	case "json":
		return list.WriteJSON(out)
	case "markdown":
		return list.WriteMarkdown(out)
	case "html":
		return list.WritePage(out)
	}
	return list.WriteText(out)
}

// readFacts reads the facts of a node. It returns nil if path is empty.
func readFacts(files *source.Confined, path string) (*lookups.Facts, error) {
	if path == "" {
		return nil, nil
	}
	read, err := lint.ReadFactsDocument(files, path)
	if err != nil {
		return nil, fmt.Errorf("--facts: %w", err)
	}
	return lookups.NewFacts(read), nil
}

// readFactValues is like readFacts, and returns the facts as Puppet values.
func readFactValues(files *source.Confined, path string) (*types.Hash, error) {
	if path == "" {
		return nil, nil
	}
	facts, err := lint.ReadFacts(files, path)
	if err != nil {
		return nil, fmt.Errorf("--facts: %w", err)
	}
	return facts, nil
}

// readRoots reads a list of what nodes use. It returns nil if path is empty.
func readRoots(files *source.Confined, path string) (*unused.Roots, error) {
	if path == "" {
		return nil, nil
	}
	file, err := files.ReadLoose(path)
	if err != nil {
		return nil, fmt.Errorf("--roots: %s", source.Explain(err))
	}
	roots, err := unused.ReadRoots(file.Text)
	if err != nil {
		return nil, fmt.Errorf("--roots: %s %w", path, err)
	}
	return roots, nil
}
