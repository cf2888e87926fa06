package ruby

import (
	"slices"
	"strings"
)

func (t *ResourceType) open(reason string) {
	if !t.Open {
		t.Open, t.OpenReason = true, reason
	}
}

// resourceType reads Puppet::Type.newtype(:name) do … end.
func (r *reader) resourceType(call *node, certain bool) bool {
	if len(call.args) == 0 {
		return false
	}
	name, span, ok := r.name(call.args[0])
	if !ok {
		r.result.Open = true
		return true
	}
	t := &ResourceType{Name: name, Span: span}
	if !certain {
		t.open("it is declared under a condition")
	}
	if call.hasSplat() {
		t.open("its options are computed")
	}
	r.result.Types = append(r.result.Types, t)
	if call.block == nil {
		t.open("it has no block")
		return true
	}
	body := typeBody{reader: r, result: t, indexes: map[string]int{}}
	if len(call.block.parameters) > 0 {
		body.parameter = call.block.parameters[0].name
	}
	body.statements(call.block.body)
	if r.requiresPartsOf(name) {
		t.open("other files, which it requires, add to it")
	}
	if name := t.Attribute("name"); name != nil && name.Kind == Parameter {
		name.Namevar = true
	}
	return true
}

// requiresPartsOf reports whether the file requires another file that is named like a part of
// the type: puppet/type/NAME/part.
func (r *reader) requiresPartsOf(name string) bool {
	for _, path := range r.required {
		if strings.HasPrefix(path, name+"/") || strings.Contains(path, "type/"+name+"/") {
			return true
		}
	}
	return false
}

// extension reads a call that extends a type declared elsewhere. It returns false for any other
// call.
func (r *reader) extension(call *node) bool {
	if !isTypeLookup(call.receiver) {
		return false
	}
	name, span, ok := r.name(call.receiver.args[0])
	if !ok {
		r.result.Open = true
		return true
	}
	t := &ResourceType{Name: name, Span: span}
	r.result.Extensions = append(r.result.Extensions, t)
	body := typeBody{reader: r, result: t, indexes: map[string]int{}}
	if call.text == "class_eval" || call.text == "instance_eval" {
		if call.block != nil {
			body.statements(call.block.body)
		}
		return true
	}
	own := *call
	own.receiver = nil
	body.statement(&own)
	return true
}

// typeBody is the state of reading the statements of a newtype block.
type typeBody struct {
	*reader
	result *ResourceType
	// indexes holds the indexes of the attributes by name.
	indexes map[string]int
	// parameter is the name of the block's parameter for the type, if any.
	parameter string
	// uncertain is true under a condition.
	uncertain bool
}

func (b *typeBody) statements(statements []*node) {
	for _, statement := range statements {
		b.statement(statement)
	}
}

func (b *typeBody) statement(n *node) {
	switch n.kind {
	case controlNode:
		outer := b.uncertain
		b.uncertain = b.uncertain || n.text != "begin"
		b.statements(n.args)
		b.statements(n.body)
		b.uncertain = outer
	case assignNode:
		b.assignment(n)
	case callNode:
		b.call(n)
	case defNode:
		if n.receiver == nil {
			return
		}
		if n.text == "title_patterns" {
			b.result.CustomTitlePatterns = true
		} else if n.text == "newparam" || n.text == "newproperty" || n.text == "ensurable" || n.text == "method_missing" {
			b.result.open("it defines its own " + n.text)
		}
	case classNode:
		if n.text == "<<" && defines(n.body, "newparam", "newproperty", "ensurable", "method_missing") {
			b.result.open("it defines its own newparam or newproperty")
		} else if n.text == "<<" && defines(n.body, "title_patterns") {
			b.result.CustomTitlePatterns = true
		} else if strings.HasPrefix(strings.TrimPrefix(n.text, "::"), "Puppet::Type::") {
			b.statements(n.body) // the type itself, opened again
		}
	case operatorNode, unknownNode, arrayNode, hashNode, splatNode:
		b.statements(withoutNil(n.args))
	}
}

// defines reports whether a body defines one of the methods.
func defines(body []*node, names ...string) bool {
	for _, n := range body {
		if n.kind == defNode && slices.Contains(names, n.text) {
			return true
		}
	}
	return false
}

func withoutNil(nodes []*node) []*node {
	var found []*node
	for _, n := range nodes {
		if n != nil {
			found = append(found, n)
		}
	}
	return found
}

func (b *typeBody) assignment(n *node) {
	target, value := n.args[0], n.args[len(n.args)-1]
	if target.kind == instanceVariableNode && target.text == "isomorphic" && value.kind == booleanNode {
		b.result.NotIsomorphic = value.text == "false"
		return
	}
	if target.kind == instanceVariableNode && target.text == "doc" {
		b.result.Doc = Documentation(b.documentation(value))
	}
	if target.kind == callNode && target.receiver == nil && len(n.args) == 2 && n.text == "=" {
		b.values[target.text] = &node{}
		if !b.uncertain && !b.unstable[target.text] {
			b.values[target.text] = value
		}
	}
	b.statement(value)
}

