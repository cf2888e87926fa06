package ruby

import "strings"

// function reads Puppet::Functions.create_function(:name) do … end.
func (r *reader) function(call *node, certain bool) bool {
	if len(call.args) == 0 {
		return false
	}
	name, span, ok := r.name(call.args[0])
	if !ok {
		r.result.Open = true
		return true
	}
	f := &Function{Name: name, Span: span, Open: !certain || call.block == nil, Doc: Documentation(r.commentAbove(call.span.Start))}
	r.result.Functions = append(r.result.Functions, f)
	if len(call.args) > 1 {
		switch base := call.args[1]; {
		case isConstantNamed(base, "InternalFunction"):
			f.Internal = true
		case base.kind == constantNode && (base.text == "Puppet::Functions::Function" || base.text == "Function"):
		default:
			// Another class may add signatures.
			f.Open = true
		}
	}
	if call.block == nil {
		return true
	}
	body := functionBody{reader: r, result: f, methods: map[string]*node{}}
	body.statements(call.block.body)
	if len(f.Signatures) == 0 && !f.Open {
		body.implicitSignature()
	}
	return true
}

// functionBody is the state of reading the statements of a create_function block.
type functionBody struct {
	*reader
	result    *Function
	methods   map[string]*node
	uncertain bool
}

func (b *functionBody) statements(statements []*node) {
	for _, n := range statements {
		b.statement(n)
	}
}

func (b *functionBody) statement(n *node) {
	switch n.kind {
	case defNode:
		if n.receiver == nil {
			b.methods[n.text] = n
		}
		// A function that overrides call receives the arguments before any dispatch.
		b.result.Open = b.result.Open || n.receiver == nil && n.text == "call"
	case controlNode:
		outer := b.uncertain
		b.uncertain = b.uncertain || n.text != "begin"
		b.statements(n.body)
		b.uncertain = outer
	case callNode:
		if n.receiver != nil && n.receiver.kind != selfNode {
			if !b.unroll(n, b.statements) && mayDispatch(n) {
				b.result.Open = true
			}
			return
		}
		b.call(n)
	}
}

// mayDispatch reports whether signatures are declared anywhere below n.
func mayDispatch(n *node) bool {
	found := strings.HasSuffix(n.text, "_eval") || n.text == "send"
	n.walk(func(inner *node) bool {
		if inner.isCall("dispatch") || inner.isCall("argument_mismatch") || inner.kind == selfNode {
			found = true
		}
		return !found
	})
	return found
}

// harmlessInFunctions are calls in a function's body that declare no signature.
var harmlessInFunctions = map[string]bool{
	"require": true, "require_relative": true, "private": true, "public": true, "protected": true, "attr_reader": true,
	"attr_accessor": true, "attr_writer": true, "raise": true, "fail": true, "define_method": true, "alias_method": true,
	"private_constant": true, "_": true,
}

func (b *functionBody) call(n *node) {
	switch n.text {
	case "dispatch", "argument_mismatch":
		b.signature(n)
	case "local_types":
		b.localTypes(n)
	case "include", "extend", "prepend":
		for _, arg := range n.args {
			b.result.Open = b.result.Open || !isHarmlessModule(arg)
		}
	default:
		if !harmlessInFunctions[n.text] {
			b.result.Open = true
		}
	}
}

func (b *functionBody) signature(n *node) {
	s := &Signature{Mismatch: n.text == "argument_mismatch", Open: b.uncertain || n.block == nil || len(n.args) != 1}
	if len(n.args) > 0 {
		s.Method, s.Span, _ = b.name(n.args[0])
	}
	if len(b.result.Signatures) == 0 {
		b.result.Doc = b.result.Doc.with(b.commentAbove(n.span.Start))
	}
	b.result.Signatures = append(b.result.Signatures, s)
	if n.block != nil {
		for _, statement := range n.block.body {
			b.signatureStatement(s, statement)
		}
	}
	b.result.Open = b.result.Open || s.Open
}

// injected are the parameters that Puppet passes, not the caller.
var injected = map[string]bool{
	"scope_param": true, "script_compiler_param": true, "cache_param": true, "compiler_param": true, "pal_compiler_param": true,
	"pal_catalog_compiler_param": true, "pal_script_compiler_param": true, "inject": true,
}

func (b *functionBody) signatureStatement(s *Signature, n *node) {
	if n.kind != callNode || n.receiver != nil {
		s.Open = true
		return
	}
	switch n.text {
	case "param", "required_param":
		b.parameter(s, n, Required)
	case "optional_param":
		b.parameter(s, n, Optional)
	case "repeated_param", "optional_repeated_param":
		b.parameter(s, n, Repeated)
	case "required_repeated_param":
		b.parameter(s, n, RequiredRepeated)
	case "block_param", "required_block_param", "optional_block_param":
		b.blockParameter(s, n)
	case "return_type":
		if len(n.args) == 1 {
			text := b.typeText(n.args[0])
			s.Returns = &text
			s.Open = s.Open || text.Text == ""
		}
	default:
		s.Open = s.Open || !injected[n.text]
	}
}

