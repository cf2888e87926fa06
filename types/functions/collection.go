package functions

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"puppet-lint/internal/rubyregexp"
	"puppet-lint/types"
	"puppet-lint/types/convert"
)

// flat appends the elements of a list. It replaces lists in it by their elements.
func flat(list []types.Value, out types.Array) types.Array {
	for _, v := range list {
		if sub, ok := v.(types.Array); ok {
			out = flat(sub, out)
		} else {
			out = append(out, v)
		}
	}
	return out
}

func flatten(c *convert.Converter, args []types.Value) (types.Value, bool) {
	return flat(args, types.Array{}), true
}

func length(c *convert.Converter, args []types.Value) (types.Value, bool) {
	if len(args) != 1 {
		return nil, false
	}
	switch v := args[0].(type) {
	case types.Array:
		return types.Integer(len(v)), true
	case *types.Hash:
		return types.Integer(v.Len()), true
	case types.String:
		return types.Integer(utf8.RuneCountInString(string(v))), true
	case types.Binary:
		return types.Integer(len(v)), true
	}
	return nil, false
}

func empty(c *convert.Converter, args []types.Value) (types.Value, bool) {
	if len(args) != 1 {
		return nil, false
	}
	switch v := args[0].(type) {
	case types.Integer, types.Float:
		return types.Boolean(false), true
	case types.Undef:
		return types.Boolean(true), true
	case *types.Sensitive:
		s, ok := v.Value.(types.String)
		return types.Boolean(s == ""), ok
	}
	n, ok := length(c, args)
	return types.Boolean(n == types.Integer(0)), ok
}

func keys(c *convert.Converter, args []types.Value) (types.Value, bool) {
	h, ok := single[*types.Hash](args)
	if !ok {
		return nil, false
	}
	out := types.Array{}
	for _, e := range h.Entries() {
		out = append(out, e.Key)
	}
	return out, true
}

func values(c *convert.Converter, args []types.Value) (types.Value, bool) {
	h, ok := single[*types.Hash](args)
	if !ok {
		return nil, false
	}
	out := types.Array{}
	for _, e := range h.Entries() {
		out = append(out, e.Value)
	}
	return out, true
}

func join(c *convert.Converter, args []types.Value) (types.Value, bool) {
	if len(args) == 0 || len(args) > 2 {
		return nil, false
	}
	list, ok := args[0].(types.Array)
	delimiter := types.String("")
	if len(args) == 2 && ok {
		delimiter, ok = args[1].(types.String)
	}
	if !ok {
		return nil, false
	}
	text, ok := joined(list, string(delimiter))
	return types.String(text), ok
}

// joined implements Ruby's Array#join, which also joins nested arrays.
func joined(list types.Array, delimiter string) (string, bool) {
	parts := make([]string, len(list))
	for i, v := range list {
		if sub, ok := v.(types.Array); ok {
			if parts[i], ok = joined(sub, delimiter); !ok {
				return "", false
			}
			continue
		}
		if !joinable(v) {
			return "", false
		}
		text, err := convert.Format("%s", []types.Value{v})
		if err != nil {
			return "", false
		}
		parts[i] = text
	}
	return strings.Join(parts, delimiter), true
}

func joinable(v types.Value) bool {
	switch v.(type) {
	case types.String, types.Integer, types.Float, types.Boolean, types.Undef, types.Default, *types.Hash:
		return true
	}
	return false
}

func dig(c *convert.Converter, args []types.Value) (types.Value, bool) {
	if len(args) == 0 {
		return nil, false
	}
	switch args[0].(type) {
	case types.Array, *types.Hash, types.Undef:
	default:
		return nil, false
	}
	at := args[0]
	for _, key := range args[1:] {
		if _, none := at.(types.Undef); none {
			return types.Undef{}, true
		}
		if _, none := key.(types.Undef); none {
			return types.Undef{}, true
		}
		switch v := at.(type) {
		case types.Array:
			i, ok := key.(types.Integer)
			if !ok {
				return nil, false
			}
			if i < 0 {
				i += types.Integer(len(v))
			}
			at = types.Undef{}
			if i >= 0 && int(i) < len(v) {
				at = v[i]
			}
		case *types.Hash:
			next, ok := v.Get(key)
			if !ok {
				next = types.Undef{}
			}
			at = next
		default:
			return nil, false
		}
	}
	return at, true
}

