package workspace

import (
	"context"
	"path/filepath"

	"puppet-lint/checker"
	"puppet-lint/checker/symbols"
	"puppet-lint/config"
	"puppet-lint/lint"
	"puppet-lint/module"
	"puppet-lint/source"
)

// Snapshot is the files at one moment. Any number of goroutines may ask it until
// it is released.
type Snapshot struct {
	workspace *Workspace
	release   func()
}

// Release lets changes go on; the snapshot must not be asked any more.
func (s *Snapshot) Release() { s.release() }

// Revision is a number that every change makes larger.
func (s *Snapshot) Revision() uint64 { return s.workspace.revision }

// Folders are the folders of the workspace.
func (s *Snapshot) Folders() []string { return s.workspace.folders }

// IsOwn reports whether a file may be changed on behalf of the user: it lies in a
// folder that is open, or is open itself.
func (s *Snapshot) IsOwn(path string) bool {
	if s.workspace.folderOf(path) != "" {
		return true
	}
	_, isOpen := s.workspace.texts.get(path)
	return isOpen
}

// Text is the text that the editor has open at a path, with its number.
func (s *Snapshot) Text(path string) (file *source.File, version int32, isOpen bool) {
	one, isOpen := s.workspace.texts.get(path)
	return one.file, one.version, isOpen
}

// Files is what the projects see of the disk, with the texts of the editor.
func (s *Snapshot) Files() source.FileSystem { return seen{s.workspace} }

// Read reads a file.
func (s *Snapshot) Read(path string) (*source.File, error) { return s.Files().Read(path) }

// project is that of a file, or of the first folder when the file belongs to none;
// nil where there is nothing at all.
func (s *Snapshot) project(path string) *project { return s.workspace.findProject(path) }

// Root is the folder that a file is looked at with, or empty.
func (s *Snapshot) Root(path string) string {
	if p := s.project(path); p != nil {
		return p.root
	}
	return ""
}

// Tree is the tree of modules that a file belongs to; nil for one of no project.
func (s *Snapshot) Tree(path string) *module.Tree {
	if p := s.project(path); p != nil {
		return p.treeOf(filepath.Dir(path))
	}
	return nil
}

// Manifest is the manifest or EPP template at a path, parsed; nil for a file that
// is neither, or cannot be read.
func (s *Snapshot) Manifest(path string) *module.Manifest {
	tree := s.Tree(path)
	if tree == nil || filepath.Ext(path) != ".pp" && filepath.Ext(path) != ".epp" {
		return nil
	}
	if manifest := tree.Manifest(path); manifest.Err == nil {
		return manifest
	}
	return nil
}

// Settings are those of a file.
func (s *Snapshot) Settings(path string) (*config.Settings, error) {
	return s.project(path).settings(filepath.Dir(path))
}

// Target is the major version of Puppet that a file is for.
func (s *Snapshot) Target(path string) int {
	if p := s.project(path); p != nil {
		return p.target(filepath.Dir(path))
	}
	return config.DefaultTargetVersion
}

// Index joins what all files of the project of a file define and use. It is nil for
// a file of no project.
func (s *Snapshot) Index(ctx context.Context, path string) (*symbols.Index, error) {
	p := s.project(path)
	if p == nil {
		return nil, nil
	}
	if err := p.complete(ctx); err != nil {
		return nil, err
	}
	return p.index, nil
}

// Indexes are those of all projects.
func (s *Snapshot) Indexes(ctx context.Context) (indexes []*symbols.Index, err error) {
	for _, p := range s.workspace.projects {
		if err := p.complete(ctx); err != nil {
			return nil, err
		}
		indexes = append(indexes, p.index)
	}
	return indexes, nil
}

// Table is what a file defines and uses, from the file alone; nil for a file that
// is of no use to others.
func (s *Snapshot) Table(path string) *symbols.Table {
	if p := s.project(path); p != nil {
		return p.table(path)
	}
	return nil
}

// LastWhole is the table of a file with a syntax error as it was before; nil where
// it has none, or never was otherwise.
func (s *Snapshot) LastWhole(ctx context.Context, path string) *symbols.Table {
	p := s.project(path)
	if p == nil || p.complete(ctx) != nil {
		return nil
	}
	return p.whole[path]
}

// Types are the types of the nodes of a manifest or template; nil for a file that
// is neither.
func (s *Snapshot) Types(path string) *checker.Inference {
	if s.Manifest(path) == nil {
		return nil
	}
	return s.project(path).infer(path)
}

// Suggestions are what the type report says of the definitions in a manifest, from it
// and the files that name one of them.
func (s *Snapshot) Suggestions(ctx context.Context, path string, manifest *module.Manifest) []*checker.DefinitionSummary {
	p := s.project(path)
	if p == nil || p.complete(ctx) != nil {
		return nil
	}
	return p.suggest(path, manifest)
}

// Fixed is the text of a file as "puppet-lint --fix" would leave it; ok is false
// when that changes nothing, or the file is not one that is looked at.
func (s *Snapshot) Fixed(ctx context.Context, path string) (before, after string, ok bool) {
	p := s.project(path)
	if p == nil {
		return "", "", false
	}
	options := p.lintOptions(p.files, []string{path})
	options.Fix, options.ForceExclude = lint.FixDry, true
	result, err := lint.Run(ctx, options)
	if err != nil {
		return "", "", false
	}
	for _, change := range result.Changes {
		if change.Path == path {
			return change.Before, change.After, true
		}
	}
	return "", "", false
}
