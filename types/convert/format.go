package convert

import (
	"strconv"
	"strings"

	"puppet-lint/internal/lazyregexp"
	"puppet-lint/types"
)

// A format is one of String's formats, such as "%#05x", with the additions for containers. It
// is immutable.
type format struct {
	text               string // as it was written
	letter             byte
	alt, left          bool
	space              bool
	delimiter          byte // one of [ { ( < |, or 0
	width, precision   int  // -1 when not given
	separator, between *string
	elements           formats // the formats of elements that are not containers; nil for the default
}

// formats maps types to formats, in the order given.
type formats []formatEntry

type formatEntry struct {
	key    types.Type
	format *format
}

var formatPattern = lazyregexp.New(`\A%([\s\v\[+#0{<(|-]*)([1-9][0-9]*)?(?:\.([0-9]+))?([a-zA-Z])\z`)

// delimiters maps flags to the delimiters around a container.
var delimiters = map[byte][2]string{'[': {"[", "]"}, '{': {"{", "}"}, '(': {"(", ")"}, '<': {"<", ">"}, '|': {"|", "|"}}

func parseFormat(text string) (*format, error) {
	m := formatPattern.FindStringSubmatch(text)
	if m == nil {
		if strings.Contains(text, "\n") {
			return nil, ErrUnknown // Puppet matches each line separately
		}
		return nil, failf("The format '%s' is not a valid format on the form '%%<flags><width>.<prec><format>'", text)
	}
	f := &format{text: text, letter: m[4][0], width: -1, precision: -1}
	seen := map[rune]bool{}
	for _, flag := range m[1] {
		if seen[flag] {
			return nil, failf("The same flag can only be used once, got '%s'", text)
		}
		seen[flag] = true
		if _, ok := delimiters[byte(flag)]; ok {
			if f.delimiter != 0 {
				return nil, failf("Only one of the delimiters [ { ( < | can be given in the format flags, got '%s'", text)
			}
			f.delimiter = byte(flag)
		}
	}
	f.alt, f.left, f.space = seen['#'], seen['-'], seen[' ']
	var err error
	if m[2] != "" {
		if f.width, err = strconv.Atoi(m[2]); err != nil || f.width > maxText {
			return nil, ErrUnknown
		}
	}
	if m[3] != "" {
		if f.precision, err = strconv.Atoi(m[3]); err != nil || f.precision > maxText {
			return nil, ErrUnknown
		}
	}
	return f, nil
}

func mustFormat(text string) *format {
	f, err := parseFormat(text)
	if err != nil {
		return &format{text: "%s", letter: 's', width: -1, precision: -1}
	}
	return f
}

// around returns the delimiters around a container.
func (f *format) around(opening, closing string) (string, string) {
	switch {
	case f.delimiter != 0:
		pair := delimiters[f.delimiter]
		return pair[0], pair[1]
	case f.space:
		return "", ""
	}
	return opening, closing
}

// withFlags applies width, precision and left alignment to a text.
func (f *format) withFlags(text string) string {
	d := directive{minus: f.left, width: f.width, precision: f.precision}
	return d.pad(d.cut(text))
}

// with returns the format's text with its letter replaced, for Ruby's format.
func (f *format) with(letter byte) string {
	return f.text[:len(f.text)-1] + string(letter)
}

// mergeFormat returns higher, with the parts that it does not set taken from f.
func (c *Converter) mergeFormat(f, higher *format) *format {
	switch {
	case f == nil:
		return higher
	case higher == nil:
		return f
	}
	merged := *higher
	if merged.separator == nil {
		merged.separator = f.separator
	}
	if merged.between == nil {
		merged.between = f.between
	}
	merged.elements = c.mergeFormats(f.elements, higher.elements)
	return &merged
}

// mergeFormats overlays lower with higher. It drops the types of lower that a type of higher
// includes.
func (c *Converter) mergeFormats(lower, higher formats) formats {
	switch {
	case lower == nil:
		return higher
	case higher == nil:
		return lower
	}
	var merged formats
	for _, l := range lower {
		covered := false
		var over *format
		for _, h := range higher {
			switch {
			case c.algebra.Equal(h.key, l.key):
				over = h.format
			case c.algebra.Assignable(h.key, l.key):
				covered = true
			}
		}
		if !covered {
			merged = append(merged, formatEntry{l.key, c.mergeFormat(l.format, over)})
		}
	}
	for _, h := range higher {
		if !c.has(merged, h.key) {
			merged = append(merged, h)
		}
	}
	return merged
}

func (c *Converter) has(list formats, key types.Type) bool {
	for _, e := range list {
		if c.algebra.Equal(e.key, key) {
			return true
		}
	}
	return false
}

