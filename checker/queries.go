package checker

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"puppet-lint/checker/declarations"
	"puppet-lint/checker/deps"
	"puppet-lint/checker/eval"
	"puppet-lint/checker/program"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// staleQueries finds the queries whose answers a changed manifest may change. It compares the
// local declarations of the manifest's definitions before and after the change.
type staleQueries struct {
	*Session
	interpreter *eval.Interpreter
	found       map[string]bool
	// open means that any query may be affected, and that manifests other than the querying ones may
	// depend on the manifest's definitions by name. any means that all answers may have
	// changed.
	open, any bool
}

// affectedQueries returns the dependency keys of the queries whose answers may differ between two
// versions of a manifest; either may be nil. isAny means that it may be any query. isKnown is
// false if other manifests may be affected, too.
func (u *update) affectedQueries(before, now *module.Manifest) (found []string, isAny, isKnown bool) {
	q := &staleQueries{Session: u.Session, interpreter: u.asItIs(), found: map[string]bool{}}
	first, second := q.outline(before), q.outline(now)
	for key, is := range second {
		if was, both := first[key]; !both {
			q.appear(key, is, now)
		} else if is != nil {
			q.compare(key.Name, was, is)
		}
	}
	for key, was := range first {
		if _, both := second[key]; !both {
			q.appear(key, was, before)
		}
	}
	if declared := [2]*declarations.DeclaredClasses{declarations.DeclaredIn(before), declarations.DeclaredIn(now)}; declared[0].Any != declared[1].Any || !maps.Equal(declared[0].Names, declared[1].Names) {
		q.found[deps.DeclaredClasses] = true
	}
	return slices.Collect(maps.Keys(q.found)), q.any, !q.open
}

// outline returns the local declarations of each definition of a manifest. They are nil for
// definitions that declare nothing.
func (q *staleQueries) outline(manifest *module.Manifest) map[program.DefinitionKey]*declarations.Local {
	found := map[program.DefinitionKey]*declarations.Local{}
	if manifest == nil {
		return found
	}
	if manifest.Module == nil { // the names of nodes cannot be those of definitions
		found[program.DefinitionKey{Name: "/"}] = q.syntaxInfo.Declarations.LocalOf(manifest.Program)
		for i, node := range nodesIn(manifest) {
			found[program.DefinitionKey{Name: fmt.Sprintf("/%d", i)}] = q.syntaxInfo.Declarations.LocalOf(node)
		}
	}
	for _, definition := range manifest.Definitions {
		key := program.DefinitionKey{Kind: definition.Kind, Name: definition.Name}
		if _, twice := found[key]; twice {
			q.open = true
		}
		found[key] = nil
		if definition.Kind == module.Class || definition.Kind == module.DefinedType || definition.Kind == module.Function {
			found[key] = q.syntaxInfo.Declarations.LocalOf(definition.Node)
		}
	}
	return found
}

// appear handles a definition that was added or removed.
func (q *staleQueries) appear(key program.DefinitionKey, body *declarations.Local, in *module.Manifest) {
	if in.Module != nil {
		q.found[deps.ModuleNames(in.Module)] = true
	}
	if key.Kind == module.TypeAlias {
		return // no path leads to it
	}
	q.open = q.open || q.isDeclared(key.Name)
	if body == nil || q.open {
		return
	}
	q.open = body.Vague || body.TitleIsType || len(body.Prefixes) > 0
	q.found[deps.LeadsTo(key.Name)] = true
	for _, name := range body.Classes {
		q.propagate(module.Class, name)
	}
	for _, name := range body.Functions {
		q.propagate(module.Function, name)
	}
	for _, use := range body.Uses {
		q.propagate(module.DefinedType, use.TypeName)
		q.found[deps.Titles(use.TypeName)], q.found[deps.Uses(use.TypeName)] = true, true
	}
	q.need(slices.Collect(maps.Keys(body.Wanted)), slices.Collect(maps.Keys(body.References)))
}

