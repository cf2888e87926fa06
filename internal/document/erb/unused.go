package erb

import (
	"strings"

	"puppet-lint/internal/lazyregexp"
)

// UnusedValues returns the segments of code that hold nothing but a Puppet variable, a part of one, or
// the parameter of a block: Ruby computes the value, and nothing uses it. The last value of a
// block may be the block's; such a segment is not among them.
func (t *Template) UnusedValues() (found []Segment) {
	parameters := map[string]bool{}
	for i, segment := range t.Segments {
		if segment.Kind != Code {
			continue
		}
		code := strings.TrimSpace(t.File.Slice(segment.Body))
		if match := blockParameters.FindStringSubmatch(code); match != nil {
			for _, name := range strings.FieldsFunc(match[1], func(r rune) bool { return strings.ContainsRune(" ,()*", r) }) {
				parameters[name] = true
			}
			continue
		}
		if (parameters[code] || puppetValue.MatchString(code)) && !t.endsBlock(i) {
			found = append(found, segment)
		}
	}
	return found
}

// endsBlock reports whether the code of a segment is the last before the end of a block: the template
// writes nothing between the two.
func (t *Template) endsBlock(index int) bool {
	for _, next := range t.Segments[index+1:] {
		body := t.File.Slice(next.Body)
		switch next.Kind {
		case Code:
			code := strings.TrimSpace(body)
			return strings.HasPrefix(code, "end") || strings.HasPrefix(code, "}")
		case Text:
			if strings.TrimSpace(body) != "" || !strings.HasSuffix(t.File.Slice(t.Segments[index].Span), "-%>") {
				return false
			}
		case Comment:
		default:
			return false
		}
	}
	return false
}

var (
	// blockParameters captures the parameters of a block that code opens.
	blockParameters = lazyregexp.New(`(?:\bdo|\{)\s*\|([^|]*)\|$`)
	// puppetValue matches a Puppet variable, or a part of one, alone.
	puppetValue = lazyregexp.New(`^(?:@[a-z_]\w*|scope\[['"][\w:]+['"]\]|scope\.lookupvar\(['"][\w:]+['"]\))(?:\[(?:['"][\w-]+['"]|\d+)\])*$`)
)
