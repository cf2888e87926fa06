package checker

import (
	"crypto/sha256"
	"maps"
	"slices"
	"strings"

	"puppet-lint/checker/deps"
	"puppet-lint/checker/documents"
	"puppet-lint/checker/eval"
	"puppet-lint/internal/hiera"
	"puppet-lint/module"
)

// documentSignature is the part of a template or data file that code and other documents can
// see.
type documentSignature struct {
	// values holds the values in a data file, as text, by key. options is the text of its
	// lookup_options.
	values  map[string]string
	options string
	broken  bool
	// lookups holds the keys that the document looks up, renders the names of the templates
	// that it may render.
	lookups *documents.LookedUp
	renders map[string]bool
	// reads holds the variables that an ERB template reads.
	reads map[string]bool
	// first is the variable that an ERB template reads before anything else.
	first string
}

func newDocumentSignature() *documentSignature {
	return &documentSignature{values: map[string]string{}, lookups: documents.NewLookedUp(), renders: map[string]bool{}}
}

// documentSignatureOf returns the signature of the document at path.
func (s *Session) documentSignatureOf(path string) *documentSignature {
	found := newDocumentSignature()
	switch s.tree.Documents.KindOf(path) {
	case module.RubyTemplate:
		template := s.tree.Documents.Template(path)
		found.lookups.AddTemplate(template)
		for _, call := range template.Calls {
			for _, text := range call.Strings {
				if strings.Contains(text.Text, "/") { // templates are named MODULE/PATH
					found.renders[text.Text] = true
				}
			}
		}
		found.reads = documents.VariablesReadBy(template)
		if use := eval.FirstRead(template); use != nil {
			found.first = use.Name
		}
	case module.HieraData:
		found.readData(s, path)
	}
	return found
}

func (f *documentSignature) readData(s *Session, path string) {
	read := s.tree.Documents.At(path)
	f.broken = len(read.Errors) > 0
	if f.broken && strings.Contains(read.File.Text, hiera.OptionsKey) {
		f.options = "there are some\n"
	}
	if read.Root == nil {
		return
	}
	anchors := ""
	if strings.ContainsAny(read.File.Text, "&*") {
		anchors = digest(read.File.Text) // a value may have moved
	}
	for _, pair := range read.Root.Pairs() {
		name, value := pair.Key.Resolve().Text, pair.Value.Resolve()
		f.lookups.AddValue(value)
		text := read.File.Slice(pair.Value.Span) + anchors
		if name == hiera.OptionsKey {
			f.options += text
		}
		f.values[name] += text
	}
}

// digest returns a short text that differs for different texts.
func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return string(sum[:])
}

// addDocument propagates a changed template or data file. If a hierarchy applies to all
// modules, everything is affected, because code depends on data.
func (u *update) addDocument(path string) {
	kind := u.tree.Documents.KindOf(path)
	u.everything = u.everything || kind != module.RubyTemplate && (u.tree.Documents.Hiera() != nil || u.tree.Documents.GlobalHiera() != nil)
	before, now := u.documents[path], newDocumentSignature()
	wasThere := before != nil
	if delete(u.documents, path); !wasThere {
		before = newDocumentSignature()
	}
	if !u.gone[path] {
		now = u.documentSignatureOf(path)
		u.documents[path] = now
	} else {
		u.nameIndex.Forget(path)
	}
	owner, relative := u.tree.ModuleOf(path)
	if wasThere == u.gone[path] || kind == module.TaskMetadata || kind == module.OtherDocument {
		u.unchanged, u.seeds = false, append(u.seeds, path)
	} else if owner != nil && before.first != now.first {
		u.note(deps.File(owner, relative))
	}
	if kind == module.OtherDocument || before.broken || now.broken {
		u.noteUnseenData(owner) // it may still have values
	}
	u.noteLookups(before.lookups, now.lookups)
	for _, name := range differingKeys(before.renders, now.renders) {
		u.change.Calls = true // perhaps of EPP templates
		u.note(deps.TemplateRenderers(name))
	}
	for _, name := range differingKeys(before.reads, now.reads) {
		u.note(deps.VariableUses(name))
	}
	u.addData(path, before, now, wasThere == u.gone[path])
}

