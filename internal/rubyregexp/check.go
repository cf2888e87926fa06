package rubyregexp

import "strconv"

// check does the checks that need the whole tree, like Onigmo's compiler, and assigns the final
// numbers of the groups.
func (p *parser) check(root *node) (*node, error) {
	if p.named > 0 {
		if err := p.refuseNumbers(root); err != nil {
			return nil, err
		}
		if p.named != p.groupCount() {
			root = p.dropUnnamed(root)
		}
	}
	if p.calls {
		whole := &node{kind: nodeCapture, subs: []*node{root}}
		p.groups[0] = whole
		root = whole
		if err := p.resolveCalls(root); err != nil {
			return nil, err
		}
		p.findRecursion(root)
		if err := p.refuseEndless(root); err != nil {
			return nil, err
		}
	}
	return root, p.checkNode(root)
}

// walk calls visit for n and all nodes below it, children first if post is true.
func (n *node) walk(visit func(*node) error) error {
	if err := visit(n); err != nil {
		return err
	}
	for _, s := range n.subs {
		if err := s.walk(visit); err != nil {
			return err
		}
	}
	return nil
}

// refuseNumbers returns an error for references by number beside named groups, since groups
// then have no numbers.
func (p *parser) refuseNumbers(root *node) error {
	return root.walk(func(n *node) error {
		numbered := n.kind == nodeCall && n.group != 0 ||
			(n.kind == nodeBackReference || n.kind == nodeCondition) && !n.byName
		if numbered {
			return p.failAt(n.pos, "numbered backref/call is not allowed. (use name)")
		}
		return nil
	})
}

// dropUnnamed replaces unnamed groups by their content and renumbers the others. Beside named
// groups, unnamed ones do not capture.
func (p *parser) dropUnnamed(root *node) *node {
	renumber := make([]int, len(p.groups))
	groups := []*node{nil}
	for i, g := range p.groups {
		if g != nil && g.named {
			renumber[i] = len(groups)
			groups = append(groups, g)
		}
	}
	for _, numbers := range p.names {
		for i := range numbers {
			numbers[i] = renumber[numbers[i]]
		}
	}
	p.groups = groups
	return dropUnnamed(root, renumber)
}

func dropUnnamed(n *node, renumber []int) *node {
	for i, s := range n.subs {
		n.subs[i] = dropUnnamed(s, renumber)
	}
	switch n.kind {
	case nodeCapture:
		if !n.named {
			return n.sub()
		}
		n.group = renumber[n.group]
	case nodeRepeat:
		if n.sub().kind == nodeRepeat {
			return repeat(n, n.sub())
		}
	case nodeCondition:
		n.group = renumber[n.group]
	case nodeBackReference:
		for i := range n.groups {
			n.groups[i] = renumber[n.groups[i]]
		}
	}
	return n
}

// resolveCalls finds the group that each \g<…> calls.
func (p *parser) resolveCalls(root *node) error {
	return root.walk(func(n *node) error {
		if n.kind != nodeCall {
			return nil
		}
		if n.group == 0 && n.name != "" {
			numbers := p.names[n.name]
			switch {
			case len(numbers) == 0:
				return p.failName(n.pos, "undefined name", n.name, " reference")
			case len(numbers) > 1:
				return p.failAt(n.pos, "multiplex definition name call")
			}
			n.group = numbers[0]
		}
		if n.group > p.groupCount() || p.groups[n.group] == nil {
			return p.failName(n.pos, "undefined group", strconv.Itoa(n.group), " reference")
		}
		n.target = p.groups[n.group]
		n.target.called = true
		return nil
	})
}

// findRecursion marks the groups that call themselves, directly or indirectly.
func (p *parser) findRecursion(root *node) {
	for _, g := range p.groups {
		if g != nil && g.called {
			g.mark1 = true
			g.recursive = reachesMarked(g.sub())
			g.mark1 = false
		}
	}
}

