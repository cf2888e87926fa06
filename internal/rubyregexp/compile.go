package rubyregexp

type opcode uint8

const (
	opSet        opcode = iota // one rune of class
	opRune                     // the rune x
	opSplit                    // go on at x; if that fails, at y
	opJump                     // go on at x
	opGroupStart               // group x begins
	opGroupEnd                 // group x ends; y is 1 if it may be open several times
	opLoopStart                // remember where round x of a loop that may match nothing begins
	opLoopEnd                  // leave the loop for y if the round matched nothing
	opAnchor                   // a position of kind x; y is 1 for ASCII word characters
	opBackRef                  // what one of groups matched
	opCall                     // call the group whose code is at x
	opReturn                   // return from a call
	opMark                     // an atomic group or look-ahead begins
	opAtomicEnd                // forget the alternatives since the mark
	opLookEnd                  // as opAtomicEnd, and go back to where the mark was
	opNotStart                 // a negated look-around begins: go on at x if it fails
	opNotEnd                   // it matched: fail
	opBack                     // step x runes back
	opKeep                     // the match counts from here
	opGrapheme                 // an extended grapheme cluster of an ASCII text
	opCondition                // go on at x unless group y has matched
	opMatch
)

type instruction struct {
	op     opcode
	fold   bool // opBackRef
	x, y   int32
	class  *runeClass // opSet
	groups []int      // opBackRef
	id     int32      // opSplit: its number among the splits
}

// maxProgram bounds the instructions of a program. A pattern that expands to more is undecided.
const maxProgram = 50_000

// A program is a compiled pattern.
type program struct {
	code   []instruction
	groups int // number of capture groups
	loops  int // number of loops that watch for empty rounds
	splits int
	// linear: whether a branch fails depends only on the instruction and the position, so no
	// branch is tried twice.
	linear bool
	// unknown: the pattern contains something that the matcher cannot decide.
	unknown bool
	// ambiguous: it is known whether the pattern matches, but not the matched text. Onigmo leaves
	// a counted loop after an empty round only if the code of the loop is long.
	ambiguous bool
	// asciiOnly: only texts in ASCII are decided.
	asciiOnly bool
	// anchored: a match can begin only at the start of the text.
	anchored bool
	first    *runeClass // the first rune of a match; nil if it may be empty or is unknown
}

type compiler struct {
	program
	calls   map[*node][]int // calls of a group whose address is not yet known
	address map[*node]int32
	queue   []*node
	open    []int // groups around the node being compiled
	// recursive: some group calls itself.
	recursive bool
	// remembers: the next step depends on the texts that groups have matched.
	remembers bool
}

func compileProgram(root *node, groups int) *program {
	c := &compiler{calls: map[*node][]int{}, address: map[*node]int32{}}
	c.program.groups = groups
	c.linear = true
	c.node(root)
	c.emit(instruction{op: opMatch})
	for len(c.queue) > 0 && !c.unknown {
		g := c.queue[0]
		c.queue = c.queue[1:]
		c.address[g] = int32(len(c.code))
		c.capture(g)
		c.emit(instruction{op: opReturn})
	}
	for g, sites := range c.calls {
		for _, at := range sites {
			c.code[at].x = c.address[g]
		}
	}
	// A loop that checks for empty rounds has one mark, which nested rounds of the same loop
	// would overwrite.
	c.unknown = c.unknown || c.recursive && c.loops > 0
	c.unknown = c.unknown || c.ambiguous && c.remembers
	c.anchored = startsAnchored(root)
	if set, ok := firstSet(root); ok {
		c.first = newRuneClass(set)
	}
	return &c.program
}

func (c *compiler) emit(in instruction) int {
	if len(c.code) >= maxProgram {
		c.unknown = true
		return 0
	}
	if in.op == opSplit {
		in.id = int32(c.splits)
		c.splits++
	}
	c.code = append(c.code, in)
	return len(c.code) - 1
}

