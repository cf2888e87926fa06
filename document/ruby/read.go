package ruby

import (
	"strings"

	"puppet-lint/source"
)

// Read reads the declarations of file.
func Read(file *source.File) *Declarations {
	statements, failed := parse(file.Text)
	r := &reader{result: &Declarations{File: file, Open: failed}, values: map[string]*node{}}
	r.collectConstants(statements)
	r.collectRequired(statements)
	r.scanAll(statements, true)
	if failed {
		r.openAll()
	}
	return r.result
}

// reader finds declarations in a tree.
type reader struct {
	result *Declarations
	// values are what is certain of constants and of the parameters of loops
	// that are being unrolled, by name.
	values map[string]*node
	// required are the paths that the file requires.
	required []string
	// inFunctions is set within module Puppet::Parser::Functions.
	inFunctions bool
}

// openAll marks everything that was found as not certain.
func (r *reader) openAll() {
	r.result.Open = true
	for _, t := range append(r.result.Types, r.result.Extensions...) {
		t.open("its file is not wholly understood")
	}
	for _, f := range r.result.Functions {
		f.Open = true
	}
	for _, f := range r.result.LegacyFunctions {
		f.ArityKnown, f.KindKnown = false, false
	}
	for _, p := range r.result.Providers {
		p.Open = true
	}
}

// collectConstants remembers the constants that are assigned once.
func (r *reader) collectConstants(statements []*node) {
	again := map[string]bool{}
	walkAll(statements, func(n *node) bool {
		if n.kind == assignNode && len(n.args) == 2 && n.args[0].kind == constantNode {
			name := n.args[0].text
			if _, exists := r.values[name]; exists || n.text != "=" {
				again[name] = true
			}
			r.values[name] = n.args[1]
		}
		return true
	})
	for name := range again {
		delete(r.values, name)
	}
}

func (r *reader) collectRequired(statements []*node) {
	walkAll(statements, func(n *node) bool {
		if (n.isCall("require") || n.isCall("require_relative")) && len(n.args) == 1 {
			if path, ok := n.args[0].literalName(); ok {
				r.required = append(r.required, path)
			}
		}
		return true
	})
}

// value follows names and conversions to what n certainly is: a literal, or n
// itself.
func (r *reader) value(n *node) *node {
	for range 10 {
		if n == nil {
			return nil
		}
		switch {
		case n.kind == constantNode && n.receiver == nil, n.kind == callNode && n.receiver == nil && len(n.args) == 0 && n.block == nil:
			known := r.values[n.text]
			if known == nil || known == n {
				return n
			}
			n = known
		case n.kind == callNode && n.receiver != nil && len(n.args) == 0 && n.block == nil:
			inner := r.value(n.receiver)
			switch n.text {
			case "freeze", "dup":
			case "to_sym", "intern", "to_s":
				if inner.kind != symbolNode && inner.kind != stringNode || inner.computed {
					return n
				}
				converted := *inner
				if converted.kind = symbolNode; n.text == "to_s" {
					converted.kind = stringNode
				}
				inner = &converted
			default:
				return n
			}
			n = inner
		default:
			return n
		}
	}
	return n
}

// name is the text of a symbol or string that n certainly is, and its place.
func (r *reader) name(n *node) (string, source.Span, bool) {
	resolved := r.value(n)
	text, ok := resolved.literalName()
	if !ok {
		return "", source.Span{}, false
	}
	return text, resolved.textSpan, true
}

// elements are the elements of the array that n certainly is; of a hash, an
// array for each pair.
func (r *reader) elements(n *node) ([]*node, bool) {
	resolved := r.value(n)
	if resolved == nil {
		return nil, false
	}
	switch resolved.kind {
	case arrayNode:
		for _, element := range resolved.args {
			if element.kind == splatNode {
				return nil, false
			}
		}
		return resolved.args, true
	case hashNode:
		var pairs []*node
		for i := 0; i+1 < len(resolved.args); i += 2 {
			if resolved.args[i] == nil {
				return nil, false
			}
			pairs = append(pairs, &node{kind: arrayNode, args: resolved.args[i : i+2]})
		}
		return pairs, true
	}
	return nil, false
}

// unroll calls process for the body of a loop once for each element, if all
// of them are known.
func (r *reader) unroll(call *node, process func(body []*node)) bool {
	if call.text != "each" && call.text != "each_pair" || call.receiver == nil || call.block == nil || len(call.args) > 0 {
		return false
	}
	elements, ok := r.elements(call.receiver)
	if !ok {
		return false
	}
	saved := map[string]*node{}
	for _, parameter := range call.block.parameters {
		if parameter.kind != requiredParameter || parameter.name == "" {
			return false
		}
		saved[parameter.name] = r.values[parameter.name]
	}
	for _, element := range elements {
		parts := []*node{element}
		if len(call.block.parameters) > 1 {
			if parts, ok = r.elements(element); !ok {
				parts = nil
			}
		}
		for i, parameter := range call.block.parameters {
			delete(r.values, parameter.name)
			if i < len(parts) {
				r.values[parameter.name] = parts[i]
			}
		}
		process(call.block.body)
	}
	for name, value := range saved {
		if r.values[name] = value; value == nil {
			delete(r.values, name)
		}
	}
	return true
}

