package rubyregexp

// A classBuilder builds a bracketed class. Besides the set itself it holds, as Onigmo does
// under (?i), the part whose case variants across the border of ASCII are added too ('k' and
// the Kelvin sign): everything except the runes of word and ASCII types.
type classBuilder struct {
	set     runeSet
	crosses runeSet
	// several: it contains a rune that folds to several and does not come from a character
	// type. Onigmo does not expand those of types.
	several bool
}

func (b *classBuilder) add(set runeSet, crosses bool) {
	b.set = b.set.union(set)
	if crosses {
		b.crosses = b.crosses.union(set)
	}
}

// addRunes adds runes that are written literally, not by a type.
func (b *classBuilder) addRunes(set runeSet) {
	b.add(set, true)
	b.several = b.several || holdsSeveral(set)
}

type classState uint8

const (
	classStart    classState = iota
	classValue               // a rune is pending: it may begin a range
	classRange               // a rune and '-' were read
	classComplete            // a range or a type was just finished
)

type classToken uint8

const (
	tokenRune classToken = iota
	tokenClose
	tokenDash
	tokenAnd
	tokenOpen
	tokenPosix
	tokenType     // \w and its like; r is the letter
	tokenProperty // \p{, r is p or P
	tokenEOF
)

type classItem struct {
	token   classToken
	r       rune
	escaped bool
	start   int
}

// class parses a bracketed class.
func (p *parser) class() (*node, error) {
	pos := p.offset(p.at)
	b, negated, err := p.classBody()
	if err != nil {
		return nil, err
	}
	set := b.set
	single := !negated && set.count(1) == 1
	if single {
		return p.literal(pos, set[0].lo), nil
	}
	several := p.opts.ignoreCase && !negated && b.several && holdsSeveral(set)
	if p.opts.ignoreCase {
		set = p.foldClass(set, several, b.crosses.contains)
	}
	if negated {
		set = set.complement()
	}
	return &node{kind: nodeSet, pos: pos, set: set, several: several, class: true}, nil
}

// nextInClass parses one token inside a class.
func (p *parser) nextInClass() (classItem, error) {
	it := classItem{start: p.at, r: p.peek(0)}
	if p.eof() {
		it.token = tokenEOF
		return it, nil
	}
	p.at++
	switch it.r {
	case ']':
		it.token = tokenClose
	case '-':
		it.token = tokenDash
	case '&':
		if p.take('&') {
			it.token = tokenAnd
		}
	case '[':
		it.token = tokenOpen
		if p.peek(0) == ':' && p.posixAhead() {
			it.token = tokenPosix
		}
	case '\\':
		return p.escapeInClass(it)
	}
	return it, nil
}

func (p *parser) escapeInClass(it classItem) (classItem, error) {
	if p.eof() {
		return it, p.fail("end pattern at escape")
	}
	r := p.peek(0)
	p.at++
	it.escaped = true
	switch r {
	case 'w', 'W', 'd', 'D', 's', 'S', 'h', 'H':
		it.token, it.r = tokenType, r
	case 'p', 'P':
		it.r = r
		if p.peek(0) == '{' {
			it.token = tokenProperty
		}
	case 'x':
		it.r = p.hexByte()
	case '0', '1', '2', '3', '4', '5', '6', '7':
		p.at--
		it.r = p.octal(3)
	default:
		it.r = simpleEscape(r)
	}
	return it, nil
}

// posixAhead reports whether the bracket that begins here ends with ":]" before any ']' that
// would end the class.
func (p *parser) posixAhead() bool {
	for i := p.at + 1; i+1 < len(p.in); i++ {
		switch {
		case p.in[i].r == ':' && p.in[i+1].r == ']':
			return true
		case p.in[i].r == '\\':
			i++
		case p.in[i].r == ']':
			return false
		}
	}
	return false
}

// closeAhead reports whether an unescaped ']' follows.
func (p *parser) closeAhead() bool {
	for i := p.at; i < len(p.in); i++ {
		if p.in[i].r == ']' {
			return true
		}
		if p.in[i].r == '\\' {
			i++
		}
	}
	return false
}

// A classReader is the state of parsing one level of brackets.
type classReader struct {
	p       *parser
	b       classBuilder
	left    *classBuilder // the part before the last &&
	state   classState
	waiting rune // in classValue and classRange
	isType  bool // the last item read is a type, not a rune
}

// classBody parses a class from its '[' to its ']'.
func (p *parser) classBody() (*classBuilder, bool, error) {
	if p.depth++; p.depth > maxParseDepth {
		return nil, false, p.fail("parse depth limit over")
	}
	defer func() { p.depth-- }()
	pos := p.offset(p.at)
	p.at++
	it, err := p.nextInClass()
	if err != nil {
		return nil, false, err
	}
	negated := it.token == tokenRune && it.r == '^' && !it.escaped
	if negated {
		if it, err = p.nextInClass(); err != nil {
			return nil, false, err
		}
	}
	if it.token == tokenClose {
		if !p.closeAhead() {
			return nil, false, p.failAt(pos, "empty char-class")
		}
		it.token = tokenRune
	}
	c := &classReader{p: p}
	for it.token != tokenClose {
		if it.token == tokenEOF {
			return nil, false, p.failAt(pos, "premature end of char-class")
		}
		again, err := c.item(&it)
		if err != nil {
			return nil, false, err
		}
		if !again {
			if it, err = p.nextInClass(); err != nil {
				return nil, false, err
			}
		}
	}
	c.flush()
	c.intersect()
	return c.left, negated, nil
}