func (b *functionBody) parameter(s *Signature, n *node, kind ParameterKind) {
	p := FunctionParameter{Kind: kind}
	if len(n.args) == 2 {
		p.Type = b.typeText(n.args[0])
		p.Name, _, _ = b.name(n.args[1])
	}
	s.Open = s.Open || p.Type.Text == ""
	s.Parameters = append(s.Parameters, p)
}

func (b *functionBody) blockParameter(s *Signature, n *node) {
	block := &BlockParameter{Name: "block", Optional: n.text == "optional_block_param", Type: TypeText{Text: "Callable"}}
	switch len(n.args) {
	case 0:
	case 1:
		block.Name, _, _ = b.name(n.args[0])
	case 2:
		block.Type = b.typeText(n.args[0])
		block.Name, _, _ = b.name(n.args[1])
	}
	s.Open = s.Open || block.Type.Text == ""
	s.Block = block
}

// localTypes reads local_types do type 'Name = Type' … end.
func (b *functionBody) localTypes(n *node) {
	if n.block == nil {
		b.result.Open = true
		return
	}
	for _, statement := range n.block.body {
		text := TypeText{}
		if statement.isCall("type") && len(statement.args) == 1 {
			text = b.typeText(statement.args[0])
		}
		name, definition, ok := strings.Cut(text.Text, "=")
		if !ok {
			b.result.Open = true
			continue
		}
		if skipped := int32(len(name) + 1 + len(definition) - len(strings.TrimLeft(definition, " \t\n"))); text.Span.Len() == len(text.Text) {
			text.Span.Start += skipped
		}
		text.Text = strings.TrimLeft(definition, " \t\n")
		b.result.LocalTypes = append(b.result.LocalTypes, TypeAlias{Name: strings.TrimSpace(name), Type: text})
	}
}

// implicitSignature adds the signature of a function without dispatch. It comes from the
// parameters of the method with the function's name.
func (b *functionBody) implicitSignature() {
	name := b.result.Name[strings.LastIndex(b.result.Name, ":")+1:]
	method := b.methods[name]
	if method == nil {
		b.result.Open = true
		return
	}
	s := &Signature{Method: name, Span: method.textSpan}
	for _, p := range method.parameters {
		kind := Required
		switch p.kind {
		case optionalParameter:
			kind = Optional
		case restParameter:
			kind = Repeated
		case otherParameter:
			// Puppet does not count keywords and blocks.
			b.result.Open = true
			return
		}
		s.Parameters = append(s.Parameters, FunctionParameter{Name: p.name, Kind: kind, Type: TypeText{Text: "Any"}})
	}
	if len(method.parameters) == 1 && method.parameters[0].kind == restParameter {
		bounds := argumentBounds(method.body, method.parameters[0].name)
		s.Guard = &bounds
	}
	b.result.Signatures = []*Signature{s}
}

// legacyFunction reads newfunction(:name, :type => :rvalue, :arity => 1).
func (r *reader) legacyFunction(call *node) bool {
	if len(call.args) == 0 {
		return false
	}
	name, span, ok := r.name(call.args[0])
	if !ok {
		r.result.Open = true
		return true
	}
	f := &LegacyFunction{Name: name, Span: span, Statement: true, KindKnown: true, ArityKnown: true, Arity: -1, Guard: Bounds{0, -1}}
	if call.block != nil && len(call.block.parameters) == 1 && call.block.parameters[0].kind == requiredParameter {
		f.Guard = argumentBounds(call.block.body, call.block.parameters[0].name)
	}
	r.result.LegacyFunctions = append(r.result.LegacyFunctions, f)
	kind, known := call.option("type")
	if !known || len(call.positional()) > 1 {
		f.KindKnown, f.ArityKnown = false, false
	}
	if kind != nil {
		text, _, literal := r.name(kind)
		f.Statement = text != "rvalue"
		f.KindKnown = f.KindKnown && literal
	}
	if doc, _ := call.option("doc"); doc != nil {
		f.Doc = Documentation(r.documentation(doc))
	}
	if f.Doc == "" {
		f.Doc = Documentation(r.commentAbove(call.span.Start))
	}
	if arity, _ := call.option("arity"); arity != nil {
		value, literal := r.literal(arity)
		number, isInteger := integerOf(value)
		f.Arity = number
		f.ArityKnown = f.ArityKnown && literal && isInteger
	}
	return true
}
