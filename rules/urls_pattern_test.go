package rules

import "testing"

// TestInsecureURL checks that a pattern for URLs, as of sed, is not a URL.
func TestInsecureURL(t *testing.T) {
	for text, want := range map[string]string{
		"git clone `echo $s | sed -e 's,(git://|ssh://)(.*),\\1,'`": "",
		"curl -s x | grep -E 'https?|http://(www.)?example.com'":    "",
		"sed 's,http://.*,,'":                                         "",
		"git clone git://example.com/x.git":                           "git://example.com",
		"sed 's,(git://|ssh://),,'; wget http://example.com/x.tar.gz": "http://example.com",
	} {
		if got := insecureURL(text); got != want {
			t.Errorf("insecureURL(%q) = %q, want %q", text, got, want)
		}
	}
}
