package validate

import (
	"regexp"
	"testing"
)

// TestNamesAgreeWithPatterns compares with Puppet's own patterns
// (Puppet::Pops::Patterns), as Go's regular expressions have them.
func TestNamesAgreeWithPatterns(t *testing.T) {
	patterns := map[string]struct {
		pattern *regexp.Regexp
		test    func(string) bool
	}{
		"VAR_NAME":          {regexp.MustCompile(`^(?:::)?(?:[a-z]\w*::)*[a-z_]\w*$`), isVariableName},
		"NUMERIC_VAR_NAME":  {regexp.MustCompile(`^(?:0|(?:[1-9][0-9]*))$`), isMatchVariable},
		"PARAM_NAME":        {regexp.MustCompile(`^[a-z_]\w*$`), func(name string) bool { return isSegment(name, startsVariable) }},
		"CLASSREF_DECL":     {regexp.MustCompile(`^[a-z]\w*(?:::[a-z]\w*)*$`), func(name string) bool { return isQualified(name, isLower) }},
		"CLASSREF_EXT_DECL": {regexp.MustCompile(`^[A-Z]\w*(?:::[A-Z]\w*)*$`), func(name string) bool { return isQualified(name, isUpper) }},
		"numeric parameter": {regexp.MustCompile(`^(?:0x)?[0-9]+$`), isNumericParameter},
	}
	// Every name of up to five pieces.
	pieces := []string{"", "a", "B", "_", "0", "1", "0x", "::", ":", "-", "é"}
	var names func(prefix string, left int)
	names = func(prefix string, left int) {
		for what, p := range patterns {
			if got, want := p.test(prefix), p.pattern.MatchString(prefix); got != want {
				t.Errorf("%s: %q is %v, want %v", what, prefix, got, want)
			}
		}
		if left > 0 {
			for _, piece := range pieces[1:] {
				names(prefix+piece, left-1)
			}
		}
	}
	names("", 4)
}

func TestNodeName(t *testing.T) {
	for pattern, want := range map[string]string{
		"^web$":           "__node_regexp__web",
		"..a":             "__node_regexp__a",
		"a.b|C":           "__node_regexp__a.bc",
		"(?!a)b":          "__node_regexp__LPQUEXaRPb",
		"(?<=A.)\\.b(c)?": "__node_regexp__LPQULTEQa.RP.bc",
		"x(?=y":           "__node_regexp__xy",
	} {
		if got := nodeName(pattern); got != want {
			t.Errorf("nodeName(%q) = %q, want %q", pattern, got, want)
		}
	}
}
