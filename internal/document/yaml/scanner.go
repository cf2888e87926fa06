package yaml

import (
	"strings"
	"unicode/utf8"

	"puppet-lint/internal/document"
	"puppet-lint/internal/source"
)

// The scanner follows libyaml 0.2.5 rule by rule, because Psych uses libyaml: if it differs
// from YAML's specification, Puppet follows libyaml. The scanner differs only in form: it works
// on the whole text, and counts columns only when they are needed.

type tokenKind uint8

const (
	streamEnd tokenKind = iota
	versionDirective
	tagDirective
	documentStart
	documentEnd
	blockSequenceStart
	blockMappingStart
	blockEnd
	flowSequenceStart
	flowSequenceEnd
	flowMappingStart
	flowMappingEnd
	blockEntry
	flowEntry
	keyIndicator
	valueIndicator
	aliasToken
	anchorToken
	tagToken
	scalarToken
)

type token struct {
	kind       tokenKind
	style      document.Style
	start, end int32
	// text is the value of a scalar, the name of an anchor or alias, the suffix of a tag or the
	// prefix of a %TAG.
	text string
	// handle is the handle of a tag or %TAG, or the number of a %YAML.
	handle string
}

// simpleKey is a position where a mapping key without "?" may have begun.
type simpleKey struct {
	possible, required bool
	tokenNumber        int
	start, line        int32
	column             int32
}

type scanner struct {
	text  string
	ascii bool
	// pos is the offset of the next byte, line the 0-based number of its line and lineStart the
	// offset of that line.
	pos, line, lineStart int32
	// columnAt and column cache a column that was counted on this line.
	columnAt, column int32

	tokens       []token
	head         int
	tokensParsed int
	ended        bool

	indents          []int32
	indent           int32
	simpleKeys       []simpleKey
	flowLevel        int
	simpleKeyAllowed bool

	comments []source.Span
	err      *document.Error
}

func newScanner(text string, ascii bool) *scanner {
	s := &scanner{text: text, ascii: ascii, indent: -1, simpleKeyAllowed: true}
	s.simpleKeys = append(make([]simpleKey, 0, 8), simpleKey{})
	s.tokens = make([]token, 0, 16)
	if len(text) >= 3 && text[:3] == "\ufeff" {
		s.pos, s.lineStart = 3, 3
	}
	return s
}

// fail records the first error and returns false. context is what was being scanned, and from
// where it began.
func (s *scanner) fail(context string, from int32, problem string) bool {
	return s.failAt(context, from, problem, s.pos)
}

func (s *scanner) failAt(context string, from int32, problem string, at int32) bool {
	if s.err == nil {
		s.err = &document.Error{
			Span: source.Span{Start: at, End: at}, Message: problem,
			Context: context, ContextSpan: source.Span{Start: from, End: from},
		}
	}
	return false
}

func (s *scanner) peek(ahead int32) byte {
	if at := int(s.pos + ahead); at < len(s.text) {
		return s.text[at]
	}
	return 0
}

// currentColumn returns the 0-based column of pos, in characters.
func (s *scanner) currentColumn() int32 {
	if s.ascii {
		return s.pos - s.lineStart
	}
	if s.columnAt < s.lineStart || s.columnAt > s.pos {
		s.columnAt, s.column = s.lineStart, 0
	}
	s.column += int32(utf8.RuneCountInString(s.text[s.columnAt:s.pos]))
	s.columnAt = s.pos
	return s.column
}

// breakWidth returns the length in bytes of the line break at pos+ahead, where \r\n counts as
// one. It returns 0 if there is none.
func (s *scanner) breakWidth(ahead int32) int32 {
	switch s.peek(ahead) {
	case '\n':
		return 1
	case '\r':
		if s.peek(ahead+1) == '\n' {
			return 2
		}
		return 1
	case 0xC2:
		if s.peek(ahead+1) == 0x85 {
			return 2
		}
	case 0xE2:
		if s.peek(ahead+1) == 0x80 && (s.peek(ahead+2) == 0xA8 || s.peek(ahead+2) == 0xA9) {
			return 3
		}
	}
	return 0
}