func (c *compiler) here() int32 { return int32(len(c.code)) }

func (c *compiler) node(n *node) {
	if c.unknown {
		return
	}
	switch n.kind {
	case nodeSet:
		if n.set.count(1) == 1 {
			c.emit(instruction{op: opRune, x: n.set[0].lo})
		} else {
			c.emit(instruction{op: opSet, class: newRuneClass(n.set)})
		}
	case nodeSequence:
		for _, s := range n.subs {
			c.node(s)
		}
	case nodeOption:
		c.node(n.sub())
	case nodeAlternation:
		c.alternation(n)
	case nodeRepeat:
		c.repeat(n)
	case nodeCapture:
		c.capture(n)
	case nodeAnchor:
		ascii := int32(0)
		if n.asciiOnly {
			ascii = 1
		}
		c.emit(instruction{op: opAnchor, x: int32(n.anchor), y: ascii})
	case nodeKeep:
		c.linear = false
		c.emit(instruction{op: opKeep})
	case nodeGrapheme:
		c.asciiOnly = true
		c.emit(instruction{op: opGrapheme})
	case nodeAbsent:
		c.unknown = true
	default:
		c.linear = false
		c.contextual(n)
	}
}

// contextual compiles nodes after which the next step depends on more than the position.
func (c *compiler) contextual(n *node) {
	switch n.kind {
	case nodeAtomic:
		c.emit(instruction{op: opMark})
		c.node(n.sub())
		c.emit(instruction{op: opAtomicEnd})
	case nodeLookahead:
		if n.negated {
			c.negated(n, 0)
			return
		}
		c.emit(instruction{op: opMark})
		c.node(n.sub())
		c.emit(instruction{op: opLookEnd})
	case nodeLookbehind:
		if n.negated {
			c.negated(n, n.lookbehindN)
			return
		}
		c.emit(instruction{op: opBack, x: int32(n.lookbehindN)})
		c.node(n.sub())
	case nodeBackReference:
		for _, g := range n.groups {
			for _, open := range c.open {
				// A reference to an enclosing group reads a value that Onigmo has not finished
				// writing.
				c.unknown = c.unknown || g == open
			}
		}
		c.unknown = c.unknown || n.level
		c.remembers = true
		c.emit(instruction{op: opBackRef, groups: n.groups, fold: n.fold})
	case nodeCall:
		if _, ok := c.calls[n.target]; !ok {
			c.queue = append(c.queue, n.target)
		}
		c.calls[n.target] = append(c.calls[n.target], c.emit(instruction{op: opCall}))
	case nodeCondition:
		c.remembers = true
		jump := c.emit(instruction{op: opCondition, y: int32(n.group)})
		c.node(n.subs[0])
		end := c.emit(instruction{op: opJump})
		c.code[jump].x = c.here()
		c.node(n.subs[1])
		c.code[end].x = c.here()
	}
}

func (c *compiler) negated(n *node, back int) {
	start := c.emit(instruction{op: opNotStart})
	if back > 0 {
		c.emit(instruction{op: opBack, x: int32(back)})
	}
	c.node(n.sub())
	c.emit(instruction{op: opNotEnd})
	c.code[start].x = c.here()
}

func (c *compiler) alternation(n *node) {
	var ends []int
	for i, s := range n.subs {
		if i == len(n.subs)-1 {
			c.node(s)
			break
		}
		split := c.emit(instruction{op: opSplit})
		c.code[split].x = c.here()
		c.node(s)
		ends = append(ends, c.emit(instruction{op: opJump}))
		c.code[split].y = c.here()
	}
	for _, end := range ends {
		c.code[end].x = c.here()
	}
}

