package functions

import (
	"math"
	"strings"

	"puppet-lint/internal/ascii"
	"puppet-lint/internal/lazyregexp"
	"puppet-lint/types"
	"puppet-lint/types/convert"
)

func abs(c *convert.Converter, args []types.Value) (types.Value, bool) {
	if len(args) != 1 {
		return nil, false
	}
	switch v := args[0].(type) {
	case types.Integer:
		return max(v, -v), v != math.MinInt64
	case types.Float:
		return types.Float(math.Abs(float64(v))), true
	}
	return nil, false // strings are accepted with a warning
}

func rounded(to func(float64) float64) function {
	return func(c *convert.Converter, args []types.Value) (types.Value, bool) {
		if len(args) != 1 {
			return nil, false
		}
		switch v := args[0].(type) {
		case types.Integer:
			return v, true
		case types.Float:
			return whole(to(float64(v)))
		}
		return nil, false
	}
}

func ceiling(f float64) float64 { return math.Ceil(f) }
func floor(f float64) float64   { return math.Floor(f) }

// whole returns a float without a fraction as an Integer.
func whole(f float64) (types.Value, bool) {
	if !(f >= -1<<63 && f < 1<<63) {
		return nil, false
	}
	return types.Integer(int64(f)), true
}

func round(c *convert.Converter, args []types.Value) (types.Value, bool) {
	if len(args) != 1 {
		return nil, false
	}
	f, ok := real(args[0])
	if !ok {
		return nil, false
	}
	if f > 0 {
		return whole(math.Trunc(f + 0.5))
	}
	return whole(math.Trunc(f - 0.5))
}

// extreme returns max (sign 1) or min (sign -1) over values of one kind.
func extreme(sign int) function {
	return func(c *convert.Converter, args []types.Value) (types.Value, bool) {
		if len(args) == 1 {
			list, ok := args[0].(types.Array)
			if ok {
				args = list
			}
		}
		if len(args) == 0 {
			return nil, false
		}
		best := args[0]
		for _, v := range args {
			if s, ok := v.(types.String); ok && looksNumeric(string(s)) {
				return nil, false // strings that look like numbers compare as such
			}
			switch v.(type) {
			case types.Integer, types.Float, types.String, *types.Version, types.Timespan, types.Timestamp:
			default:
				return nil, false
			}
			n, ok := order(v, best)
			if !ok || n == 0 && !types.Same(v, best) {
				return nil, false
			}
			if n*sign > 0 {
				best = v
			}
		}
		return best, true
	}
}

func looksNumeric(s string) bool {
	s = strings.TrimPrefix(strings.TrimSpace(s), "-")
	return s != "" && s[0] >= '0' && s[0] <= '9'
}

func compare(c *convert.Converter, args []types.Value) (types.Value, bool) {
	if len(args) < 2 || len(args) > 3 {
		return nil, false
	}
	a, b := args[0], args[1]
	x, isText := a.(types.String)
	if len(args) == 3 && !isText {
		return nil, false
	}
	if isText {
		y, ok := b.(types.String)
		ignore := types.Boolean(true)
		if len(args) == 3 && ok {
			ignore, ok = args[2].(types.Boolean)
		}
		if !ok {
			return nil, false
		}
		if ignore {
			x, y = types.String(ascii.Lower(string(x))), types.String(ascii.Lower(string(y)))
		}
		return types.Integer(strings.Compare(string(x), string(y))), true
	}
	switch a.(type) {
	case types.Integer, types.Float, *types.Version, types.Timespan, types.Timestamp:
	default:
		return nil, false
	}
	n, ok := order(a, b)
	return types.Integer(n), ok
}

var versionParts = lazyregexp.New(`[-.]|\d+|[^-.\d]+`)

// versioncmp compares versions part by part (Puppet::Util::Package).
func versioncmp(c *convert.Converter, args []types.Value) (types.Value, bool) {
	if len(args) < 2 || len(args) > 3 {
		return nil, false
	}
	a, ok1 := args[0].(types.String)
	b, ok2 := args[1].(types.String)
	if !ok1 || !ok2 {
		return nil, false
	}
	if len(args) == 3 {
		ignore, ok := args[2].(types.Boolean)
		if !ok {
			return nil, false
		}
		if ignore {
			if a, ok = withoutZeros(a); !ok {
				return nil, false
			}
			if b, ok = withoutZeros(b); !ok {
				return nil, false
			}
		}
	}
	n, ok := compareVersions(string(a), string(b))
	return types.Integer(n), ok
}

// withoutZeros drops trailing zeros and dots of the part before the first dash.
func withoutZeros(s types.String) (types.String, bool) {
	if s == "" || strings.Contains(string(s), "\n") || strings.Trim(string(s), "-") == "" {
		return "", false
	}
	first, rest, dash := strings.Cut(string(s), "-")
	first = strings.TrimRight(first, ".0")
	if dash {
		rest = strings.TrimRight(rest, "-")
		if rest != "" {
			return types.String(first + "-" + rest), true
		}
	}
	return types.String(first), true
}

func compareVersions(a, b string) (int, bool) {
	as, bs := versionParts.FindAllString(a, -1), versionParts.FindAllString(b, -1)
	for i := range min(len(as), len(bs)) {
		x, y := as[i], bs[i]
		switch {
		case x == y:
			continue
		case x == "-":
			return -1, true
		case y == "-":
			return 1, true
		case x == ".":
			return -1, true
		case y == ".":
			return 1, true
		}
		if isNumber(x) && isNumber(y) && x[0] != '0' && y[0] != '0' {
			if len(x) != len(y) {
				return compareNumbers(int64(len(x)), int64(len(y))), true
			}
			return strings.Compare(x, y), true
		}
		upperX, ok1 := convert.Upcase(x)
		upperY, ok2 := convert.Upcase(y)
		return strings.Compare(upperX, upperY), ok1 && ok2
	}
	return strings.Compare(a, b), true
}

func isNumber(s string) bool { return strings.Trim(s, "0123456789") == "" }

func newValue(c *convert.Converter, args []types.Value) (types.Value, bool) {
	if len(args) == 0 {
		return nil, false
	}
	t, ok := args[0].(types.TypeValue)
	if !ok {
		return nil, false
	}
	v, err := c.Convert(t.Type, args[1:]...)
	return v, err == nil
}

func convertTo(c *convert.Converter, args []types.Value) (types.Value, bool) {
	if len(args) < 2 {
		return nil, false
	}
	t, ok := args[1].(types.TypeValue)
	if !ok {
		return nil, false
	}
	v, err := c.Convert(t.Type, append([]types.Value{args[0]}, args[2:]...)...)
	return v, err == nil
}

func unwrap(c *convert.Converter, args []types.Value) (types.Value, bool) {
	if len(args) != 1 {
		return nil, false
	}
	if s, ok := args[0].(*types.Sensitive); ok {
		return s.Value, true
	}
	return args[0], true
}

func typeOf(c *convert.Converter, args []types.Value) (types.Value, bool) {
	if len(args) == 0 || len(args) > 2 {
		return nil, false
	}
	method := types.String("detailed")
	if len(args) == 2 {
		var ok bool
		if method, ok = args[1].(types.String); !ok {
			return nil, false
		}
	}
	switch method {
	case "detailed":
		return types.TypeValue{Type: c.Algebra().InferSet(args[0])}, true
	case "reduced":
		return types.TypeValue{Type: c.Algebra().Infer(args[0])}, true
	case "generalized":
		return types.TypeValue{Type: c.Algebra().InferGeneric(args[0])}, true
	}
	return nil, false
}
