package ide

import (
	"fmt"
	"strings"

	"puppet-lint/checker/symbols"
	"puppet-lint/internal/document/docstring"
	"puppet-lint/internal/document/ruby"
	"puppet-lint/internal/source"
	"puppet-lint/module/builtin"
	"puppet-lint/syntax"
)

// typeText returns the declared type of a parameter as written, on one line.
func typeText(file *syntax.File, parameter *syntax.Parameter) string {
	if parameter.TypeExpr == nil {
		return ""
	}
	return codeOf(file, parameter.TypeExpr)
}

// codeOf returns the code of a node on one line, without comments.
func codeOf(file *syntax.File, node syntax.Node) string {
	extent := file.Extent(node)
	var code strings.Builder
	for at := file.TokenAt(extent.Start); at < len(file.Tokens) && file.Tokens[at].Start < extent.End; at++ {
		if kind := file.Tokens[at].Kind; kind != syntax.LineComment && kind != syntax.BlockComment {
			code.WriteString(file.Text(at))
		}
	}
	return source.OneLine(code.String())
}

// maxDefault and maxAlias limit how much of a parameter's default and of a type alias is shown,
// in characters.
const (
	maxDefault = 60
	maxAlias   = 400
)

// parameterText returns a parameter in the form: Type $name = default.
func parameterText(file *syntax.File, parameter *syntax.Parameter) string {
	text := "$" + parameter.Name
	if parameter.CapturesRest {
		text = "*" + text
	}
	if declared := typeText(file, parameter); declared != "" {
		text = declared + " " + text
	}
	if parameter.Value != nil {
		text += " = " + source.Cut(codeOf(file, parameter.Value), maxDefault)
	}
	return text
}

// headerOf returns the code of a definition without its body.
func headerOf(file *syntax.File, node syntax.Node) string {
	var word, name, tail string
	switch node := node.(type) {
	case *syntax.HostClassDefinition:
		word, name = "class", node.Name
		if node.ParentClass != "" {
			tail = " inherits " + node.ParentClass
		}
	case *syntax.ResourceTypeDefinition:
		word, name = "define", node.Name
	case *syntax.FunctionDefinition:
		word, name = "function", node.Name
		if node.ReturnType != nil {
			tail = " >> " + codeOf(file, node.ReturnType)
		}
	case *syntax.PlanDefinition:
		word, name = "plan", node.Name
	case *syntax.TypeAlias:
		return source.Cut(file.Source.Slice(file.Extent(node)), maxAlias)
	default:
		return ""
	}
	parameters := syntax.ParametersOf(node)
	if len(parameters) == 0 {
		if word == "function" {
			tail = "()" + tail
		}
		return word + " " + name + tail
	}
	if word == "function" && len(parameters) <= 3 {
		var texts []string
		for _, parameter := range parameters {
			texts = append(texts, parameterText(file, parameter))
		}
		return word + " " + name + "(" + strings.Join(texts, ", ") + ")" + tail
	}
	var text strings.Builder
	text.WriteString(word + " " + name + " (\n")
	for _, parameter := range parameters {
		text.WriteString("  " + parameterText(file, parameter) + ",\n")
	}
	text.WriteString(")" + tail)
	return text.String()
}

// Signature is one way to call a function or declare a resource.
type Signature struct {
	Label string
	// Parameters are the parameters in order. Their Spans are byte offsets in the label.
	Parameters []SignatureParameter
	Doc        string
	Returns    string
}

// SignatureParameter is a parameter of a Signature.
type SignatureParameter struct {
	Name, Type, Doc string
	Start, End      int
	Rest, Optional  bool
}

// describer writes the texts that hover shows.
type describer struct{ *View }

// signaturesOf returns the signatures of a function, without documentation.
func (v *View) signaturesOf(name string) []Signature { return functionSignatures{v, false}.of(name) }

// functionSignatures finds the signatures of functions. To parse the documentation takes longer than
// all else.
type functionSignatures struct {
	*View
	isDocumented bool
}

// of returns the signatures of a function.
func (s functionSignatures) of(name string) []Signature {
	symbol := symbols.Symbol{Kind: symbols.Function, Name: name}
	if manifest, node := s.definitionNode(symbol); node != nil {
		if function, ok := node.(*syntax.FunctionDefinition); ok {
			var doc docstring.Doc
			if s.isDocumented {
				doc = docstring.Of(manifest.File, function)
			}
			return []Signature{puppetSignature(manifest.File, function, doc)}
		}
	}
	if s.tree != nil {
		if known := s.tree.Plugins.FindFunction(name); known != nil {
			var doc docstring.Doc
			if s.isDocumented {
				doc = docstring.Parse(strings.Split(string(docOfFunction(name, known)), "\n"))
			}
			if signatures := rubySignatures(name, known.In(s.Target()), doc); len(signatures) > 0 {
				return signatures
			}
		}
	}
	known := builtin.FindFunction(name)
	if known == nil {
		known = builtin.FindBoltFunction(name)
	}
	if known == nil {
		return nil
	}
	doc := ""
	if s.isDocumented {
		doc = builtin.Documentation(builtin.OfFunction, name)
	}
	return builtinSignatures(name, known, doc)
}

