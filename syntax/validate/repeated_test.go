package validate

import (
	"strings"
	"testing"

	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// TestRepeated checks that the same finding is reported a bounded number of times, and that the
// last one counts the rest. Without the specification, as for "puppet parser validate", all are
// reported.
func TestRepeated(t *testing.T) {
	file := syntax.Parse(source.NewFile("a.pp", strings.Repeat("$", maxRepeated+7)+"\n"), syntax.Options{})
	found := File(file, Options{Specification: true})
	count := 0
	for _, finding := range found {
		if strings.HasPrefix(finding.Message, "$ has no name") {
			count++
		}
	}
	last := found[len(found)-1].Message
	if count != maxRepeated || !strings.HasSuffix(last, "(and in 7 more places of this file)") {
		t.Errorf("%d findings, the last one: %s", count, last)
	}
	if all := File(file, Options{}); len(all) < maxRepeated+7 {
		t.Errorf("%d findings as Puppet has them", len(all))
	}
}
