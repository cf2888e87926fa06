package convert

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"puppet-lint/internal/lazyregexp"
	"puppet-lint/types"
)

// The strings that Puppet's new accepts as numbers (types.rb). \s is Ruby's, which includes the
// vertical tab.
const (
	signPrefix = `\A[+-]?[\s\v]*`
	hexNumber  = `0[xX][0-9A-Fa-f]+`
	octNumber  = `0[0-7]+`
	binNumber  = `0[bB][01]+`
	floatText  = `(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE]-?\d+)?`
)

var (
	integerPattern = lazyregexp.New(signPrefix + `(?:\d+|` + hexNumber + `|` + binNumber + `)\z`)
	floatPattern   = lazyregexp.New(signPrefix + `(?:` + floatText + `|` + hexNumber + `|` + octNumber + `|` + binNumber + `)\z`)
	// spacedSign finds blanks between sign and number. Ruby refuses them, and Puppet then
	// removes them.
	spacedSign = lazyregexp.New(`(?s)\A([+-])[ \t]+([^\n]*)\z`)
	rubyDigits = lazyregexp.New(`\A[0-9a-z](?:_?[0-9a-z])*\z`)
	rubyReal   = lazyregexp.New(`\A[+-]?\d+(?:_\d+)*(?:\.\d+(?:_\d+)*)?(?:[eE][+-]?\d+(?:_\d+)*)?\z`)
	rubyHex    = lazyregexp.New(`\A[+-]?0[xX][0-9a-fA-F]+\z`)
	// numericText matches the numbers that Puppet reads in strings (patterns.rb).
	numericText = lazyregexp.New(`\A[ \t]*([-+]?)[ \t]*((0[xX][0-9A-Fa-f]+)|(0?\d+)((?:\.\d+)?(?:[eE]-?\d+)?))[ \t]*\z`)
)

// rubyInteger implements Ruby's Integer(s, base). Base 0 means the one of the prefix.
func rubyInteger(s string, base int) (*big.Int, bool) {
	s = strings.ToLower(strings.Trim(s, " \t\n\v\f\r"))
	negative := strings.HasPrefix(s, "-")
	if negative || strings.HasPrefix(s, "+") {
		s = s[1:]
	}
	prefixes := []struct {
		text string
		base int
	}{{"0x", 16}, {"0b", 2}, {"0o", 8}, {"0d", 10}}
	found := false
	for _, p := range prefixes {
		if strings.HasPrefix(s, p.text) && (base == 0 || base == p.base) {
			s, base, found = s[2:], p.base, true
			break
		}
	}
	if !found && base == 0 {
		base = 10
		if len(s) > 1 && s[0] == '0' {
			s, base = strings.TrimPrefix(s[1:], "_"), 8
		}
	}
	if !rubyDigits.MatchString(s) {
		return nil, false
	}
	n, ok := new(big.Int).SetString(strings.ReplaceAll(s, "_", ""), base)
	if ok && negative {
		n.Neg(n)
	}
	return n, ok
}

// rubyFloat implements Ruby's Float(s).
func rubyFloat(s string) (float64, bool) {
	s = strings.Trim(s, " \t\n\v\f\r")
	if rubyHex.MatchString(s) {
		f, err := strconv.ParseFloat(s+"p0", 64)
		return f, err == nil
	}
	if !rubyReal.MatchString(s) {
		return 0, false
	}
	f, err := strconv.ParseFloat(strings.ReplaceAll(s, "_", ""), 64)
	return f, err == nil || math.IsInf(f, 0)
}

func small(n *big.Int) (types.Value, error) {
	if !n.IsInt64() {
		return nil, ErrUnknown
	}
	return types.Integer(n.Int64()), nil
}

// fromHash returns the named arguments of a number's constructor as a list.
func fromHash(args []types.Value, keys ...string) ([]types.Value, bool) {
	if len(args) != 1 {
		return args, true
	}
	h, ok := args[0].(*types.Hash)
	if !ok {
		return args, true
	}
	if get(h, "from") == nil || !onlyKeys(h, keys...) {
		return nil, false
	}
	out := make([]types.Value, len(keys))
	for i, k := range keys {
		out[i] = get(h, k)
	}
	return out, true
}

