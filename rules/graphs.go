package rules

import (
	"path/filepath"
	"sync"

	"puppet-lint/graph"
	"puppet-lint/graph/unused"
	"puppet-lint/internal/source"
	"puppet-lint/module"
)

// graphs holds the graphs of the module trees of some files. They are built once for all rules.
type graphs struct {
	once sync.Once
	all  []*graph.Graph
	// files maps paths to the files of the run.
	files map[string]*TreeFile
	// unused caches the results of unusedIn.
	unused map[*graph.Graph][]unused.Answer
}

// eachGraph visits the graph of each module tree of the run's files.
func (p *TreePass) eachGraph(visit func(g *graph.Graph)) {
	p.graphs.once.Do(func() {
		p.graphs.files = map[string]*TreeFile{}
		paths := map[*module.Tree][]string{}
		var order []*module.Tree
		for _, file := range p.Files {
			path := absolutePath(file.File.Source.Name)
			p.graphs.files[path] = file
			if file.Modules == nil {
				continue
			}
			if paths[file.Modules] == nil {
				order = append(order, file.Modules)
			}
			paths[file.Modules] = append(paths[file.Modules], path)
		}
		for _, tree := range p.elsewhere {
			if paths[tree] == nil {
				order = append(order, tree)
			}
		}
		for _, tree := range order {
			built, err := graph.Build(p.ctx, tree, graph.Options{Paths: paths[tree], TargetVersion: p.Target(), Variables: p.finders.flows.of})
			if err == nil { // it fails only if the context is cancelled
				p.graphs.all = append(p.graphs.all, built)
			}
		}
	})
	for _, built := range p.graphs.all {
		visit(built)
	}
}

// fileOf returns the file of the run that a graph refers to, or nil if it is not part of the run.
func (p *TreePass) fileOf(file *source.File) *TreeFile {
	return p.graphs.files[absolutePath(file.Name)]
}

func absolutePath(path string) string {
	if absolute, err := filepath.Abs(path); err == nil {
		return absolute
	}
	return path
}
