package unused

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"puppet-lint/graph"
	"puppet-lint/internal/document"
	"puppet-lint/internal/document/yaml"
	"puppet-lint/internal/lazyregexp"
	"puppet-lint/internal/source"
	"puppet-lint/module"
)

// Roots is a list of names that nodes use.
type Roots struct {
	// Names are names of classes and resource types, in lower case.
	Names map[string]bool
}

// ReadRoots reads a list of roots. It is JSON from the API of PuppetDB (resources or catalogs)
// or from a classifier (an object with classes), the YAML of an external node classifier, or
// text with one name a line and comments that begin with "#".
func ReadRoots(text string) (*Roots, error) {
	roots := &Roots{Names: map[string]bool{}}
	trimmed := strings.TrimSpace(strings.TrimPrefix(text, "\ufeff"))
	if strings.HasPrefix(trimmed, "[") || strings.HasPrefix(trimmed, "{") {
		var value any
		if err := json.Unmarshal([]byte(trimmed), &value); err != nil {
			return nil, fmt.Errorf("is not JSON: %w", err)
		}
		roots.addJSON(value, 0)
	} else if isYAML.MatchString(trimmed) {
		read := yaml.Read(source.NewFile("", trimmed), yaml.Options{})
		if len(read.Errors) > 0 {
			return nil, fmt.Errorf("is not YAML: %s", read.Errors[0].Message)
		}
		roots.addYAML(read.Root)
	} else {
		for line := range strings.Lines(trimmed) {
			line, _, _ = strings.Cut(line, "#")
			if line = strings.TrimSpace(line); line == "" {
				continue
			}
			if strings.ContainsAny(line, " \t,;") {
				return nil, fmt.Errorf("%q is not the name of a class or type; write one name per line", line)
			}
			roots.add(line)
		}
	}
	if len(roots.Names) == 0 {
		return nil, errors.New("contains no class and no resource")
	}
	return roots, nil
}

// isYAML matches the beginning of the output of an external node classifier: a document marker,
// or a key without a value on its line. In a plain list of names, no line ends with a single
// colon.
var isYAML = lazyregexp.New(`\A(?:[^\n]*#[^\n]*\n|\s*\n)*(?:---|[a-z]+:\s*(?:\n|\z|[{\[]))`)

// addYAML adds the classes that an external node classifier assigns to a node.
func (r *Roots) addYAML(root *document.Node) {
	if root == nil {
		return
	}
	for _, entry := range root.Entries {
		if entry.Key.Text != "classes" || entry.Value == nil {
			continue
		}
		value := entry.Value.Resolve()
		for _, class := range value.Entries {
			r.addNode(class.Key)
		}
		for _, class := range value.Items {
			r.addNode(class.Resolve())
		}
	}
}

// addNode adds the name in a YAML value. YAML reads ::a as a symbol.
func (r *Roots) addNode(name *document.Node) {
	if name.Kind == document.Symbol {
		r.add(":" + name.Text)
		return
	}
	r.add(name.Text)
}

// maxNesting limits the depth to which a list is searched.
const maxNesting = 32

// addJSON adds the resources and classes in a JSON value.
func (r *Roots) addJSON(value any, depth int) {
	if depth > maxNesting {
		return
	}
	switch value := value.(type) {
	case []any:
		for _, item := range value {
			r.addJSON(item, depth+1)
		}
	case map[string]any:
		if kind, isText := value["type"].(string); isText {
			if title, ok := value["title"].(string); ok && module.Normalize(kind) == "class" {
				r.add(title)
			} else {
				r.add(kind)
			}
			return
		}
		r.addClasses(value["classes"])
		for name, item := range value {
			if name != "classes" {
				r.addJSON(item, depth+1)
			}
		}
	}
}

// addClasses adds the classes in a classifier's answer: a list, or a hash by name.
func (r *Roots) addClasses(value any) {
	switch value := value.(type) {
	case []any:
		for _, item := range value {
			if name, ok := item.(string); ok {
				r.add(name)
			}
		}
	case map[string]any:
		for name := range value {
			r.add(name)
		}
	}
}

