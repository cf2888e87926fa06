package ruby

import (
	"slices"
	"strconv"
)

// maxGuarded is the largest number of arguments for which guards are evaluated. If a function
// accepts this many, it has no upper bound.
const maxGuarded = 12

// argumentBounds returns the numbers of arguments that a function accepts, judging by guards at
// the start of its code such as
//
//	raise(ArgumentError, 'too few') if args.size < 2
//
// on the parameter that holds all arguments.
func argumentBounds(statements []*node, parameter string) Bounds {
	passes := make([]bool, maxGuarded+1)
	for count := range passes {
		passes[count] = true
	}
	for _, statement := range statements {
		raises, isGuard := guardOf(statement)
		if !isGuard {
			if !isPlainAssignment(statement, parameter) {
				break
			}
			continue
		}
		for count := range passes {
			value, known := truthFor(statement.args[0], parameter, count)
			passes[count] = passes[count] && !(known && value == raises)
		}
	}
	least := slices.Index(passes, true)
	if least < 0 {
		return Bounds{0, -1}
	}
	most := maxGuarded
	for ; !passes[most]; most-- {
	}
	if most == maxGuarded {
		most = -1
	}
	return Bounds{least, most}
}

// guardOf reports whether a statement only raises an error under a condition, and for which
// value of the condition it raises.
func guardOf(n *node) (raises, isGuard bool) {
	if n.kind != controlNode || len(n.args) != 1 || len(n.body) != 1 || n.options != "" {
		return false, false
	}
	if raise := n.body[0]; !raise.isCall("raise") && !raise.isCall("fail") {
		return false, false
	}
	switch n.text {
	case "if":
		return true, true
	case "unless":
		return false, true
	}
	return false, false
}

// isPlainAssignment reports whether a statement assigns to variables other than the parameter,
// with an expression that cannot leave the function.
func isPlainAssignment(n *node, parameter string) bool {
	if n.kind != assignNode {
		return false
	}
	plain := true
	n.walk(func(inner *node) bool {
		switch {
		case inner.kind == unknownNode, inner.kind == controlNode, inner.block != nil, inner.isCall("return"), inner.isCall("next"),
			inner.kind == assignNode && slices.ContainsFunc(inner.args[:len(inner.args)-1], func(target *node) bool { return target.text == parameter }),
			inner.kind == callNode && inner.receiver != nil && inner.receiver.text == parameter && changesReceiver(inner.text):
			plain = false
		}
		return plain
	})
	return plain
}

// truthFor returns the value of a condition for a given number of arguments.
func truthFor(n *node, parameter string, count int) (value, known bool) {
	switch {
	case n.kind == callNode && n.receiver != nil && n.receiver.isCall(parameter) && len(n.args) == 0:
		switch n.text {
		case "empty?":
			return count == 0, true
		case "any?":
			return count > 0, count == 0
		}
	case n.kind == callNode && n.text == "include?" && n.receiver != nil && n.receiver.kind == arrayNode && len(n.args) == 1:
		if !isCount(n.args[0], parameter) {
			return false, false
		}
		for _, element := range n.receiver.args {
			number, ok := integerText(element)
			if !ok {
				return false, false
			}
			value = value || number == count
		}
		return value, true
	case n.kind == operatorNode && len(n.args) == 1 && (n.text == "!" || n.text == "not"):
		value, known = truthFor(n.args[0], parameter, count)
		return !value, known
	case n.kind == operatorNode && len(n.args) == 2:
		return operatorFor(n, parameter, count)
	}
	return false, false
}

// operatorFor is truthFor for binary operators.
func operatorFor(n *node, parameter string, count int) (value, known bool) {
	switch n.text {
	case "&&", "and", "||", "or":
		left, knownLeft := truthFor(n.args[0], parameter, count)
		right, knownRight := truthFor(n.args[1], parameter, count)
		if n.text == "&&" || n.text == "and" {
			return left && right, knownLeft && knownRight || knownLeft && !left || knownRight && !right
		}
		return left && knownLeft || right && knownRight, knownLeft && knownRight || knownLeft && left || knownRight && right
	}
	number, ok := integerText(n.args[1])
	if !ok || !isCount(n.args[0], parameter) {
		return false, false
	}
	switch n.text {
	case "==":
		return count == number, true
	case "!=":
		return count != number, true
	case "<":
		return count < number, true
	case "<=":
		return count <= number, true
	case ">":
		return count > number, true
	case ">=":
		return count >= number, true
	}
	return false, false
}

// isCount reports whether n is the number of elements of the parameter.
func isCount(n *node, parameter string) bool {
	return n.kind == callNode && n.receiver != nil && n.receiver.isCall(parameter) && len(n.args) == 0 &&
		(n.text == "size" || n.text == "length" || n.text == "count")
}

// integerText returns the value of an integer literal.
func integerText(n *node) (int, bool) {
	if n.kind != numberNode {
		return 0, false
	}
	number, err := strconv.Atoi(n.text)
	return number, err == nil
}
