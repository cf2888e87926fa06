package documents

import (
	"strings"

	"puppet-lint/checker/deps"
	"puppet-lint/checker/program"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/document"
	"puppet-lint/internal/hiera"
	"puppet-lint/internal/source"
	"puppet-lint/internal/spell"
	"puppet-lint/module"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// Reader checks one document. Its own methods query the program and record what the findings
// depend on.
type Reader struct {
	*Documents
	File     *source.File
	Findings []*diag.Diagnostic
	// Dependencies holds the names that the reader looked up, including misses; nil if they are
	// not wanted.
	Dependencies deps.Set
	// IsAlwaysGiven reports whether the tree declares a class and always gives a value to one
	// of its parameters. It is nil if the caller does not need the answer.
	IsAlwaysGiven func(class *program.Definition, parameter string, dependencies deps.Set) bool
	// followed holds the names of types whose definitions are recorded in dependencies.
	followed map[string]bool
}

func (r *Reader) dependOn(name string) {
	if r.Dependencies != nil {
		r.Dependencies.Add(name)
	}
}

// dependOnDeclaration records a dependency on whether a name exists and on what it declares.
func (r *Reader) dependOnDeclaration(name string) { r.dependOn(deps.Declaration(name)) }

// exists reports whether a name exists. It records a dependency on nothing else.
func (r *Reader) exists(kind module.Kind, name string) bool {
	r.dependOn(name)
	return r.Program.Find(kind, name) != nil
}

// Class is Program.Class; it records a dependency on what the class declares.
func (r *Reader) Class(name string) *program.Definition {
	r.dependOnDeclaration(name)
	return r.Program.Class(name)
}

// MayExist is Program.MayExist; it records a dependency on the answer.
func (r *Reader) MayExist(kind module.Kind, name string, from *module.Module) bool {
	r.dependOnDeclaration(name)
	for _, key := range deps.HiddenName(r.Tree, kind, name) {
		r.dependOn(key)
	}
	if meant := r.WithKnownModule(name, from); meant != "" {
		r.dependOnDeclaration(meant)
	}
	return r.Program.MayExist(kind, name, from)
}

// ParameterOf is Documents.ParameterOf; it records a dependency on the parameter.
func (r *Reader) ParameterOf(key string) (*program.Definition, *program.Parameter) {
	if at := strings.LastIndex(key, "::"); at > 0 {
		r.dependOn(key[:at])
		r.dependOn(deps.Parameter(key[:at], key[at+2:]))
	}
	return r.Documents.ParameterOf(key)
}

// variablesOf is Documents.variablesOf; it records a dependency on the class or defined type and its
// ancestors.
func (r *Reader) variablesOf(d *program.Definition) variableNames {
	if r.Dependencies != nil {
		for _, name := range r.LineOf(d) {
			r.dependOnDeclaration(name)
		}
	}
	return r.Documents.variablesOf(d)
}

// CustomFacts is Program.CustomFacts; it records a dependency on the custom facts.
func (r *Reader) CustomFacts() *module.CustomFacts {
	r.dependOn(deps.CustomFacts)
	return r.Program.CustomFacts()
}

// TopVariable is Program.TopVariable; it records the dependencies.
func (r *Reader) TopVariable(reader *program.Body, name string) types.Type {
	r.dependOn(deps.CustomFacts)
	r.dependOn(deps.TopVariable(name))
	return r.Program.TopVariable(reader, name)
}

// IsLegacyVariable is Documents.IsLegacyVariable; it records the dependencies.
func (r *Reader) IsLegacyVariable(name string) bool {
	r.dependOn(deps.CustomFacts)
	r.dependOn(deps.TopVariable(name))
	return r.Documents.IsLegacyVariable(name)
}

// FactNames is Program.FactNames; it records a dependency on the custom facts.
func (r *Reader) FactNames() *spell.Index {
	r.dependOn(deps.CustomFacts)
	return r.Program.FactNames()
}

// lookupsOf returns all lookups. The caller may only ask whether key is among them.
func (r *Reader) lookupsOf(key string) *LookedUp {
	r.dependOn(deps.Lookup(key))
	r.dependOn(deps.ComputedLookups)
	return r.lookups()
}

// ParseType is Program.ParseType; it records a dependency on the types in the text.
func (r *Reader) ParseType(text string) types.Type {
	if r.Dependencies != nil {
		r.dependOnType(module.NewManifest(source.NewFile("type", text), nil).Program)
	}
	return r.Program.ParseType(text)
}

// WayOf is Documents.WayOf; it records a dependency on the type that a value is converted to.
func (r *Reader) WayOf(node *document.Node) LookupWay {
	if node != nil && node.Kind == document.Mapping && r.Dependencies != nil {
		if wanted := node.Get("convert_to"); wanted != nil {
			wanted.EachString(func(text *document.Node) { r.ParseType(text.Text) })
		}
	}
	return r.Documents.WayOf(node)
}

// dependOnType records a dependency on the names in a type expression, and on the aliases among
// them.
func (r *Reader) dependOnType(node syntax.Node) {
	if r.Dependencies == nil || node == nil {
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

// MayHaveData is Documents.MayHaveData; it records a dependency on the data of the key.
func (r *Reader) MayHaveData(name string) bool {
	if segments, ok := hiera.SplitKey(name); ok && len(segments) > 0 {
		r.dependOnData(segments[0])
	}
	return r.Documents.MayHaveData(name)
}

// MayHold is Documents.MayHold; it records a dependency on the data of the key.
func (r *Reader) MayHold(value hiera.Key, segments []string) bool {
	r.dependOnData(value.Name)
	return r.Documents.MayHold(value, segments)
}

// dependOnData records a dependency on the values of a key and on how it is looked up.
func (r *Reader) dependOnData(key string) {
	r.dependOn(deps.DataValues(key))
	if owner, _, qualified := strings.Cut(key, "::"); qualified {
		r.dependOn(deps.ModuleData(owner))
		r.dependOnDeclaration(owner + "::data") // the function of a module may return others
	}
}

// Data returns the data of the tree. Reading them records dependencies.
func (r *Reader) Data() RecordedData { return RecordedData{r, r.Documents.Data()} }

// RecordedData is the data of the tree; it records what the reader looks up.
type RecordedData struct {
	reader *Reader
	set    *Data
}

func (a RecordedData) values(key string) []hiera.Key {
	a.reader.dependOnData(key)
	return a.set.Values(key)
}

func (a RecordedData) hasAlways(key string) bool {
	a.reader.dependOnData(key)
	return a.set.HasAlways(key)
}

func (a RecordedData) isOpen(key string) bool {
	a.reader.dependOnData(key)
	return a.set.IsOpen(key)
}

func (a RecordedData) optionsOf(key hiera.Key) (candidates []*document.Node, known bool) {
	a.reader.dependOnData(key.Name)
	return a.set.OptionsOf(key)
}

// isClosed is Tree.IsClosed, and makes the document depend on the answer.
func (r *Reader) isClosed(owner *module.Module) bool {
	r.dependOn(deps.Closedness(owner))
	return r.Tree.IsClosed(owner)
}
