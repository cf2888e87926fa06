package pattern

import (
	"slices"
	"strings"

	"puppet-lint/internal/lazyregexp"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// Error is a mistake in a pattern. Offset is a byte offset in the pattern's text.
type Error struct {
	Offset  int32
	Message string
}

// Error returns the message without the offset, which is useless without the text.
func (e *Error) Error() string { return e.Message }

// Pattern is a compiled pattern.
type Pattern struct {
	// source is the text as written.
	source string
	file   *syntax.File
	names  map[int32]string
	root   syntax.Node
	// captures are the names of the pattern's metavariables, sorted.
	captures []string
	// types are the required types of metavariables.
	types map[string]wantedType
}

// Compile compiles a pattern: one expression, statement or definition. The error is an *Error.
func Compile(text string) (*Pattern, error) {
	scanned, problem := scan(text)
	if problem != nil {
		return nil, problem
	}
	file := syntax.Parse(source.NewFile("pattern", string(scanned.text)), syntax.Options{})
	for _, mistake := range file.Errors {
		if mistake.Fatal {
			if attributeOnly.MatchString(text) {
				return nil, &Error{mistake.Span.Start, "an attribute is found as part of a resource: $_ { $_: " + strings.TrimSpace(text) + ", ... }"}
			}
			return nil, &Error{mistake.Span.Start, "this is not valid Puppet code: " + strings.Replace(mistake.Message, "the file ends", "the pattern ends", 1)}
		}
	}
	p := &Pattern{source: text, file: file, names: scanned.names, root: bare(file.Program.Body)}
	switch root := p.root.(type) {
	case nil, *syntax.Nop:
		return nil, &Error{0, "the pattern is empty"}
	case *syntax.BlockExpression:
		start := file.Extent(root.Statements[1]).Start
		if kind := typeWithoutTitle(root); kind != "" {
			return nil, &Error{start, "a resource has a title: " + kind + " { $_: ... }"}
		}
		return nil, &Error{start, "a pattern is a single statement or expression; write several as a list of patterns"}
	}
	if _, isMeta := p.meta(p.root); isMeta {
		return nil, &Error{0, "this pattern matches everything"}
	}
	if _, isRun := p.run(p.root); isRun {
		return nil, &Error{0, "this pattern matches everything"}
	}
	if err := p.collect(); err != nil {
		return nil, err
	}
	var err error
	if p.types, err = readTypes(scanned.types); err != nil {
		return nil, err
	}
	return p, nil
}

// attributeOnly matches a pattern that is only an attribute with a simple value.
var attributeOnly = lazyregexp.New(`\A\s*[a-z]\w*\s*=>\s*(?:[$\w:]+|'[^']*'|"[^"]*")\s*\z`)

// typeWithoutTitle returns the name of the type if two statements were probably meant as a
// resource without a title, which Puppet reads as a word and a hash; else "".
func typeWithoutTitle(block *syntax.BlockExpression) string {
	if len(block.Statements) != 2 {
		return ""
	}
	word, isWord := block.Statements[0].(*syntax.QualifiedName)
	if _, isHash := block.Statements[1].(*syntax.LiteralHash); !isWord || !isHash {
		return ""
	}
	return word.Value
}

// collect finds the captures and reports code that a pattern must not contain.
func (p *Pattern) collect() error {
	var problem *Error
	note := func(name string) {
		if name != "" && name != anything && !slices.Contains(p.captures, name) {
			p.captures = append(p.captures, name)
		}
	}
	for _, name := range p.names {
		note(name)
	}
	syntax.Inspect(p.root, func(node syntax.Node) bool {
		if problem != nil {
			return false
		}
		if name, ok := p.meta(node); ok {
			note(name)
			return false
		}
		if name, ok := p.run(node); ok {
			note(name)
			return false
		}
		if parameter, ok := node.(*syntax.Parameter); ok && isMetavariable(parameter.Name) {
			note(parameter.Name)
		}
		if _, ok := structureOf(node); !ok && !isString(node) && bare(node) == node {
			problem = &Error{p.file.Extent(node).Start, "a " + node.Kind().String() + " is not supported in a pattern"}
		}
		return true
	})
	slices.Sort(p.captures)
	if problem != nil {
		return problem
	}
	return nil
}

// Captures returns the names of the metavariables, sorted.
func (p *Pattern) Captures() []string { return p.captures }

// IsPartial reports whether the matched code may contain more than the pattern, such as
// attributes, entries or parameters. Such code cannot be replaced as a whole.
func (p *Pattern) IsPartial() bool {
	partial := false
	syntax.Inspect(p.root, func(node syntax.Node) bool {
		if structure, ok := structureOf(node); ok {
			for _, part := range structure.parts {
				partial = partial || part.mode == anyOrder
			}
			_, isCall := node.(*syntax.CallNamedFunctionExpression)
			_, isMethod := node.(*syntax.CallMethodExpression)
			for _, part := range structure.parts {
				partial = partial || part.mode == optional && len(part.nodes) == 0 && !part.isName && !isCall && !isMethod
			}
		}
		return !partial
	})
	return partial
}

// kinds returns the kinds of nodes that the pattern can match.
func (p *Pattern) kinds() []syntax.Kind {
	if isString(p.root) {
		return []syntax.Kind{syntax.KindLiteralString, syntax.KindConcatenatedString, syntax.KindHeredocExpression, syntax.KindQualifiedName}
	}
	return []syntax.Kind{p.root.Kind()}
}

// meta returns the name of the metavariable that a node of the pattern represents, if any.
func (p *Pattern) meta(node syntax.Node) (string, bool) {
	switch n := node.(type) {
	case *syntax.VariableExpression:
		if isMetavariable(n.Name) {
			return n.Name, true
		}
	case *syntax.QualifiedName, *syntax.QualifiedReference:
		if n.LastToken() >= n.FirstToken() {
			name, ok := p.names[p.file.Token(n.FirstToken()).Start]
			return name, ok
		}
	case *syntax.LiteralString:
		// The name is the text of the node.
		if n.LastToken() >= n.FirstToken() {
			name, ok := p.names[p.file.Token(n.FirstToken()).Start]
			return name, ok
		}
	}
	return "", false
}

// run returns the name of the run that a node of the pattern represents, if any.
func (p *Pattern) run(node syntax.Node) (string, bool) {
	if variable, ok := node.(*syntax.VariableExpression); ok {
		return runName(variable.Name)
	}
	return "", false
}

// metaName returns the metavariable that a name in the pattern represents, if any.
func (p *Pattern) metaName(part part) (string, bool) {
	token := p.file.Token(part.token)
	if token.Kind == syntax.Variable {
		return part.name, isMetavariable(part.name)
	}
	name, ok := p.names[token.Start]
	return name, ok
}

// bare returns node without enclosing parentheses.
func bare(node syntax.Node) syntax.Node {
	for {
		inner, ok := node.(*syntax.ParenthesizedExpression)
		if !ok {
			return node
		}
		node = inner.Expr
	}
}

// isString reports whether node is a string, including a bare word.
func isString(node syntax.Node) bool {
	switch node.(type) {
	case *syntax.LiteralString, *syntax.ConcatenatedString, *syntax.HeredocExpression, *syntax.QualifiedName:
		return true
	}
	return false
}

// atom is a part of a string: text or an expression.
type atom struct {
	text string
	expr syntax.Node
}

// atoms splits a string into its parts. Two texts never follow each other.
func atoms(node syntax.Node) []atom {
	switch n := node.(type) {
	case *syntax.LiteralString:
		return []atom{{text: n.Value}}
	case *syntax.QualifiedName:
		return []atom{{text: strings.TrimPrefix(n.Value, "::")}}
	case *syntax.HeredocExpression:
		return atoms(n.Text)
	case *syntax.ConcatenatedString:
		var all []atom
		for _, segment := range n.Segments {
			if text, ok := segment.(*syntax.TextExpression); ok {
				all = append(all, atom{expr: text.Expr})
			} else if literal, ok := segment.(*syntax.LiteralString); ok {
				if last := len(all) - 1; last >= 0 && all[last].expr == nil {
					all[last].text += literal.Value
				} else {
					all = append(all, atom{text: literal.Value})
				}
			}
		}
		return all
	}
	return nil
}
