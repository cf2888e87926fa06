package convert

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

	"puppet-lint/types"
)

// directive is one %… in a format string.
type directive struct {
	space, plus, minus, zero, alt bool
	width, precision              int // -1 when not given
	verb                          byte
}

// Format implements Ruby's Kernel.format for arguments as Puppet passes them. The error is an
// *Error if Ruby raises one, or ErrUnknown.
func Format(format string, args []types.Value) (string, error) {
	p := &formatPrinter{format: format, args: args}
	for p.at < len(format) {
		percent := strings.IndexByte(format[p.at:], '%')
		if percent < 0 {
			p.out.WriteString(format[p.at:])
			break
		}
		p.out.WriteString(format[p.at : p.at+percent])
		p.at += percent + 1
		if err := p.directive(); err != nil {
			return "", err
		}
		if p.out.Len() > maxText {
			return "", ErrUnknown
		}
	}
	return p.out.String(), nil
}

// maxText bounds the length of the result in bytes.
const maxText = 1 << 20

type formatPrinter struct {
	format string
	at     int
	args   []types.Value
	next   int
	// style is how arguments are chosen: 0 if not yet known, then 's'equential, '$' numbered,
	// '<' named.
	style byte
	named types.Value
	out   strings.Builder
}

func (p *formatPrinter) malformed() error {
	if p.at <= len(p.format) && p.at > 0 {
		return failf("malformed format string - %%%s", p.format[p.at-1:min(p.at, len(p.format))])
	}
	return failf("incomplete format specifier; use %%%% (double %%) instead")
}

// directive reads and prints one directive after its %.
func (p *formatPrinter) directive() error {
	plain := directive{width: -1, precision: -1}
	d := plain
	var arg types.Value
	for {
		if p.at == len(p.format) {
			return failf("incomplete format specifier; use %%%% (double %%) instead")
		}
		ch := p.format[p.at]
		p.at++
		var err error
		switch {
		case ch == ' ':
			d.space = true
		case ch == '+':
			d.plus = true
		case ch == '-':
			d.minus = true
		case ch == '0':
			d.zero = true
		case ch == '#':
			d.alt = true
		case '1' <= ch && ch <= '9':
			err = p.widthOrNumber(ch, &d, &arg)
		case ch == '*':
			err = p.starWidth(&d)
		case ch == '.':
			err = p.precision(&d)
		case ch == '<':
			arg, err = p.name(ch)
		case ch == '{':
			return p.printNamed(d)
		case ch == '%' || ch == '\n' || ch == 0:
			if d != plain {
				return failf("invalid format character - %%")
			}
			p.out.WriteByte('%')
			if ch != '%' {
				p.at--
			}
			return nil
		case strings.IndexByte("csdiuoxXbBeEfgGaAp", ch) >= 0:
			d.verb = ch
			return p.print(d, arg)
		default:
			return p.malformed()
		}
		if err != nil {
			return err
		}
	}
}

// widthOrNumber reads a width or the number of an argument, as in %1$s.
func (p *formatPrinter) widthOrNumber(first byte, d *directive, arg *types.Value) error {
	n, ok := p.number(first)
	if !ok {
		return ErrUnknown
	}
	if p.at == len(p.format) || p.format[p.at] != '$' {
		return d.setWidth(n)
	}
	p.at++
	if *arg != nil || p.style == 's' || p.style == '<' {
		return failf("numbered(%d) after unnumbered(1)", n)
	}
	p.style = '$'
	if n > len(p.args) {
		return failf("too few arguments")
	}
	*arg = p.args[n-1]
	return nil
}

// starWidth takes the width from the next argument. A negative width justifies to the left.
func (p *formatPrinter) starWidth(d *directive) error {
	n, err := p.star()
	if err != nil {
		return err
	}
	if err := d.setWidth(n); err != nil {
		return err
	}
	if n < 0 {
		d.minus, d.width = true, -n
	}
	return nil
}

func (d *directive) setWidth(n int) error {
	if d.width >= 0 {
		return failf("width given twice")
	}
	d.width = n
	return nil
}

// precision reads the precision after a dot.
func (p *formatPrinter) precision(d *directive) error {
	if d.precision >= 0 {
		return failf("precision given twice")
	}
	d.precision = 0
	if p.at == len(p.format) {
		return nil
	}
	switch next := p.format[p.at]; {
	case next == '*':
		p.at++
		n, err := p.star()
		if err != nil {
			return err
		}
		d.precision = max(n, -1)
	case isDigit(next):
		p.at++
		n, ok := p.number(next)
		if !ok {
			return ErrUnknown
		}
		d.precision = n
	}
	return nil
}

// printNamed prints the value of %{name}.
func (p *formatPrinter) printNamed(d directive) error {
	arg, err := p.name('{')
	if err != nil {
		return err
	}
	text, err := displayText(arg)
	if err != nil {
		return err
	}
	p.out.WriteString(d.pad(d.cut(text)))
	return nil
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// number reads digits. first is the first one, which has been read.
func (p *formatPrinter) number(first byte) (int, bool) {
	n := int(first - '0')
	for p.at < len(p.format) && isDigit(p.format[p.at]) {
		n = n*10 + int(p.format[p.at]-'0')
		p.at++
		if n > maxText {
			return 0, false
		}
	}
	return n, true
}

func (p *formatPrinter) star() (int, error) {
	v, err := p.argument()
	if err != nil {
		return 0, err
	}
	n, ok := v.(types.Integer)
	if !ok || n > maxText || n < -maxText {
		return 0, ErrUnknown
	}
	return int(n), nil
}

func (p *formatPrinter) argument() (types.Value, error) {
	if p.style == '$' || p.style == '<' {
		return nil, failf("unnumbered(1) mixed with numbered or named")
	}
	p.style = 's'
	if p.next >= len(p.args) {
		return nil, failf("too few arguments")
	}
	p.next++
	return p.args[p.next-1], nil
}

// name reads the rest of %<name> or %{name} and returns its value.
func (p *formatPrinter) name(open byte) (types.Value, error) {
	end := strings.IndexByte(p.format[p.at:], map[byte]byte{'<': '>', '{': '}'}[open])
	if end < 0 {
		return nil, failf("malformed name - unmatched parenthesis")
	}
	name := p.format[p.at : p.at+end]
	p.at += end + 1
	if p.style == 's' || p.style == '$' {
		return nil, failf("named<%s> after unnumbered(1)", name)
	}
	p.style = '<'
	if len(p.args) != 1 {
		return nil, failf("one hash required")
	}
	h, ok := p.args[0].(*types.Hash)
	if !ok {
		return nil, failf("one hash required")
	}
	v, ok := h.GetString(name)
	if !ok {
		return nil, failf("key<%s> not found", name)
	}
	return v, nil
}

func (p *formatPrinter) print(d directive, arg types.Value) error {
	if arg == nil {
		var err error
		if arg, err = p.argument(); err != nil {
			return err
		}
	}
	var text string
	var err error
	switch d.verb {
	case 'c':
		text, err = d.char(arg)
	case 's':
		if text, err = displayText(arg); err == nil {
			text = d.pad(d.cut(text))
		}
	case 'p':
		if text, err = inspectText(arg); err == nil {
			text = d.pad(d.cut(text))
		}
	case 'd', 'i', 'u', 'o', 'x', 'X', 'b', 'B':
		var n *big.Int
		if n, err = formatInteger(arg); err == nil {
			text = d.integer(n)
		}
	default:
		var f float64
		if f, err = formatFloat(arg); err == nil {
			if d.isNearHalf(f) {
				return ErrUnknown
			}
			text = d.float(f)
		}
	}
	p.out.WriteString(text)
	return err
}

// pad pads a text to the width, which counts characters.
func (d directive) pad(text string) string {
	missing := d.width - utf8.RuneCountInString(text)
	if missing <= 0 {
		return text
	}
	if d.minus {
		return text + strings.Repeat(" ", missing)
	}
	return strings.Repeat(" ", missing) + text
}

// cut keeps as many characters as the precision allows.
func (d directive) cut(text string) string {
	if d.precision < 0 || utf8.RuneCountInString(text) <= d.precision {
		return text
	}
	return string([]rune(text)[:d.precision])
}

func (d directive) char(arg types.Value) (string, error) {
	switch v := arg.(type) {
	case types.Integer:
		if v < 0 || v > utf8.MaxRune || !utf8.ValidRune(rune(v)) {
			return "", failf("invalid character")
		}
		return d.pad(string(rune(v))), nil
	case types.String:
		if v == "" {
			return "", failf("%%c requires a character")
		}
		if utf8.RuneCountInString(string(v)) > 1 {
			return "", ErrUnknown // Ruby before 3.2 refuses it, later versions use the first
		}
		return d.pad(string(v)), nil
	}
	return "", ErrUnknown
}

// formatInteger implements Ruby's Integer(x) for the arguments of %d and similar directives.
func formatInteger(arg types.Value) (*big.Int, error) {
	switch v := arg.(type) {
	case types.Integer:
		return big.NewInt(int64(v)), nil
	case types.Float:
		if math.IsInf(float64(v), 0) || math.IsNaN(float64(v)) {
			return nil, failf("%s", types.FormatFloat(float64(v)))
		}
		n, _ := big.NewFloat(float64(v)).Int(nil) // towards zero
		return n, nil
	case types.String:
		if n, ok := rubyInteger(string(v), 0); ok {
			return n, nil
		}
		return nil, failf("invalid value for Integer(): %q", string(v))
	case types.Undef, types.Boolean, types.Array, *types.Hash:
		return nil, failf("can't convert the value into Integer")
	}
	return nil, ErrUnknown
}

func formatFloat(arg types.Value) (float64, error) {
	switch v := arg.(type) {
	case types.Integer:
		return float64(v), nil
	case types.Float:
		return float64(v), nil
	case types.String:
		if f, ok := rubyFloat(string(v)); ok {
			return f, nil
		}
		return 0, failf("invalid value for Float(): %q", string(v))
	case types.Undef, types.Boolean, types.Array, *types.Hash:
		return 0, failf("can't convert the value into Float")
	}
	return 0, ErrUnknown
}

// integer prints a whole number. Without a sign flag, negative numbers are shown as two's
// complement in bases other than ten.
func (d directive) integer(n *big.Int) string {
	base, prefix := 10, ""
	switch d.verb {
	case 'o':
		base, prefix = 8, "0"
	case 'x', 'X':
		base, prefix = 16, "0"+string(d.verb)
	case 'b', 'B':
		base, prefix = 2, "0"+string(d.verb)
	}
	if !d.alt || base == 10 || n.Sign() == 0 && base != 8 {
		prefix = ""
	}
	sign, dots := "", false
	digits := new(big.Int).Abs(n).Text(base)
	fill := "0"
	switch {
	case n.Sign() < 0 && (base == 10 || d.plus || d.space):
		sign = "-"
	case n.Sign() < 0:
		digits, dots = complement(n, base), true
		fill = digits[:1]
	case d.plus:
		sign = "+"
	case d.space:
		sign = " "
	}
	if d.verb == 'X' {
		digits, fill = strings.ToUpper(digits), strings.ToUpper(fill)
	}
	if n.Sign() == 0 && d.precision == 0 {
		digits = ""
	}
	if base == 8 && prefix != "" && (dots || digits == "0") {
		prefix = ""
	}
	if dots {
		digits = ".." + digits // the dots count as digits
	}
	room := 0
	switch {
	case d.precision >= 0:
		room = d.precision - len(digits)
		if base == 8 && room > 0 {
			prefix = ""
		}
	case d.zero && !d.minus && d.width >= 0:
		room = d.width - len(sign) - len(prefix) - len(digits)
	}
	if room > 0 && dots {
		digits = ".." + strings.Repeat(fill, room) + digits[2:]
	} else if room > 0 {
		digits = strings.Repeat(fill, room) + digits
	}
	return d.pad(sign + prefix + digits)
}

// complement returns the two's complement digits of a negative number. Of the infinitely many
// leading digits, which are all the highest digit of the base, it keeps one.
func complement(n *big.Int, base int) string {
	bits := map[int]uint{2: 1, 8: 3, 16: 4}[base]
	width := (uint(n.BitLen())/bits + 2) * bits
	m := new(big.Int).Add(n, new(big.Int).Lsh(big.NewInt(1), width))
	digits := m.Text(base)
	top := digits[:1]
	trimmed := strings.TrimLeft(digits, top)
	return top + trimmed
}

func (d directive) float(f float64) string {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		text := "Inf"
		if math.IsNaN(f) {
			text = "NaN"
		}
		return d.pad(d.sign(f < 0) + text)
	}
	abs := math.Abs(f)
	precision := d.precision
	var body string
	switch d.verb {
	case 'a', 'A':
		body = hexFloat(abs, precision)
		if d.alt && !strings.Contains(body, ".") {
			body = strings.Replace(body, "p", ".p", 1)
		}
	case 'f', 'e', 'E':
		if precision < 0 {
			precision = 6
		}
		body = strconv.FormatFloat(abs, lower(d.verb), precision, 64)
		if d.alt && precision == 0 {
			if mantissa, exponent, ok := strings.Cut(body, "e"); ok {
				body = mantissa + ".e" + exponent
			} else {
				body += "."
			}
		}
	case 'g', 'G':
		body = generalFloat(abs, precision, d.alt)
	}
	if d.verb < 'a' {
		body = strings.ToUpper(body)
	}
	sign := d.sign(math.Signbit(f))
	if d.zero && !d.minus {
		prefix := ""
		if d.verb|0x20 == 'a' {
			prefix, body = body[:2], body[2:]
		}
		if room := d.width - len(sign) - len(prefix) - len(body); room > 0 {
			body = strings.Repeat("0", room) + body
		}
		body = prefix + body
	}
	return d.pad(sign + body)
}

