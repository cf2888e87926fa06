package checker

import (
	"maps"
	"path/filepath"
	"slices"

	"puppet-lint/diag"
	"puppet-lint/module"
)

// Session checks a tree whose manifests change, again and again: after the first
// time, it evaluates what has changed and what depends on it. The findings are
// those that Check would have. It serves one goroutine.
//
// What a file's findings depend on is the file, the faces of what it names
// (face.go), theirs in turn, and where it is judged by them, what the other files
// of its module declare. Of a file that has changed and shows the face that it
// had, nothing depends but itself. Otherwise what names it is evaluated again,
// and what names that (mentions.go).
type Session struct {
	tree  *module.Tree
	facts *facts
	// known is what the last evaluation of each manifest left, findings what was
	// found in each file, both by absolute path.
	known    map[string]*checked
	findings map[string][]diag.Diagnostic
	mentions *mentions
}

// checked is a manifest as it was evaluated.
type checked struct {
	manifest *module.Manifest
	bodies   []*body
}

// NewSession prepares the checks of a tree.
func NewSession(tree *module.Tree) *Session {
	return &Session{tree: tree, facts: &facts{}, known: map[string]*checked{}, findings: map[string][]diag.Diagnostic{}, mentions: newMentions()}
}

// Check checks everything, once, before the first Recheck. The findings are by
// the absolute paths of the files that they are in.
func (s *Session) Check(options Options) map[string][]diag.Diagnostic { return s.check(options) }

// Remember prepares for Recheck.
func (s *Session) Remember() {
	s.tree.EachManifest(func(path string, manifest *module.Manifest) { s.mentions.read(path, manifest) })
}

// Recheck checks what depends on the manifests, templates and data files at some
// paths, absolute ones, which the tree has been told to read anew. The options are those of Check, but for files that can
// be checked no longer, or now can. The findings are those of the files that were
// checked, each of which has an entry; those of others are what they were.
func (s *Session) Recheck(options Options, changed []string) map[string][]diag.Diagnostic {
	before := make([]*face, len(changed))
	affected := map[string]bool{}
	alike, by := true, change{}
	for i, path := range changed {
		affected[path] = true
		if module.IsDocumentName(path) {
			// Where there is a hierarchy for all modules, code depends on data.
			if filepath.Ext(path) != ".erb" && s.tree.Hiera() != nil {
				return s.check(options)
			}
			for _, document := range options.Documents {
				affected[absolute(document)] = true
			}
			continue
		}
		manifest := s.tree.Manifest(path)
		s.mentions.read(path, manifest)
		known := s.known[path]
		if known == nil {
			alike, by = false, change{true, true}
			continue
		}
		before[i] = s.facts.faceOf(known)
		after := s.facts.faceOf(&checked{manifest: manifest})
		alike = alike && before[i].sameDeclarations(after)
		by.surroundings = by.surroundings || before[i].surroundings != after.surroundings
		by.calls = by.calls || before[i].calls != after.calls
		s.addDocuments(affected, known.manifest, manifest)
		if known.manifest != manifest {
			s.facts.forget(known.manifest)
		}
		delete(s.known, path)
	}
	s.addRelated(affected, changed)
	found := map[string][]diag.Diagnostic{}
	for _, path := range changed {
		found[path], s.findings[path] = nil, nil // a file that is broken is not checked
	}
	if alike {
		maps.Copy(found, s.check(options.only(affected)))
		if s.sameFaces(changed, before) {
			return found
		}
	}
	for path := range s.mentions.dependents(s.tree, changed, by) {
		affected[path] = true
		if owner, _ := s.tree.ModuleOf(path); owner != nil {
			affected[absolute(owner.Path("metadata.json"))] = true
		}
	}
	for _, document := range options.Documents {
		if filepath.Base(document) != "metadata.json" {
			affected[absolute(document)] = true
		}
	}
	maps.Copy(found, s.check(options.only(affected)))
	return found
}

// only is the options with the affected files alone.
func (o Options) only(affected map[string]bool) Options {
	others := func(path string) bool { return !affected[absolute(path)] }
	o.Paths = slices.DeleteFunc(slices.Clone(o.Paths), others)
	o.Documents = slices.DeleteFunc(slices.Clone(o.Documents), others)
	return o
}

func absolute(path string) string {
	if result, err := filepath.Abs(path); err == nil {
		return result
	}
	return filepath.Clean(path)
}

// check makes one check and keeps what came of it.
func (s *Session) check(options Options) map[string][]diag.Diagnostic {
	options.facts = s.facts
	r := newRun(s.tree, options, false)
	r.evaluate()
	byPath := map[string][]diag.Diagnostic{}
	for _, path := range slices.Concat(options.Paths, options.Documents) {
		byPath[absolute(path)] = nil
	}
	for _, finding := range r.findings() {
		path := absolute(finding.File.Name)
		byPath[path] = append(byPath[path], finding)
	}
	for path, findings := range byPath {
		s.findings[path] = findings
	}
	lookedUp := map[string]map[dependency]bool{}
	for _, manifest := range r.manifests {
		path := absolute(manifest.Source.Name)
		s.known[path], lookedUp[path] = &checked{manifest: manifest}, map[dependency]bool{}
	}
	for _, b := range r.bodies {
		path := absolute(b.manifest.Source.Name)
		s.known[path].bodies = append(s.known[path].bodies, b)
		maps.Copy(lookedUp[path], r.results[b].lookedUp)
	}
	for path, names := range lookedUp {
		s.mentions.setLookedUp(path, names)
	}
	return byPath
}

// sameFaces reports whether the files that have changed show the faces that they
// had before.
func (s *Session) sameFaces(changed []string, before []*face) bool {
	for i, path := range changed {
		if module.IsDocumentName(path) {
			continue
		}
		known := s.known[path]
		if known == nil || before[i] == nil || !before[i].sameSummaries(s.facts.faceOf(known)) {
			return false
		}
	}
	return true
}

// addDocuments adds the documents that a manifest may say something of without
// showing another face: the templates that it rendered or now renders, and its
// module's metadata.
func (s *Session) addDocuments(affected map[string]bool, manifests ...*module.Manifest) {
	for _, manifest := range manifests {
		if manifest.Module != nil {
			affected[absolute(manifest.Module.Path("metadata.json"))] = true
		}
		for _, rendering := range s.facts.renderingsIn(manifest) {
			if path := s.tree.TemplatePath(rendering.template); path != "" {
				affected[absolute(path)] = true
			}
		}
	}
}

// addRelated adds the files with findings that point into those that changed.
func (s *Session) addRelated(affected map[string]bool, changed []string) {
	for path, findings := range s.findings {
		for i := range findings {
			for _, related := range findings[i].Related {
				if slices.Contains(changed, absolute(related.File.Name)) {
					affected[path] = true
				}
			}
		}
	}
}
