package syntax

import (
	"slices"
	"strings"

	"puppet-lint/internal/spell"
)

// The keywords that begin a definition, a conditional, and a further branch.
var (
	definitionKeywords  = []string{"class", "define", "function", "node", "plan", "type"}
	conditionalKeywords = []string{"if", "unless", "case"}
	branchKeywords      = []string{"elsif", "else"}
)

// keywordsElsewhere maps words of other languages to the keywords of Puppet.
var keywordsElsewhere = map[string]string{
	"elif": "elsif", "elseif": "elsif", "def": "define", "switch": "case", "module": "class", "fn": "function", "func": "function",
}

// misspellsKeyword reports whether the error is in the code after a misspelt keyword, which the
// parser reads as a name with a resource or a call. misspellsKeyword sets the help and relates the
// word.
func (p *parser) misspellsKeyword(err *Error) bool {
	for pos := p.pos; pos >= max(p.explained, p.pos-farBack); pos-- {
		if kind := p.lexemes[pos].kind; kind != Name && kind != ClassReference {
			continue
		}
		keyword := p.keywordFor(pos)
		if keyword == "" {
			continue
		}
		p.explained = pos + 1
		err.Related = p.span(p.lexemes[pos].token)
		err.RelatedMessage = "'" + p.lexemeText(pos) + "' is not a keyword, so the code after it is read as a resource or a call"
		if word := p.lexemeText(pos); len(word) > 3 && word != "plan" || keywordsElsewhere[word] != "" {
			err.Cause = "'" + word + "' is not a keyword"
		}
		err.Help = "write `" + keyword + "`"
		return true
	}
	return false
}

// keywordFor returns the keyword that was most likely meant by the name at pos, judging by the
// lexemes around it, or "".
func (p *parser) keywordFor(pos int) string {
	if pos+2 >= len(p.lexemes) {
		return ""
	}
	next, afterNext := p.lexemes[pos+1].kind, p.lexemes[pos+2].kind
	isOnLine := !p.startsLine(pos + 1)
	var keywords []string
	switch {
	case pos > 0 && p.lexemes[pos-1].kind == RightBrace:
		keywords = branchKeywords
	case !p.startsLine(pos) || !isOnLine:
		return ""
	case next == Name || next == ClassReference:
		switch afterNext {
		case LeftBrace, LeftParen, LineLeftParen, KeywordInherits:
			keywords = definitionKeywords
		}
	case next == Variable || next == LeftParen || next == Not:
		keywords = conditionalKeywords
	}
	word := p.lexemeText(pos)
	if keyword := keywordsElsewhere[word]; slices.Contains(keywords, keyword) {
		return keyword
	}
	if keyword := spell.Best(word, keywords); keyword != "" {
		return keyword
	}
	return cutOff(word, keywords)
}

// cutOff returns the keyword that begins or ends with the word, or "". Such a word is left if only
// a part of a line was copied.
func cutOff(word string, keywords []string) string {
	if len(word) < 3 {
		return ""
	}
	at := slices.IndexFunc(keywords, func(keyword string) bool {
		return strings.HasSuffix(keyword, word) || strings.HasPrefix(keyword, word)
	})
	if at < 0 {
		return ""
	}
	return keywords[at]
}