// isNearHalf reports whether the decimal text of f is half way between two roundings, but f is not
// exactly that number. Ruby rounds some of these numbers the wrong way.
func (d directive) isNearHalf(f float64) bool {
	shortest := strconv.FormatFloat(math.Abs(f), 'e', -1, 64)
	mantissa, exponentText, ok := strings.Cut(shortest, "e")
	if !ok || !strings.HasSuffix(mantissa, "5") || d.verb|0x20 == 'a' {
		return false
	}
	precision := d.precision
	if precision < 0 {
		precision = 6
	}
	exponent, _ := strconv.Atoi(exponentText)
	kept := precision + 1
	switch d.verb | 0x20 {
	case 'f':
		kept = precision + exponent + 1
	case 'g':
		kept = max(precision, 1)
	}
	if len(strings.Replace(mantissa, ".", "", 1)) != kept+1 {
		return false
	}
	written, ok := new(big.Rat).SetString(shortest)
	exact := new(big.Rat).SetFloat64(math.Abs(f))
	return !ok || exact == nil || written.Cmp(exact) != 0
}

func (d directive) sign(negative bool) string {
	switch {
	case negative:
		return "-"
	case d.plus:
		return "+"
	case d.space:
		return " "
	}
	return ""
}

func lower(c byte) byte { return c | 0x20 }

