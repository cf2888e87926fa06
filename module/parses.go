package module

import (
	"sync"
	"weak"

	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// Parses is one of two sides that read the same files and share their syntax trees, such as an
// editor's index and its checks. A side gets each syntax tree only once. If it reads a text
// again, it gets new nodes even if the text is the same, because its results are kept by node.
// A nil Parses shares nothing.
type Parses struct {
	shared *sharedParses
	side   int
}

// sharedParses holds the latest syntax trees, without keeping them alive.
type sharedParses struct {
	mutex  sync.Mutex
	byPath map[parseKey]*sharedParse
}

type parseKey struct {
	path       string
	epp, tasks bool
}

type sharedParse struct {
	file  weak.Pointer[syntax.File]
	taken [2]bool // by each side
}

// NewParses returns the two sides.
func NewParses() (one, other *Parses) {
	shared := &sharedParses{byPath: map[parseKey]*sharedParse{}}
	return &Parses{shared, 0}, &Parses{shared, 1}
}

// parse returns the syntax tree of a file, which parser makes unless the other side has made it.
func (p *Parses) parse(parser *syntax.Parser, file *source.File, options syntax.Options) *syntax.File {
	if p == nil {
		return parser.Parse(file, options)
	}
	key := parseKey{file.Name, options.EPP, options.Tasks}
	if parsed := p.take(key, file.Text); parsed != nil {
		return parsed
	}
	made := &sharedParse{}
	made.taken[p.side] = true
	parsed := parser.Parse(file, options)
	made.file = weak.Make(parsed)
	p.shared.mutex.Lock()
	defer p.shared.mutex.Unlock()
	p.shared.byPath[key] = made
	return parsed
}

// take returns the syntax tree that the other side has made of a text, or nil.
func (p *Parses) take(key parseKey, text string) *syntax.File {
	p.shared.mutex.Lock()
	defer p.shared.mutex.Unlock()
	made := p.shared.byPath[key]
	if made == nil || made.taken[p.side] {
		return nil
	}
	parsed := made.file.Value()
	if parsed == nil || parsed.Source.Text != text {
		return nil
	}
	made.taken[p.side] = true
	return parsed
}
