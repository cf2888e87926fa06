package recorded

import (
	"bytes"
	"strings"
	"testing"
)

// TestRead compares answers with recorded ones. Each line of a file holds a query and its answer.
func TestRead(t *testing.T) {
	for name, least := range map[string]int{Snippets: 1000, Vectors: 500, Puppet7: 10} {
		text, err := Read(name)
		if err != nil {
			t.Fatal(err)
		}
		count := 0
		for line := range bytes.Lines(text) {
			if _, _, err := Compare(line); err != nil {
				t.Fatalf("%s: %v: %s", name, err, line)
			}
			count++
		}
		if count < least {
			t.Errorf("%s has %d lines, want %d", name, count, least)
		}
	}
	if _, err := Read("nothing.jsonl.gz"); err == nil {
		t.Error("a file that does not exist was read")
	}
}

// TestCompare checks that answers that differ for users count as different. The differing answers
// are changed copies of Puppet's recorded ones.
func TestCompare(t *testing.T) {
	for _, test := range []struct{ name, line, difference, reason string }{
		{"the same", `{"source": "$x = 1", "ok": true, "diagnostics": []}`, "", ""},
		{"Puppet refuses it", `{"source": "$x = 1", "ok": false, "diagnostics": [{"stage": "parse", "severity": "error", "issue_code": "SYNTAX_ERROR", "line": 1, "pos": 1}]}`, "accepted: Puppet false, puppet-lint true", ""},
		{"another position", `{"source": "$x = ,", "ok": false, "diagnostics": [{"stage": "parse", "severity": "error", "issue_code": "SYNTAX_ERROR", "line": 1, "pos": 1}]}`, "first error: Puppet error SYNTAX_ERROR 1:1", ""},
		{"the position", `{"source": "$x = ,", "ok": false, "diagnostics": [{"stage": "parse", "severity": "error", "issue_code": "SYNTAX_ERROR", "line": 1, "pos": 6}]}`, "", ""},
		{"another code", `{"source": "1 = 2", "ok": false, "diagnostics": [{"stage": "check", "severity": "error", "issue_code": "OTHER", "line": 1, "pos": 1}]}`, "check 0: Puppet error OTHER 1:1", ""},
		{"no error of the checker", `{"source": "1 = 2", "ok": false, "diagnostics": []}`, "check 0: Puppet nothing", ""},
		{"a definition", `{"source": "class a { }\nclass a { }\n", "ok": true, "diagnostics": []}`, "accepted: Puppet true", ""},
		{"the script fails", `{"source": "$x = 1", "error": {"class": "Timeout", "message": "too slow"}}`, "Puppet fails (too slow) and puppet-lint accepts it", ""},
		{"both fail", `{"source": "$x = ,", "error": {"class": "Timeout", "message": "too slow"}}`, "", ""},
		{"an intended difference", `{"source": "type Runtime['a', 'b'] = 1", "ok": false, "diagnostics": [{"stage": "define", "severity": "error", "message": "comparison of String with 0 failed"}]}`, "Puppet", "the parameters of the types in a type mapping are judged where types are known"},
	} {
		differences, reason, err := Compare([]byte(test.line))
		if err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		all := strings.Join(differences, "\n")
		if !strings.Contains(all, test.difference) || test.difference == "" && all != "" || !strings.HasPrefix(reason, test.reason) || test.reason == "" && reason != "" {
			t.Errorf("%s: %q (%s), want %q (%s)", test.name, all, reason, test.difference, test.reason)
		}
	}
	if _, _, err := Compare([]byte("{")); err == nil {
		t.Error("a line that is not JSON was compared")
	}
}
