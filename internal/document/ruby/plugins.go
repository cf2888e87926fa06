package ruby

import (
	"strconv"
	"strings"
)

// integerOf returns the value of a literal integer.
func integerOf(value Literal) (int, bool) {
	if value.Kind != NumberLiteral {
		return 0, false
	}
	number, err := strconv.Atoi(value.Text)
	return number, err == nil
}

// provider reads Puppet::Type.type(:x).provide(:y) do … end.
func (r *reader) provider(call *node, certain bool) bool {
	if len(call.args) == 0 {
		return false
	}
	typeName, _, typeOK := r.name(call.receiver.args[0])
	name, span, ok := r.name(call.args[0])
	if !ok || !typeOK {
		r.result.Open = true
		return true
	}
	p := &Provider{Type: typeName, Name: name, Span: span, Open: !certain || call.block == nil}
	r.result.Providers = append(r.result.Providers, p)
	parent, known := call.option("parent")
	p.Open = p.Open || !known
	if parent != nil {
		if text, _, isName := r.name(parent); isName {
			p.Parent = text
		} else if parent.kind == constantNode {
			p.Parent = parent.text
		} else {
			p.Open = true
		}
	}
	if call.block != nil {
		for _, n := range call.block.body {
			r.providerStatement(p, n)
		}
	}
	return true
}

// harmlessInProviders are calls that add no feature to a provider.
var harmlessInProviders = map[string]bool{
	"desc": true, "commands": true, "optional_commands": true, "has_command": true, "confine": true, "defaultfor": true,
	"notdefaultfor": true, "initvars": true, "attr_accessor": true, "attr_reader": true, "attr_writer": true, "require": true,
	"require_relative": true, "private": true, "public": true, "protected": true, "environment": true, "is_optional": true,
	"private_class_method": true, "text_line": false, "mk_resource_methods": false,
}

func (r *reader) providerStatement(p *Provider, n *node) {
	switch n.kind {
	case defNode:
		if n.receiver == nil {
			p.Methods = append(p.Methods, n.text)
		}
	case callNode:
		if n.receiver != nil && n.receiver.kind != selfNode {
			return
		}
		switch n.text {
		case "has_feature", "has_features":
			for _, arg := range n.args {
				names, ok := r.names(arg)
				p.Features = append(p.Features, names...)
				p.Open = p.Open || !ok
			}
		default:
			p.Open = p.Open || !harmlessInProviders[n.text]
		}
	case controlNode:
		p.Open = true
	}
}

// fact reads Facter.add(:name).
func (r *reader) fact(call *node) bool {
	if len(call.args) == 0 {
		return false
	}
	name, span, ok := r.name(call.args[0])
	if !ok {
		r.result.Open = true
		if pattern := r.namePattern(r.value(call.args[0])); pattern.Prefix != "" || pattern.Suffix != "" {
			r.result.FactPatterns = append(r.result.FactPatterns, pattern)
		} else {
			r.result.HasComputedFacts = true
		}
		// Its block may add more facts.
		return false
	}
	kind, _ := call.option("type")
	text, _, _ := r.name(kind)
	r.result.Facts = append(r.result.Facts, &Fact{Name: name, Span: span, Aggregate: text == "aggregate"})
	return true
}

// namePattern returns the known parts of a computed name. It is empty if nothing is known.
func (r *reader) namePattern(n *node) NamePattern {
	switch {
	case n == nil:
	case (n.kind == stringNode || n.kind == symbolNode) && n.computed:
		text := r.result.File.Slice(n.textSpan)
		if first, last := strings.Index(text, "#{"), strings.LastIndexByte(text, '}'); 0 <= first && first < last {
			return NamePattern{Prefix: text[:first], Suffix: text[last+1:]}
		}
	case n.kind == stringNode || n.kind == symbolNode:
		return NamePattern{Prefix: n.text, Suffix: n.text}
	case n.kind == operatorNode && n.text == "+" && len(n.args) == 2:
		return NamePattern{Prefix: r.namePattern(n.args[0]).Prefix, Suffix: r.namePattern(n.args[1]).Suffix}
	case n.kind == callNode && len(n.args) == 0 && (n.text == "to_sym" || n.text == "to_s"):
		return r.namePattern(n.receiver)
	}
	return NamePattern{}
}

// dataType reads Puppet::DataTypes.create_type('Name') do … end.
func (r *reader) dataType(call *node) bool {
	if len(call.args) == 0 {
		return false
	}
	name, span, ok := r.name(call.args[0])
	if !ok {
		r.result.Open = true
		return true
	}
	d := &DataType{Name: name, Span: span}
	if call.block != nil {
		for _, n := range call.block.body {
			if n.isCall("interface") && len(n.args) == 1 {
				d.Interface = r.typeText(n.args[0])
			}
		}
	}
	r.result.DataTypes = append(r.result.DataTypes, d)
	return true
}
