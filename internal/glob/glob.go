// Package glob matches paths against two kinds of patterns. Patterns of .gitignore are also the
// patterns of the configuration. With patterns of Ruby's File.fnmatch, puppet-lint (Ruby) ignores
// paths. The package does not access the disk. Paths are always separated by "/".
package glob

import (
	"strings"
	"unicode/utf8"
)

// Pattern is one line of a .gitignore file. Its zero value matches nothing.
type Pattern struct {
	// Negated patterns (written with a leading "!") include a path again.
	Negated    bool
	folderOnly bool
	segments   []string
}

// Compile compiles a pattern in the syntax of .gitignore. A slash before the last character
// anchors the pattern to its folder. A trailing slash matches only folders. "**" matches any
// number of folders; "*" and "?" match within a name. "[a-z]" is a set, and a backslash makes
// the next character literal.
func Compile(text string) Pattern {
	var pattern Pattern
	if strings.HasPrefix(text, "!") {
		pattern.Negated, text = true, text[1:]
	}
	if strings.HasSuffix(text, "/") {
		pattern.folderOnly, text = true, strings.TrimRight(text, "/")
	}
	if text == "" {
		return pattern
	}
	text = strings.TrimPrefix(text, "./")
	anchored := strings.Contains(text, "/")
	text = strings.TrimPrefix(text, "/")
	pattern.segments = strings.Split(text, "/")
	if !anchored {
		pattern.segments = append([]string{"**"}, pattern.segments...)
	}
	return pattern
}

// Match reports whether the pattern matches path, which is relative to the pattern's folder.
func (p Pattern) Match(path string, isFolder bool) bool {
	if p.folderOnly && !isFolder || p.segments == nil {
		return false
	}
	return matchSegments(p.segments, path)
}

// List is a sequence of patterns. The last one that matches decides.
type List []Pattern

// CompileAll returns a List of the patterns in texts.
func CompileAll(texts []string) List {
	list := make(List, 0, len(texts))
	for _, text := range texts {
		list = append(list, Compile(text))
	}
	return list
}

// ParseIgnoreFile parses the text of a .gitignore file.
func ParseIgnoreFile(text string) List {
	var list List
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if strings.HasPrefix(line, "#") {
			continue
		}
		for strings.HasSuffix(line, " ") && !strings.HasSuffix(line, `\ `) {
			line = line[:len(line)-1]
		}
		if line != "" {
			list = append(list, Compile(line))
		}
	}
	return list
}

// Match reports whether path is matched, and whether any pattern, including negated ones,
// applies to it.
func (l List) Match(path string, isFolder bool) (matched, decided bool) {
	for i := len(l) - 1; i >= 0; i-- {
		if l[i].Match(path, isFolder) {
			return !l[i].Negated, true
		}
	}
	return false, false
}

// MatchUnder reports whether the file at path, or a folder that contains it, is matched.
func (l List) MatchUnder(path string) bool {
	for end := 0; ; {
		slash := strings.IndexByte(path[end:], '/')
		if slash < 0 {
			matched, _ := l.Match(path, false)
			return matched
		}
		if matched, _ := l.Match(path[:end+slash], true); matched {
			return true
		}
		end += slash + 1
	}
}

// IsPattern reports whether text contains a character that is special in a pattern.
func IsPattern(text string) bool { return strings.ContainsAny(text, "*?[") }

// matchSegments reports whether the segments match the whole path. It backtracks only to the
// latest "**", since nothing is gained if an earlier one matches more.
func matchSegments(segments []string, path string) bool {
	retry, retryPath := -1, ""
	i := 0
	for {
		if i < len(segments) && segments[i] == "**" {
			if i == len(segments)-1 {
				return path != ""
			}
			retry, retryPath = i, path
			i++
			continue
		}
		name, rest, more := strings.Cut(path, "/")
		if i < len(segments) && path != "" && Name(segments[i], name) {
			i++
			if !more {
				if i == len(segments) {
					return true
				}
				path = ""
			} else {
				path = rest
			}
			if i < len(segments) || !more {
				continue
			}
		}
		if retry < 0 {
			return false
		}
		_, next, ok := strings.Cut(retryPath, "/")
		if !ok {
			return false
		}
		retryPath, path, i = next, next, retry+1
	}
}