func (s *scanner) isBreakOrEnd(ahead int32) bool {
	return int(s.pos+ahead) >= len(s.text) || s.breakWidth(ahead) > 0
}

func (s *scanner) isBlank(ahead int32) bool {
	c := s.peek(ahead)
	return c == ' ' || c == '\t'
}

func (s *scanner) isBlankOrEnd(ahead int32) bool { return s.isBlank(ahead) || s.isBreakOrEnd(ahead) }

func (s *scanner) atEnd() bool { return int(s.pos) >= len(s.text) }

// skipBreak skips the line break at pos, if there is one.
func (s *scanner) skipBreak() {
	if width := s.breakWidth(0); width > 0 {
		s.pos += width
		s.line++
		s.lineStart = s.pos
	}
}

// lineBreakText returns the text that the line break at pos represents in a scalar.
func (s *scanner) lineBreakText() string {
	if s.peek(0) == 0xE2 {
		return s.text[s.pos : s.pos+3]
	}
	return "\n"
}

func (s *scanner) skipToBreak() {
	for !s.atEnd() && s.breakWidth(0) == 0 {
		s.pos++
	}
}

func (s *scanner) skipComment() {
	start := s.pos
	s.skipToBreak()
	s.comments = append(s.comments, source.Span{Start: start, End: s.pos})
}

func (s *scanner) atDocumentIndicator() bool {
	if s.pos != s.lineStart || int(s.pos)+3 > len(s.text) {
		return false
	}
	three := s.text[s.pos : s.pos+3]
	return (three == "---" || three == "...") && s.isBlankOrEnd(3)
}

// next returns the first token of the queue, or nil after an error. The token stays in the
// queue until skip.
func (s *scanner) next() *token {
	if s.err != nil || !s.fetchMoreTokens() {
		return nil
	}
	return &s.tokens[s.head]
}

func (s *scanner) skip() {
	s.head++
	s.tokensParsed++
	if s.head == len(s.tokens) {
		s.head, s.tokens = 0, s.tokens[:0]
	}
}

// fetchMoreTokens makes the first token of the queue final, so that no KEY token can still be
// inserted before it. It returns false after an error.
func (s *scanner) fetchMoreTokens() bool {
	for {
		need := s.head == len(s.tokens)
		if !need {
			if !s.checkStaleKey() {
				return false
			}
			for i := range s.simpleKeys {
				key := &s.simpleKeys[i]
				if key.possible && key.tokenNumber == s.tokensParsed && !s.isStale(key) {
					need = true
					break
				}
			}
		}
		if !need {
			return true
		}
		if !s.fetchNextToken() {
			return false
		}
	}
}

// isStale reports whether a simple key can no longer be followed by ":", and if so drops it.
// Such a key must be on one line and at most 1024 characters long.
func (s *scanner) isStale(key *simpleKey) bool {
	if key.line < s.line || s.pos-key.start > 1024 && s.currentColumn()-key.column > 1024 {
		key.possible = false
		return true
	}
	return false
}

// checkStaleKey fails if a required key has become stale. Only a key of the
// block level can be required.
func (s *scanner) checkStaleKey() bool {
	key := &s.simpleKeys[0]
	if key.possible && s.isStale(key) && key.required {
		return s.fail("while scanning a simple key", key.start, "could not find expected ':'")
	}
	return true
}

func (s *scanner) saveSimpleKey() bool {
	if !s.simpleKeyAllowed {
		return true
	}
	if !s.removeSimpleKey() {
		return false
	}
	column := s.currentColumn()
	s.simpleKeys[len(s.simpleKeys)-1] = simpleKey{
		possible: true, required: s.flowLevel == 0 && s.indent == column,
		tokenNumber: s.tokensParsed + len(s.tokens) - s.head,
		start:       s.pos, line: s.line, column: column,
	}
	return true
}

