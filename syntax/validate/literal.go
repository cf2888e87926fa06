package validate

import (
	"bytes"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"puppet-lint/syntax"
)

// literals converts literal expressions to texts. Two texts are equal if and only if the values
// are the same hash key in Ruby (eql?): 1 and 1.0 differ, a bare word and a quoted string of
// the same characters do not.
//
// It follows Puppet's LiteralEvaluator, oddities included: since Puppet 8, a type name is the
// string of its lower-case name, and of `Type[a, b]` only the list in the brackets counts.
type literals struct {
	// target is the major version of Puppet.
	target int
	// crash is set to the node that makes Puppet crash: the operand of a minus that cannot be
	// negated.
	crash syntax.Node
}

// appendKey appends the text of node to key. ok is false if node is not a literal.
func (l *literals) appendKey(key []byte, node syntax.Node) (result []byte, ok bool) {
	switch n := node.(type) {
	case *syntax.LiteralString:
		return appendString(key, n.Value), true
	case *syntax.QualifiedName:
		return appendString(key, n.Value), true
	case *syntax.LiteralInteger:
		if n.Big != "" {
			return append(append(key, 'i'), n.Big...), true
		}
		return strconv.AppendInt(append(key, 'i'), n.Value, 10), true
	case *syntax.LiteralFloat:
		return appendFloat(key, n.Value), true
	case *syntax.LiteralBoolean:
		return strconv.AppendBool(append(key, 'b'), n.Value), true
	case *syntax.LiteralUndef:
		return append(key, 'u'), true
	case *syntax.LiteralDefault:
		return append(key, 'd'), true
	case *syntax.LiteralRegularExpression:
		return strconv.AppendQuote(append(key, 'r'), n.Pattern), true
	case *syntax.LiteralList:
		return l.appendList(key, n.Values)
	case *syntax.LiteralHash:
		return l.appendHash(key, n.Entries)
	case *syntax.QualifiedReference:
		return appendString(key, strings.ToLower(n.Value)), l.target >= 8
	case *syntax.AccessExpression:
		if _, list := n.Keys[0].(*syntax.LiteralList); l.target < 8 || list && len(n.Keys) == 1 {
			return key, false
		}
		return l.appendList(key, n.Keys)
	case *syntax.UnaryMinusExpression:
		return l.appendNegative(key, n.Expr)
	}
	return key, false
}

func appendString(key []byte, value string) []byte {
	return strconv.AppendQuote(append(key, 's'), value)
}

func appendFloat(key []byte, value float64) []byte {
	if value == 0 {
		value = 0 // one zero, not two
	}
	return strconv.AppendUint(append(key, 'f'), math.Float64bits(value), 16)
}

func (l *literals) appendList(key []byte, values []syntax.Node) (result []byte, ok bool) {
	key = append(key, '[')
	for _, value := range values {
		if key, ok = l.appendKey(key, value); !ok {
			return key, false
		}
		key = append(key, ',')
	}
	return append(key, ']'), true
}

// appendHash appends the entries sorted by key. The order does not count. Of equal keys, only
// the last one counts.
func (l *literals) appendHash(key []byte, entries []*syntax.KeyedEntry) (result []byte, ok bool) {
	values := make(map[string][]byte, len(entries))
	for _, entry := range entries {
		name, ok := l.appendKey(nil, entry.Key)
		if !ok {
			return key, false
		}
		if values[string(name)], ok = l.appendKey(nil, entry.Value); !ok {
			return key, false
		}
	}
	key = append(key, '{')
	for _, name := range slices.Sorted(maps.Keys(values)) {
		key = append(append(append(append(key, name...), '>'), values[name]...), ',')
	}
	return append(key, '}'), true
}

