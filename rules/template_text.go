package rules

import (
	"slices"
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/lazyregexp"
	"puppet-lint/internal/source"
)

// TextPass gives a rule access to the text of a template: what it writes to the file that is made
// from it. It serves one rule and one file.
type TextPass struct {
	// Text has the length of the template. NULs represent tags, and blanks comments.
	Text string
	reporter
}

// CheckText applies the rules for the texts of templates in the set. In text, NULs represent the
// tags of the template; it is as long as the file.
func (s *Set) CheckText(file *source.File, text string, location FileLocation) (found []*diag.Diagnostic) {
	if isDemonstration(location) || isInTestFolder(file.Name) {
		return nil
	}
	text = blankComments(text)
	for i := range s.rules {
		if visit := s.rules[i].Rule.Text; visit != nil {
			visit(&TextPass{text, reporter{file, &s.rules[i], &found}})
		}
	}
	return found
}

// blankBlockComments replaces the comments of XML and HTML, and those of C that begin a line, by
// blanks, but for the ends of their lines.
func blankBlockComments(text string) string {
	return blankBetween(blankBetween(text, "<!--", "-->", false), "/*", "*/", true)
}

// blankBetween replaces the texts from begin to end by blanks, but for the ends of their lines. If
// leads is set, begin must be the first text of its line.
func blankBetween(text, begin, end string, leads bool) string {
	var blanked []byte
	for start := 0; ; {
		at := strings.Index(text[start:], begin)
		if at < 0 {
			break
		}
		at += start
		start = at + len(begin)
		if before := strings.TrimRight(text[:at], " \t"); leads && before != "" && !strings.HasSuffix(before, "\n") {
			continue
		}
		length := strings.Index(text[start:], end)
		if length < 0 {
			break
		}
		if start += length + len(end); blanked == nil {
			blanked = []byte(text)
		}
		for i := at; i < start; i++ {
			if blanked[i] != '\n' {
				blanked[i] = ' '
			}
		}
	}
	if blanked == nil {
		return text
	}
	return string(blanked)
}

// blankComments replaces the comments of XML and C, and the lines that are comments in the usual
// languages, by blanks.
func blankComments(text string) string {
	text = blankBlockComments(text)
	var blanked []byte
	for start := 0; start < len(text); {
		end := start + strings.IndexByte(text[start:], '\n')
		if end < start {
			end = len(text)
		}
		line := strings.TrimLeft(text[start:end], " \t")
		if line != "" && strings.IndexByte("#;/*!-<", line[0]) >= 0 && startsComment(line) {
			if blanked == nil {
				blanked = []byte(text)
			}
			for i := start; i < end; i++ {
				blanked[i] = ' '
			}
		}
		start = end + 1
	}
	if blanked == nil {
		return text
	}
	return string(blanked)
}

func startsComment(line string) bool {
	for _, start := range []string{"#", ";", "//", "/*", "*", "! ", "-- ", "<!--"} {
		if strings.HasPrefix(line, start) {
			return true
		}
	}
	return false
}

// lines visits each line of the text, and the offset at which it starts, if the text contains one
// of the words.
func (p *TextPass) lines(words []string, visit func(line string, start int)) {
	if !mentionsAny(p.Text, words) {
		return
	}
	for start := 0; start < len(p.Text); {
		end := start + strings.IndexByte(p.Text[start:], '\n')
		if end < start {
			end = len(p.Text)
		}
		if line := p.Text[start:end]; mentionsAny(line, words) {
			visit(strings.TrimSuffix(line, "\r"), start)
		}
		start = end + 1
	}
}

// isAlternative reports whether a line is between the tags of a condition while another line sets
// the same thing to another value. Which one counts depends on the values of the template.
func (p *TextPass) isAlternative(start int) bool {
	raw := p.file.Text
	start = strings.LastIndexByte(raw[:start], '\n') + 1
	end := len(raw)
	if at := strings.IndexByte(raw[start:], '\n'); at >= 0 {
		end = start + at
	}
	if !branchTag.MatchString(lastLine(raw[:start])) || !branchTag.MatchString(firstLine(raw[end:])) {
		return false
	}
	own := strings.Fields(strings.ReplaceAll(raw[start:end], "=", " = "))
	for line := range strings.SplitSeq(p.Text, "\n") {
		if words := strings.Fields(strings.ReplaceAll(line, "=", " = ")); len(own) > 0 && len(words) > 1 && words[0] == own[0] && !slices.Equal(words, own) {
			return true
		}
	}
	return false
}

// branchTag matches a line with the tag of a condition in ERB or EPP.
var branchTag = lazyregexp.New(`^\s*<%-?\s*(?:(?:\}\s*)?(?:if|unless|elsif|else|end|when|case)\b|\})`)

// lastLine and firstLine return the last and the first line of a text that is not blank.
func lastLine(text string) string {
	text = strings.TrimRight(text, " \t\r\n")
	return text[strings.LastIndexByte(text, '\n')+1:]
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimLeft(text, " \t\r\n"), "\n")
	return line
}

// reportPart reports a part of the text.
func (p *TextPass) reportPart(start, end int, message string) {
	p.Report(source.Span{Start: int32(start), End: int32(end)}, message)
}

// reportLine reports a line of the text without the blanks around it.
func (p *TextPass) reportLine(line string, start int, message string) {
	trimmed := strings.TrimSpace(line)
	start += strings.Index(line, trimmed)
	p.reportPart(start, start+len(trimmed), message)
}
