//go:build develop

package main

import (
	"strings"
	"testing"
)

// TestAgainstPuppet compares with the checked-in answers of the real Puppet.
func TestAgainstPuppet(t *testing.T) {
	for _, name := range []string{"vectors.jsonl.gz", "snippets.jsonl.gz", "puppet7.jsonl.gz"} {
		t.Run(name, func(t *testing.T) {
			content, err := readSnippets(name)
			if err != nil {
				t.Fatal(err)
			}
			reasons := map[string]int{}
			for line := range strings.Lines(string(content)) {
				differences, reason, err := judgeLine([]byte(line))
				switch {
				case err != nil:
					t.Fatal(err)
				case reason != "":
					reasons[reason]++
				case len(differences) > 0:
					t.Errorf("%s\t%s", line, strings.Join(differences, "\n\t"))
				}
			}
			for reason, count := range reasons {
				t.Logf("%d differ: %s", count, reason)
			}
		})
	}
}