// harmlessInTypes are calls in a type's body that add no attribute.
var harmlessInTypes = map[string]bool{
	"desc": true, "doc": true, "validate": true, "validate_features_per_value": true, "attr_accessor": true, "attr_reader": true,
	"attr_writer": true, "attr_rw": true, "private": true, "public": true, "protected": true, "private_class_method": true,
	"module_function": true, "alias_method": true, "require": true, "require_relative": true, "raise": true, "fail": true,
	"define_method": true, "define_singleton_method": true, "apply_to_host": true, "_": true, "n_": true, "lambda": true,
	"proc": true, "puts": true, "freeze": true, "remove_method": true, "undef_method": true, "block_given?": true,
	"initvars": true, "return": true, "nodefault": true, "warn": true, "autoload": true, "private_constant": true,
	"remove_const": true, "method_defined?": true, "respond_to?": true, "const_defined?": true, "instance_methods": true, "name": true,
	"format": true, "sprintf": true, "Integer": true, "String": true, "Array": true, "instance_method": true, "binding": true,
}

// call reads a call in a type's body.
func (b *typeBody) call(n *node) {
	if n.receiver != nil && !b.isSelf(n.receiver) {
		b.callOnOther(n)
		return
	}
	switch n.text {
	case "desc":
		if len(n.args) > 0 {
			b.result.Doc = Documentation(b.documentation(n.args[0]))
		}
	case "newparam", "newproperty":
		b.attribute(n)
	case "ensurable":
		b.ensurable(n)
	case "feature":
		b.feature(n)
	case "autorequire", "autobefore", "autosubscribe", "autonotify":
		b.automatic(n)
	case "apply_to_device", "apply_to_all":
		b.result.AppliesToDevice = true
	case "include", "extend", "prepend":
		for _, arg := range n.args {
			if !isHarmlessModule(arg) {
				b.result.open("it includes a module that may declare attributes")
			}
		}
	default:
		if _, isLocal := b.values[n.text]; isLocal && len(n.args) == 0 {
			return
		}
		if harmless := harmlessInTypes[n.text]; !harmless {
			b.result.open("it calls " + n.text + ", which may declare attributes")
		}
	}
}

func (b *typeBody) isSelf(n *node) bool {
	return n.kind == selfNode || b.parameter != "" && n.kind == callNode && n.receiver == nil && n.text == b.parameter
}

// isHarmlessModule reports whether n is a module of Puppet or Ruby that declares nothing.
func isHarmlessModule(n *node) bool {
	if n.kind != constantNode {
		return false
	}
	return strings.HasPrefix(n.text, "Puppet::Util::") && !strings.Contains(n.text, "X") || n.text == "Puppet::Util" ||
		n.text == "Comparable" || n.text == "Enumerable"
}

// callOnOther reads a call whose receiver is not the type: a loop, or a call on the result of
// newparam. Code that receives the type as an argument may do anything.
func (b *typeBody) callOnOther(n *node) {
	if b.unroll(n, b.statements) {
		return
	}
	if inner := n.receiver; inner.kind == callNode && (inner.receiver == nil || b.isSelf(inner.receiver)) && (inner.text == "newparam" || inner.text == "newproperty") {
		b.statement(inner)
		if last := len(b.result.Attributes) - 1; last >= 0 {
			b.attributeCall(b.result.Attributes[last], n)
		}
		return
	}
	for _, arg := range n.args {
		if b.isSelf(arg) || arg.kind == splatNode && arg.text == "&" {
			b.result.open("it passes itself to " + n.text)
		}
	}
	if n.text == "send" || n.text == "__send__" || n.text == "public_send" || strings.HasSuffix(n.text, "_eval") || strings.HasSuffix(n.text, "_exec") {
		b.result.open("it calls " + n.text)
	}
	b.statement(n.receiver)
	if n.block != nil {
		b.looseBlock(n.block)
	}
}

// looseBlock reads a block that may run never, once or often.
func (b *typeBody) looseBlock(inner *block) {
	outer := b.uncertain
	b.uncertain = true
	hidden := map[string]*node{}
	for _, p := range inner.parameters {
		hidden[p.name] = b.values[p.name]
		b.values[p.name] = &node{}
	}
	b.statements(inner.body)
	for name, value := range hidden {
		if b.values[name] = value; value == nil {
			delete(b.values, name)
		}
	}
	b.uncertain = outer
}

func (b *typeBody) feature(n *node) {
	if len(n.args) == 0 {
		return
	}
	names, ok := b.names(n.args[0])
	if !ok || b.uncertain {
		b.result.open("a feature is declared under a condition, or its name is computed")
		return
	}
	for _, name := range names {
		feature := Feature{Name: name}
		if methods, _ := n.option("methods"); methods != nil {
			feature.Methods, _ = b.names(methods)
		}
		b.result.Features = append(b.result.Features, feature)
	}
}

func (b *typeBody) automatic(n *node) {
	if len(n.args) == 0 || b.uncertain {
		return
	}
	if name, span, ok := b.name(n.args[0]); ok {
		b.result.Automatic = append(b.result.Automatic, Automatic{Kind: n.text, Type: strings.ToLower(name), Span: span})
	}
}
