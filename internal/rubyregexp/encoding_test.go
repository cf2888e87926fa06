package rubyregexp

import "testing"

// What follows was seen in Ruby 3.1 and Puppet 8.10.
func TestEncoding(t *testing.T) {
	tests := []struct {
		pattern string
		// group is what Regexp#to_s returns, marked what Puppet's String does.
		group, marked string
	}{
		{"a", "(?-mix:a)", "a"},
		{`\u0041`, `(?-mix:\u0041)`, `\u0041`},
		{`\x41\101`, `(?-mix:\x41\101)`, `\x41\101`},
		{`\\u00e9`, `(?-mix:\\u00e9)`, `\\u00e9`},
		{`\\p`, `(?-mix:\\p)`, `\\p`},
		{`\h[[:alpha:]]`, `(?-mix:\h[[:alpha:]])`, `\h[[:alpha:]]`},
		{"é", "(?-mix:é)", "(?-imx:é)"},
		{"(?#é)", "(?-mix:(?#é))", "(?-imx:(?#é))"},
		{`\u00e9`, `(?-mix:\u00e9)`, `(?-imx:\u00e9)`},
		{`\u{41 e9}`, `(?-mix:\u{41 e9})`, `(?-imx:\u{41 e9})`},
		{`\xc3\xa9`, `(?-mix:\xc3\xa9)`, `(?-imx:\xc3\xa9)`},
		{`\303\251`, `(?-mix:\303\251)`, `(?-imx:\303\251)`},
		{`[\P{L}]`, `(?-mix:[\P{L}])`, `(?-imx:[\P{L}])`},
		{"a/é", `(?-mix:a\/é)`, "(?-imx:a/é)"},
		{`a\/é`, `(?-mix:a\/é)`, `(?-imx:a\/é)`},
		{"\x01é\t\n\x7f", "(?-mix:\\x01é\t\n\\x7F)", "(?-imx:\x01é\t\n\x7f)"},
		{"(?i)é", "(?i-mx:é)", "(?-imx:(?i)é)"},
		{"(?i:é)", "(?i-mx:é)", "(?-imx:(?i:é))"},
		{"(?mix:é)", "(?mix:é)", "(?-imx:(?mix:é))"},
		{"(?-imx:é)", "(?-mix:é)", "(?-imx:(?-imx:é))"},
		{"(?i:é)(a)", "(?-mix:(?i:é)(a))", "(?-imx:(?i:é)(a))"},
		{"(?i)(?m)é", "(?mi-x:é)", "(?-imx:(?i)(?m)é)"},
		{"(?i)(?-m:é)", "(?i-mx:é)", "(?-imx:(?i)(?-m:é))"},
		{"(?i-i)é", "(?-mix:é)", "(?-imx:(?i-i)é)"},
		{"(?i)(é)", "(?i-mx:(é))", "(?-imx:(?i)(é))"},
		{"(?i)(?=é)", "(?-mix:(?i)(?=é))", "(?-imx:(?i)(?=é))"},
		{"(?ia)é", "(?-mix:(?ia)é)", "(?-imx:(?ia)é)"},
		{"(?x)", "(?x-mi:)", "(?x)"},
	}
	for _, test := range tests {
		if got := GroupText(test.pattern); got != test.group {
			t.Errorf("GroupText(%q) = %s, want %s", test.pattern, got, test.group)
		}
		marked := MarkEncoding(test.pattern)
		if marked != test.marked {
			t.Errorf("MarkEncoding(%q) = %s, want %s", test.pattern, marked, test.marked)
		}
		if FixesEncoding(test.pattern) && UnmarkEncoding(marked) != test.pattern {
			t.Errorf("UnmarkEncoding(%q) = %s", marked, UnmarkEncoding(marked))
		}
	}
	if got := UnmarkEncoding("(?-imx:é)(a)"); got != "(?-imx:é)(a)" {
		t.Errorf("a group and more was unmarked: %s", got)
	}
}
