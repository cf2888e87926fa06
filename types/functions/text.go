package functions

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"unicode/utf8"

	"puppet-lint/internal/rubyregexp"
	"puppet-lint/types"
	"puppet-lint/types/convert"
)

// known adapts a change of text that always succeeds.
func known(change func(string) string) func(string) (string, bool) {
	return func(s string) (string, bool) { return change(s), true }
}

// textual returns a function on a string, or on each string in an iterable value. It leaves
// numbers unchanged.
func textual(change func(string) (string, bool)) function {
	one := func(v types.Value) (types.Value, bool) {
		switch v := v.(type) {
		case types.Integer, types.Float:
			return v, true
		case types.String:
			s, ok := change(string(v))
			return types.String(s), ok
		}
		return nil, false
	}
	return func(c *convert.Converter, args []types.Value) (types.Value, bool) {
		if len(args) != 1 {
			return nil, false
		}
		if v, ok := one(args[0]); v != nil {
			return v, ok
		}
		store := c.Algebra().Store()
		accepted := store.IterableOf(store.VariantOf(builtin(c, "String"), builtin(c, "Numeric")))
		if !c.Algebra().Instance(accepted, args[0]) {
			return nil, false // such as an array of both strings and numbers
		}
		elements, ok, err := c.Elements(args[0])
		if !ok || err != nil {
			return nil, false
		}
		out := make(types.Array, len(elements))
		for i, e := range elements {
			if out[i], ok = one(e); !ok {
				return nil, false
			}
		}
		return out, true
	}
}

func builtin(c *convert.Converter, name string) types.Type {
	t, _ := c.Algebra().Store().Builtin(name)
	return t
}

// cased returns upcase or downcase, which also change the elements of arrays and hashes.
func cased(change func(string) (string, bool)) function {
	var apply func(v types.Value) (types.Value, bool)
	apply = func(v types.Value) (types.Value, bool) {
		switch v := v.(type) {
		case types.Integer, types.Float:
			return v, true
		case types.String:
			s, ok := change(string(v))
			return types.String(s), ok
		case types.Array:
			out := make(types.Array, len(v))
			for i, e := range v {
				var ok bool
				if out[i], ok = apply(e); !ok {
					return nil, false
				}
			}
			return out, true
		case *types.Hash:
			entries := make([]types.HashEntry, v.Len())
			for i, e := range v.Entries() {
				key, ok1 := apply(e.Key)
				value, ok2 := apply(e.Value)
				if !ok1 || !ok2 {
					return nil, false
				}
				entries[i] = types.HashEntry{Key: key, Value: value}
			}
			return types.NewHash(entries...), true
		}
		return nil, false
	}
	return func(c *convert.Converter, args []types.Value) (types.Value, bool) {
		if len(args) != 1 {
			return nil, false
		}
		return apply(args[0])
	}
}

func camelcase(s string) (string, bool) {
	parts := strings.Split(s, "_")
	for i, part := range parts {
		var ok bool
		if parts[i], ok = convert.Capitalize(part); !ok {
			return "", false
		}
	}
	return strings.Join(parts, ""), true
}

func chomp(s string) (string, bool) {
	for _, end := range []string{"\r\n", "\n", "\r"} {
		if strings.HasSuffix(s, end) {
			return strings.TrimSuffix(s, end), true
		}
	}
	return s, true
}

func chop(s string) (string, bool) {
	if strings.HasSuffix(s, "\r\n") {
		return s[:len(s)-2], true
	}
	_, size := utf8.DecodeLastRuneInString(s)
	return s[:len(s)-size], true
}

func digest(sum func(string) string) function {
	return func(c *convert.Converter, args []types.Value) (types.Value, bool) {
		s, ok := single[types.String](args)
		if !ok {
			return nil, false
		}
		return types.String(sum(string(s))), true
	}
}

func md5Hex(s string) string    { h := md5.Sum([]byte(s)); return hex.EncodeToString(h[:]) }
func sha1Hex(s string) string   { h := sha1.Sum([]byte(s)); return hex.EncodeToString(h[:]) }
func sha256Hex(s string) string { h := sha256.Sum256([]byte(s)); return hex.EncodeToString(h[:]) }

