package rubyregexp

import (
	"unicode/utf8"
)

// options are Onigmo's options that a pattern can switch for a part of itself.
type options struct {
	ignoreCase bool // (?i)
	dotAll     bool // (?m): the dot matches a newline too
	extended   bool // (?x): white space and comments do not count
	asciiTypes bool // \w \d \s are ASCII (all but (?u))
	asciiPosix bool // POSIX brackets and \b are ASCII ((?a))
}

const (
	maxRepeat     = 100_000 // Onigmo's ONIG_MAX_REPEAT_NUM
	maxGroups     = 32_767  // ONIG_MAX_CAPTURE_GROUP_NUM
	maxParseDepth = 1_000   // Onigmo: 4,096 levels of its own functions
)

// A parser parses a prepared pattern as Onigmo does with Ruby's syntax.
type parser struct {
	source  string
	in      []patternRune
	at      int
	opts    options
	depth   int
	groups  []*node // by number; [0] is the whole pattern, only when called
	names   map[string][]int
	order   []string // group names in the order of definition
	named   int
	calls   bool
	classes classFacts
}

// classFacts collects facts that limit what the matcher can decide.
type classFacts struct {
	// folds: a part ignores case, so a text that contains a rune that folds to several cannot
	// be decided rune by rune.
	folds bool
	// severalLiteral: a literal or class under (?i) itself contains such a rune.
	severalLiteral bool
	// behind: a look-behind that Ruby rejects for texts that are not ASCII.
	behind bool
	// latin1: a class under (?i) has case variants in U+0080 … U+00FF, which some versions of
	// Onigmo lose.
	latin1 bool
	// property: a set comes from Unicode's tables, which differ between versions of Ruby for
	// recent characters.
	property bool
}

func (p *parser) fail(message string) error { return p.failAt(p.offset(p.at), message) }

func (p *parser) failAt(offset int32, message string) error {
	return &SyntaxError{Pattern: p.source, Offset: int(offset), Message: message}
}

// offset returns the byte offset in the source of the i-th prepared rune.
func (p *parser) offset(i int) int32 {
	if i < len(p.in) {
		return p.in[i].pos
	}
	return int32(len(p.source))
}

func (p *parser) eof() bool { return p.at >= len(p.in) }

// peek returns the rune n positions ahead, or -1 after the end.
func (p *parser) peek(n int) rune {
	if p.at+n < len(p.in) {
		return p.in[p.at+n].r
	}
	return -1
}

func (p *parser) take(r rune) bool {
	if p.peek(0) == r {
		p.at++
		return true
	}
	return false
}

// skipTrivia skips comments and, in extended mode, white space.
func (p *parser) skipTrivia() error {
	for !p.eof() {
		switch r := p.peek(0); {
		case r == '(' && p.peek(1) == '?' && p.peek(2) == '#':
			p.at += 3
			for {
				if p.eof() {
					return p.fail("end pattern in group")
				}
				r := p.peek(0)
				p.at++
				if r == ')' {
					break
				}
				if r == '\\' && !p.eof() {
					p.at++
				}
			}
		case p.opts.extended && r == '#':
			for !p.eof() {
				p.at++
				if p.in[p.at-1].r == '\n' {
					break
				}
			}
		case p.opts.extended && (r == ' ' || r == '\t' || r == '\n' || r == '\r' || r == '\f'):
			p.at++
		default:
			return nil
		}
	}
	return nil
}

// alternation parses up to the closing parenthesis or the end, excluding it.
func (p *parser) alternation() (*node, error) {
	if p.depth++; p.depth > maxParseDepth {
		return nil, p.fail("parse depth limit over")
	}
	defer func() { p.depth-- }()
	pos := p.offset(p.at)
	first, err := p.branch()
	if err != nil || p.peek(0) != '|' {
		return first, err
	}
	alt := &node{kind: nodeAlternation, pos: pos, subs: []*node{first}}
	for p.take('|') {
		next, err := p.branch()
		if err != nil {
			return nil, err
		}
		alt.subs = append(alt.subs, next)
	}
	return alt, nil
}

