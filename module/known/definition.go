package known

import (
	"strings"
)

// Definition is what a manifest shows of one class, defined type, function, plan
// or type alias.
type Definition struct {
	// Kind is the word that begins it: class, define, function, plan or type.
	Kind string `json:"kind"`
	Name string `json:"name"`
	// Parent is the class that it inherits from, or empty.
	Parent     string      `json:"parent,omitempty"`
	Parameters []Parameter `json:"parameters,omitempty"`
	// Type is what an alias stands for, or the type of a function's result, which
	// may be empty.
	Type string `json:"type,omitempty"`
	// Variables are those that a class sets besides its parameters, sorted.
	Variables []string `json:"variables,omitempty"`
	// Private says that only its own module may use it.
	Private bool `json:"private,omitempty"`
	// Deprecated is what its documentation says after @deprecated, or "yes".
	Deprecated string `json:"deprecated,omitempty"`
	// Doc is the first sentence of its documentation, if it is short.
	Doc string `json:"doc,omitempty"`
}

// Parameter is a parameter of a Definition.
type Parameter struct {
	Name string `json:"name"`
	// Type is as it is declared; empty when it is not.
	Type string `json:"type,omitempty"`
	// Optional says that it has a default, in the code or in the module's data.
	Optional bool `json:"optional,omitempty"`
	// Default is the default where that is a literal, else empty.
	Default string `json:"default,omitempty"`
	// Rest says that it takes what is left of the arguments.
	Rest bool   `json:"rest,omitempty"`
	Doc  string `json:"doc,omitempty"`
}

// Unseen is the name of a module and of a class that there never is. Code that is
// not shown stands as a use of it: what comes of it cannot be known.
const Unseen = "unseen_by_puppet_lint"

// unseenValue is a value of which nothing is known.
const unseenValue = Unseen + "::value()"

// printDefinitions writes a manifest of definitions without their bodies.
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
	if d.Kind != "plan" {
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

// typeName is a name in lower case as that of a type is written.
func typeName(name string) string {
	segments := strings.Split(name, "::")
	for i, segment := range segments {
		if segment != "" {
			segments[i] = strings.ToUpper(segment[:1]) + segment[1:]
		}
	}
	return strings.Join(segments, "::")
}

// File is the file of a module that something is loaded from, relative to its
// folder: the one place for it, wherever a version may have it.
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
