package convert

import (
	"encoding/base64"
	"strings"
	"unicode/utf8"

	"puppet-lint/internal/lazyregexp"
	"puppet-lint/internal/rubyregexp"
	"puppet-lint/types"
)

// toRegexp implements Regexp.new(pattern, escape).
func toRegexp(args []types.Value) (types.Value, error) {
	if len(args) == 0 || len(args) > 2 {
		return nil, wrongCount("Regexp", 1, 2, len(args))
	}
	pattern, ok := args[0].(types.String)
	if !ok {
		return nil, refuse("Regexp", "a String for 'pattern'", args[0])
	}
	escape := types.Boolean(false)
	if len(args) == 2 {
		if escape, ok = args[1].(types.Boolean); !ok {
			return nil, refuse("Regexp", "a Boolean for 'escape'", args[1])
		}
	}
	source := string(pattern)
	if escape {
		source = EscapeRegexp(source)
	}
	if _, err := rubyregexp.Compile(source); err != nil {
		return nil, failf("%s", err)
	}
	return types.Regexp{Source: source}, nil
}

// EscapeRegexp implements Ruby's Regexp.escape.
func EscapeRegexp(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case strings.ContainsRune(`[]{}()|-*.\?+^$#`, r):
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == ' ':
			b.WriteString(`\ `)
		default:
			if at := strings.IndexRune("\t\n\v\f\r", r); at >= 0 {
				b.WriteByte('\\')
				b.WriteByte("tnvfr"[at])
			} else {
				b.WriteRune(r)
			}
		}
	}
	return b.String()
}

var versionQualifier = lazyregexp.New(`\A[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*\n?\z`)

var versionParts = []string{"major", "minor", "patch", "prerelease", "build"}

// toVersion implements SemVer.new.
func toVersion(args []types.Value) (types.Value, error) {
	if len(args) == 1 {
		switch v := args[0].(type) {
		case types.String:
			version, err := types.ParseVersion(strings.TrimSuffix(string(v), "\n"))
			if err != nil {
				return nil, failf("The string '%s' cannot be converted to a SemVer", string(v))
			}
			return version, nil
		case *types.Hash:
			if parts := versionParts[:3]; !hasKeys(v, parts, versionParts[3:]...) {
				return nil, refuseHash("SemVer", v, parts, versionParts[3:]...)
			}
			args = []types.Value{get(v, "major"), get(v, "minor"), get(v, "patch")}
			for _, key := range []string{"prerelease", "build"} {
				args = append(args, get(v, key))
			}
			return versionOf(args)
		}
		return nil, refuse("SemVer", "a String or a Hash", args[0])
	}
	if len(args) < 3 || len(args) > 5 {
		return nil, failf("'SemVer.new' expects one, or three to five arguments, got %d", len(args))
	}
	return versionOf(args)
}

func versionOf(args []types.Value) (types.Value, error) {
	var text strings.Builder
	for i, v := range args {
		if i < 3 {
			n, ok := v.(types.Integer)
			if !ok || n < 0 {
				return nil, refuse("SemVer", "an Integer[0] for '"+versionParts[i]+"'", v)
			}
			if i > 0 {
				text.WriteByte('.')
			}
			digits, _ := displayText(n)
			text.WriteString(digits)
			continue
		}
		if v == nil {
			continue
		}
		s, ok := v.(types.String)
		if !ok || !versionQualifier.MatchString(string(s)) {
			return nil, refuse("SemVer", "letters, digits, dashes and dots for '"+versionParts[i]+"'", v)
		}
		text.WriteByte("-+"[i-3])
		text.WriteString(string(s))
	}
	version, err := types.ParseVersion(text.String())
	if err != nil {
		return nil, ErrUnknown // Ruby accepts parts that cannot be written in a version
	}
	return version, nil
}