func (p *parser) branch() (*node, error) {
	pos := p.offset(p.at)
	var subs []*node
	for {
		if err := p.skipTrivia(); err != nil {
			return nil, err
		}
		if p.eof() || p.peek(0) == '|' || p.peek(0) == ')' {
			return sequence(pos, subs), nil
		}
		n, rest, err := p.atom()
		if err != nil {
			return nil, err
		}
		if !rest { // options alone apply to the end of the group
			if n, err = p.quantifiers(n); err != nil {
				return nil, err
			}
		}
		if n.kind == nodeSequence {
			subs = append(subs, n.subs...)
		} else {
			subs = append(subs, n)
		}
	}
}

// quantifiers parses the quantifiers after n.
func (p *parser) quantifiers(n *node) (*node, error) {
	for {
		if err := p.skipTrivia(); err != nil {
			return nil, err
		}
		q, possessive, err := p.quantifier()
		if err != nil {
			return nil, err
		}
		if q == nil {
			return n, nil
		}
		repeated := repeat(q, n)
		if possessive {
			repeated = &node{kind: nodeAtomic, pos: q.pos, subs: []*node{repeated}}
		}
		n = repeated
	}
}

// quantifier parses one quantifier, or returns nil if there is none.
func (p *parser) quantifier() (q *node, possessive bool, err error) {
	q = &node{kind: nodeRepeat, pos: p.offset(p.at)}
	switch p.peek(0) {
	case '*':
		q.min, q.max = 0, unlimited
		p.at++
	case '+':
		q.min, q.max = 1, unlimited
		p.at++
	case '?':
		q.min, q.max = 0, 1
		p.at++
	case '{':
		ok, err := p.interval(q)
		if err != nil || !ok {
			return nil, false, err
		}
	default:
		return nil, false, nil
	}
	switch {
	case q.interval && q.min == q.max && q.negated:
		// {n}? is an optional {n}: the ? is a separate quantifier.
		q.negated = false
	case p.take('?'):
		q.lazy = true
	case !q.interval && p.take('+'):
		possessive = true
	}
	return q, possessive, nil
}

// interval parses {n}, {n,}, {,m} or {n,m}. Anything else is literal text. q.negated
// distinguishes {n} from {n,n} for the caller.
func (p *parser) interval(q *node) (bool, error) {
	start := p.at
	p.at++
	number := func() (int, bool, error) {
		value, n := 0, 0
		for d := p.peek(0); '0' <= d && d <= '9'; d = p.peek(0) {
			value = min(value*10+int(d-'0'), maxRepeat+1)
			n++
			p.at++
		}
		if value > maxRepeat {
			return 0, false, p.failAt(q.pos, "too big number for repeat range")
		}
		return value, n > 0, nil
	}
	low, hasLow, err := number()
	if err != nil {
		return false, err
	}
	high, fixed := low, true
	if p.take(',') {
		fixed = false
		var hasHigh bool
		if high, hasHigh, err = number(); err != nil {
			return false, err
		}
		if !hasHigh {
			if !hasLow {
				p.at = start
				return false, nil
			}
			high = unlimited
		}
	} else if !hasLow {
		p.at = start
		return false, nil
	}
	if !p.take('}') {
		p.at = start
		return false, nil
	}
	if high != unlimited && low > high {
		return false, p.failAt(q.pos, "upper is smaller than lower in repeat range")
	}
	q.min, q.max, q.interval, q.negated = low, high, true, fixed
	return true, nil
}

