package deps

import (
	"strings"

	"puppet-lint/module"
)

// Set is the keys of what was looked up, whether it was found or not. A nil Set records
// nothing.
type Set map[string]bool

// Add records that something was looked up.
func (s Set) Add(key string) {
	if s != nil {
		s[key] = true
	}
}

// The keys of what concerns the whole tree.
const (
	// TemplateCalls is the key of the calls of EPP templates.
	TemplateCalls = "*.epp"
	// DeclaredClasses is the key of the set of classes that any code declares.
	DeclaredClasses = "class *"
	// AllDeclarations is the key of everything that any module declares.
	AllDeclarations = " *"
	// Plugins is the key of the names of all functions and resource types in Ruby.
	Plugins = "*.rb"
	// CustomFacts is the key of the names of all custom facts, and of whether there may
	// be others.
	CustomFacts = "fact *"
	// ComputedLookups is the key of the data keys that code computes before it looks
	// them up.
	ComputedLookups = "lookup *"
	// ComputedRenderers is the key of the code that renders templates by computed names.
	ComputedRenderers = "template *"
)

// The keys of parts of a definition. The name of a definition is itself the key of
// everything about it that its users see.

// Declaration is the key of what a definition declares by its syntax, apart from its
// body: parameters, names of variables, what it inherits from or stands for, whether only
// its own module may declare it, and whether it exists.
func Declaration(name string) string { return name + " (" }

// Body is the key of the whole text of a class or defined type, on which those depend who
// have it evaluated with their own values.
func Body(name string) string { return name + " {" }

// CertainDeclarations is the key of what evaluating a class always declares.
func CertainDeclarations(name string) string { return name + " !" }

// Parameter is the key of one parameter of a class or defined type, which may not exist.
func Parameter(definition, name string) string {
	return definition + " $" + strings.ToLower(name)
}

// Parameters is the key of the names of all parameters.
func Parameters(definition string) string { return definition + " $*" }

// RequiredParameters is the key of the names of the parameters that must be given.
func RequiredParameters(definition string) string { return definition + " $!" }

// Variable is the key of the type that a variable of a class has at the end of it.
func Variable(class, name string) string { return "$" + class + "::" + strings.ToLower(name) }

// Variables is the key of the names of a class's variables.
func Variables(class string) string { return "$" + class + "::*" }

// VariableUses is the key of how all manifests use variables of an unqualified name.
func VariableUses(name string) string { return "$" + strings.ToLower(name) }

// ParametersGiven is the key of the parameters that declarations of a class or defined
// type give values to.
func ParametersGiven(definition string) string { return definition + " =>" }

// LeadsTo is the key of the code whose evaluation leads to a class or type.
func LeadsTo(name string) string { return "? " + name }

// Titles is the key of the resources of a type that are declared.
func Titles(typeName string) string { return typeName + " ?" }

// NamesBelow is the key of the computed names that begin with a namespace:
// "namespace::${name}".
func NamesBelow(namespace string) string { return namespace + "::*" }

// The keys of what concerns a module.

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

// HiddenDefinitions is the key of what syntax errors hide in the manifests of a module, or
// in those of none.
func HiddenDefinitions(owner *module.Module) string {
	if owner == nil {
		return " hidden"
	}
	return strings.ToLower(owner.Name) + " hidden"
}

// Closedness is the key of whether everything exists that the code of a module, or of
// none, may name (module.Tree.IsClosed).
func Closedness(owner *module.Module) string {
	if owner == nil {
		return " closed"
	}
	return strings.ToLower(owner.Name) + " closed"
}

// Tasks is the key of the files of a module's tasks.
func Tasks(owner *module.Module) string { return owner.Name + " tasks" }

// File is the key of a file of a module by its path relative to it. It may not exist.
func File(owner *module.Module, relative string) string {
	return strings.ToLower(owner.Name + "/" + relative)
}

// The keys of data and templates.

// ModuleData is the key of a module's data files and of how they are looked up.
func ModuleData(owner string) string { return owner + " data" }

// DataValues is the key of the values that data files hold under a key.
func DataValues(key string) string { return strings.ToLower(key) + " =" }

// Lookup is the key of whether any code looks a key of the data up by its name.
func Lookup(key string) string { return strings.ToLower(key) + " lookup" }

// TemplateRenderers is the key of the ERB templates that render one, by its name.
func TemplateRenderers(template string) string { return strings.ToLower(template) + " template" }
