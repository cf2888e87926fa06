package rubyregexp

// group parses a group after its opening parenthesis. rest is true if it consists only of
// options, which apply to the end of the enclosing group.
func (p *parser) group() (n *node, rest bool, err error) {
	pos := p.offset(p.at)
	p.at++
	if p.eof() {
		return nil, false, p.failAt(pos, "end pattern with unmatched parenthesis")
	}
	if !p.take('?') {
		n = &node{kind: nodeCapture, pos: pos}
		if n.group, err = p.addGroup(pos); err != nil {
			return nil, false, err
		}
		return p.finishGroup(n)
	}
	if p.eof() {
		return nil, false, p.failAt(pos, "end pattern in group")
	}
	r := p.peek(0)
	p.at++
	switch r {
	case ':':
		body, err := p.body(pos)
		return body, false, err
	case '=':
		n = &node{kind: nodeLookahead, pos: pos}
	case '!':
		n = &node{kind: nodeLookahead, pos: pos, negated: true}
	case '>':
		n = &node{kind: nodeAtomic, pos: pos}
	case '~':
		n = &node{kind: nodeAbsent, pos: pos}
	case '\'':
		n, err = p.namedGroup(pos, '\'')
	case '<':
		switch {
		case p.eof():
			return nil, false, p.failAt(pos, "end pattern in group")
		case p.take('='):
			n = &node{kind: nodeLookbehind, pos: pos}
		case p.take('!'):
			n = &node{kind: nodeLookbehind, pos: pos, negated: true}
		default:
			n, err = p.namedGroup(pos, '<')
		}
	case '(':
		n, err = p.condition(pos)
	case '-', 'i', 'm', 'x', 'a', 'd', 'u':
		p.at--
		return p.optionGroup(pos)
	default:
		return nil, false, p.failAt(pos, "undefined group option")
	}
	if err != nil {
		return nil, false, err
	}
	return p.finishGroup(n)
}

// body parses an alternation and the parenthesis that closes the group at pos.
func (p *parser) body(pos int32) (*node, error) {
	n, err := p.alternation()
	if err != nil {
		return nil, err
	}
	if !p.take(')') {
		return nil, p.failAt(pos, "end pattern with unmatched parenthesis")
	}
	return n, nil
}

func (p *parser) finishGroup(n *node) (*node, bool, error) {
	body, err := p.body(n.pos)
	if err != nil {
		return nil, false, err
	}
	n.subs = []*node{body}
	switch n.kind {
	case nodeCapture:
		p.groups[n.group] = n
	case nodeCondition:
		if body.kind == nodeSet && body.class && body.several {
			// Onigmo has parsed it as alternatives, which are too many for a condition.
			return nil, false, p.failAt(n.pos, "invalid conditional pattern")
		}
		if body.kind == nodeAlternation {
			n.subs = body.subs
		} else {
			n.subs = []*node{body, {kind: nodeEmpty, pos: n.pos}}
		}
	}
	return n, false, nil
}

func (p *parser) addGroup(pos int32) (int, error) {
	if len(p.groups) > maxGroups {
		return 0, p.failAt(pos, "too many capture groups are specified")
	}
	p.groups = append(p.groups, nil)
	return len(p.groups) - 1, nil
}

// groupCount returns the number of groups opened so far.
func (p *parser) groupCount() int { return len(p.groups) - 1 }

// groupNames returns the names of the groups by number, "" for a group without one.
func (p *parser) groupNames() []string {
	names := make([]string, len(p.groups))
	for name, numbers := range p.names {
		for _, number := range numbers {
			names[number] = name
		}
	}
	return names
}

func (p *parser) namedGroup(pos int32, open rune) (*node, error) {
	name, _, err := p.groupName(open, false)
	if err != nil {
		return nil, err
	}
	n := &node{kind: nodeCapture, pos: pos, named: true}
	if n.group, err = p.addGroup(pos); err != nil {
		return nil, err
	}
	if p.names == nil {
		p.names = map[string][]int{}
	}
	if _, ok := p.names[name]; !ok {
		p.order = append(p.order, name)
	}
	p.names[name] = append(p.names[name], n.group)
	p.named++
	return n, nil
}