// getValue implements get(): dig with a path such as "a.0.b".
func getValue(c *convert.Converter, args []types.Value) (types.Value, bool) {
	if len(args) < 2 || len(args) > 3 {
		return nil, false
	}
	path, ok := args[1].(types.String)
	var missing types.Value = types.Undef{}
	if len(args) == 3 {
		missing = args[2]
	}
	if !ok {
		return nil, false
	}
	if _, none := args[0].(types.Undef); none {
		return missing, true
	}
	if path == "" {
		return args[0], true
	}
	steps := []types.Value{args[0]}
	for _, part := range strings.Split(string(path), ".") {
		part = convert.Strip(part)
		if part == "" || strings.ContainsAny(part, `"':`) {
			return nil, false // quoted segments are not modelled
		}
		if n, err := strconv.ParseInt(part, 10, 64); err == nil {
			steps = append(steps, types.Integer(n))
		} else if strings.Trim(strings.TrimLeft(part, "+-"), "0123456789") == "" {
			return nil, false
		} else {
			steps = append(steps, types.String(part))
		}
	}
	v, ok := dig(c, steps)
	if _, none := v.(types.Undef); ok && none {
		return missing, true
	}
	return v, ok
}

func index(c *convert.Converter, args []types.Value) (types.Value, bool) {
	if len(args) != 2 {
		return nil, false
	}
	switch v := args[0].(type) {
	case types.String:
		return textIndex(string(v), args[1])
	case *types.Hash:
		for _, e := range v.Entries() {
			if equal, ok := rubyEqual(e.Value, args[1]); !ok {
				return nil, false
			} else if equal {
				return e.Key, true
			}
		}
		return types.Undef{}, true
	case types.Array:
		for i, e := range v {
			if equal, ok := rubyEqual(e, args[1]); !ok {
				return nil, false
			} else if equal {
				return types.Integer(i), true
			}
		}
		return types.Undef{}, true
	}
	return nil, false
}

func textIndex(s string, what types.Value) (types.Value, bool) {
	at := -1
	switch w := what.(type) {
	case types.String:
		at = strings.Index(s, string(w))
	case types.Regexp:
		re, ok := compiled(w, 0)
		if !ok {
			return nil, false
		}
		start, _, answer := re.FindIndex(s)
		switch answer {
		case rubyregexp.Yes:
			at = start
		case rubyregexp.Undecided:
			return nil, false
		}
	default:
		return nil, false
	}
	if at < 0 {
		return types.Undef{}, true
	}
	return types.Integer(utf8.RuneCountInString(s[:at])), true
}

// rubyEqual implements Ruby's ==: like types.Same, but 1 equals 1.0. ok is false if the answer
// is not known.
func rubyEqual(a, b types.Value) (equal, ok bool) {
	switch a := a.(type) {
	case types.Integer:
		if f, isFloat := b.(types.Float); isFloat {
			return types.Float(a) == f, int64(a) == int64(float64(a))
		}
	case types.Float:
		switch b := b.(type) {
		case types.Integer:
			return a == types.Float(b), int64(b) == int64(float64(b))
		case types.Float:
			return a == b, true
		}
	case types.Array:
		other, isArray := b.(types.Array)
		if !isArray || len(a) != len(other) {
			return false, true
		}
		for i := range a {
			if equal, ok := rubyEqual(a[i], other[i]); !ok || !equal {
				return false, ok
			}
		}
		return true, true
	case *types.Hash:
		other, isHash := b.(*types.Hash)
		if !isHash || a.Len() != other.Len() {
			return false, true
		}
		for _, e := range a.Entries() {
			v, found := other.Get(e.Key)
			if !found {
				return false, true
			}
			if equal, ok := rubyEqual(e.Value, v); !ok || !equal {
				return false, ok
			}
		}
		return true, true
	case types.String, types.Boolean, types.Undef, types.Default:
	default:
		return false, false
	}
	return types.Same(a, b), true
}

// unique keeps the first of the values that Ruby's eql? finds equal.
func unique(c *convert.Converter, args []types.Value) (types.Value, bool) {
	if len(args) != 1 {
		return nil, false
	}
	switch v := args[0].(type) {
	case types.Array:
		return distinct(v), true
	case types.String:
		elements, _, _ := c.Elements(v)
		var b strings.Builder
		for _, e := range distinct(elements) {
			b.WriteString(string(e.(types.String)))
		}
		return types.String(b.String()), true
	case *types.Hash:
		var entries []types.HashEntry
		var seen types.Array
		for _, e := range v.Entries() {
			i := slices.IndexFunc(seen, func(o types.Value) bool { return types.Same(o, e.Value) })
			if i < 0 {
				seen = append(seen, e.Value)
				entries = append(entries, types.HashEntry{Key: types.Array{e.Key}, Value: types.Array{e.Value}})
				continue
			}
			entries[i].Key = append(slices.Clone(entries[i].Key.(types.Array)), e.Key)
		}
		return types.NewHash(entries...), true
	}
	return nil, false
}

func distinct(list types.Array) types.Array {
	out := types.Array{}
	for _, v := range list {
		if !slices.ContainsFunc(out, func(o types.Value) bool { return types.Same(o, v) }) {
			out = append(out, v)
		}
	}
	return out
}

