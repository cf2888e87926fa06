package unused_test

import (
	"fmt"
	"strings"
	"testing"

	"puppet-lint/graph/unused"
)

// TestSharedCause checks that many answers with the same cause are one line, and the others one each.
func TestSharedCause(t *testing.T) {
	const cause = "a node classifier may assign it"
	answers := func(shared int) (all []unused.Answer) {
		all = []unused.Answer{
			{Kind: "class", Name: "gone", Why: "nothing declares it"},
			{Kind: "class", Name: "other", Why: "nothing declares it", Uncertainty: "a script names it"},
		}
		for i := range shared {
			one := unused.Answer{Kind: "class", Name: fmt.Sprint("c", i), Why: "nothing declares it", Uncertainty: cause}
			if i >= 19 {
				one.Kind, one.Uncertainty, one.Cause = "template", "class 'c1' may be used: "+cause, cause
			}
			all = append(all, one)
		}
		return all
	}
	for _, test := range []struct {
		shared, lines int
		all           bool
		last          string
	}{
		{20, 22, false, "template 'c19' may be unused: nothing declares it, but class 'c1' may be used: " + cause},
		{21, 3, false, "19 classes and 2 templates may be unused. For each, or for what uses it: " + cause + "; add --all to list them"},
		{21, 23, true, "template 'c20' may be unused: nothing declares it, but class 'c1' may be used: " + cause},
	} {
		report := unused.Report{Answers: answers(test.shared), All: test.all}
		var text, table strings.Builder
		if err := report.WriteText(&text); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSuffix(text.String(), "\n"), "\n")
		if len(lines) != test.lines || lines[len(lines)-1] != test.last {
			t.Errorf("%d shared, all: %v: %d lines, the last is\n%s", test.shared, test.all, len(lines), lines[len(lines)-1])
		}
		if err := report.WriteMarkdown(&table); err != nil {
			t.Fatal(err)
		}
		if rows := strings.Count(table.String(), "\n| ") - 2; rows != test.lines {
			t.Errorf("%d shared, all: %v: %d rows\n%s", test.shared, test.all, rows, table.String())
		}
		if certain, possible := report.Counts(); certain != 1 || possible != test.shared+1 {
			t.Errorf("%d certain, %d possible", certain, possible)
		}
	}
}
