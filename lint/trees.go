package lint

import "puppet-lint/module"

// moduleTree is a tree of modules with the files of a run that are in it.
type moduleTree struct {
	tree   *module.Tree
	target int
	paths  []string
}

// moduleTrees are the trees that the files of a run are in, in the order of the files,
// with those that wanted takes; nil takes all.
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
		if wanted != nil && !wanted(path, context.modules) {
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
