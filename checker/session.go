package checker

import (
	"context"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/checker/deps"
	"puppet-lint/diag"
	"puppet-lint/internal/document/ruby"
	"puppet-lint/module"
	"puppet-lint/source"
	"puppet-lint/syntax"
)

// Session checks a tree whose manifests change, again and again: after the first
// time, it evaluates what has changed and what depends on it. The findings are
// those that Check would have. It serves one goroutine.
//
// What a file's findings depend on is the file, the signatures of what it names
// (exported_signature.go), what its bodies have looked up and asked (queries.go), and what the
// instances that they make have. Of a file that has changed and shows the signature that
// it had, nothing depends but itself. Where only parts of it are others, what has
// looked at these is evaluated again, otherwise what names it; and where that now
// shows something else, what has looked at that. When it cannot be told who is
// concerned, what names something is taken to depend on all that this names.
type Session struct {
	tree  *module.Tree
	facts *facts
	// options are those of the last check.
	options Options
	// known is what the last evaluation of each manifest left, findings what was
	// found in each file, both by absolute path.
	known    map[string]*checked
	findings map[string][]diag.Diagnostic
	// absolutes are the absolute paths of files by those that options have.
	absolutes map[string]string
	nameIndex *deps.NameIndex
	metadata  map[*module.Module]*module.Metadata
	// closed says of which modules everything is there that their code may name, as
	// far as anybody has asked.
	closed map[*module.Module]bool
	// forgotten is the code of which it was known what it leads to, until that
	// changed.
	forgotten map[syntax.Node]bool
	// documents are what can be seen of templates and data files, by absolute path;
	// plugins are the names of all functions and resource types in Ruby.
	documents map[string]*documentSignature
	plugins   []string
	// customFacts are the facts that Ruby files define, and maybe others.
	customFacts []string
	factsOpen   bool
	// factPatterns tell of those whose names are computed.
	factPatterns []ruby.NamePattern
	// read is up to where rememberOthers knows what the tree has read.
	read int
	// last is what the last Recheck has found out, so that it can be followed; unfinished
	// is that of one that was cancelled, with what it has left to do.
	last, unfinished *update
}

// checked is a manifest as it was evaluated.
type checked struct {
	manifest *module.Manifest
	shown    []shown
	// recordedQueries are the questions that the bodies asked, by their nodes.
	recordedQueries map[syntax.Node][]recordedQuery
	// summed is what summaries has put together.
	summed map[string]string
}

// NewSession prepares the checks of a tree.
func NewSession(tree *module.Tree) *Session {
	return &Session{tree: tree, facts: newFacts(), known: map[string]*checked{}, findings: map[string][]diag.Diagnostic{}, nameIndex: deps.NewNameIndex(), metadata: map[*module.Module]*module.Metadata{}, forgotten: map[syntax.Node]bool{}, documents: map[string]*documentSignature{}, absolutes: map[string]string{}, read: -1}
}

// Check checks everything, once, before the first Recheck. The findings are by
// the absolute paths of the files that they are in. The error is that of the context;
// then the session is of no use.
func (s *Session) Check(ctx context.Context, options Options) (map[string][]diag.Diagnostic, error) {
	s.options = options
	return s.check(s.newProgram(ctx), options)
}

// newProgram is the program with the tree as it is.
func (s *Session) newProgram(ctx context.Context) *program {
	options := s.options
	options.facts = s.facts
	return newProgram(ctx, s.tree, options)
}

// Remember prepares for Recheck.
func (s *Session) Remember() {
	s.tree.EachManifest(func(path string, manifest *module.Manifest) {
		if s.known[path] != nil {
			s.nameIndex.Read(path, manifest)
		}
	})
	s.rememberOthers()
	for _, owner := range s.tree.Modules {
		s.metadata[owner] = owner.Metadata()
	}
	s.plugins = pluginsOf(s.tree)
	s.customFacts, s.factsOpen = s.tree.CustomFacts()
	s.factPatterns = s.tree.FactPatterns()
	s.rememberDocuments()
}

// rememberOthers takes note of the manifests that have been read and not checked: those
// of other trees, and broken ones, which show what is left of them.
func (s *Session) rememberOthers() {
	s.read = s.tree.ManifestsSince(s.read, func(path string, manifest *module.Manifest) {
		if s.known[path] == nil {
			s.nameIndex.Read(path, manifest)
			s.known[path] = &checked{manifest: manifest}
		}
	})
}

// Rest is called between two checks, when nobody waits for anything. What changes have
// made it forget is found out anew, and what the tree has read since is taken note of,
// so that it knows what the next one concerns. It ends early when the context is
// cancelled, and nothing depends on whether it does.
func (s *Session) Rest(ctx context.Context) {
	s.last = nil
	s.rememberOthers()
	p := s.newProgram(ctx)
	for root := range s.forgotten {
		if p.isInterrupted() {
			return
		}
		p.closureOf(root)
	}
}

// Recheck checks what depends on files that have changed, come or gone, by their
// absolute paths, and which the tree has been told to read anew. The options are
// those of Check, but for files that can be checked no longer, or now can. The
// findings are those of the files that were checked, each of which has an entry;
// those of others are what they were.
//
// Where others take a while, first, which may be nil, is called before with what is
// found in the files that have changed.
//
// The error is that of the context. What a cancelled Recheck has left undone, the next
// one does, and its findings are those of both.
func (s *Session) Recheck(ctx context.Context, options Options, changed []string, first func(found map[string][]diag.Diagnostic)) (map[string][]diag.Diagnostic, error) {
	u := &update{
		Session: s, ctx: ctx, first: first, found: map[string][]diag.Diagnostic{},
		affected: map[string]bool{}, gone: map[string]bool{}, done: map[string]bool{}, summaries: map[string]map[string]string{},
		around: map[*module.Module]bool{}, aliases: map[string]bool{}, unchanged: true, everything: options.Strict != s.options.Strict,
	}
	s.last, s.options = u, options
	u.resume()
	maps.DeleteFunc(s.forgotten, func(root syntax.Node, _ bool) bool {
		_, isKnown := s.facts.closures.entries.Load(root)
		return isKnown
	})
	for _, path := range changed {
		u.forgetReaches(path)
	}
	u.findStale()
	for _, path := range changed {
		u.add(path)
	}
	u.addClosed()
	u.addAliases()
	s.addRelated(u.affected, changed)
	for _, path := range changed {
		u.found[path], s.findings[path] = nil, nil // a file that is broken is not checked
		if u.gone[path] {
			delete(s.findings, path)
		}
	}
	if u.everything {
		for _, path := range slices.Concat(options.Paths, options.Documents) {
			u.affected[s.absolute(path)] = true
		}
		if err := u.checkAll(u.affected); err != nil {
			return nil, u.cancelled(err)
		}
	} else if err := u.spread(); err != nil {
		return nil, u.cancelled(err)
	}
	return u.found, nil
}

// IsUnfinished reports whether the last Recheck or Follow was cancelled, so that another
// one has something to do even if nothing changes.
func (s *Session) IsUnfinished() bool { return s.unfinished != nil }

// checkAll checks some files, those that have changed first when the others take a
// while.
func (u *update) checkAll(paths map[string]bool) error {
	for path := range paths {
		if known := u.known[path]; known != nil {
			u.facts.forgetSummaries(known.manifest)
		}
	}
	if u.first != nil {
		others := maps.Clone(paths)
		maps.DeleteFunc(others, func(path string, _ bool) bool { return slices.Contains(u.changed, path) })
		if u.takesLong(others) {
			own := maps.Clone(paths)
			maps.DeleteFunc(own, func(path string, _ bool) bool { return others[path] })
			if err := u.checkSome(own); err != nil {
				return err
			}
			u.first(u.found)
			paths = others
		}
		u.first = nil
	}
	return u.checkSome(paths)
}

func (u *update) checkSome(paths map[string]bool) error {
	found, err := u.check(u.asItIs(), u.only(paths))
	maps.Copy(u.found, found)
	return err
}

// What takes long is to check more than so many bytes of manifests, or so many
// templates and data files.
const (
	longText      = 64 << 10
	manyDocuments = 100
)

// takesLong reports whether somebody who waits would notice how long it takes to check
// some files.
func (u *update) takesLong(paths map[string]bool) bool {
	size, documents := 0, 0
	for path := range paths {
		if known := u.known[path]; known != nil {
			size += len(known.manifest.Source.Text)
		} else {
			documents++
		}
	}
	return size > longText || documents > manyDocuments
}

// spread checks the files that have changed and what depends on them, then what
// depends on what evaluating these shows otherwise than before, until there is
// nothing.
func (u *update) spread() error {
	for ; ; u.change, u.unchanged = (deps.Change{}), false {
		switch {
		case u.unchanged:
		case u.transitive:
			u.change.Surroundings = u.change.Surroundings || u.redeclared
			u.propagate(slices.Concat(u.changed, u.seeds), true)
			return u.checkAll(u.affected)
		default:
			u.propagate(u.seeds, false)
		}
		if err := u.asItIs().interrupted(); err != nil {
			return err // it is not known who is concerned
		}
		batch := map[string]bool{}
		for path := range u.affected {
			if !u.done[path] {
				batch[path] = true
				u.keepSummaries(path)
			}
		}
		if err := u.checkAll(batch); err != nil {
			return err
		}
		maps.Copy(u.done, batch)
		u.seeds, u.names = nil, nil
		for path := range batch {
			if known := u.known[path]; known != nil {
				u.names = append(u.names, differingKeys(u.summaries[path], known.summaries())...)
				u.names = append(u.names, u.namingAliases(known.summaries())...)
			}
		}
		if len(u.names) == 0 {
			return nil
		}
		u.shown = append(u.shown, u.names...)
	}
}

// keepSummaries keeps what a manifest shows before it is evaluated again.
func (u *update) keepSummaries(path string) {
	if known := u.known[path]; known != nil && u.summaries[path] == nil {
		u.summaries[path] = known.summaries()
	}
}

// update is what a Recheck has found out so far.
type update struct {
	*Session
	ctx context.Context // of the Recheck or Follow that is under way
	// found is what has been found so far, by absolute path; first is that of Recheck.
	found map[string][]diag.Diagnostic
	first func(found map[string][]diag.Diagnostic)
	// affected are the files to check, by absolute path; changed are those that may
	// mean something to others, origins those of them all of whose dependents are
	// affected; gone are those that are there no more.
	affected       map[string]bool
	changed, seeds []string
	gone           map[string]bool
	// around are the modules that hold what has changed or lead to it, inAny says
	// that all may.
	around map[*module.Module]bool
	inAny  bool
	// program is what asItIs has made.
	program *program
	// aliases are those that stand for something else than before.
	aliases map[string]bool
	// summaries are what evaluating the manifests had shown.
	summaries map[string]map[string]string
	// unchanged says that no signature has changed as far as the syntax tells; by is what
	// has, and names are what else others may depend on: what Ruby files declare,
	// keys of data, parts of definitions, variables.
	unchanged bool
	change    deps.Change
	names     []string
	// transitive says that what depends on those that depend on something does so, too,
	// whether they show another signature or not; redeclared that some manifest shows
	// other surroundings.
	transitive, redeclared bool
	// everything says that nothing is known of what may depend.
	everything bool
	// done are the files that have been checked, shown are names for Shown.
	done  map[string]bool
	shown []string
}

// add takes a file that has changed into account.
func (u *update) add(path string) {
	u.affected[path] = true
	_, err := u.tree.Files.Stat(path)
	u.gone[path] = err != nil
	if owner, _ := u.tree.ModuleOf(path); owner != nil && u.options.Strict {
		u.affected[absolute(owner.Path("metadata.json"))] = true // it is judged by all words of the module
	}
	if filepath.Ext(path) == ".rb" {
		u.addRuby(path)
		return
	}
	u.changed = append(u.changed, path)
	switch {
	case !module.IsDocumentName(path) && filepath.Ext(path) != ".pp" && filepath.Ext(path) != ".epp":
		u.noteServed(path)
	case filepath.Base(path) == "metadata.json":
		u.addMetadata(path)
	case module.IsDocumentName(path):
		u.addDocument(path)
	case u.gone[path]:
		u.forget(path)
	default:
		u.addManifest(path)
	}
}

// forget drops what is known of a manifest that is gone. What it defined stays
// known: others may name it.
func (u *update) forget(path string) {
	u.unchanged, u.seeds = false, append(u.seeds, path)
	if known := u.known[path]; known != nil {
		before := u.facts.signatureOfManifest(known.manifest)
		u.note(differingKeys(before.parts, nil)...)
		u.compare(known.manifest, nil, before.changeTo(u.blank()))
		u.addUses(known.manifest, nil)
		u.addHidden(known.manifest)
		u.drop(known.manifest)
	} else {
		u.addUnknown()
	}
	delete(u.known, path)
	u.nameIndex.Forget(path)
}