// toVersionRange implements SemVerRange.new.
func toVersionRange(args []types.Value) (types.Value, error) {
	switch len(args) {
	case 1:
		switch v := args[0].(type) {
		case types.String:
			if v == "" {
				return nil, refuse("SemVerRange", "a String[1]", v)
			}
			r, err := types.ParseVersionRange(string(v))
			if err != nil {
				return nil, failf("%s", err)
			}
			return r, nil
		case *types.Hash:
			if least := []string{"min"}; !hasKeys(v, least, "max", "exclude_max") {
				return nil, refuseHash("SemVerRange", v, least, "max", "exclude_max")
			}
			args = []types.Value{get(v, "min"), types.Default{}, types.Boolean(false)}
			for i, key := range []string{"max", "exclude_max"} {
				if given := get(v, key); given != nil {
					args[i+1] = given
				}
			}
			return rangeOf(args)
		}
		return nil, refuse("SemVerRange", "a String or a Hash", args[0])
	case 2, 3:
		return rangeOf(args)
	}
	return nil, wrongCount("SemVerRange", 1, 3, len(args))
}

// rangeOf returns the range between two versions. A third argument decides whether it excludes
// the last one.
func rangeOf(args []types.Value) (types.Value, error) {
	var ends [2]*types.Version
	for i, v := range args[:2] {
		switch v := v.(type) {
		case types.Default:
		case *types.Version:
			ends[i] = v
		default:
			return nil, refuse("SemVerRange", "a SemVer or default for '"+[2]string{"min", "max"}[i]+"'", v)
		}
	}
	exclude := types.Boolean(false)
	if len(args) == 3 {
		var ok bool
		if exclude, ok = args[2].(types.Boolean); !ok {
			return nil, refuse("SemVerRange", "a Boolean for 'exclude_max'", args[2])
		}
	}
	return types.RangeBetween(ends[0], ends[1], bool(exclude)), nil
}

// toURI implements URI.new.
func toURI(args []types.Value) (types.Value, error) {
	if len(args) != 1 {
		return nil, wrongCount("URI", 1, 1, len(args))
	}
	var text string
	switch v := args[0].(type) {
	case types.String:
		if text = string(v); text == "" {
			return nil, refuse("URI", "a String[1]", v)
		}
	case *types.Hash:
		var err error
		if text, err = uriText(v); err != nil {
			return nil, err
		}
	default:
		return nil, refuse("URI", "a String or a Hash", v)
	}
	uri, err := types.ParseURI(text)
	if err != nil {
		return nil, failf("%s", err)
	}
	return uri, nil
}

var uriParts = []string{"scheme", "userinfo", "host", "port", "path", "query", "fragment", "opaque"}

// uriText assembles a URI from its parts. How Ruby does so depends on the scheme. Only cases
// that are the same for all schemes are known here.
func uriText(h *types.Hash) (string, error) {
	if !hasKeys(h, nil, uriParts...) {
		return "", refuseHash("URI", h, nil, uriParts...)
	}
	parts := map[string]string{}
	for _, e := range h.Entries() {
		switch key := e.Key.(types.String); key {
		case "port":
			n, ok := e.Value.(types.Integer)
			if !ok || n < 0 {
				return "", refuse("URI", "an Integer[0] for 'port'", e.Value)
			}
			parts["port"], _ = displayText(n)
		default:
			v, ok := e.Value.(types.String)
			if !ok || v == "" {
				return "", refuse("URI", "a String[1] for '"+string(key)+"'", e.Value)
			}
			parts[string(key)] = string(v)
		}
	}
	text := parts["scheme"]
	if text != "" {
		text += ":"
	}
	text += "//"
	if parts["userinfo"] != "" {
		text += parts["userinfo"] + "@"
	}
	text += parts["host"]
	if parts["port"] != "" {
		text += ":" + parts["port"]
	}
	text += parts["path"]
	if parts["query"] != "" {
		text += "?" + parts["query"]
	}
	if parts["fragment"] != "" {
		text += "#" + parts["fragment"]
	}
	if parts["opaque"] != "" || parts["host"] == "" || !strings.HasPrefix(parts["path"]+"/", "/") || !commonURI.MatchString(text) {
		return "", ErrUnknown
	}
	return text, nil
}