// single returns the only argument, if it has the type.
func single[T types.Value](args []types.Value) (T, bool) {
	var none T
	if len(args) != 1 {
		return none, false
	}
	v, ok := args[0].(T)
	return v, ok
}

func sprintf(c *convert.Converter, args []types.Value) (types.Value, bool) {
	if len(args) == 0 {
		return nil, false
	}
	format, ok := args[0].(types.String)
	if !ok {
		return nil, false
	}
	for _, v := range args[1:] {
		if !plain(v) {
			return nil, false // the conversion for legacy functions is not modelled
		}
	}
	text, err := convert.Format(string(format), args[1:])
	return types.String(text), err == nil
}

// plain reports whether Puppet passes a value unchanged to functions of the 3.x API.
func plain(v types.Value) bool {
	switch v := v.(type) {
	case types.String, types.Integer, types.Float, types.Boolean:
		return true
	case types.Array:
		for _, e := range v {
			if !plain(e) {
				return false
			}
		}
		return true
	case *types.Hash:
		for _, e := range v.Entries() {
			if !plain(e.Key) || !plain(e.Value) {
				return false
			}
		}
		return true
	}
	return false
}

func strftime(c *convert.Converter, args []types.Value) (types.Value, bool) {
	if len(args) < 2 || len(args) > 3 {
		return nil, false
	}
	format, ok := args[1].(types.String)
	if !ok {
		return nil, false
	}
	zone := types.String("")
	if len(args) == 3 {
		if zone, ok = args[2].(types.String); !ok {
			return nil, false
		}
	}
	var text string
	err := convert.ErrUnknown
	switch t := args[0].(type) {
	case types.Timespan:
		if len(args) == 2 {
			text, err = convert.FormatTimespan(t, string(format))
		}
	case types.Timestamp:
		text, err = convert.FormatTimestamp(t, string(format), string(zone))
	}
	return types.String(text), err == nil
}

// compiled returns the regular expression of a String, Regexp or Regexp type.
func compiled(v types.Value, flags rubyregexp.Flags) (*rubyregexp.Regexp, bool) {
	source := ""
	switch v := v.(type) {
	case types.String:
		source = string(v)
	case types.Regexp:
		source = v.Source
	case types.TypeValue:
		t, ok := v.Type.(*types.RegexpType)
		if !ok || !t.HasSource {
			return nil, false
		}
		source = t.Source
	default:
		return nil, false
	}
	re, err := rubyregexp.CompileFlags(source, flags)
	return re, err == nil
}

func split(c *convert.Converter, args []types.Value) (types.Value, bool) {
	if len(args) != 2 {
		return nil, false
	}
	if hidden, ok := args[0].(*types.Sensitive); ok {
		v, ok := split(c, []types.Value{hidden.Value, args[1]})
		return &types.Sensitive{Value: v}, ok
	}
	text, ok := args[0].(types.String)
	re, compiles := compiled(args[1], 0)
	if !ok || !compiles {
		return nil, false
	}
	parts, ok := re.Split(string(text))
	return stringArray(parts), ok
}

func stringArray(parts []string) types.Array {
	out := make(types.Array, len(parts))
	for i, p := range parts {
		out[i] = types.String(p)
	}
	return out
}

func regsubst(c *convert.Converter, args []types.Value) (types.Value, bool) {
	if len(args) < 3 || len(args) > 5 {
		return nil, false
	}
	replacement, ok := args[2].(types.String)
	if !ok {
		return nil, false
	}
	flags, global, ok := regsubstOptions(args)
	if !ok {
		return nil, false
	}
	re, ok := compiled(args[1], flags)
	if !ok {
		return nil, false
	}
	switch target := args[0].(type) {
	case types.String:
		text, ok := re.Replace(string(target), string(replacement), global)
		return types.String(text), ok
	case types.Array:
		out := make(types.Array, len(target))
		for i, e := range target {
			s, ok := e.(types.String)
			if !ok {
				return nil, false
			}
			text, ok := re.Replace(string(s), string(replacement), global)
			if !ok {
				return nil, false
			}
			out[i] = types.String(text)
		}
		return out, true
	}
	return nil, false
}

