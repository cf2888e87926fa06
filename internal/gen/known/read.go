//go:build develop

package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/internal/document"
	"puppet-lint/internal/document/docstring"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/module/known"
	"puppet-lint/syntax"
)

// reader collects the interface of one version of a module.
type reader struct {
	tree   *module.Tree
	module *module.Module
	// data are the keys of the module's data. opaque is true if there may be others.
	data   map[string]bool
	opaque bool
	docs   rubyDocs
	shown  [][2]string
}

// readModule returns the interface of a module, as pairs of path and form. name is its full
// name. docs are the sentences of newer versions, to which it adds.
func readModule(folder, name string, docs rubyDocs) ([][2]string, error) {
	tree := module.NewWorkspace(source.Disk{}, []string{folder}, nil).TreeOf(folder)
	if len(tree.Modules) != 1 || !strings.HasSuffix(name, "-"+tree.Modules[0].Name) {
		return nil, fmt.Errorf("%s is not the module %s", folder, name)
	}
	r := &reader{tree: tree, module: tree.Modules[0], data: map[string]bool{}, docs: docs}
	r.readData()
	for _, step := range []func() error{r.readMetadata, r.readManifests, r.readRuby} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return r.shown, nil
}

func (r *reader) show(path string, form any) error {
	text, err := json.Marshal(form)
	r.shown = append(r.shown, [2]string{path, string(text)})
	return err
}

// readData records the keys of the module's data.
func (r *reader) readData() {
	for _, manifest := range r.tree.Manifests.Of(r.module) {
		r.opaque = r.opaque || manifest.Find(module.Function, r.module.Name+"::data") != nil
	}
	config := r.module.Hiera()
	if config == nil {
		return
	}
	r.opaque = r.opaque || config.Opaque() || len(config.Problems) > 0
	for _, from := range config.Sources() {
		root := from.Document().Root
		if root == nil || root.Resolve().Kind != document.Mapping {
			continue
		}
		for _, pair := range root.Resolve().Pairs() {
			r.data[strings.TrimPrefix(pair.Key.Resolve().Text, "::")] = true
		}
	}
}

func (r *reader) readMetadata() error {
	found := r.module.Metadata()
	if found == nil {
		return fmt.Errorf("it has no metadata.json")
	}
	metadata := known.Metadata{}
	for _, dependency := range found.Dependencies {
		metadata.Dependencies = append(metadata.Dependencies, known.Dependency{Name: dependency.Owner + "-" + dependency.Name, Range: dependency.Range})
	}
	return r.show("metadata.json", metadata)
}

func (r *reader) readManifests() error {
	for _, manifest := range r.tree.Manifests.Of(r.module) {
		if len(manifest.Errors) > 0 {
			return fmt.Errorf("%s: %s", manifest.Source.Name, manifest.Errors[0].Message)
		}
		for _, definition := range manifest.Definitions {
			if first, _, _ := strings.Cut(definition.Name, "::"); first != r.module.Name {
				continue // Puppet does not find it
			}
			if found := r.tree.Manifests.Find(definition.Kind, definition.Name); found == nil || found.Node != definition.Node {
				continue // another file hides it
			}
			shown := r.definition(definition)
			if err := r.show(shown.File(), shown); err != nil {
				return err
			}
		}
	}
	return nil
}