func reachesMarked(n *node) bool {
	switch n.kind {
	case nodeCall:
		return reachesMarked(n.target)
	case nodeCapture:
		if n.mark1 {
			return true
		}
		if n.mark2 {
			return false
		}
		n.mark2 = true
		defer func() { n.mark2 = false }()
	}
	found := false
	for _, s := range n.subs {
		found = reachesMarked(s) || found
	}
	return found
}

type recursion uint8

const (
	recursionNone    recursion = 0
	recursionExists  recursion = 1
	recursionEndless recursion = 2
)

// refuseEndless returns an error for groups that call themselves in every case.
func (p *parser) refuseEndless(root *node) error {
	return root.walk(func(n *node) error {
		if n.kind != nodeCapture || !n.recursive {
			return nil
		}
		n.mark1 = true
		defer func() { n.mark1 = false }()
		if endless(n.sub(), true) != recursionNone {
			return p.failAt(n.pos, "never ending recursion")
		}
		return nil
	})
}

// endless follows the calls from n. atHead is true if nothing has been consumed yet.
func endless(n *node, atHead bool) recursion {
	switch n.kind {
	case nodeSequence:
		found := recursionNone
		for _, s := range n.subs {
			r := endless(s, atHead)
			if r == recursionEndless {
				return r
			}
			found |= r
			if atHead && minLength(s) != 0 {
				atHead = false
			}
		}
		return found
	case nodeAlternation, nodeCondition:
		found := recursionExists
		for _, s := range n.subs {
			r := endless(s, atHead)
			if r == recursionEndless {
				return r
			}
			found &= r
		}
		return found
	case nodeRepeat:
		r := endless(n.sub(), atHead)
		if r == recursionExists && n.min == 0 {
			return recursionNone
		}
		return r
	case nodeCall:
		return endless(n.target, atHead)
	case nodeCapture:
		if n.mark2 {
			return recursionNone
		}
		if n.mark1 {
			if atHead {
				return recursionEndless
			}
			return recursionExists
		}
		n.mark2 = true
		defer func() { n.mark2 = false }()
	}
	if len(n.subs) == 0 {
		return recursionNone
	}
	return endless(n.sub(), atHead)
}

// minLength returns the smallest number of runes that n matches. A group that is being measured
// counts as 0.
func minLength(n *node) int { return measureMin(n, map[*node]bool{}) }

func measureMin(n *node, open map[*node]bool) int {
	const many = 1 << 20
	switch n.kind {
	case nodeSet, nodeGrapheme:
		return 1
	case nodeSequence:
		sum := 0
		for _, s := range n.subs {
			sum = min(sum+measureMin(s, open), many)
		}
		return sum
	case nodeAlternation, nodeCondition:
		least := many
		for _, s := range n.subs {
			least = min(least, measureMin(s, open))
		}
		return least
	case nodeRepeat:
		if n.min == 0 {
			return 0
		}
		return min(measureMin(n.sub(), open)*n.min, many)
	case nodeCall:
		if n.target.recursive && open[n.target] {
			return 0
		}
		return measureMin(n.target, open)
	case nodeCapture:
		if open[n] {
			return 0
		}
		open[n] = true
		defer delete(open, n)
		return measureMin(n.sub(), open)
	case nodeOption, nodeAtomic:
		return measureMin(n.sub(), open)
	}
	return 0
}

// checkNode checks the references, conditions and look-behinds below n.
func (p *parser) checkNode(n *node) error {
	switch n.kind {
	case nodeBackReference:
		for _, g := range n.groups {
			if g > p.groupCount() {
				return p.failAt(n.pos, "invalid backref number/name")
			}
		}
	case nodeCondition:
		if n.group > p.groupCount() {
			return p.failAt(n.pos, "invalid backref number/name")
		}
		if len(n.subs) > 2 {
			return p.failAt(n.pos, "invalid conditional pattern")
		}
	case nodeLookbehind:
		if err := p.lookbehind(n); err != nil {
			return err
		}
	}
	for _, s := range n.subs {
		if err := p.checkNode(s); err != nil {
			return err
		}
	}
	return nil
}