// isDeclared reports whether any code declares a definition by its name.
func (q *staleQueries) isDeclared(name string) bool {
	for _, path := range q.nameIndex.Holders(name) {
		if q.anyIn(q.evaluated.byPath[path], func(_ *module.Definition, body *declarations.Local) bool {
			return slices.Contains(body.Classes, name) || slices.Contains(body.Functions, name) ||
				slices.ContainsFunc(body.Uses, func(use declarations.ResourceUse) bool {
					return use.TypeName == name || slices.Contains(use.Titles, name)
				})
		}) {
			return true
		}
	}
	return q.syntaxInfo.Declarations.MayDeclareByPrefix(name)
}

// anyIn reports whether holds returns true for the local declarations of any definition in a
// manifest. known may be nil.
func (q *staleQueries) anyIn(known *checked, holds func(definition *module.Definition, body *declarations.Local) bool) bool {
	return known != nil && slices.ContainsFunc(known.manifest.Definitions, func(definition *module.Definition) bool {
		return (definition.Kind == module.Class || definition.Kind == module.DefinedType || definition.Kind == module.Function) &&
			holds(definition, q.syntaxInfo.Declarations.LocalOf(definition.Node))
	})
}

// invalidateClosures drops the closures that depend on the definitions of a changed manifest, as far
// as these were added or removed or declare something else now.
func (u *update) invalidateClosures(path string) {
	if owner, _ := u.tree.ModuleOf(path); owner != nil {
		u.concerned[owner] = true
	}
	if filepath.Ext(path) == ".rb" || module.IsDocumentName(path) {
		return
	}
	declared := func(manifest *module.Manifest) map[program.DefinitionKey]string {
		found := map[program.DefinitionKey]string{}
		for _, definition := range manifest.Definitions {
			found[program.DefinitionKey{Kind: definition.Kind, Name: definition.Name}] += u.syntaxInfo.Declarations.LocalOf(definition.Node).Text() + strconv.FormatBool(program.IsDamaged(definition))
		}
		return found
	}
	before, now := map[program.DefinitionKey]string{}, map[program.DefinitionKey]string{}
	if known := u.evaluated.byPath[path]; known != nil {
		before = declared(known.manifest)
	}
	if _, err := u.tree.Files.Stat(path); err == nil {
		now = declared(u.tree.Manifests.At(path))
	}
	changed := differingKeys(before, now)
	if len(changed) == 0 {
		return
	}
	for _, definition := range changed {
		if definition.Kind == module.Class {
			u.redefined[definition.Name] = true
		}
	}
	u.syntaxInfo.Declarations.ForgetClosures(changed, func(root syntax.Node) { u.forgotten[root] = true })
}

// findStale finds the modules with code whose closures were forgotten. concernsAll is set if there is
// such code in initial manifests.
func (u *update) findStale() {
	if len(u.forgotten) == 0 {
		return
	}
	for root := range u.forgotten {
		owner, isKnown := u.evaluated.byRoot[root]
		if class, isClass := root.(*syntax.HostClassDefinition); isClass {
			u.redefined[module.Normalize(class.Name)] = true
		}
		switch {
		case !isKnown:
		case owner == nil:
			u.concernsAll = true
		default:
			u.concerned[owner] = true
		}
	}
}

// addSuspects adds the manifests to whose queries the answers may have changed. If only certain
// answers may have, leading are their keys.
func (u *update) addSuspects(asked map[string]bool, leading []string) {
	suspects := u.suspects()
	switch {
	case u.change.Closures && u.concernsAll:
		maps.Copy(asked, u.queryingManifests())
	case u.change.Closures:
		for path := range suspects {
			asked[path] = asked[path] || u.evaluated.hasQueries(path)
		}
	default:
		for path := range u.nameIndex.LookedUpBy(leading) {
			asked[path] = asked[path] || u.concernsAll || suspects[path] || u.evaluated.byPath[path] == nil
		}
	}
}

