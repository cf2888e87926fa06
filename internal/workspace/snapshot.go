package workspace

import (
	"context"
	"path/filepath"

	"puppet-lint/checker/infer"
	"puppet-lint/checker/symbols"
	"puppet-lint/checker/typesummary"
	"puppet-lint/config"
	"puppet-lint/internal/source"
	"puppet-lint/lint"
	"puppet-lint/module"
)

// Snapshot is the state of the files at one moment. Any number of goroutines may use it until
// it is released.
type Snapshot struct {
	workspace *Workspace
	release   func()
}

// Release lets changes continue. The snapshot must not be used after that.
func (s *Snapshot) Release() { s.release() }

// Revision returns a number that grows with every change.
func (s *Snapshot) Revision() uint64 { return s.workspace.revision }

// Folders returns the folders of the workspace.
func (s *Snapshot) Folders() []string { return s.workspace.folders }

// IsOwn reports whether a file may be changed on behalf of the user: it lies in an open folder or
// is open itself, and is not installed.
func (s *Snapshot) IsOwn(path string) bool {
	if s.IsInstalled(path) {
		return false
	}
	_, isOpen := s.workspace.textAt(path)
	return isOpen || s.workspace.folderOf(path) != ""
}

// IsInstalled reports whether a file lies in an open folder but is not checked, such as one of a
// module that a Puppetfile installs.
func (s *Snapshot) IsInstalled(path string) bool {
	p := s.project(path)
	return p != nil && p.isInstalled(path)
}

// Text returns the text that the editor has open at a path, with its version number.
func (s *Snapshot) Text(path string) (file *source.File, version int32, isOpen bool) {
	one, isOpen := s.workspace.textAt(path)
	return one.file, one.version, isOpen
}

// Files returns the file system that the projects see: the disk, overlaid with the texts of the
// editor.
func (s *Snapshot) Files() source.FileSystem { return combinedFiles{s.workspace} }

// Read reads a file.
func (s *Snapshot) Read(path string) (*source.File, error) { return s.Files().Read(path) }

// project returns the project of a file, or nil if it belongs to none.
func (s *Snapshot) project(path string) *project { return s.workspace.findProject(path) }

// Root returns the root folder of the project of a file, or "" if it belongs to none.
func (s *Snapshot) Root(path string) string {
	if p := s.project(path); p != nil {
		return p.root
	}
	return ""
}

// Tree returns the module tree that a file belongs to, or nil if the file belongs to no
// project.
func (s *Snapshot) Tree(path string) *module.Tree {
	if p := s.project(path); p != nil {
		return p.treeOf(filepath.Dir(path))
	}
	return nil
}

// Manifest returns the parsed manifest or EPP template at a path. It returns nil if the file is
// neither, or cannot be read.
func (s *Snapshot) Manifest(path string) *module.Manifest {
	tree := s.Tree(path)
	if tree == nil || filepath.Ext(path) != ".pp" && filepath.Ext(path) != ".epp" {
		return nil
	}
	if manifest := tree.Manifests.At(path); manifest.Err == nil {
		return manifest
	}
	return nil
}

// Settings returns the settings of a file, which must belong to a project.
func (s *Snapshot) Settings(path string) (*config.Settings, error) {
	return s.project(path).settings(filepath.Dir(path))
}

// Target returns the major version of Puppet that a file is written for.
func (s *Snapshot) Target(path string) int {
	if p := s.project(path); p != nil {
		return p.target(filepath.Dir(path))
	}
	return config.DefaultTargetVersion
}

// Index returns the definitions and uses in all files of the project of a file. It is nil if
// the file belongs to no project.
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

// Indexes returns the indexes of all projects, without those of virtual documents.
func (s *Snapshot) Indexes(ctx context.Context) (indexes []*symbols.Index, err error) {
	for _, p := range s.workspace.projects {
		if p.kind == alone {
			continue
		}
		if err := p.complete(ctx); err != nil {
			return nil, err
		}
		indexes = append(indexes, p.index)
	}
	return indexes, nil
}

// Table returns the definitions and uses in one file. It is nil if the file has no names for
// others.
func (s *Snapshot) Table(path string) *symbols.Table {
	if p := s.project(path); p != nil {
		return p.table(path)
	}
	return nil
}

// LastWhole returns, for a file that now has a syntax error, its last table without one. It
// returns nil if the file has no syntax error, or always had one.
func (s *Snapshot) LastWhole(ctx context.Context, path string) *symbols.Table {
	p := s.project(path)
	if p == nil || p.complete(ctx) != nil {
		return nil
	}
	return p.whole[path]
}

// maxTyped is the length in bytes of the longest manifest whose types are inferred for an answer
// at one place: they take a second for each megabyte, after each change.
const maxTyped = 1 << 20

// Types returns the types of the nodes of a manifest or template, or nil if the file is
// neither, or is very long.
func (s *Snapshot) Types(path string) *infer.Types {
	if manifest := s.Manifest(path); manifest == nil || len(manifest.Source.Text) > maxTyped {
		return nil
	}
	return s.project(path).infer(path)
}

// Suggestions returns the type summaries of the definitions in a manifest. They are inferred
// from the manifest and the files that use one of its definitions.
func (s *Snapshot) Suggestions(ctx context.Context, path string, manifest *module.Manifest) []*typesummary.Definition {
	p := s.project(path)
	if p == nil || p.complete(ctx) != nil {
		return nil
	}
	return p.suggest(path, manifest)
}

// Fixed returns the text of a file before and after "puppet-lint --fix". ok is false if the
// fixes change nothing or the file is not checked.
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
