package syntax

import "slices"

// Difference is a place where two versions of a file differ.
type Difference struct {
	// Before and After lead to the place in both versions, from the program inwards. Their nodes
	// correspond to each other; all but the last ones are of the same kinds.
	Before, After []Node
}

// Differing returns where a file differs from an earlier version: the innermost nodes that
// differ. Blanks and comments are ignored. It returns none if the versions have the same meaning.
//
// If a list has a different length, the innermost node is the one that contains the list. The
// text of a heredoc is outside the extent of its node. In a file with heredocs, the program
// differs as a whole.
func Differing(before, after *File) (differences []Difference) {
	c := &comparison{before: before, after: after}
	if c.isSame(before.Program, after.Program) {
		return nil
	}
	if hasHeredoc(before) || hasHeredoc(after) {
		return []Difference{{Before: []Node{before.Program}, After: []Node{after.Program}}}
	}
	c.compare(before.Program, after.Program)
	return c.found
}

func hasHeredoc(file *File) bool {
	return slices.ContainsFunc(file.Tokens, func(t Token) bool { return t.Kind == HeredocTag })
}

// SameTokens reports whether a node of a file and one of another file consist of the same tokens,
// apart from blanks, comments and the texts of heredocs.
func SameTokens(before *File, old Node, after *File, now Node) bool {
	return (&comparison{before: before, after: after}).isSame(old, now)
}

// comparison compares two trees.
type comparison struct {
	before, after *File
	// path leads to the compared nodes.
	path  Difference
	found []Difference
}

// note records the compared nodes as a difference.
func (c *comparison) note() {
	c.found = append(c.found, Difference{Before: slices.Clone(c.path.Before), After: slices.Clone(c.path.After)})
}

// compare compares two nodes that are known to differ.
func (c *comparison) compare(old, now Node) {
	c.path.Before, c.path.After = append(c.path.Before, old), append(c.path.After, now)
	defer func() {
		outer := len(c.path.After) - 1
		c.path.Before, c.path.After = c.path.Before[:outer], c.path.After[:outer]
	}()
	a, b := children(old), children(now)
	if old.Kind() != now.Kind() || !slices.Equal(c.before.ownTexts(old, a), c.after.ownTexts(now, b)) {
		c.note()
		return
	}
	if len(a) != len(b) {
		// An element was inserted or deleted in the list of the node itself.
		c.note()
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