// readRuby reads the Ruby files that Puppet loads by their paths.
func (r *reader) readRuby() error {
	for _, folder := range []string{"lib/puppet/type", "lib/puppet/functions", "lib/puppet/parser/functions", "lib/puppet/datatypes", "lib/facter", "lib/puppet"} {
		err := filepath.WalkDir(r.module.Path(folder), func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || filepath.Ext(path) != ".rb" {
				return nil // a module need not have all folders
			}
			return r.readPlugin(path, folder == "lib/puppet")
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// readPlugin reads one Ruby file. If again is true, the file has been read before, and
// readPlugin only returns an error if it declares something that the index cannot hold.
func (r *reader) readPlugin(path string, again bool) error {
	declarations := r.tree.Plugins.Declarations(path)
	if again {
		file, err := source.Disk{}.Read(path)
		if err != nil {
			return err
		}
		if len(declarations.Extensions) > 0 || strings.Contains(file.Text, "newmetaparam") {
			return fmt.Errorf("%s adds attributes to the types of others, which the index does not hold", path)
		}
		return nil
	}
	relative, err := filepath.Rel(r.module.Folder, path)
	if err != nil {
		return err
	}
	relative = filepath.ToSlash(relative)
	text, err := known.Encode(r.docs.shortened(relative, declarations))
	r.shown = append(r.shown, [2]string{relative, text})
	return err
}

// definition returns the interface of a definition.
func (r *reader) definition(of *module.Definition) known.Definition {
	file, shown := of.Manifest.File, known.Definition{Name: of.Name}
	var parameters []*syntax.Parameter
	switch node := of.Node.(type) {
	case *syntax.HostClassDefinition:
		shown.Kind, parameters, shown.Parent = "class", node.Parameters, module.Normalize(node.ParentClass)
		shown.Variables = variablesOf(node)
		shown.Declares = r.declaredBy(node)
	case *syntax.ResourceTypeDefinition:
		shown.Kind, parameters = "define", node.Parameters
	case *syntax.FunctionDefinition:
		shown.Kind, parameters = "function", node.Parameters
		if node.ReturnType != nil {
			shown.Type = textOf(file, node.ReturnType)
		}
	case *syntax.PlanDefinition:
		shown.Kind, parameters = "plan", node.Parameters
	case *syntax.TypeAlias:
		shown.Kind, shown.Name = "type", strings.TrimPrefix(node.Name, "::")
		tokens := file.Tokens[node.NameToken+1 : node.LastToken()+1]
		shown.Type = strings.TrimSpace(strings.TrimPrefix(joined(file, tokens), "="))
	}
	doc := docstring.Of(file, of.Node)
	shown.Doc = summary(doc)
	if doc.IsDeprecated {
		shown.Deprecated = cmp.Or(sentence(doc.Deprecated), "yes")
	}
	shown.Private = callsAny(of.Node, "assert_private", "stdlib::assert_private")
	if shown.Deprecated == "" && callsAny(of.Node, "deprecation", "stdlib::deprecation") && shown.Kind == "function" {
		shown.Deprecated = "yes"
	}
	for _, node := range parameters {
		parameter := known.Parameter{Name: node.Name, Rest: node.CapturesRest, Doc: sentence(doc.Parameters[node.Name])}
		if node.TypeExpr != nil {
			parameter.Type = textOf(file, node.TypeExpr)
		}
		if node.Value != nil {
			parameter.Optional = true
			if isLiteral(node.Value) {
				parameter.Default = textOf(file, node.Value)
			}
			if len(parameter.Default) > longestDefault {
				parameter.Default = ""
			}
		} else if shown.Kind == "class" && (r.opaque || r.data[of.Name+"::"+node.Name]) {
			parameter.Optional = true
		}
		shown.Parameters = append(shown.Parameters, parameter)
	}
	return shown
}

// longestDefault is the length of the longest literal that is kept as a default.
const longestDefault = 80

// textOf returns the text of a node on one line, without comments.
func textOf(file *syntax.File, node syntax.Node) string { return joined(file, file.NodeTokens(node)) }

// joined returns tokens as text in a uniform layout.
func joined(file *syntax.File, tokens []syntax.Token) string {
	var text strings.Builder
	comma := false
	for _, token := range tokens {
		if token.Kind.IsComment() || token.Kind == syntax.Newline || token.Kind == syntax.Indent || token.Kind == syntax.Whitespace {
			continue
		}
		written := file.Source.Slice(token.Span)
		if comma && written != "]" && written != "}" && written != ")" {
			text.WriteString(", ")
		}
		if comma = written == ","; comma {
			continue
		}
		if written == "=>" {
			written = " => "
		}
		text.WriteString(written)
	}
	return text.String()
}

// isLiteral reports whether a default is a literal that refers to nothing else.
func isLiteral(node syntax.Node) bool {
	literal := true
	syntax.Inspect(node, func(inner syntax.Node) bool {
		switch inner.(type) {
		case *syntax.LiteralString, *syntax.LiteralInteger, *syntax.LiteralFloat, *syntax.LiteralBoolean, *syntax.LiteralUndef,
			*syntax.LiteralDefault, *syntax.LiteralList, *syntax.LiteralHash, *syntax.KeyedEntry, *syntax.QualifiedName, *syntax.UnaryMinusExpression:
		default:
			literal = false
		}
		return literal
	})
	return literal
}

// variablesOf returns the variables that a class sets, sorted, without those of blocks.
func variablesOf(class *syntax.HostClassDefinition) []string {
	if class.Body == nil {
		return nil
	}
	var names []string
	add := func(node syntax.Node) {
		if variable, ok := node.(*syntax.VariableExpression); ok {
			names = append(names, variable.Name)
		}
	}
	syntax.Inspect(class.Body, func(node syntax.Node) bool {
		switch node := node.(type) {
		case *syntax.LambdaExpression:
			return false
		case *syntax.AssignmentExpression:
			if list, ok := node.Left.(*syntax.LiteralList); ok {
				for _, one := range list.Values {
					add(one)
				}
			} else if hash, ok := node.Left.(*syntax.LiteralHash); ok {
				for _, entry := range hash.Entries {
					add(entry.Key)
				}
			} else {
				add(node.Left)
			}
		}
		return true
	})
	slices.Sort(names)
	return slices.Compact(slices.DeleteFunc(names, func(name string) bool {
		return strings.Contains(name, "::") || slices.ContainsFunc(class.Parameters, func(p *syntax.Parameter) bool { return p.Name == name })
	}))
}

// callsAny reports whether code calls one of some functions.
func callsAny(node syntax.Node, names ...string) bool {
	found := false
	syntax.Inspect(node, func(inner syntax.Node) bool {
		if call, ok := inner.(*syntax.CallNamedFunctionExpression); ok {
			if name, ok := call.Functor.(*syntax.QualifiedName); ok {
				found = found || slices.Contains(names, module.Normalize(name.Value))
			}
		}
		return !found
	})
	return found
}