// Name reports whether the pattern matches a whole name.
func Name(pattern, name string) bool { return match(pattern, name, false) }

// FromRuby converts a pattern of Ruby's File.fnmatch to the syntax of .gitignore. In Ruby a
// pattern matches the whole path, and a star also matches slashes: "a/*.pp" becomes
// "a/**/*.pp". A star in the middle of a name cannot be converted exactly, since it matches no
// slashes here.
func FromRuby(pattern string) string {
	pattern = strings.TrimPrefix(pattern, "./")
	segments := strings.Split(pattern, "/")
	if len(segments) == 1 {
		if pattern == "" || pattern[0] == '*' {
			return pattern
		}
		return "/" + pattern
	}
	var out []string
	add := func(segment string) {
		if segment != "**" || len(out) == 0 || out[len(out)-1] != "**" {
			out = append(out, segment)
		}
	}
	for i, segment := range segments {
		if segment == "*" && i+1 < len(segments) {
			add("*") // at least one folder
		}
		if strings.HasPrefix(segment, "*") {
			add("**")
		}
		if strings.Trim(segment, "*") != "" || segment == "" {
			add(segment)
			if strings.HasSuffix(segment, "*") && i+1 < len(segments) {
				add("**")
			}
		}
	}
	return strings.Join(out, "/")
}

// RubyFnmatch reports the result of Ruby's File.fnmatch without flags: "*" also matches
// slashes, and no wildcard matches a period at the beginning.
func RubyFnmatch(pattern, path string) bool {
	if strings.HasPrefix(path, ".") && pattern != "" && strings.ContainsRune("*?[", rune(pattern[0])) {
		return false
	}
	return match(pattern, path, true)
}

// match reports whether the pattern matches text. It has one point to backtrack to. A bracket
// that is not closed is literal or, if ruby is true, matches nothing.
func match(pattern, text string, ruby bool) bool {
	retry, retryText := -1, 0
	p, t := 0, 0
	for p < len(pattern) || t < len(text) {
		if p < len(pattern) && pattern[p] == '*' {
			retry, retryText = p, t
			p++
			continue
		}
		if p < len(pattern) && t < len(text) {
			char, size := utf8.DecodeRuneInString(text[t:])
			if used := matchOne(pattern[p:], char, text[t:t+size], ruby); used > 0 {
				p, t = p+used, t+size
				continue
			}
		}
		if retry < 0 || retryText >= len(text) {
			return false
		}
		_, size := utf8.DecodeRuneInString(text[retryText:])
		retryText += size
		p, t = retry+1, retryText
	}
	return true
}

// matchOne matches char against the first element of pattern, which must not be a star. It
// returns the length of that element, or 0 if it does not match.
func matchOne(pattern string, char rune, raw string, ruby bool) int {
	switch pattern[0] {
	case '?':
		return 1
	case '[':
		used, matched, closed := matchSet(pattern, char)
		if closed {
			if matched {
				return used
			}
			return 0
		}
		if ruby {
			return 0
		}
	case '\\':
		if len(pattern) > 1 {
			if strings.HasPrefix(pattern[1:], raw) {
				return 1 + len(raw)
			}
			return 0
		}
	}
	if strings.HasPrefix(pattern, raw) {
		return len(raw)
	}
	return 0
}

// matchSet matches char against the set at the beginning of pattern.
func matchSet(pattern string, char rune) (used int, matched, closed bool) {
	i := 1
	negated := i < len(pattern) && (pattern[i] == '!' || pattern[i] == '^')
	if negated {
		i++
	}
	for first := true; i < len(pattern); first = false {
		if pattern[i] == ']' && !first {
			return i + 1, matched != negated, true
		}
		low, size := setChar(pattern[i:])
		i += size
		high := low
		if i+1 < len(pattern) && pattern[i] == '-' && pattern[i+1] != ']' {
			high, size = setChar(pattern[i+1:])
			i += 1 + size
		}
		if low <= char && char <= high {
			matched = true
		}
	}
	return 0, false, false
}

func setChar(pattern string) (rune, int) {
	if pattern[0] == '\\' && len(pattern) > 1 {
		char, size := utf8.DecodeRuneInString(pattern[1:])
		return char, 1 + size
	}
	return utf8.DecodeRuneInString(pattern)
}
