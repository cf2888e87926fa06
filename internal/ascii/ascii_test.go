package ascii

import "testing"

func TestLower(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "abc": "abc", "aBC": "abc", "@[`{Z": "@[`{z", "ÄB": "Äb", "İI": "İi", "\xffA": "\xffa",
	} {
		if got := Lower(text); got != want {
			t.Errorf("Lower(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestEqualFold(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want bool
	}{
		{"", "", true}, {"aB", "Ab", true}, {"a", "ab", false}, {"ä", "Ä", false}, {"k", "\u212a", false}, {"[", "{", false},
	} {
		if got := EqualFold(test.a, test.b); got != test.want {
			t.Errorf("EqualFold(%q, %q) = %v, want %v", test.a, test.b, got, test.want)
		}
		if got := Lower(test.a) == Lower(test.b); got != test.want {
			t.Errorf("Lower(%q) == Lower(%q) is %v, want %v as EqualFold", test.a, test.b, got, test.want)
		}
	}
}

func TestIsOnly(t *testing.T) {
	for text, want := range map[string]bool{"": true, "a\x7f": true, "\x80": false, "aé": false} {
		if got := IsOnly(text); got != want {
			t.Errorf("IsOnly(%q) = %v, want %v", text, got, want)
		}
	}
}