// toInteger implements Integer.new(from, radix, abs).
func (c *Converter) toInteger(args []types.Value) (types.Value, error) {
	if len(args) == 0 || len(args) > 3 {
		return nil, wrongCount("Integer", 1, 3, len(args))
	}
	named, ok := fromHash(args, "from", "radix", "abs")
	if !ok {
		return nil, c.cannot(args[0], "Integer")
	}
	args = append(append([]types.Value(nil), named...), nil, nil)[:3]
	radix := 0
	switch r := args[1].(type) {
	case nil, types.Default:
	case types.Integer:
		if r != 2 && r != 8 && r != 10 && r != 16 {
			return nil, failf("Illegal radix: %d, expected 2, 8, 10, 16, or default", int64(r))
		}
		radix = int(r)
	default:
		return nil, c.cannot(args[0], "Integer")
	}
	abs, ok := flag(args[2])
	if !ok {
		return nil, c.cannot(args[0], "Integer")
	}
	n, err := c.integer(args[0], radix)
	if err != nil {
		return nil, err
	}
	if abs {
		n.Abs(n)
	}
	return small(n)
}

// flag returns the value of an optional boolean argument.
func flag(v types.Value) (value, ok bool) {
	if v == nil {
		return false, true
	}
	b, ok := v.(types.Boolean)
	return bool(b), ok
}

func (c *Converter) integer(from types.Value, radix int) (*big.Int, error) {
	switch v := from.(type) {
	case types.Integer:
		return big.NewInt(int64(v)), nil
	case types.Float:
		if math.IsInf(float64(v), 0) || math.IsNaN(float64(v)) {
			return nil, failf("%s", types.FormatFloat(float64(v)))
		}
		n, _ := big.NewFloat(math.Trunc(float64(v))).Int(nil)
		return n, nil
	case types.Boolean:
		if v {
			return big.NewInt(1), nil
		}
		return new(big.Int), nil
	case types.Timespan:
		return big.NewInt(floorDivide(int64(v), 1e9)), nil
	case types.Timestamp:
		return big.NewInt(floorDivide(int64(v), 1e9)), nil
	case types.String:
		if !integerPattern.MatchString(string(v)) {
			return nil, c.cannot(from, "Integer")
		}
		text := string(v)
		for {
			if n, ok := rubyInteger(text, radix); ok {
				return n, nil
			}
			m := spacedSign.FindStringSubmatch(text)
			if m == nil {
				return nil, failf("invalid value for Integer(): %q", string(v))
			}
			text = m[1] + m[2]
		}
	}
	return nil, c.cannot(from, "Integer")
}

