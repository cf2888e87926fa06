package yaml

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"puppet-lint/internal/document"
	"puppet-lint/internal/lazyregexp"
)

// The patterns of what Psych's ScalarScanner (4.0) treats as something other than text. None of
// them is applied to a text with a line feed.
var (
	timePattern    = lazyregexp.New(`^-?\d{4}-\d{1,2}-\d{1,2}(?:[Tt]|\s+)\d{1,2}:\d\d:\d\d(?:\.\d*)?(?:\s*(?:Z|[-+]\d{1,2}:?(?:\d\d)?))?$`)
	datePattern    = lazyregexp.New(`^\d{4}-(?:1[012]|0\d|\d)-(?:[12]\d|3[01]|0\d|\d)$`)
	base60Pattern  = lazyregexp.New(`^[-+]?[0-9][0-9_]*(:[0-5]?[0-9]){1,2}(\.[0-9_]*)?$`)
	floatPattern   = lazyregexp.New(`^[-+]?([0-9][0-9_,]*)?\.[0-9]*([eE][-+][0-9]+)?$`)
	integerPattern = lazyregexp.New(`^[-+]?(0b[01_,]+|0[0-7_,]+|0|[1-9]([0-9]|,[0-9]|_[0-9])*|0x[0-9a-fA-F_,]+)$`)
	quotedSymbol   = lazyregexp.New(`^:(?:"(.*)"|'(.*)')`)
	leadingInteger = lazyregexp.New(`^[-+]?[0-9]+(_[0-9]+)*`)
	leadingFloat   = lazyregexp.New(`^[-+]?[0-9]+(_[0-9]+)*(\.[0-9]+(_[0-9]+)*)?`)
	floatTextFixed = lazyregexp.New(`[,_]|\.([Ee]|$)`)
)

// valueError is the reason why Ruby would reject a scalar.
type valueError struct {
	code    document.Code
	message string
}

func refusedClass(name string) *valueError {
	return &valueError{document.RefusedClass, "Tried to load unspecified class: " + name}
}

func badValue(kind, text string) *valueError {
	return &valueError{document.BadValue, fmt.Sprintf("invalid value for %s(): %q", kind, text)}
}

// resolveScalar sets the kind and value that Psych gives to a scalar without quotes. The Text
// of n is set already.
func resolveScalar(n *document.Node, options Options) *valueError {
	text := n.Text
	if text == "" {
		n.Kind = document.Null
		return nil
	}
	if looksLikeText(text) {
		resolveWord(n)
		return nil
	}
	n.Kind = document.String
	switch c := text[0]; {
	case c == ':':
		if len(text) == 1 {
			return nil
		}
		return resolveSymbol(n, options)
	case c == '.' || c == '+' || c == '-' || '0' <= c && c <= '9':
		return resolveNumber(n)
	}
	return nil
}

// looksLikeText is Psych's first, quick test. It also accepts words such as "true", which
// resolveWord then resolves.
func looksLikeText(text string) bool {
	first, size := rune(text[0]), 1
	if first >= utf8.RuneSelf {
		first, size = utf8.DecodeRuneInString(text)
	}
	if isTextRune(first) {
		return true
	}
	if !(first == '.' || first == ':' || first == '-' || '0' <= first && first <= '9') && size < len(text) {
		if second, _ := utf8.DecodeRuneInString(text[size:]); isTextRune(second) {
			return true
		}
	}
	return strings.IndexByte(text, '\n') >= 0
}

func isTextRune(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || strings.IndexByte("_ \t\r\n\v\f!@#$%^&*(){}<>|/\\~;=", byte(r)) >= 0
	}
	return unicode.IsLetter(r) || unicode.Is(unicode.Nl, r) || unicode.Is(unicode.Other_Alphabetic, r)
}

// resolveWord resolves nil, true and false in a text that is not a number. Ruby's ^ and $ match
// at the ends of any line, so each line counts.
func resolveWord(n *document.Node) {
	n.Kind = document.String
	text := n.Text
	if len(text) > 5 && utf8.RuneCountInString(text) > 5 {
		return
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if line == "" && i == len(lines)-1 {
			continue
		}
		// The line must begin with the first letter of one of the words.
		if line == "" || strings.IndexByte("ytonfYTONF~", line[0]) < 0 {
			return
		}
	}
	if text == "~" || anyLine(lines, "null") {
		n.Kind = document.Null
	} else if anyLine(lines, "yes", "true", "on") {
		n.Kind, n.Boolean = document.Boolean, true
	} else if anyLine(lines, "no", "false", "off") {
		n.Kind = document.Boolean
	}
}

