package deps

import (
	"strings"

	"puppet-lint/module"
)

// Set holds the keys that were looked up, found or not. A nil Set records nothing.
type Set map[string]bool

// Add records that a key was looked up.
func (s Set) Add(key string) {
	if s != nil {
		s[key] = true
	}
}

// AddLeading records that a result depends on which code declares some classes or types,
// directly or indirectly.
func (s Set) AddLeading(names ...string) {
	if s == nil {
		return
	}
	for _, name := range names {
		s.Add(LeadsTo(name))
	}
}

// AddHidden records that a result depends on whether a syntax error hides the definition of a
// name, as module.Tree.MayExist does.
func (s Set) AddHidden(tree *module.Tree, kind module.Kind, name string) {
	if s == nil {
		return
	}
	for _, key := range HiddenName(tree, kind, name) {
		s.Add(key)
	}
}

// Keys that concern the whole tree.
const (
	// TemplateCalls is the key of all calls of EPP templates.
	TemplateCalls = "*.epp"
	// DeclaredClasses is the key of the set of classes that any code declares.
	DeclaredClasses = "class *"
	// AllDeclarations is the key of everything that any module declares.
	AllDeclarations = " *"
	// Plugins is the key of the names of all Ruby functions and resource types.
	Plugins = "*.rb"
	// CustomFacts is the key of the names of all custom facts, and of whether others may exist.
	CustomFacts = "fact *"
	// ComputedLookups is the key of the data keys that code computes at run time.
	ComputedLookups = "lookup *"
	// ComputedRenderers is the key of the code that renders templates by computed names.
	ComputedRenderers = "template *"
)

// Keys of the parts of a definition. The name of a definition is itself the key of everything
// that its users see of it.

// Declaration is the key of what a definition declares outside its body: parameters, names of
// variables, the parent or aliased type, whether it is private, and whether it exists.
func Declaration(name string) string { return name + " (" }

// Body is the key of the whole text of a class or defined type. Call sites that evaluate the
// body with their own values depend on it.
func Body(name string) string { return name + " {" }

// CertainDeclarations is the key of the declarations that evaluating a class always makes.
func CertainDeclarations(name string) string { return name + " !" }

// Parameter is the key of one parameter of a class or defined type. The parameter need not
// exist.
func Parameter(definition, name string) string {
	return definition + " $" + strings.ToLower(name)
}

// Parameters is the key of the names of a definition's parameters.
func Parameters(definition string) string { return definition + " $*" }

// RequiredParameters is the key of the names of a definition's required parameters.
func RequiredParameters(definition string) string { return definition + " $!" }

// Variable is the key of the type that a class variable has at the end of the class.
func Variable(class, name string) string { return "$" + class + "::" + strings.ToLower(name) }

// Variables is the key of whether a class may have more variables than are known.
func Variables(class string) string { return "$" + class + "::*" }

// VariableNames is the key of the names of a class's variables.
func VariableNames(class string) string { return "$" + class + "::$" }

// TopVariable is the key of whether initial manifests set a variable at top scope or in nodes, and
// of the type that it has at the end of top scope.
func TopVariable(name string) string { return "$::" + strings.ToLower(name) }

// VariableUses is the key of all uses of an unqualified variable name in manifests.
func VariableUses(name string) string { return "$" + strings.ToLower(name) }

// ParametersGiven is the key of the parameters that declarations of a class or defined type
// set.
func ParametersGiven(definition string) string { return definition + " =>" }

// LeadsTo is the key of the code that declares a class or type, directly or indirectly.
func LeadsTo(name string) string { return "? " + name }

// Titles is the key of the declared resources of a type.
func Titles(typeName string) string { return typeName + " ?" }

// Uses is the key of the manifests that declare resources of a type.
func Uses(typeName string) string { return typeName + " {}" }

// NamesBelow is the key of the computed names that begin with a namespace:
// "namespace::${name}".
func NamesBelow(namespace string) string { return namespace + "::*" }

// Keys that concern a module.

// ModuleDeclarations is the key of everything that a module declares.
func ModuleDeclarations(owner *module.Module) string { return owner.Name + " *" }

// ModuleNames is the key of the names that a module defines.
func ModuleNames(owner *module.Module) string { return owner.Name + " ::" }

// ModuleDependencies is the key of the modules that a module depends on.
func ModuleDependencies(owner *module.Module) string {
	return strings.ToLower(owner.Name) + " dependencies"
}

// SupportedSystems is the key of the operating systems that a module supports.
func SupportedSystems(owner *module.Module) string { return strings.ToLower(owner.Name) + " systems" }

// VersionsOfPuppet is the key of whether a module is for older versions of Puppet only.
func VersionsOfPuppet(owner *module.Module) string {
	return strings.ToLower(owner.Name) + " versions"
}

// HiddenDefinitions is the key of whether syntax errors may hide definitions in the manifests
// of a module, or in those of none: of definitions whose names end in name, or of any if it
// is empty.
func HiddenDefinitions(owner *module.Module, name string) string {
	if owner == nil {
		return " hidden " + name
	}
	return strings.ToLower(owner.Name) + " hidden " + name
}

// HiddenAnywhere is the key of whether syntax errors may hide definitions whose names end in name
// in any manifests of the tree.
func HiddenAnywhere(name string) string { return "* hidden " + name }

// HiddenName returns the keys of whether a syntax error may hide the definition of a name. A
// name is defined in its module, in no module, or in a module whose name it begins with
// (module.Manifests.DefinedInMain). An unqualified name of an existing module may be defined in any
// manifest.
func HiddenName(tree *module.Tree, kind module.Kind, name string) []string {
	first, _, isQualified := strings.Cut(name, "::")
	owner := tree.Module(first)
	if owner != nil && !isQualified {
		return []string{HiddenAnywhere(name)}
	}
	keys := []string{HiddenDefinitions(nil, module.LastPart(name))}
	if owner != nil {
		keys = append(keys, HiddenDefinitions(owner, module.LastPart(name)))
	}
	if kind == module.Class || kind == module.DefinedType {
		for _, other := range tree.Modules {
			if other != owner && strings.HasPrefix(name, other.Name) {
				keys = append(keys, HiddenDefinitions(other, module.LastPart(name)))
			}
		}
	}
	return keys
}

// Closedness is the key of whether everything exists that the code of a module may name
// (module.Tree.IsClosed). owner is nil for code outside modules.
func Closedness(owner *module.Module) string {
	if owner == nil {
		return " closed"
	}
	return strings.ToLower(owner.Name) + " closed"
}

// Tasks is the key of the task files of a module.
func Tasks(owner *module.Module) string { return owner.Name + " tasks" }

// File is the key of a file of a module, by its path in the module. The file need not exist.
func File(owner *module.Module, relative string) string {
	return strings.ToLower(owner.Name + "/" + relative)
}

// Files is the key of which files a module has.
func Files(owner *module.Module) string { return strings.ToLower(owner.Name) + " files" }

// Keys of data and templates.

// ModuleData is the key of a module's data files and of their hierarchy.
func ModuleData(owner string) string { return owner + " data" }

// DataValues is the key of the values that data files hold under a key.
func DataValues(key string) string { return strings.ToLower(key) + " =" }

// Lookup is the key of whether any code looks up a data key by its literal name.
func Lookup(key string) string { return strings.ToLower(key) + " lookup" }

// TemplateRenderers is the key of the ERB templates that render a template.
func TemplateRenderers(template string) string { return strings.ToLower(template) + " template" }