// noteUnseenData notes that a file of a module, or of none, may have other values that no
// hierarchy is known to read.
func (u *update) noteUnseenData(owner *module.Module) {
	name := ""
	if owner != nil {
		name = owner.Name
	}
	u.note(deps.ModuleData(name))
}

// addData propagates the changed values of a data file. A class is checked again if one of its
// parameters gains or loses a value.
func (u *update) addData(path string, before, now *documentSignature, isOther bool) {
	owner, _ := u.tree.ModuleOf(path)
	if owner != nil && (before.options != now.options || before.broken != now.broken || isOther) {
		u.note(deps.ModuleData(owner.Name))
	}
	for _, key := range differingKeys(before.values, now.values) {
		u.note(deps.DataValues(key))
		_, was := before.values[key]
		_, is := now.values[key]
		if at := strings.LastIndex(key, "::"); at > 0 && was != is {
			if class := u.tree.Manifests.Find(module.Class, strings.ToLower(key[:at])); class != nil {
				u.affected[absolute(class.Manifest.Source.Name)] = true
			}
		}
	}
}

// addUses propagates changes in what a manifest looks up, renders and uses of other modules.
// before and now may be nil.
func (u *update) addUses(before, now *module.Manifest) {
	lookups, templates, names := [2]*documents.LookedUp{documents.NewLookedUp(), documents.NewLookedUp()}, [2]deps.Texts{{}, {}}, [2][]documents.NameUse{}
	for i, manifest := range []*module.Manifest{before, now} {
		if manifest == nil {
			continue
		}
		lookups[i] = u.syntaxInfo.Documents.LookupsIn(manifest)
		for _, rendering := range u.syntaxInfo.Documents.RenderingsIn(manifest) {
			by := ""
			if rendering.By != nil {
				by = rendering.By.Name
			}
			templates[i].Add(rendering.Template, by+"\n")
		}
		for _, use := range u.syntaxInfo.Documents.NamesUsedIn(manifest) {
			names[i] = append(names[i], documents.NameUse{Kind: use.Kind, Name: use.Name, Written: use.Written, What: use.What, Optional: use.Optional})
		}
	}
	u.noteLookups(lookups[0], lookups[1])
	for _, template := range differingKeys(templates[0].Whole(), templates[1].Whole()) {
		if template == "" {
			u.note(deps.ComputedRenderers)
		} else {
			u.note(deps.TemplateRenderers(template))
		}
	}
	if !slices.Equal(names[0], names[1]) {
		for _, manifest := range []*module.Manifest{before, now} {
			if manifest != nil && manifest.Module != nil {
				u.affected[absolute(manifest.Module.Path("metadata.json"))] = true
			}
		}
	}
}

// noteLookups notes the keys that only one of the two looks up.
func (u *update) noteLookups(before, now *documents.LookedUp) {
	for _, key := range differingKeys(before.Keys, now.Keys) {
		u.note(deps.Lookup(key))
	}
	if before.Anything != now.Anything || !slices.Equal(before.Prefixes, now.Prefixes) || !maps.Equal(before.Classes, now.Classes) {
		u.note(deps.ComputedLookups)
	}
}

// note adds names to the change. What depends on them is checked again.
func (u *update) note(names ...string) {
	u.unchanged, u.names = u.unchanged && len(names) == 0, append(u.names, names...)
}

// addUnknown propagates the change of something whose earlier state is unknown.
func (u *update) addUnknown() {
	u.unchanged = false
	u.change.Add(deps.Change{Surroundings: true, Calls: true})
	for _, path := range u.options.Documents {
		u.affected[absolute(path)] = true
	}
}

// rememberDocuments keeps the signatures of all templates and data files.
func (s *Session) rememberDocuments() {
	for _, owner := range s.tree.Modules {
		for _, template := range s.tree.Documents.RubyTemplates(owner) {
			path := absolute(template.File.Name)
			s.documents[path] = s.documentSignatureOf(path)
		}
		if config := owner.Hiera(); config != nil {
			for _, source := range config.Sources() {
				path := absolute(source.Path)
				s.documents[path] = s.documentSignatureOf(path)
			}
		}
	}
	for path := range s.findings {
		if module.IsDocumentName(path) && s.documents[path] == nil {
			s.documents[path] = s.documentSignatureOf(path)
		}
	}
}
