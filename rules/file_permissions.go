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
	if number, isNumber := syntax.Unparenthesized(value).(*syntax.LiteralInteger); isNumber && number.Big == "" {
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

// visitMode is called with each known mode: the node of its value, the granted permissions and
// the file that gets them.
type visitMode func(pass *Pass, value syntax.Node, mode permissions, file modeTarget)

// fileModes returns Visits that visit the modes of files, and of other resources with a file
// mode: in resources, defaults, overrides and collectors, and in the variables and parameter
// defaults that they come from.
func fileModes(visit visitMode) []Visit {
	return []Visit{
		resourceBodies(func(pass *Pass, body *resourceBody) {
			visit.inResource(pass, body.Type, body.Node.Title, body.Node.Operations)
			if body.Type == "exec" {
				visit.inCommands(pass, body)
			}
		}),
		Enter(func(pass *Pass, node *syntax.ResourceDefaultsExpression) {
			visit.inResource(pass, flow.TypeName(node.TypeRef), nil, node.Operations)
		}),
		Enter(func(pass *Pass, node *syntax.ResourceOverrideExpression) {
			visit.inResource(pass, flow.TypeName(node.Resources), nil, node.Operations)
		}),
		Enter(func(pass *Pass, node *syntax.CollectExpression) {
			visit.inResource(pass, flow.TypeName(node.TypeExpr), nil, node.Operations)
		}),
	}
}

// octal matches permissions in octal digits.
var octal = lazyregexp.New(`^['"]?[0-7]{3,4}['"]?$`)

// inResource visits the mode that attributes of a resource set, if the resource is a file, or a
// defined type whose mode can only be the permissions of one. title is nil if the attributes are for
// several resources.
func (visit visitMode) inResource(pass *Pass, typeName string, title syntax.Node, operations []syntax.Node) {
	if !slices.ContainsFunc(operations, setsMode) {
		return
	}
	isDefined := false
	switch strings.ToLower(strings.TrimPrefix(typeName, "::")) {
	case "file", "concat", "remote_file":
	default:
		if !strings.Contains(strings.TrimPrefix(typeName, "::"), "::") {
			return
		}
		isDefined = true
	}
	mode, file := modeTargetOf(title, operations)
	if mode == nil || file.kind == otherFile || isDevice(title) {
		return
	}
	for _, value := range modesOf(pass, mode) {
		if granted, known := permissionsOf(value); known && (!isDefined || octal.MatchString(pass.text(value))) {
			visit(pass, value, granted, file)
		}
	}
}

// setsMode reports whether an operation of a resource sets the attribute mode.
func setsMode(operation syntax.Node) bool {
	set, isSet := operation.(*syntax.AttributeOperation)
	return isSet && set.Name == "mode"
}

// inCommands visits the modes that the commands of an exec set.
func (visit visitMode) inCommands(pass *Pass, body *resourceBody) {
	for _, command := range commandsOf(body) {
		for _, match := range chmod.FindAllStringSubmatch(pass.literalText(command), -1) {
			if granted, known := permissionsIn(match[1]); known {
				visit(pass, command, granted, modeTarget{})
			}
		}
	}
}

// modeTargetOf returns the value of the attribute mode, or nil, and the file that the mode is
// for. Without ensure, other attributes show the kind of the file.
func modeTargetOf(title syntax.Node, operations []syntax.Node) (mode syntax.Node, file modeTarget) {
	file = modeTarget{unknownFile, title}
	hasEnsure, hinted := title == nil, unknownFile
	for _, operation := range operations {
		set, ok := operation.(*syntax.AttributeOperation)
		if !ok {
			continue
		}
		switch set.Name {
		case "mode":
			mode = set.Value
		case "path":
			file.title = set.Value
		case "ensure":
			file.kind, hasEnsure = kindOfFile(set.Value), true
		}
		if hinted == unknownFile {
			hinted = kindHinted[set.Name]
		}
	}
	if file.kind == unknownFile {
		file.kind = hinted
	}
	if file.kind == unknownFile && !hasEnsure {
		file.kind = plainFile
	}
	return mode, file
}

// kindHinted maps attributes to the kind of file that has them. The mode of a link, which has a
// target, does not count.
var kindHinted = map[string]fileKind{
	"target": otherFile, "content": plainFile, "source": plainFile,
	"recurse": directory, "purge": directory, "recurselimit": directory, "sourceselect": directory,
}

// chmod matches a command that sets a mode.
var chmod = lazyregexp.New(`\bchmod\s+(?:-[a-zA-Z-]+\s+)*([0-7]{3,4}|[ugoa]*[-+=][rwxXst]+(?:,[ugoa]*[-+=][rwxXst]+)*)\s`)

// modesOf returns the literals that a mode may be: itself, the alternatives of a selector, the
// values assigned to a variable of the file, and the default of a parameter.
func modesOf(p *Pass, mode syntax.Node) []syntax.Node {
	switch node := syntax.Unparenthesized(mode).(type) {
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
	switch node := syntax.Unparenthesized(ensure).(type) {
	case *syntax.CallNamedFunctionExpression, *syntax.CallMethodExpression:
		_, arguments := syntax.CalledFunction(node)
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
