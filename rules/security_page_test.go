package rules

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"puppet-lint/internal/diag"
)

// TestSecurityPage checks that the page on the security rules lists each of them with its severity,
// in the table for its default.
func TestSecurityPage(t *testing.T) {
	page, err := os.ReadFile("../docs/security-rules.md")
	if err != nil {
		t.Fatal(err)
	}
	on, off, isWhole := strings.Cut(string(page), "## Off by default")
	if !isWhole {
		t.Fatal("the page has no part for rules that are off")
	}
	for _, rule := range All() {
		if rule.Group != diag.Security {
			continue
		}
		part, other := on, off
		if !rule.OnByDefault() {
			part, other = off, on
		}
		row := fmt.Sprintf("| [%s](rules/%s.md) | %.1f |", rule.Name, rule.Name, rule.SecuritySeverity)
		if !strings.Contains(part, row) || strings.Contains(other, "["+rule.Name+"]") {
			t.Errorf("the page lacks the row %q, or has it in the wrong part", row)
		}
	}
}
