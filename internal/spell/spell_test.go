package spell

import (
	"slices"
	"strings"
	"testing"
)

func TestSuggest(t *testing.T) {
	flags := []string{"fix", "json", "sarif", "relative", "with-context", "with-filename", "fail-on-warnings", "only-checks", "no-documentation-check"}
	for _, test := range []struct {
		word string
		want []string
	}{
		{"fixx", []string{"fix"}},
		{"jsno", []string{"json"}},
		{"Relativ", []string{"relative"}},
		{"with-contxt", []string{"with-context"}},
		{"no-documentatoin-check", []string{"no-documentation-check"}},
		{"only-check", []string{"only-checks"}},
		{"colour", nil},
		{"", nil},
	} {
		if got := Suggest(test.word, flags); !slices.Equal(got, test.want) {
			t.Errorf("Suggest(%q) = %q, want %q", test.word, got, test.want)
		}
	}
	if got := DidYouMean("sarfi", flags); got != `; did you mean "sarif"?` {
		t.Errorf("DidYouMean: %s", got)
	}
}

func TestDistance(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"abc", "", 3}, {"kitten", "sitting", 3}, {"é", "e", 1}} {
		if got := Distance(test.a, test.b); got != test.want {
			t.Errorf("Distance(%q, %q) = %d, want %d", test.a, test.b, got, test.want)
		}
	}
}

func TestBest(t *testing.T) {
	for _, test := range []struct{ word, known, want string }{
		{"devcie", "device devices", "device"},
		{"vip_sql_iface", "sql_vip_iface sql_vip_ip", "sql_vip_iface"},
		{"cinder::ceilometer", "cinder::client cinder::backup", ""},
		{"cinder::clinet", "cinder::client cinder::cron", "cinder::client"},
		{"nova::db::mysql_placement", "nova::db::mysql_api", ""},
		{"value", "val", "val"},
		{"icinga2::repo", "icinga2 icinga2::init", ""},
		{"profile", "profile::base", ""},
		{"profile::bases", "profile profile::base", "profile::base"},
		{"warn", "warning", "warning"},
		{"auth", "authtoken", ""},
		{"jsno", "json toml", "json"},
		{"if", "in", "in"},
		{"a", "b", ""},
		{"", "x", ""},
		{"Notify", "notify notice", "notify"},
	} {
		if got := Best(test.word, strings.Fields(test.known)); got != test.want {
			t.Errorf("Best(%q, %s) = %q, want %q", test.word, test.known, got, test.want)
		}
	}
}

// TestLongWords checks that words of a megabyte are not compared, which would take hours.
func TestLongWords(t *testing.T) {
	long := strings.Repeat("ab", 1<<19)
	for _, dictionary := range [][]string{{long + "c"}, {"x", long[1:]}} {
		if best := Best(long, dictionary); best != "" {
			t.Errorf("Best suggests a word of %d bytes", len(best))
		}
		if found := Suggest(long, dictionary); found != nil {
			t.Errorf("Suggest returns %d words", len(found))
		}
	}
	if best := Best("ab", []string{long, "abc"}); best != "" && best != "abc" {
		t.Errorf("Best suggests a word of %d bytes", len(best))
	}
}

func TestDifferByDigit(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want bool
	}{
		{"load1", "load5", true}, {"ip_v4", "ip_v6", true}, {"disk", "disk2", true}, {"load1", "loads1", false}, {"host", "hosts", false}, {"", "1", true},
	} {
		if got := DifferByDigit(test.a, test.b); got != test.want {
			t.Errorf("%s and %s: got %t", test.a, test.b, got)
		}
	}
}