// condition parses the (n), (<name>) or ('name') after (?.
func (p *parser) condition(pos int32) (*node, error) {
	n := &node{kind: nodeCondition, pos: pos}
	switch r := p.peek(0); {
	case isDigit(r):
		_, num, err := p.groupName('(', true)
		if err != nil {
			return nil, err
		}
		n.group = num
	case r == '<' || r == '\'':
		p.at++
		name, _, err := p.groupName(r, false)
		if err != nil {
			return nil, err
		}
		if !p.take(')') {
			return nil, p.failAt(pos, "undefined group option")
		}
		if len(p.names[name]) == 0 {
			return nil, p.failName(pos, "undefined name", name, " reference")
		}
		n.group, n.byName = p.names[name][0], true
	case p.eof():
		return nil, p.failAt(pos, "undefined group option")
	default:
		return nil, p.failAt(pos, "invalid conditional pattern")
	}
	return n, nil
}

// failName fails with a message about the name of a group.
func (p *parser) failName(pos int32, before, name, after string) error {
	return p.failAt(pos, before+" <"+name+">"+after)
}

// optionGroup parses (?imxadu-imx) or (?imxadu-imx:…).
func (p *parser) optionGroup(pos int32) (n *node, rest bool, err error) {
	opts, off := p.opts, false
	for {
		if p.eof() {
			return nil, false, p.failAt(pos, "end pattern in group")
		}
		r := p.peek(0)
		p.at++
		switch {
		case r == '-':
			off = true
		case r == 'x':
			opts.extended = !off
		case r == 'i':
			opts.ignoreCase = !off
		case r == 'm':
			opts.dotAll = !off
		case r == 'a' && !off:
			opts.asciiTypes, opts.asciiPosix = true, true
		case r == 'u' && !off:
			opts.asciiTypes, opts.asciiPosix = false, false
		case r == 'd' && !off:
			opts.asciiTypes, opts.asciiPosix = true, false
		case r == ')' || r == ':':
			saved := p.opts
			p.opts = opts
			n = &node{kind: nodeOption, pos: pos}
			var body *node
			if r == ')' {
				body, err = p.alternation()
			} else {
				body, err = p.body(pos)
			}
			p.opts = saved
			n.subs = []*node{body}
			return n, r == ')', err
		default:
			return nil, false, p.failAt(pos, "undefined group option")
		}
	}
}

func isDigit(r rune) bool { return '0' <= r && r <= '9' }

// closing returns the rune that closes a name opened by open.
func closing(open rune) rune {
	switch open {
	case '<':
		return '>'
	case '(':
		return ')'
	}
	return open
}

// groupName parses a name after its opening rune, and the closing rune. If numbers is true, a
// name of digits, optionally with a minus, is a number.
func (p *parser) groupName(open rune, numbers bool) (name string, number int, err error) {
	pos, end := p.offset(p.at), closing(open)
	if p.eof() || p.peek(0) == end {
		return "", 0, p.failAt(pos, "group name is empty")
	}
	var runes []rune
	bad := false
	numeric, negative := false, false
	switch r := p.peek(0); {
	case isDigit(r) && numbers:
		numeric = true
	case r == '-' && numbers:
		numeric, negative = true, true
	case isDigit(r) || r == '-':
		bad = true
	}
	closed := false
	for !p.eof() {
		r := p.peek(0)
		p.at++
		if len(runes) > 0 && (r == end || r == ')') {
			closed = r == end
			break
		}
		bad = bad || len(runes) > 0 && numeric && !isDigit(r)
		runes = append(runes, r)
	}
	if bad || !closed {
		return "", 0, p.failName(pos, "invalid group name", string(runes), "")
	}
	if !numeric {
		return string(runes), 0, nil
	}
	digits := runes
	if negative {
		digits = runes[1:]
	}
	number, ok := decimal(digits)
	switch {
	case !ok:
		return "", 0, p.failAt(pos, "too big number")
	case number == 0:
		return "", 0, p.failName(pos, "invalid group name", string(runes), "")
	case negative:
		number = -number
	}
	return string(runes), number, nil
}

