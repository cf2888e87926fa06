package dirty

import (
	"math/rand/v2"
	"strings"
)

// Splicer changes texts of any kind, whole ones and parts that do not parse: it cuts pieces out,
// doubles them, and puts in pieces of other texts and single tokens of Puppet, of templates and of
// types. Fuzzing by bytes hardly ever meets two constructs that do not belong together; splicing
// does so all the time.
type Splicer struct {
	random *rand.Rand
	// donors are the texts that pieces are taken from.
	donors []string
}

// NewSplicer returns a Splicer that takes pieces from donors. It keeps the slice. The results
// depend only on the donors, the texts and the seed.
func NewSplicer(donors []string, seed uint64) *Splicer {
	return &Splicer{rand.New(rand.NewPCG(seed, 0)), donors}
}

// splicedTokens are put into texts, besides oddTokens.
var splicedTokens = strings.Split(`<% ¦<%- ¦<%= ¦<%# ¦<%% ¦%> ¦-%> ¦%%> ¦<%| ¦|%> ¦%><%¦<%[ ¦@¦@@¦"${¦"¦'¦@(E) ¦@(E:x)¦@("E"/L) ¦`+"\nE\n¦\n |- E\n"+
	`¦# fmt: skip`+"\n¦# fmt: off\n¦# fmt: on\n"+`¦lambda ¦|$x| ¦|Integer $x, *$y| ¦* => $x ¦plan ¦apply ¦function ¦type ¦private ¦attr ¦produces ¦`+
	`-1 ¦1e400 ¦99999999999999999999 ¦String[1, -1] ¦Struct[{ ¦Optional[ ¦Variant[] ¦Callable[ ¦Type[ ¦Enum[] ¦Integer[5, 1] ¦Pattern[/(/] ¦Regexp[/(/] ¦Sensitive ¦Timespan ¦`+
	`each ¦map ¦reduce ¦with ¦lookup ¦return ¦next ¦break ¦contain ¦create_resources ¦'%-*s' ¦$facts['a'] ¦$title ¦$settings::x ¦.then ¦in ¦!~ ¦<< ¦>> ¦% ¦-`+
	"¦\x00¦\xff¦\r¦\r\n¦\r\r\n¦ # c\r\r\n¦\u00a0¦\u2028¦ # lint:ignore:140chars\n", "¦")

// Text returns a changed copy of text, which may be empty.
func (s *Splicer) Text(text string) string {
	for range 1 + s.random.IntN(4) {
		at := s.random.IntN(len(text) + 1)
		switch s.random.IntN(6) {
		case 0:
			text = text[:at] + s.piece(text) + text[at:]
		case 1:
			text = text[:at] + text[min(len(text), at+s.random.IntN(20)):]
		case 2:
			text = text[:at] + s.piece(s.donors[s.random.IntN(len(s.donors))]) + text[at:]
		case 3:
			text = text[:at] + s.token() + text[at:]
		case 4:
			// Of a long text, only a part: the beginning of a file is special.
			text = text[:at] + text[min(len(text), at+s.random.IntN(len(text)-at+1)):]
		default:
			text = s.replaceWord(text, at)
		}
	}
	return text
}

func (s *Splicer) token() string {
	if s.random.IntN(2) == 0 {
		return oddTokens[s.random.IntN(len(oddTokens))]
	}
	return splicedTokens[s.random.IntN(len(splicedTokens))]
}

// piece returns up to 60 bytes of a text.
func (s *Splicer) piece(text string) string {
	if text == "" {
		return ""
	}
	at := s.random.IntN(len(text))
	return text[at : at+s.random.IntN(min(len(text)-at, 60)+1)]
}

// replaceWord replaces the next word after an offset with another word of the text, or a token.
func (s *Splicer) replaceWord(text string, at int) string {
	words := strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune(" \n(){}[],", c) })
	if len(words) == 0 {
		return text
	}
	word, by := words[s.random.IntN(len(words))], s.token()
	if s.random.IntN(2) == 0 {
		by = words[s.random.IntN(len(words))]
	}
	before, after, found := strings.Cut(text[at:], word)
	if !found {
		return text
	}
	return text[:at] + before + by + after
}
