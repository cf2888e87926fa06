package program

import (
	"strings"

	"puppet-lint/internal/document/ruby"
	"puppet-lint/internal/lazyregexp"
	"puppet-lint/module"
	"puppet-lint/module/builtin"
	"puppet-lint/types"
)

// Function is a callable function, as call sites see it.
type Function struct {
	Name string
	// Definition is the definition of a function written in Puppet, nil for others.
	Definition *Definition
	// Builtin marks a function of Puppet itself or of stdlib, to which the models apply.
	Builtin bool
	// Core marks a function of the 4.x API that Puppet itself has.
	Core bool
	// Discontinued marks a function whose every call fails.
	Discontinued bool
	// Legacy marks a function of the 3.x API: least and most bound the number of its arguments.
	// Most is -1 if there is no bound.
	Legacy      bool
	Least, Most int
	// Signatures of a function of the 4.x API, in the order in which Puppet tries them.
	Signatures []*Signature
	// Open means that the function is not fully known.
	Open bool
}

// Signature is one way to call a function.
type Signature struct {
	names []string
	Types []types.Type
	// Least and most bound the number of arguments. Most is -1 if there is no bound; then the
	// last type applies to all further arguments.
	Least, Most int
	// Block is the type of the lambda, nil if the function accepts none.
	Block         types.Type
	BlockOptional bool
	// Returns is the type of the result, nil if none is declared.
	Returns types.Type
	// Mismatch marks a signature that exists to fail: a call that matches it is an error with
	// its own message.
	Mismatch bool
	Open     bool
}

// TypeOfParameter returns the type of the argument at a position.
func (s *Signature) TypeOfParameter(position int) types.Type {
	return s.Types[min(position, len(s.Types)-1)]
}

// NameOfParameter returns the name of the parameter for the argument at a position.
func (s *Signature) NameOfParameter(position int) string {
	return s.names[min(position, len(s.names)-1)]
}

// FindFunction returns the function that a call of name reaches, or nil.
func (p *Program) FindFunction(name string) *Function {
	return p.functions.Get(name, func() *Function { return p.loadFunction(name) })
}

// maxSignatures limits the number of signatures that a call is compared with one by one. No
// real function has as many.
const maxSignatures = 128

func (p *Program) loadFunction(name string) *Function {
	if definition := p.Find(module.Function, name); definition != nil {
		if definition.IsSignatureDamaged {
			return &Function{Name: name, Open: true}
		}
		return &Function{Name: name, Definition: definition}
	}
	if definition := p.Find(module.Plan, name); definition != nil {
		return &Function{Name: name, Open: true}
	}
	found := p.Tree.Plugins.FindFunction(name)
	if found == nil {
		return nil
	}
	isOwn := found.Builtin != nil || found.Module != nil && found.Module.Name == "stdlib"
	result := &Function{Name: name, Builtin: isOwn, Open: found.Unreadable}
	if found.Builtin != nil {
		result.Core = found.Builtin.Module == "" && found.Legacy == nil
		result.Discontinued = found.Builtin.Discontinued
	}
	switch {
	case found.Legacy != nil:
		result.Legacy = true
		result.Least, result.Most = found.Legacy.Minimum(), found.Legacy.Arity
		if found.Legacy.Arity < 0 || !found.Legacy.ArityKnown {
			result.Most = -1
		}
		if !found.Legacy.ArityKnown {
			result.Least = 0
		}
		result.Least = max(result.Least, found.Legacy.Guard.Least)
		if most := found.Legacy.Guard.Most; most >= 0 && (result.Most < 0 || most < result.Most) {
			result.Most = most
		}
		if isOwn {
			least, returns := p.interpret.ModeledFunction(name)
			result.Least = max(result.Least, least)
			if returns != "" {
				result.Signatures = []*Signature{{Most: -1, Returns: p.ParseType(returns)}}
			}
		}
	case found.Function != nil:
		result.Open = result.Open || found.Open
		parse := p.ParseTypeOnBolt // functions of modules may name Bolt's types
		if isOwn {
			parse = p.ParseType
		}
		of := found.In(p.Target)
		if len(of.Signatures) > maxSignatures {
			result.Open = true
			break
		}
		result.Signatures = p.SignaturesOf(name, of, isOwn, parse)
	}
	return result
}

// SignaturesOf converts the dispatches of a Ruby function into signatures. parse parses their
// types.
func (p *Program) SignaturesOf(name string, from *ruby.Function, isOwn bool, parse func(text string) types.Type) []*Signature {
	local := map[string]string{}
	for _, alias := range from.LocalTypes {
		local[alias.Name] = alias.Type.Text
	}
	signatures := make([]*Signature, 0, len(from.Signatures))
	for _, dispatch := range from.Signatures {
		signature := &Signature{Mismatch: dispatch.Mismatch, Open: dispatch.Open}
		for _, parameter := range dispatch.Parameters {
			signature.names = append(signature.names, parameter.Name)
			signature.Types = append(signature.Types, ParseLocalType(parameter.Type.Text, local, parse))
			switch parameter.Kind {
			case ruby.Required:
				signature.Least++
				signature.Most++
			case ruby.Optional:
				signature.Most++
			case ruby.RequiredRepeated:
				signature.Least++
				signature.Most = -1
			case ruby.Repeated:
				signature.Most = -1
			}
		}
		if dispatch.Guard != nil {
			signature.Least, signature.Most = dispatch.Guard.Least, dispatch.Guard.Most
		}
		if dispatch.Block != nil {
			signature.Block = ParseLocalType(dispatch.Block.Type.Text, local, parse)
			signature.BlockOptional = dispatch.Block.Optional
		}
		if dispatch.Returns != nil {
			signature.Returns = ParseLocalType(dispatch.Returns.Text, local, parse)
		} else if _, text := p.interpret.ModeledFunction(name); text != "" && isOwn {
			signature.Returns = p.ParseType(text)
		}
		signatures = append(signatures, signature)
	}
	return signatures
}

// MaxLocalType limits the length of a type's text after the aliases in it have been replaced.
// Aliases that name others twice would double it with each step.
const MaxLocalType = 1 << 14

var typeName = lazyregexp.New(`[A-Z]\w*(?:::[A-Z]\w*)*`)

// ParseLocalType parses a type of a Ruby function, which may name the function's own aliases.
// An alias inside its own definition becomes Any, and so does a type that is too long. Any
// accepts more values than the type, so it causes no wrong finding.
func ParseLocalType(text string, local map[string]string, parse func(text string) types.Type) types.Type {
	active := map[string]bool{}
	length := len(text)
	var expand func(text string) string
	expand = func(text string) string {
		return typeName.ReplaceAllStringFunc(text, func(name string) string {
			definition, isLocal := local[name]
			if !isLocal {
				return name
			}
			if length += len(definition); active[name] || length > MaxLocalType {
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

// BroughtByOthers reports whether Bolt, PuppetDB or Puppet Enterprise defines a function with
// the given name in lower case. No module of a tree contains these.
func BroughtByOthers(name string) bool {
	if builtin.FindBoltFunction(name) != nil {
		return true
	}
	switch name {
	case "without_plan_logging", "file_upload": // Bolt no longer has these
		return true
	}
	if strings.HasPrefix(name, "pe_") { // facts of Puppet Enterprise, such as pe_build_version
		return true
	}
	namespace, _, _ := strings.Cut(name, "::")
	switch namespace {
	case "boltlib", "coll", "ctrl", "dir", "file", "format", "log", "out", "prompt", "system":
		return namespace != name
	}
	return false
}
