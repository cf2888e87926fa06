package ruby

import (
	"strings"

	"puppet-lint/internal/source"
)

// MaxSize is the length in bytes of the longest text that is read. Nothing is known of a longer
// one.
const MaxSize = 1 << 20

// Read returns the declarations in file.
func Read(file *source.File) *Declarations { return new(Reader).Read(file) }

// Read returns the declarations in file.
func (r *Reader) Read(file *source.File) *Declarations {
	if len(file.Text) > MaxSize {
		return &Declarations{File: file, Open: true}
	}
	statements, failed := r.parse(file.Text)
	found := &reader{result: &Declarations{File: file, Open: failed}, values: map[string]*node{}, unstable: map[string]bool{}}
	found.collect(statements)
	found.scanAll(statements, true)
	if failed {
		found.openAll("its file could not be parsed completely")
	} else if found.incomplete {
		found.openAll("its file contains declarations that puppet-lint does not follow")
	}
	if found.result.isEmpty() {
		// A file without declarations does something else, which is unknown.
		found.result.Open = true
	}
	return found.result
}

// isEmpty reports whether nothing was declared.
func (d *Declarations) isEmpty() bool {
	return len(d.Types)+len(d.Extensions)+len(d.Functions)+len(d.LegacyFunctions)+len(d.Providers)+len(d.Facts)+len(d.DataTypes) == 0
}

// reader is the state of finding declarations in a tree.
type reader struct {
	result *Declarations
	// values are the known values of constants and of the parameters of loops that are being
	// unrolled, by name.
	values map[string]*node
	// unstable are names whose values change, or that have several meanings.
	unstable map[string]bool
	// incomplete is true if declarations are made in a way that cannot be followed.
	incomplete bool
	// unrolled is the number of loop rounds read so far.
	unrolled int
	// required are the paths that the file requires.
	required []string
}

