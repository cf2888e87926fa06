package suppress

import (
	"strings"

	"puppet-lint/internal/source"
	"puppet-lint/syntax"
	"puppet-lint/syntax/slashes"
)

// Manifest returns the description of a parsed manifest for Add.
func Manifest(file *syntax.File) Text {
	file, _ = slashes.AsComments(file)
	return Text{File: file.Source, Comments: Comments(file), End: func(line int) CommentKind { return endOf(file, line) }}
}

// Comments returns the comments of a parsed manifest, including those that begin with "//".
func Comments(file *syntax.File) []Comment {
	file, slashed := slashes.AsComments(file)
	comments := make([]Comment, 0, countComments(file.Tokens))
	for i, token := range file.Tokens {
		text := file.Source.Slice(token.Span)
		switch token.Kind {
		case syntax.LineComment:
			if text = text[1:]; slashed[token.Start] {
				text = text[1:]
			}
		case syntax.BlockComment:
			text = blockText(text)
		case syntax.EppComment:
			text = strings.TrimRight(strings.TrimSuffix(strings.TrimPrefix(text, "<%#"), "%>"), "-")
			comments = append(comments, Comment{Text: text, Span: token.Span, Alone: blanksBefore(file.Source, token.Start)})
			continue
		default:
			continue
		}
		comments = append(comments, Comment{Text: text, Span: token.Span, Alone: startsLine(file.Tokens, i)})
	}
	return comments
}

func countComments(tokens []syntax.Token) (count int) {
	for _, token := range tokens {
		switch token.Kind {
		case syntax.LineComment, syntax.BlockComment, syntax.EppComment:
			count++
		}
	}
	return count
}

// blanksBefore reports whether only blanks precede an offset on its line.
func blanksBefore(file *source.File, offset int32) bool {
	return strings.Trim(file.Text[file.LineStart(file.Line(offset)):offset], " \t") == ""
}

// startsLine reports whether only the line's indentation precedes a token. As in puppet-lint
// (Ruby), blanks at the start of the file count as code.
func startsLine(tokens []syntax.Token, index int) bool {
	if index == 0 {
		return true
	}
	switch tokens[index-1].Kind {
	case syntax.Newline, syntax.HeredocEnd:
		return true
	case syntax.Indent:
		return index > 1
	}
	return false
}

// blockText returns the text of a block comment without its delimiters and the stars at the
// beginning of its lines.
func blockText(text string) string {
	text = text[len("/*"):]
	if len(text) >= 2 && text[len(text)-2:] == "*/" {
		text = text[:len(text)-2]
	}
	return text
}

// endOf returns the kind of comment that may be written at the end of a line; line 0 stands for
// the beginning of the file. At the end of code, the line feed is a token of its own. In the
// text of a template, it is part of a longer token.
func endOf(file *syntax.File, line int) CommentKind {
	count := file.Source.LineCount()
	if !file.Options.EPP {
		if line == 0 || line >= count {
			return Code
		}
		feed := file.Source.LineStart(line+1) - 1
		return endOfCode(file, file.TokenAt(feed), feed)
	}
	if line == 0 {
		return Template
	}
	if line >= count {
		if last := file.Token(len(file.Tokens) - 1).Kind; last >= syntax.EppText || last == syntax.EppComment {
			return Template
		}
		return Code
	}
	feed := file.Source.LineStart(line+1) - 1
	at := file.TokenAt(feed)
	token := file.Token(at)
	switch {
	case token.Kind != syntax.EppText:
		return endOfCode(file, at, feed)
	case strings.HasSuffix(file.Text(at-1), "-%>") && strings.Trim(file.Source.Text[token.Start:feed], " \t\r") == "":
		return Trimmed
	}
	return Template
}

// endOfCode returns the kind of comment that may be written before a line feed. The token at
// index contains the line feed.
func endOfCode(file *syntax.File, index int, feed int32) CommentKind {
	switch file.Token(index).Kind {
	case syntax.Newline:
		line := file.Source.Line(file.Token(index).Start)
		for i := index - 1; i >= 0 && file.Source.Line(file.Token(i).Start) == line; i-- {
			if file.Token(i).Kind == syntax.HeredocTag {
				return Tagged
			}
		}
		return Code
	case syntax.HeredocEnd:
		if feed == file.Token(index).End-1 { // before its line it may contain the last line feed of the text
			return Code
		}
	}
	return Within
}
