package rubyregexp

import (
	"slices"
	"strings"
	"testing"
)

func TestCompileErrors(t *testing.T) {
	tests := []struct {
		pattern, message string
		offset           int
	}{
		{"a)", "unmatched close parenthesis", 1},
		{"x(a", "end pattern with unmatched parenthesis", 1},
		{"[a", "premature end of char-class", 0},
		{"a[]", "empty char-class", 1},
		{"*a", "target of repeat operator is not specified", 0},
		{"a{3,1}", "upper is smaller than lower in repeat range", 1},
		{"a{100001}", "too big number for repeat range", 1},
		{"(?<=a+)b", "invalid pattern in look-behind", 0},
		{"(?<=x(?:a|bc))", "invalid pattern in look-behind", 0},
		{"(?<!(a))", "invalid pattern in look-behind", 0},
		{`\k<n>`, "undefined name <n> reference", 0},
		{`(?<n>a)\1`, "numbered backref/call is not allowed. (use name)", 7},
		{`(a)\2`, "invalid backref number/name", 3},
		{`(?<a>\g<a>)`, "never ending recursion", 0},
		{`\p{nope}`, "invalid character property name {nope}", 2},
		{"[[:foo:]]", "invalid POSIX bracket type", 2},
		{"[b-a]", "empty range in char class", 3},
		{`[\w-a]`, "unmatched range specifier in char-class", 3},
		{`\xff`, "invalid multibyte escape", 0},
		{`\u{110000}`, "invalid Unicode range", 3},
		{`\`, "too short escape sequence", 0},
		{"(?z)", "undefined group option", 0},
	}
	for _, test := range tests {
		_, err := Compile(test.pattern)
		e, ok := err.(*SyntaxError)
		if !ok {
			t.Errorf("%q: no error", test.pattern)
			continue
		}
		if e.Message != test.message || e.Offset != test.offset {
			t.Errorf("%q: %q at %d, want %q at %d", test.pattern, e.Message, e.Offset, test.message, test.offset)
		}
	}
}

// What follows was seen in Ruby 3.1.
// Plain patterns are not parsed by Compile, but they have limits, too.
func TestNestedGroups(t *testing.T) {
	nested := func(depth int) string { return strings.Repeat("(", depth) + strings.Repeat(")", depth) }
	if err := Check(nested(maxParseDepth)); err == nil {
		t.Error("too many groups are valid")
	}
	re, err := Compile(nested(maxParseDepth - 1))
	if err != nil || re.Match("") != Yes || re.NumGroups() != maxParseDepth-1 {
		t.Errorf("many groups: %v", err)
	}
}

func TestSubmatches(t *testing.T) {
	tests := []struct {
		pattern, text string
		want          []int // nil: no match
	}{
		{`^b`, "a\nb", []int{2, 3}},
		{`\n^`, "a\n", nil},
		{`a$`, "a\nb", []int{0, 1}},
		{`a\Z`, "a\n", []int{0, 1}},
		{`a\z`, "a\n", nil},
		{`(?m)a.b`, "a\nb", []int{0, 3}},
		{`a.b`, "a\nb", nil},
		{`\h+`, "xfFg", []int{1, 3}},
		{`a(?i)b|c`, "aC", []int{0, 2}},
		{`[a-z&&[^aeiou]]+`, "aeb", []int{2, 3}},
		{`(?<y>\d+)-(?<m>\d+)(x)?`, "2024-05", []int{0, 7, 0, 4, 5, 7}},
		{`(?<q>['"]).*?\k<q>`, `say "it's"`, []int{4, 10, 4, 5}},
		{`\((?:[^()]|\g<0>)*\)`, "f(a(b)c)d", []int{1, 8}},
		{`(?<=ab|c)x`, "cx", []int{1, 2}},
		{`(?<!a)b`, "ab b", []int{3, 4}},
		{`(?>a+)ab`, "aaab", nil},
		{`a++b`, "aab", []int{0, 3}},
		{`a{,2}`, "aaa", []int{0, 2}},
		{`a{2}+`, "aaaa", []int{0, 4}},
		{`a{1`, "a{1", []int{0, 3}},
		{`a\Kb`, "ab", []int{1, 2}},
		{`(a)?(?(1)b|c)`, "c", []int{0, 1, -1, -1}},
		{`\R`, "\r\n", []int{0, 2}},
		{`\w`, "é", nil},
		{`(?u)\w`, "é", []int{0, 2}},
		{`[[:alpha:]]`, "é", []int{0, 2}},
		{`(?i)straSSe`, "STRASSE", []int{0, 7}},
		{`(|a)*b`, "aab", []int{0, 3, 2, 2}},
		{`(?x) a  b # c`, "ab", []int{0, 2}},
		{`\u{61 62}+`, "abb", []int{0, 3}},
		{`[\b]`, "\b", []int{0, 1}},
		{`\X`, "\r\n", []int{0, 2}},
	}
	for _, test := range tests {
		re, err := Compile(test.pattern)
		if err != nil {
			t.Errorf("%q: %v", test.pattern, err)
			continue
		}
		got, answer := re.Submatches(test.text)
		if answer == Undecided || !slices.Equal(got, test.want) {
			t.Errorf("%q on %q: %v (%v), want %v", test.pattern, test.text, got, answer, test.want)
		}
	}
}

func TestUndecided(t *testing.T) {
	tests := []struct{ pattern, text string }{
		{`(?~ab)c`, "xc"},
		{`(?i)ss`, "ß"},
		{`(a*)*\1b`, strings.Repeat("a", 40)},
		{`\X`, "é"},
		{`[[:alpha:]]`, "\U0001ecc7"}, // not in this version of Unicode
		{`a`, "\xff\xc3"},
	}
	for _, test := range tests {
		re, err := Compile(test.pattern)
		if err != nil {
			t.Errorf("%q: %v", test.pattern, err)
			continue
		}
		if got := re.Match(test.text); got != Undecided {
			t.Errorf("%q on %q: %v", test.pattern, test.text, got)
		}
	}
}

// Patterns that take other engines exponential time. The work is counted, not
// timed: it grows with the product of the text and the program.
func TestBounded(t *testing.T) {
	long := strings.Repeat("a", 20_000)
	for _, pattern := range []string{`(a|a)*b`, `(?:a*)*b`, `(?:a+)+b`, `(?:a?){30}a{30}b`, `(?:(?:a|b)*c?)*d`, `(x+x+)+y|(?:a|aa)+$b`} {
		re, err := Compile(pattern)
		if err != nil {
			t.Fatal(err)
		}
		m := newMachine(re.parsed().program, long, 0)
		if got := m.search(); got != No {
			t.Errorf("%q: %v", pattern, got)
		}
		if most := 4 * len(re.parsed().code) * len(long); m.steps > most {
			t.Errorf("%q took %d steps, want at most %d", pattern, m.steps, most)
		}
	}
	// These cannot be remembered, and are given up.
	for _, pattern := range []string{`(a+)+\1b`, `(?<n>a|a\g<n>?)*b`, `(?:(?<x>a*)*)*\k<x>b`} {
		re, err := Compile(pattern)
		if err != nil {
			t.Fatal(err)
		}
		m := newMachine(re.parsed().program, long, 0)
		if got := m.search(); got == Yes || m.steps > maxSteps+len(long) {
			t.Errorf("%q: %v after %d steps", pattern, got, m.steps)
		}
	}
}

// All searches of a Replace or Split share one budget.
func TestReplaceIsBounded(t *testing.T) {
	re, err := Compile(`(?:a|b)*?c|.`)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Repeat("ab", 30_000)
	budget := 100_000
	searches := 0
	for from := 0; ; from++ {
		searches++
		if _, answer := re.submatchesFrom(text, from, &budget); answer == Undecided {
			break
		}
	}
	if searches > 10 {
		t.Errorf("%d searches for 100,000 steps", searches)
	}
}

func TestReplaceAndSplit(t *testing.T) {
	replace := []struct{ pattern, text, replacement, want string }{
		{`a`, "banana", `<\0>`, "b<a>n<a>n<a>"},
		{`(b)(a)?`, "babb", `\2\1`, "abbb"},
		{``, "ab", "-", "-a-b-"},
		{`(?<x>a)`, "a", `\k<x>\1`, "a"},
		{`b`, "abc", "\\`\\'", "aacc"},
		{`\.`, "a.b", `\\.`, `a\.b`},
	}
	for _, test := range replace {
		re, _ := Compile(test.pattern)
		if got, ok := re.Replace(test.text, test.replacement, true); !ok || got != test.want {
			t.Errorf("%q on %q: %q, want %q", test.pattern, test.text, got, test.want)
		}
	}
	split := []struct {
		pattern, text string
		want          []string
	}{
		{`,`, "a,b,,c,,", []string{"a", "b", "", "c"}},
		{``, "abc", []string{"a", "b", "c"}},
		{`(,)`, "a,b", []string{"a", ",", "b"}},
		{`\s*`, "a b", []string{"a", "b"}},
		{` `, " a b", []string{"", "a", "b"}},
	}
	for _, test := range split {
		re, _ := Compile(test.pattern)
		if got, ok := re.Split(test.text); !ok || !slices.Equal(got, test.want) {
			t.Errorf("%q on %q: %q, want %q", test.pattern, test.text, got, test.want)
		}
	}
}

func TestLiterals(t *testing.T) {
	tests := []struct {
		pattern string
		want    []string
		prefix  string
	}{
		{`\A(a|b|cd)\z`, []string{"a", "b", "cd"}, ""},
		{`\Ax[12]?\Z`, []string{"x", "x\n", "x1", "x1\n", "x2", "x2\n"}, "x"},
		{`\Aab{2,3}\z`, []string{"abb", "abbb"}, "a"},
		{`^a$`, nil, ""},
		{`\Aa*\z`, nil, ""},
		{`\Ahttp://`, nil, "http://"},
	}
	for _, test := range tests {
		re, err := Compile(test.pattern)
		if err != nil {
			t.Fatal(err)
		}
		got, _ := re.Literals()
		slices.Sort(got)
		if !slices.Equal(got, test.want) {
			t.Errorf("%q: %q, want %q", test.pattern, got, test.want)
		}
		if prefix := re.RequiredPrefix(); prefix != test.prefix {
			t.Errorf("%q: prefix %q, want %q", test.pattern, prefix, test.prefix)
		}
	}
}

func TestCertainGroups(t *testing.T) {
	tests := []struct {
		pattern string
		want    uint64
	}{
		{`a`, 0},
		{`^(.*?)(\d+)-(\d+)(.*)$`, 0b11110},
		{`(a)?(b)*(c){0,2}(d)+(e){1,3}`, 0b110000},
		{`(?:x(a)|(b))(c(d))`, 0b11000},
		{`(?=(a))(?!(b))(?>(c))`, 0b1000},
		{`(a)|(b)`, 0},
		{`(?<name>a)`, 0},
		{`(?i:(a))(?i)(b)`, 0b110},
	}
	for _, test := range tests {
		re, err := Compile(test.pattern)
		if err != nil {
			t.Fatal(err)
		}
		if got := re.CertainGroups(); got != test.want {
			t.Errorf("%q: %b, want %b", test.pattern, got, test.want)
		}
	}
}

func FuzzRegexp(f *testing.F) {
	f.Add(`\A(?<n>a|[^b&&\w-]{,2}+)\k<n>(?<=a|bc)\g<n>\Z`, "abc\n", `\1\k<n>`)
	f.Add(`^(a.\d|b+(/\.)*)\-?$`, "b/.-", ``)
	f.Add(`(?i)[[:alpha:]ß]*(?~x)\p{^L}|(?(1)a)\u{61}\M-\C-a`, "ßé", `\`)
	f.Fuzz(func(t *testing.T, pattern, text, replacement string) {
		re, err := Compile(pattern)
		if err != nil {
			return
		}
		loc, answer := re.Submatches(text)
		if answer == Yes && (loc[0] < 0 || loc[0] > loc[1] || loc[1] > len(text)) {
			t.Errorf("%q on %q: %v", pattern, text, loc)
		}
		if match := re.Match(text); answer != Undecided && match != answer {
			t.Errorf("%q on %q: Match %v, Submatches %v", pattern, text, match, answer)
		}
		if len(text) < 200 {
			re.Replace(text, replacement, true)
			re.Split(text)
		}
		re.Literals()
		re.RequiredPrefix()
	})
}

func BenchmarkMatch(b *testing.B) {
	re, err := Compile(`\A([a-z0-9]|[a-z0-9][a-z0-9-]{0,61}[a-z0-9])(\.([a-z0-9]|[a-z0-9][a-z0-9-]{0,61}[a-z0-9]))*\z`)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		re.Match("www.some-host.example.com")
	}
}

func BenchmarkCompile(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Compile(`\A[[:alpha:]][\w.-]{0,63}(?:::\w+)*\z`)
	}
}
