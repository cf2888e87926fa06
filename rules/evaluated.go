package rules

import (
	"context"
	"slices"
	"strings"
	"sync"

	"puppet-lint/checker"
	"puppet-lint/checker/infer"
	"puppet-lint/module"
	"puppet-lint/rules/taint"
	"puppet-lint/syntax"
)

// evaluated holds the types of the expressions in the few files on the paths of computed values.
// No other files are evaluated. The map is complete before several goroutines read it.
type evaluated struct {
	byPath map[string]*infer.Types
	// byFile caches the inference of each file, which may be nil.
	byFile sync.Map
}

// suspects are the files on the paths that were found in a file, by tree.
type suspects struct {
	mutex sync.Mutex
	files map[*module.Tree]map[string]bool
}

func (s *suspects) add(tree *module.Tree, path taint.Path) {
	if tree == nil {
		return
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.files == nil {
		s.files = map[*module.Tree]map[string]bool{}
	}
	if s.files[tree] == nil {
		s.files[tree] = map[string]bool{}
	}
	for _, step := range path {
		if strings.HasSuffix(step.File.Name, ".pp") {
			s.files[tree][absolutePath(step.File.Name)] = true
		}
	}
}

// read evaluates the files that are not evaluated yet. If the context is cancelled, nothing
// more is known.
func (e *evaluated) read(ctx context.Context, wanted *suspects, target int) {
	for tree, files := range wanted.files {
		var paths []string
		for path := range files {
			if e.byPath[path] == nil {
				paths = append(paths, path)
			}
		}
		if len(paths) == 0 {
			continue
		}
		slices.Sort(paths)
		inferences, err := infer.All(ctx, tree, paths, checker.Options{TargetVersion: target})
		if err != nil {
			continue
		}
		if e.byPath == nil {
			e.byPath = map[string]*infer.Types{}
		}
		for _, inference := range inferences {
			e.byPath[absolutePath(inference.Manifest.Source.Name)] = inference
		}
	}
}

// excludes reports whether the type of an expression excludes that it is or contains a value of
// that kind.
func (e *evaluated) excludes(kind taint.Kind, file *syntax.File, node syntax.Node) bool {
	inference := e.of(file)
	if inference == nil {
		return false
	}
	text := inference.TextIn(node)
	if kind == taint.Secret {
		return text <= infer.KnownText
	}
	return text < infer.AnyText
}

// of returns the inference of a file, or nil if it was not evaluated.
func (e *evaluated) of(file *syntax.File) *infer.Types {
	if known, isKnown := e.byFile.Load(file); isKnown {
		return known.(*infer.Types)
	}
	inference := e.byPath[absolutePath(file.Source.Name)]
	if inference != nil && (inference.Manifest.NodeCount != file.NodeCount || inference.Manifest.Source.Text != file.Source.Text) {
		inference = nil
	}
	e.byFile.Store(file, inference)
	return inference
}
