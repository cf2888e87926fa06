package lint

import (
	"slices"

	"puppet-lint/module"
)

// moduleTree is a module tree with the files of a run that belong to it.
type moduleTree struct {
	tree   *module.Tree
	target int
	paths  []string
}

// moduleTrees returns the trees of the files that a run examines, in the order of the files.
// wanted selects the files; nil selects all of them.
func (r *run) moduleTrees(wanted func(path string, tree *module.Tree) bool) []*moduleTree {
	type key struct {
		tree   *module.Tree
		target int
	}
	known := map[key]*moduleTree{}
	var trees []*moduleTree
	for _, path := range r.files {
		context, err := r.context(path)
		if err != nil {
			r.fail(path, err)
			continue
		}
		task := &fileTask{fileContext: context, path: path}
		if r.classify(task); r.walked[path] && task.isForNothing() || wanted != nil && !wanted(path, context.modules) {
			continue
		}
		of := key{context.modules, context.target}
		if known[of] == nil {
			known[of] = &moduleTree{tree: context.modules, target: context.target}
			trees = append(trees, known[of])
		}
		known[of].paths = append(known[of].paths, path)
	}
	return trees
}

// wholeTrees joins the parts of a tree whose files are for several versions of Puppet, because
// a graph holds the names of a tree once. The whole tree gets the version of most files, with which
// computed names and catalogs are evaluated.
func wholeTrees(parts []*moduleTree) (whole []*moduleTree) {
	most := map[*module.Tree]int{}
	for _, part := range parts {
		at := slices.IndexFunc(whole, func(one *moduleTree) bool { return one.tree == part.tree })
		if at < 0 {
			most[part.tree] = len(part.paths)
			whole = append(whole, &moduleTree{tree: part.tree, target: part.target, paths: slices.Clone(part.paths)})
			continue
		}
		one := whole[at]
		one.paths = append(one.paths, part.paths...)
		if len(part.paths) > most[one.tree] {
			most[one.tree], one.target = len(part.paths), part.target
		}
	}
	return whole
}

// forget removes a tree from the workspaces of the run.
func (r *run) forget(tree *module.Tree) {
	r.shared.mutex.Lock()
	defer r.shared.mutex.Unlock()
	for _, workspace := range r.shared.workspaces {
		workspace.Forget(tree)
	}
}
