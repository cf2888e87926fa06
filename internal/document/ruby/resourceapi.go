package ruby

import "puppet-lint/internal/source"

// registeredType reads Puppet::ResourceApi.register_type(name: …, attributes: …).
func (r *reader) registeredType(call *node, certain bool) bool {
	definition := (*node)(nil)
	if len(call.args) == 1 {
		definition = r.value(call.args[0])
	}
	if definition == nil || definition.kind != hashNode {
		r.result.Open = true
		return true
	}
	t := &ResourceType{ResourceAPI: true}
	if !certain {
		t.open("it is declared under a condition")
	}
	for i := 0; i+1 < len(definition.args); i += 2 {
		key, value := definition.args[i], definition.args[i+1]
		name, literal := "", false
		if key != nil {
			name, literal = key.literalName()
		}
		if !literal {
			t.open("its definition is computed")
			continue
		}
		r.registeredPart(t, name, value)
	}
	if t.Name == "" {
		r.result.Open = true
		return true
	}
	r.result.Types = append(r.result.Types, t)
	return true
}

func (r *reader) registeredPart(t *ResourceType, key string, value *node) {
	switch key {
	case "name":
		t.Name, t.Span, _ = r.name(value)
	case "attributes":
		r.registeredAttributes(t, value)
	case "features":
		names, ok := r.names(value)
		if !ok {
			t.open("its features are computed")
		}
		for _, name := range names {
			t.Features = append(t.Features, Feature{Name: name})
			if name == "remote_resource" {
				t.AppliesToDevice = true
			}
		}
	case "desc", "docs":
		t.Doc = Documentation(r.documentation(value))
	case "title_patterns":
		t.CustomTitlePatterns = true
	case "autorequire", "autobefore", "autosubscribe", "autonotify":
		if hash := r.value(value); hash.kind == hashNode {
			for i := 0; i < len(hash.args); i += 2 {
				if name, span, ok := r.name(hash.args[i]); ok {
					t.Automatic = append(t.Automatic, Automatic{Kind: key, Type: name, Span: span})
				}
			}
		}
	}
}

func (r *reader) registeredAttributes(t *ResourceType, value *node) {
	hash := r.value(value)
	if hash.kind != hashNode {
		t.open("its attributes are computed")
		// Something.merge(…) has at least the attributes of the literal hash.
		if hash.kind != callNode || hash.text != "merge" || hash.receiver == nil {
			return
		}
		if hash = r.value(hash.receiver); hash.kind != hashNode {
			return
		}
	}
	for i := 0; i+1 < len(hash.args); i += 2 {
		name, span, ok := "", source.Span{}, false
		if hash.args[i] != nil {
			name, span, ok = r.name(hash.args[i])
		}
		if !ok {
			t.open("an attribute's name is computed")
			continue
		}
		a := &Attribute{Name: name, Span: span, Kind: Property}
		t.Attributes = append(t.Attributes, a)
		r.registeredAttribute(a, hash.args[i+1])
	}
}

func (r *reader) registeredAttribute(a *Attribute, value *node) {
	hash := r.value(value)
	if hash.kind != hashNode {
		a.Open = true
		return
	}
	call := &node{kind: callNode, args: []*node{hash}}
	typeNode, known := call.option("type")
	a.Open = a.Open || !known || typeNode == nil
	if typeNode != nil {
		text := r.typeText(typeNode)
		a.Type, a.TypeSpan = text.Text, text.Span
		a.Open = a.Open || text.Text == ""
	}
	if desc, _ := call.option("desc"); desc != nil {
		a.Doc = Documentation(r.documentation(desc))
	}
	for _, spelling := range []string{"behaviour", "behavior"} {
		behaviour, _ := call.option(spelling)
		if behaviour == nil {
			continue
		}
		text, _, ok := r.name(behaviour)
		a.Open = a.Open || !ok
		switch text {
		case "namevar":
			a.Namevar, a.Kind = true, Parameter
		case "parameter":
			a.Kind = Parameter
		case "read_only":
			a.ReadOnly = true
		}
	}
	if value, _ := call.option("default"); value != nil {
		a.Default.Exists = true
		a.Default.Literal, a.Default.Known = r.literal(value)
	}
}

// typeText reads a string that contains a Puppet type.
func (r *reader) typeText(n *node) TypeText {
	resolved := r.value(n)
	if resolved == nil || resolved.kind != stringNode || resolved.computed {
		return TypeText{}
	}
	return TypeText{Text: resolved.text, Span: resolved.textSpan}
}
