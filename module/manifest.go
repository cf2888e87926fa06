package module

import (
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"puppet-lint/internal/lazyregexp"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// Manifest is a parsed manifest or template with its definitions.
type Manifest struct {
	*syntax.File
	// Module is the module that contains the file, or nil.
	Module *Module
	// Path is the path within Module, with slashes. Without a module, it is the path that the
	// file was read from.
	Path string
	// Definitions are the definitions of the file, in the order of their ends.
	Definitions []*Definition
	// Err explains why the file could not be read. File is then empty, never nil.
	Err error

	// hidden guards hiddenNames, which caches the result of HiddenNames.
	hidden      sync.Once
	hiddenNames map[string]bool
	// inText caches the results of searches in the text of a manifest with a syntax error, by
	// name.
	inText sync.Map // name → bool
	// indexed guards index: the first definition of each kind and name. It is made by the first
	// call of Find, if there are many definitions.
	indexed sync.Once
	index   map[definitionKey]*Definition
}

// definitionKey is the key by which a definition is looked up.
type definitionKey struct {
	kind Kind
	name string
}

// manyDefinitions is the number of definitions above which a manifest gets an index.
const manyDefinitions = 16

// Definition is a named definition in a manifest.
type Definition struct {
	Kind Kind
	// Name is in lower case, without a leading "::".
	Name     string
	Node     syntax.Node
	Manifest *Manifest
}

// NewManifest parses a file that is not part of a tree.
func NewManifest(file *source.File, module *Module) *Manifest {
	return newManifest(file, module, false, syntax.Parse)
}

// IsPlan reports whether a file at that path of a module is a Bolt plan, which has additional
// keywords.
func IsPlan(relative string) bool {
	return strings.HasPrefix(filepath.ToSlash(relative), "plans/") && strings.HasSuffix(relative, ".pp")
}

// HoldsPlan reports whether a file is a Bolt plan. relative is its path in its module. Outside of
// modules it is "": then a file in a folder plans is a plan if its text begins with one.
func HoldsPlan(file *source.File, relative string) bool {
	if relative != "" {
		return IsPlan(relative)
	}
	return strings.Contains(filepath.ToSlash(absolute(file.Name)), "/plans/") && strings.HasSuffix(file.Name, ".pp") && planAtStart.MatchString(file.Text)
}

// planAtStart matches a text whose first code begins a plan.
var planAtStart = lazyregexp.New(`\A(?:\s|#[^\n]*\n)*plan\s+[a-z:]`)

func newManifest(file *source.File, module *Module, tasks bool, parse func(file *source.File, options syntax.Options) *syntax.File) *Manifest {
	options := syntax.Options{EPP: strings.HasSuffix(file.Name, ".epp"), Tasks: tasks}
	manifest := &Manifest{File: parse(file, options), Module: module, Path: file.Name}
	for _, node := range manifest.Program.Definitions {
		kind, name, ok := describe(node)
		if ok {
			manifest.Definitions = append(manifest.Definitions, &Definition{kind, Normalize(name), node, manifest})
		}
	}
	return manifest
}

func describe(node syntax.Node) (kind Kind, name string, ok bool) {
	switch node := node.(type) {
	case *syntax.HostClassDefinition:
		return Class, node.Name, true
	case *syntax.ResourceTypeDefinition:
		return DefinedType, node.Name, true
	case *syntax.FunctionDefinition:
		return Function, node.Name, true
	case *syntax.PlanDefinition:
		return Plan, node.Name, true
	case *syntax.TypeAlias:
		return TypeAlias, node.Name, true
	case *syntax.TypeDefinition:
		return TypeAlias, node.Name, true
	}
	return 0, "", false
}

// Find returns the definition in the manifest, or nil. Classes and defined types share their
// names.
func (m *Manifest) Find(kind Kind, name string) *Definition {
	if len(m.Definitions) >= manyDefinitions {
		m.indexed.Do(func() {
			m.index = make(map[definitionKey]*Definition, len(m.Definitions))
			for _, definition := range slices.Backward(m.Definitions) {
				m.index[definitionKey{definition.Kind, definition.Name}] = definition
			}
		})
		return m.index[definitionKey{kind, name}]
	}
	for _, definition := range m.Definitions {
		if definition.Kind == kind && definition.Name == name {
			return definition
		}
	}
	return nil
}

// Defines reports whether a manifest itself defines something in a namespace.
func (m *Manifest) Defines(namespace string) bool {
	return slices.ContainsFunc(m.Definitions, func(definition *Definition) bool {
		first, _, _ := strings.Cut(definition.Name, "::")
		return first == namespace
	})
}
