package rules

import (
	"slices"

	"puppet-lint/internal/lazyregexp"
	"puppet-lint/source"
	"puppet-lint/syntax"
)

// definition is a class or a defined type.
type definition struct {
	IsClass bool
	// Node is the whole.
	Node syntax.Node
	// Keyword is the token index of "class" or "define".
	Keyword int
	// First and Last are the token indices of the whole.
	First, Last int
	// Name is as it is written, without the names of classes around it.
	Name     string
	NameSpan source.Span
	// Parent is the class that it inherits from, as it is written; or "".
	Parent     string
	ParentSpan source.Span
	Parameters []parameter
	// Outer is the definition around it, or nil; Inner are those directly
	// within it.
	Outer *definition
	Inner []*definition
}

// parameter is one parameter of a definition.
type parameter struct {
	// Name is without the dollar.
	Name     string
	NameSpan source.Span
	Node     *syntax.Parameter
}

func (d *definition) kind() string {
	if d.IsClass {
		return "class"
	}
	return "defined type"
}

// innerAt is the definition directly within d that starts at the token.
func (d *definition) innerAt(token int) *definition {
	for _, inner := range d.Inner {
		if inner.First == token {
			return inner
		}
	}
	return nil
}

// definitions is a Visit that shows every class and then every defined type,
// each in the order of the text, which is the order of puppet-lint (Ruby).
func definitions(visit func(*Pass, *definition)) Visit {
	return End(func(pass *Pass) {
		for _, definition := range pass.definitions() {
			visit(pass, definition)
		}
	})
}

// definitions lists the definitions of the file; all rules share them.
func (r *fileRun) definitions() []*definition {
	if !r.definitionsKnown {
		r.definitionsKnown = true
		r.definitionList = r.collectDefinitions()
	}
	return r.definitionList
}

// definitionSpans are the spans of the outermost definitions, ascending.
func (p *Pass) definitionSpans() []source.Span {
	var spans []source.Span
	for _, definition := range p.definitions() {
		if definition.Outer == nil {
			spans = append(spans, p.Token(definition.First).To(p.Token(definition.Last).Span))
		}
	}
	slices.SortFunc(spans, func(a, b source.Span) int { return int(a.Start) - int(b.Start) })
	return spans
}

// collectDefinitions lists the classes and then the defined types of the file,
// each in the order of the text.
func (r *fileRun) collectDefinitions() []*definition {
	file := r.File
	var all []*definition
	for _, node := range file.Program.Definitions {
		switch node := node.(type) {
		case *syntax.HostClassDefinition:
			found := newDefinition(file, node, &node.NamedDefinition)
			found.IsClass = true
			if node.ParentToken >= 0 {
				found.ParentSpan = file.Tokens[node.ParentToken].Span
				found.Parent = file.Source.Slice(found.ParentSpan)
			}
			all = append(all, found)
		case *syntax.ResourceTypeDefinition:
			all = append(all, newDefinition(file, node, &node.NamedDefinition))
		}
	}
	if r.isBrokenForRuby() {
		all = definitionsOfTokens(file, all)
	}
	if r.set.settings.AsRuby && !r.isBrokenForRuby() {
		lastParents(file, all)
	}
	slices.SortFunc(all, func(a, b *definition) int { return a.First - b.First })
	for i, inner := range all {
		outer := (*definition)(nil)
		if i > 0 {
			for outer = all[i-1]; outer != nil && outer.Last < inner.First; outer = outer.Outer {
			}
		}
		if inner.Outer = outer; outer != nil {
			outer.Inner = append(outer.Inner, inner)
		}
	}
	slices.SortStableFunc(all, func(a, b *definition) int {
		switch {
		case a.IsClass == b.IsClass:
			return 0
		case a.IsClass:
			return -1
		}
		return 1
	})
	return all
}

// lastParents repeats a bug of puppet-lint (Ruby), which takes the last "inherits"
// within a class, be it that of an inner one, for the class's own.
func lastParents(file *syntax.File, all []*definition) {
	for i, token := range file.Tokens {
		if token.Kind != syntax.KeywordInherits {
			continue
		}
		for _, definition := range all {
			if definition.IsClass && definition.First < i && i < definition.Last {
				definition.ParentSpan = file.Token(file.NextSignificant(i)).Span
				definition.Parent = file.Source.Slice(definition.ParentSpan)
			}
		}
	}
}

