package validate_test

import (
	"strings"
	"testing"

	"puppet-lint/internal/recorded"
)

// TestAgainstPuppet compares with the checked-in answers of the real Puppet.
func TestAgainstPuppet(t *testing.T) {
	for _, name := range []string{recorded.Vectors, recorded.Snippets, recorded.Puppet7} {
		t.Run(name, func(t *testing.T) {
			content, err := recorded.Read(name)
			if err != nil {
				t.Fatal(err)
			}
			reasons := map[string]int{}
			for line := range strings.Lines(string(content)) {
				differences, reason, err := recorded.Compare([]byte(line))
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