// lookbehind checks that the number of runes to step back is known. It splits a look-behind
// that consists only of alternatives into one for each, since they may have different lengths.
func (p *parser) lookbehind(n *node) error {
	fail := func() error { return p.failAt(n.pos, "invalid pattern in look-behind") }
	if !allowedInLookbehind(n.sub(), n.negated) {
		return fail()
	}
	if p.foldsInLookbehind(n.sub()) {
		return fail()
	}
	length, ok := fixedLength(n.sub())
	if ok {
		n.lookbehindN = length
		return nil
	}
	if n.sub().kind != nodeAlternation {
		return fail()
	}
	split := &node{kind: nodeAlternation, pos: n.pos}
	if n.negated {
		split.kind = nodeSequence
	}
	for _, s := range n.sub().subs {
		one := &node{kind: nodeLookbehind, pos: n.pos, negated: n.negated, subs: []*node{s}}
		if one.lookbehindN, ok = fixedLength(s); !ok {
			return fail()
		}
		split.subs = append(split.subs, one)
	}
	*n = *split
	return nil
}

// foldsInLookbehind reports whether (?i) makes the length of a look-behind variable. That is the case
// for a class that Onigmo expands, and for letters that a single character folds to (ss, fi …).
// Ruby compiles an ASCII pattern for ASCII only, and rejects such letters only when it meets a
// text that is not ASCII.
func (p *parser) foldsInLookbehind(n *node) bool {
	if n.kind == nodeSet && n.class && n.several {
		return true
	}
	for i, s := range n.subs {
		if p.foldsInLookbehind(s) {
			return true
		}
		if n.kind != nodeSequence || i+1 == len(n.subs) || !s.fold || !n.subs[i+1].fold {
			continue
		}
		if s.kind == nodeSet && n.subs[i+1].kind == nodeSet && foldingPair(s.set, n.subs[i+1].set) {
			if fixesEncoding(p.in) {
				return true
			}
			p.classes.behind = true
		}
	}
	return false
}

// foldingPair reports whether any rune folds to a string that begins with one rune of each set.
func foldingPair(first, second runeSet) bool {
	for _, folded := range foldsToSeveral {
		runes := []rune(folded)
		if first.contains(runes[0]) && second.contains(runes[1]) {
			return true
		}
	}
	return false
}

func allowedInLookbehind(n *node, negated bool) bool {
	switch n.kind {
	case nodeEmpty, nodeSet, nodeSequence, nodeAlternation, nodeRepeat, nodeCall, nodeOption, nodeLookbehind, nodeKeep:
	case nodeCapture:
		if negated {
			return false
		}
	case nodeAnchor:
		if n.anchor == anchorTextEnd || n.anchor == anchorTextEndNewline {
			return false
		}
	default:
		return false
	}
	for _, s := range n.subs {
		if !allowedInLookbehind(s, negated) {
			return false
		}
	}
	return true
}

// fixedLength returns the number of runes that n matches, if it is always the same.
func fixedLength(n *node) (int, bool) {
	const many = 1 << 20
	switch n.kind {
	case nodeEmpty, nodeAnchor, nodeLookbehind, nodeLookahead, nodeKeep:
		return 0, true
	case nodeSet:
		return 1, true
	case nodeSequence:
		sum := 0
		for _, s := range n.subs {
			l, ok := fixedLength(s)
			if !ok {
				return 0, false
			}
			sum = min(sum+l, many)
		}
		return sum, true
	case nodeAlternation, nodeCondition:
		first, ok := fixedLength(n.sub())
		for _, s := range n.subs[1:] {
			l, same := fixedLength(s)
			ok = ok && same && l == first
		}
		return first, ok
	case nodeRepeat:
		l, ok := fixedLength(n.sub())
		return min(l*n.min, many), ok && n.min == n.max
	case nodeCall:
		if n.target.recursive {
			return 0, false
		}
		return fixedLength(n.target)
	case nodeCapture, nodeOption, nodeAtomic:
		return fixedLength(n.sub())
	}
	return 0, false
}