// openAll marks everything found as uncertain.
func (r *reader) openAll(reason string) {
	r.result.Open = true
	for _, list := range [][]*ResourceType{r.result.Types, r.result.Extensions} {
		for _, t := range list {
			t.open(reason)
		}
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

// collect records, before anything else is read, the constants that are assigned once, the
// names with unstable values, and the required files.
func (r *reader) collect(statements []*node) {
	assigned := map[string]int{}
	walkAll(statements, func(n *node) bool {
		r.noteParameters(n)
		switch n.kind {
		case assignNode:
			for _, target := range n.args[:len(n.args)-1] {
				r.noteAssigned(n, target, assigned)
			}
			if n.args[0].kind == constantNode && len(n.args) == 2 {
				r.values[n.args[0].text] = n.args[1]
			}
		case operatorNode:
			if n.text == "<<" {
				r.noteChanged(n.args[0])
			}
		case callNode:
			if n.receiver != nil && changesReceiver(n.text) {
				r.noteChanged(n.receiver)
			}
			if (n.isCall("require") || n.isCall("require_relative") || n.isCall("load")) && len(n.args) == 1 {
				if path, ok := n.args[0].literalName(); ok {
					r.required = append(r.required, path)
				}
			}
		case symbolNode, stringNode:
			// send(:newtype, …) and method(:newparam) also make declarations.
			if declaringCalls[n.text] && !n.computed {
				r.incomplete = true
			}
		}
		return true
	})
	for name, count := range assigned {
		if count > 1 {
			r.unstable[name] = true
		}
	}
	for name := range r.unstable {
		delete(r.values, name)
	}
}

func (r *reader) noteAssigned(assignment, target *node, assigned map[string]int) {
	switch {
	case target.kind == callNode && target.text == "[]":
		r.noteChanged(target.receiver)
	case target.kind == constantNode, target.kind == callNode && target.receiver == nil:
		assigned[target.text]++
		if assignment.text != "=" {
			assigned[target.text]++
		}
	case target.kind == arrayNode:
		for _, inner := range target.args {
			r.noteAssigned(assignment, inner, assigned)
		}
	}
}

func (r *reader) noteChanged(n *node) {
	if n != nil && (n.kind == constantNode || n.kind == callNode && n.receiver == nil) {
		r.unstable[n.text] = true
	}
}

// noteParameters marks the names of parameters as unstable.
func (r *reader) noteParameters(n *node) {
	for _, p := range n.parameters {
		r.unstable[p.name] = true
	}
	if n.block != nil {
		for _, p := range n.block.parameters {
			r.unstable[p.name] = true
		}
	}
}

// changesReceiver reports whether a method modifies an array, hash or string.
func changesReceiver(method string) bool {
	switch method {
	case "push", "append", "concat", "unshift", "prepend", "insert", "delete", "delete_if", "delete_at", "pop", "shift", "clear",
		"replace", "store", "update", "keep_if", "fill", "<<", "[]=", "add":
		return true
	}
	return strings.HasSuffix(method, "!")
}

// declaringCalls are the methods that declare something. If code names one as a symbol, it may
// call the method in ways that cannot be followed.
var declaringCalls = map[string]bool{
	"newtype": true, "newparam": true, "newproperty": true, "ensurable": true, "newvalue": true, "newvalues": true,
	"create_function": true, "create_loaded_function": true, "newfunction": true, "register_type": true, "dispatch": true,
}

// value resolves names and conversions to the certain value of n: a literal, or n itself.
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

// name returns the text of a symbol or string that is the certain value of n, and its span.
func (r *reader) name(n *node) (string, source.Span, bool) {
	resolved := r.value(n)
	text, ok := resolved.literalName()
	if !ok {
		return "", source.Span{}, false
	}
	return text, resolved.textSpan, true
}

// elements returns the elements of the array that is the certain value of n. For a hash it
// returns an array for each pair.
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

// maxUnrolled limits the loop rounds that are read in a file.
const maxUnrolled = 2000

// unroll calls process for the body of a loop once for each element. It returns false if the
// elements are not all known.
func (r *reader) unroll(call *node, process func(body []*node)) bool {
	if call.text != "each" && call.text != "each_pair" || call.receiver == nil || call.block == nil || len(call.args) > 0 {
		return false
	}
	elements, ok := r.elements(call.receiver)
	if r.unrolled += len(elements); !ok || r.unrolled > maxUnrolled {
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

// literal returns the certain value of n.
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

// names parses one name or an array of names.
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

// scan searches n and the nodes below for declarations. Declarations that are not certain to
// run are added as open.
func (r *reader) scan(n *node, certain bool) {
	if n == nil {
		return
	}
	switch n.kind {
	case moduleNode, classNode:
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
			r.incomplete = true
		}
	}
	r.scan(n.receiver, certain)
	r.scanAll(n.args, certain)
	if n.block != nil {
		r.scanAll(n.block.body, false)
	}
}

// isEvaluation reports whether a call may run Ruby code that is not visible here.
func isEvaluation(n *node) bool {
	switch n.text {
	case "eval", "class_eval", "module_eval", "instance_eval":
		return n.block == nil
	}
	return false
}

// declaration reads the call n if it is a declaration, and reports whether it is.
func (r *reader) declaration(n *node, certain bool) bool {
	switch n.text {
	case "newtype":
		if n.receiver == nil || isConstantNamed(n.receiver, "Type") {
			return r.resourceType(n, certain)
		}
	case "register_type":
		if isConstantNamed(n.receiver, "ResourceApi") {
			return r.registeredType(n, certain)
		}
	case "create_function":
		if isConstantNamed(n.receiver, "Functions") {
			return r.function(n, certain)
		}
	case "newfunction":
		if n.receiver == nil || isConstantNamed(n.receiver, "Functions") {
			return r.legacyFunction(n)
		}
	case "create_type":
		return isConstantNamed(n.receiver, "DataTypes") && r.dataType(n)
	case "add":
		return isConstantNamed(n.receiver, "Facter") && r.fact(n)
	case "provide":
		return isTypeLookup(n.receiver) && r.provider(n, certain)
	case "newparam", "newproperty", "ensurable", "class_eval", "instance_eval", "feature":
		if r.extension(n) {
			return true
		}
	}
	if declaringCalls[n.text] {
		// The receiver is not known here.
		r.incomplete = true
	}
	return false
}

// isConstantNamed reports whether n is a constant with the given last part.
func isConstantNamed(n *node, name string) bool {
	return n != nil && n.kind == constantNode && (n.text == name || strings.HasSuffix(n.text, "::"+name))
}

// isTypeLookup reports whether n is Puppet::Type.type(…).
func isTypeLookup(n *node) bool {
	return n != nil && n.kind == callNode && n.text == "type" && isConstantNamed(n.receiver, "Type") && len(n.args) == 1
}
