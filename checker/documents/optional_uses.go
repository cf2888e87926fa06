package documents

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"puppet-lint/internal/rubyregexp"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// tokenRange is a range of tokens, both ends inclusive.
type tokenRange struct{ first, last int }

// optionalParts returns the parts of a program that only run if a user asks for them: branches
// that the defaults of the parameters do not take, and branches that test whether a class, type
// or module exists. Modules that only these parts use are soft dependencies, which metadata
// need not list. The ranges are sorted and do not overlap.
func optionalParts(program *syntax.Program) (found []tokenRange) {
	for _, node := range program.Definitions {
		switch node.(type) {
		case *syntax.HostClassDefinition, *syntax.ResourceTypeDefinition:
		default:
			continue
		}
		branches := defaultBranches{defaults: map[string]syntax.Node{}}
		for _, parameter := range syntax.ParametersOf(node) {
			if parameter.Value != nil {
				branches.defaults[parameter.Name] = syntax.Unparenthesized(parameter.Value)
			}
		}
		syntax.Inspect(node, func(inner syntax.Node) bool {
			switch inner.(type) {
			case *syntax.HostClassDefinition, *syntax.ResourceTypeDefinition:
				return inner == node // an inner definition has parameters of its own
			}
			branches.visit(inner)
			return true
		})
		found = append(found, branches.optional...)
	}
	slices.SortFunc(found, func(a, b tokenRange) int { return cmp.Compare(a.first, b.first) })
	end := -1
	return slices.DeleteFunc(found, func(one tokenRange) bool {
		isInner := one.last <= end
		end = max(end, one.last)
		return isInner
	})
}

// isWithin reports whether a node lies in one of the sorted ranges.
func isWithin(ranges []tokenRange, node syntax.Node) bool {
	behind := sort.Search(len(ranges), func(i int) bool { return ranges[i].first > node.FirstToken() })
	return behind > 0 && node.LastToken() <= ranges[behind-1].last
}

// defaultBranches collects the branches of one definition that its defaults do not take.
type defaultBranches struct {
	// defaults are the default values of the parameters that have one, and the values of the
	// variables that are assigned once before they are read.
	defaults map[string]syntax.Node
	optional []tokenRange
}

func (b *defaultBranches) visit(node syntax.Node) {
	switch node := node.(type) {
	case *syntax.AssignmentExpression:
		if variable, isVariable := node.Left.(*syntax.VariableExpression); isVariable {
			if _, isKnown := b.defaults[variable.Name]; isKnown {
				b.defaults[variable.Name] = nil // another branch assigns it, too
			} else {
				b.defaults[variable.Name] = syntax.Unparenthesized(node.Right)
			}
		}
	case *syntax.AndExpression:
		b.branch(b.truth(node.Left), node.Right, nil)
	case *syntax.OrExpression:
		b.branch(b.truth(node.Left), nil, node.Right)
	case *syntax.IfExpression:
		b.branch(b.truth(node.Test), node.Then, node.Else)
	case *syntax.UnlessExpression:
		b.branch(b.truth(node.Test).negated(), node.Then, node.Else)
	case *syntax.CaseExpression:
		for _, option := range node.Options {
			mayMatch := func(value syntax.Node) bool { return b.equal(node.Test, value) != no }
			if option.Then != nil && !slices.ContainsFunc(option.Values, mayMatch) {
				b.add(option.Then)
			}
		}
	}
}

// branch adds the branch that the defaults do not take.
func (b *defaultBranches) branch(test truth, then, otherwise syntax.Node) {
	switch test {
	case no, absent:
		b.add(then)
	case yes:
		b.add(otherwise)
	}
}

func (b *defaultBranches) add(part syntax.Node) {
	if part != nil && part.FirstToken() <= part.LastToken() {
		b.optional = append(b.optional, tokenRange{part.FirstToken(), part.LastToken()})
	}
}

// truth is the truth of a condition when all parameters have their defaults.
type truth uint8

const (
	unknown truth = iota
	yes
	no
	// absent means that the condition tests whether a class, type or module exists.
	absent
)

func (t truth) negated() truth {
	switch t {
	case yes:
		return no
	case no, absent:
		return yes
	}
	return unknown
}

