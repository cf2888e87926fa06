package checker

import (
	"strings"

	"puppet-lint/checker/deps"
	"puppet-lint/checker/program"
	"puppet-lint/diag"
	"puppet-lint/internal/document"
	"puppet-lint/internal/hiera"
	"puppet-lint/module"
	"puppet-lint/source"
	"puppet-lint/syntax"
)

// dataReader checks one document. It queries the program through methods of its own, which
// record what its findings depend on.
type dataReader struct {
	*documentIndex
	file     *source.File
	findings []diag.Diagnostic
	// dependencies holds the names that the reader looked up, including misses; nil if they are
	// not wanted.
	dependencies deps.Set
	// followed holds the names of types whose definitions are recorded in dependencies.
	followed map[string]bool
}

func (r *dataReader) dependOn(name string) {
	if r.dependencies != nil {
		r.dependencies.Add(name)
	}
}

// dependOnDeclaration records a dependency on whether a name exists and on what it declares.
func (r *dataReader) dependOnDeclaration(name string) { r.dependOn(deps.Declaration(name)) }

// exists reports whether a name exists. It records a dependency on nothing else.
func (r *dataReader) exists(kind module.Kind, name string) bool {
	r.dependOn(name)
	return r.Program.Find(kind, name) != nil
}

func (r *dataReader) class(name string) *program.Definition {
	r.dependOnDeclaration(name)
	return r.Program.Class(name)
}

func (r *dataReader) mayExist(kind module.Kind, name string, from *module.Module) bool {
	r.dependOnDeclaration(name)
	for _, owner := range r.Tree.DefiningModules(name) {
		r.dependOn(deps.HiddenDefinitions(owner, module.LastPart(name)))
	}
	return r.Program.MayExist(kind, name, from)
}

func (r *dataReader) parameterOf(key string) (*program.Definition, *program.Parameter) {
	if at := strings.LastIndex(key, "::"); at > 0 {
		r.dependOn(key[:at])
		r.dependOn(deps.Parameter(key[:at], key[at+2:]))
	}
	return r.documentIndex.parameterOf(key)
}

// variablesOf records a dependency on the class and its ancestors.
func (r *dataReader) variablesOf(d *program.Definition) (names map[string]bool, open bool) {
	if r.dependencies != nil {
		for _, name := range r.lineOf(d) {
			r.dependOnDeclaration(name)
		}
	}
	return r.documentIndex.variablesOf(d)
}

func (r *dataReader) top() *program.TopScope {
	r.dependOn(deps.CustomFacts)
	return r.Program.Top()
}

func (r *dataReader) topVariable(reader *program.Body, name string) Type {
	r.dependOn(deps.CustomFacts)
	return r.Program.TopVariable(reader, name)
}

func (r *dataReader) isLegacyVariable(name string) bool {
	r.dependOn(deps.CustomFacts)
	return r.documentIndex.isLegacyVariable(name)
}

func (r *dataReader) factNames() []string {
	r.dependOn(deps.CustomFacts)
	return r.Program.FactNames()
}

// lookupsOf returns all lookups. The caller may only ask whether key is among them.
func (r *dataReader) lookupsOf(key string) *lookedUp {
	r.dependOn(deps.Lookup(key))
	r.dependOn(deps.ComputedLookups)
	return r.lookups()
}

func (r *dataReader) parseType(text string) Type {
	if r.dependencies != nil {
		r.dependOnType(module.NewManifest(source.NewFile("type", text), nil).Program)
	}
	return r.Program.ParseType(text)
}

func (r *dataReader) wayOf(node *document.Node) lookupWay {
	if node != nil && node.Kind == document.Mapping && r.dependencies != nil {
		if wanted := node.Get("convert_to"); wanted != nil {
			wanted.EachString(func(text *document.Node) { r.parseType(text.Text) })
		}
	}
	return r.documentIndex.wayOf(node)
}

// dependOnType records a dependency on the names in a type expression, and on the aliases among
// them.
func (r *dataReader) dependOnType(node syntax.Node) {
	if r.dependencies == nil || node == nil {
		return
	}
	syntax.Inspect(node, func(node syntax.Node) bool {
		reference, ok := node.(*syntax.QualifiedReference)
		if !ok {
			return true
		}
		name := module.Normalize(reference.Value)
		if r.followed[name] {
			return true
		}
		if r.followed == nil {
			r.followed = map[string]bool{}
		}
		r.followed[name] = true
		r.dependOnDeclaration(name)
		if found := r.FindAlias(name); found != nil {
			if alias, ok := found.Node.(*syntax.TypeAlias); ok {
				r.dependOnType(alias.TypeExpr)
			}
		}
		return true
	})
}

func (r *dataReader) mayHaveData(name string) bool {
	if segments, ok := hiera.SplitKey(name); ok && len(segments) > 0 {
		r.dependOnData(segments[0])
	}
	return r.documentIndex.mayHaveData(name)
}

func (r *dataReader) mayHold(value hiera.Key, segments []string) bool {
	r.dependOnData(value.Name)
	return r.documentIndex.mayHold(value, segments)
}

// dependOnData records a dependency on the values of a key and on how it is looked up.
func (r *dataReader) dependOnData(key string) {
	r.dependOn(deps.DataValues(key))
	if owner, _, qualified := strings.Cut(key, "::"); qualified {
		r.dependOn(deps.ModuleData(owner))
		r.dependOnDeclaration(owner + "::data") // a function may give others
	}
}

// data returns the data of the tree. Reading them records dependencies.
func (r *dataReader) data() askedData { return askedData{r, r.documentIndex.data()} }

// askedData is the data of the tree; it records what the reader looks up.
type askedData struct {
	reader *dataReader
	set    *dataSet
}

func (a askedData) values(key string) []hiera.Key {
	a.reader.dependOnData(key)
	return a.set.values(key)
}

func (a askedData) hasAlways(key string) bool {
	a.reader.dependOnData(key)
	return a.set.hasAlways(key)
}

func (a askedData) isOpen(key string) bool {
	a.reader.dependOnData(key)
	return a.set.isOpen(key)
}

func (a askedData) optionsOf(key hiera.Key) (candidates []*document.Node, known bool) {
	a.reader.dependOnData(key.Name)
	return a.set.optionsOf(key)
}