func floorDivide(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// toFloat implements Float.new(from, abs).
func (c *Converter) toFloat(args []types.Value) (types.Value, error) {
	from, abs, err := c.numberArguments(args, "Float")
	if err != nil {
		return nil, err
	}
	f, err := c.float(from)
	if err != nil {
		return nil, err
	}
	if abs {
		f = math.Abs(f)
	}
	return types.Float(f), nil
}

// numberArguments reads (from, abs), or a hash of both.
func (c *Converter) numberArguments(args []types.Value, name string) (from types.Value, abs bool, err error) {
	if len(args) == 0 || len(args) > 2 {
		return nil, false, wrongCount(name, 1, 2, len(args))
	}
	named, ok := fromHash(args, "from", "abs")
	if !ok {
		return nil, false, c.cannot(args[0], name)
	}
	named = append(append([]types.Value(nil), named...), nil)[:2]
	if abs, ok = flag(named[1]); !ok {
		return nil, false, c.cannot(args[0], name)
	}
	return named[0], abs, nil
}

func (c *Converter) float(from types.Value) (float64, error) {
	switch v := from.(type) {
	case types.Float:
		return float64(v), nil
	case types.Integer:
		return float64(v), nil
	case types.Boolean:
		if v {
			return 1, nil
		}
		return 0, nil
	case types.Timespan:
		return seconds(int64(v)), nil
	case types.Timestamp:
		return seconds(int64(v)), nil
	case types.String:
		text := string(v)
		if !floatPattern.MatchString(text) {
			return 0, c.cannot(from, "Float")
		}
		if text == "0" {
			// Puppet reads the second character, which does not exist.
			return 0, failf("undefined method `casecmp' for nil:NilClass")
		}
		for {
			if strings.HasPrefix(text, "0b") || strings.HasPrefix(text, "0B") {
				n, _ := rubyInteger(text, 0)
				f, _ := new(big.Float).SetInt(n).Float64()
				return f, nil
			}
			if f, ok := rubyFloat(text); ok {
				return f, nil
			}
			m := spacedSign.FindStringSubmatch(text)
			if m == nil {
				return 0, failf("invalid value for Float(): %q", string(v))
			}
			text = m[1] + m[2]
		}
	}
	return 0, c.cannot(from, "Float")
}

// seconds divides nanoseconds as Ruby's fdiv does: by the common divisor first, then as floats.
func seconds(nanoseconds int64) float64 {
	divisor := new(big.Int).GCD(nil, nil, new(big.Int).Abs(big.NewInt(nanoseconds)), big.NewInt(1e9)).Int64()
	return float64(nanoseconds/divisor) / float64(1e9/divisor)
}

// toNumeric implements Numeric.new(from, abs).
func (c *Converter) toNumeric(args []types.Value) (types.Value, error) {
	from, abs, err := c.numberArguments(args, "Numeric")
	if err != nil {
		return nil, err
	}
	value, err := c.numeric(from)
	if err != nil || !abs {
		return value, err
	}
	switch v := value.(type) {
	case types.Integer:
		if v == math.MinInt64 {
			return nil, ErrUnknown
		}
		return max(v, -v), nil
	case types.Float:
		return types.Float(math.Abs(float64(v))), nil
	}
	return nil, ErrUnknown
}

func (c *Converter) numeric(from types.Value) (types.Value, error) {
	switch v := from.(type) {
	case types.Integer, types.Float:
		return v, nil
	case types.Boolean:
		if v {
			return types.Integer(1), nil
		}
		return types.Integer(0), nil
	case types.Timespan:
		return types.Float(seconds(int64(v))), nil
	case types.Timestamp:
		return types.Float(seconds(int64(v))), nil
	case types.String:
		text := string(v)
		if !floatPattern.MatchString(text) {
			return nil, c.cannot(from, "Numeric")
		}
		if len(text) > 1 && text[0] == '0' && strings.IndexByte("bBxX", text[1]) >= 0 {
			n, ok := rubyInteger(text, 0)
			if !ok {
				return nil, c.cannot(from, "Numeric")
			}
			return small(n)
		}
		return ParseNumber(text)
	}
	return nil, c.cannot(from, "Numeric")
}

// ParseNumber parses a string as a number as Puppet does in arithmetic and comparisons
// (Utils.to_n). The error is an *Error if the string is not a number.
func ParseNumber(text string) (types.Value, error) {
	m := numericText.FindStringSubmatch(strings.TrimPrefix(text, "::"))
	if m == nil {
		return nil, failf("The string '%s' cannot be converted to Numeric", text)
	}
	if m[5] != "" {
		f, ok := rubyFloat(m[2])
		if !ok {
			return nil, failf("The string '%s' cannot be converted to Numeric", text)
		}
		if m[1] == "-" {
			f = -f
		}
		return types.Float(f), nil
	}
	n, ok := rubyInteger(m[2], 0)
	if !ok {
		return nil, failf("The string '%s' cannot be converted to Numeric", text)
	}
	if m[1] == "-" {
		n.Neg(n)
	}
	return small(n)
}

// toBoolean implements Boolean.new(from).
func (c *Converter) toBoolean(args []types.Value) (types.Value, error) {
	if len(args) != 1 {
		return nil, wrongCount("Boolean", 1, 1, len(args))
	}
	switch v := args[0].(type) {
	case types.Boolean:
		return v, nil
	case types.Integer:
		return types.Boolean(v != 0), nil
	case types.Float:
		return types.Boolean(v != 0), nil
	case types.String:
		switch strings.ToLower(string(v)) {
		case "true", "yes", "y":
			return types.Boolean(true), nil
		case "false", "no", "n":
			return types.Boolean(false), nil
		}
	}
	return nil, c.cannot(args[0], "Boolean")
}
