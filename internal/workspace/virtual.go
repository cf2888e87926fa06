package workspace

import (
	"context"
	"path/filepath"
	"slices"

	"puppet-lint/internal/source"
)

// virtual is a document that is no file, such as a new one without a name, or the old version of
// a file. It has a project of its own, which sees the files of the folder around it. These files
// do not see the document.
type virtual struct {
	path string
	// texts holds the text of the document only.
	texts *texts
	// host is the project of the folder around it, or nil.
	host *project
	// isView is true if the document is only shown, so that nobody wants findings.
	isView bool
}

// OpenVirtual sets the text of a document that is no file, and that may be open already. Its path
// must be unique, and names the folder whose names the document sees. A view has no findings.
// All virtual documents must be closed before SetFolders.
func (w *Workspace) OpenVirtual(path, content string, version int32, isView bool) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	path = filepath.Clean(path)
	p := w.virtualAt(path)
	if p == nil {
		p = newVirtual(w, path, isView)
		w.addProject(p)
	}
	one := text{source.NewFile(path, content), version}
	before, wasOpen := p.virtual.texts.get(path)
	same := wasOpen && before.file.Text == content
	if same {
		one.file = before.file // so that readers keep the same file
	}
	p.virtual.texts.set(path, one)
	w.revision++
	p.invalidateLinks()
	if !same {
		p.changed(path)
	}
	p.checks.note(path, one, w.revision)
}

// virtualAt returns the project of a virtual document, or nil.
func (w *Workspace) virtualAt(path string) *project {
	for _, p := range w.projects {
		if p.kind == alone && p.virtual.path == path {
			return p
		}
	}
	return nil
}

// closeVirtual closes the virtual document at a path. It reports whether there is one.
func (w *Workspace) closeVirtual(path string) bool {
	p := w.virtualAt(path)
	if p == nil {
		return false
	}
	w.revision++
	p.checks.stop()
	w.projects = slices.DeleteFunc(w.projects, func(one *project) bool { return one == p })
	return true
}

// newVirtual makes the project of a virtual document.
func newVirtual(w *Workspace, path string, isView bool) *project {
	root := filepath.Dir(path)
	host := w.findProject(root)
	p := newProject(w, root, alone)
	if host != nil {
		p.files.base, p.checks.files.base = host.files.base, host.files.base
	}
	p.virtual = &virtual{path, newTexts(), host, isView}
	p.files = &layers{p.virtual.texts, &layers{w.texts, p.files.base}}
	p.reset()
	return p
}

// isView reports whether the project is that of a document that is only shown.
func (p *project) isView() bool { return p.kind == alone && p.virtual.isView }

// completeVirtual makes the index of a virtual document hold the tables of the project around it,
// and that of the document.
func (p *project) completeVirtual(ctx context.Context) error {
	host, own := p.virtual.host, p.virtual.path
	if err := host.complete(ctx); err != nil {
		return err
	}
	host.indexing.Lock()
	defer host.indexing.Unlock()
	p.indexing.Lock()
	defer p.indexing.Unlock()
	for path := range p.indexed {
		if path != own && !host.indexed[path] {
			p.index.Remove(path)
			delete(p.indexed, path)
		}
	}
	for path := range host.indexed {
		if table := host.index.Table(path); path != own && p.index.Table(path) != table {
			p.index.Set(table)
			p.indexed[path] = true
		}
	}
	isDirty := p.dirty[own] || !p.indexed[own]
	clear(p.dirty)
	if isDirty {
		return p.completeSome(ctx, []string{own})
	}
	return nil
}

// textAt returns the text that the editor has open at a path.
func (w *Workspace) textAt(path string) (one text, isOpen bool) {
	if p := w.virtualAt(path); p != nil {
		return p.virtual.texts.get(path)
	}
	return w.texts.get(path)
}
