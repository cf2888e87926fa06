package lattice

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

// Range is a range of whole numbers, both ends included. As in Puppet's Integer, the smallest
// and the largest int64 mean "no bound".
type Range struct{ Low, High int64 }

// AnyInteger is the range of all Puppet integers.
var AnyInteger = Range{math.MinInt64, math.MaxInt64}

// Single reports whether the range holds exactly one number.
func (s Range) Single() bool { return s.Low == s.High }

// OpenLow reports whether the range has no lower bound.
func (s Range) OpenLow() bool { return s.Low == math.MinInt64 }

// OpenHigh reports whether the range has no upper bound.
func (s Range) OpenHigh() bool { return s.High == math.MaxInt64 }

// plus returns the range of the sums. overflows reports that no sum is a Puppet integer; it is
// true only for two single values.
func (s Range) plus(other Range) (result Range, overflows bool) {
	if s.Single() && other.Single() {
		return exactly(new(big.Int).Add(big.NewInt(s.Low), big.NewInt(other.Low)))
	}
	low, lowFits := add(s.Low, other.Low)
	high, highFits := add(s.High, other.High)
	return bounded(low, high, s.OpenLow() || other.OpenLow() || !lowFits, s.OpenHigh() || other.OpenHigh() || !highFits)
}

// Minus returns the range of the differences.
func (s Range) Minus(other Range) (result Range, overflows bool) {
	if s.Single() && other.Single() {
		return exactly(new(big.Int).Sub(big.NewInt(s.Low), big.NewInt(other.Low)))
	}
	low, lowFits := subtract(s.Low, other.High)
	high, highFits := subtract(s.High, other.Low)
	return bounded(low, high, s.OpenLow() || other.OpenHigh() || !lowFits, s.OpenHigh() || other.OpenLow() || !highFits)
}

// times returns the range of the products.
func (s Range) times(other Range) (result Range, overflows bool) {
	if s.Single() && other.Single() {
		return exactly(new(big.Int).Mul(big.NewInt(s.Low), big.NewInt(other.Low)))
	}
	if s.OpenLow() || s.OpenHigh() || other.OpenLow() || other.OpenHigh() {
		return AnyInteger, false
	}
	corners := [4]*big.Int{}
	for i := range corners {
		x, y := s.Low, other.Low
		if i&1 != 0 {
			x = s.High
		}
		if i&2 != 0 {
			y = other.High
		}
		corners[i] = new(big.Int).Mul(big.NewInt(x), big.NewInt(y))
	}
	least, most := corners[0], corners[0]
	for _, corner := range corners[1:] {
		if corner.Cmp(least) < 0 {
			least = corner
		}
		if corner.Cmp(most) > 0 {
			most = corner
		}
	}
	return bounded(least.Int64(), most.Int64(), !least.IsInt64(), !most.IsInt64())
}

// exactly returns the range of one value. overflows reports that the value is not a Puppet
// integer.
func exactly(value *big.Int) (result Range, overflows bool) {
	if !value.IsInt64() {
		return AnyInteger, true
	}
	return Range{value.Int64(), value.Int64()}, false
}

// bounded returns the range from low to high. openLow and openHigh remove a bound.
func bounded(low, high int64, openLow, openHigh bool) (Range, bool) {
	result := Range{low, high}
	if openLow {
		result.Low = math.MinInt64
	}
	if openHigh {
		result.High = math.MaxInt64
	}
	return result, false
}

func add(x, y int64) (int64, bool) {
	sum := x + y
	return sum, (y >= 0) == (sum >= x)
}

func subtract(x, y int64) (int64, bool) {
	difference := x - y
	return difference, (y >= 0) == (difference <= x)
}

// floorDivide divides as Ruby does, towards minus infinity.
func floorDivide(x, y int64) int64 {
	quotient := x / y
	if x%y != 0 && (x < 0) != (y < 0) {
		quotient--
	}
	return quotient
}

// floorModulo returns the remainder of floorDivide.
func floorModulo(x, y int64) int64 {
	remainder := x % y
	if remainder != 0 && (remainder < 0) != (y < 0) {
		remainder += y
	}
	return remainder
}

// shiftLeft shifts as Ruby does: without loss, and to the right for a negative count. ok is
// false if the result is not a Puppet integer.
func shiftLeft(x, count int64) (result int64, ok bool) {
	if count < 0 {
		return x >> min(uint64(-count), 63), true
	}
	if x == 0 {
		return 0, true
	}
	if count > 64 {
		return 0, false
	}
	shifted := new(big.Int).Lsh(big.NewInt(x), uint(count))
	if !shifted.IsInt64() {
		return 0, false
	}
	return shifted.Int64(), true
}

// LeadingInteger returns the whole number at the start of a string, or 0, as Ruby's to_i does.
func LeadingInteger(text string) int64 {
	text = strings.TrimLeft(text, " \t\n\v\f\r")
	end := 0
	for end < len(text) && (text[end] >= '0' && text[end] <= '9' || end == 0 && (text[0] == '-' || text[0] == '+') || end > 0 && text[end] == '_' && text[end-1] != '_') {
		end++
	}
	value, err := strconv.ParseInt(strings.ReplaceAll(text[:end], "_", ""), 10, 64)
	if err != nil && value == 0 {
		return 0
	}
	return value
}

// Number is a number that Puppet converts from a string.
type Number struct {
	integer bool
	whole   int64
	float   float64
}

// ToNumber converts a string to a number as Puppet's Utils.to_n does (Patterns::NUMERIC). It
// accepts leading blanks, a sign, and decimal, octal, hexadecimal and floating-point numbers.
func ToNumber(text string) (Number, bool) {
	rest := strings.Trim(text, " \t")
	negative := false
	if rest != "" && (rest[0] == '-' || rest[0] == '+') {
		negative = rest[0] == '-'
		rest = strings.TrimLeft(rest[1:], " \t")
	}
	if rest == "" || rest[0] < '0' || rest[0] > '9' {
		return Number{}, false
	}
	base, digits := 10, rest
	switch {
	case len(rest) > 2 && (rest[1] == 'x' || rest[1] == 'X') && rest[0] == '0':
		base, digits = 16, rest[2:]
	case len(rest) > 1 && rest[0] == '0' && strings.Trim(rest, "01234567") == "":
		base, digits = 8, rest[1:]
	case strings.ContainsAny(rest, ".eE"):
		return toFloat(rest, negative)
	case len(rest) > 1 && rest[0] == '0':
		return Number{}, false
	}
	magnitude, ok := new(big.Int).SetString(digits, base)
	if !ok || strings.Contains(digits, "_") {
		return Number{}, false
	}
	if negative {
		magnitude.Neg(magnitude)
	}
	if !magnitude.IsInt64() {
		return Number{}, false
	}
	return Number{integer: true, whole: magnitude.Int64()}, true
}

func toFloat(text string, negative bool) (Number, bool) {
	mantissa, exponent, hasExponent := strings.Cut(strings.ToLower(text), "e")
	whole, fraction, hasFraction := strings.Cut(mantissa, ".")
	if !AllDigits(whole) || hasFraction && !AllDigits(fraction) ||
		hasExponent && !AllDigits(strings.TrimPrefix(exponent, "-")) {
		return Number{}, false
	}
	value, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return Number{}, false
	}
	if negative {
		value = -value
	}
	return Number{float: value}, true
}

// AllDigits reports whether a text is not empty and consists of digits only.
func AllDigits(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }
