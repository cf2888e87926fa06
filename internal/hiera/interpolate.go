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
	// Span is where a file has the interpolation. Only InterpolationsIn sets it.
	Span source.Span
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

// InterpolationsIn returns the interpolations in a string of a file, with their spans. If the file
// writes one in another way, its span is that of the whole string.
func InterpolationsIn(file *source.File, node *document.Node) []Interpolation {
	all := Interpolations(node.Text)
	if len(all) == 0 {
		return nil
	}
	raw := file.Slice(node.Span)
	written := map[string][]int{} // offsets in raw
	for _, one := range Interpolations(raw) {
		text := raw[one.Start:one.End]
		written[text] = append(written[text], one.Start)
	}
	wanted := map[string]int{}
	for _, one := range all {
		wanted[node.Text[one.Start:one.End]]++
	}
	seen := make(map[string]int, len(wanted))
	for i := range all {
		all[i].Span = node.Span
		text := node.Text[all[i].Start:all[i].End]
		if places := written[text]; len(places) >= wanted[text] {
			start := node.Span.Start + int32(places[seen[text]])
			all[i].Span = source.Span{Start: start, End: start + int32(len(text))}
		}
		seen[text]++
	}
	return all
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