// mostSearched is how many tokens are looked at in search of the ends of
// definitions that have none.
const mostSearched = 1 << 22

// definitionsOfTokens finds definitions as puppet-lint (Ruby) does, which has no
// grammar: each reaches from its keyword to the brace that closes the first one
// outside of its parameters; one that nothing closes is none. parsed are those
// that the parser has made out; they stay where all that follows is in a comment
// without an end, which puppet-lint (Ruby) reads as code.
func definitionsOfTokens(file *syntax.File, parsed []*definition) []*definition {
	var all []*definition
	if slices.ContainsFunc(file.Errors, func(mistake syntax.Error) bool { return mistake.Code == "UNCLOSED_MLCOMMENT" }) {
		all = slices.DeleteFunc(slices.Clone(parsed), func(d *definition) bool {
			_, found := definitionEnd(file, d.First)
			return found
		})
	}
	known := make(map[int]*definition, len(parsed))
	for _, definition := range slices.Backward(parsed) {
		known[definition.First] = definition
	}
	searched := 0
	for i, token := range file.Tokens {
		if token.Kind != syntax.KeywordClass && token.Kind != syntax.KeywordDefine {
			continue
		}
		if searched > mostSearched+len(file.Tokens) {
			break
		}
		name := file.NextSignificant(i)
		last, closed := definitionEnd(file, i)
		if !closed {
			searched += len(file.Tokens) - i
		}
		if kind := file.Token(name).Kind; !closed || kind == syntax.LeftBrace {
			continue
		}
		found := known[i]
		if found == nil {
			found = &definition{IsClass: token.Kind == syntax.KeywordClass, Keyword: i, First: i}
		}
		found.Last, found.NameSpan = last, rubyName(file, name)
		found.Name = file.Source.Slice(found.NameSpan)
		for at := i; at < last; at++ {
			if found.IsClass && file.Tokens[at].Kind == syntax.KeywordInherits {
				found.ParentSpan = rubyName(file, file.NextSignificant(at))
				found.Parent = file.Source.Slice(found.ParentSpan)
			}
		}
		all = append(all, found)
	}
	return all
}

// rubyNames are what puppet-lint (Ruby) takes for one name: a capitalised one, all of
// whose parts are, or another, none of whose parts but the first may begin with
// an underscore. Dashes belong to both. It never changes.
var rubyNames = lazyregexp.New(`^(?:(?:(?:::)?[A-Z][-\w]*)+|(?:::)?[_a-z0-9][-\w]*(?:::[a-z0-9][-\w]*)*)`)

// rubyName is the name that begins with the token, or the token itself.
func rubyName(file *syntax.File, index int) source.Span {
	span := file.Token(index).Span
	if length := len(rubyNames.FindString(file.Source.Text[span.Start:])); length > 0 {
		span.End = span.Start + int32(length)
	}
	return span
}

// definitionEnd is the index of the token that ends the definition whose
// keyword is at index: the first brace with which as many close as have opened,
// unless an opening parenthesis that stood in no other has no closing one.
func definitionEnd(file *syntax.File, index int) (last int, found bool) {
	braces, parentheses, inParameters := 0, 0, false
	for i := index + 1; i < len(file.Tokens); i++ {
		switch file.Tokens[i].Kind {
		case syntax.LeftParen, syntax.LineLeftParen:
			inParameters = inParameters || parentheses == 0
			parentheses++
		case syntax.RightParen:
			inParameters = inParameters && parentheses != 1
			parentheses--
		case syntax.LeftBrace, syntax.SelectBrace:
			braces++
		case syntax.RightBrace:
			if braces--; braces == 0 && !inParameters {
				return i, true
			}
		}
	}
	return 0, false
}

func newDefinition(file *syntax.File, node syntax.Node, named *syntax.NamedDefinition) *definition {
	found := &definition{Node: node, Keyword: node.FirstToken(), First: node.FirstToken(), Last: node.LastToken()}
	found.NameSpan = file.Tokens[named.NameToken].Span
	found.Name = file.Source.Slice(found.NameSpan)
	for _, node := range named.Parameters {
		found.Parameters = append(found.Parameters, parameter{node.Name, file.Tokens[node.NameToken].Span, node})
	}
	return found
}