func puppetSignature(file *syntax.File, function *syntax.FunctionDefinition, doc docstring.Doc) Signature {
	b := signatureBuilder{doc: docMarkdown(doc)}
	b.text.WriteString(function.Name + "(")
	for _, parameter := range function.Parameters {
		b.add(SignatureParameter{
			Name: parameter.Name, Type: typeText(file, parameter), Doc: doc.Parameters[parameter.Name],
			Rest: parameter.CapturesRest, Optional: parameter.Value != nil,
		}, parameterText(file, parameter))
	}
	returns := ""
	if function.ReturnType != nil {
		returns = codeOf(file, function.ReturnType)
	}
	return b.finish(returns)
}

type signatureBuilder struct {
	text       strings.Builder
	parameters []SignatureParameter
	doc        string
}

func (b *signatureBuilder) add(parameter SignatureParameter, text string) {
	if len(b.parameters) > 0 {
		b.text.WriteString(", ")
	}
	parameter.Start = b.text.Len()
	b.text.WriteString(text)
	parameter.End = b.text.Len()
	b.parameters = append(b.parameters, parameter)
}

func (b *signatureBuilder) finish(returns string) Signature {
	b.text.WriteString(")")
	if returns != "" {
		b.text.WriteString(" >> " + returns)
	}
	return Signature{Label: b.text.String(), Parameters: b.parameters, Doc: b.doc, Returns: returns}
}

func (b *signatureBuilder) addRuby(name, typeName, doc string, optional, rest bool) {
	text := typeName + " $" + name
	switch {
	case rest:
		text = typeName + " *$" + name
	case optional:
		text = optionalType(typeName) + " $" + name
	}
	b.add(SignatureParameter{Name: name, Type: typeName, Doc: doc, Rest: rest, Optional: optional}, text)
}

// optionalType returns the type of an argument that a caller may leave out.
func optionalType(typeName string) string {
	if strings.HasPrefix(typeName, "Optional[") {
		return typeName
	}
	return "Optional[" + typeName + "]"
}

// rubySignatures returns the signatures of a function of the 4.x API.
func rubySignatures(name string, function *ruby.Function, doc docstring.Doc) (found []Signature) {
	if function == nil {
		return nil
	}
	for _, signature := range function.Signatures {
		if signature.Mismatch {
			continue
		}
		b := signatureBuilder{doc: docMarkdown(doc)}
		b.text.WriteString(name + "(")
		for _, parameter := range signature.Parameters {
			b.addRuby(parameter.Name, parameter.Type.Text, doc.Parameters[parameter.Name], parameter.Kind == ruby.Optional, parameter.Kind == ruby.Repeated || parameter.Kind == ruby.RequiredRepeated)
		}
		if signature.Block != nil {
			b.addBlock(signature.Block.Type.Text, signature.Block.Optional)
		}
		returns := ""
		if signature.Returns != nil {
			returns = signature.Returns.Text
		}
		found = append(found, b.finish(returns))
	}
	return found
}

func (b *signatureBuilder) addBlock(typeName string, optional bool) {
	text := typeName + " &block"
	if optional {
		text = optionalType(typeName) + " &block"
	}
	b.add(SignatureParameter{Name: "block", Type: typeName, Optional: optional}, text)
}

// builtinSignatures returns the signatures of a function of the tables.
func builtinSignatures(name string, function *builtin.Function, doc string) (found []Signature) {
	for _, signature := range function.Signatures {
		b := signatureBuilder{doc: doc}
		b.text.WriteString(name + "(")
		for _, parameter := range signature.Parameters {
			b.addRuby(parameter.Name, parameter.Type, "", parameter.Kind == builtin.OptionalArgument, parameter.Kind == builtin.Repeated || parameter.Kind == builtin.RequiredRepeated)
		}
		if signature.Block != nil {
			b.addBlock(signature.Block.Type, signature.Block.Optional)
		}
		found = append(found, b.finish(signature.ReturnType))
	}
	if len(found) == 0 && function.Legacy {
		b := signatureBuilder{doc: doc}
		b.text.WriteString(name + "(")
		for i := range function.Min {
			b.addRuby(fmt.Sprintf("argument%d", i+1), "Any", "", false, false)
		}
		if function.Max < 0 || function.Max > function.Min {
			b.addRuby("more", "Any", "", true, true)
		}
		found = append(found, b.finish(""))
	}
	return found
}

// templateParameter describes a parameter of an EPP template.
func (d describer) templateParameter(symbol symbols.Symbol) string {
	for _, definition := range d.Index.Definitions(symbol) {
		manifest := d.Snapshot.Manifest(definition.Table.Path)
		if manifest == nil {
			continue
		}
		for _, node := range nodesAt(manifest.File, definition.Occurrence.Span.Start) {
			if parameter, ok := node.(*syntax.Parameter); ok && parameter.Name == symbol.Name {
				return code(parameterText(manifest.File, parameter)) + fmt.Sprintf("\n\nparameter of template `%s`", d.FileOf(manifest.Source))
			}
		}
	}
	return ""
}
