package taint

import (
	"strings"

	"puppet-lint/module"
	"puppet-lint/module/builtin"
	"puppet-lint/rules/flow"
	"puppet-lint/syntax"
)

func setOf(texts ...string) map[string]bool {
	set := make(map[string]bool, len(texts))
	for _, text := range texts {
		set[text] = true
	}
	return set
}

var (
	// copiesArguments holds the functions whose result contains their arguments.
	copiesArguments = setOf("join", "sprintf", "flatten", "pick", "pick_default", "prefix", "suffix", "concat", "strip", "chomp", "chop", "lstrip", "rstrip", "downcase", "upcase", "capitalize", "String",
		"merge", "deep_merge", "stdlib::merge", "delete", "delete_undef_values", "unique", "sort", "reverse", "first", "last", "get", "getvar", "dig", "dig44", "keys", "values", "any2array", "Array", "split", "union", "compact",
		"filter", "reverse_each", "slice", "group_by", "to_json", "to_yaml", "to_json_pretty", "stdlib::to_json", "stdlib::to_yaml", "stdlib::to_json_pretty", "to_toml", "stdlib::to_toml", "join_keys_to_values", "hash", "Hash", "tree_each", "Sensitive", "Deferred", "lest", "zip", "indent", "stdlib::indent", "convert_to",
		"hash2stuff", "extlib::dump_args", "notice", "camelcase", "swapcase", "squeeze", "basename", "dirname", "tr", "with", "each")
	// callsBlock holds the functions that pass their first argument, or its elements, to their
	// block.
	callsBlock = setOf("each", "map", "filter", "with", "then", "reduce", "flat_map", "any", "all", "slice", "reverse_each", "unwrap", "group_by", "tree_each", "index", "sort", "partition", "each_with_index")
	// returnsBlock holds the functions that return the result of their block, or a collection of its
	// results.
	returnsBlock = setOf("map", "with", "then", "reduce", "lest", "flat_map", "unwrap")
)

// Sanitizes reports whether the result of a function is safe in a command line.
func Sanitizes(name string) bool {
	lower := strings.ToLower(name)
	return strings.Contains(lower, "escape") || strings.Contains(lower, "quote") || lower == "shell_join"
}

func (s *search) traceCall(e *env, node syntax.Node, unwrapped bool) Path {
	name, arguments := syntax.CalledFunction(node)
	inner := e.within()
	lambda := syntax.LambdaOf(node)
	if named, isNamed := node.(*syntax.CallNamedFunctionExpression); isNamed {
		if reference, isType := named.Functor.(*syntax.QualifiedReference); isType {
			name, arguments = reference.Value, named.Arguments
		}
	}
	if name == "new" && len(arguments) > 0 {
		name, arguments = flow.TypeName(arguments[0]), arguments[1:]
	}
	if name == "Sensitive" && s.kind == Secret {
		return s.traceWrapped(inner, arguments, unwrapped)
	}
	if s.kind == Text && Sanitizes(name) {
		return nil
	}
	if lambda != nil && returnsBlock[name] {
		if path := s.trace(inner, last(lambda.Body), unwrapped || name == "unwrap"); path != nil {
			return path
		}
		if name != "lest" {
			return nil
		}
	}
	switch name {
	case "":
		return nil
	case "unwrap":
		if len(arguments) > 0 {
			return s.trace(inner, arguments[0], true)
		}
		return nil
	case "regsubst":
		if len(arguments) < 2 || s.kind == Text && cleans(arguments[1]) {
			return nil
		}
		return s.trace(inner, arguments[0], unwrapped)
	case "lookup", "hiera":
		return s.traceData(e, node, name, arguments)
	case "fact", "get", "getvar":
		if fact, isFact := factOf(name, arguments); isFact {
			return s.traceFact(e, node, fact)
		}
	case "epp", "inline_epp", "template", "inline_template", "stdlib::deferrable_epp":
		return s.traceTemplate(inner, node, name, arguments, unwrapped)
	}
	if copiesArguments[name] {
		for _, argument := range arguments {
			if path := s.trace(inner, argument, unwrapped); path != nil {
				return computed(path)
			}
		}
		return nil
	}
	return s.traceFunction(e, node, name, arguments, unwrapped)
}

// traceWrapped follows a secret that the code makes Sensitive. It only matters if the code
// unwraps it again.
func (s *search) traceWrapped(e *env, arguments []syntax.Node, unwrapped bool) Path {
	if !unwrapped || len(arguments) == 0 {
		return nil
	}
	path := s.trace(e, arguments[0], false)
	if path != nil {
		path[0].Opened = true
	}
	return path
}

// traceData follows the value that a lookup finds in data.
func (s *search) traceData(e *env, node syntax.Node, name string, arguments []syntax.Node) Path {
	if len(arguments) == 0 {
		return nil
	}
	key, isText := textOf(arguments[0])
	var typeExpr syntax.Node
	if len(arguments) > 1 && name == "lookup" && flow.TypeName(arguments[1]) != "" {
		typeExpr = arguments[1]
	}
	if options, isHash := syntax.Unparenthesized(arguments[len(arguments)-1]).(*syntax.LiteralHash); isHash && name == "lookup" {
		if named := entryOf(options, "name"); named != nil {
			key, isText = textOf(named)
		}
		if wanted := entryOf(options, "value_type"); wanted != nil {
			typeExpr = wanted
		}
	}
	if s.kind != Text || !isText || typeExpr != nil && !s.mayHoldAnyText(typeExpr) {
		return nil
	}
	return s.begin(s.step(e, node, "the data of '"+key+"' may be any text"), "data")
}

