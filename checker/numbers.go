package checker

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

// span64 is a range of whole numbers, both ends included. The smallest and the
// largest int64 stand for "no bound", which is what Puppet's Integer means by
// them.
type span64 struct{ low, high int64 }

var anyInteger = span64{math.MinInt64, math.MaxInt64}

func (s span64) single() bool { return s.low == s.high }

func (s span64) openLow() bool  { return s.low == math.MinInt64 }
func (s span64) openHigh() bool { return s.high == math.MaxInt64 }

// plus is the range of the sums. overflows reports that no sum is within what
// Puppet allows; it is only ever true for two single values.
func (s span64) plus(other span64) (result span64, overflows bool) {
	if s.single() && other.single() {
		return exactly(new(big.Int).Add(big.NewInt(s.low), big.NewInt(other.low)))
	}
	low, lowFits := add(s.low, other.low)
	high, highFits := add(s.high, other.high)
	return bounded(low, high, s.openLow() || other.openLow() || !lowFits, s.openHigh() || other.openHigh() || !highFits)
}

// minus is the range of the differences.
func (s span64) minus(other span64) (result span64, overflows bool) {
	if s.single() && other.single() {
		return exactly(new(big.Int).Sub(big.NewInt(s.low), big.NewInt(other.low)))
	}
	low, lowFits := subtract(s.low, other.high)
	high, highFits := subtract(s.high, other.low)
	return bounded(low, high, s.openLow() || other.openHigh() || !lowFits, s.openHigh() || other.openLow() || !highFits)
}

// times is the range of the products.
func (s span64) times(other span64) (result span64, overflows bool) {
	if s.single() && other.single() {
		return exactly(new(big.Int).Mul(big.NewInt(s.low), big.NewInt(other.low)))
	}
	if s.openLow() || s.openHigh() || other.openLow() || other.openHigh() {
		return anyInteger, false
	}
	corners := [4]*big.Int{}
	for i := range corners {
		x, y := s.low, other.low
		if i&1 != 0 {
			x = s.high
		}
		if i&2 != 0 {
			y = other.high
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

// exactly is the range of one value, which overflows where it is none of Puppet's
// integers.
func exactly(value *big.Int) (result span64, overflows bool) {
	if !value.IsInt64() {
		return anyInteger, true
	}
	return span64{value.Int64(), value.Int64()}, false
}

// bounded is the range from low to high, with the ends that do not hold left
// open.
func bounded(low, high int64, openLow, openHigh bool) (span64, bool) {
	result := span64{low, high}
	if openLow {
		result.low = math.MinInt64
	}
	if openHigh {
		result.high = math.MaxInt64
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

// floorModulo is the remainder that goes with floorDivide.
func floorModulo(x, y int64) int64 {
	remainder := x % y
	if remainder != 0 && (remainder < 0) != (y < 0) {
		remainder += y
	}
	return remainder
}

// shiftLeft shifts as Ruby does: without bound, a negative count to the right.
// ok is false when the result is outside of Puppet's integers.
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

// leadingInteger is what Ruby's to_i makes of a string: the whole number at its start,
// or 0.
func leadingInteger(text string) int64 {
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

// number is a value that Puppet makes of a string where it wants a number.
type number struct {
	integer bool
	whole   int64
	float   float64
}

// toNumber converts a string as Puppet's Utils.to_n does (Patterns::NUMERIC):
// blanks and a sign in front, decimal, octal, hexadecimal, or a float.
func toNumber(text string) (number, bool) {
	rest := strings.Trim(text, " \t")
	negative := false
	if rest != "" && (rest[0] == '-' || rest[0] == '+') {
		negative = rest[0] == '-'
		rest = strings.TrimLeft(rest[1:], " \t")
	}
	if rest == "" || rest[0] < '0' || rest[0] > '9' {
		return number{}, false
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
		return number{}, false
	}
	magnitude, ok := new(big.Int).SetString(digits, base)
	if !ok || strings.Contains(digits, "_") {
		return number{}, false
	}
	if negative {
		magnitude.Neg(magnitude)
	}
	if !magnitude.IsInt64() {
		return number{}, false
	}
	return number{integer: true, whole: magnitude.Int64()}, true
}

func toFloat(text string, negative bool) (number, bool) {
	mantissa, exponent, hasExponent := strings.Cut(strings.ToLower(text), "e")
	whole, fraction, hasFraction := strings.Cut(mantissa, ".")
	if !allDigits(whole) || hasFraction && !allDigits(fraction) ||
		hasExponent && !allDigits(strings.TrimPrefix(exponent, "-")) {
		return number{}, false
	}
	value, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return number{}, false
	}
	if negative {
		value = -value
	}
	return number{float: value}, true
}

func allDigits(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }
