package checker

import (
	"context"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/checker/declarations"
	"puppet-lint/checker/deps"
	"puppet-lint/checker/eval"
	"puppet-lint/checker/program"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// Session checks a tree repeatedly while its manifests change. After the first check, it only
// evaluates what has changed and what depends on that. The findings are those that Check would
// return. A Session must not be used by several goroutines at once.
//
// The findings of a file depend on the file, on the signatures of what it names
// (exported_signature.go), on what its bodies have looked up and queried (queries.go), and on
// the same for their call-site summaries. If a changed file keeps its exported signature,
// only the file itself is evaluated again. If only parts of the signature change, what has
// looked at these parts is evaluated, too. Otherwise, everything that names the file's
// definitions is. If that changes a summary, what has looked at the summary is evaluated, too.
// If the dependents cannot be determined, a file that names something is taken to depend on
// everything that this names in turn.
type Session struct {
	// Early makes Recheck call its argument first as soon as the changed manifests are evaluated,
	// before it looks for the files that the change affects. These findings are preliminary: they
	// may not yet depend on the other changed files.
	Early bool

	tree       *module.Tree
	syntaxInfo *sessionInfo
	// options are the options of the last check.
	options   Options
	evaluated *evaluated
	// findings are the findings in each file, by absolute path.
	findings map[string][]*diag.Diagnostic
	// absolutes maps paths as given in options to absolute paths.
	absolutes map[string]string
	// manifestIndexes and documentIndexes find files in the lists of options.
	manifestIndexes, documentIndexes pathIndexes
	// related are the files of the related locations of findings.
	related   relatedFiles
	nameIndex *deps.NameIndex
	metadata  map[*module.Module]*module.Metadata
	// closed caches, by module, whether everything that its code may name is in the tree.
	closed map[*module.Module]bool
	// forgotten are the nodes whose closures were dropped because of a change.
	forgotten map[syntax.Node]bool
	// documents are the signatures of templates and data files, by absolute path. plugins are
	// the names of all functions and resource types in Ruby.
	documents map[string]*documentSignature
	plugins   []string
	// customFacts are the facts that Ruby files define.
	customFacts *module.CustomFacts
	// read is the mark (Manifests.Since) up to which recordUnchecked has processed the
	// manifests that the tree has read.
	read int
	// last is the state of the last Recheck, which Propagate continues. unfinished is the state of
	// a cancelled Recheck, which the next Recheck resumes.
	last, unfinished *update
}

// checked is a manifest with the results of its last evaluation.
type checked struct {
	manifest   *module.Manifest
	summarized []definitionSummary
	// recordedQueries are the queries of the bodies, by their nodes.
	recordedQueries map[syntax.Node][]declarations.RecordedQuery
	// guards are the classes that the bodies test for.
	guards []string
	// summed caches the result of summaries.
	summed map[string]string
}

// sessionInfo caches results for each manifest, from one check of the tree to the next.
type sessionInfo struct {
	*eval.SyntaxInfo
	exportedSignatures program.Cache[*module.Manifest, *exportedSignature]
	typeNames          program.Cache[*module.Manifest, *typeNames]
}

// forget drops the results for a manifest that no longer exists.
func (f *sessionInfo) forget(manifest *module.Manifest) {
	f.SyntaxInfo.Forget(manifest)
	f.exportedSignatures.Forget(manifest)
	f.typeNames.Forget(manifest)
}

// NewSession returns a Session for a tree. It checks nothing yet.
func NewSession(tree *module.Tree) *Session {
	return &Session{tree: tree, syntaxInfo: &sessionInfo{SyntaxInfo: eval.NewSyntaxInfo()}, evaluated: newEvaluated(), findings: map[string][]*diag.Diagnostic{}, nameIndex: deps.NewNameIndex(), metadata: map[*module.Module]*module.Metadata{}, forgotten: map[syntax.Node]bool{}, documents: map[string]*documentSignature{}, absolutes: map[string]string{}, related: relatedFiles{map[string][]string{}, map[string]map[string]bool{}}, read: -1}
}

// Check checks everything. It is called once, before the first Recheck. It returns the findings
// by the absolute paths of their files. If the context is cancelled, it returns the context's
// error, and the session cannot be used any more.
func (s *Session) Check(ctx context.Context, options Options) (map[string][]*diag.Diagnostic, error) {
	s.options = options
	return s.check(s.newInterpreter(ctx), options)
}

// newInterpreter returns an interpreter for the current tree.
func (s *Session) newInterpreter(ctx context.Context) *eval.Interpreter {
	options := s.options
	options.syntaxInfo = s.syntaxInfo.SyntaxInfo
	return options.interpreter(ctx, s.tree)
}

// Remember records what later calls of Recheck compare the tree with. It is called after Check.
func (s *Session) Remember() {
	s.tree.Manifests.Each(func(path string, manifest *module.Manifest) {
		if s.evaluated.byPath[path] != nil {
			s.nameIndex.Read(path, manifest)
		}
	})
	s.recordUnchecked()
	for _, owner := range s.tree.Modules {
		s.metadata[owner] = owner.Metadata()
	}
	s.plugins = pluginsOf(s.tree)
	s.customFacts = s.tree.Plugins.CustomFacts()
	s.rememberDocuments()
}

// recordUnchecked records the manifests that have been read but not checked: manifests of other
// trees, and broken ones, whose intact parts count.
func (s *Session) recordUnchecked() {
	s.read = s.tree.Manifests.Since(s.read, func(path string, manifest *module.Manifest) {
		if s.evaluated.byPath[path] == nil {
			s.nameIndex.Read(path, manifest)
			s.evaluated.set(path, &checked{manifest: manifest})
			for _, root := range manifest.Program.Definitions {
				s.syntaxInfo.Declarations.LocalOf(root) // so that it is found among the code that declares something
			}
		}
	})
}

// Idle does work between two checks that the next one would otherwise have to do: it computes
// again what changes have made the session forget, and indexes the manifests that the tree has
// read since. It ends early if the context is cancelled. The findings do not depend on it.
func (s *Session) Idle(ctx context.Context) {
	s.last = nil
	s.recordUnchecked()
	p := s.newInterpreter(ctx)
	for root := range s.forgotten {
		if p.IsInterrupted() {
			return
		}
		p.ClosureOf(root)
	}
}

// Recheck checks what depends on files that were changed, added or deleted. changed holds their
// absolute paths; the tree must have been renewed for them (module.Tree.Renew). The options are
// those of Check, except that files may have been added or left out. The result has an entry for
// each file that was checked, also for one without findings; the findings of all other files are
// the same as before.
//
// If other files depend on the change and take long to check, Recheck calls first, unless it is
// nil, with the findings in the changed files before it checks the others.
//
// The error is that of the context. The next Recheck does what a cancelled one has left undone,
// and returns the findings of both.
func (s *Session) Recheck(ctx context.Context, options Options, changed []string, first func(found map[string][]*diag.Diagnostic)) (map[string][]*diag.Diagnostic, error) {
	u := &update{
		Session: s, ctx: ctx, first: first, found: map[string][]*diag.Diagnostic{},
		affected: map[string]bool{}, gone: map[string]bool{}, done: map[string]bool{}, summaries: map[string]map[string]string{},
		concerned: map[*module.Module]bool{}, redefined: map[string]bool{}, aliases: map[string]bool{}, unchanged: true, everything: options.Strict != s.options.Strict,
	}
	s.last, s.options = u, options
	u.resume()
	maps.DeleteFunc(s.forgotten, func(root syntax.Node, _ bool) bool {
		_, isKnown := s.syntaxInfo.Declarations.Closures.Known(root)
		return isKnown
	})
	for _, path := range changed {
		u.invalidateClosures(path)
	}
	u.findStale()
	u.showEarly(changed)
	for _, path := range changed {
		u.add(path)
	}
	u.addClosed()
	u.addAliases()
	for _, path := range changed {
		maps.Copy(u.affected, s.related.with[path])
	}
	for _, path := range changed {
		u.found[path] = nil
		s.setFindings(path, nil) // files with syntax errors are not checked
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
	} else if err := u.propagateChanges(); err != nil {
		return nil, u.cancelled(err)
	}
	return u.found, nil
}

// IsUnfinished reports whether the last Recheck or Propagate was cancelled. The next Recheck then
// has work to do even if nothing changes.
func (s *Session) IsUnfinished() bool { return s.unfinished != nil }

// checkAll checks some files. It checks the changed ones first if the others take long.
func (u *update) checkAll(paths map[string]bool) error {
	for path := range paths {
		if last := u.evaluated.byPath[path]; last != nil {
			u.syntaxInfo.ForgetSummaries(last.manifest)
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

// Checking takes long for more bytes of manifests, or more templates and data files, than
// these.
const (
	longText      = 16 << 10
	manyDocuments = 25
)

// takesLong reports whether a user who waits would notice the time needed to check some files.
func (u *update) takesLong(paths map[string]bool) bool {
	size, documents := 0, 0
	for path := range paths {
		if last := u.evaluated.byPath[path]; last != nil {
			size += len(last.manifest.Source.Text)
		} else {
			documents++
		}
	}
	return size > longText || documents > manyDocuments
}

// propagateChanges checks the changed files and those that depend on them, and then the files
// that depend on summaries that these checks have changed, until no more summaries change.
func (u *update) propagateChanges() error {
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
		if err := u.asItIs().CancelCause(); err != nil {
			return err // the affected files are unknown
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
			if last := u.evaluated.byPath[path]; last != nil {
				u.names = append(u.names, differingKeys(u.summaries[path], last.summaries())...)
				u.names = append(u.names, u.namingAliases(last.summaries())...)
			}
		}
		if len(u.names) == 0 {
			return nil
		}
		u.summarized = append(u.summarized, u.names...)
	}
}

// keepSummaries keeps the summaries of a manifest before it is evaluated again.
func (u *update) keepSummaries(path string) {
	if last := u.evaluated.byPath[path]; last != nil && u.summaries[path] == nil {
		u.summaries[path] = last.summaries()
	}
}

// update is the state of a Recheck.
type update struct {
	*Session
	ctx context.Context // of the running Recheck
	// found are the findings so far, by absolute path. first is the argument of Recheck.
	found map[string][]*diag.Diagnostic
	first func(found map[string][]*diag.Diagnostic)
	// affected are the files to check, by absolute path. changed are the changed files that
	// others may depend on, seeds those of them whose dependents are all affected. gone are the
	// removed files.
	affected       map[string]bool
	changed, seeds []string
	gone           map[string]bool
	// concerned are the modules that contain a change or declare something changed. concernsAll means
	// that it may be any module.
	concerned   map[*module.Module]bool
	concernsAll bool
	// redefined are the classes that declare something else than before, directly or through others.
	redefined map[string]bool
	// interpreter is the result of asItIs.
	interpreter *eval.Interpreter
	// aliases are the type aliases whose meaning has changed.
	aliases map[string]bool
	// summaries are the summaries of the manifests before this Recheck.
	summaries map[string]map[string]string
	// unchanged means that no signature has changed, as far as the syntax shows. change
	// describes which signatures have changed. names are further keys that others may depend
	// on: what Ruby files declare, keys of data, parts of definitions, variables.
	unchanged bool
	change    deps.Change
	names     []string
	// transitive means that dependencies are followed transitively, even through files whose
	// signatures have not changed. redeclared means that some manifest declares something else
	// than before.
	transitive, redeclared bool
	// everything means that everything is checked again, since the dependents are not known.
	everything bool
	// done are the files already checked. summarized are the names that ChangedSummaries returns.
	done       map[string]bool
	summarized []string
}

// add handles a changed file.
func (u *update) add(path string) {
	u.affected[path] = true
	_, err := u.tree.Files.Stat(path)
	u.gone[path] = err != nil
	if owner, _ := u.tree.ModuleOf(path); owner != nil && u.options.Strict {
		u.affected[absolute(owner.Path("metadata.json"))] = true // its findings depend on all code of the module
	}
	if filepath.Ext(path) == ".rb" {
		u.addRuby(path)
		return
	}
	u.changed = append(u.changed, path)
	for _, name := range u.tree.DraftedNames(path) {
		u.note(name, deps.Declaration(name))
	}
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

// forget handles a removed manifest. Its definitions stay in the name index for the manifests
// that name them.
func (u *update) forget(path string) {
	u.unchanged, u.seeds = false, append(u.seeds, path)
	u.everything = u.everything || u.tree.IsInitial(path)
	if last := u.evaluated.byPath[path]; last != nil {
		before := u.syntaxInfo.signatureOfManifest(last.manifest)
		u.note(differingKeys(before.parts, nil)...)
		u.compare(last.manifest, nil, before.changeTo(u.blank()))
		u.addUses(last.manifest, nil)
		u.addHidden(last.manifest, nil)
		u.drop(last.manifest)
	} else {
		u.addUnknown()
	}
	u.evaluated.set(path, nil)
	u.nameIndex.Forget(path)
}

// drop forgets the results for a manifest that no longer exists.
func (u *update) drop(manifest *module.Manifest) {
	u.syntaxInfo.forget(manifest)
	for _, root := range program.RootsOf(manifest) {
		delete(u.forgotten, root)
	}
}

// blank returns the signature of an empty manifest.
func (u *update) blank() *exportedSignature {
	return u.syntaxInfo.readSignature(module.NewManifest(source.NewFile("", ""), nil))
}

// addManifest compares the signatures of a manifest before and after the change.
func (u *update) addManifest(path string) {
	manifest, last := u.tree.Manifests.At(path), u.evaluated.byPath[path]
	u.nameIndex.Read(path, manifest)
	after := u.syntaxInfo.signatureOfManifest(manifest)
	if u.tree.IsInitial(path) {
		u.addInitial(last, manifest)
	}
	if last == nil {
		u.addHidden(nil, manifest)
		u.unchanged, u.seeds = false, append(u.seeds, path)
		if _, wasThere := u.findings[path]; wasThere {
			u.addUnknown() // it had a syntax error
		} else {
			u.note(differingKeys(nil, after.parts)...)
			u.compare(nil, manifest, u.blank().changeTo(after))
			u.addUses(nil, manifest)
		}
		u.evaluated.set(path, &checked{manifest: manifest})
		return
	}
	if last.manifest == manifest { // the text is the same: the file now belongs to another session, for another version of Puppet, or to this one again
		u.keepSummaries(path)
		u.evaluated.set(path, &checked{manifest: manifest})
		return
	}
	before := u.syntaxInfo.signatureOfManifest(last.manifest)
	u.keepSummaries(path)
	by, parts := before.changeTo(after), differingKeys(before.parts, after.parts)
	u.unchanged = u.unchanged && before.declarations == after.declarations && by == deps.Change{} && len(parts) == 0
	// A changed declaration affects everything that names it. A changed closure only affects
	// those who have queried it.
	isKnown := u.compare(last.manifest, manifest, by)
	if before.declarations != after.declarations || !isKnown {
		u.seeds = append(u.seeds, path)
	}
	u.names = append(u.names, parts...)
	u.addUses(last.manifest, manifest)
	u.addHidden(last.manifest, manifest)
	u.drop(last.manifest)
	u.evaluated.set(path, &checked{manifest: manifest}) // nothing else is kept for a file with a syntax error
}

// compare handles a manifest whose exported signature has changed; before and now may be nil.
// If the manifest's definitions declare something else, it finds the affected queries. isKnown
// is false if other dependents cannot be determined.
func (u *update) compare(before, now *module.Manifest, by deps.Change) (isKnown bool) {
	for _, alias := range differingKeys(aliasesIn(before), aliasesIn(now)) {
		u.aliases[alias] = true
	}
	if by.Surroundings && !u.transitive {
		queries, isAny, isKnown := u.affectedQueries(before, now)
		u.names = append(u.names, queries...)
		by.Surroundings, by.Closures, u.redeclared = !isKnown, isAny, true
	}
	u.change.Add(by)
	return !by.Surroundings
}

// propagate adds what depends on the files in origins, also indirectly if far is set.
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
	if len(leading) > 0 || u.change.Closures {
		u.addSuspects(asked, leading)
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

// surroundings returns the keys of the declarations of the affected modules.
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

// addRuby handles a changed Ruby file, unless it declares the same as before.
func (u *update) addRuby(path string) {
	if u.tree.Plugins.DeclaresSame(path) {
		return
	}
	u.note(deps.ComputedLookups) // its texts may be keys of data
	u.transitive = u.transitive || strings.Contains(filepath.ToSlash(path), "/lib/puppet/datatypes/")
	u.seeds = append(u.seeds, path)
	for _, name := range u.tree.Plugins.NamesAt(path) {
		u.note(name, deps.Declaration(name))
	}
	if all := pluginsOf(u.tree); !slices.Equal(all, u.plugins) {
		u.plugins, u.change.Plugins = all, true
	}
	facts := u.tree.Plugins.CustomFacts()
	if facts.Equal(u.customFacts) {
		return
	}
	u.change.Facts = true
	for _, pair := range [][2][]string{{facts.Names, u.customFacts.Names}, {u.customFacts.Names, facts.Names}} {
		for _, name := range pair[0] {
			if !slices.Contains(pair[1], name) {
				u.names = append(u.names, name)
			}
		}
	}
	u.customFacts = facts
}

// pluginsOf returns the names of all functions and resource types in Ruby, and of the functions that
// modules put on hosts.
func pluginsOf(tree *module.Tree) []string {
	return slices.Concat(tree.Plugins.FunctionNames().Words(), tree.Plugins.ResourceTypeNames().Words(), tree.Plugins.FunctionsOnHosts())
}

// only returns the options restricted to the affected files.
func (u *update) only(affected map[string]bool) Options {
	options := u.options
	options.Paths = u.manifestIndexes.among(options.Paths, affected, u.absolute)
	options.Documents = u.documentIndexes.among(options.Documents, affected, u.absolute)
	return options
}

// pathIndexes finds the indexes of files in a list of paths, which is usually the list of the
// last check.
type pathIndexes struct {
	of []string
	// at maps absolute paths to indexes in of.
	at map[string]int
}

// among returns the elements of paths that are among some files, in their order.
func (p *pathIndexes) among(paths []string, files map[string]bool, absolute func(path string) string) []string {
	if len(paths) == 0 {
		return nil
	}
	if len(p.of) != len(paths) || &p.of[0] != &paths[0] {
		p.of, p.at = paths, make(map[string]int, len(paths))
		for i, path := range paths {
			p.at[absolute(path)] = i
		}
	}
	var found []int
	for file := range files {
		if i, isThere := p.at[file]; isThere && files[file] {
			found = append(found, i)
		}
	}
	slices.Sort(found)
	chosen := make([]string, len(found))
	for i, place := range found {
		chosen[i] = paths[place]
	}
	return chosen
}

// absolute returns the absolute path of a file. The result is cached, since every change needs
// the paths of all files.
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
func (s *Session) check(p *eval.Interpreter, options Options) (map[string][]*diag.Diagnostic, error) {
	r := newRun(p, options, false)
	r.evaluate()
	all := r.findings()
	if err := r.CancelCause(); err != nil {
		return nil, err
	}
	byPath := map[string][]*diag.Diagnostic{}
	for _, path := range slices.Concat(options.Paths, options.Documents) {
		byPath[s.absolute(path)] = nil
	}
	for _, finding := range all {
		path := s.absolute(finding.File.Name)
		byPath[path] = append(byPath[path], finding)
	}
	for path, findings := range byPath {
		s.setFindings(path, findings)
	}
	lookedUp := map[string]deps.Set{}
	for _, manifest := range r.manifests {
		path := s.absolute(manifest.Source.Name)
		s.evaluated.set(path, &checked{manifest: manifest, recordedQueries: map[syntax.Node][]declarations.RecordedQuery{}, guards: s.syntaxInfo.guardsIn(manifest)})
		lookedUp[path] = deps.Set{}
	}
	for _, b := range r.bodies {
		path := s.absolute(b.Manifest.Source.Name)
		switch {
		case b.Summary == nil:
		case b.Definition != nil:
			s.evaluated.byPath[path].summarized = append(s.evaluated.byPath[path].summarized, definitionSummary{b.Definition.Kind, b.Definition.Name, b.Summary})
		case b.IsTop() && b.Module == nil:
			s.evaluated.byPath[path].summarized = append(s.evaluated.byPath[path].summarized, definitionSummary{Summary: b.Summary})
		}
		if queries := r.results[b].recordedQueries; len(queries) > 0 {
			s.evaluated.byPath[path].recordedQueries[b.Node] = queries
		}
		maps.Copy(lookedUp[path], r.results[b].lookedUp)
		r.KeepDeclarations(b)
		b.Wanted = false // a later check by the interpreter is for others
	}
	for b := range r.results {
		s.syntaxInfo.Summaries.Store(b.Node, b.Summary)
	}
	for i, document := range r.documents {
		lookedUp[s.absolute(options.Documents[i])] = document.Dependencies
	}
	for path, names := range lookedUp {
		s.nameIndex.SetLookedUp(path, names)
	}
	s.closed = s.tree.ClosedQueries()
	return byPath, nil
}