// atom parses an element that a quantifier may follow. rest is true if it extends to the end of
// the group, because it consists only of options.
func (p *parser) atom() (n *node, rest bool, err error) {
	start := p.at
	pos := p.offset(start)
	r := p.peek(0)
	switch r {
	case '(':
		return p.group()
	case '[':
		n, err = p.class()
		return n, false, err
	case '\\':
		n, err = p.escape()
		return n, false, err
	case '*', '+', '?':
		return nil, false, p.fail("target of repeat operator is not specified")
	case '{':
		if ok, err := p.interval(&node{pos: pos}); err != nil {
			return nil, false, err
		} else if ok {
			return nil, false, p.failAt(pos, "target of repeat operator is not specified")
		}
	}
	p.at++
	switch r {
	case '.':
		set := runeSet{{0, utf8.MaxRune}}
		if !p.opts.dotAll {
			set = singleRune('\n').complement()
		}
		return &node{kind: nodeSet, pos: pos, set: set}, false, nil
	case '^':
		return &node{kind: nodeAnchor, pos: pos, anchor: anchorLineStart}, false, nil
	case '$':
		return &node{kind: nodeAnchor, pos: pos, anchor: anchorLineEnd}, false, nil
	}
	return p.literal(pos, r), false, nil
}

// literal returns the node of a literal character.
func (p *parser) literal(pos int32, r rune) *node {
	n := &node{kind: nodeSet, pos: pos, set: singleRune(r), fold: p.opts.ignoreCase}
	if p.opts.ignoreCase {
		p.classes.folds = true
		if foldsToSeveral[r] != "" {
			p.classes.severalLiteral = true
		}
		n.set = closeFolds(n.set, func(rune) bool { return true })
		n.several = foldsToSeveral[r] != ""
	}
	return n
}

// escape parses an escape outside a class.
func (p *parser) escape() (*node, error) {
	pos := p.offset(p.at)
	if p.at+1 >= len(p.in) {
		return nil, p.fail("end pattern at escape")
	}
	r := p.peek(1)
	p.at += 2
	switch r {
	case 'A', 'z', 'Z', 'G', 'b', 'B':
		return p.anchorEscape(pos, r), nil
	case 'w', 'W', 'd', 'D', 's', 'S', 'h', 'H':
		return &node{kind: nodeSet, pos: pos, set: p.typeSet(r)}, nil
	case 'K':
		return &node{kind: nodeKeep, pos: pos}, nil
	case 'R':
		return lineBreak(pos), nil
	case 'X':
		return &node{kind: nodeGrapheme, pos: pos}, nil
	case 'p', 'P':
		if p.peek(0) == '{' {
			return p.propertyNode(pos, r == 'P')
		}
	case 'k':
		if c := p.peek(0); c == '<' || c == '\'' {
			p.at++
			return p.namedBackReference(pos, c)
		}
	case 'g':
		if c := p.peek(0); c == '<' || c == '\'' {
			p.at++
			return p.call(pos, c)
		}
	case '1', '2', '3', '4', '5', '6', '7', '8', '9':
		if n := p.numberedBackReference(pos); n != nil {
			return n, nil
		}
		if r >= '8' {
			break
		}
		p.at--
		return p.literal(pos, p.octal(3)), nil
	case 'x':
		return p.literal(pos, p.hexByte()), nil
	}
	return p.literal(pos, simpleEscape(r)), nil
}

// anchorEscape returns the anchor that a letter after a backslash stands for.
func (p *parser) anchorEscape(pos int32, letter rune) *node {
	n := &node{kind: nodeAnchor, pos: pos, asciiOnly: p.opts.asciiPosix}
	switch letter {
	case 'A':
		n.anchor = anchorTextStart
	case 'z':
		n.anchor = anchorTextEnd
	case 'Z':
		n.anchor = anchorTextEndNewline
	case 'G':
		n.anchor = anchorSearchStart
	case 'b':
		n.anchor = anchorWordBoundary
	case 'B':
		n.anchor = anchorNotWordBoundary
	}
	if letter == 'b' || letter == 'B' {
		p.classes.property = p.classes.property || !p.opts.asciiPosix
	}
	return n
}