// isLiteral reports whether appendKey accepts node as a literal. It has a shortcut for plain
// types.
func (l *literals) isLiteral(node syntax.Node) bool {
	switch n := node.(type) {
	case *syntax.QualifiedReference:
		return l.target >= 8
	case *syntax.LiteralString:
		return true
	case *syntax.AccessExpression:
		if _, list := n.Keys[0].(*syntax.LiteralList); list && len(n.Keys) == 1 {
			return false
		}
		for _, key := range n.Keys {
			if !l.isLiteral(key) {
				return false
			}
		}
		return l.target >= 8
	}
	_, ok := l.appendKey(nil, node)
	return ok
}

// appendNegative appends the text of `-x`. Ruby's minus leaves a string unchanged. Puppet
// crashes on any other literal that is not a number.
func (l *literals) appendNegative(key []byte, node syntax.Node) (result []byte, ok bool) {
	if l.target < 8 {
		return key, false
	}
	switch n := node.(type) {
	case *syntax.LiteralInteger:
		if n.Big != "" {
			return append(append(key, "i-"...), n.Big...), true
		}
		return strconv.AppendInt(append(key, 'i'), -n.Value, 10), true
	case *syntax.LiteralFloat:
		return appendFloat(key, -n.Value), true
	case *syntax.LiteralString, *syntax.QualifiedName, *syntax.QualifiedReference:
		return l.appendKey(key, n)
	case *syntax.UnaryMinusExpression:
		inner, ok := l.appendNegative(nil, n.Expr)
		return append(key, negated(inner)...), ok
	case *syntax.LiteralBoolean, *syntax.LiteralUndef, *syntax.LiteralDefault, *syntax.LiteralRegularExpression,
		*syntax.LiteralList, *syntax.LiteralHash, *syntax.AccessExpression:
		if _, ok := l.appendKey(nil, n); ok {
			l.crash = n
		}
	}
	return key, false
}

// negated returns the text of the negative of a number, given as text. It returns the text of a
// string unchanged.
func negated(text []byte) []byte {
	switch {
	case len(text) == 0 || text[0] == 's':
		return text
	case text[0] == 'f':
		bits, err := strconv.ParseUint(string(text[1:]), 16, 64)
		if err != nil {
			return text
		}
		return appendFloat(nil, -math.Float64frombits(bits))
	case bytes.HasPrefix(text, []byte("i-")):
		return append([]byte{'i'}, text[2:]...)
	case string(text) == "i0":
		return text
	}
	return append([]byte("i-"), text[1:]...)
}

// keySet holds the literal keys of one hash. It compares a few keys one by one, and uses a map
// only for a large hash.
type keySet struct {
	checker *checker
	entries []*syntax.KeyedEntry
	// ends[i] is the end of the text of entries[i] in the checker's scratch space.
	ends  []int
	start int
	index map[string]int
}

// fewKeys is the number of keys up to which a map costs more than it saves.
const fewKeys = 12

func newKeySet(c *checker, size int) *keySet {
	set := &keySet{checker: c}
	c.keys = c.keys[:0]
	if size > fewKeys {
		set.index = make(map[string]int, size)
	}
	return set
}

// add adds the key of entry. If the key is literal and equals an earlier one, fresh is false
// and first is the earlier entry.
func (s *keySet) add(entry *syntax.KeyedEntry) (first *syntax.KeyedEntry, fresh bool) {
	keys := &s.checker.keys
	start := len(*keys)
	literals := literals{target: s.checker.options.target()}
	extended, ok := literals.appendKey(*keys, entry.Key)
	s.checker.negated(&literals)
	if !ok {
		*keys = extended[:start]
		return nil, true
	}
	*keys = extended
	key := extended[start:]
	if s.index != nil {
		if at, known := s.index[string(key)]; known {
			*keys = extended[:start]
			return s.entries[at], false
		}
		s.index[string(key)] = len(s.entries)
	} else {
		from := 0
		for i, end := range s.ends {
			if bytes.Equal(extended[from:end], key) {
				*keys = extended[:start]
				return s.entries[i], false
			}
			from = end
		}
	}
	s.entries = append(s.entries, entry)
	s.ends = append(s.ends, len(extended))
	return nil, true
}
