package ruby

import (
	"slices"
	"strings"

	"puppet-lint/internal/source"
)

// Uses holds the names from outside that a piece of Ruby code, such as a template's, certainly
// uses.
type Uses struct {
	// Variables are the uses of instance variables and of scope['name'].
	Variables []VariableUse
	// Calls are calls on the Puppet scope.
	Calls []ScopeCall
	// Names are bare names that the code does not define. Ruby treats them as calls of methods
	// without arguments.
	Names []NameUse
	// Blocks are the conditions, loops, definitions and blocks with an end or a closing brace, in
	// text order.
	Blocks []source.Span
	// Open is true if the code may use or set more than is listed, or if it is not understood.
	Open bool
}

// VariableUse is a use of a variable.
type VariableUse struct {
	// Name is the name without @ and a leading "::".
	Name string
	// Span is the span of the name (with the @ of an instance variable).
	Span source.Span
	// Scope is true for scope['name'] and similar uses, Absolute for a leading "::".
	Scope, Absolute bool
	// Tested is true if this use tests whether the variable has a value.
	Tested bool
	// Assigned is true if this use sets the variable.
	Assigned bool
}

// ScopeCall is scope.function_name(…) or scope.call_function('name', …).
type ScopeCall struct {
	Name string
	Span source.Span
	// Legacy is true for function_name.
	Legacy bool
	// Strings are the arguments that are literal strings, in order. A "" with an empty span
	// represents any other argument.
	Strings []TypeText
}

// NameUse is a bare name.
type NameUse struct {
	Name string
	Span source.Span
}

// ReadUses returns the uses in text.
func (r *Reader) ReadUses(text string) *Uses {
	if len(text) > MaxSize {
		return &Uses{Open: true}
	}
	statements, failed := r.parse(text)
	u := &usesReader{result: &Uses{Open: failed}, locals: map[string]bool{}}
	walkAll(statements, func(n *node) bool {
		u.collectBlocks(n, text)
		return u.collectLocals(n)
	})
	for _, statement := range statements {
		u.read(statement, false)
	}
	slices.SortStableFunc(u.result.Variables, func(a, b VariableUse) int { return int(a.Span.Start - b.Span.Start) })
	if u.result.Open {
		u.result.Names = nil
	}
	return u.result
}

type usesReader struct {
	result *Uses
	// locals are the names that are variables or methods anywhere.
	locals map[string]bool
}

// collectBlocks adds the blocks that a node makes.
func (u *usesReader) collectBlocks(n *node, text string) {
	add := func(span source.Span) {
		if code := text[span.Start:span.End]; strings.HasSuffix(code, "end") || strings.HasSuffix(code, "}") {
			u.result.Blocks = append(u.result.Blocks, span)
		}
	}
	if n.kind == controlNode || n.kind == defNode || n.kind == classNode || n.kind == moduleNode {
		add(n.span)
	}
	if n.block != nil {
		add(n.block.span)
	}
}

func (u *usesReader) collectLocals(n *node) bool {
	u.collectParameters(n.parameters)
	if n.block != nil {
		u.collectParameters(n.block.parameters)
	}
	switch n.kind {
	case assignNode:
		for _, target := range n.args[:len(n.args)-1] {
			u.collectTarget(target)
		}
	case defNode:
		u.locals[n.text] = true
	case controlNode:
		// rescue => name
		if n.text == "rescue" {
			for _, arg := range n.args {
				u.collectTarget(arg)
			}
		}
	case regexNode:
		// A named group may define a variable.
		if strings.Contains(n.text, "(?<") {
			for _, part := range strings.Split(n.text, "(?<")[1:] {
				name, _, _ := strings.Cut(part, ">")
				u.locals[name] = true
			}
		}
	}
	return true
}

func (u *usesReader) collectParameters(parameters []parameter) {
	for _, p := range parameters {
		u.locals[p.name] = true
		u.collectParameters(p.parts)
	}
}

func (u *usesReader) collectTarget(n *node) {
	switch {
	case n.kind == callNode && n.receiver == nil && len(n.args) == 0:
		u.locals[n.text] = true
	case n.kind == arrayNode || n.kind == splatNode:
		for _, inner := range n.args {
			u.collectTarget(inner)
		}
	}
}

// read finds the uses in n. tested is true if the code only tests whether n has a value.
func (u *usesReader) read(n *node, tested bool) {
	if n == nil {
		return
	}
	switch n.kind {
	case instanceVariableNode:
		u.result.Variables = append(u.result.Variables, VariableUse{Name: n.text, Span: variableSpan(n), Tested: tested})
		return
	case definedNode:
		u.readAll(n.args, true)
		return
	case operatorNode:
		logical := isTest(n.text)
		for i, arg := range n.args {
			// The fallback of "a || b" and "a rescue b" is not tested.
			fallback := i > 0 && (n.text == "||" || n.text == "or" || n.text == "&&" || n.text == "and" || n.text == "rescue")
			u.read(arg, logical && !fallback || fallback && tested)
		}
		return
	case controlNode:
		u.readAll(n.args, n.text != "for" && n.text != "rescue")
		u.readAll(n.body, tested && n.text == "?")
		return
	case assignNode:
		u.assignment(n)
		return
	case callNode:
		u.call(n, tested)
		return
	}
	u.read(n.receiver, false)
	u.readAll(n.args, tested && n.kind == unknownNode)
	u.readAll(n.body, false)
	if n.block != nil {
		u.readAll(n.block.body, false)
	}
}

// variableSpan returns the span of an instance variable, which may be in parentheses.
func variableSpan(n *node) source.Span {
	return source.Span{Start: n.textSpan.Start - 1, End: n.textSpan.End}
}

func (u *usesReader) readAll(nodes []*node, tested bool) {
	for _, n := range nodes {
		u.read(n, tested)
	}
}

// isTest reports whether an operator does not fail for nil.
func isTest(op string) bool {
	switch op {
	case "||", "or", "&&", "and", "!", "==", "!=", "===", "=~", "!~", "rescue":
		return true
	}
	return false
}

func (u *usesReader) assignment(n *node) {
	for _, target := range n.args[:len(n.args)-1] {
		if target.kind == instanceVariableNode {
			u.result.Variables = append(u.result.Variables, VariableUse{
				Name: target.text, Span: variableSpan(target), Assigned: true, Tested: n.text == "||=" || n.text == "&&=",
			})
		} else if !(target.kind == callNode && target.receiver == nil && len(target.args) == 0) {
			u.read(target, false)
		}
	}
	u.read(n.args[len(n.args)-1], false)
}

// testingMethods are methods that test whether the receiver is nil.
var testingMethods = map[string]bool{
	"nil?": true, "is_a?": true, "kind_of?": true, "instance_of?": true, "respond_to?": true, "to_s": true, "to_a": true,
	"inspect": true, "!": true, "==": true, "class": true,
}

// openingMethods may use or set variables that are not visible.
var openingMethods = map[string]bool{
	"eval": true, "instance_eval": true, "class_eval": true, "instance_exec": true, "binding": true, "instance_variable_set": true,
	"instance_variables": true, "send": true, "__send__": true, "public_send": true, "method": true, "define_method": true,
	"load": true, "local_variable_set": true,
}

func (u *usesReader) call(n *node, tested bool) {
	switch {
	case n.text == "instance_variable_get" || n.text == "instance_variable_defined?":
		u.instanceVariableByName(n)
		return
	case n.receiver == nil && (n.text == "has_variable?"):
		u.scopeVariable(n, true)
	case isScope(n.receiver):
		u.scopeCall(n, tested)
	case openingMethods[n.text]:
		u.result.Open = true
	case n.receiver == nil && len(n.args) == 0 && !n.parenthesized && n.block == nil && !u.locals[n.text] && isPlainName(n.text) && n.textSpan.Len() == len(n.text):
		u.result.Names = append(u.result.Names, NameUse{Name: n.text, Span: n.textSpan})
	}
	u.read(n.receiver, testingMethods[n.text] || n.safeNavigation())
	u.readAll(n.args, n.receiver == nil && n.text == "Array" || n.text == "include?")
	if n.block != nil {
		u.readAll(n.block.body, false)
	}
}

// isPlainName reports whether a name is not one of the words that the parser keeps as calls.
func isPlainName(name string) bool {
	switch name {
	case "return", "break", "next", "yield", "super", "raise":
		return false
	}
	if len(name) == 2 && name[0] == '_' && '1' <= name[1] && name[1] <= '9' {
		return false // _1 and so on: parameters of a block that declares none
	}
	return name != "" && ('a' <= name[0] && name[0] <= 'z' || name[0] == '_') && !strings.HasSuffix(name, "?") && !strings.HasSuffix(name, "!")
}

// safeNavigation reports whether the call is written with "&.".
func (n *node) safeNavigation() bool { return n.options == "&." }

func isScope(n *node) bool {
	return n != nil && (n.isCall("scope") && len(n.args) == 0 || n.kind == instanceVariableNode && n.text == "__scope__")
}

// instanceVariableByName reads instance_variable_get('@x').
func (u *usesReader) instanceVariableByName(n *node) {
	if len(n.args) == 1 {
		if name, ok := n.args[0].literalName(); ok && strings.HasPrefix(name, "@") {
			u.result.Variables = append(u.result.Variables, VariableUse{Name: name[1:], Span: n.args[0].textSpan, Tested: true})
			return
		}
	}
	u.result.Open = true
}

// scopeCall reads a call on the scope.
func (u *usesReader) scopeCall(n *node, tested bool) {
	switch {
	case n.text == "[]" || n.text == "lookupvar":
		u.scopeVariable(n, tested)
	case n.text == "setvar":
		if name, ok := firstName(n); ok {
			u.result.Variables = append(u.result.Variables, VariableUse{Name: name, Span: n.args[0].textSpan, Scope: true, Assigned: true})
		} else {
			u.result.Open = true
		}
	case n.text == "include?" || n.text == "exist?" || n.text == "bound?":
		u.scopeVariable(n, true)
	case n.text == "call_function" && len(n.args) > 0:
		name, ok := n.args[0].literalName()
		if !ok {
			return
		}
		u.result.Calls = append(u.result.Calls, ScopeCall{Name: name, Span: n.args[0].textSpan, Strings: literalStrings(n.args[1:])})
	case strings.HasPrefix(n.text, "function_"):
		span := n.textSpan
		span.Start += int32(len("function_"))
		u.result.Calls = append(u.result.Calls, ScopeCall{Name: n.text[len("function_"):], Span: span, Legacy: true, Strings: literalStrings(n.args)})
	case openingMethods[n.text]:
		u.result.Open = true
	}
}

// firstName returns the name in a call's first argument.
func firstName(n *node) (string, bool) {
	if len(n.args) == 0 {
		return "", false
	}
	return n.args[0].literalName()
}

func (u *usesReader) scopeVariable(n *node, tested bool) {
	if len(n.args) == 0 {
		return
	}
	name, ok := n.args[0].literalName()
	if !ok || n.args[0].kind != stringNode {
		return
	}
	use := VariableUse{Span: n.args[0].textSpan, Scope: true, Tested: tested}
	use.Name, use.Absolute = strings.CutPrefix(name, "::")
	u.result.Variables = append(u.result.Variables, use)
}

// literalStrings returns the literal strings in arguments, which may be in one array.
func literalStrings(args []*node) []TypeText {
	if len(args) == 1 && args[0].kind == arrayNode {
		args = args[0].args
	}
	var texts []TypeText
	for _, arg := range args {
		if arg.kind == stringNode && !arg.computed {
			texts = append(texts, TypeText{Text: arg.text, Span: arg.textSpan})
		} else {
			texts = append(texts, TypeText{})
		}
	}
	return texts
}