// literal is the value that n certainly is.
func (r *reader) literal(n *node) (Literal, bool) {
	n = r.value(n)
	if n == nil || n.computed {
		return Literal{}, false
	}
	switch n.kind {
	case nilNode:
		return Literal{Kind: NilLiteral}, true
	case booleanNode:
		return Literal{Kind: BooleanLiteral, Text: n.text}, true
	case numberNode:
		return Literal{Kind: NumberLiteral, Text: n.text}, true
	case stringNode:
		return Literal{Kind: StringLiteral, Text: n.text}, true
	case symbolNode:
		return Literal{Kind: SymbolLiteral, Text: n.text}, true
	case arrayNode:
		result := Literal{Kind: ArrayLiteral}
		for _, element := range n.args {
			item, ok := r.literal(element)
			if !ok {
				return Literal{}, false
			}
			result.Items = append(result.Items, item)
		}
		return result, true
	case hashNode:
		result := Literal{Kind: HashLiteral}
		for i := 0; i+1 < len(n.args); i += 2 {
			key, keyOK := r.literal(n.args[i])
			item, itemOK := r.literal(n.args[i+1])
			if !keyOK || !itemOK {
				return Literal{}, false
			}
			result.Keys, result.Items = append(result.Keys, key), append(result.Items, item)
		}
		return result, true
	}
	return Literal{}, false
}

// names reads one name or an array of them.
func (r *reader) names(n *node) (names []string, ok bool) {
	if text, _, isName := r.name(n); isName {
		return []string{text}, true
	}
	elements, ok := r.elements(n)
	for _, element := range elements {
		text, _, isName := r.name(element)
		ok = ok && isName
		names = append(names, text)
	}
	return names, ok
}

func (r *reader) scanAll(statements []*node, certain bool) {
	for _, statement := range statements {
		r.scan(statement, certain)
	}
}

// scan looks for declarations in n and below. What is not certain to run is
// declared all the same, but open.
func (r *reader) scan(n *node, certain bool) {
	if n == nil {
		return
	}
	switch n.kind {
	case moduleNode:
		outer := r.inFunctions
		r.inFunctions = n.text == "Functions" || strings.HasSuffix(n.text, "Parser::Functions")
		r.scanAll(n.body, certain)
		r.inFunctions = outer
		return
	case classNode:
		r.scanAll(n.body, certain)
		return
	case controlNode:
		r.scanAll(n.args, certain && n.text != "rescue")
		r.scanAll(n.body, certain && n.text == "begin")
		return
	case defNode:
		r.scanAll(n.body, false)
		return
	case callNode:
		if r.declaration(n, certain) || r.unroll(n, func(body []*node) { r.scanAll(body, certain) }) {
			return
		}
		if isEvaluation(n) {
			r.result.Open = true
		}
	}
	r.scan(n.receiver, certain)
	r.scanAll(n.args, certain)
	if n.block != nil {
		r.scanAll(n.block.body, false)
	}
}

// isEvaluation tells whether a call may run Ruby that is not seen here.
func isEvaluation(n *node) bool {
	switch n.text {
	case "eval", "class_eval", "module_eval", "instance_eval":
		return n.block == nil
	}
	return false
}

// declaration reads the call n if it declares something.
func (r *reader) declaration(n *node, certain bool) bool {
	switch n.text {
	case "newtype":
		return isConstantNamed(n.receiver, "Type") && r.resourceType(n, certain)
	case "register_type":
		return isConstantNamed(n.receiver, "ResourceApi") && r.registeredType(n, certain)
	case "create_function":
		return isConstantNamed(n.receiver, "Functions") && r.function(n, certain)
	case "create_loaded_function":
		if isConstantNamed(n.receiver, "Functions") {
			r.result.Open = true
			return true
		}
	case "newfunction":
		return (isConstantNamed(n.receiver, "Functions") || n.receiver == nil && r.inFunctions) && r.legacyFunction(n)
	case "create_type":
		return isConstantNamed(n.receiver, "DataTypes") && r.dataType(n)
	case "add":
		return isConstantNamed(n.receiver, "Facter") && r.fact(n)
	case "provide":
		return isTypeLookup(n.receiver) && r.provider(n, certain)
	case "newparam", "newproperty", "ensurable", "class_eval", "instance_eval", "newmetaparam", "feature":
		return r.extension(n)
	}
	return false
}

// isConstantNamed tells whether n is a constant whose last part is name.
func isConstantNamed(n *node, name string) bool {
	return n != nil && n.kind == constantNode && (n.text == name || strings.HasSuffix(n.text, "::"+name))
}

// isTypeLookup tells whether n is Puppet::Type.type(…).
func isTypeLookup(n *node) bool {
	return n != nil && n.kind == callNode && n.text == "type" && isConstantNamed(n.receiver, "Type") && len(n.args) == 1
}
