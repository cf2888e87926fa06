package rubyregexp

import (
	"sync"
	"unicode"
	"unicode/utf8"
)

const (
	// maxSteps bounds a search that may try the same branch twice.
	maxSteps = 400_000
	// maxStack bounds the number of alternatives and undo records on the stack.
	maxStack = 1 << 20
	// maxVisited bounds the bits that record branches tried before.
	maxVisited = 1 << 26
	// maxLinearSteps bounds a search that records them. It needs a few steps for each bit.
	maxLinearSteps = 1 << 28
	// maxTotalSteps bounds all searches of one Replace or Split.
	maxTotalSteps = 1 << 28
)

type entryKind uint8

const (
	entryAlternative entryKind = iota // go on at pc a, position b, frame c, with the match kept from d
	entryNot                          // as entryAlternative; begins a negated look-around
	entryGroup                        // group a began at d; it was b to c before
	entryGroupEnd                     // group a ended (recursive groups only)
	entryLoop                         // loop a began a round; it was b, with c entries, before
	entryMark                         // an atomic group or look-ahead began at position b
	entryVoid
)

// An entry of the stack is an untried branch, or an action to undo when backtracking.
type entry struct {
	kind    entryKind
	a, b, c int32
	d       int32
}

// A frame is a call that has not returned yet.
type frame struct{ ret, parent int32 }

// A machine runs a program over a text.
type machine struct {
	prog    *program
	text    string
	origin  int32 // where the search began: \G
	stack   []entry
	starts  []int32 // by group; -1 before it began
	ends    []int32
	loops   []int32 // position of the current round
	heights []int32 // entries on the stack at its beginning
	frames  []frame
	frame   int32
	keep    int32
	steps   int      // instructions executed
	limit   int      // steps after which the search is given up
	visited []uint64 // nil if visited states are not recorded
}

func newMachine(prog *program, text string, from int) *machine {
	m := &machine{prog: prog, text: text, origin: int32(from), frame: -1, limit: maxSteps}
	numbers := make([]int32, 2*(prog.groups+1)+2*prog.loops)
	cut := func(n int) []int32 {
		part := numbers[:n:n]
		numbers = numbers[n:]
		return part
	}
	m.starts, m.ends = cut(prog.groups+1), cut(prog.groups+1)
	m.loops, m.heights = cut(prog.loops), cut(prog.loops)
	if prog.linear {
		if bits := prog.splits * (len(text) - from + 1); bits <= maxVisited {
			m.visited, m.limit = make([]uint64, bits/64+1), maxLinearSteps
		}
	}
	return m
}

// search finds the leftmost match that begins at from or later. On Yes, the machine's groups
// hold what matched; group 0 is the whole match.
func (m *machine) search() Answer {
	text, prog := m.text, m.prog
	for at := int(m.origin); ; {
		if prog.first != nil {
			for at < len(text) {
				r, size := decode(text, at)
				if prog.first.contains(r) {
					break
				}
				if prog.anchored {
					return No
				}
				at += size
			}
			if at >= len(text) {
				return No
			}
		}
		if answer := m.matchAt(int32(at)); answer != No {
			return answer
		}
		if at >= len(text) || prog.anchored {
			return No
		}
		_, size := decode(text, at)
		at += size
	}
}

func decode(s string, i int) (rune, int) {
	if c := s[i]; c < utf8.RuneSelf {
		return rune(c), 1
	}
	return utf8.DecodeRuneInString(s[i:])
}

// reset prepares the machine for an attempt to match at a position.
func (m *machine) reset(start int32) {
	for i := range m.starts {
		m.starts[i], m.ends[i] = -1, -1
	}
	m.stack, m.frames, m.frame = m.stack[:0], m.frames[:0], -1
	m.keep = start
}

// visit notes that the execution reaches a branch of the program at a position. It returns false if
// it has been there before: the same steps would fail again.
func (m *machine) visit(branch, pos int32) bool {
	if m.visited == nil {
		return true
	}
	bit := int(branch)*(len(m.text)-int(m.origin)+1) + int(pos-m.origin)
	if m.visited[bit>>6]>>(bit&63)&1 != 0 {
		return false
	}
	m.visited[bit>>6] |= 1 << (bit & 63)
	return true
}

