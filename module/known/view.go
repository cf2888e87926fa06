package known

import (
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/document/ruby"
	"puppet-lint/internal/source"
)

// View is the interface of a module in some of its versions.
type View struct {
	*Module
	// Allowed are these versions.
	Allowed Versions
	// Required is the required version or range if only newer versions with the same major
	// number represent it; otherwise "". The parameters of the required version may have other
	// types.
	Required string

	listing func() listing
}

// listing holds the files of a view.
type listing struct {
	forms map[string][]form
	// folders maps each folder to the names in it; true marks a folder.
	folders map[string]map[string]bool
}

// View returns the interface of the module in some of its versions, at least one.
func (m *Module) View(allowed Versions) *View {
	view := &View{Module: m, Allowed: allowed}
	view.listing = sync.OnceValue(view.list)
	return view
}

// Soften weakens a finding about the type of a parameter if that type is known only for a newer
// version than the required one: it makes the finding a warning and adds the condition. The
// view may be nil.
func (v *View) Soften(finding *diag.Diagnostic) {
	if v == nil || v.Required == "" {
		return
	}
	finding.Severity = min(finding.Severity, diag.Warning)
	finding.Message = "in " + v.String() + ", " + finding.Message
	if finding.Help == "" {
		finding.Help = "'" + v.Required + "' is required, and may have another type there"
	}
}

// String returns the full name and the allowed versions.
func (v *View) String() string {
	text := v.FullName()
	for i, version := range v.In(v.Allowed) {
		if i > 0 {
			text += ","
		}
		text += " " + version.String()
	}
	return text
}

// metadataFile is the name of the file with a module's metadata.
const metadataFile = "metadata.json"

func (v *View) list() listing {
	forms, err := v.forms()
	if err != nil {
		// The index is part of the program, and a test decodes all of it.
		panic(fmt.Sprintf("known: %s: %v", v.FullName(), err))
	}
	found := listing{forms: forms, folders: map[string]map[string]bool{"": {metadataFile: false}}}
	for _, name := range sortedPaths(forms, v.Allowed) {
		if strings.HasSuffix(name, ".pp") && v.differs(forms, name) {
			continue // the file in the other language represents both
		}
		isFolder := false
		for name != "" {
			folder, base := path.Split(name)
			folder = strings.TrimSuffix(folder, "/")
			if found.folders[folder] == nil {
				found.folders[folder] = map[string]bool{}
			}
			found.folders[folder][base] = isFolder
			name, isFolder = folder, true
		}
	}
	return found
}

// The folders of Ruby files from which functions are loaded by name.
const (
	functionFolder       = "lib/puppet/functions/"
	legacyFunctionFolder = "lib/puppet/parser/functions/"
)

// differs reports whether some versions have the definition of a file only in a file of another
// language.
func (v *View) differs(forms map[string][]form, file string) bool {
	own := v.coverage(forms, file)
	return slices.ContainsFunc(v.others(file), func(other string) bool { return v.coverage(forms, other)&^own != 0 })
}

// others returns the files that may hold the same definition as a file, in another language.
func (v *View) others(file string) []string {
	name := strings.TrimSuffix(strings.TrimSuffix(file, ".pp"), ".rb")
	if rest, ok := strings.CutPrefix(name, "functions/"); ok {
		return []string{functionFolder + v.Name + "/" + rest + ".rb"}
	}
	if rest, ok := strings.CutPrefix(name, functionFolder); ok {
		own := strings.TrimPrefix(rest, v.Name+"/")
		return []string{legacyFunctionFolder + rest + ".rb", "functions/" + own + ".pp"}
	}
	return nil
}

// coverage returns the allowed versions that have a file.
func (v *View) coverage(forms map[string][]form, file string) Versions {
	var in Versions
	for _, form := range forms[file] {
		in |= form.in & v.Allowed
	}
	return in
}

// Without returns the allowed versions that have none of the files, given relative to the
// module's folder with slashes.
func (v *View) Without(files ...string) Versions {
	lacking := v.Allowed
	for _, file := range files {
		lacking &^= v.coverage(v.listing().forms, file)
	}
	return lacking
}

