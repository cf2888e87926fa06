package ruby

import (
	"slices"
	"strings"

	"puppet-lint/internal/source"
)

// coreParents are the classes of Puppet that attributes may inherit from, with what they imply.
var coreParents = map[string]struct {
	values         []string
	validate       bool
	munge, boolean bool
	computed       bool
}{
	"Puppet::Parameter":                 {},
	"Puppet::Property":                  {},
	"Puppet::Parameter::Boolean":        {values: []string{"true", "false", "yes", "no"}, munge: true, boolean: true},
	"Puppet::Property::Boolean":         {munge: true, boolean: true},
	"Puppet::Property::Ensure":          {computed: true},
	"Puppet::Property::List":            {},
	"Puppet::Property::OrderedList":     {},
	"Puppet::Property::KeyValue":        {validate: true, munge: true},
	"Puppet::Parameter::Path":           {validate: true, munge: true},
	"Puppet::Parameter::PackageOptions": {munge: true},
}

// attribute reads newparam or newproperty.
func (b *typeBody) attribute(call *node) {
	if len(call.args) == 0 || call.args[0].kind == splatNode {
		b.result.open("an attribute's name is computed")
		return
	}
	name, span, ok := b.name(call.args[0])
	if !ok {
		b.result.open("an attribute's name is computed")
		return
	}
	a := &Attribute{Name: name, Span: span, Open: b.uncertain}
	if call.text == "newproperty" {
		a.Kind = Property
	}
	b.addAttribute(a)
	b.attributeOptions(a, call)
	if call.block != nil {
		b.attributeBody(a, call.block.body)
	}
	a.Open = a.Open || call.hasSplat()
	finishAttribute(a)
}

// passesBlock reports whether the block of a call is a value (&block) instead of a literal one.
func passesBlock(call *node) bool {
	return slices.ContainsFunc(call.args, func(arg *node) bool { return arg.kind == splatNode && arg.text == "&" })
}

// addAttribute adds an attribute. It replaces an earlier one of the same name.
func (b *typeBody) addAttribute(a *Attribute) {
	if b.uncertain {
		b.result.open("attributes are declared under a condition")
	}
	if at, isKnown := b.indexes[a.Name]; isKnown {
		a.Open = true
		b.result.Attributes[at] = a
		return
	}
	b.indexes[a.Name] = len(b.result.Attributes)
	b.result.Attributes = append(b.result.Attributes, a)
}

// attributeOptions reads the options hash of newparam and newproperty.
func (b *typeBody) attributeOptions(a *Attribute, call *node) {
	parent, known := call.option("parent")
	if !known || len(call.positional()) > 1 {
		a.Open = true
	}
	if parent != nil {
		b.attributeParent(a, parent)
	}
	if matching, _ := call.option("array_matching"); matching != nil && a.Kind == Property {
		text, _, ok := b.name(matching)
		a.ArrayMatchingAll = text == "all"
		a.Open = a.Open || !ok
	}
	if namevar, _ := call.option("namevar"); namevar != nil && a.Kind == Parameter {
		a.Namevar = namevar.kind != nilNode && !(namevar.kind == booleanNode && namevar.text == "false")
		a.Required = a.Namevar
	}
	if features, _ := call.option("required_features"); features != nil {
		names, ok := b.names(features)
		a.Features = append(a.Features, names...)
		a.Open = a.Open || !ok
	}
	if attributes, _ := call.option("attributes"); attributes != nil {
		a.Open = true
	}
}

func (b *typeBody) attributeParent(a *Attribute, parent *node) {
	name := parent.text
	core, known := coreParents[strings.TrimPrefix(name, "::")]
	if parent.kind != constantNode || !known {
		a.Open = true
		if parent.kind == constantNode {
			a.Parent = name
		}
		return
	}
	if name != "Puppet::Parameter" && name != "Puppet::Property" {
		a.Parent = name
	}
	for _, value := range core.values {
		a.Values = append(a.Values, Value{Name: value, Span: parent.span})
	}
	a.Validate, a.Munge, a.Boolean = core.validate, core.munge, core.boolean
	a.Default.Exists = core.computed
}

