package checker

import (
	"puppet-lint/internal/document/ruby"
	"puppet-lint/internal/lazyregexp"
	"puppet-lint/module"
)

// function is a callable function, as call sites see it.
type function struct {
	name string
	// definition is the definition of a function written in Puppet, nil for others.
	definition *definition
	// builtin marks a function of Puppet itself or of stdlib, to which the models apply.
	builtin bool
	// core marks a function of the 4.x API that Puppet itself has.
	core bool
	// discontinued marks a function whose every call fails.
	discontinued bool
	// legacy marks a function of the 3.x API: least and most bound the number of its arguments.
	// most is -1 if there is no bound.
	legacy      bool
	least, most int
	// signatures of a function of the 4.x API, in the order in which Puppet tries them.
	signatures []*signature
	// open means that the function is not fully known.
	open bool
}

// signature is one way to call a function.
type signature struct {
	names []string
	types []Type
	// least and most bound the number of arguments. most is -1 if there is no bound; then the
	// last type applies to all further arguments.
	least, most int
	// block is the type of the lambda, nil if the function accepts none.
	block         Type
	blockOptional bool
	// returns is the type of the result, nil if none is declared.
	returns Type
	// mismatch marks a signature that exists to fail: a call that matches it is an error with
	// its own message.
	mismatch bool
	open     bool
}

// typeOfParameter returns the type of the argument at a position.
func (s *signature) typeOfParameter(position int) Type {
	return s.types[min(position, len(s.types)-1)]
}

// nameOfParameter returns the name of the parameter for the argument at a position.
func (s *signature) nameOfParameter(position int) string {
	return s.names[min(position, len(s.names)-1)]
}

// findFunction is the function that a call of name reaches, or nil.
func (p *program) findFunction(name string) *function {
	return p.functions.get(name, func() *function { return p.loadFunction(name) })
}

func (p *program) loadFunction(name string) *function {
	if definition := p.find(module.Function, name); definition != nil {
		if definition.isHeadDamaged {
			return &function{name: name, open: true}
		}
		return &function{name: name, definition: definition}
	}
	if definition := p.find(module.Plan, name); definition != nil {
		return &function{name: name, open: true}
	}
	found := p.tree.FindRubyFunction(name)
	if found == nil {
		return nil
	}
	isOwn := found.Builtin != nil || found.Module != nil && found.Module.Name == "stdlib"
	result := &function{name: name, builtin: isOwn, open: found.Unreadable}
	if found.Builtin != nil {
		result.core = found.Builtin.Module == "" && found.Legacy == nil
		result.discontinued = found.Builtin.Discontinued
	}
	switch {
	case found.Legacy != nil:
		result.legacy = true
		result.least, result.most = found.Legacy.Minimum(), found.Legacy.Arity
		if found.Legacy.Arity < 0 || !found.Legacy.ArityKnown {
			result.most = -1
		}
		if !found.Legacy.ArityKnown {
			result.least = 0
		}
		result.least = max(result.least, found.Legacy.Guard.Least)
		if most := found.Legacy.Guard.Most; most >= 0 && (result.most < 0 || most < result.most) {
			result.most = most
		}
		if isOwn {
			least, returns := p.interpret.ModeledFunction(name)
			result.least = max(result.least, least)
			if returns != "" {
				result.signatures = []*signature{{most: -1, returns: p.parseType(returns)}}
			}
		}
	case found.Function != nil:
		result.open = result.open || found.Open
		parse := p.parseTypeOnBolt // where a module names a type of Bolt's, it means that
		if isOwn {
			parse = p.parseType
		}
		result.signatures = p.signaturesOf(name, found.In(p.target), isOwn, parse)
	}
	return result
}

// signaturesOf converts the dispatches of a Ruby function into signatures. parse parses their
// types.
func (p *program) signaturesOf(name string, from *ruby.Function, isOwn bool, parse func(text string) Type) []*signature {
	local := map[string]string{}
	for _, alias := range from.LocalTypes {
		local[alias.Name] = alias.Type.Text
	}
	signatures := make([]*signature, 0, len(from.Signatures))
	for _, dispatch := range from.Signatures {
		signature := &signature{mismatch: dispatch.Mismatch, open: dispatch.Open}
		for _, parameter := range dispatch.Parameters {
			signature.names = append(signature.names, parameter.Name)
			signature.types = append(signature.types, parseLocalType(parameter.Type.Text, local, parse))
			switch parameter.Kind {
			case ruby.Required:
				signature.least++
				signature.most++
			case ruby.Optional:
				signature.most++
			case ruby.RequiredRepeated:
				signature.least++
				signature.most = -1
			case ruby.Repeated:
				signature.most = -1
			}
		}
		if dispatch.Guard != nil {
			signature.least, signature.most = dispatch.Guard.Least, dispatch.Guard.Most
		}
		if dispatch.Block != nil {
			signature.block = parseLocalType(dispatch.Block.Type.Text, local, parse)
			signature.blockOptional = dispatch.Block.Optional
		}
		if dispatch.Returns != nil {
			signature.returns = parseLocalType(dispatch.Returns.Text, local, parse)
		} else if _, text := p.interpret.ModeledFunction(name); text != "" && isOwn {
			signature.returns = p.parseType(text)
		}
		signatures = append(signatures, signature)
	}
	return signatures
}

// maxLocalType bounds the text of a type after the aliases in it have been replaced, since
// aliases that name others twice double it with each step.
const maxLocalType = 1 << 14

var typeName = lazyregexp.New(`[A-Z]\w*(?:::[A-Z]\w*)*`)

// parseLocalType parses a type of a Ruby function, which may name the function's own
// aliases. An alias inside its own definition becomes Any, which accepts more than it
// does, and so does a type that is too long.
func parseLocalType(text string, local map[string]string, parse func(text string) Type) Type {
	active := map[string]bool{}
	length := len(text)
	var expand func(text string) string
	expand = func(text string) string {
		return typeName.ReplaceAllStringFunc(text, func(name string) string {
			definition, isLocal := local[name]
			if !isLocal {
				return name
			}
			if length += len(definition); active[name] || length > maxLocalType {
				return "Any"
			}
			active[name] = true
			defer delete(active, name)
			return expand(definition)
		})
	}
	if len(local) > 0 {
		text = expand(text)
	}
	return parse(text)
}