// allowedForms returns the forms of a file in the allowed versions, in their order.
func (v *View) allowedForms(file string) []form {
	return slices.DeleteFunc(slices.Clone(v.listing().forms[file]), func(f form) bool { return f.in&v.Allowed == 0 })
}

// read returns the text of a file, given relative to the module's folder with slashes.
func (v *View) read(file string) (string, bool) {
	if file == metadataFile {
		return v.metadata(), true
	}
	folder, name := path.Split(file)
	if isFolder, found := v.listing().folders[strings.TrimSuffix(folder, "/")][name]; !found || isFolder {
		return "", false
	}
	if strings.HasSuffix(file, ".rb") {
		return "", true // not read as text: see Declarations
	}
	byKind := map[string][][]Definition{}
	var kinds []string
	for _, form := range v.allowedForms(file) {
		definition := decode[Definition](form.text)
		if byKind[definition.Kind] == nil {
			kinds = append(kinds, definition.Kind)
		}
		byKind[definition.Kind] = append(byKind[definition.Kind], []Definition{*definition})
	}
	var all []Definition
	for _, kind := range kinds {
		all = append(all, mergeDefinitions(byKind[kind])...)
	}
	return printDefinitions(all), true
}

// Declarations returns the declarations of a Ruby file, given relative to the module's folder
// with slashes.
func (v *View) Declarations(file *source.File, relative string) *ruby.Declarations {
	var forms []*ruby.Declarations
	for _, form := range v.allowedForms(relative) {
		forms = append(forms, v.withoutShims(relative, form))
	}
	if len(forms) == 0 {
		return &ruby.Declarations{File: file, Open: true}
	}
	merged := *mergeRuby(forms)
	merged.File = file
	if v.differs(v.listing().forms, relative) {
		v.addOthers(&merged, relative)
	}
	return &merged
}

// withoutShims returns the declarations of a form of a file. If its function accepts any
// arguments because it only forwards them to the function of that name in the module's
// namespace, it gets the signatures of that function.
func (v *View) withoutShims(file string, form form) *ruby.Declarations {
	declarations := decode[ruby.Declarations](form.text)
	name, isFunction := strings.CutPrefix(file, functionFolder)
	if !isFunction || strings.Contains(name, "/") || len(declarations.Functions) != 1 || !takesAnything(declarations.Functions[0]) {
		return declarations
	}
	var meant []*ruby.Declarations
	covered := Versions(0)
	for _, other := range v.allowedForms(functionFolder + v.Name + "/" + name) {
		if other.in&form.in != 0 {
			meant, covered = append(meant, decode[ruby.Declarations](other.text)), covered|other.in
		}
	}
	if len(meant) == 0 || form.in&v.Allowed&^covered != 0 {
		return declarations
	}
	if merged := mergeRuby(meant); len(merged.Functions) == 1 && !merged.Open {
		shim := *declarations.Functions[0]
		shim.Signatures, shim.LocalTypes, shim.Open = merged.Functions[0].Signatures, merged.Functions[0].LocalTypes, merged.Functions[0].Open
		declarations.Functions = []*ruby.Function{&shim}
	}
	return declarations
}

// takesAnything reports whether a function declares that it takes any arguments.
func takesAnything(f *ruby.Function) bool {
	return len(f.Signatures) == 1 && len(f.Signatures[0].Parameters) == 1 &&
		f.Signatures[0].Parameters[0].Kind == ruby.Repeated && f.Signatures[0].Parameters[0].Type.Text == "Any"
}

// addOthers adds the signatures that the functions of a file have in versions that define them
// in another language. Of the 3.x API, only the number of arguments is known. A function in the
// Puppet language makes the result open.
func (v *View) addOthers(declarations *ruby.Declarations, relative string) {
	own := v.coverage(v.listing().forms, relative)
	functions := slices.Clone(declarations.Functions)
	for i, function := range functions {
		copied := *function
		copied.Signatures = slices.Clone(function.Signatures)
		for _, other := range v.others(relative) {
			for _, form := range v.allowedForms(other) {
				switch {
				case form.in&v.Allowed&^own == 0:
				case strings.HasSuffix(other, ".rb"):
					addLegacy(&copied, decode[ruby.Declarations](form.text))
				default:
					copied.Open = true
				}
			}
		}
		functions[i] = &copied
	}
	declarations.Functions = functions
}

