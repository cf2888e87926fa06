package git

import "strings"

// workTreeIn returns the last core.worktree of a git configuration, or "". It follows no includes
// and knows no continued lines, which git does not write for this setting.
func workTreeIn(text string) (value string) {
	isCore := false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if header, isHeader := strings.CutPrefix(line, "["); isHeader {
			section, rest, _ := strings.Cut(header, "]")
			isCore, line = strings.EqualFold(section, "core"), strings.TrimSpace(rest)
		}
		name, set, isSet := strings.Cut(line, "=")
		if isCore && isSet && strings.EqualFold(strings.TrimSpace(name), "worktree") {
			value = unquoted(strings.TrimSpace(set))
		}
	}
	return value
}

// unquoted returns the value of a setting without quotes, escapes and comments.
func unquoted(text string) string {
	var value strings.Builder
	isQuoted := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			isQuoted = !isQuoted
		case c == '\\' && i+1 < len(text):
			i++
			value.WriteByte(text[i])
		case !isQuoted && (c == '#' || c == ';'):
			return strings.TrimSpace(value.String())
		default:
			value.WriteByte(c)
		}
	}
	return value.String()
}
