package rules

import (
	"strconv"
	"strings"

	"puppet-lint/rules/flow"
	"puppet-lint/syntax"
)

// permissions are what a file's mode grants, as far as the mode says: a
// symbolic one may leave the rest as it is.
type permissions struct {
	worldWritable, sticky, setuid, setgid bool
}

// permissionsOf reads a mode; known is false for one that is put together, or
// that is no mode.
func permissionsOf(value syntax.Node) (mode permissions, known bool) {
	text, isString := stringOf(value)
	if number, isNumber := flow.Unparenthesized(value).(*syntax.LiteralInteger); isNumber && number.Radix == 8 {
		text, isString = strconv.FormatInt(number.Value, 8), true
	}
	if !isString || text == "" {
		return mode, false
	}
	if bits, err := strconv.ParseUint(text, 8, 16); err == nil {
		return permissions{bits&0o2 != 0, bits&0o1000 != 0, bits&0o4000 != 0, bits&0o2000 != 0}, true
	}
	for _, clause := range strings.Split(text, ",") {
		at := strings.IndexAny(clause, "+-=")
		if at < 0 || strings.Trim(clause[:at], "ugoa") != "" {
			return permissions{}, false
		}
		mode.apply(clause[:at], clause[at:])
	}
	return mode, true
}

// apply takes one clause of a symbolic mode: for whom, and "+w", "=rw-x" …
func (m *permissions) apply(who, actions string) {
	all := who == "" || strings.Contains(who, "a")
	operator := byte('+')
	for i := range len(actions) {
		switch char := actions[i]; char {
		case '+', '-', '=':
			operator = char
			if char == '=' && (all || strings.Contains(who, "o")) {
				m.worldWritable = false
			}
		case 'w':
			if all || strings.Contains(who, "o") {
				m.worldWritable = operator != '-'
			}
		case 't':
			m.sticky = operator != '-'
		case 's':
			m.setuid = m.setuid && operator != '-' || operator != '-' && (all || strings.Contains(who, "u"))
			m.setgid = m.setgid && operator != '-' || operator != '-' && (all || strings.Contains(who, "g"))
		}
	}
}

// fileModes is a Visit that shows the modes of files, and of resources whose
// mode is that of a file: in resources, defaults, overrides and collectors.
// isDirectory tells that ensure says so.
func fileModes(visit func(pass *Pass, value syntax.Node, mode permissions, isDirectory bool)) []Visit {
	check := func(pass *Pass, operations []syntax.Node) {
		var mode syntax.Node
		ensure := ""
		for _, operation := range operations {
			if set, ok := operation.(*syntax.AttributeOperation); ok {
				switch set.Name {
				case "mode":
					mode = set.Value
				case "ensure":
					ensure, _ = stringOf(set.Value)
				case "target": // a link, whose mode does not count
					ensure = "link"
				}
			}
		}
		if mode == nil || ensure == "link" || ensure == "absent" {
			return
		}
		if granted, known := permissionsOf(mode); known {
			visit(pass, mode, granted, ensure == "directory")
		}
	}
	isFile := func(name string) bool {
		name = strings.ToLower(strings.TrimPrefix(name, "::"))
		return name == "file" || name == "concat" || name == "remote_file"
	}
	return []Visit{
		resourceBodies(func(pass *Pass, body *resourceBody) {
			if isFile(body.Type) {
				check(pass, body.Node.Operations)
			}
		}),
		Enter(func(pass *Pass, node *syntax.ResourceDefaultsExpression) {
			if isFile(flow.TypeName(node.TypeRef)) {
				check(pass, node.Operations)
			}
		}),
		Enter(func(pass *Pass, node *syntax.ResourceOverrideExpression) {
			if isFile(flow.TypeName(node.Resources)) {
				check(pass, node.Operations)
			}
		}),
		Enter(func(pass *Pass, node *syntax.CollectExpression) {
			if isFile(flow.TypeName(node.TypeExpr)) {
				check(pass, node.Operations)
			}
		}),
	}
}
