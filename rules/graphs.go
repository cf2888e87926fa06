package rules

import (
	"path/filepath"
	"sync"

	"puppet-lint/graph"
	"puppet-lint/internal/source"
	"puppet-lint/module"
)

// graphs holds the graphs of the module trees of some units. They are built once for all rules.
type graphs struct {
	once sync.Once
	all  []*graph.Graph
	// units maps paths of files to units.
	units map[string]*Unit
}

// eachGraph visits the graph of each module tree of the units.
func (p *TreePass) eachGraph(visit func(g *graph.Graph)) {
	p.graphs.once.Do(func() {
		p.graphs.units = map[string]*Unit{}
		paths := map[*module.Tree][]string{}
		var order []*module.Tree
		for _, unit := range p.Units {
			path := absolutePath(unit.File.Source.Name)
			p.graphs.units[path] = unit
			if unit.Modules == nil {
				continue
			}
			if paths[unit.Modules] == nil {
				order = append(order, unit.Modules)
			}
			paths[unit.Modules] = append(paths[unit.Modules], path)
		}
		for _, tree := range order {
			built, err := graph.Build(p.ctx, tree, graph.Options{Paths: paths[tree], TargetVersion: p.Target()})
			if err == nil { // it fails only if the context is cancelled
				p.graphs.all = append(p.graphs.all, built)
			}
		}
	})
	for _, built := range p.graphs.all {
		visit(built)
	}
}

// unitOf returns the unit of a file in a graph, or nil if the file is not part of the run.
func (p *TreePass) unitOf(file *source.File) *Unit { return p.graphs.units[absolutePath(file.Name)] }

// isUnit reports whether the file at a path is part of the run.
func (p *TreePass) isUnit(path string) bool { return p.graphs.units[absolutePath(path)] != nil }

func absolutePath(path string) string {
	if absolute, err := filepath.Abs(path); err == nil {
		return absolute
	}
	return path
}