// matchAt tries to match at a position, a byte offset. The answer is Undecided if the limit of
// steps or the size of the stack is reached.
func (m *machine) matchAt(start int32) Answer {
	m.reset(start)
	pc, pos := int32(0), start
	code := m.prog.code
	for {
		if m.steps++; m.steps > m.limit {
			return Undecided
		}
		in := &code[pc]
		ok := true
		pc++
		switch in.op {
		case opRune:
			if ok = int(pos) < len(m.text); ok {
				r, size := decode(m.text, int(pos))
				ok = r == in.x
				pos += int32(size)
			}
		case opSet:
			if ok = int(pos) < len(m.text); ok {
				r, size := decode(m.text, int(pos))
				ok = in.class.contains(r)
				pos += int32(size)
			}
		case opSplit:
			if ok = m.visit(in.id, pos); !ok {
				break
			}
			m.push(entry{kind: entryAlternative, a: in.y, b: pos, c: m.frame, d: m.keep})
			pc = in.x
		case opJump:
			pc = in.x
		case opAnchor:
			ok = m.anchor(anchorKind(in.x), pos, in.y == 1)
		case opGroupStart:
			m.push(entry{kind: entryGroup, a: in.x, b: m.starts[in.x], c: m.ends[in.x], d: pos})
			m.starts[in.x] = pos
		case opGroupEnd:
			m.endGroup(in, pos)
		case opMatch:
			m.starts[0], m.ends[0] = min(m.keep, pos), pos
			return Yes
		default:
			pc, pos, ok = m.contextual(in, pc, pos)
		}
		if !ok {
			if pc, pos, ok = m.backtrack(); !ok {
				return No
			}
		}
		if len(m.stack) > maxStack {
			return Undecided
		}
	}
}

// contextual executes the instructions that only programs with context contain.
func (m *machine) contextual(in *instruction, pc, pos int32) (int32, int32, bool) {
	switch in.op {
	case opLoopStart:
		m.push(entry{kind: entryLoop, a: in.x, b: m.loops[in.x], c: m.heights[in.x]})
		m.loops[in.x], m.heights[in.x] = pos, int32(len(m.stack))
	case opLoopEnd:
		return m.endRound(in, pc, pos)
	case opBackRef:
		end, ok := m.backReference(in, pos)
		return pc, end, ok
	case opCall:
		m.frames = append(m.frames, frame{ret: pc, parent: m.frame})
		m.frame = int32(len(m.frames) - 1)
		return in.x, pos, len(m.frames) < maxStack
	case opReturn:
		f := m.frames[m.frame]
		m.frame = f.parent
		return f.ret, pos, true
	case opMark:
		m.push(entry{kind: entryMark, b: pos})
	case opAtomicEnd:
		m.closeMark()
	case opLookEnd:
		return pc, m.closeMark(), true
	case opNotStart:
		m.push(entry{kind: entryNot, a: in.x, b: pos, c: m.frame, d: m.keep})
	case opNotEnd:
		for m.pop().kind != entryNot {
		}
		return pc, pos, false
	case opBack:
		for range in.x {
			if pos == 0 {
				return pc, pos, false
			}
			_, size := utf8.DecodeLastRuneInString(m.text[:pos])
			pos -= int32(size)
		}
	case opKeep:
		m.keep = pos
	case opGrapheme:
		if int(pos) >= len(m.text) {
			return pc, pos, false
		}
		if m.text[pos] == '\r' && int(pos)+1 < len(m.text) && m.text[pos+1] == '\n' {
			pos++
		}
		pos++
	case opCondition:
		if m.starts[in.y] < 0 || m.ends[in.y] < 0 {
			return in.x, pos, true
		}
	}
	return pc, pos, true
}

func (m *machine) push(e entry) { m.stack = append(m.stack, e) }

// pop removes the top entry and undoes the change that it records.
func (m *machine) pop() entry {
	e := m.stack[len(m.stack)-1]
	m.stack = m.stack[:len(m.stack)-1]
	switch e.kind {
	case entryGroup:
		m.starts[e.a], m.ends[e.a] = e.b, e.c
	case entryLoop:
		m.loops[e.a], m.heights[e.a] = e.b, e.c
	}
	return e
}

// backtrack goes back to the latest untried branch.
func (m *machine) backtrack() (pc, pos int32, ok bool) {
	for len(m.stack) > 0 {
		if e := m.pop(); e.kind == entryAlternative || e.kind == entryNot {
			m.frame, m.keep = e.c, e.d
			return e.a, e.b, true
		}
	}
	return 0, 0, false
}