func (s *scanner) removeSimpleKey() bool {
	key := &s.simpleKeys[len(s.simpleKeys)-1]
	if key.possible && key.required {
		return s.fail("while scanning a simple key", key.start, "could not find expected ':'")
	}
	key.possible = false
	return true
}

func (s *scanner) push(kind tokenKind, start, end int32) bool {
	s.tokens = append(s.tokens, token{kind: kind, start: start, end: end})
	return true
}

// insert inserts an empty token before the token with a given number.
func (s *scanner) insert(number int, kind tokenKind, at int32) {
	index := s.head + number - s.tokensParsed
	s.tokens = append(s.tokens, token{})
	copy(s.tokens[index+1:], s.tokens[index:])
	s.tokens[index] = token{kind: kind, start: at, end: at}
}

// rollIndent opens a block collection if column is deeper than the current one. number is the
// token before which it begins, or -1.
func (s *scanner) rollIndent(column int32, number int, kind tokenKind, at int32) {
	if s.flowLevel > 0 || s.indent >= column {
		return
	}
	s.indents = append(s.indents, s.indent)
	s.indent = column
	if number < 0 {
		s.push(kind, at, at)
	} else {
		s.insert(number, kind, at)
	}
}

func (s *scanner) unrollIndent(column int32) {
	if s.flowLevel > 0 {
		return
	}
	for s.indent > column {
		s.push(blockEnd, s.pos, s.pos)
		s.indent = s.indents[len(s.indents)-1]
		s.indents = s.indents[:len(s.indents)-1]
	}
}

func (s *scanner) scanToNextToken() {
	for {
		if s.pos == s.lineStart && strings.HasPrefix(s.text[s.pos:], "\ufeff") {
			s.pos += 3
		}
		for s.peek(0) == ' ' || (s.flowLevel > 0 || !s.simpleKeyAllowed) && s.peek(0) == '\t' {
			s.pos++
		}
		if s.peek(0) == '#' {
			s.skipComment()
		}
		if s.breakWidth(0) == 0 {
			return
		}
		s.skipBreak()
		if s.flowLevel == 0 {
			s.simpleKeyAllowed = true
		}
	}
}

// fetchNextToken scans the next token, and those that belong to it. It returns false after an error.
func (s *scanner) fetchNextToken() bool {
	if s.ended {
		return s.push(streamEnd, s.pos, s.pos)
	}
	s.scanToNextToken()
	if !s.checkStaleKey() {
		return false
	}
	s.unrollIndent(s.currentColumn())
	if s.atEnd() {
		return s.fetchStreamEnd()
	}
	c := s.text[s.pos]
	if s.pos == s.lineStart {
		if c == '%' {
			return s.fetchDirective()
		}
		if s.atDocumentIndicator() {
			return s.fetchDocumentIndicator()
		}
	}
	return s.fetchTokenFrom(c)
}

// fetchTokenFrom scans the token that starts with the character at pos.
func (s *scanner) fetchTokenFrom(c byte) bool {
	switch c {
	case '[':
		return s.fetchFlowStart(flowSequenceStart)
	case '{':
		return s.fetchFlowStart(flowMappingStart)
	case ']':
		return s.fetchFlowEnd(flowSequenceEnd)
	case '}':
		return s.fetchFlowEnd(flowMappingEnd)
	case ',':
		return s.fetchFlowEntry()
	case '-':
		if s.isBlankOrEnd(1) {
			return s.fetchBlockEntry()
		}
		return s.fetchPlain()
	case '?', ':':
		if s.flowLevel == 0 && !s.isBlankOrEnd(1) {
			return s.fetchPlain()
		}
		if c == '?' {
			return s.fetchKey()
		}
		return s.fetchValue()
	case '*', '&':
		return s.fetchAnchor()
	case '!':
		return s.fetchTag()
	case '|', '>':
		if s.flowLevel == 0 {
			return s.fetchBlockScalar()
		}
	case '\'', '"':
		return s.fetchQuoted()
	case '#', '%', '@', '`', '\t':
	default:
		return s.fetchPlain()
	}
	return s.fail("while scanning for the next token", s.pos, "found character that cannot start any token")
}

