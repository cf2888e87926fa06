// Package slashes reads "//" comments, which Puppet does not have.
//
// People write them nevertheless, and puppet-lint (Ruby) treats them as comments. For Puppet, "//"
// is an empty regular expression, and the words after it are code, in which an apostrophe starts a
// string. The findings about such code would only confuse. Therefore AsComments replaces "//" by
// "##", which has the same length, before rules and control comments read the file.
package slashes

import (
	"strings"

	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// AsComments returns file with "##" in place of each "//" that starts a comment, and the set of
// the byte offsets of these comments. If there are none, it returns file itself.
//
// An apostrophe in such a comment starts a string, which may hide further comments. Therefore
// AsComments parses the result again until it finds no more.
func AsComments(file *syntax.File) (*syntax.File, map[int32]bool) {
	if !strings.Contains(file.Source.Text, "//") {
		return file, nil
	}
	var found map[int32]bool
	for {
		at := offsets(file)
		if len(at) == 0 {
			return file, found
		}
		if found == nil {
			found = map[int32]bool{}
		}
		text := []byte(file.Source.Text)
		for _, offset := range at {
			found[offset] = true
			text[offset], text[offset+1] = '#', '#'
		}
		file = syntax.Parse(source.NewFile(file.Source.Name, string(text)), file.Options)
	}
}

// offsets returns the byte offsets of the "//" that must be meant as comments: those that begin
// their line, and those after a blank where an empty regular expression makes no sense. It stops
// after a comment with a quote, since the tokens after the quote may be wrong.
func offsets(file *syntax.File) []int32 {
	var found []int32
	for i, token := range file.Tokens {
		if token.Kind != syntax.Regex && token.Kind != syntax.Divide && token.Kind != syntax.Invalid {
			continue
		}
		text := file.Source.Text
		if !strings.HasPrefix(text[token.Start:], "//") {
			continue
		}
		before := file.Token(i - 1).Kind
		startsLine := token.Start == 0 || before == syntax.Newline || before == syntax.Indent
		if startsLine || before.IsTrivia() && !isEmptyRegex(file, i) {
			found = append(found, token.Start)
			if line := text[token.Start:]; strings.ContainsAny(line[:lineLength(line)], `'"`) {
				// The following tokens may be in a string that this comment starts.
				return found
			}
		}
	}
	return found
}

// lineLength returns the length in bytes of the first line of text, without its line feed.
func lineLength(text string) int {
	if feed := strings.IndexByte(text, '\n'); feed >= 0 {
		return feed
	}
	return len(text)
}

// isEmptyRegex reports whether the "//" at the token index is meant as an empty regular
// expression: it follows a match operator, or precedes the end of an argument.
func isEmptyRegex(file *syntax.File, index int) bool {
	switch file.Token(file.PreviousSignificant(index)).Kind {
	case syntax.Match, syntax.NoMatch:
		return true
	}
	switch file.Token(file.NextSignificant(index)).Kind {
	case syntax.RightParen, syntax.RightBracket, syntax.Comma, syntax.FatArrow:
		return true
	}
	return false
}