// ensurable reads ensurable with or without a block.
func (b *typeBody) ensurable(call *node) {
	a := &Attribute{Name: "ensure", Span: call.textSpan, Kind: Property, Parent: "Puppet::Property::Ensure", Open: b.uncertain}
	a.Default.Exists = true
	b.addAttribute(a)
	switch {
	case call.block != nil:
		b.attributeBody(a, call.block.body)
	case passesBlock(call):
		a.Open = true
	default:
		a.addDefaultValues(call.textSpan)
	}
	finishAttribute(a)
}

// addDefaultValues adds the values of defaultvalues.
func (a *Attribute) addDefaultValues(at source.Span) {
	a.Values = append(a.Values, Value{Name: "present", Span: at}, Value{Name: "absent", Span: at})
	a.Default = Default{Exists: true}
}

// finishAttribute sets the fields that depend on others.
func finishAttribute(a *Attribute) {
	if len(a.Values) == 0 || a.Open {
		return
	}
	for _, value := range a.Values {
		switch value.Name {
		case "true", "false", "yes", "no":
		default:
			return
		}
		if value.Regex {
			return
		}
	}
	a.Boolean = true
}

// attributeBody reads the block of an attribute.
func (b *typeBody) attributeBody(a *Attribute, statements []*node) {
	for _, n := range statements {
		b.attributeStatement(a, n)
	}
}

func (b *typeBody) attributeStatement(a *Attribute, n *node) {
	switch n.kind {
	case callNode:
		if n.receiver == nil || n.receiver.kind == selfNode {
			b.attributeCall(a, n)
		} else if !b.unroll(n, func(body []*node) { b.attributeBody(a, body) }) && mayDeclareValues(n) {
			a.Open = true
		}
	case defNode:
		b.attributeMethod(a, n)
	case assignNode:
		target := n.args[0]
		if target.kind == callNode && target.receiver != nil && target.receiver.kind == selfNode {
			setter := &node{kind: callNode, text: target.text, args: n.args[1:], textSpan: target.textSpan}
			b.attributeCall(a, setter)
		}
	case controlNode:
		if mayDeclareValues(n) {
			a.Open = true
		}
	}
}

// mayDeclareValues reports whether code below n may change the values that the attribute
// accepts: by a call of a method of the attribute, or by passing the attribute on.
func mayDeclareValues(n *node) bool {
	found := false
	n.walk(func(inner *node) bool {
		switch {
		case inner.kind == splatNode && inner.text == "&":
			found = true
		case inner.kind != callNode:
		case inner.receiver == nil || inner.receiver.kind == selfNode:
			found = found || !harmlessInAttributes[inner.text] && !harmlessInTypes[inner.text]
		case inner.text == "send" || strings.HasSuffix(inner.text, "_eval"):
			found = true
		}
		for _, arg := range inner.args {
			found = found || arg != nil && arg.kind == selfNode
		}
		return !found && inner.kind != defNode
	})
	return found
}

// attributeMethod records methods that implement validation and munging under other names.
func (b *typeBody) attributeMethod(a *Attribute, n *node) {
	if n.receiver != nil {
		return
	}
	switch n.text {
	case "validate", "unsafe_validate":
		a.Validate = true
	case "munge", "unsafe_munge":
		a.Munge = true
	case "should=", "value=":
		a.Munge, a.Open = true, true
	case "default":
		a.Default = Default{Exists: true}
	}
}

// harmlessInAttributes are calls that do not change anything that is listed.
var harmlessInAttributes = map[string]bool{
	"desc": true, "doc": true, "unmunge": true, "attr_reader": true, "attr_accessor": true, "attr_writer": true, "private": true,
	"public": true, "protected": true, "define_method": true, "require": true, "require_relative": true, "sensitive": true, "_": true,
	"alias_method": true, "retrieve": true, "event_name": true, "idempotent": true, "proxymethods": true, "lambda": true, "proc": true,
	"is_to_s": true, "should_to_s": true, "initvars": true, "to": true, "puts": true, "warn": true, "raise": true, "log": true,
}

