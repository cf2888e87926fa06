package pattern

import (
	"fmt"
	"strings"
)

// The parser sees metavariables as variables or names of the same length. This includes runs:
// their variables begin with more underscores than anyone uses.
const (
	anything   = "_"   // $_
	bareRun    = "__"  // ...
	runVariant = "___" // $... and, with a name behind it, $...NAME
)

// scanner rewrites the metavariables of a pattern.
type scanner struct {
	text []byte
	at   int
	// names maps the offsets at which a name replaces a metavariable.
	names map[int32]string
	// inString is true within a double-quoted string. braces holds, for each enclosing
	// interpolation, the depth of nested braces.
	inString bool
	braces   []int
	// types are the types after metavariables, by name of the metavariable.
	types map[string]typeText
	err   *Error
}

// scan rewrites a pattern for the parser.
func scan(text string) (*scanner, *Error) {
	s := &scanner{text: []byte(text), names: map[int32]string{}, types: map[string]typeText{}}
	for s.at < len(s.text) && s.err == nil {
		s.step()
	}
	return s, s.err
}

// typeText is a type after a metavariable, as written.
type typeText struct {
	text   string
	offset int32
}

// takeType removes the type after a metavariable, as in $X:Integer[1]. It replaces the type
// with blanks, so that all positions remain valid.
func (s *scanner) takeType(at int, name string) {
	if at+1 >= len(s.text) || s.text[at] != ':' || s.text[at+1] < 'A' || s.text[at+1] > 'Z' {
		return
	}
	end := at + 1
	for end < len(s.text) && (isWord(s.text[end]) || s.text[end] == ':' && end+2 < len(s.text) && s.text[end+1] == ':' && 'A' <= s.text[end+2] && s.text[end+2] <= 'Z') {
		if s.text[end] == ':' {
			end++
		}
		end++
	}
	if end < len(s.text) && s.text[end] == '[' {
		depth := 0
		for ; end < len(s.text); end++ {
			if s.text[end] == '[' {
				depth++
			} else if s.text[end] == ']' {
				if depth--; depth == 0 {
					end++
					break
				}
			}
		}
		if depth > 0 {
			s.fail(at, "the type of $%s is not closed", name)
			return
		}
	}
	text := typeText{string(s.text[at+1 : end]), int32(at + 1)}
	if known, again := s.types[name]; again && known.text != text.text {
		s.fail(at, "$%s already has the type %s", name, known.text)
		return
	}
	if name == anything {
		s.fail(at, "$_ captures nothing; use a name to require a type")
		return
	}
	s.types[name] = text
	for i := at; i < end; i++ {
		s.text[i] = ' '
	}
}

func (s *scanner) peek(ahead int) byte {
	if s.at+ahead < len(s.text) {
		return s.text[s.at+ahead]
	}
	return 0
}

func (s *scanner) step() {
	char := s.text[s.at]
	switch {
	case s.inString:
		s.stringStep(char)
	case char == '\'':
		s.skipSingleQuoted()
	case char == '"':
		s.inString = true
		s.at++
	case char == '#':
		for s.at < len(s.text) && s.text[s.at] != '\n' {
			s.at++
		}
	case char == '{' && len(s.braces) > 0:
		s.braces[len(s.braces)-1]++
		s.at++
	case char == '}' && len(s.braces) > 0:
		last := len(s.braces) - 1
		if s.braces[last]--; s.braces[last] < 0 {
			s.braces, s.inString = s.braces[:last], true
		}
		s.at++
	case char == '$':
		s.metavariable()
	case strings.HasPrefix(string(s.text[s.at:min(s.at+3, len(s.text))]), "..."):
		s.run(s.at, 3)
	default:
		s.at++
	}
}

func (s *scanner) skipSingleQuoted() {
	for s.at++; s.at < len(s.text) && s.text[s.at] != '\''; s.at++ {
		if s.text[s.at] == '\\' {
			s.at++
		}
	}
	s.at++
}

// stringStep makes a step within a double-quoted string.
func (s *scanner) stringStep(char byte) {
	switch {
	case char == '\\':
		s.at += 2
	case char == '"':
		s.inString = false
		s.at++
	case char == '$' && s.peek(1) == '{' && s.isRun(2):
		s.rewriteRun(s.at + 2)
	case char == '$' && s.peek(1) == '{':
		s.braces, s.inString = append(s.braces, 0), false
		s.at += 2
	case char == '$' && s.isRun(1):
		end := s.at + 4
		for end < len(s.text) && isCapital(s.text[end]) {
			end++
		}
		if end < len(s.text) && isWord(s.text[end]) {
			s.fail(s.at, "$... must not be followed by a letter or a digit here; write ${...}")
			return
		}
		s.rewriteRun(s.at + 1)
	default:
		s.at++
	}
}