// flush adds a pending rune that did not begin a range.
func (c *classReader) flush() {
	if c.state == classValue && !c.isType {
		c.b.addRunes(singleRune(c.waiting))
	}
}

// intersect ends an operand of &&.
func (c *classReader) intersect() {
	if c.left == nil {
		left := c.b
		c.left = &left
	} else {
		c.left.set = c.left.set.intersect(c.b.set)
		c.left.crosses = c.left.crosses.intersect(c.b.crosses)
		c.left.several = c.left.several || c.b.several
	}
	c.b = classBuilder{}
}

// item handles one token. again is true if *it already holds the next one.
func (c *classReader) item(it *classItem) (again bool, err error) {
	p := c.p
	switch it.token {
	case tokenRune:
		return false, c.value(it.r, it.start)
	case tokenType:
		c.b.add(p.typeSet(it.r), it.r|0x20 != 'w')
		return false, c.afterType(it.start)
	case tokenProperty:
		set, negated, err := p.property(it.r == 'P')
		if err != nil {
			return false, err
		}
		if negated {
			set = set.complement()
		}
		c.b.addRunes(set)
		return false, c.afterType(it.start)
	case tokenPosix:
		ok, err := c.posix()
		if err != nil {
			return false, err
		}
		if !ok {
			p.at = it.start + 1
			return false, c.value('[', it.start)
		}
		return false, c.afterType(it.start)
	case tokenDash:
		return c.dash(it)
	case tokenOpen:
		return false, c.nested(it.start)
	case tokenAnd:
		c.flush()
		c.state = classStart
		c.intersect()
	}
	return false, nil
}

func (c *classReader) nested(start int) error {
	// A pending rune remains pending, as in Onigmo: [a[x]-c] contains the range from a to c.
	c.p.at = start
	b, negated, err := c.p.classBody()
	if err != nil {
		return err
	}
	if negated {
		b.set, b.crosses = b.set.complement(), b.crosses.complement()
	}
	c.b.set = c.b.set.union(b.set)
	c.b.crosses = c.b.crosses.union(b.crosses)
	c.b.several = c.b.several || b.several
	return nil
}

// value handles a rune, alone or as an end of a range.
func (c *classReader) value(r rune, start int) error {
	switch c.state {
	case classValue:
		c.flush()
	case classRange:
		if c.waiting > r {
			return c.p.failAt(c.p.offset(start), "empty range in char class")
		}
		c.b.addRunes(runeSet{{c.waiting, r}})
		c.state = classComplete
		c.isType = false
		return nil
	default:
		c.state = classValue
	}
	c.waiting, c.isType = r, false
	return nil
}

func (c *classReader) afterType(start int) error {
	if c.state == classRange {
		return c.p.failAt(c.p.offset(start), "char-class value at end of range")
	}
	c.flush()
	c.state, c.isType = classValue, true
	return nil
}

// dash handles a '-', whose meaning depends on its position.
func (c *classReader) dash(it *classItem) (again bool, err error) {
	start := it.start
	switch c.state {
	case classValue:
		if *it, err = c.p.nextInClass(); err != nil {
			return false, err
		}
		if it.token == tokenClose || it.token == tokenAnd {
			return true, c.value('-', start)
		}
		if c.isType {
			return false, c.p.failAt(c.p.offset(start), "unmatched range specifier in char-class")
		}
		c.state = classRange
		return true, nil
	case classRange:
		return false, c.value('-', start)
	default:
		if *it, err = c.p.nextInClass(); err != nil {
			return false, err
		}
		return true, c.value('-', start)
	}
}

// posix parses the rest of a POSIX bracket. It returns false if it is not one.
func (c *classReader) posix() (bool, error) {
	p := c.p
	start := p.at
	p.at++ // ':'
	negated := p.take('^')
	name := p.posixName()
	if name == "" {
		// It is some other "[:", which is an error if it is soon closed like a POSIX bracket.
		for i := 0; i <= 20; i++ {
			switch p.peek(i) {
			case ':':
				if p.peek(i+1) == ']' {
					return false, p.failAt(p.offset(start), "invalid POSIX bracket type")
				}
				return false, nil
			case ']', -1:
				return false, nil
			}
		}
		return false, nil
	}
	p.at += len(name)
	if p.peek(0) != ':' || p.peek(1) != ']' {
		return false, p.failAt(p.offset(start), "invalid POSIX bracket type")
	}
	p.at += 2
	set := p.namedSet(name, p.opts.asciiPosix)
	if negated {
		set = set.complement()
	}
	crosses := name != "word" && name != "ascii" && !p.opts.asciiPosix
	c.b.add(set, crosses)
	return true, nil
}

// posixName returns the name of the POSIX bracket that begins here, or "".
func (p *parser) posixName() string {
	if len(p.in)-p.at < 7 {
		return ""
	}
	for name := range asciiTypes {
		match := true
		for i, c := range name {
			match = match && p.peek(i) == c
		}
		if match {
			return name
		}
	}
	return ""
}
