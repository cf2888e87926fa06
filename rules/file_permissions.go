package rules

import (
	"slices"
	"strconv"
	"strings"

	"puppet-lint/internal/lazyregexp"
	"puppet-lint/rules/flow"
	"puppet-lint/syntax"
)

// permissions are the rights that a file's mode grants. A symbolic mode may leave other rights
// unchanged.
type permissions struct {
	worldReadable, worldWritable, sticky, setuid, setgid bool
}

// permissionsOf reads a mode. known is false if the value is not a literal mode.
func permissionsOf(value syntax.Node) (mode permissions, known bool) {
	text, isString := stringOf(value)
	if number, isNumber := flow.Unparenthesized(value).(*syntax.LiteralInteger); isNumber && number.Big == "" {
		switch number.Radix {
		case 8:
			text, isString = strconv.FormatInt(number.Value, 8), true
		case 10: // the digits are octal
			text, isString = strconv.FormatInt(number.Value, 10), true
		}
	}
	if !isString || text == "" {
		return mode, false
	}
	return permissionsIn(text)
}

// permissionsIn reads a mode as chmod does.
func permissionsIn(text string) (mode permissions, known bool) {
	if bits, err := strconv.ParseUint(text, 8, 16); err == nil {
		return permissions{bits&0o4 != 0, bits&0o2 != 0, bits&0o1000 != 0, bits&0o4000 != 0, bits&0o2000 != 0}, true
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

// apply applies one clause of a symbolic mode. who is "u", "go" …, actions is "+w", "=rw-x" …
func (m *permissions) apply(who, actions string) {
	all := who == "" || strings.Contains(who, "a")
	isFor := func(class string) bool { return all || strings.Contains(who, class) }
	operator := byte('+')
	for i := range len(actions) {
		switch char := actions[i]; char {
		case '+', '-', '=':
			if operator = char; char == '=' {
				m.worldReadable = m.worldReadable && !isFor("o")
				m.worldWritable = m.worldWritable && !isFor("o")
				m.setuid = m.setuid && !isFor("u")
				m.setgid = m.setgid && !isFor("g")
			}
		case 'r':
			if isFor("o") {
				m.worldReadable = operator != '-'
			}
		case 'w':
			if isFor("o") {
				m.worldWritable = operator != '-'
			}
		case 't':
			m.sticky = operator != '-'
		case 's':
			if isFor("u") {
				m.setuid = operator != '-'
			}
			if isFor("g") {
				m.setgid = operator != '-'
			}
		}
	}
}

// fileKind is the kind of file that a mode applies to, as far as it is known.
type fileKind uint8

const (
	unknownFile fileKind = iota
	plainFile
	directory
	otherFile // a link, a device, or nothing
)

// noun returns the name of the kind for messages.
func (k fileKind) noun() string {
	if k == directory {
		return "folder"
	}
	return "file"
}

// modeTarget is the file that a mode applies to.
type modeTarget struct {
	kind fileKind
	// title is the title of its resource or the value of its attribute path, or nil.
	title syntax.Node
}

// path returns the literal part of the file's path, with a NUL for each interpolation; "" if it
// is not known. Of a list of titles, the first one counts.
func (m modeTarget) path(pass *Pass) string {
	node := m.title
	if list, isList := node.(*syntax.LiteralList); isList && len(list.Values) > 0 {
		node = list.Values[0]
	}
	if node == nil {
		return ""
	}
	return pass.literalText(node)
}

// fileModes returns Visits that visit the modes of files, and of other resources with a file
// mode: in resources, defaults, overrides and collectors, and in the variables and parameter
// defaults that they come from.
func fileModes(visit func(pass *Pass, value syntax.Node, mode permissions, file modeTarget)) []Visit {
	check := func(pass *Pass, title syntax.Node, operations []syntax.Node) {
		var mode syntax.Node
		path := title
		kind, hasEnsure := unknownFile, title == nil
		for _, operation := range operations {
			if set, ok := operation.(*syntax.AttributeOperation); ok {
				switch set.Name {
				case "mode":
					mode = set.Value
				case "path":
					path = set.Value
				case "ensure":
					kind, hasEnsure = kindOfFile(set.Value), true
				}
			}
		}
		for _, operation := range operations {
			if set, ok := operation.(*syntax.AttributeOperation); ok && kind == unknownFile {
				switch set.Name {
				case "target": // a link, whose mode does not count
					kind = otherFile
				case "content", "source":
					kind = plainFile
				case "recurse", "purge", "recurselimit", "sourceselect":
					kind = directory
				}
			}
		}
		if kind == unknownFile && !hasEnsure {
			kind = plainFile
		}
		if mode == nil || kind == otherFile || isDevice(title) {
			return
		}
		for _, one := range modesOf(pass, mode) {
			if granted, known := permissionsOf(one); known {
				visit(pass, one, granted, modeTarget{kind, path})
			}
		}
	}
	isFile := func(name string) bool {
		name = strings.ToLower(strings.TrimPrefix(name, "::"))
		return name == "file" || name == "concat" || name == "remote_file"
	}
	return []Visit{
		resourceBodies(func(pass *Pass, body *resourceBody) {
			if isFile(body.Type) {
				check(pass, body.Node.Title, body.Node.Operations)
			}
			if body.Type == "exec" {
				for _, command := range commandsOf(body) {
					for _, match := range chmod.FindAllStringSubmatch(pass.literalText(command), -1) {
						if granted, known := permissionsIn(match[1]); known {
							visit(pass, command, granted, modeTarget{})
						}
					}
				}
			}
		}),
		Enter(func(pass *Pass, node *syntax.ResourceDefaultsExpression) {
			if isFile(flow.TypeName(node.TypeRef)) {
				check(pass, nil, node.Operations)
			}
		}),
		Enter(func(pass *Pass, node *syntax.ResourceOverrideExpression) {
			if isFile(flow.TypeName(node.Resources)) {
				check(pass, nil, node.Operations)
			}
		}),
		Enter(func(pass *Pass, node *syntax.CollectExpression) {
			if isFile(flow.TypeName(node.TypeExpr)) {
				check(pass, nil, node.Operations)
			}
		}),
	}
}

// chmod matches a command that sets a mode.
var chmod = lazyregexp.New(`\bchmod\s+(?:-[a-zA-Z-]+\s+)*([0-7]{3,4}|[ugoa]*[-+=][rwxXst]+(?:,[ugoa]*[-+=][rwxXst]+)*)\s`)

// modesOf returns the literals that a mode may be: itself, the alternatives of a selector, the
// values assigned to a variable of the file, and the default of a parameter.
func modesOf(p *Pass, mode syntax.Node) []syntax.Node {
	switch node := flow.Unparenthesized(mode).(type) {
	case *syntax.SelectorExpression:
		var found []syntax.Node
		for _, entry := range node.Selectors {
			found = append(found, entry.Value)
		}
		return found
	case *syntax.VariableExpression:
		variable := p.flow().VariableOf(node)
		switch {
		case variable == nil || variable.Partial:
			return nil
		case variable.Parameter != nil:
			if variable.Parameter.Value != nil && variable.Parameter.Value.Kind() != syntax.KindVariableExpression {
				return []syntax.Node{variable.Parameter.Value}
			}
			return nil
		}
		return variable.Values
	}
	return []syntax.Node{mode}
}

// kindOfFile returns the kind of file that the value of ensure makes. A call such as
// stdlib::ensure($ensure, 'directory') has the kind in an argument.
func kindOfFile(ensure syntax.Node) fileKind {
	switch node := flow.Unparenthesized(ensure).(type) {
	case *syntax.CallNamedFunctionExpression, *syntax.CallMethodExpression:
		_, arguments := flow.Call(node)
		for _, argument := range arguments {
			if kind := kindOfFile(argument); kind != unknownFile {
				return kind
			}
		}
	case *syntax.SelectorExpression:
		for _, entry := range node.Selectors {
			if kind := kindOfFile(entry.Value); kind == directory || kind == plainFile {
				return kind
			}
		}
	case *syntax.IfExpression:
		for _, part := range []syntax.Node{node.Then, node.Else} {
			if block, isBlock := part.(*syntax.BlockExpression); isBlock {
				part = block.Statements[len(block.Statements)-1]
			}
			if kind := kindOfFile(part); kind == directory || kind == plainFile {
				return kind
			}
		}
	default:
		switch text, _ := stringOf(ensure); text {
		case "directory":
			return directory
		case "file", "present":
			return plainFile
		case "link", "absent":
			return otherFile
		}
	}
	return unknownFile
}

// isDevice reports whether a title is the path of a device, or a list of such paths. Several
// devices are writable by everybody.
func isDevice(title syntax.Node) bool {
	if list, ok := title.(*syntax.LiteralList); ok && len(list.Values) > 0 {
		return !slices.ContainsFunc(list.Values, func(one syntax.Node) bool { return !isDevice(one) })
	}
	path, _ := stringOf(title)
	return strings.HasPrefix(path, "/dev/") && !strings.HasPrefix(path, "/dev/shm/")
}