func (c *compiler) capture(n *node) {
	c.recursive = c.recursive || n.recursive
	if n.group == 0 {
		c.node(n.sub())
		return
	}
	c.emit(instruction{op: opGroupStart, x: int32(n.group)})
	c.open = append(c.open, n.group)
	c.node(n.sub())
	c.open = c.open[:len(c.open)-1]
	end := instruction{op: opGroupEnd, x: int32(n.group)}
	if n.recursive {
		end.y = 1
	}
	c.emit(end)
}

func (c *compiler) repeat(n *node) {
	if (n.max > 1 || n.min > 1) && minLength(n.sub()) == 0 {
		c.ambiguous = true
	}
	for range n.min {
		c.node(n.sub())
		if c.unknown {
			return
		}
	}
	if n.max == unlimited {
		c.loop(n)
		return
	}
	// x{0,2} is compiled as (?:x(?:x)?)?
	var splits []int
	for range n.max - n.min {
		splits = append(splits, c.split(n.lazy))
		c.node(n.sub())
		if c.unknown {
			return
		}
	}
	for _, at := range splits {
		c.leave(at, n.lazy)
	}
}

// split emits a choice between continuing after the instruction and leaving.
func (c *compiler) split(lazy bool) int {
	at := c.emit(instruction{op: opSplit})
	if lazy {
		c.code[at].y = c.here()
	} else {
		c.code[at].x = c.here()
	}
	return at
}

// leave sets the other target of the split at at to the current position.
func (c *compiler) leave(at int, lazy bool) {
	if lazy {
		c.code[at].x = c.here()
	} else {
		c.code[at].y = c.here()
	}
}

func (c *compiler) loop(n *node) {
	nullable := minLength(n.sub()) == 0
	head := c.split(n.lazy)
	loop := int32(c.loops)
	end := -1
	if nullable {
		c.loops++
		if capturesInside(n.sub()) {
			c.linear = false
		}
		c.emit(instruction{op: opLoopStart, x: loop})
	}
	c.node(n.sub())
	if nullable {
		end = c.emit(instruction{op: opLoopEnd, x: loop})
	}
	c.emit(instruction{op: opJump, x: int32(head)})
	if c.unknown {
		return
	}
	c.leave(head, n.lazy)
	if end >= 0 {
		c.code[end].y = c.here()
	}
}

func capturesInside(n *node) bool {
	if n.kind == nodeCapture || n.kind == nodeCall || n.kind == nodeBackReference {
		return true
	}
	for _, s := range n.subs {
		if capturesInside(s) {
			return true
		}
	}
	return false
}

// startsAnchored reports whether every match of n begins at the start of the text.
func startsAnchored(n *node) bool {
	switch n.kind {
	case nodeAnchor:
		return n.anchor == anchorTextStart || n.anchor == anchorSearchStart
	case nodeSequence:
		for _, s := range n.subs {
			if startsAnchored(s) {
				return true
			}
			if s.kind != nodeEmpty && s.kind != nodeAnchor {
				return false
			}
		}
	case nodeCapture, nodeOption, nodeAtomic:
		return startsAnchored(n.sub())
	case nodeAlternation:
		for _, s := range n.subs {
			if !startsAnchored(s) {
				return false
			}
		}
		return true
	}
	return false
}

// firstSet returns the set of runes that a match of n can begin with, if it must begin with
// one.
func firstSet(n *node) (runeSet, bool) {
	switch n.kind {
	case nodeSet:
		return n.set, true
	case nodeSequence:
		for _, s := range n.subs {
			if s.kind == nodeAnchor || s.kind == nodeEmpty {
				continue
			}
			return firstSet(s)
		}
	case nodeAlternation:
		var all runeSet
		for _, s := range n.subs {
			set, ok := firstSet(s)
			if !ok {
				return nil, false
			}
			all = all.union(set)
		}
		return all, true
	case nodeRepeat:
		if n.min > 0 {
			return firstSet(n.sub())
		}
	case nodeCapture, nodeOption, nodeAtomic:
		return firstSet(n.sub())
	}
	return nil, false
}