// drop forgets the code of a manifest that there is no more.
func (u *update) drop(manifest *module.Manifest) {
	u.facts.forget(manifest)
	for _, root := range rootsOf(manifest) {
		delete(u.forgotten, root)
	}
}

// blank is the signature of a manifest with nothing in it.
func (u *update) blank() *exportedSignature {
	return u.facts.readSignature(module.NewManifest(source.NewFile("", ""), nil))
}

// addManifest compares the signatures of a manifest, before and now.
func (u *update) addManifest(path string) {
	manifest, known := u.tree.Manifest(path), u.known[path]
	u.nameIndex.Read(path, manifest)
	after := u.facts.signatureOfManifest(manifest)
	if known == nil {
		u.addHidden(manifest)
		u.unchanged, u.seeds = false, append(u.seeds, path)
		if _, wasThere := u.findings[path]; wasThere {
			u.addUnknown() // it was broken
		} else {
			u.note(differingKeys(nil, after.parts)...)
			u.compare(nil, manifest, u.blank().changeTo(after))
			u.addUses(nil, manifest)
		}
		u.known[path] = &checked{manifest: manifest}
		return
	}
	if known.manifest == manifest { // it is only that this session's version of Puppet is now its own, or no longer
		u.keepSummaries(path)
		u.known[path] = &checked{manifest: manifest}
		return
	}
	before := u.facts.signatureOfManifest(known.manifest)
	u.keepSummaries(path)
	by, parts := before.changeTo(after), differingKeys(before.parts, after.parts)
	u.unchanged = u.unchanged && before.declarations == after.declarations && by == deps.Change{} && len(parts) == 0
	// What is declared differently concerns all who name it; of what leads where
	// otherwise it is known who asked.
	isKnown := u.compare(known.manifest, manifest, by)
	if before.declarations != after.declarations || !isKnown {
		u.seeds = append(u.seeds, path)
	}
	u.names = append(u.names, parts...)
	u.addUses(known.manifest, manifest)
	u.addHidden(known.manifest, manifest)
	u.drop(known.manifest)
	u.known[path] = &checked{manifest: manifest} // all there is of one that is broken
}

// compare takes into account that a manifest, which may be nil before or now, has
// changed as others see it. It finds out who is concerned when its definitions
// declare something else, and reports whether that can be told.
func (u *update) compare(before, now *module.Manifest, by deps.Change) (isKnown bool) {
	for _, alias := range differingKeys(aliasesIn(before), aliasesIn(now)) {
		u.aliases[alias] = true
	}
	if by.Surroundings && !u.transitive {
		questions, isAny, isKnown := u.questionsOf(before, now)
		u.names = append(u.names, questions...)
		by.Surroundings, by.Reaches, u.redeclared = !isKnown, isAny, true
	}
	u.change.Add(by)
	return !by.Surroundings
}

// propagate adds what depends on some files; if far is set, at any distance.
func (u *update) propagate(origins []string, far bool) {
	leading, certain, names := queriesAmong(u.names)
	if far {
		leading, certain, names = nil, nil, u.names
	}
	maps.Copy(u.affected, u.nameIndex.Dependents(u.tree, origins, names, u.change, far))
	for _, path := range origins {
		u.affected[path] = true
	}
	asked := u.nameIndex.LookedUpBy(certain)
	concerned := u.nameIndex.LookedUpBy(leading)
	if u.change.Reaches {
		concerned = u.askers()
	}
	for path := range concerned {
		asked[path] = asked[path] || u.isConcerned(path)
	}
	for _, path := range u.differing(asked) {
		u.affected[path] = true
	}
	if u.change.Surroundings && !far {
		for _, path := range u.differing(u.nameIndex.LookedUpBy(u.surroundings())) {
			u.affected[path] = true
		}
	}
}

// surroundings are the keys of the modules that are affected.
func (u *update) surroundings() (keys []string) {
	owners := map[*module.Module]bool{}
	for path := range u.affected {
		if owner, _ := u.tree.ModuleOf(path); owner != nil && !owners[owner] {
			owners[owner] = true
			keys = append(keys, deps.ModuleDeclarations(owner))
		}
	}
	if len(keys) > 0 {
		keys = append(keys, deps.AllDeclarations)
	}
	return keys
}