// suspects returns the manifests to whose queries the answers may have changed. The queries are
// about the declarations of the manifest itself, of its module, of modules that it has looked at
// (undeclared.go), and of classes that it tests for.
func (u *update) suspects() map[string]bool {
	found := map[string]bool{}
	addAll := func(paths map[string]bool) { maps.Copy(found, paths) }
	addAll(u.evaluated.byModule[nil])
	var keys []string
	for owner := range u.concerned {
		addAll(u.evaluated.byModule[owner])
		keys = append(keys, deps.ModuleDeclarations(owner))
	}
	if len(keys) > 0 {
		keys = append(keys, deps.AllDeclarations)
	}
	addAll(u.nameIndex.LookedUpBy(keys))
	for class := range u.redefined {
		addAll(u.evaluated.guarding[class])
	}
	return found
}

// asItIs returns the interpreter after all changes.
func (u *update) asItIs() *eval.Interpreter {
	if u.interpreter == nil {
		u.interpreter = u.newInterpreter(u.ctx)
	}
	return u.interpreter
}

// differing returns the manifests for which the answer to some recorded query has changed,
// except those that are affected anyway.
func (u *update) differing(asked map[string]bool) (found []string) {
	maps.DeleteFunc(asked, func(path string, asks bool) bool { return !asks || u.affected[path] })
	paths := slices.Collect(maps.Keys(asked))
	differs, dependencies := make([]bool, len(paths)), make([]deps.Set, len(paths))
	p := u.asItIs()
	p.Parallel(u.options.workers(), len(paths), func(i int) {
		dependencies[i] = deps.Set{}
		differs[i] = u.evaluated.byPath[paths[i]] == nil || p.AnyAnswerDiffers(u.evaluated.byPath[paths[i]].manifest, u.evaluated.byPath[paths[i]].recordedQueries, dependencies[i])
	})
	for i, path := range paths {
		if differs[i] {
			found = append(found, path)
		} else {
			u.nameIndex.AddLookedUp(path, dependencies[i])
		}
	}
	return found
}

// queriesAmong separates the names that are keys of queries: leading are keys about the code
// that declares something, certain about the declarations that classes always make.
func queriesAmong(names []string) (leading, certain, others []string) {
	for _, name := range names {
		switch {
		case strings.HasPrefix(name, "? ") || strings.HasSuffix(name, " ?"):
			leading = append(leading, name)
		case strings.HasSuffix(name, " !"):
			certain = append(certain, name)
		default:
			others = append(others, name)
		}
	}
	return leading, certain, others
}

// compare handles a definition whose local declarations may have changed.
func (q *staleQueries) compare(name string, was, is *declarations.Local) {
	if !sameButNames(was, is) {
		q.any = true
		return
	}
	types, typesNow := usesByType(was.Uses), usesByType(is.Uses)
	// A closure that is still open stays so if something that was declared before makes it
	// open.
	rest := newClassSet(is)
	for kind, lists := range [...][2][]string{
		module.Class:       {was.Classes, is.Classes},
		module.DefinedType: {slices.Collect(maps.Keys(types)), slices.Collect(maps.Keys(typesNow))},
		module.Function:    {was.Functions, is.Functions},
	} {
		for _, one := range lists[0] {
			if slices.Contains(lists[1], one) {
				rest.AddUnknown(q.classSetOf(module.Kind(kind), one))
			}
		}
		for _, one := range differing(lists[0], lists[1]) {
			q.any = q.any || !rest.HoldsUnknown(q.classSetOf(module.Kind(kind), one))
			q.propagate(module.Kind(kind), one)
		}
	}
	for typeName, use := range types {
		q.compareUses(name, use, typesNow[typeName])
	}
	for typeName, use := range typesNow {
		if types[typeName] == nil {
			q.compareUses(name, use, nil)
		}
	}
	q.need(differingKeys(was.Wanted, is.Wanted), differingKeys(was.References, is.References))
}

// sameButNames reports whether two bodies declare the same, apart from the names that compare
// handles one by one.
func sameButNames(was, is *declarations.Local) bool {
	rest := func(of declarations.Local) string {
		of.Classes, of.Uses, of.Functions, of.Wanted, of.References = nil, nil, nil, nil, nil
		return of.Text()
	}
	return rest(*was) == rest(*is)
}