// legacyArguments are the types of the arguments that stdlib functions accepted in the 3.x API,
// which does not declare them. They accept what the code of at least one of those versions
// accepts. The last type applies to all further arguments.
var legacyArguments = map[string][]string{
	"ensure_packages": {"Variant[String, Array[Variant[String, Array]], Hash]", "Hash"},
	"merge":           {"Variant[Hash, Undef, String[0, 0]]"},
}

// legacyArgument returns the type of an argument of a function of the 3.x API.
func legacyArgument(function string, at int) string {
	known := legacyArguments[function]
	if len(known) == 0 {
		return "Any"
	}
	return known[min(at, len(known)-1)]
}

// addLegacy adds the signature of the function in a file of the 3.x API.
func addLegacy(to *ruby.Function, declarations *ruby.Declarations) {
	if declarations.Open || len(declarations.LegacyFunctions) != 1 {
		to.Open = true
		return
	}
	bounds := boundsOf(declarations.LegacyFunctions[0])
	typeOf := func(at int) ruby.TypeText { return ruby.TypeText{Text: legacyArgument(to.Name, at)} }
	signature := &ruby.Signature{Block: &ruby.BlockParameter{Name: "block", Optional: true, Type: ruby.TypeText{Text: "Callable"}}}
	for at := range bounds.Least {
		signature.Parameters = append(signature.Parameters, ruby.FunctionParameter{Name: "argument", Type: typeOf(at)})
	}
	for range max(bounds.Most-bounds.Least, 0) {
		signature.Parameters = append(signature.Parameters, ruby.FunctionParameter{Name: "argument", Kind: ruby.Optional, Type: typeOf(len(signature.Parameters))})
	}
	if bounds.Most < 0 {
		signature.Parameters = append(signature.Parameters, ruby.FunctionParameter{Name: "arguments", Kind: ruby.Repeated, Type: typeOf(len(signature.Parameters))})
	}
	to.Signatures = append(slices.DeleteFunc(to.Signatures, func(s *ruby.Signature) bool { return s.Mismatch }), signature)
	forgetReturns(to)
}

// Metadata returns the dependencies of the allowed versions. Their ranges are joined.
func (v *View) Metadata() Metadata {
	var merged Metadata
	for _, form := range v.allowedForms(metadataFile) {
		for _, dependency := range decode[Metadata](form.text).Dependencies {
			at := slices.IndexFunc(merged.Dependencies, func(d Dependency) bool { return d.Name == dependency.Name })
			switch {
			case at < 0:
				merged.Dependencies = append(merged.Dependencies, dependency)
			case merged.Dependencies[at].Range == "" || dependency.Range == "":
				merged.Dependencies[at].Range = "" // any version
			case merged.Dependencies[at].Range != dependency.Range:
				merged.Dependencies[at].Range += " || " + dependency.Range
			}
		}
	}
	return merged
}

// metadata returns the metadata.json of the newest allowed version, with the dependencies of
// all allowed ones.
func (v *View) metadata() string {
	type dependency struct {
		Name  string `json:"name"`
		Range string `json:"version_requirement,omitempty"`
	}
	content := struct {
		Name         string       `json:"name"`
		Version      string       `json:"version"`
		Dependencies []dependency `json:"dependencies"`
	}{Name: v.FullName(), Dependencies: []dependency{}}
	for _, version := range v.In(v.Allowed) {
		content.Version = version.String()
	}
	for _, one := range v.Metadata().Dependencies {
		content.Dependencies = append(content.Dependencies, dependency(one))
	}
	text, err := json.MarshalIndent(content, "", "  ")
	if err != nil {
		panic(fmt.Sprintf("known: metadata of %s: %v", v.FullName(), err)) // encoding strings never fails
	}
	return string(text)
}

// decode decodes the JSON of a form. It panics on an error: the index is part of the program,
// and a test decodes all of it.
func decode[T any](text string) *T {
	value := new(T)
	if err := json.Unmarshal([]byte(text), value); err != nil {
		panic(fmt.Sprintf("known: the embedded index is broken: %v", err))
	}
	return value
}
