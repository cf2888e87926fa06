package rules

import (
	"slices"
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// resourceBody is one "title: attributes" of a resource.
type resourceBody struct {
	// Node is nil for a body that was read from the tokens of a file with a syntax error. Only
	// core checks visit such a body.
	Node *syntax.ResourceBody
	// Type is the name of the resource's type without a leading "::". In the puppet-lint
	// profile, it is the token that puppet-lint (Ruby) uses as the type.
	Type    string
	IsClass bool
	// TitleFirst is the index of the title's first token. TitleNames are those of the bare
	// words in a list of titles.
	TitleFirst int
	TitleNames []int
	// Colon is the index of the colon after the title, End that of the ";" or "}" after the
	// body.
	Colon, End int
	// Attributes are the literal ones, in order.
	Attributes []attribute
}

// attribute is "name => value" in a resource body.
type attribute struct {
	Name      string
	NameToken int
	// First is the index of the value's first token, End the offset after the value.
	First int
	End   int32
	Value syntax.Node
}

// attribute returns the first attribute of that name, or nil.
func (b *resourceBody) attribute(name string) *attribute {
	for i := range b.Attributes {
		if b.Attributes[i].Name == name {
			return &b.Attributes[i]
		}
	}
	return nil
}

// resourceBodies returns a Visit that visits every resource body of the file, before the nodes in
// the resource expression. In the puppet-lint profile, it visits those that puppet-lint (Ruby) finds.
func resourceBodies(visit func(*Pass, *resourceBody)) Visit { return resourcesOf(nil, visit) }

// resourcesOf is resourceBodies for the resources of some types only; of all types if there are
// none.
func resourcesOf(types []string, visit func(*Pass, *resourceBody)) Visit {
	return Visit{types: types, body: visit, end: func(pass *Pass) {
		if pass.readsTokens() {
			for _, body := range pass.rubyBodies() {
				if len(types) == 0 || slices.Contains(types, body.Type) {
					visit(pass, &body)
				}
			}
		}
	}}
}

// resourceVisits dispatches the resources of files to the rules that visit those of their types.
type resourceVisits struct {
	ofAll  []bodyHandler
	ofType map[string][]bodyHandler
	// rules are the rules that visit any resources.
	rules []int
}

type bodyHandler struct {
	rule  int
	visit func(*Pass, *resourceBody)
}

func (v *resourceVisits) add(rule int, visit Visit) {
	handler := bodyHandler{rule, visit.body}
	v.rules = append(v.rules, rule)
	if len(visit.types) == 0 {
		v.ofAll = append(v.ofAll, handler)
		return
	}
	if v.ofType == nil {
		v.ofType = map[string][]bodyHandler{}
	}
	for _, name := range visit.types {
		v.ofType[name] = append(v.ofType[name], handler)
	}
}

// showResources visits the bodies of a resource expression.
func (r *fileRun) showResources(node *syntax.ResourceExpression) {
	visits := &r.set.resources
	first := slices.IndexFunc(visits.rules, func(rule int) bool { return !r.passes[rule].isIdle })
	if first < 0 {
		return
	}
	r.current = visits.rules[first]
	bodies := r.passes[r.current].collectBodies(node)
	for i := range bodies {
		r.showBody(visits.ofAll, &bodies[i])
		r.showBody(visits.ofType[bodies[i].Type], &bodies[i])
	}
}

func (r *fileRun) showBody(handlers []bodyHandler, body *resourceBody) {
	for _, handler := range handlers {
		if pass := r.begin(handler.rule); pass != nil {
			if !pass.readsTokens() {
				handler.visit(pass, body)
			}
			r.end()
		}
	}
}

// collectBodies returns the bodies of a resource expression. They are valid until the next call.
func (p *Pass) collectBodies(node *syntax.ResourceExpression) []resourceBody {
	p.fileRun.bodies = p.fileRun.bodies[:0]
	if node.TypeName == nil || node.TypeName.Kind() == syntax.KindBadExpr {
		return nil
	}
	typeToken := node.TypeName.FirstToken()
	for _, body := range node.Bodies {
		if body.Title == nil || body.Title.Kind() == syntax.KindBadExpr {
			continue
		}
		found := resourceBody{Node: body, TitleFirst: body.Title.FirstToken()}
		found.Colon = p.NextCode(body.Title.LastToken())
		if p.Token(found.Colon).Kind != syntax.Colon {
			continue
		}
		bodyType := typeToken
		if p.AsRuby() {
			isFound := false
			if bodyType, isFound = p.rubyView().types[found.Colon]; !isFound {
				continue
			}
		}
		found.Type = p.Text(bodyType)
		if !p.AsRuby() {
			found.Type = strings.TrimPrefix(found.Type, "::")
		}
		found.IsClass = p.Token(bodyType).Kind == syntax.KeywordClass
		p.complete(&found)
		p.fileRun.bodies = append(p.fileRun.bodies, found)
	}
	return p.fileRun.bodies
}

// complete fills in the parts of the body.
func (p *Pass) complete(body *resourceBody) {
	if list, isList := body.Node.Title.(*syntax.LiteralList); isList {
		for _, value := range list.Values {
			first := value.FirstToken()
			if kind := p.Token(first).Kind; first == value.LastToken() && (kind == syntax.Name || kind == syntax.Word) {
				body.TitleNames = append(body.TitleNames, first)
			}
		}
	}
	last := body.Colon
	if count := len(body.Node.Operations); count > 0 {
		body.Attributes = make([]attribute, 0, count)
	}
	for _, operation := range body.Node.Operations {
		last = max(last, operation.LastToken())
		set, isAttribute := operation.(*syntax.AttributeOperation)
		if !isAttribute || set.Value == nil || set.Value.Kind() == syntax.KindBadExpr {
			continue
		}
		if p.AsRuby() && (set.Operator != syntax.FatArrow || p.Token(int(set.NameToken)).Kind.IsKeyword()) {
			continue
		}
		body.Attributes = append(body.Attributes, attribute{
			Name: set.Name, NameToken: int(set.NameToken),
			First: set.Value.FirstToken(), End: p.Token(set.Value.LastToken()).End, Value: set.Value,
		})
	}
	body.End = p.endAfter(last)
}

// endAfter returns the token that ends a resource body, given the last token of its last
// attribute. A comma may be in between, and the text of heredocs that begin before it.
func (p *Pass) endAfter(last int) int {
	for end := p.NextCode(last); ; end = p.NextCode(end) {
		switch p.Token(end).Kind {
		case syntax.Comma:
		case syntax.StringText, syntax.Variable, syntax.InterpolationStart:
			for p.Token(end).Kind != syntax.HeredocEnd {
				if p.Token(end).Kind == syntax.EndOfFile {
					return end
				}
				end++
			}
		default:
			return end
		}
	}
}

// inResourceBody reports whether the token is in a resource body that is visible to the rule.
func (p *Pass) inResourceBody(token int) bool {
	for level := range p.cursor.Depth() {
		body, isBody := p.Parent(level).(*syntax.ResourceBody)
		if !isBody || body.Title == nil || token <= body.Title.LastToken() {
			continue
		}
		if !p.AsRuby() {
			return true
		}
		if _, isFound := p.rubyView().types[p.NextCode(body.Title.LastToken())]; isFound {
			return true
		}
	}
	return false
}

// replaceWord replaces a bare or quoted word.
func (p *Pass) replaceWord(span source.Span, word string) diag.Edit {
	if quote := p.Source.Text[span.Start]; quote == '\'' || quote == '"' {
		span.Start, span.End = span.Start+1, span.End-1
	}
	return p.Replace(span, word)
}

// resourceSpan returns the span for a finding about the resource as a whole: its title or, as
// plugins of puppet-lint (Ruby) have it, its type.
func (p *Pass) resourceSpan(body *resourceBody) source.Span {
	if p.AsRuby() {
		return p.Token(p.rubyView().types[body.Colon]).Span
	}
	return p.extent(body.Node.Title)
}
