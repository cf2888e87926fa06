package rubyregexp

type nodeKind uint8

const (
	nodeEmpty         nodeKind = iota
	nodeSet                    // one rune of set
	nodeSequence               // subs, one after the other
	nodeAlternation            // one of subs, the first that lets the rest match
	nodeRepeat                 // subs[0], min to max times
	nodeCapture                // subs[0], remembered as group
	nodeOption                 // subs[0] under other options; of interest to the checks only
	nodeAtomic                 // (?>…)
	nodeLookahead              // (?=…), (?!…) when negated
	nodeLookbehind             // (?<=…), (?<!…) when negated
	nodeAnchor                 // a position
	nodeBackReference          // what one of groups matched
	nodeCall                   // \g<…>
	nodeCondition              // (?(group)subs[0]|subs[1])
	nodeAbsent                 // (?~…)
	nodeGrapheme               // \X
	nodeKeep                   // \K
)

type anchorKind uint8

const (
	anchorTextStart       anchorKind = iota // \A
	anchorTextEnd                           // \z
	anchorTextEndNewline                    // \Z
	anchorLineStart                         // ^
	anchorLineEnd                           // $
	anchorSearchStart                       // \G
	anchorWordBoundary                      // \b
	anchorNotWordBoundary                   // \B
)

// unlimited is the maximum of a repetition without an upper bound.
const unlimited = -1

// A node is a node in the syntax tree of a pattern. The kind determines which fields are used.
// The checks of a finished tree may rewrite nodes; afterwards they are immutable.
type node struct {
	kind nodeKind
	pos  int32 // byte offset in the source
	subs []*node

	set  runeSet // nodeSet
	fold bool    // nodeSet of a literal, nodeBackReference: case does not matter

	class   bool // nodeSet that is written as a class
	several bool // nodeSet under (?i) with a rune that folds to several

	min, max    int  // nodeRepeat
	lazy        bool // nodeRepeat
	interval    bool // nodeRepeat: written as {n,m}
	negated     bool // nodeLookahead, nodeLookbehind
	byName      bool // nodeBackReference, nodeCall, nodeCondition
	level       bool // nodeBackReference: \k<name+n>, tied to a depth of recursion
	asciiOnly   bool // nodeAnchor: word characters are those of ASCII
	named       bool // nodeCapture
	called      bool // nodeCapture: some \g<…> calls it
	recursive   bool // nodeCapture: it calls itself
	mark1       bool // for the checks of recursion
	mark2       bool
	anchor      anchorKind // nodeAnchor
	group       int        // nodeCapture, nodeCall, nodeCondition
	groups      []int      // nodeBackReference, in the order of definition
	name        string     // nodeCall
	target      *node      // nodeCall
	lookbehindN int        // nodeLookbehind: how many runes to step back
}

func (n *node) sub() *node { return n.subs[0] }

func sequence(pos int32, subs []*node) *node {
	switch len(subs) {
	case 0:
		return &node{kind: nodeEmpty, pos: pos}
	case 1:
		return subs[0]
	}
	return &node{kind: nodeSequence, pos: pos, subs: subs}
}

// A SyntaxError is the reason why Ruby rejects a pattern.
type SyntaxError struct {
	Pattern string
	Offset  int    // 0-based byte offset in Pattern of what is wrong
	Message string // without the pattern
}

// Error returns the message with the pattern.
func (e *SyntaxError) Error() string {
	return e.Message + ": /" + e.Pattern + "/"
}