func anyLine(lines []string, words ...string) bool {
	for _, line := range lines {
		// Ruby folds the ligature into its two letters.
		line = strings.ReplaceAll(line, "\ufb00", "ff")
		for _, word := range words {
			if strings.EqualFold(line, word) {
				return true
			}
		}
	}
	return false
}

func resolveSymbol(n *document.Node, options Options) *valueError {
	if options.RefuseSymbols {
		return refusedClass("Symbol")
	}
	n.Kind = document.Symbol
	if quoted := quotedSymbol.FindStringSubmatch(n.Text); quoted != nil {
		n.Text = strings.TrimPrefix(quoted[1]+quoted[2], ":")
	} else {
		n.Text = n.Text[1:]
	}
	return nil
}

// resolveNumber resolves numbers, times and dates in a text that begins with a digit, a sign or
// a point. Its Kind is String already.
func resolveNumber(n *document.Node) *valueError {
	text := n.Text
	if isShortDecimal(text) {
		n.Kind = document.Integer
		n.Integer, _ = strconv.ParseInt(text, 10, 64)
		return nil
	}
	switch strings.ToLower(text) {
	case ".inf", "+.inf":
		n.Kind, n.Float = document.Float, math.Inf(1)
		return nil
	case "-.inf":
		n.Kind, n.Float = document.Float, math.Inf(-1)
		return nil
	case ".nan":
		n.Kind, n.Float = document.Float, math.NaN()
		return nil
	}
	switch {
	case strings.Count(text, ".") > 1:
		// An address or a version; none of the patterns has two points.
	case timePattern.MatchString(text):
		return refusedClass("Time")
	case datePattern.MatchString(text):
		return refusedClass("Date")
	case base60Pattern.MatchString(text):
		resolveBase60(n)
	case floatPattern.MatchString(text):
		if strings.TrimLeft(text, "+-") != "." {
			return resolveFloat(n, floatTextFixed.ReplaceAllString(text, "$1"))
		}
	case integerPattern.MatchString(text):
		return resolveInteger(n)
	}
	return nil
}

// isShortDecimal reports whether text is a decimal number without leading zeros and of at most
// 18 digits: the most common numbers.
func isShortDecimal(text string) bool {
	if len(text) > 18 || text[0] == '0' && len(text) > 1 {
		return false
	}
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return true
}

func resolveFloat(n *document.Node, text string) *valueError {
	value, err := strconv.ParseFloat(text, 64)
	if err != nil && !math.IsInf(value, 0) {
		return badValue("Float", text)
	}
	n.Kind, n.Float = document.Float, value
	return nil
}

// resolveInteger follows Ruby's Integer(), which recognizes bases by their prefixes.
func resolveInteger(n *document.Node) *valueError {
	if len(n.Text) > maxDigits {
		n.Kind = document.Opaque
		return nil
	}
	digits := strings.NewReplacer(",", "", "_", "").Replace(n.Text)
	value, ok := new(big.Int).SetString(digits, 0)
	if !ok {
		return badValue("Integer", digits)
	}
	setInteger(n, value)
	return nil
}

// maxDigits is the length in bytes of the longest number that is converted. The time of
// conversion grows with the square of the length.
const maxDigits = 4096

func setInteger(n *document.Node, value *big.Int) {
	n.Kind = document.Integer
	if value.IsInt64() {
		n.Integer = value.Int64()
	} else {
		n.Big = value
	}
}

// resolveBase60 parses 12:30:45. Psych multiplies the first part by 3600 even if there are only
// two parts.
func resolveBase60(n *document.Node) {
	if len(n.Text) > maxDigits {
		n.Kind = document.Opaque
		return
	}
	parts := strings.Split(n.Text, ":")
	weights := []int64{3600, 60, 1}
	if strings.IndexByte(n.Text, '.') >= 0 {
		sum := 0.0
		for i, part := range parts {
			value, _ := strconv.ParseFloat(strings.ReplaceAll(leadingFloat.FindString(part), "_", ""), 64)
			sum += value * float64(weights[i])
		}
		n.Kind, n.Float = document.Float, sum
		return
	}
	sum := new(big.Int)
	for i, part := range parts {
		value, _ := new(big.Int).SetString(strings.ReplaceAll(leadingInteger.FindString(part), "_", ""), 10)
		if value != nil {
			sum.Add(sum, value.Mul(value, big.NewInt(weights[i])))
		}
	}
	setInteger(n, sum)
}
