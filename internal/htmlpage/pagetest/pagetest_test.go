package pagetest_test

import (
	"bytes"
	"strings"
	"testing"

	"puppet-lint/internal/htmlpage"
	"puppet-lint/internal/htmlpage/pagetest"
)

// recorder is a test that records whether it has failed.
type recorder struct {
	testing.TB
	failed bool
}

func (r *recorder) Helper() {}

func (r *recorder) Errorf(string, ...any) { r.failed = true }

// stopped is what Fatalf panics with.
type stopped struct{}

func (r *recorder) Fatalf(string, ...any) { panic(stopped{}) }

// outcomeOf runs a check: it passes, fails, or stops its test.
func outcomeOf(check func(t testing.TB)) (outcome string) {
	t := &recorder{}
	defer func() {
		if _, isStopped := recover().(stopped); isStopped {
			outcome = "stops"
		}
	}()
	if check(t); t.failed {
		return "fails"
	}
	return "passes"
}

// TestCheckPolicy checks a page as it is written, and versions of it that browsers would not show.
func TestCheckPolicy(t *testing.T) {
	page := htmlpage.Page{Title: "A", Main: "a", MainName: "a", Template: "<!--top-->\n<!--data--><script>/*script*/</script>", Style: "b { }", Script: "show()"}
	var out bytes.Buffer
	if err := page.Write(&out); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ old, new, want string }{
		{"", "", "passes"},
		{"show()", "steal()", "fails"},
		{"b { }", "b { color: red }", "fails"},
		{"Content-Security-Policy", "Policy", "stops"},
		{"</style>", "", "stops"},
	} {
		text := strings.Replace(out.String(), test.old, test.new, 1)
		if got := outcomeOf(func(t testing.TB) { pagetest.CheckPolicy(t, text) }); got != test.want {
			t.Errorf("with %q for %q the check %s, but should be one that %s", test.new, test.old, got, test.want)
		}
	}
}

func TestBetween(t *testing.T) {
	if got := pagetest.Between(t, "<b>one</b><b>two</b>", "<b>", "</b>"); got != "one" {
		t.Errorf("between the tags is %q", got)
	}
}