// addRuby adds what is declared in Ruby, unless that is what it was.
func (u *update) addRuby(path string) {
	if u.tree.SaysTheSame(path) {
		return
	}
	u.note(deps.ComputedLookups) // its texts may be keys
	u.transitive = u.transitive || strings.Contains(filepath.ToSlash(path), "/lib/puppet/datatypes/")
	u.seeds = append(u.seeds, path)
	for _, name := range u.tree.PluginNames(path) {
		u.note(name, deps.Declaration(name))
	}
	if all := pluginsOf(u.tree); !slices.Equal(all, u.plugins) {
		u.plugins, u.change.Plugins = all, true
	}
	facts, open := u.tree.CustomFacts()
	patterns := u.tree.FactPatterns()
	if slices.Equal(facts, u.customFacts) && open == u.factsOpen && slices.Equal(patterns, u.factPatterns) {
		return
	}
	u.change.Facts = true
	for _, pair := range [][2][]string{{facts, u.customFacts}, {u.customFacts, facts}} {
		for _, name := range pair[0] {
			if !slices.Contains(pair[1], name) {
				u.names = append(u.names, name)
			}
		}
	}
	u.customFacts, u.factsOpen, u.factPatterns = facts, open, patterns
}

// pluginsOf are the names of all functions and resource types in Ruby.
func pluginsOf(tree *module.Tree) []string {
	return slices.Concat(tree.RubyFunctionNames(), tree.ResourceTypeNames())
}

// only is the options of a check with the affected files alone.
func (u *update) only(affected map[string]bool) Options {
	others := func(path string) bool { return !affected[u.absolute(path)] }
	options := u.options
	options.Paths = slices.DeleteFunc(slices.Clone(options.Paths), others)
	options.Documents = slices.DeleteFunc(slices.Clone(options.Documents), others)
	return options
}

// absolute is the absolute path of a file that is checked. It is kept: each is asked
// for after every change.
func (s *Session) absolute(path string) string {
	if known, ok := s.absolutes[path]; ok {
		return known
	}
	result := absolute(path)
	s.absolutes[path] = result
	return result
}

func absolute(path string) string {
	if result, err := filepath.Abs(path); err == nil {
		return result
	}
	return filepath.Clean(path)
}

// check makes one check and keeps what came of it, all or nothing.
func (s *Session) check(p *program, options Options) (map[string][]diag.Diagnostic, error) {
	r := newRun(p, options, false)
	r.evaluate()
	all := r.findings()
	if err := r.interrupted(); err != nil {
		return nil, err
	}
	byPath := map[string][]diag.Diagnostic{}
	for _, path := range slices.Concat(options.Paths, options.Documents) {
		byPath[s.absolute(path)] = nil
	}
	for _, finding := range all {
		path := s.absolute(finding.File.Name)
		byPath[path] = append(byPath[path], finding)
	}
	for path, findings := range byPath {
		s.findings[path] = findings
	}
	lookedUp := map[string]deps.Set{}
	for _, manifest := range r.manifests {
		path := s.absolute(manifest.Source.Name)
		s.known[path], lookedUp[path] = &checked{manifest: manifest, recordedQueries: map[syntax.Node][]recordedQuery{}}, deps.Set{}
	}
	for _, b := range r.bodies {
		path := s.absolute(b.manifest.Source.Name)
		if b.definition != nil && b.summary != nil {
			s.known[path].shown = append(s.known[path].shown, shown{b.definition.kind, b.definition.name, b.summary})
		}
		if questions := r.results[b].recordedQueries; len(questions) > 0 {
			s.known[path].recordedQueries[b.node] = questions
		}
		maps.Copy(lookedUp[path], r.results[b].lookedUp)
		s.facts.keepDeclarations(b)
		b.wanted = false // a later check of the program is for others
	}
	for b := range r.results {
		s.facts.summaries.Store(b.node, b.summary)
	}
	for i, document := range r.documents {
		lookedUp[s.absolute(options.Documents[i])] = document.dependencies
	}
	for path, names := range lookedUp {
		s.nameIndex.SetLookedUp(path, names)
	}
	s.closed = s.tree.AskedIfClosed()
	return byPath, nil
}

// addRelated adds the files with findings that point into those that changed.
func (s *Session) addRelated(affected map[string]bool, changed []string) {
	for path, findings := range s.findings {
		for i := range findings {
			for _, related := range findings[i].Related {
				if slices.Contains(changed, s.absolute(related.File.Name)) {
					affected[path] = true
				}
			}
		}
	}
}