// add adds a name, written as foo::bar, Foo::Bar or Class[Foo::Bar].
func (r *Roots) add(name string) {
	name = strings.TrimSpace(name)
	if inner, ok := strings.CutPrefix(name, "Class["); ok {
		name = strings.Trim(strings.TrimSuffix(inner, "]"), `'"`)
	}
	if name = module.Normalize(name); name != "" {
		r.Names[name] = true
	}
}

// rooted holds the certain roots of a tree, and the possible ones with the reason.
type rooted struct {
	certain  []*graph.Node
	possible map[*graph.Node]string
}

// findRoots returns the roots of the graph.
func (f *finder) findRoots() rooted {
	found := rooted{possible: map[*graph.Node]string{}}
	isListed := f.options.Roots != nil || f.nodesDeclareClasses()
	for _, node := range f.graph.Nodes {
		switch {
		case node.Kind == graph.Code && f.isExample(node):
		case node.Kind == graph.Code || node.Kind == graph.NodeDefinition || node.Kind == graph.Plan || node.Kind == graph.Task:
			found.certain = append(found.certain, node)
		case !node.IsDefined():
		case f.options.Roots != nil && f.options.Roots.Names[node.Name] && isDeclared(node.Kind):
			found.certain = append(found.certain, node)
		case f.isInterface(node):
			found.certain = append(found.certain, node)
		case node.Kind == graph.Class && f.options.Roots == nil && isRole(node.Name):
			found.certain = append(found.certain, node)
		case node.Kind == graph.Class && !isListed && !f.isPublic():
			found.possible[node] = "a node classifier may assign it, since no manifest says which classes the nodes have (see --roots)"
		}
	}
	return found
}

func isDeclared(kind graph.Kind) bool {
	return kind == graph.Class || kind == graph.DefinedType || kind == graph.ResourceType
}

// isRole reports whether a class is a role, judging by its name.
func isRole(class string) bool {
	first, _, _ := strings.Cut(class, "::")
	return first == "role" || first == "roles"
}

// nodesDeclareClasses reports whether the initial manifests assign classes to nodes: a node
// definition, or the code around it, declares a class.
func (f *finder) nodesDeclareClasses() bool {
	for _, node := range f.graph.Nodes {
		isInitial := node.Kind == graph.NodeDefinition || node.Kind == graph.Code && f.isInitial(node)
		if !isInitial {
			continue
		}
		for _, edge := range node.Out {
			if edge.To.Kind == graph.Class && (edge.Kind == graph.Includes || edge.Kind == graph.Contains || edge.Kind == graph.Requires || edge.Kind == graph.Declares) {
				return true
			}
		}
	}
	return false
}

func (f *finder) isInitial(code *graph.Node) bool {
	return len(code.Out) > 0 && f.graph.Tree.IsInitial(code.Out[0].Location.File.Name)
}

// isExample reports whether code is an example of a module in a control repository. No node
// uses such code.
func (f *finder) isExample(code *graph.Node) bool {
	if len(code.Out) == 0 || f.isPublic() {
		return false
	}
	owner, relative := f.graph.Tree.ModuleOf(code.Out[0].Location.File.Name)
	return owner != nil && strings.HasPrefix(relative, "examples/")
}

// isPublic reports whether others may use the modules of the tree. That is so for all modules
// outside of an environment.
func (f *finder) isPublic() bool { return f.graph.Tree.Environment == "" }

// isInterface reports whether a node belongs to the interface of a public module, which anyone
// may use.
func (f *finder) isInterface(node *graph.Node) bool {
	switch node.Kind {
	case graph.Class, graph.DefinedType, graph.Function, graph.TypeAlias:
		return f.isPublic() && !f.isPrivate(node)
	case graph.ResourceType:
		return f.isPublic()
	}
	return false
}