// regsubstOptions reads the optional arguments of regsubst: the flags, and the encoding of the
// pattern. Only a pattern that is a string takes an encoding, and flags other than G.
func regsubstOptions(args []types.Value) (flags rubyregexp.Flags, global, ok bool) {
	_, isText := args[1].(types.String)
	if len(args) > 3 {
		letters, ok := args[3].(types.String)
		if _, none := args[3].(types.Undef); none && isText {
			ok = true
		}
		if !ok || len(args) == 5 && !isText {
			return 0, false, false
		}
		for _, letter := range letters {
			switch {
			case letter == 'G':
				global = true
			case letter == 'I' && isText:
				flags |= rubyregexp.IgnoreCase
			case letter == 'E' && isText:
				flags |= rubyregexp.Extended
			case letter == 'M' && isText:
				flags |= rubyregexp.MultiLine
			default:
				return 0, false, false
			}
		}
		if !isText && len(letters) > 1 {
			return 0, false, false
		}
	}
	if len(args) == 5 {
		encoding, ok := args[4].(types.String)
		if !ok || len(encoding) != 1 || !strings.Contains("NESU", string(encoding)) {
			return 0, false, false
		}
	}
	return flags, global, true
}

func match(c *convert.Converter, args []types.Value) (types.Value, bool) {
	if len(args) != 2 {
		return nil, false
	}
	switch target := args[0].(type) {
	case types.String:
		return matchOne(c, string(target), args[1])
	case types.Array:
		out := make(types.Array, len(target))
		for i, e := range target {
			s, ok := e.(types.String)
			if !ok {
				return nil, false
			}
			if out[i], ok = matchOne(c, string(s), args[1]); !ok {
				return nil, false
			}
		}
		return out, true
	}
	return nil, false
}

func matchOne(c *convert.Converter, s string, pattern types.Value) (types.Value, bool) {
	switch p := pattern.(type) {
	case types.Array:
		return firstMatch(c, s, flat(p, nil))
	case types.TypeValue:
		if t, ok := c.Algebra().Resolve(p.Type).(*types.PatternType); ok {
			var patterns types.Array
			for _, r := range t.Patterns {
				patterns = append(patterns, types.TypeValue{Type: r})
			}
			return firstMatch(c, s, patterns)
		}
	}
	re, ok := compiled(pattern, 0)
	if !ok {
		return nil, false
	}
	loc, answer := re.Submatches(s)
	switch answer {
	case rubyregexp.No:
		return types.Undef{}, true
	case rubyregexp.Undecided:
		return nil, false
	}
	out := make(types.Array, len(loc)/2)
	for i := range out {
		out[i] = types.Undef{}
		if loc[2*i] >= 0 {
			out[i] = types.String(s[loc[2*i]:loc[2*i+1]])
		}
	}
	return out, true
}

// firstMatch returns the result of the first pattern that matches.
func firstMatch(c *convert.Converter, s string, patterns types.Array) (types.Value, bool) {
	for _, p := range patterns {
		v, ok := matchOne(c, s, p)
		if !ok {
			return nil, false
		}
		if _, none := v.(types.Undef); !none {
			return v, true
		}
	}
	return types.Undef{}, true
}

// shellquote quotes words for a POSIX shell.
func shellquote(c *convert.Converter, args []types.Value) (types.Value, bool) {
	var words []string
	for _, v := range flat(args, nil) {
		s, ok := v.(types.String)
		if !ok {
			return nil, false
		}
		words = append(words, shellWord(string(s)))
	}
	return types.String(strings.Join(words, " ")), true
}

func shellWord(s string) string {
	const safe = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789@%_+=:,./-"
	switch {
	case s != "" && strings.Trim(s, safe) == "":
		return s
	case !strings.ContainsAny(s, "!\"$\\`"):
		return `"` + s + `"`
	case !strings.Contains(s, "'"):
		return "'" + s + "'"
	}
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		if strings.ContainsRune("!\"$\\`", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	b.WriteByte('"')
	return b.String()
}
