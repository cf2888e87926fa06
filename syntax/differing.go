package syntax

import "slices"

// Differing returns where a file differs from an earlier version: the innermost nodes of the
// file that differ, each with the nodes around it, from the program inwards. Blanks and
// comments are ignored. It returns none if the versions have the same meaning.
//
// If a list has a different length, the innermost node is the one that contains the list. The
// text of a heredoc is outside the extent of its node. In a file with heredocs, the program
// differs as a whole.
func Differing(before, after *File) (paths [][]Node) {
	c := &comparison{before: before, after: after}
	if c.isSame(before.Program, after.Program) {
		return nil
	}
	if hasHeredoc(before) || hasHeredoc(after) {
		return [][]Node{{after.Program}}
	}
	c.compare(before.Program, after.Program)
	return c.found
}

func hasHeredoc(file *File) bool {
	return slices.ContainsFunc(file.Tokens, func(t Token) bool { return t.Kind == HeredocTag })
}

// comparison compares two trees.
type comparison struct {
	before, after *File
	// path leads to the compared node of the later version.
	path  []Node
	found [][]Node
}

// compare compares two nodes that are known to differ.
func (c *comparison) compare(old, now Node) {
	c.path = append(c.path, now)
	defer func() { c.path = c.path[:len(c.path)-1] }()
	a, b := children(old), children(now)
	if old.Kind() != now.Kind() || !slices.Equal(c.before.ownTexts(old, a), c.after.ownTexts(now, b)) {
		c.found = append(c.found, slices.Clone(c.path))
		return
	}
	if len(a) != len(b) {
		// An element was inserted or deleted in the list of the node itself.
		c.found = append(c.found, slices.Clone(c.path))
		return
	}
	for i := range a {
		if !c.isSame(a[i], b[i]) {
			c.compare(a[i], b[i])
		}
	}
}

func children(node Node) (all []Node) {
	EachChild(node, func(child Node) { all = append(all, child) })
	return all
}

// isSame reports whether two nodes consist of the same tokens.
func (c *comparison) isSame(old, now Node) bool {
	return old.Kind() == now.Kind() && slices.Equal(c.before.ownTexts(old, nil), c.after.ownTexts(now, nil))
}

// ownTexts returns the texts of a node's tokens that belong to none of its children, with an
// empty text for each child.
func (f *File) ownTexts(node Node, children []Node) (texts []string) {
	at := node.FirstToken()
	upTo := func(end int) {
		for ; at < end; at++ {
			if token := f.Tokens[at]; !token.Kind.IsTrivia() {
				texts = append(texts, f.Source.Slice(Span{Start: token.Start, End: token.End}))
			}
		}
	}
	for _, child := range children {
		upTo(child.FirstToken())
		texts = append(texts, "")
		at = max(at, child.LastToken()+1)
	}
	upTo(node.LastToken() + 1)
	return texts
}
