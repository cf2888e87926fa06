package compile

import (
	"slices"

	"puppet-lint/checker/program"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// addedIncludes returns the calls of include that the body of a class or node has more than in the
// earlier version, with the names of the classes. ok is false if the bodies differ in anything else.
func addedIncludes(difference syntax.Difference, old, now *module.Manifest) (added map[syntax.Node][]string, ok bool) {
	last := len(difference.After) - 1
	after, isBody := difference.After[last].(*syntax.BlockExpression)
	before, wasBody := difference.Before[last].(*syntax.BlockExpression)
	if !isBody || !wasBody || last == 0 || !isEvaluatedOnce(difference.After[last-1]) {
		return nil, false
	}
	added = map[syntax.Node][]string{}
	left := before.Statements
	for _, statement := range after.Statements {
		if len(left) > 0 && syntax.SameTokens(old.File, left[0], now.File, statement) {
			left = left[1:]
			continue
		}
		names := namesIncluded(statement)
		if names == nil {
			return nil, false
		}
		added[statement] = names
	}
	return added, len(left) == 0
}

// isEvaluatedOnce reports whether a catalog evaluates the body of a definition at most once.
func isEvaluatedOnce(definition syntax.Node) bool {
	switch definition.(type) {
	case *syntax.HostClassDefinition, *syntax.NodeDefinition:
		return true
	}
	return false
}

// namesIncluded returns the names of the classes if a statement is a call of include with literal
// names; otherwise nil.
func namesIncluded(statement syntax.Node) (names []string) {
	call, isCall := statement.(*syntax.CallNamedFunctionExpression)
	if !isCall || call.Lambda != nil || program.LiteralText(call.Functor) != "include" {
		return nil
	}
	for _, argument := range call.Arguments {
		name := module.Normalize(program.LiteralText(argument))
		if name == "" {
			return nil
		}
		names = append(names, name)
	}
	return names
}

// includes returns the names of the classes if a node is an added call of include.
func (w *Watch) includes(node syntax.Node) []string {
	if w == nil {
		return nil
	}
	return w.included[node]
}

// includesAgain records the evaluation of an added call of include. The call changes nothing if its
// classes have been declared on every path, as Puppet then only finds them in the catalog. This is
// not certain if code that is not known may come upon the call before a class is declared, or if a
// round began with classes that are declared later.
func (k *compilation) includesAgain(s *scope, call syntax.Node) {
	isDeclared := func(name string) bool {
		if s.resource != nil && s.resource.kind.Name == "class" && s.resource.kind.Defined.Name == name {
			return true
		}
		known := k.classes[name]
		return known != nil && known.resource.Certain && known.isFirst && len(k.uncertain) == 0
	}
	names := k.watch.includes(call)
	if slices.ContainsFunc(names, func(name string) bool { return !isDeclared(name) }) {
		k.used.Code = true
		return
	}
	k.repeated[call] = true
}
