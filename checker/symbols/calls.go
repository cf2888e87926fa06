package symbols

import (
	"strings"

	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// call adds the called function and the names in its arguments.
func (c *collector) call(node syntax.Node, own []syntax.Node, lambda *syntax.LambdaExpression) {
	c.functionName(node)
	name, arguments := syntax.CalledFunction(node)
	if name == "" || len(arguments) == 0 {
		return
	}
	first := arguments[0]
	switch name {
	case "include", "contain", "require", "hiera_include":
		if name == "hiera_include" {
			c.dataKey(first)
			return
		}
		for _, argument := range arguments {
			c.texts(argument, func(_ syntax.Node, text string, span source.Span) { c.name(Class, Declaration, text, span) })
			c.computed(argument, Class)
		}
	case "create_resources", "ensure_resource", "ensure_resources", "ensure_packages", "stdlib::ensure_packages":
		c.creates(name, arguments)
	case "template", "epp", "stdlib::deferrable_epp":
		c.templates(name, arguments)
	case "inline_template", "inline_epp":
		c.inline(arguments)
	case "file", "find_file", "run_script", "upload_file", "script":
		c.servedFiles(arguments)
	case "lookup", "hiera", "hiera_array", "hiera_hash":
		c.dataKey(first)
		c.computed(first, DataKey)
	case "getvar":
		c.namedVariable(first)
	case "getparam":
		if len(arguments) > 1 {
			if text, span, ok := c.text(arguments[1]); ok {
				c.understand(arguments[1])
				c.parameterOf(c.typeOf(first), text, span, Use)
			}
		}
	case "defined", "defined_with_params", "assert_type":
		c.defined(arguments)
	case "run_plan", "run_task", "run_task_with":
		c.runs(name, arguments)
	case "call", "deferred":
		if text, span, ok := c.text(first); ok {
			c.understand(first)
			c.name(Function, Use, text, span)
		}
	}
}

// servedFiles adds the arguments that name a file of a module, as MODULE/PATH.
func (c *collector) servedFiles(arguments []syntax.Node) {
	for _, argument := range arguments {
		if text, span, ok := c.text(argument); ok && strings.Contains(text, "/") && text[0] != '/' {
			c.understand(argument)
			c.occur(Occurrence{Symbol: Symbol{Kind: ServedFile, Name: strings.Replace(text, "/files/", "/", 1)}, Span: span})
		}
	}
}

// namedVariable adds the variable that the argument of getvar names. Keys after a dot are no part of
// its name.
func (c *collector) namedVariable(argument syntax.Node) {
	if text, span, ok := c.text(argument); ok {
		c.understand(argument)
		bare, _, _ := strings.Cut(text, ".")
		span.End -= int32(len(text) - len(bare))
		c.variable(bare, span, Use)
	}
	c.computed(argument, Variable)
}

// functionName adds the name of the function that node calls.
func (c *collector) functionName(node syntax.Node) {
	var functor syntax.Node
	switch node := node.(type) {
	case *syntax.CallNamedFunctionExpression:
		functor = node.Functor
		c.deferred(functor, node.Arguments) // Deferred('f', …), spelled as the type
	case *syntax.CallMethodExpression:
		if access, ok := node.Functor.(*syntax.NamedAccessExpression); ok {
			functor = access.Right
			if name, ok := functor.(*syntax.QualifiedName); ok && name.Value == "new" {
				c.deferred(access.Left, node.Arguments)
			}
		}
	}
	if name, ok := functor.(*syntax.QualifiedName); ok {
		c.name(Function, Use, name.Value, c.file.Extent(name))
	}
}

// deferred adds the name of the function that a Deferred calls, if made is the type Deferred.
func (c *collector) deferred(made syntax.Node, arguments []syntax.Node) {
	reference, ok := made.(*syntax.QualifiedReference)
	if !ok || !strings.EqualFold(reference.Value, "deferred") || len(arguments) == 0 {
		return
	}
	if text, span, ok := c.text(arguments[0]); ok {
		c.understand(arguments[0])
		c.name(Function, Use, text, span)
	}
}

// dataKey adds the data key that a node names: as a key, and as the parameter that it binds.
func (c *collector) dataKey(node syntax.Node) {
	if hash, ok := node.(*syntax.LiteralHash); ok {
		for _, entry := range hash.Entries {
			if name, _, ok := c.text(entry.Key); ok && name == "name" {
				c.dataKey(entry.Value)
				c.computed(entry.Value, DataKey)
			}
		}
		return
	}
	if composed, ok := syntax.Unparenthesized(node).(*syntax.ConcatenatedString); ok && len(composed.Segments) > 0 {
		// A dot ends the key, so that the rest, a path into the value, may be unknown.
		if text, span, ok := c.text(composed.Segments[0]); ok && strings.Contains(text, ".") {
			c.understand(composed)
			for _, one := range dataKey(text, span, Use) {
				c.occur(one)
			}
		}
		return
	}
	c.texts(node, func(_ syntax.Node, text string, span source.Span) {
		for _, one := range dataKey(text, span, Use) {
			c.occur(one)
		}
	})
}

// dataKey returns the occurrences of a data key. A dot begins a path into the value. Therefore a
// text that begins with a dot is not a key. (People use such names in data for YAML anchors.)
func dataKey(text string, span source.Span, role Role) (found []Occurrence) {
	key, _, _ := strings.Cut(text, ".")
	if key == "" {
		return nil
	}
	span.End -= int32(len(text) - len(key))
	found = append(found, Occurrence{Symbol: Symbol{Kind: DataKey, Name: strings.TrimPrefix(key, "::")}, Span: span, Role: role})
	bare := strings.TrimPrefix(key, "::")
	span.Start += int32(len(key) - len(bare))
	if at := strings.LastIndex(bare, "::"); at > 0 && isName(bare) {
		gives := Gives
		if role == Use {
			gives = Use
		}
		parts := partsOfClass(bare, at, span, gives, true)
		found = append(found, parts[:]...)
	}
	return found
}

// creates adds the resources that create_resources and similar functions declare.
func (c *collector) creates(name string, arguments []syntax.Node) {
	if strings.HasSuffix(name, "packages") {
		return
	}
	owner := Symbol{Kind: TypeName}
	text, span, ok := c.text(arguments[0])
	switch {
	case !ok:
		c.computed(arguments[0], TypeName)
	case module.Normalize(text) == "class":
		owner = Symbol{Kind: Class}
	default:
		c.understand(arguments[0])
		bare := strings.TrimLeft(text, "@")
		span.Start += int32(len(text) - len(bare))
		c.name(TypeName, Declaration, bare, span)
		owner.Name = module.Normalize(bare)
	}
	rest := arguments[1:]
	if name == "ensure_resource" {
		if len(rest) > 1 {
			c.keys(owner, rest[1])
		}
		return
	}
	if len(rest) > 0 {
		c.resourcesIn(owner, rest[0])
	}
	if len(rest) > 1 {
		c.keys(owner, rest[1])
	}
}

// resourcesIn adds the parameters in a hash of resources by title.
func (c *collector) resourcesIn(owner Symbol, node syntax.Node) {
	hash, ok := syntax.Unparenthesized(node).(*syntax.LiteralHash)
	if !ok {
		if hash, ok = c.onlyHash(node).(*syntax.LiteralHash); !ok {
			keys, known := c.keysOf(node, true)
			c.Given = append(c.Given, Given{Span: c.file.Extent(node), Owner: owner, Keys: keys, IsComplete: known})
			return
		}
	}
	for _, entry := range hash.Entries {
		of := owner
		if name, span, ok := c.text(entry.Key); ok && owner.Kind == Class {
			c.understand(entry.Key)
			c.name(Class, Declaration, name, span)
			of.Name = module.Normalize(name)
		}
		c.keys(of, entry.Value)
	}
}

// templates adds the templates that a call renders and the parameters that it passes to them.
func (c *collector) templates(name string, arguments []syntax.Node) {
	for i, argument := range arguments {
		if i > 0 && name != "template" {
			break
		}
		called, ok := c.templateName(argument)
		if !ok {
			c.Computed = append(c.Computed, Computed{Span: c.file.Extent(argument), Kind: Template})
			continue
		}
		if name != "template" && !strings.HasSuffix(called, ".epp") {
			called += ".epp"
		}
		span := c.file.Extent(argument)
		if _, inner, plain := c.text(argument); plain {
			span = inner
		}
		c.understand(argument)
		c.occur(Occurrence{Symbol: Symbol{Kind: Template, Name: called}, Span: span, Style: Composed})
		if name != "template" && len(arguments) > 1 {
			c.keys(Symbol{Kind: Template, Name: called}, arguments[1])
		}
	}
}

// templateName returns the name of a template. $module_name in it is replaced.
func (c *collector) templateName(node syntax.Node) (string, bool) {
	if text, _, ok := c.text(node); ok {
		return text, true
	}
	joined, ok := node.(*syntax.ConcatenatedString)
	if !ok || c.location.Module == "" {
		return "", false
	}
	return syntax.TextInModule(joined, c.location.Module)
}

// inline notes the words of arguments that are templates themselves.
func (c *collector) inline(arguments []syntax.Node) {
	for _, argument := range arguments {
		c.noteWords(c.file.Source.Slice(c.file.Extent(argument)))
		syntax.Inspect(argument, func(node syntax.Node) bool {
			if heredoc, ok := node.(*syntax.HeredocExpression); ok {
				syntax.Inspect(heredoc.Text, func(part syntax.Node) bool {
					if text, ok := part.(*syntax.LiteralString); ok {
						c.noteWords(text.Value)
					}
					return true
				})
			}
			return true
		})
	}
}

// noteWords adds the words of a text to those that may name variables.
func (t *Table) noteWords(text string) {
	if t.Words == nil {
		t.Words = map[string]bool{}
	}
	for _, word := range strings.FieldsFunc(text, func(char rune) bool {
		return char != '_' && (char < '0' || char > '9') && (char < 'a' || char > 'z') && (char < 'A' || char > 'Z')
	}) {
		t.Words[word] = true
	}
}

// defined adds the names in the arguments of defined(): '$x', 'name' or a reference.
func (c *collector) defined(arguments []syntax.Node) {
	for _, argument := range arguments {
		text, span, ok := c.text(argument)
		if !ok || text == "" {
			continue
		}
		if bare, isVariable := strings.CutPrefix(text, "$"); isVariable {
			c.understand(argument)
			span.Start++
			if variable := c.flow.Scopes[c.scope].Lookup(bare); variable != nil {
				c.occur(Occurrence{Symbol: c.variableOf(variable), Span: span})
			} else if isName(strings.TrimPrefix(bare, "::")) {
				c.variable(bare, span, Use)
			}
		} else if isName(module.Normalize(text)) {
			c.understand(argument)
			c.name(TypeName, Use, text, span)
		}
	}
}

// runs adds the plan or task that a plan runs, and the parameters that it passes.
func (c *collector) runs(name string, arguments []syntax.Node) {
	text, span, ok := c.text(arguments[0])
	if !ok {
		return
	}
	c.understand(arguments[0])
	kind := Task
	if name == "run_plan" {
		kind = Plan
	}
	c.name(kind, Use, text, span)
	owner := Symbol{Kind: kind, Name: module.Normalize(text)}
	for _, argument := range arguments[1:] {
		switch argument := argument.(type) {
		case *syntax.LiteralHash:
			c.keys(owner, argument)
		case *syntax.LiteralString, *syntax.QualifiedName, *syntax.ConcatenatedString, *syntax.LiteralList:
		default:
			if kind == Plan || len(arguments) > 2 && argument != arguments[1] {
				c.given(owner, argument)
			}
		}
	}
}

// literal notes a text that may name something, unless another method has taken it.
func (c *collector) literal(node *syntax.LiteralString) {
	if rest, ok := strings.CutPrefix(node.Value, "puppet:///modules/"); ok {
		if _, span, plain := c.text(node); plain {
			span.Start = span.End - int32(len(rest))
			c.occur(Occurrence{Symbol: Symbol{Kind: ServedFile, Name: rest}, Span: span})
		}
		return
	}
	if c.understood[node.ID()] {
		return
	}
	if text, span, ok := c.text(node); ok {
		c.mention(text, span)
	}
}

// mention notes a text that reads like a name.
func (t *Table) mention(text string, span source.Span) {
	bare := strings.TrimPrefix(text, "::")
	if isName(bare) || strings.Contains(bare, "::") && isName(strings.ToLower(bare)) {
		span.Start += int32(len(text) - len(bare))
		t.Mentions = append(t.Mentions, Mention{Text: strings.ToLower(bare), Span: span})
	}
}

// computed notes names with interpolation where a name of that kind is expected.
func (c *collector) computed(node syntax.Node, kind Kind) {
	switch node := syntax.Unparenthesized(node).(type) {
	case *syntax.ConcatenatedString:
		c.understand(node)
		c.composed(node, kind)
	case *syntax.LiteralList:
		for _, value := range node.Values {
			c.computed(value, kind)
		}
	}
}

// composed notes a text with interpolation that may be a name.
func (c *collector) composed(node *syntax.ConcatenatedString, kind Kind) {
	if kind == 0 && c.understood[node.ID()] {
		return
	}
	c.understand(node)
	for _, segment := range node.Segments {
		c.understand(segment) // it is part of another name
	}
	prefix, suffix, ok := composedName(node, c.location.Module)
	if !ok {
		return
	}
	if kind == 0 && !strings.Contains(prefix, "::") && !strings.Contains(suffix, "::") {
		return
	}
	c.Computed = append(c.Computed, Computed{Span: c.file.Extent(node), Prefix: prefix, Suffix: suffix, Kind: kind})
}

// composedName returns the prefix and the suffix of a name with interpolation. $module_name is
// replaced by owner. ok is false if the text is not a name.
func composedName(node *syntax.ConcatenatedString, owner string) (prefix, suffix string, ok bool) {
	open := false
	for _, segment := range node.Segments {
		switch segment := segment.(type) {
		case *syntax.LiteralString:
			for _, char := range segment.Value {
				if char != ':' && char != '_' && (char < 'a' || char > 'z') && (char < '0' || char > '9') {
					return "", "", false
				}
			}
			suffix += segment.Value
		case *syntax.TextExpression:
			if variable, isVariable := segment.Expr.(*syntax.VariableExpression); isVariable && variable.Name == "module_name" && owner != "" {
				suffix += owner
				continue
			}
			if !open {
				prefix, open = suffix, true
			}
			suffix = ""
		default:
			return "", "", false
		}
	}
	if !open {
		return strings.TrimPrefix(suffix, "::"), "", true
	}
	return strings.TrimPrefix(prefix, "::"), suffix, true
}

// isName reports whether a text is a name: foo, foo::bar.
func isName(text string) bool {
	if text == "" {
		return false
	}
	for segment := range strings.SplitSeq(text, "::") {
		if segment == "" || segment[0] != '_' && (segment[0] < 'a' || segment[0] > 'z') {
			return false
		}
		for i := range len(segment) {
			if char := segment[i]; char != '_' && (char < 'a' || char > 'z') && (char < '0' || char > '9') {
				return false
			}
		}
	}
	return true
}