// octal parses up to limit octal digits.
func (p *parser) octal(limit int) rune {
	value := rune(0)
	for n := 0; n < limit && '0' <= p.peek(0) && p.peek(0) <= '7'; n++ {
		value = value*8 + p.peek(0) - '0'
		p.at++
	}
	return value
}

// hexByte parses the two digits of an \xHH that the preparation has left.
func (p *parser) hexByte() rune {
	value := rune(0)
	for n := 0; n < 2 && digitValue(p.peek(0)) >= 0; n++ {
		value = value*16 + rune(digitValue(p.peek(0)))
		p.at++
	}
	return value
}

// typeSet returns the set of \w, \d, \s, \h and their opposites.
func (p *parser) typeSet(r rune) runeSet {
	name := map[rune]string{'w': "word", 'd': "digit", 's': "space", 'h': "xdigit"}[r|0x20]
	set := p.namedSet(name, p.opts.asciiTypes)
	if r < 'a' {
		return set.complement()
	}
	return set
}

// asciiTypes are the ASCII parts of the character types, by name.
var asciiTypes = map[string]runeSet{
	"alnum":  {{'0', '9'}, {'A', 'Z'}, {'a', 'z'}},
	"alpha":  {{'A', 'Z'}, {'a', 'z'}},
	"ascii":  {{0, 0x7f}},
	"blank":  {{'\t', '\t'}, {' ', ' '}},
	"cntrl":  {{0, 0x1f}, {0x7f, 0x7f}},
	"digit":  {{'0', '9'}},
	"graph":  {{'!', '~'}},
	"lower":  {{'a', 'z'}},
	"print":  {{' ', '~'}},
	"punct":  {{'!', '/'}, {':', '@'}, {'[', '`'}, {'{', '~'}},
	"space":  {{'\t', '\r'}, {' ', ' '}},
	"upper":  {{'A', 'Z'}},
	"word":   {{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}},
	"xdigit": {{'0', '9'}, {'A', 'F'}, {'a', 'f'}},
}

// namedSet returns the set of a character type, or its ASCII part.
func (p *parser) namedSet(name string, ascii bool) runeSet {
	if ascii || name == "xdigit" || name == "ascii" {
		return asciiTypes[name]
	}
	p.classes.property = true
	if name == "punct" {
		name = "xposixpunct" // \p{Punct} omits the symbols
	}
	set, _ := property(name)
	return set
}

// lineBreak returns the node of \R: (?>\r\n|[\n-\r\u0085\u2028\u2029]).
func lineBreak(pos int32) *node {
	one := func(set runeSet) *node { return &node{kind: nodeSet, pos: pos, set: set} }
	pair := sequence(pos, []*node{one(singleRune('\r')), one(singleRune('\n'))})
	single := one(runeSet{{'\n', '\r'}, {0x85, 0x85}, {0x2028, 0x2029}})
	alt := &node{kind: nodeAlternation, pos: pos, subs: []*node{pair, single}}
	return &node{kind: nodeAtomic, pos: pos, subs: []*node{alt}}
}

// propertyNode parses the {name} of \p or \P outside a class.
func (p *parser) propertyNode(pos int32, negated bool) (*node, error) {
	set, negated, err := p.property(negated)
	if err != nil {
		return nil, err
	}
	several := false
	if p.opts.ignoreCase {
		several = !negated && holdsSeveral(set)
		set = p.foldClass(set, several, set.contains)
	}
	if negated {
		set = set.complement()
	}
	return &node{kind: nodeSet, pos: pos, set: set, several: several, class: true}, nil
}

// property parses the {name} or {^name} of \p or \P.
func (p *parser) property(negated bool) (runeSet, bool, error) {
	start := p.at
	p.at++
	if p.take('^') {
		negated = !negated
	}
	var name []rune
	for !p.eof() {
		r := p.peek(0)
		p.at++
		switch r {
		case '}':
			set, ok := property(string(name))
			if !ok {
				return nil, false, p.failAt(p.offset(start), "invalid character property name {"+string(name)+"}")
			}
			p.classes.property = true
			return set, negated, nil
		case '(', ')', '{', '|':
			return nil, false, p.failAt(p.offset(start), "invalid character property name {"+string(name)+"}")
		}
		name = append(name, r)
	}
	return nil, false, p.failAt(p.offset(start), "invalid character property name {"+string(name)+"}")
}

