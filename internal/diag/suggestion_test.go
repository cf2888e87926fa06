package diag

import (
	"testing"

	"puppet-lint/internal/source"
)

// TestSuggestedEdit applies suggestions to a line of text.
func TestSuggestedEdit(t *testing.T) {
	for _, test := range []struct {
		text       string
		suggestion Suggestion
		want, help string // want is empty if it is not certain which text is meant
	}{
		{"include ntp::servr", Suggestion{Written: "ntp::servr", Meant: "ntp::server"}, "include ntp::server", "did you mean 'ntp::server'?"},
		{"include ::ntp::servr", Suggestion{Written: "ntp::servr", Meant: "ntp::server"}, "include ::ntp::server", "did you mean 'ntp::server'?"},
		{"include other::ntp::servr", Suggestion{Written: "ntp::servr", Meant: "ntp::server"}, "", "did you mean 'ntp::server'?"},
		{"include ntp::servr::x", Suggestion{Written: "ntp::servr", Meant: "ntp::server"}, "", "did you mean 'ntp::server'?"},
		{"notice($prot)", Suggestion{Written: "prot", Meant: "port", Shown: "$port"}, "notice($port)", "did you mean $port?"},
		{`"at ${prot}"`, Suggestion{Written: "prot", Meant: "port", Shown: "$port"}, `"at ${port}"`, "did you mean $port?"},
		{"siez => 'siez'", Suggestion{Written: "siez", Meant: "size"}, "size => 'siez'", "did you mean 'size'?"},
		{"f(siez, siez)", Suggestion{Written: "siez", Meant: "size"}, "", "did you mean 'size'?"},
		{"mysiez => 1", Suggestion{Written: "siez", Meant: "size"}, "", "did you mean 'size'?"},
		{"size => 1", Suggestion{Written: "siez", Meant: "size"}, "", "did you mean 'size'?"},
		{"size => 1", Suggestion{}, "", ""},
		{"size => 1", Suggestion{Meant: "size"}, "", "did you mean 'size'?"},
	} {
		file := source.NewFile("x.pp", test.text)
		finding := Diagnostic{File: file, Span: source.Span{End: int32(len(test.text))}}
		finding.Suggest(test.suggestion)
		got := ""
		edit, ok := finding.SuggestedEdit()
		if ok {
			got = Apply(file, []Edit{edit})
		}
		if got != test.want || finding.Help != test.help {
			t.Errorf("%s: %q, want %q; help %q, want %q", test.text, got, test.want, finding.Help, test.help)
		}
		if finding.Precision = LineOnly; ok {
			if _, ok := finding.SuggestedEdit(); ok {
				t.Errorf("%s: an edit of a finding without exact position", test.text)
			}
		}
	}
}

func TestSuggestKeepsHelp(t *testing.T) {
	finding := Diagnostic{Help: "write a string"}
	finding.Suggest(Suggestion{Written: "x"})
	if finding.Help != "write a string" || !finding.Suggestion().IsZero() {
		t.Errorf("no suggestion changed the finding: %+v", finding)
	}
}