func (s *scanner) isRun(ahead int) bool {
	return s.peek(ahead) == '.' && s.peek(ahead+1) == '.' && s.peek(ahead+2) == '.'
}

// metavariable handles a dollar outside strings.
func (s *scanner) metavariable() {
	if s.isRun(1) {
		end := s.at + 4
		for end < len(s.text) && isCapital(s.text[end]) {
			end++
		}
		s.run(s.at, end-s.at)
		return
	}
	start, end := s.at, s.at+1
	for end < len(s.text) && isWord(s.text[end]) {
		end++
	}
	s.at = max(end, start+1)
	name := string(s.text[start+1 : end])
	if isMetavariable(name) {
		s.takeType(end, name)
		s.makeName(start, end, name)
	}
}

// makeName replaces a metavariable with a name where the grammar does not allow a variable.
func (s *scanner) makeName(start, end int, name string) {
	letter := byte(0)
	before, after := s.wordBefore(start), strings.TrimLeft(string(s.text[end:]), " \t\r\n")
	switch {
	case strings.HasPrefix(after, "=>"), strings.HasPrefix(after, "+>"):
		// A hash key may be a name or a variable; an attribute must be a name.
		letter = 'z'
	case end < len(s.text) && s.text[end] == '(', start > 0 && s.text[start-1] == '.':
		letter = 'z'
	case before == "class", before == "define", before == "function", before == "plan", before == "inherits", before == "node":
		letter = 'z'
	case before == "type", before == ">>", before == "=" && s.inTypeAlias(start), strings.HasPrefix(after, "$"), strings.HasPrefix(after, "*$"):
		letter = 'Z'
	default:
		return
	}
	s.text[start] = letter
	s.names[int32(start)] = name
}

func (s *scanner) inTypeAlias(before int) bool {
	return strings.HasPrefix(strings.TrimSpace(string(s.text[:before])), "type ")
}

// wordBefore returns the word before an offset, else the sign: one character or ">>".
func (s *scanner) wordBefore(offset int) string {
	text := strings.TrimRight(string(s.text[:offset]), " \t\r\n")
	if strings.HasSuffix(text, ">>") {
		return ">>"
	}
	start := len(text)
	for start > 0 && isWord(text[start-1]) {
		start--
	}
	if start == len(text) && start > 0 {
		return text[start-1:]
	}
	return text[start:]
}

// run handles "..." and "$...NAME" outside strings. In a list of attributes or entries, which
// may always have more, it is removed.
func (s *scanner) run(start, length int) {
	before, after := s.wordBefore(start), strings.TrimLeft(string(s.text[start+length:]), " \t\r\n")
	if (before == "," || before == ":" || before == ";") && strings.HasPrefix(after, "}") {
		if length > 4 {
			s.fail(start, "a sequence of attributes or entries cannot be captured")
			return
		}
		for i := start; i < start+length; i++ {
			s.text[i] = ' '
		}
		s.at = start + length
		return
	}
	if s.text[start] == '$' {
		s.rewriteRun(start + 1)
		return
	}
	copy(s.text[start:], "$"+bareRun)
	s.at = start + length
}

// rewriteRun replaces the dots at offset with underscores.
func (s *scanner) rewriteRun(offset int) {
	copy(s.text[offset:], runVariant)
	s.at = offset + len(runVariant)
}

func (s *scanner) fail(offset int, format string, arguments ...any) {
	s.err = &Error{Offset: int32(offset), Message: fmt.Sprintf(format, arguments...)}
}

// isMetavariable reports whether a name is that of a metavariable: an underscore, or a capital
// followed by capitals, digits and underscores.
func isMetavariable(name string) bool {
	if name == anything {
		return true
	}
	for i := range len(name) {
		if !isCapital(name[i]) || i == 0 && (name[0] == '_' || '0' <= name[0] && name[0] <= '9') {
			return false
		}
	}
	return name != ""
}

// runName returns the name of a run's metavariable ("" if it has none), if the variable is a
// run.
func runName(name string) (string, bool) {
	if name == bareRun {
		return "", true
	}
	if rest, ok := strings.CutPrefix(name, runVariant); ok && (rest == "" || isMetavariable(rest)) {
		return rest, true
	}
	return "", false
}

func isCapital(char byte) bool {
	return 'A' <= char && char <= 'Z' || '0' <= char && char <= '9' || char == '_'
}

func isWord(char byte) bool { return isCapital(char) || 'a' <= char && char <= 'z' }
