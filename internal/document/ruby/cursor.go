package ruby

import "puppet-lint/internal/source"

// cursor is a place among the tokens of a file.
type cursor struct {
	tokens []token
	at     int
	// failed is set if code was not understood. failedAt is the offset of the first such code.
	failed   bool
	failedAt int32
}

// fail records that the code here was not understood.
func (p *cursor) fail() {
	if !p.failed {
		p.failed, p.failedAt = true, p.peek().start
	}
}

// giveUp skips the rest of the file: it is nested too deeply for the recursive readers of the
// tree.
func (p *cursor) giveUp() *node {
	p.fail()
	p.at = len(p.tokens) - 1
	return &node{}
}

func (p *cursor) peek() *token { return &p.tokens[p.at] }

func (p *cursor) peekAhead(n int) *token { return &p.tokens[min(p.at+n, len(p.tokens)-1)] }

func (p *cursor) next() *token {
	t := &p.tokens[p.at]
	if t.kind != endOfFile {
		p.at++
	}
	return t
}

func (p *cursor) accept(kind tokenKind, text string) bool {
	if p.peek().is(kind, text) {
		p.at++
		return true
	}
	return false
}

func (p *cursor) acceptOperator(text string) bool { return p.accept(operator, text) }

func (p *cursor) expect(kind tokenKind, text string) {
	if !p.accept(kind, text) {
		p.fail()
	}
}

func (p *cursor) skipNewlines() {
	for p.peek().kind == newline {
		p.at++
	}
}

// skipNewlinesIf skips line ends only if the token after them matches.
func (p *cursor) skipNewlinesIf(fits func(*token) bool) {
	at := p.at
	p.skipNewlines()
	if !fits(p.peek()) {
		p.at = at
	}
}

// lastEnd returns the end of the token before the current one.
func (p *cursor) lastEnd() int32 {
	if p.at == 0 {
		return 0
	}
	return p.tokens[p.at-1].end
}

func (p *cursor) finish(n *node, start int32) *node {
	n.span = source.Span{Start: start, End: max(start, p.lastEnd())}
	return n
}

// unknown makes an unknownNode of the current token and marks the file as not understood.
func (p *cursor) unknown() *node {
	p.fail()
	t := p.peek()
	if t.kind != newline {
		p.next()
	}
	return &node{span: t.span()}
}