// newClassSet returns the part of a body's own declarations that is not known by name.
func newClassSet(of *declarations.Local) *declarations.ClassSet {
	found := &declarations.ClassSet{AnyUnresolved: of.TitleIsType, Incomplete: len(of.Prefixes) > 0}
	if of.Vague {
		found.AddUnresolved(of)
	}
	return found
}

// classSetOf returns the class set of the definition with a name. If the definition does not exist,
// the set of a class is incomplete, and so is that of a type with a module in its name.
func (q *staleQueries) classSetOf(kind module.Kind, name string) *declarations.ClassSet {
	if found := q.interpreter.Find(kind, name); found != nil {
		return &q.interpreter.ClosureOf(found.Node).ClassSet
	}
	return &declarations.ClassSet{Incomplete: kind == module.Class || kind == module.DefinedType && strings.Contains(name, "::")}
}

// compareUses handles the resources of one type that a definition declares. now is nil if there
// are none.
func (q *staleQueries) compareUses(name string, was, now *declarations.ResourceUse) {
	if now == nil {
		now = &declarations.ResourceUse{}
	}
	titles := differing(was.Titles, now.Titles)
	if len(titles) == 0 && was.Open == now.Open {
		return
	}
	if define := q.interpreter.DefinedType(was.TypeName); define != nil && q.syntaxInfo.Declarations.LocalOf(define.Node).TitleIsType {
		q.any = true
	}
	q.found[deps.Titles(was.TypeName)], q.found[deps.Uses(was.TypeName)], q.found[deps.LeadsTo(name)] = true, true, true
	for _, title := range titles {
		q.found[deps.Titles(title)] = true
	}
}

// usesByType joins the uses of each type.
func usesByType(uses []declarations.ResourceUse) map[string]*declarations.ResourceUse {
	found := map[string]*declarations.ResourceUse{}
	for _, use := range uses {
		if found[use.TypeName] == nil {
			found[use.TypeName] = &declarations.ResourceUse{TypeName: use.TypeName}
		}
		joined := found[use.TypeName]
		joined.Titles, joined.Open = append(joined.Titles, use.Titles...), joined.Open || use.Open
	}
	return found
}

// propagate handles a name that is newly declared or no longer declared, and all that its
// definition declares, directly or indirectly.
func (q *staleQueries) propagate(kind module.Kind, name string) {
	q.found[deps.LeadsTo(name)] = true
	found := q.interpreter.Find(kind, name)
	if found == nil {
		return
	}
	reached := q.interpreter.ClosureOf(found.Node)
	for class := range reached.Classes {
		q.found[deps.LeadsTo(class)] = true
	}
	for typeName := range reached.Types {
		q.found[deps.LeadsTo(typeName)], q.found[deps.Titles(typeName)] = true, true
	}
}

// need handles the classes and resources that a definition needs.
func (q *staleQueries) need(wanted, references []string) {
	for _, class := range wanted {
		q.found[deps.LeadsTo(class)] = true
	}
	for _, name := range q.syntaxInfo.Declarations.DeclarersOf(references) {
		q.found[deps.LeadsTo(name)] = true
	}
}

// differing returns the names that are in only one of two lists.
func differing(first, second []string) []string {
	var found []string
	for _, one := range first {
		if !slices.Contains(second, one) {
			found = append(found, one)
		}
	}
	for _, one := range second {
		if !slices.Contains(first, one) {
			found = append(found, one)
		}
	}
	return found
}

// differingKeys returns the keys whose values differ in two maps, or that are in only one of
// them.
func differingKeys[K, V comparable](first, second map[K]V) []K {
	var found []K
	for key, value := range first {
		if other, both := second[key]; !both || other != value {
			found = append(found, key)
		}
	}
	for key := range second {
		if _, both := first[key]; !both {
			found = append(found, key)
		}
	}
	return found
}

// queryingManifests returns the paths of the manifests whose bodies have asked any queries.
func (s *Session) queryingManifests() map[string]bool {
	found := map[string]bool{}
	for path := range s.evaluated.byPath {
		if s.evaluated.hasQueries(path) {
			found[path] = true
		}
	}
	return found
}