// attributeCall reads a call in an attribute's block.
func (b *typeBody) attributeCall(a *Attribute, n *node) {
	switch n.text {
	case "desc":
		if len(n.args) > 0 {
			a.Doc = Documentation(b.documentation(n.args[0]))
		}
	case "isnamevar":
		a.Namevar, a.Required = a.Kind == Parameter, true
	case "isrequired":
		a.Required = true
	case "newvalues":
		for _, arg := range n.args {
			b.newValues(a, arg)
		}
	case "newvalue":
		b.newValue(a, n)
	case "aliasvalue":
		b.aliasValue(a, n)
	case "defaultvalues":
		a.addDefaultValues(n.textSpan)
	case "defaultto":
		b.defaultTo(a, n)
	case "nodefault":
		a.Default = Default{}
	case "validate":
		a.Validate = true
	case "munge":
		a.Munge = true
	case "array_matching":
		b.setMatching(a, n)
	case "required_features":
		for _, arg := range n.args {
			names, ok := b.names(arg)
			a.Features = append(a.Features, names...)
			a.Open = a.Open || !ok
		}
	case "include", "extend", "prepend":
		for _, arg := range n.args {
			a.Open = a.Open || !isHarmlessModule(arg)
		}
	default:
		if !harmlessInAttributes[n.text] && b.values[n.text] == nil {
			a.Open = true
		}
	}
}

func (b *typeBody) setMatching(a *Attribute, n *node) {
	if len(n.args) != 1 {
		return
	}
	text, _, ok := b.name(n.args[0])
	a.ArrayMatchingAll = text == "all"
	a.Open = a.Open || !ok
}

// newValues adds an argument of newvalues.
func (b *typeBody) newValues(a *Attribute, arg *node) {
	if arg.kind == splatNode && arg.text == "*" && len(arg.args) == 1 {
		elements, ok := b.elements(arg.args[0])
		a.Open = a.Open || !ok
		for _, element := range elements {
			b.newValues(a, element)
		}
		return
	}
	value, ok := b.acceptedValue(arg)
	if !ok {
		a.Open = true
		return
	}
	a.Values = append(a.Values, value)
}

// acceptedValue parses a value or a pattern.
func (b *typeBody) acceptedValue(arg *node) (Value, bool) {
	n := b.value(arg)
	switch {
	case n == nil || n.computed:
		return Value{}, false
	case n.kind == regexNode:
		return Value{Name: n.text, Regex: true, RegexOptions: n.options, Span: n.textSpan}, true
	case n.kind == symbolNode || n.kind == stringNode || n.kind == numberNode || n.kind == booleanNode:
		return Value{Name: n.text, Span: n.textSpan}, true
	}
	return Value{}, false
}

func (b *typeBody) newValue(a *Attribute, n *node) {
	if len(n.args) == 0 {
		return
	}
	value, ok := b.acceptedValue(n.args[0])
	if !ok {
		a.Open = true
		return
	}
	features, known := n.option("required_features")
	if features != nil {
		value.Features, ok = b.names(features)
		known = known && ok
	}
	a.Open = a.Open || !known
	a.Values = append(a.Values, value)
}

func (b *typeBody) aliasValue(a *Attribute, n *node) {
	if len(n.args) != 2 {
		a.Open = true
		return
	}
	alias, aliasOK := b.acceptedValue(n.args[0])
	target, targetOK := b.acceptedValue(n.args[1])
	if !aliasOK || !targetOK || alias.Regex {
		a.Open = true
		return
	}
	for i := range a.Values {
		if a.Values[i].Name == target.Name && !a.Values[i].Regex {
			a.Values[i].Aliases = append(a.Values[i].Aliases, alias.Name)
			return
		}
	}
	a.Open = true
}

func (b *typeBody) defaultTo(a *Attribute, n *node) {
	a.Default = Default{Exists: true}
	switch {
	case n.block != nil && len(n.block.body) == 1 && len(n.block.parameters) == 0:
		a.Default.Literal, a.Default.Known = b.literal(n.block.body[0])
	case n.block == nil && len(n.args) == 1:
		a.Default.Literal, a.Default.Known = b.literal(n.args[0])
	case n.block == nil && len(n.args) > 1:
		a.Open = true
	}
	if a.Default.Known && a.Default.Literal.Kind == NilLiteral {
		a.Default = Default{}
	}
}