// foldClass adds to a class under (?i) the runes that differ from its runes by case.
func (p *parser) foldClass(set runeSet, several bool, crosses func(rune) bool) runeSet {
	p.classes.folds = true
	p.classes.severalLiteral = p.classes.severalLiteral || several
	closed := closeFolds(set, crosses)
	latin1 := runeSet{{0x80, 0xff}}
	if closed.intersect(latin1).count(0x80) != set.intersect(latin1).count(0x80) {
		p.classes.latin1 = true
	}
	return closed
}

// holdsSeveral reports whether the set contains a rune that folds to several.
func holdsSeveral(set runeSet) bool {
	for r := range foldsToSeveral {
		if set.contains(r) {
			return true
		}
	}
	return false
}

// quantifierClass returns the index of the quantifier in ? * + ?? *? +?, as in Onigmo's table
// of nested quantifiers, or -1 for any other.
func quantifierClass(q *node) int {
	class := -1
	switch {
	case q.min == 0 && q.max == 1:
		class = 0
	case q.min == 0 && q.max == unlimited:
		class = 1
	case q.min == 1 && q.max == unlimited:
		class = 2
	}
	if class >= 0 && q.lazy {
		class += 3
	}
	return class
}

// repeat applies the quantifier q to n. A quantifier directly after a quantifier is reduced as
// in Onigmo, since that determines what a group captures.
func repeat(q, n *node) *node {
	if q.min == 1 && q.max == 1 {
		return n
	}
	if n.kind == nodeRepeat {
		outer, inner := quantifierClass(q), quantifierClass(n)
		if outer >= 0 && inner >= 0 {
			return reduceNested(q, n, outer, inner)
		}
		if (inner == 1 || inner == 2) && q.max > 1 && !q.lazy {
			q.max = max(q.min, 1)
		}
	}
	q.subs = []*node{n}
	return q
}

type reduction uint8

const (
	keepBoth     reduction = iota
	dropOuter              // the outer one adds nothing
	toStar                 // *
	toLazyStar             // *?
	toLazyOption           // ??
	toPlusOption           // (?:…+)??
)

// reductions is the result of applying a quantifier (the column) to another (the row), both in
// the order ? * + ?? *? +?.
var reductions = [6][6]reduction{
	{dropOuter, toStar, toStar, toLazyOption, toLazyStar, keepBoth},
	{dropOuter, dropOuter, dropOuter, toPlusOption, toPlusOption, dropOuter},
	{toStar, toStar, dropOuter, keepBoth, toPlusOption, dropOuter},
	{dropOuter, toLazyStar, toLazyStar, dropOuter, toLazyStar, toLazyStar},
	{dropOuter, dropOuter, dropOuter, dropOuter, dropOuter, dropOuter},
	{keepBoth, toStar, keepBoth, toLazyStar, toLazyStar, dropOuter},
}

func reduceNested(q, n *node, outer, inner int) *node {
	set := func(x, target *node, low, high int, lazy bool) *node {
		x.min, x.max, x.lazy, x.subs = low, high, lazy, []*node{target}
		return x
	}
	switch reductions[inner][outer] {
	case dropOuter:
		return n
	case toStar:
		return set(q, n.sub(), 0, unlimited, false)
	case toLazyStar:
		return set(q, n.sub(), 0, unlimited, true)
	case toLazyOption:
		return set(q, n.sub(), 0, 1, true)
	case toPlusOption:
		return set(q, set(n, n.sub(), 1, unlimited, false), 0, 1, true)
	}
	q.subs = []*node{n}
	return q
}