func sorted(c *convert.Converter, args []types.Value) (types.Value, bool) {
	if len(args) != 1 {
		return nil, false
	}
	switch v := args[0].(type) {
	case types.String:
		runes := []rune(string(v))
		slices.Sort(runes)
		return types.String(string(runes)), true
	case types.Array:
		out := slices.Clone(v)
		if len(out) < 2 {
			return out, true
		}
		comparable := true
		for _, e := range out {
			_, ok1 := order(e, out[0])
			comparable = comparable && ok1
		}
		if !comparable {
			return nil, false
		}
		slices.SortFunc(out, func(a, b types.Value) int {
			n, ok := order(a, b)
			comparable = comparable && ok
			return n
		})
		for i := 1; i < len(out); i++ {
			// Ruby's sort is not stable: the order of equal values is not known.
			if n, _ := order(out[i-1], out[i]); n == 0 && !types.Same(out[i-1], out[i]) {
				return nil, false
			}
		}
		return out, comparable
	}
	return nil, false
}

// order implements Ruby's <=>. ok is false for values that cannot be compared.
func order(a, b types.Value) (n int, ok bool) {
	switch a := a.(type) {
	case types.String:
		o, ok := b.(types.String)
		return bytes.Compare([]byte(a), []byte(o)), ok
	case types.Integer, types.Float:
		return numberOrder(a, b)
	case types.Array:
		o, ok := b.(types.Array)
		if !ok {
			return 0, false
		}
		for i := range min(len(a), len(o)) {
			if n, ok := order(a[i], o[i]); n != 0 || !ok {
				return n, ok
			}
		}
		return len(a) - len(o), true
	case *types.Version:
		o, ok := b.(*types.Version)
		if !ok {
			return 0, false
		}
		return a.Compare(o), true
	case types.Timespan:
		o, ok := b.(types.Timespan)
		return compareNumbers(int64(a), int64(o)), ok
	case types.Timestamp:
		o, ok := b.(types.Timestamp)
		return compareNumbers(int64(a), int64(o)), ok
	}
	return 0, false
}

func numberOrder(a, b types.Value) (int, bool) {
	if x, ok := a.(types.Integer); ok {
		if y, ok := b.(types.Integer); ok {
			return compareNumbers(x, y), true
		}
	}
	x, ok1 := real(a)
	y, ok2 := real(b)
	return compareNumbers(x, y), ok1 && ok2 && x == x && y == y
}

// real returns a number as a float, if that loses nothing.
func real(v types.Value) (float64, bool) {
	switch v := v.(type) {
	case types.Integer:
		return float64(v), int64(float64(v)) == int64(v) && v < 1<<62
	case types.Float:
		return float64(v), true
	}
	return 0, false
}

func compareNumbers[N ~int64 | ~float64](a, b N) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

func slice(c *convert.Converter, args []types.Value) (types.Value, bool) {
	if len(args) != 2 {
		return nil, false
	}
	size, ok := args[1].(types.Integer)
	if !ok || size < 1 {
		return nil, false
	}
	switch args[0].(type) {
	case types.Array, *types.Hash, types.String:
	default:
		return nil, false // Puppet slices the last numbers and ranges again
	}
	elements, ok, err := c.Elements(args[0])
	if !ok || err != nil {
		return nil, false
	}
	out := types.Array{}
	for len(elements) > 0 {
		n := min(int64(size), int64(len(elements)))
		out = append(out, slices.Clone(elements[:n]))
		elements = elements[n:]
	}
	return out, true
}

func isContainer(v types.Value) bool {
	switch v.(type) {
	case types.Array, *types.Hash:
		return true
	}
	return false
}

func reverseEach(c *convert.Converter, args []types.Value) (types.Value, bool) {
	if len(args) != 1 {
		return nil, false
	}
	return iterator(c, args[0], func(list types.Array) types.Array {
		slices.Reverse(list)
		return list
	})
}

func step(c *convert.Converter, args []types.Value) (types.Value, bool) {
	if len(args) != 2 {
		return nil, false
	}
	size, ok := args[1].(types.Integer)
	if !ok || size < 1 {
		return nil, false
	}
	elements, _, _ := c.Elements(args[0])
	if size > 1 && slices.ContainsFunc(elements, isContainer) {
		return nil, false // Ruby takes such elements apart
	}
	return iterator(c, args[0], func(list types.Array) types.Array {
		out := types.Array{}
		for i := int64(0); i < int64(len(list)); i += int64(size) {
			out = append(out, list[i])
			if int64(size) > int64(len(list)) {
				break
			}
		}
		return out
	})
}

// iterator returns a lazy sequence of changed elements.
func iterator(c *convert.Converter, v types.Value, change func(types.Array) types.Array) (types.Value, bool) {
	elements, ok, err := c.Elements(v)
	if !ok || err != nil {
		return nil, false
	}
	element, ok := c.Algebra().IterableElement(c.Algebra().Infer(v))
	if !ok {
		return nil, false
	}
	return &types.Iterator{Element: element, Values: change(slices.Clone(elements))}, true
}
