package convert

import (
	"slices"
	"strconv"
	"strings"

	"puppet-lint/types"
)

// refuse returns an error that names the expected and the given arguments of a constructor.
func refuse(name, expected string, given ...types.Value) error {
	words := make([]string, len(given))
	for i, v := range given {
		words[i] = shown(v)
	}
	return failf("'%s.new' expects %s, got %s", name, expected, strings.Join(words, " and "))
}

// refuseFormat is refuse for the formats of times.
func refuseFormat(name string, given types.Value) error {
	return refuse(name, "a format of two characters or more", given)
}

// refuseHash returns an error that names the expected and the given keys of a hash for a
// constructor.
func refuseHash(name string, h *types.Hash, required []string, optional ...string) error {
	wanted := "any of " + quoted(optional)
	switch {
	case len(optional) == 0:
		wanted = quoted(required)
	case len(required) > 0:
		wanted = quoted(required) + " and optionally " + quoted(optional)
	}
	got := "an empty one"
	if entries := h.Entries(); len(entries) > 0 {
		var keys []string
		for _, e := range entries {
			keys = append(keys, shown(e.Key))
		}
		got = "one with " + strings.Join(keys, ", ")
	}
	return failf("'%s.new' takes a Hash with %s, got %s", name, wanted, got)
}

// hasKeys reports whether a hash has all required keys, and no others except for optional ones.
func hasKeys(h *types.Hash, required []string, optional ...string) bool {
	return onlyKeys(h, slices.Concat(required, optional)...) && !slices.ContainsFunc(required, func(key string) bool { return get(h, key) == nil })
}

func quoted(words []string) string { return "'" + strings.Join(words, "', '") + "'" }

// maxShown bounds the characters of a string in an error message.
const maxShown = 60

// shown formats a value for an error message: a short one as it is, any other by its kind.
func shown(v types.Value) string {
	switch v := v.(type) {
	case types.Undef, nil:
		return "undef"
	case types.Default:
		return "default"
	case types.Boolean:
		return strconv.FormatBool(bool(v))
	case types.Integer:
		return strconv.FormatInt(int64(v), 10)
	case types.Float:
		return types.FormatFloat(float64(v))
	case types.String:
		if runes := []rune(string(v)); len(runes) > maxShown {
			return "'" + string(runes[:maxShown]) + "…'"
		}
		return "'" + string(v) + "'"
	case types.Array:
		return "an Array"
	case *types.Hash:
		return "a Hash"
	case types.Regexp:
		return "a Regexp"
	case types.TypeValue:
		return "a Type"
	case types.Timespan:
		return "a Timespan"
	case types.Timestamp:
		return "a Timestamp"
	case types.Binary:
		return "a Binary"
	case *types.Sensitive:
		return "a Sensitive"
	case *types.Version:
		return "a SemVer"
	case *types.VersionRange:
		return "a SemVerRange"
	case *types.URI:
		return "a URI"
	}
	return "another value"
}
