package ruby

import (
	"slices"
	"strings"
	"testing"
)

func TestGivenFacts(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"let(:facts) { { a: 1, :b => { inner: 2 }, 'c' => [{ d: 3 }] } }", "a b c"},
		{"let(:facts) do\n  { a: 1 }\nend\nlet(:params) { { p: 1 } }", "a"},
		{"let :facts do\n  super().merge(a: 1)\nend", "a"},
		{"let(:node_facts) { facts.merge({ 'a' => 1 }).merge(b: 2) }", "a b"},
		{"on_supported_os.each do |os, os_facts|\n  context \"on #{os}\" do\n    let(:facts) { os_facts.merge({ a: 1, os: { family: 'x' } }) }\n  end\nend", "a os"},
		{"on_supported_os(facterversion: '4').each do |os, facts|\n  facts[:a] = 1\n  facts['b'] = facts[:c]\nend", "a b"},
		{"context 'x', facts: { a: 1 } do\n  it { is_expected.to compile }\nend", "a"},
		{"describe 'x', :facts => { :a => 1 }, :params => { :p => 2 }", "a"},
		{"let(:facts) { override_facts(os_facts, a: 1) }", "a"},
		{"add_custom_fact :a, 'x', confine: 'y'\nadd_custom_fact 'b', ->(os, facts) { facts[:c] }", "a b"},
		{"RSpec.configure do |c|\n  c.default_facts = { a: 1 }\n  c.before { @facts = { b: 2 } }\nend", "a b"},
		{"DEFAULT_FACTS = { a: 1, **OTHER_FACTS }.freeze\ndef base_facts\n  { b: 1 }\nend", "a b"},
		{"let(:facts) { RSpec.configuration.default_facts.merge(a: 1) if x }", "a"},
		{"let(:facts) { { \"#{x}\": 1, a: 2 }", "a"}, // a brace is missing
		{"let(:pre_condition) { 'class a { $facts = { b => 1 } }' }", ""},
		{"let(:params) { { a: 1 } }\nit { is_expected.to contain_file('x').with(b: 1) }", ""},
		{strings.Repeat("(", 1<<10) + "let(:facts) { {a: 1} }", ""},
	} {
		got := new(Reader).GivenFacts(test.text)
		slices.Sort(got)
		got = slices.Compact(got)
		if strings.Join(got, " ") != test.want {
			t.Errorf("%s:\ngot %q, want %q", test.text, got, test.want)
		}
	}
}
