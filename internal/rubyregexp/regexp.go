package rubyregexp

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// An Answer is yes, no or undecided.
type Answer uint8

const (
	No Answer = iota
	Yes
	Undecided
)

// String returns "no", "yes" or "undecided".
func (a Answer) String() string {
	switch a {
	case No:
		return "no"
	case Yes:
		return "yes"
	}
	return "undecided"
}

// A Regexp is a Ruby regular expression. It is immutable and safe for concurrent use.
type Regexp struct {
	source string
	flags  Flags
	// Only the text is kept until it is needed what the pattern means: few patterns are ever
	// matched, and a tree takes a hundred bytes for each character.
	once    sync.Once
	meaning *meaning
}

// A meaning is a pattern parsed and compiled.
type meaning struct {
	*program
	root    *node
	names   []string // by group number, "" where it has none; [0] is ""
	classes classFacts
}

// parsed returns what the pattern means.
func (re *Regexp) parsed() *meaning {
	re.once.Do(func() {
		p, root := re.parse()
		re.meaning = &meaning{compileProgram(root, p.groupCount()), root, p.groupNames(), p.classes}
	})
	return re.meaning
}

// parse parses the pattern, which is known to be valid.
func (re *Regexp) parse() (*parser, *node) {
	p, root, err := parse(re.source, re.flags)
	if err != nil {
		panic(err) // CompileFlags refuses such a pattern
	}
	return p, root
}

// Flags are the options that Ruby accepts beside a pattern.
type Flags uint8

const (
	IgnoreCase Flags = 1 << iota // i
	MultiLine                    // m: the dot matches a newline
	Extended                     // x: white space and comments do not count
)

// Compile compiles a pattern as Ruby's Regexp.new does. It returns a *SyntaxError for exactly
// the patterns that Ruby rejects.
func Compile(pattern string) (*Regexp, error) { return CompileFlags(pattern, 0) }

// Check returns the error of Compile.
func Check(pattern string) error {
	_, err := Compile(pattern)
	return err
}

// isPlain reports whether a pattern is valid without parsing it, because it contains only
// characters, the commonest escapes, plain groups, and one-character quantifiers after
// something that can be repeated. It has fewer groups than can be nested.
func isPlain(pattern string) bool {
	open, groups, repeatable := 0, 0, false
	for i := 0; i < len(pattern); i++ {
		switch char := pattern[i]; {
		case isPlainByte(char) || char == '.':
			repeatable = true
		case char == '\\':
			if i++; i == len(pattern) || strings.IndexByte("dwsDWS./-()[]{}|?*+^$\\", pattern[i]) < 0 {
				return false
			}
			repeatable = true
		case char == '^' || char == '$' || char == '|':
			repeatable = false
		case char == '(':
			open++
			groups++
			repeatable = false
		case char == ')':
			open--
			repeatable = true
		case (char == '*' || char == '+' || char == '?') && repeatable:
			repeatable = false
		default:
			return false
		}
		if open < 0 || groups == maxParseDepth {
			return false
		}
	}
	return open == 0
}

// isPlainByte reports whether char is literal everywhere.
func isPlainByte(char byte) bool {
	return 'a' <= char && char <= 'z' || 'A' <= char && char <= 'Z' || '0' <= char && char <= '9' ||
		strings.IndexByte(" _/:;,=~@%&!\"'<>-", char) >= 0
}

// CompileFlags is like Compile, with options as in Regexp.new(pattern, flags).
func CompileFlags(pattern string, flags Flags) (*Regexp, error) {
	if flags != 0 || !isPlain(pattern) {
		if _, _, err := parse(pattern, flags); err != nil {
			return nil, err
		}
	}
	return &Regexp{source: pattern, flags: flags}, nil
}

// parse parses a pattern and does Ruby's checks.
func parse(pattern string, flags Flags) (*parser, *node, error) {
	in, err := prepare(pattern)
	if err != nil {
		return nil, nil, err
	}
	p := &parser{source: pattern, in: in, groups: []*node{nil}}
	p.opts = options{
		ignoreCase: flags&IgnoreCase != 0,
		dotAll:     flags&MultiLine != 0,
		extended:   flags&Extended != 0,
		asciiTypes: true,
	}
	root, err := p.alternation()
	if err != nil {
		return nil, nil, err
	}
	if p.peek(0) == ')' {
		return nil, nil, p.fail("unmatched close parenthesis")
	}
	root, err = p.check(root)
	return p, root, err
}

// Source returns the pattern as written.
func (re *Regexp) Source() string { return re.source }

// String returns the pattern as written.
func (re *Regexp) String() string { return re.source }

// NumGroups returns the number of capturing groups. If any group has a name, unnamed ones do
// not capture.
func (re *Regexp) NumGroups() int { return len(re.parsed().names) - 1 }

// GroupNames returns the names of the groups by number, "" for a group without a name. Number 0
// is the whole match. The caller owns the slice.
func (re *Regexp) GroupNames() []string { return slices.Clone(re.parsed().names) }

// Match answers whether the pattern matches anywhere in the text.
func (re *Regexp) Match(text string) Answer {
	if !re.decides(text) {
		return Undecided
	}
	return newMachine(re.parsed().program, text, 0).search()
}

// Submatches finds the leftmost match. On Yes, the slice holds the byte offsets of the start
// and end of the whole match and of every group, or -1 and -1 for a group that took no part.
// The caller owns the slice.
func (re *Regexp) Submatches(text string) ([]int, Answer) {
	return re.submatchesFrom(text, 0, nil)
}

// FindIndex returns the byte offsets of the leftmost match.
func (re *Regexp) FindIndex(text string) (start, end int, answer Answer) {
	loc, answer := re.submatchesFrom(text, 0, nil)
	if answer != Yes {
		return 0, 0, answer
	}
	return loc[0], loc[1], Yes
}

// submatchesFrom searches from an offset. Look-behinds and anchors see the text before it, as
// when Ruby continues after a match. If budget is not nil, the cost of the search is subtracted
// from it; the answer is Undecided once it is used up.
func (re *Regexp) submatchesFrom(text string, from int, budget *int) ([]int, Answer) {
	if !re.decides(text) {
		return nil, Undecided
	}
	meaning := re.parsed()
	m := newMachine(meaning.program, text, from)
	answer := m.search()
	if budget != nil {
		if *budget -= m.steps + len(m.visited) + len(text)/16 + 1; *budget < 0 {
			return nil, Undecided
		}
	}
	if answer != Yes {
		return nil, answer
	}
	if meaning.ambiguous {
		return nil, Undecided
	}
	loc := make([]int, 2*len(meaning.names))
	for i := range meaning.names {
		loc[2*i], loc[2*i+1] = int(m.starts[i]), int(m.ends[i])
		if m.ends[i] < 0 || m.starts[i] < 0 {
			loc[2*i], loc[2*i+1] = -1, -1
		}
	}
	return loc, Yes
}

// unassigned are the runes that are not assigned in the Unicode version of the tables. Later
// versions of Ruby may know them.
var unassigned = sync.OnceValue(func() *runeClass {
	set, _ := property("cn")
	return newRuneClass(set)
})

// decides reports whether the matcher can give Ruby's answer for a text.
func (re *Regexp) decides(text string) bool {
	meaning := re.parsed()
	if meaning.unknown || len(text) > 1<<30 {
		return false
	}
	ascii := true
	for i := 0; i < len(text); i++ {
		if text[i] >= utf8.RuneSelf {
			ascii = false
			break
		}
	}
	if ascii {
		return !meaning.classes.severalLiteral || !hasASCIIFold(text)
	}
	if meaning.asciiOnly || meaning.classes.behind || meaning.classes.severalLiteral || !utf8.ValidString(text) {
		return false
	}
	if !meaning.classes.folds && !meaning.classes.property {
		return true
	}
	for _, r := range text {
		if r < utf8.RuneSelf {
			continue
		}
		if meaning.classes.folds && foldsToSeveral[r] != "" || meaning.classes.latin1 && r <= 0xff || unassigned().contains(r) {
			return false
		}
	}
	return true
}

// hasASCIIFold reports whether the text contains a string that some rune folds to.
func hasASCIIFold(text string) bool {
	lower := strings.ToLower(text)
	for _, folded := range []string{"ss", "ff", "fi", "fl", "st"} {
		if strings.Contains(lower, folded) {
			return true
		}
	}
	return false
}
