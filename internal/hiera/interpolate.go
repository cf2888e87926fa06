package hiera

import (
	"strings"

	"puppet-lint/internal/document"
	"puppet-lint/internal/source"
)

// Interpolation is one %{…} in a text.
type Interpolation struct {
	// Start and End are the byte offsets of the interpolation in the text.
	Start, End int
	// Method is the called method (lookup, hiera, alias, literal …), or empty for a variable.
	Method string
	// Key is the argument of the method, or the variable with its keys. It is empty for an
	// interpolation without a value, such as %{}.
	Key string
}

// methodCall splits name('key') or name("key").
func methodCall(text string) (method, key string, ok bool) {
	method, rest, found := strings.Cut(text, "(")
	quoted, closed := strings.CutSuffix(rest, ")")
	if !found || !closed || method == "" || len(quoted) < 3 || !isWord(method) {
		return "", "", false
	}
	quote := quoted[0]
	key = quoted[1 : len(quoted)-1]
	if quote != '"' && quote != '\'' || quoted[len(quoted)-1] != quote || strings.IndexByte(key, quote) >= 0 {
		return "", "", false
	}
	return method, key, true
}

// isWord reports whether a text consists of letters, digits and _.
func isWord(text string) bool {
	for i := range len(text) {
		char := text[i]
		if char != '_' && (char < '0' || char > '9') && (char < 'a' || char > 'z') && (char < 'A' || char > 'Z') {
			return false
		}
	}
	return true
}

// Interpolations returns the interpolations in a text, as Hiera parses them
// (pops/lookup/interpolation.rb).
func Interpolations(text string) []Interpolation {
	var found []Interpolation
	for at := 0; ; {
		start := strings.Index(text[at:], "%{")
		if start < 0 {
			return found
		}
		start += at
		end := strings.IndexByte(text[start:], '}')
		if end < 0 {
			return found
		}
		end += start + 1
		one := Interpolation{Start: start, End: end, Key: strings.TrimSpace(text[start+2 : end-1])}
		if method, key, ok := methodCall(one.Key); ok {
			one.Method, one.Key = method, key
		} else if strings.Trim(one.Key, `"':`) == "" {
			one.Key = ""
		}
		found = append(found, one)
		at = end
	}
}

// Alias returns the key whose value replaces the whole text, if it is an alias interpolation.
func Alias(text string) (key string, ok bool) {
	if !strings.HasPrefix(text, "%{") {
		return "", false
	}
	found := Interpolations(text)
	if len(found) != 1 || found[0].Method != "alias" || found[0].End != len(text) {
		return "", false
	}
	return found[0].Key, true
}

// SpanOf returns the span of an interpolation in a string. If it is not known, it returns the
// span of the whole string.
func SpanOf(file *source.File, node *document.Node, one Interpolation) source.Span {
	raw := file.Slice(node.Span)
	written := node.Text[one.Start:one.End]
	if written == "" || strings.Count(raw, written) < strings.Count(node.Text, written) {
		return node.Span // the file writes it in another way
	}
	at := strings.Index(raw, written)
	for range strings.Count(node.Text[:one.Start], written) {
		at += len(written)
		next := strings.Index(raw[at:], written)
		if next < 0 {
			return node.Span
		}
		at += next
	}
	start := node.Span.Start + int32(at)
	return source.Span{Start: start, End: start + int32(len(written))}
}

// SplitKey splits a key into its segments, as a lookup does: 'a.b' is the key b in the value of
// a. ok is false if Hiera rejects the key.
func SplitKey(key string) (segments []string, ok bool) {
	if !strings.ContainsAny(key, `'".`) {
		return []string{key}, true
	}
	rest := key
	for {
		rest = strings.TrimLeft(rest, " \t")
		if rest == "" {
			return nil, false
		}
		var segment string
		if quote := rest[0]; quote == '"' || quote == '\'' {
			end := strings.IndexByte(rest[1:], quote)
			if end < 1 {
				return nil, false
			}
			segment, rest = rest[1:end+1], strings.TrimLeft(rest[end+2:], " \t")
		} else {
			end := strings.IndexAny(rest, `'".`)
			if end < 0 {
				end = len(rest)
			}
			if end == 0 {
				return nil, false
			}
			segment, rest = strings.TrimSpace(rest[:end]), rest[end:]
		}
		segments = append(segments, segment)
		if rest == "" {
			return segments, true
		}
		if rest[0] != '.' {
			return nil, false
		}
		rest = rest[1:]
	}
}
