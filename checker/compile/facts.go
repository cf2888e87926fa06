package compile

import (
	"errors"
	"slices"

	"puppet-lint/internal/document"
	"puppet-lint/internal/document/ruby"
	"puppet-lint/module/builtin"
	"puppet-lint/types"
)

// ReadFacts reads facts in the form that facter and puppet print: a hash of facts, or a hash that
// has them under "values" or "facts".
func ReadFacts(root *document.Node) (*types.Hash, error) {
	if root == nil || root.Resolve().Kind != document.Mapping {
		return nil, errors.New("it holds no hash of facts")
	}
	value, ok := plainValue(root.Resolve(), 0).(*types.Hash)
	if !ok {
		return nil, errors.New("it holds values other than data")
	}
	for _, key := range []string{"values", "facts"} {
		if inner, found := value.GetString(key); found {
			if facts, ok := inner.(*types.Hash); ok {
				return facts, nil
			}
		}
	}
	return value, nil
}

// GivenFact returns the type of a fact, or of the part of it that further names select, if the facts
// are given. It returns Undef for a fact that certainly does not exist, and nil for anything else.
func (s *scope) GivenFact(names []string) types.Type {
	if s.k.facts == nil {
		return nil
	}
	value := s.k.fact(names[0])
	if value == nil || value == s.Undef && len(names) > 1 {
		return nil
	}
	part, known := s.constantPart(value, names[1:])
	if !known {
		return nil
	}
	return part
}

// fact returns the type of a fact: Undef if it certainly does not exist, and nil if it is not known.
func (k *compilation) fact(name string) types.Type {
	if value, ok := k.facts.GetString(name); ok {
		return k.mainEvaluator(nil).TypeOfValue(value)
	}
	if k.mayHaveFact(name) {
		return nil
	}
	return k.Undef
}

// mayHaveFact reports whether the node may have a fact that is not given: one that the tree
// defines, one that only the agent adds, or one that facter does not print by default.
func (k *compilation) mayHaveFact(name string) bool {
	if _, isCustom := slices.BinarySearch(k.CustomFacts().Names, name); isCustom || factsOfAgent[name] || k.Tree.Facts.MayBeExternal(name) || builtin.LegacyFact(name) != nil {
		return true
	}
	return slices.ContainsFunc(k.CustomFacts().Patterns, func(pattern ruby.NamePattern) bool { return pattern.Matches(name) })
}

// factsOfAgent are the facts that the agent adds to those of facter.
var factsOfAgent = map[string]bool{"clientcert": true, "clientversion": true, "clientnoop": true, "puppetversion": true, "agent_specified_environment": true, "environment": true}