// decimal parses digits. ok is false if the number exceeds Onigmo's range.
func decimal(digits []rune) (n int, ok bool) {
	for _, d := range digits {
		if n = n*10 + int(d-'0'); n > 1<<31-1 {
			return 0, false
		}
	}
	return n, true
}

// numberedBackReference parses the digits after \1 … \9, of which the first is already
// consumed. It returns nil, with only that digit consumed, if they are an octal escape.
func (p *parser) numberedBackReference(pos int32) *node {
	start := p.at
	for isDigit(p.peek(0)) {
		p.at++
	}
	var digits []rune
	for _, c := range p.in[start-1 : p.at] {
		digits = append(digits, c.r)
	}
	num, ok := decimal(digits)
	if !ok || num > 1000 || num > p.groupCount() && num > 9 {
		p.at = start
		return nil
	}
	return &node{kind: nodeBackReference, pos: pos, groups: []int{num}, fold: p.opts.ignoreCase}
}

// namedBackReference parses the name of \k<…> after its opening rune.
func (p *parser) namedBackReference(pos int32, open rune) (*node, error) {
	n := &node{kind: nodeBackReference, pos: pos, fold: p.opts.ignoreCase}
	name, number, err := p.nameWithLevel(n, open)
	if err != nil {
		return nil, err
	}
	if number != 0 {
		if number < 0 {
			number += p.groupCount() + 1
			if number <= 0 {
				return nil, p.failAt(pos, "invalid backref number/name")
			}
		}
		n.groups = []int{number}
		return n, nil
	}
	if len(p.names[name]) == 0 {
		return nil, p.failName(pos, "undefined name", name, " reference")
	}
	n.groups, n.byName = append([]int(nil), p.names[name]...), true
	return n, nil
}

// nameWithLevel parses name, number or -number, optionally followed by +n or -n for a level of
// recursion.
func (p *parser) nameWithLevel(n *node, open rune) (name string, number int, err error) {
	pos, end, begin := p.offset(p.at), closing(open), p.at
	if p.eof() || p.peek(0) == end {
		return "", 0, p.failAt(pos, "group name is empty")
	}
	first := p.peek(0)
	numeric, negative := isDigit(first), first == '-'
	bad := false
	runes := []rune{first}
	p.at++
	last := rune(-1)
	for !p.eof() {
		last = p.peek(0)
		p.at++
		if last == end || last == ')' || last == '+' || last == '-' {
			break
		}
		bad = bad || (numeric || negative) && !isDigit(last)
		runes = append(runes, last)
		last = -1
	}
	if !bad && (last == '+' || last == '-') && isDigit(p.peek(0)) {
		n.level = true
		for isDigit(p.peek(0)) {
			p.at++
		}
		last = p.peek(0)
		p.at++
	}
	digits := runes
	if negative {
		digits = runes[1:]
	}
	if bad || last != end || (negative && len(digits) == 0) {
		return "", 0, p.failName(pos, "invalid group name", p.nameFrom(begin, end), "")
	}
	if !numeric && !negative {
		return string(runes), 0, nil
	}
	number, ok := decimal(digits)
	if !ok || number == 0 {
		return "", 0, p.failName(pos, "invalid group name", string(runes), "")
	}
	if negative {
		number = -number
	}
	return string(runes), number, nil
}

// nameFrom returns the text of the pattern from the index begin up to the closing rune end.
func (p *parser) nameFrom(begin int, end rune) string {
	var name []rune
	for _, one := range p.in[begin:] {
		if one.r == end {
			break
		}
		name = append(name, one.r)
	}
	return string(name)
}

// call parses the name of \g<…> after its opening rune.
func (p *parser) call(pos int32, open rune) (*node, error) {
	p.calls = true
	n := &node{kind: nodeCall, pos: pos}
	if p.peek(0) == '0' && p.peek(1) == closing(open) {
		p.at += 2
		return n, nil
	}
	if p.peek(0) == '0' {
		p.at++
	}
	relative := p.take('+')
	name, number, err := p.groupName(open, true)
	if err != nil {
		return nil, err
	}
	if number < 0 || relative {
		if number > 0 {
			number--
		}
		number += p.groupCount() + 1
		if number <= 0 {
			return nil, p.failAt(pos, "invalid backref number/name")
		}
	}
	n.group, n.name = number, name
	return n, nil
}
