package module

import "testing"

// TestNamesExternalFacts: a call of dig() for a fact is no folder of facts.
func TestNamesExternalFacts(t *testing.T) {
	for text, want := range map[string]bool{
		"file { '/etc/facter/facts.d/role.txt': }":           true,
		"file { '/etc/facter/facts.d': }":                    true,
		"$facts.dig('os')":                                   false,
		"$facts.dig('os') file { '/etc/facter/facts.d/x': }": true,
		"facts.d": true,
		"nothing": false,
	} {
		if got := namesExternalFacts(text); got != want {
			t.Errorf("namesExternalFacts(%q) is %t", text, got)
		}
	}
}