// commonURI matches the URIs that Ruby assembles in the common way, without a character that it
// would escape or refuse.
var commonURI = lazyregexp.New(`\A(?:https?:)?//(?:[a-z]+(?::[a-z]+)?@)?[a-z0-9.-]+(?::\d+)?(?:/[\w./-]*)?(?:\?[\w.=&-]*)?(?:#[\w.-]*)?\z`)

// toBinary implements Binary.new.
func toBinary(args []types.Value) (types.Value, error) {
	if len(args) == 0 || len(args) > 2 {
		return nil, wrongCount("Binary", 1, 2, len(args))
	}
	if h, ok := args[0].(*types.Hash); ok && len(args) == 1 {
		if keys := []string{"value"}; !hasKeys(h, keys, "format") {
			return nil, refuseHash("Binary", h, keys, "format")
		}
		value := get(h, "value")
		args = []types.Value{value}
		switch format := get(h, "format").(type) {
		case nil, types.Undef:
		default:
			args = append(args, format)
		}
		switch value.(type) {
		case types.String, types.Array:
		default:
			return nil, refuse("Binary", "a String or an Array of bytes for 'value'", value)
		}
	}
	switch v := args[0].(type) {
	case types.Array:
		if len(args) != 1 {
			return nil, failf("'Binary.new' takes a format for a String only, got an Array")
		}
		bytes := make([]byte, len(v))
		for i, e := range v {
			n, ok := e.(types.Integer)
			if !ok || n < 0 || n > 255 {
				return nil, refuse("Binary", "bytes from 0 to 255", e)
			}
			bytes[i] = byte(n)
		}
		return types.Binary(bytes), nil
	case types.String:
		format := types.String("%B")
		if len(args) == 2 {
			var ok bool
			if format, ok = args[1].(types.String); !ok {
				return nil, refuse("Binary", binaryFormats, args[1])
			}
		}
		return binaryFromText(string(v), string(format))
	}
	return nil, refuse("Binary", "a String, an Array of bytes or a Hash", args[0])
}

const binaryFormats = "a format of %b, %B, %r, %s and %u"

func binaryFromText(text, format string) (types.Value, error) {
	switch format {
	case "%B":
		b, err := base64.StdEncoding.Strict().DecodeString(text)
		if err != nil || strings.ContainsAny(text, "\r\n") {
			return nil, failf("%s is no strict Base64: its letters are A to Z, a to z, 0 to 9, + and /, in fours that = fills up", shown(types.String(text)))
		}
		return types.Binary(b), nil
	case "%u":
		if strings.ContainsAny(text, "+/\r\n") {
			return nil, ErrUnknown
		}
		unpadded := strings.TrimRight(text, "=")
		if unpadded != text && len(text)%4 != 0 {
			return nil, refuseURLText(text)
		}
		b, err := base64.RawURLEncoding.Strict().DecodeString(unpadded)
		if err != nil {
			return nil, refuseURLText(text)
		}
		return types.Binary(b), nil
	case "%b":
		b, err := base64.StdEncoding.Strict().DecodeString(text)
		if err != nil {
			return nil, ErrUnknown // Ruby skips what it does not understand
		}
		return types.Binary(b), nil
	case "%s":
		if !utf8.ValidString(text) {
			return nil, ErrUnknown
		}
		return types.Binary(text), nil
	case "%r":
		return types.Binary(text), nil
	}
	return nil, refuse("Binary", binaryFormats, types.String(format))
}

func refuseURLText(text string) error {
	return failf("%s is no Base64 for URLs: its letters are A to Z, a to z, 0 to 9, - and _", shown(types.String(text)))
}