// hexFloat formats a number as %a, with an exponent without leading zeros.
func hexFloat(f float64, precision int) string {
	text := strconv.FormatFloat(f, 'x', precision, 64)
	mantissa, exponent, _ := strings.Cut(text, "p")
	digits := strings.TrimLeft(exponent[1:], "0")
	if digits == "" {
		digits = "0"
	}
	return mantissa + "p" + exponent[:1] + digits
}

// generalFloat formats a number as %g: as %e for small and large exponents, else as %f. It
// drops trailing zeros unless all is set.
func generalFloat(f float64, precision int, all bool) string {
	if precision < 0 {
		precision = 6
	}
	precision = max(precision, 1)
	scientific := strconv.FormatFloat(f, 'e', precision-1, 64)
	mantissa, exponentText, _ := strings.Cut(scientific, "e")
	exponent, _ := strconv.Atoi(exponentText)
	trim := func(s string) string {
		if all {
			if !strings.Contains(s, ".") {
				s += "."
			}
			return s
		}
		if strings.Contains(s, ".") {
			s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
		}
		return s
	}
	if exponent < -4 || exponent >= precision {
		return trim(mantissa) + "e" + exponentText
	}
	return trim(strconv.FormatFloat(f, 'f', precision-1-exponent, 64))
}