// factOf returns the name of the fact that a call reads: fact('a.b'), getvar('facts.a') or
// $facts.get('a').
func factOf(name string, arguments []syntax.Node) (fact string, isFact bool) {
	if len(arguments) == 0 {
		return "", false
	}
	fact, isFact = textOf(arguments[0])
	switch name {
	case "getvar":
		if isFact {
			fact, isFact = strings.CutPrefix(strings.TrimPrefix(fact, "::"), "facts.")
		}
	case "get":
		read, isVariable := syntax.Unparenthesized(arguments[0]).(*syntax.VariableExpression)
		if !isVariable || len(arguments) < 2 || strings.TrimPrefix(read.Name, "::") != "facts" {
			return "", false
		}
		fact, isFact = textOf(arguments[1])
	}
	fact, _, _ = strings.Cut(fact, ".")
	return fact, isFact && fact != ""
}

// traceFact returns the path that begins with a fact, unless it is one of Puppet's own.
func (s *search) traceFact(e *env, node syntax.Node, fact string) Path {
	if s.kind != Text || builtin.FindFact(fact) != nil || builtin.LegacyFact(fact) != nil {
		return nil
	}
	return s.begin(s.step(e, node, "the host decides what the fact '"+fact+"' is"), "the fact '"+fact+"'")
}

// cleans reports whether a pattern of regsubst removes unwanted characters: all except some, or
// those with a meaning in a shell.
func cleans(pattern syntax.Node) bool {
	text, isText := textOf(pattern)
	switch node := syntax.Unparenthesized(pattern).(type) {
	case *syntax.LiteralRegularExpression:
		text, isText = node.Pattern, true
	case *syntax.AccessExpression: // Regexp[/…/], or another type whose pattern is unknown
		return true
	}
	if !isText {
		return true
	}
	return strings.Contains(text, "[^") || strings.Contains(text, `\W`) || strings.ContainsAny(text, "'\"`;&") || strings.Contains(text, `\$`) || strings.Contains(text, `\\\\`)
}

// traceFunction follows the result of a function in the Puppet language.
func (s *search) traceFunction(e *env, node syntax.Node, name string, arguments []syntax.Node, unwrapped bool) Path {
	if s.Modules == nil {
		return nil
	}
	definition := s.Modules.Manifests.Find(module.Function, module.Normalize(name))
	if definition == nil {
		return nil
	}
	function, isFunction := definition.Node.(*syntax.FunctionDefinition)
	if !isFunction || function.Body == nil || s.kind == Text && function.ReturnType != nil && !s.mayHoldAnyText(function.ReturnType) {
		return nil
	}
	called := &env{analysis: s.of(definition.Manifest.File), bound: map[string]bound{}, depth: e.depth + 1}
	for i, parameter := range function.Parameters {
		switch {
		case i < len(arguments):
			called.bound[parameter.Name] = bound{e, arguments[i]}
		default:
			called.bound[parameter.Name] = bound{called, parameter.Value}
		}
	}
	result := last(function.Body)
	if path := s.trace(called, result, unwrapped); path != nil {
		return append(computed(path), s.step(called, result, "returned by "+name+"()"), s.step(e, node, "called here"))
	}
	return nil
}

// mayHoldAnyText reports whether a value of a type may be or contain arbitrary text. Aliases are
// those of the tree.
func (s *search) mayHoldAnyText(typeExpr syntax.Node) bool {
	return flow.MayHoldAnyText(typeExpr, func(name string) syntax.Node {
		if s.Modules == nil {
			return nil
		}
		definition := s.Modules.Manifests.Find(module.TypeAlias, module.Normalize(name))
		if definition == nil {
			return nil
		}
		if alias, isAlias := definition.Node.(*syntax.TypeAlias); isAlias {
			return alias.TypeExpr
		}
		return nil
	})
}

// literalHash returns the literal hash of an expression, or of the variable that it reads.
func (f *Finder) literalHash(file *syntax.File, node syntax.Node) (*syntax.LiteralHash, bool) {
	switch node := syntax.Unparenthesized(node).(type) {
	case *syntax.LiteralHash:
		return node, true
	case *syntax.VariableExpression:
		if variable := f.of(file).VariableOf(node); variable != nil && variable.Parameter == nil && len(variable.Values) == 1 {
			hash, isHash := syntax.Unparenthesized(variable.Values[0]).(*syntax.LiteralHash)
			return hash, isHash
		}
	}
	return nil, false
}

// Attribute returns the value of an attribute of a resource body, including those of splatted
// literal hashes. It returns nil if the value is not literally in the file.
func (f *Finder) Attribute(file *syntax.File, body *syntax.ResourceBody, name string) syntax.Node {
	for _, operation := range body.Operations {
		switch operation := operation.(type) {
		case *syntax.AttributeOperation:
			if operation.Name == name {
				return operation.Value
			}
		case *syntax.AttributesOperation:
			if hash, isHash := f.literalHash(file, operation.Expr); isHash {
				if value := entryOf(hash, name); value != nil {
					return value
				}
			}
		}
	}
	return nil
}

// Values returns the literal list or hash that is assigned to the variable that node reads, or
// node itself.
func (f *Finder) Values(file *syntax.File, node syntax.Node) syntax.Node {
	if read, isVariable := syntax.Unparenthesized(node).(*syntax.VariableExpression); isVariable {
		if variable := f.of(file).VariableOf(read); variable != nil && variable.Parameter == nil && len(variable.Values) == 1 {
			switch value := syntax.Unparenthesized(variable.Values[0]).(type) {
			case *syntax.LiteralList, *syntax.LiteralHash:
				return value
			}
		}
	}
	return syntax.Unparenthesized(node)
}
