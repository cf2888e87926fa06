package rubyregexp

import "strings"

const (
	maxLiterals      = 256
	maxLiteralLength = 1024
)

// Literals returns all texts that the pattern matches, in the order in which it tries them, if
// they are few and the pattern is anchored at both ends, as \A(a|b|c)\z is. With \Z, the texts
// with a newline at the end are included. The caller owns the slice.
func (re *Regexp) Literals() ([]string, bool) {
	meaning := re.parsed()
	if meaning.unknown || meaning.classes.folds {
		return nil, false
	}
	parts := flatten(meaning.root, nil)
	if len(parts) < 2 || !isAnchor(parts[0], anchorTextStart) {
		return nil, false
	}
	tails := []string{""}
	switch last := parts[len(parts)-1]; {
	case isAnchor(last, anchorTextEnd):
	case isAnchor(last, anchorTextEndNewline):
		tails = []string{"", "\n"}
	default:
		return nil, false
	}
	words := []string{""}
	ok := true
	for _, part := range parts[1 : len(parts)-1] {
		if words, ok = appendWords(words, part); !ok {
			return nil, false
		}
	}
	if len(tails) > 1 {
		words = combine(words, tails)
	}
	return unique(words), true
}

// RequiredPrefix returns the text that every matching text begins with, or "" if none is known.
func (re *Regexp) RequiredPrefix() string {
	meaning := re.parsed()
	parts := flatten(meaning.root, nil)
	if meaning.unknown || len(parts) == 0 || !isAnchor(parts[0], anchorTextStart) {
		return ""
	}
	var b strings.Builder
	for _, part := range parts[1:] {
		if part.kind != nodeSet || part.set.count(1) != 1 || part.fold {
			break
		}
		b.WriteRune(part.set[0].lo)
	}
	return b.String()
}

// CertainGroups returns the groups that take part in every match: bit n is set for group n. It
// does not include groups from 64 on, and returns 0 if groups have names.
func (re *Regexp) CertainGroups() uint64 {
	if !strings.Contains(re.source, "(") {
		return 0
	}
	// Every condition asks for the groups, so that keeping the tree or a program would cost more
	// than parsing the pattern again.
	p, root := re.parse()
	if p.named > 0 {
		return 0
	}
	return certainGroups(root)
}

func certainGroups(n *node) (groups uint64) {
	switch n.kind {
	case nodeCapture:
		if n.group < 64 {
			groups = 1 << n.group
		}
	case nodeSequence, nodeOption, nodeAtomic:
	case nodeRepeat:
		if n.min == 0 {
			return 0
		}
	default:
		return 0
	}
	for _, sub := range n.subs {
		groups |= certainGroups(sub)
	}
	return groups
}

// flatten appends the parts that a match passes through in order.
func flatten(n *node, parts []*node) []*node {
	switch n.kind {
	case nodeEmpty:
		return parts
	case nodeSequence, nodeCapture, nodeOption:
		for _, s := range n.subs {
			parts = flatten(s, parts)
		}
		return parts
	}
	return append(parts, n)
}

func isAnchor(n *node, kind anchorKind) bool { return n.kind == nodeAnchor && n.anchor == kind }

// appendWords appends every text that n matches to each of the words.
func appendWords(words []string, n *node) ([]string, bool) {
	switch n.kind {
	case nodeEmpty:
		return words, true
	case nodeSet:
		if n.set.count(maxLiterals) > maxLiterals {
			return nil, false
		}
		var runes []string
		for _, r := range n.set {
			for x := r.lo; x <= r.hi; x++ {
				runes = append(runes, string(x))
			}
		}
		return limit(words, runes)
	case nodeSequence, nodeCapture, nodeOption:
		ok := true
		for _, s := range n.subs {
			if words, ok = appendWords(words, s); !ok {
				return nil, false
			}
		}
		return words, true
	case nodeAlternation:
		var all []string
		for _, s := range n.subs {
			more, ok := appendWords([]string{""}, s)
			if !ok {
				return nil, false
			}
			all = append(all, more...)
		}
		return limit(words, all)
	case nodeRepeat:
		return appendRepeated(words, n)
	}
	return nil, false
}

func appendRepeated(words []string, n *node) ([]string, bool) {
	if n.max == unlimited || n.max > maxLiterals {
		return nil, false
	}
	one, ok := appendWords([]string{""}, n.sub())
	if !ok {
		return nil, false
	}
	all, run := []string{}, []string{""}
	for i := 0; ; i++ {
		if i >= n.min {
			all = append(all, run...)
		}
		if i == n.max {
			return limit(words, all)
		}
		if run, ok = limit(run, one); !ok || len(all) > maxLiterals {
			return nil, false
		}
	}
}

// limit returns all concatenations of heads and tails, unless there are too many.
func limit(heads, tails []string) ([]string, bool) {
	if len(heads)*len(tails) > maxLiterals || len(tails) == 0 {
		return nil, false
	}
	words := combine(heads, tails)
	for _, w := range words {
		if len(w) > maxLiteralLength {
			return nil, false
		}
	}
	return words, true
}

func combine(heads, tails []string) []string {
	words := make([]string, 0, len(heads)*len(tails))
	for _, h := range heads {
		for _, t := range tails {
			words = append(words, h+t)
		}
	}
	return words
}

func unique(words []string) []string {
	seen := make(map[string]bool, len(words))
	out := words[:0]
	for _, w := range words {
		if !seen[w] {
			seen[w] = true
			out = append(out, w)
		}
	}
	return out
}