// truth evaluates a condition.
func (b *defaultBranches) truth(node syntax.Node) truth {
	switch node := syntax.Unparenthesized(node).(type) {
	case *syntax.VariableExpression:
		given := b.defaults[node.Name]
		if given == nil {
			return unknown
		}
		switch value, isLiteral := literalOf(given); {
		case !isLiteral:
			return b.testOf(given)
		case value == literalFalse || value == literalUndef:
			return no
		}
		return yes
	case *syntax.NotExpression:
		return b.truth(node.Expr).negated()
	case *syntax.AndExpression:
		left, right := b.truth(node.Left), b.truth(node.Right)
		for _, side := range []truth{left, right} {
			if side == no || side == absent {
				return side
			}
		}
		return min(left, right) // yes if both are
	case *syntax.OrExpression:
		left, right := b.truth(node.Left), b.truth(node.Right)
		switch {
		case left == yes || right == yes:
			return yes
		case left == unknown || right == unknown:
			return unknown
		}
		return max(left, right) // absent if either is absent
	case *syntax.ComparisonExpression:
		equal := b.equal(node.Left, node.Right)
		switch node.Operator {
		case syntax.IsEqual:
			return equal
		case syntax.NotEqual:
			return equal.negated()
		}
	case *syntax.MatchExpression:
		matches := b.equal(node.Left, node.Right)
		if node.Operator == syntax.NoMatch {
			return matches.negated()
		}
		return matches
	case *syntax.CallNamedFunctionExpression:
		if name, isName := node.Functor.(*syntax.QualifiedName); isName {
			return testsPresence(module.Normalize(name.Value), node.Arguments)
		}
	}
	return unknown
}

// testOf evaluates a condition that a variable holds. One variable may hold another, but no more.
func (b *defaultBranches) testOf(held syntax.Node) truth {
	if _, isVariable := held.(*syntax.VariableExpression); isVariable {
		return unknown
	}
	inner := defaultBranches{}
	return inner.truth(held)
}

// testsPresence returns absent for a call that tests whether something of another module
// exists.
func testsPresence(function string, arguments []syntax.Node) truth {
	switch function {
	case "defined", "extlib::has_module", "stdlib::has_function", "has_module":
		for _, argument := range arguments {
			if text, isText := literalOf(argument); !isText || strings.HasPrefix(text, "$") {
				return unknown // a variable
			}
		}
		return absent
	}
	return unknown
}

// equal compares two expressions, of which the first may be a parameter with a literal default,
// and the second a regular expression.
func (b *defaultBranches) equal(left, right syntax.Node) truth {
	value := func(node syntax.Node) (string, bool) {
		node = syntax.Unparenthesized(node)
		if read, isVariable := node.(*syntax.VariableExpression); isVariable {
			node = b.defaults[read.Name]
		}
		return literalOf(node)
	}
	first, isKnown := value(left)
	if pattern, isPattern := syntax.Unparenthesized(right).(*syntax.LiteralRegularExpression); isPattern && isKnown {
		return matches(pattern.Pattern, first)
	}
	second, isKnownToo := value(right)
	switch {
	case !isKnown || !isKnownToo:
		return unknown
	case strings.EqualFold(first, second):
		return yes
	}
	return no
}

// matches reports whether a literal matches a regular expression.
func matches(pattern, literal string) truth {
	if literal == literalUndef {
		return no
	}
	compiled, err := rubyregexp.Compile(pattern)
	if err != nil {
		return unknown
	}
	switch compiled.Match(literal) {
	case rubyregexp.Yes:
		return yes
	case rubyregexp.No:
		return no
	}
	return unknown
}

// The texts that stand for literals other than strings.
const (
	literalTrue  = "\x00true"
	literalFalse = "\x00false"
	literalUndef = "\x00undef"
)

// literalOf returns the text of a literal string or word, or of a reference to a class, such as
// Class['apache']. For a Boolean or undef, it returns one of the constants above.
func literalOf(node syntax.Node) (text string, isLiteral bool) {
	switch node := syntax.Unparenthesized(node).(type) {
	case *syntax.LiteralBoolean:
		if node.Value {
			return literalTrue, true
		}
		return literalFalse, true
	case *syntax.LiteralUndef:
		return literalUndef, true
	case *syntax.AccessExpression:
		if _, isReference := node.Left.(*syntax.QualifiedReference); isReference && len(node.Keys) == 1 {
			return literalOf(node.Keys[0])
		}
	default:
		return syntax.LiteralText(node)
	}
	return "", false
}
