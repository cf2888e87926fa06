package rules

import (
	"slices"
	"strings"

	"puppet-lint/internal/lazyregexp"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// definition is a class or a defined type.
type definition struct {
	IsClass bool
	// Node is the whole definition.
	Node syntax.Node
	// Keyword is the index of the token "class" or "define".
	Keyword int
	// First and Last are the indices of the first and last token.
	First, Last int
	// Name is the name as written, without the names of enclosing classes.
	Name     string
	NameSpan source.Span
	// Parent is the parent class as written, or "".
	Parent     string
	ParentSpan source.Span
	Parameters []parameter
	// Outer is the enclosing definition, or nil. Inner are the definitions directly within it.
	Outer *definition
	Inner []*definition
}

// parameter is one parameter of a definition.
type parameter struct {
	// Name is the name without the dollar.
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

// fullName returns the name with those of the enclosing classes, as Puppet knows the definition.
func (d *definition) fullName() string {
	if d.Outer == nil {
		return strings.TrimPrefix(d.Name, "::")
	}
	return d.Outer.fullName() + "::" + strings.TrimPrefix(d.Name, "::")
}

// innerAt returns the definition directly within d that starts at the token.
func (d *definition) innerAt(token int) *definition {
	for _, inner := range d.Inner {
		if inner.First == token {
			return inner
		}
	}
	return nil
}

// definitions returns a Visit that visits every class and then every defined type, each in
// source order, which is the order of puppet-lint (Ruby).
func definitions(visit func(*Pass, *definition)) Visit {
	return End(func(pass *Pass) {
		for _, definition := range pass.definitions() {
			visit(pass, definition)
		}
	})
}

// definitions returns the definitions of the file. All rules share them.
func (r *fileRun) definitions() []*definition {
	if !r.definitionsKnown {
		r.definitionsKnown = true
		r.definitionList = r.collectDefinitions()
	}
	return r.definitionList
}

// definitionSpans returns the spans of the outermost definitions, in source order.
func definitionSpans(p *Pass) []source.Span {
	var spans []source.Span
	for _, definition := range p.definitions() {
		if definition.Outer == nil {
			spans = append(spans, p.Token(definition.First).To(p.Token(definition.Last).Span))
		}
	}
	slices.SortFunc(spans, func(a, b source.Span) int { return int(a.Start) - int(b.Start) })
	return spans
}

// collectDefinitions finds the classes and then the defined types of the file, each in source
// order.
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

// lastParents reproduces a bug of puppet-lint (Ruby): it uses the last "inherits" within a
// class as the class's own, even that of an inner class.
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

// mostSearched bounds the number of tokens searched for the ends of definitions, for those beyond
// searchesPerToken for each token.
const (
	mostSearched     = 1 << 20
	searchesPerToken = 16
)

// definitionsOfTokens finds definitions as puppet-lint (Ruby) does, without a grammar. A
// definition ends at the brace that closes the first brace outside its parameters. One that is
// never closed does not count. parsed are the definitions found by the parser. They are kept if
// everything after them is in an unterminated comment, which puppet-lint (Ruby) reads as code.
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
		if searched > mostSearched+searchesPerToken*len(file.Tokens) {
			break
		}
		name := file.NextSignificant(i)
		last, closed := definitionEnd(file, i)
		if !closed {
			last = len(file.Tokens)
		}
		searched += last - i
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

// rubyNames matches what puppet-lint (Ruby) reads as one name: one with all segments
// capitalized, or one with no segment but the first beginning with an underscore. Both may
// contain dashes. It never changes.
var rubyNames = lazyregexp.New(`^(?:(?:(?:::)?[A-Z][-\w]*)+|(?:::)?[_a-z0-9][-\w]*(?:::[a-z0-9][-\w]*)*)`)

// rubyName returns the span of the name that begins with the token, or of the token itself.
func rubyName(file *syntax.File, index int) source.Span {
	span := file.Token(index).Span
	if length := len(rubyNames.FindString(file.Source.Text[span.Start:])); length > 0 {
		span.End = span.Start + int32(length)
	}
	return span
}

// definitionEnd returns the index of the token that ends the definition whose keyword is at
// index: the brace that closes the first one. found is false if an opening parenthesis outside
// all others is never closed.
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
