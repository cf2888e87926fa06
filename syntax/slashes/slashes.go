// Package slashes reads "//" comments, which Puppet does not have.
//
// People write them all the same, and puppet-lint (Ruby) takes them for
// comments. To Puppet such a line is an empty regular expression and then code,
// in which an apostrophe opens a string: nothing that a rule would say of it is
// what the reader needs. So rules and control comments are read as if those
// comments were written with "#", which takes the same place.
package slashes

import (
	"strings"

	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// AsComments is file with its "//" comments made "##" comments; the offsets of
// those comments are returned as well. It is file itself if there are none.
// Comments may hide one another, since one that holds an apostrophe opens a
// string: so this goes on until no more are found.
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

// offsets are the offsets of "//" where it must be meant as a comment:
// first on its line, or behind a blank and not where a regular expression
// would end. Where only the first of a run can be trusted, because it opens a string, only the tokens
// up to the first broken one count.
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
				// What follows may stand in a string that this comment opens.
				return found
			}
		}
	}
	return found
}

// lineLength is the length of the first line of text.
func lineLength(text string) int {
	if feed := strings.IndexByte(text, '\n'); feed >= 0 {
		return feed
	}
	return len(text)
}

// isEmptyRegex reports whether "//" is meant as the regular expression that it
// is to Puppet: behind a match operator, or before something that ends an
// argument.
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
