package suppress

import (
	"strings"

	"puppet-lint/source"
	"puppet-lint/syntax"
	"puppet-lint/syntax/slashes"
)

// Manifest is what this package must know of a parsed manifest.
func Manifest(file *syntax.File) Text {
	file, _ = slashes.AsComments(file)
	return Text{File: file.Source, Comments: Comments(file), Closed: func(line int) bool { return closed(file, line) }}
}

// Comments lists the comments of a parsed manifest, those that are written with
// "//" included.
func Comments(file *syntax.File) []Comment {
	file, slashed := slashes.AsComments(file)
	var comments []Comment
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

// blanksBefore reports whether nothing but blanks stands before offset on its
// line.
func blanksBefore(file *source.File, offset int32) bool {
	return strings.Trim(file.Text[file.LineStart(file.Line(offset)):offset], " \t") == ""
}

// startsLine reports whether nothing but the line's indentation stands before
// the token. As in the Ruby tool, blanks at the very start of the file count
// as code.
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

// blockText is the text of a block comment without its delimiters and the
// stars that begin its lines.
func blockText(text string) string {
	text = text[len("/*"):]
	if len(text) >= 2 && text[len(text)-2:] == "*/" {
		text = text[:len(text)-2]
	}
	return text
}

// closed reports whether the line feed of line is a token of its own.
func closed(file *syntax.File, line int) bool {
	if line >= file.Source.LineCount() {
		return true
	}
	feed := file.Source.LineStart(line+1) - 1
	token := file.Tokens[file.TokenAt(feed)]
	return token.Kind == syntax.Newline || token.Kind == syntax.HeredocEnd
}