func (s *scanner) fetchStreamEnd() bool {
	// Treated like a line end, so that no key can be pending after it.
	if s.pos != s.lineStart {
		s.line++
		s.lineStart = s.pos
	}
	s.unrollIndent(-1)
	if !s.removeSimpleKey() {
		return false
	}
	s.simpleKeyAllowed = false
	s.ended = true
	return s.push(streamEnd, s.pos, s.pos)
}

func (s *scanner) fetchDocumentIndicator() bool {
	s.unrollIndent(-1)
	if !s.removeSimpleKey() {
		return false
	}
	s.simpleKeyAllowed = false
	kind := documentStart
	if s.text[s.pos] == '.' {
		kind = documentEnd
	}
	s.pos += 3
	return s.push(kind, s.pos-3, s.pos)
}

func (s *scanner) fetchFlowStart(kind tokenKind) bool {
	if !s.saveSimpleKey() {
		return false
	}
	s.simpleKeys = append(s.simpleKeys, simpleKey{})
	s.flowLevel++
	s.simpleKeyAllowed = true
	s.pos++
	return s.push(kind, s.pos-1, s.pos)
}

func (s *scanner) fetchFlowEnd(kind tokenKind) bool {
	if !s.removeSimpleKey() {
		return false
	}
	if s.flowLevel > 0 {
		s.flowLevel--
		s.simpleKeys = s.simpleKeys[:len(s.simpleKeys)-1]
	}
	s.simpleKeyAllowed = false
	s.pos++
	return s.push(kind, s.pos-1, s.pos)
}

func (s *scanner) fetchFlowEntry() bool {
	if !s.removeSimpleKey() {
		return false
	}
	s.simpleKeyAllowed = true
	s.pos++
	return s.push(flowEntry, s.pos-1, s.pos)
}

func (s *scanner) fetchBlockEntry() bool {
	if s.flowLevel == 0 {
		if !s.simpleKeyAllowed {
			return s.fail("", s.pos, "block sequence entries are not allowed in this context")
		}
		s.rollIndent(s.currentColumn(), -1, blockSequenceStart, s.pos)
	}
	if !s.removeSimpleKey() {
		return false
	}
	s.simpleKeyAllowed = true
	s.pos++
	return s.push(blockEntry, s.pos-1, s.pos)
}

func (s *scanner) fetchKey() bool {
	if s.flowLevel == 0 {
		if !s.simpleKeyAllowed {
			return s.fail("", s.pos, "mapping keys are not allowed in this context")
		}
		s.rollIndent(s.currentColumn(), -1, blockMappingStart, s.pos)
	}
	if !s.removeSimpleKey() {
		return false
	}
	s.simpleKeyAllowed = s.flowLevel == 0
	s.pos++
	return s.push(keyIndicator, s.pos-1, s.pos)
}

func (s *scanner) fetchValue() bool {
	key := &s.simpleKeys[len(s.simpleKeys)-1]
	if key.possible && !s.isStale(key) {
		s.insert(key.tokenNumber, keyIndicator, key.start)
		s.rollIndent(key.column, key.tokenNumber, blockMappingStart, key.start)
		key.possible = false
		s.simpleKeyAllowed = false
	} else {
		if s.flowLevel == 0 {
			if !s.simpleKeyAllowed {
				return s.fail("", s.pos, "mapping values are not allowed in this context")
			}
			s.rollIndent(s.currentColumn(), -1, blockMappingStart, s.pos)
		}
		s.simpleKeyAllowed = s.flowLevel == 0
	}
	s.pos++
	return s.push(valueIndicator, s.pos-1, s.pos)
}
