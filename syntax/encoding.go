package syntax

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// byteOrderMarks are the marks that Puppet recognizes, in its order: of two with the same
// start, the longer one comes first.
var byteOrderMarks = [...]struct{ mark, name string }{
	{"\x00\x00\xFE\xFF", "UTF-32"},
	{"\xFF\xFE\x00\x00", "UTF-32"},
	{"\x84\x31\x95\x33", "GB-18030"},
	{"\xDD\x73\x66\x73", "UTF-EBCDIC"},
	{"\x0E\xFE\xFF", "SCSU"},
	{"\xEF\xBB\xBF", "UTF-8"},
	{"\xF7\x64\x4C", "UTF-1"},
	{"\xFB\xEE\x28", "BOCU"},
	{"\xFE\xFF", "UTF-16"},
	{"\xFF\xFE", "UTF-16"},
}

// lexByteOrderMark reports a byte order mark, and bytes that are not UTF-8. It
// returns false if nothing else can be read.
func (l *lexer) lexByteOrderMark() bool {
	if l.text == "" || l.text[0] >= 0x20 && l.text[0] < 0x80 {
		return l.checkEncoding()
	}
	for _, bom := range byteOrderMarks {
		if !strings.HasPrefix(l.text, bom.mark) {
			continue
		}
		l.failByteOrderMark(0, bom.mark, bom.name)
		l.trivia(ByteOrderMark, 0, len(bom.mark))
		if bom.name == "UTF-8" {
			return l.checkEncoding()
		}
		if l.pos < len(l.text) {
			l.emit(Invalid, l.pos, len(l.text))
			l.lexemes[len(l.lexemes)-1].value = reported
		}
		return false
	}
	return l.checkEncoding()
}

// utf8ByteOrderMark is the only mark that valid UTF-8 can contain. Puppet looks for it at the
// start of a heredoc's text, too.
const utf8ByteOrderMark = "\xEF\xBB\xBF"

// failByteOrderMark reports the mark at start. Puppet reports it without a location.
func (l *lexer) failByteOrderMark(start int, mark, name string) {
	bytes := strings.ToUpper(fmt.Sprintf("[% x]", mark))
	l.fail(start, start+len(mark), errorByteOrderMark, start, name, trimZeros(bytes))
	l.errors[len(l.errors)-1].At = -1
}

// trimZeros writes the bytes in "[0E FE]" without leading zeros.
func trimZeros(bytes string) string {
	return strings.ReplaceAll(strings.ReplaceAll(bytes, "[0", "["), " 0", " ")
}

// checkEncoding reports the first byte that is not UTF-8. Puppet crashes on it wherever it is;
// the lexer continues.
func (l *lexer) checkEncoding() bool {
	if utf8.ValidString(l.text) {
		return true
	}
	for i := 0; i < len(l.text); {
		char, size := utf8.DecodeRuneInString(l.text[i:])
		if char == utf8.RuneError && size == 1 {
			l.fail(i, i+1, errorEncoding, i)
			break
		}
		i += size
	}
	return true
}
