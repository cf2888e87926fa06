package lint

import "puppet-lint/module"

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

// forget removes a tree from the workspaces of the run.
func (r *run) forget(tree *module.Tree) {
	r.shared.mutex.Lock()
	defer r.shared.mutex.Unlock()
	for _, workspace := range r.shared.workspaces {
		workspace.Forget(tree)
	}
}
