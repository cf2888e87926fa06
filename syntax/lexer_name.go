package syntax

// lexWord lexes a name, a keyword or another bare word. It starts with a lower-case letter or
// an underscore.
func (l *lexer) lexWord(start int) {
	text := l.text
	end := skipWord(text, start+1)
	if next := l.peek(end); next != '-' && next != ':' && text[start] != '_' {
		kind := Name
		if end-start <= 8 {
			kind = l.keyword(text[start:end])
		}
		l.emit(kind, start, end)
		return
	}
	kind, end := scanBareWord(text, start)
	if kind == Name {
		kind = l.keyword(text[start:end])
	}
	l.emit(kind, start, end)
}

// scanBareWord returns the end of the bare word that starts at offset, or after a "::" there,
// and whether it is a Name or just a Word. There must be one.
func scanBareWord(text string, offset int) (kind TokenKind, end int) {
	kind, end = Name, offset
	for {
		segment := end
		if end+2 < len(text) && text[end] == ':' && text[end+1] == ':' {
			segment += 2
		} else if end > offset {
			return kind, end
		}
		if segment >= len(text) || charClass[text[segment]]&charLower == 0 && text[segment] != '_' {
			return kind, end
		}
		if text[segment] == '_' {
			kind = Word
		}
		last := skipWord(text, segment)
		for next := last; next < len(text) && text[next] == '-'; {
			for next < len(text) && text[next] == '-' {
				next++
			}
			if next = skipWord(text, next); text[next-1] != '-' {
				last, kind = next, Word
			}
		}
		end = last
	}
}

// keyword returns the kind of a name: Name, or the kind of a keyword.
func (l *lexer) keyword(name string) TokenKind {
	switch name {
	case "and":
		return KeywordAnd
	case "apply":
		if l.options.Tasks {
			return KeywordApply
		}
	case "attr":
		return KeywordAttr
	case "case":
		return KeywordCase
	case "class":
		return KeywordClass
	case "default":
		return KeywordDefault
	case "define":
		return KeywordDefine
	case "else":
		return KeywordElse
	case "elsif":
		return KeywordElsif
	case "false":
		return KeywordFalse
	case "function":
		return KeywordFunction
	case "if":
		return KeywordIf
	case "in":
		return KeywordIn
	case "inherits":
		return KeywordInherits
	case "node":
		return KeywordNode
	case "or":
		return KeywordOr
	case "plan":
		if l.options.Tasks {
			return KeywordPlan
		}
	case "private":
		return KeywordPrivate
	case "true":
		return KeywordTrue
	case "type":
		return KeywordType
	case "undef":
		return KeywordUndef
	case "unless":
		return KeywordUnless
	}
	return Name
}

// scanClassReference returns the end of the upper-case name that starts at offset, or after a
// "::" there. There must be one.
func scanClassReference(text string, offset int) int {
	end := offset
	for {
		segment := end
		if end+2 < len(text) && text[end] == ':' && text[end+1] == ':' {
			segment += 2
		}
		if segment >= len(text) || charClass[text[segment]]&charUpper == 0 {
			return end
		}
		end = skipWord(text, segment)
	}
}

// lexClassReference lexes an upper-case name.
func (l *lexer) lexClassReference(start int) {
	end := scanClassReference(l.text, start)
	if l.peek(end) == ':' && l.peek(end+1) == ':' {
		l.invalid(start, l.skipName(end), errorClassReference, end+1, l.text[start:end])
		return
	}
	l.emit(ClassReference, start, end)
}

// lexAbsoluteName lexes a name that starts with "::".
func (l *lexer) lexAbsoluteName(start int) {
	next := l.peek(start + 2)
	switch {
	case charClass[next]&charUpper != 0:
		end := scanClassReference(l.text, start)
		if l.peek(end) == ':' && l.peek(end+1) == ':' {
			l.invalid(start, l.skipName(end), errorQualifiedReference, min(end+3, len(l.text)), l.text[start:end])
			return
		}
		l.emit(ClassReference, start, end)
	case charClass[next]&charLower != 0 || next == '_':
		kind, end := scanBareWord(l.text, start)
		l.emit(kind, start, end)
	default:
		l.invalid(start, l.skipName(start), errorQualifiedName, start+2)
	}
}

// skipName skips letters, digits and colons from offset on: the rest of a malformed name.
func (l *lexer) skipName(offset int) int {
	for offset < len(l.text) && (l.text[offset] == ':' || charClass[l.text[offset]]&charWord != 0) {
		offset++
	}
	return offset
}

// scanVariable returns the end of the variable name at offset, or offset itself if there is
// none.
func scanVariable(text string, offset int) int {
	end := offset
	for {
		segment := end
		if end+2 < len(text) && text[end] == ':' && text[end+1] == ':' {
			segment += 2
		} else if end > offset {
			return end
		}
		last := skipWord(text, segment)
		if last == segment {
			return end
		}
		end = last
	}
}

// lexVariable lexes a variable. A lone dollar is a variable without a name.
func (l *lexer) lexVariable(start int) {
	end := skipWord(l.text, start+1)
	if end == start+1 || l.peek(end) == ':' {
		end = scanVariable(l.text, start+1)
	}
	l.emit(Variable, start, end)
}
