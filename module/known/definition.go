package known

import (
	"maps"
	"slices"
	"strings"
)

// Definition is the interface of one class, defined type, function, plan or type alias in a
// manifest.
type Definition struct {
	// Kind is its keyword: class, define, function, plan or type.
	Kind string `json:"kind"`
	Name string `json:"name"`
	// Parent is the class that it inherits from, or "".
	Parent     string      `json:"parent,omitempty"`
	Parameters []Parameter `json:"parameters,omitempty"`
	// Type is the type that an alias represents, or the return type of a function, which may be
	// "".
	Type string `json:"type,omitempty"`
	// Variables are the variables that a class sets besides its parameters, sorted.
	Variables []string `json:"variables,omitempty"`
	// Declares lists what the body of a class declares; nil if it may declare something
	// unknown.
	Declares *Declared `json:"declares,omitempty"`
	// Private is set if only its own module may use it.
	Private bool `json:"private,omitempty"`
	// Deprecated is the text after @deprecated in its documentation, or "yes".
	Deprecated string `json:"deprecated,omitempty"`
	// Doc is the first sentence of its documentation, if that is short.
	Doc string `json:"doc,omitempty"`
}

// Declared is what the body of a class declares, perhaps under conditions.
type Declared struct {
	// Classes are the names of classes, sorted.
	Classes []string `json:"classes,omitempty"`
	// Resources maps resource types of Ruby to titles.
	Resources map[string][]string `json:"resources,omitempty"`
}

// Parameter is a parameter of a Definition.
type Parameter struct {
	Name string `json:"name"`
	// Type is the type as declared, or "".
	Type string `json:"type,omitempty"`
	// Optional is set if it has a default, in the code or in the module's data.
	Optional bool `json:"optional,omitempty"`
	// Default is the default if it is a literal, else "".
	Default string `json:"default,omitempty"`
	// Rest is set if it captures the remaining arguments.
	Rest bool   `json:"rest,omitempty"`
	Doc  string `json:"doc,omitempty"`
}

// Unseen is the name of a module and of a class that never exist. Unknown code is printed as a
// use of it, so that the results of the code are unknown.
const Unseen = "unseen_by_puppet_lint"

// unseenValue is an expression whose value is unknown.
const unseenValue = Unseen + "::value()"

// printDefinitions returns a manifest of definitions. A body contains only the statements that
// are known.
func printDefinitions(definitions []Definition) string {
	var text strings.Builder
	for i := range definitions {
		definitions[i].print(&text)
	}
	return text.String()
}

func (d *Definition) print(to *strings.Builder) {
	d.printDoc(to)
	if d.Kind == "type" {
		to.WriteString("type " + typeName(d.Name) + " = " + d.Type + "\n")
		return
	}
	to.WriteString(d.Kind + " " + d.Name)
	if len(d.Parameters) > 0 {
		to.WriteString("(\n")
		for i := range d.Parameters {
			d.Parameters[i].print(to)
		}
		to.WriteString(")")
	}
	if d.Parent != "" {
		to.WriteString(" inherits " + d.Parent)
	}
	if d.Kind == "function" && d.Type != "" {
		to.WriteString(" >> " + d.Type)
	}
	to.WriteString(" {\n")
	if d.Private {
		to.WriteString("  assert_private()\n")
	}
	switch {
	case d.Declares != nil:
		d.Declares.print(to)
	case d.Kind != "plan":
		to.WriteString("  include " + Unseen + "\n")
	}
	for _, name := range d.Variables {
		to.WriteString("  $" + name + " = " + unseenValue + "\n")
	}
	if d.Kind == "function" || d.Kind == "plan" {
		to.WriteString("  " + unseenValue + "\n")
	}
	to.WriteString("}\n")
}

func (d *Declared) print(to *strings.Builder) {
	if len(d.Classes) == 0 && len(d.Resources) == 0 {
		return
	}
	to.WriteString("  if " + unseenValue + " {\n")
	for _, name := range d.Classes {
		to.WriteString("    include " + name + "\n")
	}
	for _, name := range slices.Sorted(maps.Keys(d.Resources)) {
		for _, title := range d.Resources[name] {
			to.WriteString("    " + name + " { " + quoted(title) + ": * => " + unseenValue + " }\n")
		}
	}
	to.WriteString("  }\n")
}

// quoted returns a text as a string of the Puppet language without interpolation.
func quoted(text string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(text) + "'"
}

func (d *Definition) printDoc(to *strings.Builder) {
	if d.Doc != "" {
		to.WriteString("# @summary " + d.Doc + "\n")
	}
	for _, parameter := range d.Parameters {
		if parameter.Doc != "" {
			to.WriteString("# @param " + parameter.Name + " " + parameter.Doc + "\n")
		}
	}
	switch d.Deprecated {
	case "":
	case "yes":
		to.WriteString("# @deprecated\n")
	default:
		to.WriteString("# @deprecated " + d.Deprecated + "\n")
	}
}

func (p *Parameter) print(to *strings.Builder) {
	to.WriteString("  ")
	if p.Type != "" {
		to.WriteString(p.Type + " ")
	}
	if p.Rest {
		to.WriteString("*")
	}
	to.WriteString("$" + p.Name)
	switch {
	case p.Default != "":
		to.WriteString(" = " + p.Default)
	case p.Optional:
		to.WriteString(" = " + unseenValue)
	}
	to.WriteString(",\n")
}

// typeName capitalizes the segments of a name in lower case, as in a type name.
func typeName(name string) string {
	segments := strings.Split(name, "::")
	for i, segment := range segments {
		if segment != "" {
			segments[i] = strings.ToUpper(segment[:1]) + segment[1:]
		}
	}
	return strings.Join(segments, "::")
}

// File returns the file of a module from which the definition is loaded, relative to the
// module's folder. The path only depends on the name, even if a version of the module has the
// definition in another file.
func (d *Definition) File() string {
	folder := map[string]string{"function": "functions", "plan": "plans", "type": "types"}[d.Kind]
	if folder == "" {
		folder = "manifests"
	}
	_, rest, qualified := strings.Cut(strings.ToLower(d.Name), "::")
	if !qualified {
		rest = "init"
	}
	return folder + "/" + strings.ReplaceAll(rest, "::", "/") + ".pp"
}