// closeMark drops the branches since the latest mark and returns the position of that mark.
func (m *machine) closeMark() int32 {
	for i := len(m.stack) - 1; ; i-- {
		e := &m.stack[i]
		switch e.kind {
		case entryAlternative, entryNot:
			e.kind = entryVoid
		case entryMark:
			e.kind = entryVoid
			return e.b
		}
	}
}

func (m *machine) endGroup(in *instruction, pos int32) {
	m.ends[in.x] = pos
	if in.y == 0 {
		return
	}
	// The group is open several times: find the beginning of this one.
	depth := 0
	for i := len(m.stack) - 1; i >= 0; i-- {
		switch e := &m.stack[i]; {
		case e.a != in.x:
		case e.kind == entryGroupEnd:
			depth++
		case e.kind == entryGroup:
			if depth == 0 {
				m.starts[in.x] = e.d
				m.push(entry{kind: entryGroupEnd, a: in.x})
				return
			}
			depth--
		}
	}
}

// endRound leaves a loop whose round matched nothing. As in Onigmo, a round in which a group
// got a new value counts as a match.
func (m *machine) endRound(in *instruction, pc, pos int32) (int32, int32, bool) {
	if m.loops[in.x] != pos {
		return pc, pos, true
	}
	again, fail := false, false
	for _, e := range m.stack[m.heights[in.x]:] {
		if e.kind != entryGroup {
			continue
		}
		switch {
		case e.c < 0:
			return pc, pos, true
		case e.b != e.c:
			again, fail = true, false
		case e.c != pos:
			fail = true
		}
	}
	switch {
	case fail:
		return pc, pos, false
	case again:
		return pc, pos, true
	}
	return in.y, pos, true
}

// backReference matches the text of the last defined group among those referred to.
func (m *machine) backReference(in *instruction, pos int32) (int32, bool) {
	for i := len(in.groups) - 1; i >= 0; i-- {
		start, end := m.starts[in.groups[i]], m.ends[in.groups[i]]
		if start < 0 || end < 0 {
			continue
		}
		was, rest := m.text[start:end], m.text[pos:]
		m.steps += len(was) / 8
		if !in.fold {
			if len(rest) >= len(was) && rest[:len(was)] == was {
				return pos + int32(len(was)), true
			}
		} else if n, ok := foldedPrefix(rest, was); ok {
			return pos + int32(n), true
		}
		if len(in.groups) == 1 {
			break
		}
	}
	return pos, false
}

// foldedPrefix returns how many bytes of s equal was except for case.
func foldedPrefix(s, was string) (int, bool) {
	at := 0
	for _, want := range was {
		if at >= len(s) {
			return 0, false
		}
		r, size := decode(s, at)
		if r != want && !foldsTo(r, want) {
			return 0, false
		}
		at += size
	}
	return at, true
}

func foldsTo(a, b rune) bool {
	for r := unicode.SimpleFold(a); r != a; r = unicode.SimpleFold(r) {
		if r == b {
			return true
		}
	}
	return false
}

func (m *machine) anchor(kind anchorKind, pos int32, ascii bool) bool {
	text, n := m.text, int32(len(m.text))
	switch kind {
	case anchorTextStart:
		return pos == 0
	case anchorTextEnd:
		return pos == n
	case anchorTextEndNewline:
		return pos == n || pos == n-1 && text[pos] == '\n'
	case anchorLineStart:
		return pos == 0 || text[pos-1] == '\n' && pos != n
	case anchorLineEnd:
		return pos == n || text[pos] == '\n'
	case anchorSearchStart:
		return pos == m.origin
	}
	before, after := false, false
	if pos > 0 {
		r, _ := utf8.DecodeLastRuneInString(text[:pos])
		before = isWord(r, ascii)
	}
	if pos < n {
		r, _ := decode(text, int(pos))
		after = isWord(r, ascii)
	}
	return (before != after) == (kind == anchorWordBoundary)
}

// wordRunes are all word characters of Unicode.
var wordRunes = sync.OnceValue(func() *runeClass {
	set, _ := property("word")
	return newRuneClass(set)
})

func isWord(r rune, ascii bool) bool {
	if r < 0x80 {
		return r == '_' || '0' <= r && r <= '9' || 'a' <= r|0x20 && r|0x20 <= 'z'
	}
	return !ascii && wordRunes().contains(r)
}