// displayText returns the result of Ruby's to_s for a value.
func displayText(v types.Value) (string, error) {
	switch v := v.(type) {
	case types.String:
		return string(v), nil
	case types.Integer:
		return strconv.FormatInt(int64(v), 10), nil
	case types.Float:
		return types.FormatFloat(float64(v)), nil
	case types.Boolean:
		return strconv.FormatBool(bool(v)), nil
	case types.Undef:
		return "", nil
	case types.Default:
		return "default", nil
	case types.Array, *types.Hash:
		return inspectText(v)
	case *types.Version:
		return v.String(), nil
	case *types.Sensitive:
		return "Sensitive [value redacted]", nil
	}
	return "", ErrUnknown
}

// inspectText returns the result of Ruby's inspect for a value.
func inspectText(v types.Value) (string, error) {
	switch v := v.(type) {
	case types.String:
		return rubyQuote(string(v))
	case types.Undef:
		return "nil", nil
	case types.Default:
		return ":default", nil
	case types.Integer, types.Float, types.Boolean:
		return displayText(v)
	case types.Array:
		parts := make([]string, len(v))
		for i, e := range v {
			var err error
			if parts[i], err = inspectText(e); err != nil {
				return "", err
			}
		}
		return "[" + strings.Join(parts, ", ") + "]", nil
	case *types.Hash:
		parts := make([]string, v.Len())
		for i, e := range v.Entries() {
			key, err := inspectText(e.Key)
			if err != nil {
				return "", err
			}
			value, err := inspectText(e.Value)
			if err != nil {
				return "", err
			}
			parts[i] = key + "=>" + value
		}
		return "{" + strings.Join(parts, ", ") + "}", nil
	}
	return "", ErrUnknown
}

// rubyQuote implements String#inspect.
func rubyQuote(s string) (string, error) {
	var b strings.Builder
	b.WriteByte('"')
	for i, r := range s {
		switch {
		case r == utf8.RuneError || r >= 0x80 && !strconv.IsPrint(r):
			return "", ErrUnknown
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '#' && i+1 < len(s) && strings.IndexByte("{$@", s[i+1]) >= 0:
			b.WriteString(`\#`)
		case r >= ' ' && r != 0x7f:
			b.WriteRune(r)
		case r == 0x7f:
			b.WriteString(`\x7F`)
		default:
			if at := strings.IndexRune("\a\b\t\n\v\f\r\x1b", r); at >= 0 {
				b.WriteByte('\\')
				b.WriteByte("abtnvfre"[at])
			} else {
				fmt.Fprintf(&b, `\u%04X`, r)
			}
		}
	}
	b.WriteByte('"')
	return b.String(), nil
}