// choose returns the format for a value of a type. Puppet sorts the types, specific ones first,
// and uses the first that accepts the value.
func (c *Converter) choose(t types.Type, list formats) (*format, error) {
	var best *formatEntry
	for i := range list {
		e := &list[i]
		if !c.algebra.Assignable(e.key, t) {
			continue
		}
		if best == nil || c.before(e.key, best.key) {
			best = e
		}
	}
	if best == nil {
		return mustFormat("%s"), nil
	}
	for i := range list {
		e := &list[i]
		if e != best && c.algebra.Assignable(e.key, t) && !c.before(best.key, e.key) {
			return nil, ErrUnknown // the order depends on how Ruby sorts
		}
	}
	return best.format, nil
}

// before reports whether Puppet sorts the format of a before that of b.
func (c *Converter) before(a, b types.Type) bool {
	intoB, intoA := c.algebra.Assignable(b, a), c.algebra.Assignable(a, b)
	if intoB != intoA {
		return intoB
	}
	rankA, rankB := formatRank(a), formatRank(b)
	if rankA == 0 || rankB == 0 {
		return c.algebra.String(a) < c.algebra.String(b)
	}
	return rankA < rankB
}

func formatRank(t types.Type) int {
	switch t.(type) {
	case *types.StructType:
		return 1
	case *types.HashType:
		return 2
	case *types.TupleType:
		return 3
	case *types.ArrayType:
		return 4
	case *types.PatternType:
		return 10
	case *types.EnumType:
		return 11
	case *types.StringType:
		return 12
	}
	return 0
}

func (c *Converter) builtin(name string) types.Type {
	t, _ := c.algebra.Store().Builtin(name)
	return t
}

// anyFormat returns the default within containers: %p for everything.
func (c *Converter) anyFormat() formats {
	return formats{{c.builtin("Any"), mustFormat("%p")}}
}

// defaultFormats returns the formats that apply if the caller gives none. (Objects are never
// formatted here.)
func (c *Converter) defaultFormats() formats {
	comma, arrow := ", ", " => "
	list, hash := *mustFormat("%a"), *mustFormat("%h")
	list.separator, list.between, list.elements = &comma, &comma, c.anyFormat()
	hash.separator, hash.between, hash.elements = &comma, &arrow, c.anyFormat()
	return formats{
		{c.builtin("Float"), mustFormat("%f")},
		{c.builtin("Numeric"), mustFormat("%d")},
		{c.builtin("Array"), &list},
		{c.builtin("Hash"), &hash},
		{c.builtin("Binary"), mustFormat("%B")},
		{c.builtin("Any"), mustFormat("%s")},
	}
}

// readFormats reads a hash from types to formats.
func (c *Converter) readFormats(h *types.Hash, nested bool) (formats, error) {
	list := formats{}
	for _, e := range h.Entries() {
		key, ok := e.Key.(types.TypeValue)
		if !ok {
			return nil, failf("top level keys in the format hash must be data types")
		}
		switch v := e.Value.(type) {
		case types.String:
			f, err := parseFormat(string(v))
			if err != nil {
				return nil, err
			}
			list = append(list, formatEntry{key.Type, f})
		case *types.Hash:
			if nested {
				return nil, failf("formats within string_formats must be strings")
			}
			f, err := c.readContainerFormat(v)
			if err != nil {
				return nil, err
			}
			list = append(list, formatEntry{key.Type, f})
		default:
			return nil, failf("a format must be a String or a Hash")
		}
	}
	return list, nil
}

func (c *Converter) readContainerFormat(h *types.Hash) (*format, error) {
	if !onlyKeys(h, "separator", "separator2", "format", "string_formats") {
		return nil, failf("only 'separator', 'separator2', 'format', 'string_formats' are allowed in a container format")
	}
	text, ok := get(h, "format").(types.String)
	if !ok {
		return nil, failf("a container format needs a 'format' of type String")
	}
	f, err := parseFormat(string(text))
	if err != nil {
		return nil, err
	}
	for key, target := range map[string]**string{"separator": &f.separator, "separator2": &f.between} {
		switch v := get(h, key).(type) {
		case nil:
		case types.String:
			s := string(v)
			*target = &s
		default:
			return nil, failf("'%s' must be a String", key)
		}
	}
	switch v := get(h, "string_formats").(type) {
	case nil:
	case *types.Hash:
		if f.elements, err = c.readFormats(v, true); err != nil {
			return nil, err
		}
	default:
		return nil, failf("'string_formats' must be a Hash")
	}
	return f, nil
}
