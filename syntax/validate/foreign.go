package validate

import (
	"slices"
	"strings"
	"unicode/utf8"

	"puppet-lint/internal/lazyregexp"
	"puppet-lint/internal/source"
)

// encryptions are the beginnings of encrypted texts.
var encryptions = []string{
	"$ANSIBLE_VAULT;", "ENC[PKCS7,", "ENC[GPG,", "-----BEGIN PGP MESSAGE-----", "-----BEGIN PKCS7-----",
	"-----BEGIN AGE ENCRYPTED FILE-----", "age-encryption.org/", "\x00GITCRYPT\x00",
}

// foreign reports a manifest whose text is encrypted, binary or Ruby, that contains a merge
// conflict, or that begins as YAML. One finding replaces all the syntax errors of such a text.
func (c *reporter) foreign() bool {
	text := c.file.Source.Text
	if c.file.Options.EPP {
		return false
	}
	start := strings.TrimLeft(text, " \t\r\n")
	for _, beginning := range encryptions {
		if strings.HasPrefix(start, beginning) {
			c.add(&syntaxError, "", c.firstLine(), "this text is encrypted; Puppet cannot read it").
				Help = "decrypt it, or move it to where it is not read as a manifest"
			return true
		}
	}
	if isBinary(text) {
		c.add(&invalidEncoding, "", c.firstLine(), "this is binary data, not Puppet code").
			Help = "restore the manifest, or move the data to the module's folder 'files'"
		return true
	}
	if at, ok := c.frontMarker(); ok {
		help := "remove the line"
		if _, rest, _ := strings.Cut(text[at.End:], "\n"); isYAML(rest) {
			help = yamlHelp
		}
		c.add(&syntaxError, "", at, "`---` begins YAML, not Puppet code").Help = help
		return true
	}
	if len(c.file.Errors) == 0 {
		return false
	}
	if isYAML(text) {
		c.add(&syntaxError, "", c.firstLine(), "this is YAML, not Puppet code").Help = yamlHelp
		return true
	}
	if at, ok := conflictIn(text); ok {
		c.add(&syntaxError, "", at, "this is the marker of a merge conflict").
			Help = "resolve the conflict: keep one of the two versions, and remove the lines that begin with <<<<<<<, ======= and >>>>>>>"
		return true
	}
	if isRuby(text) {
		c.add(&syntaxError, "", c.firstLine(), "this is Ruby code, not Puppet code").
			Help = "name the file .rb"
		return true
	}
	return false
}

// frontMarker returns the span of a line `---` at the start of a manifest. Puppet reads three minus
// signs, which negate the first statement.
func (c *reporter) frontMarker() (at source.Span, ok bool) {
	first := c.file.NextSignificant(-1)
	start := c.file.Token(first).Start
	line, _, _ := strings.Cut(c.file.Source.Text[start:], "\n")
	return source.Span{Start: start, End: start + 3}, strings.TrimRight(line, " \t\r") == "---"
}

// conflictMarks begin the lines that git puts around the two versions of a conflict, in order.
var conflictMarks = []string{"<<<<<<< ", "=======", ">>>>>>> "}

// conflictIn returns the span of the first mark of a merge conflict in a text.
func conflictIn(text string) (at source.Span, ok bool) {
	found, offset := 0, 0
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, conflictMarks[found]) {
			if found == 0 {
				at = source.Span{Start: int32(offset), End: int32(offset + len("<<<<<<<"))}
			}
			if found++; found == len(conflictMarks) {
				return at, true
			}
		}
		offset += len(line)
	}
	return source.Span{}, false
}

// rubyWords begin the first line of a file of Ruby, such as a test.
var rubyWords = []string{"require ", "require_relative ", "describe ", "RSpec.", "module ", "def ", "shared_examples "}

// isRuby reports whether a text that is not Puppet code is Ruby: its first line of code begins as
// Ruby does, and something ends with a line "end".
func isRuby(text string) bool {
	for line := range strings.Lines(text) {
		code := strings.TrimSpace(line)
		if code == "" || strings.HasPrefix(code, "#") {
			continue
		}
		begins := func(word string) bool { return strings.HasPrefix(code, word) }
		return slices.ContainsFunc(rubyWords, begins) && strings.Contains(text+"\n", "\nend\n")
	}
	return false
}

// yamlHelp says what to do with a manifest that is YAML.
const yamlHelp = "name the file .yaml, and move it to where it is read"

// yamlKey matches a line of YAML that begins with a key. Never changed.
var yamlKey = lazyregexp.New(`^(?:[\w:.-]*\w|'[^']*'|"[^"]*"):(?:\s|$)`)

// isYAML reports whether a text that is not Puppet code is YAML: each line is a key, an element of a
// list or indented, the first one is a key or an element, and at least one is a key.
func isYAML(text string) bool {
	keys, lines := 0, 0
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \t\r\n")
		isIndented := strings.HasPrefix(line, " ")
		switch code := strings.TrimSpace(line); {
		case code == "" || strings.HasPrefix(code, "#"):
			continue
		case strings.ContainsAny(code, "$;") || strings.Contains(code, "=>") || strings.HasSuffix(code, "{"):
			return false
		case yamlKey.MatchString(code):
			keys++
		case strings.HasPrefix(code, "- "):
		case !isIndented || lines == 0:
			return false
		}
		if lines++; lines == 1 && isIndented {
			return false
		}
	}
	return keys > 0
}

// firstLine returns the span of the file's first line, or of its beginning.
func (c *reporter) firstLine() source.Span {
	end := strings.IndexByte(c.file.Source.Text, '\n')
	if end < 0 || end > longestLine {
		end = min(len(c.file.Source.Text), longestLine)
	}
	return source.Span{End: int32(end)}
}

// longestLine bounds how much of the first line is underlined.
const longestLine = 20

// A file is binary if at least minBinary of its bytes, and more than one in binaryShare, occur in
// no text. Fewer may be letters in another encoding.
const (
	binaryShare = 10
	minBinary   = 8
)

// isBinary reports whether a file contains no text, in UTF-8 or another encoding. A file with a
// byte order mark is text.
func isBinary(text string) bool {
	if utf8.ValidString(text) && strings.IndexByte(text, 0) < 0 || strings.HasPrefix(text, "\xff\xfe") || strings.HasPrefix(text, "\xfe\xff") {
		return false
	}
	count := 0
	for rest := text; rest != ""; {
		char, size := utf8.DecodeRuneInString(rest)
		rest = rest[size:]
		if char < ' ' && !strings.ContainsRune("\t\n\v\f\r\x1b", char) || char == 0x7f {
			count += 2 // no text has it
		} else if char == utf8.RuneError && size == 1 {
			count++
		}
	}
	return count >= minBinary && count*binaryShare > len(text)
}
